//! What a seat can do now. Candidates are drawn up broadly and kept when they would be accepted.

use super::quote::Still;
use super::tell::{answered, aspect_name, word};
use super::{
    Act, Action, Against, Answer, Ask, AspectKind, Change, Character, Command, CompelStage, Created, Effect, Fate,
    Holder, Place, Purpose, State, TakenConsequence, Use, decide, text,
};
use crate::{Bounds, Choice, Field, Id, Message, Offer, Role, RuleId, Seat, message};

/// The text an offer carries until someone writes their own.
const BLANK: &str = "…";
/// The most targets offered at once.
const TARGETS: usize = 12;

/// Offers as they are drawn up for one seat.
struct Desk<'a> {
    pack: &'a Fate,
    state: &'a State,
    by: Seat,
    offers: Vec<Offer<Command>>,
}

impl Fate {
    pub(super) fn offered(&self, state: &State, by: Seat) -> Vec<Offer<Command>> {
        if by.role == Role::Spectator {
            return Vec::new();
        }
        let mut desk = Desk { pack: self, state, by, offers: Vec::new() };
        desk.choices();
        for action in &state.actions {
            if action.rolled() { desk.invokes(action) } else { desk.before_dice(action) }
        }
        desk.compels();
        desk.turns();
        for character in state.characters.iter().filter(|one| state.awaits(by, Holder::Character(one.id))) {
            desk.acts(character);
            desk.moves(character);
            desk.stunts(character);
            desk.milestone(character);
        }
        desk.host();
        let mut offers = desk.offers;
        offers.retain(|offer| decide::decide(self, state, by, &offer.command, &mut Still::default()).is_ok());
        offers
    }
}

fn text_field(path: &str, label: Message, optional: bool) -> Field {
    let max = u32::try_from(text::NAME).unwrap_or(u32::MAX);
    Field { path: path.to_owned(), label, bounds: Bounds::Text { max, optional } }
}

fn number_field(path: &str, label: Message, min: i64, max: i64) -> Field {
    Field { path: path.to_owned(), label, bounds: Bounds::Number { min, max } }
}

