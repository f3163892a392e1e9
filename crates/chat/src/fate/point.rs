//! Fate points, compels and milestones (F-14, F-15, F-52).

use export::render::name;
use export::sheet::fate;
use rules::fate::{
    Command, CompelKind, CompelPart, CompelStage, MilestoneKind, Purse, SessionRule,
};
use rules::{Id, Line, message};
use table::TableCommand;

use super::book::{Book, number};
use super::{Verb, done};
use crate::about::{About, Spot};
use crate::hear::{Heard, game_command};
use crate::mistake::Mistake;
use crate::reader::Reader;

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::new(compel, &["compel", "强迫", "強迫"]),
    Verb::by_actor(accept, &["accept", "接受"]),
    Verb::by_actor(refuse, &["refuse", "拒绝", "拒絕"]),
    Verb::by_actor(points, &["fp", "命运点", "命運點"]),
    Verb::by_actor(milestone, &["milestone", "里程碑"]),
    Verb::new(refresh, &["refresh", "重置"]),
];

const ALL: &[((), &[&str])] = &[((), &["all", "全体", "全體"])];
const DECISION: &[((), &[&str])] = &[((), &["decision", "选择", "選擇"])];

/// `.compel @阿岚 黑暗也在看我: 灯全灭了`: the host offers; a player claims for their own
/// character, or proposes for another's.
pub fn compel(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (mut head, text) = reader.until(':');
    let all = head.word(ALL).is_some();
    let to = book.at(&mut head)?;
    head.gap();
    let aspect = book.aspect(&mut head)?;
    head.gap();
    let kind = if head.word(DECISION).is_some() { CompelKind::Decision } else { CompelKind::Event };
    head.finish()?;
    let text = text.map(|mut text| text.rest()).unwrap_or_default();
    if all {
        // One compel for the whole group (F-45).
        return done(Command::CompelGroup { to: Vec::new(), aspect, kind, text });
    }
    let own = book.default_actor().map(|part| part.id);
    // One's own character is compelled by oneself; another pays for it only when the line says so.
    let by = |to| own.filter(|by| *by != to && (book.actor == Some(*by) || !book.plays(to)));
    match (to, own) {
        (Some(to), _) if book.context.seat.is_host() => {
            done(Command::Compel { to, aspect, kind, text })
        }
        (Some(to), _) if by(to).is_some() || !book.plays(to) => {
            let by = match by(to) {
                Some(by) => by,
                None => book.acting(&head)?,
            };
            done(Command::ProposeCompel { by, to, aspect, kind, text })
        }
        (Some(character), _) | (None, Some(character)) => {
            done(Command::ClaimCompel { character, aspect, kind, text })
        }
        (None, None) => Err(Mistake::new(head.here(), message!("chat-to-whom"))
            .example_text(".compel @阿岚 黑暗也在看我")),
    }
}

/// A compel among others, by whom and what it is about.
fn about(compel: &CompelPart, own: bool, book: &Book<'_>) -> About<(Id, bool)> {
    let aspect = book.cast.aspects().into_iter().find(|(aspect, _)| aspect.id == compel.aspect);
    let aspect = aspect.and_then(|(aspect, _)| aspect.name.as_ref());
    let aspect = aspect.map_or_else(|| message!("chat-f-boost"), name);
    let who = book.called(compel.to);
    let what = message!("chat-f-about-compel", who = who, aspect = aspect);
    About { it: (compel.id, false), of: Some(compel.to), own, what }
}

/// `.accept`: the compel that waits for the one who acts, or for the host.
pub fn accept(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let waiting = book.compels.iter().filter_map(|compel| match compel.stage {
        CompelStage::Offered => {
            book.reaches(compel.to).then(|| about(compel, book.owns(compel.to), book))
        }
        CompelStage::Claimed | CompelStage::Proposed(_) => {
            let own = book.named_or_nobody(compel.to);
            book.context.seat.is_host().then(|| about(compel, own, book))
        }
    });
    let all: Vec<_> = waiting.collect();
    let here = reader.here();
    let none = || Mistake::new(here, message!("fate-no-compel"));
    let (compel, _) = book.meant(&mut reader, None, Spot::Word, &all, none)?;
    reader.finish()?;
    done(Command::AcceptCompel { compel })
}

