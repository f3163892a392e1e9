//! Challenges, their limits and threats (M-07, M-08).

use rules::message;
use rules::mist::{ChallengeDraft, Command, LimitDraft, ThreatDraft};

use super::book::Book;
use super::harm::harm;
use super::status::tiered;
use super::{Verb, done, sheet};
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::{Reader, choices};

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::new(challenge, &["challenge", "挑战", "挑戰"]),
    Verb::new(limit, &["limit", "极限", "極限"]),
    Verb::new(threat, &["threat", "威胁", "威脅"]),
];

choices! { Has, HAS:
    Limit => "limit", "极限", "極限";
    Tag => "tag", "标签", "標籤";
    Threat => "threat", "威胁", "威脅";
    Text => "text", "描述";
    Mundane => "mundane", "寻常", "尋常";
}

const REMOVE: &[((), &[&str])] = &[((), &["del", "remove", "移除"])];

const MUNDANE: &[(bool, &[&str])] =
    &[(true, &["mundane", "寻常", "尋常"]), (false, &["strange", "异常", "異常"])];

const FORM: &str = "challenge";

/// `.challenge 守卫 受伤-3 ?动摇-2; tag 猎枪; threat 开枪: 受伤-2; text 老了`: adds a challenge;
/// `?` hides a limit, a threat or the whole.
pub fn challenge(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.space();
    if reader.is_done() {
        return sheet::now(reader, book);
    }
    let mut probe = reader;
    if probe.word(REMOVE).is_some() && !probe.is_done() {
        let challenge = names::find_owned(&mut probe, &book.challenge_names())?;
        probe.finish()?;
        return done(Command::RemoveChallenge { challenge });
    }
    let mut probe = reader;
    if let Some(mundane) = probe.word(MUNDANE)
        && let Ok(challenge) = names::find_owned(&mut probe, &book.challenge_names())
        && probe.is_done()
    {
        return done(Command::SetMundane { challenge, mundane });
    }
    let mut parts = reader.split(';').into_iter();
    let mut draft = ChallengeDraft::default();
    if let Some(head) = parts.next() {
        read_head(head, &mut draft)?;
    }
    for mut part in parts.filter(|part| !part.is_done()) {
        let hidden = part.eat('?');
        part.space();
        let at = part.here();
        let has = part.word(HAS);
        part.space();
        match has {
            None | Some(Has::Limit) => {
                let wrong = |mistake: Mistake| match has {
                    None => Mistake::new(at, message!("chat-challenge-part")).example(FORM),
                    Some(_) => mistake,
                };
                let hidden = hidden || part.eat('?');
                let (status, tier) = tiered(part).map_err(wrong)?;
                draft.limits.push(LimitDraft { status, tier, hidden });
            }
            Some(Has::Tag) => {
                let tags = part.split(',').into_iter().map(|mut tag| tag.rest());
                draft.tags.extend(tags.filter(|tag| !tag.is_empty()));
            }
            Some(Has::Threat) => draft.threats.push(read_threat(part, hidden, book)?),
            Some(Has::Text) => draft.text = part.rest(),
            Some(Has::Mundane) => {
                part.finish()?;
                draft.mundane = true;
            }
        }
    }
    done(Command::AddChallenge { challenge: draft })
}

/// Reads `守卫 受伤-3 ?动摇-2`: the name, then limits.
fn read_head(mut head: Reader<'_>, draft: &mut ChallengeDraft) -> Result<(), Mistake> {
    draft.hidden = head.eat('?');
    head.space();
    let at = head.here();
    draft.name = match head.quoted()? {
        Some(inside) => head.between(inside),
        None => {
            let token = head.token();
            head.between(token)
        }
    };
    if draft.name.is_empty() {
        return Err(Mistake::new(at, message!("chat-name-missing")).example(FORM));
    }
    loop {
        head.gap();
        if head.is_done() {
            return Ok(());
        }
        let hidden = head.eat('?');
        let at = head.at();
        let range = head.token();
        if range.is_empty() {
            return Err(Mistake::new(at..at + 1, message!("chat-tier-missing")).example(FORM));
        }
        let text = head.between(range.clone());
        let typed = crate::reader::Typed::new(&text);
        let (status, tier) = tiered(typed.reader())
            .map_err(|_| Mistake::new(range, message!("chat-tier-missing")).example(FORM))?;
        draft.limits.push(LimitDraft { status, tier, hidden });
    }
}

