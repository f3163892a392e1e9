//! What a table promises, tried from outside. One program, so that it is linked once.

mod archive;
mod broken;
mod canary;
mod corpus;
mod desk;
mod dice;
mod disk;
mod doors;
mod forgery;
mod group;
mod hand;
mod moving;
mod nodes;
mod notebook;
mod numbers;
mod once;
mod postgres;
#[path = "../postgres/mod.rs"]
mod postgres_server;
mod power;
mod random;
mod roles;
mod scene;
mod seats;
mod secrecy;
mod settings;
mod shown;
mod store;
mod undo;
mod waiting;
