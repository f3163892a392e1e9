//! What was really played, for each family of rulesets, beside what was meant to be.

use std::collections::HashMap;

use crate::family::Family;

/// More proposals than this are not open at once at a table whose host reviews them.
const PROPOSALS: usize = 8;

/// What of a hundred commands is talk or dice beside the game; the others are the ruleset's.
#[derive(Clone, Copy)]
pub struct Mix {
    pub talk: usize,
    pub dice: usize,
}

/// What a command was.
pub enum Kind {
    Talk,
    Dice,
    /// The ruleset's own, by its tag.
    Game(String),
}

/// What was played at the tables of a family.
#[derive(Clone, Default)]
pub struct Tally {
    pub talk: u64,
    pub dice: u64,
    /// The ruleset's own commands, by their tags.
    pub game: HashMap<String, u64>,
    /// Whole exchanges.
    pub exchanges: u64,
    /// How often there was nothing to do but talk, or an exchange went round in circles.
    pub stuck: u64,
    pub refused: u64,
    /// The size of each frame, in bytes.
    pub frames: Vec<u32>,
    /// The size of each answer to what can be done with a thing, in bytes.
    pub offered: Vec<u32>,
    /// The most proposals open at a table at once.
    pub proposals: usize,
}

impl Tally {
    pub fn count(&mut self, kind: &Kind) {
        match kind {
            Kind::Talk => self.talk += 1,
            Kind::Dice => self.dice += 1,
            Kind::Game(tag) => match self.game.get_mut(tag) {
                Some(count) => *count += 1,
                None => drop(self.game.insert(tag.clone(), 1)),
            },
        }
    }

    fn game(&self) -> u64 {
        self.game.values().sum()
    }

    fn all(&self) -> u64 {
        self.talk + self.dice + self.game()
    }

    /// Adds what was played in another row, frames left out.
    pub fn add(&mut self, other: &Self) {
        for (tag, count) in &other.game {
            *self.game.entry(tag.clone()).or_default() += count;
        }
        self.talk += other.talk;
        self.dice += other.dice;
        self.exchanges += other.exchanges;
        self.stuck += other.stuck;
        self.refused += other.refused;
        self.proposals = self.proposals.max(other.proposals);
    }

    /// The ruleset's own commands, the most frequent first.
    fn by_tag(&self) -> Vec<(&str, u64)> {
        let mut all: Vec<_> = self.game.iter().map(|(tag, count)| (tag.as_str(), *count)).collect();
        all.sort_by_key(|(tag, count)| (std::cmp::Reverse(*count), *tag));
        all
    }
}

/// The head of the table of what was played.
pub fn head(mix: Mix) -> String {
    let game = 100 - mix.talk - mix.dice;
    format!(
        "| row | family | commands | talk (meant {} %) | dice ({} %) | rules ({game} %) \
         | whole exchanges | rules per exchange | stuck | refused | most proposals open \
         | frame, median | frame, p99 |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|",
        mix.talk, mix.dice
    )
}

/// The lines of one row of figures, a family each.
pub fn lines(row: &str, tallies: &mut [Tally; 3]) -> String {
    let line = |family: Family, tally: &mut Tally| {
        tally.frames.sort_unstable();
        let all = tally.all();
        let share = |part: u64| format!("{:.0} %", 100.0 * part as f64 / all.max(1) as f64);
        let frame = |part: f64| format!("{:.1} kB", at(&tally.frames, part) as f64 / 1000.0);
        format!(
            "| {row} | {} | {all} | {} | {} | {} | {} | {:.1} | {} | {} | {} | {} | {} |",
            family.pack(),
            share(tally.talk),
            share(tally.dice),
            share(tally.game()),
            tally.exchanges,
            tally.game() as f64 / tally.exchanges.max(1) as f64,
            tally.stuck,
            tally.refused,
            if family == Family::Mist { tally.proposals.to_string() } else { String::new() },
            frame(0.5),
            frame(0.99),
        )
    };
    let lines = Family::ALL.into_iter().zip(tallies).map(|(family, tally)| line(family, tally));
    lines.collect::<Vec<_>>().join("\n")
}

