//! What is shown on asking: the scene, sheets, aspects, odds.

use export::render::{name, push_list};
use export::sheet::fate;
use rules::fate::{ActionPart, AspectKind, Use};
use rules::{Line, Message, message};

use super::answer;
use super::book::Book;
use crate::bars;
use crate::clocks;
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::reader::Reader;

/// Adds the scene's aspects, unless it has none.
fn push_scene(lines: &mut Vec<Line>, book: &Book<'_>) {
    let aspects = book.scene.iter().flat_map(|scene| &scene.aspects);
    let here = aspects.map(|part| book.cast.aspect(part)).collect();
    push_list(lines, here, |aspects| message!("chat-f-aspects", aspects = aspects));
}

/// `.aspect`: every aspect there is.
pub fn aspects(book: &Book<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    push_scene(&mut lines, book);
    for character in book.characters.iter().filter(|part| book.named_or_nobody(part.id)) {
        let own: Vec<Message> =
            character.aspects.iter().map(|part| book.cast.aspect(part)).collect();
        push_list(&mut lines, own, |aspects| {
            message!("chat-f-aspects-of", who = name(&character.name), aspects = aspects)
        });
    }
    lines
}

/// `.cons`: who bears which consequences.
pub fn wounds(book: &Book<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    for character in book.characters.iter().filter(|part| book.named_or_nobody(part.id)) {
        let own: Vec<Message> = character
            .aspects
            .iter()
            .filter(|part| matches!(part.aspect, AspectKind::Consequence { .. }))
            .map(|part| book.cast.aspect(part))
            .collect();
        push_list(&mut lines, own, |aspects| {
            message!("chat-f-aspects-of", who = name(&character.name), aspects = aspects)
        });
    }
    if lines.is_empty() {
        lines.push(message!("chat-f-no-wounds").into());
    }
    lines
}

/// `.stress`: everyone's boxes.
pub fn stress(book: &Book<'_>) -> Vec<Line> {
    let asked = book.characters.iter().filter(|part| book.named_or_nobody(part.id));
    asked.filter_map(|part| fate::stress(part)).collect()
}

/// `.now`: the scene, what is in it, what waits.
pub fn now(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.finish()?;
    let mut lines: Vec<Line> = Vec::new();
    match book.scene.filter(|scene| scene.open) {
        Some(scene) => {
            if let Some(title) = &scene.title {
                lines.push(message!("fate-scene-set", title = title).into());
            }
            clocks::push(&mut lines, &scene.clocks);
            let zones = scene
                .zones
                .iter()
                .map(|zone| {
                    let here = scene.whereabouts.iter().filter(|(_, there)| **there == zone.id);
                    let names: Vec<Message> = here.map(|(who, _)| book.called(*who)).collect();
                    match names.is_empty() {
                        true => name(&zone.name),
                        false => message!("chat-f-zone", zone = &zone.name, names = names),
                    }
                })
                .collect();
            push_list(&mut lines, zones, |zones| message!("chat-f-zones", zones = zones));
            if let Some(conflict) = &scene.conflict {
                let turn = conflict
                    .turn
                    .map_or_else(|| message!("fate-waits-turn"), |who| book.called(who));
                lines.push(message!("chat-f-conflict", round = conflict.round, turn = turn).into());
            }
            if let Some(contest) = &scene.contest {
                let sides: Vec<Message> = contest
                    .sides
                    .iter()
                    .map(|side| {
                        message!("chat-f-victories", side = &side.name, victories = side.victories)
                    })
                    .collect();
                lines.push(
                    message!("fate-contest-set", title = &contest.title, sides = sides).into(),
                );
            }
            if let Some(challenge) = &scene.challenge {
                let (won, lost) = challenge.tally();
                lines.push(
                    message!(
                        "chat-f-challenge",
                        title = &challenge.title,
                        overcome = won,
                        failed = lost
                    )
                    .into(),
                );
            }
        }
        None => lines.push(message!("chat-no-scene").into()),
    }
    let out = book.characters.iter().filter_map(|part| Some((part, fate::out(part)?)));
    let out: Vec<Message> = out
        .map(|(part, out)| message!("chat-f-who-out", who = name(&part.name), out = out))
        .collect();
    push_list(&mut lines, out, |names| message!("chat-f-all-out", names = names));
    push_scene(&mut lines, book);
    for action in &book.actions {
        lines.extend(answer::of_action(action, book));
    }
    lines.extend(answer::next(book));
    Ok(Heard::Reply(lines))
}

/// `.me`, `.me @NAME`: a sheet.
pub fn me(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let who = match book.at(&mut reader)? {
        Some(who) => who,
        None => book.acting(&reader)?,
    };
    reader.finish()?;
    let Some(part) = book.character(who) else {
        return Err(Mistake::new(reader.here(), message!("fate-no-character")));
    };
    Ok(Heard::Reply(book.cast.sheet(part)))
}

/// `.pc`: who plays whom, and who is ready to play.
pub fn characters(book: &Book<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    let played = book
        .characters
        .iter()
        .map(|part| {
            let seat =
                part.seat.and_then(|seat| book.context.seats.iter().find(|one| one.seat == seat));
            let seat = seat.map_or_else(
                || message!("fate-host"),
                |seat| message!("plain", text = seat.name.as_str()),
            );
            let played = message!("chat-played", name = name(&part.name), seat = seat);
            match fate::out(part) {
                Some(out) => message!("chat-f-played-out", played = played, out = out),
                None => played,
            }
        })
        .collect();
    push_list(&mut lines, played, |names| message!("chat-characters", names = names));
    for example in book.ruleset.iter().flat_map(|rules| &rules.examples) {
        lines.push(
            message!("chat-pc-example", name = name(&example.character.name), text = &example.text)
                .into(),
        );
    }
    lines.push(message!("chat-pc-help").into());
    lines
}

/// `.odds`: of the action under way, and of each use of an invoke (F-05).
pub fn odds(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let plays = |id: rules::Id| book.owns(id);
    let own = |action: &ActionPart| plays(action.actor) || action.target.is_some_and(plays);
    // A seat that plays nobody looks at the one action there is.
    let looks_on = book.default_actor().is_none() && !book.actions.iter().any(|one| own(one));
    let action = book.action(&mut reader, |_| true, |action| looks_on || own(action))?;
    reader.finish()?;
    let mut lines = match &action.chances {
        Some(chances) if action.outcome.is_none() => {
            let mut lines = vec![answer::number(action, book)];
            lines.extend(bars::of_chances(chances));
            lines
        }
        _ => answer::of_action(action, book),
    };
    for one in &action.uses {
        let side = if one.opposition { action.opposition.as_ref() } else { Some(&action.side) };
        let side = side
            .and_then(|side| side.who)
            .map_or_else(|| message!("fate-part-difficulty"), |id| book.called(id));
        lines.push(match one.to {
            Use::Bonus => message!("chat-f-if-bonus", side = side).into(),
            Use::Reroll => message!("chat-f-if-reroll", side = side).into(),
        });
        let possible = bars::of_chances(&one.chances).into_iter().zip(&one.chances.outcomes);
        lines.extend(possible.filter(|(_, chance)| chance.basis_points > 0).map(|(line, _)| line));
    }
    Ok(Heard::Reply(lines))
}
