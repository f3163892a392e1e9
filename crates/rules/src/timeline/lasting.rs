//! What stays with a fighter after the act that made it has landed (T-50).

use serde::{Deserialize, Serialize};

use super::deciding::Deciding;
use super::offers::OfferBuilder;
use super::telling::Telling;
use super::{Amount, Attribute, Command, Event, Fighter, Resource, State};
use crate::kernel::{Decided, choice, offer};
use crate::{Bounds, Id, Line, Message, Refusal, Term, message};

/// Something that stays with a fighter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lasting {
    /// Its number among all that this fighter has had.
    #[serde(default)]
    pub number: u32,
    /// The skill, trait or weapon it comes from.
    pub name: Term,
    /// Whose doing it is.
    pub by: Id,
    /// What it does.
    pub kind: LastingKind,
    /// When it ends of itself; with the fight when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Amount>,
}

/// What something that stays with a fighter does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "lasting", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineLasting", optional_fields))]
pub enum LastingKind {
    /// Adds to the bearer's next attacks.
    Charges {
        /// How many are left.
        left: u32,
        /// How much each adds.
        amount: Amount,
        /// Of what.
        resource: Resource,
    },
    /// Hurts those who strike the bearer.
    Reflect {
        /// How many are left.
        left: u32,
        /// How much each is hurt.
        amount: Amount,
    },
    /// Hurts everyone who does something hostile.
    Punish {
        /// How much each.
        amount: Amount,
        /// Those who were struck already; it is spent at once when absent, as it once was.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        struck: Option<Vec<Id>>,
    },
    /// Lessens the next wounds of the bearer.
    Ward {
        /// How many are left.
        left: u32,
        /// How much each is lessened.
        amount: Amount,
    },
    /// Raises the next wounds of the bearer.
    Expose {
        /// How many are left.
        left: u32,
        /// How much each is raised.
        amount: Amount,
    },
    /// Hurts the bearer again and again.
    Ticks {
        /// How many are left.
        left: u32,
        /// How many T apart.
        every: Amount,
        /// When the next is due.
        next: Amount,
        /// How much each.
        amount: Amount,
        /// Of what.
        resource: Resource,
        /// Whether the one who did it gains as much.
        drains: bool,
    },
    /// Changes a percentage of the bearer.
    Percentages {
        /// Which.
        attribute: Attribute,
        /// By how many points.
        points: Amount,
    },
    /// Lets the bearer choose which resource takes wounds.
    Bears {
        /// The one chosen; as they are struck when absent.
        resource: Option<Resource>,
    },
    /// Gives the bearer something when they next kill.
    Spoils {
        /// How much.
        amount: Amount,
        /// Of what.
        resource: Resource,
    },
    /// Tells the bearer what someone declares.
    Insight {
        /// Who.
        of: Id,
    },
    /// Hides the bearer until they do something hostile.
    Hidden,
}

/// The most that stays with a fighter at once.
pub(super) const MOST_LASTING: usize = 100;

impl Lasting {
    /// When it next does something of itself, or ends.
    #[must_use]
    pub fn due(&self) -> Option<Amount> {
        let next = match self.kind {
            LastingKind::Ticks { next, .. } => Some(next),
            _ => None,
        };
        [next, self.until].into_iter().flatten().min()
    }

    /// Uses it once; whether anything of it is left.
    pub(super) fn spend(&mut self, on: &[Id]) -> bool {
        match &mut self.kind {
            LastingKind::Punish { struck: Some(struck), .. } => {
                struck.extend(on);
                true
            }
            LastingKind::Charges { left, .. }
            | LastingKind::Reflect { left, .. }
            | LastingKind::Ward { left, .. }
            | LastingKind::Expose { left, .. } => {
                *left = left.saturating_sub(1);
                *left > 0
            }
            LastingKind::Ticks { left, every, next, .. } => {
                *left = left.saturating_sub(1);
                *next += *every;
                *left > 0
            }
            LastingKind::Punish { .. } | LastingKind::Spoils { .. } => false,
            _ => true,
        }
    }

    /// The same with its amount lessened as the act that brings it was.
    #[must_use]
    pub(super) fn scaled(mut self, left: Amount, whole: Amount) -> Self {
        match &mut self.kind {
            LastingKind::Charges { amount, .. }
            | LastingKind::Reflect { amount, .. }
            | LastingKind::Punish { amount, .. }
            | LastingKind::Ward { amount, .. }
            | LastingKind::Expose { amount, .. }
            | LastingKind::Ticks { amount, .. }
            | LastingKind::Spoils { amount, .. } => *amount = scale(*amount, left, whole),
            _ => {}
        }
        self
    }

    /// Whether it does anything at all.
    #[must_use]
    pub(super) fn is_something(&self) -> bool {
        match &self.kind {
            LastingKind::Charges { amount, .. }
            | LastingKind::Reflect { amount, .. }
            | LastingKind::Punish { amount, .. }
            | LastingKind::Ward { amount, .. }
            | LastingKind::Expose { amount, .. }
            | LastingKind::Ticks { amount, .. }
            | LastingKind::Spoils { amount, .. } => amount.is_positive(),
            _ => true,
        }
    }

