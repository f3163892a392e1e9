//! Packs of Time Line stacked in order: each adds to the lists of what it stands on, and none may
//! contradict another (T-60).

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json};

use super::layer::{Layers, join};
use super::{SHIPPED, unfit};
use crate::timeline::Timeline;
use crate::{Message, Ruleset, message};

/// The lists an extension adds to, and what tells their entries apart.
const LISTS: [(&str, &str); 9] = [
    ("races", "id"),
    ("examples", "id"),
    ("skills", "id"),
    ("environments", "id"),
    ("resources", "id"),
    ("traits", "name"),
    ("weapons", "name"),
    ("items", "name"),
    ("library", "name"),
];

/// The keys of entries that are read leniently elsewhere: here a typo never passes silently.
const KEYS: [(&str, &[&str]); 2] = [
    (
        "traits",
        &[
            "name",
            "text",
            "percentages",
            "buffs",
            "hit_points",
            "willpower",
            "insight",
            "unhealable_except",
            "assumes",
            "unhindered",
            "told",
            "triggers",
        ],
    ),
    (
        "weapons",
        &[
            "name",
            "kind",
            "damage",
            "attribute",
            "windup",
            "magazine",
            "reload",
            "range",
            "load",
            "effects",
            "note",
        ],
    ),
];

/// Numbers that count something: everything else of Time Line has two decimals (P-53).
const COUNTS: [&str; 6] = ["level", "ratio", "magazine", "times", "difficulty", "rounds"];

/// Whether packs of a family are stacked.
pub(super) fn is_stacked(family: &str) -> bool {
    family == Timeline::FAMILY
}

/// Whether a shipped pack is another, or extends it.
pub(super) fn stands_on(id: &str, root: &str) -> bool {
    if id == root {
        return true;
    }
    let text = SHIPPED.iter().find(|(known, _)| *known == id).map(|(_, text)| *text);
    let base = text.and_then(|text| toml::from_str::<toml::Table>(text).ok());
    let base = base.and_then(|mut own| own.remove("extends"));
    base.as_ref().and_then(toml::Value::as_str).is_some_and(|base| stands_on(base, root))
}

/// Takes out the lists of a file of the first edition: they add to what is there.
pub(super) fn lists_of(own: &mut Map<String, Json>) -> Map<String, Json> {
    let mut lists = Map::new();
    for (list, _) in LISTS {
        if own.get(list).is_some_and(Json::is_array)
            && let Some(entries) = own.remove(list)
        {
            lists.insert(list.to_owned(), entries);
        }
    }
    lists
}

/// Numbers without quotes are what they say, from the second edition on (P-53): the first reads
/// them as hundredths.
pub(super) fn numbers_as_written(own: &mut Map<String, Json>) {
    fn as_written(value: &mut Json) {
        match value {
            Json::Number(number) => *value = Json::from(number.to_string()),
            Json::Array(list) => list.iter_mut().for_each(as_written),
            Json::Object(keys) => numbers_as_written(keys),
            Json::Null | Json::Bool(_) | Json::String(_) => {}
        }
    }
    for (key, value) in own {
        if key == "choices" {
            // Numbers there are those of the keys they are chosen for.
            for choice in value.as_array_mut().into_iter().flatten() {
                let of = choice.get("key").and_then(Json::as_str).unwrap_or_default();
                let last = of.rsplit('.').next().unwrap_or_default();
                let counts = COUNTS.contains(&last);
                if let Some(values) = choice.get_mut("values").filter(|_| !counts) {
                    as_written(values);
                }
            }
        } else if !COUNTS.contains(&key.as_str()) {
            as_written(value);
        }
    }
}

/// Options set otherwise by a file before, and keys of entries that nobody reads.
pub(super) fn conflicts<'f>(
    layers: &mut Layers<'f>,
    own: &Map<String, Json>,
    file: &'f str,
    found: &mut Vec<(String, Message)>,
) {
    for (prefix, own) in [("", Some(own)), ("add", own.get("add").and_then(Json::as_object))] {
        let lists = own.into_iter().flat_map(|own| KEYS.map(|(list, keys)| (own, list, keys)));
        for (own, list, keys) in lists {
            let entries = own.get(list).and_then(Json::as_array).into_iter().flatten();
            for (index, entry) in entries.enumerate() {
                let unknown = entry.as_object().into_iter().flat_map(Map::keys);
                let known = |key: &&String| {
                    keys.contains(&key.as_str())
                        || (!prefix.is_empty() && ["before", "after"].contains(&key.as_str()))
                };
                for key in unknown.filter(|key| !known(key)) {
                    let path = format!("{}[{index}].{key}", join(prefix, list));
                    let said = format!("unknown field `{key}`, expected `{}`", keys.join("`, `"));
                    found.push((path.clone(), unfit::reason(&Json::Null, &path, &said)));
                }
            }
        }
    }
    for (option, value) in own.get("options").and_then(Json::as_object).into_iter().flatten() {
        if let Some((other, file)) = layers.options.get(option)
            && other != value
        {
            let reason = message!("timeline-pack-option", option = option, file = *file);
            found.push((format!("options.{option}"), reason));
        }
        layers.options.insert(option.clone(), (value.clone(), file));
    }
}

/// Entries of a resolved pack that are there twice, with their paths.
pub(super) fn twice(pack: &Json) -> Vec<(String, Message)> {
    let mut found = Vec::new();
    for (list, key) in LISTS {
        let entries = pack.get(list).and_then(Json::as_array).into_iter().flatten();
        let mut known = BTreeSet::new();
        for (index, entry) in entries.enumerate() {
            let name = entry.get(key).and_then(Json::as_str).unwrap_or_default();
            if !name.is_empty() && !known.insert(name) {
                let reason = message!("timeline-pack-twice", name = name, file = list);
                found.push((format!("{list}[{index}].{key}"), reason));
            }
        }
    }
    found
}
