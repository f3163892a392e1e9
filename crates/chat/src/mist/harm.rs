//! Consequences: named by the host, taken or answered by the one they hit (M-20).

use rules::mist::{Command, ConsequencePart, Harm, OwedPart, RollKind, RollPart, ThreatPart};
use rules::{Id, Message, Term, message};

use super::book::Book;
use super::status::{self, tiered};
use super::{Verb, done};
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::{Reader, choices};

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::new(hit, &["hit", "后果", "後果"]),
    Verb::new(pass, &["pass", "放过", "放過"]),
    Verb::new(take, &["take", "承受"]),
];

choices! { Does, DOES:
    Status => "status", "状态", "狀態";
    Tag => "tag", "标签", "標籤";
    Burn => "burn", "烧毁", "燒毀", "燃尽", "燃盡";
    Remove => "remove", "移除", "去掉";
    Raise => "raise", "升高", "加剧", "加劇";
    Reveal => "reveal", "揭示";
    Trait => "trait", "特性";
    Worse => "worse", "恶化", "惡化", "更糟", "事态恶化", "事態惡化";
    Tell => "tell", "叙述", "敘述";
    Clock => "clock", "计时", "計時", "倒数", "倒數", "countdown";
    Threat => "threat", "威胁", "威脅";
}

const FORM: &str = "hit";

/// `.hit @叶岚 受伤-2; tag 绊倒: 一枪擦过肩头`: names a consequence.
pub fn hit(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let to = target(&mut reader, book)?;
    let (mut body, text) = reader.until(':');
    let owed = owed(to, book);
    let mut harms = Vec::new();
    let mut threat = None;
    let parts = body.split(';');
    for mut part in parts.into_iter().filter(|part| !part.is_done()) {
        let mut probe = part;
        if let Some(Does::Threat) = probe.word(DOES) {
            let found = threat_named(&mut probe, book)?;
            threat = Some(found.id);
            harms.extend(found.harms.iter().filter_map(|part| part.harm.clone()));
        } else {
            harms.push(harm(&mut part, book)?);
        }
    }
    done(Command::Hit {
        owed: owed.map(|owed| owed.id),
        to,
        text: text.map(|mut text| text.rest()).unwrap_or_default(),
        harms,
        threat,
    })
}

fn target(reader: &mut Reader<'_>, book: &Book<'_>) -> Result<Option<Id>, Mistake> {
    reader.space();
    match reader.eat('@') {
        true => names::find(reader, &book.character_names()).map(Some),
        false => Ok(book.actor),
    }
}

/// The consequence the dice have called for: of the one it hits, else the oldest.
fn owed<'v>(to: Option<Id>, book: &Book<'v>) -> Option<&'v OwedPart> {
    let owed = book.scene.map_or(&[][..], |scene| &scene.owed);
    match to {
        Some(_) => owed.iter().find(|owed| owed.to == to),
        None => owed.first(),
    }
}

fn threat_named<'v>(reader: &mut Reader<'_>, book: &Book<'v>) -> Result<&'v ThreatPart, Mistake> {
    let of_challenges = book.challenges.iter().flat_map(|part| &part.threats);
    let of_scene = book.scene.iter().flat_map(|scene| &scene.threats);
    let threats: Vec<&ThreatPart> = of_challenges.chain(of_scene).collect();
    let known: Vec<Name<Id>> =
        threats.iter().map(|threat| Name::new(threat.id, &threat.text)).collect();
    let found = names::find(reader, &known)?;
    reader.finish()?;
    let threat = threats.into_iter().find(|threat| threat.id == found);
    threat.ok_or_else(|| Mistake::new(reader.here(), message!("chat-name-missing")))
}

/// Reads one part of a consequence.
///
/// # Errors
/// When it cannot be understood.
pub fn harm(reader: &mut Reader<'_>, book: &Book<'_>) -> Result<Harm, Mistake> {
    reader.space();
    if let Some(harm) = own_kind(reader, book) {
        return Ok(harm);
    }
    let does = reader.word(DOES);
    reader.space();
    let plus = does.is_none() && reader.eat('+');
    let at = reader.here();
    let text = |reader: &mut Reader<'_>| -> Result<Term, Mistake> {
        let text = reader.rest();
        if text.is_empty() {
            return Err(Mistake::new(at.clone(), message!("chat-text-missing")).example(FORM));
        }
        Ok(Term::from(text.as_str()))
    };
    Ok(match does {
        None if plus => Harm::Tag { name: text(reader)? },
        None | Some(Does::Status) => {
            let (name, tier) = tiered(*reader).map_err(|mistake| mistake.example(FORM))?;
            Harm::Status { name: Term::from(name.as_str()), tier }
        }
        Some(Does::Tag) => {
            let _ = reader.eat('+');
            Harm::Tag { name: text(reader)? }
        }
        Some(Does::Burn) => Harm::Burn { tag: one_tag(reader, book)? },
        Some(Does::Remove) => Harm::Remove { tag: one_tag(reader, book)? },
        Some(Does::Raise) => {
            let (head, tail) = reader.until('@');
            let (name, tier) = tiered(head)?;
            let mut tail = tail.ok_or_else(|| status::whose(head, book))?;
            let challenge = names::find(&mut tail, &book.challenge_names())?;
            tail.finish()?;
            Harm::Raise { challenge, name: Term::from(name.as_str()), tier }
        }
        Some(Does::Reveal) => {
            let thing = names::find_owned(reader, &book.thing_names())?;
            reader.finish()?;
            Harm::Reveal { thing }
        }
        Some(Does::Trait) => {
            let (mut head, tail) = reader.until('@');
            let name = text(&mut head)?;
            let challenge = match tail {
                Some(mut tail) => Some(names::find(&mut tail, &book.challenge_names())?),
                None => None,
            };
            Harm::Trait { challenge, name }
        }
        Some(Does::Clock) => {
            let (clock, by) = super::clock::moved(reader, book)?;
            Harm::Clock { clock, by }
        }
        Some(Does::Worse) => Harm::Worse { text: text(reader)? },
        Some(Does::Tell | Does::Threat) => Harm::Narrate { text: text(reader)? },
    })
}

