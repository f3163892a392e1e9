//! Characters of Time Line in and out, and the fields of a card by the names players know.

use rules::timeline::{
    Amount, Attribute, BuffDraft, Card, CharacterPart, Command, Group, LedgerEntry, ModifierDraft,
    Part, Skill, TraitDraft, WeaponDraft,
};
use rules::{Id, Message, SeatId, View, message};
use serde::{Deserialize, Serialize};
use words::fold::folded;

use super::{Plan, Step, command};

/// What is on the sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// The card.
    pub card: Card,
    /// What they carry besides belongings and weapons.
    #[serde(default)]
    pub load: Amount,
    /// What they carry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub belongings: Vec<Belonging>,
    /// Their weapons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<WeaponDraft>,
    /// Their traits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<TraitDraft>,
    /// Their skills.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skills: Vec<Skill>,
    /// Their buffs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buffs: Vec<BuffDraft>,
    /// Their modifiers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<ModifierDraft>,
    /// Income and spending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ledger: Vec<LedgerEntry>,
}

/// Something that is carried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Belonging {
    /// Where it is.
    #[serde(default)]
    pub place: String,
    /// What it is.
    pub text: String,
    /// What it weighs.
    #[serde(default)]
    pub load: Amount,
}

impl Sheet {
    pub(super) fn of_card(card: Card, load: Amount) -> Self {
        Self {
            card,
            load,
            belongings: Vec::new(),
            weapons: Vec::new(),
            traits: Vec::new(),
            skills: Vec::new(),
            buffs: Vec::new(),
            modifiers: Vec::new(),
            ledger: Vec::new(),
        }
    }
}

fn characters(view: &View<Part>) -> Vec<&CharacterPart> {
    let order = view.values().find_map(|part| match part {
        Part::Table(part) => Some(part.characters.as_slice()),
        Part::Ruleset(_) | Part::Character(_) | Part::Fight(_) => None,
    });
    let order = order.unwrap_or_default();
    let mut all: Vec<&CharacterPart> = view
        .values()
        .filter_map(|part| match part {
            Part::Character(part) => Some(&**part),
            Part::Ruleset(_) | Part::Table(_) | Part::Fight(_) => None,
        })
        .collect();
    all.sort_by_key(|part| order.iter().position(|id| *id == part.id));
    all
}

/// Everyone in sight, oldest first.
pub(super) fn names(view: &View<Part>) -> Vec<(Id, String)> {
    let people = characters(view).into_iter().filter(|part| part.summoned.is_none());
    people.map(|part| (part.id, part.card.name.clone())).collect()
}

pub(super) fn sheet(view: &View<Part>, id: Id) -> Option<Sheet> {
    let part = characters(view).into_iter().find(|part| part.id == id)?;
    let belongings: Amount = part.belongings.iter().map(|it| it.load).sum();
    let weapons: Amount = part.weapons.iter().map(|it| it.weapon.draft.load).sum();
    Some(Sheet {
        card: part.card.clone(),
        load: part.derived.carried - belongings - weapons,
        belongings: part
            .belongings
            .iter()
            .map(|it| Belonging { place: it.place.clone(), text: it.text.clone(), load: it.load })
            .collect(),
        weapons: part.weapons.iter().map(|it| it.weapon.draft.clone()).collect(),
        traits: part.traits.iter().map(|it| it.draft.clone()).collect(),
        skills: part.skills.iter().map(|it| it.skill.clone()).collect(),
        buffs: part.buffs.iter().map(|it| it.draft.clone()).collect(),
        modifiers: part.modifiers.iter().map(|it| it.draft.clone()).collect(),
        ledger: part.ledger.clone(),
    })
}

