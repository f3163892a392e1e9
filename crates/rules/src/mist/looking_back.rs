//! Looking back on a mission or chapter: a checklist for the whole table, which warns and never
//! blocks (M-43).

use serde::{Deserialize, Serialize};

use super::growth::theme;
use super::lookup::missing;
use super::offers::{OfferBuilder, Offers, number};
use super::viewing::Viewing;
use super::{
    Allows, Character, Command, Deciding, Event, Holder, Mist, Phase, State, Status, Theme, Thing,
    Why,
};
use crate::kernel::{Decided, offer};
use crate::{Id, Message, Refusal, Term, message};

/// What has been decided so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LookingBack {
    /// The questions answered.
    pub answers: Vec<Answer>,
    /// The statuses decided on, and whether each was kept as it was.
    pub statuses: Vec<(Id, bool)>,
    /// The burnt tags each character got back as it began.
    pub recovered: Vec<(Id, Vec<Term>)>,
}

/// What was answered about a theme's track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Which theme.
    pub theme: Id,
    /// Which of its tracks.
    pub track: Track,
    /// Whether it was marked.
    pub marked: bool,
    /// Why, if that was said.
    pub why: Option<String>,
}

/// One of a theme's two tracks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistTrack"))]
pub enum Track {
    /// The improve track.
    Improve,
    /// The decay track.
    Decay,
}

/// What the checklist still asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Open<'s> {
    /// A question about a theme.
    Theme(&'s Character, &'s Theme, Track),
    /// A status to decide on.
    Status(&'s Character, &'s Status),
    /// A lost theme to replace.
    Vacancy(&'s Character),
}

impl Mist {
    /// Whether a phase is for looking back.
    pub(super) fn looks_back(&self, phase: &Phase) -> bool {
        phase.allows.contains(&Allows::Recover) || phase.allows.contains(&Allows::Replace)
    }
}

pub(super) fn began(state: &mut State) {
    state.story_mut().looking_back = Some(LookingBack::default());
}

pub(super) fn tell_began() -> Option<Message> {
    Some(message!("mist-told-looking-back"))
}

pub(super) fn ended(state: &mut State) {
    state.story_mut().looking_back = None;
}

/// What was left open is told, and left.
pub(super) fn tell_ended(viewing: Viewing) -> Option<Message> {
    let open: Vec<Message> = viewing.left_open().map(|it| words(viewing.pack, &it)).collect();
    (!open.is_empty()).then(|| message!("mist-told-left-open", open = open))
}

/// What the checklist asks of one character.
pub(super) fn open_of<'s>(
    looking: &'s LookingBack,
    it: &'s Character,
) -> impl Iterator<Item = Open<'s>> {
    let themes = it.themes.iter().flat_map(move |theme| {
        let tracks = [Track::Improve, Track::Decay].into_iter();
        let asked = tracks.filter(move |track| looking.answer(theme.id, *track).is_none());
        asked.map(move |track| Open::Theme(it, theme, track))
    });
    let statuses = it.statuses.iter().filter(|status| !looking.decided(status.id));
    let statuses = statuses.map(move |status| Open::Status(it, status));
    let vacancies = it.vacancies.iter().map(move |_| Open::Vacancy(it));
    themes.chain(vacancies).chain(statuses)
}

impl LookingBack {
    /// The answer to a question about a theme.
    pub(super) fn answer(&self, theme: Id, track: Track) -> Option<&Answer> {
        self.answers.iter().find(|it| it.theme == theme && it.track == track)
    }

    /// Whether a status was decided on.
    pub(super) fn decided(&self, status: Id) -> bool {
        self.statuses.iter().any(|it| it.0 == status)
    }
}

impl<'s> Viewing<'s> {
    /// All that the checklist still asks.
    pub(super) fn left_open(self) -> impl Iterator<Item = Open<'s>> {
        let looking = self.state.story.looking_back.as_ref();
        let open = looking.into_iter().flat_map(move |looking| {
            let characters = self.characters().filter(|it| !it.left && it.seat.is_some());
            characters.flat_map(move |it| open_of(looking, it))
        });
        open.filter(move |it| match it {
            Open::Status(_, status) => self.sees(&status.seen),
            Open::Theme(..) | Open::Vacancy(_) => true,
        })
    }
}

/// Something left open, in words.
fn words(pack: &Mist, open: &Open) -> Message {
    match open {
        Open::Theme(who, theme, track) => {
            let kinds = pack.kinds.of(theme.kind);
            let track = match track {
                Track::Improve => &kinds.improve,
                Track::Decay => &kinds.decay,
            };
            message!("mist-open-theme", who = &who.name, theme = &theme.title, track = track)
        }
        Open::Status(who, status) => message!(
            "mist-open-status",
            who = &who.name,
            status = &status.name,
            tier = status.tier()
        ),
        Open::Vacancy(who) => message!("mist-open-vacancy", who = &who.name),
    }
}