fn one_tag(reader: &mut Reader<'_>, book: &Book<'_>) -> Result<Id, Mistake> {
    let tag = names::find_owned(reader, &book.tag_names())?;
    reader.finish()?;
    Ok(tag)
}

/// A kind of consequence the pack adds, by its name.
fn own_kind(reader: &mut Reader<'_>, book: &Book<'_>) -> Option<Harm> {
    let kinds = book.ruleset.map_or(&[][..], |rules| &rules.consequences);
    let known: Vec<(&str, Vec<&str>)> =
        kinds.iter().map(|kind| (kind.id.as_str(), kind.name.spellings().collect())).collect();
    let words: Vec<(&str, &[&str])> = known.iter().map(|(id, names)| (*id, &names[..])).collect();
    let id = reader.word(&words)?;
    let text = reader.rest();
    Some(Harm::Other { id: id.to_owned(), text: Term::from(text.as_str()) })
}

/// The pending consequence that is meant: `#2` by its place, else the one over the actor; for one
/// who acts as nobody, the only one (C-04).
///
/// # Errors
/// When there is none, or several could be meant.
pub fn pending(reader: &mut Reader<'_>, actor: Option<Id>, book: &Book<'_>) -> Result<Id, Mistake> {
    reader.space();
    let at = reader.at()..reader.at() + 1;
    if reader.eat('#') {
        let place = reader.number().unwrap_or(0) as usize;
        if let Some(found) = book.consequences.get(place.wrapping_sub(1)) {
            return Ok(found.id);
        }
        let mistake = Mistake::new(at, message!("chat-no-consequence"));
        return Err(match book.consequences.is_empty() {
            true => mistake,
            false => mistake.instead(numbered(&book.consequences, book)),
        });
    }
    let over: Vec<_> =
        book.consequences.iter().filter(|part| actor.is_some() && part.to == actor).collect();
    let all: Vec<_> = book.consequences.iter().collect();
    let own = !over.is_empty() || actor.is_none();
    let candidates = if over.is_empty() { all } else { over };
    match candidates.as_slice() {
        [only] if own => Ok(only.id),
        [] => Err(Mistake::new(at, message!("chat-no-consequence"))),
        several => {
            let mistake = Mistake::new(at, message!("chat-which-consequence"));
            Err(mistake.instead(numbered(several.iter().copied(), book)))
        }
    }
}

/// Pending consequences by their numbers; whose each is, where several people are hit.
fn numbered<'a, 'v: 'a>(
    several: impl IntoIterator<Item = &'a &'v ConsequencePart>,
    book: &Book<'_>,
) -> Message {
    let several: Vec<&ConsequencePart> = several.into_iter().copied().collect();
    let many = several.iter().any(|it| it.to != several[0].to);
    let name = |part: &&ConsequencePart| {
        let number = book.consequences.iter().position(|other| other.id == part.id)? + 1;
        let harms: Vec<Message> = part.harms.iter().map(|it| it.words.clone()).collect();
        let whose = part.to.filter(|_| many).and_then(|id| book.called(id));
        let unsaid = part.text.spellings().all(str::is_empty);
        let text = &part.text;
        Some(match (unsaid, whose) {
            (true, None) => message!("chat-numbered-harms", number = number, harms = harms),
            (false, None) => message!("chat-numbered", number = number, text = text),
            (true, Some(who)) => {
                message!("chat-numbered-harms-on", number = number, who = who, harms = harms)
            }
            (false, Some(who)) => {
                message!("chat-numbered-on", number = number, who = who, text = text)
            }
        })
    };
    message!("chat-candidates", names = several.iter().filter_map(name).collect::<Vec<_>>())
}

/// `.take`: lets a pending consequence land; while it is being mitigated, what is left of it.
pub fn take(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let to = target(&mut reader, book)?;
    let to = to.or_else(|| book.default_actor().map(|character| character.id));
    let consequence = pending(&mut reader, to, book)?;
    reader.finish()?;
    let answers = |roll: &&&RollPart| {
        roll.outcome.is_some() && roll.roll == RollKind::Mitigate { consequence }
    };
    match book.rolls.iter().find(answers) {
        Some(roll) => done(Command::Finish { roll: roll.id }),
        None => done(Command::Accept { consequence }),
    }
}

/// `.pass`: lets a consequence the dice called for pass, or takes a named one back.
pub fn pass(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let to = target(&mut reader, book)?;
    reader.space();
    if let (Some(owed), true) = (owed(to, book), reader.is_done()) {
        return done(Command::LetPass { owed: owed.id });
    }
    let consequence = pending(&mut reader, to, book)?;
    reader.finish()?;
    done(Command::Spare { consequence })
}
