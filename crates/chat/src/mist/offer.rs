//! How an offered command is typed, for replies and hints.

use rules::mist::{Boon, ChallengePart, Command, Mist, RollPart, Verdict};
use rules::{Id, Term};
use words::Language;

use super::book::Book;
use crate::family::Family;

/// The form of a command as its reader types it, with the word's own arguments left as `…` where
/// they are free.
pub fn form(command: &Command, book: &Book<'_>) -> Option<Term> {
    let typed = |language| form_in(language, command, book);
    let zh_hans = typed(Language::ZhHans)?;
    let (zh_hant, en) = (typed(Language::ZhHant)?, typed(Language::En)?);
    if zh_hant == zh_hans && en == zh_hans {
        return Some(zh_hans.as_str().into());
    }
    let (zh_hant, en) = (Some(zh_hant.as_str().into()), Some(en.as_str().into()));
    Some(Term::PerLanguage { zh_hans: zh_hans.as_str().into(), zh_hant, en })
}

fn form_in(language: Language, command: &Command, book: &Book<'_>) -> Option<String> {
    let first = |name: &Term| first(language, name);
    let own = |zh_hans: &'static str, zh_hant: &'static str, en: &'static str| match language {
        Language::ZhHans => zh_hans,
        Language::ZhHant => zh_hant,
        Language::En => en,
    };
    let of = |verb: &str, rest: &str| Some(format!(".{}{rest}", known(verb)));
    let roll = |verb: &str, id: &Id, rest: &str| {
        let whose = whose_roll(language, *id, book).unwrap_or_default();
        Some(format!(".{}{whose}{rest}", known(verb)))
    };
    match command {
        Command::Act { .. } => of("act", " …"),
        Command::Roll { roll: id } => roll("go", id, ""),
        Command::Propose { roll: id, .. } => roll("add", id, " …"),
        Command::Withdraw { roll: id, .. } => roll("strike", id, " …"),
        Command::Review { roll: id, verdict, .. } => match verdict {
            Verdict::Approved => roll("ok", id, ""),
            Verdict::Struck => roll("strike", id, " …"),
            Verdict::Questioned => roll("ask", id, " …"),
            Verdict::Proposed => None,
        },
        Command::ChooseBurn { roll: id, burn, .. } => match burn {
            true => roll("burn", id, " …"),
            false => roll("keep", id, " …"),
        },
        Command::Indulge { roll: id, .. } => roll("indulge", id, " …"),
        Command::SetDepth { roll: id, .. } => roll("depth", id, " …"),
        Command::SetDegree { roll: id, .. } => roll("degree", id, " …"),
        Command::Agree { roll: id } => roll("agree", id, ""),
        Command::Cancel { roll: id } => roll("cancel", id, ""),
        Command::Push { roll: id } => roll("push", id, ""),
        Command::Spend { roll: id, .. } | Command::Lessen { roll: id, boon: None, .. } => {
            roll("spend", id, " …")
        }
        Command::Lessen { roll: id, boon: Some(Boon::Deeper), .. } => {
            roll("spend", id, own(" 更轻", " 更輕", " deeper"))
        }
        Command::Lessen { roll: id, boon: Some(Boon::Status { .. }), .. } => {
            roll("spend", id, own(" 增益 …", " 增益 …", " boon …"))
        }
        Command::Finish { roll: id } => roll("done", id, ""),
        Command::PickBurns { roll: id, .. } => roll("pick", id, " …"),
        Command::Hit { to, .. } => {
            let whose = to.and_then(|to| first(&book.character(to)?.name));
            let whose = whose.map(|name| format!(" @{name}")).unwrap_or_default();
            Some(format!(".{}{whose} …", known("hit")))
        }
        Command::LetPass { .. } | Command::Spare { .. } => of("pass", ""),
        Command::Accept { .. } => of("take", ""),
        Command::Mitigate { .. } => of("mit", " …"),
        Command::TakeExample { .. }
        | Command::MakeCharacter { .. }
        | Command::BringCharacter { .. } => of("pc", " …"),
        Command::SetScene { .. } | Command::StepScene { .. } | Command::EndScene { .. } => {
            of("scene", " …")
        }
        Command::TakeScene { .. } => of("scene", " take …"),
        Command::AddChallenge { .. } => of("challenge", " …"),
        Command::Grow { .. } => of("grow", " …"),
        Command::ReplaceTheme { .. } => of("theme", " …"),
        Command::ChooseEnding { .. } => of("evolve", " …"),
        Command::ChooseFate { .. } => of("fate", " …"),
        Command::EnterPhase { .. } => of("phase", " …"),
        Command::Flashback { .. } => of("flash", " …"),
        Command::Plunge { .. } => of("plunge", " …"),
        Command::Deduce { .. } | Command::Test { .. } | Command::Answer { .. } => of("file", " …"),
        Command::AddCountdown { .. } | Command::SetCountdown { .. } => of("countdown", " …"),
        Command::CallPang { .. } | Command::SettlePang { .. } => of("pang", " …"),
        Command::Refute { .. } => of("file", own(" 反驳: …", " 反駁: …", " refute: …")),
        Command::LookBack { .. } | Command::DecideStatus { .. } => of("recall", " …"),
        Command::AddLimit { challenge, .. } => at(language, "limit", *challenge, book),
        Command::AddThreat { challenge: Some(challenge), .. } => {
            at(language, "threat", *challenge, book)
        }
        Command::Show { thing, .. } => reveal(language, *thing, book),
        Command::AddThreat { challenge: None, .. }
        | Command::NameCase { .. }
        | Command::ReopenCase { .. }
        | Command::AddClock { .. }
        | Command::MoveClock { .. }
        | Command::RemoveClock { .. }
        | Command::SetAutoApprove { .. }
        | Command::Rename { .. }
        | Command::GiveCharacter { .. }
        | Command::Retire { .. }
        | Command::SetPresent { .. }
        | Command::SetMundane { .. }
        | Command::RemoveChallenge { .. }
        | Command::AnswerThreat { .. }
        | Command::AddTag { .. }
        | Command::RemoveTag { .. }
        | Command::BurnTag { .. }
        | Command::RecoverTag { .. }
        | Command::GainStatus { .. }
        | Command::ReduceStatus { .. }
        | Command::Engage { .. }
        | Command::ProposeDetail { .. }
        | Command::EndSeason
        | Command::SetIndex { .. }
        | Command::AddMystery { .. }
        | Command::DropMystery { .. }
        | Command::AddClue { .. }
        | Command::DropClue { .. }
        | Command::MarkImprove { .. }
        | Command::MarkDecay { .. } => None,
    }
}

