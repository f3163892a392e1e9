//! Contests: exchanges for victories, first to three (F-41).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::act::Attempt;
use super::offers::{BLANK, SCENE, text_field};
use super::{
    Act, Action, Command, Deciding, Event, Fate, Holder, OfferBuilder, Place, State, act, aspect,
    character, options, scene, show, wording,
};
use crate::kernel::Decided;
use crate::{Acts, Audience, Id, Line, Message, Refusal, Seat, Term, message};

/// Sides that want what only one can have (F-41).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateContest"))]
pub struct Contest {
    /// What it is about.
    pub title: Term,
    /// The sides.
    pub sides: Vec<ContestSide>,
    /// Which exchange it is, counted from 1.
    pub exchange: u32,
    /// Whether a tie waits for the host to name the twist.
    #[serde(default)]
    pub twist: bool,
}

/// A side of a contest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateContestSide", optional_fields))]
pub struct ContestSide {
    /// What it is called.
    pub name: Term,
    /// Who is on it.
    pub members: Vec<Id>,
    /// Its victories.
    pub victories: u8,
    /// Its effort in this exchange.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub effort: Option<i64>,
}

/// A side as written down before the contest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateContestSideDraft"))]
pub struct ContestSideDraft {
    /// What it is called.
    pub name: String,
    /// Who is on it.
    pub members: Vec<Id>,
}

impl Contest {
    /// The side that wins the exchange and its victories; none on a tie (F-41).
    ///
    /// Style is a lead of three or more over every other side, so at most one side has it.
    #[must_use]
    pub fn exchange_won(&self) -> Option<(usize, u8)> {
        let best = self.sides.iter().filter_map(|side| side.effort).max()?;
        let mut leaders =
            self.sides.iter().enumerate().filter(|(_, side)| side.effort == Some(best));
        let (winner, _) = leaders.next()?;
        if leaders.next().is_some() {
            return None;
        }
        let second =
            self.sides.iter().filter_map(|side| side.effort).filter(|effort| *effort < best).max();
        let style = second.is_none_or(|second| best.saturating_sub(second) >= 3);
        Some((winner, if style { 2 } else { 1 }))
    }
}

/// The contest there is.
fn open<'d>(deciding: &'d Deciding) -> Result<&'d Contest, Refusal> {
    let contest = deciding.now().contest();
    contest.ok_or_else(|| Refusal::new("F-41", message!("fate-no-contest")))
}

/// The host sets a contest.
pub(super) fn set(deciding: &mut Deciding, title: &str, sides: &[ContestSideDraft]) -> Decided {
    deciding.host()?;
    if scene::open(deciding)?.contest.is_some() {
        return Err(Refusal::new("F-41", message!("fate-contest-open")));
    }
    if !(2..=8).contains(&sides.len()) {
        return Err(Refusal::new("F-41", message!("fate-sides-bounds")));
    }
    let mut known: BTreeSet<Id> = BTreeSet::new();
    let mut made = Vec::new();
    for side in sides {
        for member in &side.members {
            character::seen(deciding, *member)?;
            if !known.insert(*member) {
                return Err(Refusal::new("F-41", message!("fate-on-two-sides")));
            }
        }
        if side.members.is_empty() {
            return Err(Refusal::new("F-41", message!("fate-side-empty")));
        }
        made.push(ContestSide {
            name: wording::name(&side.name)?.as_str().into(),
            members: side.members.clone(),
            victories: 0,
            effort: None,
        });
    }
    let contest = Contest {
        title: wording::name(title)?.as_str().into(),
        sides: made,
        exchange: 1,
        twist: false,
    };
    for member in known {
        show::reveal(deciding, member);
    }
    deciding.push(Event::ContestSet { contest: Box::new(contest) });
    Ok(())
}

