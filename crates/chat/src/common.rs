//! Words for all rulesets: dice, help, talk, the table itself.

use std::borrow::Cow;
use std::collections::BTreeSet;

use dice::{Expr, Throw};
use rules::{AnyView, Audience, Id, Line, Message, Role, SeatId, Term, message};
use table::{TableCommand, Voice};

use crate::context::SeatContext;
use crate::hear::{Heard, OddsOf, own_actor, own_voice, verb_names};
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::Reader;
use crate::verb::{self, Verb};
use crate::{bars, fate, hand, mist, timeline};

/// Understands a line that begins with one of the words for all rulesets.
pub fn hear(
    verb: Verb,
    mut reader: Reader<'_>,
    actor: Option<Id>,
    context: &SeatContext,
) -> Result<Heard, Mistake> {
    match verb {
        Verb::Roll | Verb::RollHidden => roll(verb, reader, actor, context),
        Verb::Odds => odds(reader, actor, context),
        Verb::Help => help(reader, context),
        Verb::Why => reader.finish().map(|()| Heard::Why),
        Verb::Now | Verb::Me | Verb::As => match &context.view {
            AnyView::Mist(view) => mist::hear(verb, reader, actor, context, view),
            AnyView::Fate(view) => fate::hear(verb, reader, actor, context, view),
            AnyView::Timeline(view) => timeline::hear(verb, reader, actor, context, view),
            #[allow(unreachable_patterns, reason = "reachable with the feature `toy`")]
            _ => Ok(Heard::Reply(Vec::new())),
        },
        Verb::Undo => {
            reader.finish()?;
            Ok(Heard::table(match context.seat.role {
                Role::Host => TableCommand::Undo,
                _ => TableCommand::TakeBack,
            }))
        }
        Verb::Redo => reader.finish().map(|()| Heard::table(TableCommand::Redo)),
        Verb::Say => in_character(reader, actor, context),
        Verb::Aside => say(reader, Voice::OutOfCharacter),
        Verb::Narrate => say(reader, Voice::Narration),
        Verb::Whisper => whisper(reader, context),
        Verb::Nickname => {
            let name = needed(&mut reader, "nn")?;
            let seat = context.seat.id;
            Ok(Heard::table(TableCommand::RenameSeat { seat, name }))
        }
        Verb::Language => language(reader),
        Verb::Who => {
            reader.finish()?;
            let seats = context.seats.iter().map(|seat| {
                let role = role_word(seat.role);
                message!("chat-seat", name = seat.name.as_str(), role = role)
            });
            let seats: Vec<Message> = seats.collect();
            Ok(Heard::Reply(vec![message!("chat-seats", seats = seats).into()]))
        }
        Verb::Invite => invite(reader),
        Verb::Door => door(reader),
        Verb::Kick => kick(reader, context),
        Verb::Pause => {
            let anonymous = reader.word(ANONYMOUS).is_some();
            reader.finish()?;
            Ok(Heard::table(TableCommand::Pause { anonymous }))
        }
        Verb::Resume => reader.finish().map(|()| Heard::table(TableCommand::Resume)),
        Verb::Session => session(reader),
        Verb::Salt => {
            let salt = needed(&mut reader, "salt")?;
            Ok(Heard::table(TableCommand::SetSalt { salt }))
        }
        Verb::Hand => hand::by_hand(reader, actor, context),
        Verb::Find => needed(&mut reader, "find").map(Heard::Find),
        _ => Err(Mistake::new(reader.here(), message!("chat-unknown-verb", text = verb.name()))),
    }
}

const ANONYMOUS: &[((), &[&str])] = &[((), &["anon", "anonymous", "匿名"])];

/// The rest of the line as text.
///
/// # Errors
/// When there is none.
pub fn needed(reader: &mut Reader<'_>, form: &str) -> Result<String, Mistake> {
    let at = reader.here();
    let text = reader.rest();
    if text.is_empty() {
        return Err(Mistake::new(at, message!("chat-text-missing")).example(form));
    }
    Ok(text)
}