/// A form that begins with a word of the family: `.scene next`.
pub fn typed(form: &str) -> String {
    let (word, rest) = form.split_at(form.find(' ').unwrap_or(form.len()));
    format!(".{}{rest}", known(word))
}

/// A word about a challenge, by its name.
fn at(language: Language, verb: &str, challenge: Id, book: &Book<'_>) -> Option<String> {
    let found = book.challenges.iter().find(|it| it.id == challenge)?;
    Some(format!(".{} … @{}", known(verb), first(language, &found.name)?))
}

/// `.reveal 极限 受伤@守卫`: shows a limit.
fn reveal(language: Language, thing: Id, book: &Book<'_>) -> Option<String> {
    let limits = |it: &&ChallengePart| it.limits.iter().any(|limit| limit.id == thing);
    let challenge = book.challenges.iter().copied().find(limits)?;
    let limit = challenge.limits.iter().find(|limit| limit.id == thing)?;
    let (status, name) = (first(language, &limit.status)?, first(language, &challenge.name)?);
    Some(format!(".{} limit {status}@{name}", known("reveal")))
}

/// A word of the family, by its name.
fn known(name: &str) -> &str {
    let words = Mist::VERBS.iter().flat_map(|(_, verbs)| *verbs);
    debug_assert!(words.map(|verb| verb.word.name()).any(|known| known == name), "{name}");
    name
}

/// ` @叶岚`, where the roll would not be the one meant without saying so; ` #1` for the crew's, which
/// has no name.
fn whose_roll(language: Language, id: Id, book: &Book<'_>) -> Option<String> {
    let roll = book.rolls.iter().find(|roll| roll.id == id)?;
    if roll.actor.is_none() {
        let alike = |it: &&&RollPart| {
            let own = it.actor.is_none_or(|actor| book.owns(actor));
            own && it.outcome.is_some() == roll.outcome.is_some()
        };
        let several: Vec<Id> = book.rolls.iter().filter(alike).map(|it| it.id).collect();
        let place = several.iter().position(|it| *it == id)?;
        return (several.len() > 1).then(|| format!(" #{}", place + 1));
    }
    let default = book.default_actor().map(|character| character.id);
    let actor = roll.actor.filter(|actor| Some(*actor) != default)?;
    if book.rolls.len() == 1 && default.is_none() {
        return None;
    }
    let name = first(language, &book.character(actor)?.name)?;
    Some(format!(" @{name}"))
}

/// A name as a reader of some language sees it.
fn first(language: Language, name: &Term) -> Option<String> {
    let own = match (name, language) {
        (Term::PerLanguage { zh_hant: Some(own), .. }, Language::ZhHant)
        | (Term::PerLanguage { en: Some(own), .. }, Language::En) => Some(&**own),
        _ => None,
    };
    own.or_else(|| name.spellings().next()).map(str::to_owned)
}
