//! Making events so. Total: what no longer fits is passed over.

use std::sync::Arc;

use super::{
    Allows, Challenge, Character, Event, Fate, Grown, Holder, Kind, Limit, Marks, Mist, Pang,
    Pending, RollLine, State, Status, Tag, Theme, Threat, Vacancy,
};
use crate::{Audience, Id, Term};

impl Mist {
    /// Makes an event so.
    pub(super) fn make_so(&self, state: &mut State, event: &Event) {
        match event {
            Event::AutoApproveSet { on } => state.auto_approve = *on,
            Event::Shown { thing, to } => show(state, *thing, to),
            Event::Renamed { thing, name } => rename(state, *thing, name),
            Event::Told { .. } | Event::FeatDone { .. } => {}
            _ => {
                if !self.scene_event(state, event)
                    && !self.roll_event(state, event)
                    && !self.story_event(state, event)
                {
                    self.character_event(state, event);
                }
            }
        }
    }

    fn scene_event(&self, state: &mut State, event: &Event) -> bool {
        match event {
            Event::SceneSet { scene } => state.scene = Some(Arc::new((**scene).clone())),
            Event::PresentSet { character, present } => {
                if let Some(scene) = state.scene_mut() {
                    scene.present.retain(|id| id != character);
                    if *present {
                        scene.present.push(*character);
                    }
                }
            }
            Event::SceneStepped { step } => {
                if let Some(scene) = state.scene_mut() {
                    scene.step = *step;
                }
            }
            Event::SceneEnded { keep } => end_scene(state, keep),
            Event::ChallengeAdded { challenge } => {
                state.challenges.push(Arc::new((**challenge).clone()));
            }
            Event::ChallengeRemoved { challenge } => {
                state.challenges.retain(|it| it.id != *challenge);
            }
            Event::LimitAdded { challenge, limit } => {
                if let Some(challenge) = state.challenge_mut(*challenge) {
                    challenge.limits.push(limit.clone());
                }
            }
            Event::LimitReached { challenge, limit } => {
                if let Some(limit) = limit_mut(state, *challenge, *limit) {
                    limit.reached = true;
                }
            }
            Event::ChallengeOvercome { challenge, limit } => {
                if let Some(it) = state.challenge_mut(*challenge) {
                    it.overcome = Some(limit.unwrap_or(*challenge));
                }
            }
            Event::ThreatAdded { challenge, threat } => {
                let threats = match challenge {
                    Some(id) => state.challenge_mut(*id).map(|it| &mut it.threats),
                    None => state.scene_mut().map(|it| &mut it.threats),
                };
                if let Some(threats) = threats {
                    threats.push(threat.clone());
                }
            }
            Event::ThreatAnswered { threat, answered } => {
                if let Some(threat) = threat_mut(state, *threat) {
                    threat.answered = *answered;
                }
            }
            Event::TagAdded { on, tag } => {
                if let Some(tags) = state.tags_mut(*on) {
                    tags.push(tag.clone());
                }
            }
            Event::TagRemoved { tag } => remove_story_tag(state, *tag),
            Event::TagBurnt { tag } => {
                if let Some(tag) = theme_tag_mut(state, *tag) {
                    tag.burnt = true;
                } else {
                    remove_story_tag(state, *tag);
                }
            }
            Event::TagRecovered { tag } => {
                if let Some(tag) = theme_tag_mut(state, *tag) {
                    tag.burnt = false;
                }
            }
            Event::StatusGained { on, status, name, tier, seen } => {
                self.gain(state, *on, *status, name, *tier, seen)
            }
            Event::StatusReduced { status, by } => self.lower(state, *status, *by),
            _ => return false,
        }
        true
    }

    fn gain(&self, state: &mut State, on: Holder, id: Id, name: &Term, tier: u8, seen: &Audience) {
        let Some(statuses) = state.statuses_mut(on) else {
            return;
        };
        let boxes = self.status.boxes;
        if let Some(status) = statuses.iter_mut().find(|it| it.id == id) {
            status.marks = status.marks.gain(tier, boxes);
        } else {
            statuses.push(Status {
                id,
                name: name.clone(),
                marks: Marks::default().gain(tier, boxes),
                seen: seen.clone(),
            });
        }
    }

