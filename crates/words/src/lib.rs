//! Everything people read, in Simplified Chinese, Traditional Chinese and English.
//!
//! Rules and tables speak in [`Message`]s: an id and arguments. This crate holds the catalogues
//! and turns a message into text in a [`Language`]:
//!
//! ```
//! use rules::message;
//! use words::Language;
//!
//! let message = message!("language-name");
//! assert_eq!(words::say(Language::En, &message), "English");
//! assert_eq!(words::say(Language::ZhHans, &message), "简体中文");
//! ```
//!
//! The catalogues are the Fluent files under `catalogue/`, one folder per language, one file per
//! part of the program. The web page reads the same files. Tests check that every language has
//! every message, that all name the same variables, and that every `message!` in the program is
//! there with the arguments it needs.

mod catalogue;
pub mod fold;
mod language;
pub mod log;
pub mod reference;
pub mod sheet;

pub use catalogue::{catalogue_files, is_simplified, knows, say};
pub use language::{Language, UnknownLanguage};
pub use log::escaped;

#[doc(no_inline)]
pub use rules::Message;
