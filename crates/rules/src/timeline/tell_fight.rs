//! What a viewer is told of a fight, in messages.

use super::{Act, Deed, Event, Plan, State};
use crate::{Id, Line, Message, Viewer, message};

impl State {
    /// What a fighter's act is called: a skill by its own name.
    #[must_use]
    pub(super) fn deed_name(&self, who: Id, deed: &Deed) -> Message {
        if let Deed::Skill { skill, .. } = deed
            && let Some(own) = self.character(who)
            && let Some(known) = own.skills.iter().find(|known| known.id == *skill)
        {
            return message!("timeline-term", name = &known.skill.name);
        }
        deed.name()
    }

    pub(super) fn tell_fight(&self, event: &Event, viewer: Viewer) -> Option<Line> {
        let name = |id: &Id| self.name_for(*id, viewer);
        let message = match event {
            Event::FightOpened { fighters, ambush } => {
                let seen = |ids: &[Id]| -> Vec<Id> {
                    let known = |id: &&Id| self.character(**id).is_some_and(|one| one.sees(viewer));
                    ids.iter().filter(known).copied().collect()
                };
                let (fighters, ambush) = (seen(fighters), seen(ambush));
                let names = self.names(&fighters, viewer);
                match ambush.is_empty() {
                    true => message!("timeline-told-opened", names = names),
                    false => message!(
                        "timeline-told-ambush",
                        names = names,
                        first = self.names(&ambush, viewer)
                    ),
                }
            }
            Event::FightJoined { character, .. } => {
                message!("timeline-told-joined", name = name(character))
            }
            Event::FightLeft { character } => {
                message!("timeline-told-left", name = name(character))
            }
            Event::FightEnded => message!("timeline-told-ended"),
            Event::Placed { character, position, .. } => {
                message!("timeline-told-moved", name = name(character), to = *position)
            }
            Event::ActStarted { character, act } => {
                if !self.sees_declaration(*character, viewer) {
                    return Some(message!("timeline-told-declared", name = name(character)).into());
                }
                let what = self.deed_words(*character, &act.deed, &act.note, viewer);
                message!(
                    "timeline-told-act",
                    name = name(character),
                    what = what,
                    impact = act.power,
                    windup = act.end - act.start,
                    end = act.end
                )
            }
            Event::ActPlanned { character, plan } => {
                if let Some(act) = self.seems_begun(*character, plan, viewer) {
                    let (character, act) = (*character, Box::new(act));
                    return self.tell_fight(&Event::ActStarted { character, act }, viewer);
                }
                if !self.sees_declaration(*character, viewer) {
                    return None;
                }
                let what = self.deed_words(*character, &plan.deed, &plan.note, viewer);
                message!("timeline-told-planned", name = name(character), what = what)
            }
            Event::ActCancelled { character } => {
                message!("timeline-told-cancelled", name = name(character))
            }
            Event::Held { character } => message!("timeline-told-held", name = name(character)),
            Event::InstantReached { at } => message!("timeline-told-instant", at = *at),
            Event::ActsMet { one, one_power, other, other_power } => message!(
                "timeline-told-met",
                one = name(one),
                one_power = *one_power,
                other = name(other),
                other_power = *other_power
            ),
            Event::ActReduced { character, left } => {
                if !self.sees_declaration(*character, viewer) {
                    return None;
                }
                message!("timeline-told-reduced", name = name(character), left = *left)
            }
            Event::ActLost { character } => {
                message!("timeline-told-lost", name = name(character))
            }
            Event::ActLanded { character, left } => {
                let act = self.fight.as_deref()?.fighter(*character)?.act()?;
                let what = self.deed_words(*character, &act.deed, &act.note, viewer);
                message!("timeline-told-landed", name = name(character), what = what, left = *left)
            }
            Event::ActMissed { character } => {
                message!("timeline-told-missed", name = name(character))
            }
            Event::Controlled { character, until, .. } => {
                message!("timeline-told-controlled", name = name(character), until = *until)
            }
            Event::Frozen { but, until, .. } => {
                message!("timeline-told-frozen", name = name(but), until = *until)
            }
            Event::LastingGained { character, lasting } => {
                message!("timeline-told-lasting", name = name(character), what = lasting.words())
            }
            Event::LastingUsed { character, name: skill, on, by, .. } => message!(
                "timeline-told-lasting-used",
                name = name(character),
                skill = skill,
                on = self.names(on, viewer),
                by = *by
            ),
            Event::LastingEnded { character, name: skill, .. } => {
                message!("timeline-told-lasting-ended", name = name(character), skill = skill)
            }
            Event::BornWith { character, resource: Some(resource) } => {
                message!("timeline-told-born", name = name(character), resource = resource.name())
            }
            Event::BornWith { character, resource: None } => {
                message!("timeline-told-born-either", name = name(character))
            }
            Event::SkillAnswered { character, skill, target, impact } => message!(
                "timeline-told-answered",
                name = name(character),
                skill = skill,
                target = name(target),
                impact = *impact
            ),
            Event::Summoned { by, called, from, hit_points, position, .. } => message!(
                "timeline-told-summoned",
                name = name(by),
                skill = from,
                called = called,
                hit_points = *hit_points,
                position = *position
            ),
            Event::ControlEased { character, until } => {
                message!("timeline-told-eased", name = name(character), until = *until)
            }
            Event::Weakened { character, weakness } => {
                message!("timeline-told-weakened", name = name(character), by = weakness.left)
            }
            Event::WeaknessUsed { character, by } => {
                message!("timeline-told-weakness-used", name = name(character), by = *by)
            }
            Event::ShieldGained { character, by } => {
                message!("timeline-told-shield", name = name(character), by = *by)
            }
            Event::ShieldUsed { character, by } => {
                message!("timeline-told-shield-used", name = name(character), by = *by)
            }
            Event::Moved { character, to } => {
                message!("timeline-told-moved", name = name(character), to = *to)
            }
            Event::RoundsFired { character, rounds, .. } => {
                message!("timeline-told-fired", name = name(character), rounds = *rounds)
            }
            Event::Reloaded { character, .. } => {
                message!("timeline-told-reloaded", name = name(character))
            }
            Event::Died { character } => message!("timeline-told-died", name = name(character)),
            Event::SteppedBack { to } => message!("timeline-told-back", to = *to),
            _ => return None,
        };
        Some(message.into())
    }

