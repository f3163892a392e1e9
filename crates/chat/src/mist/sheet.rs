//! What is shown on asking: the scene, a sheet, the odds, the file.

use export::render::{name, push_list, signed};
use export::sheet::mist::{CaseFile, push_here, sheet};
use rules::mist::{
    ChallengePart, Change, CharacterPart, LimitPart, RollPart, StatusPart, Step, TagPart,
    ThreatPart, Track,
};
use rules::{Audience, Id, Line, Message, message};

use super::book::{Book, Sort};
use super::{answer, line};
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::reader::Reader;

fn hides(seen: Option<&Audience>) -> bool {
    seen.is_some_and(|seen| *seen != Audience::All)
}

fn limit(part: &LimitPart) -> Message {
    let shown = message!("chat-limit-now", status = &part.status, now = part.now, tier = part.tier);
    match hides(part.seen.as_ref()) {
        true => message!("chat-hidden", what = shown),
        false => shown,
    }
}

fn threat(part: &ThreatPart) -> Message {
    let shown = match part.answered {
        true => message!("chat-threat-answered", text = &part.text),
        false => name(&part.text),
    };
    match hides(part.seen.as_ref()) {
        true => message!("chat-hidden", what = shown),
        false => shown,
    }
}

/// Whether a thing is one that not everyone sees; only the host is told which are.
pub fn is_hidden(id: Id, book: &Book<'_>) -> bool {
    let seen = |seen: Option<&Audience>, other: Id| other == id && hides(seen);
    let tags = |tags: &[TagPart]| tags.iter().any(|tag| seen(tag.seen.as_ref(), tag.id));
    let statuses =
        |statuses: &[StatusPart]| statuses.iter().any(|part| seen(part.seen.as_ref(), part.id));
    let threats =
        |threats: &[ThreatPart]| threats.iter().any(|part| seen(part.seen.as_ref(), part.id));
    let challenge = |part: &&ChallengePart| {
        seen(part.seen.as_ref(), part.id)
            || part.limits.iter().any(|limit| seen(limit.seen.as_ref(), limit.id))
            || threats(&part.threats)
            || tags(&part.tags)
            || statuses(&part.statuses)
    };
    let character = |part: &&CharacterPart| {
        seen(part.seen.as_ref(), part.id) || tags(&part.tags) || statuses(&part.statuses)
    };
    book.challenges.iter().any(challenge)
        || book.characters.iter().any(character)
        || book.clues.iter().any(|clue| seen(clue.seen.as_ref(), clue.id))
        || book.scene.is_some_and(|scene| {
            tags(&scene.tags) || statuses(&scene.statuses) || threats(&scene.threats)
        })
}

/// `.now`: the scene, what is in it, what waits.
pub fn now(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.finish()?;
    let mut lines = Vec::new();
    match book.scene.filter(|scene| scene.open) {
        Some(scene) => {
            let step = match scene.step {
                Step::Establish => message!("chat-step-establish"),
                Step::Action => message!("chat-step-action"),
                Step::Consequence => message!("chat-step-consequence"),
            };
            if let Some(title) = &scene.title {
                lines.push(message!("chat-scene", title = title, step = step).into());
            }
            let present = scene.present.iter().filter_map(|id| book.called(*id)).collect();
            push_list(&mut lines, present, |present| message!("chat-present", names = present));
            push_here(&mut lines, &scene.tags, &scene.statuses);
            let threats = scene.threats.iter().map(threat).collect();
            push_list(&mut lines, threats, |threats| message!("chat-threats", threats = threats));
        }
        None => lines.push(message!("chat-no-scene").into()),
    }
    let mut clocks: Vec<Message> = book
        .scene
        .map_or(&[][..], |scene| &scene.clocks)
        .iter()
        .map(|it| {
            let shown = message!("chat-clock", name = &it.name, at = it.at, boxes = it.boxes);
            match hides(it.seen.as_ref()) {
                true => message!("chat-hidden", what = shown),
                false => shown,
            }
        })
        .collect();
    if let (Some(rules), Some(tier)) = (book.ruleset, book.story.and_then(|story| story.countdown))
    {
        clocks.push(message!("chat-status", name = &rules.file.countdown, tier = tier));
    }
    push_list(&mut lines, clocks, |clocks| message!("chat-clocks", clocks = clocks));
    for challenge in &book.challenges {
        lines.extend(of_challenge(challenge));
    }
    for roll in &book.rolls {
        lines.extend(answer::of_roll(roll, book));
    }
    for consequence in &book.consequences {
        let to = consequence.to.and_then(|to| book.called(to));
        let harms: Vec<Message> = consequence.harms.iter().map(|harm| harm.words.clone()).collect();
        let to = to.unwrap_or_else(|| message!("chat-the-scene"));
        let pending =
            message!("chat-consequence", to = to, text = &consequence.text, harms = harms);
        lines.push(pending.into());
    }
    lines.extend(answer::next(book));
    Ok(Heard::Reply(lines))
}

