//! Sheets of the mist family: themes with their tags, story tags, statuses.

use rules::mist::{CharacterPart, Part, RulesetPart, StatusPart, TagPart};
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
        let powers: Vec<Message> = theme.powers.iter().map(tag).collect();
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
        }
        lines.push(message!("chat-powers", tags = powers).into());
        push_list(&mut lines, weaknesses, |tags| message!("chat-weaknesses", tags = tags));
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

fn status(part: &StatusPart) -> Message {
    message!("chat-status", name = &part.name, tier = part.tier)
}