    /// The act that someone seems to begin who is kept by an initiative the viewer may not know of
    /// (T-26).
    pub(super) fn seems_begun(&self, who: Id, plan: &Plan, viewer: Viewer) -> Option<Act> {
        let (fight, fighter) = self.fighter(who).ok()?;
        let free = fighter.act().is_none() && fighter.planned.is_empty();
        if !free || !fight.waits(who) || self.sees_initiative(viewer) {
            return None;
        }
        self.prepare(who, plan, fight.now).ok()
    }

    /// What is done, to whom, in the player's words if there are any.
    fn deed_words(&self, who: Id, deed: &Deed, note: &str, viewer: Viewer) -> Message {
        let mut name = self.deed_name(who, deed);
        if let Some(against) = deed.against() {
            let against = self.name_for(against, viewer);
            name = message!("timeline-deed-against", deed = name, against = against);
        }
        match (deed.target(), note.is_empty()) {
            (Some(target), true) => {
                message!("timeline-deed-at", deed = name, target = self.name_for(target, viewer))
            }
            (Some(target), false) => message!(
                "timeline-deed-at-noted",
                deed = name,
                target = self.name_for(target, viewer),
                note = note
            ),
            (None, false) => message!("timeline-deed-noted", deed = name, note = note),
            (None, true) => name,
        }
    }
}
