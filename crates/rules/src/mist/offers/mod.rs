//! What a seat can do now. Whatever is thought of here is tried first, so every offer is accepted
//! as it stands.

mod character;
mod effect;
mod host;
mod roll;

use serde_json::json;

use super::plan::acts_for;
use super::view::Eyes;
use super::{Character, Command, LONGEST_NAME, LONGEST_TEXT, Mist, State, Thing};
use crate::kernel::{choice, offer};
use crate::{Batch, Bounds, Choice, Id, Offer, Role, Seat, message};

/// Words that stand for what is yet to be written.
const BLANK: &str = "…";

impl Mist {
    /// What a seat's offers are drawn up from: each roll it may see, and everything else.
    pub(super) fn offer_batches(&self, state: &State, by: Seat) -> Vec<Batch> {
        if by.role == Role::Spectator {
            return Vec::new();
        }
        let rolls = state.rolls.iter().filter(|it| it.seen.sees(by.viewer()));
        rolls.map(|it| Batch::Of(it.id)).chain([Batch::Lasting]).collect()
    }

    /// Everything the seat might do. Rolls are looked at only by the batch of each: what other
    /// offers need of them, `decide` knows.
    pub(super) fn drafts(&self, state: &State, by: Seat, batch: Batch) -> Vec<Offer<Command>> {
        let mut things = state.everything();
        things.retain(|(_, thing)| thing.sees(state, by.viewer()));
        let mut by_id = things.clone();
        by_id.sort_by_key(|(id, _)| *id);
        let desk = Desk { pack: self, state, by, things: &things, by_id: &by_id };
        let mut offers = Vec::new();
        match batch {
            Batch::Of(roll) => {
                if let Some(roll) = state.roll(roll) {
                    desk.offer_roll(roll, &mut offers);
                }
            }
            Batch::Lasting => {
                desk.offer_consequences(&mut offers);
                desk.offer_characters(&mut offers);
                if by.is_host() {
                    desk.offer_host(&mut offers);
                }
            }
            Batch::Due | Batch::Passing => {}
        }
        offers
    }
}

/// A seat in front of a state.
#[derive(Clone, Copy)]
struct Desk<'s> {
    pack: &'s Mist,
    state: &'s State,
    by: Seat,
    /// Everything the seat sees, in the order it came to be.
    things: &'s [(Id, Thing<'s>)],
    /// The same, to be found by its id.
    by_id: &'s [(Id, Thing<'s>)],
}

impl<'s> Desk<'s> {
    fn eyes(self) -> Eyes<'s> {
        Eyes { state: self.state, viewer: self.by.viewer() }
    }

    /// The characters in play this seat acts for.
    fn own(self) -> impl Iterator<Item = &'s Character> {
        let by = self.by;
        self.eyes().characters().filter(move |it| !it.left && acts_for(by, it))
    }

    /// Whether the seat acts for a character.
    fn acts_for(self, id: Id) -> bool {
        let character = self.state.character(id);
        character.is_some_and(|it| acts_for(self.by, it))
    }

    /// Whether it is this seat, not only the host in its stead, that should act for a character.
    fn plays(self, id: Option<Id>) -> bool {
        match id.and_then(|id| self.state.character(id)) {
            Some(character) => match character.seat {
                Some(seat) => seat == self.by.id,
                None => self.by.is_host(),
            },
            None => self.by.is_host(),
        }
    }

    /// Things to choose from, by name.
    fn choices(self, ids: impl IntoIterator<Item = Id>) -> Bounds {
        let choice = |id: Id| {
            let place = self.by_id.binary_search_by_key(&id, |(id, _)| *id).ok()?;
            let (_, thing) = self.by_id[place];
            Some(Choice { value: json!(id), label: thing.words(self.state) })
        };
        Bounds::Choice { of: ids.into_iter().filter_map(choice).collect() }
    }

    /// Everything that can hold tags and statuses, to choose from.
    fn holder_choices(self) -> Bounds {
        let of = self.eyes().holders().map(|holder| Choice {
            value: json!(holder),
            label: message!("mist-thing-named", name = self.state.called(holder)),
        });
        Bounds::Choice { of: of.collect() }
    }

    /// Every story tag, status or other thing that passes a test.
    fn things(self, fits: impl Fn(Thing) -> bool) -> Vec<Id> {
        self.things.iter().filter(|(_, thing)| fits(*thing)).map(|(id, _)| *id).collect()
    }
}

/// A name to be typed.
fn name() -> Bounds {
    Bounds::Text { max: LONGEST_NAME, optional: false }
}

/// A text that may be typed.
fn text() -> Bounds {
    Bounds::Text { max: LONGEST_TEXT, optional: true }
}

/// A text that must be typed.
fn words() -> Bounds {
    Bounds::Text { max: LONGEST_TEXT, optional: false }
}

fn number(min: u8, max: u8) -> Bounds {
    Bounds::Number { min: i64::from(min), max: i64::from(max) }
}