fn looking<'a>(deciding: &Deciding<'a>) -> Result<&'a LookingBack, Refusal> {
    let looking = deciding.before.story.looking_back.as_ref();
    looking.ok_or_else(|| Refusal::new("M-43", message!("mist-not-looking-back")))
}

/// Answers a question of the checklist with nothing to mark; marking answers it too.
pub(super) fn pass(deciding: &mut Deciding, character: Id, id: Id, track: Track) -> Decided {
    theme(deciding.actor(character)?, id)?;
    if looking(deciding)?.answer(id, track).is_some() {
        return Err(Refusal::new("M-43", message!("mist-chosen-already")));
    }
    deciding.push(Event::LookedBack { character, theme: id, track });
    Ok(())
}

pub(super) fn passed(state: &mut State, theme: Id, track: Track) {
    answered(state, Answer { theme, track, marked: false, why: None });
}

pub(super) fn tell_passed(
    viewing: Viewing,
    character: Id,
    theme: Id,
    track: Track,
) -> Option<Message> {
    let (who, theme) = viewing.theme(character, theme)?;
    let kinds = viewing.pack.kinds.of(theme.kind);
    let track = match track {
        Track::Improve => &kinds.improve,
        Track::Decay => &kinds.decay,
    };
    Some(message!("mist-told-not-marked", who = &who.name, theme = &theme.title, track = track))
}

/// A mark answers its question, unless it came of a roll; then it is remembered for when the table
/// looks back.
pub(super) fn marked(state: &mut State, theme: Id, track: Track, why: Option<&Why>) {
    let said = match why {
        None => None,
        Some(Why::Said(said)) => Some(said.clone()),
        Some(why @ (Why::Weakness(_) | Why::Indulged | Why::Plunged)) => {
            state.story_mut().marks.push((theme, track, why.clone()));
            return;
        }
    };
    if state.story.looking_back.is_some() {
        answered(state, Answer { theme, track, marked: true, why: said });
    }
}

fn answered(state: &mut State, answer: Answer) {
    if let Some(looking) = &mut state.story_mut().looking_back {
        looking.answers.retain(|it| (it.theme, it.track) != (answer.theme, answer.track));
        looking.answers.push(answer);
    }
}

/// A character's burnt tags come back, of which looking back tells.
pub(super) fn recovering(state: &mut State, character: Id) {
    let Some(it) = state.character(character) else {
        return;
    };
    let tags = it.themes.iter().flat_map(Theme::tags).filter(|tag| tag.burnt);
    let tags: Vec<Term> = tags.map(|tag| tag.name.clone()).collect();
    if let Some(looking) = &mut state.story_mut().looking_back {
        looking.recovered.push((character, tags));
    }
}

/// Decides on a status: kept, lowered or cleared.
pub(super) fn decide_status(deciding: &mut Deciding, id: Id, by: u8) -> Decided {
    let Ok(Thing::Status(Holder::Character(character), status)) = deciding.find(id) else {
        return Err(missing(message!("mist-a-status")));
    };
    deciding.actor(character)?;
    looking(deciding)?;
    if by > 0 {
        deciding.push(Event::StatusReduced { status: id, by: by.min(status.tier()) });
    }
    deciding.push(Event::StatusDecided { status: id, kept: by == 0 });
    Ok(())
}

pub(super) fn status_decided(state: &mut State, status: Id, kept: bool) {
    if let Some(looking) = &mut state.story_mut().looking_back {
        looking.statuses.retain(|it| it.0 != status);
        looking.statuses.push((status, kept));
    }
}

/// Lowering is told for itself.
pub(super) fn tell_status_decided(viewing: Viewing, status: Id, kept: bool) -> Option<Message> {
    let status = viewing.find(status)?;
    kept.then(|| message!("mist-told-status-kept", status = status.words(viewing.state)))
}

impl OfferBuilder<'_> {
    /// Answering the checklist about a theme with nothing to mark.
    pub(super) fn offer_passing(self, who: &Character, theme: &Theme, offers: &mut Offers) {
        let Some(looking) = &self.state.story.looking_back else {
            return;
        };
        let kinds = self.pack.kinds.of(theme.kind);
        for (track, name) in [(Track::Improve, &kinds.improve), (Track::Decay, &kinds.decay)] {
            if looking.answer(theme.id, track).is_none() {
                let command = Command::LookBack { character: who.id, theme: theme.id, track };
                let label = message!("mist-act-look-back", track = name);
                offers.push(offer("M-43", label, command));
            }
        }
    }

    /// Deciding on a status.
    pub(super) fn offer_deciding(self, status: &Status, offers: &mut Offers) {
        if self.state.story.looking_back.is_none() {
            return;
        }
        let command = Command::DecideStatus { status: status.id, by: 0 };
        let by = number(0, status.tier());
        let field = message!("mist-field-lower-by");
        let decide = offer("M-43", message!("mist-act-decide-status"), command);
        offers.push(decide.field("by", field, by));
    }
}
