//! What a seat can do now, in the order it is shown. Each subject draws up its own offers; whatever
//! is drawn up is tried before it is shown, so every offer is accepted as it stands.

use serde_json::json;

use super::lookup::acts_for;
use super::viewing::Viewing;
use super::{
    Character, Command, FileForm, LONGEST_NAME, LONGEST_TEXT, Mist, Pending, RollKind, State, Thing,
};
use crate::kernel::offer;
use crate::{Bounds, Choice, Id, Message, Offer, Seat, message};

/// Words that stand for what is yet to be written.
pub(super) const BLANK: &str = "…";

/// Offers as they are drawn up.
pub(super) type Offers = Vec<Offer<Command>>;

impl Mist {
    /// Everything the seat might do.
    pub(super) fn drafts(&self, state: &State, by: Seat) -> Vec<Offer<Command>> {
        let mut things = state.everything();
        things.retain(|(_, thing)| thing.sees(state, by.viewer()));
        let mut by_id = things.clone();
        by_id.sort_by_key(|(id, _)| *id);
        let builder = OfferBuilder { pack: self, state, by, things: &things, by_id: &by_id };
        let mut offers = Vec::new();
        for roll in state.rolls.iter().filter(|it| it.seen.sees(by.viewer())) {
            builder.offer_roll(roll, &mut offers);
        }
        builder.offer_consequences(&mut offers);
        builder.offer_characters(&mut offers);
        if by.is_host() {
            builder.offer_host(&mut offers);
        }
        offers
    }
}

/// What a seat's offers are drawn up from.
#[derive(Clone, Copy)]
pub(super) struct OfferBuilder<'s> {
    pub pack: &'s Mist,
    pub state: &'s State,
    pub by: Seat,
    /// Everything the seat sees, in the order it came to be.
    things: &'s [(Id, Thing<'s>)],
    /// The same, to be found by its id.
    by_id: &'s [(Id, Thing<'s>)],
}

impl<'s> OfferBuilder<'s> {
    /// Everything about a roll under way.
    fn offer_roll(self, roll: &Pending, offers: &mut Offers) {
        if roll.outcome.is_some() {
            return self.offer_after(roll, offers);
        }
        self.offer_proposing(roll, offers);
        self.offer_details(roll, offers);
        for line in &roll.lines {
            self.offer_withdrawing(roll, line, offers);
            self.offer_burning(roll, line, offers);
        }
        self.offer_rolling(roll, offers);
        self.offer_indulging(roll, offers);
        self.offer_counting_down(roll, offers);
        self.offer_cancelling(roll, offers);
        if self.by.is_host() {
            self.offer_review(roll, offers);
            self.offer_depths(roll, offers);
            self.offer_degrees(roll, offers);
            self.offer_agreeing(roll, offers);
        }
    }

    /// Everything about a roll whose dice have fallen.
    fn offer_after(self, roll: &Pending, offers: &mut Offers) {
        let Some(outcome) = &roll.outcome else {
            return;
        };
        if !roll.actor.is_some_and(|actor| self.acts_for(actor)) {
            return;
        }
        match &roll.kind {
            RollKind::Action | RollKind::Flashback { .. } => {
                self.offer_spending(roll, outcome, offers);
                self.offer_pushing(roll, offers);
                self.offer_finishing(roll, outcome, offers);
            }
            RollKind::Mitigate { consequence } => {
                self.offer_lessening(roll, outcome, *consequence, offers);
            }
            RollKind::Plunge { theme, .. } => self.offer_burns(roll, outcome, *theme, offers),
            RollKind::Engagement
            | RollKind::Deduce { .. }
            | RollKind::Test { .. }
            | RollKind::Question { .. } => {}
        }
    }

    /// Making characters, and everything the seat's own can do.
    fn offer_characters(self, offers: &mut Offers) {
        self.offer_making(offers);
        for character in self.own() {
            self.offer_acting(character, offers);
            self.offer_flashback(character, offers);
            self.offer_plunge(character, offers);
            self.offer_rounds(character, offers);
            self.offer_questions(character, offers);
            self.offer_fates(character, offers);
            self.offer_growths(character, offers);
            self.offer_replacing(character, offers);
            for theme in &character.themes {
                self.offer_improving(character, theme, offers);
                self.offer_decaying(character, theme, offers);
            }
            self.offer_retiring(character, offers);
            self.offer_endings(character, offers);
        }
    }

