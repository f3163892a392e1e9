//! Compels: trouble for a point, offered, claimed or proposed (F-14).

use serde::{Deserialize, Serialize};

use super::offers::{BLANK, choice_field, text_field, words_field};
use super::{
    Aspect, Character, Command, Deciding, Event, Fate, Holder, OfferBuilder, Place, PointsHome,
    Purse, State, Why, aspect, character, ledger, show, wording,
};
use crate::kernel::{Decided, choice};
use crate::{Acts, Field, Id, Line, Message, Refusal, Seat, Term, message};

/// The most compels open at once.
const MOST: usize = 50;

/// A compel that is not settled (F-14).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compel {
    /// Which one.
    pub id: Id,
    /// The character it is for.
    pub to: Id,
    /// The aspect that brings the trouble.
    pub aspect: Id,
    /// Event or decision.
    pub kind: CompelKind,
    /// The trouble.
    pub text: String,
    /// Who has the word.
    pub stage: CompelStage,
}

/// The two kinds of compel (F-14).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateCompelKind"))]
pub enum CompelKind {
    /// Something happens to them.
    #[default]
    Event,
    /// They choose what brings the trouble.
    Decision,
}

/// Who has the word about a compel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateCompelStage"))]
pub enum CompelStage {
    /// The host offers; its player answers.
    Offered,
    /// Its player claims it in retrospect; the host answers.
    Claimed,
    /// The player of this other character proposes it; the host answers.
    Proposed(Id),
}

/// How a compel was settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateCompelEnd"))]
pub enum CompelEnd {
    /// Accepted, or granted in retrospect: the trouble is so.
    Accepted,
    /// Refused for a point.
    Refused {
        /// Why it did not happen.
        why: String,
    },
    /// Withdrawn, or not taken up.
    Withdrawn,
}

/// A compel the seat may answer; compels are open to all.
fn unsettled(deciding: &Deciding, id: Id) -> Result<Compel, Refusal> {
    let compel = deciding.now().compels.iter().find(|compel| compel.id == id);
    compel.cloned().ok_or_else(|| Refusal::new("F-14", message!("fate-no-compel")))
}

/// Compel points come from here (F-15).
fn home(deciding: &Deciding) -> Purse {
    ledger::home(deciding, Purse::Bank)
}

/// Refuses when the host has no point to offer, where compels are paid from the pool.
fn can_offer(deciding: &Deciding) -> Decided {
    if home(deciding) == Purse::Host && deciding.now().ledger.balance(Purse::Host) < 1 {
        return Err(Refusal::new("F-15", message!("fate-host-no-points")));
    }
    Ok(())
}

/// What the ledger says a compel was about.
fn about(deciding: &Deciding, aspect: Id) -> Option<Term> {
    deciding.now().aspect(aspect).and_then(|aspect| aspect.name.clone())
}

/// What a compel says.
#[derive(Clone, Copy)]
pub(super) struct Trouble<'c> {
    /// Whom it is for.
    pub to: Id,
    /// By which aspect.
    pub aspect: Id,
    /// Event or decision.
    pub kind: CompelKind,
    /// The trouble itself, as typed.
    pub text: &'c str,
}

/// Opens a compel of a player character, by their own aspect or one of the situation; both are
/// spoken of openly.
fn open(deciding: &mut Deciding, trouble: Trouble, stage: CompelStage) -> Result<Id, Refusal> {
    let Trouble { to, aspect, kind, text } = trouble;
    let character = character::seen(deciding, to)?;
    if !character.pc {
        return Err(Refusal::new("F-14", message!("fate-compel-players", who = &character.name)));
    }
    let found = aspect::seen(deciding, aspect)?;
    if !deciding.pack.is_aspect(found) {
        return Err(Refusal::new("P-41", message!("fate-is-no-aspect")));
    }
    if matches!(found.on, Place::Character(on) if on != to) {
        return Err(Refusal::new("F-14", message!("fate-compel-own-aspect")));
    }
    if deciding.now().compels.len() >= MOST {
        return Err(Refusal::new("F-14", message!("fate-too-many", most = MOST)));
    }
    let text = wording::text(text)?;
    show::reveal(deciding, to);
    show::reveal(deciding, aspect);
    let id = deciding.id();
    let compel = Compel { id, to, aspect, kind, text, stage };
    deciding.push(Event::CompelOpened { compel });
    Ok(id)
}

