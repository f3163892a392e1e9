//! Traits: always-on properties (T-08).

use serde::{Deserialize, Serialize};

use super::deciding::{Deciding, within};
use super::gear::{MOST_THINGS, tell_gained};
use super::telling::Telling;
use super::text::{CARD, NAME, TRAIT, optional_name};
use super::{Amount, Attribute, BuffDraft, Claim, Effect, Event, Resource, State, claim};
use crate::kernel::{Decided, typed};
use crate::{Id, Line, Refusal, message};

/// An always-on property of a character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineTrait"))]
pub struct Trait {
    /// Which one.
    pub id: Id,
    /// What it is.
    #[serde(flatten)]
    pub draft: TraitDraft,
}

/// What a trait is: words, and optionally numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineTraitDraft", optional_fields))]
#[schemars(deny_unknown_fields)]
pub struct TraitDraft {
    /// Its name.
    pub name: String,
    /// What it means.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub text: String,
    /// Percentage points added to attributes; the card's sums are checked without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<(Attribute, Amount)>>"))]
    pub percentages: Vec<(Attribute, Amount)>,
    /// Buffs it gives.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<BuffDraft>>"))]
    pub buffs: Vec<BuffDraft>,
    /// What it adds to the most hit points.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Amount>"))]
    pub hit_points: Amount,
    /// What it adds to the most willpower.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Amount>"))]
    pub willpower: Amount,
    /// Whether its bearer knows what everyone has declared (T-21).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub insight: bool,
    /// Wounds its bearer deals cannot be healed, save on those of this race; nobody is spared when
    /// it is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unhealable_except: Option<String>,
    /// Whether its bearer may use the card of anyone they have met, at their own level.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub assumes: bool,
    /// Environments that do not touch its bearer, by id (T-60).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub unhindered: Vec<String>,
    /// Whether it is only told: the table says what comes of it (T-51).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub told: bool,
    /// What happens of itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Trigger>>"))]
    pub triggers: Vec<Trigger>,
}

/// Something that happens of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineTrigger"))]
pub struct Trigger {
    /// When.
    pub when: Occasion,
    /// What.
    pub then: Boon,
}

/// When a trigger fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineOccasion"))]
pub enum Occasion {
    /// Someone dies by their hand.
    Kill,
    /// They are alive when a fight ends.
    Victory,
    /// They lose hit points or willpower in a fight, and live.
    Hurt,
}

/// What a trigger does for its bearer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineBoon"))]
pub enum Boon {
    /// Everything is as if unhurt.
    Restore,
    /// Hit points come back.
    HitPoints(Amount),
    /// Willpower comes back.
    Willpower(Amount),
    /// The level rises.
    Level(u32),
    /// Parts of skills, worked on its bearer; `impact` is what they lost.
    Effects(Vec<Effect>),
}

impl Trigger {
    fn typed(&self) -> Result<Self, Refusal> {
        let then = match &self.then {
            Boon::Effects(effects) => Boon::Effects(Effect::typed(effects)?),
            Boon::Restore | Boon::HitPoints(_) | Boon::Willpower(_) | Boon::Level(_) => {
                self.then.clone()
            }
        };
        Ok(Self { when: self.when, then })
    }
}

impl TraitDraft {
    /// Whether its numbers are within what may be typed.
    #[must_use]
    pub fn fits(&self) -> bool {
        let most = Amount::whole(1_000_000);
        let within = |amount: Amount| amount.abs() <= most;
        self.percentages.len() <= 11
            && self.percentages.iter().all(|(_, points)| points.abs() <= Amount::whole(1000))
            && self.buffs.len() <= 20
            && self.buffs.iter().all(BuffDraft::fits)
            && within(self.hit_points)
            && within(self.willpower)
            && self.triggers.len() <= 10
            && self.unhindered.len() <= 20
            && self.triggers.iter().all(|trigger| match &trigger.then {
                Boon::HitPoints(amount) | Boon::Willpower(amount) => {
                    *amount >= Amount::ZERO && within(*amount)
                }
                Boon::Level(levels) => *levels <= 100,
                Boon::Restore => true,
                // When the fight is over there is nothing left for a part to work on.
                Boon::Effects(effects) => {
                    trigger.when != Occasion::Victory
                        && effects.len() <= 20
                        && effects.iter().all(|one| one.fits() && !one.needs_target())
                }
            })
    }

    /// The same with its texts as they may be kept (B-15).
    ///
    /// # Errors
    /// When one cannot be read, or is too long.
    pub fn typed(&self) -> Result<Self, Refusal> {
        let spared = self.unhealable_except.as_ref();
        Ok(Self {
            name: typed::name(&self.name, NAME)?,
            text: typed::text(&self.text, TRAIT)?,
            buffs: self.buffs.iter().map(BuffDraft::typed).collect::<Result<_, _>>()?,
            unhealable_except: spared.map(|race| optional_name(race, CARD)).transpose()?,
            unhindered: {
                let ids = self.unhindered.iter().map(|id| typed::name(id, NAME));
                ids.collect::<Result<_, _>>()?
            },
            triggers: self.triggers.iter().map(Trigger::typed).collect::<Result<_, _>>()?,
            percentages: self.percentages.clone(),
            hit_points: self.hit_points,
            willpower: self.willpower,
            insight: self.insight,
            assumes: self.assumes,
            told: self.told,
        })
    }

    /// Whether it does anything in numbers, or lets its bearer do what others cannot.
    fn has_numbers(&self) -> bool {
        let words = Self {
            name: self.name.clone(),
            text: self.text.clone(),
            told: self.told,
            ..Self::default()
        };
        *self != words
    }

    /// What it adds to the most of a resource.
    #[must_use]
    pub fn most(&self, resource: Resource) -> Amount {
        match resource {
            Resource::HitPoints => self.hit_points,
            Resource::Willpower => self.willpower,
        }
    }
}

/// Gives a trait.
pub(super) fn add(deciding: &mut Deciding<'_>, who: Id, draft: &TraitDraft) -> Decided {
    let own = deciding.own(who)?;
    if !deciding.before.options.traits {
        return Err(Refusal::new("T-09", message!("timeline-no-traits")));
    }
    within(own.traits.len() < MOST_THINGS && draft.fits(), "T-08")?;
    let given = Trait { draft: draft.typed()?, id: deciding.id() };
    // Words are the player's own; numbers count with the host's nod.
    let (named, thing) = (given.draft.has_numbers(), given.id);
    let known = deciding.pack.traits.contains(&given.draft);
    deciding.push(Event::TraitAdded { character: who, given });
    if named && !known {
        claim::mark(deciding, Claim::Thing { character: who, thing });
    }
    Ok(())
}

pub(super) fn added(state: &mut State, who: Id, given: &Trait) {
    state.change_character(who, |one| one.traits.push(given.clone()));
}

pub(super) fn tell_added(telling: Telling<'_>, who: Id, given: &Trait) -> Option<Line> {
    tell_gained(telling, who, &given.draft.name)
}
