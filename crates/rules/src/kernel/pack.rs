//! Packs that passed their checks.

use std::sync::{Arc, OnceLock};

use super::ready::{ReadyThing, Stock, show_library};
use crate::{Message, Ruleset};

/// Where in a pack something is wrong, and what.
pub type Fault = (String, Message);

/// A pack that a game can be played by, shared by all games that are. There are two ways to one:
/// through the checks, and from a log, whose pack passed them when it was written.
#[derive(Clone, Debug)]
pub struct Checked<R>(Arc<Shared<R>>);

/// What all games by a pack share.
#[derive(Debug)]
struct Shared<R> {
    pack: R,
    /// What it ships, drawn up once.
    library: OnceLock<Arc<[ReadyThing]>>,
}

impl<R: Ruleset> Checked<R> {
    /// Checks a pack.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn new(pack: R) -> Result<Self, Vec<Fault>> {
        let faults = pack.faults();
        match faults.is_empty() {
            true => Ok(Self::share(pack)),
            false => Err(faults),
        }
    }

    /// The pack of a log. It is not checked again: what later versions find wrong with it must not
    /// keep an old table from being opened.
    pub(crate) fn of_log(pack: R) -> Self {
        Self::share(pack)
    }

    fn share(pack: R) -> Self {
        Self(Arc::new(Shared { pack, library: OnceLock::new() }))
    }

    /// Whether two are one and the same.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether another game holds the same pack.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }
}

impl<R: Stock> Checked<R> {
    /// What is shown of the things the pack ships that can be brought to a table (B-44).
    pub(crate) fn shown_library(&self) -> Arc<[ReadyThing]> {
        self.0.library.get_or_init(|| show_library(&self.0.pack)).clone()
    }
}

impl<R> std::ops::Deref for Checked<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.0.pack
    }
}
