//! Chat groups as doors to tables (C-20 … C-24): which group is at which table, who in it sits on
//! which seat, and what is said to whom.
//!
//! ```text
//! QQ, Discord, KOOK … ◄─► an implementation (NapCat, Koishi …) ◄─► onebot/ or satori/
//!                                                                      │ Incoming   ▲ Outgoing
//!                                                                      ▼            │
//!                   hub.rs ─► one task for each group and person: room.rs ─► queue.rs
//!                                    │ typed lines        ▲ lines of its seats
//!                                    ▼                    │
//!                              chat::Listener ─► table::TableHandle
//! ```
//!
//! A group sits at a table on a spectator's seat of its own, so it hears what everyone there hears,
//! and the host can send it away like anyone else. A person sits on their own seat, by a device
//! like any browser. What only a seat may see goes to its person in private.
//!
//! The adapter may run on another machine than all the rest ([`relay`]).
//!
//! An adapter ([`onebot`], [`satori`]) turns frames into [`Incoming`] and sends [`Outgoing`]; it
//! knows no table. There are no rules here and no sentences.

pub mod book;
mod command;
mod hub;
mod metrics;
pub mod net;
pub mod onebot;
mod platform;
mod queue;
pub mod relay;
mod room;
pub mod satori;
mod speech;

pub use hub::{Bridge, Settings};
pub use metrics::{Board, Metrics};
pub use platform::{Bit, Incoming, Outgoing, Piece, Place, Platform, Said, Sent};
