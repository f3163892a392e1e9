//! A character: a card, what is derived from it, and what play has done to it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::buff::buffed;
use super::deciding::{Deciding, within};
use super::gear::MOST_LOAD;
use super::modifier::modified;
use super::telling::Telling;
use super::{
    Amount, Attribute, Belonging, Buff, BuffDraft, Card, Claim, Derived, Environment, Event,
    KnownSkill, LedgerEntry, Modifier, Options, Resource, State, Trait, Weapon,
};
use super::{claim, muster, name};
use crate::kernel::Decided;
use crate::ruleset::meant;
use crate::{
    Audience, Id, Line, MOST_CHARACTERS_OF_A_SEAT, Numbers, Refusal, Seat, SeatId, Viewer, message,
};

/// The most characters of a table: as many as can fight at once.
const MOST_CHARACTERS: usize = super::fight::MOST_FIGHTERS;

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
        character.derive(None, false);
        character
    }

    /// Works everything out again after the card, load, traits, buffs or the environment changed.
    /// Current hit points and willpower stay as they are (T-06), except at tables that hold them
    /// to their most silently.
    pub fn derive(&mut self, environment: Option<&Environment>, holds: bool) {
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
        if holds {
            self.hit_points = self.hit_points.min(self.most(Resource::HitPoints));
            self.willpower = self.willpower.min(self.most(Resource::Willpower));
        }
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
        buffed(self.derived.attribute(attribute), attribute, self.card.level, self.all_buffs())
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

    /// Sets what is left of a resource. At nothing they die (T-31).
    pub fn set(&mut self, resource: Resource, to: Amount, holds: bool) {
        let most = if holds { self.most(resource) } else { to };
        let to = to.min(most).max(Amount::ZERO);
        let other = match resource {
            Resource::HitPoints => {
                self.hit_points = to;
                self.willpower
            }
            Resource::Willpower => {
                self.willpower = to;
                self.hit_points
            }
        };
        // One who never had any of the other is not killed by its most.
        self.dead = to == Amount::ZERO || (other == Amount::ZERO && (self.dead || holds));
    }

    /// How far a gain may bring a resource (T-06): to any height, unless the table caps it or part
    /// of it can never be won back.
    pub(super) fn ceiling(&self, resource: Resource, before: Amount, options: &Options) -> Amount {
        let bound = options.cap != Some(false) || self.scars[resource as usize].is_positive();
        if bound { self.most(resource).max(before) } else { Amount::MOST }
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

/// Writes a character; a player's is their own, only the host makes others' and hidden ones.
pub(super) fn make(
    deciding: &mut Deciding<'_>,
    card: &Card,
    load: Amount,
    seat: Option<SeatId>,
    hidden: bool,
) -> Decided {
    let card = Box::new(card.checked()?);
    within((Amount::ZERO..=MOST_LOAD).contains(&load), "T-07")?;
    let by = deciding.by;
    if hidden || seat.is_some_and(|seat| seat != by.id) {
        deciding.host()?;
    }
    let seat = if by.is_host() { seat } else { Some(by.id) };
    has_room(deciding.before, by, seat)?;
    let seen = if hidden { Audience::Host } else { Audience::All };
    let name = name::apart(deciding, &card.name, &seen, None);
    let card = Box::new(Card { name, ..*card });
    let character = deciding.id();
    deciding.push(Event::CharacterMade { character, seat, seen, card, load });
    claim::mark(deciding, Claim::Level { character });
    Ok(())
}

/// Whether a seat may have one character more, and the table, as far as `by` may know (B-30).
pub(super) fn has_room(state: &State, by: Seat, seat: Option<SeatId>) -> Decided {
    let people = || state.characters.values().filter(|one| one.summoned.is_none());
    let full = |count: usize, most: usize| match count < most {
        true => Ok(()),
        false => {
            let what = message!("timeline-too-many-characters", most = most);
            Err(Refusal::new("T-01", what)
                .instead(message!("timeline-too-many-characters-instead")))
        }
    };
    if seat.is_some() {
        full(people().filter(|one| one.seat == seat).count(), MOST_CHARACTERS_OF_A_SEAT)?;
    }
    full(people().filter(|one| one.sees(by.viewer())).count(), MOST_CHARACTERS)
}

pub(super) fn made(
    state: &mut State,
    id: Id,
    seat: Option<SeatId>,
    seen: &Audience,
    card: &Card,
    load: Amount,
) {
    let mut made = Character::new(id, seat, seen.clone(), card.clone(), load);
    let starts = state.pools.iter().map(|pool| (pool.id.clone(), pool.starts(&made)));
    made.pools = starts.collect();
    let holds = state.options.holds_silently();
    made.derive(state.environment.as_deref(), holds);
    if !holds {
        // Whoever is made where everyone is weaker is unhurt all the same.
        (made.hit_points, made.willpower) =
            (made.most(Resource::HitPoints), made.most(Resource::Willpower));
    }
    if state.characters.insert(id, Arc::new(made)).is_none() {
        state.order.push(id);
    }
}

pub(super) fn tell_made(
    seat: Option<SeatId>,
    seen: &Audience,
    card: &Card,
    viewer: Viewer,
) -> Option<Line> {
    let own = matches!(viewer, Viewer::Player(own) if seat == Some(own));
    let sees = own || seen.sees(viewer);
    sees.then(|| message!("timeline-told-made", name = &card.name, level = card.level).into())
}

/// Shows a character, or hides one (B-30).
pub(super) fn show(deciding: &mut Deciding<'_>, who: Id, to: &Audience) -> Decided {
    deciding.host()?;
    let one = deciding.find(who)?;
    if *to == Audience::All && one.seen != Audience::All {
        let name = name::apart(deciding, &one.card.name, to, Some(who));
        if name != one.card.name {
            let card = Box::new(Card { name, ..one.card.clone() });
            deciding.push(Event::CardRevised { character: who, card });
        }
    }
    deciding.push(Event::Shown { character: who, to: to.clone() });
    Ok(())
}

pub(super) fn shown(state: &mut State, who: Id, to: &Audience) {
    state.change_character(who, |one| one.seen = to.clone());
}

pub(super) fn tell_shown(telling: Telling<'_>, who: Id, to: &Audience) -> Option<Line> {
    let sees = telling.viewer == Viewer::Host || to.sees(telling.viewer);
    let name = telling.before.name(who);
    sees.then(|| match to {
        Audience::Host => message!("timeline-told-hidden", name = name).into(),
        Audience::All | Audience::Seats(_) => message!("timeline-told-shown", name = name).into(),
    })
}

/// Gives a character to a seat, or back to the host (B-05).
pub(super) fn give(deciding: &mut Deciding<'_>, who: Id, seat: Option<SeatId>) -> Decided {
    deciding.host()?;
    deciding.find(who)?;
    deciding.push(Event::CharacterGiven { character: who, seat });
    Ok(())
}

pub(super) fn given(state: &mut State, who: Id, seat: Option<SeatId>) {
    state.change_character(who, |one| one.seat = seat);
}

pub(super) fn tell_given(telling: Telling<'_>, who: Id) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-given", name = name).into())
}

/// Takes a character or a body out of the game.
pub(super) fn remove(deciding: &mut Deciding<'_>, who: Id) -> Decided {
    deciding.before.owned(who, deciding.by)?;
    deciding.push(Event::CharacterDropped { character: who });
    Ok(())
}

pub(super) fn dropped(state: &mut State, who: Id) {
    state.characters.remove(&who);
    state.order.retain(|other| *other != who);
    claim::forget(state, |claim| claim.character() == Some(who));
    muster::left(state, who);
}

pub(super) fn tell_dropped(telling: Telling<'_>, who: Id) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-dropped", name = name).into())
}

/// A character's attributes as they are now, for dice rolled beside the rules (C-03).
pub(super) fn numbers(state: &State, by: Seat, actor: Option<Id>, audience: &Audience) -> Numbers {
    let own = state.characters.iter().filter(|(_, one)| one.owned(by.viewer()));
    let own = meant(own.map(|(id, one)| (*id, one)), actor);
    let seen = |one: &&Arc<Character>| audience.all(|viewer| one.sees(viewer));
    let Some(own) = own.filter(seen) else {
        return Numbers::new();
    };
    let exact = |amount: Amount| dice::Value::new(amount.in_hundredths(), 100).ok();
    Attribute::ALL
        .into_iter()
        .zip(own.attributes)
        .flat_map(|(which, amount)| which.spellings().iter().map(move |name| (*name, amount)))
        .filter_map(|(name, amount)| Some((name.to_owned(), exact(amount)?)))
        .collect()
}
