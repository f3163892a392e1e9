//! What is told of an event, and to whom.

use super::view::Eyes;
use super::{
    Character, ClueOrigin, Depth, Event, Fate, Grown, Holder, Mist, Pending, RollKind, RollLine,
    Source, State, Step, Theme, Thing, Verdict,
};
use crate::{Arg, Audience, Id, Line, Message, Term, Viewer, message};

impl Mist {
    /// What a viewer is told of an event about to be made so.
    pub(super) fn line(&self, before: &State, event: &Event, viewer: Viewer) -> Option<Line> {
        let heard = audiences(before, event);
        if !heard.iter().all(|seen| seen.sees(viewer)) {
            return None;
        }
        let story = Telling { pack: self, state: before, viewer };
        if let Event::Rolled { roll, dice, outcome } = event {
            let roll = before.roll(*roll)?;
            let band = self.bands.get(outcome.band)?;
            return Some(Line {
                message: message!(
                    "mist-told-rolled",
                    who = story.actor(roll),
                    roll = self.roll_name(&roll.kind),
                    power = outcome.power.total,
                    total = dice.rolled.value.to_string(),
                    outcome = &band.name
                ),
                roll: Some((**dice).clone()),
                sum: Some(outcome.power.clone()),
                tone: Some(outcome.tone),
            });
        }
        story
            .table(event)
            .or_else(|| story.scene(event))
            .or_else(|| story.roll(event))
            .or_else(|| story.story(event))
            .or_else(|| story.life(event))
            .map(Line::new)
    }
}

/// Who may hear of an event: all of these must include the viewer.
fn audiences<'s>(state: &'s State, event: &'s Event) -> Vec<&'s Audience> {
    const NONE: &Audience = &Audience::Host;
    let thing = |id: Id| match state.find_any(id) {
        Some(thing) => thing.audiences(state).to_vec(),
        None => vec![NONE],
    };
    let roll = |id: Id| vec![state.roll(id).map_or(NONE, |it| &it.seen)];
    let character = |id: Id| vec![state.character(id).map_or(NONE, |it| &it.seen)];
    match event {
        Event::Shown { thing: id, to } => {
            // Hiding a thing is not told to those it is hidden from, nor is showing it early.
            match state.find_any(*id) {
                Some(Thing::Character(_) | Thing::Challenge(_) | Thing::Clue(_)) => vec![to],
                Some(found) => vec![found.audiences(state)[0], to],
                None => vec![NONE],
            }
        }
        Event::Renamed { thing: id, .. } => thing(*id),
        Event::CharacterMade { character } => vec![&character.seen],
        Event::CharacterGiven { character: id, .. }
        | Event::CharacterLimitMet { character: id, .. }
        | Event::FateChosen { character: id, .. }
        | Event::CharacterLeft { character: id }
        | Event::PresentSet { character: id, .. }
        | Event::AllRecovered { character: id }
        | Event::ImproveMarked { character: id, .. }
        | Event::DecayMarked { character: id, .. }
        | Event::Grew { character: id, .. }
        | Event::ThemeLost { character: id, .. }
        | Event::ThemeGained { character: id, .. }
        | Event::PangCalled { character: id, .. }
        | Event::PangSettled { character: id, .. }
        | Event::EndingChosen { character: id, .. } => character(*id),
        Event::ChallengeAdded { challenge } => vec![&challenge.seen],
        Event::ChallengeRemoved { challenge: id }
        | Event::ChallengeOvercome { challenge: id, .. } => thing(*id),
        Event::LimitAdded { challenge, limit } => {
            let mut heard = thing(*challenge);
            heard.push(&limit.seen);
            heard
        }
        Event::LimitReached { limit, .. } => thing(*limit),
        Event::ThreatAdded { challenge, threat } => {
            let mut heard = challenge.map(thing).unwrap_or_default();
            heard.push(&threat.seen);
            heard
        }
        Event::ThreatAnswered { threat, .. } => thing(*threat),
        Event::TagAdded { on, tag } => vec![state.seen(*on), &tag.seen],
        Event::TagRemoved { tag } | Event::TagBurnt { tag } | Event::TagRecovered { tag } => {
            thing(*tag)
        }
        Event::StatusGained { on, seen, .. } => vec![state.seen(*on), seen],
        Event::StatusReduced { status, .. } => thing(*status),
        Event::RollOpened { roll } => vec![&roll.seen],
        Event::LineProposed { roll: id, .. }
        | Event::LineWithdrawn { roll: id, .. }
        | Event::LineReviewed { roll: id, .. }
        | Event::BurnChosen { roll: id, .. }
        | Event::IndulgeChosen { roll: id, .. }
        | Event::CountdownAdded { roll: id, .. }
        | Event::DepthSet { roll: id, .. }
        | Event::DegreeSet { roll: id, .. }
        | Event::Agreed { roll: id }
        | Event::Cancelled { roll: id }
        | Event::Rolled { roll: id, .. }
        | Event::Pushed { roll: id, .. }
        | Event::EffectsBought { roll: id, .. }
        | Event::FeatDone { roll: id, .. }
        | Event::BurnsPicked { roll: id }
        | Event::RollClosed { roll: id } => roll(*id),
        Event::ConsequenceOwed { owed } => vec![&owed.seen],
        Event::OwedSettled { owed, .. } => {
            let mut all = state.owed.iter();
            vec![all.find(|it| it.id == *owed).map_or(NONE, |it| &it.seen)]
        }
        Event::ConsequenceNamed { consequence } => vec![&consequence.seen],
        Event::ConsequenceLessened { consequence, .. }
        | Event::ConsequenceLanded { consequence }
        | Event::ConsequenceGone { consequence, .. } => {
            vec![state.consequence(*consequence).map_or(NONE, |it| &it.seen)]
        }
        Event::Told { seen, .. } => vec![seen],
        Event::ClueAdded { clue } => vec![&clue.seen],
        Event::ClueDropped { clue } => thing(*clue),
        Event::AutoApproveSet { .. }
        | Event::SceneSet { .. }
        | Event::SceneStepped { .. }
        | Event::SceneEnded { .. }
        | Event::OwedCameDue
        | Event::PhaseEntered { .. }
        | Event::SeasonEnded
        | Event::CountdownSet { .. }
        | Event::IndexSet { .. }
        | Event::MysteryAdded { .. }
        | Event::MysteryDropped { .. }
        | Event::MysterySolved { .. }
        | Event::OpportunityGained
        | Event::QuestionAnswered { .. }
        | Event::CrewEngaged { .. } => Vec::new(),
    }
}