fn say(mut reader: Reader<'_>, voice: Voice) -> Result<Heard, Mistake> {
    let text = needed(&mut reader, "ooc")?;
    Ok(Heard::table(TableCommand::Say { voice, text }))
}

/// `.say 你好`, `.say @乙 你好`: as the character who acts, never silently as the player.
fn in_character(
    mut reader: Reader<'_>,
    actor: Option<Id>,
    context: &SeatContext,
) -> Result<Heard, Mistake> {
    let actor = actor.or_else(|| own_actor(&mut reader, context));
    match own_voice(actor, context) {
        Voice::OutOfCharacter => {
            let mistake = Mistake::new(reader.here(), message!("chat-say-who")).by("C-04");
            Err(mistake.instead(message!("chat-say-how")))
        }
        voice => say(reader, voice),
    }
}

/// A dice mistake, at its column in the whole line.
fn dice_mistake(error: dice::Error, start: usize, verb: Verb) -> Mistake {
    let end = error.span.end.max(error.span.start + 1);
    let at = error.span.start + start..end + start;
    let mistake = Mistake::new(at, Message::from(&error.kind));
    match error.suggestion {
        Some(form) => mistake.example_text(&format!(".{} {form}", verb.name())),
        None => mistake,
    }
}

const GAME_ROLL: &[((), &[&str])] = &[((), &["投掷", "投擲", "roll"])];

fn roll(
    verb: Verb,
    mut reader: Reader<'_>,
    actor: Option<Id>,
    context: &SeatContext,
) -> Result<Heard, Mistake> {
    let audience = match (verb, context.seat.role) {
        (Verb::RollHidden, Role::Host) => Audience::Host,
        (Verb::RollHidden, _) => Audience::Seats(BTreeSet::from([context.seat.id])),
        _ => Audience::All,
    };
    // `.r 投掷` is the ruleset's own roll (C-03).
    let mut probe = reader;
    let game_roll = probe.word(GAME_ROLL).is_some();
    if let (true, AnyView::Timeline(view)) = (game_roll, &context.view) {
        return timeline::throw(probe, actor, context, view, audience);
    }
    if game_roll && probe.is_done() {
        return match &context.view {
            AnyView::Mist(view) => mist::hear(Verb::Go, probe, actor, context, view),
            AnyView::Fate(view) => fate::hear(Verb::Go, probe, actor, context, view),
            #[allow(unreachable_patterns, reason = "reachable with the feature `toy`")]
            _ => Err(Mistake::new(reader.here(), message!("chat-text-missing"))),
        };
    }
    let start = reader.at();
    let notation = needed(&mut reader, "r")?;
    Throw::parse(&notation).map_err(|error| dice_mistake(error, start, verb))?;
    let actor = actor.or(context.speaking_as);
    Ok(Heard::table(TableCommand::Roll { notation, audience, actor }))
}

fn odds(
    mut reader: Reader<'_>,
    actor: Option<Id>,
    context: &SeatContext,
) -> Result<Heard, Mistake> {
    if let AnyView::Timeline(view) = &context.view
        && let Some(heard) = timeline::odds(reader, actor, context, view)?
    {
        return Ok(heard);
    }
    if reader.is_done() || reader.peek() == Some('@') {
        return match &context.view {
            AnyView::Mist(view) => mist::hear(Verb::Odds, reader, actor, context, view),
            AnyView::Fate(view) => fate::hear(Verb::Odds, reader, actor, context, view),
            #[allow(unreachable_patterns, reason = "reachable with the feature `toy`")]
            _ => Err(Mistake::new(reader.here(), message!("chat-text-missing"))),
        };
    }
    let start = reader.at();
    let notation = reader.rest();
    let wrong = |error| dice_mistake(error, start, Verb::Odds);
    let expr = Expr::parse(&notation).map_err(wrong)?;
    Ok(Heard::Odds(OddsOf { expr, at: start }))
}

