//! Making events so. Total: what no longer fits is passed over.

use std::sync::Arc;

use super::fight::Entry;
use super::{
    Amount, Card, Character, Doing, Event, Fate, Fight, Grip, Lasting, LastingKind, Resource, State,
};
use crate::Id;

impl State {
    /// Makes an event so.
    pub fn evolve(&mut self, event: &Event) {
        match event {
            Event::OptionsSet { options } => self.options = options.clone(),
            Event::EnvironmentSet { environment } => {
                self.environment = environment.clone().map(|one| Arc::new(*one));
                self.derive_all();
            }
            Event::TargetSet { target, .. } => self.target = Some(*target),
            Event::OpponentSet { opponent } => self.opponent = Some(*opponent),
            Event::Negotiated { opponent, .. } | Event::NegotiationShown { opponent, .. } => {
                self.opponent = Some(*opponent);
            }
            Event::Checked { .. } | Event::CheckShown { .. } | Event::Contested { .. } => {}
            Event::CharacterMade { character, seat, seen, card, load } => {
                let mut made =
                    Character::new(*character, *seat, seen.clone(), (**card).clone(), *load);
                let starts = self.pools.iter().map(|pool| (pool.id.clone(), pool.starts(&made)));
                made.pools = starts.collect();
                made.derive(self.environment.as_deref());
                if self.characters.insert(*character, Arc::new(made)).is_none() {
                    self.order.push(*character);
                }
            }
            Event::CharacterDropped { character } => {
                self.characters.remove(character);
                self.order.retain(|other| other != character);
                self.leave(*character);
            }
            _ => {
                self.evolve_character(event);
                self.evolve_fight(event);
            }
        }
    }

    fn evolve_character(&mut self, event: &Event) {
        match event {
            Event::Shown { character, to } => {
                self.character_mut(*character, |one| one.seen = to.clone());
            }
            Event::CharacterGiven { character, seat } => {
                self.character_mut(*character, |one| one.seat = *seat);
            }
            Event::CardRevised { character, card } => {
                self.character_mut(*character, |one| one.card = (**card).clone());
            }
            Event::CardReplaced { character, card, load } => {
                let unhurt = |one: &Character, of| one.left(of) == one.most(of);
                let full: Vec<Resource> = self.character(*character).map_or(Vec::new(), |one| {
                    Resource::ALL.into_iter().filter(|of| unhurt(one, *of)).collect()
                });
                self.character_mut(*character, |one| {
                    one.card = (**card).clone();
                    one.other_load = *load;
                });
                if let Some(one) = self.characters.get_mut(character) {
                    let one = Arc::make_mut(one);
                    for of in full {
                        one.set(of, one.most(of));
                    }
                    if one.ledger.is_empty() {
                        one.cash = one.derived.cash;
                    }
                }
            }
            Event::BasicsRolled { character: Some(character), size, appearance, assets } => {
                let five_times = |roll: &Option<Box<crate::Roll>>| {
                    let total = roll.as_ref().and_then(|roll| roll.rolled.value.to_whole());
                    total.map(|total| Amount::whole(5 * total))
                };
                let write = |field: &mut Amount, rolled: Option<Amount>| {
                    if let Some(rolled) = rolled {
                        *field = rolled;
                    }
                };
                self.character_mut(*character, |one| {
                    write(&mut one.card.size, five_times(size));
                    write(&mut one.card.appearance, five_times(appearance));
                    write(&mut one.card.assets, five_times(assets));
                });
            }
            Event::LevelSet { character, level } => {
                self.character_mut(*character, |one| one.card.level = *level);
            }
            Event::ResourceChanged { character, resource, by, to, .. } => {
                self.change_resource(*character, *resource, *by, *to);
            }
            Event::CashChanged { character, entry } => self.character_mut(*character, |one| {
                one.cash += entry.amount;
                one.ledger.push(entry.clone());
            }),
            Event::BelongingAdded { character, belonging } => {
                self.character_mut(*character, |one| one.belongings.push(belonging.clone()));
            }
            Event::WeaponAdded { character, weapon } => self.character_mut(*character, |one| {
                one.wielded = Some(weapon.id);
                one.weapons.push(weapon.clone());
            }),
            Event::Wielded { character, weapon } => {
                self.character_mut(*character, |one| one.wielded = *weapon);
            }
            Event::TraitAdded { character, given } => {
                self.character_mut(*character, |one| one.traits.push(given.clone()));
            }
            Event::BuffAdded { character, buff } => {
                self.character_mut(*character, |one| one.buffs.push(buff.clone()));
            }
            Event::ModifierAdded { character, modifier } => {
                self.character_mut(*character, |one| one.modifiers.push(modifier.clone()));
            }
            Event::SkillAdded { character, known } => {
                self.character_mut(*character, |one| one.skills.push((**known).clone()));
            }
            Event::SkillArmed { character, skill, armed } => {
                self.character_mut(*character, |one| {
                    let own = one.skills.iter_mut().find(|own| own.id == *skill);
                    own.into_iter().for_each(|own| own.armed = *armed);
                });
            }
            Event::CardAssumed { character, card } => {
                self.character_mut(*character, |one| one.assumed.clone_from(card));
            }
            Event::PoolChanged { character, pool, by } => {
                let pools = Arc::clone(&self.pools);
                let Some(known) = pools.iter().find(|known| known.id == *pool) else { return };
                self.character_mut(*character, |one| {
                    let left = (one.in_pool(pool) + *by).min(known.most(one)).max(Amount::ZERO);
                    one.pools.insert(pool.clone(), left);
                });
            }
            Event::Scarred { character, resource, by } => {
                self.character_mut(*character, |one| one.scars[*resource as usize] += *by);
            }
            Event::Removed { character, thing } => self.character_mut(*character, |one| {
                one.belongings.retain(|other| other.id != *thing);
                one.weapons.retain(|other| other.id != *thing);
                one.traits.retain(|other| other.id != *thing);
                one.buffs.retain(|other| other.id != *thing);
                one.modifiers.retain(|other| other.id != *thing);
                one.skills.retain(|other| other.id != *thing);
                if one.wielded == Some(*thing) {
                    one.wielded = None;
                }
            }),
            Event::RoundsFired { character, weapon, rounds } => {
                self.rounds(*character, *weapon, |left, _| left.saturating_sub(*rounds));
            }
            Event::Reloaded { character, weapon } => {
                self.rounds(*character, *weapon, |_, magazine| magazine);
            }
            _ => {}
        }
    }

