//! `.help`: what this seat can do now, the commands in groups, and what a word of the rules leads to
//! (C-07).

use std::borrow::Cow;
use std::collections::BTreeSet;

use rules::{Arg, Id, Line, Message, Term, message};
use words::Language;
use words::reference::{self, Rule, Rulebook};

use crate::context::SeatContext;
use crate::family;
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::reader::Reader;
use crate::verb::{self, Word};

/// How many things `.help` begins with.
const FIRST: usize = 5;
/// What is always worth trying, where less is waited for.
const ALWAYS: [&str; 6] = ["now", "me", "pc", "chr", "r", "say"];
/// The most rules one question is answered with.
const MOST_RULES: usize = 3;

/// `.help`, `.help act`, `.help M-30`, `.help 缓解`, `.help 怎么掷骰`.
pub fn help(
    mut reader: Reader<'_>,
    _: Option<Id>,
    context: &SeatContext,
) -> Result<Heard, Mistake> {
    let words = family::words(&context.view);
    if reader.is_done() {
        return Ok(Heard::Reply(overview(context, &words)));
    }
    let mut probe = reader;
    let _ = probe.eat('.') || probe.eat('/');
    let word = verb::read(&mut probe, &words).filter(|_| probe.is_done());
    let at = reader.here();
    let text = reader.rest();
    let family = family::name(&context.view);
    let book = Rulebook::new(&context.rules.facts());
    let mut lines: Vec<Line> = Vec::new();
    if let Some(word) = word {
        lines.push(help_of(&word, family).into());
        lines.push(message!("chat-help-also", words = spellings(&word)).into());
        // What the word is called in the rules says the rest.
        let named = rules_of(&book, &text).into_iter();
        let named = named.filter(|rule| is_called(&book, rule, &text));
        lines.extend(named.take(1).map(|rule| rule_line(&book, &rule.id)));
        return Ok(Heard::Reply(lines));
    }
    let found = rules_of(&book, &text);
    if found.is_empty() {
        let mistake = Mistake::new(at, message!("chat-no-help", text = text.as_str()));
        return Err(mistake.instead(message!("chat-see-help")));
    }
    for rule in found.iter().take(MOST_RULES) {
        lines.push(rule_line(&book, &rule.id));
    }
    let typed = found.iter().take(MOST_RULES).flat_map(|rule| typed_by(&rule.id));
    let mut said = BTreeSet::new();
    for name in typed {
        let word = words.iter().find(|word| word.name() == *name);
        if let Some(word) = word.filter(|word| said.insert(word.name())) {
            lines.push(help_of(word, family).into());
        }
    }
    let others = found.iter().skip(MOST_RULES).take(12);
    let others: Vec<Message> =
        others.map(|rule| message!("plain", text = rule.id.as_str())).collect();
    if !others.is_empty() {
        lines.push(message!("chat-rules-also", ids = others).into());
    }
    Ok(Heard::Reply(lines))
}

/// What can be done now, then every command, in groups.
fn overview(context: &SeatContext, words: &[Word]) -> Vec<Line> {
    let mut now = next_forms(context);
    let mut always = ALWAYS.iter().filter_map(|name| words.iter().find(|it| it.name() == *name));
    while now.len() < FIRST {
        let Some(word) = always.next() else {
            break;
        };
        now.push(message!("chat-word", word = spelled(word)));
    }
    now.truncate(FIRST);
    let mut lines: Vec<Line> = vec![message!("chat-first", forms = now).into()];
    for (group, words) in family::groups(context) {
        let words: Vec<Message> =
            words.iter().map(|word| message!("chat-word", word = spelled(word))).collect();
        lines.push(message!("chat-help-group", group = group.name(), words = words).into());
    }
    lines.push(message!("chat-help").into());
    lines
}

/// The forms of what is waited for, or can be done about what is under way.
fn next_forms(context: &SeatContext) -> Vec<Message> {
    let args = family::next(context).map(|line| line.message.args);
    let forms = args.and_then(|args| args.get("forms").cloned());
    match forms {
        Some(Arg::List(forms)) => forms,
        _ => Vec::new(),
    }
}

/// What a command is about, in `.help`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Acting and rolling.
    Act,
    /// Consequences, and answering them.
    Harm,
    /// A fight in time.
    Fight,
    /// The scene and what is in it.
    Scene,
    /// Characters.
    Character,
    /// The story around the scenes.
    Story,
    /// The table, whatever is played.
    Table,
}

