//! What the one who typed is told: the action as it stands, and what can be done next (C-05).

use std::collections::BTreeMap;

use rules::fate::{ActionPart, Command, CompelStage, Holder};
use rules::{Id, Line, Offer, message};
use serde_json::Value as Json;

use super::book::Book;
use crate::bars;
use export::render::signed;

/// The most choices a reply lists.
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

/// An action as it stands: the number and odds before the dice fall, the outcome after.
pub fn of_action(action: &ActionPart, book: &Book<'_>) -> Vec<Line> {
    let who = book.called(action.actor);
    let mut lines = Vec::new();
    match &action.outcome {
        Some(outcome) => {
            let said = message!(
                "fate-resolved",
                who = who,
                outcome = &outcome.name,
                shifts = signed(outcome.shifts)
            );
            lines.push(Line { tone: Some(outcome.tone), ..Line::new(said) });
        }
        None => {
            let said = message!("chat-f-stands", who = who, total = action.side.rung.clone());
            lines.push(Line { sum: Some(action.side.sum.clone()), ..Line::new(said) });
            lines.extend(action.chances.iter().flat_map(bars::of_chances));
        }
    }
    lines
}

/// Something the game waits for this seat to choose.
struct Waiting<'v> {
    offer: &'v Offer<Json>,
    /// Whose choice it is; the seat's own when nobody's.
    of: Option<Id>,
}

/// What the game waits for this seat to choose.
fn waiting<'v>(book: &Book<'v>) -> Vec<Waiting<'v>> {
    let offers = book.context.offers().iter().filter(|offer| offer.waits.is_some());
    offers.map(|offer| Waiting { offer, of: whose(offer, book) }).take(MOST).collect()
}

/// The character whose choice an offer is.
fn whose(offer: &Offer<Json>, book: &Book<'_>) -> Option<Id> {
    let command = serde_json::from_value(offer.command.clone()).ok()?;
    let action = |id: Id| book.actions.iter().copied().find(|action| action.id == id);
    let hit = |id: Id| book.hits.iter().find(|hit| hit.id == id);
    match command {
        Command::Choose { action: id, .. } => match action(id)?.due.first()?.to {
            Holder::Character(id) => Some(id),
            Holder::Host => None,
        },
        Command::LetStand { action: id, opposition: false } | Command::Roll { action: id } => {
            Some(action(id)?.actor)
        }
        Command::LetStand { action: id, opposition: true } | Command::Defend { action: id, .. } => {
            action(id)?.target
        }
        Command::Absorb { hit: id, .. } | Command::GoOut { hit: id } => Some(hit(id)?.to),
        Command::AcceptCompel { compel: id } | Command::RefuseCompel { compel: id, .. } => {
            let compel = book.compels.iter().find(|compel| compel.id == id)?;
            (compel.stage == CompelStage::Offered).then_some(compel.to)
        }
        Command::Show { .. }
        | Command::Rename { .. }
        | Command::WriteNotes { .. }
        | Command::MakeCharacter { .. }
        | Command::TakeExample { .. }
        | Command::GiveCharacter { .. }
        | Command::RemoveCharacter { .. }
        | Command::UseStunt { .. }
        | Command::SetStress { .. }
        | Command::GrantMilestone { .. }
        | Command::Improve { .. }
        | Command::CloseMilestone { .. }
        | Command::BeginSession { .. }
        | Command::AdjustPoints { .. }
        | Command::SetScene { .. }
        | Command::EndScene { .. }
        | Command::AddZone { .. }
        | Command::SetBorder { .. }
        | Command::Move { .. }
        | Command::AddAspect { .. }
        | Command::RemoveAspect { .. }
        | Command::GrantFree { .. }
        | Command::HandFree { .. }
        | Command::Declare { .. }
        | Command::Act { .. }
        | Command::Oppose { .. }
        | Command::PointUnknown { .. }
        | Command::Help { .. }
        | Command::State { .. }
        | Command::Cancel { .. }
        | Command::Invoke { .. }
        | Command::Hit { .. }
        | Command::BringBack { .. }
        | Command::Concede { .. }
        | Command::Compel { .. }
        | Command::ClaimCompel { .. }
        | Command::ProposeCompel { .. }
        | Command::WithdrawCompel { .. }
        | Command::SetChallenge { .. }
        | Command::EndChallenge { .. }
        | Command::SetContest { .. }
        | Command::NameTwist { .. }
        | Command::EndContest { .. }
        | Command::BeginConflict { .. }
        | Command::JoinConflict { .. }
        | Command::PassTurn { .. }
        | Command::DefendFully { .. }
        | Command::EndConflict { .. } => None,
    }
    .filter(|id| book.character(*id).is_some())
}

/// Whose choices a number means: those of the one who acts; the seat's own; or those of the only
/// character there is something to choose for. Nothing when several could be meant (C-04).
fn group(all: &[Waiting<'_>], actor: Option<Id>) -> Option<Option<Id>> {
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
pub fn meant<'v>(book: &Book<'v>) -> Option<Vec<&'v Offer<Json>>> {
    let all = waiting(book);
    let of = group(&all, book.default_actor().map(|part| part.id))?;
    Some(all.into_iter().filter(|one| one.of == of).map(|one| one.offer).collect())
}

/// Whose choices the next line would mean if it did not say.
fn unsaid(all: &[Waiting<'_>], book: &Book<'_>) -> Option<Option<Id>> {
    let plain = Book { actor: None, ..book.clone() };
    group(all, plain.default_actor().map(|part| part.id))
}

/// The choices, numbered for `.choose` among those of the same character.
pub fn choices(book: &Book<'_>) -> Vec<Line> {
    let all = waiting(book);
    let unsaid = unsaid(&all, book);
    let mut places: BTreeMap<Option<Id>, usize> = BTreeMap::new();
    let mut lines = Vec::new();
    for one in &all {
        let place = places.entry(one.of).or_default();
        *place += 1;
        if !one.of.is_none_or(|id| book.named_or_nobody(id)) {
            continue;
        }
        let label = one.offer.label.clone();
        let name = one.of.filter(|_| unsaid != Some(one.of)).map(|id| book.called(id));
        lines.push(match name {
            None => message!("chat-f-choice", number = *place, label = label).into(),
            Some(name) => {
                message!("chat-f-choice-of", who = name, number = *place, label = label).into()
            }
        });
    }
    lines
}

/// What waits for this seat: a single thing as its word, several as numbers.
pub fn next(book: &Book<'_>) -> Vec<Line> {
    let all = waiting(book);
    let [only] = all.as_slice() else { return choices(book) };
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
        _ => return choices(book),
    };
    vec![message!("chat-next", forms = forms).into()]
}
