//! Packs: those the server offers, and a cache, so that tables that play by the same rules share one.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError, RwLock};

use rules::pack::{self, CheckedPack, PackFault, ReadyPack};
use rules::{AnyGame, Message, Refusal, Unreadable, message};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use crate::PackSource;
use crate::contain::contained;

/// What a host's own pack is called where it is wrong.
const OWN_FILE: &str = "pack.toml";

/// A new game of each pack in use, and the packs that are offered.
#[derive(Debug, Default)]
pub(crate) struct Packs {
    begun: Mutex<HashMap<[u8; 32], AnyGame>>,
    /// None until something is offered: then what ships with the program is.
    offered: RwLock<Option<Vec<ReadyPack>>>,
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

    /// What is offered from now on.
    pub fn offer(&self, packs: Vec<ReadyPack>) {
        *self.offered.write().unwrap_or_else(PoisonError::into_inner) = Some(packs);
    }

    /// What is offered.
    pub fn offered(&self) -> Vec<ReadyPack> {
        let offered = self.offered.read().unwrap_or_else(PoisonError::into_inner);
        offered.clone().unwrap_or_else(pack::shipped)
    }

    /// The rules a host speaks of, checked; `own` are those the table plays by.
    ///
    /// # Errors
    /// When there are none of that id, or everything that is wrong with the text.
    pub fn resolve(
        &self,
        source: &PackSource,
        own: Option<&AnyGame>,
    ) -> Result<CheckedPack, Refusal> {
        let none = || Refusal::new("P-80", message!("table-no-such-pack"));
        match source {
            PackSource::Chosen { of, choices } => {
                let of = match of.as_deref() {
                    // Chosen once is enough, however often it is written.
                    Some(PackSource::Chosen { .. }) => return Err(none()),
                    Some(of) => self.resolve(of, own)?.to_json(),
                    None => own.ok_or_else(none)?.pack(),
                };
                contained(|| pack::choose(&of, choices))
                    .ok_or_else(|| Refusal::new("P-16", message!("table-broken")))?
            }
            PackSource::Offered(id) => {
                let found = self.offered().into_iter().find(|pack| pack.id == *id);
                found.map(|pack| pack.pack).ok_or_else(none)
            }
            PackSource::Text(text) => {
                let read = contained(|| pack::resolve(OWN_FILE, text));
                let read = read.ok_or_else(|| Refusal::new("P-71", message!("table-broken")))?;
                let checked = read.map_err(|faults| {
                    let messages: Vec<Message> = faults.iter().map(fault_message).collect();
                    Refusal::new("P-71", message!("table-pack-wrong", faults = messages))
                })?;
                // What the checks have missed must show before the table depends on it.
                self.begin(&checked.pack)
                    .map_err(|fault| Refusal::new("P-71", fault.to_message()))?;
                Ok(checked.pack)
            }
        }
    }
}

fn fault_message(fault: &PackFault) -> Message {
    let (line, column) = (fault.line, fault.column);
    let reason = fault.reason.clone();
    match &fault.cure {
        Some(cure) => {
            let cure = cure.words.clone();
            message!(
                "table-pack-fault-cure",
                line = line,
                column = column,
                reason = reason,
                cure = cure
            )
        }
        None => message!("table-pack-fault", line = line, column = column, reason = reason),
    }
}

/// The version a pack says it has; empty if it says none.
pub(crate) fn version_of(pack: &Json) -> String {
    pack.pointer("/about/version").and_then(Json::as_str).unwrap_or_default().to_owned()
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
