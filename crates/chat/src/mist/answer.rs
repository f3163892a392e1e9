//! What the one who typed is told: the roll as it stands, and what can be done next (C-05).

use std::collections::BTreeSet;

use export::render::signed;
use rules::mist::{Allows, Command, FileForm, RollPart, RulesetPart, Verdict};
use rules::{Id, Line, Message, Offer, Subject, Sum, Term, Wait, message};
use serde_json::Value as Json;

use super::book::{Book, Sort};
use super::{offer, sheet};
use crate::bars;

/// The most forms a reply lists.
const MOST_FORMS: usize = 6;

/// After a line was done: every roll that changed, then what can be done next. What did not change
/// is not said again.
pub fn after(was: &Book<'_>, is: &Book<'_>) -> Vec<Line> {
    let before = |roll: &RollPart| was.rolls.iter().copied().find(|it| it.id == roll.id);
    let changed = is.rolls.iter().copied().filter(|roll| before(roll) != Some(roll));
    let mut lines: Vec<Line> =
        changed.flat_map(|roll| changes_of(roll, before(roll), is)).collect();
    let changed = is.rolls.iter().copied().filter(|roll| before(roll) != Some(roll));
    let moved: BTreeSet<Id> = changed
        .clone()
        .flat_map(|roll| roll.lines.iter().map(|line| line.id).chain([roll.id]))
        .chain(
            is.consequences
                .iter()
                .filter(|it| !was.consequences.contains(it))
                .map(|consequence| consequence.id),
        )
        .collect();
    let waited = was.context.acts.pushed().waits;
    let about =
        |wait: &Wait| !waited.contains(wait) || wait.of.id().is_some_and(|id| moved.contains(&id));
    let forms = forms(is, about, false);
    let mut budgets: Vec<(Message, u8)> =
        changed.filter_map(|roll| Some((who(roll, is), budget(roll)?))).collect();
    // What is left and what it can be spent on are one line, where they are about one roll.
    if budgets.len() == 1 && !forms.is_empty() {
        let (who, budget) = budgets.remove(0);
        lines.push(message!("chat-budget-next", who = who, budget = budget, forms = forms).into());
        return lines;
    }
    lines.extend(budgets.into_iter().map(budget_words));
    lines.extend(forms_words(forms));
    lines
}

fn forms_words(forms: Vec<Message>) -> Option<Line> {
    (!forms.is_empty()).then(|| message!("chat-next", forms = forms).into())
}

fn budget_words((who, budget): (Message, u8)) -> Line {
    message!("chat-budget", who = who, budget = budget).into()
}

/// What is left to spend of a roll.
fn budget(roll: &RollPart) -> Option<u8> {
    roll.outcome.as_ref().map(|outcome| outcome.budget).filter(|budget| *budget > 0)
}

/// Whose roll it is.
fn who(roll: &RollPart, book: &Book<'_>) -> Message {
    let who = roll.actor.and_then(|actor| book.called(actor));
    who.unwrap_or_else(|| message!("chat-the-crew"))
}

/// A roll as it stands.
pub fn of_roll(roll: &RollPart, book: &Book<'_>) -> Vec<Line> {
    let mut lines = changes_of(roll, None, book);
    lines.extend(budget(roll).map(|budget| budget_words((who(roll, book), budget))));
    lines
}

/// A roll before the dice fall, as far as it is not as it was: power and odds, what waits.
fn changes_of(roll: &RollPart, was: Option<&RollPart>, book: &Book<'_>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    if roll.outcome.is_some() {
        return lines;
    }
    let who = who(roll, book);
    let waiting = sheet::waiting(roll);
    let counted = roll.lines.iter().filter(|it| it.verdict != Verdict::Struck).count();
    let waits = match waiting.len() {
        0 => None,
        // All of them were just named.
        all if all == counted => Some(message!("chat-waiting-all")),
        _ => Some(message!("chat-waiting-lines", lines = waiting.clone())),
    };
    let moved = was.is_none_or(|was| was.power != roll.power || was.chances != roll.chances);
    if moved {
        let power = power_words(&roll.power);
        let odds = roll.chances.as_ref().map(bars::in_short).unwrap_or_default();
        let line = match waits.clone() {
            Some(waits) => {
                message!("chat-roll-waits", who = who, power = power, odds = odds, waits = waits)
            }
            None => message!("chat-roll", who = who, power = power, odds = odds),
        };
        lines.push(line.into());
    }
    if was.is_none_or(|was| was.warning != roll.warning) {
        lines.extend(roll.warning.iter().cloned().map(Line::from));
    }
    // Where the degree was just set, the prices were told with it.
    for price in roll.prices.iter().filter(|_| was.is_none()) {
        let words = price.words.clone();
        lines.push(message!("mist-price-band", band = &price.name, price = words).into());
    }
    let waited = was.map(sheet::waiting).unwrap_or_default();
    if !moved && waited != waiting {
        lines.extend(waits.map(Line::from));
    }
    if roll.lines.is_empty() && was.is_none() {
        lines.extend(addable(roll, book));
    }
    lines
}

/// `+2 = +1 撬棍、+1 老练`.
fn power_words(sum: &Sum) -> Message {
    let parts: Vec<Message> = sum
        .parts
        .iter()
        .map(|it| {
            let source = it.source.clone();
            message!("chat-sum-part", value = signed(it.value), source = source)
        })
        .collect();
    match parts.is_empty() {
        true => message!("plain", text = signed(sum.total)),
        false => message!("chat-sum", total = signed(sum.total), parts = parts),
    }
}

