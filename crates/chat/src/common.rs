//! Words for all rulesets: dice, help, talk, the table itself.

use std::collections::BTreeSet;

use dice::{Expr, Throw};
use rules::{Audience, Decision, Decisions, Id, Line, Message, Role, SeatId, Term, message};
use table::{CodeFor, PackSource, TableCommand, Voice};

use crate::context::SeatContext;
use crate::family::{self, Question};
use crate::hear::{Heard, OddsOf, own_actor};
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::Reader;
use crate::verb::Verb;
use crate::{bars, cards, desk, hand, help, notebook};

/// What reads the line after a word: the rest of the line, who acts, and what the seat sees.
type Hears = fn(Reader<'_>, Option<Id>, &SeatContext) -> Result<Heard, Mistake>;

/// The words for all rulesets.
pub const VERBS: &[Verb<Hears>] = &[
    Verb::by_actor(roll, &["r", "roll", "骰", "掷骰", "擲骰"]),
    Verb::by_actor(roll_hidden, &["rh", "暗骰"]),
    Verb::by_actor(odds, &["odds", "概率", "機率", "几率", "機會"]),
    Verb::new(help::help, &["help", "h", "帮助", "幫助", "说明", "說明"]),
    Verb::new(
        |mut reader, _, _| reader.finish().map(|()| Heard::Why),
        &["why", "为什么", "為什麼", "为何", "為何"],
    ),
    Verb::new(
        |reader, actor, context| family::answer(Question::Now, reader, actor, context),
        &["now", "look", "局面", "现在", "現在"],
    ),
    Verb::by_actor(
        |reader, actor, context| family::answer(Question::Me, reader, actor, context),
        &["me", "我", "角色卡"],
    ),
    Verb::new(
        |reader, actor, context| family::answer(Question::SpeakAs, reader, actor, context),
        &["as", "扮演"],
    ),
    Verb::new(undo, &["undo", "撤销", "撤銷", "撤回", "復原"]),
    Verb::new(|reader, _, _| plain(reader, TableCommand::Redo), &["redo", "重做"]),
    Verb::new(in_character, &["say", "ic", "说", "說", "角色说", "角色說"]),
    Verb::new(
        |reader, _, _| say(reader, Voice::OutOfCharacter),
        &["ooc", "talk", "场外", "場外", "闲聊", "閒聊"],
    ),
    Verb::new(|reader, _, _| say(reader, Voice::Narration), &["nar", "旁白"]),
    Verb::new(whisper, &["w", "whisper", "密语", "密語", "悄悄话", "悄悄話"]),
    Verb::new(nickname, &["nn", "改名"]),
    Verb::new(language, &["lang", "语言", "語言"]),
    Verb::new(who, &["who", "在座"]),
    Verb::new(invite, &["invite", "邀请", "邀請"]),
    Verb::new(code, &["code", "绑定码", "綁定碼"]),
    Verb::new(door, &["door", "关门", "關門"]),
    Verb::new(kick, &["kick", "撤座", "請離", "请离"]),
    Verb::new(admit, &["admit", "放行"]),
    Verb::new(pause, &["pause", "暂停", "暫停"]),
    Verb::new(|reader, _, _| plain(reader, TableCommand::Resume), &["resume", "继续", "繼續"]),
    Verb::new(session, &["session", "场次", "場次", "聚会", "聚會"]),
    Verb::new(salt, &["salt", "盐", "鹽"]),
    Verb::new(pack, &["pack", "规则包", "規則包"]),
    Verb::by_actor(hand::by_hand, &["hand", "手掷", "手擲"]),
    Verb::new(notebook::note, &["note", "笔记", "筆記"]),
    Verb::new(notebook::show, &["show", "展示", "给看", "給看"]),
    Verb::new(desk::desk, &["desk", "备场", "備場"]),
    Verb::new(desk::library, &["lib", "库", "庫"]),
    Verb::new(notebook::picture, &["picture", "pic", "图片", "圖片"]),
    Verb::new(cards::export, cards::EXPORT),
    Verb::new(cards::import, cards::IMPORT),
    Verb::new(find, &["find", "search", "找", "搜索", "搜尋"]),
];

/// A command that needs no more words.
fn plain(mut reader: Reader<'_>, command: TableCommand) -> Result<Heard, Mistake> {
    reader.finish()?;
    Ok(Heard::table(command))
}

fn undo(reader: Reader<'_>, _: Option<Id>, context: &SeatContext) -> Result<Heard, Mistake> {
    match context.seat.role {
        Role::Host => plain(reader, TableCommand::Undo),
        Role::Player | Role::Spectator => plain(reader, TableCommand::TakeBack),
    }
}

fn nickname(
    mut reader: Reader<'_>,
    _: Option<Id>,
    context: &SeatContext,
) -> Result<Heard, Mistake> {
    let name = needed(&mut reader, "nn")?;
    Ok(Heard::table(TableCommand::RenameSeat { seat: context.seat.id, name }))
}

fn who(mut reader: Reader<'_>, _: Option<Id>, context: &SeatContext) -> Result<Heard, Mistake> {
    reader.finish()?;
    let seats = context.seats.iter().map(|seat| {
        let role = role_word(seat.role);
        message!("chat-seat", name = seat.name.as_str(), role = role)
    });
    let seats: Vec<Message> = seats.collect();
    Ok(Heard::Reply(vec![message!("chat-seats", seats = seats).into()]))
}

fn pause(mut reader: Reader<'_>, _: Option<Id>, _: &SeatContext) -> Result<Heard, Mistake> {
    let anonymous = reader.word(ANONYMOUS).is_some();
    plain(reader, TableCommand::Pause { anonymous })
}

fn salt(mut reader: Reader<'_>, _: Option<Id>, _: &SeatContext) -> Result<Heard, Mistake> {
    let salt = needed(&mut reader, "salt")?;
    Ok(Heard::table(TableCommand::SetSalt { salt }))
}

const GO: &[((), &[&str])] = &[((), &["go", "换", "換", "改用"])];

/// `.pack`: what the table plays by and what it could move to; `.pack ID`: what would come of it;
/// `.pack ID go skills.lore=fight tracks.mental=drop`: moves there (P-80). Host.
fn pack(mut reader: Reader<'_>, _: Option<Id>, _: &SeatContext) -> Result<Heard, Mistake> {
    if reader.is_done() {
        return Ok(Heard::Packs);
    }
    let range = reader.token();
    let to = PackSource::Offered(reader.between(range));
    reader.space();
    if reader.is_done() {
        return Ok(Heard::Moving(to));
    }
    let at = reader.here();
    let how = || Mistake::new(at.clone(), message!("chat-pack-how")).example("pack");
    reader.word(GO).ok_or_else(how)?;
    let mut decisions = Decisions::new();
    for word in reader.rest().split_whitespace() {
        let (key, becomes) = word.split_once(['=', '＝']).ok_or_else(how)?;
        let decision = match becomes {
            "note" | "记下" | "記下" => Decision::Note,
            "drop" | "去掉" => Decision::Drop,
            to => Decision::Map(to.to_owned()),
        };
        decisions.insert(key.to_owned(), decision);
    }
    Ok(Heard::table(TableCommand::ChangePack { to, decisions }))
}

fn find(mut reader: Reader<'_>, _: Option<Id>, _: &SeatContext) -> Result<Heard, Mistake> {
    needed(&mut reader, "find").map(Heard::Find)
}

const ANONYMOUS: &[((), &[&str])] = &[((), &["anon", "anonymous", "匿名"])];

/// The rest of the line as text.
///
/// # Errors
/// When there is none.
pub fn needed(reader: &mut Reader<'_>, form: &str) -> Result<String, Mistake> {
    rest(reader).map_err(|mistake| mistake.example(form))
}

/// A name without the quotation marks that all of it stands in.
pub fn unquoted(name: String) -> String {
    const MARKS: &[(char, char)] = &[('"', '"'), ('“', '”'), ('「', '」'), ('『', '』')];
    let inside = MARKS.iter().find_map(|(open, close)| {
        let inside = name.strip_prefix(*open)?.strip_suffix(*close)?;
        (!inside.trim().is_empty() && !inside.contains([*open, *close])).then_some(inside)
    });
    inside.map_or_else(|| name.clone(), |inside| inside.trim().to_owned())
}

/// As [`needed`], with an example that is a line and not an entry of the catalogue.
///
/// # Errors
/// When there is none.
pub fn needed_as(reader: &mut Reader<'_>, line: &str) -> Result<String, Mistake> {
    rest(reader).map_err(|mistake| mistake.example_text(line))
}

fn rest(reader: &mut Reader<'_>) -> Result<String, Mistake> {
    let at = reader.here();
    let text = reader.rest();
    match text.is_empty() {
        true => Err(Mistake::new(at, message!("chat-text-missing"))),
        false => Ok(text),
    }
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
    match family::voice(actor, context) {
        Voice::OutOfCharacter => {
            let mistake = Mistake::new(reader.here(), message!("chat-say-who")).by("C-04");
            Err(mistake.instead(message!("chat-say-how")))
        }
        voice => say(reader, voice),
    }
}

/// A dice mistake, at its column in the whole line.
fn dice_mistake(error: dice::Error, start: usize, verb: &str) -> Mistake {
    let end = error.span.end.max(error.span.start + 1);
    let at = error.span.start + start..end + start;
    let mistake = Mistake::new(at, Message::from(&error.kind));
    match error.suggestion {
        Some(form) => mistake.example_text(&format!(".{verb} {form}")),
        None => mistake,
    }
}

const GAME_ROLL: &[((), &[&str])] = &[((), &["投掷", "投擲", "roll"])];

fn roll(reader: Reader<'_>, actor: Option<Id>, context: &SeatContext) -> Result<Heard, Mistake> {
    roll_for(Audience::All, "r", reader, actor, context)
}

fn roll_hidden(
    reader: Reader<'_>,
    actor: Option<Id>,
    context: &SeatContext,
) -> Result<Heard, Mistake> {
    let audience = match context.seat.role {
        Role::Host => Audience::Host,
        Role::Player | Role::Spectator => Audience::Seats(BTreeSet::from([context.seat.id])),
    };
    roll_for(audience, "rh", reader, actor, context)
}

fn roll_for(
    audience: Audience,
    verb: &str,
    mut reader: Reader<'_>,
    actor: Option<Id>,
    context: &SeatContext,
) -> Result<Heard, Mistake> {
    // `.r 投掷` is the ruleset's own roll (C-03).
    let mut probe = reader;
    if probe.word(GAME_ROLL).is_some() {
        if let Some(heard) = family::roll(probe, actor, context, audience.clone())? {
            return Ok(heard);
        }
        if probe.is_done() {
            return Err(Mistake::new(reader.here(), message!("chat-text-missing")));
        }
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
    if let Some(heard) = family::odds(reader, actor, context)? {
        return Ok(heard);
    }
    if reader.is_done() || reader.peek() == Some('@') {
        return Err(Mistake::new(reader.here(), message!("chat-text-missing")));
    }
    let start = reader.at();
    let notation = reader.rest();
    let expr = Expr::parse(&notation).map_err(|error| dice_mistake(error, start, "odds"))?;
    Ok(Heard::Odds(OddsOf { expr, at: start }))
}

impl OddsOf {
    /// Works the chances out.
    ///
    /// # Errors
    /// When they do not exist or would take too much work.
    pub fn lines(&self) -> Result<Vec<Line>, Mistake> {
        let wrong = |error| dice_mistake(error, self.at, "odds");
        let odds = self.expr.odds(&()).map_err(wrong)?;
        Ok(bars::of_odds(&self.expr, &odds))
    }
}

fn whisper(mut reader: Reader<'_>, _: Option<Id>, context: &SeatContext) -> Result<Heard, Mistake> {
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

fn language(mut reader: Reader<'_>, _: Option<Id>, _: &SeatContext) -> Result<Heard, Mistake> {
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

fn invite(mut reader: Reader<'_>, _: Option<Id>, _: &SeatContext) -> Result<Heard, Mistake> {
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

#[derive(Clone, Copy)]
enum CodeWord {
    Group,
    Side,
    Seat,
}

const CODES: &[(CodeWord, &[&str])] = &[
    (CodeWord::Group, &["group", "群"]),
    (CodeWord::Side, &["side", "副群"]),
    (CodeWord::Seat, &["seat", "座位"]),
];

/// `.code`, `.code 副群 @甲 @乙`, `.code 座位 @甲`: a code for a chat group or a person in it (C-23).
fn code(mut reader: Reader<'_>, _: Option<Id>, context: &SeatContext) -> Result<Heard, Mistake> {
    let usual = if context.seat.is_host() { CodeWord::Group } else { CodeWord::Seat };
    let what = reader.word(CODES).unwrap_or(usual);
    let mut seats = Vec::new();
    loop {
        reader.gap();
        let at = reader.here();
        if !reader.eat('@') {
            break;
        }
        seats.push((at, seat(&mut reader, context)?));
    }
    let wrong = |at| Mistake::new(at, message!("chat-code-how")).by("C-23").example("code");
    let end = reader.here();
    reader.finish()?;
    let to = match (what, seats.as_slice()) {
        (CodeWord::Group, []) => CodeFor::Group,
        (CodeWord::Side, [_, ..]) => CodeFor::Side(seats.iter().map(|(_, seat)| *seat).collect()),
        (CodeWord::Seat, []) => CodeFor::Seat(context.seat.id),
        (CodeWord::Seat, [(_, seat)]) => CodeFor::Seat(*seat),
        (CodeWord::Side, []) => return Err(wrong(end)),
        (CodeWord::Group, [(at, _), ..]) | (CodeWord::Seat, [_, (at, _), ..]) => {
            return Err(wrong(at.clone()));
        }
    };
    Ok(Heard::Code(to))
}

const DOOR: &[(bool, &[&str])] =
    &[(false, &["close", "关", "關"]), (true, &["sweep", "清场", "清場"])];

/// Closes all open invitations; `sweep` also removes those who came by one and did nothing.
fn door(mut reader: Reader<'_>, _: Option<Id>, _: &SeatContext) -> Result<Heard, Mistake> {
    let sweep = reader.word(DOOR).unwrap_or(false);
    reader.finish()?;
    Ok(Heard::table(TableCommand::CloseDoor { sweep }))
}

const ADMIT: &[(bool, &[&str])] = &[(false, &["no", "不", "拒绝", "拒絕"])];

/// `.admit @小周`, `.admit 不 @小周`: whether somebody may come back to their seat (B-06).
fn admit(mut reader: Reader<'_>, _: Option<Id>, context: &SeatContext) -> Result<Heard, Mistake> {
    let yes = reader.word(ADMIT).unwrap_or(true);
    reader.gap();
    if !reader.eat('@') {
        return Err(Mistake::new(reader.here(), message!("chat-admit-whom")).example("admit"));
    }
    let seat = seat(&mut reader, context)?;
    reader.finish()?;
    Ok(Heard::table(TableCommand::Nod { seat, yes }))
}

/// Removes seats by their names.
fn kick(mut reader: Reader<'_>, _: Option<Id>, context: &SeatContext) -> Result<Heard, Mistake> {
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

fn session(mut reader: Reader<'_>, _: Option<Id>, _: &SeatContext) -> Result<Heard, Mistake> {
    let at = reader.here();
    match reader.word(SESSION).filter(|_| reader.is_done()) {
        Some(true) => Ok(Heard::table(TableCommand::BeginSession)),
        Some(false) => Ok(Heard::table(TableCommand::EndSession)),
        None => Err(Mistake::new(at, message!("chat-session-how")).example("session")),
    }
}
