//! What a group does next, from what its seats are pushed and what they ask for: flags say what
//! can be done with which thing, and the thing is asked about before anything is done with it.
//!
//! A group plays one exchange after another, each to its end: what is under way comes before
//! anything new, so nothing piles up. Between two of them the host tidies up, ends the scene or
//! the fight from time to time, and begins the next.

/// The first of some options that is there; what is not needed is not asked for.
macro_rules! first_of {
    ($one:expr) => { $one };
    ($one:expr, $($others:expr),+) => {
        match $one {
            Some(found) => Some(found),
            None => first_of!($($others),+),
        }
    };
}

mod fate;
mod mist;
mod timeline;

use std::ops::Range;

use crate::chance::Chance;
use crate::family::Family;
use crate::offers::quoted;
use crate::table::{Measure, SEATS, Table};

const HOST: Range<usize> = 0..1;
const PLAYERS: Range<usize> = 1..SEATS;
const EVERYONE: Range<usize> = 0..SEATS;

/// An exchange that takes more commands than this goes round in circles.
const LONGEST: u32 = 80;

/// What stands in an offer for words still to be written.
const BLANK: &str = "…";
/// Stands for the characters of the seat, where a command is to be found without a flag.
const OWN: &str = "own";
/// Stands for the characters of everybody.
const PEOPLE: &str = "people";
/// Stands for the rolls under way.
const ROLLS: &str = "rolls";
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
pub async fn next(
    table: &Table,
    measure: &Measure,
    course: &mut Course,
    chance: &mut Chance,
) -> Next {
    let mut play = Play { table, measure, course, chance, whole: 0 };
    let step = match table.family {
        Family::Mist => play.mist().await,
        Family::Fate => play.fate().await,
        Family::Timeline => play.timeline().await,
    };
    // Rules that this crowd does not know may wait for something all the same.
    let step = first_of!(step, play.waiting().await);
    let whole = play.whole;
    course.commands += 1;
    let astray = course.commands > LONGEST;
    if astray {
        course.commands = 0;
    }
    Next { step, whole, astray }
}

struct Play<'p> {
    table: &'p Table,
    measure: &'p Measure,
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

    /// The things some seats could do this with: those that say so, else where it is always done, else
    /// what the game waits for.
    fn things(&self, seats: Range<usize>, kind: &str) -> Vec<(usize, String)> {
        let (verbs, place) = match self.table.family {
            Family::Mist => mist::home(kind),
            Family::Fate => fate::home(kind),
            Family::Timeline => timeline::home(kind),
        };
        let mut things = Vec::new();
        for seat in seats {
            let pushed = self.table.seats[seat].pushed.borrow();
            let verbs = if verbs.is_empty() { &[kind][..] } else { verbs };
            let before = things.len();
            things.extend(pushed.flagged(verbs).map(|of| (seat, of.to_owned())));
            match place.filter(|_| things.len() == before) {
                Some(OWN) => things.extend(pushed.own().map(|id| (seat, id.to_owned()))),
                Some(PEOPLE) => things.extend(self.people().into_iter().map(|id| (seat, id))),
                Some(ROLLS) => things.extend(pushed.rolls().map(|id| (seat, id.to_owned()))),
                Some(place) => things.push((seat, place.to_owned())),
                None if things.len() == before => {
                    things.extend(pushed.awaited().map(|id| (seat, id.to_owned())));
                }
                None => {}
            }
        }
        things
    }

    fn people(&self) -> Vec<String> {
        let own = |seat: usize| -> Vec<String> {
            self.table.seats[seat].pushed.borrow().own().map(str::to_owned).collect()
        };
        EVERYONE.flat_map(own).collect()
    }

    /// Whether some seats can do this.
    async fn offered(&mut self, seats: Range<usize>, kind: &str) -> bool {
        self.any(seats, kind).await.is_some()
    }

    /// One of the offers of a kind to some seats, with the blanks filled in.
    async fn any(&mut self, seats: Range<usize>, kind: &str) -> Option<Move> {
        self.any_that(seats, kind, |_| true).await
    }

    /// The same, of those that fit: somebody looks at one thing after another until one does.
    async fn any_that(
        &mut self,
        seats: Range<usize>,
        kind: &str,
        fits: impl Fn(&str) -> bool,
    ) -> Option<Move> {
        let mut things = self.things(seats, kind);
        while !things.is_empty() {
            let (seat, of) = things.swap_remove(self.chance.below(things.len()));
            let offers = self.table.offers(seat, &of, self.measure).await;
            let all: Vec<&str> = offers.of(kind).filter(|command| fits(command)).collect();
            if let Some(command) = all.get(self.chance.below(all.len())) {
                return Some(Move { seat, command: filled(command, self.chance) });
            }
        }
        None
    }

    /// Something the game waits for, whatever it is.
    async fn waiting(&mut self) -> Option<Move> {
        for seat in EVERYONE {
            let awaited =
                self.table.seats[seat].pushed.borrow().awaited().next().map(str::to_owned);
            let Some(of) = awaited else { continue };
            let offers = self.table.offers(seat, &of, self.measure).await;
            let all: Vec<&str> = offers.waiting().collect();
            if let Some(command) = all.get(self.chance.below(all.len())) {
                return Some(Move { seat, command: filled(command, self.chance) });
            }
        }
        None
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
