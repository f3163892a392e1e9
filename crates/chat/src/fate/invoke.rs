//! Invoking, letting results stand, and choosing (F-11, F-13, F-25).

use rules::fate::{ActionPart, AspectKind, Command, Holder, Use};
use rules::{Bounds, Id, Message, Offer, message};
use serde_json::Value as Json;

use super::book::Book;
use super::done;
use super::{Verb, answer};
use crate::about::{About, Spot};
use crate::common::needed_as;
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::names;
use crate::reader::Reader;

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::by_actor(detail, &["detail", "细节", "細節"]),
    Verb::by_actor(paid, &["invoke", "援引"]),
    Verb::by_actor(free, &["free", "免费", "免費"]),
    Verb::by_actor(boost, &["boost", "推助"]),
    Verb::by_actor(stand, &["stand", "定局"]),
    Verb::by_actor(choose, &["choose", "选择", "選擇"]),
    Verb::by_actor(give, &["give", "让给", "讓給"]),
    Verb::new(grant, &["grant", "赐予", "賜予"]),
];

const USES: &[(Use, &[&str])] =
    &[(Use::Bonus, &["+2", "加值"]), (Use::Reroll, &["reroll", "重掷", "重擲"])];
const AGAINST: &[((), &[&str])] = &[((), &["against", "难度", "難度", "对手", "對手"])];

/// `.invoke 暗影猎人`, `.invoke 暗影猎人 reroll`, `.invoke 大雨 难度`: for a fate point.
pub fn paid(reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    invoke(reader, book, false)
}

/// `.free 火灾`: with a free invoke.
pub fn free(reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    invoke(reader, book, true)
}

fn invoke(mut reader: Reader<'_>, book: &Book<'_>, free: bool) -> Result<Heard, Mistake> {
    let by = book.holding(&reader)?;
    let aspect = book.aspect(&mut reader)?;
    use_it(reader, book, aspect, by, free)
}

/// `.boost`, `.boost 破绽`: with a boost one holds.
pub fn boost(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let by = book.holding(&reader)?;
    let held = |free: &rules::fate::Free| free.to == by;
    let mut boosts = book
        .cast
        .aspects()
        .into_iter()
        .map(|(aspect, _)| aspect)
        .filter(|aspect| aspect.aspect == AspectKind::Boost && aspect.free.iter().any(held));
    let mut probe = reader;
    let named = !probe.is_done()
        && probe.peek() != Some('@')
        && probe.word(USES).is_none()
        && probe.word(AGAINST).is_none();
    let aspect = if named {
        book.aspect(&mut reader)?
    } else {
        let none = || Mistake::new(reader.here(), message!("fate-no-free"));
        let first = boosts.next().ok_or_else(none)?.id;
        if boosts.next().is_some() {
            return Err(which_boost(&reader, book, by));
        }
        first
    };
    use_it(reader, book, aspect, by, true)
}

/// Several boosts could be meant: each with a line that can be typed (F-13, C-06).
fn which_boost(reader: &Reader<'_>, book: &Book<'_>, by: Holder) -> Mistake {
    let boosts: Vec<Id> = book
        .cast
        .aspects()
        .into_iter()
        .map(|(aspect, _)| aspect)
        .filter(|aspect| aspect.aspect == AspectKind::Boost)
        .filter(|aspect| aspect.free.iter().any(|free| free.to == by))
        .map(|aspect| aspect.id)
        .collect();
    let names: Vec<_> =
        book.aspect_names().into_iter().filter(|name| boosts.contains(&name.it)).collect();
    let (before, after) = reader.around(Spot::Word);
    let lines: Vec<Message> = names::each_in_full(&names)
        .into_iter()
        .map(|name| {
            message!(
                "chat-pick-line",
                before = before.as_str(),
                pick = name,
                after = after.as_str()
            )
        })
        .collect();
    let at = reader.at()..reader.at() + 1;
    let mistake = Mistake::new(at, message!("chat-about-which")).by("C-06");
    mistake.instead(message!("chat-about-lines", lines = lines))
}

