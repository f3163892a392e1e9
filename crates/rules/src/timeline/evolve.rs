//! Making events so. Total: what no longer fits is passed over.

use std::sync::Arc;

use super::fight::Entry;
use super::{Amount, Card, Character, Doing, Event, Fate, Fight, Resource, State};
use crate::Id;

impl State {
    /// Makes an event so.
    pub fn evolve(&mut self, event: &Event) {
        match event {
            Event::OptionsSet { options } => self.options = options.clone(),
            Event::TargetSet { target, .. } => self.target = Some(*target),
            Event::OpponentSet { opponent } => self.opponent = Some(*opponent),
            Event::Negotiated { opponent, .. } | Event::NegotiationShown { opponent, .. } => {
                self.opponent = Some(*opponent);
            }
            Event::Checked { .. } | Event::CheckShown { .. } | Event::Contested { .. } => {}
            Event::CharacterMade { character, seat, seen, card, load } => {
                let made = Character::new(*character, *seat, seen.clone(), (**card).clone(), *load);
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
            let mut fight = Fight { ambushers: ambush.clone(), ..Fight::default() };
            for fighter in fighters {
                fight.join(*fighter, Amount::ZERO);
            }
            self.fight = Some(Arc::new(fight));
            return;
        }
        if let Event::FightEnded = event {
            self.fight = None;
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
                fight.change(*character, |one| one.planned.push((**plan).clone()));
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
            Event::Controlled { character, until, resist, .. } => {
                fight.change(*character, |one| {
                    one.doing = Doing::Controlled(*until);
                    one.resist = Some(*resist);
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
                });
            }
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
            Event::SteppedBack { to } => fight.step_back(*to, &mut self.characters),
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
            character.derive(&Default::default());
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
        });
        fight.lead(id, None);
    }
}

/// A card with a level, for levels written alone.
#[must_use]
pub(super) fn with_level(card: &Card, level: u32) -> Card {
    Card { level, ..card.clone() }
}
