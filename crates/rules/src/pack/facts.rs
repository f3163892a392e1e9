//! What the paragraphs of the rules are told of the pack a game is played by, and of what its table
//! decided (P-15): the pack itself, and beside it what follows from it.

use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::paragraph::Paragraph;
use crate::any_game::AnyGame;
use crate::mist::Mist;
use crate::{Fault, Message, Term, Viewer, message};

/// The powers whose odds the rules list (M-14, M-15).
const POWERS: std::ops::RangeInclusive<i64> = -3..=12;
/// The most paragraphs a pack may bring.
const MOST_RULES: usize = 100;
/// The longest text of one.
const LONGEST_TEXT: usize = 4000;

/// A paragraph of a pack's own: in place of the shipped one with the same id, or beside them (P-15).
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnRule {
    /// Its id: `H-01`, or that of the paragraph it stands in for, `M-12`.
    pub id: String,
    /// What it is called.
    pub title: Term,
    /// The paragraph.
    pub text: Term,
}

/// All that paragraphs can speak of.
#[must_use]
pub fn facts(game: &AnyGame) -> Json {
    let mut pack = game.pack();
    let view = game.view(Viewer::Spectator);
    let decided = view.part("options").or_else(|| view.part("table")?.get("options").cloned());
    if let Some(Json::Object(decided)) = decided {
        let options = &mut pack["options"];
        for (key, value) in decided.into_iter().filter(|(key, _)| key != "kind") {
            options[key] = value;
        }
    }
    match pack.get("family").and_then(Json::as_str) {
        Some("mist") => of_mist(&mut pack),
        Some("fate") => of_fate(&mut pack),
        Some("timeline") => {
            let reach = pack.pointer("/options/unarmed_reach").and_then(Json::as_i64);
            pack["options"]["unarmed_reach"] = json!(hundredths(reach.unwrap_or(100)));
        }
        _ => {}
    }
    pack
}

fn hundredths(amount: i64) -> String {
    let text = format!("{}.{:02}", amount / 100, amount.abs() % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn list<'p>(pack: &'p mut Json, key: &str) -> impl Iterator<Item = &'p mut Json> {
    pack.get_mut(key).and_then(Json::as_array_mut).into_iter().flatten()
}

fn of_mist(pack: &mut Json) {
    let Ok(mist) = Mist::deserialize(&*pack) else { return };
    let roll = mist.dice.roll.to_string();
    pack["dice"]["pool"] = json!(roll.contains("{power}d"));
    let from: Vec<Option<i64>> = mist.bands.iter().map(|band| band.from).collect();
    for (at, band) in list(pack, "bands").enumerate() {
        band["least"] = json!(from[at]);
        band["most"] = json!(from.get(at + 1).copied().flatten().map(|next| next - 1));
    }
    let rows = POWERS.filter_map(|power| {
        let chances = mist.chances(false, power).ok()?;
        let total: f64 =
            chances.outcomes.iter().filter_map(|it| it.weight.parse::<f64>().ok()).sum();
        let percent = |weight: &str| weight.parse::<f64>().unwrap_or(0.0) / total * 100.0;
        let cells = chances.outcomes.iter().map(|it| format!("{:.2}", percent(&it.weight)));
        let cells: Vec<String> = cells.collect();
        Some(json!({ "power": power, "cells": cells.join(" | ") }))
    });
    pack["odds"] = rows.collect();
    for degree in list(&mut pack["plunge"], "degrees") {
        for band in ["mixed", "full"] {
            for price in list(degree, band) {
                *price = match &*price {
                    Json::Object(one) => one.iter().next().map_or(
                        Json::Null,
                        |(kind, amount)| json!({ "kind": kind, "amount": amount }),
                    ),
                    kind => json!({ "kind": kind }),
                };
            }
        }
    }
    for allowed in ["recover", "replace", "engage", "suppress"] {
        let allows = |phase: &&Json| {
            phase["allows"].as_array().is_some_and(|all| all.iter().any(|it| *it == *allowed))
        };
        let phases = pack["story"]["phases"].as_array().into_iter().flatten();
        let names: Vec<Json> = phases.filter(allows).map(|phase| phase["name"].clone()).collect();
        pack["story"][allowed] = json!(names);
    }
    for key in ["pangs", "loose"] {
        let kinds = pack["life"][key].as_array().cloned().unwrap_or_default();
        let name = |kind: &Json| pack["kinds"][kind.as_str().unwrap_or_default()]["name"].clone();
        pack["life"][format!("{key}_names")] = kinds.iter().map(name).collect();
    }
}