fn of_challenge(challenge: &ChallengePart) -> Vec<Line> {
    let mut lines = Vec::new();
    let heading = match challenge.overcome {
        true => message!("chat-challenge-overcome", name = &challenge.name),
        false => message!("chat-challenge", name = &challenge.name),
    };
    lines.push(heading.into());
    let limits = challenge.limits.iter().map(limit).collect();
    push_list(&mut lines, limits, |limits| message!("chat-limits", limits = limits));
    push_here(&mut lines, &challenge.tags, &challenge.statuses);
    let threats = challenge.threats.iter().map(threat).collect();
    push_list(&mut lines, threats, |threats| message!("chat-threats", threats = threats));
    lines
}

/// `.me`, `.me @周默`: a character's sheet.
pub fn me(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let id = book.acting(&mut reader)?;
    reader.finish()?;
    let character = book.character(id);
    Ok(Heard::Reply(character.map(|part| sheet(part, book.ruleset)).unwrap_or_default()))
}

/// `.pc`: the characters in play, and the examples ready to be taken.
pub fn characters(book: &Book<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    let players = book.characters.iter().map(|character| {
        let seat = book.context.seats.iter().find(|seat| Some(seat.seat) == character.seat);
        match seat {
            Some(seat) => {
                message!("chat-played", name = &character.name, seat = seat.name.as_str())
            }
            None => name(&character.name),
        }
    });
    push_list(&mut lines, players.collect(), |names| message!("chat-characters", names = names));
    let examples = book.ruleset.map_or(&[][..], |rules| &rules.examples);
    for example in examples {
        let line = message!("chat-pc-example", name = &example.name, text = &example.text);
        lines.push(line.into());
    }
    lines.push(message!("chat-pc-help").into());
    lines
}

/// `.odds`: the roll's chances, and what each change would do (B-20). Changes that come to the same
/// are one line, and only what is at hand is listed: it must fit a phone.
pub fn odds(roll: &RollPart, book: &Book<'_>) -> Vec<Line> {
    let mut lines = answer::of_roll(roll, book);
    let mut groups: Vec<(Does, i64, Vec<Message>)> = Vec::new();
    for (does, power, words) in changes(roll).chain(additions(roll, book)) {
        match groups.iter_mut().find(|(other, same, _)| (*other, *same) == (does, power)) {
            Some((_, _, what)) => what.push(words),
            None => groups.push((does, power, vec![words])),
        }
    }
    for (does, power, what) in groups {
        let what = match does {
            Does::Help => message!("chat-change-help", what = what),
            Does::Hinder => message!("chat-change-hinder", what = what),
            Does::Burn => message!("chat-change-burn", what = what),
            Does::Keep => message!("chat-change-keep", what = what),
            Does::Strike => message!("chat-change-strike", what = what),
            Does::Indulge => {
                let name = book.ruleset.map(|rules| rules.indulge.name.clone());
                let name = name.unwrap_or_else(|| "".into());
                message!("chat-change-indulge", indulge = name, what = what)
            }
            Does::Other => message!("chat-change-other", what = what),
        };
        let odds = roll.odds.iter().find(|odds| odds.power == power);
        let shares: Vec<Message> = odds
            .map_or(&[][..], |odds| &odds.chances)
            .iter()
            .map(|share| message!("plain", text = format!("{}%", (share + 50) / 100)))
            .collect();
        let line = message!("chat-change", what = what, power = signed(power), shares = shares);
        lines.push(line.into());
    }
    lines
}

/// What a change does, for grouping.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Does {
    Help,
    Hinder,
    Burn,
    Keep,
    Strike,
    Indulge,
    Other,
}

/// What can be done with what is there.
fn changes(roll: &RollPart) -> impl Iterator<Item = (Does, i64, Message)> {
    // Ending an indulgence is striking its line, which is there for itself.
    let ends = |change: &Change| matches!(change, Change::Indulge { theme: None });
    roll.changes.iter().filter(move |it| !ends(&it.change)).map(|it| {
        let (does, line) = match it.change {
            Change::BurnLine { line } => (Does::Burn, Some(line)),
            Change::KeepLine { line } => (Does::Keep, Some(line)),
            Change::Strike { line } => (Does::Strike, Some(line)),
            Change::Indulge { .. } => (Does::Indulge, None),
            Change::Countdown { .. } => (Does::Other, None),
        };
        let line = roll.lines.iter().find(|other| Some(other.id) == line);
        let words = it.words.as_ref().or(line.map(|line| &line.words));
        (does, it.power, words.cloned().unwrap_or_else(|| message!("mist-thing-gone")))
    })
}