impl Group {
    fn name(self) -> Message {
        match self {
            Group::Act => message!("chat-group-act"),
            Group::Harm => message!("chat-group-harm"),
            Group::Fight => message!("chat-group-fight"),
            Group::Scene => message!("chat-group-scene"),
            Group::Character => message!("chat-group-character"),
            Group::Story => message!("chat-group-story"),
            Group::Table => message!("chat-group-table"),
        }
    }
}

/// What a word asks for: in its family, where it means something else there.
pub fn help_of(word: &Word, family: &str) -> Message {
    let own = format!("chat-help-{family}-{}", word.name());
    let id = if words::knows(&own) { own } else { format!("chat-help-{}", word.name()) };
    // Made at run time; the tests know that it is there.
    Message { id: Cow::Owned(id), args: rules::Args::default() }
}

/// All ways a word is written; for who reads English, those in their letters.
fn spellings(word: &Word) -> Term {
    let dotted = |all: &[&str], between: &str| {
        let all: Vec<String> = all.iter().map(|it| format!(".{it}")).collect();
        all.join(between).as_str().into()
    };
    let plain: Vec<&str> = word.spellings.iter().copied().filter(|it| it.is_ascii()).collect();
    Term::PerLanguage {
        zh_hans: dotted(word.spellings, "、"),
        zh_hant: None,
        en: Some(dotted(&plain, ", ")),
    }
}

/// A word as `.help` lists it: its name, and for who reads Chinese, that too.
fn spelled(word: &Word) -> Term {
    let own = format!(".{}", word.name());
    let mut chinese = word.spellings.iter().filter(|spelling| !spelling.is_ascii());
    let with = |spelling: &&str| format!("{own} {spelling}").as_str().into();
    let first = chinese.clone().next();
    let traditional = chinese.find(|it| !it.chars().any(words::is_simplified));
    Term::PerLanguage {
        zh_hans: first.map_or_else(|| own.as_str().into(), with),
        zh_hant: traditional.or(first).map(with),
        en: Some(own.as_str().into()),
    }
}

/// The rules a word leads to, in whatever language it was typed: those the table plays by. An id
/// that is asked for is shown, whatever it belongs to.
fn rules_of<'b>(book: &'b Rulebook, text: &str) -> Vec<&'b Rule> {
    let mut found = Language::ALL.into_iter().map(|language| book.find(language, text));
    let found = found.find(|it| !it.is_empty()).unwrap_or_default();
    match found.is_empty() {
        true => reference::rule(Language::ZhHans, text).into_iter().collect(),
        false => found,
    }
}

fn is_called(book: &Rulebook, rule: &Rule, text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let called = |language| {
        let rule = book.rule(language, &rule.id);
        rule.is_some_and(|it| it.title.to_lowercase() == text || it.also.contains(&text))
    };
    Language::ALL.into_iter().any(called)
}

/// A rule, in all languages.
fn rule_line(book: &Rulebook, id: &str) -> Line {
    let term = |pick: fn(&Rule) -> &str| {
        let of = |language| book.rule(language, id).or_else(|| reference::rule(language, id));
        Term::PerLanguage {
            zh_hans: of(Language::ZhHans).map(pick).unwrap_or_default().into(),
            zh_hant: of(Language::ZhHant).map(pick).map(Into::into),
            en: of(Language::En).map(pick).map(Into::into),
        }
    };
    message!(
        "chat-rule",
        id = id,
        title = term(|rule| &rule.title),
        text = term(|rule| without_tables(&rule.text))
    )
    .into()
}

/// A text up to its first table, which no chat shows well.
fn without_tables(text: &str) -> &str {
    text.split_once("\n\n|").map_or(text, |(before, _)| before)
}

