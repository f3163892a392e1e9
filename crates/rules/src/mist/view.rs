//! The table as a viewer may see it.

use std::sync::Arc;

use super::limit::limit_now;
use super::part::*;
use super::viewing::Viewing;
use super::{
    About, Case, Challenge, Character, Clue, Conclusion, Consequence, FileForm, Finding, Harm,
    Limit, Mist, Mystery, Named, Polarity, RollKind, Scene, State, Status, Tag, Theme, Threat,
    Track, Trait, archive,
};
use crate::shared::among;
use crate::{Audience, Id, Message, Term, ViewAfter, Viewer, message};

impl Mist {
    /// The parts a viewer may see, but for those that are surely the same in another state.
    pub(super) fn parts(
        &self,
        state: &State,
        other: Option<&State>,
        viewer: Viewer,
    ) -> ViewAfter<Part> {
        let viewing = Viewing { pack: self, state, viewer };
        let mut view = ViewAfter::new();
        let ruleset = || Part::Ruleset(Box::new(self.ruleset_part()));
        view.insert("ruleset".into(), other.is_none().then(ruleset));
        let same_story = other.is_some_and(|other| Arc::ptr_eq(&state.story, &other.story));
        let same_ways = other.is_some_and(|other| state.auto_approve == other.auto_approve);
        let story = || Part::Story(Box::new(self.story_part(state)));
        view.insert("story".into(), (!same_story || !same_ways).then(story));
        view.insert("clues".into(), (!same_story).then(|| Part::Clues(viewing.clues())));
        if self.file.form != FileForm::None {
            let file = || Part::File(Box::new(viewing.file()));
            view.insert("file".into(), (!same_story).then(file));
        }
        if let Some(part) = viewing.looking_back() {
            view.insert("looking-back".into(), Some(Part::LookingBack(Box::new(part))));
        }
        view.insert("scene".into(), Some(Part::Scene(Box::new(viewing.scene()))));
        for it in state.characters.iter().filter(|it| it.seen.sees(viewer)) {
            let same = other.is_some_and(|other| among(it, &other.characters));
            let part = || Part::Character(Box::new(self.character_part(viewing, it)));
            view.insert(format!("character/{}", it.id), (!same).then(part));
        }
        // What follows speaks of other things by their names.
        let same_things = other.filter(|other| state.has_things_of(other));
        for it in state.challenges.iter().filter(|it| it.seen.sees(viewer)) {
            let part = || Part::Challenge(Box::new(viewing.challenge_part(it)));
            view.insert(format!("challenge/{}", it.id), same_things.is_none().then(part));
        }
        for it in state.rolls.iter().filter(|it| it.seen.sees(viewer)) {
            // A question's countdown may be in use by another roll (M-37).
            let alone = !matches!(it.kind, RollKind::Question { .. });
            let same = same_things.is_some_and(|other| alone && among(it, &other.rolls));
            let part = || Part::Roll(Box::new(self.roll_part(state, viewer, it)));
            view.insert(format!("roll/{}", it.id), (!same).then(part));
        }
        for it in state.consequences.iter().filter(|it| it.seen.sees(viewer)) {
            let part = || Part::Consequence(Box::new(viewing.consequence_part(it)));
            view.insert(format!("consequence/{}", it.id), same_things.is_none().then(part));
        }
        view
    }

    fn ruleset_part(&self) -> RulesetPart {
        RulesetPart {
            id: self.id.clone(),
            name: self.name.clone(),
            blurb: self.blurb.clone(),
            credit: self.credit.clone(),
            dice: self.dice.roll.to_string(),
            bands: self.bands.clone(),
            kinds: self.kinds.clone(),
            theme: self.theme.clone(),
            status: self.status.clone(),
            power: self.power.clone(),
            effects: self.effects.clone(),
            consequences: self.consequences.clone(),
            mitigate: self.mitigate.clone(),
            indulge: self.indulge.clone(),
            flashback: self.flashback.clone(),
            engagement: self.engagement.clone(),
            plunge: self.plunge.clone(),
            file: self.file.clone(),
            story: self.story.clone(),
            life: self.life.clone(),
            endings: self.endings.clone(),
            examples: self.examples.clone(),
        }
    }

