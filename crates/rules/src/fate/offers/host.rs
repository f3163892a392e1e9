//! Offers of running the table: who is here, what is true, what is fought out.

use super::story::compel_fields;
use super::{
    BLANK, Desk, choice, choice_field, number_field, switch_field, text_field, words_field,
};
use crate::fate::tell::{called, word};
use crate::fate::{
    Aspect, AspectDraft, AspectKind, Character, CharacterDraft, CombatantDraft, Command,
    CompelKind, ContestSideDraft, MilestoneKind, Place, Purse, TaskDraft,
};
use crate::{Audience, Field, Id, Message, message};

/// The most pairs of zones offered.
const PAIRS: usize = 28;

impl Desk<'_> {
    /// Characters to come: examples, and one of one's own (F-50).
    pub(super) fn newcomers(&mut self) {
        let has_own = self.state.characters.iter().any(|one| one.seat == Some(self.by.id));
        if has_own && !self.by.is_host() {
            return;
        }
        for example in &self.pack.examples {
            let command =
                Command::TakeExample { example: example.id.clone(), name: None, seat: None };
            let label = message!("fate-offer-example", who = &example.character.name);
            self.offer("F-50", label, command, Vec::new());
        }
        let make = |draft, hidden| Command::MakeCharacter { draft, seat: None, hidden };
        let name = text_field("draft/name", message!("fate-field-name"), false);
        let label = message!("fate-offer-make");
        self.offer("F-50", label, make(self.blank_sheet(), false), vec![name.clone()]);
        if self.by.is_host() {
            let draft = CharacterDraft {
                pc: false,
                aspects: Vec::new(),
                skills: std::collections::BTreeMap::new(),
                ..self.blank_sheet()
            };
            let hidden = switch_field("hidden", message!("fate-field-hidden"));
            let label = message!("fate-offer-npc");
            self.offer("F-50", label, make(draft, false), vec![name, hidden]);
        }
    }

    /// A sheet that could be played, its words still to be written.
    fn blank_sheet(&self) -> CharacterDraft {
        let required = self.pack.sheet.aspects.iter().filter(|slot| slot.required);
        let tiers = self.pack.skills.pyramid.iter();
        let ratings = tiers.flat_map(|tier| (0..tier.count).map(|_| tier.rating));
        let skills = self.pack.skills.list.iter().map(|skill| skill.id.clone());
        CharacterDraft {
            name: BLANK.into(),
            pc: true,
            aspects: required
                .map(|slot| AspectDraft {
                    slot: slot.id.clone(),
                    name: BLANK.into(),
                    hidden: false,
                })
                .collect(),
            skills: skills.zip(ratings).collect(),
            stunts: Vec::new(),
            vitals: String::new(),
        }
    }

    /// Everything only the host does.
    pub(super) fn host(&mut self) {
        self.sessions();
        self.places();
        self.trials();
        let add = |boost| Command::AddAspect {
            name: Some(BLANK.to_owned()),
            on: if self.state.scene.is_some() { Place::Scene } else { Place::Game },
            boost,
            free: boost.then_some(crate::fate::Holder::Host),
            hidden: false,
        };
        let (aspect, boost) = (add(false), add(true));
        let name = text_field("name", message!("fate-field-aspect"), false);
        let on = self.place_choice("on", true);
        let hidden = switch_field("hidden", message!("fate-field-hidden"));
        let fields = vec![name.clone(), on.clone(), hidden];
        self.offer("F-10", message!("fate-offer-aspect"), aspect, fields);
        if let Some((_, free)) = self.holder_choice("free", None) {
            self.offer("F-13", message!("fate-offer-boost"), boost, vec![name, on, free]);
        }
        for aspect in self.aspects() {
            self.keep_aspect(aspect);
        }
        for character in self.people() {
            self.keep_character(character);
        }
    }

    fn sessions(&mut self) {
        self.offer("F-15", message!("fate-offer-session"), Command::BeginSession {}, Vec::new());
        let title = text_field("title", message!("fate-field-title"), false);
        let text = words_field("text", message!("fate-field-description"));
        let scene = Command::SetScene { title: BLANK.to_owned(), text: String::new() };
        self.offer("F-15", message!("fate-offer-scene"), scene, vec![title, text]);
        let ends = [
            ("F-42", message!("fate-offer-end-conflict"), Command::EndConflict {}),
            ("F-41", message!("fate-offer-end-contest"), Command::EndContest {}),
            ("F-40", message!("fate-offer-end-challenge"), Command::EndChallenge {}),
            ("F-10", message!("fate-offer-end-scene"), Command::EndScene {}),
        ];
        for (rule, label, command) in ends {
            self.offer(rule, label, command, Vec::new());
        }
        let notes = self.state.scene.as_ref().map_or("", |scene| scene.notes.as_str());
        let command = Command::WriteNotes { character: None, text: notes.to_owned() };
        let text = words_field("text", message!("fate-field-notes"));
        self.offer("B-30", message!("fate-offer-notes"), command, vec![text]);
        self.purse(None, Purse::Host, message!("fate-purse-host"));
    }

    /// Zones and what lies between them (F-43).
    fn places(&mut self) {
        let Some(scene) = &self.state.scene else { return };
        let name = text_field("name", message!("fate-field-zone"), false);
        let zone = Command::AddZone { name: BLANK.to_owned(), next_to: None };
        self.offer("F-43", message!("fate-offer-zone"), zone, vec![name]);
        let zones = &scene.zones;
        let pairs = zones
            .iter()
            .enumerate()
            .flat_map(|(at, one)| zones[at + 1..].iter().map(move |other| (one, other)));
        for (one, other) in pairs.take(PAIRS) {
            let set = |barred| Command::SetBorder { one: one.id, other: other.id, barred };
            let border = scene.border(one.id, other.id);
            if border.is_none_or(|border| border.barred.is_some()) {
                let label =
                    message!("fate-offer-open-border", one = &one.name, other = &other.name);
                self.offer("F-43", label, set(None), Vec::new());
            }
            let label = message!("fate-offer-bar", one = &one.name, other = &other.name);
            let field = number_field("barred", message!("fate-part-difficulty"), -10, 20);
            self.offer("F-43", label, set(Some(2)), vec![field]);
        }
    }

    /// Challenges, contests and conflicts begin (F-40 … F-42).
    fn trials(&mut self) {
        let title = || text_field("title", message!("fate-field-title"), false);
        let task = |difficulty| TaskDraft { name: BLANK.to_owned(), difficulty };
        let tasks = vec![task(2), task(2)];
        let mut fields = vec![title()];
        for at in 0..tasks.len() {
            let name = format!("tasks/{at}/name");
            fields.push(text_field(&name, message!("fate-field-task", number = at + 1), false));
            let difficulty = format!("tasks/{at}/difficulty");
            fields.push(number_field(&difficulty, message!("fate-part-difficulty"), -10, 20));
        }
        let challenge = Command::SetChallenge { title: BLANK.to_owned(), tasks };
        self.offer("F-40", message!("fate-offer-challenge"), challenge, fields);

        let standing: Vec<&Character> = self.people().into_iter().filter(|one| !one.out).collect();
        let open = |one: &&&Character| one.seen == Audience::All;
        let of = |pc: bool| -> Vec<Id> {
            standing.iter().filter(|one| one.pc == pc).filter(open).map(|one| one.id).collect()
        };
        let side = |members| ContestSideDraft { name: BLANK.to_owned(), members };
        let contest = Command::SetContest {
            title: BLANK.to_owned(),
            sides: vec![side(of(true)), side(of(false))],
        };
        let names = (0..2).map(|at| {
            let path = format!("sides/{at}/name");
            text_field(&path, message!("fate-field-side", number = at + 1), false)
        });
        let fields = std::iter::once(title()).chain(names).collect();
        self.offer("F-41", message!("fate-offer-contest"), contest, fields);

        let combatants: Vec<CombatantDraft> = standing
            .iter()
            .filter(open)
            .map(|one| CombatantDraft { who: one.id, side: u8::from(!one.pc), zone: None })
            .collect();
        let fields = combatants
            .iter()
            .enumerate()
            .filter_map(|(at, draft)| {
                let who = standing.iter().find(|one| one.id == draft.who)?;
                Some(side_field(&format!("combatants/{at}/side"), word(&who.name)))
            })
            .collect();
        let conflict = Command::BeginConflict { combatants };
        self.offer("F-42", message!("fate-offer-conflict"), conflict, fields);
        for one in &standing {
            let combatant = CombatantDraft { who: one.id, side: u8::from(!one.pc), zone: None };
            let label = message!("fate-offer-join", who = &one.name);
            let side = side_field("combatant/side", message!("fate-field-which-side"));
            self.offer("F-42", label, Command::JoinConflict { combatant }, vec![side]);
        }
        let name = text_field("name", message!("fate-field-aspect"), false);
        let twist = Command::NameTwist { name: BLANK.to_owned() };
        let waits = message!("fate-waits-twist");
        self.wait("F-41", waits, message!("fate-offer-twist"), twist, vec![name]);
    }

    /// What the host does with an aspect (F-10, F-11, B-30).
    fn keep_aspect(&mut self, aspect: &Aspect) {
        let id = aspect.id;
        let (state, viewer) = (self.state, self.by.viewer());
        let name = || called(state, viewer, aspect);
        self.reveal(id, &aspect.seen, name());
        if let Some((to, field)) = self.holder_choice("to", None) {
            let label = message!("fate-offer-grant-free", aspect = name());
            self.offer("F-11", label, Command::GrantFree { aspect: id, to }, vec![field]);
        }
        if !matches!(aspect.kind, AspectKind::Character { .. }) {
            let label = message!("fate-offer-remove-aspect", aspect = name());
            let why = text_field("why", message!("fate-field-ground"), false);
            let command = Command::RemoveAspect { aspect: id, why: BLANK.to_owned() };
            self.offer("F-10", label, command, vec![why]);
        }
        let command = Command::Rename { thing: id, name: BLANK.to_owned() };
        let field = text_field("name", message!("fate-field-aspect"), false);
        self.offer("F-10", message!("fate-offer-rename", thing = name()), command, vec![field]);
    }

    /// Shows something to all, or hides it (B-30).
    fn reveal(&mut self, thing: Id, seen: &Audience, name: Message) {
        let (label, to) = if *seen == Audience::All {
            (message!("fate-offer-hide", thing = name), Audience::Host)
        } else {
            (message!("fate-offer-show", thing = name), Audience::All)
        };
        self.offer("B-30", label, Command::Show { thing, to }, Vec::new());
    }

    /// What the host does with a character.
    fn keep_character(&mut self, character: &Character) {
        let id = character.id;
        let who = &character.name;
        if !character.pc {
            self.reveal(id, &character.seen, word(who));
        }
        if character.pc {
            let own = |aspect: &Aspect| aspect.character().is_none_or(|on| on == id);
            if let Some((aspect, field)) = self.aspect_choice("aspect", own) {
                let command = Command::Compel {
                    to: id,
                    aspect,
                    kind: CompelKind::Event,
                    text: String::new(),
                };
                let fields = compel_fields(field);
                self.offer("F-14", message!("fate-offer-compel", who = who), command, fields);
            }
            let kinds = vec![
                choice(MilestoneKind::Minor, message!("fate-milestone-minor")),
                choice(MilestoneKind::Major, message!("fate-milestone-major")),
                choice(MilestoneKind::Arc, message!("fate-milestone-arc")),
            ];
            let command = Command::GrantMilestone { character: id, kind: MilestoneKind::Minor };
            let field = choice_field("kind", message!("fate-field-kind"), kinds);
            self.offer("F-52", message!("fate-offer-milestone", who = who), command, vec![field]);
            self.purse(Some(id), Purse::Character(id), word(who));
        }
        for track in &self.pack.tracks {
            let hit = Command::Hit { to: id, track: track.id.clone(), shifts: 1 };
            let field = number_field("shifts", message!("fate-field-shifts"), 1, 30);
            let label = message!("fate-offer-hit", who = who, track = &track.name);
            self.offer("F-31", label, hit, vec![field]);
            let boxes = self.pack.boxes(character, &track.id);
            let marked = character.marked(&track.id);
            let command = Command::SetStress { character: id, track: track.id.clone(), marked };
            let field = number_field("marked", message!("fate-field-marked"), 0, boxes.into());
            let label = message!("fate-offer-set-stress", who = who, track = &track.name);
            self.offer("F-30", label, command, vec![field]);
        }
        let notes = Command::WriteNotes { character: Some(id), text: character.notes.clone() };
        let text = words_field("text", message!("fate-field-notes"));
        self.offer("B-30", message!("fate-offer-notes-of", who = who), notes, vec![text]);
        let command = Command::Rename { thing: id, name: BLANK.to_owned() };
        let field = text_field("name", message!("fate-field-name"), false);
        self.offer("F-50", message!("fate-offer-rename", thing = word(who)), command, vec![field]);
        let back = Command::BringBack { character: id };
        self.offer("F-31", message!("fate-offer-bring-back", who = who), back, Vec::new());
        let remove = Command::RemoveCharacter { character: id };
        self.offer("F-10", message!("fate-offer-remove", who = who), remove, Vec::new());
    }

    /// Points given and taken by hand (F-15).
    fn purse(&mut self, character: Option<Id>, purse: Purse, name: Message) {
        let why = || text_field("why", message!("fate-field-reason"), false);
        let command = |by| Command::AdjustPoints { character, by, why: BLANK.to_owned() };
        let label = message!("fate-offer-give-points", who = name.clone());
        let points = number_field("by", message!("fate-field-points"), 1, 100);
        self.offer("F-15", label, command(1), vec![points, why()]);
        let balance = self.state.ledger.balance(purse).min(100);
        let label = message!("fate-offer-take-points", who = name);
        let points = number_field("by", message!("fate-field-points"), -balance, -1);
        self.offer("F-15", label, command(-1), vec![points, why()]);
    }
}

/// A choice of sides in a conflict.
fn side_field(path: &str, label: Message) -> Field {
    let sides = (0..4_u8).map(|side| choice(side, message!("fate-side", number = side + 1)));
    choice_field(path, label, sides.collect())
}
