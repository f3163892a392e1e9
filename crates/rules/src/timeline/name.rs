//! Names told apart from the start (C-06): 飓风, 飓风 2.

use super::deciding::Deciding;
use super::{Card, Event, State};
use crate::{Audience, Id};

/// The name of a card, with a number if another is called that. What all see is told apart from
/// what all see, so that no number tells of a hidden character; a hidden one that has the name gets
/// the number instead.
pub(super) fn apart(
    deciding: &mut Deciding<'_>,
    name: &str,
    seen: &Audience,
    who: Option<Id>,
) -> String {
    let name = unlike(deciding.now(), name, seen, who, Vec::new());
    if *seen != Audience::All {
        return name;
    }
    let now = deciding.now();
    let mut taken: Vec<String> = now.characters.values().map(|one| one.card.name.clone()).collect();
    taken.push(name.clone());
    let hidden = |id: &&Id| {
        let one = now.character(**id);
        Some(**id) != who
            && one.is_some_and(|one| one.seen != Audience::All && one.card.name == name)
    };
    let hidden: Vec<Id> = now.order.iter().filter(hidden).copied().collect();
    for character in hidden {
        let Some(one) = deciding.now().character(character) else { continue };
        let name = free(&one.card.name, &taken);
        taken.push(name.clone());
        let card = Box::new(Card { name, ..one.card.clone() });
        deciding.push(Event::CardRevised { character, card });
    }
    name
}

/// The name of a new character, unlike those that are `taken` besides.
pub(super) fn among(state: &State, name: &str, seen: &Audience, taken: Vec<String>) -> String {
    unlike(state, name, seen, None, taken)
}

/// The name, or the first numbered one that nobody has whom those see who see this one.
fn unlike(
    state: &State,
    name: &str,
    seen: &Audience,
    who: Option<Id>,
    mut taken: Vec<String>,
) -> String {
    let open = *seen == Audience::All;
    let others = state.characters.iter().filter(|(id, _)| Some(**id) != who);
    let near = others.filter(|(_, one)| !open || one.seen == Audience::All);
    taken.extend(near.map(|(_, one)| one.card.name.clone()));
    free(name, &taken)
}

/// The name, or the first numbered one that is not taken.
fn free(name: &str, taken: &[String]) -> String {
    let numbers = (2..).map(|number: u32| format!("{name} {number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbers);
    names.find(|name| !taken.contains(name)).unwrap_or_else(|| name.to_owned())
}