    fn lower(&self, state: &mut State, id: Id, by: u8) {
        let Some(holder) = holder_of_status(state, id) else {
            return;
        };
        let Some(statuses) = state.statuses_mut(holder) else {
            return;
        };
        for status in statuses.iter_mut().filter(|it| it.id == id) {
            status.marks = status.marks.reduce(by, self.status.reduce);
        }
        statuses.retain(|it| it.tier() > 0);
    }

    fn roll_event(&self, state: &mut State, event: &Event) -> bool {
        match event {
            Event::RollOpened { roll } => state.rolls.push(Arc::new((**roll).clone())),
            Event::Agreed { roll } | Event::Cancelled { roll } | Event::RollClosed { roll } => {
                state.rolls.retain(|it| it.id != *roll);
            }
            Event::ConsequenceOwed { owed } => state.owed.push(owed.clone()),
            Event::OwedSettled { owed, .. } => state.owed.retain(|it| it.id != *owed),
            Event::OwedCameDue => state.owed.iter_mut().for_each(|it| it.waits = false),
            Event::ConsequenceNamed { consequence } => {
                state.consequences.push(Arc::new((**consequence).clone()));
            }
            Event::ConsequenceLessened { consequence, by, harms } => {
                if let Some(it) = state.consequence_mut(*consequence) {
                    it.harms.clone_from(harms);
                    it.answered.push(*by);
                }
            }
            Event::ConsequenceLanded { consequence }
            | Event::ConsequenceGone { consequence, .. } => {
                state.consequences.retain(|it| it.id != *consequence);
            }
            Event::Rolled { roll, outcome, .. } => {
                let countdown = state.roll(*roll).is_some_and(|it| it.countdown);
                if let Some(roll) = state.roll_mut(*roll) {
                    roll.outcome = Some((**outcome).clone());
                }
                if countdown {
                    state.story_mut().countdown_used = true;
                }
            }
            _ => return open_roll_event(state, event),
        }
        true
    }

    fn story_event(&self, state: &mut State, event: &Event) -> bool {
        let story = match event {
            Event::PhaseEntered { .. }
            | Event::SeasonEnded
            | Event::CountdownSet { .. }
            | Event::IndexSet { .. }
            | Event::MysteryAdded { .. }
            | Event::MysteryDropped { .. }
            | Event::MysterySolved { .. }
            | Event::OpportunityGained
            | Event::QuestionAnswered { .. }
            | Event::CrewEngaged { .. }
            | Event::ClueAdded { .. }
            | Event::ClueDropped { .. } => state.story_mut(),
            _ => return false,
        };
        match event {
            Event::PhaseEntered { phase } => {
                // The opportunity a test gave is used up once the anomaly has been faced (M-40).
                if self.phase(&story.phase).is_some_and(|it| it.allows.contains(&Allows::Suppress))
                {
                    story.opportunity = false;
                }
                story.phase.clone_from(phase);
                if self.phase(phase).is_some_and(|it| it.begins) {
                    story.mission += 1;
                    story.opportunity = false;
                    story.countdown = None;
                    story.countdown_used = false;
                    story.indexes.clear();
                    story.answers.clear();
                    story.mysteries.clear();
                    story.opening = None;
                }
            }
            Event::SeasonEnded => {
                story.season += 1;
                story.mission = 1;
            }
            Event::CountdownSet { tier } => story.countdown = *tier,
            Event::IndexSet { question, tier } => {
                story.indexes.insert(question.clone(), *tier);
            }
            Event::MysteryAdded { mystery } => story.mysteries.push(mystery.clone()),
            Event::MysteryDropped { mystery } => story.mysteries.retain(|it| it.id != *mystery),
            Event::MysterySolved { mystery } => {
                for it in story.mysteries.iter_mut().filter(|it| it.id == *mystery) {
                    it.solved = true;
                }
            }
            Event::OpportunityGained => story.opportunity = true,
            Event::QuestionAnswered { question, band } => {
                story.answers.insert(question.clone(), *band);
            }
            Event::CrewEngaged { band } => story.opening = Some(*band),
            Event::ClueAdded { clue } => story.clues.push(clue.clone()),
            Event::ClueDropped { clue } => story.clues.retain(|it| it.id != *clue),
            _ => {}
        }
        true
    }