fn use_it(
    mut reader: Reader<'_>,
    book: &Book<'_>,
    aspect: Id,
    by: Holder,
    free: bool,
) -> Result<Heard, Mistake> {
    let mut to = Use::Bonus;
    let mut against = false;
    // Whose roll it is for, when it is not the invoker's: `.invoke 大雨 @阿岚`.
    let named = book.words_and_name(&mut reader, |reader| {
        let (wanted, other) = (reader.word(USES), reader.word(AGAINST).is_some());
        to = wanted.unwrap_or(to);
        against |= other;
        wanted.is_some() || other
    })?;
    let action = roll_of(&mut reader, book, by, named)?;
    reader.finish()?;
    let opposition = against || default_side(book, action, by);
    done(Command::Invoke { action: action.id, opposition, aspect, by, to, free })
}

/// The roll an invoke is on: the invoker's own, or the one they name (F-11).
fn roll_of<'v>(
    reader: &mut Reader<'_>,
    book: &Book<'v>,
    by: Holder,
    named: Option<Id>,
) -> Result<&'v ActionPart, Mistake> {
    let mine = |id: Id| match by {
        Holder::Character(me) => id == me,
        Holder::Host => book.plays(id),
    };
    let own = |action: &ActionPart| {
        let fixed = action.opposition.as_ref().is_some_and(|side| side.who.is_none());
        mine(action.actor) || action.target.is_some_and(mine) || (fixed && by == Holder::Host)
    };
    let open = |action: &ActionPart| {
        action.rolled && !action.outcome.as_ref().is_some_and(|outcome| outcome.stands)
    };
    let meant = |action: &ActionPart| named.map_or(own(action), |named| action.actor == named);
    let waits = book.actions.iter().any(|action| !action.rolled && meant(action));
    if waits && !book.actions.iter().any(|action| open(action) && meant(action)) {
        let at = reader.at()..reader.at() + 1;
        let mistake = Mistake::new(at, message!("chat-f-roll-first")).by("F-11");
        return Err(mistake.example_text(".go"));
    }
    book.action_of(reader, named, Spot::End, open, own)
}

/// The side one invokes for when not saying: one's own; else that of one's own sort of people.
fn default_side(book: &Book<'_>, action: &ActionPart, by: Holder) -> bool {
    let pc = |id| book.character(id).is_some_and(|part| part.pc);
    match by {
        Holder::Character(id) if id == action.actor => false,
        Holder::Character(id) if Some(id) == action.target => true,
        Holder::Character(id) => pc(id) != pc(action.actor),
        Holder::Host => pc(action.actor),
    }
}

/// `.stand`: lets the result stand.
pub fn stand(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let mut all = Vec::new();
    for action in &book.actions {
        let sides = [(false, Some(&action.side)), (true, action.opposition.as_ref())];
        let open = action.rolled && !action.outcome.as_ref().is_some_and(|outcome| outcome.stands);
        for (opposition, side) in sides {
            let Some(side) = side.filter(|side| open && !side.stands) else { continue };
            let Some(who) = side.who.filter(|who| book.reaches(*who)) else { continue };
            let (it, what) = ((action.id, opposition), book.about_roll(action));
            all.push(About { it, of: Some(who), own: book.owns(who), what });
        }
    }
    let here = reader.here();
    let none = || Mistake::new(here, message!("fate-nothing-to-let-stand"));
    let (action, opposition) = book.meant(&mut reader, None, Spot::Word, &all, none)?;
    reader.finish()?;
    done(Command::LetStand { action, opposition })
}

/// `.choose`, `.choose 2`, `.choose 1 惊动了守卫`: one of what the game waits for.
pub fn choose(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    if reader.is_done() {
        let lines = answer::choices(book);
        let none = || vec![message!("chat-f-nothing-waits").into()];
        return Ok(Heard::Reply(if lines.is_empty() { none() } else { lines }));
    }
    let at = reader.here();
    let Some(waiting) = answer::meant(book) else {
        let mistake = Mistake::new(at, message!("chat-about-which")).by("C-04");
        let lines = answer::choices(book).into_iter().map(|line| line.message).collect::<Vec<_>>();
        return Err(mistake.instead(message!("chat-about-lines", lines = lines)));
    };
    let number = reader.number().and_then(|number| usize::try_from(number).ok());
    let offer = number.and_then(|number| waiting.get(number.checked_sub(1)?));
    let Some(offer) = offer else {
        let what: Message = message!("chat-f-which-choice", most = waiting.len());
        return Err(Mistake::new(at, what).example_text(".choose 1"));
    };
    let mut command = offer.command.clone();
    fill(offer, &mut command, reader)?;
    Ok(Heard::Do(vec![table::Command::Game(command)]))
}

