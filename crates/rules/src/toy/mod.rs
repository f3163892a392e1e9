//! The smallest family with everything a family can have, to prove that no boundary is shaped by
//! the others: a clock, a trap only the host knows, duels that wait for another seat.
//!
//! It is also the shape of a family at its smallest: `pack.rs`, `state.rs`, `command.rs`,
//! `event.rs` and `part.rs` say what there is, `dispatch.rs` which subject deals with it, and each
//! subject has a file with its decisions, what they change, what is told and what is offered.

mod clock;
mod command;
mod dispatch;
mod duel;
mod event;
mod failing;
mod pack;
mod part;
mod ruleset;
mod state;
mod trap;

pub use command::Command;
pub use duel::Duel;
pub use event::Event;
pub use failing::Failing;
pub use pack::Toy;
pub use part::Part;
pub use state::State;
pub use trap::Trap;

/// A command of this family under way.
type Deciding<'a> = crate::kernel::Deciding<'a, Toy>;
