//! The toy's pack.

use serde::{Deserialize, Serialize};

/// The pack: how many segments the clock has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Toy {
    /// Always `toy`.
    pub family: String,
    /// The clock's segments.
    pub segments: u32,
}
