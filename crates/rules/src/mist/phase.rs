//! The order of the story: phases, missions or chapters, seasons (M-40 … M-42).

use super::plan::{Decided, Plan, missing};
use super::{Allows, Event, Mist, Phase, State, Theme};
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
        if self.allows(state, what) {
            return Ok(());
        }
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
        Err(Refusal::new(rule, message!("mist-not-in-phase", phase = phase))
            .instead(message!("mist-not-in-phase-instead", phases = allowing)))
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
            .collect()
    }
}

/// The host enters a phase.
pub(super) fn enter(plan: &mut Plan, id: &str) -> Decided {
    plan.host()?;
    let (pack, state) = (plan.pack, plan.before);
    let phase = pack.phase(id).ok_or_else(|| missing(message!("mist-a-phase")))?;
    let next = pack.next_phases(state);
    if !next.iter().any(|it| it.id == phase.id) {
        let named = |it: &&Phase| message!("mist-phase-named", phase = &it.name);
        let ways: Vec<Message> = next.iter().map(named).collect();
        let closed = pack.story.strict && phase.needs_opportunity && !state.story.opportunity;
        let what = if closed {
            message!("mist-no-opportunity", opportunity = &pack.file.opportunity)
        } else {
            message!("mist-not-next", phase = &phase.name)
        };
        return Err(
            Refusal::new("M-40", what).instead(message!("mist-not-next-instead", phases = ways))
        );
    }
    plan.push(Event::PhaseEntered { phase: phase.id.clone() });
    if phase.allows.contains(&Allows::Suppress) && state.owed.iter().any(|it| it.waits) {
        plan.push(Event::OwedCameDue);
    }
    for character in &state.characters {
        let mut tags = character.themes.iter().flat_map(Theme::tags);
        if phase.allows.contains(&Allows::Recover) && tags.any(|it| it.burnt) {
            plan.push(Event::AllRecovered { character: character.id });
        }
        // M-58: who has chosen an ending leaves when the mission or chapter ends.
        if phase.begins && character.ending.is_some() && !character.left {
            plan.push(Event::CharacterLeft { character: character.id });
        }
    }
    Ok(())
}

/// The host ends the season.
pub(super) fn end_season(plan: &mut Plan) -> Decided {
    plan.host()?;
    plan.push(Event::SeasonEnded);
    Ok(())
}
