//! What follows from a card (T-05), in libm's arithmetic: the same bits on every machine.

use serde::{Deserialize, Serialize};

use super::{Amount, Attribute, Card};

/// What no factor falls below.
const FLOOR: f64 = 0.01;

/// Everything that follows from a card and what is carried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineDerived"))]
pub struct Derived {
    /// 能力.
    pub ability: Amount,
    /// 物理, before age.
    pub physical: Amount,
    /// 思维, before age.
    pub mental: Amount,
    /// What age does to the body.
    pub physical_age: Amount,
    /// What age does to the mind.
    pub mental_age: Amount,
    /// What size does to constitution and strength.
    pub size: Amount,
    /// What the load does to dexterity.
    pub load: Amount,
    /// Physical after age.
    pub revised_physical: Amount,
    /// Mental after age.
    pub revised_mental: Amount,
    /// How much can be carried; it does not grow with level.
    pub capacity: Amount,
    /// How much is carried.
    pub carried: Amount,
    /// Whether so much is carried that the character cannot act.
    pub overloaded: bool,
    /// The eleven attributes, in the order of [`Attribute::ALL`], before buffs.
    pub attributes: [Amount; 11],
    /// 体力 when unhurt: whole.
    pub hit_points: Amount,
    /// 意志 when unhurt.
    pub willpower: Amount,
    /// The cash a character starts with.
    pub cash: Amount,
    /// What is added to the role-play score in negotiations.
    pub negotiation: Amount,
}

impl Derived {
    /// Everything that follows from a card whose bearer carries `carried`. `extra` are percentage
    /// points that traits and environments add after the card was checked (T-08).
    #[must_use]
    pub fn of(card: &Card, carried: Amount, extra: &[Amount; 11]) -> Self {
        let level = f64::from(card.level);
        let ability = level * 100.0;
        let physical = ability - f64::from(card.ratio) * level / 10.0;
        let mental = ability - physical;
        let (physical_age, mental_age) = ages(card.age, card.adult_age);
        let size = if card.standard_size.is_positive() {
            let ratio = card.size.to_f64() / card.standard_size.to_f64();
            (libm::log(ratio) + 1.0).max(FLOOR)
        } else {
            1.0
        };
        let revised_physical = physical * physical_age;
        let revised_mental = mental * mental_age;
        let percent = |attribute: Attribute| {
            (card.percentage(attribute) + extra[attribute.index()]).max(Amount::ZERO).to_f64()
        };
        let body = |attribute| revised_physical * percent(attribute) / 100.0 * size;
        let (constitution, strength) = (body(Attribute::Constitution), body(Attribute::Strength));
        let capacity = strength * 10.0 / level;
        let weight = carried.to_f64();
        let load = if capacity > 0.0 {
            let full = weight / capacity;
            (1.0 - full * full).max(FLOOR)
        } else if weight > 0.0 {
            FLOOR
        } else {
            1.0
        };
        let attribute = |attribute: Attribute| match attribute {
            Attribute::Constitution => constitution,
            Attribute::Strength => strength,
            Attribute::Dexterity => revised_physical * percent(attribute) / 100.0 * load,
            _ => revised_mental * percent(attribute) / 100.0,
        };
        let attributes = Attribute::ALL.map(|one| Amount::nearest(attribute(one)));
        let capacity = Amount::nearest(capacity);
        Self {
            ability: Amount::nearest(ability),
            physical: Amount::nearest(physical),
            mental: Amount::nearest(mental),
            physical_age: Amount::nearest(physical_age),
            mental_age: Amount::nearest(mental_age),
            size: Amount::nearest(size),
            load: Amount::nearest(load),
            revised_physical: Amount::nearest(revised_physical),
            revised_mental: Amount::nearest(revised_mental),
            overloaded: carried > capacity,
            capacity,
            carried,
            hit_points: Amount::whole(libm::rint(constitution) as i64),
            willpower: attributes[Attribute::Willpower.index()],
            cash: cash(card.assets),
            negotiation: negotiation(card, mental / physical),
            attributes,
        }
    }

    /// An attribute before buffs.
    #[must_use]
    pub fn attribute(&self, attribute: Attribute) -> Amount {
        self.attributes[attribute.index()]
    }
}

/// What age does to the body and to the mind (T-05).
fn ages(age: Amount, adult: Amount) -> (f64, f64) {
    if !adult.is_positive() {
        return (1.0, 1.0);
    }
    let (age, adult) = (age.to_f64(), adult.to_f64());
    let angle = libm::log(age / (adult * 1.5));
    // Past half a turn the cosine would rise again; the very old and the very young stay weak.
    let physical = if libm::fabs(angle) > std::f64::consts::PI {
        FLOOR
    } else {
        (libm::cos(angle) + 0.12).max(FLOOR)
    };
    let mental = (libm::log10(age / adult) + 0.8).max(FLOOR);
    (physical, mental)
}

/// Assets⁴ / 10⁴ with the sign of the assets, exact (T-05).
fn cash(assets: Amount) -> Amount {
    let hundredths = i128::from(assets.in_hundredths());
    let square = hundredths * hundredths;
    // (h / 100)⁴ / 10⁴ in hundredths is h⁴ / 10¹⁰.
    Amount::ratio(square * square * hundredths.signum(), 10_000_000_000)
}

/// The negotiation bonus (T-05); two negative brackets stay negative.
fn negotiation(card: &Card, mental_to_physical: f64) -> Amount {
    let knowledge = card.percentage(Attribute::Literature)
        + card.percentage(Attribute::Arts)
        + card.percentage(Attribute::Intelligence);
    let mind = libm::log10(mental_to_physical) + 1.0;
    let charm = libm::log(card.appearance.to_f64() / 50.0) + 1.0;
    let bonus = knowledge.to_f64() * mind * charm;
    Amount::nearest(if mind < 0.0 && charm < 0.0 { -bonus } else { bonus })
}
