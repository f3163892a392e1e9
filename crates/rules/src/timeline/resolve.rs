//! What happens at an instant: acts that end together meet first, then all results land at once,
//! each worked out from the state before the instant (T-23, T-24, T-27).

use std::collections::{BTreeMap, BTreeSet};

use super::fight::Joined;
use super::options::UNARMED_REACH;
use super::{Act, Amount, Event, Fight, Fighter, Hit, Resource, State, WeaponKind};
use crate::{Dice, Id};

/// An act that ends now.
pub(super) struct Landing<'s> {
    pub who: Id,
    pub act: &'s Act,
    /// What it comes with.
    pub power: Amount,
    /// What is left of it after it has met others.
    pub left: Amount,
    /// Whether it finds its target in reach and sight.
    pub missed: bool,
    /// Whether its actor can no longer pay what it costs.
    pub unpaid: bool,
}

impl Landing<'_> {
    /// Whether anything comes of it.
    pub fn is_done(&self) -> bool {
        let some = self.left.is_positive() || self.power == Amount::ZERO;
        some && !self.missed && !self.unpaid
    }
}

pub(super) struct Instant<'s> {
    pub state: &'s State,
    pub fight: &'s Fight,
    pub at: Amount,
    pub landings: Vec<Landing<'s>>,
    /// Where a fighter's landing stands among them.
    index: BTreeMap<Id, usize>,
    /// What is left of acts that were met and do not end now.
    running: BTreeMap<Joined, Amount>,
    pub hits: BTreeMap<(Joined, Resource), Vec<Hit>>,
    /// What shields take of this instant's strikes.
    pub shields: BTreeMap<Joined, Amount>,
    /// How often something that stays with a fighter was used at this instant, by its number.
    pub spent: BTreeMap<(Id, u32), u32>,
    /// The longest control of each fighter that lands now.
    pub controls: BTreeMap<Joined, Event>,
    /// Ids for those who are summoned.
    pub ids: &'s mut dyn Dice,
    pub events: Vec<Event>,
}

/// Everything that happens when time reaches `at`, the next instant of the queue or an earlier one.
#[must_use]
pub(super) fn resolve(state: &State, fight: &Fight, at: Amount, ids: &mut dyn Dice) -> Vec<Event> {
    let landings: Vec<Landing<'_>> = fight
        .queue
        .at(at)
        .filter_map(|place| fight.at_place(place))
        .filter_map(|fighter| Some((fighter, fighter.act().filter(|act| act.end == at)?)))
        .map(|(fighter, act)| landing(state, fighter, act))
        .collect();
    let index = landings.iter().enumerate().map(|(index, one)| (one.who, index)).collect();
    let reached = Event::InstantReached { at };
    let mut instant = Instant { index, landings, ..Instant::new(state, fight, at, ids, reached) };
    instant.meet();
    instant.guard();
    instant.land();
    instant.results();
    instant.resources();
    instant.events
}

/// What comes of an act that takes no time, at the present instant.
pub(super) fn at_once(
    state: &State,
    fight: &Fight,
    (who, act): (Id, &Act),
    ids: &mut dyn Dice,
    first: Event,
) -> Vec<Event> {
    let mut instant = Instant::new(state, fight, fight.now, ids, first);
    instant.compound(who, act, act.power);
    instant.resources();
    instant.events
}

fn landing<'s>(state: &State, fighter: &Fighter, act: &'s Act) -> Landing<'s> {
    let power = act.left.less(fighter.weakness());
    let missed = misses(state, fighter.id, act);
    let unpaid = state.character(fighter.id).is_some_and(|one| one.can_pay(act).is_err());
    Landing { who: fighter.id, act, power, left: power, missed, unpaid }
}

/// Whether an act finds nobody: its target has gone, is unseen, or is out of reach (T-30).
fn misses(state: &State, who: Id, act: &Act) -> bool {
    let Some(target) = act.deed.target() else { return false };
    let Some(fighter) = state.fight.as_deref().and_then(|fight| fight.fighter(target)) else {
        return true;
    };
    let hostile = act.is_hostile() && target != who;
    hostile && (fighter.is_unseen() || out_of_reach(state, who, act))
}

/// Whether the target of an act is further away than the weapon, or bare hands, reach (T-30).
#[must_use]
pub(super) fn out_of_reach(state: &State, who: Id, act: &Act) -> bool {
    let Some(target) = act.deed.target().filter(|_| act.deed.needs_reach()) else { return false };
    let weapon = act.weapon.and_then(|id| state.character(who)?.weapon(id));
    // Where nobody was put anywhere, everyone stands at the same place.
    let unarmed = || Some(state.options.unarmed_reach.unwrap_or(UNARMED_REACH));
    let reach = match weapon {
        Some(weapon) if matches!(weapon.draft.kind, WeaponKind::Firearm { .. }) => {
            weapon.draft.range
        }
        Some(weapon) => weapon.draft.range.or_else(unarmed),
        None => unarmed(),
    };
    // A blow may come from any place its actor's body or a copy of it stands at.
    let copies = state.fight.as_deref().into_iter().flat_map(|fight| fight.mirrors_of(who));
    let nearest = copies.chain([who]).map(|from| state.distance(from, target)).min();
    reach.is_some_and(|reach| nearest.is_some_and(|distance| distance > reach))
}

impl<'s> Instant<'s> {
    fn new(
        state: &'s State,
        fight: &'s Fight,
        at: Amount,
        ids: &'s mut dyn Dice,
        first: Event,
    ) -> Self {
        Self {
            state,
            fight,
            at,
            index: BTreeMap::new(),
            landings: Vec::new(),
            running: BTreeMap::new(),
            hits: BTreeMap::new(),
            shields: BTreeMap::new(),
            spent: BTreeMap::new(),
            controls: BTreeMap::new(),
            ids,
            events: vec![first],
        }
    }
}