fn of_fate(pack: &mut Json) {
    let named = |list: &Json| -> Map<String, Json> {
        let all = list.as_array().into_iter().flatten();
        all.filter_map(|it| Some((it["id"].as_str()?.to_owned(), it["name"].clone()))).collect()
    };
    let skills = named(&pack["skills"]["list"]);
    let consequences = named(&pack["consequences"]);
    let name_of = |names: &Map<String, Json>, id: &Json| {
        id.as_str().and_then(|id| names.get(id)).cloned().unwrap_or(Json::Null)
    };
    for track in list(pack, "tracks") {
        boxes(track);
        list(track, "more").for_each(boxes);
        track["skill_name"] = name_of(&skills, &track["skill"]);
        track["extra_name"] = name_of(&consequences, &track["extra"]);
    }
    for rule in list(pack, "consequences") {
        let boxes = rule["boxes"].as_u64().unwrap_or(1);
        rule["boxes"] = json!(boxes);
        rule["many"] = json!(boxes > 1);
        rule["outright"] = json!(rule["value"] == 0);
        rule["unspoken"] = json!(rule["aspect"] == "none");
        if let Json::String(after) = &rule["heals"] {
            rule["heals"] = json!({ "after": after, "treat": true });
        }
    }
    for size in list(pack, "npcs") {
        let slots = size["slots"].as_array().cloned();
        size["all_slots"] = json!(slots.is_none());
        let slots = slots.into_iter().flatten();
        size["slot_names"] = slots.map(|slot| name_of(&consequences, &slot)).collect();
        size["own_boxes"] = json!(size["boxes"].is_u64());
    }
}

/// How many boxes there are, and whether some absorb more than one.
fn boxes(track: &mut Json) {
    let values = track["values"].as_array().cloned().unwrap_or_default();
    track["plain"] = json!(values.iter().all(|value| *value == 1));
    if !values.is_empty() {
        track["boxes"] = json!(values.len());
    }
}

/// What is wrong with the paragraphs of a pack that is right otherwise.
pub(super) fn faults(pack: &Json) -> Vec<Fault> {
    let Some(own) = pack.get("rules").and_then(Json::as_array) else { return Vec::new() };
    let Ok(game) = AnyGame::of_log(pack) else { return Vec::new() };
    let facts = facts(&game);
    let mut faults: Vec<Fault> = Vec::new();
    if own.len() > MOST_RULES {
        faults.push(("rules".to_owned(), message!("pack-too-many", most = MOST_RULES)));
    }
    for (at, rule) in own.iter().enumerate() {
        let id = rule["id"].as_str().unwrap_or_default();
        let path = format!("rules[{at}]");
        if !is_id(id) {
            faults.push((format!("{path}.id"), message!("pack-rule-id")));
        }
        if own[..at].iter().any(|other| other["id"] == rule["id"]) {
            let reason = message!("timeline-pack-twice", name = id, file = "");
            faults.push((format!("{path}.id"), reason));
        }
        let texts: Vec<(String, &str)> = match &rule["text"] {
            Json::String(text) => vec![(format!("{path}.text"), text)],
            Json::Object(all) => all
                .iter()
                .filter_map(|(tag, text)| Some((format!("{path}.text.{tag}"), text.as_str()?)))
                .collect(),
            _ => Vec::new(),
        };
        for (path, text) in texts {
            faults.extend(fault_of(text, &facts).map(|reason| (path, reason)));
        }
    }
    faults
}

fn fault_of(text: &str, facts: &Json) -> Option<Message> {
    if text.chars().count() > LONGEST_TEXT {
        return Some(message!("pack-text-long", most = LONGEST_TEXT));
    }
    match Paragraph::read(text) {
        Err(reason) => Some(reason),
        Ok(paragraph) => {
            paragraph.missing(facts).map(|path| message!("pack-rule-path", path = path))
        }
    }
}

/// A letter and two digits: `H-01`.
fn is_id(id: &str) -> bool {
    let bytes = id.as_bytes();
    matches!(bytes, [letter, b'-', tens, ones]
        if letter.is_ascii_uppercase() && tens.is_ascii_digit() && ones.is_ascii_digit())
}

/// The paragraphs a pack brings.
#[must_use]
pub fn own_rules(pack: &Json) -> Vec<OwnRule> {
    pack.get("rules").and_then(|own| Vec::deserialize(own).ok()).unwrap_or_default()
}
