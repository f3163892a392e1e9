//! What the one who typed is told: the action as it stands, and what can be done next (C-05).

use std::collections::BTreeMap;

use rules::fate::{ActionPart, Command, Holder};
use rules::{Bounds, Id, Line, Message, Offer, Wait, message};
use serde_json::Value as Json;

use super::book::Book;
use crate::bars;
use export::render::signed;

/// The most choices listed after something else was done; `.choose` lists all.
const MOST: usize = 12;

/// After a line was done: every action that changed, then what can be done next.
pub fn after(was: &Book<'_>, is: &Book<'_>) -> Vec<Line> {
    let changed = is.actions.iter().filter(|action| !was.actions.contains(action));
    let mut lines: Vec<Line> =
        changed.filter(|action| !action.rolled).flat_map(|action| of_action(action, is)).collect();
    let moved = was.actions != is.actions || was.hits != is.hits || was.compels != is.compels;
    if moved {
        lines.extend(next(is));
    }
    lines
}

/// An action as it stands: the number and odds before the dice fall, in whole percentages (C-05),
/// the outcome after.
pub fn of_action(action: &ActionPart, book: &Book<'_>) -> Vec<Line> {
    let who = book.called(action.actor);
    let mut lines = Vec::new();
    match &action.outcome {
        Some(outcome) => {
            let alike = |other: &&&ActionPart| other.actor == action.actor && other.rolled;
            let several = book.actions.iter().filter(alike).count() > 1;
            let (name, shifts) = (&outcome.name, signed(outcome.shifts));
            let said = match action.target.filter(|_| several) {
                // One of several of the same attacker (F-45).
                Some(target) => message!(
                    "fate-resolved-against",
                    who = who,
                    target = book.called(target),
                    outcome = name,
                    shifts = shifts
                ),
                None => message!("fate-resolved", who = who, outcome = name, shifts = shifts),
            };
            lines.push(Line { tone: Some(outcome.tone), ..Line::new(said) });
        }
        None => {
            let mut line = number(action, book);
            if let Some(chances) = &action.chances {
                let total = action.side.rung.clone();
                let odds = bars::in_short(chances);
                line.message =
                    message!("chat-f-stands-odds", who = who, total = total, odds = odds);
            }
            lines.push(line);
        }
    }
    lines
}

/// The number an action has before its dice fall, and its parts.
pub fn number(action: &ActionPart, book: &Book<'_>) -> Line {
    let (who, total) = (book.called(action.actor), action.side.rung.clone());
    let said = message!("chat-f-stands", who = who, total = total);
    Line { sum: Some(action.side.sum.clone()), ..Line::new(said) }
}

/// Something the game waits for this seat to choose.
struct Waiting {
    offer: Offer<Json>,
    /// Whose choice it is; the seat's own when nobody's.
    of: Option<Id>,
    /// What it is about, in words.
    words: Message,
}

/// What the game waits for this seat to choose.
fn waiting(book: &Book<'_>) -> Vec<Waiting> {
    let acts = &book.context.acts;
    let mut all = Vec::new();
    for Wait { of, words } in acts.pushed().waits {
        let offers = acts.offers(&of).into_iter();
        for offer in offers.filter(|offer| offer.waits.as_ref() == Some(&words)) {
            let of = whose(&offer, book);
            all.push(Waiting { offer, of, words: words.clone() });
        }
    }
    all
}

/// The character whose choice an offer is.
fn whose(offer: &Offer<Json>, book: &Book<'_>) -> Option<Id> {
    let id = |field: &str| -> Option<Id> { offer.command.get(field)?.as_str()?.parse().ok() };
    let action = |id: Id| book.actions.iter().copied().find(|action| action.id == id);
    let whose = match offer.verb() {
        "choose" => match action(id("action")?)?.due.first()?.to {
            Holder::Character(id) => Some(id),
            Holder::Host => None,
        },
        "let-stand" | "roll" | "split" => Some(action(id("action")?)?.actor),
        "let-stand-against" | "defend" => action(id("action")?)?.target,
        "absorb" | "go-out" => Some(book.hits.iter().find(|hit| Some(hit.id) == id("hit"))?.to),
        "accept-compel" | "refuse-compel" => {
            Some(book.compels.iter().find(|compel| Some(compel.id) == id("compel"))?.to)
        }
        "effort" => id("actor"),
        _ => id("character"),
    };
    whose.filter(|id| book.character(*id).is_some())
}

/// Whose choices a number means: those of the one who acts; the seat's own; or those of the only
/// character there is something to choose for. Nothing when several could be meant (C-04).
fn group(all: &[Waiting], actor: Option<Id>) -> Option<Option<Id>> {
    let has = |of: Option<Id>| all.iter().any(|one| one.of == of);
    match (actor, all) {
        (Some(_), _) if has(actor) || !has(None) => Some(actor),
        (_, [first, others @ ..]) if !has(None) => {
            others.iter().all(|one| one.of == first.of).then_some(first.of)
        }
        _ => Some(None),
    }
}

