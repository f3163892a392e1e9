//! The lines of a roll: what counts in it, proposed by anyone (M-11, B-21).

use serde::{Deserialize, Serialize};

use super::burn::check_burn;
use super::lookup::missing;
use super::offers::{OfferBuilder, Offers};
use super::power::not_struck;
use super::viewing::Viewing;
use super::{Command, Deciding, Event, Mist, Pending, RollKind, State, Thing, Verdict};
use crate::kernel::{Decided, choice, offer};
use crate::{Bounds, Id, Message, Refusal, Seat, SeatId, Term, message};

/// Something proposed to count in a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollLine {
    /// Which line.
    pub id: Id,
    /// What counts.
    pub source: Source,
    /// Which way it counts here.
    pub polarity: Polarity,
    /// Whether its tag is burnt for this roll (M-12).
    pub burn: bool,
    /// The seat that proposed it.
    pub by: SeatId,
    /// What the host has said to it.
    pub verdict: Verdict,
    /// The host's question or reason.
    pub note: String,
}

/// What a line counts: a tag, a status or a clue wherever it is, or a detail told (M-34).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistSource"))]
pub enum Source {
    /// A tag, status or clue.
    Thing(Id),
    /// A detail of the plan.
    Detail(Term),
}

/// Which way a line counts. It belongs to the roll, not to the tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistPolarity"))]
pub enum Polarity {
    /// It helps; a clue supports; a detail is advantageous.
    Help,
    /// It hinders; a clue contradicts; a detail is harmful.
    Hinder,
}

/// A tag, status or clue proposed together with the opening of a roll (M-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistProposal"))]
pub struct Proposal {
    /// Which thing.
    pub source: Id,
    /// Which way.
    pub polarity: Polarity,
    /// Whether to burn it (M-12).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub burn: bool,
}

/// The most lines of a roll.
const MOST_LINES: usize = 60;

/// Proposes that a tag, status or clue counts (M-11).
pub(super) fn propose(
    deciding: &mut Deciding,
    roll: Id,
    source: Id,
    polarity: Polarity,
    burn: bool,
) -> Decided {
    let roll = deciding.open_roll(roll)?;
    let proposal = Proposal { source, polarity, burn };
    propose_in(deciding, roll, proposal).map(|_| ())
}

/// Proposes lines for the roll the command has just opened: all of them, or the roll is not
/// opened either.
pub(super) fn propose_all(
    deciding: &mut Deciding,
    mut roll: Pending,
    lines: &[Proposal],
) -> Decided {
    for proposal in lines {
        let line = propose_in(deciding, &roll, *proposal)?;
        roll.lines.push(line);
    }
    Ok(())
}

fn propose_in(deciding: &mut Deciding, roll: &Pending, it: Proposal) -> Result<RollLine, Refusal> {
    let thing = deciding.find(it.source)?;
    check_source(deciding.pack, deciding.before, deciding.by, roll, (it.source, thing))?;
    if it.burn {
        check_burn(deciding, roll, thing, it.polarity)?;
    }
    add(deciding, roll, Source::Thing(it.source), it.polarity, it.burn)
}

/// Whether a thing may count in a roll, whichever way.
pub(super) fn check_source(
    pack: &Mist,
    state: &State,
    by: Seat,
    roll: &Pending,
    (source, thing): (Id, Thing),
) -> Decided {
    let clues = matches!(
        roll.kind,
        RollKind::Deduce { .. } | RollKind::Test { .. } | RollKind::Question { .. }
    );
    match (thing, &roll.kind) {
        (_, RollKind::Plunge { .. }) => {
            return Err(Refusal::new("M-35", message!("mist-plunge-no-lines")));
        }
        (Thing::Clue(_), _) if clues => {}
        (_, _) if clues => return Err(Refusal::new("M-36", message!("mist-clues-only"))),
        (Thing::Status(..), _) => {}
        (thing, _) => match thing.tag() {
            Some(tag) if tag.burnt => {
                return Err(Refusal::new("M-12", message!("mist-burnt-already", tag = &tag.name)));
            }
            Some(_) => {}
            None => {
                return Err(Refusal::new(
                    "M-11",
                    message!("mist-does-not-count", what = thing.name()),
                ));
            }
        },
    }
    if !thing.covers(state, &roll.seen) {
        return Err(Refusal::new("B-30", message!("mist-hidden-source", what = thing.name()))
            .instead(message!("mist-hidden-source-instead")));
    }
    if let RollKind::Mitigate { consequence } = roll.kind
        && pack.mitigate.no_reuse
        && let Some(consequence) = state.consequence(consequence)
        && consequence.used.contains(&source)
    {
        return Err(Refusal::new("M-31", message!("mist-no-reuse", what = thing.name()))
            .instead(message!("mist-no-reuse-instead")));
    }
    let there = roll.lines.iter().find(|line| line.source == Source::Thing(source));
    if there.is_some_and(|line| not_struck(line) || !by.is_host()) {
        return Err(Refusal::new("M-11", message!("mist-line-there", what = thing.name())));
    }
    Ok(())
}