impl OddsOf {
    /// Works the chances out.
    ///
    /// # Errors
    /// When they do not exist or would take too much work.
    pub fn lines(&self) -> Result<Vec<Line>, Mistake> {
        let wrong = |error| dice_mistake(error, self.at, Verb::Odds);
        let odds = self.expr.odds(&()).map_err(wrong)?;
        Ok(bars::of_odds(&self.expr, &odds))
    }
}

fn help(mut reader: Reader<'_>, context: &SeatContext) -> Result<Heard, Mistake> {
    if reader.is_done() {
        let mut lines: Vec<Line> = vec![message!("chat-help").into()];
        let words = verb_names(context.family());
        lines.push(message!("chat-help-words", words = words).into());
        lines.extend(next(context));
        return Ok(Heard::Reply(lines));
    }
    let mut probe = reader;
    let _ = probe.eat('.') || probe.eat('/');
    if let Some(verb) = verb::read(&mut probe, context.family())
        && probe.is_done()
    {
        let also: Vec<Message> = verb
            .entry()
            .spellings
            .iter()
            .map(|word| message!("plain", text = format!(".{word}")))
            .collect();
        let own = format!("chat-help-{}-{}", context.family(), verb.name());
        let shared = format!("chat-help-{}", verb.name());
        let what = entry(if words::knows(&own) { own } else { shared });
        return Ok(Heard::Reply(vec![
            what.into(),
            message!("chat-help-also", words = also).into(),
        ]));
    }
    let at = reader.here();
    let text = reader.rest();
    let found = rules_named(&text);
    if found.is_empty() {
        let mistake = Mistake::new(at, message!("chat-no-help", text = text.as_str()));
        return Err(mistake.instead(message!("chat-see-help")));
    }
    Ok(Heard::Reply(found))
}

/// The most rules one question is answered with.
const MOST_RULES: usize = 3;

/// The rules a word leads to, in whatever language it was typed, each in all languages.
fn rules_named(word: &str) -> Vec<Line> {
    use words::{Language, reference};
    let found = Language::ALL
        .into_iter()
        .map(|language| reference::find(language, word))
        .find(|found| !found.is_empty());
    let found = found.unwrap_or_default();
    let mut lines: Vec<Line> = found
        .iter()
        .take(MOST_RULES)
        .map(|rule| {
            let told = |pick: fn(&reference::Rule) -> &str| {
                let of = |language| reference::rule(language, &rule.id).map(pick);
                Term::PerLanguage {
                    zh_hans: of(Language::ZhHans).unwrap_or_default().into(),
                    zh_hant: of(Language::ZhHant).map(Into::into),
                    en: of(Language::En).map(Into::into),
                }
            };
            let message = message!(
                "chat-rule",
                id = rule.id.as_str(),
                title = told(|rule| &rule.title),
                text = told(|rule| &rule.text)
            );
            message.into()
        })
        .collect();
    let others: Vec<Message> = found
        .iter()
        .skip(MOST_RULES)
        .take(12)
        .map(|rule| message!("plain", text = rule.id.as_str()))
        .collect();
    if !others.is_empty() {
        lines.push(message!("chat-rules-also", ids = others).into());
    }
    lines
}

/// The catalogue entry with an id made at run time; the tests know that it is there.
fn entry(id: String) -> Message {
    Message { id: Cow::Owned(id), args: rules::Args::default() }
}

/// What the seat is told after its line was done.
pub fn after(before: &SeatContext, after: &SeatContext) -> Vec<Line> {
    match &after.view {
        AnyView::Timeline(_) => timeline::after(before, after),
        AnyView::Fate(_) => fate::after(before, after),
        _ => mist::after(before, after),
    }
}

/// What can be done next, for the end of a reply (C-05).
pub fn next(context: &SeatContext) -> Option<Line> {
    match &context.view {
        AnyView::Mist(view) => mist::next(context, view),
        AnyView::Fate(view) => fate::next(context, view),
        #[allow(unreachable_patterns, reason = "reachable with the feature `toy`")]
        _ => None,
    }
}

