//! Everything that is wrong with a pack, not only the first thing: what does not fit is noted and
//! repaired as well as can be, so that what comes after it can be looked at too (P-60).

use serde_json::{Value as Json, json};

use super::layer::join;
use super::source::steps;
use super::{choice, facts, stack, unfit};
use crate::any_game::{self, Findings};
use crate::{Message, message};

/// So many misfits are told of.
const MOST: usize = 100;

/// Looks at everything a resolved pack says. `model` is a right pack of the same family: what does
/// not fit is put aside for what stands there.
pub(super) fn look(pack: &Json, model: &Json) -> Findings {
    let mut faults = Vec::new();
    let mut warnings = Vec::new();
    let family = pack.get("family").and_then(Json::as_str).unwrap_or_default().to_owned();
    if any_game::misfit(&family, pack).is_none() {
        faults.push(("family".to_owned(), message!("pack-family", family = family)));
        return Findings { faults, warnings };
    }
    let misfit = |pack: &Json| any_game::misfit(&family, pack).flatten();
    let mut pack = pack.clone();
    let mut touched: Vec<String> = Vec::new();
    let mut next = misfit(&pack);
    while let Some((path, said)) = next.take().filter(|_| faults.len() < MOST) {
        let path = unfit::refined(&pack, &path, &said);
        faults.push((path.clone(), unfit::reason(&pack, &path, &said)));
        touched.push(unfit::missing_key(&said).map_or(path.clone(), |key| join(&path, key)));
        let Some(repaired) = repaired(&pack, model, &path, &said, &misfit) else {
            return Findings { faults, warnings };
        };
        pack = repaired;
        next = misfit(&pack);
    }
    if let Some(Ok(found)) = any_game::look(&family, &pack) {
        let apart = |path: &str| !touched.iter().any(|other| overlap(path, other));
        let further = found.faults.into_iter().filter(|(path, _)| apart(path));
        faults.extend(further);
        if faults.is_empty() {
            faults.extend(facts::faults(&pack));
            faults.extend(choice::faults(&pack));
        }
        if faults.is_empty() {
            warnings = found.warnings;
        }
    }
    if stack::is_stacked(&family) {
        faults.extend(stack::twice(&pack));
    }
    Findings { faults, warnings }
}

/// Whether one of two paths is inside the other.
fn overlap(one: &str, other: &str) -> bool {
    let mut pairs = steps(one).zip(steps(other));
    pairs.all(|(one, other)| one == other)
}

/// The pack with something that fits at the path.
fn repaired(
    pack: &Json,
    model: &Json,
    path: &str,
    said: &str,
    misfit: &impl Fn(&Json) -> Option<(String, String)>,
) -> Option<Json> {
    let at: Vec<&str> = steps(path).collect();
    let mut tried = Vec::new();
    if unfit::is_unknown_key(said) {
        tried.push(without(pack, &at)?);
    } else {
        let missing = unfit::missing_key(said);
        let whole: Vec<&str> = at.iter().copied().chain(missing).collect();
        let known = unfit::known_words(said).into_iter().map(Json::from);
        let guesses = [json!(""), json!(1), json!(false), json!([]), json!({}), json!("1")];
        let candidates = like(model, &whole).cloned().into_iter().chain(known).chain(guesses);
        tried.extend(candidates.filter_map(|value| with(pack, &whole, value)));
    }
    // Something in place of what did not fit may be wrong inside; then that is told of instead.
    let moved_on = |pack: &Json| match misfit(pack) {
        None => true,
        Some((next, what)) => unfit::refined(pack, &next, &what) != path || what != said,
    };
    tried.into_iter().find(moved_on)
}

/// What stands at a path in a right pack: at the same place, or in any entry of the list.
pub(super) fn like<'m>(model: &'m Json, path: &[&str]) -> Option<&'m Json> {
    let Some((first, rest)) = path.split_first() else { return Some(model) };
    match model {
        Json::Array(list) => {
            let same = first.parse::<usize>().ok().and_then(|index| list.get(index));
            same.into_iter().chain(list).find_map(|entry| like(entry, rest))
        }
        model => like(model.get(first)?, rest),
    }
}

fn with(pack: &Json, path: &[&str], value: Json) -> Option<Json> {
    let mut pack = pack.clone();
    let (last, around) = path.split_last()?;
    match inside(&mut pack, around)? {
        Json::Object(keys) => drop(keys.insert((*last).to_owned(), value)),
        Json::Array(list) => *list.get_mut(last.parse::<usize>().ok()?)? = value,
        _ => return None,
    }
    Some(pack)
}

fn without(pack: &Json, path: &[&str]) -> Option<Json> {
    let mut pack = pack.clone();
    let (last, around) = path.split_last()?;
    inside(&mut pack, around)?.as_object_mut()?.remove(*last)?;
    Some(pack)
}

fn inside<'p>(pack: &'p mut Json, path: &[&str]) -> Option<&'p mut Json> {
    path.iter().try_fold(pack, |here, step| match here {
        Json::Array(list) => list.get_mut(step.parse::<usize>().ok()?),
        here => here.get_mut(*step),
    })
}

/// The reasons with their paths, for a pack that is in no file.
pub(super) fn to_messages(faults: Vec<(String, Message)>) -> Vec<Message> {
    let to_message = |(path, fault): (String, Message)| match fault.id.as_ref() {
        "pack-field" => fault,
        _ if path.is_empty() => fault,
        _ => message!("pack-field", path = path, fault = fault),
    };
    faults.into_iter().map(to_message).collect()
}
