//! The text command language (C-01 … C-05): typed in the web page's box, in the terminal and in
//! group chat.
//!
//! A [`Listener`] sits between one person and a table: it hears a typed line, does what it says,
//! and answers.
//!
//! ```no_run
//! # async fn play(table: table::TableHandle, seat: rules::SeatId) -> Result<(), rules::Refusal> {
//! let mut listener = chat::Listener::new(table, seat);
//! let reply = listener.hear(table::CommandId::random(), ".act 撬棍 !老练 -怕黑: 撬开后门").await?;
//! # Ok(()) }
//! ```
//!
//! What happened reaches the seat as lines of the table, as it does everyone's; the reply is for
//! the one who typed and says what can be done next.
//!
//! Beneath it [`hear`] is a pure function of the text and a [`SeatContext`]: what the seat may see.
//! Names are read from nowhere else, so neither a completion nor a mistake can tell a secret.
//!
//! There are no rules here and no sentences: a line becomes commands, an answer [`rules::Message`]s.

mod about;
mod bars;
mod cards;
mod casting;
mod clocks;
mod common;
mod complete;
mod context;
mod desk;
mod examples;
mod family;
mod fate;
mod hand;
mod hear;
mod help;
mod listener;
mod mist;
mod mistake;
mod names;
mod nearest;
mod notebook;
mod reader;
mod script;
mod timeline;
pub mod transcript;
mod verb;

pub use bars::bar;
pub use complete::{Kind, Span, Vocabulary};
pub use context::SeatContext;
pub use hear::{Heard, MOST_CHARACTERS, MOST_OF_A_CARD, OddsOf, hear};
pub use listener::{Answered, Listener, Outcome};
pub use mistake::Mistake;
pub use script::{Cue, cue};
