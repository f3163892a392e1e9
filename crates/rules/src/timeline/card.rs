//! The card: what a player fills in (T-01 … T-04). Everything else is derived from it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::deciding::{Deciding, within};
use super::gear::MOST_LOAD;
use super::telling::Telling;
use super::text::{CARD, NAME, optional_name};
use super::{Amount, Attribute, Character, Claim, Event, Group, Resource, State, claim, name};
use crate::kernel::{Decided, typed};
use crate::{Id, Line, Message, Quote, Refusal, Roll, message};

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
    /// A refusal that names everything that is wrong at once (T-01, T-03, T-04, B-15).
    pub fn check(&self) -> Result<(), Refusal> {
        self.checked().map(drop)
    }

    /// The card with its texts as they may be kept, if it can be played.
    ///
    /// # Errors
    /// As [`Card::check`].
    pub(super) fn checked(&self) -> Result<Self, Refusal> {
        let mut card = self.clone();
        let mut wrong: Vec<Message> = Vec::new();
        let mut rule = "T-01";
        if self.name.trim().is_empty() {
            wrong.push(message!("timeline-card-no-name"));
        }
        let words = [&mut card.player, &mut card.race, &mut card.gender, &mut card.occupation];
        let texts =
            [&mut card.background, &mut card.looks, &mut card.personality, &mut card.quirks];
        let name = optional_name(&self.name, NAME).map(|name| card.name = name);
        let words = words.map(|text| optional_name(text, CARD).map(|kept| *text = kept));
        let texts = texts.map(|text| typed::text(text, CARD).map(|kept| *text = kept));
        for refusal in [name].into_iter().chain(words).chain(texts).filter_map(Result::err) {
            rule = "B-15";
            wrong.push(refusal.what);
        }
        let (of_numbers, wrong_numbers) = self.wrong_numbers();
        if !wrong_numbers.is_empty() {
            rule = of_numbers;
        }
        wrong.extend(wrong_numbers);
        playable(rule, wrong).map(|()| card)
    }

    /// What is wrong with its numbers, and by which rule.
    fn wrong_numbers(&self) -> (&'static str, Vec<Message>) {
        let mut wrong: Vec<Message> = Vec::new();
        let mut rule = "T-01";
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
        (rule, wrong)
    }
}

fn playable(rule: &'static str, wrong: Vec<Message>) -> Decided {
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(Refusal::new(rule, message!("timeline-card-wrong", wrong = wrong))),
    }
}

/// Writes a character's card anew.
pub(super) fn revise(deciding: &mut Deciding<'_>, who: Id, card: &Card) -> Decided {
    let own = deciding.own(who)?;
    let card = card.checked()?;
    let level = own.card.level != card.level;
    if level {
        may_set_level(deciding)?;
    }
    let card = told_apart(deciding, own, card);
    deciding.push(Event::CardRevised { character: who, card });
    if level {
        claim::mark(deciding, Claim::Level { character: who });
    }
    Ok(())
}

/// The card that is to be a character's, whose new name nobody else has (C-06).
fn told_apart(deciding: &mut Deciding<'_>, own: &Character, card: Card) -> Box<Card> {
    let name = match card.name == own.card.name {
        true => card.name.clone(),
        false => name::apart(deciding, &card.name, &own.seen, Some(own.id)),
    };
    Box::new(Card { name, ..card })
}

pub(super) fn revised(state: &mut State, who: Id, card: &Card) {
    state.change_character(who, |one| one.card = card.clone());
}

pub(super) fn tell_revised(telling: Telling<'_>, who: Id) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-revised", name = name).into())
}

/// Puts a new card in the place of a character's: what they own stays.
pub(super) fn replace(deciding: &mut Deciding<'_>, who: Id, card: &Card, load: Amount) -> Decided {
    let own = deciding.own(who)?;
    let card = card.checked()?;
    within((Amount::ZERO..=MOST_LOAD).contains(&load), "T-07")?;
    let level = own.card.level != card.level;
    if level {
        may_set_level(deciding)?;
    }
    let card = told_apart(deciding, own, card);
    deciding.push(Event::CardReplaced { character: who, card, load });
    if level {
        claim::mark(deciding, Claim::Level { character: who });
    }
    Ok(())
}

