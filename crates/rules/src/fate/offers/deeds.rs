//! Offers of what a character can set out to do.

use super::{BLANK, Desk, TARGETS, choice, choice_field, text_field, words_field};
use crate::fate::tell::{aspect_name, word};
use crate::fate::{
    Act, Action, Against, Aspect, AspectKind, Change, Character, Command, Created, Effect,
    MilestoneKind, Place, Purpose, text,
};
use crate::{Field, message};

impl Desk<'_> {
    /// The four actions, and what they can be for (F-01).
    pub(super) fn acts(&mut self, character: &Character) {
        let state = self.state;
        let (skill, skills) = self.skills(character);
        let text = || words_field("text", message!("fate-field-text"));
        let act = |act: Act, against: Option<Against>| Command::Act {
            actor: character.id,
            act,
            skill: skill.clone(),
            against,
            text: String::new(),
            roll: false,
        };
        let who = &character.name;
        let (usual, against) = self.against(character);
        let plain = Act::Overcome { purpose: Purpose::Plain };
        self.offer(
            "F-20",
            message!("fate-offer-overcome", who = who),
            act(plain, usual),
            vec![skills.clone(), against.clone(), text()],
        );
        let on = if state.scene.is_some() { Place::Scene } else { Place::Character(character.id) };
        let new = Act::Create { what: Created::New { name: BLANK.to_owned(), on } };
        let name = text_field("act/what/name", message!("fate-field-aspect"), false);
        let place = self.place_choice("act/what/on", false);
        self.offer(
            "F-21",
            message!("fate-offer-create", who = who),
            act(new, usual),
            vec![skills.clone(), name, place, against.clone(), text()],
        );
        let known = |aspect: &Aspect| aspect.kind != AspectKind::Boost;
        if let Some((aspect, field)) = self.aspect_choice("act/what/aspect", known) {
            self.offer(
                "F-22",
                message!("fate-offer-create-on", who = who),
                act(Act::Create { what: Created::Known { aspect } }, usual),
                vec![skills.clone(), field, against, text()],
            );
        }
        let seek = Act::Create { what: Created::Unknown { aspect: None } };
        self.offer(
            "F-22",
            message!("fate-offer-discover", who = who),
            act(seek, None),
            vec![skills.clone(), text()],
        );
        let viewer = self.by.viewer();
        let targets = state.characters.iter().filter(|one| {
            one.id != character.id
                && !one.out
                && one.pc != character.pc
                && state.sees_character(viewer, one)
        });
        for target in targets.take(TARGETS) {
            for track in &self.pack.tracks {
                let attack = Act::Attack { track: track.id.clone() };
                let label = message!(
                    "fate-offer-attack",
                    who = who,
                    target = &target.name,
                    track = &track.name
                );
                self.offer(
                    "F-23",
                    label,
                    act(attack, Some(Against::Character(target.id))),
                    vec![skills.clone(), text()],
                );
            }
        }
        let wounds = state.aspects.iter().filter(|one| {
            matches!(one.kind, AspectKind::Consequence { treated: None, .. })
                && state.sees_aspect(viewer, one)
        });
        for wound in wounds {
            let treat = Purpose::Treat { consequence: wound.id, name: BLANK.to_owned() };
            let label =
                message!("fate-offer-treat", who = who, aspect = aspect_name(wound.name.as_ref()));
            let name = text_field("act/purpose/name", message!("fate-field-consequence"), false);
            self.offer(
                "F-33",
                label,
                act(Act::Overcome { purpose: treat }, None),
                vec![skills.clone(), name, text()],
            );
        }
        let Some(scene) = &state.scene else { return };
        for task in scene.challenge.iter().flat_map(|challenge| &challenge.tasks) {
            let label = message!("fate-offer-task", who = who, task = &task.name);
            let purpose = Purpose::Task { task: task.id };
            self.offer(
                "F-40",
                label,
                act(Act::Overcome { purpose }, None),
                vec![skills.clone(), text()],
            );
        }
        for (at, side) in scene.contest.iter().flat_map(|contest| contest.sides.iter().enumerate())
        {
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
            self.offer(
                "F-43",
                label,
                act(Act::Overcome { purpose }, None),
                vec![skills.clone(), text()],
            );
        }
    }

    /// What may stand against a character's action: the host says it, a difficulty by its name on
    /// the ladder, or someone who is there (F-02, F-04).
    fn against(&self, character: &Character) -> (Option<Against>, Field) {
        let mut of = Vec::new();
        if !self.by.is_host() {
            of.push(choice(None::<Against>, message!("fate-against-later")));
        }
        of.extend(
            self.pack.ladder.iter().map(|rung| {
                choice(Against::Difficulty(rung.value), self.pack.on_ladder(rung.value))
            }),
        );
        let others = self.people().into_iter().filter(|one| one.id != character.id && !one.out);
        of.extend(others.map(|one| choice(Against::Character(one.id), word(&one.name))));
        let usual = if self.by.is_host() { Some(Against::Difficulty(2)) } else { None };
        (usual, choice_field("against", message!("fate-field-against"), of))
    }

    pub(super) fn moves(&mut self, character: &Character) {
        let Some(scene) = &self.state.scene else { return };
        for zone in &scene.zones {
            let label = message!("fate-offer-move", who = &character.name, zone = &zone.name);
            let command = Command::Move { character: character.id, zone: zone.id };
            self.offer("F-43", label, command, Vec::new());
        }
    }

    /// The stunts that help with an action, or those that need none.
    pub(super) fn stunts(&mut self, character: &Character, action: Option<&Action>) {
        for stunt in &character.stunts {
            let label = message!("fate-offer-stunt", who = &character.name, stunt = &stunt.name);
            let use_on =
                |action| Command::UseStunt { character: character.id, stunt: stunt.id, action };
            if matches!(stunt.effect, Effect::Exception { .. }) == action.is_none() {
                self.offer("F-51", label, use_on(action.map(|action| action.id)), Vec::new());
            }
        }
    }

    /// What a milestone allows (F-52).
    pub(super) fn milestone(&mut self, character: &Character) {
        let Some(milestone) = character.milestones.first() else { return };
        let id = character.id;
        let waits = message!("fate-waits-milestone", who = &character.name);
        let improve = |change| Command::Improve { character: id, change };
        let (best, _) = self.skills(character);
        let mut changes = vec![(message!("fate-change-refresh"), Change::RaiseRefresh, Vec::new())];
        for aspect in self.state.aspects_of(id) {
            let name = aspect_name(aspect.name.as_ref());
            if matches!(aspect.kind, AspectKind::Character { .. }) {
                let field = text_field("change/name", message!("fate-field-aspect"), false);
                let change = Change::RewriteAspect { aspect: aspect.id, name: BLANK.to_owned() };
                changes.push((message!("fate-offer-rewrite", aspect = name), change, vec![field]));
            } else if milestone.kind != MilestoneKind::Minor {
                let field = text_field("change/name", message!("fate-field-consequence"), false);
                let change =
                    Change::BeginRecovery { consequence: aspect.id, name: BLANK.to_owned() };
                changes.push((
                    message!("fate-change-recovery", aspect = name),
                    change,
                    vec![field],
                ));
            }
        }
        let highest = self.pack.skills.highest;
        let raisable = self.skill_choice(character, "change/skill", |rating| rating < highest);
        if let Some((skill, field)) = raisable {
            let label = message!("fate-offer-raise");
            changes.push((label, Change::RaiseSkill { skill }, vec![field]));
        }
        let top = character.rating(&best);
        let lower = self.skill_choice(character, "change/other", |rating| rating != top);
        if let Some((other, field)) = lower {
            let name =
                self.pack.skill(&best).map_or_else(text::nothing, |skill| skill.name.clone());
            let label = message!("fate-offer-swap", skill = name);
            changes.push((label, Change::SwapSkills { one: best, other }, vec![field]));
        }
        for (label, change, fields) in changes {
            self.wait("F-52", waits.clone(), label, improve(change), fields);
        }
        let close = Command::CloseMilestone { character: id };
        self.wait("F-52", waits, message!("fate-offer-close-milestone"), close, Vec::new());
    }
}
