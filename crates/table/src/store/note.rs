//! What front doors keep beside the tables: which chat group is at which table, one-time codes.

use crate::TableId;

/// A small text by its name. One that is about a table is erased with it (B-76).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Whose notes these are.
    pub space: String,
    /// Which of them.
    pub name: String,
    /// The table it is about.
    pub table: Option<TableId>,
    /// What it says.
    pub text: String,
}
