//! A bridge on two machines: the adapter runs beside the implementation (`mistline chat`), everything
//! else beside the tables (`mistline serve`), and a WebSocket is between them.
//!
//! ```text
//! NapCat, Koishi … ◄─► onebot/ or satori/ ◄─► far.rs ══ WebSocket, TLS ══ near.rs ◄─► hub.rs
//! ```
//!
//! What is heard is numbered by the far side and acknowledged; what is to be said is numbered by the
//! near side. Each side says on every new connection how far it has come, so a line that breaks
//! loses nothing and repeats nothing (C-22).

mod far;
mod near;

use serde::{Deserialize, Serialize};
use std::time::Duration;

use crate::platform::{Incoming, Outgoing, Place, Sent};

pub use far::{Far, probe};
pub use near::Near;

/// Both sides say that they live this often.
const BEAT: Duration = Duration::from_secs(15);
/// Without a word for so long, the line is taken for dead.
const DEAD: Duration = Duration::from_secs(50);
/// How long the other side may take to introduce itself.
const HELLO: Duration = Duration::from_secs(10);
/// How many frames may wait to be written.
const FRAMES: usize = 256;

/// From the adapter to the tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum FromFar {
    /// The first frame: which run of the program this is, whose sends it has seen and up to which.
    Hello { run: String, of: String, seen: u64 },
    /// The first frame of one who only looks whether there is a way.
    Look,
    /// Something came from the platform.
    Heard { n: u64, what: Incoming },
    /// A send has ended.
    Ended { id: u64, end: Sent },
    /// It lives.
    Beat,
}

/// From the tables to the adapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum FromNear {
    /// The answer to hello: which run of the server this is, and what it heard of the other's run.
    Welcome { run: String, heard: u64 },
    /// Everything up to this number is in good hands.
    Got { n: u64 },
    /// Something is to be said.
    Send { id: u64, to: Place, message: Outgoing },
    /// It lives.
    Beat,
}

/// A frame as text.
fn text_of(frame: &impl Serialize) -> String {
    // Plain data with string keys: writing it cannot fail.
    serde_json::to_string(frame).unwrap_or_default()
}