    fn evolve_fight(&mut self, event: &Event) {
        if let Event::FightOpened { fighters, ambush } = event {
            let (first, ambushers) = (ambush.clone(), ambush.clone());
            let mut fight = Fight { first, ambushers, ..Fight::default() };
            for fighter in fighters {
                fight.join(*fighter, Amount::ZERO);
            }
            self.fight = Some(Arc::new(fight));
            return;
        }
        if let Event::FightEnded = event {
            self.end_fight();
            return;
        }
        if let Event::Summoned { character, by, called, hit_points, position, mirrors, .. } = event
        {
            self.summon(*character, *by, called, *hit_points);
            let Some(fight) = &mut self.fight else { return };
            let fight = Arc::make_mut(fight);
            let now = fight.now;
            fight.join(*character, *position);
            fight.change(*character, |one| {
                one.doing = Doing::Holding;
                (one.summoned, one.mirrors, one.since) = (Some(*by), *mirrors, now);
            });
            return;
        }
        let Some(fight) = &mut self.fight else { return };
        let fight = Arc::make_mut(fight);
        match event {
            Event::FightJoined { character, position } => fight.join(*character, *position),
            Event::FightLeft { character } => self.leave(*character),
            Event::Placed { character, position, unseen } => {
                fight.change(*character, |one| {
                    one.position = *position;
                    one.unseen = *unseen;
                });
            }
            Event::ActStarted { character, act } => {
                fight.change(*character, |one| one.doing = Doing::Acting(act.clone()));
                let half = act.start + (act.end - act.start).half();
                fight.lead(*character, Some(half));
            }
            Event::ActPlanned { character, plan } => {
                let waits = fight.waits(*character);
                fight.change(*character, |one| {
                    // It begins when those who have initiative let it (T-26).
                    if waits && matches!(one.doing, Doing::Idle | Doing::Holding) {
                        one.doing = Doing::Late;
                    }
                    one.planned.push((**plan).clone());
                });
            }
            Event::PlanTaken { character } => fight.change(*character, |one| {
                if !one.planned.is_empty() {
                    one.planned.remove(0);
                }
            }),
            Event::ActCancelled { character } => {
                fight.finish(*character, Fate::Cancelled);
                fight.change(*character, |one| one.planned.clear());
            }
            Event::Held { character } => {
                fight.change(*character, |one| one.doing = Doing::Holding);
                fight.lead(*character, None);
            }
            Event::InstantReached { at } => {
                fight.remember(&self.characters);
                fight.reach(*at);
            }
            Event::ActReduced { character, left } => fight.change(*character, |one| {
                if let Doing::Acting(act) = &mut one.doing {
                    act.left = *left;
                }
            }),
            Event::ActLost { character } => {
                fight.finish(*character, Fate::Lost);
                fight.change(*character, |one| one.planned.clear());
            }
            Event::ActLanded { character, left } => {
                fight.change(*character, |one| {
                    if let Doing::Acting(act) = &mut one.doing {
                        act.left = *left;
                    }
                });
                fight.finish(*character, Fate::Landed);
            }
            Event::ActMissed { character } => fight.finish(*character, Fate::Missed),
            Event::Controlled { character, by, until, resist, grip } => {
                fight.change(*character, |one| {
                    one.doing = Doing::Controlled(*until);
                    one.resist = Some(*resist);
                    one.grip = *grip;
                    one.puppet = (*grip == Grip::DeclareFor).then_some((*by, *until));
                    one.planned.clear();
                });
                fight.lead(*character, None);
            }
            Event::ControlEased { character, until } => {
                let free = *until <= fight.now;
                fight.change(*character, |one| {
                    if let Doing::Controlled(_) = one.doing {
                        one.doing = if free { Doing::Idle } else { Doing::Controlled(*until) };
                    }
                    one.puppet = one.puppet.map(|(by, _)| (by, *until));
                    if free {
                        one.free();
                    }
                });
            }
            Event::Frozen { but, until, .. } => fight.freeze(*but, *until),
            Event::LastingGained { character, lasting } => {
                fight.change(*character, |one| {
                    let number = one.numbered;
                    one.numbered += 1;
                    one.lasting.push(Lasting { number, ..(**lasting).clone() });
                });
                self.shift(*character);
            }
            Event::LastingUsed { character, number, .. } => fight.change(*character, |one| {
                one.lasting.retain_mut(|own| own.number != *number || own.spend());
            }),
            Event::LastingEnded { character, number, .. } => {
                fight.change(*character, |one| one.lasting.retain(|own| own.number != *number));
                self.shift(*character);
            }
            Event::BornWith { character, resource } => fight.change(*character, |one| {
                for own in &mut one.lasting {
                    if let LastingKind::Bears { resource: chosen } = &mut own.kind {
                        *chosen = *resource;
                    }
                }
            }),
            Event::Weakened { character, weakness } => {
                fight.change(*character, |one| one.weakened.push(weakness.clone()));
            }
            Event::WeaknessUsed { character, by } => fight.change(*character, |one| {
                let mut rest = *by;
                for weakness in &mut one.weakened {
                    let used = weakness.left.min(rest);
                    weakness.left -= used;
                    rest -= used;
                }
                one.weakened.retain(|weakness| weakness.left.is_positive());
            }),
            Event::ShieldGained { character, by } => {
                fight.change(*character, |one| one.shield += *by);
            }
            Event::ShieldUsed { character, by } => {
                fight.change(*character, |one| one.shield = one.shield.less(*by));
            }
            Event::Moved { character, to } => {
                fight.change(*character, |one| one.position = *to);
            }
            Event::Died { character } => {
                let now = fight.now;
                if fight.fighter(*character).is_some() {
                    fight.record.push(Entry::Death { who: *character, at: now });
                }
                self.leave(*character);
            }
            Event::SteppedBack { to } => {
                fight.step_back(*to, &mut self.characters);
                let characters = &self.characters;
                self.order.retain(|id| characters.contains_key(id));
            }
            _ => {}
        }
    }