/// What a newcomer could add to a roll that has nothing yet (C-07).
fn addable(roll: &RollPart, book: &Book<'_>) -> Option<Line> {
    let own = book.countables(roll.actor).into_iter().filter(|it| {
        let fits = roll.sources.iter().any(|source| source.of.contains(&it.it.id));
        fits && (it.apart == 0 || it.it.sort == Sort::Clue)
    });
    let names: Vec<Message> = own.map(|it| it.shown).take(12).collect();
    (!names.is_empty()).then(|| message!("chat-addable", names = names).into())
}

/// Whether something waited for is about what is under way, not about what can wait.
fn is_under_way(wait: &Wait, book: &Book<'_>) -> bool {
    let Subject::Thing(id) = wait.of else {
        return false;
    };
    is_roll(id, book)
        || book.rolls.iter().any(|roll| roll.lines.iter().any(|line| line.id == id))
        || book.consequences.iter().any(|it| it.id == id)
        // What waits for the suppression is nobody's concern before (M-37).
        || book.scene.is_some_and(|scene| scene.owed.iter().any(|it| it.id == id && !it.waits))
}

fn is_roll(id: Id, book: &Book<'_>) -> bool {
    book.rolls.iter().any(|roll| roll.id == id)
}

/// What the game waits for this seat to do, else what it can do about what is under way.
pub fn next(book: &Book<'_>) -> Option<Line> {
    forms_words(forms(book, |_| true, true))
}

/// What a seat can begin with where nothing is under way (C-07).
fn idle(book: &Book<'_>) -> Vec<String> {
    let typed = |words: &[&str]| words.iter().map(|word| offer::typed(word)).collect();
    let looks_back = book.looking_back.is_some();
    if !book.context.seat.is_host() {
        let Some(own) = book.default_actor().or_else(|| book.own().next()) else {
            return typed(&["pc take …", "pc new …"]);
        };
        let acts = book.context.acts.pushed().can.iter().any(|flags| {
            flags.of.id() == Some(own.id) && flags.can.iter().any(|verb| verb == "act")
        });
        let mut forms: Vec<String> = Vec::new();
        if looks_back {
            forms.extend(typed(&["recall"]));
        }
        if writes(book) {
            forms.extend(typed(&["file …"]));
        }
        if acts {
            forms.extend(typed(&["act …"]));
        }
        return forms;
    }
    let ready = book.context.acts.offers(&Subject::place("scene"));
    let ready = ready.iter().any(|it| it.command["do"] == "take-scene");
    match (book.scene.is_some_and(|scene| scene.open), looks_back, ready) {
        (false, true, _) => typed(&["recall", "phase …", "scene …"]),
        (false, false, true) => typed(&["scene take …", "scene …", "phase …"]),
        (false, false, false) => typed(&["scene …", "phase …"]),
        // The file is due once its countdown is over (M-37).
        (true, ..) if due(book) => typed(&["phase …", "scene end", "hit …", "scene next"]),
        (true, ..) => typed(&["challenge …", "tag …", "clock …", "hit …", "scene next"]),
    }
}

/// Whether the countdown has run out while the file is not written yet.
fn due(book: &Book<'_>) -> bool {
    let asks = |rules: &RulesetPart| rules.file.form == FileForm::Questions;
    book.story.is_some_and(|it| it.countdown == Some(0) && it.answers.is_empty())
        && book.ruleset.is_some_and(asks)
        && !writes(book)
}

/// Whether something can be written into the file now.
fn writes(book: &Book<'_>) -> bool {
    let (Some(rules), Some(story)) = (book.ruleset, book.story) else {
        return false;
    };
    let phase = rules.story.phases.iter().find(|phase| phase.id == story.phase);
    let open = phase.is_some_and(|phase| phase.allows.contains(&Allows::File));
    let asks = story.mysteries.iter().any(|it| !it.solved)
        || rules.file.form == FileForm::Questions
            && story.answers.len() < rules.file.questions.len();
    open && asks
}

/// How to type what is waited for, of the things that are meant; where nothing is and it is asked
/// for, what else can be done.
fn forms(book: &Book<'_>, meant: impl Fn(&Wait) -> bool, else_any: bool) -> Vec<Message> {
    let acts = book.context.acts.pushed();
    let mut offers: Vec<Offer<Json>> = Vec::new();
    for wait in acts.waits.iter().filter(|wait| meant(wait)) {
        let of = book.context.acts.offers(&wait.of);
        // Every choice that a thrown roll gives is named, whether or not it is waited for.
        let thrown = |id: Id| book.rolls.iter().any(|it| it.id == id && it.outcome.is_some());
        let all = wait.of.id().is_some_and(thrown);
        offers.extend(of.into_iter().filter(|it| all || it.waits.as_ref() == Some(&wait.words)));
    }
    if offers.is_empty() && else_any {
        for flags in &acts.can {
            let under_way = Wait { of: flags.of.clone(), words: message!("mist-waits-review") };
            if meant(&under_way) && is_under_way(&under_way, book) {
                let of = book.context.acts.offers(&flags.of).into_iter();
                offers.extend(of.filter(|it| flags.can.iter().any(|verb| verb == it.verb())));
            }
        }
    }
    let mut forms: Vec<Term> = Vec::new();
    let commands = offers.iter().filter_map(|it| serde_json::from_value(it.command.clone()).ok());
    for form in commands.filter_map(|command: Command| offer::form(&command, book)) {
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    if forms.is_empty() && else_any {
        forms = idle(book).iter().map(|form| Term::from(form.as_str())).collect();
    }
    forms.truncate(MOST_FORMS);
    forms.into_iter().map(|form| message!("plain", text = form)).collect()
}
