//! What a seat takes home, and how it finds a line again (B-41, B-50).
//!
//! A session's log, the sheets of characters and the lines of a search are made from what the seat
//! was told and sees, never from a game's state: [`log`], [`recap::recap`], [`sheets`], [`cards`], [`case_file`], [`characters`],
//! [`search`].
//! [`render`] puts one line or refusal into text, for everything that is not a web page.
//!
//! There are no rules here and no sentences, and nothing is typed: a sheet is rendered from the
//! typed view of its family.

pub mod character;
mod log;
pub mod recap;
pub mod render;
mod search;
pub mod sheet;
mod workers;

pub use log::{Asked, log};
pub use search::{find_notes, search, search_in};
pub use sheet::{cards, case_file, characters, sheets};
pub use workers::Workers;