pub(super) fn add(
    deciding: &mut Deciding,
    roll: &Pending,
    source: Source,
    polarity: Polarity,
    burn: bool,
) -> Result<RollLine, Refusal> {
    if roll.lines.len() >= MOST_LINES {
        return Err(Refusal::new("B-12", message!("mist-too-many", most = MOST_LINES)));
    }
    let approved = deciding.before.auto_approve || deciding.by.is_host();
    let line = RollLine {
        id: deciding.id(),
        source,
        polarity,
        burn,
        by: deciding.by.id,
        verdict: if approved { Verdict::Approved } else { Verdict::Proposed },
        note: String::new(),
    };
    deciding.push(Event::LineProposed { roll: roll.id, line: line.clone() });
    Ok(line)
}

pub(super) fn proposed(state: &mut State, roll: Id, line: &RollLine) {
    if let Some(roll) = state.roll_mut(roll) {
        roll.lines.push(line.clone());
    }
}

pub(super) fn tell_proposed(viewing: Viewing, roll: Id, line: &RollLine) -> Option<Message> {
    viewing.roll(roll)?;
    let what = source_words(viewing.state, &line.source);
    Some(match (line.polarity, line.burn, &line.source) {
        (_, true, _) => message!("mist-told-line-burn", what = what),
        (Polarity::Help, _, Source::Thing(_)) => message!("mist-told-line-help", what = what),
        (Polarity::Hinder, _, Source::Thing(_)) => message!("mist-told-line-hinder", what = what),
        (_, _, Source::Detail(_)) => message!("mist-told-line-detail", what = what),
    })
}

/// A line of a roll.
pub(super) fn line(roll: &Pending, id: Id) -> Result<&RollLine, Refusal> {
    roll.lines.iter().find(|line| line.id == id).ok_or_else(|| missing(message!("mist-a-line")))
}

/// Takes a line back: whoever proposed it, or whoever rolls.
pub(super) fn withdraw(deciding: &mut Deciding, roll: Id, id: Id) -> Decided {
    let roll = deciding.open_roll(roll)?;
    if line(roll, id)?.by != deciding.by.id {
        deciding.rolls_for(roll)?;
    }
    deciding.push(Event::LineWithdrawn { roll: roll.id, line: id });
    Ok(())
}

pub(super) fn withdrawn(state: &mut State, roll: Id, line: Id) {
    if let Some(roll) = state.roll_mut(roll) {
        roll.lines.retain(|it| it.id != line);
    }
}

pub(super) fn tell_withdrawn(viewing: Viewing, roll: Id, line: Id) -> Option<Message> {
    Some(message!("mist-told-withdrawn", what = line_words(viewing, roll, line)?))
}

/// Changes a line of a roll, if both are there.
pub(super) fn change(state: &mut State, roll: Id, line: Id, change: impl Fn(&mut RollLine)) {
    if let Some(roll) = state.roll_mut(roll) {
        roll.lines.iter_mut().filter(|it| it.id == line).for_each(change);
    }
}

/// A line of a roll in words, for whoever sees the roll.
pub(super) fn line_words(viewing: Viewing, roll: Id, line: Id) -> Option<Message> {
    let mut lines = viewing.roll(roll)?.lines.iter();
    let line = lines.find(|it| it.id == line)?;
    Some(source_words(viewing.state, &line.source))
}

/// What a line counts, in words.
pub(super) fn source_words(state: &State, source: &Source) -> Message {
    match source {
        Source::Thing(id) => {
            state.find_any(*id).map_or_else(|| message!("mist-thing-gone"), |it| it.words(state))
        }
        Source::Detail(text) => message!("mist-from-detail", detail = text),
    }
}

impl OfferBuilder<'_> {
    /// Proposing that something counts.
    pub(super) fn offer_proposing(self, roll: &Pending, offers: &mut Offers) {
        let mut sources = self.pack.sources(self.state, self.by.viewer(), roll);
        let Some((first, _)) = sources.next() else {
            return;
        };
        // Each seat has this offer for each roll under way: a list would make it most of a frame.
        let sources = Bounds::Source { of: format!("roll/{}", roll.id) };
        let polarities = [
            choice(Polarity::Help, message!("mist-polarity-help")),
            choice(Polarity::Hinder, message!("mist-polarity-hinder")),
        ];
        let polarities = Bounds::Choice { of: polarities.to_vec() };
        let command = Command::Propose {
            roll: roll.id,
            source: first,
            polarity: Polarity::Help,
            burn: false,
        };
        offers.push(
            offer("M-11", message!("mist-do-propose"), command)
                .field("source", message!("mist-field-source"), sources)
                .field("polarity", message!("mist-field-polarity"), polarities)
                .field("burn", message!("mist-field-burn"), Bounds::Switch),
        );
    }

    /// Taking a line back.
    pub(super) fn offer_withdrawing(self, roll: &Pending, line: &RollLine, offers: &mut Offers) {
        let command = Command::Withdraw { roll: roll.id, line: line.id };
        let label = message!("mist-do-withdraw", what = source_words(self.state, &line.source));
        offers.push(offer("B-21", label, command));
    }
}
