//! Sheets of the fate family: aspects, skills, stunts, stress.

use std::collections::BTreeMap;

use rules::fate::{AspectKind, AspectPart, CharacterPart, Holder, Part, RulesetPart, ScenePart};
use rules::{Audience, Id, Line, Message, Term, View, message};

use crate::render::{name, numbered, push_list, signed};

/// The sheet of every character of a view.
pub(super) fn sheets(view: &View<Part>) -> Vec<(Term, Vec<Line>)> {
    let cast = Cast::new(view);
    let characters = view.values().filter_map(|part| match part {
        Part::Character(part) => Some(part),
        _ => None,
    });
    characters.map(|part| (part.name.clone(), cast.sheet(part))).collect()
}

/// Who is in a view and what they are called, which a sheet refers to.
#[derive(Clone, Debug)]
pub struct Cast<'v> {
    /// What the pack says.
    pub ruleset: Option<&'v RulesetPart>,
    /// The scene.
    pub scene: Option<&'v ScenePart>,
    /// The characters, oldest first.
    pub characters: Vec<&'v CharacterPart>,
}

impl<'v> Cast<'v> {
    /// Everyone in a view.
    #[must_use]
    pub fn new(view: &'v View<Part>) -> Self {
        let mut cast = Self { ruleset: None, scene: None, characters: Vec::new() };
        for part in view.values() {
            match part {
                Part::Ruleset(part) => cast.ruleset = Some(part),
                Part::Scene(part) => cast.scene = Some(part),
                Part::Character(part) => cast.characters.push(part),
                Part::Options(_)
                | Part::Ledger(_)
                | Part::Action(_)
                | Part::Hit(_)
                | Part::Compel(_) => {}
            }
        }
        if let Some(scene) = cast.scene {
            let ages: BTreeMap<Id, usize> =
                scene.characters.iter().enumerate().map(|(age, id)| (*id, age)).collect();
            cast.characters.sort_by_key(|part| ages.get(&part.id).copied());
        }
        cast
    }

    /// The character with an id.
    #[must_use]
    pub fn character(&self, id: Id) -> Option<&'v CharacterPart> {
        self.characters.iter().copied().find(|part| part.id == id)
    }

    /// What a character is called; the host stands for whom the viewer does not see.
    #[must_use]
    pub fn called(&self, id: Id) -> Message {
        self.character(id).map_or_else(|| message!("fate-host"), |part| name(&part.name))
    }

    /// Every aspect, with whose it is.
    #[must_use]
    pub fn aspects(&self) -> Vec<(&'v AspectPart, Option<&'v Term>)> {
        let mut all: Vec<(&AspectPart, Option<&Term>)> = Vec::new();
        for character in &self.characters {
            all.extend(character.aspects.iter().map(|aspect| (aspect, Some(&character.name))));
        }
        all.extend(self.scene.iter().flat_map(|scene| &scene.aspects).map(|aspect| (aspect, None)));
        all
    }

    /// The name of someone who holds something, as it may be typed after `@`.
    #[must_use]
    pub fn holder(&self, holder: Holder) -> Option<Term> {
        match holder {
            Holder::Character(id) => self.character(id).map(|part| part.name.clone()),
            Holder::Host => Some(Term::PerLanguage {
                zh_hans: "主持人".into(),
                zh_hant: Some("主持人".into()),
                en: Some("host".into()),
            }),
        }
    }

    /// Whose an aspect is, as it may be typed after `@`: an unnamed boost is its holder's (C-06).
    #[must_use]
    pub fn owner(&self, aspect: &AspectPart, bearer: Option<&Term>) -> Option<Term> {
        let holder = aspect.free.first().filter(|_| is_unnamed_boost(aspect));
        let holder = holder.and_then(|free| self.holder(free.to));
        holder.or_else(|| bearer.cloned())
    }

    /// What an aspect without a name is called, as it may be typed: by whose it is, and by a
    /// number where someone has several (C-06).
    fn unnamed(&self, id: Id) -> Message {
        let unnamed = self.aspects().into_iter().filter(|(aspect, _)| aspect.name.is_none());
        let (ids, names): (Vec<Id>, Vec<Message>) = unnamed
            .map(|(aspect, bearer)| {
                let boost = message!("chat-f-boost");
                let full = match self.owner(aspect, bearer) {
                    Some(owner) => message!("chat-name-of", name = boost, owner = owner),
                    None => boost,
                };
                (aspect.id, full)
            })
            .unzip();
        let found = ids.iter().zip(numbered(&names)).find(|(one, _)| **one == id);
        found.map_or_else(|| message!("chat-f-boost"), |(_, name)| name)
    }

    /// An aspect with its free invokes.
    #[must_use]
    pub fn aspect(&self, part: &AspectPart) -> Message {
        let said = match &part.name {
            Some(name) => message!("fate-aspect-name", name = name),
            None => self.unnamed(part.id),
        };
        let free: Vec<Message> = part
            .free
            .iter()
            .map(|free| {
                let who = match free.to {
                    Holder::Host => message!("fate-host"),
                    Holder::Character(id) => self.called(id),
                };
                message!("fate-free-of", who = who, count = free.count)
            })
            .collect();
        let hidden = part.seen.as_ref().is_some_and(|seen| *seen != Audience::All);
        let said = if hidden { message!("chat-hidden", what = said) } else { said };
        match free.is_empty() {
            true => said,
            false => message!("chat-f-aspect-free", aspect = said, free = free),
        }
    }

    /// A character's sheet.
    #[must_use]
    pub fn sheet(&self, part: &CharacterPart) -> Vec<Line> {
        let mut lines: Vec<Line> = vec![points(part)];
        lines.extend(condition(self, part));
        let own = part.aspects.iter().map(|part| self.aspect(part)).collect();
        push_list(&mut lines, own, |aspects| message!("chat-f-aspects", aspects = aspects));
        if let (Some(skills), Some(rules)) = (&part.skills, self.ruleset) {
            let mut rated: Vec<_> = rules
                .skills
                .list
                .iter()
                .filter_map(|skill| Some((skill, *skills.get(&skill.id)?)))
                .collect();
            rated.sort_by_key(|(_, rating)| std::cmp::Reverse(*rating));
            let rated = rated
                .into_iter()
                .map(|(skill, rating)| {
                    message!("fate-skill-at", skill = &skill.name, number = signed(rating))
                })
                .collect();
            let word = rules.skills.name.clone();
            push_list(&mut lines, rated, |skills| {
                message!("chat-f-skills", word = word, skills = skills)
            });
        }
        let stunts = part
            .stunts
            .iter()
            .map(|stunt| message!("chat-f-stunt", stunt = &stunt.name, text = &stunt.text))
            .collect();
        push_list(&mut lines, stunts, |stunts| message!("chat-f-stunts", stunts = stunts));
        lines.extend(stress(part));
        lines
    }
}

