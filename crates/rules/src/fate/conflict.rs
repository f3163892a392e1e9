//! Conflicts: who takes part, whose turn it is, full defence (F-42).

use serde::{Deserialize, Serialize};

use super::offers::{BLANK, FIGHT, choice_field, text_field};
use super::{
    Character, Command, Deciding, Event, Fate, Holder, OfferBuilder, Purse, State, TurnOrder, Why,
    boost, character, hazard, ledger, options, scene, show, wording,
};
use crate::kernel::{Decided, choice};
use crate::{Acts, Audience, Field, Id, Line, Message, Refusal, Seat, message};

/// A fight of any sort (F-42).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateConflict", optional_fields))]
pub struct Conflict {
    /// Who takes part, in the order they were named.
    pub combatants: Vec<Combatant>,
    /// Which round it is, counted from 1.
    pub round: u32,
    /// Whose turn it is; the host says who begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Id>,
}

/// Someone who takes part in a conflict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateCombatant", optional_fields))]
pub struct Combatant {
    /// Who.
    pub who: Id,
    /// Which side they are on.
    pub side: u8,
    /// Whether they have had their turn this round.
    pub acted: bool,
    /// Whether the action of this turn is used.
    pub used: bool,
    /// Whether the free move of this turn is used (F-43).
    pub moved: bool,
    /// Whether they are out of it: taken out, or conceded.
    pub out: bool,
    /// Consequences taken in this conflict (F-32).
    pub taken: u8,
    /// Their full defence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full_defence: Option<FullDefence>,
}

/// A full defence (F-42).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateFullDefence"))]
pub struct FullDefence {
    /// Which defences it is for, in words.
    pub text: String,
    /// Whether it has been needed.
    pub needed: bool,
}

/// Someone named for a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateCombatantDraft", optional_fields))]
pub struct CombatantDraft {
    /// Who.
    pub who: Id,
    /// Which side they are on.
    pub side: u8,
    /// The zone they start in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<Id>,
}

impl Conflict {
    /// A combatant.
    #[must_use]
    pub fn combatant(&self, who: Id) -> Option<&Combatant> {
        self.combatants.iter().find(|one| one.who == who)
    }

    /// Those still in it.
    pub fn standing(&self) -> impl Iterator<Item = &Combatant> {
        self.combatants.iter().filter(|one| !one.out)
    }

    /// Who may have the next turn: those who have not acted, or everyone when the round is over.
    #[must_use]
    pub fn next(&self) -> Vec<Id> {
        let waiting: Vec<Id> =
            self.standing().filter(|one| !one.acted).map(|one| one.who).collect();
        if waiting.is_empty() { self.standing().map(|one| one.who).collect() } else { waiting }
    }
}

impl Combatant {
    /// Someone who has just joined.
    #[must_use]
    pub fn new(who: Id, side: u8) -> Self {
        Self {
            who,
            side,
            acted: false,
            used: false,
            moved: false,
            out: false,
            taken: 0,
            full_defence: None,
        }
    }
}

/// The conflict there is.
fn open<'d>(deciding: &'d Deciding) -> Result<&'d Conflict, Refusal> {
    let conflict = deciding.now().conflict();
    conflict.ok_or_else(|| Refusal::new("F-42", message!("fate-no-conflict")))
}

/// In a conflict, one acts in one's turn, once (F-42).
pub(super) fn has_turn(deciding: &Deciding, actor: Id) -> Decided {
    let Ok(conflict) = open(deciding) else { return Ok(()) };
    let name = deciding.now().name(actor);
    let Some(one) = conflict.combatant(actor).filter(|one| !one.out) else {
        return Err(Refusal::new("F-42", message!("fate-not-fighting", who = &name)));
    };
    if conflict.turn != Some(actor) {
        return Err(Refusal::new("F-42", message!("fate-not-your-turn", who = &name)));
    }
    if one.used {
        return Err(Refusal::new("F-42", message!("fate-acted-already", who = &name)));
    }
    Ok(())
}

