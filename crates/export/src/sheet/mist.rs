//! Sheets of the mist family: themes with their tags, story tags, statuses.

use std::collections::BTreeMap;

use rules::mist::{
    CaseEnd, CasePart, CharacterPart, CluePart, ClueRole, ConclusionPart, FilePart, Mystery, Part,
    Polarity, RulesetPart, StatusPart, StoryPart, TagPart, TraitPart, Written,
};
use rules::{Id, Line, Message, Term, View, message};

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
    for vacancy in &character.vacancies {
        let kind = rules.map(|rules| rules.kinds.of(vacancy.kind).name.clone());
        let kind = kind.unwrap_or_else(|| "".into());
        lines.push(match &vacancy.lost {
            Some(lost) => message!("chat-vacancy-of", kind = kind, title = &lost.title).into(),
            None => message!("chat-vacancy", kind = kind).into(),
        });
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
/// indexes, the countdown, the opportunity; and what closed cases are called (M-38).
#[must_use]
pub fn file(it: &CaseFile<'_>) -> Vec<Line> {
    // A ruleset without a case file still keeps what was found out.
    if it.file.is_none() {
        let mut lines = Vec::new();
        push_clues(&mut lines, it.clues);
        lines.extend(it.clues.is_empty().then(|| message!("chat-no-clues").into()));
        return lines;
    }
    let mut lines: Vec<Line> = present(it).into_iter().flat_map(CaseLines::all).collect();
    let archive = it.file.map_or(&[][..], |file| &file.archive);
    lines.extend(archive.iter().zip(1..).map(|(case, number)| archived(case, number, it).title));
    if !archive.is_empty() {
        lines.push(message!("chat-archive-how").into());
    }
    lines
}

/// All of a closed case.
#[must_use]
pub fn old_case(id: Id, it: &CaseFile<'_>) -> Vec<Line> {
    let archive = it.file.map_or(&[][..], |file| &file.archive).iter().zip(1..);
    let case = archive.filter(|(case, _)| case.id == id);
    case.flat_map(|(case, number)| archived(case, number, it).all()).collect()
}

/// A case of the file, in words.
pub struct CaseLines {
    /// What it is called, and how it ended.
    pub title: Line,
    /// What was written.
    pub lines: Vec<Line>,
}

impl CaseLines {
    fn all(self) -> impl Iterator<Item = Line> {
        std::iter::once(self.title).chain(self.lines)
    }
}

/// The present case and those in the archive, in words.
#[must_use]
pub fn cases(it: &CaseFile<'_>) -> Vec<CaseLines> {
    let archive = it.file.map_or(&[][..], |file| &file.archive).iter().zip(1..);
    present(it)
        .into_iter()
        .chain(archive.map(|(case, number)| archived(case, number, it)))
        .collect()
}

/// The present case.
fn present(it: &CaseFile<'_>) -> Option<CaseLines> {
    let file = it.file?;
    let title = match file.end {
        None => message!("chat-case", title = file.title.clone()),
        Some(end) => message!("chat-case-ended", title = file.title.clone(), end = ended(end)),
    };
    let mut lines: Vec<Line> = Vec::new();
    if let Some(story) = it.story {
        push_mysteries(&mut lines, &story.mysteries, &file.conclusions);
        push_questions(&mut lines, it.rules, &story.indexes, &file.conclusions);
    }
    push_clues(&mut lines, it.clues);
    push_traits(&mut lines, &file.traits);
    if let (Some(story), Some(rules)) = (it.story, it.rules) {
        if let Some(tier) = story.countdown {
            lines.push(message!("chat-countdown", tier = tier).into());
        }
        if story.opportunity {
            lines.push(name(&rules.file.opportunity).into());
        }
    }
    if it.clues.is_empty() && file.conclusions.is_empty() {
        lines.push(message!("chat-no-clues").into());
    }
    Some(CaseLines { title: title.into(), lines })
}

/// A case of the archive.
fn archived(case: &CasePart, number: usize, it: &CaseFile<'_>) -> CaseLines {
    let title = case.title.clone();
    let end = case.end.map_or_else(|| message!("chat-case-open"), ended);
    let mut lines: Vec<Line> = Vec::new();
    push_mysteries(&mut lines, &case.mysteries, &case.conclusions);
    push_questions(&mut lines, it.rules, &case.indexes, &case.conclusions);
    push_clues(&mut lines, &case.clues);
    push_traits(&mut lines, &case.traits);
    if let Some(tier) = case.countdown {
        lines.push(message!("chat-countdown", tier = tier).into());
    }
    CaseLines {
        title: message!("chat-archived", number = number, title = title, end = end).into(),
        lines,
    }
}

/// The questions of the pack with their answers (M-37).
fn push_questions(
    lines: &mut Vec<Line>,
    rules: Option<&RulesetPart>,
    indexes: &BTreeMap<String, u8>,
    conclusions: &[ConclusionPart],
) {
    for question in rules.map_or(&[][..], |rules| &rules.file.questions) {
        let tier = indexes.get(&question.id).copied().unwrap_or(0);
        let (name, index) = (&question.name, &question.index);
        lines.push(message!("chat-question", name = name, index = index, tier = tier).into());
        let answers = conclusions.iter().filter(|it| it.question.as_ref() == Some(&question.id));
        lines.extend(answers.map(conclusion));
    }
}

/// The case file of a view; nothing where the variant has none or nothing is written in it yet.
pub(super) fn case_file(view: &View<Part>) -> Vec<CaseLines> {
    let mut it = CaseFile { rules: None, story: None, file: None, clues: &[] };
    for part in view.values() {
        match part {
            Part::Ruleset(part) => it.rules = Some(part),
            Part::Story(part) => it.story = Some(part),
            Part::File(part) => it.file = Some(part),
            Part::Clues(part) => it.clues = &part.clues,
            Part::LookingBack(_)
            | Part::Scene(_)
            | Part::Character(_)
            | Part::Challenge(_)
            | Part::Roll(_)
            | Part::Consequence(_) => {}
        }
    }
    let asked = it.story.is_some_and(|story| !story.mysteries.is_empty());
    let written = it.file.is_some_and(|file| {
        !file.conclusions.is_empty() || !file.traits.is_empty() || !file.archive.is_empty()
    });
    match asked || written || !it.clues.is_empty() {
        true => cases(&it),
        false => Vec::new(),
    }
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
