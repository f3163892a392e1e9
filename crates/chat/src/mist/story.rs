//! The story around the scenes: files, clues, mysteries, the countdown, phases (M-36 … M-42).

use rules::message;
use rules::mist::{Command, FileForm, RollKind, RollPart};

use super::book::{Book, Sort};
use super::line::clues_of;
use super::status::tiered;
use super::{Verb, done, roll, sheet};
use crate::common::needed;
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::{Reader, choices};

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::new(file, &["file", "档案", "檔案"]),
    Verb::new(clue, &["clue", "线索", "線索"]),
    Verb::new(mystery, &["mystery", "谜团", "謎團"]),
    Verb::new(countdown, &["countdown", "倒数", "倒數"]),
    Verb::new(index, &["index", "指数", "指數", "指标", "指標"]),
    Verb::new(phase, &["phase", "阶段", "階段"]),
];

choices! { Writes, WRITES:
    Deduce => "deduce", "演绎", "演繹";
    Test => "test", "检验", "檢驗";
    Answer => "answer", "回答";
    Refute => "refute", "反驳", "反駁";
    Name => "name", "起名", "题名", "題名";
    Reopen => "open", "重开", "重開";
}

const FORM: &str = "file";

/// `.file 1`, `.file deduce 谜团 | 昨夜 | 线索: 结论`, `.file test 谜团 | 线索: 结论`, `.file answer 问题 | 线索: 结论`.
pub fn file(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.space();
    if reader.is_done() {
        return Ok(Heard::Reply(sheet::file(book)));
    }
    let at = reader.here();
    let questions = book.ruleset.is_some_and(|rules| rules.file.form == FileForm::Questions);
    let form = if questions { "answer" } else { FORM };
    let Some(writes) = reader.word(WRITES) else {
        let mut probe = reader;
        return match names::find(&mut probe, &archived(book)) {
            Ok(case) if probe.is_done() => Ok(Heard::Reply(sheet::old_case(case, book))),
            _ => Err(Mistake::new(at, message!("chat-file-how")).example(form)),
        };
    };
    match writes {
        Writes::Refute => return refute(reader, book),
        Writes::Name => return done(Command::NameCase { title: needed(&mut reader, FORM)? }),
        Writes::Reopen => {
            let case = names::find(&mut reader, &archived(book))?;
            reader.finish()?;
            return done(Command::ReopenCase { case });
        }
        Writes::Deduce | Writes::Test | Writes::Answer => {}
    }
    let actor = book.acting(&mut reader)?;
    let (mut body, conclusion) = reader.until(':');
    let mut columns = body.split('|').into_iter();
    let mut which = columns.next().unwrap_or(body);
    let conclusion = match conclusion {
        Some(mut conclusion) => needed(&mut conclusion, form)?,
        None => {
            let form = if matches!(writes, Writes::Deduce) { "deduce" } else { form };
            return Err(Mistake::new(at, message!("chat-conclusion-missing")).example(form));
        }
    };
    let clues = |column: Option<Reader<'_>>| match column {
        Some(clues) => clues_of(clues, book),
        None => Ok(Vec::new()),
    };
    match writes {
        Writes::Deduce => {
            let mystery = one_mystery(&mut which, book)?;
            let moment = columns.next().map(|mut moment| moment.rest());
            let moment = moment.filter(|moment| !moment.is_empty());
            let missing = || Mistake::new(at.clone(), message!("chat-moment-missing"));
            let form = "deduce";
            done(Command::Deduce {
                actor,
                mystery,
                conclusion,
                moment: moment.ok_or_else(|| missing().example(form))?,
                lines: clues(columns.next())?,
            })
        }
        Writes::Test => done(Command::Test {
            actor,
            mystery: one_mystery(&mut which, book)?,
            conclusion,
            lines: clues(columns.next())?,
        }),
        Writes::Refute | Writes::Name | Writes::Reopen => {
            Err(Mistake::new(at, message!("chat-file-how")).example(FORM))
        }
        Writes::Answer => done(Command::Answer {
            actor,
            question: question(&mut which, book)?,
            conclusion,
            lines: clues(columns.next())?,
        }),
    }
}

/// Closed cases by their numbers and titles.
fn archived(book: &Book<'_>) -> Vec<Name<rules::Id>> {
    let archive = book.file.map_or(&[][..], |file| &file.archive);
    let numbered = archive.iter().zip(1..);
    let named = numbered.map(|(case, place): (_, u32)| {
        let name = Name::new(case.id, &rules::Term::from(place.to_string().as_str()));
        let title = case.title.args.values().find_map(|arg| match arg {
            rules::Arg::Term(term) => Some(term.clone()),
            _ => None,
        });
        let name = name.shown(case.title.clone());
        title.iter().flat_map(rules::Term::spellings).fold(name, Name::also)
    });
    named.collect()
}

/// `.file refute: 脚印朝着岸上`, `.file refute 湿脚印`: names the clue that refutes the last
/// conclusion that was deduced wrongly (M-36).
fn refute(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let at = reader.here();
    let conclusions = book.file.map_or(&[][..], |file| &file.conclusions);
    let Some(conclusion) = conclusions.iter().rev().find(|it| it.unrefuted) else {
        return Err(Mistake::new(at, message!("chat-nothing-refuted")));
    };
    let conclusion = conclusion.id;
    let (mut named, text) = reader.until(':');
    if let Some(mut text) = text {
        let text = needed(&mut text, FORM)?;
        return done(Command::Refute { conclusion, clue: None, text });
    }
    let clues = book.countables(None).into_iter().filter(|name| name.it.sort == Sort::Clue);
    let known: Vec<Name<rules::Id>> = clues.map(|name| name.map(|it| it.id)).collect();
    let mut probe = named;
    let (clue, text) = match names::find(&mut probe, &known) {
        Ok(clue) if probe.is_done() => (Some(clue), String::new()),
        _ => (None, needed(&mut named, FORM)?),
    };
    done(Command::Refute { conclusion, clue, text })
}

