//! A game of the mist family under another pack (P-80): phases, questions and endings that are no
//! longer there, and shorter tracks.

use std::sync::Arc;

use super::{Mist, State};
use crate::kernel::{Break, Decision, Decisions, Moves, choice, decided};
use crate::{Term, message};

impl Moves for Mist {
    fn is_unsettled(&self, state: &State) -> bool {
        !state.rolls.is_empty()
            || !state.owed.is_empty()
            || !state.consequences.is_empty()
            || state.story.looking_back.is_some()
            || state.characters.iter().any(|one| one.limit_met.is_some())
    }

    fn breaks(&self, old: &Self, state: &State) -> Vec<Break> {
        let mut all = Vec::new();
        let mut add =
            |list: &str, id: &str, name: Option<&Term>, count, known: Vec<(&str, &Term)>| {
                let name = name.cloned().unwrap_or_else(|| Term::from(id));
                let what = message!("pack-break", kind = "", name = name, count = count);
                let named =
                    |(id, name): &(&str, &Term)| choice(id, message!("pack-word", word = *name));
                all.push(Break {
                    key: format!("{list}.{id}"),
                    what,
                    to: known.iter().map(named).collect(),
                });
            };
        let phase = state.story.phase.as_str();
        if self.phase(phase).is_none() {
            let known = self.story.phases.iter().map(|one| (one.id.as_str(), &one.name)).collect();
            add("phases", phase, old.phase(phase).map(|one| &one.name), 1, known);
        }
        let questions = state.story.answers.keys().chain(state.story.indexes.keys());
        let mut questions: Vec<&String> = questions.collect();
        questions.sort();
        questions.dedup();
        for id in questions {
            if !self.file.questions.iter().any(|one| one.id == *id) {
                let was = old.file.questions.iter().find(|one| one.id == *id).map(|one| &one.name);
                let known =
                    self.file.questions.iter().map(|one| (one.id.as_str(), &one.name)).collect();
                add("questions", id, was, 1, known);
            }
        }
        let mut endings: Vec<&String> =
            state.characters.iter().filter_map(|one| one.ending.as_ref()).collect();
        endings.sort();
        endings.dedup();
        for id in endings {
            if !self.endings.iter().any(|one| one.id == *id) {
                let was = old.endings.iter().find(|one| one.id == *id).map(|one| &one.name);
                let known = self.endings.iter().map(|one| (one.id.as_str(), &one.name)).collect();
                add("endings", id, was, 1, known);
            }
        }
        let themes = || state.characters.iter().flat_map(|one| &one.themes);
        let full = themes().filter(|theme| theme.improve >= self.theme.improve).count();
        if full > 0 {
            let what = message!("pack-break-improve", count = full, boxes = self.theme.improve);
            all.push(Break { key: "theme.improve".to_owned(), what, to: Vec::new() });
        }
        let worn = themes().filter(|theme| theme.decay >= self.theme.decay).count();
        if worn > 0 {
            let what = message!("pack-break-decay", count = worn, boxes = self.theme.decay);
            all.push(Break { key: "theme.decay".to_owned(), what, to: Vec::new() });
        }
        all
    }

    fn moved(&self, _: &Self, state: &mut State, decisions: &Decisions) {
        let story = Arc::make_mut(&mut state.story);
        if self.phase(&story.phase).is_none() {
            let chosen = match decided(decisions, "phases", &story.phase) {
                Decision::Map(to) => self.phase(to),
                Decision::Note | Decision::Drop => None,
            };
            // A story is always in a phase: at the first one if nobody says otherwise.
            let chosen = chosen.or(self.story.phases.first());
            story.phase = chosen.map(|one| one.id.clone()).unwrap_or_default();
        }
        let known = |id: &str| self.file.questions.iter().any(|one| one.id == id);
        let gone: Vec<String> = story.answers.keys().chain(story.indexes.keys()).cloned().collect();
        for id in gone.into_iter().filter(|id| !known(id)) {
            match decided(decisions, "questions", &id) {
                Decision::Map(to) if known(to) => {
                    if let Some(answer) = story.answers.remove(&id) {
                        story.answers.insert(to.clone(), answer);
                    }
                    if let Some(index) = story.indexes.remove(&id) {
                        story.indexes.insert(to.clone(), index);
                    }
                }
                // It is there again when the old rules are.
                Decision::Map(_) | Decision::Note => {}
                Decision::Drop => {
                    story.answers.remove(&id);
                    story.indexes.remove(&id);
                }
            }
        }
        for one in &mut state.characters {
            let ending =
                one.ending.clone().filter(|id| !self.endings.iter().any(|it| it.id == *id));
            let shorter = one.themes.iter().any(|theme| {
                theme.improve >= self.theme.improve || theme.decay >= self.theme.decay
            });
            if ending.is_none() && !shorter {
                continue;
            }
            let one = Arc::make_mut(one);
            if let Some(id) = ending {
                match decided(decisions, "endings", &id) {
                    Decision::Map(to) if self.endings.iter().any(|it| it.id == *to) => {
                        one.ending = Some(to.clone());
                    }
                    Decision::Map(_) | Decision::Note => {}
                    Decision::Drop => one.ending = None,
                }
            }
            for theme in &mut one.themes {
                // A full track is a growth earned (M-50); nobody loses a theme by another pack.
                if theme.improve >= self.theme.improve {
                    theme.improve = 0;
                    theme.owed += 1;
                }
                theme.decay = theme.decay.min(self.theme.decay.saturating_sub(1));
            }
        }
    }
}
