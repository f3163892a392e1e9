//! Weapons: amplifiers and firearms (T-45 … T-47).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::deciding::{Deciding, within};
use super::gear::{MOST_THINGS, tell_gained};
use super::telling::Telling;
use super::text::{NAME, SKILL};
use super::{Amount, Attribute, Effect, Event, State};
use crate::kernel::{Decided, typed};
use crate::{Id, Line, Message, Quote, Refusal, message};

/// The levels a weapon's efficiency is shown for (T-47).
pub const LEVELS: [u32; 10] = [1, 2, 5, 10, 15, 20, 30, 50, 75, 100];

/// A weapon someone carries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineWeapon"))]
pub struct Weapon {
    /// Which one.
    pub id: Id,
    /// What it is.
    #[serde(flatten)]
    pub draft: WeaponDraft,
    /// Rounds left in the magazine.
    pub rounds: u32,
}

/// What a weapon is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineWeaponDraft", optional_fields))]
#[schemars(deny_unknown_fields)]
pub struct WeaponDraft {
    /// Its name.
    pub name: String,
    /// Its kind and numbers.
    #[serde(flatten)]
    pub kind: WeaponKind,
    /// How far it reaches, in D; no bound when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<Amount>,
    /// What it weighs.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Amount>"))]
    pub load: Amount,
    /// What its hits do besides, with what is left of the act as `impact`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Effect>>"))]
    pub effects: Vec<Effect>,
    /// Anything special.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub note: String,
}

/// The kinds of weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineWeaponKind"))]
pub enum WeaponKind {
    /// Raises what its wielder does with one attribute (T-45).
    Amplifier {
        /// By how many percent.
        damage: Amount,
        /// The attribute it is used with.
        attribute: Attribute,
    },
    /// Uses its own numbers only (T-46).
    Firearm {
        /// Damage per shot.
        damage: Amount,
        /// Wind-up between shots, in T.
        windup: Amount,
        /// Rounds of a full magazine.
        magazine: u32,
        /// How long reloading takes, in T.
        reload: Amount,
    },
    /// Has no numbers of its own.
    Other,
}

impl WeaponDraft {
    /// Whether its numbers are within what may be typed.
    #[must_use]
    pub fn fits(&self) -> bool {
        let most = Amount::whole(1_000_000);
        let within = |amount: Amount, least: Amount| (least..=most).contains(&amount);
        let numbers = match &self.kind {
            WeaponKind::Amplifier { damage, .. } => within(*damage, Amount::whole(-100)),
            WeaponKind::Firearm { damage, windup, magazine, reload } => {
                within(*damage, Amount::ZERO)
                    && within(*windup, Amount::LEAST)
                    && within(*reload, Amount::ZERO)
                    && (1..=1_000_000).contains(magazine)
            }
            WeaponKind::Other => true,
        };
        numbers
            && within(self.load, Amount::ZERO)
            && self.range.is_none_or(|range| within(range, Amount::ZERO))
            && self.effects.len() <= 10
            && self.effects.iter().all(Effect::fits)
    }

    /// The same with its texts as they may be kept (B-15).
    ///
    /// # Errors
    /// When one cannot be read, or is too long.
    pub fn typed(&self) -> Result<Self, Refusal> {
        Ok(Self {
            name: typed::name(&self.name, NAME)?,
            kind: self.kind.clone(),
            range: self.range,
            load: self.load,
            effects: Effect::typed(&self.effects)?,
            note: typed::text(&self.note, SKILL)?,
        })
    }

    /// The rounds of a full magazine; none for what has no magazine.
    #[must_use]
    pub fn magazine(&self) -> u32 {
        match self.kind {
            WeaponKind::Firearm { magazine, .. } => magazine,
            _ => 0,
        }
    }

    /// What an impact becomes in the hand: amplified when the act uses the weapon's attribute
    /// (T-45).
    #[must_use]
    pub fn amplified(&self, impact: Amount, attribute: Attribute) -> Amount {
        match self.kind {
            WeaponKind::Amplifier { damage, attribute: own } if own == attribute => {
                impact.times(10_000 + damage.in_hundredths(), 10_000)
            }
            _ => impact,
        }
    }

