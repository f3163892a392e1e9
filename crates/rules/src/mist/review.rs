//! What the host says to the lines of a roll (B-21).

use serde::{Deserialize, Serialize};

use super::offers::{OfferBuilder, Offers, text};
use super::power::not_struck;
use super::viewing::Viewing;
use super::{Command, Deciding, Event, LONGEST_TEXT, Mist, Pending, RollLine, State, line};
use crate::kernel::{Decided, offer};
use crate::{Id, Message, Refusal, Seat, message, typed};

/// What the host has said to a line (B-21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistVerdict"))]
pub enum Verdict {
    /// Nothing yet.
    Proposed,
    /// It counts.
    Approved,
    /// It does not count.
    Struck,
    /// The host asks how.
    Questioned,
}

/// Lets lines count without the host's word, or not (B-21).
pub(super) fn set_auto_approve(deciding: &mut Deciding, on: bool) -> Decided {
    deciding.host()?;
    if deciding.before.auto_approve == on {
        return Err(Refusal::new("B-21", message!("mist-chosen-already")));
    }
    deciding.push(Event::AutoApproveSet { on });
    Ok(())
}

pub(super) fn auto_approve_set(state: &mut State, on: bool) {
    state.auto_approve = on;
}

pub(super) fn tell_auto_approve_set(on: bool) -> Option<Message> {
    Some(match on {
        true => message!("mist-told-auto-approve"),
        false => message!("mist-told-review"),
    })
}

/// The host approves, strikes or questions a line, or all that wait (B-21). Where lines count
/// without the host's word, whoever's tag a line would burn says so.
pub(super) fn review(
    deciding: &mut Deciding,
    roll: Id,
    id: Option<Id>,
    verdict: Verdict,
    note: &str,
) -> Decided {
    let roll = deciding.open_roll(roll)?;
    let own = |it: &RollLine| asks_owner(deciding.before, deciding.by, roll, it);
    if !deciding.by.is_host() {
        let fits = |it: &RollLine| own(it) && id.is_none_or(|id| it.id == id);
        if verdict == Verdict::Questioned || !roll.lines.iter().any(fits) {
            deciding.host()?;
        }
    }
    if verdict == Verdict::Proposed {
        return Err(Refusal::new("B-21", message!("mist-no-verdict"))
            .instead(message!("mist-no-verdict-instead")));
    }
    let note = typed::text(note, LONGEST_TEXT)?;
    let lines: Vec<&RollLine> = match id {
        Some(id) => vec![line::line(roll, id)?],
        None => {
            let all = deciding.by.is_host();
            roll.lines.iter().filter(|it| waits(it) && (all || own(it))).collect()
        }
    };
    if lines.is_empty() {
        return Err(Refusal::new("B-21", message!("mist-nothing-waits")));
    }
    for line in &lines {
        if verdict == Verdict::Approved && line.verdict == Verdict::Struck {
            check_again(deciding, roll, line)?;
        }
    }
    let lines = lines.into_iter().map(|it| it.id).collect();
    deciding.push(Event::LinesReviewed { roll: roll.id, lines, verdict, note });
    Ok(())
}

/// Whether a line waits for a player's word because it would burn a tag of theirs.
fn asks_owner(state: &State, by: Seat, roll: &Pending, it: &RollLine) -> bool {
    let owner = line::owner(state, &it.source);
    state.auto_approve
        && it.burn
        && waits(it)
        && line::burns_anothers(state, roll, &it.source, it.by)
        && owner.is_some_and(|owner| owner.seat == Some(by.id))
}

/// A struck line that is to count after all must still fit beside the others.
fn check_again(deciding: &Deciding, roll: &Pending, line: &RollLine) -> Decided {
    let others = roll.lines.iter().filter(|it| it.id != line.id && not_struck(it));
    if others.clone().any(|it| it.source == line.source) {
        return Err(Refusal::new("M-11", message!("mist-line-twice")));
    }
    if let Some(most) = deciding.pack.power.burns
        && line.burn
        && others.filter(|it| it.burn).count() >= usize::from(most)
    {
        return Err(Refusal::new("M-12", message!("mist-burns-most", most = most)));
    }
    Ok(())
}

