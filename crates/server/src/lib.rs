//! HTTP and WebSocket around the tables: links, cookies, limits, and the web page itself.
//!
//! ```text
//! browser ── POST /api/tables/{id}/enter ─► door.rs ─► TableHandle::enter ─► a cookie
//!         ── GET  /api/tables/{id}/ws ────► socket.rs
//!               {"do":{…}}                   └─► TableHandle::command
//!               {"frame":{…}} {"done":{…}}  ◄─── Frames, Answer
//!         ── GET  /anything else ─────────► page.rs: web/dist, embedded
//! ```
//!
//! A [`Site`] is what is served: the tables, the rulesets tables can be made with, the settings.
//! [`run`] serves it until told to stop. What is said on the wire is in [`wire`], and in
//! TypeScript in `web/src/wire.ts`. No rules and no SQL here.

mod alone;
mod caller;
mod characters;
mod chat_door;
mod connections;
mod cookie;
mod door;
mod exchange;
mod health;
mod limits;
mod line;
mod metrics;
mod openapi;
mod origin;
mod packs;
mod page;
mod pass;
mod pictures;
mod rate_limiter;
mod refusing;
mod run;
mod site;
mod socket;
mod take_home;
mod text_box;
#[cfg(feature = "ts")]
mod typescript;
mod upgrade;
pub mod wire;

pub use characters::take_in;
pub use chat_door::{ChatDoors, ChatSocket, SpeakChat};
pub use limits::Limits;
pub use openapi::openapi;
pub use rate_limiter::Rate;
pub use run::{router, run};
pub use site::{MoreMetrics, Pack, Settings, Site};
#[cfg(feature = "ts")]
pub use typescript::typescript;
