//! What a seat can do now. Candidates are drawn up broadly and kept when they would be accepted.
//!
//! Each subject's file draws up its own; here are the order they come in, and what they share.

use super::{Aspect, Character, Command, Fate, Holder, Purse, Skill, State, boost, wording};
use crate::kernel;
use crate::shared::among;
use crate::{Audience, Batch, Bounds, Choice, Field, Id, Message, Offer, Role, Seat, message};

/// The text an offer carries until someone writes their own.
pub(super) const BLANK: &str = "…";
/// The most targets offered at once.
pub(super) const TARGETS: usize = 12;
/// The most aspects offered to choose from.
const ASPECTS: usize = 40;
/// The most characters offered to choose from.
const PEOPLE: usize = 40;

/// Offers as they are drawn up for one seat.
pub(super) struct OfferBuilder<'a> {
    pub(super) pack: &'a Fate,
    pub(super) state: &'a State,
    pub(super) by: Seat,
    offers: Vec<Offer<Command>>,
}

/// What a seat's offers are drawn up from: what the game waits for, each action, what else is
/// under way, and everything that stays.
pub(super) fn batches(state: &State, by: Seat) -> Vec<Batch> {
    if by.role == Role::Spectator {
        return Vec::new();
    }
    let actions = state.actions.iter().map(|action| Batch::Of(action.id));
    let first = [Batch::Due].into_iter().chain(actions);
    first.chain([Batch::Passing, Batch::Lasting]).collect()
}

/// Everything the seat might do. What lasts is drawn up without a look at what is under way:
/// what it needs of that, `decide` knows.
pub(super) fn drafts(pack: &Fate, state: &State, by: Seat, batch: Batch) -> Vec<Offer<Command>> {
    let mut builder = OfferBuilder { pack, state, by, offers: Vec::new() };
    match batch {
        Batch::Due => {
            builder.choices();
            builder.hits();
        }
        Batch::Of(action) => {
            let Some(action) = state.action(action) else { return Vec::new() };
            if action.rolled() {
                builder.invokes(action);
                builder.splits(action);
            } else {
                builder.before_dice(action);
            }
            for character in builder.own() {
                builder.stunts(character, Some(action));
            }
        }
        Batch::Passing => {
            builder.compels();
            builder.nods();
            builder.end_anyway();
            builder.turns();
        }
        Batch::Lasting => {
            for character in builder.own() {
                builder.acts(character);
                builder.moves(character);
                builder.stunts(character, None);
                builder.milestone(character);
                if character.pc || by.is_host() {
                    builder.mending(character);
                }
                builder.story(character);
            }
            builder.newcomers();
            if by.is_host() {
                builder.host();
            }
        }
    }
    builder.offers
}

/// Whether a batch, drawn up for any seat, is surely the same in both states.
pub(super) fn inputs_unchanged(state: &State, other: &State, batch: Batch) -> bool {
    let things = state.has_things_of(other);
    match batch {
        Batch::Of(action) => {
            let mut actions = state.actions.iter().filter(|it| it.id == action);
            things && actions.all(|it| among(it, &other.actions))
        }
        Batch::Lasting => things,
        Batch::Due | Batch::Passing => false,
    }
}

fn field(path: &str, label: Message, bounds: Bounds) -> Field {
    Field { path: path.to_owned(), label, bounds }
}

/// A field for a name.
pub(super) fn text_field(path: &str, label: Message, optional: bool) -> Field {
    field(path, label, Bounds::Text { max: wording::NAME, optional })
}

/// A field for a sentence or more.
pub(super) fn words_field(path: &str, label: Message) -> Field {
    field(path, label, Bounds::Text { max: wording::TEXT, optional: true })
}

pub(super) fn choice_field(path: &str, label: Message, of: Vec<Choice>) -> Field {
    field(path, label, Bounds::Choice { of })
}

pub(super) fn switch_field(path: &str, label: Message) -> Field {
    field(path, label, Bounds::Switch)
}

pub(super) fn number_field(path: &str, label: Message, min: i64, max: i64) -> Field {
    field(path, label, Bounds::Number { min, max })
}

impl<'a> OfferBuilder<'a> {
    pub(super) fn offer(
        &mut self,
        rule: &'static str,
        label: Message,
        command: Command,
        fields: Vec<Field>,
    ) {
        self.offer_or_wait(rule, None, label, command, fields);
    }

