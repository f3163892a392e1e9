//! A real server on a port of its own, and real browsers at it.

mod browser;
mod doors;
mod hostile;
mod limits;
mod live;
mod openapi;
mod pages;
mod pictures;
mod play;
mod protocol;
mod resume;
mod secrets;
mod served;
mod take_home;
mod types;