/// Whether a side may make its effort now (F-41).
pub(super) fn check_effort(deciding: &Deciding, actor: Id, side: u8) -> Decided {
    let contest = open(deciding)?;
    let Some(found) = contest.sides.get(usize::from(side)) else {
        return Err(Refusal::new("F-41", message!("fate-no-contest-side")));
    };
    if !found.members.contains(&actor) {
        return Err(Refusal::new("F-41", message!("fate-not-on-side")));
    }
    let trying = deciding.now().actions.iter().any(|action| action.act == Act::Effort { side });
    if found.effort.is_some() || trying {
        return Err(Refusal::new("F-41", message!("fate-effort-made")));
    }
    if contest.twist {
        return Err(Refusal::new("F-41", message!("fate-awaits-twist")));
    }
    Ok(())
}

/// A side's effort stands; with the last one the exchange is decided.
pub(super) fn effort(deciding: &mut Deciding, action: &Action, side: u8) -> Decided {
    deciding.push(Event::ActionClosed { action: action.id, succeeded: true });
    deciding.push(Event::EffortMade { side, effort: action.side.total() });
    let Ok(contest) = open(deciding) else { return Ok(()) };
    if contest.sides.iter().any(|side| side.effort.is_none()) {
        return Ok(());
    }
    let (side, victories) = match contest.exchange_won() {
        Some((side, victories)) => (u8::try_from(side).ok(), victories),
        None => (None, 0),
    };
    deciding.push(Event::ExchangeWon { side, victories });
    let needed = options::of(deciding).victories;
    let won = open(deciding)?.sides.iter().position(|side| side.victories >= needed);
    if let Some(winner) = won {
        deciding.push(Event::ContestEnded { winner: u8::try_from(winner).ok() });
    }
    Ok(())
}

/// The host names the twist a tie brings.
pub(super) fn name_twist(deciding: &mut Deciding, name: &str) -> Decided {
    deciding.host()?;
    if !open(deciding)?.twist {
        return Err(Refusal::new("F-41", message!("fate-no-twist")));
    }
    aspect::room(deciding)?;
    let name = wording::name(name)?;
    aspect::situation(deciding, &name, Place::Scene, Vec::new());
    deciding.push(Event::TwistNamed);
    Ok(())
}

/// The host ends the contest without a winner.
pub(super) fn end(deciding: &mut Deciding) -> Decided {
    deciding.host()?;
    open(deciding)?;
    scene::quiet(deciding)?;
    deciding.push(Event::ContestEnded { winner: None });
    Ok(())
}

pub(super) fn began(state: &mut State, contest: &Contest) {
    if let Some(scene) = state.scene_mut() {
        scene.contest = Some(contest.clone());
    }
}

pub(super) fn effort_made(state: &mut State, side: u8, effort: i64) {
    let contest = state.contest_mut();
    if let Some(side) = contest.and_then(|contest| contest.sides.get_mut(usize::from(side))) {
        side.effort = Some(effort);
    }
}

pub(super) fn exchange_won(state: &mut State, side: Option<u8>, victories: u8) {
    let Some(contest) = state.contest_mut() else { return };
    contest.exchange += 1;
    contest.twist = side.is_none();
    for one in &mut contest.sides {
        one.effort = None;
    }
    if let Some(one) = side.and_then(|side| contest.sides.get_mut(usize::from(side))) {
        one.victories = one.victories.saturating_add(victories);
    }
}

pub(super) fn twist_named(state: &mut State) {
    if let Some(contest) = state.contest_mut() {
        contest.twist = false;
    }
}

pub(super) fn ended(state: &mut State) {
    if let Some(scene) = state.scene_mut() {
        scene.contest = None;
    }
}

fn side_name(state: &State, side: u8) -> Term {
    let side = state.contest().and_then(|contest| contest.sides.get(usize::from(side)));
    side.map_or_else(wording::nothing, |side| side.name.clone())
}

pub(super) fn tell_began(contest: &Contest) -> Option<Line> {
    let sides: Vec<Message> = contest.sides.iter().map(|side| wording::word(&side.name)).collect();
    Some(message!("fate-contest-set", title = &contest.title, sides = sides).into())
}