/// Reads `开枪: 受伤-2, +绊倒 @叶岚`: what it says and what it does.
fn read_threat(
    mut reader: Reader<'_>,
    hidden: bool,
    book: &Book<'_>,
) -> Result<ThreatDraft, Mistake> {
    let hidden = hidden || reader.eat('?');
    let (head, harms) = reader.until(':');
    let (mut text, at) = { head }.until('@');
    let place = text.here();
    let text = text.rest();
    if text.is_empty() {
        return Err(Mistake::new(place, message!("chat-text-missing")).example(FORM));
    }
    let mut draft = ThreatDraft { text, at: Vec::new(), harms: Vec::new(), hidden };
    if let Some(mut at) = at {
        draft.at.push(names::find(&mut at, &book.character_names())?);
        at.finish()?;
    }
    for mut part in harms.into_iter().flat_map(|mut harms| harms.split(',')) {
        if !part.is_done() {
            draft.harms.push(harm(&mut part, book)?);
        }
    }
    Ok(draft)
}

/// `.limit 受伤-4 @守卫`, `.limit ?动摇-2 @守卫`: adds a limit (M-07).
pub fn limit(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let hidden = reader.eat('?');
    let (head, tail) = reader.until('@');
    let (status, tier) = tiered(head)?;
    let challenge = of_challenge(head, tail, book)?;
    let limit = LimitDraft { status, tier, hidden };
    done(Command::AddLimit { challenge, limit })
}

/// Which challenge: the one named, or the only one.
fn of_challenge(
    head: Reader<'_>,
    tail: Option<Reader<'_>>,
    book: &Book<'_>,
) -> Result<rules::Id, Mistake> {
    match (tail, book.challenges.as_slice()) {
        (Some(mut tail), _) => {
            let challenge = names::find(&mut tail, &book.challenge_names())?;
            tail.finish()?;
            Ok(challenge)
        }
        (None, [only]) => Ok(only.id),
        (None, _) => Err(super::status::whose(head, book)),
    }
}

choices! { ThreatIs, THREAT_IS:
    Answered => "answered", "化解", "了结", "了結";
    Back => "back", "重现", "重現";
}

/// `.threat 开枪 @守卫: 受伤-2`, `.threat 化解 开枪`: adds a threat, or says it is dealt with (M-09).
pub fn threat(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.space();
    let mut probe = reader;
    if let Some(is) = probe.word(THREAT_IS) {
        let threats = book.challenges.iter().flat_map(|part| &part.threats);
        let threats = threats.chain(book.scene.iter().flat_map(|scene| &scene.threats));
        let known: Vec<Name<rules::Id>> =
            threats.map(|threat| Name::new(threat.id, &threat.text)).collect();
        let threat = names::find(&mut probe, &known)?;
        probe.finish()?;
        return done(Command::AnswerThreat { threat, answered: matches!(is, ThreatIs::Answered) });
    }
    let _ = reader.eat('+');
    let hidden = reader.eat('?');
    let (mut head, harms) = reader.until(':');
    let (mut text, tail) = head.until('@');
    let at = text.here();
    let mut draft = ThreatDraft { text: text.rest(), at: Vec::new(), harms: Vec::new(), hidden };
    if draft.text.is_empty() {
        let mistake = Mistake::new(at, message!("chat-text-missing"));
        return Err(mistake.example("threat"));
    }
    let challenge = match tail {
        Some(mut tail) => {
            let challenge = names::find(&mut tail, &book.challenge_names())?;
            tail.finish()?;
            Some(challenge)
        }
        None => None,
    };
    for mut part in harms.into_iter().flat_map(|mut harms| harms.split(',')) {
        if !part.is_done() {
            draft.harms.push(harm(&mut part, book)?);
        }
    }
    done(Command::AddThreat { challenge, threat: draft })
}
