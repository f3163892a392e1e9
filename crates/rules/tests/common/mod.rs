//! One harness for all families: a table to play at, loaded dice, and laws that hold for any rules.
//! What a family's own tests need beside it is in the family's `table.rs`.

pub mod dice;
pub mod ids;
pub mod laws;
pub mod sight;
pub mod table;