/// Someone can take part.
fn can_join(deciding: &Deciding, draft: CombatantDraft) -> Decided {
    let character = character::seen(deciding, draft.who)?;
    if character.out {
        return Err(Refusal::new("F-31", message!("fate-is-out", who = &character.name)));
    }
    if let Some(zone) = draft.zone
        && scene::open(deciding)?.zone(zone).is_none()
    {
        return Err(Refusal::new("F-43", message!("fate-no-zone")));
    }
    if draft.side > 7 {
        return Err(Refusal::new("F-42", message!("fate-sides-bounds")));
    }
    Ok(())
}

/// Someone who joins stands in their zone.
fn stand_in(deciding: &mut Deciding, draft: CombatantDraft) {
    if let Some(zone) = draft.zone {
        deciding.push(Event::Moved { character: draft.who, zone, free: false });
    }
}

/// The host begins a conflict.
pub(super) fn begin(deciding: &mut Deciding, drafts: &[CombatantDraft]) -> Decided {
    deciding.host()?;
    if scene::open(deciding)?.conflict.is_some() {
        return Err(Refusal::new("F-42", message!("fate-conflict-open")));
    }
    scene::quiet(deciding)?;
    if !(2..=60).contains(&drafts.len()) {
        return Err(Refusal::new("F-42", message!("fate-combatants-bounds")));
    }
    for (at, draft) in drafts.iter().enumerate() {
        can_join(deciding, *draft)?;
        if drafts[..at].iter().any(|other| other.who == draft.who) {
            return Err(Refusal::new("F-42", message!("fate-on-two-sides")));
        }
    }
    for draft in drafts {
        show::reveal(deciding, draft.who);
    }
    let combatants = drafts.iter().map(|draft| Combatant::new(draft.who, draft.side)).collect();
    let conflict = Conflict { combatants, round: 1, turn: None };
    deciding.push(Event::ConflictBegan { conflict: Box::new(conflict) });
    for draft in drafts {
        stand_in(deciding, *draft);
    }
    Ok(())
}

/// The host brings someone into the conflict.
pub(super) fn join(deciding: &mut Deciding, draft: CombatantDraft) -> Decided {
    deciding.host()?;
    let conflict = open(deciding)?;
    // Someone who conceded, or was taken out and is back, may join again.
    let fights = conflict.combatant(draft.who).is_some_and(|one| !one.out);
    if fights || conflict.combatants.len() >= 60 {
        return Err(Refusal::new("F-42", message!("fate-on-two-sides")));
    }
    can_join(deciding, draft)?;
    show::reveal(deciding, draft.who);
    deciding.push(Event::CombatantJoined { who: draft.who, side: draft.side });
    stand_in(deciding, draft);
    Ok(())
}

/// Whoever has the turn says who is next; the host says who begins (F-42).
pub(super) fn pass_turn(deciding: &mut Deciding, to: Id) -> Decided {
    let conflict = open(deciding)?;
    match conflict.turn {
        Some(turn) if !deciding.by.is_host() => drop(character::mine(deciding, turn)?),
        _ => deciding.host()?,
    }
    scene::quiet(deciding)?;
    let mut next = conflict.next();
    if options::of(deciding).order == TurnOrder::Listed {
        next.truncate(1);
    }
    if !next.contains(&to) {
        let names: Vec<_> =
            next.iter().map(|id| message!("fate-word", word = deciding.now().name(*id))).collect();
        return Err(Refusal::new("F-42", message!("fate-not-next"))
            .instead(message!("fate-next", names = names)));
    }
    let round = conflict.standing().all(|one| one.acted);
    let unneeded = conflict
        .combatant(to)
        .and_then(|one| one.full_defence.as_ref())
        .is_some_and(|full| !full.needed);
    if unneeded && options::of(deciding).full_defence_boost {
        boost::give(deciding, Holder::Character(to));
    }
    deciding.push(Event::TurnBegan { who: to, round });
    if round {
        hazard::round(deciding);
    }
    Ok(())
}

