//! The power of a roll, itemised (M-11).

use super::{
    Character, Kind, Mist, Pending, Polarity, RollKind, RollLine, Source, State, Thing, Verdict,
};
use crate::{Id, Sum, message};

/// The power of a roll and what counted in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Power {
    /// The power, itemised.
    pub sum: Sum,
    /// The tags and statuses that counted (M-31).
    pub used: Vec<Id>,
}

/// A line still counts unless it was struck.
pub(super) fn not_struck(line: &RollLine) -> bool {
    line.verdict != Verdict::Struck
}

impl Mist {
    /// The power of a roll as its lines stand, of those `counts` lets count (M-11).
    pub(super) fn power(
        &self,
        state: &State,
        roll: &Pending,
        counts: impl Fn(&RollLine) -> bool,
    ) -> Power {
        let mut power = Power::default();
        if let RollKind::Plunge { .. } = roll.kind {
            let actor = roll.actor.and_then(|id| state.character(id));
            power.sum.add(
                message!("mist-from-themes", kind = &self.kinds.human.name),
                actor.map_or(0, |it| humans(it) as i64),
                "M-35",
            );
            return power;
        }
        let lines: Vec<&RollLine> = roll.lines.iter().filter(|line| counts(line)).collect();
        let highest = |polarity| highest_status(state, &lines, polarity);
        let highest = [highest(Polarity::Help), highest(Polarity::Hinder)];
        for line in &lines {
            self.add_line(state, roll, line, &highest, &mut power);
        }
        if let Some(theme) = roll.indulge.and_then(|id| state.find_any(id)) {
            power.sum.add(
                message!("mist-from-indulging", indulge = &self.indulge.name, theme = theme.name()),
                i64::from(self.indulge.power),
                "M-32",
            );
        }
        if let RollKind::Question { question } = &roll.kind {
            self.add_question(state, roll, question, &mut power);
        }
        power
    }

    fn add_line(
        &self,
        state: &State,
        roll: &Pending,
        line: &RollLine,
        highest: &[Option<Id>; 2],
        power: &mut Power,
    ) {
        let sign = match line.polarity {
            Polarity::Help => 1,
            Polarity::Hinder => -1,
        };
        let id = match &line.source {
            // M-34: an advantageous detail makes the plan easier to upset.
            Source::Detail(text) => {
                let source = message!("mist-from-detail", detail = text);
                return power.sum.add(source, -sign, "M-34");
            }
            Source::Indulge(_) => {
                let source = self.source_words(state, roll, &line.source);
                return power.sum.add(source, i64::from(self.indulge.power), "M-32");
            }
            Source::Thing(id) => *id,
        };
        let Some(thing) = state.find_any(id) else {
            return;
        };
        let words = thing.words_to(state, roll.actor);
        match thing {
            Thing::Status(_, status) => {
                if highest.contains(&Some(line.id)) {
                    power.sum.add(words, sign * i64::from(status.tier()), "M-11");
                    power.used.push(id);
                } else {
                    power.sum.add(message!("mist-from-lesser", status = words), 0, "M-11");
                }
            }
            Thing::Clue(_) => {
                let questions = matches!(roll.kind, RollKind::Question { .. });
                power.sum.add(words, sign, if questions { "M-37" } else { "M-36" });
            }
            _ if thing.tag().is_some_and(|tag| tag.burnt) => {}
            _ if line.burn => {
                let source = message!("mist-from-burning", tag = words);
                power.sum.add(source, i64::from(self.power.burn), "M-12");
                power.used.push(id);
            }
            _ => {
                power.sum.add(words, sign * i64::from(self.power.tag), "M-11");
                power.used.push(id);
            }
        }
    }

    fn add_question(&self, state: &State, roll: &Pending, question: &str, power: &mut Power) {
        let story = &state.story;
        let index = story.indexes.get(question).copied().unwrap_or(0);
        if let Some(question) = self.file.questions.iter().find(|it| it.id == question) {
            let source = message!("mist-from-index", index = &question.index);
            power.sum.add(source, -i64::from(index), "M-37");
        }
        if let Some(tier) = story.countdown.filter(|_| roll.countdown) {
            let source = message!("mist-from-countdown", countdown = &self.file.countdown);
            power.sum.add(source, i64::from(tier), "M-37");
        }
    }
}

/// The line of the highest status of one side; only that one counts (M-11).
fn highest_status(state: &State, lines: &[&RollLine], polarity: Polarity) -> Option<Id> {
    let mut highest: Option<(u8, Id)> = None;
    for line in lines.iter().filter(|it| it.polarity == polarity) {
        if let Source::Thing(id) = line.source
            && let Some(Thing::Status(_, status)) = state.find_any(id)
            && highest.is_none_or(|(tier, _)| status.tier() > tier)
        {
            highest = Some((status.tier(), line.id));
        }
    }
    highest.map(|(_, line)| line)
}

/// How many human themes a character holds (M-35, M-56).
pub(super) fn humans(character: &Character) -> usize {
    let themes = character.themes.iter();
    themes.filter(|it| it.kind == Kind::Human).count()
}