    /// How much better the weapon is than bare hands of this strength; 1 is no advantage (T-47).
    #[must_use]
    pub fn efficiency(&self, strength: Amount) -> Option<Amount> {
        match &self.kind {
            WeaponKind::Amplifier { damage, .. } => Some(Amount::whole(1) + damage.times(1, 100)),
            WeaponKind::Firearm { damage, windup, magazine, reload } => {
                let hundredths = |amount: Amount| i128::from(amount.in_hundredths());
                let rounds = i128::from(*magazine);
                let time = hundredths(*windup) * rounds + hundredths(*reload);
                if time <= 0 || !strength.is_positive() || *damage < Amount::ZERO {
                    return None;
                }
                // The damage per T of a whole magazine over that of bare hands, strength / 20.
                let dealt = hundredths(*damage) * rounds * 2_000;
                // Time × strength beyond any number is beyond any damage.
                let measure = time.checked_mul(hundredths(strength));
                Some(measure.map_or(Amount::ZERO, |measure| Amount::ratio(dealt * 100, measure)))
            }
            WeaponKind::Other => None,
        }
    }

    /// The curve in words, for what has one.
    #[must_use]
    pub fn curve_words(&self) -> Option<Message> {
        let curve = self.efficiency_curve(&LEVELS);
        let firearm = matches!(self.kind, WeaponKind::Firearm { .. });
        let points = curve.iter().filter(|_| firearm).map(|(level, efficiency)| {
            message!("timeline-curve-point", level = *level, efficiency = *efficiency)
        });
        let points: Vec<Message> = points.collect();
        (!points.is_empty()).then(|| message!("timeline-curve", points = points))
    }

    /// Its efficiency in the hands of a standard character of each level (T-47).
    #[must_use]
    pub fn efficiency_curve(&self, levels: &[u32]) -> Vec<(u32, Amount)> {
        levels
            .iter()
            .filter_map(|level| Some((*level, self.efficiency(standard_strength(*level))?)))
            .collect()
    }
}

/// The strength of a standard character: ratio 500, strength 35 %, no age, no size (T-47).
#[must_use]
pub fn standard_strength(level: u32) -> Amount {
    Amount::hundredths(1_750 * i64::from(level))
}

/// Carries a weapon.
pub(super) fn add(deciding: &mut Deciding<'_>, who: Id, draft: &WeaponDraft) -> Decided {
    let own = deciding.own(who)?;
    if !deciding.before.options.weapons {
        return Err(Refusal::new("T-09", message!("timeline-no-weapons")));
    }
    within(own.weapons.len() < MOST_THINGS && draft.fits(), "T-45")?;
    let (draft, rounds) = (draft.typed()?, draft.magazine());
    let weapon = Weapon { id: deciding.id(), draft, rounds };
    deciding.push(Event::WeaponAdded { character: who, weapon });
    Ok(())
}

/// A new weapon is in hand at once.
pub(super) fn added(state: &mut State, who: Id, weapon: &Weapon) {
    state.change_character(who, |one| {
        one.wielded = Some(weapon.id);
        one.weapons.push(weapon.clone());
    });
}

pub(super) fn tell_added(telling: Telling<'_>, who: Id, weapon: &Weapon) -> Option<Line> {
    let name = telling.name(who)?;
    let own = telling.before.character(who);
    let strength = own.map_or(Amount::ZERO, |one| one.attribute(Attribute::Strength));
    let (draft, efficiency) = (&weapon.draft, weapon.draft.efficiency(strength));
    let Some(efficiency) = efficiency else {
        return tell_gained(telling, who, &draft.name);
    };
    let weapon = &draft.name;
    Some(
        message!("timeline-told-weapon", name = name, weapon = weapon, efficiency = efficiency)
            .into(),
    )
}

/// How good a weapon would be in standard hands (T-47).
pub(super) fn quote(state: &State, who: Id, draft: &WeaponDraft) -> Quote {
    let level = state.character(who).map_or(1, |one| one.card.level);
    let efficiency = draft.efficiency(standard_strength(level));
    let note = efficiency.map(|value| message!("timeline-quote-efficiency", efficiency = value));
    let notes = note.into_iter().chain(draft.curve_words()).collect();
    Quote { notes, ..Quote::default() }
}