fn whisper(mut reader: Reader<'_>, context: &SeatContext) -> Result<Heard, Mistake> {
    let mut to = BTreeSet::new();
    loop {
        reader.gap();
        if !reader.eat('@') {
            break;
        }
        to.insert(seat(&mut reader, context)?);
    }
    if to.is_empty() {
        let mistake = Mistake::new(reader.here(), message!("chat-to-whom"));
        return Err(mistake.example("w"));
    }
    say(reader, Voice::Whisper { to })
}

/// Reads the name of a seat.
///
/// # Errors
/// When no seat is called that, or more than one is.
pub fn seat(reader: &mut Reader<'_>, context: &SeatContext) -> Result<SeatId, Mistake> {
    let known: Vec<Name<SeatId>> = context
        .seats
        .iter()
        .map(|seat| Name::new(seat.seat, &Term::from(seat.name.as_str())))
        .collect();
    names::find(reader, &known)
}

fn language(mut reader: Reader<'_>) -> Result<Heard, Mistake> {
    let at = reader.here();
    let tag = needed(&mut reader, "lang")?;
    match tag.parse::<words::Language>() {
        Ok(language) => Ok(Heard::table(TableCommand::Change {
            title: None,
            language: Some(language.tag().to_owned()),
            time_zone: None,
        })),
        Err(_) => Err(Mistake::new(at, message!("chat-unknown-language", text = tag.as_str()))
            .example("lang")),
    }
}

const ROLES: &[(Role, &[&str])] = &[
    (Role::Player, &["player", "玩家"]),
    (Role::Spectator, &["spectator", "旁观", "旁觀", "观众", "觀眾"]),
    (Role::Host, &["host", "主持", "主持人"]),
];

fn role_word(role: Role) -> Message {
    match role {
        Role::Host => message!("chat-role-host"),
        Role::Player => message!("chat-role-player"),
        Role::Spectator => message!("chat-role-spectator"),
    }
}

fn invite(mut reader: Reader<'_>) -> Result<Heard, Mistake> {
    let (mut name, role) = reader.until(':');
    let role = match role {
        Some(mut word) => {
            let at = word.here();
            let found = word.word(ROLES).filter(|_| word.is_done());
            let wrong = || Mistake::new(at, message!("chat-unknown-role"));
            found.ok_or_else(|| wrong().example("invite"))?
        }
        None => Role::Player,
    };
    let name = Some(name.rest()).filter(|name| !name.is_empty());
    Ok(Heard::Invite { name, role })
}

const DOOR: &[(bool, &[&str])] =
    &[(false, &["close", "关", "關"]), (true, &["sweep", "清场", "清場"])];

/// Closes all open invitations; `sweep` also removes those who came by one and did nothing.
fn door(mut reader: Reader<'_>) -> Result<Heard, Mistake> {
    let sweep = reader.word(DOOR).unwrap_or(false);
    reader.finish()?;
    Ok(Heard::table(TableCommand::CloseDoor { sweep }))
}

/// Removes seats by their names.
fn kick(mut reader: Reader<'_>, context: &SeatContext) -> Result<Heard, Mistake> {
    let mut seats = Vec::new();
    loop {
        reader.gap();
        if reader.is_done() && !seats.is_empty() {
            return Ok(Heard::table(TableCommand::RemoveSeats { seats }));
        }
        if !reader.eat('@') {
            return Err(Mistake::new(reader.here(), message!("chat-kick-whom")).example("kick"));
        }
        seats.push(seat(&mut reader, context)?);
    }
}

const SESSION: &[(bool, &[&str])] =
    &[(true, &["new", "begin", "开始", "開始"]), (false, &["end", "结束", "結束"])];

fn session(mut reader: Reader<'_>) -> Result<Heard, Mistake> {
    let at = reader.here();
    match reader.word(SESSION).filter(|_| reader.is_done()) {
        Some(true) => Ok(Heard::table(TableCommand::BeginSession)),
        Some(false) => Ok(Heard::table(TableCommand::EndSession)),
        None => Err(Mistake::new(at, message!("chat-session-how")).example("session")),
    }
}
