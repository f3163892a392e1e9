//! What a seat can do now. Candidates are drawn up broadly and kept when they would be accepted.

mod deeds;
mod host;
mod roll;
mod story;

use super::tell::{answered, called, holder, word};
use super::{
    Answer, Ask, Aspect, Character, Command, CompelStage, Fate, Holder, Place, State,
    TakenConsequence, text,
};
use crate::{
    Audience, Batch, Bounds, Choice, Field, Id, Message, Offer, Role, RuleId, Seat, message,
};

/// The text an offer carries until someone writes their own.
const BLANK: &str = "…";
/// The most targets offered at once.
const TARGETS: usize = 12;
/// The most aspects offered to choose from.
const ASPECTS: usize = 40;
/// The most characters offered to choose from.
const PEOPLE: usize = 40;

/// Offers as they are drawn up for one seat.
struct Desk<'a> {
    pack: &'a Fate,
    state: &'a State,
    by: Seat,
    offers: Vec<Offer<Command>>,
}

impl Fate {
    /// What a seat's offers are drawn up from: what the game waits for, each action, what else is
    /// under way, and everything that stays.
    pub(super) fn offer_batches(&self, state: &State, by: Seat) -> Vec<Batch> {
        if by.role == Role::Spectator {
            return Vec::new();
        }
        let actions = state.actions.iter().map(|action| Batch::Of(action.id));
        let first = [Batch::Due].into_iter().chain(actions);
        first.chain([Batch::Passing, Batch::Lasting]).collect()
    }

    /// Everything the seat might do. What lasts is drawn up without a look at what is under way:
    /// what it needs of that, `decide` knows.
    pub(super) fn drafts(&self, state: &State, by: Seat, batch: Batch) -> Vec<Offer<Command>> {
        let mut desk = Desk { pack: self, state, by, offers: Vec::new() };
        let mine = || {
            let all = state.characters.iter().map(|one| &**one);
            all.filter(|one| state.awaits(by, Holder::Character(one.id)))
        };
        match batch {
            Batch::Due => desk.choices(),
            Batch::Of(action) => {
                let Some(action) = state.action(action) else { return Vec::new() };
                if action.rolled() {
                    desk.invokes(action)
                } else {
                    desk.before_dice(action)
                }
                mine().for_each(|character| desk.stunts(character, Some(action)));
            }
            Batch::Passing => {
                desk.compels();
                desk.turns();
            }
            Batch::Lasting => {
                for character in mine() {
                    desk.acts(character);
                    desk.moves(character);
                    desk.stunts(character, None);
                    desk.milestone(character);
                    desk.story(character);
                }
                desk.newcomers();
                if by.is_host() {
                    desk.host();
                }
            }
        }
        desk.offers
    }
}

fn text_field(path: &str, label: Message, optional: bool) -> Field {
    let max = u32::try_from(text::NAME).unwrap_or(u32::MAX);
    Field { path: path.to_owned(), label, bounds: Bounds::Text { max, optional } }
}

/// A field for a sentence or more.
fn words_field(path: &str, label: Message) -> Field {
    let max = u32::try_from(text::TEXT).unwrap_or(u32::MAX);
    Field { path: path.to_owned(), label, bounds: Bounds::Text { max, optional: true } }
}

fn choice_field(path: &str, label: Message, of: Vec<Choice>) -> Field {
    Field { path: path.to_owned(), label, bounds: Bounds::Choice { of } }
}

fn switch_field(path: &str, label: Message) -> Field {
    Field { path: path.to_owned(), label, bounds: Bounds::Switch }
}

/// One choice; everything a command names is plain data.
fn choice(value: impl serde::Serialize, label: Message) -> Choice {
    Choice { value: serde_json::to_value(value).unwrap_or_default(), label }
}

fn number_field(path: &str, label: Message, min: i64, max: i64) -> Field {
    Field { path: path.to_owned(), label, bounds: Bounds::Number { min, max } }
}