/// The commands by which a rule is played, best first.
const PLAYED_BY: &[(&str, &[&str])] = &[
    ("M-01", &["tag"]),
    ("M-02", &["me", "pc"]),
    ("M-04", &["status"]),
    ("M-05", &["status"]),
    ("M-06", &["status"]),
    ("M-07", &["limit"]),
    ("M-08", &["challenge", "threat"]),
    ("M-09", &["scene"]),
    ("M-10", &["depth", "act"]),
    ("M-11", &["act", "add"]),
    ("M-12", &["burn"]),
    ("M-13", &["act", "go"]),
    ("M-15", &["act", "go"]),
    ("M-17", &["spend"]),
    ("M-18", &["push"]),
    ("M-19", &["act"]),
    ("M-20", &["hit", "take"]),
    ("M-30", &["mit", "spend"]),
    ("M-32", &["indulge"]),
    ("M-33", &["flash"]),
    ("M-34", &["engage", "detail"]),
    ("M-35", &["plunge"]),
    ("M-36", &["file", "clue"]),
    ("M-37", &["file", "countdown"]),
    ("M-38", &["file"]),
    ("M-40", &["phase"]),
    ("M-41", &["phase"]),
    ("M-42", &["phase"]),
    ("M-43", &["recall"]),
    ("M-44", &["clock", "tick"]),
    ("M-50", &["mark"]),
    ("M-51", &["grow"]),
    ("M-52", &["grow"]),
    ("M-53", &["mark"]),
    ("M-54", &["theme"]),
    ("M-55", &["pang"]),
    ("M-57", &["evolve"]),
    ("M-58", &["evolve"]),
    ("F-01", &["f"]),
    ("F-02", &["f", "go"]),
    ("F-10", &["aspect"]),
    ("F-11", &["invoke", "free"]),
    ("F-13", &["boost"]),
    ("F-14", &["compel"]),
    ("F-15", &["fp"]),
    ("F-20", &["f"]),
    ("F-21", &["f"]),
    ("F-23", &["f"]),
    ("F-24", &["f"]),
    ("F-30", &["stress"]),
    ("F-31", &["take", "cons"]),
    ("F-32", &["concede"]),
    ("F-33", &["treat"]),
    ("F-40", &["challenge"]),
    ("F-41", &["contest"]),
    ("F-42", &["conflict"]),
    ("F-43", &["zone"]),
    ("F-50", &["pc"]),
    ("F-51", &["stunt"]),
    ("F-52", &["milestone"]),
    ("T-01", &["tlsetup", "chr", "st"]),
    ("T-02", &["basics"]),
    ("T-05", &["ledger"]),
    ("T-06", &["lv"]),
    ("T-07", &["item"]),
    ("T-08", &["trait"]),
    ("T-09", &["option"]),
    ("T-10", &["tar"]),
    ("T-11", &["ex"]),
    ("T-12", &["vs"]),
    ("T-13", &["ex"]),
    ("T-14", &["neg"]),
    ("T-15", &["rest", "treat", "crd"]),
    ("T-21", &["bat"]),
    ("T-22", &["pre"]),
    ("T-23", &["bat"]),
    ("T-25", &["bat"]),
    ("T-26", &["bat"]),
    ("T-27", &["bat"]),
    ("T-30", &["bat"]),
    ("T-33", &["bat"]),
    ("T-34", &["bat"]),
    ("T-35", &["bat"]),
    ("T-40", &["buff"]),
    ("T-41", &["dr"]),
    ("T-45", &["wp"]),
    ("T-46", &["wp"]),
    ("T-50", &["skill"]),
    ("T-60", &["env"]),
    ("B-02", &["invite"]),
    ("B-13", &["undo"]),
    ("B-14", &["why"]),
    ("B-20", &["odds"]),
    ("B-23", &["rh"]),
    ("B-41", &["say"]),
    ("B-43", &["clock", "tick"]),
    ("B-45", &["pause"]),
    ("C-03", &["r"]),
    ("C-04", &["as"]),
];

fn typed_by(id: &str) -> &'static [&'static str] {
    PLAYED_BY.iter().find(|(rule, _)| *rule == id).map_or(&[][..], |(_, words)| words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::vocabularies;

    #[test]
    fn c07_every_command_a_rule_names_is_one_of_its_family() {
        for (rule, commands) in PLAYED_BY {
            assert!(reference::rule(Language::ZhHans, rule).is_some(), "{rule}");
            for name in *commands {
                let known = vocabularies().into_iter().any(|(family, words)| {
                    reference::belongs(rule, family) && words.iter().any(|it| it.name() == *name)
                });
                assert!(known, "{rule}: {name}");
            }
        }
    }

    #[test]
    fn c07_help_in_english_lists_no_chinese_words() {
        for word in vocabularies().into_iter().flat_map(|(_, words)| words) {
            let listed = message!("chat-word", word = spelled(&word));
            assert!(words::say(Language::En, &listed).is_ascii(), "{}", word.name());
        }
    }

    #[test]
    fn c07_traditional_chinese_is_listed_in_its_own_characters() {
        let [(_, mist), ..] = vocabularies();
        for (name, listed) in
            [("act", ".act 行動"), ("status", ".status 狀態"), ("now", ".now 局面")]
        {
            let word = mist.iter().find(|word| word.name() == name).expect("a word");
            let listed_as = message!("chat-word", word = spelled(word));
            assert_eq!(words::say(Language::ZhHant, &listed_as), listed);
        }
    }
}
