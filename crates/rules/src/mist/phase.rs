//! The order of the story: phases, missions or chapters, seasons (M-40 … M-42).

use super::lookup::missing;
use super::offers::{OfferBuilder, Offers};
use super::viewing::Viewing;
use super::{Allows, Command, Deciding, Event, Mist, Phase, Question, State, Theme, archive, owed};
use crate::kernel::{Decided, offer};
use crate::{Message, Refusal, message};

impl Mist {
    /// A phase of the pack.
    #[must_use]
    pub fn phase(&self, id: &str) -> Option<&Phase> {
        self.story.phases.iter().find(|it| it.id == id)
    }

    /// Whether the present phase allows something; where phases only guide, all of them do.
    pub(super) fn allows(&self, state: &State, what: Allows) -> bool {
        !self.story.strict
            || self.phase(&state.story.phase).is_none_or(|it| it.allows.contains(&what))
    }

    /// Refuses what the present phase does not allow, and shows the way on (M-40).
    pub(super) fn check_phase(&self, state: &State, what: Allows) -> Decided {
        if self.allows(state, what) { Ok(()) } else { Err(self.not_in_phase(state, what)) }
    }

    fn not_in_phase(&self, state: &State, what: Allows) -> Refusal {
        let now = self.phase(&state.story.phase);
        let named = |phase: &Phase| message!("mist-phase-named", phase = &phase.name);
        let allowing: Vec<Message> =
            self.story.phases.iter().filter(|it| it.allows.contains(&what)).map(named).collect();
        let rule = match what {
            Allows::Replace => "M-54",
            Allows::File => "M-36",
            Allows::Engage => "M-34",
            _ => "M-40",
        };
        let phase = now.map_or_else(|| "".into(), |it| it.name.clone());
        Refusal::new(rule, message!("mist-not-in-phase", phase = phase))
            .instead(message!("mist-not-in-phase-instead", phases = allowing))
    }

    /// Whether lost themes are replaced in the present phase: only where it says so, also where
    /// phases otherwise only guide (M-54).
    pub(super) fn replaces(&self, state: &State) -> bool {
        let now = self.phase(&state.story.phase);
        now.is_none_or(|it| it.allows.contains(&Allows::Replace))
    }

    /// Refuses a replacement before its time.
    pub(super) fn check_replacing(&self, state: &State) -> Decided {
        if self.replaces(state) { Ok(()) } else { Err(self.not_in_phase(state, Allows::Replace)) }
    }

    /// The phases that may follow the present one.
    pub(super) fn next_phases<'a>(&'a self, state: &State) -> Vec<&'a Phase> {
        let now = self.phase(&state.story.phase);
        self.story
            .phases
            .iter()
            .filter(|it| it.id != state.story.phase)
            .filter(|it| !self.story.strict || now.is_none_or(|now| now.next.contains(&it.id)))
            .filter(|it| !self.story.strict || !it.needs_opportunity || state.story.opportunity)
            .filter(|it| !self.story.strict || !it.needs_answers || self.unanswered(state) == 0)
            .collect()
    }

    /// How many questions of the file are still to be answered (M-37).
    pub(super) fn unanswered(&self, state: &State) -> usize {
        self.open_questions(state).count()
    }

    fn open_questions<'a>(&'a self, state: &'a State) -> impl Iterator<Item = &'a Question> {
        let answers = &state.story.answers;
        self.file.questions.iter().filter(|it| !answers.contains_key(&it.id))
    }
}

