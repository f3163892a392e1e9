//! The pack: the table options and what extensions add, as data.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Amount, Example, Skill, TraitDraft};
use crate::{Message, Term, message};

/// Time Line with its pack loaded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timeline {
    /// Always `timeline`.
    pub family: String,
    /// The variant's id.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// What it is, in a sentence.
    pub blurb: Term,
    /// Where its rules come from, with thanks.
    pub credit: Term,
    /// How a new table plays.
    #[serde(default)]
    pub options: Options,
    /// Races to choose from (T-01).
    #[serde(default)]
    pub races: Vec<Race>,
    /// Characters to start from (T-01).
    #[serde(default)]
    pub examples: Vec<Example>,
    /// Skills to choose from (T-51, T-60).
    #[serde(default)]
    pub skills: Vec<Skill>,
    /// Traits to choose from (T-51, T-60).
    #[serde(default)]
    pub traits: Vec<TraitDraft>,
}

impl Timeline {
    /// The dice of every check (T-11).
    pub const DICE: &str = "1d100";

    /// What is wrong with the pack, each with its path.
    #[must_use]
    pub fn faults(&self) -> Vec<(String, Message)> {
        let mut faults = Vec::new();
        for (place, skill) in self.skills.iter().enumerate() {
            for verdict in skill.verdicts() {
                if let Some(change) = verdict.change {
                    let reason = message!(
                        "timeline-law-refused",
                        name = &skill.name,
                        law = verdict.law,
                        reason = verdict.reason,
                        change = change
                    );
                    faults.push((format!("skills[{place}]"), reason));
                }
            }
        }
        for (place, one) in self.examples.iter().enumerate() {
            if let Err(refusal) = one.card(&self.races).check() {
                faults.push((format!("examples[{place}]"), refusal.what));
            }
        }
        for (place, one) in self.traits.iter().enumerate() {
            if !one.fits() {
                faults.push((format!("traits[{place}]"), message!("timeline-out-of-bounds")));
            }
        }
        faults
    }
}

/// A race: a name with two measures (T-01).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "TimelineRace")]
pub struct Race {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// When it is grown up; nothing for one that never is.
    #[serde(default)]
    pub adult_age: Amount,
    /// How large it usually is; nothing for one that varies.
    #[serde(default)]
    pub standard_size: Amount,
}

/// What a table may decide for itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
#[ts(rename = "TimelineOptions")]
pub struct Options {
    /// Whether weapons are allowed (T-09).
    pub weapons: bool,
    /// Whether traits are allowed (T-09).
    pub traits: bool,
    /// Whether skills are allowed (T-09).
    pub skills: bool,
    /// Whether dice are rolled; without, rates are shown and the host rules (T-09).
    pub dice: bool,
    /// Whether only the host sets levels (T-01).
    pub host_sets_levels: bool,
    /// Whether only the host sets target numbers and scores role-play (T-10, T-14).
    pub host_sets_target: bool,
    /// Whether everyone sees what is declared (T-21).
    pub open_declarations: bool,
    /// Whether time flows by itself once everyone has declared (T-23).
    pub auto_flow: bool,
    /// How far bare hands reach, in D; no bound when absent (T-30).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub unarmed_reach: Option<Amount>,
    /// Whether hit points refill when a fight ends (T-15).
    pub refill_after_fight: bool,
    /// Whether a night's rest restores a fifth of the willpower (T-15).
    pub night_rest: bool,
    /// Whether medicine checks restore hit points and willpower (T-15).
    pub medicine: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            weapons: true,
            traits: true,
            skills: true,
            dice: true,
            host_sets_levels: true,
            host_sets_target: false,
            open_declarations: false,
            auto_flow: false,
            unarmed_reach: None,
            refill_after_fight: false,
            night_rest: true,
            medicine: true,
        }
    }
}
