//! What a group does next, from what the server offers its seats.
//!
//! A group plays one exchange after another, each to its end: what is under way comes before
//! anything new, so nothing piles up. Between two of them the host tidies up, ends the scene or
//! the fight from time to time, and begins the next.

mod fate;
mod mist;
mod timeline;

use std::cell::Ref;
use std::ops::Range;

use crate::chance::Chance;
use crate::family::Family;
use crate::offers::{Offers, quoted};
use crate::table::SEATS;

const HOST: Range<usize> = 0..1;
const PLAYERS: Range<usize> = 1..SEATS;
const EVERYONE: Range<usize> = 0..SEATS;

/// An exchange that takes more commands than this goes round in circles.
const LONGEST: u32 = 80;

/// What stands in an offer for words still to be written.
const BLANK: &str = "…";
const WORDS: [&str; 8] =
    ["雾里的脚步", "湿透的信", "割伤", "动摇", "铁门后的人", "断灯", "追兵", "冷静"];
const SENTENCES: [&str; 6] = [
    "翻过码头的铁网，贴着货箱走",
    "把灯举高，看清他的脸",
    "趁他回头，夺下那把钥匙",
    "念出信上的名字，等它应声",
    "挡在门口，一步也不退",
    "顺着血迹往下层船舱去",
];

/// A command that a seat sends.
pub struct Move {
    pub seat: usize,
    pub command: String,
}

/// How far a group has come.
#[derive(Default)]
pub struct Course {
    /// Commands so far in the exchange under way.
    commands: u32,
    /// Whether its dice have fallen.
    rolled: bool,
    /// How much more of what is optional there will be before the dice fall, or after.
    wanted: usize,
    /// The seat that acts.
    actor: usize,
    /// Whole exchanges since the scene or fight began.
    since: u32,
    /// Whether the scene has had its challenge or conflict.
    staged: bool,
    /// Scenes or fights so far.
    scenes: u32,
    /// Time Line: who still fights, and whether a player plays them.
    fighters: Vec<(String, bool)>,
    /// Time Line: those whose acts have not landed.
    acting: Vec<String>,
    /// Time Line: those who were struck, to be restored after the fight.
    struck: Vec<String>,
}

/// What came of looking for something to do.
#[derive(Default)]
pub struct Next {
    /// Nothing, if there was nothing to do but talk.
    pub step: Option<Move>,
    /// Exchanges found to be whole.
    pub whole: u64,
    /// Whether an exchange was given up because it went round in circles.
    pub astray: bool,
}

/// A group looks for what to do next.
pub fn next(
    family: Family,
    offers: &[Ref<'_, Offers>],
    course: &mut Course,
    chance: &mut Chance,
) -> Next {
    let mut play = Play { offers, course, chance, whole: 0 };
    let step = match family {
        Family::Mist => play.mist(),
        Family::Fate => play.fate(),
        Family::Timeline => play.timeline(),
    };
    // Rules that this crowd does not know may wait for something all the same.
    let step = step.or_else(|| play.waiting());
    let whole = play.whole;
    course.commands += 1;
    let astray = course.commands > LONGEST;
    if astray {
        course.commands = 0;
    }
    Next { step, whole, astray }
}

struct Play<'p> {
    offers: &'p [Ref<'p, Offers>],
    course: &'p mut Course,
    chance: &'p mut Chance,
    whole: u64,
}

impl Play<'_> {
    /// Nothing is left of the exchange under way: it counts as whole if its dice have fallen.
    fn close(&mut self) {
        if self.course.rolled {
            self.whole += 1;
            self.course.since += 1;
        }
        self.course.rolled = false;
        self.course.commands = 0;
    }

    /// A new scene or fight begins.
    fn begin_scene(&mut self) {
        self.course.since = 0;
        self.course.staged = false;
        self.course.scenes += 1;
        self.course.commands = 0;
    }

    fn percent(&mut self, percent: usize) -> bool {
        self.chance.below(100) < percent
    }

    fn offered(&self, seats: Range<usize>, kind: &str) -> bool {
        self.offers[seats].iter().any(|seat| seat.of(kind).next().is_some())
    }

    /// One of the offers of a kind to some seats, with the blanks filled in.
    fn any(&mut self, seats: Range<usize>, kind: &str) -> Option<Move> {
        self.any_that(seats, kind, |_| true)
    }

    fn any_that(
        &mut self,
        seats: Range<usize>,
        kind: &str,
        fits: impl Fn(&str) -> bool,
    ) -> Option<Move> {
        let all = seats.flat_map(|seat| self.offers[seat].of(kind).map(move |it| (seat, it)));
        let all: Vec<(usize, &str)> = all.filter(|(_, command)| fits(command)).collect();
        let (seat, command) = *all.get(self.chance.below(all.len()))?;
        Some(Move { seat, command: filled(command, self.chance) })
    }

    /// Something the game waits for, whatever it is.
    fn waiting(&mut self) -> Option<Move> {
        let all = EVERYONE.flat_map(|seat| self.offers[seat].waiting().map(move |it| (seat, it)));
        let all: Vec<(usize, &str)> = all.collect();
        let (seat, command) = *all.get(self.chance.below(all.len()))?;
        Some(Move { seat, command: filled(command, self.chance) })
    }
}

/// An offer as someone sends it: with words where there are none yet.
fn filled(command: &str, chance: &mut Chance) -> String {
    let mut command = command.to_owned();
    if command.contains(BLANK) {
        command = command.replace(BLANK, WORDS[chance.below(WORDS.len())]);
    }
    for (key, name) in [("\"text\":\"\"", "text"), ("\"why\":\"\"", "why")] {
        if command.contains(key) {
            let text = SENTENCES[chance.below(SENTENCES.len())];
            command = command.replacen(key, &format!("\"{name}\":\"{text}\""), 1);
        }
    }
    command
}

/// What a command does: its tag.
pub fn kind(command: &str) -> &str {
    quoted(command, "do").unwrap_or_default()
}
