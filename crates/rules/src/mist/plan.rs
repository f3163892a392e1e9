//! A command being decided: the events so far, and the state as they would make it.

use std::borrow::Cow;

use super::{Character, Consequence, Event, Mist, Pending, State, Thing};
use crate::{Dice, Id, Message, Refusal, Seat, Viewer, message};

/// A command being decided. Dropping it leaves everything as it was.
pub(super) struct Plan<'a> {
    pub pack: &'a Mist,
    /// The state the command came to.
    pub before: &'a State,
    pub by: Seat,
    pub dice: &'a mut dyn Dice,
    now: Cow<'a, State>,
    applied: usize,
    pub events: Vec<Event>,
}

/// What deciding gives.
pub(super) type Decided = Result<(), Refusal>;

impl<'a> Plan<'a> {
    pub fn new(pack: &'a Mist, before: &'a State, by: Seat, dice: &'a mut dyn Dice) -> Self {
        Self { pack, before, by, dice, now: Cow::Borrowed(before), applied: 0, events: Vec::new() }
    }

    /// One thing more that happens.
    pub fn push(&mut self, event: Event) {
        self.events.push(event);
    }

    /// The state after everything so far. Only looking costs a copy.
    pub fn now(&mut self) -> &State {
        if self.applied < self.events.len() {
            let now = self.now.to_mut();
            for event in &self.events[self.applied..] {
                self.pack.make_so(now, event);
            }
            self.applied = self.events.len();
        }
        &self.now
    }

    /// A new thing's id.
    pub fn id(&mut self) -> Id {
        self.dice.id()
    }

    pub fn viewer(&self) -> Viewer {
        self.by.viewer()
    }

    /// Only the host may.
    pub fn host(&self) -> Decided {
        if self.by.is_host() {
            Ok(())
        } else {
            Err(Refusal::new("B-01", message!("mist-host-only")))
        }
    }

    /// Anyone who plays may; whoever looks on may not.
    pub fn plays(&self) -> Decided {
        if self.by.role == crate::Role::Spectator {
            Err(Refusal::new("B-01", message!("mist-players-only")))
        } else {
            Ok(())
        }
    }

    /// A character the seat may see and act for.
    pub fn own(&self, id: Id) -> Result<&'a Character, Refusal> {
        let character = self.character(id)?;
        if acts_for(self.by, character) {
            Ok(character)
        } else {
            Err(Refusal::new("B-01", message!("mist-not-yours", who = &character.name))
                .instead(message!("mist-your-own")))
        }
    }

    /// A character the seat may see.
    pub fn character(&self, id: Id) -> Result<&'a Character, Refusal> {
        self.before
            .character(id)
            .filter(|it| it.seen.sees(self.viewer()))
            .ok_or_else(|| missing(message!("mist-a-character")))
    }

    /// A character in play that the seat may see and act for.
    pub fn actor(&self, id: Id) -> Result<&'a Character, Refusal> {
        let character = self.own(id)?;
        if character.left {
            return Err(Refusal::new("M-58", message!("mist-has-left", who = &character.name)));
        }
        Ok(character)
    }

    /// Anything the seat may see.
    pub fn find(&self, id: Id) -> Result<Thing<'a>, Refusal> {
        self.before.find(id, self.viewer()).ok_or_else(|| missing(message!("mist-a-thing")))
    }

    /// A roll the seat may see.
    pub fn roll(&self, id: Id) -> Result<&'a Pending, Refusal> {
        self.before
            .roll(id)
            .filter(|it| it.seen.sees(self.viewer()))
            .ok_or_else(|| missing(message!("mist-a-roll")))
    }

    /// A roll the seat may see whose dice have not fallen.
    pub fn open_roll(&self, id: Id) -> Result<&'a Pending, Refusal> {
        let roll = self.roll(id)?;
        if roll.outcome.is_some() {
            return Err(Refusal::new("B-21", message!("mist-already-rolled")));
        }
        Ok(roll)
    }

    /// Whether the seat may act for the roll's actor.
    pub fn rolls_for(&self, roll: &Pending) -> Decided {
        match roll.actor {
            Some(actor) => self.own(actor).map(|_| ()),
            None => self.host(),
        }
    }

    /// A consequence the seat may see.
    pub fn consequence(&self, id: Id) -> Result<&'a Consequence, Refusal> {
        self.before
            .consequence(id)
            .filter(|it| it.seen.sees(self.viewer()))
            .ok_or_else(|| missing(message!("mist-a-consequence")))
    }
}

/// Whether a seat may act for a character: its own, or any as host.
pub(super) fn acts_for(by: Seat, character: &Character) -> bool {
    match by.role {
        crate::Role::Host => true,
        crate::Role::Player => character.seat == Some(by.id),
        crate::Role::Spectator => false,
    }
}

/// There is no such thing, or it may not be seen: the same words for both (B-30).
pub(super) fn missing(what: Message) -> Refusal {
    Refusal::new("B-30", message!("mist-no-such", what = what))
}
