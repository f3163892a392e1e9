//! Whether a pack holds together (F-53).

use std::collections::BTreeSet;

use super::Fate;
use crate::{Message, message};

/// Where something is wrong in a pack, and what.
type Fault = (String, Message);

impl Fate {
    /// Everything that is wrong with the pack.
    pub(super) fn find_faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut fault = |path: &str, what: Message| faults.push((path.to_owned(), what));
        if let Some(name) = self.dice.roll.names().first() {
            fault("dice.roll", message!("fate-pack-names", name = *name));
        }
        let lists: [(&str, Vec<&str>); 5] = [
            ("skills.list", self.skills.list.iter().map(|one| one.id.as_str()).collect()),
            ("sheet.aspects", self.sheet.aspects.iter().map(|one| one.id.as_str()).collect()),
            ("tracks", self.tracks.iter().map(|one| one.id.as_str()).collect()),
            ("consequences", self.consequences.iter().map(|one| one.id.as_str()).collect()),
            ("examples", self.examples.iter().map(|one| one.id.as_str()).collect()),
        ];
        for (path, list) in lists {
            if list.iter().collect::<BTreeSet<_>>().len() != list.len() {
                fault(path, message!("fate-pack-twice"));
            }
        }
        for (path, count) in
            [("skills.list", self.skills.list.len()), ("tracks", self.tracks.len())]
        {
            if !(1..=60).contains(&count) {
                fault(path, message!("fate-pack-number", least = 1, most = 60));
            }
        }
        if self.consequences.len() > 8 {
            fault("consequences", message!("fate-pack-number", least = 0, most = 8));
        }
        let known = |skill: &str| self.skill(skill).is_some();
        for (at, track) in self.tracks.iter().enumerate() {
            if let Some(skill) = track.skill.as_ref().filter(|skill| !known(skill)) {
                fault(&format!("tracks[{at}].skill"), message!("fate-pack-unknown", id = skill));
            }
            if let Some(extra) =
                track.extra.as_ref().filter(|extra| self.consequence(extra).is_none())
            {
                fault(&format!("tracks[{at}].extra"), message!("fate-pack-unknown", id = extra));
            }
            if track.boxes > 30 || track.more.iter().any(|step| step.boxes > 30) {
                fault(
                    &format!("tracks[{at}].boxes"),
                    message!("fate-pack-number", least = 0, most = 30),
                );
            }
        }
        let skilled: usize = self.skills.pyramid.iter().map(|tier| usize::from(tier.count)).sum();
        if skilled > self.skills.list.len() {
            fault(
                "skills.pyramid",
                message!("fate-pack-number", least = 0, most = self.skills.list.len()),
            );
        }
        if !(1..=9).contains(&self.options.victories) {
            fault("options.victories", message!("fate-pack-number", least = 1, most = 9));
        }
        for (at, example) in self.examples.iter().enumerate() {
            if let Some(skill) = example.character.skills.keys().find(|skill| !known(skill)) {
                fault(
                    &format!("examples[{at}].character.skills"),
                    message!("fate-pack-unknown", id = skill),
                );
            }
        }
        faults
    }
}
