//! The lines of a roll: what counts in it, proposed by anyone (M-11, B-21).

use serde::{Deserialize, Serialize};

use super::burn::check_burn;
use super::conclusion::refuting;
use super::lookup::missing;
use super::offers::{OfferBuilder, Offers};
use super::power::not_struck;
use super::viewing::Viewing;
use super::{
    Character, Command, Deciding, Event, Holder, Mist, Pending, RollKind, State, Thing, Verdict,
};
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

/// What a line counts: a tag, a status or a clue wherever it is, a detail told (M-34), or giving
/// in to a theme (M-32).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistSource"))]
pub enum Source {
    /// A tag, status or clue.
    Thing(Id),
    /// A detail of the plan.
    Detail(Term),
    /// A strange theme indulged in (M-32).
    Indulge(Id),
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
    check(deciding, roll, Proposal { source, polarity, burn })?;
    add(deciding, roll, Source::Thing(source), polarity, burn)
}

/// The lines of a roll that is about to be opened: all of them, or it is not opened either.
pub(super) fn draft_all(
    deciding: &mut Deciding,
    roll: &mut Pending,
    lines: &[Proposal],
) -> Decided {
    for proposal in lines {
        check(deciding, roll, *proposal)?;
        let Proposal { source, polarity, burn } = *proposal;
        let line = draft(deciding, roll, Source::Thing(source), polarity, burn)?;
        roll.lines.push(line);
    }
    Ok(())
}

fn check(deciding: &Deciding, roll: &Pending, it: Proposal) -> Decided {
    let thing = deciding.find(it.source)?;
    check_source(deciding.pack, deciding.before, deciding.by, roll, (it.source, thing))?;
    if it.burn {
        check_burn(deciding.pack, roll, thing, it.polarity)?;
    }
    Ok(())
}

/// Whether a thing may count in a roll, whichever way.
pub(super) fn check_source(
    pack: &Mist,
    state: &State,
    by: Seat,
    roll: &Pending,
    (source, thing): (Id, Thing),
) -> Decided {
    let clues = roll.kind.writes();
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

/// Proposes a line for a roll under way.
pub(super) fn add(
    deciding: &mut Deciding,
    roll: &Pending,
    source: Source,
    polarity: Polarity,
    burn: bool,
) -> Decided {
    let line = draft(deciding, roll, source, polarity, burn)?;
    deciding.push(Event::LineProposed { roll: roll.id, line });
    Ok(())
}

/// A new line: it waits for the host, or for whoever's tag it would burn.
fn draft(
    deciding: &mut Deciding,
    roll: &Pending,
    source: Source,
    polarity: Polarity,
    burn: bool,
) -> Result<RollLine, Refusal> {
    if roll.lines.len() >= MOST_LINES {
        return Err(Refusal::new("B-12", message!("mist-too-many", most = MOST_LINES)));
    }
    let asks = burn && burns_anothers(deciding.before, roll, &source, deciding.by.id);
    let approved = (deciding.before.auto_approve || deciding.by.is_host()) && !asks;
    Ok(RollLine {
        id: deciding.id(),
        source,
        polarity,
        burn,
        by: deciding.by.id,
        verdict: if approved { Verdict::Approved } else { Verdict::Proposed },
        note: String::new(),
    })
}

/// Whether burning this for a roll would burn the tag of another player's character.
pub(super) fn burns_anothers(state: &State, roll: &Pending, source: &Source, by: SeatId) -> bool {
    owner(state, source)
        .is_some_and(|it| Some(it.id) != roll.actor && it.seat.is_some_and(|seat| seat != by))
}

/// Whose tag a line counts, if it is a character's.
pub(super) fn owner<'s>(state: &'s State, source: &Source) -> Option<&'s Character> {
    let Source::Thing(id) = source else {
        return None;
    };
    match state.find_any(*id)? {
        Thing::Power(it, ..) | Thing::Weakness(it, ..) => Some(it),
        Thing::StoryTag(Holder::Character(id), _) => state.character(id),
        _ => None,
    }
}

pub(super) fn proposed(state: &mut State, roll: Id, line: &RollLine) {
    if let Some(roll) = state.roll_mut(roll) {
        roll.lines.push(line.clone());
    }
}