/// An event being told to a viewer who may hear of it.
struct Telling<'s> {
    pack: &'s Mist,
    state: &'s State,
    viewer: Viewer,
}

impl Telling<'_> {
    fn name(&self, id: Id) -> Arg {
        match self.state.find_any(id) {
            Some(thing) => thing.name().into(),
            None => message!("mist-thing-gone").into(),
        }
    }

    fn words(&self, id: Id) -> Message {
        match self.state.find_any(id) {
            Some(thing) => thing.words(self.state),
            None => message!("mist-thing-gone"),
        }
    }

    fn actor(&self, roll: &Pending) -> Arg {
        match roll.actor.and_then(|id| self.state.character(id)) {
            Some(character) => (&character.name).into(),
            None => message!("mist-the-crew").into(),
        }
    }

    fn line_words(&self, line: &RollLine) -> Message {
        super::roll_view::source_words(self.state, &line.source)
    }

    fn table(&self, event: &Event) -> Option<Message> {
        Some(match event {
            Event::AutoApproveSet { on: true } => message!("mist-told-auto-approve"),
            Event::AutoApproveSet { on: false } => message!("mist-told-review"),
            Event::Shown { thing, to } => {
                let what = self.words(*thing);
                match to {
                    Audience::All => message!("mist-told-shown", what = what),
                    Audience::Seats(_) => message!("mist-told-shown-some", what = what),
                    Audience::Host => message!("mist-told-hidden", what = what),
                }
            }
            Event::Renamed { thing, name } => {
                message!("mist-told-renamed", what = self.name(*thing), name = name)
            }
            Event::CharacterMade { character } => {
                message!("mist-told-character", who = &character.name)
            }
            Event::CharacterGiven { character, .. } => {
                message!("mist-told-given", who = self.name(*character))
            }
            _ => return None,
        })
    }

    fn scene(&self, event: &Event) -> Option<Message> {
        Some(match event {
            Event::SceneSet { scene } => {
                message!("mist-told-scene", title = &scene.title, text = &scene.text)
            }
            Event::PresentSet { character, present } => {
                let who = self.name(*character);
                if *present {
                    message!("mist-told-enters", who = who)
                } else {
                    message!("mist-told-leaves", who = who)
                }
            }
            Event::SceneStepped { step } => match step {
                Step::Establish => message!("mist-told-establish"),
                Step::Action => message!("mist-told-action"),
                Step::Consequence => message!("mist-told-consequence"),
            },
            Event::SceneEnded { .. } => message!("mist-told-scene-ends"),
            Event::ChallengeAdded { challenge } => {
                message!("mist-told-challenge", challenge = &challenge.name, text = &challenge.text)
            }
            Event::ChallengeRemoved { challenge } => {
                message!("mist-told-challenge-gone", challenge = self.name(*challenge))
            }
            Event::LimitAdded { challenge, limit } => message!(
                "mist-told-limit",
                challenge = self.name(*challenge),
                status = &limit.status,
                tier = limit.tier
            ),
            Event::LimitReached { challenge, limit } => message!(
                "mist-told-limit-reached",
                challenge = self.name(*challenge),
                status = self.name(*limit)
            ),
            Event::ChallengeOvercome { challenge, .. } => {
                message!("mist-told-overcome", challenge = self.name(*challenge))
            }
            Event::ThreatAdded { threat, .. } => {
                message!("mist-told-threat", text = &threat.text)
            }
            Event::ThreatAnswered { threat, answered } => {
                let text = self.name(*threat);
                if *answered {
                    message!("mist-told-threat-answered", text = text)
                } else {
                    message!("mist-told-threat", text = text)
                }
            }
            _ => return self.things(event),
        })
    }

    fn things(&self, event: &Event) -> Option<Message> {
        let called = |holder: &Holder| self.state.called(*holder);
        Some(match event {
            Event::TagAdded { on, tag } => {
                message!("mist-told-tag", whose = called(on), tag = &tag.name)
            }
            Event::TagRemoved { tag } => {
                message!("mist-told-tag-gone", tag = self.words(*tag))
            }
            Event::TagBurnt { tag } => message!("mist-told-burnt", tag = self.words(*tag)),
            Event::TagRecovered { tag } => {
                message!("mist-told-recovered", tag = self.words(*tag))
            }
            Event::StatusGained { on, status, name, tier, .. } => {
                let statuses = self.state.statuses(*on).iter();
                let mut there = statuses.filter(|it| it.id == *status).map(|it| it.marks);
                let marks = there.next().unwrap_or_default();
                let now = marks.gain(*tier, self.pack.status.boxes).tier();
                message!(
                    "mist-told-status",
                    whose = called(on),
                    status = name,
                    tier = *tier,
                    now = now
                )
            }
            Event::StatusReduced { status, by } => {
                let Some(Thing::Status(holder, status)) = self.state.find_any(*status) else {
                    return None;
                };
                let now = status.marks.reduce(*by, self.pack.status.reduce).tier();
                message!(
                    "mist-told-status-less",
                    whose = called(&holder),
                    status = &status.name,
                    now = now
                )
            }
            _ => return None,
        })
    }

    fn roll(&self, event: &Event) -> Option<Message> {
        let of = |id: &Id| self.state.roll(*id);
        let line = |roll: &Id, line: &Id| {
            let mut lines = self.state.roll(*roll)?.lines.iter();
            lines.find(|it| it.id == *line)
        };
        Some(match event {
            Event::RollOpened { roll } => self.opened(roll),
            Event::LineProposed { line, .. } => {
                let what = self.line_words(line);
                match (line.polarity, line.burn, &line.source) {
                    (_, true, _) => message!("mist-told-line-burn", what = what),
                    (super::Polarity::Help, _, Source::Thing(_)) => {
                        message!("mist-told-line-help", what = what)
                    }
                    (super::Polarity::Hinder, _, Source::Thing(_)) => {
                        message!("mist-told-line-hinder", what = what)
                    }
                    (_, _, Source::Detail(_)) => message!("mist-told-line-detail", what = what),
                }
            }
            Event::LineWithdrawn { roll, line: id } => {
                message!("mist-told-withdrawn", what = self.line_words(line(roll, id)?))
            }
            Event::LineReviewed { roll, line: id, verdict, note } => {
                let what = self.line_words(line(roll, id)?);
                match verdict {
                    Verdict::Approved | Verdict::Proposed => {
                        message!("mist-told-approved", what = what)
                    }
                    Verdict::Struck => message!("mist-told-struck", what = what, note = note),
                    Verdict::Questioned => {
                        message!("mist-told-questioned", what = what, note = note)
                    }
                }
            }
            Event::BurnChosen { roll, line: id, burn } => {
                let what = self.line_words(line(roll, id)?);
                if *burn {
                    message!("mist-told-line-burn", what = what)
                } else {
                    message!("mist-told-line-kept", what = what)
                }
            }
            Event::IndulgeChosen { theme, .. } => match theme {
                Some(theme) => message!(
                    "mist-told-indulge",
                    indulge = &self.pack.indulge.name,
                    theme = self.name(*theme)
                ),
                None => message!("mist-told-no-indulge", indulge = &self.pack.indulge.name),
            },
            Event::CountdownAdded { on, .. } => {
                let countdown = &self.pack.file.countdown;
                if *on {
                    message!("mist-told-countdown-added", countdown = countdown)
                } else {
                    message!("mist-told-countdown-left-out", countdown = countdown)
                }
            }
            Event::DepthSet { depth, .. } => match depth {
                Depth::Describe => message!("mist-told-describe"),
                Depth::Quick => message!("mist-told-quick"),
                Depth::Detailed => message!("mist-told-detailed"),
            },
            Event::DegreeSet { degree, .. } => {
                let degree = self.pack.plunge.degrees.get(usize::from(*degree))?;
                message!("mist-told-degree", degree = &degree.name)
            }
            Event::Agreed { roll } => message!("mist-told-agreed", who = self.actor(of(roll)?)),
            Event::Cancelled { roll } => {
                message!("mist-told-cancelled", who = self.actor(of(roll)?))
            }
            Event::Pushed { roll, power } => {
                message!("mist-told-pushed", who = self.actor(of(roll)?), power = *power)
            }
            Event::EffectsBought { roll, cost, .. } => {
                message!("mist-told-spent", who = self.actor(of(roll)?), cost = *cost)
            }
            Event::FeatDone { roll, text } => {
                message!("mist-told-feat", who = self.actor(of(roll)?), text = text)
            }
            _ => return self.consequence(event),
        })
    }

    fn opened(&self, roll: &Pending) -> Message {
        let who = self.actor(roll);
        let text = &roll.text;
        match &roll.kind {
            RollKind::Flashback { moment } | RollKind::Deduce { moment, .. } => message!(
                "mist-told-opened-past",
                who = who,
                roll = self.pack.roll_name(&roll.kind),
                moment = moment,
                text = text
            ),
            kind => message!(
                "mist-told-opened",
                who = who,
                roll = self.pack.roll_name(kind),
                text = text
            ),
        }
    }

    fn consequence(&self, event: &Event) -> Option<Message> {
        let eyes = Eyes { state: self.state, viewer: self.viewer };
        let words = |harm| eyes.harm_words(harm).unwrap_or_else(|| message!("mist-harm-hidden"));
        let who = |to: Option<Id>| match to {
            Some(id) => self.name(id),
            None => message!("mist-the-scene").into(),
        };
        Some(match event {
            Event::ConsequenceOwed { owed } if owed.waits => message!("mist-told-owed-waits"),
            Event::ConsequenceOwed { .. } => message!("mist-told-owed"),
            Event::OwedSettled { passed: true, .. } => message!("mist-told-owed-passed"),
            Event::OwedCameDue => message!("mist-told-owed-due"),
            Event::ConsequenceNamed { consequence } => message!(
                "mist-told-consequence-named",
                who = who(consequence.to),
                text = &consequence.text,
                harms = consequence.harms.iter().map(words).collect::<Vec<_>>()
            ),
            Event::ConsequenceLessened { consequence, by, harms } => {
                let before = self.state.consequence(*consequence)?;
                if before.harms == *harms {
                    message!("mist-told-not-lessened", who = self.name(*by))
                } else if harms.is_empty() {
                    message!("mist-told-averted", who = self.name(*by))
                } else {
                    message!(
                        "mist-told-lessened",
                        who = self.name(*by),
                        harms = harms.iter().map(words).collect::<Vec<_>>()
                    )
                }
            }
            Event::ConsequenceLanded { consequence } => {
                let it = self.state.consequence(*consequence)?;
                message!("mist-told-landed", who = who(it.to), text = &it.text)
            }
            Event::Told { harm, .. } => words(harm),
            Event::ConsequenceGone { averted: false, .. } => message!("mist-told-spared"),
            _ => return None,
        })
    }

    fn story(&self, event: &Event) -> Option<Message> {
        let file = &self.pack.file;
        Some(match event {
            Event::PhaseEntered { phase } => {
                let phase = self.pack.phase(phase)?;
                message!("mist-told-phase", phase = &phase.name, text = &phase.text)
            }
            Event::SeasonEnded => message!("mist-told-season", season = self.state.story.season),
            Event::CountdownSet { tier } => match tier {
                Some(0) => message!("mist-told-countdown-out", countdown = &file.countdown),
                Some(tier) => {
                    message!("mist-told-countdown", countdown = &file.countdown, tier = *tier)
                }
                None => message!("mist-told-countdown-stops", countdown = &file.countdown),
            },
            Event::IndexSet { question, tier } => {
                let mut questions = file.questions.iter();
                let question = questions.find(|it| it.id == *question)?;
                message!("mist-told-index", index = &question.index, tier = *tier)
            }
            Event::MysteryAdded { mystery } => {
                message!("mist-told-mystery", text = &mystery.text, complexity = mystery.complexity)
            }
            Event::MysteryDropped { mystery } => {
                message!("mist-told-mystery-dropped", text = self.mystery(*mystery)?)
            }
            Event::MysterySolved { mystery } => {
                message!("mist-told-mystery-solved", text = self.mystery(*mystery)?)
            }
            Event::OpportunityGained => {
                message!("mist-told-opportunity", opportunity = &file.opportunity)
            }
            Event::CrewEngaged { band } => match self.pack.bands.get(*band)?.tone {
                crate::Tone::Failure => message!("mist-told-engaged-failure"),
                crate::Tone::Mixed => message!("mist-told-engaged-mixed"),
                _ => message!("mist-told-engaged-full"),
            },
            Event::QuestionAnswered { band, .. } => match self.pack.bands.get(*band)?.tone {
                crate::Tone::Failure => message!("mist-told-answered-failure"),
                crate::Tone::Mixed => message!("mist-told-answered-mixed"),
                _ => message!("mist-told-answered-full"),
            },
            Event::ClueAdded { clue } => match clue.origin {
                ClueOrigin::Found => message!("mist-told-clue", text = &clue.text),
                ClueOrigin::Concluded => message!("mist-told-concluded", text = &clue.text),
                ClueOrigin::Refutes => message!("mist-told-refuted", text = &clue.text),
            },
            Event::ClueDropped { clue } => {
                message!("mist-told-clue-dropped", text = self.name(*clue))
            }
            _ => return None,
        })
    }

    fn mystery(&self, id: Id) -> Option<&Term> {
        let mut mysteries = self.state.story.mysteries.iter();
        mysteries.find(|it| it.id == id).map(|it| &it.text)
    }

    fn life(&self, event: &Event) -> Option<Message> {
        let find = |character: &Id, theme: &Id| -> Option<(&Character, &Theme)> {
            let character = self.state.character(*character)?;
            let mut themes = character.themes.iter();
            Some((character, themes.find(|it| it.id == *theme)?))
        };
        let pack = self.pack;
        Some(match event {
            Event::CharacterLimitMet { character, status } => message!(
                "mist-told-limit-met",
                who = self.name(*character),
                status = self.name(*status)
            ),
            Event::FateChosen { character, fate } => {
                let who = self.name(*character);
                match fate {
                    Fate::Died => message!("mist-told-died", who = who),
                    Fate::Transformed { text } => {
                        message!("mist-told-transformed", who = who, text = text)
                    }
                }
            }
            Event::CharacterLeft { character } => {
                message!("mist-told-left", who = self.name(*character))
            }
            Event::AllRecovered { character } => {
                message!("mist-told-all-recovered", who = self.name(*character))
            }
            Event::ImproveMarked { character, theme } => {
                let (who, theme) = find(character, theme)?;
                let track = &pack.kinds.of(theme.kind).improve;
                let marks = theme.improve + 1;
                if theme.nascent || marks >= pack.theme.improve {
                    message!(
                        "mist-told-growth-earned",
                        who = &who.name,
                        theme = &theme.title,
                        track = track
                    )
                } else {
                    message!(
                        "mist-told-marked",
                        who = &who.name,
                        theme = &theme.title,
                        track = track,
                        marks = marks,
                        boxes = pack.theme.improve
                    )
                }
            }
            Event::DecayMarked { character, theme } => {
                let (who, theme) = find(character, theme)?;
                message!(
                    "mist-told-marked",
                    who = &who.name,
                    theme = &theme.title,
                    track = &pack.kinds.of(theme.kind).decay,
                    marks = theme.decay + 1,
                    boxes = pack.theme.decay
                )
            }
            Event::Grew { character, theme, growth } => {
                let (who, theme) = find(character, theme)?;
                message!(
                    "mist-told-grew",
                    who = &who.name,
                    theme = &theme.title,
                    growth = self.grown(theme, growth)
                )
            }
            Event::ThemeLost { character, theme, evolution, .. } => {
                let (who, theme) = find(character, theme)?;
                message!(
                    "mist-told-lost",
                    who = &who.name,
                    theme = &theme.title,
                    evolution = *evolution
                )
            }
            Event::ThemeGained { character, theme } => {
                message!("mist-told-gained", who = self.name(*character), theme = &theme.title)
            }
            Event::PangCalled { character, pang } | Event::PangSettled { character, pang } => {
                let who = self.state.character(*character)?;
                let mut pangs = who.pangs.iter();
                let title = &pangs.find(|it| it.id == *pang)?.title;
                if matches!(event, Event::PangCalled { .. }) {
                    message!("mist-told-pang", who = &who.name, theme = title)
                } else {
                    message!("mist-told-pang-settled", who = &who.name, theme = title)
                }
            }
            Event::EndingChosen { character, ending } => {
                let ending = pack.endings.iter().find(|it| it.id == *ending)?;
                message!(
                    "mist-told-ending",
                    who = self.name(*character),
                    ending = &ending.name,
                    text = &ending.text
                )
            }
            _ => return None,
        })
    }

    fn grown(&self, theme: &Theme, growth: &Grown) -> Message {
        let kinds = self.pack.kinds.of(theme.kind);
        match growth {
            Grown::Power { tag } => message!("mist-growth-power", tag = &tag.name),
            Grown::AddWeakness { tag } => message!("mist-growth-weakness", tag = &tag.name),
            Grown::RemoveWeakness { tag } => {
                message!("mist-growth-weakness-gone", tag = self.name(*tag))
            }
            Grown::RewriteWeakness { tag, name } => {
                message!("mist-growth-rewrite", tag = self.name(*tag), name = name)
            }
            Grown::Motive { text } => {
                message!("mist-growth-motive", motive = &kinds.motive, text = text)
            }
            Grown::ClearDecay => message!("mist-growth-clear", track = &kinds.decay),
        }
    }
}