    fn character_event(&self, state: &mut State, event: &Event) {
        match event {
            Event::CharacterMade { character } => {
                let id = character.id;
                state.characters.push(Arc::new((**character).clone()));
                if let Some(scene) = state.scene_mut() {
                    scene.present.push(id);
                }
            }
            Event::CharacterLeft { character } => leave(state, *character),
            Event::FateChosen { character, fate } => {
                if let Some(it) = state.character_mut(*character) {
                    it.fate = Some(fate.clone());
                    it.limit_met = None;
                }
                if matches!(fate, Fate::Died) {
                    leave(state, *character);
                }
            }
            Event::CharacterGiven { character, .. }
            | Event::CharacterLimitMet { character, .. }
            | Event::AllRecovered { character }
            | Event::ImproveMarked { character, .. }
            | Event::DecayMarked { character, .. }
            | Event::Grew { character, .. }
            | Event::ThemeLost { character, .. }
            | Event::ThemeGained { character, .. }
            | Event::PangCalled { character, .. }
            | Event::PangSettled { character, .. }
            | Event::EndingChosen { character, .. } => {
                if let Some(it) = state.character_mut(*character) {
                    self.of_character(it, event);
                }
            }
            _ => {}
        }
    }

    fn of_character(&self, it: &mut Character, event: &Event) {
        match event {
            Event::CharacterGiven { seat, .. } => it.seat = *seat,
            Event::CharacterLimitMet { status, .. } => it.limit_met = Some(*status),
            Event::AllRecovered { .. } => {
                for tag in it.themes.iter_mut().flat_map(Theme::tags_mut) {
                    tag.burnt = false;
                }
            }
            Event::ImproveMarked { theme, .. } => {
                if let Some(theme) = it.themes.iter_mut().find(|it| it.id == *theme) {
                    self.improve(theme);
                }
            }
            Event::DecayMarked { theme, .. } => {
                if let Some(theme) = it.themes.iter_mut().find(|it| it.id == *theme) {
                    theme.decay = theme.decay.saturating_add(1).min(self.theme.decay);
                }
            }
            Event::Grew { theme, growth, .. } => {
                if let Some(theme) = it.themes.iter_mut().find(|it| it.id == *theme) {
                    self.grow(theme, growth);
                }
            }
            Event::ThemeLost { theme, evolution, pang, vacancy, .. } => {
                let Some(place) = it.themes.iter().position(|it| it.id == *theme) else {
                    return;
                };
                let lost = it.themes.remove(place);
                it.evolution += u32::from(*evolution);
                it.pangs.extend(pang.map(|id| Pang { id, title: lost.title, called: false }));
                it.vacancies.extend(*vacancy);
            }
            Event::ThemeGained { theme, .. } => {
                let place = it.vacancies.iter().position(|it| it.kind == theme.kind);
                if let Some(place) = place {
                    it.vacancies.remove(place);
                }
                it.themes.push((**theme).clone());
            }
            Event::PangCalled { pang, .. } => {
                for it in it.pangs.iter_mut().filter(|it| it.id == *pang) {
                    it.called = true;
                }
            }
            Event::PangSettled { pang, .. } => it.pangs.retain(|it| it.id != *pang),
            Event::EndingChosen { ending, .. } => self.end(it, ending),
            _ => {}
        }
    }

    /// M-50 … M-52: a mark on the improve track, or a growth at once on a nascent theme.
    fn improve(&self, theme: &mut Theme) {
        if theme.nascent {
            theme.owed += 1;
            return;
        }
        theme.improve += 1;
        if theme.improve >= self.theme.improve {
            theme.improve = 0;
            theme.owed += 1;
        }
    }

    fn grow(&self, theme: &mut Theme, growth: &Grown) {
        match growth {
            Grown::Power { tag } => theme.powers.push(tag.clone()),
            Grown::AddWeakness { tag } => theme.weaknesses.push(tag.clone()),
            Grown::RemoveWeakness { tag } => theme.weaknesses.retain(|it| it.id != *tag),
            Grown::RewriteWeakness { tag, name } => {
                for it in theme.weaknesses.iter_mut().filter(|it| it.id == *tag) {
                    it.name = name.clone();
                }
            }
            Grown::Motive { text } => theme.motive = text.clone(),
            Grown::ClearDecay => theme.decay = 0,
        }
        theme.growths += 1;
        theme.owed = theme.owed.saturating_sub(1);
        if theme.powers.len() >= usize::from(self.theme.powers) {
            theme.nascent = false;
        }
    }

