//! One typed line, understood.

use export::character::Incoming;
use rules::{Audience, Id, Line, Message, Role, SeatId, message};
use serde::Serialize;
use table::{CodeFor, Command, PackSource, TableCommand, Voice};
use words::fold::folded;

use crate::context::SeatContext;
use crate::mistake::Mistake;
use crate::reader::{Reader, Typed};
use crate::verb::{self, Word};
use crate::{cards, common, family};

/// The longest line that is heard; longer ones are refused before anything looks at them (C-02).
pub const MOST_CHARACTERS: usize = 2000;

/// The longest line that brings a character in: a whole file may be in it.
pub const MOST_OF_A_CARD: usize = 40_000;

/// What a line means.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// To be done, in this order, up to the first refusal.
    Do(Vec<Command>),
    /// A character of the seat's own is made, or gets a new card: the one in use from then on.
    Make {
        /// What is to be done.
        command: Command,
        /// Whose card is replaced; a new character when absent.
        replaces: Option<Id>,
    },
    /// Already answered: nothing is to be done.
    Reply(Vec<Line>),
    /// Chances are to be worked out, which may take a while; [`hear`] does it at once.
    Odds(OddsOf),
    /// The last result is to be explained (B-14).
    Why,
    /// Lines that say this are sought among those the seat was told (B-41).
    Find(String),
    /// A note is to be read (B-43).
    Note(Id),
    /// A note is for these from now on.
    Share {
        /// Which.
        note: Id,
        /// Who may read it.
        to: Audience,
    },
    /// A character is to be told as a file (B-50).
    HandOut(Id),
    /// A character of a file is to be taken in (B-51).
    TakeIn {
        /// Who, with what is on their sheet.
        incoming: Box<Incoming>,
        /// Whose they are, if a host says so.
        to: Option<SeatId>,
    },
    /// The seat speaks as this character from now on (C-04).
    SpeakAs(Option<Id>, Message),
    /// A seat is to be made, and a link to it; without a name, an open invitation.
    Invite {
        /// Whose seat.
        name: Option<String>,
        /// What those who come may do.
        role: Role,
    },
    /// A one-time code is to be made (C-23).
    Code(CodeFor),
    /// The rules the table plays by and could move to are asked for (P-80).
    Packs,
    /// What would come of moving to other rules is asked for (P-80).
    Moving(PackSource),
}

impl Heard {
    /// One command of the table.
    pub(crate) fn table(command: TableCommand) -> Self {
        Heard::Do(vec![Command::Table(command)])
    }
}

/// A command of a family, for the table.
pub(crate) fn game_command(command: &impl Serialize) -> Command {
    // Commands are plain data with string keys: writing them cannot fail.
    Command::Game(serde_json::to_value(command).unwrap_or_default())
}

/// An expression whose chances are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddsOf {
    pub(crate) expr: dice::Expr,
    /// Where in the line it begins.
    pub(crate) at: usize,
}

/// Understands a typed line.
///
/// # Errors
/// A mistake: where, what, and the nearest thing that would be understood.
pub fn hear(text: &str, context: &SeatContext) -> Result<Heard, Mistake> {
    match understand(text, context)? {
        Heard::Odds(asked) => asked.lines().map(Heard::Reply),
        heard => Ok(heard),
    }
}

/// As [`hear`], without the work that takes long.
pub(crate) fn understand(text: &str, context: &SeatContext) -> Result<Heard, Mistake> {
    understand_as(None, text, context)
}

