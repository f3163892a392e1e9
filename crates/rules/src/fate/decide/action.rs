//! Declaring an action and readying its roll (F-01, F-02, F-42).

use super::{Decided, Play, no};
use crate::fate::{
    Act, Action, Against, AspectKind, Created, Event, PartSource, Place, Purpose, Side, SidePart,
    odds, text,
};
use crate::{Audience, Id, Refusal, message};

/// A difficulty someone may name.
pub(super) fn difficulty(difficulty: i64) -> Decided {
    if (-10..=20).contains(&difficulty) {
        Ok(())
    } else {
        Err(no("F-04", message!("fate-difficulty-bounds")))
    }
}

impl Play<'_> {
    /// An action under way. Actions are open to all.
    pub(super) fn action(&self, id: Id) -> Result<&Action, Refusal> {
        self.now.action(id).ok_or_else(|| no("F-25", message!("fate-no-action")))
    }

    /// The same, before the dice fall.
    pub(super) fn before_dice(&self, id: Id) -> Result<&Action, Refusal> {
        let action = self.action(id)?;
        if action.rolled() { Err(no("F-02", message!("fate-already-rolled"))) } else { Ok(action) }
    }

    pub(super) fn act(
        &mut self,
        actor: Id,
        act: &Act,
        skill: &str,
        against: Option<Against>,
        text: &str,
    ) -> Result<Id, Refusal> {
        let character = self.mine(actor)?;
        let (name, rating) = (character.name.clone(), character.rating(skill));
        if character.out {
            return Err(no("F-31", message!("fate-is-out", who = &name)));
        }
        self.skill(skill)?;
        let text = text::text(text)?;
        if self.now.actions.iter().any(|action| action.actor == actor) {
            return Err(no("F-25", message!("fate-busy", who = &name)));
        }
        self.has_turn(actor)?;
        let mut act = act.clone();
        let against = self.check_act(actor, &mut act, against)?;
        let side = Side {
            who: Some(actor),
            skill: Some(skill.to_owned()),
            parts: vec![self.skill_part(skill, rating)],
            ..Side::default()
        };
        let (target, opposition) = match against {
            Opposing::Later => (None, None),
            Opposing::Character(id) => (Some(id), None),
            Opposing::Fixed(parts) => (None, Some(Side { parts, ..Side::default() })),
        };
        let id = self.dice.id();
        for thing in [Some(actor), target, borne_by(&act)].into_iter().flatten() {
            self.reveal(thing);
        }
        let action = Action {
            id,
            actor,
            act,
            text,
            target,
            side,
            opposition,
            outcome: None,
            shifts: 0,
            due: Vec::new(),
        };
        self.happen(Event::ActionOpened { action: Box::new(action) });
        Ok(id)
    }

    fn skill_part(&self, skill: &str, rating: i64) -> SidePart {
        let name = self.pack.skill(skill).map_or_else(text::nothing, |skill| skill.name.clone());
        SidePart { source: PartSource::Skill { name }, value: rating }
    }

    /// The action fits, and this is what stands against it.
    fn check_act(
        &self,
        actor: Id,
        act: &mut Act,
        against: Option<Against>,
    ) -> Result<Opposing, Refusal> {
        let named = match against {
            None => Opposing::Later,
            Some(against) => self.opposing(actor, against)?,
        };
        match act {
            Act::Overcome { purpose } => self.check_purpose(actor, purpose, named),
            Act::Create { what } => {
                match what {
                    Created::New { name, on } => {
                        *name = text::name(name)?;
                        self.room()?;
                        self.place(*on)?;
                    }
                    Created::Known { aspect } => {
                        if self.aspect(*aspect)?.kind == AspectKind::Boost {
                            return Err(no("F-22", message!("fate-boost-not-existing")));
                        }
                    }
                    Created::Unknown { aspect } => {
                        if let Some(aspect) = *aspect {
                            self.host()?;
                            self.hidden(aspect)?;
                        }
                    }
                }
                Ok(named)
            }
            Act::Attack { track } => {
                if self.pack.track(track).is_none() {
                    return Err(no("F-30", message!("fate-no-track")));
                }
                match named {
                    Opposing::Character(_) => Ok(named),
                    _ => Err(no("F-23", message!("fate-attack-whom"))),
                }
            }
            Act::Effort { side } => {
                self.check_effort(actor, *side)?;
                Ok(Opposing::Fixed(Vec::new()))
            }
        }
    }

    fn check_purpose(
        &self,
        actor: Id,
        purpose: &mut Purpose,
        named: Opposing,
    ) -> Result<Opposing, Refusal> {
        let fixed = |value| SidePart { source: PartSource::Difficulty, value };
        match purpose {
            Purpose::Plain => Ok(named),
            Purpose::Task { task } => {
                let challenge = self.now.scene.as_ref().and_then(|scene| scene.challenge.as_ref());
                let found = challenge
                    .and_then(|challenge| challenge.tasks.iter().find(|one| one.id == *task));
                let Some(found) = found else {
                    return Err(no("F-40", message!("fate-no-task")));
                };
                let trying = self.now.actions.iter().any(|action| {
                    action.act == Act::Overcome { purpose: Purpose::Task { task: *task } }
                });
                if found.overcome.is_some() || trying {
                    return Err(no("F-40", message!("fate-task-tried", task = &found.name)));
                }
                Ok(match named {
                    Opposing::Later => Opposing::Fixed(vec![fixed(found.difficulty)]),
                    named => named,
                })
            }
            Purpose::Treat { consequence, name } => {
                *name = text::name(name)?;
                let aspect = self.aspect(*consequence)?;
                let AspectKind::Consequence { value, treated: None, .. } = aspect.kind else {
                    return Err(no("F-33", message!("fate-not-treatable")));
                };
                let mut parts = vec![fixed(i64::from(value))];
                if aspect.character() == Some(actor) {
                    parts.push(SidePart { source: PartSource::OnOneself, value: 2 });
                }
                Ok(Opposing::Fixed(parts))
            }
            Purpose::Reach { zone } => {
                let scene = self.open_scene()?;
                let here = scene.whereabouts.get(&actor).copied();
                if scene.zone(*zone).is_none() || here == Some(*zone) {
                    return Err(no("F-43", message!("fate-no-zone")));
                }
                let barred = here
                    .and_then(|here| scene.border(here, *zone))
                    .and_then(|border| border.barred);
                Ok(match (named, barred) {
                    (Opposing::Later, Some(difficulty)) => Opposing::Fixed(vec![fixed(difficulty)]),
                    (named, _) => named,
                })
            }
        }
    }

    /// What is named against an action can stand against it.
    fn opposing(&self, actor: Id, against: Against) -> Result<Opposing, Refusal> {
        match against {
            Against::Difficulty(value) => {
                difficulty(value)?;
                Ok(Opposing::Fixed(vec![SidePart { source: PartSource::Difficulty, value }]))
            }
            Against::Character(id) => {
                let character = self.character(id)?;
                if id == actor {
                    return Err(no("F-24", message!("fate-not-oneself")));
                }
                if character.out {
                    return Err(no("F-31", message!("fate-is-out", who = &character.name)));
                }
                Ok(Opposing::Character(id))
            }
        }
    }

    pub(super) fn oppose(&mut self, id: Id, against: Against) -> Decided {
        self.host()?;
        let action = self.before_dice(id)?;
        let opposing = self.opposing(action.actor, against)?;
        let set_by_rule = matches!(
            action.act,
            Act::Effort { .. } | Act::Overcome { purpose: Purpose::Treat { .. } }
        );
        let attack = matches!(action.act, Act::Attack { .. });
        let side = match opposing {
            Opposing::Character(id) if !set_by_rule => Side { who: Some(id), ..Side::default() },
            Opposing::Fixed(parts) if !set_by_rule && !attack => Side { parts, ..Side::default() },
            _ => return Err(no("F-02", message!("fate-opposition-fixed"))),
        };
        if let Some(who) = side.who {
            self.reveal(who);
        }
        self.happen(Event::OppositionSet { action: id, side: Box::new(side) });
        Ok(())
    }

    /// A hidden aspect, of which only the host knows.
    fn hidden(&self, id: Id) -> Decided {
        if self.aspect(id)?.seen == Audience::All {
            return Err(no("F-22", message!("fate-not-hidden")));
        }
        Ok(())
    }

    pub(super) fn point_unknown(&mut self, id: Id, aspect: Id) -> Decided {
        self.host()?;
        let action = self.before_dice(id)?;
        if !matches!(action.act, Act::Create { what: Created::Unknown { .. } }) {
            return Err(no("F-22", message!("fate-not-seeking")));
        }
        self.hidden(aspect)?;
        self.happen(Event::UnknownPointed { action: id, aspect });
        Ok(())
    }

    /// The one who is asked chooses how to defend (F-24).
    pub(super) fn defend(&mut self, id: Id, skill: &str, full: bool) -> Decided {
        let action = self.before_dice(id)?;
        let Some(target) = action.target else {
            return Err(no("F-24", message!("fate-nobody-defends")));
        };
        let defender = self.mine(target)?;
        let rating = defender.rating(skill);
        self.skill(skill)?;
        let mut parts = vec![self.skill_part(skill, rating)];
        if full {
            let conflict = self.now.scene.as_ref().and_then(|scene| scene.conflict.as_ref());
            let defends =
                conflict.and_then(|conflict| conflict.combatant(target)?.full_defence.as_ref());
            if defends.is_none() {
                return Err(no("F-42", message!("fate-no-full-defence")));
            }
            parts.push(SidePart { source: PartSource::FullDefence, value: 2 });
        }
        let side =
            Side { who: Some(target), skill: Some(skill.to_owned()), parts, ..Side::default() };
        self.happen(Event::OppositionSet { action: id, side: Box::new(side) });
        if full {
            self.happen(Event::FullDefenceNeeded { who: target });
        }
        Ok(())
    }

    /// Teamwork: +1 per helper with the skill, at most the leader's rating (F-42).
    pub(super) fn help(&mut self, id: Id, helper: Id) -> Decided {
        let action = self.before_dice(id)?;
        let skill = action.side.skill.clone().unwrap_or_default();
        let one = self.mine(helper)?;
        if one.out {
            return Err(no("F-31", message!("fate-is-out", who = &one.name)));
        }
        let taking_part = action.actor == helper
            || action.target == Some(helper)
            || action.side.helpers.contains(&helper);
        if taking_part {
            return Err(no("F-42", message!("fate-helps-already", who = &one.name)));
        }
        if one.rating(&skill) < 1 {
            return Err(no("F-42", message!("fate-cannot-help", who = &one.name)));
        }
        let leader = self.now.character(action.actor).map_or(0, |leader| leader.rating(&skill));
        let bonus = i64::try_from(action.side.helpers.len() + 1).unwrap_or(i64::MAX);
        if bonus > leader {
            return Err(no("F-42", message!("fate-help-enough", most = leader.max(0))));
        }
        let conflict = self.now.scene.as_ref().and_then(|scene| scene.conflict.as_ref());
        if let Some(conflict) = conflict {
            let free = conflict.combatant(helper).is_some_and(|one| !one.out && !one.acted);
            if !free {
                return Err(no("F-42", message!("fate-helper-acted", who = &one.name)));
            }
        }
        self.reveal(helper);
        self.happen(Event::Helped { action: id, helper, bonus });
        Ok(())
    }

    /// A modifier the host states (F-02).
    pub(super) fn state(&mut self, id: Id, opposition: bool, value: i64, why: &str) -> Decided {
        self.host()?;
        let action = self.action(id)?;
        let why = text::name(why)?;
        let effort = opposition && matches!(action.act, Act::Effort { .. });
        if action.outcome.is_some() || action.side(opposition).is_none() || effort {
            return Err(no("F-02", message!("fate-no-side")));
        }
        let stated = action.side(opposition).map_or(0, |side| side.parts.len());
        if value == 0 || !(-10..=10).contains(&value) || stated >= 30 {
            return Err(no("F-02", message!("fate-modifier-bounds")));
        }
        let part = SidePart { source: PartSource::Stated { why }, value };
        self.happen(Event::PartAdded { action: id, opposition, part });
        Ok(())
    }

    pub(super) fn cancel(&mut self, id: Id) -> Decided {
        let action = self.before_dice(id)?;
        self.mine(action.actor)?;
        self.happen(Event::ActionCancelled { action: id });
        Ok(())
    }

    /// Rolls, unless something is still to be said about it.
    pub(super) fn roll_if_ready(&mut self, id: Id) -> Decided {
        let action = self.before_dice(id)?;
        let sought = matches!(action.act, Act::Create { what: Created::Unknown { aspect: None } });
        if action.opposition.is_some() && !sought { self.roll(id) } else { Ok(()) }
    }

    /// Rolls for both sides at once, so that nobody decides with the other's dice in sight.
    pub(super) fn roll(&mut self, id: Id) -> Decided {
        let action = self.before_dice(id)?;
        let (actor, target) = (action.actor, action.target);
        let plays =
            self.now.plays(self.by, actor) || target.is_some_and(|id| self.now.plays(self.by, id));
        if !plays {
            self.mine(actor)?;
        }
        if action.opposition.is_none() {
            return Err(no(
                "F-02",
                match target {
                    Some(target) => message!("fate-awaits-defence", who = self.now.name(target)),
                    None => message!("fate-awaits-difficulty"),
                },
            ));
        }
        if matches!(action.act, Act::Create { what: Created::Unknown { aspect: None } }) {
            return Err(no("F-22", message!("fate-awaits-unknown")));
        }
        self.throw(id, false, false)?;
        if target.is_some() {
            self.throw(id, true, false)?;
        }
        Ok(())
    }

    /// Throws the dice of one side.
    pub(super) fn throw(&mut self, action: Id, opposition: bool, again: bool) -> Decided {
        let rolled = self.dice.roll(&Audience::All, &self.pack.dice.roll, &());
        let roll = Box::new(rolled.map_err(|fault| odds::cannot_roll(&fault))?);
        self.happen(Event::Rolled { action, opposition, roll, again });
        Ok(())
    }
}

/// The character a new aspect is to be on, who is openly named. An aspect that is acted on is not:
/// declaring on it shows it to nobody new (F-22).
fn borne_by(act: &Act) -> Option<Id> {
    match act {
        Act::Create { what: Created::New { on: Place::Character(id), .. } } => Some(*id),
        _ => None,
    }
}

/// What an action is about besides the characters of its sides.
pub(super) fn touched(act: &Act) -> Option<Id> {
    borne_by(act).or_else(|| act.aspect())
}

/// What stands against an action.
pub(super) enum Opposing {
    /// The host says later.
    Later,
    /// A number, made of these.
    Fixed(Vec<SidePart>),
    /// A character, who is asked.
    Character(Id),
}
