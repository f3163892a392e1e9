//! Statuses and story tags, as the host gives and takes them (M-01, M-04 … M-06).

use rules::mist::{Command, Holder};
use rules::{Id, Message, message};

use super::book::Book;
use super::{Verb, done};
use crate::hear::{Heard, game_command};
use crate::mistake::Mistake;
use crate::names;
use crate::reader::{Reader, choices};

/// The subject's words.
pub const VERBS: &[Verb] =
    &[Verb::new(status, &["status", "状态", "狀態"]), Verb::new(tag, &["tag", "标签", "標籤"])];

/// A status someone is to get: `受伤-2 @守卫`.
pub struct Gain {
    /// Who or what gets it.
    pub on: Holder,
    /// Its name.
    pub name: String,
    /// Its tier.
    pub tier: u8,
    /// The similar status it stacks onto (M-05).
    pub onto: Option<Id>,
    /// The opposed status it cancels (M-06).
    pub against: Option<Id>,
}

choices! { Joins, JOINS:
    Onto => "onto", "叠", "疊", "叠到", "疊到";
    Against => "against", "抵", "抵消", "抵銷";
}

/// Reads a status and whose it is to be.
///
/// # Errors
/// When it has no tier or no name, or nobody gets it.
pub fn gain(
    mut reader: Reader<'_>,
    book: &Book<'_>,
    default: Option<Holder>,
) -> Result<Gain, Mistake> {
    let (head, tail) = reader.until('@');
    let (name, tier) = tiered(head)?;
    let mut gain = Gain { on: Holder::Scene, name, tier, onto: None, against: None };
    let Some(mut tail) = tail else {
        gain.on = default.ok_or_else(|| whose(head, book))?;
        return Ok(gain);
    };
    gain.on = names::find(&mut tail, &book.holder_names())?;
    tail.space();
    if let Some(joins) = tail.word(JOINS) {
        match joins {
            Joins::Onto => gain.onto = Some(names::find(&mut tail, &onto_names(gain.on, book))?),
            Joins::Against => {
                gain.against = Some(names::find(&mut tail, &book.statuses_of(gain.on))?);
            }
        }
    }
    tail.finish()?;
    Ok(gain)
}

/// What a status may stack onto: what its holder has, or a limit of theirs (M-05). A status of the
/// same name is the nearer one, as it is what the limit counts.
fn onto_names(on: Holder, book: &Book<'_>) -> Vec<names::Name<Id>> {
    let mut known = book.statuses_of(on);
    let limits = book.challenges.iter().filter(|it| on == Holder::Challenge(it.id));
    for limit in limits.flat_map(|it| &it.limits) {
        known.push(names::Name::new(limit.id, &limit.status).apart(2));
    }
    known
}

/// Nobody was named: what could be.
pub fn whose(reader: Reader<'_>, book: &Book<'_>) -> Mistake {
    let names: Vec<Message> = book.holder_names().into_iter().map(|name| name.shown).collect();
    let end = { reader }.here().end;
    let mistake = Mistake::new(end..end + 1, message!("chat-whose"));
    mistake.instead(message!("chat-who-of", names = names))
}

/// What may stand around a name that has spaces in it.
const QUOTES: [char; 5] = ['"', '“', '”', '「', '」'];

/// Reads a name and a tier: `受伤-2`, `2 受伤` or `受伤 2`.
///
/// # Errors
/// When either is missing or the tier is too large to be one.
pub fn tiered(mut reader: Reader<'_>) -> Result<(String, u8), Mistake> {
    let at = reader.here();
    let wrong = || Mistake::new(at.clone(), message!("chat-tier-missing")).example("tier");
    let leading = reader.number();
    reader.space();
    let text = reader.rest();
    let text = text.trim_matches(QUOTES).trim();
    let (name, tier) = match leading {
        Some(tier) => (text.to_owned(), tier),
        None => {
            let folded: String = text.chars().map(words::fold::plain).collect();
            let digits = folded.chars().rev().take_while(char::is_ascii_digit).count();
            let split = text.chars().count() - digits;
            let tier = folded.chars().skip(split).collect::<String>();
            let name: String = text.chars().take(split).collect();
            let name = name.trim_end();
            let name = name.strip_suffix(['-', '－', '−']).unwrap_or(name).trim_end();
            // `"受伤" 2`: the number stands behind the quotes.
            let name = name.trim_matches(QUOTES).trim();
            (name.to_owned(), tier.parse().map_err(|_| wrong())?)
        }
    };
    let tier = u8::try_from(tier).map_err(|_| wrong())?;
    if name.is_empty() || tier == 0 {
        return Err(wrong());
    }
    Ok((name, tier))
}