    /// An offer the game waits for.
    pub(super) fn wait(
        &mut self,
        rule: &'static str,
        waits: Message,
        label: Message,
        command: Command,
        fields: Vec<Field>,
    ) {
        self.offer_or_wait(rule, Some(waits), label, command, fields);
    }

    /// An offer the game may wait for.
    pub(super) fn offer_or_wait(
        &mut self,
        rule: &'static str,
        waits: Option<Message>,
        label: Message,
        command: Command,
        fields: Vec<Field>,
    ) {
        self.offers.push(Offer { fields, waits, ..kernel::offer(rule, label, command) });
    }

    /// Whether the seat is the one who plays a character: the host plays those without a seat.
    pub(super) fn owns(&self, id: Id) -> bool {
        self.state.awaits(self.by, Holder::Character(id))
    }

    /// The characters the seat plays.
    pub(super) fn own(&self) -> Vec<&'a Character> {
        let all = self.state.characters.iter().map(|one| &**one);
        all.filter(|one| self.owns(one.id)).collect()
    }

    /// A choice of skill, best first.
    pub(super) fn skills(&self, character: &Character) -> (String, Field) {
        self.skill_choice(character, "skill", |_| true).unwrap_or_else(|| {
            let label = wording::word(&self.pack.skills.name);
            (String::new(), choice_field("skill", label, Vec::new()))
        })
    }

    /// The best of the skills whose rating fits, and a choice among them.
    pub(super) fn skill_choice(
        &self,
        character: &Character,
        path: &str,
        fits: impl Fn(i64) -> bool,
    ) -> Option<(String, Field)> {
        let rating = |skill: &Skill| character.rating(&skill.id);
        let mut all: Vec<_> =
            self.pack.skills.list.iter().filter(|skill| fits(rating(skill))).collect();
        all.sort_by_key(|skill| std::cmp::Reverse(rating(skill)));
        let best = all.first()?.id.clone();
        let of = all
            .iter()
            .map(|skill| {
                let number = wording::signed(rating(skill));
                let label = message!("fate-skill-at", skill = &skill.name, number = number);
                kernel::choice(&skill.id, label)
            })
            .collect();
        Some((best, choice_field(path, wording::word(&self.pack.skills.name), of)))
    }

    /// The aspects the seat sees, newest first, so that a limit keeps what is fresh.
    pub(super) fn aspects(&self) -> Vec<&'a Aspect> {
        let (state, viewer) = (self.state, self.by.viewer());
        let all = state.aspects.iter().rev().map(|one| &**one);
        let all = all.filter(|one| state.sees_aspect(viewer, one)).take(ASPECTS);
        // What is hidden comes last: using it shows it, which is never to happen unchosen.
        let (shown, hidden): (Vec<_>, Vec<_>) = all.partition(|one| one.seen == Audience::All);
        shown.into_iter().chain(hidden).collect()
    }

    /// The characters the seat sees.
    pub(super) fn people(&self) -> Vec<&'a Character> {
        let (state, viewer) = (self.state, self.by.viewer());
        let all = state.characters.iter().map(|one| &**one);
        all.filter(|one| state.sees_character(viewer, one)).take(PEOPLE).collect()
    }

    /// Those of them who are not taken out.
    pub(super) fn standing(&self) -> Vec<&'a Character> {
        self.people().into_iter().filter(|one| !one.out).collect()
    }

    /// What a character does with aspects outside of rolls (F-11, F-13, F-14).
    fn story(&mut self, character: &Character) {
        self.details(character);
        for aspect in self.aspects() {
            if aspect.free_of(Holder::Character(character.id)) > 0 {
                let called = boost::called(self.state, self.by.viewer(), aspect);
                self.free_detail(character, aspect.id, &called);
                self.hand_free(character, aspect.id, &called);
                self.name_boost(aspect, called);
            }
        }
        if character.pc {
            self.own_compels(character);
        }
    }

    /// Everything only the host does.
    fn host(&mut self) {
        self.table_options();
        self.sessions();
        self.preparations();
        self.purse(None, Purse::Host, message!("fate-purse-host"));
        self.places();
        self.challenge();
        self.contest();
        self.conflict();
        self.twist();
        self.compel_group();
        self.new_aspects();
        for aspect in self.aspects() {
            self.keep_aspect(aspect);
        }
        for character in self.people() {
            self.keep_character(character);
        }
    }
}
