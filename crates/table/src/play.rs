//! Commands of the game: who may give them, and with which dice.

use rules::{Decided, Refusal, Role, Seat, message};
use serde_json::Value as Json;

use crate::campaign::Campaign;
use crate::deciding::Deciding;
use crate::fair::FairDice;
use crate::hand::HandDice;

/// Decides a command of the game.
pub(crate) fn play(deciding: &mut Deciding, command: &Json) -> Decided {
    may_play(deciding.campaign, deciding.by)?;
    let mut dice = FairDice::new(&deciding.campaign.room, deciding.id, deciding.fresh);
    let events = deciding.campaign.history.game.decide(deciding.by, command, &mut dice)?;
    if dice.reveals_secret_roll() {
        return Err(session_first());
    }
    deciding.extend_session(dice.prelude());
    deciding.extend_game(events);
    Ok(())
}

/// Decides a command of the game with dice from a real table (B-22).
pub(crate) fn play_by_hand(deciding: &mut Deciding, faces: &[i64], command: &Json) -> Decided {
    may_play(deciding.campaign, deciding.by)?;
    let fair = FairDice::new(&deciding.campaign.room, deciding.id, deciding.fresh);
    let mut dice = HandDice::new(fair, faces)?;
    let events = deciding.campaign.history.game.decide(deciding.by, command, &mut dice)?;
    dice.fit()?;
    // The other side's dice may be the table's own.
    let fair = dice.into_fair();
    if fair.reveals_secret_roll() {
        return Err(session_first());
    }
    deciding.extend_session(fair.prelude());
    deciding.extend_game(events);
    Ok(())
}

/// Whether the seat may do anything in the game now.
///
/// # Errors
/// For spectators, and while the scene is paused.
pub(crate) fn may_play(campaign: &Campaign, by: Seat) -> Decided {
    if by.role == Role::Spectator {
        return Err(spectators_look());
    }
    if campaign.room.paused {
        return Err(Refusal::new("B-45", message!("table-is-paused"))
            .instead(message!("table-is-paused-instead")));
    }
    Ok(())
}

/// What of the game a seat may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum May {
    /// Nothing.
    Look,
    /// All but roll dice that only some may see: no session is under way, and one that began for
    /// them would give them away (B-23).
    PlayOpenly,
    /// All.
    Play,
}

impl May {
    pub fn of(campaign: &Campaign, by: Seat) -> Self {
        match (may_play(campaign, by), campaign.room.session()) {
            (Err(_), _) => May::Look,
            (Ok(()), None) => May::PlayOpenly,
            (Ok(()), Some(_)) => May::Play,
        }
    }
}

/// A session that begins is seen by all: it would give away a roll that only some may see (B-23).
pub(crate) fn session_first() -> Refusal {
    Refusal::new("B-23", message!("table-no-session")).instead(message!("table-session-first"))
}

pub(crate) fn spectators_look() -> Refusal {
    Refusal::new("B-01", message!("table-spectators-look"))
}