/// The host offers a compel.
pub(super) fn offer(deciding: &mut Deciding, trouble: Trouble) -> Decided {
    deciding.host()?;
    can_offer(deciding)?;
    let id = open(deciding, trouble, CompelStage::Offered)?;
    let (home, about) = (home(deciding), about(deciding, trouble.aspect));
    ledger::transfer(deciding, home, Purse::Compel(id), 1, Why::CompelOffered, about);
    Ok(())
}

/// One compel for the whole group, by an aspect that is nobody's own: each answers for themselves
/// (F-45).
pub(super) fn offer_to_group(
    deciding: &mut Deciding,
    to: &[Id],
    aspect: Id,
    kind: CompelKind,
    text: &str,
) -> Decided {
    deciding.host()?;
    if aspect::seen(deciding, aspect)?.character().is_some() {
        return Err(Refusal::new("F-45", message!("fate-compel-group-aspect")));
    }
    let all: Vec<Id> = match to {
        [] => deciding.now().player_characters().filter(|one| !one.out).map(|one| one.id).collect(),
        some => some.to_vec(),
    };
    if all.is_empty() {
        return Err(Refusal::new("F-45", message!("fate-nobody-to-compel")));
    }
    for to in all {
        offer(deciding, Trouble { to, aspect, kind, text })?;
    }
    Ok(())
}

/// A player claims a compel in retrospect.
pub(super) fn claim(deciding: &mut Deciding, trouble: Trouble) -> Decided {
    character::mine(deciding, trouble.to)?;
    open(deciding, trouble, CompelStage::Claimed)?;
    Ok(())
}

/// A player pays to propose a compel of another player character.
pub(super) fn propose(deciding: &mut Deciding, by: Id, trouble: Trouble) -> Decided {
    let proposer = character::mine(deciding, by)?;
    if !proposer.pc || by == trouble.to {
        return Err(Refusal::new("F-14", message!("fate-propose-other")));
    }
    let purse = ledger::can_pay(deciding, Holder::Character(by))?;
    let id = open(deciding, trouble, CompelStage::Proposed(by))?;
    let about = about(deciding, trouble.aspect);
    ledger::transfer(deciding, purse, Purse::Compel(id), 1, Why::Proposed, about);
    Ok(())
}

/// The one who has the word says yes.
pub(super) fn accept(deciding: &mut Deciding, id: Id) -> Decided {
    let compel = unsettled(deciding, id)?;
    let about = about(deciding, compel.aspect);
    let purse = Purse::Character(compel.to);
    match compel.stage {
        CompelStage::Offered => {
            character::mine(deciding, compel.to)?;
            ledger::transfer(deciding, Purse::Compel(id), purse, 1, Why::Compelled, about);
        }
        CompelStage::Claimed => {
            deciding.host()?;
            can_offer(deciding)?;
            let home = home(deciding);
            ledger::transfer(deciding, home, purse, 1, Why::Compelled, about);
        }
        CompelStage::Proposed(_) => {
            deciding.host()?;
            // The proposer's point is spent; the compel itself is the host's offer.
            let home = home(deciding);
            ledger::transfer(deciding, Purse::Compel(id), home, 1, Why::Proposed, about.clone());
            deciding.push(Event::CompelTakenUp { compel: id });
            ledger::transfer(deciding, home, Purse::Compel(id), 1, Why::CompelOffered, about);
            return Ok(());
        }
    }
    deciding.push(Event::CompelSettled { compel: id, end: CompelEnd::Accepted });
    Ok(())
}

/// Refusing costs a point; without one there is no refusing.
pub(super) fn refuse(deciding: &mut Deciding, id: Id, why: &str) -> Decided {
    let compel = unsettled(deciding, id)?;
    character::mine(deciding, compel.to)?;
    if compel.stage != CompelStage::Offered {
        return Err(Refusal::new("F-14", message!("fate-not-offered")));
    }
    let purse = ledger::can_pay(deciding, Holder::Character(compel.to))?;
    let why = wording::text(why)?;
    if why.is_empty() {
        return Err(Refusal::new("F-14", message!("fate-refuse-why")));
    }
    let about = about(deciding, compel.aspect);
    ledger::spend(deciding, purse, Why::CompelRefused, about);
    give_back(deciding, id);
    deciding.push(Event::CompelSettled { compel: id, end: CompelEnd::Refused { why } });
    Ok(())
}