/// What could be added that a player would think of: the actor's own tags and what is in the
/// scene, weaknesses only against them.
fn additions(roll: &RollPart, book: &Book<'_>) -> Vec<(Does, i64, Message)> {
    let known = book.countables(roll.actor);
    let mut found = Vec::new();
    for name in &known {
        let Some(it) = roll.sources.iter().find(|it| it.of.contains(&name.it.id)) else {
            continue;
        };
        let own = name.apart == 0;
        let owner = |character: &&CharacterPart| Some(&character.name) == name.owner.as_ref();
        if !own && book.characters.iter().any(owner) {
            continue;
        }
        let sort = name.it.sort;
        let helps = (sort != Sort::Weakness).then_some((Does::Help, it.help));
        let hinders = (sort != Sort::Tag || !own).then_some((Does::Hinder, it.hinder));
        let burns = it.burn.filter(|_| sort == Sort::Tag && own).map(|power| (Does::Burn, power));
        let words = if own { name.shown.clone() } else { name.in_full() };
        for (does, power) in [helps, hinders, burns].into_iter().flatten() {
            found.push((does, power, words.clone()));
        }
    }
    found
}

/// The lines of a roll that wait for the host's word, as they count.
pub fn waiting(roll: &RollPart) -> Vec<Message> {
    use rules::mist::Verdict;
    let waits = |verdict| matches!(verdict, Verdict::Proposed | Verdict::Questioned);
    roll.lines.iter().filter(|part| waits(part.verdict)).map(line::words).collect()
}

/// `.file`: all of the present case, and what lies in the archive (M-38).
pub fn file(book: &Book<'_>) -> Vec<Line> {
    export::sheet::mist::file(&case_file(book))
}

/// `.file 1`: all of a case of the archive.
pub fn old_case(id: Id, book: &Book<'_>) -> Vec<Line> {
    export::sheet::mist::old_case(id, &case_file(book))
}

fn case_file<'v>(book: &Book<'v>) -> CaseFile<'v> {
    CaseFile { rules: book.ruleset, story: book.story, file: book.file, clues: book.clues }
}

/// `.recall`: what looking back still asks, character by character (M-43).
pub fn looking_back(book: &Book<'_>) -> Vec<Line> {
    let (Some(looking), Some(rules)) = (book.looking_back, book.ruleset) else {
        return vec![message!("mist-not-looking-back").into()];
    };
    let mut lines: Vec<Line> = vec![message!("chat-recall", open = looking.open).into()];
    for part in &looking.characters {
        let Some(character) = book.character(part.character) else {
            continue;
        };
        lines.push(name(&character.name).into());
        for theme in &character.themes {
            let kind = rules.kinds.of(theme.kind);
            let asked = part.questions.iter().filter(|it| it.theme == theme.id);
            let questions = asked.map(|it| {
                let track = match it.track {
                    Track::Improve => &kind.improve,
                    Track::Decay => &kind.decay,
                };
                match (it.marked, &it.why) {
                    (Some(true), Some(why)) => {
                        message!("chat-recall-marked-why", track = track, why = why.as_str())
                    }
                    (Some(true), None) => message!("chat-recall-marked", track = track),
                    (Some(false), _) => message!("chat-recall-passed", track = track),
                    (None, _) if it.noted.is_empty() => {
                        message!("chat-recall-open", track = track, when = &it.when)
                    }
                    (None, _) => {
                        let noted = it.noted.clone();
                        let when = &it.when;
                        message!("chat-recall-noted", track = track, when = when, noted = noted)
                    }
                }
            });
            let questions: Vec<Message> = questions.collect();
            lines.push(
                message!(
                    "chat-recall-theme",
                    title = &theme.title,
                    motive = &theme.motive,
                    questions = questions
                )
                .into(),
            );
        }
        let statuses = character.statuses.iter().filter_map(|status| {
            let asked = part.statuses.iter().find(|it| it.status == status.id)?;
            let shown = message!("chat-status", name = &status.name, tier = status.tier);
            Some(match asked.decided {
                true => message!("chat-recall-decided", status = shown),
                false => shown,
            })
        });
        push_list(&mut lines, statuses.collect(), |all| {
            message!("chat-recall-statuses", statuses = all)
        });
        if part.vacancies > 0 {
            lines.push(message!("chat-recall-vacancies", count = part.vacancies).into());
        }
    }
    lines
}

/// `.phase`: where the story stands and what may follow.
pub fn story(book: &Book<'_>) -> Vec<Line> {
    let Some(story) = book.story else {
        return Vec::new();
    };
    let mut lines: Vec<Line> =
        vec![message!("chat-phase", name = &story.phase_name, text = &story.phase_text).into()];
    let next = story.next.iter().map(|phase| name(&phase.name)).collect();
    push_list(&mut lines, next, |names| message!("chat-phases", names = names));
    lines
}
