//! Events made so. Total: what no longer fits is passed over.

use std::sync::Arc;

use super::{
    Action, AspectKind, Change, Combatant, CompelEnd, CompelStage, Conflict, Effect, Event,
    FullDefence, Holder, PartSource, Per, Place, SidePart, State, Stunt,
};
use crate::Id;

impl State {
    /// Makes an event so.
    pub(super) fn evolve(&mut self, event: &Event) {
        match event {
            Event::Shown { thing, to } => {
                if let Some(character) = self.character_mut(*thing) {
                    character.seen = to.clone();
                } else if let Some(aspect) = self.aspect_mut(*thing) {
                    aspect.seen = to.clone();
                }
            }
            Event::Renamed { thing, name } => self.rename(*thing, name),
            Event::NotesWritten { character: None, text } => {
                if let Some(scene) = self.scene_mut() {
                    scene.notes.clone_from(text);
                }
            }
            Event::NotesWritten { character: Some(id), text } => {
                if let Some(character) = self.character_mut(*id) {
                    character.notes.clone_from(text);
                }
            }
            Event::CharacterMade { character, aspects } => {
                self.characters.push(Arc::new((**character).clone()));
                self.aspects.extend(aspects.iter().cloned().map(Arc::new));
            }
            Event::CharacterGiven { character, seat } => {
                if let Some(character) = self.character_mut(*character) {
                    character.seat = *seat;
                }
            }
            Event::CharacterLeft { character } => self.leave(*character),
            Event::StuntUsed { character, stunt } => {
                if let Some(stunt) = self.stunt_mut(*character, *stunt)
                    && matches!(stunt.effect, Effect::Exception { per: Per::Scene | Per::Session })
                {
                    stunt.used = true;
                }
            }
            Event::StressSet { character, track, marked } => {
                if let Some(character) = self.character_mut(*character) {
                    character.stress.insert(track.clone(), *marked);
                    character.stress.retain(|_, marked| *marked > 0);
                }
            }
            Event::PointsMoved { entry } => self.ledger.write(entry),
            Event::SessionBegan => {
                self.clock.sessions += 1;
                self.freshen(Per::Session);
            }
            Event::SceneSet { scene } => {
                self.clock.scenes += 1;
                self.scene = Some(Arc::new((**scene).clone()));
            }
            Event::SceneEnded => {
                self.freshen(Per::Scene);
                for character in &mut self.characters {
                    Arc::make_mut(character).stress.clear();
                }
                self.scene = None;
            }
            Event::ZoneAdded { zone, borders } => {
                if let Some(scene) = self.scene_mut() {
                    scene.zones.push(zone.clone());
                    scene.borders.extend(borders);
                }
            }
            Event::BorderSet { border } => {
                if let Some(scene) = self.scene_mut() {
                    scene.borders.retain(|old| {
                        (old.one, old.other) != (border.one, border.other)
                            && (old.one, old.other) != (border.other, border.one)
                    });
                    scene.borders.push(*border);
                }
            }
            Event::Moved { character, zone, free } => {
                if let Some(scene) = self.scene_mut() {
                    scene.whereabouts.insert(*character, *zone);
                }
                if *free && let Some(one) = self.combatant_mut(*character) {
                    one.moved = true;
                }
            }
            Event::AspectAdded { aspect } => self.aspects.push(Arc::new((**aspect).clone())),
            Event::AspectRemoved { aspect, .. } => self.aspects.retain(|one| one.id != *aspect),
            Event::FreeGained { aspect, to, count } => {
                if let Some(aspect) = self.aspect_mut(*aspect) {
                    aspect.give(*to, *count);
                }
            }
            Event::FreeGiven { aspect, from, to } => {
                if let Some(aspect) = self.aspect_mut(*aspect)
                    && aspect.free_of(*from) > 0
                {
                    aspect.take(*from);
                    aspect.give(*to, 1);
                }
            }
            Event::DetailDeclared { aspect, by, free, .. } => {
                if *free && let Some(aspect) = self.aspect_mut(*aspect) {
                    aspect.take(*by);
                }
            }
            _ => self.evolve_play(event),
        }
    }

