//! The words of Time Line: those of its author's own bot, unchanged, and a few more under `.bat`.

mod bat;
mod book;
mod card;
mod chart;
mod check;
mod clock;
mod fields;
mod fight;
mod gear;
mod next;
mod people;
mod recovery;
mod skill;
mod ways;

use rules::timeline::{Command, Options, Timeline};
use rules::{Audience, Line};

use self::book::Book;
use crate::family::{Family, Hears};
use crate::hear::{Heard, game_command};
use crate::help::Group;
use crate::mistake::Mistake;
use crate::reader::Reader;
use crate::verb::Word;

/// A word of the family.
type Verb = crate::verb::Verb<Hears<Timeline>>;

impl Family for Timeline {
    type Book<'v> = Book<'v>;

    const VERBS: &'static [(Group, &'static [Verb])] = &[
        (Group::Character, card::VERBS),
        (Group::Act, check::VERBS),
        (Group::Fight, bat::VERBS),
        (Group::Character, gear::VERBS),
        (Group::Act, skill::VERBS),
        (Group::Character, recovery::VERBS),
        (Group::Scene, ways::VERBS),
        (Group::Scene, clock::VERBS),
        (Group::Character, people::VERBS),
    ];
    const NOW: Hears<Self> = bat::now;
    const ME: Hears<Self> = card::me;
    const SPEAK_AS: Hears<Self> = card::speak_as;

    fn roll(
        reader: Reader<'_>,
        book: &Book<'_>,
        audience: Audience,
    ) -> Result<Option<Heard>, Mistake> {
        check::throw(reader, book, audience).map(Some)
    }

    fn odds(reader: Reader<'_>, book: &Book<'_>) -> Result<Option<Heard>, Mistake> {
        check::odds(reader, book)
    }

    /// Where the fight stands, when time has flowed or somebody else is waited for; the rest was
    /// told as it happened (T-35).
    fn after(was: &Book<'_>, is: &Book<'_>) -> Vec<Line> {
        let Some(fight) = is.fight else { return Vec::new() };
        let Some(before) = was.fight else {
            let flows = is.table.is_some_and(|table| table.options.auto_flow);
            let hint = (!flows && is.context.seat.is_host())
                .then(|| Line::from(rules::message!("timeline-chat-auto-hint")));
            return [fight::status(fight)].into_iter().chain(hint).collect();
        };
        // Who declares for several is told who is waited for when theirs are done.
        let more = is.own().any(|one| fight.awaited.contains(&one.id));
        let moved = match before.now == fight.now {
            true => before.awaited != fight.awaited && !more,
            false => true,
        };
        if moved { vec![fight::status(fight)] } else { Vec::new() }
    }

    fn is_on(book: &Book<'_>, word: &Word) -> bool {
        book.table.is_none_or(|table| is_on(&table.options, word.name()))
    }

    fn next(book: &Book<'_>) -> Option<Line> {
        let forms = next::forms(book);
        (!forms.is_empty()).then(|| rules::message!("chat-next", forms = forms).into())
    }
}

/// Whether the table's options have what a word is for (T-09, T-15); most it has in any case.
fn is_on(options: &Options, word: &str) -> bool {
    match word {
        "wp" | "setupwp" => options.weapons,
        "trait" => options.traits,
        "skill" => options.skills,
        "rest" => options.night_rest,
        "treat" => options.medicine,
        _ => true,
    }
}

/// One command to be done.
fn done(it: Command) -> Result<Heard, Mistake> {
    Ok(Heard::Do(vec![game_command(&it)]))
}
