//! What a seat can do now. Candidates are drawn up broadly and kept when they would be accepted.
//!
//! Each subject's file draws up its own; here are the order they come in, and what they share.

use serde_json::json;

use super::{
    Action, Aspect, Character, Command, Fate, Holder, Purse, Skill, State, act, action, compel,
    conflict, contest, harm, mend, milestone, wording,
};
use crate::kernel;
use crate::{
    Acts, Audience, Bounds, Choice, Field, Id, Message, Offer, Role, Seat, Subject, Verb, message,
};

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

/// The scene, which there is one of: what the host does with it.
pub(super) const SCENE: Subject = Subject::place("scene");
/// The conflict: whose turn is next.
pub(super) const FIGHT: Subject = Subject::place("fight");

/// Everything a seat sees that it might do something with: what waits first, then the people it
/// plays, what they hold, and for the host everything else.
pub(super) fn subjects(state: &State, by: Seat) -> Vec<Subject> {
    if by.role == Role::Spectator {
        return Vec::new();
    }
    let (host, viewer) = (by.is_host(), by.viewer());
    let mut all: Vec<Subject> = Vec::new();
    all.extend(state.hits.iter().map(|one| Subject::from(one.id)));
    all.extend(state.actions.iter().map(|one| Subject::from(one.id)));
    all.extend(state.compels.iter().map(|one| Subject::from(one.id)));
    all.extend(state.mends.iter().map(|one| Subject::from(one.id)));
    all.extend(state.conflict().map(|_| FIGHT));
    let plays = |one: &Character| host || one.seat == Some(by.id);
    let people = state.characters.iter().filter(|one| plays(one));
    all.extend(
        people.filter(|one| state.sees_character(viewer, one)).map(|one| Subject::from(one.id)),
    );
    let holds = |one: &Aspect| host || one.free.iter().any(|free| state.awaits(by, free.to));
    let aspects = state.aspects.iter().filter(|one| holds(one));
    all.extend(
        aspects.filter(|one| state.sees_aspect(viewer, one)).map(|one| Subject::from(one.id)),
    );
    if host {
        let zones = state.scene.iter().flat_map(|scene| &scene.zones);
        all.extend(zones.map(|zone| Subject::from(zone.id)));
        all.extend(state.prepared.iter().map(|one| Subject::from(one.id)));
        all.extend(state.clocks.subjects());
        all.push(SCENE);
    }
    all.push(Subject::TABLE);
    all
}

/// What the seat might do with one of its subjects; nothing with what it does not see.
pub(super) fn drafts(pack: &Fate, state: &State, by: Seat, of: &Subject) -> Vec<Offer<Command>> {
    let mut builder = OfferBuilder { pack, state, by, offers: Vec::new() };
    if by.role == Role::Spectator {
        return Vec::new();
    }
    match of {
        Subject::Thing(id) => builder.thing(*id),
        Subject::Place(_) if *of == FIGHT => builder.turns(),
        Subject::Place(_) if *of == SCENE && by.is_host() => builder.scene(),
        Subject::Place(_) if *of == Subject::TABLE => builder.table(),
        Subject::Place(_) => {}
    }
    builder.offers
}

/// What is pushed to a seat: flags of what is always in sight, and what waits for it (B-03).
pub(super) fn acts(pack: &Fate, state: &State, by: Seat) -> Acts {
    let mut acts = Acts::default();
    if by.role == Role::Spectator {
        return acts;
    }
    for hit in &state.hits {
        harm::flag(state, by, hit, &mut acts);
    }
    for action in &state.actions {
        action::flag(state, by, action, &mut acts);
    }
    for compel in &state.compels {
        compel::flag(pack, state, by, compel, &mut acts);
    }
    for request in &state.mends {
        mend::flag(state, by, request, &mut acts);
    }
    contest::flag(state, by, &mut acts);
    // The host's own are acted with from their cards, which are asked for.
    for character in state.characters.iter().filter(|one| one.seat == Some(by.id)) {
        act::flag(state, character, &mut acts);
        milestone::flag(character, &mut acts);
    }
    if by.is_host() {
        for character in state.player_characters().filter(|one| one.seat.is_none()) {
            milestone::flag(character, &mut acts);
        }
    }
    conflict::flag(pack, state, by, &mut acts);
    acts
}