/// Spends the turn on a full defence.
pub(super) fn defend_fully(deciding: &mut Deciding, character: Id, text: &str) -> Decided {
    character::mine(deciding, character)?;
    open(deciding)?;
    has_turn(deciding, character)?;
    if !options::of(deciding).full_defence {
        return Err(Refusal::new("F-55", message!("fate-full-defence-off")));
    }
    let text = wording::name(text)?;
    deciding.push(Event::DefendedFully { who: character, text });
    Ok(())
}

/// Concessions are paid when the conflict ends (F-32).
pub(super) fn close(deciding: &mut Deciding) {
    deciding.push(Event::ConflictEnded);
    let players: Vec<Id> = deciding.now().player_characters().map(|one| one.id).collect();
    for id in players {
        ledger::empty(
            deciding,
            Purse::Conceded(id),
            Purse::Character(id),
            Why::ConcessionPaid,
            None,
        );
    }
}

pub(super) fn began(state: &mut State, conflict: &Conflict) {
    if let Some(scene) = state.scene_mut() {
        scene.conflict = Some(conflict.clone());
    }
}

pub(super) fn joined(state: &mut State, who: Id, side: u8) {
    if let Some(conflict) = state.conflict_mut() {
        conflict.combatants.retain(|one| one.who != who);
        conflict.combatants.push(Combatant::new(who, side));
    }
}

pub(super) fn turn_began(state: &mut State, who: Id, round: bool) {
    let Some(conflict) = state.conflict_mut() else { return };
    if round {
        conflict.round += 1;
        for one in &mut conflict.combatants {
            one.acted = false;
        }
    }
    conflict.turn = Some(who);
    if let Some(one) = conflict.combatants.iter_mut().find(|one| one.who == who) {
        one.acted = true;
        one.used = false;
        one.moved = false;
        one.full_defence = None;
    }
}

pub(super) fn defended_fully(state: &mut State, who: Id, text: &str) {
    if let Some(one) = state.combatant_mut(who) {
        one.used = true;
        one.full_defence = Some(FullDefence { text: text.to_owned(), needed: false });
    }
}

pub(super) fn full_defence_needed(state: &mut State, who: Id) {
    if let Some(full) = state.combatant_mut(who).and_then(|one| one.full_defence.as_mut()) {
        full.needed = true;
    }
}

pub(super) fn ended(state: &mut State) {
    if let Some(scene) = state.scene_mut() {
        scene.conflict = None;
    }
}

pub(super) fn tell_began(before: &State, conflict: &Conflict) -> Option<Line> {
    let names: Vec<Message> =
        conflict.combatants.iter().map(|one| wording::word(&before.name(one.who))).collect();
    Some(message!("fate-conflict-began", names = names).into())
}

pub(super) fn tell_joined(before: &State, who: Id) -> Option<Line> {
    Some(message!("fate-joined", who = before.name(who)).into())
}

pub(super) fn tell_turn_began(before: &State, who: Id, round: bool) -> Option<Line> {
    let who = before.name(who);
    let message = if round {
        let round = before.conflict().map_or(1, |conflict| conflict.round + 1);
        message!("fate-round-began", who = who, round = round)
    } else {
        message!("fate-turn-began", who = who)
    };
    Some(message.into())
}

pub(super) fn tell_defended_fully(before: &State, who: Id, text: &str) -> Option<Line> {
    Some(message!("fate-defends-fully", who = before.name(who), text = text).into())
}

pub(super) fn tell_ended() -> Option<Line> {
    Some(message!("fate-conflict-ended").into())
}

