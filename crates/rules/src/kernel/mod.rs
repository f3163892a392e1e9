//! What all families are built from: a command under way, dice for previews, the gate for what
//! people type, packs that passed their checks, acts and offers.
//!
//! Nothing here knows a rule of a game.

mod act;
mod deciding;
mod dry_dice;
mod moving;
mod offer;
mod pack;
mod ready;
pub mod typed;

pub use act::{Acts, Flags, Subject, Verb, Wait};
pub use deciding::{Decided, Deciding};
pub(crate) use dry_dice::DryDice;
pub(crate) use moving::decided;
pub use moving::{Break, Decision, Decisions, Moves};
pub(crate) use offer::{choice, offer};
pub use pack::{Checked, Fault};
pub use ready::{Nothing, ReadyPart, ReadyThing, Stock};
pub(crate) use ready::{bring, check_library, in_one_language, try_ready};