impl<'a> Desk<'a> {
    fn offer(&mut self, rule: &'static str, label: Message, command: Command, fields: Vec<Field>) {
        self.offers.push(Offer { label, command, fields, waits: None, rule: RuleId::new(rule) });
    }

    /// An offer the game waits for.
    fn wait(
        &mut self,
        rule: &'static str,
        waits: Message,
        label: Message,
        command: Command,
        fields: Vec<Field>,
    ) {
        self.offers.push(Offer {
            label,
            command,
            fields,
            waits: Some(waits),
            rule: RuleId::new(rule),
        });
    }

    /// Whether the seat is the one who plays a character: the host plays those without a seat.
    fn own(&self, character: &Character) -> bool {
        self.state.awaits(self.by, Holder::Character(character.id))
    }

    fn owns(&self, id: Id) -> bool {
        self.state.awaits(self.by, Holder::Character(id))
    }

    /// A choice of skill, best first.
    fn skills(&self, character: &Character) -> (String, Field) {
        self.skill_choice(character, "skill", |_| true).unwrap_or_else(|| {
            let none = Bounds::Choice { of: Vec::new() };
            let label = word(&self.pack.skills.name);
            (String::new(), Field { path: "skill".to_owned(), label, bounds: none })
        })
    }

    /// The best of the skills whose rating fits, and a choice among them.
    fn skill_choice(
        &self,
        character: &Character,
        path: &str,
        fits: impl Fn(i64) -> bool,
    ) -> Option<(String, Field)> {
        let rating = |skill: &super::Skill| character.rating(&skill.id);
        let mut all: Vec<_> =
            self.pack.skills.list.iter().filter(|skill| fits(rating(skill))).collect();
        all.sort_by_key(|skill| std::cmp::Reverse(rating(skill)));
        let best = all.first()?.id.clone();
        let of = all
            .iter()
            .map(|skill| {
                let number = super::tell::signed(rating(skill));
                let label = message!("fate-skill-at", skill = &skill.name, number = number);
                Choice { value: skill.id.clone().into(), label }
            })
            .collect();
        let label = word(&self.pack.skills.name);
        Some((best, Field { path: path.to_owned(), label, bounds: Bounds::Choice { of } }))
    }