impl OfferBuilder<'_> {
    /// The host begins a conflict of all who are seen, or lets someone join it.
    pub(super) fn conflict(&mut self) {
        let standing = self.standing();
        let draft =
            |one: &Character| CombatantDraft { who: one.id, side: u8::from(!one.pc), zone: None };
        let open: Vec<_> = standing.iter().filter(|one| one.seen == Audience::All).collect();
        let fields = open
            .iter()
            .enumerate()
            .map(|(at, one)| side_field(&format!("combatants/{at}/side"), wording::word(&one.name)))
            .collect();
        let combatants = open.iter().map(|one| draft(one)).collect();
        let command = Command::BeginConflict { combatants };
        self.offer("F-42", message!("fate-act-conflict"), command, fields);
    }

    /// The host brings someone into the conflict.
    pub(super) fn join(&mut self, one: &Character) {
        if self.state.conflict().is_none() {
            return;
        }
        let combatant = CombatantDraft { who: one.id, side: u8::from(!one.pc), zone: None };
        let side = side_field("combatant/side", message!("fate-field-which-side"));
        let command = Command::JoinConflict { combatant };
        self.offer("F-42", message!("fate-act-join"), command, vec![side]);
    }

    /// Whose turn is next, full defence, and conceding.
    pub(super) fn turns(&mut self) {
        let state = self.state;
        let Some(conflict) = state.conflict() else { return };
        let mine = match conflict.turn {
            Some(turn) => self.owns(turn),
            None => self.by.is_host(),
        };
        let used = conflict
            .turn
            .and_then(|turn| conflict.combatant(turn))
            .is_none_or(|one| one.used || one.out);
        let next = conflict.next();
        let Some(first) = next.first() else { return };
        let of = next.iter().map(|id| choice(id, wording::word(&state.name(*id)))).collect();
        let field = choice_field("to", message!("fate-field-whom"), of);
        let waits = (mine && used).then(|| message!("fate-waits-turn"));
        let command = Command::PassTurn { to: *first };
        self.offer_or_wait("F-42", waits, message!("fate-act-pass-turn"), command, vec![field]);
    }

    /// Someone has the next turn.
    pub(super) fn pass_to(&mut self, to: Id) {
        let label = message!("fate-act-pass-turn");
        self.offer("F-42", label, Command::PassTurn { to }, Vec::new());
    }

    /// What someone who fights can do besides acting: a full defence, or conceding.
    pub(super) fn fighting(&mut self, who: Id) {
        let Some(conflict) = self.state.conflict() else { return };
        if conflict.combatant(who).is_none_or(|one| one.out) {
            return;
        }
        if conflict.turn == Some(who) {
            let command = Command::DefendFully { character: who, text: BLANK.to_owned() };
            let field = text_field("text", message!("fate-field-defences"), false);
            self.offer("F-42", message!("fate-act-defend-fully"), command, vec![field]);
        }
        self.concession(who);
    }
}

/// Whether a seat may pass the turn on now.
fn passes(state: &State, by: Seat, conflict: &Conflict) -> bool {
    let quiet = state.actions.is_empty() && state.hits.is_empty();
    let turn = conflict.turn.is_some_and(|turn| state.awaits(by, Holder::Character(turn)));
    quiet && (by.is_host() || turn)
}

/// Whose turn can be next, for a seat that passes it on.
pub(super) fn flag(pack: &Fate, state: &State, by: Seat, acts: &mut Acts) {
    let Some(conflict) = state.conflict().filter(|it| passes(state, by, it)) else { return };
    let mut next = conflict.next();
    if state.options(pack).order == TurnOrder::Listed {
        next.truncate(1);
    }
    let mine = match conflict.turn {
        Some(turn) => state.awaits(by, Holder::Character(turn)),
        None => by.is_host(),
    };
    let used = conflict
        .turn
        .and_then(|turn| conflict.combatant(turn))
        .is_none_or(|one| one.used || one.out);
    for who in &next {
        acts.can(*who, None, "pass-turn");
    }
    if mine && used && !next.is_empty() {
        acts.wait(FIGHT, message!("fate-waits-turn"));
    }
}

/// A choice of sides in a conflict.
fn side_field(path: &str, label: Message) -> Field {
    let sides = (0..4_u8).map(|side| choice(side, message!("fate-side", number = side + 1)));
    choice_field(path, label, sides.collect())
}