/// The one who opened it takes it back, or the host turns it down.
pub(super) fn withdraw(deciding: &mut Deciding, id: Id) -> Decided {
    let compel = unsettled(deciding, id)?;
    match compel.stage {
        CompelStage::Offered => deciding.host()?,
        CompelStage::Claimed => drop(character::mine(deciding, compel.to)?),
        CompelStage::Proposed(by) => drop(character::mine(deciding, by)?),
    }
    give_back(deciding, id);
    deciding.push(Event::CompelSettled { compel: id, end: CompelEnd::Withdrawn });
    Ok(())
}

/// The point on the table goes back to where it came from.
pub(super) fn give_back(deciding: &mut Deciding, id: Id) {
    let Ok(compel) = unsettled(deciding, id) else { return };
    let to = match compel.stage {
        CompelStage::Proposed(by) => Purse::Character(by),
        CompelStage::Offered | CompelStage::Claimed => home(deciding),
    };
    let about = about(deciding, compel.aspect);
    ledger::empty(deciding, Purse::Compel(id), to, Why::CompelBack, about);
}

pub(super) fn opened(state: &mut State, compel: &Compel) {
    state.compels.push(compel.clone());
}

pub(super) fn taken_up(state: &mut State, compel: Id) {
    if let Some(compel) = state.compels.iter_mut().find(|one| one.id == compel) {
        compel.stage = CompelStage::Offered;
    }
}

pub(super) fn settled(state: &mut State, compel: Id) {
    state.compels.retain(|one| one.id != compel);
}

pub(super) fn tell_opened(before: &State, compel: &Compel) -> Option<Line> {
    let who = before.name(compel.to);
    let aspect = aspect::name_of(before, compel.aspect);
    let kind = compel.kind.to_message();
    let text = wording::quoted(&compel.text);
    let message = match compel.stage {
        CompelStage::Offered => {
            message!("fate-compel-offered", who = who, aspect = aspect, kind = kind, text = text)
        }
        CompelStage::Claimed => {
            message!("fate-compel-claimed", who = who, aspect = aspect, kind = kind, text = text)
        }
        CompelStage::Proposed(by) => message!(
            "fate-compel-proposed",
            by = before.name(by),
            who = who,
            aspect = aspect,
            kind = kind,
            text = text
        ),
    };
    Some(message.into())
}

pub(super) fn tell_taken_up(before: &State, compel: Id) -> Option<Line> {
    let compel = before.compels.iter().find(|one| one.id == compel)?;
    Some(message!("fate-compel-taken-up", who = before.name(compel.to)).into())
}

pub(super) fn tell_settled(before: &State, compel: Id, end: &CompelEnd) -> Option<Line> {
    let compel = before.compels.iter().find(|one| one.id == compel)?;
    let who = before.name(compel.to);
    let message = match end {
        CompelEnd::Accepted => message!("fate-compel-accepted", who = who),
        CompelEnd::Refused { why } if why.is_empty() => message!("fate-compel-refused", who = who),
        CompelEnd::Refused { why } => message!("fate-compel-refused-why", who = who, why = why),
        CompelEnd::Withdrawn => message!("fate-compel-withdrawn", who = who),
    };
    Some(message.into())
}

impl CompelKind {
    fn to_message(self) -> Message {
        match self {
            CompelKind::Event => message!("fate-compel-event"),
            CompelKind::Decision => message!("fate-compel-decision"),
        }
    }
}

/// What a seat can do about a compel that is always in sight.
pub(super) fn flag(pack: &Fate, state: &State, by: Seat, compel: &Compel, acts: &mut Acts) {
    let id = compel.id;
    let waits = message!("fate-waits-compel", who = state.name(compel.to));
    match compel.stage {
        CompelStage::Offered if state.awaits(by, Holder::Character(compel.to)) => {
            acts.can(id, None, "accept-compel");
            if state.ledger.balance(Purse::Character(compel.to)) > 0 {
                acts.can(id, None, "refuse-compel");
            }
            acts.wait(id, waits);
        }
        CompelStage::Offered if by.is_host() => acts.can(id, None, "withdraw-compel"),
        CompelStage::Claimed | CompelStage::Proposed(_) if by.is_host() => {
            let from_pool = state.options(pack).home == PointsHome::Host;
            let empty = state.ledger.balance(Purse::Host) < 1;
            if compel.stage != CompelStage::Claimed || !from_pool || !empty {
                acts.can(id, None, "grant-compel");
            }
            acts.can(id, None, "decline");
            acts.wait(id, waits);
        }
        CompelStage::Claimed if state.awaits(by, Holder::Character(compel.to)) => {
            acts.can(id, None, "withdraw-compel");
        }
        CompelStage::Proposed(of) if state.awaits(by, Holder::Character(of)) => {
            acts.can(id, None, "withdraw-compel");
        }
        CompelStage::Offered | CompelStage::Claimed | CompelStage::Proposed(_) => {}
    }
}

