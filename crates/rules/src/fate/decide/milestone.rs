//! Milestones: guided, checked changes (F-33, F-52).

use super::{Decided, Play, no};
use crate::fate::milestone::CONCEPT;
use crate::fate::{AspectKind, Change, Event, Gone, Heals, Milestone, MilestoneKind, Stunt, text};
use crate::{Id, message};

impl Play<'_> {
    pub(super) fn grant_milestone(&mut self, id: Id, kind: MilestoneKind) -> Decided {
        self.host()?;
        let character = self.character(id)?;
        if !character.pc || character.milestones.len() >= 5 {
            return Err(no("F-52", message!("fate-no-milestone-for", who = &character.name)));
        }
        if kind != MilestoneKind::Minor {
            self.heal_treated(id);
        }
        self.happen(Event::MilestoneReached { character: id, milestone: Milestone::new(kind) });
        Ok(())
    }

    /// A breakthrough clears what was being treated for it (F-33).
    fn heal_treated(&mut self, id: Id) {
        let healed: Vec<Id> = self
            .now
            .aspects_of(id)
            .filter(|aspect| match &aspect.kind {
                AspectKind::Consequence { slot, treated: Some(_), .. } => self
                    .pack
                    .consequence(slot)
                    .is_some_and(|rule| rule.heals == Heals::Breakthrough),
                _ => false,
            })
            .map(|aspect| aspect.id)
            .collect();
        for aspect in healed {
            self.happen(Event::AspectRemoved { aspect, why: Gone::Healed });
        }
    }

    pub(super) fn improve(&mut self, id: Id, change: &Change) -> Decided {
        let character = self.mine(id)?.clone();
        let Some(milestone) = character.milestones.first() else {
            return Err(no("F-52", message!("fate-no-milestone")));
        };
        let major = milestone.kind != MilestoneKind::Minor;
        let mut change = change.clone();
        let mut refresh = character.refresh;
        let mut stunt: Option<Stunt> = None;
        let allowed = match &mut change {
            Change::SwapSkills { one, other } => {
                self.skill(one)?;
                self.skill(other)?;
                if character.rating(one) == character.rating(other) {
                    return Err(no("F-52", message!("fate-swap-same")));
                }
                milestone.small > 0
            }
            Change::ReplaceSkill { old, new } => {
                self.skill(old)?;
                self.skill(new)?;
                if character.rating(old) != 1 || character.rating(new) != 0 {
                    return Err(no("F-52", message!("fate-replace-one")));
                }
                milestone.small > 0
            }
            Change::RewriteStunt { stunt: old, draft } => {
                if !character.stunts.iter().any(|one| one.id == *old) {
                    return Err(no("F-51", message!("fate-no-stunt")));
                }
                stunt = Some(Stunt { id: *old, ..self.stunt(draft)? });
                milestone.small > 0
            }
            Change::GainStunt { draft } => {
                stunt = Some(self.stunt(draft)?);
                if character.stunts.len() >= usize::from(self.pack.sheet.free_stunts) {
                    refresh -= 1;
                }
                if refresh < self.pack.sheet.least_refresh {
                    let least = self.pack.sheet.least_refresh;
                    return Err(no("F-50", message!("fate-too-many-stunts", least = least)));
                }
                milestone.small > 0
            }
            Change::RewriteAspect { aspect, name } => {
                *name = text::name(name)?;
                let found = self.aspect(*aspect)?;
                match &found.kind {
                    AspectKind::Character { slot } if found.character() == Some(id) => {
                        if slot == CONCEPT { milestone.concept } else { milestone.small > 0 }
                    }
                    _ => return Err(no("F-52", message!("fate-own-aspect"))),
                }
            }
            Change::BeginRecovery { consequence, name } => {
                *name = text::name(name)?;
                let found = self.aspect(*consequence)?;
                let fits = found.character() == Some(id)
                    && matches!(found.kind, AspectKind::Consequence { treated: None, .. });
                if !fits {
                    return Err(no("F-33", message!("fate-not-treatable")));
                }
                major
            }
            Change::RaiseSkill { skill } => {
                self.skill(skill)?;
                let highest = self.pack.skills.highest;
                if character.rating(skill) >= highest {
                    return Err(no("F-52", message!("fate-highest", highest = highest)));
                }
                milestone.raises > 0
            }
            Change::RaiseRefresh => {
                refresh += 1;
                milestone.refresh
            }
        };
        if !allowed {
            return Err(no("F-52", message!("fate-change-not-allowed")));
        }
        self.happen(Event::Changed {
            character: id,
            change: change.clone(),
            stunt: stunt.map(Box::new),
            refresh,
        });
        if let Change::BeginRecovery { consequence, name } = change {
            self.happen(Event::Treated { consequence, name: name.as_str().into() });
        }
        // A minor milestone is its one change.
        if !major {
            self.happen(Event::MilestoneClosed { character: id });
        }
        Ok(())
    }

    pub(super) fn close_milestone(&mut self, id: Id) -> Decided {
        if self.mine(id)?.milestones.is_empty() {
            return Err(no("F-52", message!("fate-no-milestone")));
        }
        self.happen(Event::MilestoneClosed { character: id });
        Ok(())
    }
}
