//! A character: a card, what is derived from it, and what play has done to it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::buff::buffed;
use super::modifier::modified;
use super::{
    Amount, Attribute, Buff, BuffDraft, Card, Derived, Environment, KnownSkill, Modifier, Trait,
    Weapon,
};
use crate::{Audience, Id, Message, SeatId, Viewer, message};

/// What can be lost and won back in a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineResource"))]
pub enum Resource {
    /// 体力.
    HitPoints,
    /// 意志.
    Willpower,
}

impl Resource {
    /// Both.
    pub const ALL: [Self; 2] = [Self::HitPoints, Self::Willpower];

    /// What it is called.
    #[must_use]
    pub fn name(self) -> Message {
        match self {
            Self::HitPoints => message!("timeline-hit-points"),
            Self::Willpower => message!("timeline-willpower"),
        }
    }
}

/// Something carried (T-07).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineBelonging"))]
pub struct Belonging {
    /// Which one.
    pub id: Id,
    /// Where it is, or in what state.
    pub place: String,
    /// What it is.
    pub text: String,
    /// What it weighs; 10 is about a kilogram.
    pub load: Amount,
}

/// Income or spending (T-05).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineLedgerEntry"))]
pub struct LedgerEntry {
    /// How much; negative when spent.
    pub amount: Amount,
    /// What for.
    #[serde(default)]
    pub purpose: String,
    /// When.
    #[serde(default)]
    pub time: String,
    /// Where.
    #[serde(default)]
    pub place: String,
}

/// A character in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Character {
    /// Which one.
    pub id: Id,
    /// The seat that plays them; the host when absent.
    pub seat: Option<SeatId>,
    /// Who may see them.
    pub seen: Audience,
    /// What was filled in.
    pub card: Card,
    /// What follows from it.
    pub derived: Derived,
    /// The eleven attributes after buffs.
    pub attributes: [Amount; 11],
    /// What is left of the hit points.
    pub hit_points: Amount,
    /// What is left of the willpower.
    pub willpower: Amount,
    /// What can never be won back of each resource.
    pub scars: [Amount; 2],
    /// What is left of an extension's pools (T-60).
    pub pools: BTreeMap<String, Amount>,
    /// Another's card, used at their own level.
    pub assumed: Option<Box<Card>>,
    /// Percentage points that the environment adds.
    pub placed: [Amount; 11],
    /// Percentage points that skills have moved for now.
    pub shifted: [Amount; 11],
    /// Whose skill called them, if they are a body and not a person.
    pub summoned: Option<Id>,
    /// Whether hit points or willpower are at nothing (T-31).
    pub dead: bool,
    /// The cash at hand.
    pub cash: Amount,
    /// Income and spending, oldest first.
    pub ledger: Vec<LedgerEntry>,
    /// What is carried besides weapons.
    pub belongings: Vec<Belonging>,
    /// A load that was given as a plain number.
    pub other_load: Amount,
    /// The weapons.
    pub weapons: Vec<Weapon>,
    /// The weapon in hand.
    pub wielded: Option<Id>,
    /// Always-on properties.
    pub traits: Vec<Trait>,
    /// Buffs.
    pub buffs: Vec<Buff>,
    /// Damage and healing modifiers.
    pub modifiers: Vec<Modifier>,
    /// Skills.
    pub skills: Vec<KnownSkill>,
}

impl Character {
    /// A new character, unhurt, with the cash of its assets.
    #[must_use]
    pub fn new(
        id: Id,
        seat: Option<SeatId>,
        seen: Audience,
        card: Card,
        other_load: Amount,
    ) -> Self {
        let derived = Derived::of(&card, other_load, &Default::default());
        let mut character = Self {
            id,
            seat,
            seen,
            attributes: derived.attributes,
            hit_points: derived.hit_points,
            willpower: derived.willpower,
            scars: Default::default(),
            pools: BTreeMap::new(),
            assumed: None,
            placed: Default::default(),
            shifted: Default::default(),
            summoned: None,
            dead: false,
            cash: derived.cash,
            ledger: Vec::new(),
            belongings: Vec::new(),
            other_load,
            weapons: Vec::new(),
            wielded: None,
            traits: Vec::new(),
            buffs: Vec::new(),
            modifiers: Vec::new(),
            skills: Vec::new(),
            card,
            derived,
        };
        character.derive(None);
        character
    }

    /// Works everything out again after the card, load, traits, buffs or the environment changed.
    /// Current hit points and willpower are held to their new most, never raised (T-06).
    pub fn derive(&mut self, environment: Option<&Environment>) {
        let unhindered = |one: &Environment| {
            let traits = &mut self.traits.iter();
            traits.any(|own| own.draft.unhindered.contains(&one.id))
        };
        let around = environment.filter(|one| !unhindered(one));
        self.placed = [Amount::ZERO; 11];
        for (attribute, points) in around.into_iter().flat_map(|one| &one.percentages) {
            self.placed[attribute.index()] += *points;
        }
        let mut extra = self.shifted;
        for (sum, points) in extra.iter_mut().zip(self.placed) {
            *sum += points;
        }
        for (attribute, points) in self.traits.iter().flat_map(|one| &one.draft.percentages) {
            extra[attribute.index()] += *points;
        }
        let card = Card { level: self.card.level, ..self.worn().clone() };
        self.derived = Derived::of(&card, self.carried(), &extra);
        self.attributes = Attribute::ALL.map(|attribute| self.buffed(attribute).0);
        self.hit_points = self.hit_points.min(self.most(Resource::HitPoints));
        self.willpower = self.willpower.min(self.most(Resource::Willpower));
    }