/// The host enters a phase.
pub(super) fn enter(deciding: &mut Deciding, id: &str) -> Decided {
    deciding.host()?;
    let (pack, state) = (deciding.pack, deciding.before);
    let phase = pack.phase(id).ok_or_else(|| missing(message!("mist-a-phase")))?;
    let next = pack.next_phases(state);
    if !next.iter().any(|it| it.id == phase.id) {
        let named = |it: &&Phase| message!("mist-phase-named", phase = &it.name);
        let ways: Vec<Message> = next.iter().map(named).collect();
        let open =
            pack.open_questions(state).map(|it| message!("mist-thing-named", name = &it.name));
        let open: Vec<Message> = open.collect();
        let now = pack.phase(&state.story.phase);
        let follows = now.is_some_and(|it| it.next.contains(&phase.id));
        let (rule, what) = if follows && phase.needs_opportunity && !state.story.opportunity {
            ("M-40", message!("mist-no-opportunity", opportunity = &pack.file.opportunity))
        } else if follows && phase.needs_answers && pack.unanswered(state) > 0 {
            return Err(Refusal::new("M-37", message!("mist-unanswered", count = open.len()))
                .instead(message!("mist-unanswered-instead", questions = open)));
        } else {
            ("M-40", message!("mist-not-next", phase = &phase.name))
        };
        return Err(
            Refusal::new(rule, what).instead(message!("mist-not-next-instead", phases = ways))
        );
    }
    let looks_back = pack.looks_back(phase);
    if state.story.looking_back.is_some() && !looks_back {
        deciding.push(Event::LookingBackEnded);
    }
    if looks_back {
        archive::end(deciding);
    }
    if phase.begins {
        owed::lapse(deciding, |_| true);
    }
    lapse_conclusions(deciding, phase);
    archive::put_away(deciding, phase);
    deciding.push(Event::PhaseEntered { phase: phase.id.clone() });
    if looks_back && state.story.looking_back.is_none() {
        deciding.push(Event::LookingBackBegan);
    }
    if !phase.begins
        && phase.allows.contains(&Allows::Suppress)
        && state.owed.iter().any(|it| it.waits)
    {
        deciding.push(Event::OwedCameDue);
    }
    for character in &state.characters {
        let mut tags = character.themes.iter().flat_map(Theme::tags);
        if phase.allows.contains(&Allows::Recover) && tags.any(|it| it.burnt) {
            deciding.push(Event::AllRecovered { character: character.id });
        }
        // M-58: who has chosen an ending leaves when the mission or chapter ends.
        if phase.begins && character.ending.is_some() && !character.left {
            deciding.push(Event::CharacterLeft { character: character.id });
        }
    }
    Ok(())
}

/// A conclusion that is still to be proven is over before its dice fall, once the file is not written
/// any more (M-36, M-37).
fn lapse_conclusions(deciding: &mut Deciding, phase: &Phase) {
    let (pack, before) = (deciding.pack, deciding.before);
    if !phase.begins && (!pack.story.strict || phase.allows.contains(&Allows::File)) {
        return;
    }
    for roll in before.rolls.iter().filter(|it| it.outcome.is_none() && it.kind.writes()) {
        deciding.push(Event::Cancelled { roll: roll.id });
    }
}

pub(super) fn entered(pack: &Mist, state: &mut State, phase: &str) {
    let story = state.story_mut();
    // The opportunity a test gave is used up once the anomaly has been faced (M-40).
    if pack.phase(&story.phase).is_some_and(|it| it.allows.contains(&Allows::Suppress)) {
        story.opportunity = false;
    }
    phase.clone_into(&mut story.phase);
    if pack.phase(phase).is_some_and(|it| it.begins) {
        story.mission += 1;
        story.opportunity = false;
        story.countdown = None;
        story.countdown_used = false;
        story.indexes.clear();
        story.answers.clear();
        story.mysteries.clear();
        story.opening = None;
        story.marks.clear();
    }
}

pub(super) fn tell_entered(viewing: Viewing, phase: &str) -> Option<Message> {
    let phase = viewing.pack.phase(phase)?;
    Some(message!("mist-told-phase", phase = &phase.name, text = &phase.text))
}

/// The host ends the season.
pub(super) fn end_season(deciding: &mut Deciding) -> Decided {
    deciding.host()?;
    deciding.push(Event::SeasonEnded);
    Ok(())
}

pub(super) fn season_ended(state: &mut State) {
    let story = state.story_mut();
    story.season += 1;
    story.mission = 1;
}

pub(super) fn tell_season_ended(viewing: Viewing) -> Option<Message> {
    Some(message!("mist-told-season", season = viewing.state.story.season))
}

impl OfferBuilder<'_> {
    /// Entering a phase, and ending the season.
    pub(super) fn offer_phases(self, offers: &mut Offers) {
        for phase in self.pack.next_phases(self.state) {
            let command = Command::EnterPhase { phase: phase.id.clone() };
            let label = message!("mist-act-enter-phase", phase = &phase.name);
            offers.push(offer("M-40", label, command));
        }
        offers.push(offer("M-40", message!("mist-act-end-season"), Command::EndSeason));
    }
}