    /// Actions, harm, compels.
    fn evolve_play(&mut self, event: &Event) {
        match event {
            Event::ActionOpened { action } => {
                self.use_turn(action.actor, true);
                self.actions.push(Arc::new((**action).clone()));
            }
            Event::OppositionSet { action, side } => {
                self.with_action(*action, |action| {
                    action.target = side.who;
                    action.opposition =
                        (side.who.is_none() || side.skill.is_some()).then(|| (**side).clone());
                });
            }
            Event::UnknownPointed { action, aspect } => {
                let known = *aspect;
                self.with_action(*action, |action| {
                    if let super::Act::Create { what: super::Created::Unknown { aspect } } =
                        &mut action.act
                    {
                        *aspect = Some(known);
                    }
                });
            }
            Event::Helped { action, helper, bonus } => {
                self.with_action(*action, |action| {
                    action.side.helpers.push(*helper);
                    action.side.parts.retain(|part| part.source != PartSource::Teamwork);
                    action
                        .side
                        .parts
                        .push(SidePart { source: PartSource::Teamwork, value: *bonus });
                });
                if let Some(one) = self.combatant_mut(*helper) {
                    one.acted = true;
                    one.used = true;
                }
            }
            Event::PartAdded { action, opposition, part } => {
                self.with_action(*action, |action| {
                    if let Some(side) = action.side_mut(*opposition) {
                        side.parts.push(part.clone());
                    }
                });
            }
            Event::ActionCancelled { action } => {
                if let Some(found) = self.action(*action) {
                    let (actor, helpers) = (found.actor, found.side.helpers.clone());
                    self.use_turn(actor, false);
                    for helper in helpers {
                        if let Some(one) = self.combatant_mut(helper) {
                            one.acted = false;
                            one.used = false;
                        }
                    }
                }
                self.actions.retain(|one| one.id != *action);
            }
            Event::Rolled { action, opposition, roll, .. } => {
                self.with_action(*action, |action| {
                    if let Some(side) = action.side_mut(*opposition) {
                        side.rolls.push((**roll).clone());
                    }
                });
            }
            Event::Invoked { action, opposition, invoked } => {
                self.with_action(*action, |action| {
                    if let Some(side) = action.side_mut(*opposition) {
                        side.invokes.push(invoked.clone());
                    }
                    // Whoever is overtaken may answer.
                    if let Some(side) = action.side_mut(!*opposition) {
                        side.stands = false;
                    }
                });
                if invoked.free
                    && let Some(aspect) = self.aspect_mut(invoked.aspect)
                {
                    aspect.take(invoked.by);
                }
            }
            Event::LetStand { action, opposition } => {
                self.with_action(*action, |action| {
                    if let Some(side) = action.side_mut(*opposition) {
                        side.stands = true;
                    }
                });
            }
            Event::Resolved { action, shifts, outcome, due } => {
                self.with_action(*action, |action| {
                    action.shifts = *shifts;
                    action.outcome = Some(*outcome);
                    action.due.clone_from(due);
                });
            }
            Event::Chosen { action, due, .. } => {
                self.with_action(*action, |action| action.due.retain(|one| one != due));
            }
            Event::ActionClosed { action, .. } => self.actions.retain(|one| one.id != *action),
            Event::HitLanded { hit } => self.hits.push(hit.clone()),
            Event::HitAbsorbed { hit, boxes, consequences } => {
                if let Some(at) = self.hits.iter().position(|one| one.id == *hit) {
                    let hit = self.hits.remove(at);
                    if let Some(character) = self.character_mut(hit.to) {
                        let marked = character.stress.entry(hit.track).or_default();
                        *marked = marked.saturating_add(*boxes);
                        character.stress.retain(|_, marked| *marked > 0);
                    }
                    if let Some(one) = self.combatant_mut(hit.to) {
                        one.taken = one.taken.saturating_add(*consequences);
                    }
                }
            }
            Event::TakenOut { character, .. } => {
                self.hits.retain(|one| one.to != *character);
                if let Some(character) = self.character_mut(*character) {
                    character.out = true;
                }
                self.drop_out(*character);
            }
            Event::BroughtBack { character } => {
                if let Some(character) = self.character_mut(*character) {
                    character.out = false;
                }
            }
            Event::Conceded { character, .. } => self.drop_out(*character),
            Event::Treated { consequence, name } => {
                let mark = self.mark();
                if let Some(aspect) = self.aspect_mut(*consequence) {
                    aspect.name = Some(name.clone());
                    if let AspectKind::Consequence { treated, .. } = &mut aspect.kind {
                        *treated = Some(mark);
                    }
                }
            }
            Event::CompelOpened { compel } => self.compels.push(compel.clone()),
            Event::CompelTakenUp { compel } => {
                if let Some(compel) = self.compels.iter_mut().find(|one| one.id == *compel) {
                    compel.stage = CompelStage::Offered;
                }
            }
            Event::CompelSettled {
                compel,
                end: CompelEnd::Accepted | CompelEnd::Refused { .. } | CompelEnd::Withdrawn,
            } => {
                self.compels.retain(|one| one.id != *compel);
            }
            _ => self.evolve_scene(event),
        }
    }

