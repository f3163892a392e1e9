//! What changes of a view, encoded once for all who see the same.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{Encoded, Game, Parts, Ruleset, ViewAfter, Viewer};

/// A view as it was sent: every key, with its part where it is remembered.
pub type Sent = BTreeMap<String, Option<Encoded>>;

/// What changes of a view.
#[derive(Clone, Debug)]
pub struct Change {
    /// The changed parts, whole; [`Encoded::gone`] for those that are gone.
    pub changed: Parts,
    /// Every key of the view then, where it was not known what had been sent.
    pub shown: Option<Vec<String>>,
}

/// The parts made for several viewers of one state, each encoded once for all who see the same.
struct SharedParts<P>(BTreeMap<String, Vec<(P, Encoded)>>);

impl<P> Default for SharedParts<P> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<P: Serialize + PartialEq> SharedParts<P> {
    /// A part and its encoding, which is that of an equal part if there was one.
    fn encoded(&mut self, key: &str, part: P) -> (&P, Encoded) {
        let seen = self.0.entry(key.to_owned()).or_default();
        let place = seen.iter().position(|(known, _)| *known == part).unwrap_or_else(|| {
            let encoded = Encoded::new(&part);
            seen.push((part, encoded));
            seen.len() - 1
        });
        let (part, encoded) = &seen[place];
        (part, encoded.clone())
    }
}

impl<R: Ruleset> Game<R> {
    /// What changes for each viewer, beside what they were sent, since a state by the same pack.
    pub(crate) fn changed_parts(
        &self,
        before: &R::State,
        viewers: &[(Viewer, Option<&Sent>)],
    ) -> Vec<Change> {
        let eyes: Vec<Viewer> = viewers.iter().map(|(viewer, _)| *viewer).collect();
        let views = self.pack.views_after(Some(before), &self.state, &eyes);
        let mut shared = SharedParts::default();
        let changes = viewers.iter().zip(views);
        let change = |((viewer, sent), after): (&(Viewer, Option<&Sent>), _)| {
            self.change(before, *viewer, *sent, after, &mut shared)
        };
        changes.map(change).collect()
    }

    fn change(
        &self,
        before: &R::State,
        viewer: Viewer,
        sent: Option<&Sent>,
        mut after: ViewAfter<R::Part>,
        shared: &mut SharedParts<R::Part>,
    ) -> Change {
        let Game { pack, state } = self;
        // Parts before the change are made only where it is not known how they were sent.
        let mut was: Option<ViewAfter<R::Part>> = None;
        let was_parts = || pack.view_after(Some(state), before, viewer);
        let mut changed = Parts::new();
        for (key, part) in &mut after {
            let Some(part) = part.take() else { continue };
            let known = sent.map(|sent| sent.get(key));
            let (part, encoded) = shared.encoded(key, part);
            let same = match known {
                Some(Some(Some(known))) => *known == encoded,
                Some(None) => false,
                Some(Some(None)) | None => {
                    let was = was.get_or_insert_with(was_parts).get(key);
                    was.is_some_and(|was| was.as_ref().is_none_or(|was| was == part))
                }
            };
            if !same {
                changed.insert(key.clone(), encoded);
            }
        }
        let gone = |key: &&String| !after.contains_key(*key);
        let gone = |key: &String| gone(&key).then(|| (key.clone(), Encoded::gone()));
        match sent {
            Some(sent) => changed.extend(sent.keys().filter_map(gone)),
            None => {
                let was = was.get_or_insert_with(was_parts);
                changed.extend(was.keys().filter_map(gone));
            }
        }
        let shown = sent.is_none().then(|| after.into_keys().collect());
        Change { shown, changed }
    }
}
