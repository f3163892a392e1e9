//! What a command is about (C-04): a roll, a hit, a compel, a choice. It is the actor's own or the
//! one that is named, never simply the newest of anybody. When several could be meant they are
//! listed, each as a line that can be typed.

use std::collections::BTreeMap;

use rules::{Id, Message, Term, message};

use crate::context::SeatContext;
use crate::mistake::Mistake;
use crate::reader::Reader;

/// Who acts in a line: whom the line names, else whom the seat speaks as, else its only character.
pub fn actor(
    named: Option<Id>,
    context: &SeatContext,
    mut own: impl Iterator<Item = Id>,
) -> Option<Id> {
    let only = || own.next().filter(|_| own.next().is_none());
    named.or(context.speaking_as).or_else(only)
}

/// One thing a command could be about.
#[derive(Clone, Debug)]
pub struct About<T> {
    /// Which one.
    pub it: T,
    /// The character it is named by: `@NAME`.
    pub of: Option<Id>,
    /// Whether it is the actor's own, which is meant when nothing is named.
    pub own: bool,
    /// What it is, for those who have to choose.
    pub what: Message,
}

/// Where in a line it is said which one is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// Right after the command word, where `@NAME` is who acts: `.take @乙 #2 out`.
    Word,
    /// At the end, where `@NAME` is whose it is: `.invoke 大雨 @乙`.
    End,
}

/// How one of several is picked.
pub struct Picking<'a> {
    /// Whose it is, if the line says so apart from who acts.
    pub named: Option<Id>,
    /// Where one says which.
    pub spot: Spot,
    /// What a character is called.
    pub called: &'a dyn Fn(Id) -> Option<Term>,
}

/// Reads `#2`, if it is next, and finds the one thing that is meant.
///
/// # Errors
/// `none` when there is nothing; a list of what could be typed when nothing is the actor's own, or
/// more than one thing is.
pub fn resolve<T: Clone>(
    reader: &mut Reader<'_>,
    all: &[About<T>],
    picking: &Picking<'_>,
    none: impl FnOnce() -> Mistake,
) -> Result<T, Mistake> {
    reader.space();
    let start = reader.at();
    let place = number(reader);
    let meant: Vec<&About<T>> = all
        .iter()
        .filter(|one| match picking.named {
            Some(named) => one.of == Some(named),
            None => one.own,
        })
        .collect();
    match (meant.as_slice(), place) {
        ([], _) if all.is_empty() => Err(none()),
        ([only], None) => Ok(only.it.clone()),
        (_, Some(place)) if place.checked_sub(1).is_some_and(|place| place < meant.len()) => {
            Ok(meant[place - 1].it.clone())
        }
        _ => {
            let listed = if meant.is_empty() { all.iter().collect() } else { meant };
            let at = start..reader.at().max(start + 1);
            let mistake = Mistake::new(at, message!("chat-about-which")).by("C-04");
            let lines = lines(reader, &listed, picking);
            Err(mistake.instead(message!("chat-about-lines", lines = lines)))
        }
    }
}

/// `#2`: one of several of the same name, counted from 1.
pub fn number(reader: &mut Reader<'_>) -> Option<usize> {
    let mut probe = *reader;
    if !probe.eat('#') {
        return None;
    }
    let number = probe.number()?;
    probe.space();
    *reader = probe;
    usize::try_from(number).ok()
}

/// The most choices one answer lists.
const MOST: usize = 8;

/// Each of several as a line that can be typed: by whose it is, and by a number among theirs.
fn lines<T>(reader: &Reader<'_>, several: &[&About<T>], picking: &Picking<'_>) -> Vec<Message> {
    let mut counts: BTreeMap<Option<Id>, usize> = BTreeMap::new();
    for one in several {
        *counts.entry(one.of).or_default() += 1;
    }
    // Whose it is need not be said again where all are the actor's.
    let one_owner = counts.len() == 1 && several.iter().all(|one| one.own);
    let mut places: BTreeMap<Option<Id>, usize> = BTreeMap::new();
    let mut line = |one: &About<T>| {
        let place = places.entry(one.of).or_default();
        *place += 1;
        let name = one.of.filter(|_| !one_owner).and_then(|id| (picking.called)(id));
        let many = counts.get(&one.of).is_some_and(|count| *count > 1);
        // Whose it is takes the place of whoever the line named.
        let named = name.is_some() && picking.spot == Spot::Word;
        let pick = match (name, many) {
            (Some(name), false) => message!("chat-pick-name", name = name),
            (Some(name), true) => message!("chat-pick-both", name = name, number = *place),
            (None, _) => message!("chat-pick-number", number = *place),
        };
        let (before, after) =
            if named { reader.around_verb() } else { reader.around(picking.spot) };
        message!("chat-about", before = before, pick = pick, after = after, what = one.what.clone())
    };
    several.iter().take(MOST).map(|one| line(one)).collect()
}