/// `.refuse 我早有准备`: refuses the compel that waits, or turns it down or withdraws it.
pub fn refuse(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let host = book.context.seat.is_host();
    let waiting = book.compels.iter().filter_map(|compel| {
        // Whoever was offered a compel refuses it; without a point the table says why not.
        let refuses = compel.stage == CompelStage::Offered && book.plays(compel.to);
        let own = match compel.stage {
            CompelStage::Offered if refuses => book.owns(compel.to),
            _ if host => book.named_or_nobody(compel.to),
            CompelStage::Offered => return None,
            CompelStage::Claimed if !book.reaches(compel.to) => return None,
            CompelStage::Proposed(by) if !book.reaches(by) => return None,
            CompelStage::Claimed => book.owns(compel.to),
            CompelStage::Proposed(by) => book.owns(by),
        };
        let one = about(compel, own, book);
        Some(About { it: (compel.id, refuses), ..one })
    });
    let all: Vec<_> = waiting.collect();
    let here = reader.here();
    let none = || Mistake::new(here, message!("fate-no-compel"));
    let (compel, refuses) = book.meant(&mut reader, None, Spot::Word, &all, none)?;
    if refuses {
        return done(Command::RefuseCompel { compel, why: reader.rest() });
    }
    done(Command::WithdrawCompel { compel })
}

/// `.fp`: who has how many; `.fp @阿岚 +1: 理由` for the host.
pub fn points(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (mut head, why) = reader.until(':');
    // The host's characters have no purse of their own (F-15).
    let purse = |id: &Id| book.character(*id).is_some_and(|part| part.pc);
    let spoken = book.context.speaking_as.filter(purse);
    let character = book.at(&mut head)?.or(book.actor).or(spoken);
    if let Some(by) = number(&mut head) {
        head.finish()?;
        let form = ".fp @阿岚 +1: 理由";
        let missing = || {
            Mistake::new(head.here(), message!("chat-text-missing")).by("F-15").example_text(form)
        };
        let mut why = why.ok_or_else(missing)?;
        let why = crate::common::needed_as(&mut why, form)?;
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
    let players = book.characters.iter().filter(|part| part.pc);
    let mut lines: Vec<Line> = players.map(|part| fate::points(part)).collect();
    let (pool, later) = (purse(Purse::Host), purse(Purse::HostLater));
    // A concession's point is called one (F-32).
    lines.push(match purse(Purse::HostConceded) {
        0 => message!("chat-f-pool", points = pool, later = later).into(),
        conceded => {
            message!("chat-f-pool-conceded", points = pool, later = later, conceded = conceded)
                .into()
        }
    });
    lines
}

/// `.refresh`: a session begins, the table's where it refreshes (F-15). Host.
pub fn refresh(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.finish()?;
    if book.options.is_some_and(|options| options.sessions == SessionRule::Table) {
        return Ok(Heard::table(TableCommand::BeginSession));
    }
    done(Command::BeginSession {})
}

const MILESTONES: &[(MilestoneKind, &[&str])] = &[
    (MilestoneKind::Minor, &["minor", "小"]),
    (MilestoneKind::Major, &["major", "突破"]),
    (MilestoneKind::Arc, &["arc", "篇章"]),
];

/// `.milestone @阿岚 突破`: grants one. Host.
pub fn milestone(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let spoken = book.context.speaking_as;
    let (mut kind, mut all) = (None, false);
    // In whichever order: `.milestone 小 @阿岚`, `.milestone 全体 突破`.
    let named = book.words_and_name(&mut reader, |reader| {
        let word = reader.word(MILESTONES);
        let everyone = word.is_none() && reader.word(ALL).is_some();
        kind = word.or(kind);
        all |= everyone;
        word.is_some() || everyone
    })?;
    reader.finish()?;
    let character = named.or(book.actor).or(spoken);
    let granted = |character, kind| game_command(&Command::GrantMilestone { character, kind });
    match (character, kind) {
        (_, Some(kind)) if all => {
            let players = book.characters.iter().filter(|part| part.pc);
            Ok(Heard::Do(players.map(|part| granted(part.id, kind)).collect()))
        }
        (Some(character), Some(kind)) => Ok(Heard::Do(vec![granted(character, kind)])),
        _ => Err(Mistake::new(reader.here(), message!("chat-to-whom"))
            .example_text(".milestone @阿岚 minor｜major｜arc")),
    }
}
