//! The case a file is about: named, ended with its mission, kept in the archive, opened again (M-38).

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::lookup::missing;
use super::offers::{BLANK, OfferBuilder, Offers, name};
use super::viewing::Viewing;
use super::{
    Allows, Clue, Command, Conclusion, Deciding, Event, FileForm, LONGEST_NAME, Mystery, Phase,
    State, Story, Trait,
};
use crate::kernel::{Decided, offer};
use crate::{Id, Message, Refusal, Term, message, typed};

/// A closed case: all that was written about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Which one.
    pub id: Id,
    /// What it is called.
    pub title: Option<Term>,
    /// The number of its season.
    pub season: u32,
    /// The number of its mission in the season.
    pub mission: u32,
    /// How it ended.
    pub end: Option<CaseEnd>,
    /// The tier the countdown had.
    pub countdown: Option<u8>,
    /// The tiers of the indexes, by question.
    pub indexes: BTreeMap<String, u8>,
    /// The band each question was answered with.
    pub answers: BTreeMap<String, usize>,
    /// What was to be found out.
    pub mysteries: Vec<Mystery>,
    /// What was found out.
    pub clues: Vec<Clue>,
    /// What was concluded.
    pub conclusions: Vec<Conclusion>,
    /// The traits that came to light.
    pub traits: Vec<Trait>,
}

/// How a case ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistCaseEnd"))]
pub enum CaseEnd {
    /// The anomaly was faced.
    Closed,
    /// The mission ended without it (M-43).
    Abandoned,
}

/// The host gives the case a name.
pub(super) fn name_case(deciding: &mut Deciding, typed: &str) -> Decided {
    deciding.host()?;
    check_file(deciding)?;
    let title = Term::from(typed::name(typed, LONGEST_NAME)?);
    deciding.push(Event::CaseNamed { title });
    Ok(())
}

fn check_file(deciding: &Deciding) -> Decided {
    if deciding.pack.file.form == FileForm::None {
        return Err(Refusal::new("M-38", message!("mist-not-in-variant")));
    }
    Ok(())
}

pub(super) fn case_named(state: &mut State, title: &Term) {
    state.story_mut().case = Some(title.clone());
}

pub(super) fn tell_case_named(title: &Term) -> Option<Message> {
    Some(message!("mist-told-case", title = title))
}

/// A mission comes to its end: its case is closed if the anomaly was faced, else abandoned.
pub(super) fn end(deciding: &mut Deciding) {
    let story = &deciding.before.story;
    if deciding.pack.file.form == FileForm::None || story.case_end.is_some() {
        return;
    }
    let left = deciding.pack.phase(&story.phase);
    let faced = left.is_some_and(|it| it.allows.contains(&Allows::Suppress));
    let end = if faced { CaseEnd::Closed } else { CaseEnd::Abandoned };
    deciding.push(Event::CaseEnded { end });
}

pub(super) fn case_ended(state: &mut State, end: CaseEnd) {
    state.story_mut().case_end = Some(end);
}

pub(super) fn tell_case_ended(viewing: Viewing, end: CaseEnd) -> Option<Message> {
    let unit = &viewing.pack.story.unit;
    Some(match end {
        CaseEnd::Closed => message!("mist-told-case-closed"),
        // Its test was made, and the anomaly not faced.
        CaseEnd::Abandoned if viewing.state.story.opportunity => {
            message!("mist-told-case-unfaced", unit = unit)
        }
        CaseEnd::Abandoned => message!("mist-told-case-abandoned", unit = unit),
    })
}

/// A new mission opens a new case; the one before goes into the archive.
pub(super) fn put_away(deciding: &mut Deciding, entered: &Phase) {
    if deciding.pack.file.form == FileForm::None || !entered.begins {
        return;
    }
    let case = deciding.id();
    deciding.push(Event::CaseArchived { case });
}

/// All of the file, leaving an empty one.
fn taken(story: &mut Story, id: Id) -> Case {
    Case {
        id,
        title: story.case.take(),
        season: story.season,
        mission: story.mission,
        end: story.case_end.take(),
        countdown: story.countdown.take(),
        indexes: std::mem::take(&mut story.indexes),
        answers: std::mem::take(&mut story.answers),
        mysteries: std::mem::take(&mut story.mysteries),
        clues: std::mem::take(&mut story.clues),
        conclusions: std::mem::take(&mut story.conclusions),
        traits: std::mem::take(&mut story.traits),
    }
}

pub(super) fn archived(state: &mut State, id: Id) {
    let story = state.story_mut();
    let case = taken(story, id);
    story.archive.push(Arc::new(case));
}

/// The host opens a closed case again; the present one goes into the archive in its place.
pub(super) fn reopen(deciding: &mut Deciding, id: Id) -> Decided {
    deciding.host()?;
    if !deciding.before.story.archive.iter().any(|it| it.id == id) {
        return Err(missing(message!("mist-a-case")));
    }
    if deciding.before.rolls.iter().any(|it| it.kind.writes()) {
        return Err(Refusal::new("M-38", message!("mist-mystery-busy")));
    }
    let present = deciding.id();
    deciding.push(Event::CaseReopened { case: id, present });
    Ok(())
}

pub(super) fn reopened(state: &mut State, id: Id, present: Id) {
    let story = state.story_mut();
    let Some(place) = story.archive.iter().position(|it| it.id == id) else {
        return;
    };
    let case = story.archive.remove(place);
    let away = taken(story, present);
    story.archive.push(Arc::new(away));
    let case = Arc::unwrap_or_clone(case);
    story.case = case.title;
    story.countdown = case.countdown;
    story.indexes = case.indexes;
    story.answers = case.answers;
    story.mysteries = case.mysteries;
    story.clues = case.clues;
    story.conclusions = case.conclusions;
    story.traits = case.traits;
}

pub(super) fn tell_reopened(viewing: Viewing, id: Id) -> Option<Message> {
    let mut archive = viewing.state.story.archive.iter();
    let case = archive.find(|it| it.id == id)?;
    Some(message!("mist-told-case-reopened", case = words(viewing, case)))
}

/// What a case is called: by its name, or by its mission.
pub(super) fn words(viewing: Viewing, case: &Case) -> Message {
    match &case.title {
        Some(title) => message!("mist-thing-named", name = title),
        None => message!(
            "mist-case-numbered",
            unit = &viewing.pack.story.unit,
            season = case.season,
            mission = case.mission
        ),
    }
}

impl OfferBuilder<'_> {
    /// Naming the case.
    pub(super) fn offer_naming_case(self, offers: &mut Offers) {
        let command = Command::NameCase { title: BLANK.to_owned() };
        let field = message!("mist-field-title");
        offers.push(offer("M-38", message!("mist-act-name-case"), command).field(
            "title",
            field,
            name(),
        ));
    }

    /// Opening a closed case again.
    pub(super) fn offer_reopening(self, case: Id, offers: &mut Offers) {
        let command = Command::ReopenCase { case };
        offers.push(offer("M-38", message!("mist-act-reopen-case"), command));
    }
}
