//! What a seat can do with a thing, in the order it is shown. Each file draws up the offers about its
//! own; whatever is drawn up is tried before it is shown, so every offer is accepted as it stands.

use serde_json::json;

use super::lookup::acts_for;
use super::viewing::Viewing;
use super::{
    Character, Command, FileForm, Holder, LONGEST_NAME, LONGEST_TEXT, Mist, Mystery, Pending,
    RollKind, RollLine, State, Thing,
};
use crate::{Bounds, Choice, Id, Offer, Role, Seat, Subject, message};

/// Words that stand for what is yet to be written.
pub(super) const BLANK: &str = "…";

/// Offers as they are drawn up.
pub(super) type Offers = Vec<Offer<Command>>;

/// What is about the scene as a whole.
pub(super) const SCENE: Subject = Subject::place("scene");
/// What is about the story around the scenes.
pub(super) const STORY: Subject = Subject::place("story");

impl Mist {
    /// Everything the seat sees that it might do something with: for the host all there is, for a
    /// player what is under way and their own.
    pub(super) fn subjects_of(&self, state: &State, by: Seat) -> Vec<Subject> {
        if by.role == Role::Spectator {
            return Vec::new();
        }
        let mut subjects: Vec<Subject> = Vec::new();
        let viewing = Viewing { pack: self, state, viewer: by.viewer() };
        for roll in viewing.rolls() {
            subjects.push(roll.id.into());
            subjects.extend(roll.lines.iter().map(|it| Subject::from(it.id)));
        }
        subjects.extend(viewing.consequences().map(|it| Subject::from(it.id)));
        subjects.extend([Subject::TABLE, SCENE, STORY]);
        subjects.extend(state.story.mysteries.iter().map(|it| Subject::from(it.id)));
        if by.is_host() {
            let story = &state.story;
            subjects.extend(story.conclusions.iter().map(|it| Subject::from(it.id)));
            subjects.extend(story.archive.iter().map(|it| Subject::from(it.id)));
            subjects.extend(state.owed.iter().map(|it| Subject::from(it.id)));
            let pangs = state.characters.iter().flat_map(|it| &it.pangs);
            subjects.extend(pangs.map(|it| Subject::from(it.id)));
        }
        let own = |thing: Thing| match thing {
            Thing::Character(it) | Thing::Theme(it, _) => acts_for(by, it),
            Thing::Status(Holder::Character(id), _) => {
                state.character(id).is_some_and(|it| acts_for(by, it))
            }
            _ => by.is_host(),
        };
        let everything = state.everything().into_iter();
        let seen = everything.filter(|(_, it)| it.sees(state, by.viewer()) && own(*it));
        subjects.extend(seen.map(|(id, _)| Subject::from(id)));
        subjects
    }

    /// Whether it is this seat, not only the host in its stead, that should act for a character.
    pub(super) fn plays(&self, state: &State, by: Seat, id: Option<Id>) -> bool {
        let seat = id.and_then(|id| state.character(id)).and_then(|it| it.seat);
        seat.map_or(by.is_host(), |seat| seat == by.id)
    }

