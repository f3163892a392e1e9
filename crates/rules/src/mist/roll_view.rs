//! A roll as a viewer sees it, with what every possible change would do (B-20).

use std::collections::BTreeSet;

use super::indulge::considered;
use super::line::check_source;
use super::mystery::lacks;
use super::part::{Change, ChangePart, LinePart, OddsPart, RollPart, SourcePart};
use super::power::not_struck;
use super::viewing::Viewing;
use super::{Mist, Pending, Polarity, RollLine, Source, State, Thing};
use crate::{Id, Message, Role, Seat, SeatId, Viewer, message};

impl Mist {
    /// A roll as a viewer sees it. Everyone who sees the roll sees all its lines.
    pub(super) fn roll_part(&self, state: &State, viewer: Viewer, roll: &Pending) -> RollPart {
        let power = match &roll.outcome {
            Some(outcome) => outcome.power.clone(),
            None => self.power(state, roll, not_struck).sum,
        };
        let open = roll.outcome.is_none();
        let chances =
            open.then(|| self.chances(self.is_avatar(state, roll), power.total).ok()).flatten();
        let outcome = roll.outcome.as_ref().map(|it| it.part(self, &roll.kind));
        let (sources, changes) = match open {
            true => (self.source_parts(state, viewer, roll), self.change_parts(state, roll)),
            false => Default::default(),
        };
        let odds = self.odds_parts(self.is_avatar(state, roll), &sources, &changes);
        RollPart {
            id: roll.id,
            actor: roll.actor,
            roll: roll.kind.clone(),
            name: self.roll_name(&roll.kind),
            depth: roll.depth,
            text: roll.text.clone(),
            seen: roll.seen.clone(),
            lines: roll.lines.iter().map(|it| line_part(self, state, roll, it)).collect(),
            indulge: considered(roll),
            countdown: roll.countdown,
            power,
            chances: chances.map(|it| self.chances_of(&roll.kind, &it)),
            prices: self.plunge_prices(&roll.kind),
            warning: self
                .mitigates_nothing(state, &roll.kind)
                .or_else(|| open.then(|| lacks(state, roll))?),
            sources,
            changes,
            odds,
            outcome,
        }
    }

    /// What adding anything would do that the viewer sees and that may count.
    fn source_parts(&self, state: &State, viewer: Viewer, roll: &Pending) -> Vec<SourcePart> {
        let may_burn = self.may_burn(roll);
        let mut scales = self.scales(state, roll);
        let mut parts: Vec<SourcePart> = Vec::new();
        for (id, thing) in self.sources(state, viewer, roll) {
            let help = scales.with(thing, Polarity::Help, false);
            let hinder = scales.with(thing, Polarity::Hinder, false);
            let burn = (may_burn && thing.tag().is_some())
                .then(|| scales.with(thing, Polarity::Help, true));
            let same = |it: &&mut SourcePart| (it.help, it.hinder, it.burn) == (help, hinder, burn);
            match parts.iter_mut().find(same) {
                Some(part) => part.of.push(id),
                None => parts.push(SourcePart { of: vec![id], help, hinder, burn }),
            }
        }
        parts
    }

    /// What changing the lines that are there, indulging and the countdown would do.
    fn change_parts(&self, state: &State, roll: &Pending) -> Vec<ChangePart> {
        let mut changes = Vec::new();
        let mut consider = |change: Change, words: Option<Message>, power: i64| {
            changes.push(ChangePart { change, words, power });
        };
        self.consider_lines(state, roll, &mut consider);
        self.consider_choices(state, roll, &mut consider);
        changes
    }

    /// The chances with each power that a change leads to.
    fn odds_parts(
        &self,
        avatar: bool,
        sources: &[SourcePart],
        changes: &[ChangePart],
    ) -> Vec<OddsPart> {
        let added = sources.iter().flat_map(|it| [Some(it.help), Some(it.hinder), it.burn]);
        let powers: BTreeSet<i64> =
            added.flatten().chain(changes.iter().map(|it| it.power)).collect();
        let odds = powers.into_iter().filter_map(|power| {
            let chances = self.chances(avatar, power).ok()?;
            let chances = chances.outcomes.iter().map(|it| it.basis_points).collect();
            Some(OddsPart { power, chances })
        });
        odds.collect()
    }