    /// The card that counts: their own, or the one they have for now.
    #[must_use]
    pub fn worn(&self) -> &Card {
        self.assumed.as_deref().unwrap_or(&self.card)
    }

    /// What is left of a pool.
    #[must_use]
    pub fn in_pool(&self, id: &str) -> Amount {
        self.pools.get(id).copied().unwrap_or_default()
    }

    /// Whether the wounds they deal to someone cannot be healed (T-08).
    #[must_use]
    pub fn wounds_stay(&self, target: &Character) -> bool {
        self.traits.iter().any(|one| match &one.draft.unhealable_except {
            Some(race) => race.is_empty() || *race != target.card.race,
            None => false,
        })
    }

    /// All that is carried.
    #[must_use]
    pub fn carried(&self) -> Amount {
        let weapons: Amount = self.weapons.iter().map(|weapon| weapon.draft.load).sum();
        let belongings: Amount = self.belongings.iter().map(|belonging| belonging.load).sum();
        self.other_load + weapons + belongings
    }

    /// An attribute after buffs.
    #[must_use]
    pub fn attribute(&self, attribute: Attribute) -> Amount {
        self.attributes[attribute.index()]
    }

    /// An attribute after buffs, and how it was worked out if a buff touches it (T-40).
    #[must_use]
    pub fn buffed(&self, attribute: Attribute) -> (Amount, Option<String>) {
        let of_traits = self.traits.iter().flat_map(|one| &one.draft.buffs);
        let buffs = self.buffs.iter().map(|buff| &buff.draft).chain(of_traits);
        buffed(self.derived.attribute(attribute), attribute, self.card.level, buffs)
    }

    /// What is left of a resource.
    #[must_use]
    pub fn left(&self, resource: Resource) -> Amount {
        match resource {
            Resource::HitPoints => self.hit_points,
            Resource::Willpower => self.willpower,
        }
    }

    /// The most a resource can be (T-05, T-08).
    #[must_use]
    pub fn most(&self, resource: Resource) -> Amount {
        let of_traits: Amount = self.traits.iter().map(|one| one.draft.most(resource)).sum();
        let own = match resource {
            Resource::HitPoints => self.derived.hit_points,
            Resource::Willpower => self.derived.willpower,
        };
        (own + of_traits - self.scars[resource as usize]).max(Amount::ZERO)
    }

    /// Sets what is left of a resource, between nothing and the most. At nothing they die (T-31).
    pub fn set(&mut self, resource: Resource, to: Amount) {
        let to = to.min(self.most(resource)).max(Amount::ZERO);
        match resource {
            Resource::HitPoints => self.hit_points = to,
            Resource::Willpower => self.willpower = to,
        }
        self.dead = self.hit_points == Amount::ZERO || self.willpower == Amount::ZERO;
    }

    /// What a change of a resource really is after the modifiers (T-41).
    #[must_use]
    pub fn modified(
        &self,
        change: Amount,
        resource: Resource,
        damage_type: Option<&str>,
    ) -> (Amount, Option<String>) {
        if self.modifiers.is_empty() {
            return (change, None);
        }
        let modifiers = self.modifiers.iter().map(|one| &one.draft);
        modified(change, resource, damage_type, self.card.level, modifiers)
    }

    /// A weapon by its id.
    #[must_use]
    pub fn weapon(&self, id: Id) -> Option<&Weapon> {
        self.weapons.iter().find(|weapon| weapon.id == id)
    }

    /// The weapon in hand.
    #[must_use]
    pub fn in_hand(&self) -> Option<&Weapon> {
        self.wielded.and_then(|id| self.weapon(id))
    }

    /// Whether a viewer may see this character at all; views, lines and refusals ask here.
    #[must_use]
    pub fn sees(&self, viewer: Viewer) -> bool {
        self.owned(viewer) || self.seen.sees(viewer)
    }

    /// Whether a viewer plays this character; the host plays all.
    #[must_use]
    pub fn owned(&self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Host => true,
            Viewer::Player(seat) => self.seat == Some(seat),
            Viewer::Spectator => false,
        }
    }

    /// The character's buffs, those of traits included.
    pub fn all_buffs(&self) -> impl Iterator<Item = &BuffDraft> {
        let of_traits = self.traits.iter().flat_map(|one| &one.draft.buffs);
        self.buffs.iter().map(|buff| &buff.draft).chain(of_traits)
    }
}