/// How often each of the rulesets' commands was played.
pub fn commands(tallies: &[Tally; 3]) -> String {
    let line = |family: Family, tally: &Tally| {
        let tags = tally.by_tag().into_iter().map(|(tag, count)| format!("{tag} {count}"));
        format!("| {} | {} |", family.pack(), tags.collect::<Vec<_>>().join(", "))
    };
    let lines = Family::ALL.into_iter().zip(tallies).map(|(family, tally)| line(family, tally));
    let lines = lines.collect::<Vec<_>>().join("\n");
    format!("| family | commands answered, all rows together |\n|---|---|\n{lines}")
}

/// What was not played yet of a whole evening, one sentence each.
pub fn missing(tallies: &[Tally; 3]) -> Vec<String> {
    let mut all = Vec::new();
    for (family, tally) in Family::ALL.into_iter().zip(tallies) {
        let pack = family.pack();
        if tally.exchanges == 0 {
            all.push(format!("{pack}: not one whole exchange"));
        }
        let missing = family.essential().iter().filter(|tag| !tally.game.contains_key(**tag));
        let missing: Vec<_> = missing.copied().collect();
        if !missing.is_empty() {
            all.push(format!("{pack}: nobody played {}", missing.join(", ")));
        }
    }
    all
}

/// What must not happen in any evening, one sentence each.
pub fn mishaps(tallies: &[Tally; 3]) -> Vec<String> {
    let mut all = Vec::new();
    for (family, tally) in Family::ALL.into_iter().zip(tallies) {
        let pack = family.pack();
        if tally.stuck > 0 {
            all.push(format!("{pack}: stuck {} times", tally.stuck));
        }
        if tally.refused > 0 {
            all.push(format!("{pack}: {} commands were refused", tally.refused));
        }
        if tally.proposals > PROPOSALS {
            all.push(format!("{pack}: {} proposals were open at once", tally.proposals));
        }
    }
    all
}

/// What lies at a part of sorted figures.
pub fn at(sorted: &[u32], part: f64) -> u128 {
    let place = (sorted.len() as f64 * part) as usize;
    u128::from(sorted.get(place.min(sorted.len().saturating_sub(1))).copied().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::{Kind, PROPOSALS, Tally, mishaps, missing};
    use crate::family::Family;

    /// An evening in which everything was played once.
    fn whole() -> [Tally; 3] {
        Family::ALL.map(|family| {
            let mut tally = Tally { exchanges: 1, ..Tally::default() };
            for tag in family.essential() {
                tally.count(&Kind::Game((*tag).to_owned()));
            }
            tally
        })
    }

    #[test]
    fn a_whole_evening_lacks_nothing() {
        assert!(missing(&whole()).is_empty() && mishaps(&whole()).is_empty());
    }

    #[test]
    fn an_evening_of_talk_is_no_play() {
        let mut talk: [Tally; 3] = Default::default();
        talk.iter_mut().for_each(|tally| tally.count(&Kind::Talk));
        let missing = missing(&talk);
        for family in Family::ALL {
            let none = format!("{}: not one whole exchange", family.pack());
            assert!(missing.contains(&none), "{missing:?}");
        }
    }

    #[test]
    fn one_that_is_stuck_refused_or_silts_up_is_told() {
        let spoil: [fn(&mut Tally); 3] = [
            |tally| tally.stuck = 1,
            |tally| tally.refused = 1,
            |tally| tally.proposals = PROPOSALS + 1,
        ];
        for spoil in spoil {
            let mut evening = whole();
            spoil(&mut evening[1]);
            assert_eq!(mishaps(&evening).len(), 1);
        }
    }
}