/// The choices a number picks from: none when several people's could be meant.
pub fn meant(book: &Book<'_>) -> Option<Vec<Offer<Json>>> {
    let all = waiting(book);
    let of = group(&all, book.default_actor().map(|part| part.id))?;
    Some(all.into_iter().filter(|one| one.of == of).map(|one| one.offer).collect())
}

/// Whose choices the next line would mean if it did not say.
fn unsaid(all: &[Waiting], book: &Book<'_>) -> Option<Option<Id>> {
    let plain = Book { actor: None, ..book.clone() };
    group(all, plain.default_actor().map(|part| part.id))
}

/// The choices, numbered for `.choose` among those of the same character, under what they are about.
pub fn choices(book: &Book<'_>) -> Vec<Line> {
    listed(&waiting(book), book, usize::MAX)
}

/// At most so many of them; how many more there are is said.
fn listed(all: &[Waiting], book: &Book<'_>, most: usize) -> Vec<Line> {
    let unsaid = unsaid(all, book);
    let shown = |one: &&Waiting| one.of.is_none_or(|id| book.named_or_nobody(id));
    let several =
        all.iter().filter(shown).any(|one| Some(&one.words) != all.first().map(|it| &it.words));
    let mut places: BTreeMap<Option<Id>, usize> = BTreeMap::new();
    let (mut lines, mut listed, mut left) = (Vec::new(), 0, 0);
    let mut heading = None;
    for one in all {
        let place = places.entry(one.of).or_default();
        *place += 1;
        if !shown(&one) {
            continue;
        }
        if listed == most {
            left += 1;
            continue;
        }
        listed += 1;
        if (several || most == usize::MAX) && heading != Some(&one.words) {
            lines.push(message!("chat-f-choice-about", what = one.words.clone()).into());
            heading = Some(&one.words);
        }
        let label = with_fields(&one.offer);
        let name = one.of.filter(|_| unsaid != Some(one.of)).map(|id| book.called(id));
        lines.push(match name {
            None => message!("chat-f-choice", number = *place, label = label).into(),
            Some(name) => {
                message!("chat-f-choice-of", who = name, number = *place, label = label).into()
            }
        });
    }
    if left > 0 {
        lines.push(message!("chat-f-more-choices", left = left).into());
    }
    lines
}

/// So many things to pick from are named beside a choice.
const FEW: usize = 6;

/// What an offer is called, with what can be picked for it, and what it comes to as it stands.
fn with_fields(offer: &Offer<Json>) -> Message {
    let label = offer.label.clone();
    let mut all: Vec<Message> = Vec::new();
    for field in &offer.fields {
        let stands = offer.command.pointer(&format!("/{}", field.path));
        match &field.bounds {
            Bounds::Choice { of } => all.extend(of.iter().map(|choice| choice.label.clone())),
            Bounds::Number { .. } => {
                let number = stands.and_then(Json::as_i64).unwrap_or_default();
                let (name, number) = (field.label.clone(), signed(number));
                all.push(message!("chat-f-field-number", name = name, number = number));
            }
            Bounds::Text { .. } | Bounds::Asked | Bounds::Switch => {}
        }
    }
    match all.len() {
        1..=FEW => message!("chat-f-choice-fields", label = label, fields = all),
        // Every skill there is belongs to a form, not to a line.
        _ => label,
    }
}

/// What waits for this seat: a single thing as its word, several as numbers.
pub fn next(book: &Book<'_>) -> Vec<Line> {
    let all = waiting(book);
    let [only] = all.as_slice() else { return listed(&all, book, MOST) };
    let name = only.of.filter(|_| unsaid(&all, book) != Some(only.of)).map(|id| book.called(id));
    let form = |word: &str, rest: &str| match &name {
        None => message!("plain", text = format!("{word}{rest}")),
        Some(name) => message!("chat-f-form", word = word, who = name.clone(), rest = rest),
    };
    let forms = match serde_json::from_value::<Command>(only.offer.command.clone()).ok() {
        Some(Command::LetStand { .. }) => {
            [(".stand", ""), (".invoke", " …"), (".free", " …"), (".odds", "")]
                .map(|(word, rest)| form(word, rest))
                .to_vec()
        }
        Some(Command::Roll { .. }) => vec![form(".go", "")],
        Some(Command::Defend { .. }) => vec![form(".f", " defend …")],
        Some(Command::Oppose { .. }) => vec![form(".diff", " …")],
        Some(Command::PassTurn { .. }) => {
            vec![message!("plain", text = ".conflict next @…")]
        }
        _ => return listed(&all, book, MOST),
    };
    vec![message!("chat-next", forms = forms).into()]
}