    /// What it is, in words.
    #[must_use]
    pub fn words(&self) -> Message {
        let name = &self.name;
        match &self.kind {
            LastingKind::Charges { left, amount, .. } => {
                message!("timeline-lasting-charges", name = name, left = *left, amount = *amount)
            }
            LastingKind::Reflect { left, amount } => {
                message!("timeline-lasting-reflect", name = name, left = *left, amount = *amount)
            }
            LastingKind::Punish { amount, .. } => {
                message!("timeline-lasting-punish", name = name, amount = *amount)
            }
            LastingKind::Ward { left, amount } => {
                message!("timeline-lasting-ward", name = name, left = *left, amount = *amount)
            }
            LastingKind::Expose { left, amount } => {
                message!("timeline-lasting-expose", name = name, left = *left, amount = *amount)
            }
            LastingKind::Ticks { left, every, amount, resource, .. } => message!(
                "timeline-lasting-ticks",
                name = name,
                left = *left,
                every = *every,
                amount = *amount,
                resource = resource.name()
            ),
            LastingKind::Percentages { attribute, points } => message!(
                "timeline-lasting-percentages",
                name = name,
                attribute = attribute.name(),
                points = signed(*points)
            ),
            LastingKind::Bears { resource: Some(resource) } => {
                message!("timeline-lasting-bears-with", name = name, resource = resource.name())
            }
            LastingKind::Bears { resource: None } => {
                message!("timeline-lasting-bears", name = name)
            }
            LastingKind::Spoils { amount, resource } => message!(
                "timeline-lasting-spoils",
                name = name,
                amount = *amount,
                resource = resource.name()
            ),
            LastingKind::Insight { .. } => message!("timeline-lasting-insight", name = name),
            LastingKind::Hidden => message!("timeline-lasting-hidden", name = name),
        }
    }
}

/// What interactions took from the whole is taken from each part alike.
#[must_use]
pub(super) fn scale(amount: Amount, left: Amount, whole: Amount) -> Amount {
    amount.times(left.in_hundredths(), whole.in_hundredths().max(1))
}

/// With a sign, whichever it is.
pub(super) fn signed(amount: Amount) -> String {
    if amount.is_positive() { format!("+{amount}") } else { amount.to_string() }
}

/// Something stays with a fighter, under the next number of theirs.
pub(super) fn gained(state: &mut State, who: Id, lasting: &Lasting) {
    state.change_fighter(who, |one| {
        let number = one.numbered;
        one.numbered += 1;
        one.lasting.push(Lasting { number, ..lasting.clone() });
    });
    shift(state, who);
}

pub(super) fn tell_gained(telling: Telling<'_>, who: Id, lasting: &Lasting) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-lasting", name = name, what = lasting.words()).into())
}

pub(super) fn used(state: &mut State, who: Id, number: u32, on: &[Id]) {
    state.change_fighter(who, |one| {
        one.lasting.retain_mut(|own| own.number != number || own.spend(on));
    });
}

pub(super) fn tell_used(
    telling: Telling<'_>,
    who: Id,
    skill: &Term,
    (on, by): (&[Id], Amount),
) -> Option<Line> {
    let (name, on) = (telling.name(who)?, telling.others(on));
    let message =
        message!("timeline-told-lasting-used", name = name, skill = skill, on = on, by = by);
    Some(message.into())
}

pub(super) fn ended(state: &mut State, who: Id, number: u32) {
    state.change_fighter(who, |one| one.lasting.retain(|own| own.number != number));
    shift(state, who);
}

pub(super) fn tell_ended(telling: Telling<'_>, who: Id, skill: &Term) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-lasting-ended", name = name, skill = skill).into())
}

/// Lets a character's percentages follow what stays with them in the fight.
pub(super) fn shift(state: &mut State, who: Id) {
    let mut shifted = [Amount::ZERO; 11];
    if let Some(fighter) = state.fight.as_deref().and_then(|fight| fight.fighter(who)) {
        for lasting in &fighter.lasting {
            if let LastingKind::Percentages { attribute, points } = lasting.kind {
                shifted[attribute.index()] += points;
            }
        }
    }
    if state.character(who).is_some_and(|one| one.shifted != shifted) {
        state.change_character(who, |one| one.shifted = shifted);
    }
}

/// Chooses which resource takes wounds, where a skill allows it.
pub(super) fn bear(deciding: &mut Deciding<'_>, who: Id, resource: Option<Resource>) -> Decided {
    deciding.own(who)?;
    let (_, fighter) = deciding.before.fighter(who)?;
    if !may_bear(fighter) {
        return Err(Refusal::new("T-50", message!("timeline-cannot-bear")));
    }
    deciding.push(Event::BornWith { character: who, resource });
    Ok(())
}

fn may_bear(fighter: &Fighter) -> bool {
    fighter.lasting.iter().any(|one| matches!(one.kind, LastingKind::Bears { .. }))
}

pub(super) fn borne_with(state: &mut State, who: Id, resource: Option<Resource>) {
    state.change_fighter(who, |one| {
        for own in &mut one.lasting {
            if let LastingKind::Bears { resource: chosen } = &mut own.kind {
                *chosen = resource;
            }
        }
    });
}

pub(super) fn tell_borne_with(
    telling: Telling<'_>,
    who: Id,
    resource: Option<Resource>,
) -> Option<Line> {
    let name = telling.name(who)?;
    let message = match resource {
        Some(resource) => {
            message!("timeline-told-born", name = name, resource = resource.name())
        }
        None => message!("timeline-told-born-either", name = name),
    };
    Some(message.into())
}

impl OfferBuilder<'_> {
    /// The choice of the resource that takes wounds, for one who may choose.
    pub(super) fn offer_bear(&mut self, fighter: &Fighter) {
        if !may_bear(fighter) {
            return;
        }
        let character = fighter.id;
        let label = message!("timeline-act-bear");
        let of = vec![
            choice(None::<Resource>, message!("timeline-as-struck")),
            choice(Resource::HitPoints, message!("timeline-hit-points")),
            choice(Resource::Willpower, message!("timeline-willpower")),
        ];
        let bear = offer("T-50", label, Command::Bear { character, resource: None });
        let field = message!("timeline-borne-by");
        self.push(bear.field("resource", field, Bounds::Choice { of }));
    }
}
