//! Milestones: what a character may change, and when (F-52).

use serde::{Deserialize, Serialize};

use super::offers::{BLANK, choice_field, text_field};
use super::{
    Aspect, AspectKind, Character, Command, Deciding, Event, Fate, OfferBuilder, State, Stunt,
    StuntDraft, aspect, character, consequence, mend, sheet, stunt, wording,
};
use crate::kernel::{Decided, choice};
use crate::{Acts, Id, Line, Message, Refusal, message};

/// A milestone reached, with what is left to choose of it (F-52).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateMilestone"))]
pub struct Milestone {
    /// Minor or major.
    pub kind: MilestoneKind,
    /// Changes of a minor milestone left.
    pub small: u8,
    /// Whether the high concept may still be rewritten.
    pub concept: bool,
    /// Skills that may still be raised.
    pub raises: u8,
    /// Whether refresh may still be raised.
    pub refresh: bool,
}

/// The two kinds of milestone (F-52).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateMilestoneKind"))]
pub enum MilestoneKind {
    /// At the end of a session.
    Minor,
    /// A breakthrough.
    Major,
    /// A breakthrough that ends a whole arc.
    Arc,
}

impl Milestone {
    /// What a milestone of this kind allows (F-52).
    #[must_use]
    pub fn new(kind: MilestoneKind) -> Self {
        let major = kind != MilestoneKind::Minor;
        let arc = kind == MilestoneKind::Arc;
        Self {
            kind,
            small: 1,
            concept: major,
            raises: u8::from(major) + u8::from(arc),
            refresh: arc,
        }
    }
}

/// A change a milestone allows (F-52).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateChange"))]
pub enum Change {
    /// Two skills change places.
    SwapSkills {
        /// One.
        one: String,
        /// The other.
        other: String,
    },
    /// A skill at +1 is replaced by one the character does not have.
    ReplaceSkill {
        /// The skill at +1.
        old: String,
        /// The new one.
        new: String,
    },
    /// A stunt is rewritten.
    RewriteStunt {
        /// Which one.
        stunt: Id,
        /// As what.
        draft: StuntDraft,
    },
    /// A stunt is gained, for refresh when the free ones are taken.
    GainStunt {
        /// Which one.
        draft: StuntDraft,
    },
    /// An aspect is rewritten; the high concept only at a breakthrough.
    RewriteAspect {
        /// Which one.
        aspect: Id,
        /// What it says now.
        name: String,
    },
    /// A consequence begins to heal, at a breakthrough.
    BeginRecovery {
        /// Which one.
        consequence: Id,
        /// What it is called while it heals.
        name: String,
    },
    /// A skill rises by one, at a breakthrough.
    RaiseSkill {
        /// Which one.
        skill: String,
    },
    /// Refresh rises by one, when an arc ends.
    RaiseRefresh,
}

/// The slot of the high concept: the one aspect only a breakthrough changes (F-52).
pub(super) const CONCEPT: &str = "concept";

/// The host grants a milestone.
pub(super) fn grant(deciding: &mut Deciding, id: Id, kind: MilestoneKind) -> Decided {
    deciding.host()?;
    let character = character::seen(deciding, id)?;
    if !character.pc || character.milestones.len() >= 5 {
        return Err(Refusal::new("F-52", message!("fate-no-milestone-for", who = &character.name)));
    }
    if kind != MilestoneKind::Minor {
        consequence::heal_treated(deciding, id);
    }
    deciding.push(Event::MilestoneReached { character: id, milestone: Milestone::new(kind) });
    Ok(())
}