/// Texts typed after the number go into the offer's text fields, in order, with `;` between.
fn fill(offer: &Offer<Json>, command: &mut Json, mut reader: Reader<'_>) -> Result<(), Mistake> {
    let mut texts = reader.split(';').into_iter();
    for field in &offer.fields {
        let at = format!("/{}", field.path);
        match &field.bounds {
            Bounds::Text { .. } => {
                let Some(mut text) = texts.next().filter(|text| !text.is_done()) else { continue };
                if let Some(place) = command.pointer_mut(&at) {
                    *place = Json::String(text.rest());
                }
            }
            Bounds::Number { min, max } => {
                let Some(mut text) = texts.next().filter(|text| !text.is_done()) else { continue };
                let number =
                    super::book::number(&mut text).filter(|number| (min..=max).contains(&number));
                let wrong = || Mistake::new(text.here(), message!("chat-text-missing"));
                let number = number.ok_or_else(wrong)?;
                if let Some(place) = command.pointer_mut(&at) {
                    *place = Json::from(number);
                }
            }
            Bounds::Choice { of } => {
                let Some(mut text) = texts.next().filter(|text| !text.is_done()) else { continue };
                let at_text = text.here();
                let typed = text.rest().to_lowercase();
                let called = |choice: &&rules::Choice| {
                    let said =
                        words::Language::ALL.map(|language| words::say(language, &choice.label));
                    choice.value.as_str() == Some(typed.as_str())
                        || said.iter().any(|said| said.to_lowercase().starts_with(&typed))
                };
                let unknown =
                    || Mistake::new(at_text, message!("chat-unknown-name", text = typed.as_str()));
                let found = of.iter().find(called).ok_or_else(unknown)?;
                if let Some(place) = command.pointer_mut(&at) {
                    *place = found.value.clone();
                }
            }
            Bounds::Asked | Bounds::Switch => {}
        }
    }
    match texts.find(|text| !text.is_done()) {
        Some(mut extra) => extra.finish(),
        None => Ok(()),
    }
}

const FREE: &[((), &[&str])] = &[((), &["free", "免费", "免費"])];

/// `.detail 暗影猎人: 我在这里藏过刀`: a story detail (F-11).
pub fn detail(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (mut head, text) = reader.until(':');
    let by = book.holding(&head)?;
    let aspect = book.aspect(&mut head)?;
    head.gap();
    let free = head.word(FREE).is_some();
    head.finish()?;
    let Some(mut text) = text else {
        return Err(Mistake::new(head.here(), message!("chat-text-missing"))
            .example_text(".detail 形象: 细节"));
    };
    let text = needed_as(&mut text, ".detail 形象: 细节")?;
    done(Command::Declare { aspect, by, free, text })
}

/// `.give 火灾 @沈知远`: hands a free invoke over (F-11).
pub fn give(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let from = book.holding(&reader)?;
    let (aspect, to) = aspect_to(&mut reader, book)?;
    done(Command::HandFree { aspect, from, to })
}

/// `.grant 火灾 @打手`: gives a free invoke (F-11). Host.
pub fn grant(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (aspect, to) = aspect_to(&mut reader, book)?;
    done(Command::GrantFree { aspect, to })
}

const HOST: &[((), &[&str])] = &[((), &["gm", "host", "主持人", "主持"])];

/// What, and to whom: a character, or the host.
fn aspect_to(reader: &mut Reader<'_>, book: &Book<'_>) -> Result<(Id, Holder), Mistake> {
    let aspect = book.aspect(reader)?;
    reader.gap();
    if reader.word(HOST).is_some() {
        reader.finish()?;
        return Ok((aspect, Holder::Host));
    }
    let to = book.at(reader)?;
    reader.finish()?;
    let to = to.ok_or_else(|| Mistake::new(reader.here(), message!("chat-to-whom")))?;
    Ok((aspect, Holder::Character(to)))
}
