//! What was written into the file: conclusions with their verdicts, and what refutes them; the traits
//! of the anomaly that came to light (M-36 … M-38).

use serde::{Deserialize, Serialize};

use super::case_file::{not_too_many, said};
use super::lookup::missing;
use super::offers::{BLANK, OfferBuilder, Offers, words};
use super::power::Power;
use super::viewing::Viewing;
use super::{
    Clue, ClueOrigin, Command, Deciding, Event, Pending, Polarity, RollKind, Source, State, Thing,
    Verdict,
};
use crate::kernel::{Decided, offer};
use crate::{Audience, Id, Message, Refusal, Term, Tone, message};

/// A conclusion as it was worded, and what came of it (M-38).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conclusion {
    /// Which one.
    pub id: Id,
    /// What it answers.
    pub about: About,
    /// How it was written.
    pub how: Written,
    /// Who led it.
    pub by: Option<Id>,
    /// What it says.
    pub text: Term,
    /// Whether it is right.
    pub finding: Finding,
    /// The band it fell into.
    pub band: usize,
    /// The power it was rolled with.
    pub power: i64,
    /// What the dice came to.
    pub total: String,
    /// The clues that counted, and which way.
    pub clues: Vec<(Id, Polarity)>,
    /// The clue that refutes it, once the host has named it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refuted_by: Option<Id>,
}

/// What a conclusion answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum About {
    /// A mystery (M-36).
    Mystery(Id),
    /// A question of the pack (M-37).
    Question(String),
}

/// How a conclusion was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistWritten"))]
pub enum Written {
    /// By replaying this moment.
    Deduced(String),
    /// By acting in the present.
    Tested,
    /// As an answer to a question.
    Answered,
}

/// Whether a conclusion is right (M-36, M-37).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistFinding"))]
pub enum Finding {
    /// It is right.
    Right,
    /// It is almost wholly right.
    AlmostRight,
    /// It is not wholly wrong.
    NotWhollyWrong,
    /// It is badly wrong.
    BadlyWrong,
    /// It is wrong and refuted.
    Refuted,
}

impl Finding {
    /// In words.
    pub(super) fn words(self) -> Message {
        match self {
            Finding::Right => message!("mist-finding-right"),
            Finding::AlmostRight => message!("mist-finding-almost"),
            Finding::NotWhollyWrong => message!("mist-finding-partly"),
            Finding::BadlyWrong => message!("mist-finding-badly"),
            Finding::Refuted => message!("mist-finding-refuted"),
        }
    }
}

/// A trait of the anomaly that came to light (M-36, M-38).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trait {
    /// Which one.
    pub id: Id,
    /// What it says.
    pub name: Term,
    /// The challenge it was seen in, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Term>,
    /// Who may see it.
    #[serde(default)]
    pub seen: Audience,
}

/// A roll of the file is written down with what came of it.
pub(super) fn write(
    deciding: &mut Deciding,
    roll: &Pending,
    tone: Tone,
    band: usize,
    power: &Power,
    total: &str,
) {
    let (about, how) = match &roll.kind {
        RollKind::Deduce { mystery, moment } => {
            (About::Mystery(*mystery), Written::Deduced(moment.clone()))
        }
        RollKind::Test { mystery } => (About::Mystery(*mystery), Written::Tested),
        RollKind::Question { question } => (About::Question(question.clone()), Written::Answered),
        RollKind::Action
        | RollKind::Mitigate { .. }
        | RollKind::Flashback { .. }
        | RollKind::Engagement
        | RollKind::Plunge { .. } => return,
    };
    let finding = match (&how, tone) {
        (Written::Answered, Tone::Failure) => Finding::BadlyWrong,
        (Written::Answered, Tone::Mixed) => Finding::NotWhollyWrong,
        (Written::Answered, Tone::Full | Tone::Style) => Finding::AlmostRight,
        (Written::Deduced(_) | Written::Tested, Tone::Failure) => Finding::Refuted,
        (Written::Deduced(_) | Written::Tested, _) => Finding::Right,
    };
    let counted = roll.lines.iter().filter(|it| it.verdict == Verdict::Approved);
    let clues = counted.filter_map(|it| match it.source {
        Source::Thing(id) => Some((id, it.polarity)),
        Source::Detail(_) | Source::Indulge(_) => None,
    });
    let conclusion = Conclusion {
        id: deciding.id(),
        about,
        how,
        by: roll.actor,
        text: roll.text.as_str().into(),
        finding,
        band,
        power: power.sum.total,
        total: total.to_owned(),
        clues: clues.collect(),
        refuted_by: None,
    };
    deciding.push(Event::ConclusionWritten { conclusion: Box::new(conclusion) });
}

pub(super) fn written(state: &mut State, conclusion: &Conclusion) {
    state.story_mut().conclusions.push(conclusion.clone());
}

