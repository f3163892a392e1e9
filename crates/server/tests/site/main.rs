//! A real server on a port of its own, and real browsers at it.

mod browser;
mod doors;
mod live;
mod pages;
mod play;
mod protocol;
mod secrets;
mod served;
mod take_home;
mod types;
