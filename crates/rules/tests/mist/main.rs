//! The rules of the mist family, one test or more for every id of its specification.

mod acting;
mod growth;
mod laws;
mod nouns;
mod secrets;
mod special;
mod structure;
mod table;

#[path = "../common/ids.rs"]
mod ids;
#[path = "../common/sight.rs"]
mod sight;