    /// Everything only the host can do, but for reviewing rolls.
    fn offer_host(self, offers: &mut Offers) {
        self.offer_owed(offers);
        self.offer_extra_hit(offers);
        self.offer_scene(offers);
        self.offer_new_challenge(offers);
        for challenge in self.viewing().challenges() {
            self.offer_limit(challenge, offers);
            self.offer_threat(Some(challenge), offers);
            self.offer_removing_challenge(challenge, offers);
        }
        self.offer_threat(None, offers);
        self.offer_answering_threats(offers);
        if let Some(on) = self.viewing().holders().next() {
            self.offer_new_tag(on, offers);
            self.offer_new_status(on, offers);
            self.offer_reducing(offers);
            self.offer_removing_tags(offers);
            self.offer_burning_tags(offers);
            self.offer_renaming(offers);
        }
        self.offer_secrets(offers);
        self.offer_phases(offers);
        self.offer_engaging(offers);
        self.offer_clues(offers);
        match self.pack.file.form {
            FileForm::None => {}
            FileForm::Rounds => self.offer_mysteries(offers),
            FileForm::Questions => self.offer_indexes(offers),
        }
        self.offer_auto_approve(offers);
        for character in self.viewing().characters() {
            self.offer_pangs(character, offers);
            self.offer_taking_back(character, offers);
        }
    }

    /// The state as this seat sees it.
    pub fn viewing(self) -> Viewing<'s> {
        Viewing { pack: self.pack, state: self.state, viewer: self.by.viewer() }
    }

    /// The characters in play this seat acts for.
    pub fn own(self) -> impl Iterator<Item = &'s Character> {
        let by = self.by;
        self.viewing().characters().filter(move |it| !it.left && acts_for(by, it))
    }

    /// Whether the seat acts for a character.
    pub fn acts_for(self, id: Id) -> bool {
        let character = self.state.character(id);
        character.is_some_and(|it| acts_for(self.by, it))
    }

    /// Whether it is this seat, not only the host in its stead, that should act for a character.
    pub fn plays(self, id: Option<Id>) -> bool {
        match id.and_then(|id| self.state.character(id)) {
            Some(character) => match character.seat {
                Some(seat) => seat == self.by.id,
                None => self.by.is_host(),
            },
            None => self.by.is_host(),
        }
    }

    /// Things to choose from, by name.
    pub fn choices(self, ids: impl IntoIterator<Item = Id>) -> Bounds {
        let choice = |id: Id| {
            let place = self.by_id.binary_search_by_key(&id, |(id, _)| *id).ok()?;
            let (_, thing) = self.by_id[place];
            Some(Choice { value: json!(id), label: thing.words(self.state) })
        };
        Bounds::Choice { of: ids.into_iter().filter_map(choice).collect() }
    }

    /// Everything that can hold tags and statuses, to choose from.
    pub fn holder_choices(self) -> Bounds {
        let of = self.viewing().holders().map(|holder| Choice {
            value: json!(holder),
            label: message!("mist-thing-named", name = self.state.called(holder)),
        });
        Bounds::Choice { of: of.collect() }
    }

    /// Everything the seat sees, in the order it came to be.
    pub fn all(self) -> impl Iterator<Item = (Id, Thing<'s>)> {
        self.things.iter().copied()
    }

    /// Every story tag, status or other thing that passes a test.
    pub fn things(self, fits: impl Fn(Thing) -> bool) -> Vec<Id> {
        self.things.iter().filter(|(_, thing)| fits(*thing)).map(|(id, _)| *id).collect()
    }

    /// One offer about any of these things, the first unless another is chosen.
    pub fn offer_one_of(
        self,
        rule: &'static str,
        label: Message,
        path: &str,
        ids: &[Id],
        command: impl Fn(Id) -> Command,
        offers: &mut Offers,
    ) {
        if let Some(first) = ids.first() {
            let bounds = self.choices(ids.iter().copied());
            let field = message!("mist-field-which");
            offers.push(offer(rule, label, command(*first)).field(path, field, bounds));
        }
    }
}

/// A name to be typed.
pub(super) fn name() -> Bounds {
    Bounds::Text { max: LONGEST_NAME, optional: false }
}

/// A text that may be typed.
pub(super) fn text() -> Bounds {
    Bounds::Text { max: LONGEST_TEXT, optional: true }
}

/// A text that must be typed.
pub(super) fn words() -> Bounds {
    Bounds::Text { max: LONGEST_TEXT, optional: false }
}

/// A number to be chosen.
pub(super) fn number(min: u8, max: u8) -> Bounds {
    Bounds::Number { min: i64::from(min), max: i64::from(max) }
}