/// Hit points and willpower that were full are full again, and cash nobody touched is the new
/// card's.
pub(super) fn replaced(state: &mut State, who: Id, card: &Card, load: Amount) {
    let unhurt = |one: &Character, of| one.left(of) == one.most(of);
    let full: Vec<Resource> = state.character(who).map_or(Vec::new(), |one| {
        Resource::ALL.into_iter().filter(|of| unhurt(one, *of)).collect()
    });
    state.change_character(who, |one| {
        one.card = card.clone();
        one.other_load = load;
    });
    let holds = state.options.holds_silently();
    if let Some(one) = state.characters.get_mut(&who) {
        let one = Arc::make_mut(one);
        for of in full {
            one.set(of, one.most(of), holds);
        }
        if one.ledger.is_empty() {
            one.cash = one.derived.cash;
        }
    }
}

pub(super) fn tell_replaced(telling: Telling<'_>, who: Id, card: &Card) -> Option<Line> {
    let (name, before, level) = (&card.name, telling.name(who)?, card.level);
    Some(message!("timeline-told-replaced", name = name, before = before, level = level).into())
}

/// Sets the level; everything follows (T-06).
pub(super) fn set_level(deciding: &mut Deciding<'_>, who: Id, level: u32) -> Decided {
    let own = deciding.own(who)?;
    may_set_level(deciding)?;
    // Texts that older versions let pass do not keep anyone from rising.
    let (rule, wrong) = Card { level, ..own.card.clone() }.wrong_numbers();
    playable(rule, wrong)?;
    deciding.push(Event::LevelSet { character: who, level });
    claim::mark(deciding, Claim::Level { character: who });
    Ok(())
}

fn may_set_level(deciding: &Deciding<'_>) -> Decided {
    if deciding.before.options.host_sets_levels && !deciding.by.is_host() {
        return Err(Refusal::new("T-01", message!("timeline-host-sets-levels")));
    }
    Ok(())
}

pub(super) fn level_set(state: &mut State, who: Id, level: u32) {
    state.change_character(who, |one| one.card.level = level);
    claim::agreed(state, &Claim::Level { character: who });
}

pub(super) fn tell_level(telling: Telling<'_>, who: Id, level: u32) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-level", name = name, level = level).into())
}

/// Ten d6 split among size, appearance and assets; each is five times its sum (T-02).
pub(super) fn roll_basics(
    deciding: &mut Deciding<'_>,
    who: Option<Id>,
    counts: [u32; 3],
) -> Decided {
    if let Some(who) = who {
        deciding.own(who)?;
    }
    let given = counts.iter().fold(0_u32, |sum, count| sum.saturating_add(*count));
    // Nothing for size or appearance would leave the card with a zero it may not have.
    if given != 10 || counts[0] == 0 || counts[1] == 0 {
        return Err(Refusal::new("T-02", message!("timeline-ten-dice", given = given)));
    }
    let mut throw = |count: u32| match count {
        0 => Ok(None),
        _ => deciding.roll(&format!("{count}d6")).map(|roll| Some(Box::new(roll))),
    };
    let (size, appearance) = (throw(counts[0])?, throw(counts[1])?);
    let assets = throw(counts[2])?;
    deciding.push(Event::BasicsRolled { character: who, size, appearance, assets });
    Ok(())
}

/// Writes what was rolled on the card; what was not rolled stays.
pub(super) fn basics_rolled(state: &mut State, who: Option<Id>, rolls: [Option<&Roll>; 3]) {
    let Some(who) = who else { return };
    state.change_character(who, |one| {
        let fields = [&mut one.card.size, &mut one.card.appearance, &mut one.card.assets];
        for (field, rolled) in fields.into_iter().zip(rolls.map(five_times)) {
            *field = rolled.unwrap_or(*field);
        }
    });
}

pub(super) fn tell_basics(
    telling: Telling<'_>,
    who: Option<Id>,
    rolls: [Option<&Roll>; 3],
) -> Option<Line> {
    if let Some(who) = who {
        telling.name(who)?;
    }
    let [size, appearance, assets] = rolls.map(|roll| five_times(roll).unwrap_or(Amount::ZERO));
    Some(
        message!("timeline-told-basics", size = size, appearance = appearance, assets = assets)
            .into(),
    )
}

fn five_times(roll: Option<&Roll>) -> Option<Amount> {
    let total = roll.and_then(|roll| roll.rolled.value.to_whole())?;
    Some(Amount::whole(5 * total))
}

/// How the numbers of a card that is being written come about.
pub(super) fn quote(deciding: &Deciding<'_>) -> Quote {
    let written = deciding.events().iter().find_map(|event| {
        let (Event::CharacterMade { character, .. }
        | Event::CardRevised { character, .. }
        | Event::CardReplaced { character, .. }) = event
        else {
            return None;
        };
        deciding.now().character(*character)
    });
    let calculations = written.map_or(Vec::new(), Character::workings);
    Quote { calculations, ..Quote::default() }
}