    fn story_part(&self, state: &State) -> StoryPart {
        let story = &state.story;
        let phase = self.phase(&story.phase);
        let next = self
            .next_phases(state)
            .into_iter()
            .map(|it| Named { id: it.id.clone(), name: it.name.clone() });
        StoryPart {
            auto_approve: state.auto_approve,
            phase: story.phase.clone(),
            phase_name: phase.map_or_else(|| "".into(), |it| it.name.clone()),
            phase_text: phase.map_or_else(|| "".into(), |it| it.text.clone()),
            next: next.collect(),
            mission: story.mission,
            season: story.season,
            opportunity: story.opportunity,
            countdown: story.countdown,
            countdown_used: story.countdown_used,
            indexes: story.indexes.clone(),
            answers: story.answers.clone(),
            mysteries: story.mysteries.clone(),
            opening: story.opening,
        }
    }

    fn character_part(&self, viewing: Viewing, it: &Character) -> CharacterPart {
        let ending = it.ending.as_ref().and_then(|id| {
            let found = self.endings.iter().find(|ending| ending.id == *id)?;
            Some(Named { id: found.id.clone(), name: found.name.clone() })
        });
        CharacterPart {
            id: it.id,
            name: it.name.clone(),
            seat: it.seat,
            themes: it.themes.iter().map(|theme| viewing.theme_part(theme)).collect(),
            tags: viewing.tags(&it.tags),
            statuses: viewing.statuses(&it.statuses),
            evolution: it.evolution,
            pangs: it.pangs.clone(),
            vacancies: it.vacancies.clone(),
            limit_met: it.limit_met,
            fate: it.fate.clone(),
            asleep: it.asleep,
            avatar: it.avatar,
            ending,
            left: it.left,
            seen: viewing.audience(&it.seen),
        }
    }
}