    fn change_resource(&mut self, who: Id, resource: Resource, by: Amount, to: Amount) {
        if let Some(character) = self.characters.get_mut(&who) {
            Arc::make_mut(character).set(resource, to);
        }
        if let Some(fight) = &mut self.fight
            && fight.fighter(who).is_some()
        {
            let fight = Arc::make_mut(fight);
            let at = fight.now;
            fight.record.push(Entry::Change { who, resource, by, at });
        }
    }

    fn rounds(&mut self, who: Id, weapon: Id, rounds: impl Fn(u32, u32) -> u32) {
        if let Some(character) = self.characters.get_mut(&who) {
            let weapons = &mut Arc::make_mut(character).weapons;
            if let Some(weapon) = weapons.iter_mut().find(|one| one.id == weapon) {
                weapon.rounds = rounds(weapon.rounds, weapon.draft.magazine());
            }
        }
    }

    /// Changes what a character's numbers follow from, and lets them follow.
    fn character_mut(&mut self, id: Id, change: impl FnOnce(&mut Character)) {
        if let Some(character) = self.characters.get_mut(&id) {
            let character = Arc::make_mut(character);
            change(character);
            character.derive(self.environment.as_deref());
        }
    }

    fn derive_all(&mut self) {
        for character in self.characters.values_mut() {
            Arc::make_mut(character).derive(self.environment.as_deref());
        }
    }

