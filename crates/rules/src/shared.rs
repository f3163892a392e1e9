//! Pieces of a state that copies of it share.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Error, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

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

/// A piece of a part that the views of several have alike: made once, and encoded once.
#[derive(Clone, Debug)]
pub struct Piece<T>(Arc<(T, OnceLock<Box<RawValue>>)>);

impl<T> From<T> for Piece<T> {
    fn from(piece: T) -> Self {
        Self(Arc::new((piece, OnceLock::new())))
    }
}

impl<T> Deref for Piece<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.0
    }
}

impl<T: PartialEq> PartialEq for Piece<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}

impl<T: Eq> Eq for Piece<T> {}

impl<T: Serialize> Serialize for Piece<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (piece, text) = &*self.0;
        if text.get().is_none() {
            // Whoever was quicker wrote the same.
            let _ = text.set(to_raw_value(piece).map_err(S::Error::custom)?);
        }
        text.get().serialize(to)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Piece<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        T::deserialize(from).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn b40_a_piece_is_sent_as_what_it_is_and_read_back() {
        let pieces = vec![Piece::from(json!({ "名": ["雾", 1] })), Piece::from(json!("\n"))];
        let sent = serde_json::to_string(&pieces).expect("plain data");
        assert_eq!(sent, json!([{ "名": ["雾", 1] }, "\n"]).to_string());
        assert_eq!(serde_json::to_string(&pieces).expect("plain data"), sent, "again");
        assert_eq!(serde_json::to_value(&pieces).expect("plain data").to_string(), sent);
        let back: Vec<Piece<serde_json::Value>> = serde_json::from_str(&sent).expect("it reads");
        assert_eq!(back, pieces);
    }
}