pub(super) fn tell_effort(pack: &Fate, before: &State, side: u8, effort: i64) -> Option<Line> {
    let (side, effort) = (side_name(before, side), pack.on_ladder(effort));
    Some(message!("fate-effort", side = side, effort = effort).into())
}

pub(super) fn tell_exchange(before: &State, side: Option<u8>, victories: u8) -> Option<Line> {
    let message = match side {
        Some(side) => {
            let side = side_name(before, side);
            message!("fate-exchange-won", side = side, victories = victories)
        }
        None => message!("fate-exchange-tied"),
    };
    Some(message.into())
}

pub(super) fn tell_ended(before: &State, winner: Option<u8>) -> Option<Line> {
    let message = match winner {
        Some(winner) => message!("fate-contest-won", side = side_name(before, winner)),
        None => message!("fate-contest-ended"),
    };
    Some(message.into())
}

/// Whether someone may make their side's effort now.
fn may_make_effort(state: &State, actor: Id, at: usize) -> bool {
    let side = u8::try_from(at).unwrap_or(u8::MAX);
    let trying = state.actions.iter().any(|action| action.act == Act::Effort { side });
    let contest = state.contest();
    let found = contest.and_then(|contest| contest.sides.get(at));
    let open = found.is_some_and(|side| side.members.contains(&actor) && side.effort.is_none());
    open && !trying && contest.is_some_and(|contest| !contest.twist)
}

/// An effort of a side waits for whoever plays one of its members; a twist for the host.
pub(super) fn flag(state: &State, by: Seat, acts: &mut Acts) {
    let Some(contest) = state.contest() else { return };
    if contest.twist && by.is_host() {
        acts.wait(SCENE, message!("fate-waits-twist"));
    }
    for (at, side) in contest.sides.iter().enumerate() {
        for who in &side.members {
            let mine = state.awaits(by, Holder::Character(*who));
            if mine && may_make_effort(state, *who, at) && act::free_to_act(state, *who) {
                acts.wait(*who, message!("fate-waits-effort", side = &side.name));
            }
        }
    }
}

impl OfferBuilder<'_> {
    /// Making a side's effort.
    pub(super) fn efforts(&mut self, attempt: &Attempt) {
        let Some(contest) = self.state.contest() else { return };
        for (at, side) in contest.sides.iter().enumerate() {
            if side.members.contains(&attempt.by.id) {
                let label = message!("fate-act-effort");
                let effort = Act::Effort { side: u8::try_from(at).unwrap_or(u8::MAX) };
                let waits = message!("fate-waits-effort", side = &side.name);
                let command = attempt.command(effort, None);
                self.wait("F-41", waits, label, command, attempt.fields(Vec::new()));
            }
        }
    }

    /// The host sets a contest between the players' characters and the others.
    pub(super) fn contest(&mut self) {
        let of = |pc: bool| -> Vec<Id> {
            let standing = self.standing().into_iter().filter(|one| one.pc == pc);
            standing.filter(|one| one.seen == Audience::All).map(|one| one.id).collect()
        };
        let side = |members| ContestSideDraft { name: BLANK.to_owned(), members };
        let sides = vec![side(of(true)), side(of(false))];
        let command = Command::SetContest { title: BLANK.to_owned(), sides };
        let mut fields = vec![text_field("title", message!("fate-field-title"), false)];
        for at in 0..2 {
            let path = format!("sides/{at}/name");
            fields.push(text_field(&path, message!("fate-field-side", number = at + 1), false));
        }
        self.offer("F-41", message!("fate-act-contest"), command, fields);
    }

    /// The host names the twist of a tie.
    pub(super) fn twist(&mut self) {
        let field = text_field("name", message!("fate-field-aspect"), false);
        let command = Command::NameTwist { name: BLANK.to_owned() };
        let waits = message!("fate-waits-twist");
        self.wait("F-41", waits, message!("fate-act-twist"), command, vec![field]);
    }
}
