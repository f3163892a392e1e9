//! Dice outside the game (B-22, B-23, C-02).

use dice::Throw;
use rules::{Audience, Decided, Dice, Id, Line, Refusal, Role, Roll, Seat, Viewer, message};

use crate::campaign::{Campaign, EventContext};
use crate::deciding::Deciding;
use crate::fair::FairDice;
use crate::frame::LineKind;
use crate::hand::HandDice;
use crate::lines::KindedLine;
use crate::play::session_first;
use crate::room::Room;
use crate::{TableEvent, text};

/// Rolls dice; `faces` are what they show, if they lie on a real table.
pub(crate) fn roll(
    deciding: &mut Deciding,
    notation: &str,
    audience: &Audience,
    actor: Option<Id>,
    faces: Option<&[i64]>,
) -> Decided {
    deciding.plays()?;
    let (campaign, by) = (deciding.campaign, deciding.by);
    if let Audience::Seats(seats) = audience {
        for seat in seats {
            campaign.seated(*seat)?;
        }
    }
    let would_begin = faces.is_none() && campaign.room.session().is_none();
    if would_begin && *audience != Audience::All {
        return Err(session_first());
    }
    let refuse = |fault: dice::Error| Refusal::from(&fault);
    let throw = Throw::parse(notation).map_err(refuse)?;
    let game = &campaign.history.game;
    let numbers = game.numbers(by, actor, audience);
    let refuse = |fault: dice::Error| match &fault.kind {
        // The roller may see it and others would learn it.
        dice::ErrorKind::UnknownName { name, .. }
            if game.numbers(by, actor, &alone(by)).contains_key(name) =>
        {
            Refusal::new("B-30", message!("table-hidden-number", name = name))
                .instead(message!("table-hidden-number-instead"))
        }
        _ => refuse(fault),
    };
    let mut fair = FairDice::new(&campaign.room, deciding.id, deciding.fresh);
    let all = |dice: &mut dyn Dice| {
        let (mut rolls, mut thrown) = (Vec::new(), 0);
        for _ in 0..throw.times {
            let roll = dice.roll(audience, &throw.expr, &numbers).map_err(refuse)?;
            thrown += roll.rolled.pools.iter().map(|pool| pool.dice.len()).sum::<usize>();
            // Every die is kept for ever and sent to everyone (C-02).
            if thrown > dice::limits::THROWN as usize {
                return Err(refuse(too_many_dice(notation)));
            }
            rolls.push(roll);
        }
        Ok(rolls)
    };
    let (rolls, prelude) = match faces {
        None => (all(&mut fair)?, fair.prelude()),
        Some(faces) => {
            let mut hand = HandDice::new(fair, faces)?;
            let rolls = all(&mut hand)?;
            hand.fit()?;
            (rolls, Vec::new())
        }
    };
    let reason = throw.reason.as_deref().map(text::talk).transpose()?;
    deciding.extend_session(prelude);
    deciding.push(TableEvent::Rolled { rolls, reason });
    Ok(())
}

/// Counts the rolls of the session under way.
pub(crate) fn rolled(room: &mut Room, rolls: &[Roll]) {
    for roll in rolls {
        room.count_roll(&roll.audience, roll.number);
    }
}

pub(crate) fn tell_rolled(
    campaign: &Campaign,
    context: &EventContext,
    rolls: &[Roll],
    reason: Option<&str>,
    viewer: Viewer,
) -> Vec<KindedLine> {
    let who = || context.who(campaign);
    let message = match reason {
        Some(reason) => message!("table-rolled-for", who = who(), reason = reason),
        None => message!("table-rolled", who = who()),
    };
    let lines = rolls.iter().filter_map(|roll| {
        let line = if roll.audience.sees(viewer) {
            Line { roll: Some(roll.clone()), ..Line::new(message.clone()) }
        } else if Some(viewer) == context.record.by.map(Viewer::Player) {
            // Whoever throws dice only the host reads at least sees them fall.
            Line::new(message!("table-rolled-unseen", who = who()))
        } else {
            return None;
        };
        Some((LineKind::Talk, line))
    });
    lines.collect()
}

/// The audience of what a seat keeps to itself.
fn alone(by: Seat) -> Audience {
    match by.role {
        Role::Host => Audience::Host,
        Role::Player | Role::Spectator => Audience::Seats([by.id].into()),
    }
}

fn too_many_dice(notation: &str) -> dice::Error {
    dice::Error {
        kind: dice::ErrorKind::TooManyDice { most: dice::limits::THROWN },
        span: 0..notation.chars().count(),
        suggestion: None,
    }
}