/// Makes a change a milestone allows.
pub(super) fn improve(deciding: &mut Deciding, id: Id, change: &Change) -> Decided {
    let character = character::mine(deciding, id)?.clone();
    let Some(milestone) = character.milestones.first() else {
        return Err(Refusal::new("F-52", message!("fate-no-milestone")));
    };
    let major = milestone.kind != MilestoneKind::Minor;
    let mut change = change.clone();
    let mut refresh = character.refresh;
    let mut stunt: Option<Stunt> = None;
    let allowed = match &mut change {
        Change::SwapSkills { one, other } => {
            sheet::known_skill(deciding, one)?;
            sheet::known_skill(deciding, other)?;
            if character.rating(one) == character.rating(other) {
                return Err(Refusal::new(
                    "F-52",
                    message!("fate-swap-same", word = &deciding.pack.skills.name),
                ));
            }
            milestone.small > 0
        }
        Change::ReplaceSkill { old, new } => {
            sheet::known_skill(deciding, old)?;
            sheet::known_skill(deciding, new)?;
            if character.rating(old) != 1 || character.rating(new) != 0 {
                return Err(Refusal::new(
                    "F-52",
                    message!("fate-replace-one", word = &deciding.pack.skills.name),
                ));
            }
            milestone.small > 0
        }
        Change::RewriteStunt { stunt: old, draft } => {
            if !character.stunts.iter().any(|one| one.id == *old) {
                return Err(Refusal::new("F-51", message!("fate-no-stunt")));
            }
            stunt = Some(Stunt { id: *old, ..stunt::checked(deciding, draft)? });
            milestone.small > 0
        }
        Change::GainStunt { draft } => {
            stunt = Some(stunt::checked(deciding, draft)?);
            if character.stunts.len() >= usize::from(deciding.pack.sheet.free_stunts) {
                refresh -= 1;
            }
            if refresh < deciding.pack.sheet.least_refresh {
                let least = deciding.pack.sheet.least_refresh;
                return Err(Refusal::new("F-50", message!("fate-too-many-stunts", least = least)));
            }
            milestone.small > 0
        }
        Change::RewriteAspect { aspect, name } => {
            *name = wording::name(name)?;
            let found = aspect::seen(deciding, *aspect)?;
            match &found.kind {
                AspectKind::Character { slot } if found.character() == Some(id) => {
                    if slot == CONCEPT { milestone.concept } else { milestone.small > 0 }
                }
                _ => return Err(Refusal::new("F-52", message!("fate-own-aspect"))),
            }
        }
        Change::BeginRecovery { consequence, name } => {
            *name = wording::name(name)?;
            let found = aspect::seen(deciding, *consequence)?;
            let fits = found.character() == Some(id)
                && matches!(found.kind, AspectKind::Consequence { treated: None, .. });
            if !fits {
                return Err(Refusal::new("F-33", message!("fate-not-treatable")));
            }
            major
        }
        Change::RaiseSkill { skill } => {
            sheet::known_skill(deciding, skill)?;
            let highest = deciding.pack.skills.highest;
            if character.rating(skill) >= highest {
                return Err(Refusal::new(
                    "F-52",
                    message!("fate-highest", highest = highest, word = &deciding.pack.skills.name),
                ));
            }
            milestone.raises > 0
        }
        Change::RaiseRefresh => {
            refresh += 1;
            milestone.refresh
        }
    };
    if !allowed {
        return Err(Refusal::new("F-52", message!("fate-change-not-allowed")));
    }
    deciding.push(Event::Changed {
        character: id,
        change: change.clone(),
        stunt: stunt.map(Box::new),
        refresh,
    });
    if let Change::BeginRecovery { consequence, name } = change {
        deciding.push(Event::Treated { consequence, name: name.as_str().into() });
    }
    // A minor milestone is its one change.
    if !major {
        deciding.push(Event::MilestoneClosed { character: id });
    }
    Ok(())
}

/// Leaves the rest of a milestone unused.
pub(super) fn close(deciding: &mut Deciding, id: Id) -> Decided {
    if character::mine(deciding, id)?.milestones.is_empty() {
        return Err(Refusal::new("F-52", message!("fate-no-milestone")));
    }
    deciding.push(Event::MilestoneClosed { character: id });
    Ok(())
}

pub(super) fn reached(state: &mut State, character: Id, milestone: Milestone) {
    if let Some(character) = state.character_mut(character) {
        character.milestones.push(milestone);
    }
}

