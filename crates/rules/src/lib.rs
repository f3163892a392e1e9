//! Rulesets as pure functions.
//!
//! A family of rules implements [`Ruleset`]: commands are decided into events, events evolve a
//! state, and what a viewer may see of it is a view of parts and lines. [`AnyGame`] is a game of
//! whichever family, which is how tables hold one.
//!
//! There is no I/O here, no async, no clock, no randomness of its own, no floating-point function
//! of the platform, and no sentence: what is to be said is a [`Message`], put into words by the
//! crate `words`.

mod any_game;
mod change;
mod clock;
mod encoded;
pub mod fate;
mod id;
mod kernel;
mod line;
mod message;
pub mod mist;
mod notation;
mod offer;
pub mod pack;
mod quote;
mod refusal;
mod roll;
mod ruleset;
mod seat;
mod shared;
pub mod timeline;
#[cfg(feature = "toy")]
pub mod toy;

pub use any_game::{
    AnyEvent, AnyGame, AnyView, FamilyView, GameEvent, Moving, Parts, PlayedRules, Staged, Staging,
    Unreadable,
};
pub use change::{Change, Sent};
pub use clock::{Clock, ClockChange, ClockEvent, ClockPart, Clocks, Counts, ReadyClock};
pub use encoded::Encoded;
pub use id::{Id, NotAnId};
pub use kernel::{
    Acts, Break, Checked, Decided, Decision, Decisions, Fault, Flags, Moves, Nothing, ReadyPart,
    ReadyThing, Stock, Subject, Verb, Wait, typed,
};
pub use line::{Handout, Line, Plate};
pub use message::{Arg, Args, Message, Term};
pub use offer::{Bounds, Choice, Field, Offer};
pub use quote::{Calculation, Chance, Chances, Quote, Step, Sum, SumPart, Timing, Tone};
pub use refusal::{Refusal, RuleId};
pub use roll::{Dice, Roll};
pub use ruleset::{Game, Numbers, Ruleset, View, ViewAfter};
pub use seat::{Audience, MOST_CHARACTERS_OF_A_SEAT, Role, Seat, SeatId, Viewer};
pub use shared::Piece;