/// The verbs that are used as flags, each declared once.
pub(super) fn verbs(pack: &Fate) -> Vec<Verb> {
    let on = |name, rule, field: &str| {
        let mut command = json!({ "do": name });
        command[field] = json!("@of");
        Verb::new(name, rule, command)
    };
    let named = |name, rule, command| Verb::new(name, rule, command);
    let why = Bounds::Text { max: wording::NAME, optional: false };
    let mut all = vec![
        on("roll", "F-02", "action"),
        on("cancel", "F-25", "action"),
        on("let-stand", "F-25", "action"),
        named(
            "let-stand-against",
            "F-25",
            json!({ "do": "let-stand", "action": "@of", "opposition": true }),
        ),
        on("go-out", "F-31", "hit"),
        on("accept-compel", "F-14", "compel"),
        named(
            "refuse-compel",
            "F-14",
            json!({ "do": "refuse-compel", "compel": "@of", "why": BLANK }),
        )
        .field("why", message!("fate-field-why"), why),
        named("grant-compel", "F-14", json!({ "do": "accept-compel", "compel": "@of" })),
        on("withdraw-compel", "F-14", "compel"),
        named("decline", "F-14", json!({ "do": "withdraw-compel", "compel": "@of" })),
        on("decline-mend", "B-46", "request"),
        named("withdraw-mend", "B-46", json!({ "do": "decline-mend", "request": "@of" })),
        on("pass-turn", "F-42", "to"),
        on("close-milestone", "F-52", "character"),
    ];
    all.extend(act::verbs(pack));
    all
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

    /// An offer that is drawn up elsewhere.
    pub(super) fn add(&mut self, offer: Offer<Command>) {
        self.offers.push(offer);
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

    /// What can be done with one thing, whatever it is.
    fn thing(&mut self, id: Id) {
        let (state, viewer) = (self.state, self.by.viewer());
        if let Some(action) = state.action(id) {
            self.action(action);
        } else if let Some(hit) = state.hits.iter().find(|one| one.id == id) {
            self.hit_to_absorb(hit);
        } else if let Some(compel) = state.compels.iter().find(|one| one.id == id) {
            self.compel_to_settle(compel);
        } else if let Some(request) = state.mends.iter().find(|one| one.id == id) {
            self.nod(request);
        } else if let Some(character) = state.seen_character(viewer, id) {
            self.character(character);
        } else if let Some(aspect) = state.seen_aspect(viewer, id) {
            self.aspect(aspect);
        } else if let Some(zone) = state.scene.as_ref().and_then(|scene| scene.zone(id)) {
            if self.by.is_host() {
                self.zone(zone);
            }
        } else if let Some(prepared) = state.prepared(id).filter(|_| self.by.is_host()) {
            self.prepared(prepared);
        } else if self.by.is_host() {
            self.clock(id);
        }
    }

    /// What can be done about an action: what its outcome asks, then its dice.
    fn action(&mut self, action: &Action) {
        self.choices(action);
        if action.rolled() {
            self.invokes(action);
            self.splits(action);
        } else {
            self.before_dice(action);
        }
        for who in [Some(action.actor), action.target].into_iter().flatten() {
            if let Some(character) = self.state.character(who).filter(|one| self.owns(one.id)) {
                self.stunts(character, Some(action));
            }
        }
    }

    /// What a character can do, and what the host does with them.
    fn character(&mut self, character: &Character) {
        if self.owns(character.id) {
            self.acts(character);
            self.fighting(character.id);
            self.moves(character);
            self.stunts(character, None);
            self.milestone(character);
            self.details(character);
            if character.pc {
                self.own_compels(character);
            }
        }
        // The turn is passed to them, by whoever has it.
        let next = self.state.conflict().is_some_and(|it| it.next().contains(&character.id));
        if next {
            self.pass_to(character.id);
        }
        if self.owns(character.id) || self.by.is_host() {
            self.conditions(character);
        }
        let own = character.seat == Some(self.by.id);
        if self.by.is_host() || (own && character.pc) {
            self.mending(character);
        }
        if self.by.is_host() {
            self.keep_character(character);
        }
    }

    /// What is done with an aspect outside of rolls: by whoever holds a free invoke on it, and by
    /// the host (F-11, F-13).
    fn aspect(&mut self, aspect: &Aspect) {
        let (state, by) = (self.state, self.by);
        for free in aspect.free.iter().filter(|free| state.awaits(by, free.to)) {
            self.free_detail(free.to, aspect.id);
            self.hand_free(free.to, aspect.id);
            self.name_boost(aspect);
        }
        if self.by.is_host() {
            self.keep_aspect(aspect);
        }
    }

    /// What is about nothing that is there yet, and the table's own.
    fn table(&mut self) {
        self.newcomers();
        if self.by.is_host() {
            self.beginnings();
            self.preparations();
            self.table_options();
            self.purse(None, Purse::Host);
        }
    }

    /// What the host does with the scene.
    fn scene(&mut self) {
        self.twist();
        self.new_aspects();
        self.new_zone();
        self.new_clock();
        self.challenge();
        self.contest();
        self.conflict();
        self.compel_group();
        self.ends();
        self.end_anyway();
    }
}
