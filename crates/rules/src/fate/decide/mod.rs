//! Decisions, by subject. Each works on a copy of the state on which events happen as they are
//! decided, so that what follows can build on them.

mod action;
mod aspect;
mod character;
mod compel;
mod conflict;
mod contest;
mod harm;
mod invoke;
mod milestone;
mod naming;
mod outcome;
mod points;
mod scene;

use std::borrow::Cow;

use super::{Aspect, Character, Command, Event, Fate, State};
use crate::{Audience, Dice, Id, Message, Refusal, Role, Seat, Viewer, message};

/// A command being decided.
pub(super) struct Play<'a> {
    pack: &'a Fate,
    by: Seat,
    /// A copy once something has happened.
    now: Cow<'a, State>,
    dice: &'a mut dyn Dice,
    events: Vec<Event>,
}

type Decided = Result<(), Refusal>;

/// What follows from a command.
pub(super) fn decide(
    pack: &Fate,
    state: &State,
    by: Seat,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Refusal> {
    let mut play = Play { pack, by, now: Cow::Borrowed(state), dice, events: Vec::new() };
    if by.role == Role::Spectator {
        return Err(no("B-01", message!("fate-spectator")));
    }
    play.command(command)?;
    Ok(play.events)
}

/// A refusal.
pub(super) fn no(rule: &'static str, what: Message) -> Refusal {
    Refusal::new(rule, what)
}

impl Play<'_> {
    fn command(&mut self, command: &Command) -> Decided {
        use Command as C;
        match command {
            C::Show { thing, to } => self.show(*thing, to),
            C::Rename { thing, name } => self.rename(*thing, name),
            C::WriteNotes { character, text } => self.write_notes(*character, text),
            C::MakeCharacter { draft, seat, hidden } => self.make_character(draft, *seat, *hidden),
            C::TakeExample { example, name, seat } => {
                self.take_example(example, name.as_deref(), *seat)
            }
            C::GiveCharacter { character, seat } => self.give_character(*character, *seat),
            C::RemoveCharacter { character } => self.remove_character(*character),
            C::UseStunt { character, stunt, action } => self.use_stunt(*character, *stunt, *action),
            C::SetStress { character, track, marked } => {
                self.set_stress(*character, track, *marked)
            }
            C::GrantMilestone { character, kind } => self.grant_milestone(*character, *kind),
            C::Improve { character, change } => self.improve(*character, change),
            C::CloseMilestone { character } => self.close_milestone(*character),
            C::BeginSession {} => self.begin_session(),
            C::AdjustPoints { character, by, why } => self.adjust_points(*character, *by, why),
            C::SetScene { title, text } => self.set_scene(title, text),
            C::EndScene {} => self.end_scene(),
            C::AddZone { name, next_to } => self.add_zone(name, next_to.as_deref()),
            C::SetBorder { one, other, barred } => self.set_border(*one, *other, *barred),
            C::Move { character, zone } => self.walk(*character, *zone),
            C::AddAspect { name, on, boost, free, hidden } => {
                self.add_aspect(name.as_deref(), *on, *boost, *free, *hidden)
            }
            C::RemoveAspect { aspect, why } => self.remove_aspect(*aspect, why),
            C::GrantFree { aspect, to } => self.grant_free(*aspect, *to),
            C::HandFree { aspect, from, to } => self.hand_free(*aspect, *from, *to),
            C::Declare { aspect, by, free, text } => self.declare(*aspect, *by, *free, text),
            C::Act { actor, act, skill, against, text, roll } => {
                let action = self.act(*actor, act, skill, *against, text)?;
                if *roll { self.roll_if_ready(action) } else { Ok(()) }
            }
            C::Oppose { action, against } => self.oppose(*action, *against),
            C::PointUnknown { action, aspect } => self.point_unknown(*action, *aspect),
            C::Defend { action, skill, full, roll } => {
                self.defend(*action, skill, *full)?;
                if *roll { self.roll_if_ready(*action) } else { Ok(()) }
            }
            C::Help { action, helper } => self.help(*action, *helper),
            C::State { action, opposition, value, why } => {
                self.state(*action, *opposition, *value, why)
            }
            C::Cancel { action } => self.cancel(*action),
            C::Roll { action } => self.roll(*action),
            C::Invoke { action, opposition, aspect, by, to, free } => {
                self.invoke(*action, *opposition, *aspect, *by, *to, *free)
            }
            C::LetStand { action, opposition } => self.let_stand(*action, *opposition),
            C::Choose { action, answer } => self.choose(*action, answer),
            C::Hit { to, track, shifts } => self.hit(*to, track, *shifts),
            C::Absorb { hit, boxes, consequences } => self.absorb(*hit, *boxes, consequences),
            C::GoOut { hit } => self.go_out(*hit),
            C::BringBack { character } => self.bring_back(*character),
            C::Concede { character, text } => self.concede(*character, text),
            C::Compel { to, aspect, kind, text } => self.compel(*to, *aspect, *kind, text),
            C::ClaimCompel { character, aspect, kind, text } => {
                self.claim_compel(*character, *aspect, *kind, text)
            }
            C::ProposeCompel { by, to, aspect, kind, text } => {
                self.propose_compel(*by, *to, *aspect, *kind, text)
            }
            C::AcceptCompel { compel } => self.accept_compel(*compel),
            C::RefuseCompel { compel, why } => self.refuse_compel(*compel, why),
            C::WithdrawCompel { compel } => self.withdraw_compel(*compel),
            C::SetChallenge { title, tasks } => self.set_challenge(title, tasks),
            C::EndChallenge {} => self.end_challenge(),
            C::SetContest { title, sides } => self.set_contest(title, sides),
            C::NameTwist { name } => self.name_twist(name),
            C::EndContest {} => self.end_contest(),
            C::BeginConflict { combatants } => self.begin_conflict(combatants),
            C::JoinConflict { combatant } => self.join_conflict(*combatant),
            C::PassTurn { to } => self.pass_turn(*to),
            C::DefendFully { character, text } => self.defend_fully(*character, text),
            C::EndConflict {} => self.end_conflict(),
        }
    }

    /// Makes an event so.
    fn happen(&mut self, event: Event) {
        self.now.to_mut().evolve(&event);
        self.events.push(event);
    }

    fn viewer(&self) -> Viewer {
        self.by.viewer()
    }

    /// Only the host may.
    fn host(&self) -> Decided {
        if self.by.is_host() { Ok(()) } else { Err(no("B-01", message!("fate-host-only"))) }
    }

    /// A character the seat may see. A hidden one is answered like one that is not there.
    fn character(&self, id: Id) -> Result<&Character, Refusal> {
        let found = self.now.seen_character(self.viewer(), id);
        found.ok_or_else(|| no("B-12", message!("fate-no-character")))
    }

    /// A character the seat plays.
    fn mine(&self, id: Id) -> Result<&Character, Refusal> {
        let character = self.character(id)?;
        if self.now.plays(self.by, id) {
            Ok(character)
        } else {
            Err(no("B-01", message!("fate-not-yours", who = &character.name)))
        }
    }

    /// An aspect the seat may see. A hidden one is answered like one that is not there.
    fn aspect(&self, id: Id) -> Result<&Aspect, Refusal> {
        let found = self.now.seen_aspect(self.viewer(), id);
        found.ok_or_else(|| no("B-12", message!("fate-no-aspect")))
    }

    /// What takes part in play openly is seen by all from then on.
    fn reveal(&mut self, thing: Id) {
        let seen = match (self.now.character(thing), self.now.aspect(thing)) {
            (Some(character), _) => &character.seen,
            (None, Some(aspect)) => {
                if let Some(bearer) = aspect.character() {
                    let hidden = aspect.seen != Audience::All;
                    self.reveal(bearer);
                    if hidden {
                        self.happen(Event::Shown { thing, to: Audience::All });
                    }
                    return;
                }
                &aspect.seen
            }
            (None, None) => return,
        };
        if *seen != Audience::All {
            self.happen(Event::Shown { thing, to: Audience::All });
        }
    }
}
