//! Fate points, compels and milestones (F-14, F-15, F-52).

use rules::fate::{Command, CompelKind, MilestoneKind, Purse};
use rules::{Line, message};

use super::book::{Book, name, number};
use super::done;
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::reader::Reader;

const DECISION: &[((), &[&str])] = &[((), &["decision", "选择", "選擇"])];

/// `.compel @阿岚 黑暗也在看我: 灯全灭了`: the host offers; a player claims for their own
/// character, or proposes for another's.
pub fn compel(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (mut head, text) = reader.until(':');
    let to = book.at(&mut head)?;
    head.gap();
    let aspect = book.aspect(&mut head)?;
    head.gap();
    let kind = if head.word(DECISION).is_some() { CompelKind::Decision } else { CompelKind::Event };
    head.finish()?;
    let text = text.map(|mut text| text.rest()).unwrap_or_default();
    let own = book.default_actor().map(|part| part.id);
    match (to, own) {
        (Some(to), _) if book.desk.seat.is_host() => {
            done(Command::Compel { to, aspect, kind, text })
        }
        (Some(to), Some(by)) if to != by => {
            done(Command::ProposeCompel { by, to, aspect, kind, text })
        }
        (Some(character), _) | (None, Some(character)) => {
            done(Command::ClaimCompel { character, aspect, kind, text })
        }
        (None, None) => Err(Mistake::new(head.here(), message!("chat-to-whom"))
            .example_text(".compel @阿岚 黑暗也在看我")),
    }
}

/// `.accept`: the compel that waits.
pub fn accept(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.finish()?;
    let found = book.offers().find(|(_, command)| matches!(command, Command::AcceptCompel { .. }));
    match found {
        Some((_, command)) => done(command),
        None => Err(Mistake::new(reader.here(), message!("fate-no-compel"))),
    }
}

/// `.refuse 我早有准备`: refuses the compel that waits, or turns it down or withdraws it.
pub fn refuse(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let at = reader.here();
    let why = reader.rest();
    // Whoever was offered a compel refuses it; without a point the table says why not.
    let offered = book
        .compels
        .iter()
        .find(|compel| compel.stage == rules::fate::CompelStage::Offered && book.plays(compel.to));
    if let Some(compel) = offered {
        return done(Command::RefuseCompel { compel: compel.id, why });
    }
    let found =
        book.offers().find(|(_, command)| matches!(command, Command::WithdrawCompel { .. }));
    match found {
        Some((_, command)) => done(command),
        None => Err(Mistake::new(at, message!("fate-no-compel"))),
    }
}

/// `.fp`: who has how many; `.fp @阿岚 +1: 理由` for the host.
pub fn points(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (mut head, why) = reader.until(':');
    let character = book.at(&mut head)?;
    if let Some(by) = number(&mut head) {
        head.finish()?;
        let why = why.map(|mut why| why.rest()).unwrap_or_default();
        return done(Command::AdjustPoints { character, by, why });
    }
    head.finish()?;
    Ok(Heard::Reply(listed(book)))
}

fn listed(book: &Book<'_>) -> Vec<Line> {
    let purse = |wanted: Purse| {
        let all = book.ledger.iter().flat_map(|ledger| &ledger.purses);
        all.filter(|one| one.purse == wanted).map(|one| one.points).sum::<i64>()
    };
    let mut lines: Vec<Line> = Vec::new();
    for part in book.characters.iter().filter(|part| part.pc) {
        lines.push(
            message!(
                "chat-f-points",
                who = name(&part.name),
                points = part.points,
                later = part.later,
                refresh = part.refresh
            )
            .into(),
        );
    }
    let (pool, later) = (purse(Purse::Host), purse(Purse::HostLater));
    lines.push(message!("chat-f-pool", points = pool, later = later).into());
    lines
}

/// `.refresh`: a session begins (F-15). Host.
pub fn refresh(mut reader: Reader<'_>, _: &Book<'_>) -> Result<Heard, Mistake> {
    reader.finish()?;
    done(Command::BeginSession {})
}

const MILESTONES: &[(MilestoneKind, &[&str])] = &[
    (MilestoneKind::Minor, &["minor", "小"]),
    (MilestoneKind::Major, &["major", "突破"]),
    (MilestoneKind::Arc, &["arc", "篇章"]),
];

/// `.milestone @阿岚 突破`: grants one. Host.
pub fn milestone(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let character = book.at(&mut reader)?;
    reader.gap();
    let kind = reader.word(MILESTONES);
    reader.finish()?;
    match (character, kind) {
        (Some(character), Some(kind)) => done(Command::GrantMilestone { character, kind }),
        _ => Err(Mistake::new(reader.here(), message!("chat-to-whom"))
            .example_text(".milestone @阿岚 minor｜major｜arc")),
    }
}