/// A line the host has yet to settle.
pub(super) fn waits(line: &RollLine) -> bool {
    matches!(line.verdict, Verdict::Proposed | Verdict::Questioned)
}

pub(super) fn reviewed(state: &mut State, roll: Id, line: Id, verdict: Verdict, note: &str) {
    line::change(state, roll, line, |it| {
        it.verdict = verdict;
        note.clone_into(&mut it.note);
    });
}

pub(super) fn tell_reviewed(
    viewing: Viewing,
    roll: Id,
    line: Id,
    verdict: Verdict,
    note: &str,
) -> Option<Message> {
    let what = line::line_words(viewing, roll, line)?;
    Some(match verdict {
        Verdict::Proposed => message!("mist-told-asks-owner", what = what),
        Verdict::Approved => message!("mist-told-approved", what = what),
        Verdict::Struck => message!("mist-told-struck", what = what, note = note),
        Verdict::Questioned => message!("mist-told-questioned", what = what, note = note),
    })
}

/// Several lines in one.
pub(super) fn tell_all_reviewed(
    viewing: Viewing,
    roll: Id,
    lines: &[Id],
    verdict: Verdict,
    note: &str,
) -> Option<Message> {
    let what = lines.iter().map(|line| line::line_words(viewing, roll, *line));
    let what: Vec<Message> = what.collect::<Option<_>>()?;
    Some(match verdict {
        Verdict::Proposed => message!("mist-told-asks-owner", what = what),
        Verdict::Approved => message!("mist-told-approved", what = what),
        Verdict::Struck => message!("mist-told-struck", what = what, note = note),
        Verdict::Questioned => message!("mist-told-questioned", what = what, note = note),
    })
}

impl Mist {
    /// What a player is asked about a line that would burn a tag of theirs.
    pub(super) fn waits_own_word(
        &self,
        state: &State,
        by: Seat,
        roll: &Pending,
        line: &RollLine,
    ) -> Option<Message> {
        let what = || self.source_words(state, roll, &line.source);
        asks_owner(state, by, roll, line).then(|| message!("mist-waits-own-tag", what = what()))
    }
}

impl OfferBuilder<'_> {
    /// A player's word to a line that would burn a tag of theirs.
    pub(super) fn offer_own_word(self, roll: &Pending, line: &RollLine, offers: &mut Offers) {
        let Some(due) = self.pack.waits_own_word(self.state, self.by, roll, line) else {
            return;
        };
        for (verdict, label) in [
            (Verdict::Approved, message!("mist-act-approve")),
            (Verdict::Struck, message!("mist-act-strike")),
        ] {
            let (line, note) = (Some(line.id), String::new());
            let command = Command::Review { roll: roll.id, line, verdict, note };
            offers.push(offer("B-21", label, command).waits(true, due.clone()));
        }
    }

    /// Approving, striking and questioning a line.
    pub(super) fn offer_review(self, roll: &Pending, line: &RollLine, offers: &mut Offers) {
        for (verdict, label) in [
            (Verdict::Approved, message!("mist-act-approve")),
            (Verdict::Struck, message!("mist-act-strike")),
            (Verdict::Questioned, message!("mist-act-question")),
        ] {
            if line.verdict == verdict {
                continue;
            }
            let (line, note) = (Some(line.id), String::new());
            let command = Command::Review { roll: roll.id, line, verdict, note };
            let mut review = offer("B-21", label, command);
            if verdict != Verdict::Approved {
                review = review.field("note", message!("mist-field-note"), text());
            }
            offers.push(review);
        }
    }

    /// Approving all that wait.
    pub(super) fn offer_approving_all(self, roll: &Pending, offers: &mut Offers) {
        let (verdict, note) = (Verdict::Approved, String::new());
        let command = Command::Review { roll: roll.id, line: None, verdict, note };
        let all = offer("B-21", message!("mist-act-approve-all"), command);
        offers.push(all.waits(true, message!("mist-waits-review")));
    }

    /// Letting lines count without the host's word, or not.
    pub(super) fn offer_auto_approve(self, offers: &mut Offers) {
        let on = !self.state.auto_approve;
        let label =
            if on { message!("mist-act-auto-approve") } else { message!("mist-act-review-all") };
        offers.push(offer("B-21", label, Command::SetAutoApprove { on }));
    }
}