    /// What the seat might do with one thing.
    pub(super) fn drafts(&self, state: &State, by: Seat, of: &Subject) -> Offers {
        let mut offers = Vec::new();
        if by.role == Role::Spectator {
            return offers;
        }
        let mut things = state.everything();
        things.retain(|(_, thing)| thing.sees(state, by.viewer()));
        let mut by_id = things.clone();
        by_id.sort_by_key(|(id, _)| *id);
        let builder = OfferBuilder { pack: self, state, by, things: &things, by_id: &by_id };
        match of {
            Subject::Thing(id) => builder.offer_thing(*id, &mut offers),
            Subject::Place(_) if *of == Subject::TABLE => builder.offer_table(&mut offers),
            Subject::Place(_) if *of == SCENE => builder.offer_place(&mut offers),
            Subject::Place(_) if *of == STORY => builder.offer_story(&mut offers),
            Subject::Place(_) => {}
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
    /// Everything about one thing; nothing if it is not there to see.
    fn offer_thing(self, id: Id, offers: &mut Offers) {
        let viewing = self.viewing();
        if let Some(roll) = viewing.roll(id) {
            return self.offer_roll(roll, offers);
        }
        if let Some((roll, line)) = viewing.line(id) {
            return self.offer_line(roll, line, offers);
        }
        if let Some(it) = viewing.consequence(id) {
            return self.offer_consequence(it, offers);
        }
        if let Some(it) = self.state.story.mysteries.iter().find(|it| it.id == id) {
            return self.offer_mystery(it, offers);
        }
        if let Some(thing) = viewing.find(id) {
            return self.offer_about(id, thing, offers);
        }
        if !self.by.is_host() {
            return;
        }
        if let Some(owed) = self.state.owed.iter().find(|it| it.id == id) {
            return self.offer_owed(owed, offers);
        }
        let story = &self.state.story;
        if let Some(it) = story.conclusions.iter().find(|it| it.id == id) {
            return self.offer_refuting(it, offers);
        }
        if story.archive.iter().any(|it| it.id == id) {
            return self.offer_reopening(id, offers);
        }
        let whose = |it: &&Character| it.pangs.iter().any(|pang| pang.id == id);
        if let Some(character) = viewing.characters().find(whose) {
            self.offer_pang(character, id, offers);
        }
    }

    /// Everything about a roll under way, but for its lines.
    fn offer_roll(self, roll: &Pending, offers: &mut Offers) {
        if roll.outcome.is_some() {
            return self.offer_after(roll, offers);
        }
        self.offer_rolling(roll, offers);
        if self.by.is_host() {
            self.offer_approving_all(roll, offers);
            self.offer_degrees(roll, offers);
        }
        self.offer_proposing(roll, offers);
        self.offer_details(roll, offers);
        self.offer_indulging(roll, offers);
        self.offer_counting_down(roll, offers);
        if self.by.is_host() {
            self.offer_depths(roll, offers);
            self.offer_agreeing(roll, offers);
        }
        self.offer_cancelling(roll, offers);
    }

    /// Everything about a line of a roll.
    fn offer_line(self, roll: &Pending, line: &RollLine, offers: &mut Offers) {
        match self.by.is_host() {
            true => self.offer_review(roll, line, offers),
            false => self.offer_own_word(roll, line, offers),
        }
        self.offer_burning(roll, line, offers);
        self.offer_withdrawing(roll, line, offers);
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

    /// Everything about something with a name.
    fn offer_about(self, id: Id, thing: Thing<'s>, offers: &mut Offers) {
        let host = self.by.is_host();
        match thing {
            Thing::Character(it) => self.offer_character(it, offers),
            Thing::Theme(it, theme) if acts_for(self.by, it) => {
                self.offer_improving(it, theme, offers);
                self.offer_decaying(it, theme, offers);
                if theme.owed > 0 {
                    self.offer_growth(it, theme, offers);
                }
                self.offer_passing(it, theme, offers);
            }
            Thing::Challenge(it) if host => {
                self.offer_limit(it, offers);
                self.offer_threat(Some(it), offers);
                self.offer_held(Holder::Challenge(it.id), offers);
                self.offer_mundane(it, offers);
                self.offer_removing_challenge(it, offers);
            }
            Thing::Power(_, _, tag) | Thing::Weakness(_, _, tag) if host => {
                self.offer_burning_tag(tag, offers);
            }
            Thing::StoryTag(_, tag) if host => {
                self.offer_burning_tag(tag, offers);
                self.offer_removing_tag(id, offers);
            }
            Thing::Status(Holder::Character(id), status) if self.acts_for(id) => {
                self.offer_deciding(status, offers);
                if host {
                    self.offer_reducing(status, offers);
                }
            }
            Thing::Status(_, status) if host => self.offer_reducing(status, offers),
            Thing::Clock(clock) if host => self.offer_clock(clock, offers),
            Thing::Threat(_, threat) if host => self.offer_answering(threat, offers),
            Thing::Clue(clue) if host => self.offer_dropping_clue(clue, offers),
            Thing::Limit(..) if host => {}
            // A player does nothing with these.
            Thing::Theme(..)
            | Thing::Challenge(_)
            | Thing::Power(..)
            | Thing::Weakness(..)
            | Thing::StoryTag(..)
            | Thing::Status(..)
            | Thing::Threat(..)
            | Thing::Clue(_)
            | Thing::Clock(_)
            | Thing::Limit(..) => {}
        }
        if host {
            self.offer_sight(id, thing, offers);
            if !matches!(thing, Thing::Limit(..) | Thing::Threat(..)) {
                self.offer_renaming(id, offers);
            }
        }
    }

    /// Everything a character of the seat's own can do, and what the host does with any.
    fn offer_character(self, it: &Character, offers: &mut Offers) {
        if !it.left && acts_for(self.by, it) {
            self.offer_fates(it, offers);
            self.offer_acting(it, offers);
            self.offer_flashback(it, offers);
            self.offer_plunge(it, offers);
            self.offer_replacing(it, offers);
            self.offer_endings(it, offers);
            self.offer_retiring(it, offers);
        }
        if self.by.is_host() {
            if !it.left {
                self.offer_hits(None, Some(it.id), None, offers);
            }
            self.offer_presence(it, offers);
            self.offer_held(Holder::Character(it.id), offers);
            self.offer_taking_back(it, offers);
        }
    }

    /// Giving tags and statuses.
    fn offer_held(self, on: Holder, offers: &mut Offers) {
        self.offer_new_status(on, offers);
        self.offer_new_tag(on, offers);
    }

    /// Proving conclusions about a mystery, and dropping it.
    fn offer_mystery(self, it: &Mystery, offers: &mut Offers) {
        self.offer_rounds(it, offers);
        if self.by.is_host() {
            self.offer_dropping_mystery(it, offers);
        }
    }

    /// Making characters, and how the table plays.
    fn offer_table(self, offers: &mut Offers) {
        self.offer_making(offers);
        if self.by.is_host() {
            self.offer_auto_approve(offers);
        }
    }

    /// Everything the host does with the scene as a whole.
    fn offer_place(self, offers: &mut Offers) {
        if !self.by.is_host() {
            return;
        }
        self.offer_scene(offers);
        self.offer_ready_scenes(offers);
        self.offer_new_challenge(offers);
        self.offer_new_clock(offers);
        self.offer_threat(None, offers);
        if self.state.scene.is_some() {
            self.offer_held(Holder::Scene, offers);
        }
    }

    /// Everything about the story around the scenes.
    fn offer_story(self, offers: &mut Offers) {
        let form = self.pack.file.form;
        if form == FileForm::Questions {
            self.offer_questions(offers);
        }
        if !self.by.is_host() {
            return;
        }
        self.offer_phases(offers);
        self.offer_engaging(offers);
        self.offer_new_clue(offers);
        if form != FileForm::None {
            self.offer_naming_case(offers);
        }
        match form {
            FileForm::None => {}
            FileForm::Rounds => self.offer_new_mystery(offers),
            FileForm::Questions => self.offer_indexes(offers),
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
        self.pack.plays(self.state, self.by, id)
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
}

/// A name to be typed.
pub(super) fn name() -> Bounds {
    Bounds::Text { max: LONGEST_NAME, optional: false }
}

/// A text that may be typed.
pub(super) fn text() -> Bounds {
    Bounds::Text { max: LONGEST_TEXT, optional: true }
}

/// An offer whose reason may be typed.
pub(super) fn with_reason(offer: Offer<Command>) -> Offer<Command> {
    offer.field("reason", message!("mist-field-reason"), text())
}

/// A text that must be typed.
pub(super) fn words() -> Bounds {
    Bounds::Text { max: LONGEST_TEXT, optional: false }
}

/// A number to be chosen.
pub(super) fn number(min: u8, max: u8) -> Bounds {
    Bounds::Number { min: i64::from(min), max: i64::from(max) }
}
