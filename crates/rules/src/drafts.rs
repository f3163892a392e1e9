//! What a seat might do, drawn up and kept from one command to the next.
//!
//! Most of what can be offered follows from pieces of the state that a command seldom touches. So
//! offers come in batches, and a batch whose pieces are where they were is not drawn up and put
//! into text again; only whether each offer would be accepted is asked anew, but for some.

use std::borrow::Cow;
use std::collections::HashMap;
use std::mem;

use serde::Serialize;

use crate::{Encoded, Game, Id, Offer, Ruleset, Seat};

/// Some of what a seat might do: all that is drawn up from the same pieces of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Batch {
    /// What the game waits for.
    Due,
    /// What can be done about something under way.
    Of(Id),
    /// Whatever else is drawn up anew each time.
    Passing,
    /// What follows from people, places and things.
    Lasting,
}

/// What a seat might do in a game as it stands.
#[derive(Clone, Debug)]
pub struct Drafts<Command> {
    batches: Vec<(Batch, Vec<Draft<Command>>)>,
    /// What was told last.
    told: Vec<Told>,
}

#[derive(Clone, Debug)]
struct Draft<Command> {
    offer: Offer<Command>,
    /// The offer as it is sent, once it was.
    text: Option<Encoded>,
    /// Whether it is accepted, where that is settled.
    accepted: Option<bool>,
}

/// Offers of the same sort as they were told, one by one and together.
#[derive(Clone, Debug)]
struct Told {
    sort: Cow<'static, str>,
    each: Vec<Encoded>,
    all: Encoded,
}

impl<Command: Serialize + PartialEq> Drafts<Command> {
    /// Draws up what `by` might do. What was drawn up before, for the same seat in a state of the
    /// same game not far from this one, is taken over as far as it is sure to be the same.
    pub fn draw_up<R>(game: &Game<R>, by: Seat, before: Option<(&R::State, Self)>) -> Self
    where
        R: Ruleset<Command = Command>,
    {
        let Game { pack, state } = game;
        let (was, mut known, told) = match before {
            Some((was, drafts)) => (Some(was), drafts.batches, drafts.told),
            None => (None, Vec::new(), Vec::new()),
        };
        let draw = |batch| -> (Batch, Vec<Draft<Command>>) {
            let place = known.iter().position(|(other, _)| *other == batch);
            let drawn = place.map(|place| known.swap_remove(place).1);
            let unchanged = was.is_some_and(|was| pack.inputs_unchanged(state, was, batch));
            let drafts = match drawn {
                Some(drawn) if unchanged => drawn,
                drawn => {
                    with_texts_of(drawn.unwrap_or_default(), pack.draft_offers(state, by, batch))
                }
            };
            (batch, drafts)
        };
        Self { batches: pack.batches(state, by).into_iter().map(draw).collect(), told }
    }

    /// Those that would be accepted, as they are sent: of the same sort together, by the id of
    /// their label. If not `secretly`, none that rolls dice only some may see.
    pub fn told<R>(&mut self, game: &Game<R>, by: Seat, secretly: bool) -> Vec<(String, Encoded)>
    where
        R: Ruleset<Command = Command>,
    {
        let Game { pack, state } = game;
        let mut sorts: Vec<(&Cow<'static, str>, Vec<Encoded>)> = Vec::new();
        let mut places = HashMap::new();
        for draft in self.batches.iter_mut().flat_map(|(_, drafts)| drafts) {
            let Draft { offer, text, accepted } = draft;
            let command = &offer.command;
            if !secretly && pack.rolls_secretly(state, command) {
                continue;
            }
            let accepts = accepted.unwrap_or_else(|| pack.accepts(state, by, command));
            *accepted = pack.accepted_by_inputs(command).then_some(accepts);
            if !accepts {
                continue;
            }
            let text = text.get_or_insert_with(|| Encoded::new(offer));
            let sort = &offer.label.id;
            let place = *places.entry(&**sort).or_insert_with(|| {
                sorts.push((sort, Vec::new()));
                sorts.len() - 1
            });
            sorts[place].1.push(text.clone());
        }
        let mut known = mem::take(&mut self.told);
        let tell = |(sort, each): (&Cow<'static, str>, Vec<Encoded>)| {
            let same = |told: &Told| {
                told.sort == *sort
                    && told.each.len() == each.len()
                    && told.each.iter().zip(&each).all(|(one, other)| one.is_copy(other))
            };
            match known.iter().position(same) {
                Some(place) => known.swap_remove(place),
                None => Told { sort: sort.clone(), all: Encoded::list(&each), each },
            }
        };
        self.told = sorts.into_iter().map(tell).collect();
        self.told.iter().map(|told| (told.sort.to_string(), told.all.clone())).collect()
    }
}

/// Offers drawn up again. What was drawn up before, too, keeps its text; the order is seldom
/// another, so each is looked for from where the last was found.
fn with_texts_of<Command: PartialEq>(
    drawn: Vec<Draft<Command>>,
    offers: Vec<Offer<Command>>,
) -> Vec<Draft<Command>> {
    let mut left = &drawn[..];
    let draft = |offer: Offer<Command>| {
        // Commands differ at a glance; labels and fields seldom do where commands do not.
        let same = |it: &Draft<Command>| it.offer.command == offer.command && it.offer == offer;
        let text = left.iter().position(same).and_then(|place| {
            let text = left[place].text.clone();
            left = &left[place + 1..];
            text
        });
        Draft { offer, text, accepted: None }
    };
    offers.into_iter().map(draft).collect()
}