/// What to ask for. What only the host may decide becomes the player's claim, as always.
pub(super) fn plan(sheet: Sheet, seat: Option<SeatId>) -> Plan {
    let Sheet { card, load, belongings, weapons, traits, skills, buffs, modifiers, ledger } = sheet;
    let make = Command::MakeCharacter { card: Box::new(card), load, seat, hidden: false };
    let mut then: Vec<Step> = Vec::new();
    let mut step = |what: String, of: Box<dyn FnOnce(Id) -> Command + Send>| {
        let what: Message = message!("plain", text = what);
        then.push((what, Box::new(move |id| command(&of(id)))));
    };
    // Traits first: what they change is asked for by the skills.
    for it in traits {
        let draft = Box::new(it);
        step(draft.name.clone(), Box::new(|character| Command::AddTrait { character, draft }));
    }
    for Belonging { place, text, load } in belongings {
        step(
            text.clone(),
            Box::new(move |character| Command::AddBelonging { character, place, text, load }),
        );
    }
    for it in weapons {
        let weapon = Box::new(it);
        step(weapon.name.clone(), Box::new(|character| Command::AddWeapon { character, weapon }));
    }
    for it in skills {
        let skill = Box::new(it);
        let name = super::spoken(&skill.name);
        step(name, Box::new(|character| Command::AddSkill { character, skill }));
    }
    for buff in buffs {
        step(buff.source.clone(), Box::new(|character| Command::AddBuff { character, buff }));
    }
    for modifier in modifiers {
        step(
            modifier.source.clone(),
            Box::new(|character| Command::AddModifier { character, modifier }),
        );
    }
    for LedgerEntry { amount, purpose, time, place } in ledger {
        step(
            format!("{purpose} {amount}"),
            Box::new(move |character| Command::ChangeCash {
                character,
                amount,
                purpose,
                time,
                place,
            }),
        );
    }
    Plan { make: command(&make), then }
}

/// A field of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The character's name.
    Name,
    /// The race's.
    Race,
    /// When the race is grown up.
    AdultAge,
    /// The race's usual size.
    StandardSize,
    /// The age.
    Age,
    /// The size.
    Size,
    /// The appearance, a number.
    Appearance,
    /// The assets.
    Assets,
    /// The gender.
    Gender,
    /// The occupation.
    Occupation,
    /// The level.
    Level,
    /// The ratio of mind to body.
    Ratio,
    /// The percentage of an attribute.
    Percentage(Attribute),
    /// What is carried.
    Load,
    /// The player's name.
    Player,
    /// The background.
    Background,
    /// The looks, in words.
    Looks,
    /// The personality.
    Personality,
    /// Quirks.
    Quirks,
}

/// The 24 fields as the author's bot names them, and those it has no field for.
const FIELDS: [(Field, &[&str]); 29] = [
    (Field::Name, &["姓名", "name"]),
    (Field::Race, &["种族", "種族", "race"]),
    (Field::AdultAge, &["成年年龄", "成年年齡", "adult_age"]),
    (Field::StandardSize, &["标准体型", "標準體型", "standard_size"]),
    (Field::Age, &["年龄", "年齡", "age"]),
    (Field::Size, &["体型", "體型", "size"]),
    (Field::Appearance, &["外貌", "appearance"]),
    (Field::Assets, &["资产", "資產", "wealth", "assets"]),
    (Field::Gender, &["性别", "性別", "gender"]),
    (Field::Occupation, &["职业", "職業", "occupation"]),
    (Field::Level, &["等级", "等級", "level"]),
    (Field::Ratio, &["物理思维比值", "物理思維比值", "physical_mental_ratio", "ratio"]),
    (Field::Percentage(Attribute::Constitution), &["体质", "體質", "constitution"]),
    (Field::Percentage(Attribute::Dexterity), &["敏捷", "dexterity"]),
    (Field::Percentage(Attribute::Strength), &["力量", "strength"]),
    (Field::Percentage(Attribute::Willpower), &["意志", "willpower"]),
    (Field::Percentage(Attribute::Education), &["教育", "education"]),
    (Field::Percentage(Attribute::Intelligence), &["智力", "intelligence"]),
    (
        Field::Percentage(Attribute::Medicine),
        &["医学及生命科学", "醫學及生命科學", "medicine_and_life_science", "medicine"],
    ),
    (
        Field::Percentage(Attribute::Engineering),
        &["工程与科技", "工程與科技", "engineering_and_technology", "engineering"],
    ),
    (
        Field::Percentage(Attribute::Military),
        &["军事与生存", "軍事與生存", "military_and_survival", "military"],
    ),
    (Field::Percentage(Attribute::Literature), &["文学", "文學", "literature"]),
    (
        Field::Percentage(Attribute::Arts),
        &["视觉及表演艺术", "視覺及表演藝術", "visual_and_performing_art", "arts"],
    ),
    (Field::Load, &["负重", "負重", "weight", "load"]),
    (Field::Player, &["玩家", "player"]),
    (Field::Background, &["背景", "背景故事", "background"]),
    (Field::Looks, &["长相", "長相", "角色外貌", "looks"]),
    (Field::Personality, &["性格", "personality"]),
    (Field::Quirks, &["特点", "特點", "quirks"]),
];

