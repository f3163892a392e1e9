//! What follows from a command on the timeline (T-20 … T-33).

use std::collections::BTreeMap;

use super::decide::{Decision, host};
use super::fight::{MOST_FIGHTERS, MOST_PLANNED};
use super::occasions::triggered;
use super::resolve::resolve;
use super::{
    Amount, Command, Deed, Doing, Event, Fight, Fighter, LastingKind, Occasion, Plan, Resource,
    State,
};
use crate::{Dice, Id, Message, Refusal, Seat, Viewer, message};

impl State {
    pub(super) fn decide_fight(
        &self,
        by: Seat,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Decision {
        let mut events = match command {
            Command::OpenFight { fighters, ambush } => return self.open(by, fighters, ambush),
            Command::JoinFight { character, position } => {
                self.own(*character, by)?;
                return self.join(*character, *position);
            }
            Command::EndFight => return self.end(by),
            Command::Flow { to } => return self.flow(by, *to, dice),
            Command::StepBack { to } => return self.step_back(by, *to),
            Command::Place { character, position, unseen } => {
                host(by)?;
                self.fighter(*character)?;
                if position.abs() > Amount::MOST {
                    return Err(Refusal::new("T-30", message!("timeline-out-of-bounds")));
                }
                let (character, position, unseen) = (*character, *position, *unseen);
                return Ok(vec![Event::Placed { character, position, unseen }]);
            }
            Command::LeaveFight { character } => {
                self.own(*character, by)?;
                self.fighter(*character)?;
                vec![Event::FightLeft { character: *character }]
            }
            Command::Bear { character, resource } => {
                self.own(*character, by)?;
                let (_, fighter) = self.fighter(*character)?;
                let bears = |one: &super::Lasting| matches!(one.kind, LastingKind::Bears { .. });
                if !fighter.lasting.iter().any(bears) {
                    return Err(Refusal::new("T-50", message!("timeline-cannot-bear")));
                }
                let (character, resource) = (*character, *resource);
                return Ok(vec![Event::BornWith { character, resource }]);
            }
            Command::CancelAct { character } => {
                self.commands(*character, by)?;
                let (_, fighter) = self.fighter(*character)?;
                let planned = matches!(fighter.doing, Doing::Late) && !fighter.planned.is_empty();
                if fighter.act().is_none() && !planned {
                    return Err(Refusal::new("T-25", message!("timeline-no-act")));
                }
                return Ok(vec![Event::ActCancelled { character: *character }]);
            }
            Command::Hold { character } => {
                self.own(*character, by)?;
                let (fight, fighter) = self.fighter(*character)?;
                let late = matches!(fighter.doing, Doing::Late) && fighter.planned.is_empty();
                if !fight.awaits(fighter) && !late {
                    return Err(Refusal::new("T-21", message!("timeline-not-awaited")));
                }
                vec![Event::Held { character: *character }]
            }
            Command::Declare { character, deed, attribute, effort, weapon, note } => {
                let own = self.commands(*character, by)?;
                if own.dead {
                    let what = message!("timeline-dead", name = &own.card.name);
                    return Err(Refusal::new("T-31", what));
                }
                for other in deed.target().into_iter().chain(deed.against()) {
                    self.find(other, by.viewer())?;
                }
                let plan = Plan {
                    deed: deed.clone(),
                    attribute: *attribute,
                    effort: *effort,
                    weapon: *weapon,
                    note: note.clone(),
                };
                self.declare(*character, plan, by.viewer())?
            }
            _ => Vec::new(),
        };
        if self.options.auto_flow {
            events.extend(self.flow_on(&events, dice));
        }
        Ok(events)
    }

    /// The fighter a seat decides for: its own, unless another's skill declares for them.
    fn commands(&self, id: Id, by: Seat) -> Result<&super::Character, Refusal> {
        let fighter = self.fight.as_deref().and_then(|fight| fight.fighter(id));
        let held = fighter.and_then(|one| one.puppet);
        match held {
            Some((holder, until)) if !by.is_host() => {
                let own = self.character(holder).is_some_and(|one| one.owned(by.viewer()));
                if own && by.role == crate::Role::Player {
                    return self.find(id, by.viewer());
                }
                self.own(id, by)?;
                let what = message!("timeline-controlled-until", until = until);
                Err(Refusal::new("T-28", what))
            }
            _ => self.own(id, by),
        }
    }

    fn open(&self, by: Seat, fighters: &[Id], ambush: &[Id]) -> Decision {
        host(by)?;
        if self.fight.is_some() {
            return Err(Refusal::new("T-20", message!("timeline-fight-open")));
        }
        let mut known: Vec<Id> = Vec::new();
        for id in fighters.iter().chain(ambush) {
            self.may_fight(*id)?;
            if !known.contains(id) {
                known.push(*id);
            }
        }
        if known.is_empty() || known.len() > MOST_FIGHTERS {
            let what = message!("timeline-how-many", least = 1, most = MOST_FIGHTERS);
            return Err(Refusal::new("T-20", what));
        }
        Ok(vec![Event::FightOpened { fighters: known, ambush: ambush.to_vec() }])
    }

    fn may_fight(&self, id: Id) -> Result<(), Refusal> {
        let character = self
            .character(id)
            .ok_or_else(|| Refusal::new("T-20", message!("timeline-no-character")))?;
        if character.dead {
            let what = message!("timeline-dead", name = &character.card.name);
            return Err(Refusal::new("T-31", what));
        }
        Ok(())
    }

    fn join(&self, character: Id, position: Amount) -> Decision {
        self.may_fight(character)?;
        let Some(fight) = &self.fight else {
            return Ok(vec![Event::FightOpened { fighters: vec![character], ambush: Vec::new() }]);
        };
        if fight.fighter(character).is_some() {
            return Err(Refusal::new("T-20", message!("timeline-already-fighting")));
        }
        if fight.fighters.len() >= MOST_FIGHTERS || position.abs() > Amount::MOST {
            return Err(Refusal::new("T-20", message!("timeline-out-of-bounds")));
        }
        Ok(vec![Event::FightJoined { character, position }])
    }

    /// Ends the fight, which only the host may (T-34); hit points refill where the table says so,
    /// and victors' traits have their say (T-08, T-15).
    fn end(&self, by: Seat) -> Decision {
        let fight = self.fight()?;
        if !by.is_host() {
            return Err(Refusal::new("T-34", message!("timeline-host-ends"))
                .instead(message!("timeline-host-ends-instead")));
        }
        let mut events = vec![Event::FightEnded];
        for fighter in fight.standing().filter(|one| one.summoned.is_none()) {
            let Some(character) = self.character(fighter.id) else { continue };
            let mut now = BTreeMap::new();
            if self.options.refill_after_fight {
                let most = character.most(Resource::HitPoints);
                let missing = most.less(character.hit_points);
                if missing.is_positive() {
                    now.insert((fighter.id, Resource::HitPoints), most);
                    events.push(self.gain(fighter.id, Resource::HitPoints, missing));
                }
            }
            events.extend(triggered(self, fighter.id, Occasion::Victory, &mut now));
        }
        Ok(events)
    }

    /// An act of someone who is free starts now; of someone busy it follows the present one.
    fn declare(&self, character: Id, plan: Plan, viewer: Viewer) -> Decision {
        let fighting =
            self.fight.as_deref().is_some_and(|fight| fight.fighter(character).is_some());
        if !fighting {
            // A skill or act opens the timeline of itself (T-09).
            let mut events = self.join(character, Amount::ZERO)?;
            let mut joined = self.clone();
            events.iter().for_each(|event| joined.evolve(event));
            events.extend(joined.declare(character, plan, viewer)?);
            return Ok(events);
        }
        let (fight, fighter) = self.fighter(character)?;
        let start = match &fighter.doing {
            Doing::Idle | Doing::Holding | Doing::Late if !fight.waits(character) => fight.now,
            // Nobody is told of an initiative they may not know of: the act begins when it may.
            Doing::Idle | Doing::Holding | Doing::Late if !self.sees_initiative(viewer) => {
                self.plan_behind(fighter, MOST_PLANNED + 1, &plan, fight.now)?;
                return Ok(vec![Event::ActPlanned { character, plan: Box::new(plan) }]);
            }
            Doing::Idle | Doing::Holding | Doing::Late => fight
                .others_from
                .ok_or_else(|| Refusal::new("T-26", message!("timeline-others-first")))?,
            // Whoever declares for them has come this far; it must be over before they are free.
            Doing::Controlled(until) if fighter.puppet.is_some() => {
                let act = Box::new(self.prepare(character, &plan, fight.now)?);
                if act.end > *until {
                    let what = message!("timeline-puppet-until", until = *until);
                    let most = message!("timeline-puppet-most", time = *until - fight.now);
                    return Err(Refusal::new("T-28", what).instead(most));
                }
                return Ok(vec![Event::ActStarted { character, act }]);
            }
            Doing::Controlled(until) => {
                let what = message!("timeline-controlled-until", until = *until);
                return Err(Refusal::new("T-28", what));
            }
            Doing::Acting(_) if fighter.puppet.is_some() => {
                return Err(Refusal::new("T-28", message!("timeline-puppet-busy")));
            }
            Doing::Acting(act) => {
                self.plan_behind(fighter, MOST_PLANNED, &plan, act.end)?;
                return Ok(vec![Event::ActPlanned { character, plan: Box::new(plan) }]);
            }
        };
        let act = Box::new(self.prepare(character, &plan, start)?);
        Ok(vec![Event::ActStarted { character, act }])
    }

    /// Whether an act may be planned behind those a fighter has planned already.
    fn plan_behind(
        &self,
        fighter: &Fighter,
        most: usize,
        plan: &Plan,
        at: Amount,
    ) -> Result<(), Refusal> {
        if fighter.planned.len() >= most {
            let what = message!("timeline-planned-enough", most = MOST_PLANNED);
            return Err(Refusal::new("T-21", what));
        }
        // What it will be is known only then; what could never be is refused now. A reload behind
        // the last shots would be refused for a full magazine otherwise.
        let begins = fighter.act().is_none() && fighter.planned.is_empty();
        if begins || !matches!(plan.deed, Deed::Reload | Deed::Shoot { .. }) {
            self.prepare(fighter.id, plan, at)?;
        }
        Ok(())
    }

    fn flow(&self, by: Seat, to: Option<Amount>, dice: &mut dyn Dice) -> Decision {
        let fight = self.fight()?;
        let owns = |one: &super::Fighter| {
            self.character(one.id).is_some_and(|character| character.owned(by.viewer()))
        };
        if !by.is_host() && !fight.standing().any(owns) {
            host(by)?;
        }
        let awaited: Vec<Message> =
            self.awaited_by(by.viewer()).take(10).map(|fighter| self.name(fighter.id)).collect();
        if !awaited.is_empty() {
            let what = message!("timeline-awaited", names = awaited);
            return Err(Refusal::new("T-23", what));
        }
        // Neither who it is nor how many (T-26).
        if fight.awaited().next().is_some() {
            return Err(Refusal::new("T-23", message!("timeline-awaited-host")));
        }
        if to.is_some_and(|to| to <= fight.now) {
            return Err(Refusal::new("T-23", message!("timeline-not-back", now = fight.now)));
        }
        let next = fight
            .queue
            .next()
            .ok_or_else(|| Refusal::new("T-23", message!("timeline-nothing-ends")))?;
        match to {
            Some(to) if to < next => Ok(vec![Event::InstantReached { at: to }]),
            _ => Ok(resolve(self, fight, next, dice)),
        }
    }

    /// Lets time flow of itself until somebody is awaited (T-23).
    fn flow_on(&self, events: &[Event], dice: &mut dyn Dice) -> Vec<Event> {
        let mut after = self.clone();
        events.iter().for_each(|event| after.evolve(event));
        let mut more = Vec::new();
        // Planned acts let time flow on; a bound keeps one command from playing out a whole fight.
        for _ in 0..100 {
            let Some(fight) = after.fight.clone() else { break };
            let Some(next) = after.flows(&fight) else { break };
            let happened = resolve(&after, &fight, next, dice);
            happened.iter().for_each(|event| after.evolve(event));
            more.extend(happened);
        }
        more
    }

    /// The next instant, if nobody is awaited, nor seems to be, and at least two fight.
    fn flows(&self, fight: &Fight) -> Option<Amount> {
        let many = fight.standing().nth(1).is_some();
        let awaited = fight.awaited().chain(self.awaited_by(Viewer::Spectator)).next();
        fight.queue.next().filter(|_| many && awaited.is_none())
    }

    fn step_back(&self, by: Seat, to: Amount) -> Decision {
        host(by)?;
        let fight = self.fight()?;
        let first = fight.past.first().map(|moment| moment.at);
        match first {
            Some(first) if to >= first && to < fight.now => Ok(vec![Event::SteppedBack { to }]),
            Some(first) => {
                let what = message!("timeline-step-between", first = first, now = fight.now);
                Err(Refusal::new("T-33", what))
            }
            None => Err(Refusal::new("T-33", message!("timeline-no-past"))),
        }
    }
}
