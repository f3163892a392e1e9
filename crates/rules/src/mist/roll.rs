//! A roll from its opening until nothing of it is left to choose: what is attempted, and by whom.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::offers::{OfferBuilder, Offers};
use super::viewing::Viewing;
use super::{
    Character, Command, Deciding, Depth, Event, LONGEST_TEXT, Mist, Outcome, Proposal, RollLine,
    State, line,
};
use crate::kernel::{Decided, offer};
use crate::{Arg, Audience, Chances, Id, Message, Refusal, Term, Tone, Viewer, message, typed};

/// A roll from its opening until nothing of it is left to choose. It lives on the table, so
/// closing a window loses nothing (B-21).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// Which one.
    pub id: Id,
    /// The character who acts; nobody in particular when the crew does (M-34).
    pub actor: Option<Id>,
    /// What sort of roll it is.
    pub kind: RollKind,
    /// How closely it is looked at (M-10).
    pub depth: Depth,
    /// What is attempted, in the player's words.
    pub text: String,
    /// Who may see it (B-23).
    #[serde(default)]
    pub seen: Audience,
    /// The lines proposed for it.
    pub lines: Vec<RollLine>,
    /// The theme indulged in (M-32).
    pub indulge: Option<Id>,
    /// Whether the countdown's tier is added (M-37).
    pub countdown: bool,
    /// What the dice said, once rolled.
    pub outcome: Option<Outcome>,
}

impl Pending {
    /// Who rolls, by name.
    pub(super) fn actor_name(&self, state: &State) -> Arg {
        match self.actor.and_then(|id| state.character(id)) {
            Some(character) => (&character.name).into(),
            None => message!("mist-the-crew").into(),
        }
    }
}

/// What sort of roll it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistRollKind"))]
pub enum RollKind {
    /// An ordinary action.
    Action,
    /// Answers a pending consequence (M-30).
    Mitigate {
        /// Which one.
        consequence: Id,
    },
    /// A past deed told now (M-33).
    Flashback {
        /// The moment it refers to.
        moment: String,
    },
    /// The crew goes in (M-34).
    Engagement,
    /// All of a strange theme at once (M-35).
    Plunge {
        /// The theme.
        theme: Id,
        /// The degree, counted from 0; the host sets it.
        degree: Option<u8>,
    },
    /// Replays a past scene to prove a conclusion (M-36).
    Deduce {
        /// The mystery.
        mystery: Id,
        /// The moment it replays.
        moment: String,
    },
    /// Acts now to prove a conclusion (M-36).
    Test {
        /// The mystery.
        mystery: Id,
    },
    /// Answers one of the file's questions (M-37).
    Question {
        /// The question's id in the pack.
        question: String,
    },
}

impl RollKind {
    /// Whether it proves a conclusion of the file (M-36, M-37).
    pub(super) fn writes(&self) -> bool {
        match self {
            RollKind::Deduce { .. } | RollKind::Test { .. } | RollKind::Question { .. } => true,
            RollKind::Action
            | RollKind::Mitigate { .. }
            | RollKind::Flashback { .. }
            | RollKind::Engagement
            | RollKind::Plunge { .. } => false,
        }
    }
}

impl Mist {
    /// What a kind of roll is called.
    pub(super) fn roll_name(&self, kind: &RollKind) -> Message {
        let named = |name| message!("mist-roll-named", name = name);
        match kind {
            RollKind::Action => message!("mist-roll-action"),
            RollKind::Mitigate { .. } => named(&self.mitigate.name),
            RollKind::Flashback { .. } => named(&self.flashback.name),
            RollKind::Engagement => named(&self.engagement.name),
            RollKind::Plunge { .. } => named(&self.plunge.name),
            RollKind::Deduce { .. } => named(&self.file.deduce),
            RollKind::Test { .. } => named(&self.file.test),
            RollKind::Question { question } => {
                let mut questions = self.file.questions.iter();
                let found = questions.find(|it| it.id == *question);
                found.map_or_else(|| named(&self.file.name), |it| named(&it.name))
            }
        }
    }

    /// What whoever rolls it does, in words: `回答「异常是什么？」`.
    pub(super) fn roll_told(&self, kind: &RollKind) -> Message {
        match kind {
            RollKind::Question { .. } => {
                message!("mist-roll-answer", question = self.roll_name(kind))
            }
            RollKind::Action
            | RollKind::Mitigate { .. }
            | RollKind::Flashback { .. }
            | RollKind::Engagement
            | RollKind::Plunge { .. }
            | RollKind::Deduce { .. }
            | RollKind::Test { .. } => self.roll_name(kind),
        }
    }

