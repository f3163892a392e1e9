//! The pack: the table options and what extensions add, as data.

use serde::{Deserialize, Serialize};

use dice::Expr;

use super::{
    Amount, Attribute, Character, Example, Measure, Reckoning, Skill, TraitDraft, WeaponDraft,
};
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
    /// Weapons to choose from (T-60).
    #[serde(default)]
    pub weapons: Vec<WeaponDraft>,
    /// Things to carry (T-60).
    #[serde(default)]
    pub items: Vec<Item>,
    /// Places that change attributes (T-60).
    #[serde(default)]
    pub environments: Vec<Environment>,
    /// Resources beside hit points, willpower and cash (T-60).
    #[serde(default)]
    pub resources: Vec<Pool>,
}

/// Something to carry (T-07).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "TimelineItem", optional_fields))]
pub struct Item {
    /// What it is called.
    pub name: String,
    /// Where it is worn, or in what state it is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub place: String,
    /// What it weighs.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Amount>"))]
    pub load: Amount,
}

/// A place that changes attributes (T-60).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "TimelineEnvironment", optional_fields))]
pub struct Environment {
    /// Its id, for traits that are not touched by it.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// Percentage points it adds to attributes of everyone there; the card's sums are checked
    /// without them.
    #[serde(default)]
    pub percentages: Vec<(Attribute, Amount)>,
}

impl Environment {
    /// Whether its texts and numbers are within what may be typed.
    #[must_use]
    pub fn fits(&self) -> bool {
        let short = |text: &str| (1..=60).contains(&text.chars().count());
        let named = match &self.name {
            Term::Plain(text) => short(text),
            Term::PerLanguage { zh_hans, .. } => short(zh_hans),
        };
        let points = |(_, points): &(Attribute, Amount)| points.abs() <= Amount::whole(1000);
        named
            && short(&self.id)
            && self.percentages.len() <= 11
            && self.percentages.iter().all(points)
    }
}

/// A resource of an extension (T-60).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "TimelinePool", optional_fields))]
pub struct Pool {
    /// Its id, for the costs of skills.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// The most of it: an expression over `level` and the attributes.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub most: Expr,
    /// How much of it a new character has; all of it when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "string"))]
    pub starts: Option<Expr>,
}

impl Pool {
    /// The most a character can have of it.
    #[must_use]
    pub fn most(&self, one: &Character) -> Amount {
        reckoned(&self.most, one)
    }

    /// What a new character has of it.
    #[must_use]
    pub fn starts(&self, one: &Character) -> Amount {
        let most = self.most(one);
        self.starts.as_ref().map_or(most, |starts| reckoned(starts, one).min(most))
    }
}

fn reckoned(expr: &Expr, one: &Character) -> Amount {
    let measure = Measure::from(one);
    let at =
        Reckoning { impact: Amount::ZERO, actor: measure, target: measure, distance: Amount::ZERO };
    at.value(expr).unwrap_or_default().min(Amount::MOST)
}

impl Timeline {
    /// The dice of every check (T-11).
    pub const DICE: &str = "1d100";

    /// What is wrong with the pack, each with its path.
    #[must_use]
    pub(super) fn find_faults(&self) -> Vec<(String, Message)> {
        let mut faults = Vec::new();
        let mut bounds = |fits: bool, path: String| {
            if !fits {
                faults.push((path, message!("timeline-out-of-bounds")));
            }
        };
        for (place, skill) in self.skills.iter().enumerate() {
            bounds(skill.fits(), format!("skills[{place}]"));
        }
        for (place, one) in self.traits.iter().enumerate() {
            bounds(one.fits(), format!("traits[{place}]"));
        }
        for (place, one) in self.weapons.iter().enumerate() {
            bounds(one.fits(), format!("weapons[{place}]"));
        }
        for (place, one) in self.environments.iter().enumerate() {
            bounds(one.fits(), format!("environments[{place}]"));
        }
        for (place, one) in self.items.iter().enumerate() {
            let fits = (1..=500).contains(&one.name.chars().count())
                && one.place.chars().count() <= 100
                && (Amount::ZERO..=Amount::whole(1_000_000)).contains(&one.load);
            bounds(fits, format!("items[{place}]"));
        }
        for (place, one) in self.races.iter().enumerate() {
            let within = |amount: Amount| (Amount::ZERO..=super::card::MOST_SIZE).contains(&amount);
            bounds(within(one.adult_age) && within(one.standard_size), format!("races[{place}]"));
        }
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
            for (cost, at) in skill.costs.iter().zip(0..) {
                let known = |pool: &String| self.resources.iter().any(|one| one.id == *pool);
                if let Some(pool) = cost.pool.as_ref().filter(|pool| !known(pool)) {
                    let reason = message!("timeline-pack-no-pool", pool = pool);
                    faults.push((format!("skills[{place}].costs[{at}].pool"), reason));
                }
            }
        }
        for (place, one) in self.resources.iter().enumerate() {
            let at = Reckoning::plain(Amount::ZERO, 1, 1);
            let amounts = [Some(&one.most), one.starts.as_ref()];
            if amounts.into_iter().flatten().any(|amount| at.value(amount).is_none()) {
                let reason = message!("timeline-law-unreckonable");
                faults.push((format!("resources[{place}].most"), reason));
            }
        }
        for (place, one) in self.examples.iter().enumerate() {
            if let Err(refusal) = one.card(&self.races).check() {
                faults.push((format!("examples[{place}]"), refusal.what));
            }
        }
        for (place, one) in self.traits.iter().enumerate() {
            for (at, id) in one.unhindered.iter().enumerate() {
                if !self.environments.iter().any(|known| known.id == *id) {
                    let reason = message!("timeline-pack-no-environment", id = id);
                    faults.push((format!("traits[{place}].unhindered[{at}]"), reason));
                }
            }
        }
        faults
    }
}

/// A race: a name with two measures (T-01).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "TimelineRace"))]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "TimelineOptions"))]
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
    #[cfg_attr(feature = "ts", ts(optional))]
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