pub(super) fn tell_proposed(viewing: Viewing, roll: Id, line: &RollLine) -> Option<Message> {
    let roll = viewing.roll(roll)?;
    let what = viewing.source_words(roll, &line.source);
    Some(match (line.polarity, line.burn, &line.source) {
        (_, true, _) => message!("mist-told-line-burn", what = what),
        (Polarity::Help, _, Source::Thing(_)) => message!("mist-told-line-help", what = what),
        (Polarity::Hinder, _, Source::Thing(_)) => message!("mist-told-line-hinder", what = what),
        (_, _, Source::Detail(_) | Source::Indulge(_)) => {
            message!("mist-told-line-detail", what = what)
        }
    })
}

/// A line of a roll.
pub(super) fn line(roll: &Pending, id: Id) -> Result<&RollLine, Refusal> {
    roll.lines.iter().find(|line| line.id == id).ok_or_else(|| missing(message!("mist-a-line")))
}

/// What refutes a conclusion is not taken back.
pub(super) fn may_withdraw(state: &State, roll: &Pending, line: &RollLine) -> bool {
    let Source::Thing(source) = line.source else {
        return true;
    };
    !refuting(state, &roll.kind, &roll.text).contains(&source)
}

/// Takes a line back: whoever proposed it, or whoever rolls.
pub(super) fn withdraw(deciding: &mut Deciding, roll: Id, id: Id) -> Decided {
    let roll = deciding.open_roll(roll)?;
    let line = line(roll, id)?;
    if line.by != deciding.by.id {
        deciding.rolls_for(roll)?;
    }
    if !may_withdraw(deciding.before, roll, line) {
        return Err(Refusal::new("M-36", message!("mist-clue-refutes")));
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
    let roll = viewing.roll(roll)?;
    let line = roll.lines.iter().find(|it| it.id == line)?;
    Some(viewing.source_words(roll, &line.source))
}

impl Mist {
    /// What a line of a roll counts, in words; whose it is only when it is not the actor's (C-05).
    pub(super) fn source_words(&self, state: &State, roll: &Pending, source: &Source) -> Message {
        let gone = || message!("mist-thing-gone");
        match source {
            Source::Thing(id) => {
                state.find_any(*id).map_or_else(gone, |it| it.words_to(state, roll.actor))
            }
            Source::Detail(text) => message!("mist-from-detail", detail = text),
            Source::Indulge(theme) => {
                let (indulge, theme) = (&self.indulge.name, state.name_of(*theme));
                message!("mist-from-indulging", indulge = indulge, theme = theme)
            }
        }
    }
}

impl Viewing<'_> {
    /// What a line of a roll counts, in words.
    pub(super) fn source_words(self, roll: &Pending, source: &Source) -> Message {
        self.pack.source_words(self.state, roll, source)
    }
}

/// A line as it is told with the opening of its roll: `+撬棍`.
pub(super) fn short_words(viewing: Viewing, roll: &Pending, line: &RollLine) -> Message {
    let what = viewing.source_words(roll, &line.source);
    match (line.polarity, line.burn) {
        (_, true) => message!("mist-line-burn", what = what),
        (Polarity::Help, _) => message!("mist-line-help", what = what),
        (Polarity::Hinder, _) => message!("mist-line-hinder", what = what),
    }
}

impl OfferBuilder<'_> {
    /// Proposing that something counts.
    pub(super) fn offer_proposing(self, roll: &Pending, offers: &mut Offers) {
        let sources = self.pack.sources(self.state, self.by.viewer(), roll);
        let sources: Vec<Id> = sources.map(|(id, _)| id).collect();
        let Some(&first) = sources.first() else {
            return;
        };
        let sources = self.choices(sources);
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
            offer("M-11", message!("mist-act-propose"), command)
                .field("source", message!("mist-field-source"), sources)
                .field("polarity", message!("mist-field-polarity"), polarities)
                .field("burn", message!("mist-field-burn"), Bounds::Switch),
        );
    }

    /// Taking a line back.
    pub(super) fn offer_withdrawing(self, roll: &Pending, line: &RollLine, offers: &mut Offers) {
        let command = Command::Withdraw { roll: roll.id, line: line.id };
        offers.push(offer("B-21", message!("mist-act-withdraw"), command));
    }
}