pub(super) fn changed(
    state: &mut State,
    id: Id,
    change: &Change,
    stunt: Option<&Stunt>,
    refresh: i64,
) {
    if let Change::RewriteAspect { aspect, name } = change
        && let Some(aspect) = state.aspect_mut(*aspect)
    {
        aspect.name = Some(name.as_str().into());
    }
    let concept = match change {
        Change::RewriteAspect { aspect, .. } => state.aspect(*aspect).is_some_and(is_concept),
        _ => false,
    };
    let Some(character) = state.character_mut(id) else { return };
    character.refresh = refresh;
    let Some(milestone) = character.milestones.first_mut() else { return };
    match change {
        Change::RaiseSkill { .. } => milestone.raises = milestone.raises.saturating_sub(1),
        Change::RaiseRefresh => milestone.refresh = false,
        Change::BeginRecovery { .. } => {}
        Change::RewriteAspect { .. } if concept => milestone.concept = false,
        Change::RewriteAspect { .. }
        | Change::SwapSkills { .. }
        | Change::ReplaceSkill { .. }
        | Change::RewriteStunt { .. }
        | Change::GainStunt { .. } => milestone.small = milestone.small.saturating_sub(1),
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
        Change::GainStunt { .. } => character.stunts.extend(stunt.cloned()),
        Change::RaiseSkill { skill } => *character.skills.entry(skill.clone()).or_default() += 1,
        Change::RaiseRefresh | Change::RewriteAspect { .. } | Change::BeginRecovery { .. } => {}
    }
}

fn is_concept(aspect: &Aspect) -> bool {
    matches!(&aspect.kind, AspectKind::Character { slot } if slot == CONCEPT)
}

pub(super) fn closed(state: &mut State, character: Id) {
    if let Some(character) = state.character_mut(character)
        && !character.milestones.is_empty()
    {
        character.milestones.remove(0);
    }
}

pub(super) fn tell_reached(before: &State, character: Id, milestone: Milestone) -> Option<Line> {
    let (who, kind) = (before.name(character), milestone.kind.to_message());
    Some(message!("fate-milestone", who = who, kind = kind).into())
}

pub(super) fn tell_changed(
    pack: &Fate,
    before: &State,
    character: Id,
    change: &Change,
) -> Option<Line> {
    let skill = |id: &str| pack.skill_name(id);
    let change = match change {
        Change::SwapSkills { one, other } => {
            message!("fate-change-swap", one = skill(one), other = skill(other))
        }
        Change::ReplaceSkill { old, new } => {
            message!("fate-change-replace", old = skill(old), new = skill(new))
        }
        Change::RewriteStunt { draft, .. } => message!("fate-change-stunt", stunt = &draft.name),
        Change::GainStunt { draft } => message!("fate-change-new-stunt", stunt = &draft.name),
        Change::RewriteAspect { aspect, name } => {
            message!("fate-change-aspect", old = aspect::name_of(before, *aspect), name = name)
        }
        Change::BeginRecovery { consequence, .. } => {
            message!("fate-change-recovery", aspect = aspect::name_of(before, *consequence))
        }
        Change::RaiseSkill { skill: id } => message!("fate-change-raise", skill = skill(id)),
        Change::RaiseRefresh => message!("fate-change-refresh"),
    };
    Some(message!("fate-changed", who = before.name(character), change = change).into())
}

pub(super) fn tell_closed(before: &State, character: Id) -> Option<Line> {
    Some(message!("fate-milestone-closed", who = before.name(character)).into())
}

impl MilestoneKind {
    fn to_message(self) -> Message {
        match self {
            MilestoneKind::Minor => message!("fate-milestone-minor"),
            MilestoneKind::Major => message!("fate-milestone-major"),
            MilestoneKind::Arc => message!("fate-milestone-arc"),
        }
    }
}

/// A milestone waits for whoever plays the character.
pub(super) fn flag(character: &Character, acts: &mut Acts) {
    if !character.milestones.is_empty() {
        acts.can(character.id, None, "close-milestone");
        acts.wait(character.id, message!("fate-waits-milestone", who = &character.name));
    }
}

