//! What a command under way may name: whatever its seat may see and act for.

use super::{Character, Consequence, Deciding, Pending, Thing};
use crate::{Id, Message, Refusal, Seat, message};

use crate::kernel::Decided;

impl<'a> Deciding<'a> {
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