/// `.status 受伤-2 @守卫`, `.status ?恐惧-1 @守卫`, `.status -1 受伤 @守卫`: gives or lowers a status.
pub fn status(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.space();
    if reader.eat('-') {
        let (status, by) = reduced(reader, book)?;
        return done(Command::ReduceStatus { status, by });
    }
    let hidden = reader.eat('?');
    let gain = gain(reader, book, None)?;
    done(Command::GainStatus {
        on: gain.on,
        name: gain.name,
        tier: gain.tier,
        onto: gain.onto,
        against: gain.against,
        hidden,
    })
}

/// Reads `1 受伤 @守卫`: a status that is there, and by how much it is lowered.
///
/// # Errors
/// When no status is called that.
pub fn reduced(mut reader: Reader<'_>, book: &Book<'_>) -> Result<(Id, u8), Mistake> {
    reader.space();
    let by = reader.number();
    reader.space();
    let status = owned(&mut reader, &book.status_names())?;
    reader.space();
    let at = reader.here();
    let by = by.or_else(|| reader.number()).unwrap_or(1);
    reader.finish()?;
    let by = u8::try_from(by).map_err(|_| Mistake::new(at, message!("chat-tier-missing")))?;
    Ok((status, by))
}

/// Finds a name whose owner may follow after a space: `受伤 @守卫`.
///
/// # Errors
/// When nothing is called that, or more than one thing is.
pub fn owned(reader: &mut Reader<'_>, known: &[names::Name<Id>]) -> Result<Id, Mistake> {
    names::find_owned(reader, known)
}

choices! { TagDoes, TAG_DOES:
    Add => "+", "add", "加";
    Remove => "-", "remove", "del", "去掉", "移除";
    Burn => "!", "burn", "燃尽", "燃盡", "烧", "燒";
    Recover => "recover", "恢复", "恢復";
}

/// `.tag +绊索 @场景`, `.tag -绊索`, `.tag !老练`, `.tag recover 老练`: story tags and burnt tags.
pub fn tag(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.space();
    let does = reader.word(TAG_DOES).unwrap_or(TagDoes::Add);
    reader.space();
    if let TagDoes::Add = does {
        let hidden = reader.eat('?');
        let (on, name) = new_tag(reader, book, None)?;
        return done(Command::AddTag { on, name, hidden });
    }
    let tag = owned(&mut reader, &book.tag_names())?;
    reader.finish()?;
    Ok(Heard::Do(vec![game_command(&match does {
        TagDoes::Remove => Command::RemoveTag { tag },
        TagDoes::Burn => Command::BurnTag { tag },
        TagDoes::Recover | TagDoes::Add => Command::RecoverTag { tag },
    })]))
}

/// Reads `绊索 @场景`: a new tag and whose it is to be.
///
/// # Errors
/// When it has no name, or nobody gets it.
pub fn new_tag(
    mut reader: Reader<'_>,
    book: &Book<'_>,
    default: Option<Holder>,
) -> Result<(Holder, String), Mistake> {
    let (mut head, tail) = reader.until('@');
    let at = head.here();
    let whole = head;
    let name = head.rest();
    let name = name.trim_matches(['"', '“', '”', '「', '」']).trim().to_owned();
    if name.is_empty() {
        return Err(Mistake::new(at, message!("chat-text-missing")).example("new-tag"));
    }
    let on = match tail {
        Some(mut tail) => {
            let on = names::find(&mut tail, &book.holder_names())?;
            tail.finish()?;
            on
        }
        None => default.ok_or_else(|| whose(whole, book))?,
    };
    Ok((on, name))
}