fn mystery_names(book: &Book<'_>) -> Vec<Name<rules::Id>> {
    let mysteries = book.story.map_or(&[][..], |story| &story.mysteries);
    mysteries.iter().map(|mystery| Name::new(mystery.id, &mystery.text)).collect()
}

fn one_mystery(reader: &mut Reader<'_>, book: &Book<'_>) -> Result<rules::Id, Mistake> {
    let mystery = names::find(reader, &mystery_names(book))?;
    reader.finish()?;
    Ok(mystery)
}

fn question(reader: &mut Reader<'_>, book: &Book<'_>) -> Result<String, Mistake> {
    let questions = book.ruleset.map_or(&[][..], |rules| &rules.file.questions);
    let known: Vec<Name<String>> = questions
        .iter()
        .map(|question| {
            let named = Name::of_pack(&question.id, &question.name);
            question.index.spellings().fold(named, Name::also)
        })
        .collect();
    names::find(reader, &known)
}

/// `.clue`, `.clue 泥脚印`, `.clue ?怀表`, `.clue -泥脚印`: clues.
pub fn clue(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.space();
    if reader.is_done() {
        return Ok(Heard::Reply(sheet::file(book)));
    }
    if reader.eat('-') {
        let known: Vec<Name<rules::Id>> = book
            .countables(None)
            .into_iter()
            .filter(|name| name.it.sort == Sort::Clue)
            .map(|name| name.map(|it| it.id))
            .collect();
        let clue = names::find(&mut reader, &known)?;
        reader.finish()?;
        return done(Command::DropClue { clue });
    }
    let hidden = reader.eat('?');
    done(Command::AddClue { text: needed(&mut reader, "clue")?, hidden })
}

/// `.mystery 它是什么-3`, `.mystery -它是什么`: something to be found out (M-36).
pub fn mystery(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.space();
    if reader.is_done() {
        return Ok(Heard::Reply(sheet::file(book)));
    }
    if reader.eat('-') {
        let mystery = one_mystery(&mut reader, book)?;
        return done(Command::DropMystery { mystery });
    }
    let (text, complexity) = tiered(reader).map_err(|mistake| mistake.example("mystery"))?;
    done(Command::AddMystery { text, complexity })
}

choices! { Counts, COUNTS:
    Tick => "tick", "-", "走";
    Stop => "stop", "停";
    Add => "add", "加入", "加上";
    Without => "without", "不加";
}

/// `.countdown 4`, `.countdown stop`, `.countdown add`: the countdown (M-37).
pub fn countdown(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.space();
    let at = reader.here();
    if let Some(tier) = reader.number() {
        reader.finish()?;
        let tier =
            u8::try_from(tier).map_err(|_| Mistake::new(at, message!("chat-tier-missing")))?;
        return done(Command::SetCountdown { tier: Some(tier) });
    }
    let counts = reader.word(COUNTS);
    match counts {
        Some(Counts::Tick) => {
            let by = reader.number().and_then(|by| u8::try_from(by).ok()).unwrap_or(1);
            reader.finish()?;
            let now = book.story.and_then(|story| story.countdown).unwrap_or(0);
            done(Command::SetCountdown { tier: Some(now.saturating_sub(by)) })
        }
        Some(Counts::Stop) => {
            reader.finish()?;
            done(Command::SetCountdown { tier: None })
        }
        Some(Counts::Add | Counts::Without) => {
            let answers = |roll: &RollPart| {
                roll.outcome.is_none() && matches!(roll.roll, RollKind::Question { .. })
            };
            let roll = roll::find(&mut reader, book, answers)?;
            reader.finish()?;
            done(Command::AddCountdown { roll: roll.id, on: matches!(counts, Some(Counts::Add)) })
        }
        None => Err(Mistake::new(at, message!("chat-countdown-how")).example("countdown")),
    }
}

/// `.index 复杂度 2`: sets an index of the file (M-37).
pub fn index(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let question = question(&mut reader, book)?;
    reader.space();
    let at = reader.here();
    let tier = reader.number().and_then(|tier| u8::try_from(tier).ok());
    let wrong = || Mistake::new(at, message!("chat-tier-missing")).example("index");
    let tier = tier.ok_or_else(wrong)?;
    reader.finish()?;
    done(Command::SetIndex { question, tier })
}

const SEASON: &[((), &[&str])] = &[((), &["season", "新剧集", "新劇集"])];

/// `.phase`, `.phase 收容`, `.phase season`: enters a phase, or ends the season (M-40 … M-42).
pub fn phase(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.space();
    if reader.is_done() {
        return Ok(Heard::Reply(sheet::story(book)));
    }
    let mut probe = reader;
    if probe.word(SEASON).is_some() && probe.is_done() {
        return done(Command::EndSeason);
    }
    let phases = book.ruleset.map_or(&[][..], |rules| &rules.story.phases);
    let known: Vec<Name<String>> =
        phases.iter().map(|phase| Name::of_pack(&phase.id, &phase.name)).collect();
    let phase = names::find(&mut reader, &known)?;
    reader.finish()?;
    done(Command::EnterPhase { phase })
}
