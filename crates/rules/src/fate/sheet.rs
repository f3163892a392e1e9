//! What a sheet may hold before play (F-50).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::offers::BLANK;
use super::{
    Aspect, AspectKind, Deciding, Fate, NpcDraft, OfferBuilder, Place, StuntDraft, wording,
};
use crate::kernel::Decided;
use crate::{Audience, Id, Refusal, Term, message};

/// The most stunts of one character.
const STUNTS: usize = 20;

/// A character as written down before play (F-50).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateCharacterDraft"))]
pub struct CharacterDraft {
    /// What they are called.
    pub name: Term,
    /// Whether they are a player character.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub pc: bool,
    /// Their aspects.
    pub aspects: Vec<AspectDraft>,
    /// Ratings by skill id.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, number>"))]
    pub skills: BTreeMap<String, i64>,
    /// Their stunts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<StuntDraft>>"))]
    pub stunts: Vec<StuntDraft>,
    /// Pronouns, looks, anything worth knowing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub vitals: String,
    /// How big one of the host's characters is (F-54).
    #[serde(default, skip_serializing_if = "NpcDraft::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<NpcDraft>"))]
    pub npc: NpcDraft,
}

/// An aspect of a sheet as written down before play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateAspectDraft"))]
pub struct AspectDraft {
    /// The place on the sheet, by its id in the pack.
    pub slot: String,
    /// What it says.
    pub name: Term,
    /// Whether only the host sees it for now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub hidden: bool,
}

/// The skills are the pack's, and a player character's make the pyramid (F-50).
pub(super) fn check_skills(deciding: &Deciding, draft: &CharacterDraft) -> Decided {
    for (skill, rating) in &draft.skills {
        known_skill(deciding, skill)?;
        if !(-4..=12).contains(rating) {
            return Err(rating_bounds(deciding));
        }
    }
    if draft.pc && !fits_pyramid(deciding.pack, &draft.skills) {
        return Err(no_pyramid(deciding, &draft.skills));
    }
    Ok(())
}

/// Refuses a rating that is too low or too high.
pub(super) fn rating_bounds(deciding: &Deciding) -> Refusal {
    Refusal::new("F-50", message!("fate-rating-bounds", word = &deciding.pack.skills.name))
}

fn count(skills: &BTreeMap<String, i64>, rating: i64) -> usize {
    skills.values().filter(|one| **one == rating).count()
}

/// Whether skills make the pyramid (F-50).
pub(super) fn fits_pyramid(pack: &Fate, skills: &BTreeMap<String, i64>) -> bool {
    let tiers = &pack.skills.pyramid;
    tiers.iter().all(|tier| count(skills, tier.rating) == usize::from(tier.count))
        && skills
            .values()
            .all(|rating| *rating == 0 || tiers.iter().any(|tier| tier.rating == *rating))
}

/// Refuses skills that make no pyramid, and says what would.
pub(super) fn no_pyramid(deciding: &Deciding, skills: &BTreeMap<String, i64>) -> Refusal {
    let wanted: Vec<_> = deciding
        .pack
        .skills
        .pyramid
        .iter()
        .map(|tier| {
            let found = count(skills, tier.rating);
            message!("fate-tier", count = tier.count, rating = tier.rating, found = found)
        })
        .collect();
    Refusal::new("F-50", message!("fate-pyramid", word = &deciding.pack.skills.name))
        .instead(message!("fate-pyramid-wanted", tiers = wanted))
}

/// Refresh with so many stunts (F-50).
pub(super) fn refresh_with(deciding: &Deciding, stunts: usize) -> Result<i64, Refusal> {
    let sheet = &deciding.pack.sheet;
    let paid =
        i64::try_from(stunts.saturating_sub(usize::from(sheet.free_stunts))).unwrap_or(i64::MAX);
    let refresh = sheet.refresh.saturating_sub(paid);
    if stunts > STUNTS || refresh < sheet.least_refresh {
        return Err(Refusal::new(
            "F-50",
            message!("fate-too-many-stunts", least = sheet.least_refresh),
        ));
    }
    Ok(refresh)
}

/// The aspects of a sheet, checked (F-50).
pub(super) fn aspects(
    deciding: &mut Deciding,
    character: Id,
    draft: &CharacterDraft,
) -> Result<Vec<Aspect>, Refusal> {
    let slots = &deciding.pack.sheet.aspects;
    let mut filled = BTreeSet::new();
    let mut aspects = Vec::new();
    if draft.aspects.len() > 20 {
        return Err(Refusal::new("F-50", message!("fate-too-many", most = 20)));
    }
    for one in &draft.aspects {
        if !slots.iter().any(|slot| slot.id == one.slot) {
            return Err(Refusal::new("F-50", message!("fate-no-slot", slot = &one.slot)));
        }
        if !filled.insert(one.slot.as_str()) && draft.pc {
            return Err(Refusal::new("F-50", message!("fate-slot-twice", slot = &one.slot)));
        }
        if one.hidden {
            deciding.host()?;
        }
        aspects.push(Aspect {
            id: deciding.id(),
            name: Some(wording::term(&one.name)?),
            kind: AspectKind::Character { slot: one.slot.clone() },
            on: Place::Character(character),
            free: Vec::new(),
            seen: if one.hidden { Audience::Host } else { Audience::All },
        });
    }
    let missing = slots.iter().find(|slot| slot.required && !filled.contains(slot.id.as_str()));
    match missing {
        Some(slot) if draft.pc => {
            Err(Refusal::new("F-50", message!("fate-slot-missing", slot = &slot.name)))
        }
        _ => Ok(aspects),
    }
}

/// A skill of the pack.
pub(super) fn known_skill(deciding: &Deciding, id: &str) -> Decided {
    if deciding.pack.skill(id).is_some() {
        return Ok(());
    }
    let all: Vec<_> = deciding
        .pack
        .skills
        .list
        .iter()
        .map(|skill| message!("fate-word", word = &skill.name))
        .collect();
    Err(Refusal::new(
        "F-53",
        message!("fate-no-skill", skill = id, word = &deciding.pack.skills.name),
    )
    .instead(message!("fate-skills", skills = all)))
}

impl OfferBuilder<'_> {
    /// A sheet that could be played, its words still to be written.
    pub(super) fn blank_sheet(&self) -> CharacterDraft {
        let required = self.pack.sheet.aspects.iter().filter(|slot| slot.required);
        let tiers = self.pack.skills.pyramid.iter();
        let ratings = tiers.flat_map(|tier| (0..tier.count).map(|_| tier.rating));
        let skills = self.pack.skills.list.iter().map(|skill| skill.id.clone());
        CharacterDraft {
            name: BLANK.into(),
            pc: true,
            aspects: required
                .map(|slot| AspectDraft {
                    slot: slot.id.clone(),
                    name: BLANK.into(),
                    hidden: false,
                })
                .collect(),
            skills: skills.zip(ratings).collect(),
            stunts: Vec::new(),
            vitals: String::new(),
            npc: NpcDraft::default(),
        }
    }
}
