//! Sheets of the mist family: themes with their tags, story tags, statuses.

use rules::mist::{
    CaseEnd, CharacterPart, CluePart, ClueRole, ConclusionPart, FilePart, Mystery, Part, Polarity,
    RulesetPart, StatusPart, StoryPart, TagPart, TraitPart, Written,
};
use rules::{Line, Message, Term, View, message};

use crate::render::{name, push_list};

/// The sheet of every character of a view.
pub(super) fn sheets(view: &View<Part>) -> Vec<(Term, Vec<Line>)> {
    let mut rules = None;
    let mut characters = Vec::new();
    for part in view.values() {
        if let Part::Ruleset(part) = part {
            rules = Some(&**part);
        }
        if let Part::Character(part) = part {
            characters.push(part);
        }
    }
    characters.into_iter().map(|part| (part.name.clone(), sheet(part, rules))).collect()
}

/// A character's sheet, by what the pack says.
#[must_use]
pub fn sheet(character: &CharacterPart, rules: Option<&RulesetPart>) -> Vec<Line> {
    let mut lines: Vec<Line> = vec![name(&character.name).into()];
    for theme in &character.themes {
        // The first power tag is the theme tag (M-01).
        let powers: Vec<Message> = theme
            .powers
            .iter()
            .enumerate()
            .map(|(place, it)| match place {
                0 => message!("chat-theme-tag", tag = tag(it)),
                _ => tag(it),
            })
            .collect();
        let weaknesses: Vec<Message> = theme.weaknesses.iter().map(tag).collect();
        if let Some(rules) = rules {
            let kind = rules.kinds.of(theme.kind);
            let heading = message!(
                "chat-theme",
                kind = &kind.name,
                title = &theme.title,
                improve = &kind.improve,
                improved = theme.improve,
                decay = &kind.decay,
                decayed = theme.decay
            );
            lines.push(heading.into());
            if theme.motive.spellings().any(|it| !it.is_empty()) {
                let motive = message!("chat-motive", motive = &kind.motive, text = &theme.motive);
                lines.push(motive.into());
            }
        }
        lines.push(message!("chat-powers", tags = powers).into());
        push_list(&mut lines, weaknesses, |tags| message!("chat-weaknesses", tags = tags));
        if theme.owed > 0 {
            lines.push(message!("chat-growth-waits", count = theme.owed).into());
        }
    }
    push_here(&mut lines, &character.tags, &character.statuses);
    if character.evolution > 0 {
        lines.push(message!("chat-evolution", count = character.evolution).into());
    }
    let pangs = character.pangs.iter().map(|pang| name(&pang.title)).collect();
    push_list(&mut lines, pangs, |pangs| message!("chat-pangs", pangs = pangs));
    lines
}

/// Adds the tags and statuses someone or something has, unless there are none.
pub fn push_here(lines: &mut Vec<Line>, tags: &[TagPart], statuses: &[StatusPart]) {
    let things = tags.iter().map(tag).chain(statuses.iter().map(status)).collect();
    push_list(lines, things, |things| message!("chat-here", things = things));
}

fn tag(part: &TagPart) -> Message {
    match part.burnt {
        true => message!("chat-tag-burnt", name = &part.name),
        false => name(&part.name),
    }
}

/// A status with the boxes that are marked, where there are more than its tier shows.
fn status(part: &StatusPart) -> Message {
    if part.marks.len() < 2 {
        return message!("chat-status", name = &part.name, tier = part.tier);
    }
    let boxes: Vec<Message> =
        part.marks.iter().map(|it| message!("plain", text = it.to_string())).collect();
    message!("chat-status-boxes", name = &part.name, tier = part.tier, boxes = boxes)
}

/// What a case file is written from.
pub struct CaseFile<'v> {
    /// What the pack says.
    pub rules: Option<&'v RulesetPart>,
    /// Where the story stands.
    pub story: Option<&'v StoryPart>,
    /// What was written.
    pub file: Option<&'v FilePart>,
    /// What was found out.
    pub clues: &'v [CluePart],
}