    /// Challenges, contests, conflicts, milestones.
    fn evolve_scene(&mut self, event: &Event) {
        match event {
            Event::ChallengeSet { challenge } => {
                if let Some(scene) = self.scene_mut() {
                    scene.challenge = Some((**challenge).clone());
                }
            }
            Event::TaskTried { task, overcome } => {
                let challenge = self.scene_mut().and_then(|scene| scene.challenge.as_mut());
                let tasks = challenge.into_iter().flat_map(|challenge| &mut challenge.tasks);
                for found in tasks.filter(|one| one.id == *task) {
                    found.overcome = Some(*overcome);
                }
            }
            Event::ChallengeEnded { .. } => {
                if let Some(scene) = self.scene_mut() {
                    scene.challenge = None;
                }
            }
            Event::ContestSet { contest } => {
                if let Some(scene) = self.scene_mut() {
                    scene.contest = Some((**contest).clone());
                }
            }
            Event::EffortMade { side, effort } => self.with_contest(|contest| {
                if let Some(side) = contest.sides.get_mut(usize::from(*side)) {
                    side.effort = Some(*effort);
                }
            }),
            Event::ExchangeWon { side, victories } => self.with_contest(|contest| {
                contest.exchange += 1;
                contest.twist = side.is_none();
                for one in &mut contest.sides {
                    one.effort = None;
                }
                if let Some(one) = side.and_then(|side| contest.sides.get_mut(usize::from(side))) {
                    one.victories = one.victories.saturating_add(*victories);
                }
            }),
            Event::TwistNamed => self.with_contest(|contest| contest.twist = false),
            Event::ContestEnded { .. } => {
                if let Some(scene) = self.scene_mut() {
                    scene.contest = None;
                }
            }
            Event::ConflictBegan { conflict } => {
                if let Some(scene) = self.scene_mut() {
                    scene.conflict = Some((**conflict).clone());
                }
            }
            Event::CombatantJoined { who, side } => {
                self.with_conflict(|conflict| {
                    conflict.combatants.push(Combatant::new(*who, *side))
                });
            }
            Event::TurnBegan { who, round } => self.with_conflict(|conflict| {
                if *round {
                    conflict.round += 1;
                    for one in &mut conflict.combatants {
                        one.acted = false;
                    }
                }
                conflict.turn = Some(*who);
                if let Some(one) = conflict.combatants.iter_mut().find(|one| one.who == *who) {
                    one.acted = true;
                    one.used = false;
                    one.moved = false;
                    one.full_defence = None;
                }
            }),
            Event::DefendedFully { who, text } => {
                if let Some(one) = self.combatant_mut(*who) {
                    one.used = true;
                    one.full_defence = Some(FullDefence { text: text.clone(), needed: false });
                }
            }
            Event::FullDefenceNeeded { who } => {
                if let Some(full) =
                    self.combatant_mut(*who).and_then(|one| one.full_defence.as_mut())
                {
                    full.needed = true;
                }
            }
            Event::ConflictEnded => {
                if let Some(scene) = self.scene_mut() {
                    scene.conflict = None;
                }
            }
            Event::MilestoneReached { character, milestone } => {
                if let Some(character) = self.character_mut(*character) {
                    character.milestones.push(*milestone);
                }
            }
            Event::Changed { character, change, stunt, refresh } => {
                self.change(*character, change, stunt.as_deref());
                if let Some(character) = self.character_mut(*character) {
                    character.refresh = *refresh;
                }
            }
            Event::MilestoneClosed { character } => {
                if let Some(character) = self.character_mut(*character)
                    && !character.milestones.is_empty()
                {
                    character.milestones.remove(0);
                }
            }
            _ => {}
        }
    }

    fn rename(&mut self, thing: Id, name: &crate::Term) {
        if let Some(character) = self.character_mut(thing) {
            character.name = name.clone();
        } else if let Some(aspect) = self.aspect_mut(thing) {
            aspect.name = Some(name.clone());
        } else if let Some(scene) = self.scene_mut() {
            for zone in scene.zones.iter_mut().filter(|zone| zone.id == thing) {
                zone.name = name.clone();
            }
        }
    }

    /// A character leaves with what is theirs; free invokes they held go too.
    fn leave(&mut self, character: Id) {
        self.characters.retain(|one| one.id != character);
        self.aspects.retain(|one| one.on != Place::Character(character));
        let held: Vec<Id> = self.aspects.iter().map(|one| one.id).collect();
        for id in held {
            if let Some(aspect) = self.aspect_mut(id)
                && aspect.free.iter().any(|free| free.to == Holder::Character(character))
            {
                aspect.free.retain(|free| free.to != Holder::Character(character));
            }
        }
        self.drop_out(character);
        if let Some(scene) = self.scene_mut() {
            scene.whereabouts.remove(&character);
            if let Some(conflict) = &mut scene.conflict {
                conflict.combatants.retain(|one| one.who != character);
            }
            for side in scene.contest.iter_mut().flat_map(|contest| &mut contest.sides) {
                side.members.retain(|member| *member != character);
            }
        }
    }