impl Desk<'_> {
    fn offer(&mut self, rule: &'static str, label: Message, command: Command, fields: Vec<Field>) {
        self.offers.push(Offer { label, command, fields, waits: None, rule: RuleId::new(rule) });
    }

    /// An offer the game waits for.
    fn wait(&mut self, rule: &'static str, waits: Message, label: Message, command: Command, fields: Vec<Field>) {
        self.offers.push(Offer { label, command, fields, waits: Some(waits), rule: RuleId::new(rule) });
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
        let mut all: Vec<_> = self.pack.skills.list.iter().collect();
        all.sort_by_key(|skill| std::cmp::Reverse(character.rating(&skill.id)));
        let best = all.first().map(|skill| skill.id.clone()).unwrap_or_default();
        let of = all
            .iter()
            .map(|skill| Choice {
                value: skill.id.clone().into(),
                label: message!("fate-skill-at", skill = &skill.name, number = format!("{:+}", character.rating(&skill.id))),
            })
            .collect();
        let field = Field { path: "skill".to_owned(), label: word(&self.pack.skills.name), bounds: Bounds::Choice { of } };
        (best, field)
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
                    self.wait("F-25", waits, answered(&answer), command, fields);
                }
            }
        }
        for hit in state.hits.iter().filter(|hit| state.awaits(by, Holder::Character(hit.to))) {
            let waits = message!("fate-waits-absorb", who = state.name(hit.to), shifts = hit.shifts);
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
                    .map(|at| text_field(&format!("consequences/{at}/name"), message!("fate-field-consequence"), false))
                    .collect();
                let command = Command::Absorb { hit: hit.id, boxes: way.boxes, consequences };
                self.wait("F-31", waits.clone(), label, command, fields);
            }
            self.wait("F-31", waits, message!("fate-offer-go-out"), Command::GoOut { hit: hit.id }, Vec::new());
        }
    }

    fn answers(&self, ask: Ask) -> Vec<Answer> {
        let text = BLANK.to_owned();
        match ask {
            Ask::OvercomeTie => {
                let stress = self.pack.tracks.iter().map(|track| Answer::MinorStress { track: track.id.clone() });
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

    /// Opposing, helping and rolling.
    fn before_dice(&mut self, action: &Action) {
        let state = self.state;
        let id = action.id;
        let actor = state.name(action.actor);
        if self.by.is_host() {
            let command = Command::Oppose { action: id, against: Against::Difficulty(2) };
            let field = number_field("against/difficulty", message!("fate-part-difficulty"), -10, 20);
            let label = message!("fate-offer-difficulty", who = &actor);
            if action.opposition.is_none() && action.target.is_none() {
                self.wait("F-02", message!("fate-waits-difficulty", who = &actor), label, command, vec![field]);
            } else {
                self.offer("F-02", label, command, vec![field]);
            }
            if let Act::Create { what: Created::Unknown { aspect } } = &action.act {
                for hidden in state.aspects.iter().filter(|one| one.seen != crate::Audience::All) {
                    let label = message!("fate-offer-point", aspect = aspect_name(hidden.name.as_ref()));
                    let command = Command::PointUnknown { action: id, aspect: hidden.id };
                    if aspect.is_none() {
                        self.wait("F-22", message!("fate-waits-unknown", who = &actor), label, command, Vec::new());
                    } else {
                        self.offer("F-22", label, command, Vec::new());
                    }
                }
            }
        }
        if let Some(defender) = action.target.and_then(|id| state.character(id)).filter(|one| self.own(one)) {
            let (skill, field) = self.skills(defender);
            let conflict = state.scene.as_ref().and_then(|scene| scene.conflict.as_ref());
            let full = conflict.and_then(|conflict| conflict.combatant(defender.id)?.full_defence.as_ref()).is_some();
            let mut fields = vec![field];
            if full {
                fields.push(Field { path: "full".to_owned(), label: message!("fate-part-full-defence"), bounds: Bounds::Switch });
            }
            let command = Command::Defend { action: id, skill, full };
            let label = message!("fate-offer-defend", who = &defender.name);
            if action.opposition.is_none() {
                self.wait("F-24", message!("fate-waits-defence", who = &defender.name), label, command, fields);
            } else {
                self.offer("F-24", label, command, fields);
            }
        }
        let by = self.by;
        for helper in state.characters.iter().filter(|one| state.awaits(by, Holder::Character(one.id))) {
            let label = message!("fate-offer-help", who = &helper.name, whom = &actor);
            self.offer("F-42", label, Command::Help { action: id, helper: helper.id }, Vec::new());
        }
        if self.owns(action.actor) {
            let waits = message!("fate-waits-roll", who = &actor);
            self.wait("F-02", waits, message!("fate-offer-roll"), Command::Roll { action: id }, Vec::new());
            self.offer("F-25", message!("fate-offer-cancel"), Command::Cancel { action: id }, Vec::new());
        } else if action.target.is_some_and(|target| self.owns(target)) {
            self.offer("F-02", message!("fate-offer-roll"), Command::Roll { action: id }, Vec::new());
        }
    }

    /// Invoking, and letting it stand (F-11).
    fn invokes(&mut self, action: &Action) {
        if !action.open() {
            return;
        }
        let state = self.state;
        let sides = [(false, Some(action.actor)), (true, action.target)];
        for (opposition, who) in sides {
            if let Some(who) = who.filter(|who| self.owns(*who)) {
                let waits = message!("fate-waits-stand", who = state.name(who));
                let command = Command::LetStand { action: action.id, opposition };
                self.wait("F-25", waits, message!("fate-offer-stand"), command, Vec::new());
            }
        }
        let mut holders: Vec<Holder> =
            state.characters.iter().filter(|one| self.own(one)).map(|one| Holder::Character(one.id)).collect();
        if self.by.is_host() {
            holders.push(Holder::Host);
        }
        let viewer = self.by.viewer();
        for aspect in state.aspects.iter().filter(|one| state.sees_aspect(viewer, one)) {
            for by in &holders {
                for (opposition, who) in sides {
                    let rolls = who.is_some_and(|who| Holder::Character(who) == *by);
                    let free = aspect.free_of(*by) > 0;
                    let pays = rolls && aspect.kind != AspectKind::Boost;
                    for (free, to) in [(true, Use::Bonus), (true, Use::Reroll), (false, Use::Bonus), (false, Use::Reroll)]
                        .into_iter()
                        .filter(|(gratis, to)| if *gratis { free && (rolls || *to == Use::Bonus) } else { pays })
                    {
                        self.invoke_offer(action, opposition, aspect, *by, to, free);
                    }
                }
            }
        }
    }

    fn invoke_offer(&mut self, action: &Action, opposition: bool, aspect: &super::Aspect, by: Holder, to: Use, free: bool) {
        let name = aspect_name(aspect.name.as_ref());
        let side = action.side(opposition).and_then(|side| side.who);
        let side = side.map_or_else(|| message!("fate-part-difficulty"), |id| word(&self.state.name(id)));
        let who = super::tell::holder(self.state, by);
        let label = match (to, free) {
            (Use::Bonus, true) => message!("fate-offer-bonus-free", aspect = name, side = side, who = who),
            (Use::Bonus, false) => message!("fate-offer-bonus-paid", aspect = name, side = side, who = who),
            (Use::Reroll, true) => message!("fate-offer-reroll-free", aspect = name, who = who),
            (Use::Reroll, false) => message!("fate-offer-reroll-paid", aspect = name, who = who),
        };
        let command = Command::Invoke { action: action.id, opposition, aspect: aspect.id, by, to, free };
        self.offer("F-11", label, command, Vec::new());
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
                        self.wait("F-14", waits.clone(), message!("fate-offer-accept"), accept, Vec::new());
                        let refuse = Command::RefuseCompel { compel: id, why: String::new() };
                        self.wait("F-14", waits, message!("fate-offer-refuse"), refuse, vec![field]);
                    }
                    CompelStage::Claimed | CompelStage::Proposed(_) => {
                        self.wait("F-14", waits.clone(), message!("fate-offer-grant", who = &who), accept, Vec::new());
                        let decline = Command::WithdrawCompel { compel: id };
                        self.wait("F-14", waits, message!("fate-offer-decline"), decline, Vec::new());
                    }
                }
            } else {
                let withdraw = Command::WithdrawCompel { compel: id };
                self.offer("F-14", message!("fate-offer-withdraw", who = &who), withdraw, Vec::new());
            }
        }
    }

    /// Whose turn is next, and full defence (F-42).
    fn turns(&mut self) {
        let state = self.state;
        let Some(conflict) = state.scene.as_ref().and_then(|scene| scene.conflict.as_ref()) else { return };
        let mine = match conflict.turn {
            Some(turn) => self.owns(turn),
            None => self.by.is_host(),
        };
        let used = conflict.turn.and_then(|turn| conflict.combatant(turn)).is_none_or(|one| one.used || one.out);
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
            self.offer("F-42", message!("fate-offer-full-defence", who = state.name(turn)), command, vec![field]);
            if self.owns(turn) {
                let command = Command::Concede { character: turn, text: String::new() };
                self.offer("F-32", message!("fate-offer-concede", who = state.name(turn)), command, Vec::new());
            }
        }
        for one in conflict.standing().filter(|one| conflict.turn != Some(one.who)) {
            if self.owns(one.who) {
                let command = Command::Concede { character: one.who, text: String::new() };
                self.offer("F-32", message!("fate-offer-concede", who = state.name(one.who)), command, Vec::new());
            }
        }
    }

    /// The four actions, and what they can be for (F-01).
    fn acts(&mut self, character: &Character) {
        let state = self.state;
        let (skill, skills) = self.skills(character);
        let text = || text_field("text", message!("fate-field-text"), true);
        let act = |act: Act, against: Option<Against>| Command::Act {
            actor: character.id,
            act,
            skill: skill.clone(),
            against,
            text: String::new(),
        };
        let who = &character.name;
        let easy = Some(Against::Difficulty(2));
        let difficulty = number_field("against/difficulty", message!("fate-part-difficulty"), -10, 20);
        let plain = Act::Overcome { purpose: Purpose::Plain };
        self.offer("F-20", message!("fate-offer-overcome", who = who), act(plain, easy), vec![skills.clone(), difficulty.clone(), text()]);
        let on = if state.scene.is_some() { Place::Scene } else { Place::Character(character.id) };
        let new = Act::Create { what: Created::New { name: BLANK.to_owned(), on } };
        let name = text_field("act/what/name", message!("fate-field-aspect"), false);
        self.offer("F-21", message!("fate-offer-create", who = who), act(new, easy), vec![skills.clone(), name, difficulty, text()]);
        let seek = Act::Create { what: Created::Unknown { aspect: None } };
        self.offer("F-22", message!("fate-offer-discover", who = who), act(seek, None), vec![skills.clone(), text()]);
        let viewer = self.by.viewer();
        let targets = state.characters.iter().filter(|one| {
            one.id != character.id && !one.out && one.pc != character.pc && state.sees_character(viewer, one)
        });
        for target in targets.take(TARGETS) {
            for track in &self.pack.tracks {
                let attack = Act::Attack { track: track.id.clone() };
                let label = message!("fate-offer-attack", who = who, target = &target.name, track = &track.name);
                self.offer("F-23", label, act(attack, Some(Against::Character(target.id))), vec![skills.clone(), text()]);
            }
        }
        let wounds = state.aspects.iter().filter(|one| {
            matches!(one.kind, AspectKind::Consequence { treated: None, .. }) && state.sees_aspect(viewer, one)
        });
        for wound in wounds {
            let treat = Purpose::Treat { consequence: wound.id, name: BLANK.to_owned() };
            let label = message!("fate-offer-treat", who = who, aspect = aspect_name(wound.name.as_ref()));
            let name = text_field("act/purpose/name", message!("fate-field-consequence"), false);
            self.offer("F-33", label, act(Act::Overcome { purpose: treat }, None), vec![skills.clone(), name, text()]);
        }
        let Some(scene) = &state.scene else { return };
        for task in scene.challenge.iter().flat_map(|challenge| &challenge.tasks) {
            let label = message!("fate-offer-task", who = who, task = &task.name);
            let purpose = Purpose::Task { task: task.id };
            self.offer("F-40", label, act(Act::Overcome { purpose }, None), vec![skills.clone(), text()]);
        }
        for (at, side) in scene.contest.iter().flat_map(|contest| contest.sides.iter().enumerate()) {
            if side.members.contains(&character.id) {
                let label = message!("fate-offer-effort", who = who);
                let effort = Act::Effort { side: u8::try_from(at).unwrap_or(u8::MAX) };
                let waits = message!("fate-waits-effort", side = &side.name);
                self.wait("F-41", waits, label, act(effort, None), vec![skills.clone(), text()]);
            }
        }
        for zone in &scene.zones {
            let label = message!("fate-offer-reach", who = who, zone = &zone.name);
            let purpose = Purpose::Reach { zone: zone.id };
            self.offer("F-43", label, act(Act::Overcome { purpose }, None), vec![skills.clone(), text()]);
        }
    }

    fn moves(&mut self, character: &Character) {
        let Some(scene) = &self.state.scene else { return };
        for zone in &scene.zones {
            let label = message!("fate-offer-move", who = &character.name, zone = &zone.name);
            let command = Command::Move { character: character.id, zone: zone.id };
            self.offer("F-43", label, command, Vec::new());
        }
    }

    fn stunts(&mut self, character: &Character) {
        let state = self.state;
        for stunt in &character.stunts {
            let label = message!("fate-offer-stunt", who = &character.name, stunt = &stunt.name);
            let use_on = |action| Command::UseStunt { character: character.id, stunt: stunt.id, action };
            if matches!(stunt.effect, Effect::Exception { .. }) {
                self.offer("F-51", label, use_on(None), Vec::new());
            } else {
                for action in &state.actions {
                    self.offer("F-51", label.clone(), use_on(Some(action.id)), Vec::new());
                }
            }
        }
    }

    /// What a milestone allows (F-52).
    fn milestone(&mut self, character: &Character) {
        let Some(milestone) = character.milestones.first() else { return };
        let id = character.id;
        let waits = message!("fate-waits-milestone", who = &character.name);
        let improve = |change| Command::Improve { character: id, change };
        let (best, _) = self.skills(character);
        let mut changes = vec![(message!("fate-change-refresh"), Change::RaiseRefresh, Vec::new())];
        let raisable = self.pack.skills.list.iter().filter(|skill| character.rating(&skill.id) < self.pack.skills.highest);
        for skill in raisable {
            changes.push((message!("fate-change-raise", skill = &skill.name), Change::RaiseSkill { skill: skill.id.clone() }, Vec::new()));
        }
        for skill in self.pack.skills.list.iter().filter(|skill| skill.id != best) {
            let swap = Change::SwapSkills { one: best.clone(), other: skill.id.clone() };
            let first = self.pack.skill(&best).map_or_else(text::nothing, |skill| skill.name.clone());
            changes.push((message!("fate-change-swap", one = first, other = &skill.name), swap, Vec::new()));
        }
        for aspect in self.state.aspects_of(id) {
            let name = aspect_name(aspect.name.as_ref());
            if matches!(aspect.kind, AspectKind::Character { .. }) {
                let field = text_field("change/name", message!("fate-field-aspect"), false);
                let change = Change::RewriteAspect { aspect: aspect.id, name: BLANK.to_owned() };
                changes.push((message!("fate-offer-rewrite", aspect = name), change, vec![field]));
            } else if milestone.concept || milestone.raises > 0 {
                let field = text_field("change/name", message!("fate-field-consequence"), false);
                let change = Change::BeginRecovery { consequence: aspect.id, name: BLANK.to_owned() };
                changes.push((message!("fate-change-recovery", aspect = name), change, vec![field]));
            }
        }
        for (label, change, fields) in changes {
            self.wait("F-52", waits.clone(), label, improve(change), fields);
        }
        let close = Command::CloseMilestone { character: id };
        self.wait("F-52", waits, message!("fate-offer-close-milestone"), close, Vec::new());
    }

    /// Running the table.
    fn host(&mut self) {
        let state = self.state;
        let has_own = state.characters.iter().any(|one| one.seat == Some(self.by.id));
        if !has_own || self.by.is_host() {
            for example in &self.pack.examples {
                let command = Command::TakeExample { example: example.id.clone(), name: None, seat: None };
                self.offer("F-50", message!("fate-offer-example", who = &example.character.name), command, Vec::new());
            }
        }
        if !self.by.is_host() {
            return;
        }
        self.offer("F-15", message!("fate-offer-session"), Command::BeginSession {}, Vec::new());
        let title = text_field("title", message!("fate-field-title"), false);
        let scene = Command::SetScene { title: BLANK.to_owned(), text: String::new() };
        self.offer("F-15", message!("fate-offer-scene"), scene, vec![title]);
        self.offer("F-10", message!("fate-offer-end-scene"), Command::EndScene {}, Vec::new());
        self.offer("F-42", message!("fate-offer-end-conflict"), Command::EndConflict {}, Vec::new());
        self.offer("F-41", message!("fate-offer-end-contest"), Command::EndContest {}, Vec::new());
        self.offer("F-40", message!("fate-offer-end-challenge"), Command::EndChallenge {}, Vec::new());
        let name = text_field("name", message!("fate-field-aspect"), false);
        let twist = Command::NameTwist { name: BLANK.to_owned() };
        self.wait("F-41", message!("fate-waits-twist"), message!("fate-offer-twist"), twist, vec![name]);
    }
}
