//! Whether a pack holds together (F-53).

use std::collections::BTreeSet;

use super::Fate;
use crate::{Fault, Message, message};

/// Everything that is wrong with the pack.
pub(super) fn faults(pack: &Fate) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut fault = |path: &str, what: Message| faults.push((path.to_owned(), what));
    if let Some(name) = pack.dice.roll.names().first() {
        fault("dice.roll", message!("fate-pack-names", name = *name));
    }
    let lists: [(&str, Vec<&str>); 6] = [
        ("skills.list", pack.skills.list.iter().map(|one| one.id.as_str()).collect()),
        ("sheet.aspects", pack.sheet.aspects.iter().map(|one| one.id.as_str()).collect()),
        ("tracks", pack.tracks.iter().map(|one| one.id.as_str()).collect()),
        ("consequences", pack.consequences.iter().map(|one| one.id.as_str()).collect()),
        ("npcs", pack.npcs.iter().map(|one| one.id.as_str()).collect()),
        ("examples", pack.examples.iter().map(|one| one.id.as_str()).collect()),
    ];
    for (path, list) in lists {
        if list.iter().collect::<BTreeSet<_>>().len() != list.len() {
            fault(path, message!("fate-pack-twice"));
        }
    }
    for (path, count) in [("skills.list", pack.skills.list.len()), ("tracks", pack.tracks.len())] {
        if !(1..=60).contains(&count) {
            fault(path, message!("fate-pack-number", least = 1, most = 60));
        }
    }
    if pack.consequences.len() > 8 {
        fault("consequences", message!("fate-pack-number", least = 0, most = 8));
    }
    let known = |skill: &str| pack.skill(skill).is_some();
    for (at, track) in pack.tracks.iter().enumerate() {
        if let Some(skill) = track.skill.as_ref().filter(|skill| !known(skill)) {
            fault(&format!("tracks[{at}].skill"), message!("fate-pack-unknown", id = skill));
        }
        if let Some(extra) = track.extra.as_ref().filter(|extra| pack.consequence(extra).is_none())
        {
            fault(&format!("tracks[{at}].extra"), message!("fate-pack-unknown", id = extra));
        }
        let steps = track.more.iter().map(|step| (step.boxes, &step.values));
        for (place, (boxes, values)) in
            std::iter::once((track.boxes, &track.values)).chain(steps).enumerate()
        {
            let path = match place {
                0 => format!("tracks[{at}]"),
                place => format!("tracks[{at}].more[{}]", place - 1),
            };
            if boxes > 30 {
                let reason = message!("fate-pack-number", least = 0, most = 30);
                fault(&format!("{path}.boxes"), reason);
            }
            // Boxes of many values can be marked in more ways than anyone would look through.
            if values.len() > 12 || values.iter().any(|value| !(1..=30).contains(value)) {
                fault(&format!("{path}.values"), message!("fate-pack-values"));
            }
        }
        if track.per_hit == Some(0) {
            let reason = message!("fate-pack-number", least = 1, most = 30);
            fault(&format!("tracks[{at}].per_hit"), reason);
        }
    }
    for (at, rule) in pack.consequences.iter().enumerate() {
        if !(1..=8).contains(&rule.boxes) {
            let reason = message!("fate-pack-number", least = 1, most = 8);
            fault(&format!("consequences[{at}].boxes"), reason);
        }
    }
    for (at, size) in pack.npcs.iter().enumerate() {
        let unknown = |slot: &&String| pack.consequence(slot).is_none();
        for (place, slot) in size.slots.iter().flatten().enumerate().filter(|(_, it)| unknown(it)) {
            let path = format!("npcs[{at}].slots[{place}]");
            fault(&path, message!("fate-pack-unknown", id = slot));
        }
        if size.boxes.is_some_and(|boxes| boxes > 30) {
            fault(&format!("npcs[{at}].boxes"), message!("fate-pack-number", least = 0, most = 30));
        }
    }
    let skilled: usize = pack.skills.pyramid.iter().map(|tier| usize::from(tier.count)).sum();
    if skilled > pack.skills.list.len() {
        fault(
            "skills.pyramid",
            message!("fate-pack-number", least = 0, most = pack.skills.list.len()),
        );
    }
    if !(1..=9).contains(&pack.options.victories) {
        fault("options.victories", message!("fate-pack-number", least = 1, most = 9));
    }
    for (at, example) in pack.examples.iter().enumerate() {
        for skill in example.character.skills.keys().filter(|skill| !known(skill)) {
            let path = format!("examples[{at}].character.skills.{skill}");
            fault(&path, message!("fate-pack-unknown", id = skill));
        }
    }
    if faults.is_empty() {
        crate::kernel::check_library(pack, &mut faults);
    }
    faults
}
