//! Characters of mist games in and out.

use rules::mist::{BroughtTheme, CharacterPart, Command, Holder, Part, ThemeDraft, ThemePart};
use rules::{Id, SeatId, Term, View, message};
use serde::{Deserialize, Serialize};

use super::{Plan, Step, command, spoken};

/// What is on the sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// What they are called.
    pub name: Term,
    /// Their themes, as they have grown.
    pub themes: Vec<BroughtTheme>,
    /// Their story tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Term>,
    /// Their statuses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub statuses: Vec<Status>,
    /// Evolution marked so far.
    #[serde(default)]
    pub evolution: u32,
}

/// A status of theirs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Status {
    /// What it says.
    pub name: Term,
    /// Its tier.
    pub tier: u8,
}

fn characters(view: &View<Part>) -> impl Iterator<Item = &CharacterPart> {
    let order = view.values().find_map(|part| match part {
        Part::Scene(part) => Some(part.characters.as_slice()),
        _ => None,
    });
    let order = order.unwrap_or_default();
    let mut all: Vec<&CharacterPart> = view
        .values()
        .filter_map(|part| match part {
            Part::Character(part) => Some(&**part),
            _ => None,
        })
        .collect();
    all.sort_by_key(|part| order.iter().position(|id| *id == part.id));
    all.into_iter()
}

/// Everyone in sight, oldest first.
pub(super) fn names(view: &View<Part>) -> Vec<(Id, String)> {
    let here = characters(view).filter(|part| !part.left);
    here.map(|part| (part.id, spoken(&part.name))).collect()
}

pub(super) fn sheet(view: &View<Part>, id: Id) -> Option<Sheet> {
    let CharacterPart { name, themes, tags, statuses, evolution, .. } =
        characters(view).find(|part| part.id == id)?;
    let statuses = statuses.iter();
    Some(Sheet {
        name: name.clone(),
        themes: themes.iter().map(theme).collect(),
        tags: tags.iter().map(|tag| tag.name.clone()).collect(),
        statuses: statuses.map(|it| Status { name: it.name.clone(), tier: it.tier }).collect(),
        evolution: *evolution,
    })
}

fn theme(part: &ThemePart) -> BroughtTheme {
    let tags = part.powers.iter().chain(&part.weaknesses).enumerate();
    let burnt = tags.filter(|(_, tag)| tag.burnt);
    BroughtTheme {
        theme: ThemeDraft {
            kind: part.kind,
            title: part.title.clone(),
            motive: part.motive.clone(),
            powers: part.powers.iter().map(|tag| tag.name.clone()).collect(),
            weaknesses: part.weaknesses.iter().map(|tag| tag.name.clone()).collect(),
            nascent: part.nascent,
        },
        improve: part.improve,
        decay: part.decay,
        growths: part.growths,
        burnt: burnt.filter_map(|(place, _)| u8::try_from(place).ok()).collect(),
    }
}

/// Story tags and statuses are the host's to give; a player's are listed.
pub(super) fn plan(sheet: Sheet, seat: Option<SeatId>) -> Plan {
    let Sheet { name: called, themes, tags, statuses, evolution } = sheet;
    let make = Command::BringCharacter { name: called, themes, evolution, seat };
    let tags = tags.into_iter().map(|tag| -> Step {
        let what = message!("character-story-tag", name = &tag);
        let add = move |id| {
            let (on, name) = (Holder::Character(id), spoken(&tag));
            command(&Command::AddTag { on, name, hidden: false })
        };
        (what, Box::new(add))
    });
    let statuses = statuses.into_iter().map(|status| -> Step {
        let what = message!("character-status", name = &status.name, tier = status.tier);
        let gain = move |id| {
            command(&Command::GainStatus {
                on: Holder::Character(id),
                name: spoken(&status.name),
                tier: status.tier,
                onto: None,
                against: None,
                hidden: false,
            })
        };
        (what, Box::new(gain))
    });
    Plan { make: command(&make), then: tags.chain(statuses).collect() }
}
