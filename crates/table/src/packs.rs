//! The packs in play: tables that play by the same rules hold them once.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use rules::{AnyGame, Unreadable};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

/// A game yet to begin for each pack in play.
#[derive(Debug, Default)]
pub(crate) struct Packs {
    begun: Mutex<HashMap<[u8; 32], AnyGame>>,
}

impl Packs {
    /// A new game by a resolved pack.
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
        let game = AnyGame::begin(pack)?;
        begun.retain(|_, known| known.shares_its_pack());
        begun.insert(hash, game.clone());
        Ok(game)
    }
}