    /// Striking, burning and keeping the lines that are there.
    fn consider_lines(
        &self,
        state: &State,
        roll: &Pending,
        consider: &mut dyn FnMut(Change, Option<Message>, i64),
    ) {
        let may_burn = self.may_burn(roll);
        let mut scales = self.scales(state, roll);
        for (place, it) in roll.lines.iter().enumerate() {
            if !not_struck(it) {
                continue;
            }
            consider(Change::Strike { line: it.id }, None, scales.without(place));
            if it.burn {
                consider(Change::KeepLine { line: it.id }, None, scales.burning(place, false));
            } else if may_burn && it.polarity == Polarity::Help && is_tag(state, &it.source) {
                consider(Change::BurnLine { line: it.id }, None, scales.burning(place, true));
            }
        }
    }

    /// Whether one more line may burn its tag (M-12).
    fn may_burn(&self, roll: &Pending) -> bool {
        let burning = roll.lines.iter().filter(|it| it.burn && not_struck(it));
        self.power.burns.is_none_or(|most| burning.count() < usize::from(most))
    }

    /// Indulging and the countdown.
    fn consider_choices(
        &self,
        state: &State,
        roll: &Pending,
        consider: &mut dyn FnMut(Change, Option<Message>, i64),
    ) {
        for theme in self.indulgences(state, roll) {
            let mut with = roll.clone();
            let on = considered(roll) != Some(theme.id);
            with.lines.retain(|it| !matches!(it.source, Source::Indulge(_)));
            with.indulge = on.then_some(theme.id);
            let change = Change::Indulge { theme: with.indulge };
            let words = message!("mist-thing-named", name = &theme.title);
            consider(change, Some(words), self.scales(state, &with).power());
        }
        if self.may_count_down(state, roll) {
            let mut with = roll.clone();
            with.countdown = !roll.countdown;
            let change = Change::Countdown { on: !roll.countdown };
            let words = message!("mist-thing-named", name = &self.file.countdown);
            consider(change, Some(words), self.scales(state, &with).power());
        }
    }

    /// Everything a viewer could propose for a roll.
    pub(super) fn sources<'s>(
        &'s self,
        state: &'s State,
        viewer: Viewer,
        roll: &'s Pending,
    ) -> impl Iterator<Item = (Id, Thing<'s>)> {
        let by = match viewer {
            Viewer::Host => Some(Seat { id: SeatId(roll.id), role: Role::Host }),
            Viewer::Player(id) => Some(Seat { id, role: Role::Player }),
            Viewer::Spectator => None,
        };
        let viewing = Viewing { pack: self, state, viewer };
        let themes = viewing.characters().filter(|it| !it.left).flat_map(|it| {
            it.themes.iter().flat_map(move |theme| {
                let powers = theme.powers.iter();
                let powers = powers.map(move |tag| (tag.id, Thing::Power(it, theme, tag)));
                let weaknesses = theme.weaknesses.iter();
                powers.chain(weaknesses.map(move |tag| (tag.id, Thing::Weakness(it, theme, tag))))
            })
        });
        let held = viewing.holders().flat_map(move |holder| {
            let tags = state.tags(holder).iter();
            let tags = tags.map(move |tag| (tag.id, Thing::StoryTag(holder, tag)));
            let statuses = state.statuses(holder).iter();
            tags.chain(statuses.map(move |it| (it.id, Thing::Status(holder, it))))
        });
        let clues = state.story.clues.iter().map(|it| (it.id, Thing::Clue(it)));
        let counts = move |source: &(Id, Thing)| {
            let check = |by| check_source(self, state, by, roll, *source).is_ok();
            source.1.sees(state, viewer) && by.is_some_and(check)
        };
        themes.chain(held).chain(clues).filter(counts)
    }
}

fn is_tag(state: &State, source: &Source) -> bool {
    match source {
        Source::Thing(id) => state.find_any(*id).is_some_and(|it| it.tag().is_some()),
        Source::Detail(_) | Source::Indulge(_) => false,
    }
}

fn line_part(pack: &Mist, state: &State, roll: &Pending, it: &RollLine) -> LinePart {
    let source = match it.source {
        Source::Thing(id) | Source::Indulge(id) => Some(id),
        Source::Detail(_) => None,
    };
    LinePart {
        id: it.id,
        source,
        words: pack.source_words(state, roll, &it.source),
        polarity: it.polarity,
        burn: it.burn,
        by: it.by,
        verdict: it.verdict,
        note: it.note.clone(),
    }
}
