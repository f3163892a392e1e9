//! Environments: places that change everyone's attributes (T-60).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::deciding::{Deciding, within};
use super::lasting::signed;
use super::text::NAME;
use super::{Amount, Attribute, Event, State};
use crate::kernel::{Decided, typed};
use crate::{Line, Message, Refusal, Term, message};

/// A place that changes attributes (T-60).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
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
    /// Whether its numbers are within what may be typed.
    #[must_use]
    pub fn fits(&self) -> bool {
        let points = |(_, points): &(Attribute, Amount)| points.abs() <= Amount::whole(1000);
        self.percentages.len() <= 11 && self.percentages.iter().all(points)
    }

    /// The same with its names as they may be kept (B-15).
    ///
    /// # Errors
    /// When one cannot be read, or is too long.
    pub fn typed(&self) -> Result<Self, Refusal> {
        let (id, name) = (typed::name(&self.id, NAME)?, typed::term(&self.name, NAME)?);
        Ok(Self { id, name, percentages: self.percentages.clone() })
    }
}

pub(super) fn set(deciding: &mut Deciding<'_>, environment: Option<&Environment>) -> Decided {
    deciding.host()?;
    let environment = environment.map(Environment::typed).transpose()?.map(Box::new);
    within(environment.as_ref().is_none_or(|one| one.fits()), "T-60")?;
    deciding.push(Event::EnvironmentSet { environment });
    Ok(())
}

pub(super) fn was_set(state: &mut State, environment: Option<&Environment>) {
    state.environment = environment.map(|one| Arc::new(one.clone()));
    let holds = state.options.holds_silently();
    for character in state.characters.values_mut() {
        Arc::make_mut(character).derive(state.environment.as_deref(), holds);
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
