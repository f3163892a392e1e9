//! The power of many variants of one roll: what each possible change would make of it (B-20).

use super::power::{humans, not_struck};
use super::{Mist, Pending, Polarity, RollKind, RollLine, Source, State, Thing};

/// A roll with its lines weighed once, so that a variant costs only an addition.
///
/// [`Mist::power`] says the same in words; a test plays at random and compares the two.
#[derive(Clone, Debug)]
pub(super) struct Scales {
    tag: i64,
    burn: i64,
    indulge: i64,
    lines: Vec<Weighed>,
    /// What counts beside the lines.
    beside: i64,
    /// Whether lines count at all.
    counts: bool,
}

/// A line on the scales.
#[derive(Clone, Copy, Debug)]
struct Weighed {
    polarity: Polarity,
    burn: bool,
    weight: Weight,
}

/// What a line's source weighs.
#[derive(Clone, Copy, Debug)]
enum Weight {
    Nothing,
    Detail,
    Indulge,
    Clue,
    Tag,
    Status(u8),
}

impl Mist {
    /// The scales with a roll on them. Struck lines weigh nothing.
    pub(super) fn scales(&self, state: &State, roll: &Pending) -> Scales {
        let mut beside = 0;
        let plunge = matches!(roll.kind, RollKind::Plunge { .. });
        if plunge {
            let actor = roll.actor.and_then(|id| state.character(id));
            beside = actor.map_or(0, |it| humans(it) as i64);
        } else {
            if roll.indulge.is_some_and(|id| state.find_any(id).is_some()) {
                beside += i64::from(self.indulge.power);
            }
            if let RollKind::Question { question } = &roll.kind {
                if self.file.questions.iter().any(|it| it.id == *question) {
                    beside -= i64::from(state.story.indexes.get(question).copied().unwrap_or(0));
                }
                beside += state.story.countdown.filter(|_| roll.countdown).map_or(0, i64::from);
            }
        }
        Scales {
            tag: i64::from(self.power.tag),
            burn: i64::from(self.power.burn),
            indulge: i64::from(self.indulge.power),
            lines: roll.lines.iter().map(|it| weigh_line(state, it)).collect(),
            beside,
            counts: !plunge,
        }
    }
}

fn weigh_line(state: &State, line: &RollLine) -> Weighed {
    let weight = match line.source {
        _ if !not_struck(line) => Weight::Nothing,
        Source::Detail(_) => Weight::Detail,
        Source::Indulge(_) => Weight::Indulge,
        Source::Thing(id) => state.find_any(id).map_or(Weight::Nothing, weigh),
    };
    Weighed { polarity: line.polarity, burn: line.burn, weight }
}

fn weigh(thing: Thing) -> Weight {
    match thing {
        Thing::Status(_, status) => Weight::Status(status.tier()),
        Thing::Clue(_) => Weight::Clue,
        _ if thing.tag().is_some_and(|tag| tag.burnt) => Weight::Nothing,
        _ => Weight::Tag,
    }
}

impl Scales {
    /// The power as it is.
    pub fn power(&self) -> i64 {
        if !self.counts {
            return self.beside;
        }
        // Of each side's statuses only the highest counts (M-11).
        let (mut help, mut hinder) = (0, 0);
        let mut power = self.beside;
        for line in &self.lines {
            let sign = match line.polarity {
                Polarity::Help => 1,
                Polarity::Hinder => -1,
            };
            match (line.weight, line.polarity) {
                (Weight::Nothing, _) => {}
                (Weight::Detail, _) => power -= sign,
                (Weight::Indulge, _) => power += self.indulge,
                (Weight::Clue, _) => power += sign,
                (Weight::Status(tier), Polarity::Help) => help = help.max(i64::from(tier)),
                (Weight::Status(tier), Polarity::Hinder) => hinder = hinder.max(i64::from(tier)),
                (Weight::Tag, _) if line.burn => power += self.burn,
                (Weight::Tag, _) => power += sign * self.tag,
            }
        }
        power + help - hinder
    }

    /// The power without the line at `place`.
    pub fn without(&mut self, place: usize) -> i64 {
        let line = self.lines[place];
        self.lines[place].weight = Weight::Nothing;
        let power = self.power();
        self.lines[place] = line;
        power
    }

    /// The power if the line at `place` were burnt, or not.
    pub fn burning(&mut self, place: usize, burn: bool) -> i64 {
        let line = self.lines[place];
        self.lines[place].burn = burn;
        let power = self.power();
        self.lines[place] = line;
        power
    }

    /// The power with one more line.
    pub fn with(&mut self, thing: Thing, polarity: Polarity, burn: bool) -> i64 {
        self.lines.push(Weighed { polarity, burn, weight: weigh(thing) });
        let power = self.power();
        self.lines.pop();
        power
    }
}
