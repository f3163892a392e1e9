//! What a table promises, tried from outside. One program, so that it is linked once.

mod archive;
mod corpus;
mod dice;
mod group;
mod hand;
mod once;
mod random;
mod seats;
mod secrecy;
mod store;
mod undo;