/// Takes a weapon in hand, or none.
pub(super) fn wield(deciding: &mut Deciding<'_>, who: Id, weapon: Option<Id>) -> Decided {
    let own = deciding.own(who)?;
    if weapon.is_some_and(|weapon| own.weapon(weapon).is_none()) {
        return Err(Refusal::new("T-45", message!("timeline-no-weapon")));
    }
    deciding.push(Event::Wielded { character: who, weapon });
    Ok(())
}

pub(super) fn wielded(state: &mut State, who: Id, weapon: Option<Id>) {
    state.change_character(who, |one| one.wielded = weapon);
}

pub(super) fn tell_wielded(telling: Telling<'_>, who: Id, weapon: Option<Id>) -> Option<Line> {
    let name = telling.name(who)?;
    let message = match weapon.and_then(|id| telling.before.character(who)?.weapon(id)) {
        Some(own) => message!("timeline-told-wields", name = name, weapon = &own.draft.name),
        None => message!("timeline-told-unarmed", name = name),
    };
    Some(message.into())
}

pub(super) fn fired(state: &mut State, who: Id, weapon: Id, rounds: u32) {
    change_rounds(state, who, weapon, |one| one.rounds = one.rounds.saturating_sub(rounds));
}

pub(super) fn tell_fired(telling: Telling<'_>, who: Id, rounds: u32) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-fired", name = name, rounds = rounds).into())
}

pub(super) fn reloaded(state: &mut State, who: Id, weapon: Id) {
    change_rounds(state, who, weapon, |one| one.rounds = one.draft.magazine());
}

pub(super) fn tell_reloaded(telling: Telling<'_>, who: Id) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-reloaded", name = name).into())
}

/// Rounds weigh nothing: no number follows from them.
fn change_rounds(state: &mut State, who: Id, weapon: Id, change: impl FnOnce(&mut Weapon)) {
    if let Some(character) = state.characters.get_mut(&who) {
        let weapons = &mut Arc::make_mut(character).weapons;
        if let Some(weapon) = weapons.iter_mut().find(|one| one.id == weapon) {
            change(weapon);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weapon(kind: WeaponKind) -> WeaponDraft {
        WeaponDraft {
            name: "test".to_owned(),
            kind,
            range: None,
            load: Amount::ZERO,
            effects: Vec::new(),
            note: String::new(),
        }
    }

    fn pistol() -> WeaponDraft {
        weapon(WeaponKind::Firearm {
            damage: Amount::whole(35),
            windup: Amount::whole(3),
            magazine: 10,
            reload: Amount::whole(5),
        })
    }

    #[test]
    fn t45_an_amplifier_works_only_with_its_own_attribute() {
        let scalpel = weapon(WeaponKind::Amplifier {
            damage: Amount::whole(10),
            attribute: Attribute::Strength,
        });
        let check = |attribute, expected| {
            assert_eq!(scalpel.amplified(Amount::whole(100), attribute), Amount::whole(expected));
        };
        check(Attribute::Strength, 110);
        check(Attribute::Dexterity, 100);
        assert_eq!(pistol().amplified(Amount::whole(100), Attribute::Strength), Amount::whole(100));
    }

    #[test]
    fn t47_an_amplifier_is_as_efficient_as_its_damage() {
        let sword = weapon(WeaponKind::Amplifier {
            damage: Amount::whole(25),
            attribute: Attribute::Strength,
        });
        assert_eq!(sword.efficiency(Amount::whole(1)), Some(Amount::hundredths(125)));
        assert_eq!(weapon(WeaponKind::Other).efficiency(Amount::whole(100)), None);
    }

    #[test]
    fn t47_a_firearm_is_measured_over_magazine_and_reload_and_falls_with_level() {
        // 350 damage in 35 T is 10 per T; 175 strength gives 8.75 per T.
        assert_eq!(standard_strength(10), Amount::whole(175));
        let curve = pistol().efficiency_curve(&[10, 20, 40]);
        let shown: Vec<String> = curve.iter().map(|(_, at)| at.to_string()).collect();
        assert_eq!(shown, ["1.14", "0.57", "0.29"]);
        assert_eq!(pistol().efficiency(Amount::ZERO), None);
    }
}
