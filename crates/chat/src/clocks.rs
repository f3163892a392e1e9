//! Clocks, typed the same way in every family (B-43, M-44).

use export::render::push_list;
use rules::{Audience, ClockChange, ClockPart, Counts, Id, Line, Message, Term, message};

use crate::family::{Family, Hears};
use crate::hear::{Heard, game_command};
use crate::mist::tiered;
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::Reader;
use crate::verb::Verb;

/// A family whose clocks only the host moves, all by one command (B-43).
pub trait HasClocks: Family {
    /// The clocks in sight.
    fn clocks<'v>(book: &Self::Book<'v>) -> &'v [ClockPart];

    /// The command that changes them.
    fn change(change: ClockChange) -> Self::Command;
}

/// The words of such a family.
pub const fn verbs<F: HasClocks>() -> [Verb<Hears<F>>; 2] {
    [Verb::new(clock_of::<F>, CLOCK), Verb::new(tick_of::<F>, TICK)]
}

/// `.clock 警报-4: 警卫赶到`: see [`clock`].
fn clock_of<F: HasClocks>(reader: Reader<'_>, book: &F::Book<'_>) -> Result<Heard, Mistake> {
    match clock(reader, F::clocks(book))? {
        Some(change) => Ok(Heard::Do(vec![game_command(&F::change(change))])),
        None => F::NOW(reader, book),
    }
}

/// `.tick 警报 2`: moves a clock towards its end, or back.
fn tick_of<F: HasClocks>(reader: Reader<'_>, book: &F::Book<'_>) -> Result<Heard, Mistake> {
    let change = tick(reader, F::clocks(book))?;
    Ok(Heard::Do(vec![game_command(&F::change(change))]))
}

/// How `.clock` is spelled.
pub const CLOCK: &[&str] = &["clock", "计时", "計時", "时钟", "時鐘"];
/// How `.tick` is spelled.
pub const TICK: &[&str] = &["tick", "推进", "推進"];

const DOWN: &[((), &[&str])] = &[((), &["down", "倒计", "倒計", "倒数", "倒數"])];
const SHOW: &[((), &[&str])] = &[((), &["show", "亮出", "揭示"])];

/// Reads a line of `.clock`; nothing where the clocks are asked for.
///
/// # Errors
/// When it cannot be understood.
pub fn clock(mut reader: Reader<'_>, clocks: &[ClockPart]) -> Result<Option<ClockChange>, Mistake> {
    reader.space();
    let known: Vec<(Id, &Term)> = clocks.iter().map(|it| (it.id, &it.name)).collect();
    match reader.is_done() {
        true => Ok(None),
        false => read(reader, &known).map(Some),
    }
}

/// Reads `警报-4: 警卫赶到`, `倒计 仪式-6: 门开了`, `?陷阱-3`, `亮出 陷阱`, `-警报`.
///
/// # Errors
/// When it cannot be understood.
pub fn read(mut reader: Reader<'_>, clocks: &[(Id, &Term)]) -> Result<ClockChange, Mistake> {
    let known: Vec<Name<Id>> = clocks.iter().map(|(id, name)| Name::new(*id, name)).collect();
    if reader.eat('-') {
        let clock = names::find(&mut reader, &known)?;
        reader.finish()?;
        return Ok(ClockChange::Remove { clock });
    }
    let mut probe = reader;
    if probe.word(SHOW).is_some() {
        probe.space();
        if let Ok(clock) = names::find(&mut probe, &known)
            && probe.is_done()
        {
            return Ok(ClockChange::Show { clock });
        }
    }
    let hidden = reader.eat('?');
    // 倒计时 is a name, 倒计 仪式 counts down.
    let counts = match reader.word_apart(DOWN) {
        Some(()) => Counts::Down,
        None => Counts::Up,
    };
    reader.space();
    let (head, text) = reader.until(':');
    let (name, boxes) = tiered(head).map_err(|mistake| mistake.example("clock"))?;
    let text = text.map(|mut text| text.rest()).unwrap_or_default();
    Ok(ClockChange::Add { name, boxes, counts, text, hidden })
}

/// `.tick 警报`, `.tick 警报 2`, `.tick 警报 -1`; the only clock when none is named.
///
/// # Errors
/// When no clock is called that.
pub fn tick(mut reader: Reader<'_>, clocks: &[ClockPart]) -> Result<ClockChange, Mistake> {
    reader.space();
    let known = known(clocks);
    let bare = reader.is_done() || reader.peek().is_some_and(|it| it == '-' || it.is_ascii_digit());
    let clock = match known.as_slice() {
        [only] if bare => only.it,
        _ => names::find(&mut reader, &known)?,
    };
    let by = steps(&mut reader)?;
    Ok(ClockChange::Move { clock, by })
}

/// Reads `2` or `-1` up to the end: by how many steps; one when nothing is said.
///
/// # Errors
/// When it is no number of steps.
pub fn steps(reader: &mut Reader<'_>) -> Result<i8, Mistake> {
    reader.space();
    let at = reader.here();
    let back = reader.eat('-');
    let steps = reader.number().unwrap_or(1);
    reader.finish()?;
    let steps = i8::try_from(steps).ok().filter(|steps| *steps > 0);
    let steps = steps.ok_or_else(|| Mistake::new(at, message!("chat-tier-missing")))?;
    Ok(if back { -steps } else { steps })
}

fn known(clocks: &[ClockPart]) -> Vec<Name<Id>> {
    clocks.iter().map(|it| Name::new(it.id, &it.name)).collect()
}

/// Adds the line that shows the clocks, unless there are none.
pub fn push(lines: &mut Vec<Line>, clocks: &[ClockPart]) {
    let shown = |it: &ClockPart| -> Message {
        let shown = message!("chat-clock", name = &it.name, at = it.at, boxes = it.boxes);
        match it.seen.as_ref().is_some_and(|seen| *seen != Audience::All) {
            true => message!("chat-hidden", what = shown),
            false => shown,
        }
    };
    let clocks = clocks.iter().map(shown).collect();
    push_list(lines, clocks, |clocks| message!("chat-clocks", clocks = clocks));
}
