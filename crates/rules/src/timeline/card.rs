//! The card: what a player fills in (T-01 … T-04). Everything else is derived from it.

use serde::{Deserialize, Serialize};

use super::{Amount, Attribute, Group};
use crate::{Message, Refusal, message};

/// What a player fills in. [`Card::check`] says whether it can be played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "TimelineCard", optional_fields))]
pub struct Card {
    /// The character's name.
    pub name: String,
    /// The player's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub player: String,
    /// The race's name; a name only.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub race: String,
    /// The gender.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub gender: String,
    /// The occupation.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub occupation: String,
    /// The background story.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub background: String,
    /// What the character looks like.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub looks: String,
    /// What the character is like.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub personality: String,
    /// A secret, a belief, a quirk.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub quirks: String,
    /// The age at which the race is grown up; nothing for one that never is.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Amount>"))]
    pub adult_age: Amount,
    /// The race's usual size; nothing for one that has none.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Amount>"))]
    pub standard_size: Amount,
    /// The age.
    pub age: Amount,
    /// The size; one is about a litre.
    pub size: Amount,
    /// How attractive, above 0.
    pub appearance: Amount,
    /// How wealthy; may be negative.
    pub assets: Amount,
    /// The level, set by the host.
    pub level: u32,
    /// 1–999; 500 is balanced, higher is more mental (T-03).
    pub ratio: u32,
    /// The eleven percentages, in the order of [`Attribute::ALL`] (T-04).
    pub percentages: [Amount; 11],
}

/// The most characters of one text of the card.
const TEXT: usize = 4000;
/// The highest level: no rule bounds it, but every number on the card must fit.
pub(super) const MOST_LEVEL: u32 = 1_000_000;
/// The most assets, either way, whose cash is still written exactly.
const MOST_ASSETS: Amount = Amount::whole(30_000);
pub(super) const MOST_SIZE: Amount = Amount::whole(1_000_000_000);

impl Card {
    /// The percentage of an attribute.
    #[must_use]
    pub fn percentage(&self, attribute: Attribute) -> Amount {
        self.percentages[attribute.index()]
    }

    /// The sum of a group's percentages.
    #[must_use]
    pub fn sum(&self, group: Group) -> Amount {
        Attribute::ALL
            .into_iter()
            .filter(|attribute| attribute.group() == group)
            .map(|attribute| self.percentage(attribute))
            .sum()
    }

    /// Whether the card can be played.
    ///
    /// # Errors
    /// A refusal that names everything that is wrong at once (T-01, T-03, T-04).
    pub fn check(&self) -> Result<(), Refusal> {
        let mut wrong: Vec<Message> = Vec::new();
        let mut rule = "T-01";
        if self.name.trim().is_empty() {
            wrong.push(message!("timeline-card-no-name"));
        }
        let texts = [
            &self.name,
            &self.player,
            &self.race,
            &self.gender,
            &self.occupation,
            &self.background,
            &self.looks,
            &self.personality,
            &self.quirks,
        ];
        if texts.iter().any(|text| text.chars().count() > TEXT) || self.name.chars().count() > 60 {
            wrong.push(message!("timeline-card-too-long"));
        }
        let mut bounds = |what: Message, value: Amount, least: Amount, most: Amount| {
            if value < least || value > most {
                wrong.push(message!(
                    "timeline-card-bounds",
                    what = what,
                    least = least,
                    most = most
                ));
            }
        };
        let (least, most) = (Amount::LEAST, MOST_SIZE);
        bounds(message!("timeline-adult-age"), self.adult_age, Amount::ZERO, most);
        bounds(message!("timeline-standard-size"), self.standard_size, Amount::ZERO, most);
        // Age and size are only looked at where the race has a measure for them.
        let floor = |measure: Amount| if measure.is_positive() { least } else { Amount::ZERO };
        bounds(message!("timeline-age"), self.age, floor(self.adult_age), most);
        bounds(message!("timeline-size"), self.size, floor(self.standard_size), most);
        bounds(message!("timeline-appearance"), self.appearance, least, most);
        bounds(message!("timeline-assets"), self.assets, -MOST_ASSETS, MOST_ASSETS);
        let level = Amount::whole(self.level.into());
        bounds(
            message!("timeline-level"),
            level,
            Amount::whole(1),
            Amount::whole(MOST_LEVEL.into()),
        );
        if !(1..=999).contains(&self.ratio) {
            rule = "T-03";
            wrong.push(message!(
                "timeline-card-bounds",
                what = message!("timeline-ratio"),
                least = Amount::whole(1),
                most = Amount::whole(999)
            ));
        }
        for attribute in Attribute::ALL {
            let percentage = self.percentage(attribute);
            if percentage < Amount::ZERO || percentage > Amount::whole(100) {
                rule = "T-04";
                wrong.push(message!(
                    "timeline-card-bounds",
                    what = attribute.name(),
                    least = Amount::ZERO,
                    most = Amount::whole(100)
                ));
            }
        }
        for group in Group::ALL {
            let off = self.sum(group) - Amount::whole(100);
            if off != Amount::ZERO {
                rule = "T-04";
                let (group, by) = (group.name(), off.abs());
                wrong.push(if off.is_positive() {
                    message!("timeline-card-too-much", group = group, by = by)
                } else {
                    message!("timeline-card-too-little", group = group, by = by)
                });
            }
        }
        if wrong.is_empty() {
            return Ok(());
        }
        Err(Refusal::new(rule, message!("timeline-card-wrong", wrong = wrong)))
    }
}