    /// The aspects the seat sees, newest first, so that a limit keeps what is fresh.
    fn aspects(&self) -> Vec<&'a Aspect> {
        let (state, viewer) = (self.state, self.by.viewer());
        let all = state.aspects.iter().rev().map(|one| &**one);
        let all = all.filter(|one| state.sees_aspect(viewer, one)).take(ASPECTS);
        // What is hidden comes last: using it shows it, which is never to happen unchosen.
        let (shown, hidden): (Vec<_>, Vec<_>) = all.partition(|one| one.seen == Audience::All);
        shown.into_iter().chain(hidden).collect()
    }

    /// The characters the seat sees.
    fn people(&self) -> Vec<&'a Character> {
        let (state, viewer) = (self.state, self.by.viewer());
        let all = state.characters.iter().map(|one| &**one);
        all.filter(|one| state.sees_character(viewer, one)).take(PEOPLE).collect()
    }

    /// A choice of aspects, and the first of them.
    fn aspect_choice(&self, path: &str, fits: impl Fn(&Aspect) -> bool) -> Option<(Id, Field)> {
        let fitting: Vec<&Aspect> = self.aspects().into_iter().filter(|one| fits(one)).collect();
        let first = fitting.first()?.id;
        let name = |one: &Aspect| called(self.state, self.by.viewer(), one);
        let of = fitting.iter().map(|one| choice(one.id, name(one))).collect();
        Some((first, choice_field(path, message!("fate-field-aspect"), of)))
    }

    /// A choice of what an aspect can be true of.
    fn place_choice(&self, path: &str, with_game: bool) -> Field {
        let mut of = Vec::new();
        if let Some(scene) = &self.state.scene {
            of.push(choice(Place::Scene, message!("fate-place-scene")));
            of.extend(
                scene.zones.iter().map(|zone| choice(Place::Zone(zone.id), word(&zone.name))),
            );
        }
        of.extend(
            self.people().iter().map(|one| choice(Place::Character(one.id), word(&one.name))),
        );
        if with_game {
            of.push(choice(Place::Game, message!("fate-place-game")));
        }
        choice_field(path, message!("fate-field-place"), of)
    }

    /// A choice of those who can hold a free invoke.
    fn holder_choice(&self, path: &str, but: Option<Holder>) -> Option<(Holder, Field)> {
        let people = self.people().into_iter().map(|one| Holder::Character(one.id));
        let all: Vec<Holder> =
            people.chain([Holder::Host]).filter(|one| Some(*one) != but).collect();
        let first = *all.first()?;
        let of = all.iter().map(|one| choice(one, holder(self.state, *one))).collect();
        Some((first, choice_field(path, message!("fate-field-whom"), of)))
    }

    /// What outcomes ask and hits to be absorbed (F-25, F-31).
    fn choices(&mut self) {
        let (state, by) = (self.state, self.by);
        for action in &state.actions {
            for due in action.due.iter().filter(|due| state.awaits(by, due.to)) {
                for answer in self.answers(due.ask) {
                    let fields = match &answer {
                        Answer::MinorDetail { .. } | Answer::MajorCost { .. } => {
                            vec![text_field("answer/text", message!("fate-field-cost"), false)]
                        }
                        _ => Vec::new(),
                    };
                    let waits = message!("fate-waits-choice", who = state.name(action.actor));
                    let command = Command::Choose { action: action.id, answer: answer.clone() };
                    self.wait("F-25", waits, answered(self.pack, &answer), command, fields);
                }
            }
        }
        for hit in state.hits.iter().filter(|hit| state.awaits(by, Holder::Character(hit.to))) {
            let waits =
                message!("fate-waits-absorb", who = state.name(hit.to), shifts = hit.shifts);
            for way in self.pack.ways(state, hit) {
                let names: Vec<Message> = way
                    .slots
                    .iter()
                    .filter_map(|slot| self.pack.consequence(slot))
                    .map(|rule| message!("fate-slot-value", slot = &rule.name, value = rule.value))
                    .collect();
                let label = if names.is_empty() {
                    message!("fate-way-boxes", boxes = way.boxes)
                } else if way.boxes == 0 {
                    message!("fate-way-slots", slots = names)
                } else {
                    message!("fate-way", boxes = way.boxes, slots = names)
                };
                let consequences: Vec<TakenConsequence> = way
                    .slots
                    .iter()
                    .map(|slot| TakenConsequence { slot: slot.clone(), name: BLANK.to_owned() })
                    .collect();
                let fields = (0..consequences.len())
                    .map(|at| {
                        text_field(
                            &format!("consequences/{at}/name"),
                            message!("fate-field-consequence"),
                            false,
                        )
                    })
                    .collect();
                let command = Command::Absorb { hit: hit.id, boxes: way.boxes, consequences };
                self.wait("F-31", waits.clone(), label, command, fields);
            }
            self.wait(
                "F-31",
                waits,
                message!("fate-offer-go-out"),
                Command::GoOut { hit: hit.id },
                Vec::new(),
            );
        }
    }

    fn answers(&self, ask: Ask) -> Vec<Answer> {
        let text = BLANK.to_owned();
        match ask {
            Ask::OvercomeTie => {
                let stress = self
                    .pack
                    .tracks
                    .iter()
                    .map(|track| Answer::MinorStress { track: track.id.clone() });
                let mut all = vec![Answer::MinorDetail { text }, Answer::MinorBoost];
                all.extend(stress);
                all.push(Answer::FailWithBoost);
                all
            }
            Ask::OvercomeFailure => vec![Answer::Fail, Answer::MajorCost { text }],
            Ask::CreateFailure => vec![Answer::NoAspect, Answer::EnemyInvoke],
            Ask::RevealUnknown => vec![Answer::Reveal, Answer::KeepHidden],
            Ask::AttackStyle => vec![Answer::AllShifts, Answer::TakeBoost],
        }
    }

    /// Answering compels (F-14).
    fn compels(&mut self) {
        let state = self.state;
        for compel in &state.compels {
            let id = compel.id;
            let who = state.name(compel.to);
            let answers = match compel.stage {
                CompelStage::Offered => self.owns(compel.to),
                CompelStage::Claimed | CompelStage::Proposed(_) => self.by.is_host(),
            };
            if answers {
                let waits = message!("fate-waits-compel", who = &who);
                let accept = Command::AcceptCompel { compel: id };
                let field = text_field("why", message!("fate-field-why"), true);
                match compel.stage {
                    CompelStage::Offered => {
                        self.wait(
                            "F-14",
                            waits.clone(),
                            message!("fate-offer-accept"),
                            accept,
                            Vec::new(),
                        );
                        let refuse = Command::RefuseCompel { compel: id, why: String::new() };
                        self.wait(
                            "F-14",
                            waits,
                            message!("fate-offer-refuse"),
                            refuse,
                            vec![field],
                        );
                    }
                    CompelStage::Claimed | CompelStage::Proposed(_) => {
                        self.wait(
                            "F-14",
                            waits.clone(),
                            message!("fate-offer-grant", who = &who),
                            accept,
                            Vec::new(),
                        );
                        let decline = Command::WithdrawCompel { compel: id };
                        self.wait(
                            "F-14",
                            waits,
                            message!("fate-offer-decline"),
                            decline,
                            Vec::new(),
                        );
                    }
                }
            } else {
                let withdraw = Command::WithdrawCompel { compel: id };
                self.offer(
                    "F-14",
                    message!("fate-offer-withdraw", who = &who),
                    withdraw,
                    Vec::new(),
                );
            }
        }
    }

    /// Whose turn is next, and full defence (F-42).
    fn turns(&mut self) {
        let state = self.state;
        let Some(conflict) = state.scene.as_ref().and_then(|scene| scene.conflict.as_ref()) else {
            return;
        };
        let mine = match conflict.turn {
            Some(turn) => self.owns(turn),
            None => self.by.is_host(),
        };
        let used = conflict
            .turn
            .and_then(|turn| conflict.combatant(turn))
            .is_none_or(|one| one.used || one.out);
        for next in conflict.next() {
            let label = message!("fate-offer-pass", who = state.name(next));
            let command = Command::PassTurn { to: next };
            if mine && used {
                self.wait("F-42", message!("fate-waits-turn"), label, command, Vec::new());
            } else {
                self.offer("F-42", label, command, Vec::new());
            }
        }
        if let Some(turn) = conflict.turn.filter(|turn| self.owns(*turn)) {
            let command = Command::DefendFully { character: turn, text: BLANK.to_owned() };
            let field = text_field("text", message!("fate-field-defences"), false);
            self.offer(
                "F-42",
                message!("fate-offer-full-defence", who = state.name(turn)),
                command,
                vec![field],
            );
            if self.owns(turn) {
                let command = Command::Concede { character: turn, text: String::new() };
                self.offer(
                    "F-32",
                    message!("fate-offer-concede", who = state.name(turn)),
                    command,
                    vec![words_field("text", message!("fate-field-concession"))],
                );
            }
        }
        for one in conflict.standing().filter(|one| conflict.turn != Some(one.who)) {
            if self.owns(one.who) {
                let command = Command::Concede { character: one.who, text: String::new() };
                self.offer(
                    "F-32",
                    message!("fate-offer-concede", who = state.name(one.who)),
                    command,
                    vec![words_field("text", message!("fate-field-concession"))],
                );
            }
        }
    }
}
