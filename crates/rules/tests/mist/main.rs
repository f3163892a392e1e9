//! The rules of the mist family, one test or more for every id of its specification.

mod acting;
mod file;
mod growth;
mod laws;
mod nouns;
mod secrets;
mod special;
mod structure;
mod table;

#[path = "../common/mod.rs"]
mod common;
