//! The fate family, rule by rule: every F-id has a test whose name begins with it.

mod aspects;
mod campaign;
mod conditions;
mod doors;
mod harm;
mod odds;
mod opposition;
mod outcomes;
mod points;
mod random;
mod scenes;
mod secrecy;
mod sheet;
mod table;

#[path = "../common/mod.rs"]
mod common;
