//! Characters to start from, as a pack gives them.

use serde::{Deserialize, Serialize};

use super::{Amount, Card, Race};
use crate::Term;

/// A character to start from: the numbers of a card, with words in every language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "TimelineExample"))]
pub struct Example {
    /// Its id.
    pub id: String,
    /// What the character is called.
    pub name: Term,
    /// The occupation.
    pub occupation: Term,
    /// Who that is, in a sentence.
    pub text: Term,
    /// The id of the race.
    pub race: String,
    /// The age.
    pub age: Amount,
    /// The size.
    pub size: Amount,
    /// How attractive.
    pub appearance: Amount,
    /// How wealthy.
    pub assets: Amount,
    /// The level.
    pub level: u32,
    /// 1–999; 500 is balanced (T-03).
    pub ratio: u32,
    /// The eleven percentages, in the order of the card (T-04).
    pub percentages: [Amount; 11],
}

impl Example {
    /// Its card, named by its id; the measures are its race's.
    #[must_use]
    pub fn card(&self, races: &[Race]) -> Card {
        let race = races.iter().find(|race| race.id == self.race);
        Card {
            name: self.id.clone(),
            adult_age: race.map_or(Amount::ZERO, |race| race.adult_age),
            standard_size: race.map_or(Amount::ZERO, |race| race.standard_size),
            age: self.age,
            size: self.size,
            appearance: self.appearance,
            assets: self.assets,
            level: self.level,
            ratio: self.ratio,
            percentages: self.percentages,
            ..Card::default()
        }
    }
}
