//! How themes grow, decay and are lost (M-50 … M-56).

use serde::{Deserialize, Serialize};

use super::character::new_theme;
use super::plan::{Decided, Plan, missing};
use super::power::humans;
use super::{
    Allows, Challenge, Character, Event, Grown, Holder, Kind, Tag, Theme, ThemeDraft, Vacancy,
    name, status,
};
use crate::{Id, Refusal, message};

/// One way a theme may grow (M-51).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistGrowth"))]
pub enum Growth {
    /// A new power tag.
    Power {
        /// What it says.
        name: String,
    },
    /// A new weakness tag.
    AddWeakness {
        /// What it says.
        name: String,
    },
    /// A weakness tag less.
    RemoveWeakness {
        /// Which one.
        tag: Id,
    },
    /// A weakness tag rewritten.
    RewriteWeakness {
        /// Which one.
        tag: Id,
        /// What it says now.
        name: String,
    },
    /// The motive rewritten.
    Motive {
        /// What it says now.
        text: String,
    },
    /// The decay track cleared.
    ClearDecay,
}

fn theme(character: &Character, id: Id) -> Result<&Theme, Refusal> {
    character.themes.iter().find(|it| it.id == id).ok_or_else(|| missing(message!("mist-a-theme")))
}

/// Marks a theme's improve track (M-50).
pub(super) fn mark_improve(plan: &mut Plan, character: Id, id: Id) -> Decided {
    theme(plan.actor(character)?, id)?;
    plan.push(Event::ImproveMarked { character, theme: id });
    Ok(())
}

/// Marks a theme's decay track (M-53).
pub(super) fn mark_decay(plan: &mut Plan, character: Id, id: Id) -> Decided {
    theme(plan.actor(character)?, id)?;
    decay(plan, character, id);
    Ok(())
}

/// Marks decay; a full track loses the theme (M-54).
pub(super) fn decay(plan: &mut Plan, character: Id, id: Id) {
    if find(plan, character, id).is_none() {
        return;
    }
    plan.push(Event::DecayMarked { character, theme: id });
    let full = plan.pack.theme.decay;
    if find(plan, character, id).is_some_and(|it| it.decay >= full) {
        lose(plan, character, id);
    }
}

fn find<'p>(plan: &'p mut Plan, character: Id, theme: Id) -> Option<&'p Theme> {
    let character = plan.now().character(character)?;
    character.themes.iter().find(|it| it.id == theme)
}

/// A theme is lost, however it came to that (M-54 … M-56).
pub(super) fn lose(plan: &mut Plan, id: Id, theme: Id) {
    let Some(lost) = find(plan, id, theme).cloned() else {
        return;
    };
    let Some(character) = plan.now().character(id) else {
        return;
    };
    let (asleep, humans, seen) = (character.asleep, humans(character), character.seen.clone());
    let rules = &plan.pack.life;
    let kind = lost.kind.other();
    let vacancy = Vacancy { kind, full: false };
    let pang = rules.pangs.contains(&lost.kind).then(|| plan.id());
    plan.push(Event::ThemeLost {
        character: id,
        theme,
        evolution: 1 + u8::from(lost.growths > 0),
        pang,
        vacancy: (kind == Kind::Human || !asleep).then_some(vacancy),
    });
    if !rules.loose.contains(&lost.kind) {
        return;
    }
    // M-56: it becomes an anomaly, and takes hold of whoever held it.
    let tags = lost.powers.into_iter().map(|it| Tag::new(plan.id(), it.name));
    let tags = tags.collect();
    let challenge = Challenge {
        id: plan.id(),
        name: lost.title,
        text: lost.motive,
        seen: seen.clone(),
        limits: Vec::new(),
        threats: Vec::new(),
        tags,
        statuses: Vec::new(),
        overcome: None,
    };
    plan.push(Event::ChallengeAdded { challenge: Box::new(challenge) });
    let humans = u8::try_from(humans).unwrap_or(u8::MAX);
    let tier = rules.controlled_from.saturating_sub(humans);
    if tier > 0 {
        let on = Holder::Character(id);
        status::gain(plan, on, &rules.controlled, tier, &seen, None, None);
    }
}

/// Chooses a growth that was earned (M-51).
pub(super) fn grow(plan: &mut Plan, character: Id, id: Id, growth: &Growth) -> Decided {
    let theme = theme(plan.actor(character)?, id)?;
    if theme.owed == 0 {
        let most = plan.pack.theme.improve;
        return Err(Refusal::new("M-51", message!("mist-no-growth", theme = &theme.title))
            .instead(message!("mist-no-growth-instead", most = most)));
    }
    let weakness = |tag: Id| {
        let mut there = theme.weaknesses.iter();
        there.find(|it| it.id == tag).ok_or_else(|| missing(message!("mist-a-weakness")))
    };
    let growth = match growth {
        Growth::Power { name } => Grown::Power { tag: Tag::new(plan.id(), name::name(name)?) },
        Growth::AddWeakness { name } => {
            Grown::AddWeakness { tag: Tag::new(plan.id(), name::name(name)?) }
        }
        Growth::RemoveWeakness { tag } => Grown::RemoveWeakness { tag: weakness(*tag)?.id },
        Growth::RewriteWeakness { tag, name } => {
            Grown::RewriteWeakness { tag: weakness(*tag)?.id, name: name::name(name)? }
        }
        Growth::Motive { text } => Grown::Motive { text: name::text(text)?.as_str().into() },
        Growth::ClearDecay => Grown::ClearDecay,
    };
    plan.push(Event::Grew { character, theme: id, growth });
    Ok(())
}

/// Fills the place of a lost theme with a nascent one of the other kind (M-54), or an avatar's
/// with a full one (M-58).
pub(super) fn replace_theme(plan: &mut Plan, id: Id, draft: &ThemeDraft) -> Decided {
    let character = plan.actor(id)?;
    let Some(vacancy) = character.vacancies.iter().find(|it| it.kind == draft.kind) else {
        return Err(Refusal::new(
            "M-54",
            message!("mist-no-vacancy", kind = &plan.pack.kinds.of(draft.kind).name),
        ));
    };
    if !vacancy.full {
        plan.pack.check_phase(plan.before, Allows::Replace)?;
    }
    let mut draft = draft.clone();
    draft.nascent = !vacancy.full;
    let theme = new_theme(plan, &draft)?;
    plan.push(Event::ThemeGained { character: id, theme: Box::new(theme) });
    Ok(())
}

fn check_pang(plan: &Plan, character: Id, pang: Id) -> Result<bool, Refusal> {
    plan.host()?;
    let mut pangs = plan.character(character)?.pangs.iter();
    pangs
        .find(|it| it.id == pang)
        .map(|it| it.called)
        .ok_or_else(|| missing(message!("mist-a-pang")))
}

/// The host calls a pang in (M-55).
pub(super) fn call_pang(plan: &mut Plan, character: Id, pang: Id) -> Decided {
    if check_pang(plan, character, pang)? {
        return Err(Refusal::new("M-55", message!("mist-pang-called")));
    }
    plan.push(Event::PangCalled { character, pang });
    Ok(())
}

/// The host settles a pang (M-55).
pub(super) fn settle_pang(plan: &mut Plan, character: Id, pang: Id) -> Decided {
    check_pang(plan, character, pang)?;
    plan.push(Event::PangSettled { character, pang });
    Ok(())
}
