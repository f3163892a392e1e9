//! Pieces of a state that copies of it share.

use std::sync::{Arc, OnceLock};

/// Whether two states surely have the same pieces, found without looking into them.
pub(crate) fn same<T>(one: &[Arc<T>], other: &[Arc<T>]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| Arc::ptr_eq(one, other))
}

/// Whether a piece is surely among those of another state.
pub(crate) fn among<T>(piece: &Arc<T>, others: &[Arc<T>]) -> bool {
    others.iter().any(|other| Arc::ptr_eq(piece, other))
}

/// Whether two states surely have the same piece, or both have none.
pub(crate) fn same_piece<T>(one: Option<&Arc<T>>, other: Option<&Arc<T>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (None, None) => true,
        _ => false,
    }
}

/// What a pack shows, drawn up once for all views.
#[derive(Debug)]
pub(crate) struct Shown<P>(Arc<OnceLock<Arc<P>>>);

impl<P> Shown<P> {
    pub(crate) fn part(&self, draw: impl FnOnce() -> P) -> Arc<P> {
        self.0.get_or_init(|| Arc::new(draw())).clone()
    }
}

impl<P> Default for Shown<P> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<P> Clone for Shown<P> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// It follows from the pack, which is compared itself.
impl<P> PartialEq for Shown<P> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<P> Eq for Shown<P> {}