/// What the text of the rules says of it. A question's answer is told for itself.
pub(super) fn tell_written(viewing: Viewing, it: &Conclusion) -> Option<Message> {
    let band = viewing.pack.bands.get(it.band)?;
    match (&it.how, it.finding) {
        (Written::Deduced(_), Finding::Refuted) => {
            Some(message!("mist-told-deduced-wrong", text = &it.text))
        }
        (Written::Deduced(_), _) if band.tone == Tone::Mixed => {
            Some(message!("mist-told-replay-goes-on"))
        }
        (Written::Tested, Finding::Refuted) => {
            Some(message!("mist-told-tested-wrong", text = &it.text))
        }
        (Written::Tested, _) => Some(message!("mist-told-tested-right", text = &it.text)),
        (Written::Deduced(_) | Written::Answered, _) => None,
    }
}

/// The clues that refute this very conclusion about this mystery: they count against it (M-36).
pub(super) fn refuting(state: &State, kind: &RollKind, text: &str) -> Vec<Id> {
    let (RollKind::Deduce { mystery, .. } | RollKind::Test { mystery }) = kind else {
        return Vec::new();
    };
    let same = |it: &&Conclusion| {
        it.about == About::Mystery(*mystery) && it.text.spellings().any(|it| it == text)
    };
    let mut refuting: Vec<Id> =
        state.story.conclusions.iter().filter(same).filter_map(|it| it.refuted_by).collect();
    refuting.retain(|id| state.story.clues.iter().any(|it| it.id == *id));
    refuting.dedup();
    refuting
}

impl Conclusion {
    /// Whether the host is still to name the clue that refutes it.
    pub(super) fn asks_for_refutation(&self) -> bool {
        let deduced = matches!(self.how, Written::Deduced(_));
        deduced && self.finding == Finding::Refuted && self.refuted_by.is_none()
    }

    /// What the host is waited for.
    pub(super) fn due(&self) -> Message {
        message!("mist-waits-refuting", text = &self.text)
    }
}

/// The host names the clue that refutes a conclusion: one that is there, or a new one (M-36).
pub(super) fn refute(deciding: &mut Deciding, id: Id, clue: Option<Id>, text: &str) -> Decided {
    deciding.host()?;
    let mut written = deciding.before.story.conclusions.iter();
    let found = written.find(|it| it.id == id && it.finding == Finding::Refuted);
    let conclusion = found.ok_or_else(|| missing(message!("mist-a-conclusion")))?;
    if conclusion.refuted_by.is_some() {
        return Err(Refusal::new("M-36", message!("mist-chosen-already")));
    }
    let clue = match clue {
        Some(clue) => match deciding.find(clue) {
            Ok(Thing::Clue(it)) if it.seen == Audience::All => clue,
            _ => return Err(missing(message!("mist-a-clue"))),
        },
        None => {
            not_too_many(deciding.before.story.clues.len())?;
            let clue = Clue {
                id: deciding.id(),
                text: said(text, message!("mist-a-clue"))?.as_str().into(),
                origin: ClueOrigin::Found,
                seen: Audience::All,
            };
            let id = clue.id;
            deciding.push(Event::ClueAdded { clue });
            id
        }
    };
    deciding.push(Event::ConclusionRefuted { conclusion: id, clue });
    Ok(())
}

pub(super) fn refuted(state: &mut State, id: Id, clue: Id) {
    let conclusions = state.story_mut().conclusions.iter_mut();
    conclusions.filter(|it| it.id == id).for_each(|it| it.refuted_by = Some(clue));
}

pub(super) fn tell_refuted(viewing: Viewing, id: Id, clue: Id) -> Option<Message> {
    let conclusion = viewing.state.story.conclusions.iter().find(|it| it.id == id)?;
    let clue = viewing.find(clue)?.name();
    Some(message!("mist-told-refuted-by", text = &conclusion.text, clue = clue))
}

/// A trait comes to light: it is written into the file, whatever it is seen in (M-38).
pub(super) fn reveal(deciding: &mut Deciding, name: &Term, of: Option<Id>, seen: &Audience) {
    let of = of.and_then(|id| deciding.before.challenge(id)).map(|it| it.name.clone());
    let it = Trait { id: deciding.id(), name: name.clone(), of, seen: seen.clone() };
    deciding.push(Event::TraitRevealed { it });
}

pub(super) fn revealed(state: &mut State, it: &Trait) {
    state.story_mut().traits.push(it.clone());
}

pub(super) fn tell_revealed(viewing: Viewing, it: &Trait) -> Option<Message> {
    viewing.sees(&it.seen).then(|| message!("mist-told-trait", name = &it.name))
}

impl OfferBuilder<'_> {
    /// Naming the clue that refutes what was deduced wrongly.
    pub(super) fn offer_refuting(self, it: &Conclusion, offers: &mut Offers) {
        if !it.asks_for_refutation() {
            return;
        }
        let refute = |clue, text: &str| {
            let text = text.to_owned();
            Command::Refute { conclusion: it.id, clue, text }
        };
        let written = offer("M-36", message!("mist-act-refute"), refute(None, BLANK));
        offers.push(
            written.field("text", message!("mist-field-words"), words()).waits(true, it.due()),
        );
        let clues = self.things(|it| matches!(it, Thing::Clue(clue) if clue.seen == Audience::All));
        if let Some(first) = clues.first() {
            let by = offer("M-36", message!("mist-act-refute-by"), refute(Some(*first), ""));
            let clues = self.choices(clues);
            offers.push(by.field("clue", message!("mist-field-which"), clues));
        }
    }
}
