//! What differs between two packs, key by key (P-63, P-80).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::layer::{entry_id, join};

/// Something in which two packs differ.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "PackDifference"))]
pub struct Difference {
    /// The key, with the ids of entries: `consequences.mild.value`.
    pub path: String,
    /// What the first says, in one line of TOML; none if it has no such key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub before: Option<String>,
    /// What the second says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub after: Option<String>,
}

/// All in which two resolved packs differ, in the order of their keys.
#[must_use]
pub fn differences(before: &Json, after: &Json) -> Vec<Difference> {
    let mut all = Vec::new();
    compare("", Some(before), Some(after), &mut all);
    all
}

fn compare(path: &str, before: Option<&Json>, after: Option<&Json>, all: &mut Vec<Difference>) {
    if before == after {
        return;
    }
    let inner = match (before, after) {
        (Some(Json::Object(before)), Some(Json::Object(after)))
            if !super::head::is_name(before) && !super::head::is_name(after) =>
        {
            let keys: Vec<&String> = before.keys().chain(after.keys()).collect();
            let pair = |key: &String| (key.clone(), before.get(key), after.get(key));
            keys.into_iter().map(pair).collect()
        }
        (Some(Json::Array(before)), Some(Json::Array(after))) => {
            match (by_id(before), by_id(after)) {
                (Some(before), Some(after)) => {
                    let ids: Vec<&str> = before.keys().chain(after.keys()).copied().collect();
                    let pair =
                        |id: &str| (id.to_owned(), before.get(id).copied(), after.get(id).copied());
                    ids.into_iter().map(pair).collect()
                }
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    };
    if inner.is_empty() {
        let text = |value: &Json| super::cure::as_toml(value).unwrap_or_default();
        let (before, after) = (before.map(text), after.map(text));
        return all.push(Difference { path: path.to_owned(), before, after });
    }
    let mut done = std::collections::BTreeSet::new();
    for (key, before, after) in inner {
        if done.insert(key.clone()) {
            compare(&join(path, &key), before, after, all);
        }
    }
}

/// The entries of a list by their ids, if each has one of its own.
fn by_id(list: &[Json]) -> Option<BTreeMap<&str, &Json>> {
    let all: BTreeMap<&str, &Json> =
        list.iter().map(|entry| Some((entry_id(entry)?, entry))).collect::<Option<_>>()?;
    (all.len() == list.len()).then_some(all)
}
