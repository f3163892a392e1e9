//! What a table may decide for itself (T-09).

use serde::{Deserialize, Serialize};

use super::deciding::Deciding;
use super::telling::Telling;
use super::{Amount, Event, State};
use crate::kernel::Decided;
use crate::{Line, Message, message};

/// How far bare hands reach, in D, unless the table says otherwise (T-30).
pub(super) const UNARMED_REACH: Amount = Amount::hundredths(100);

/// What a table may decide for itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "TimelineOptions", optional_fields))]
pub struct Options {
    /// Whether weapons are allowed (T-09).
    pub weapons: bool,
    /// Whether traits are allowed (T-09).
    pub traits: bool,
    /// Whether skills are allowed (T-09).
    pub skills: bool,
    /// Whether dice are rolled; without, rates are shown and the host rules (T-09).
    pub dice: bool,
    /// Whether only the host sets levels (T-01).
    pub host_sets_levels: bool,
    /// Whether only the host sets target numbers and scores role-play (T-10, T-14).
    pub host_sets_target: bool,
    /// Whether everyone sees what is declared (T-21).
    pub open_declarations: bool,
    /// Whether time flows by itself once everyone has declared (T-23).
    pub auto_flow: bool,
    /// How far bare hands reach once places are in use, in D; 1 when absent (T-30).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unarmed_reach: Option<Amount>,
    /// Whether hit points refill when a fight ends (T-15).
    pub refill_after_fight: bool,
    /// Whether a night's rest restores a fifth of the willpower (T-15).
    pub night_rest: bool,
    /// Whether medicine checks restore hit points and willpower (T-15).
    pub medicine: bool,
    /// Whether hit points and willpower are held to their most: what is above is lost (T-06).
    /// Tables made before this could be said hold them without telling of a loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cap: Option<bool>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            weapons: true,
            traits: true,
            skills: true,
            dice: true,
            host_sets_levels: true,
            host_sets_target: false,
            open_declarations: false,
            auto_flow: false,
            unarmed_reach: None,
            refill_after_fight: false,
            night_rest: true,
            medicine: true,
            cap: None,
        }
    }
}

pub(super) fn set(deciding: &mut Deciding<'_>, options: &Options) -> Decided {
    deciding.host()?;
    // Who does not say whether values are capped leaves it as it is.
    let cap = options.cap.or(deciding.before.options.cap);
    deciding.push(Event::OptionsSet { options: Options { cap, ..options.clone() } });
    Ok(())
}

impl Options {
    /// What each option says and how the table has it, in the order of the fields on its list.
    #[must_use]
    pub fn words(&self) -> [(Message, Message); 13] {
        let on = |on: bool| match on {
            true => message!("timeline-option-on"),
            false => message!("timeline-option-off"),
        };
        let far = self.unarmed_reach.unwrap_or(UNARMED_REACH);
        [
            (message!("timeline-option-dice"), on(self.dice)),
            (message!("timeline-option-weapons"), on(self.weapons)),
            (message!("timeline-option-traits"), on(self.traits)),
            (message!("timeline-option-skills"), on(self.skills)),
            (message!("timeline-option-levels"), on(self.host_sets_levels)),
            (message!("timeline-option-targets"), on(self.host_sets_target)),
            (message!("timeline-option-open"), on(self.open_declarations)),
            (message!("timeline-option-auto"), on(self.auto_flow)),
            (message!("timeline-option-refill"), on(self.refill_after_fight)),
            (message!("timeline-option-rest"), on(self.night_rest)),
            (message!("timeline-option-medicine"), on(self.medicine)),
            (message!("timeline-option-cap"), on(self.cap.unwrap_or(true))),
            (message!("timeline-option-reach"), message!("timeline-option-far", far = far)),
        ]
    }

    /// Whether applying an event holds values to their most, as before T-06 had an option.
    pub(super) fn holds_silently(&self) -> bool {
        self.cap.is_none()
    }
}

pub(super) fn were_set(state: &mut State, options: &Options) {
    state.options = options.clone();
}

/// What is different now.
pub(super) fn tell_set(telling: Telling<'_>, options: &Options) -> Line {
    let before = telling.before.options.words();
    let changed = options.words().into_iter().zip(before).filter(|(now, before)| now != before);
    let changes: Vec<Message> = changed
        .map(|((what, value), _)| message!("timeline-option-now", what = what, value = value))
        .collect();
    match changes.is_empty() {
        true => message!("timeline-told-options").into(),
        false => message!("timeline-told-options-now", changes = changes).into(),
    }
}