/// Whether someone is out, and of what size they are, where there is something to say.
fn condition(cast: &Cast<'_>, part: &CharacterPart) -> Option<Line> {
    let sizes = cast.ruleset.map_or(&[][..], |rules| &rules.npcs);
    let size = part.size.as_ref().and_then(|id| sizes.iter().find(|size| size.id == *id));
    let mut said: Vec<Message> = Vec::new();
    said.extend(size.map(|size| name(&size.name)));
    said.extend(part.mob.map(|count| message!("chat-f-mob", count = count)));
    said.extend(out(part));
    (!said.is_empty()).then(|| message!("chat-f-condition", said = said).into())
}

/// That someone is taken out, and what became of them (F-31).
#[must_use]
pub fn out(part: &CharacterPart) -> Option<Message> {
    part.out.then(|| match part.absence {
        Some(absence) => absence.to_message(),
        None => message!("chat-f-out"),
    })
}

/// Whether an aspect is a boost that nobody has named.
#[must_use]
pub fn is_unnamed_boost(aspect: &AspectPart) -> bool {
    aspect.aspect == AspectKind::Boost && aspect.name.is_none()
}

/// A character's fate points.
#[must_use]
pub fn points(part: &CharacterPart) -> Line {
    let who = name(&part.name);
    if part.conceded > 0 {
        // What a concession brings is told apart from what hostile invokes owe (F-12, F-32).
        return message!(
            "chat-f-points-conceded",
            who = who,
            points = part.points,
            later = part.later - part.conceded,
            conceded = part.conceded,
            refresh = part.refresh
        )
        .into();
    }
    message!(
        "chat-f-points",
        who = who,
        points = part.points,
        later = part.later,
        refresh = part.refresh
    )
    .into()
}

/// A character's boxes of stress; nothing for one without any.
#[must_use]
pub fn stress(part: &CharacterPart) -> Option<Line> {
    let boxes = |marked: u8, boxes: u8| {
        let marked = usize::from(marked.min(boxes));
        format!("{}{}", "■".repeat(marked), "□".repeat(usize::from(boxes) - marked))
    };
    // Boxes of their own worth are written with it: ■1 □2.
    let valued = |track: &rules::fate::TrackPart| {
        let each = (0_u8..).zip(&track.values).map(|(at, value)| {
            format!("{}{value}", if track.marks.contains(&at) { '■' } else { '□' })
        });
        each.collect::<Vec<_>>().join(" ")
    };
    let track = |track: &rules::fate::TrackPart| {
        let boxes = match track.values.is_empty() {
            true => boxes(track.marked, track.boxes),
            false => valued(track),
        };
        message!("chat-f-track", track = &track.name, boxes = boxes)
    };
    let tracks: Vec<Message> = part.tracks.iter().map(track).collect();
    let some = !tracks.is_empty();
    some.then(|| message!("chat-f-stress", who = name(&part.name), tracks = tracks).into())
}