impl Instant<'_> {
    /// What a fighter's act comes with, if it can be met: in (start, end] (T-24). What weakens
    /// them is taken from it, whether it ends now or not (T-29).
    fn strength(&self, who: Id) -> Option<Amount> {
        let fighter = self.fight.fighter(who)?;
        let act = fighter.act().filter(|act| act.is_under_way(self.at))?;
        Some(match self.landing(who) {
            Some(landing) => landing.power,
            None => act.left.less(fighter.weakness()),
        })
    }

    /// What is left of it by now, after what it has met already.
    fn left(&self, who: Id) -> Option<Amount> {
        let whole = self.strength(who)?;
        Some(match self.landing(who) {
            Some(landing) => landing.left,
            None => self.running.get(&self.fight.joined(who)).copied().unwrap_or(whole),
        })
    }

    /// Interrupts and controls meet the acts they are aimed at, in the order declared, then joined
    /// (T-27, T-28).
    fn meet(&mut self) {
        let mut pairs: Vec<(Id, Id)> = Vec::new();
        for landing in self.landings.iter().filter(|one| one.act.opposes_acts()) {
            if let Some(target) = landing.act.deed.target()
                && target != landing.who
                && !landing.missed
                && !landing.unpaid
                && self.strength(target).is_some()
            {
                pairs.push((landing.who, target));
            }
        }
        // Two that are aimed at each other meet once.
        let aimed: BTreeSet<(Id, Id)> = pairs.iter().copied().collect();
        pairs.retain(|&(one, other)| {
            self.fight.joined(one) < self.fight.joined(other) || !aimed.contains(&(other, one))
        });
        pairs.sort_by_key(|(one, _)| self.fight.declared(*one));
        for (one, other) in pairs {
            self.compare(one, other);
        }
    }

    /// Two acts meet: the larger goes on with the difference, the smaller comes to nothing.
    fn compare(&mut self, one: Id, other: Id) {
        let (Some(one_power), Some(other_power)) = (self.left(one), self.left(other)) else {
            return;
        };
        let met = one_power.min(other_power);
        if met.is_positive() {
            self.events.push(Event::ActsMet { one, one_power, other, other_power });
            self.keep(one, one_power - met);
            self.keep(other, other_power - met);
        }
    }

    fn keep(&mut self, who: Id, left: Amount) {
        match self.index.get(&who) {
            Some(index) => self.landings[*index].left = left,
            None => drop(self.running.insert(self.fight.joined(who), left)),
        }
    }

    fn landing(&self, who: Id) -> Option<&Landing<'_>> {
        self.index.get(&who).and_then(|index| self.landings.get(*index))
    }

    /// Guards and shields being wound up oppose what strikes, weakens or controls whom they guard.
    /// They meet in the order declared, then joined (T-27, T-29).
    fn guard(&mut self) {
        let mut attacks: Vec<Id> = Vec::new();
        for landing in self.landings.iter().filter(|one| one.is_done()) {
            if landing.act.is_guarded_against(landing.who) && landing.left.is_positive() {
                attacks.push(landing.who);
            }
        }
        attacks.sort_by_key(|who| self.fight.declared(*who));
        for attacker in attacks {
            let act = self.fight.fighter(attacker).and_then(Fighter::act);
            let Some((act, target)) = act.and_then(|act| Some((act, act.deed.target()?))) else {
                continue;
            };
            let guarded = self.fight.fighter(target).map(|one| &one.guarded_by);
            let mut guards: Vec<Id> = guarded
                .into_iter()
                .flatten()
                .copied()
                // What opposes its target's own act has met it already.
                .filter(|guard| *guard != target || !act.opposes_acts())
                .filter(|guard| self.opposes(*guard, attacker))
                .collect();
            guards.sort_by_key(|guard| self.fight.declared(*guard));
            for guard in guards {
                self.compare(attacker, guard);
            }
        }
    }

    /// Whether a guard is against everyone, or against this striker.
    fn opposes(&self, guard: Id, striker: Id) -> bool {
        let act = self.fight.fighter(guard).and_then(Fighter::act);
        let against = act.and_then(|act| act.deed.against());
        guard != striker && against.is_none_or(|against| against == striker)
    }

    /// Acts end: landed, missed, or lost; what was met and goes on is reduced or lost.
    fn land(&mut self) {
        for landing in &self.landings {
            let weakness = landing.act.left - landing.power;
            if weakness.is_positive() {
                self.events.push(Event::WeaknessUsed { character: landing.who, by: weakness });
            }
            let character = landing.who;
            self.events.push(if landing.missed {
                Event::ActMissed { character }
            } else if landing.unpaid
                || (landing.left == Amount::ZERO && landing.power.is_positive())
            {
                Event::ActLost { character }
            } else {
                Event::ActLanded { character, left: landing.left }
            });
        }
        for (&Joined { id: character, .. }, &left) in &self.running {
            let fighter = self.fight.fighter(character);
            let act = fighter.and_then(Fighter::act).map_or(Amount::ZERO, |act| act.left);
            let weakness = fighter.map_or(Amount::ZERO, Fighter::weakness).min(act);
            if weakness.is_positive() {
                self.events.push(Event::WeaknessUsed { character, by: weakness });
            }
            self.events.push(if left.is_positive() {
                Event::ActReduced { character, left }
            } else {
                Event::ActLost { character }
            });
        }
    }
}
