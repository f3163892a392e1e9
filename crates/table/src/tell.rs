//! What is told of a table event, before it is made so.

use rules::{Line, Message, Role, SeatId, Viewer, message};

use crate::campaign::Campaign;
use crate::event::Rewind;
use crate::frame::LineKind;
use crate::history::Going;
use crate::voice::Voice;
use crate::{Record, TableEvent};

/// What `viewer` is told of a table event of `record`; a rewind comes with what it undoes.
pub(crate) fn tell(
    campaign: &Campaign,
    record: &Record,
    event: &TableEvent,
    going: Option<&Going>,
    viewer: Viewer,
) -> Vec<(LineKind, Line)> {
    let room = &campaign.room;
    let who = || record.by.map_or(String::new(), |seat| room.name(seat).to_owned());
    let named = |seat: &SeatId| room.name(*seat).to_owned();
    let table = |message: Message| vec![(LineKind::Table, Line::new(message))];
    match event {
        TableEvent::Opened { title, .. } => table(message!("table-opened", title = title)),
        TableEvent::Changed { .. } => table(message!("table-changed", who = who())),
        TableEvent::SeatAdded { name, role, .. } => {
            table(message!("table-seat-added", name = name, role = role_word(*role)))
        }
        TableEvent::SeatRenamed { seat, name } => {
            table(message!("table-seat-renamed", old = named(seat), name = name))
        }
        TableEvent::RoleChanged { seat, role } => {
            table(message!("table-role-changed", name = named(seat), role = role_word(*role)))
        }
        TableEvent::SeatRevoked { seat } => {
            table(message!("table-seat-revoked", name = named(seat)))
        }
        TableEvent::SeatsRemoved { seats } => table(removed(campaign, seats)),
        TableEvent::Said { voice, text } => {
            if !voice.audience(record.by).sees(viewer) {
                return Vec::new();
            }
            vec![(LineKind::Talk, Line::new(said(campaign, who(), voice, text)))]
        }
        TableEvent::Rolled { rolls, reason } => {
            let message = match reason {
                Some(reason) => message!("table-rolled-for", who = who(), reason = reason),
                None => message!("table-rolled", who = who()),
            };
            rolls
                .iter()
                .filter_map(|roll| {
                    let line = if roll.audience.sees(viewer) {
                        Line { roll: Some(roll.clone()), ..Line::new(message.clone()) }
                    } else if Some(viewer) == record.by.map(Viewer::Player) {
                        // Whoever throws dice only the host reads at least sees them fall.
                        Line::new(message!("table-rolled-unseen", who = who()))
                    } else {
                        return None;
                    };
                    Some((LineKind::Talk, line))
                })
                .collect()
        }
        TableEvent::SessionBegan { number } => {
            table(message!("table-session-began", number = *number))
        }
        TableEvent::SessionEnded { idle, .. } => {
            let number = room.session().map_or(0, |session| session.number);
            table(if *idle {
                message!("table-session-idle", number = number)
            } else {
                message!("table-session-ended", number = number)
            })
        }
        TableEvent::SaltSet { .. } => table(message!("table-salt-set", who = who())),
        TableEvent::Rewound { why, .. } => {
            let what = going.and_then(|going| rewound(campaign, who(), *why, going, viewer));
            what.map(table).unwrap_or_default()
        }
        TableEvent::Imported => table(message!("table-imported")),
        TableEvent::Redacted { seat } => table(message!("table-redacted", name = named(seat))),
        TableEvent::Paused => table(match record.by {
            Some(_) => message!("table-paused-by", who = who()),
            None => message!("table-paused"),
        }),
        TableEvent::Resumed => table(message!("table-resumed", who = who())),
        TableEvent::LinkMade { .. }
        | TableEvent::LinkRevoked { .. }
        | TableEvent::DeviceEntered { .. }
        | TableEvent::DeviceRevoked { .. }
        | TableEvent::SeedSealed { .. } => Vec::new(),
    }
}

/// Who was removed: by name, unless it is a whole crowd.
fn removed(campaign: &Campaign, seats: &[SeatId]) -> Message {
    const NAMED: usize = 8;
    let named = |seat: &SeatId| message!("plain", text = campaign.room.name(*seat));
    let names: Vec<Message> = seats.iter().take(NAMED).map(named).collect();
    match seats.len().saturating_sub(NAMED) {
        0 => message!("table-seats-removed", names = names),
        more => message!("table-seats-removed-many", names = names, more = more),
    }
}

fn said(campaign: &Campaign, who: String, voice: &Voice, text: &str) -> Message {
    match voice {
        Voice::InCharacter { name } => {
            let who = name.clone().unwrap_or(who);
            message!("table-said-in-character", who = who, text = text)
        }
        Voice::OutOfCharacter => message!("table-said", who = who, text = text),
        Voice::Narration => message!("table-narrated", text = text),
        Voice::Whisper { to } => {
            let names: Vec<Message> =
                to.iter().map(|seat| message!("plain", text = campaign.room.name(*seat))).collect();
            message!("table-whispered", who = who, names = names, text = text)
        }
    }
}

/// A rewind is told only to those for whom something is undone or done again (B-30).
fn rewound(
    campaign: &Campaign,
    who: String,
    why: Rewind,
    going: &Going,
    viewer: Viewer,
) -> Option<Message> {
    let list = campaign.lines.of(viewer);
    let told = |steps: &[u64]| {
        let mut told = steps.iter().flat_map(|step| list.of_record(*step));
        told.next_back().map(|line| line.message.clone())
    };
    let (undone, done) = (told(&going.undone), told(&going.done));
    if undone.is_none() && done.is_none() {
        let then = going.then(&campaign.history);
        if campaign.history.game.view(viewer) == then.view(viewer) {
            return None;
        }
    }
    let before = || list.last_of_game(going.way.to);
    Some(match (why, undone, done) {
        (Rewind::Undo, Some(what), _) => message!("table-undone", who = who, what = what),
        (Rewind::Undo, None, _) => message!("table-undone-something", who = who),
        (Rewind::TakenBack, Some(what), _) => message!("table-taken-back", who = who, what = what),
        (Rewind::TakenBack, None, _) => message!("table-taken-back-something", who = who),
        (Rewind::Redo, _, Some(what)) => message!("table-redone", who = who, what = what),
        (Rewind::Redo, _, None) => message!("table-redone-something", who = who),
        (Rewind::Chosen, ..) => match before() {
            Some(line) => {
                let what = line.message.clone();
                message!("table-rewound", who = who, what = what)
            }
            None => message!("table-rewound-to-start", who = who),
        },
    })
}

pub(crate) fn role_word(role: Role) -> Message {
    match role {
        Role::Host => message!("table-role-host"),
        Role::Player => message!("table-role-player"),
        Role::Spectator => message!("table-role-spectator"),
    }
}
