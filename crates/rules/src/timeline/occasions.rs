//! Losses and gains land together; then deaths, then what killing and being hurt bring (T-08, T-31).

use std::collections::{BTreeMap, BTreeSet};

use super::fight::Joined;
use super::lasting::LastingKind;
use super::resolve::Instant;
use super::{Amount, Boon, Event, Hit, Occasion, Resource, State};
use crate::Id;

/// What is left of resources as an instant goes on.
pub(super) type Left = BTreeMap<(Id, Resource), Amount>;

/// What an instant did to whom.
#[derive(Default)]
struct Toll {
    dead: BTreeSet<Joined>,
    /// Those by whose hand someone died.
    killers: BTreeSet<Joined>,
    /// Those who were hurt and live, with how much.
    hurt: BTreeMap<Joined, Amount>,
}

impl Instant<'_> {
    /// All losses and gains of the instant land together; then deaths, then what traits and
    /// skills do of them.
    pub fn resources(&mut self) {
        let mut left = Left::new();
        let mut toll = Toll::default();
        self.settle(&mut left, &mut toll);
        let (killers, hurt) = (std::mem::take(&mut toll.killers), std::mem::take(&mut toll.hurt));
        for who in killers.iter().filter(|who| !toll.dead.contains(who)) {
            self.spoils(who.id, &mut left);
            self.occasion(who.id, Occasion::Kill, Amount::ZERO, &mut left);
        }
        for (who, loss) in hurt.iter().filter(|(who, _)| !toll.dead.contains(who)) {
            self.occasion(who.id, Occasion::Hurt, *loss, &mut left);
        }
        // What traits did lands too; it calls forth nothing more.
        self.settle(&mut left, &mut toll);
    }

    fn settle(&mut self, left: &mut Left, toll: &mut Toll) {
        let fight = self.fight;
        let mut dead: BTreeSet<Joined> = BTreeSet::new();
        for ((key, resource), hits) in std::mem::take(&mut self.hits) {
            let who = key.id;
            let Some(character) = self.state.character(who) else { continue };
            let by: Amount = hits.iter().map(|hit| hit.real).sum();
            let before = left.get(&(who, resource)).copied().unwrap_or(character.left(resource));
            let most = character.ceiling(resource, before, &self.state.options);
            let to = (before + by).min(most).max(Amount::ZERO);
            left.insert((who, resource), to);
            if to == Amount::ZERO {
                dead.insert(key);
                // A body that was called is nobody's life.
                if character.summoned.is_none() {
                    let deadly = hits.iter().filter(|hit| hit.real < Amount::ZERO);
                    let killers = deadly.filter_map(|hit| hit.by).filter(|by| *by != who);
                    toll.killers.extend(killers.map(|by| fight.joined(by)));
                }
            } else if to < before {
                *toll.hurt.entry(key).or_default() += before - to;
            }
            let scars = hits.iter().filter(|hit| hit.unhealable).map(|hit| -hit.real);
            let scar = scars.sum::<Amount>().min(before.less(to));
            let by = to - before;
            self.events.push(Event::ResourceChanged { character: who, resource, by, to, hits });
            if scar.is_positive() {
                self.events.push(Event::Scarred { character: who, resource, by: scar });
            }
        }
        for who in dead {
            if toll.dead.insert(who) {
                self.events.push(Event::Died { character: who.id });
            }
        }
    }

    /// What a skill promised for the next kill.
    fn spoils(&mut self, who: Id, left: &mut Left) {
        let Some(fighter) = self.fight.fighter(who) else { return };
        for lasting in &fighter.lasting {
            let LastingKind::Spoils { amount, resource } = lasting.kind else { continue };
            let (number, name) = (lasting.number, lasting.name.clone());
            self.events.push(Event::LastingUsed {
                character: who,
                number,
                name,
                on: vec![who],
                by: amount,
            });
            self.events.extend(gain(self.state, who, resource, Some(amount), left));
        }
    }

    fn occasion(&mut self, who: Id, occasion: Occasion, loss: Amount, left: &mut Left) {
        self.events.extend(triggered(self.state, who, occasion, left));
        let state = self.state;
        let Some(character) = state.character(who) else { return };
        for one in &character.traits {
            for trigger in one.draft.triggers.iter().filter(|trigger| trigger.when == occasion) {
                if let Boon::Effects(effects) = &trigger.then {
                    self.trait_parts(who, &one.draft.name, effects, None, loss);
                }
            }
        }
    }
}

/// What a character's traits do on an occasion (T-08); `left` is what is left of resources.
#[must_use]
pub(super) fn triggered(state: &State, who: Id, occasion: Occasion, left: &mut Left) -> Vec<Event> {
    let Some(character) = state.character(who) else { return Vec::new() };
    let triggers = character.traits.iter().flat_map(|one| &one.draft.triggers);
    let mut events = Vec::new();
    for trigger in triggers.filter(|trigger| trigger.when == occasion) {
        match &trigger.then {
            Boon::Restore => {
                for resource in Resource::ALL {
                    events.extend(gain(state, who, resource, None, left));
                }
            }
            Boon::HitPoints(by) => {
                events.extend(gain(state, who, Resource::HitPoints, Some(*by), left));
            }
            Boon::Willpower(by) => {
                events.extend(gain(state, who, Resource::Willpower, Some(*by), left));
            }
            Boon::Level(levels) => {
                let level = character.card.level.saturating_add(*levels);
                let level = level.min(super::card::MOST_LEVEL);
                events.push(Event::LevelSet { character: who, level });
            }
            Boon::Effects(_) => {}
        }
    }
    events
}

/// A gain up to the most; all that is missing when it is not said how much.
fn gain(
    state: &State,
    who: Id,
    resource: Resource,
    by: Option<Amount>,
    left: &mut Left,
) -> Option<Event> {
    let character = state.character(who)?;
    let before = left.get(&(who, resource)).copied().unwrap_or(character.left(resource));
    let most = character.most(resource).max(before);
    let to = by.map_or(most, |by| (before + by).min(most));
    left.insert((who, resource), to);
    let by = to - before;
    by.is_positive().then(|| Event::ResourceChanged {
        character: who,
        resource,
        by,
        to,
        hits: vec![Hit::plain(Some(who), by)],
    })
}