    fn freshen(&mut self, per: Per) {
        for character in &mut self.characters {
            let stale = |stunt: &Stunt| {
                stunt.used
                    && matches!(stunt.effect, Effect::Exception { per: its } if its == per || per == Per::Session)
            };
            if character.stunts.iter().any(stale) {
                for stunt in Arc::make_mut(character).stunts.iter_mut().filter(|stunt| stale(stunt))
                {
                    stunt.used = false;
                }
            }
        }
    }

    fn stunt_mut(&mut self, character: Id, stunt: Id) -> Option<&mut Stunt> {
        let character = self.character_mut(character)?;
        character.stunts.iter_mut().find(|one| one.id == stunt)
    }

    fn with_action(&mut self, action: Id, change: impl FnOnce(&mut Action)) {
        if let Some(action) = self.action_mut(action) {
            change(action);
        }
    }

    fn with_contest(&mut self, change: impl FnOnce(&mut super::Contest)) {
        if let Some(contest) = self.scene_mut().and_then(|scene| scene.contest.as_mut()) {
            change(contest);
        }
    }

    fn with_conflict(&mut self, change: impl FnOnce(&mut Conflict)) {
        if let Some(conflict) = self.scene_mut().and_then(|scene| scene.conflict.as_mut()) {
            change(conflict);
        }
    }

    fn combatant_mut(&mut self, who: Id) -> Option<&mut Combatant> {
        // A scene without a conflict stays the very same one.
        self.scene.as_ref()?.conflict.as_ref()?;
        let conflict = self.scene_mut()?.conflict.as_mut()?;
        conflict.combatants.iter_mut().find(|one| one.who == who)
    }

    /// The action of a turn is used, or given back.
    fn use_turn(&mut self, who: Id, used: bool) {
        if let Some(one) = self.combatant_mut(who) {
            one.used = used;
        }
    }

    fn drop_out(&mut self, who: Id) {
        if let Some(one) = self.combatant_mut(who) {
            one.out = true;
        }
    }

    fn change(&mut self, id: Id, change: &Change, stunt: Option<&Stunt>) {
        if let Change::RewriteAspect { aspect, name } = change
            && let Some(aspect) = self.aspect_mut(*aspect)
        {
            aspect.name = Some(name.as_str().into());
        }
        let concept = match change {
            Change::RewriteAspect { aspect, .. } => self.aspect(*aspect).is_some_and(|aspect| {
                matches!(&aspect.kind, AspectKind::Character { slot } if slot == super::milestone::CONCEPT)
            }),
            _ => false,
        };
        let Some(character) = self.character_mut(id) else { return };
        let Some(milestone) = character.milestones.first_mut() else { return };
        match change {
            Change::RaiseSkill { .. } => milestone.raises = milestone.raises.saturating_sub(1),
            Change::RaiseRefresh => milestone.refresh = false,
            Change::BeginRecovery { .. } => {}
            Change::RewriteAspect { .. } if concept => milestone.concept = false,
            _ => milestone.small = milestone.small.saturating_sub(1),
        }
        match change {
            Change::SwapSkills { one, other } => {
                let (first, second) = (character.rating(one), character.rating(other));
                character.skills.insert(one.clone(), second);
                character.skills.insert(other.clone(), first);
                character.skills.retain(|_, rating| *rating != 0);
            }
            Change::ReplaceSkill { old, new } => {
                let rating = character.skills.remove(old).unwrap_or(0);
                character.skills.insert(new.clone(), rating);
            }
            Change::RewriteStunt { stunt: old, .. } => {
                if let Some(found) = character.stunts.iter_mut().find(|one| one.id == *old)
                    && let Some(stunt) = stunt
                {
                    *found = stunt.clone();
                }
            }
            Change::GainStunt { .. } => {
                character.stunts.extend(stunt.cloned());
            }
            Change::RaiseSkill { skill } => {
                *character.skills.entry(skill.clone()).or_default() += 1
            }
            Change::RaiseRefresh | Change::RewriteAspect { .. } | Change::BeginRecovery { .. } => {}
        }
    }
}

impl Combatant {
    /// Someone who has just joined.
    #[must_use]
    pub fn new(who: Id, side: u8) -> Self {
        Self {
            who,
            side,
            acted: false,
            used: false,
            moved: false,
            out: false,
            taken: 0,
            full_defence: None,
        }
    }
}