    /// What a band is called for a kind of roll: a mitigation has words of its own (M-30).
    pub(super) fn band_name(&self, kind: &RollKind, band: usize) -> Term {
        let Some(band) = self.bands.get(band) else {
            return Term::from("");
        };
        let words = self.mitigate.words.as_ref();
        match (kind, words) {
            (RollKind::Mitigate { .. }, Some(words)) => match band.tone {
                Tone::Failure => words.failure.clone(),
                Tone::Mixed => words.mixed.clone(),
                Tone::Full | Tone::Style => words.full.clone(),
            },
            _ => band.name.clone(),
        }
    }

    /// The chances of a kind of roll, in its own words.
    pub(super) fn chances_of(&self, kind: &RollKind, chances: &Chances) -> Chances {
        let mut chances = chances.clone();
        for (band, chance) in chances.outcomes.iter_mut().enumerate() {
            chance.label = self.band_name(kind, band);
        }
        chances
    }

    /// Whether a roll is made with an avatar's dice (M-16).
    pub(super) fn is_avatar(&self, state: &State, roll: &Pending) -> bool {
        let actor = roll.actor.and_then(|id| state.character(id));
        actor.is_some_and(|it| it.avatar)
    }
}

/// A special action this variant has.
pub(super) fn check_on(on: bool, rule: &'static str, what: &Term) -> Decided {
    if on { Ok(()) } else { Err(Refusal::new(rule, message!("mist-switched-off", what = what))) }
}

/// The most rolls under way at once for one character.
const MOST_AT_ONCE: usize = 4;

/// Whether a character may begin one more roll, as far as a viewer knows.
pub(super) fn has_room(state: &State, viewer: Viewer, actor: Option<Id>) -> bool {
    let mut rolls = state.rolls.iter().filter(|it| it.actor == actor && it.seen.sees(viewer));
    rolls.nth(MOST_AT_ONCE - 1).is_none()
}

/// Opens a roll of any kind, with the lines that count from the start.
pub(super) fn open(
    deciding: &mut Deciding,
    actor: Option<&Character>,
    kind: RollKind,
    depth: Depth,
    text: &str,
    seen: Audience,
    lines: &[Proposal],
) -> Decided {
    if !has_room(deciding.before, deciding.viewer(), actor.map(|it| it.id)) {
        return Err(Refusal::new("B-21", message!("mist-too-many-rolls"))
            .instead(message!("mist-too-many-rolls-instead")));
    }
    let mut roll = Pending {
        id: deciding.id(),
        actor: actor.map(|it| it.id),
        kind,
        depth,
        text: typed::text(text, LONGEST_TEXT)?,
        seen,
        lines: Vec::new(),
        indulge: None,
        countdown: false,
        outcome: None,
    };
    line::draft_all(deciding, &mut roll, lines)?;
    deciding.push(Event::RollOpened { roll: Box::new(roll) });
    Ok(())
}

pub(super) fn opened(state: &mut State, roll: &Pending) {
    state.rolls.push(Arc::new(roll.clone()));
}

pub(super) fn tell_opened(viewing: Viewing, roll: &Pending) -> Option<Message> {
    if !viewing.sees(&roll.seen) {
        return None;
    }
    let who = roll.actor_name(viewing.state);
    let (name, text) = (viewing.pack.roll_name(&roll.kind), &roll.text);
    let lines: Vec<Message> =
        roll.lines.iter().map(|it| line::short_words(viewing, roll, it)).collect();
    Some(match &roll.kind {
        RollKind::Flashback { moment } | RollKind::Deduce { moment, .. } => message!(
            "mist-told-opened-past",
            who = who,
            roll = name,
            moment = moment,
            text = text,
            lines = lines
        ),
        RollKind::Action
        | RollKind::Mitigate { .. }
        | RollKind::Engagement
        | RollKind::Plunge { .. }
        | RollKind::Test { .. }
        | RollKind::Question { .. } => {
            message!("mist-told-opened", who = who, roll = name, text = text, lines = lines)
        }
    })
}

/// Gives a roll up before the dice fall.
pub(super) fn cancel(deciding: &mut Deciding, roll: Id) -> Decided {
    let roll = deciding.open_roll(roll)?;
    deciding.rolls_for(roll)?;
    deciding.push(Event::Cancelled { roll: roll.id });
    Ok(())
}

pub(super) fn tell_cancelled(viewing: Viewing, roll: Id) -> Option<Message> {
    let roll = viewing.roll(roll)?;
    Some(message!("mist-told-cancelled", who = roll.actor_name(viewing.state)))
}

/// Nothing of a roll is left to choose, or it is not made at all.
pub(super) fn closed(state: &mut State, roll: Id) {
    state.rolls.retain(|it| it.id != roll);
}

impl OfferBuilder<'_> {
    /// Giving a roll up.
    pub(super) fn offer_cancelling(self, roll: &Pending, offers: &mut Offers) {
        let command = Command::Cancel { roll: roll.id };
        offers.push(offer("B-21", message!("mist-act-cancel"), command));
    }
}
