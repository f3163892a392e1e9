//! One-time codes by which a chat group or a person in it comes to a table (C-23).
//!
//! They are short, so that they can be typed on a phone; so they open something only once, and only
//! for a quarter of an hour. Only their hash is kept, beside the tables and not in a log.

use jiff::{SignedDuration, Timestamp};
use rules::{Refusal, Role, SeatId, message};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::actor::{Actor, not_kept, not_read};
use crate::campaign::Campaign;
use crate::store::{Note, Store};
use crate::{TableId, World};

/// What a code is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CodeFor {
    /// A chat group comes to the table and hears what everyone there hears. Host.
    Group,
    /// A chat group comes to the table and hears what these seats hear. Host.
    Side(Vec<SeatId>),
    /// A person sits on this seat. The host for any, others for their own.
    Seat(SeatId),
}

/// A code was used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redeemed {
    /// The table it leads to.
    pub table: TableId,
    /// The seat that made it.
    pub by: SeatId,
    /// What it is for.
    pub to: CodeFor,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    by: SeatId,
    to: CodeFor,
    until: Timestamp,
}

const SPACE: &str = "code";
/// How long a code can be used.
const MINUTES: i64 = 15;
/// Letters and digits that nobody takes for another: 32 of them, so that five bits are one.
const SIGNS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const LENGTH: usize = 8;

/// What the store keeps of a code, however it is typed.
fn name(code: &str) -> String {
    let code: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    let hash = Sha256::digest(code.to_ascii_uppercase().as_bytes());
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether a seat may give this away.
pub(crate) fn may(campaign: &Campaign, by: SeatId, to: &CodeFor) -> Result<(), Refusal> {
    let host = campaign.seated(by)?.role == Role::Host;
    let own = match to {
        CodeFor::Group => false,
        CodeFor::Side(seats) => {
            seats.iter().try_for_each(|seat| campaign.seated(*seat).map(drop))?;
            false
        }
        CodeFor::Seat(seat) => campaign.seated(*seat)?.id == by,
    };
    match host || own {
        true => Ok(()),
        false => Err(Refusal::new("C-23", message!("table-host-only"))),
    }
}

pub(crate) async fn make(actor: &Actor, by: SeatId, to: CodeFor) -> Result<String, Refusal> {
    let now = actor.world.clock.now();
    let bytes = actor.fresh()?.mac(&[b"code"]);
    let signs = bytes[..LENGTH].iter().map(|byte| char::from(SIGNS[usize::from(byte & 31)]));
    let code: String = signs.collect();
    let kept = Kept { by, to, until: now + SignedDuration::from_mins(MINUTES) };
    let note = Note {
        space: SPACE.to_owned(),
        name: name(&code),
        table: Some(actor.id),
        text: serde_json::to_string(&kept).unwrap_or_default(),
    };
    forget_old(&*actor.store, now).await;
    actor.store.keep_note(&note).await.map_err(|fault| not_kept(&fault))?;
    Ok(format!("{}-{}", &code[..LENGTH / 2], &code[LENGTH / 2..]))
}

/// Forgets codes that open nothing any more.
async fn forget_old(store: &dyn Store, now: Timestamp) {
    // What cannot be read or erased now will be the next time.
    for note in store.notes(Some(SPACE)).await.unwrap_or_default() {
        let kept: Option<Kept> = serde_json::from_str(&note.text).ok();
        if kept.is_none_or(|kept| kept.until < now) {
            let _ = store.take_note(SPACE, &note.name).await;
        }
    }
}

/// Uses a code up.
pub(crate) async fn redeem(
    store: &dyn Store,
    world: &World,
    code: &str,
    of_group: bool,
) -> Result<Redeemed, Refusal> {
    let wrong = || {
        Refusal::new("C-23", message!("table-code-wrong")).instead(message!("table-code-instead"))
    };
    let note = store.take_note(SPACE, &name(code)).await.map_err(|fault| not_read(&fault))?;
    let note = note.ok_or_else(wrong)?;
    let kept: Kept = serde_json::from_str(&note.text).map_err(|_| wrong())?;
    if matches!(kept.to, CodeFor::Seat(_)) == of_group {
        store.keep_note(&note).await.map_err(|fault| not_kept(&fault))?;
        let other = match of_group {
            true => message!("table-code-of-seat"),
            false => message!("table-code-of-group"),
        };
        return Err(Refusal::new("C-23", other));
    }
    match note.table {
        Some(table) if kept.until >= world.clock.now() => {
            Ok(Redeemed { table, by: kept.by, to: kept.to })
        }
        _ => Err(wrong()),
    }
}