/// What somebody wrote in a field is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is no number")]
pub struct NoNumber;

impl Field {
    /// The fields of `.tlsetup`, in their order.
    pub const OF_SETUP: [Self; 24] = {
        let mut fields = [Field::Name; 24];
        let mut place = 0;
        while place < fields.len() {
            fields[place] = FIELDS[place].0;
            place += 1;
        }
        fields
    };

    /// The field of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let name = folded(name.trim());
        let found = FIELDS.iter().find(|(_, names)| names.contains(&name.as_str()));
        found.map(|(field, _)| *field).or_else(|| Self::shortened(&name))
    }

    /// Part of a long name is enough where it is only one's: 医学, 艺术, 比值.
    fn shortened(name: &str) -> Option<Self> {
        let long = |field: &Field| matches!(field, Field::Percentage(_) | Field::Ratio);
        let mut found = FIELDS
            .iter()
            .filter(|(field, names)| long(field) && names.iter().any(|one| one.contains(name)));
        let first = found.next().filter(|_| name.chars().count() > 1);
        first.filter(|_| found.next().is_none()).map(|(field, _)| *field)
    }

    /// Writes what somebody wrote in this field into a card.
    ///
    /// # Errors
    /// When the field wants a number and it is none.
    pub fn write(self, text: &str, card: &mut Card, load: &mut Amount) -> Result<(), NoNumber> {
        let number = || -> Result<Amount, NoNumber> {
            let digits = folded(text.trim());
            let digits = digits.trim_end_matches('%').trim();
            if digits.is_empty() {
                return Ok(Amount::ZERO);
            }
            digits.parse().map_err(|_| NoNumber)
        };
        let whole = || number().map(|number| u32::try_from(number.rounded()).unwrap_or(0));
        let words = || text.to_owned();
        match self {
            Field::Name => card.name = words(),
            Field::Race => card.race = words(),
            Field::Gender => card.gender = words(),
            Field::Occupation => card.occupation = words(),
            Field::Player => card.player = words(),
            Field::Background => card.background = words(),
            Field::Looks => card.looks = words(),
            Field::Personality => card.personality = words(),
            Field::Quirks => card.quirks = words(),
            Field::AdultAge => card.adult_age = number()?,
            Field::StandardSize => card.standard_size = number()?,
            Field::Age => card.age = number()?,
            Field::Size => card.size = number()?,
            Field::Appearance => card.appearance = number()?,
            Field::Assets => card.assets = number()?,
            Field::Level => card.level = whole()?,
            Field::Ratio => card.ratio = whole()?,
            Field::Percentage(attribute) => card.percentages[attribute.index()] = number()?,
            Field::Load => *load = number()?,
        }
        Ok(())
    }
}

/// Percentages that a spreadsheet keeps as fractions (0.25 for 25 %) become percentages, group by
/// group.
pub(super) fn unfold_fractions(card: &mut Card) {
    for group in Group::ALL {
        if card.sum(group) == Amount::whole(1) {
            for attribute in Attribute::ALL.into_iter().filter(|it| it.group() == group) {
                let percentage = &mut card.percentages[attribute.index()];
                *percentage = Amount::hundredths(percentage.in_hundredths() * 100);
            }
        }
    }
}