    /// M-58: what an ending does to the character who chose it.
    fn end(&self, it: &mut Character, ending: &str) {
        it.ending = Some(ending.to_owned());
        let Some(ending) = self.endings.iter().find(|it| it.id == ending) else {
            return;
        };
        if let Some(spent) = ending.spends {
            it.themes.retain(|theme| theme.kind != spent);
        }
        if ending.asleep {
            it.asleep = true;
            it.vacancies.retain(|vacancy| vacancy.kind != Kind::Strange);
        }
        if let Some(total) = ending.avatar {
            it.avatar = true;
            let gifts = it.themes.iter().filter(|it| it.kind == Kind::Strange);
            let missing = usize::from(total).saturating_sub(gifts.count());
            it.vacancies = vec![Vacancy { kind: Kind::Strange, full: true }; missing];
        }
    }
}

fn open_roll_event(state: &mut State, event: &Event) -> bool {
    let id = match event {
        Event::LineProposed { roll, .. }
        | Event::LineWithdrawn { roll, .. }
        | Event::LineReviewed { roll, .. }
        | Event::BurnChosen { roll, .. }
        | Event::IndulgeChosen { roll, .. }
        | Event::CountdownAdded { roll, .. }
        | Event::DepthSet { roll, .. }
        | Event::DegreeSet { roll, .. }
        | Event::Pushed { roll, .. }
        | Event::EffectsBought { roll, .. }
        | Event::BurnsPicked { roll } => *roll,
        _ => return false,
    };
    if let Some(roll) = state.roll_mut(id) {
        of_roll(roll, event);
    }
    true
}

fn of_roll(roll: &mut Pending, event: &Event) {
    let line_of = |lines: &mut Vec<RollLine>, id: Id, change: &dyn Fn(&mut RollLine)| {
        lines.iter_mut().filter(|it| it.id == id).for_each(change);
    };
    match event {
        Event::LineProposed { line, .. } => roll.lines.push(line.clone()),
        Event::LineWithdrawn { line, .. } => roll.lines.retain(|it| it.id != *line),
        Event::LineReviewed { line, verdict, note, .. } => line_of(&mut roll.lines, *line, &|it| {
            it.verdict = *verdict;
            it.note.clone_from(note);
        }),
        Event::BurnChosen { line, burn, .. } => {
            line_of(&mut roll.lines, *line, &|it| it.burn = *burn);
        }
        Event::IndulgeChosen { theme, .. } => roll.indulge = *theme,
        Event::CountdownAdded { on, .. } => roll.countdown = *on,
        Event::DepthSet { depth, .. } => roll.depth = *depth,
        Event::DegreeSet { degree, .. } => {
            if let super::RollKind::Plunge { degree: now, .. } = &mut roll.kind {
                *now = Some(*degree);
            }
        }
        Event::Pushed { power, .. } => {
            if let Some(outcome) = &mut roll.outcome {
                outcome.pushed = true;
                outcome.budget = outcome.budget.saturating_add(*power);
            }
        }
        Event::EffectsBought { cost, other_than_feat, .. } => {
            if let Some(outcome) = &mut roll.outcome {
                outcome.budget = outcome.budget.saturating_sub(*cost);
                outcome.bought |= other_than_feat;
            }
        }
        Event::BurnsPicked { .. } => {
            if let Some(outcome) = &mut roll.outcome {
                outcome.burns = 0;
            }
        }
        _ => {}
    }
}

/// M-09: story tags go with the scene, and its challenges, unless kept on purpose.
fn end_scene(state: &mut State, keep: &[Id]) {
    state.scene = None;
    state.challenges.retain(|it| keep.contains(&it.id));
    for character in &mut state.characters {
        if character.tags.iter().any(|tag| !keep.contains(&tag.id)) {
            Arc::make_mut(character).tags.retain(|tag| keep.contains(&tag.id));
        }
    }
}

fn leave(state: &mut State, id: Id) {
    if let Some(it) = state.character_mut(id) {
        it.left = true;
    }
    if let Some(scene) = state.scene_mut() {
        scene.present.retain(|present| *present != id);
    }
}