/// As [`understand`], in a line that has already said who acts.
pub(crate) fn understand_as(
    actor: Option<Id>,
    text: &str,
    context: &SeatContext,
) -> Result<Heard, Mistake> {
    let most = if cards::brings_one(text) { MOST_OF_A_CARD } else { MOST_CHARACTERS };
    if text.chars().count() > most {
        let what = message!("chat-too-long", most = most);
        return Err(Mistake::new(most..most + 1, what));
    }
    let typed = Typed::new(text);
    let mut reader = typed.reader();
    reader.space();
    let whole = reader;
    let actor = leading_actor(&mut reader, context)?.or(actor);
    if !is_command(&reader) {
        // `@NAME` of someone else's character is a word to them, not by them.
        let own = actor.is_some() && family::voice(actor, context) != Voice::OutOfCharacter;
        return match own {
            true => talk(reader, actor, context),
            false => talk(whole, None, context),
        };
    }
    let prefix = reader.at();
    reader.step(1);
    let start = reader.at();
    let words = family::words(&context.view);
    let Some(word) = verb::read(&mut reader, &words) else {
        return Err(unknown_word(reader, start, &words));
    };
    reader.end_verb(prefix);
    reader.space();
    let actor = match actor {
        None if word.names_actor => following_actor(&mut reader, context)?,
        actor => actor,
    };
    reader.end_word();
    if let Some(verb) = common::VERBS.iter().find(|verb| verb.word == word) {
        return (verb.hear)(reader, actor, context).map_err(|it| it.or_example(word.name()));
    }
    let heard = family::hear(word, reader, actor, context);
    let heard = heard.map_err(|it| it.or_example(word.name()))?;
    heard.ok_or_else(|| unknown_word(reader, start, &words))
}

/// Whether a line is a command: a prefix and then a letter. `...` and `。。。` are talk.
fn is_command(reader: &Reader<'_>) -> bool {
    matches!(reader.ahead(), ['.' | '。' | '/', next, ..] if next.is_alphabetic())
}

/// `@NAME` before a command names who acts. Before talk, a name that is nobody's is just talk.
fn leading_actor(reader: &mut Reader<'_>, context: &SeatContext) -> Result<Option<Id>, Mistake> {
    let mut probe = *reader;
    if !probe.eat('@') {
        return Ok(None);
    }
    let found = family::character(&mut probe, context);
    probe.space();
    match found {
        Ok(actor) => {
            *reader = probe;
            Ok(actor)
        }
        Err(mistake) if is_command(&probe) => Err(mistake),
        Err(_) => Ok(None),
    }
}

/// `@NAME` right after the command word names who acts too (C-04).
fn following_actor(reader: &mut Reader<'_>, context: &SeatContext) -> Result<Option<Id>, Mistake> {
    if !reader.eat('@') {
        return Ok(None);
    }
    let found = family::character(reader, context)?;
    reader.space();
    Ok(found)
}

/// `@NAME` next, if the seat may speak as them; else it is a word of what is said.
pub(crate) fn own_actor(reader: &mut Reader<'_>, context: &SeatContext) -> Option<Id> {
    let mut probe = *reader;
    let actor = following_actor(&mut probe, context).ok().flatten()?;
    if family::voice(Some(actor), context) == Voice::OutOfCharacter {
        return None;
    }
    *reader = probe;
    Some(actor)
}

/// Text without a prefix (C-01): in character when the seat has one to speak as, aside in brackets.
fn talk(
    mut reader: Reader<'_>,
    actor: Option<Id>,
    context: &SeatContext,
) -> Result<Heard, Mistake> {
    let at = reader.here();
    let aside = reader.peek() == Some('(');
    let text = reader.rest();
    if text.is_empty() {
        return Err(Mistake::new(at, message!("chat-empty")));
    }
    let voice = if aside { Voice::OutOfCharacter } else { family::voice(actor, context) };
    Ok(Heard::table(TableCommand::Say { voice, text }))
}

fn unknown_word(mut reader: Reader<'_>, start: usize, words: &[Word]) -> Mistake {
    reader.step(start.saturating_sub(reader.at()));
    let range = reader.token();
    let text = reader.between(range.clone());
    let mistake = Mistake::new(range, message!("chat-unknown-verb", text = text.as_str()));
    match verb::near(&folded(&text), words) {
        Some(near) => mistake.example_text(&format!(".{near}")),
        None => mistake.instead(message!("chat-see-help")),
    }
}
