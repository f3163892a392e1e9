//! All that is so at a toy's table.

use super::{Duel, Failing, Trap};

/// All that is so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Segments filled.
    pub filled: u32,
    /// The trap, if one is set.
    pub trap: Option<Trap>,
    /// The duel that waits for an answer.
    pub duel: Option<Duel>,
    /// Where the program fails from now on.
    pub failing: Option<Failing>,
}
