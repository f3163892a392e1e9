//! Actors of Foundry's system fate-core-official, as "Export Data" writes them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rules::Message;
use serde_json::Value as Json;

use super::fate::{Aspect, Sheet, Skill, Stunt};
use super::text::{number, plain};
use super::{Incoming, left};

/// The types an actor of that system has had.
const TYPES: [&str; 4] = ["fate-core-official", "ModularFate", "Core", "Accelerated"];

/// An actor of that system; none if it is something else.
pub(super) fn read(json: &Json) -> Option<Incoming> {
    let kind = json.get("type").and_then(Json::as_str)?;
    let system = json.get("system").or_else(|| json.get("data"))?;
    if !TYPES.contains(&kind) || system.get("aspects").is_none() {
        return None;
    }
    let mut left_over: Vec<Message> = Vec::new();
    let mut leave = |what: &str, text: &str| {
        if !text.trim().is_empty() {
            left_over.push(left(what, text));
        }
    };
    let details = system.get("details").unwrap_or(&Json::Null);
    let points = details.get("fatePoints").unwrap_or(&Json::Null);
    let refresh = points.get("refresh").and_then(as_number);
    let current = points.get("current").and_then(as_number);
    let mut sheet = Sheet {
        name: words(json, "name"),
        vitals: detail(details, "description"),
        refresh,
        ..Sheet::default()
    };
    if let Some(current) = current.filter(|current| Some(*current) != refresh) {
        leave("fatePoints", &current.to_string());
    }
    for about in ["biography", "notes"] {
        leave(about, &detail(details, about));
    }
    for (name, aspect) in entries(system, "aspects") {
        let says = words(aspect, "value");
        leave(&says, &words(aspect, "description"));
        sheet.aspects.push(Aspect { slot: name, says });
    }
    for (name, skill) in entries(system, "skills") {
        match skill.get("rank").and_then(as_number) {
            Some(rating) => sheet.skills.push(Skill { skill: name, rating }),
            None => leave(&name, &words(skill, "rank")),
        }
    }
    for (name, stunt) in entries(system, "stunts") {
        let linked = words(stunt, "linked_skill");
        let gives = stunt.get("bonus").and_then(as_number).unwrap_or_default();
        let bonus = Some(linked.clone()).filter(|skill| gives == 2 && !skill.is_empty());
        if bonus.is_none() && (gives != 0 || !matches!(linked.as_str(), "" | "None")) {
            leave(&name, &format!("{linked} {gives:+}"));
        }
        let text = words(stunt, "description");
        sheet.stunts.push(Stunt { name, text, bonus, per: None });
    }
    for (name, track) in entries(system, "tracks") {
        let marks = track.get("box_values").and_then(Json::as_array);
        let marked =
            marks.map_or(0, |all| all.iter().filter(|it| **it == Json::Bool(true)).count());
        let aspect = track.get("aspect").map(|it| words(it, "name")).unwrap_or_default();
        if !aspect.is_empty() {
            sheet.consequences.push((name.clone(), aspect));
        } else if marked > 0 {
            leave(&name, &format!("{marked}/{}", marks.map_or(0, Vec::len)));
        }
        leave(&name, &words(track, "notes"));
    }
    for item in json.get("items").and_then(Json::as_array).into_iter().flatten() {
        let about = item.get("system").or_else(|| item.get("data")).unwrap_or(&Json::Null);
        let text = detail(about, "description");
        let name = words(item, "name");
        leave(&name, if text.is_empty() { "—" } else { &text });
    }
    let img = words(json, "img");
    let portrait = inline(&img);
    if portrait.is_none() && !img.starts_with("icons/svg/") {
        leave("img", &img);
    }
    Some(Incoming { sheet: super::Sheet::Fate(sheet), portrait, left: left_over })
}

/// What is kept by its name.
fn entries<'j>(json: &'j Json, key: &str) -> Vec<(String, &'j Json)> {
    let all = json.get(key).and_then(Json::as_object).into_iter().flatten();
    let named = |(key, it): (&String, &'j Json)| {
        let name = words(it, "name");
        (if name.is_empty() { key.clone() } else { name }, it)
    };
    all.map(named).collect()
}

fn words(json: &Json, key: &str) -> String {
    json.get(key).and_then(Json::as_str).map(plain).unwrap_or_default()
}

/// A detail: `{ "value": "…" }`, or the text alone.
fn detail(details: &Json, key: &str) -> String {
    match details.get(key) {
        Some(Json::String(text)) => plain(text),
        Some(detail) => words(detail, "value"),
        None => String::new(),
    }
}

fn as_number(json: &Json) -> Option<i64> {
    json.as_i64().or_else(|| json.as_str().and_then(number))
}

/// A picture that is written into the file itself.
fn inline(img: &str) -> Option<Vec<u8>> {
    let (head, data) = img.strip_prefix("data:image/")?.split_once(',')?;
    head.ends_with(";base64").then(|| STANDARD.decode(data).ok()).flatten()
}
