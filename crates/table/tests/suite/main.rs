//! What a table promises, tried from outside. One program, so that it is linked once.

mod dice;
mod group;
mod once;
mod random;
mod seats;
mod secrecy;
mod store;
mod undo;