    /// Lets a character's percentages follow what stays with them in the fight.
    fn shift(&mut self, id: Id) {
        let mut shifted = [Amount::ZERO; 11];
        if let Some(fighter) = self.fight.as_deref().and_then(|fight| fight.fighter(id)) {
            for lasting in &fighter.lasting {
                if let LastingKind::Percentages { attribute, points } = lasting.kind {
                    shifted[attribute.index()] += points;
                }
            }
        }
        if self.character(id).is_some_and(|one| one.shifted != shifted) {
            self.character_mut(id, |one| one.shifted = shifted);
        }
    }

    /// A body with hit points of its own and the card of its maker.
    fn summon(&mut self, id: Id, by: Id, called: &str, hit_points: Amount) {
        let Some(maker) = self.character(by) else { return };
        let card = Card { name: called.to_owned(), ..maker.worn().clone() };
        let card = Card { level: maker.card.level, ..card };
        let mut body = Character::new(id, maker.seat, maker.seen.clone(), card, Amount::ZERO);
        body.summoned = Some(by);
        body.scars[Resource::HitPoints as usize] = body.derived.hit_points - hit_points;
        body.hit_points = hit_points;
        if self.characters.insert(id, Arc::new(body)).is_none() {
            self.order.push(id);
        }
    }

    /// The fight is over, and with it all that lasts as long.
    fn end_fight(&mut self) {
        let Some(fight) = self.fight.take() else { return };
        for fighter in &fight.fighters {
            if fighter.summoned.is_some() {
                self.characters.remove(&fighter.id);
                self.order.retain(|other| *other != fighter.id);
                continue;
            }
            self.shift(fighter.id);
            let keeps = |one: &Character| one.traits.iter().any(|own| own.draft.assumes);
            let assumed = |one: &Character| one.assumed.is_some() && !keeps(one);
            if self.character(fighter.id).is_some_and(assumed) {
                self.character_mut(fighter.id, |one| one.assumed = None);
            }
        }
    }

    fn leave(&mut self, id: Id) {
        let Some(fight) = &mut self.fight else { return };
        let fight = Arc::make_mut(fight);
        fight.finish(id, Fate::Lost);
        fight.change(id, |one| {
            one.gone = true;
            one.doing = Doing::Idle;
            one.planned.clear();
            one.lasting.clear();
            one.free();
        });
        fight.lead(id, None);
        let called = fight.standing().filter(|one| one.summoned == Some(id));
        let called: Vec<Id> = called.map(|one| one.id).collect();
        self.shift(id);
        called.into_iter().for_each(|body| self.leave(body));
    }
}

/// A card with a level, for levels written alone.
#[must_use]
pub(super) fn with_level(card: &Card, level: u32) -> Card {
    Card { level, ..card.clone() }
}