impl OfferBuilder<'_> {
    /// Answering compels, and taking them back.
    pub(super) fn compel_to_settle(&mut self, compel: &Compel) {
        let state = self.state;
        let id = compel.id;
        let who = state.name(compel.to);
        let accept = Command::AcceptCompel { compel: id };
        let withdraw = Command::WithdrawCompel { compel: id };
        let waits = message!("fate-waits-compel", who = &who);
        match compel.stage {
            CompelStage::Offered if self.owns(compel.to) => {
                let label = message!("fate-act-accept-compel");
                self.wait("F-14", waits.clone(), label, accept, Vec::new());
                let refuse = Command::RefuseCompel { compel: id, why: BLANK.to_owned() };
                let why = text_field("why", message!("fate-field-why"), false);
                self.wait("F-14", waits, message!("fate-act-refuse-compel"), refuse, vec![why]);
            }
            CompelStage::Claimed | CompelStage::Proposed(_) if self.by.is_host() => {
                let label = message!("fate-act-grant-compel");
                self.wait("F-14", waits.clone(), label, accept, Vec::new());
                let label = message!("fate-act-decline");
                self.wait("F-14", waits, label, withdraw, Vec::new());
            }
            CompelStage::Offered | CompelStage::Claimed | CompelStage::Proposed(_) => {
                let label = message!("fate-act-withdraw-compel");
                self.offer("F-14", label, withdraw, Vec::new());
            }
        }
    }

    /// A player character claims a compel, or proposes one of another.
    pub(super) fn own_compels(&mut self, character: &Character) {
        let id = character.id;
        let claim = |aspect| Command::ClaimCompel {
            character: id,
            aspect,
            kind: CompelKind::Event,
            text: String::new(),
        };
        self.compel(id, message!("fate-act-claim"), claim);
        for other in self.state.player_characters().filter(|one| one.id != id) {
            let propose = |aspect| Command::ProposeCompel {
                by: id,
                to: other.id,
                aspect,
                kind: CompelKind::Event,
                text: String::new(),
            };
            let whom = wording::word(&other.name);
            self.compel(other.id, message!("fate-act-propose", whom = whom), propose);
        }
    }

    /// The host compels a player character.
    pub(super) fn compel_player(&mut self, character: &Character) {
        let to = character.id;
        let compel =
            |aspect| Command::Compel { to, aspect, kind: CompelKind::Event, text: String::new() };
        self.compel(to, message!("fate-act-compel"), compel);
    }

    /// The host compels all player characters at once (F-45).
    pub(super) fn compel_group(&mut self) {
        let nobodys = |aspect: &Aspect| aspect.character().is_none();
        let Some((aspect, field)) = self.aspect_choice("aspect", nobodys) else { return };
        let kind = CompelKind::Event;
        let command = Command::CompelGroup { to: Vec::new(), aspect, kind, text: String::new() };
        let text = words_field("text", message!("fate-field-trouble"));
        let fields = vec![field, compel_kind_field(), text];
        self.offer("F-45", message!("fate-act-compel-group"), command, fields);
    }

    /// A compel by an aspect that is the character's own, or nobody's.
    fn compel(&mut self, to: Id, label: Message, command: impl Fn(Id) -> Command) {
        let pack = self.pack;
        let own = |aspect: &Aspect| {
            aspect.character().is_none_or(|on| on == to) && pack.is_aspect(aspect)
        };
        let Some((aspect, field)) = self.aspect_choice("aspect", own) else { return };
        let fields =
            vec![field, compel_kind_field(), words_field("text", message!("fate-field-trouble"))];
        self.offer("F-14", label, command(aspect), fields);
    }
}

/// Event or decision.
fn compel_kind_field() -> Field {
    let kinds = [CompelKind::Event, CompelKind::Decision];
    let kinds = kinds.into_iter().map(|kind| choice(kind, kind.to_message())).collect();
    choice_field("kind", message!("fate-field-kind"), kinds)
}