/// The case file: mysteries and questions with their conclusions and verdicts, clues, traits,
/// indexes, the countdown, the opportunity, and the archive (M-38).
#[must_use]
pub fn file(it: &CaseFile<'_>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let conclusions = it.file.map_or(&[][..], |file| &file.conclusions);
    if let Some(file) = it.file {
        lines.push(match file.end {
            None => message!("chat-case", title = file.title.clone()).into(),
            Some(end) => {
                message!("chat-case-ended", title = file.title.clone(), end = ended(end)).into()
            }
        });
    }
    if let Some(story) = it.story {
        push_mysteries(&mut lines, &story.mysteries, conclusions);
        for question in it.rules.map_or(&[][..], |rules| &rules.file.questions) {
            let tier = story.indexes.get(&question.id).copied().unwrap_or(0);
            let (name, index) = (&question.name, &question.index);
            lines.push(message!("chat-question", name = name, index = index, tier = tier).into());
            let answers =
                conclusions.iter().filter(|it| it.question.as_ref() == Some(&question.id));
            lines.extend(answers.map(conclusion));
        }
    }
    push_clues(&mut lines, it.clues);
    push_traits(&mut lines, it.file.map_or(&[][..], |file| &file.traits));
    if let (Some(story), Some(rules)) = (it.story, it.rules) {
        if let Some(tier) = story.countdown {
            lines.push(message!("chat-countdown", tier = tier).into());
        }
        if story.opportunity {
            lines.push(name(&rules.file.opportunity).into());
        }
    }
    if it.clues.is_empty() && conclusions.is_empty() {
        lines.push(message!("chat-no-clues").into());
    }
    for (place, case) in it.file.map_or(&[][..], |file| &file.archive).iter().enumerate() {
        let (number, title) = (place + 1, case.title.clone());
        let end = case.end.map_or_else(|| message!("chat-case-open"), ended);
        lines.push(message!("chat-archived", number = number, title = title, end = end).into());
        push_mysteries(&mut lines, &case.mysteries, &case.conclusions);
        lines.extend(case.conclusions.iter().filter(|it| it.mystery.is_none()).map(conclusion));
        push_clues(&mut lines, &case.clues);
        push_traits(&mut lines, &case.traits);
    }
    lines
}

fn ended(end: CaseEnd) -> Message {
    match end {
        CaseEnd::Closed => message!("chat-case-closed"),
        CaseEnd::Abandoned => message!("chat-case-abandoned"),
    }
}

fn push_mysteries(lines: &mut Vec<Line>, mysteries: &[Mystery], all: &[ConclusionPart]) {
    for mystery in mysteries {
        let text = &mystery.text;
        lines.push(match mystery.solved {
            true => message!("chat-mystery-solved", text = text).into(),
            false => message!("chat-mystery", text = text, complexity = mystery.complexity).into(),
        });
        lines.extend(all.iter().filter(|it| it.mystery == Some(mystery.id)).map(conclusion));
    }
}

fn conclusion(it: &ConclusionPart) -> Line {
    let how = match &it.how {
        Written::Deduced(moment) => message!("chat-deduced", moment = moment.as_str()),
        Written::Tested => message!("chat-tested"),
        Written::Answered => message!("chat-answered"),
    };
    let counted = it.clues.iter().map(|clue| match clue.polarity {
        Polarity::Help => message!("chat-line-help", what = name(&clue.text)),
        Polarity::Hinder => message!("chat-line-hinder", what = name(&clue.text)),
    });
    let counted: Vec<Message> = counted.collect();
    let against = it.refuted_by.as_ref().map(|clue| message!("chat-refuted-by", clue = clue));
    message!(
        "chat-conclusion",
        text = &it.text,
        verdict = it.words.clone(),
        how = how,
        total = it.total.as_str(),
        clues = counted,
        against = against.into_iter().collect::<Vec<_>>()
    )
    .into()
}

fn push_clues(lines: &mut Vec<Line>, clues: &[CluePart]) {
    let hidden = |it: &CluePart| it.seen.as_ref().is_some_and(|seen| *seen != rules::Audience::All);
    let words = |it: &CluePart| {
        let shown = match it.role {
            ClueRole::Open => name(&it.text),
            ClueRole::Supporting => message!("chat-clue-supports", clue = &it.text),
            ClueRole::Refuting => message!("chat-clue-refutes", clue = &it.text),
        };
        match hidden(it) {
            true => message!("chat-hidden", what = shown),
            false => shown,
        }
    };
    push_list(lines, clues.iter().map(words).collect(), |clues| {
        message!("chat-clues", clues = clues)
    });
}

fn push_traits(lines: &mut Vec<Line>, traits: &[TraitPart]) {
    let words = traits.iter().map(|it| name(&it.name)).collect();
    push_list(lines, words, |traits| message!("chat-traits", traits = traits));
}