fn limit_mut(state: &mut State, challenge: Id, limit: Id) -> Option<&mut Limit> {
    let limits = &mut state.challenge_mut(challenge)?.limits;
    limits.iter_mut().find(|it| it.id == limit)
}

fn threat_mut(state: &mut State, id: Id) -> Option<&mut Threat> {
    let holds = |it: &Arc<Challenge>| it.threats.iter().any(|threat| threat.id == id);
    let threats = if let Some(place) = state.challenges.iter().position(holds) {
        &mut Arc::make_mut(&mut state.challenges[place]).threats
    } else {
        &mut state.scene_mut()?.threats
    };
    threats.iter_mut().find(|it| it.id == id)
}

fn theme_tag_mut(state: &mut State, id: Id) -> Option<&mut Tag> {
    let holds = |it: &Arc<Character>| {
        let mut tags = it.themes.iter().flat_map(Theme::tags);
        tags.any(|tag| tag.id == id)
    };
    let place = state.characters.iter().position(holds)?;
    let character = Arc::make_mut(&mut state.characters[place]);
    let mut tags = character.themes.iter_mut().flat_map(Theme::tags_mut);
    tags.find(|tag| tag.id == id)
}

fn holder_of_tag(state: &State, id: Id) -> Option<Holder> {
    state.holders().find(|holder| state.tags(*holder).iter().any(|it| it.id == id))
}

fn holder_of_status(state: &State, id: Id) -> Option<Holder> {
    state.holders().find(|holder| state.statuses(*holder).iter().any(|it| it.id == id))
}

fn remove_story_tag(state: &mut State, id: Id) {
    if let Some(holder) = holder_of_tag(state, id)
        && let Some(tags) = state.tags_mut(holder)
    {
        tags.retain(|it| it.id != id);
    }
}

fn show(state: &mut State, id: Id, to: &Audience) {
    if let Some(it) = state.character_mut(id) {
        it.seen = to.clone();
    } else if let Some(it) = state.challenge_mut(id) {
        it.seen = to.clone();
    } else if let Some(threat) = threat_mut(state, id) {
        threat.seen = to.clone();
    } else if let Some(holder) = holder_of_tag(state, id) {
        let tags = state.tags_mut(holder).into_iter().flatten();
        tags.filter(|it| it.id == id).for_each(|it| it.seen = to.clone());
    } else if let Some(holder) = holder_of_status(state, id) {
        let statuses = state.statuses_mut(holder).into_iter().flatten();
        statuses.filter(|it| it.id == id).for_each(|it| it.seen = to.clone());
    } else if let Some(challenge) =
        state.challenges.iter_mut().find(|it| it.limits.iter().any(|limit| limit.id == id))
    {
        let limits = Arc::make_mut(challenge).limits.iter_mut();
        limits.filter(|it| it.id == id).for_each(|it| it.seen = to.clone());
    } else {
        let clues = state.story_mut().clues.iter_mut();
        clues.filter(|it| it.id == id).for_each(|it| it.seen = to.clone());
    }
}

fn rename(state: &mut State, id: Id, name: &Term) {
    if let Some(it) = state.character_mut(id) {
        it.name = name.clone();
    } else if let Some(it) = state.challenge_mut(id) {
        it.name = name.clone();
    } else if let Some(tag) = theme_tag_mut(state, id) {
        tag.name = name.clone();
    } else if let Some(holder) = holder_of_tag(state, id) {
        let tags = state.tags_mut(holder).into_iter().flatten();
        tags.filter(|it| it.id == id).for_each(|it| it.name = name.clone());
    } else if let Some(holder) = holder_of_status(state, id) {
        let statuses = state.statuses_mut(holder).into_iter().flatten();
        statuses.filter(|it| it.id == id).for_each(|it| it.name = name.clone());
    } else if let Some(character) =
        state.characters.iter_mut().find(|it| it.themes.iter().any(|theme| theme.id == id))
    {
        let themes = Arc::make_mut(character).themes.iter_mut();
        themes.filter(|it| it.id == id).for_each(|it| it.title = name.clone());
    } else {
        let clues = state.story_mut().clues.iter_mut();
        clues.filter(|it| it.id == id).for_each(|it| it.text = name.clone());
    }
}
