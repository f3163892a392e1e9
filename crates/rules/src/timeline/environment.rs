//! Environments: places that change everyone's attributes (T-60).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::deciding::{Deciding, within};
use super::lasting::signed;
use super::{Amount, Attribute, Event, State};
use crate::kernel::Decided;
use crate::{Line, Message, Term, message};

/// A place that changes attributes (T-60).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "TimelineEnvironment", optional_fields))]
pub struct Environment {
    /// Its id, for traits that are not touched by it.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// Percentage points it adds to attributes of everyone there; the card's sums are checked
    /// without them.
    #[serde(default)]
    pub percentages: Vec<(Attribute, Amount)>,
}

impl Environment {
    /// Whether its texts and numbers are within what may be typed.
    #[must_use]
    pub fn fits(&self) -> bool {
        let short = |text: &str| (1..=60).contains(&text.chars().count());
        let named = match &self.name {
            Term::Plain(text) => short(text),
            Term::PerLanguage { zh_hans, .. } => short(zh_hans),
        };
        let points = |(_, points): &(Attribute, Amount)| points.abs() <= Amount::whole(1000);
        named
            && short(&self.id)
            && self.percentages.len() <= 11
            && self.percentages.iter().all(points)
    }
}

pub(super) fn set(deciding: &mut Deciding<'_>, environment: Option<&Environment>) -> Decided {
    deciding.host()?;
    within(environment.is_none_or(Environment::fits), "T-60")?;
    let environment = environment.map(|one| Box::new(one.clone()));
    deciding.push(Event::EnvironmentSet { environment });
    Ok(())
}

pub(super) fn was_set(state: &mut State, environment: Option<&Environment>) {
    state.environment = environment.map(|one| Arc::new(one.clone()));
    for character in state.characters.values_mut() {
        Arc::make_mut(character).derive(state.environment.as_deref());
    }
}

pub(super) fn tell_set(environment: Option<&Environment>) -> Line {
    let Some(environment) = environment else {
        return message!("timeline-told-no-environment").into();
    };
    let changes = environment.percentages.iter().map(|(attribute, points)| {
        message!("timeline-points", attribute = attribute.name(), points = signed(*points))
    });
    let changes: Vec<Message> = changes.collect();
    message!("timeline-told-environment", name = &environment.name, changes = changes).into()
}
