//! What a pack leaves to whoever makes a table (P-16).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::layer::{entry, join};
use super::source::steps;
use super::{CheckedPack, cure, model, shape};
use crate::any_game::Findings;
use crate::{Fault, Message, Refusal, Term, message};

/// A pack leaves so many keys open at most.
const MOST_CHOICES: usize = 20;
/// So many values of each.
const MOST_VALUES: usize = 20;
/// What makes a pack the pack it is, and cannot be left open.
const FIXED: [&str; 5] = ["family", "id", "edition", "about", "choices"];

/// What was chosen: values by their keys, as [`OpenChoice::values`] writes them.
pub type Chosen = BTreeMap<String, String>;

/// A key of the pack whose value a table chooses as it is made, or later (P-16, P-80).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The key: `theme.improve`; entries of lists by their ids: `tracks.physical.boxes`.
    pub key: String,
    /// What is chosen.
    pub name: Term,
    /// The values there are, the pack's own among them.
    pub values: Vec<Json>,
}

/// A choice as it is offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "PackChoice"))]
pub struct OpenChoice {
    /// The key.
    pub key: String,
    /// What is chosen.
    pub name: Term,
    /// The values there are, as they are written.
    pub values: Vec<String>,
    /// The value it has.
    pub now: String,
}

/// What a pack leaves open.
#[must_use]
pub fn choices(pack: &Json) -> Vec<OpenChoice> {
    let open = |Choice { key, name, values }: Choice| OpenChoice {
        now: value_at(pack, &key).map(written).unwrap_or_default(),
        values: values.iter().map(written).collect(),
        name,
        key,
    };
    read(pack).into_iter().map(open).collect()
}

/// A pack with other values of what it leaves open, checked as a whole: values that are right one by
/// one may not go together.
///
/// # Errors
/// When it leaves no such key open, a value is not among those it offers, or what comes of it is
/// wrong.
pub fn choose(pack: &Json, chosen: &Chosen) -> Result<CheckedPack, Refusal> {
    let refusal = |what: Message| Refusal::new("P-16", what);
    let all = read(pack);
    let mut made = pack.clone();
    for (key, value) in chosen {
        let Some(choice) = all.iter().find(|choice| choice.key == *key) else {
            let known: Vec<&str> = all.iter().map(|choice| choice.key.as_str()).collect();
            let instead = message!("pack-choices", known = known.join(" "));
            return Err(refusal(message!("pack-no-choice", key = key)).instead(instead));
        };
        let Some(value) = choice.values.iter().find(|one| written(one) == *value) else {
            let values: Vec<String> = choice.values.iter().map(written).collect();
            let values = values.join(" ");
            return Err(refusal(message!("pack-no-value", value = value, key = key))
                .instead(message!("pack-choice-values", values = values)));
        };
        let made = set(&mut made, key, value.clone());
        made.ok_or_else(|| refusal(message!("pack-choice-nowhere", key = key)))?;
    }
    match super::check(&made) {
        Ok(checked) => Ok(checked),
        Err(faults) => Err(refusal(message!("pack-choice-wrong", faults = faults))),
    }
}

/// Everything that is wrong with what a pack leaves open: each value is tried by itself.
pub(super) fn faults(pack: &Json) -> Vec<Fault> {
    let all = read(pack);
    let mut faults = Vec::new();
    if all.len() > MOST_CHOICES {
        faults.push(("choices".to_owned(), message!("pack-too-many", most = MOST_CHOICES)));
        return faults;
    }
    let family = pack.get("family").and_then(Json::as_str).unwrap_or_default();
    let model = model(None, family);
    let mut known = BTreeSet::new();
    for (at, Choice { key, values, .. }) in all.iter().enumerate() {
        let path = format!("choices[{at}]");
        let mut fault = |inside: &str, what| faults.push((join(&path, inside), what));
        let first = steps(key).next().unwrap_or_default();
        if FIXED.contains(&first) || set(&mut pack.clone(), key, Json::Null).is_none() {
            fault("key", message!("pack-choice-nowhere", key = key));
            continue;
        }
        if !known.insert(key) {
            fault("key", message!("pack-choice-twice", key = key));
        }
        if values.len() > MOST_VALUES {
            fault("values", message!("pack-too-many", most = MOST_VALUES));
            continue;
        }
        let distinct: BTreeSet<String> = values.iter().map(written).collect();
        if values.len() < 2 || distinct.len() < values.len() {
            fault("values", message!("pack-choice-few"));
        }
        if let Some(now) = value_at(pack, key).filter(|now| !distinct.contains(&written(now))) {
            fault("values", message!("pack-choice-now", value = written(now)));
        }
        let mut wrong_values = Vec::new();
        for (place, value) in values.iter().enumerate() {
            let mut made = pack.clone();
            if let Json::Object(keys) = &mut made {
                keys.remove("choices");
            }
            if set(&mut made, key, value.clone()).is_none() {
                continue;
            }
            let Findings { faults: found, .. } = shape::look(&made, &model);
            let wrong = shape::to_messages(found).into_iter().next();
            if let Some(wrong) = wrong {
                let value = written(value);
                let reason = message!("pack-choice-value", value = value, fault = wrong);
                wrong_values.push((format!("values[{place}]"), reason));
            }
        }
        // A key that is not there, and that no value fits, is a key that does not exist.
        if value_at(pack, key).is_none() && wrong_values.len() == values.len() {
            fault("key", message!("pack-choice-nowhere", key = key));
            continue;
        }
        for (inside, reason) in wrong_values {
            fault(&inside, reason);
        }
    }
    faults
}

/// Each pack that comes of choosing one value other than the pack's own, with the path of the value.
pub(super) fn variants(pack: &Json) -> Vec<(String, CheckedPack)> {
    let mut all = Vec::new();
    for Choice { key, values, .. } in read(pack) {
        let now = value_at(pack, &key).map(written);
        for value in values {
            let path = format!("choices.{key}={}", written(&value));
            let mut made = pack.clone();
            if now.as_ref() != Some(&written(&value)) && set(&mut made, &key, value).is_some() {
                all.push((path, CheckedPack(Arc::new(made))));
            }
        }
    }
    all
}

fn read(pack: &Json) -> Vec<Choice> {
    let choices = pack.get("choices").map(Vec::<Choice>::deserialize);
    choices.and_then(Result::ok).unwrap_or_default()
}

/// A value as a pack would write it, a text without its quotation marks.
fn written(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        value => cure::as_toml(value).unwrap_or_else(|| value.to_string()),
    }
}

fn value_at<'p>(pack: &'p Json, key: &str) -> Option<&'p Json> {
    key.split('.').try_fold(pack, |here, step| match here {
        Json::Array(list) => list.get(entry(list, step)?),
        here => here.get(step),
    })
}

/// Puts a value at a key whose surroundings are there.
fn set(pack: &mut Json, key: &str, value: Json) -> Option<()> {
    let mut here = pack;
    let mut steps = key.split('.').peekable();
    while let Some(step) = steps.next() {
        if step.is_empty() {
            return None;
        }
        if steps.peek().is_none() {
            here.as_object_mut()?.insert(step.to_owned(), value);
            return Some(());
        }
        here = match here {
            Json::Array(list) => {
                let place = entry(list, step)?;
                list.get_mut(place)?
            }
            here => here.get_mut(step)?,
        };
    }
    None
}