impl Viewing<'_> {
    /// Who sees a thing is shown to the host alone.
    fn audience(self, seen: &Audience) -> Option<Audience> {
        (self.viewer == Viewer::Host).then(|| seen.clone())
    }

    fn tags(self, tags: &[Tag]) -> Vec<TagPart> {
        tags.iter()
            .filter(|it| self.sees(&it.seen))
            .map(|it| TagPart {
                id: it.id,
                name: it.name.clone(),
                burnt: it.burnt,
                seen: self.audience(&it.seen),
            })
            .collect()
    }

    fn statuses(self, statuses: &[Status]) -> Vec<StatusPart> {
        statuses
            .iter()
            .filter(|it| self.sees(&it.seen))
            .map(|it| StatusPart {
                id: it.id,
                name: it.name.clone(),
                tier: it.tier(),
                marks: it.marks.boxes(),
                seen: self.audience(&it.seen),
            })
            .collect()
    }

    fn theme_part(self, it: &Theme) -> ThemePart {
        ThemePart {
            id: it.id,
            kind: it.kind,
            title: it.title.clone(),
            motive: it.motive.clone(),
            powers: self.tags(&it.powers),
            weaknesses: self.tags(&it.weaknesses),
            improve: it.improve,
            decay: it.decay,
            growths: it.growths,
            owed: it.owed,
            nascent: it.nascent,
        }
    }

    fn limit(self, challenge: &Challenge, it: &Limit) -> LimitPart {
        LimitPart {
            id: it.id,
            status: it.status.clone(),
            tier: it.tier,
            now: limit_now(challenge, it),
            reached: it.reached,
            seen: self.audience(&it.seen),
        }
    }

    fn threats(self, threats: &[Threat]) -> Vec<ThreatPart> {
        threats
            .iter()
            .filter(|it| self.sees(&it.seen))
            .map(|it| ThreatPart {
                id: it.id,
                text: it.text.clone(),
                at: self.only_seen(&it.at),
                harms: self.harms(&it.harms),
                answered: it.answered,
                seen: self.audience(&it.seen),
            })
            .collect()
    }

    fn harms(self, harms: &[Harm]) -> Vec<HarmPart> {
        harms.iter().map(|it| self.harm(it)).collect()
    }

    fn harm(self, harm: &Harm) -> HarmPart {
        let words = self.harm_words(harm);
        HarmPart {
            harm: words.is_some().then(|| harm.clone()),
            words: words.unwrap_or_else(|| message!("mist-harm-hidden")),
        }
    }

    fn challenge_part(self, it: &Challenge) -> ChallengePart {
        let limits = it.limits.iter().filter(|limit| self.sees(&limit.seen));
        ChallengePart {
            id: it.id,
            name: it.name.clone(),
            text: it.text.clone(),
            limits: limits.map(|limit| self.limit(it, limit)).collect(),
            threats: self.threats(&it.threats),
            tags: self.tags(&it.tags),
            statuses: self.statuses(&it.statuses),
            overcome: it.overcome.is_some(),
            mundane: it.mundane,
            stays: it.stays,
            seen: self.audience(&it.seen),
        }
    }

    fn consequence_part(self, it: &Consequence) -> ConsequencePart {
        ConsequencePart {
            id: it.id,
            to: it.to,
            text: it.text.clone(),
            harms: self.harms(&it.harms),
            mitigable: it.mitigable,
            answered: self.only_seen(&it.answered),
            used: self.only_seen(&it.used),
        }
    }

    fn clues(self) -> CluesPart {
        let story = &self.state.story;
        CluesPart { clues: self.clue_parts(&story.clues, &story.conclusions) }
    }

    fn clue_parts(self, clues: &[Clue], conclusions: &[Conclusion]) -> Vec<CluePart> {
        let role = |id: Id| {
            let supports = |it: &&Conclusion| {
                let holds = matches!(it.finding, Finding::Right | Finding::AlmostRight);
                holds && it.clues.contains(&(id, Polarity::Help))
            };
            if conclusions.iter().any(|it| it.refuted_by == Some(id)) {
                ClueRole::Refuting
            } else if conclusions.iter().find(supports).is_some() {
                ClueRole::Supporting
            } else {
                ClueRole::Open
            }
        };
        let seen = clues.iter().filter(|it| self.sees(&it.seen));
        let part = |it: &Clue| CluePart {
            id: it.id,
            text: it.text.clone(),
            origin: it.origin,
            role: role(it.id),
            seen: self.audience(&it.seen),
        };
        seen.map(part).collect()
    }

    fn file(self) -> FilePart {
        let story = &self.state.story;
        let title = match &story.case {
            Some(title) => message!("mist-thing-named", name = title),
            None => message!(
                "mist-case-numbered",
                unit = &self.pack.story.unit,
                season = story.season,
                mission = story.mission
            ),
        };
        FilePart {
            title,
            end: story.case_end,
            conclusions: self.conclusion_parts(&story.conclusions, &story.clues, &story.mysteries),
            traits: self.trait_parts(&story.traits),
            archive: story.archive.iter().map(|it| self.case_part(it)).collect(),
        }
    }

    fn case_part(self, it: &Case) -> CasePart {
        CasePart {
            id: it.id,
            title: archive::words(self, it),
            end: it.end,
            countdown: it.countdown,
            indexes: it.indexes.clone(),
            mysteries: it.mysteries.clone(),
            clues: self.clue_parts(&it.clues, &it.conclusions),
            conclusions: self.conclusion_parts(&it.conclusions, &it.clues, &it.mysteries),
            traits: self.trait_parts(&it.traits),
        }
    }

    fn trait_parts(self, traits: &[Trait]) -> Vec<TraitPart> {
        let seen = traits.iter().filter(|it| self.sees(&it.seen));
        seen.map(|it| TraitPart { id: it.id, name: it.name.clone(), of: it.of.clone() }).collect()
    }

    fn conclusion_parts(
        self,
        conclusions: &[Conclusion],
        clues: &[Clue],
        mysteries: &[Mystery],
    ) -> Vec<ConclusionPart> {
        let clue = |id: Id| {
            let found = clues.iter().find(|it| it.id == id && self.sees(&it.seen));
            found.map(|it| it.text.clone())
        };
        let part = |it: &Conclusion| {
            let (mystery, question) = match &it.about {
                About::Mystery(id) => (Some(*id), None),
                About::Question(id) => (None, Some(id.clone())),
            };
            let posed = mystery.and_then(|id| mysteries.iter().find(|it| it.id == id));
            let asked = question
                .as_ref()
                .and_then(|id| self.pack.file.questions.iter().find(|it| it.id == *id));
            let about = posed.map(|it| &it.text).or(asked.map(|it| &it.name));
            let counted = it.clues.iter().filter_map(|(id, polarity)| {
                Some(CountedClue { text: clue(*id)?, polarity: *polarity })
            });
            ConclusionPart {
                id: it.id,
                mystery,
                question,
                about: about.cloned().unwrap_or_else(|| Term::from("")),
                how: it.how.clone(),
                by: it.by.and_then(|id| self.character(id)).map(|it| it.name.clone()),
                text: it.text.clone(),
                finding: it.finding,
                words: it.finding.words(),
                outcome: self
                    .pack
                    .bands
                    .get(it.band)
                    .map_or_else(|| "".into(), |it| it.name.clone()),
                power: it.power,
                total: it.total.clone(),
                clues: counted.collect(),
                refuted_by: it.refuted_by.and_then(clue),
                unrefuted: it.asks_for_refutation(),
            }
        };
        conclusions.iter().map(part).collect()
    }

    fn looking_back(self) -> Option<LookingBackPart> {
        let looking = self.state.story.looking_back.as_ref()?;
        let kinds = &self.pack.kinds;
        let part = |it: &Character| RecallPart {
            character: it.id,
            questions: it
                .themes
                .iter()
                .flat_map(|theme| {
                    let of = kinds.of(theme.kind);
                    [(Track::Improve, &of.improves_when), (Track::Decay, &of.decays_when)].map(
                        |(track, when)| {
                            let answer = looking.answer(theme.id, track);
                            RecallQuestion {
                                theme: theme.id,
                                track,
                                when: when.clone(),
                                marked: answer.map(|it| it.marked),
                                why: answer.and_then(|it| it.why.clone()),
                                noted: self.noted(theme.id, track),
                            }
                        },
                    )
                })
                .collect(),
            statuses: it
                .statuses
                .iter()
                .filter(|status| self.sees(&status.seen))
                .map(|status| RecallStatus {
                    status: status.id,
                    decided: looking.decided(status.id),
                    kept: looking.statuses.contains(&(status.id, true)),
                })
                .collect(),
            vacancies: u32::try_from(it.vacancies.len()).unwrap_or(u32::MAX),
            recovered: {
                let of_it = looking.recovered.iter().filter(|(who, _)| *who == it.id);
                of_it.flat_map(|(_, tags)| tags.clone()).collect()
            },
        };
        let characters = self.characters().filter(|it| !it.left && it.seat.is_some());
        Some(LookingBackPart {
            characters: characters.map(part).collect(),
            open: u32::try_from(self.left_open().count()).unwrap_or(u32::MAX),
        })
    }

    /// What marked a theme's track by a roll in this mission.
    fn noted(self, theme: Id, track: Track) -> Vec<Message> {
        let marks = self.state.story.marks.iter();
        let of_it = marks.filter(|it| it.0 == theme && it.1 == track);
        of_it.map(|(_, _, why)| why.words(self.pack)).collect()
    }

    fn scene(self) -> ScenePart {
        let state = self.state;
        let rolls = state.rolls.iter().filter(|it| self.sees(&it.seen));
        let owed = state.owed.iter().filter(|it| self.sees(&it.seen));
        let mut part = ScenePart {
            characters: self.characters().map(|it| it.id).collect(),
            challenges: self.challenges().map(|it| it.id).collect(),
            rolls: rolls.map(|it| it.id).collect(),
            consequences: self.consequences().map(|it| it.id).collect(),
            clocks: self.clocks().map(|it| it.part(self.viewer)).collect(),
            owed: owed
                .map(|it| OwedPart {
                    id: it.id,
                    to: it.to,
                    text: it.text.clone(),
                    worse: it.worse,
                    waits: it.waits,
                    loose: it.loose,
                })
                .collect(),
            ..ScenePart::default()
        };
        if let Some(scene) = &state.scene {
            self.open_scene(scene, &mut part);
        }
        part
    }

    fn open_scene(self, scene: &Scene, part: &mut ScenePart) {
        part.open = true;
        part.title = Some(scene.title.clone());
        part.text = Some(scene.text.clone());
        part.step = scene.step;
        part.present = self.only_seen(&scene.present);
        part.tags = self.tags(&scene.tags);
        part.statuses = self.statuses(&scene.statuses);
        part.threats = self.threats(&scene.threats);
    }
}
