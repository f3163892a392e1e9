//! A cache of packs: tables that play by the same rules share one.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use rules::pack::{self, CheckedPack};
use rules::{AnyGame, Message, Unreadable, message};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use crate::contain::contained;

/// A new game of each pack in use.
#[derive(Debug, Default)]
pub(crate) struct Packs {
    begun: Mutex<HashMap<[u8; 32], AnyGame>>,
}

impl Packs {
    /// A game as a log begins it.
    ///
    /// # Errors
    /// When the pack is of an unknown family or does not fit it.
    pub fn begin(&self, pack: &Json) -> Result<AnyGame, Unreadable> {
        let hash = Sha256::digest(pack.to_string().as_bytes()).into();
        // A game is put in whole, so a panic elsewhere leaves the map usable.
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = begun.get(&hash) {
            return Ok(game.clone());
        }
        let begin = || AnyGame::of_log(pack);
        let game = contained(begin).unwrap_or(Err(Unreadable::Failed))?;
        begun.retain(|_, known| known.shares_its_pack());
        begun.insert(hash, game.clone());
        Ok(game)
    }
}

/// Checks the pack of a table that comes from elsewhere (B-60).
///
/// # Errors
/// Everything that is wrong with it.
pub(crate) fn check(resolved: &Json) -> Result<CheckedPack, Vec<Message>> {
    let failed = || Err(vec![message!("table-broken")]);
    contained(|| pack::check(resolved)).unwrap_or_else(failed)
}

/// An empty game of the same family, in the place of one the program fails on; none of a family that
/// ships no pack.
pub(crate) fn stand_in(family: &str) -> Option<AnyGame> {
    let of_family =
        |ready: &pack::ReadyPack| ready.pack.get("family").is_some_and(|it| it == family);
    AnyGame::begin(&pack::shipped().into_iter().find(of_family)?.pack).ok()
}
