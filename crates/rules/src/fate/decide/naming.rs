//! Names that tell things apart from the start (C-06, F-54): 打手, 打手 2.

use super::Play;
use crate::fate::{Aspect, Event, Place};
use crate::{Audience, Id, Term, Viewer};

/// What a name has to differ from.
#[derive(Clone, Copy)]
pub(super) enum Among {
    /// The characters.
    Characters,
    /// The aspects of one character, or those of nobody.
    Aspects(Option<Id>),
}

impl Among {
    pub(super) fn of(place: Place) -> Self {
        match place {
            Place::Character(id) => Among::Aspects(Some(id)),
            Place::Game | Place::Scene | Place::Zone(_) => Among::Aspects(None),
        }
    }
}

impl Play<'_> {
    /// A new thing's name, with a number if another is called that. What all see is told apart
    /// from what all see, so that no number tells of a hidden thing; a hidden thing that has the
    /// name gets the number instead.
    pub(super) fn apart(&mut self, name: Term, among: Among, seen: &Audience) -> Term {
        self.apart_from(name, among, seen, None)
    }

    /// The same for the new name of a thing that is there.
    pub(super) fn apart_from(
        &mut self,
        name: Term,
        among: Among,
        seen: &Audience,
        thing: Option<Id>,
    ) -> Term {
        let open = *seen == Audience::All;
        let all: Vec<(Id, Term, bool)> =
            self.named(among).into_iter().filter(|(id, ..)| Some(*id) != thing).collect();
        let taken: Vec<&Term> =
            all.iter().filter(|(_, _, shown)| *shown || !open).map(|(_, name, _)| name).collect();
        let name = free(&name, &taken);
        if open {
            let every: Vec<&Term> = all.iter().map(|(_, name, _)| name).chain([&name]).collect();
            for (id, hidden, _) in all.iter().filter(|(_, _, shown)| !*shown) {
                if alike(hidden, &name) {
                    let name = free(hidden, &every);
                    self.happen(Event::Renamed { thing: *id, name });
                }
            }
        }
        name
    }

    /// Things with a name, and whether all see them.
    fn named(&self, among: Among) -> Vec<(Id, Term, bool)> {
        let now = &self.now;
        match among {
            Among::Characters => now
                .characters
                .iter()
                .map(|one| (one.id, one.name.clone(), one.seen == Audience::All))
                .collect(),
            Among::Aspects(of) => now
                .aspects
                .iter()
                .filter(|one| one.character() == of)
                .filter_map(|one: &std::sync::Arc<Aspect>| {
                    let shown = now.sees_aspect(Viewer::Spectator, one);
                    Some((one.id, one.name.clone()?, shown))
                })
                .collect(),
        }
    }
}

fn alike(one: &Term, other: &Term) -> bool {
    one.spellings().any(|name| other.spellings().any(|taken| taken == name))
}

/// The name, or the first numbered one that is not taken.
pub(super) fn free(name: &Term, taken: &[&Term]) -> Term {
    let mut found = name.clone();
    let mut number = 2;
    while taken.iter().any(|taken| alike(taken, &found)) {
        found = name.numbered(number);
        number += 1;
    }
    found
}