impl OfferBuilder<'_> {
    /// What a milestone allows (F-52).
    pub(super) fn milestone(&mut self, character: &Character) {
        let Some(milestone) = character.milestones.first() else { return };
        let id = character.id;
        let waits = message!("fate-waits-milestone", who = &character.name);
        let improve = |change| Command::Improve { character: id, change };
        let (best, _) = self.skills(character);
        let mut changes =
            vec![(message!("fate-act-raise-refresh"), Change::RaiseRefresh, Vec::new())];
        for aspect in self.state.aspects_of(id) {
            let name = aspect::name(aspect.name.as_ref());
            if matches!(aspect.kind, AspectKind::Character { .. }) {
                let field = text_field("change/name", message!("fate-field-aspect"), false);
                let change = Change::RewriteAspect { aspect: aspect.id, name: BLANK.to_owned() };
                changes.push((message!("fate-act-rewrite", aspect = name), change, vec![field]));
            } else if milestone.kind != MilestoneKind::Minor {
                let field = text_field("change/name", message!("fate-field-consequence"), false);
                let change =
                    Change::BeginRecovery { consequence: aspect.id, name: BLANK.to_owned() };
                changes.push((
                    message!("fate-act-begin-recovery", aspect = name),
                    change,
                    vec![field],
                ));
            }
        }
        let highest = self.pack.skills.highest;
        let raisable = self.skill_choice(character, "change/skill", |rating| rating < highest);
        if let Some((skill, field)) = raisable {
            let label = message!("fate-act-raise", word = &self.pack.skills.name);
            changes.push((label, Change::RaiseSkill { skill }, vec![field]));
        }
        let word = &self.pack.skills.name;
        let top = character.rating(&best);
        let lower = self.skill_choice(character, "change/other", |rating| rating != top);
        let any = self.skill_choice(character, "change/one", |_| true);
        if let (Some((other, _)), Some((_, one_field))) = (lower, any) {
            let label = message!("fate-act-swap", word = word);
            let all = self.skill_choice(character, "change/other", |_| true);
            let fields = [Some(one_field), all.map(|(_, field)| field)];
            let change = Change::SwapSkills { one: best, other };
            changes.push((label, change, fields.into_iter().flatten().collect()));
        }
        let first = self.skill_choice(character, "change/old", |rating| rating == 1);
        let lacking = self.skill_choice(character, "change/new", |rating| rating == 0);
        if let (Some((old, old_field)), Some((new, new_field))) = (first, lacking) {
            let label = message!("fate-act-replace", word = word);
            let change = Change::ReplaceSkill { old, new };
            changes.push((label, change, vec![old_field, new_field]));
        }
        let label = message!("fate-act-gain-stunt");
        let gain = Change::GainStunt { draft: mend::blank_stunt(self.pack) };
        changes.push((label, gain, mend::stunt_fields(self.pack, "change/draft")));
        for stunt in &character.stunts {
            let draft = StuntDraft {
                name: stunt.name.clone(),
                text: stunt.text.clone(),
                effect: stunt.effect.clone(),
            };
            let label = message!("fate-act-rewrite-stunt", stunt = &stunt.name);
            let change = Change::RewriteStunt { stunt: stunt.id, draft };
            changes.push((label, change, mend::stunt_fields(self.pack, "change/draft")));
        }
        for (label, change, fields) in changes {
            self.wait("F-52", waits.clone(), label, improve(change), fields);
        }
        let close = Command::CloseMilestone { character: id };
        self.wait("F-52", waits, message!("fate-act-close-milestone"), close, Vec::new());
    }

    /// The host grants a milestone.
    pub(super) fn grant_milestone(&mut self, character: &Character) {
        let kinds = [MilestoneKind::Minor, MilestoneKind::Major, MilestoneKind::Arc];
        let kinds = kinds.into_iter().map(|kind| choice(kind, kind.to_message())).collect();
        let command =
            Command::GrantMilestone { character: character.id, kind: MilestoneKind::Minor };
        let label = message!("fate-act-milestone");
        let field = choice_field("kind", message!("fate-field-kind"), kinds);
        self.offer("F-52", label, command, vec![field]);
    }
}
