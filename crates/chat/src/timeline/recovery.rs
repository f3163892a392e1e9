//! Outside fights: a night's rest and medicine, the dice of a new card, the ledger: `.rest`,
//! `.treat`, `.basics`, `.ledger` (T-02, T-05, T-15).

use rules::timeline::{Command, Resource};
use rules::{Line, message};

use super::book::{Book, amount};
use super::{Verb, done};
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::reader::Reader;

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::by_actor(rest, &["rest", "休息", "过夜", "過夜"]),
    Verb::by_actor(treat, &["treat", "救治", "医治", "醫治"]),
    Verb::by_actor(basics, &["basics", "骰点", "骰點"]),
    Verb::by_actor(ledger, &["ledger", "账单", "帳單"]),
];

const RESOURCES: &[(Resource, &[&str])] =
    &[(Resource::HitPoints, &["hp", "体力", "體力"]), (Resource::Willpower, &["mp", "意志"])];

/// `.rest`: a night, which gives a fifth of the willpower back.
pub fn rest(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.finish()?;
    done(Command::Rest { character: book.actor(&reader)?.id })
}

/// `.treat 20 @本`, `.treat mp 20`: a medicine check against the amount that is to come back.
pub fn treat(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    const FORM: &str = ".treat 20 @本｜.treat mp 20 @本";
    let healer = book.actor(&reader)?.id;
    let resource = reader.word(RESOURCES).unwrap_or(Resource::HitPoints);
    let amount = amount(&mut reader, FORM)?;
    let named = book.named(&mut reader)?;
    reader.finish()?;
    let patient = named.first().copied().unwrap_or(healer);
    done(Command::Treat { character: healer, patient, resource, amount })
}

/// `.basics 5 4 1`: ten d6 split among size, appearance and assets, to be written on a new card;
/// `.basics 5 4 1 @安` writes them on a card that is there.
pub fn basics(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let mut dice = [0_u32; 3];
    for one in &mut dice {
        reader.space();
        let at = reader.here();
        *one = reader.number().ok_or_else(|| {
            Mistake::new(at, message!("timeline-chat-basics")).example_text(".basics 5 4 1")
        })?;
    }
    let character = book.named(&mut reader)?.first().copied();
    reader.finish()?;
    let [size, appearance, assets] = dice;
    done(Command::RollBasics { character, size, appearance, assets })
}

/// `.ledger`: what came in and went out; `.ledger -30 买药,昨夜,码头` enters something: how much,
/// what for, when, where.
pub fn ledger(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    const FORM: &str = ".ledger -30 买药,昨夜,码头";
    let actor = book.actor(&reader)?;
    if reader.is_done() {
        let name = actor.card.name.as_str();
        let mut lines: Vec<Line> =
            vec![message!("timeline-chat-ledger", name = name, cash = actor.cash).into()];
        lines.extend(actor.ledger.iter().map(|entry| {
            let by = match entry.amount.is_positive() {
                true => format!("+{}", entry.amount),
                false => entry.amount.to_string(),
            };
            let about = [&entry.purpose, &entry.time, &entry.place].into_iter();
            let about: Vec<rules::Message> = about
                .filter(|text| !text.is_empty())
                .map(|text| message!("plain", text = text))
                .collect();
            Line::from(message!("timeline-chat-ledger-entry", by = by, about = about))
        }));
        return Ok(Heard::Reply(lines));
    }
    let amount = amount(&mut reader, FORM)?;
    reader.space();
    let mut about = reader.split(',').into_iter().map(|mut part| part.rest());
    let mut next = || about.next().unwrap_or_default();
    let (purpose, time, place) = (next(), next(), next());
    done(Command::ChangeCash { character: actor.id, amount, purpose, time, place })
}
