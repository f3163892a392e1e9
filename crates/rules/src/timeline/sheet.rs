//! Cards as plain JSON files: `{"input": {…}}` in, `{"input": {…}, "derived": {…}}` out, with the
//! key names players of the author's bot know.

use serde::{Deserialize, Serialize};

use super::{Amount, Attribute, Card, Derived};
use crate::Refusal;

/// A card as a file has it: plain numbers, and the load carried as `weight`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the keys are the author's bot's own")]
pub struct SheetInput {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub race: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub gender: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub occupation: String,
    #[serde(default)]
    pub adult_age: f64,
    #[serde(default)]
    pub standard_size: f64,
    pub age: f64,
    pub size: f64,
    pub appearance: f64,
    pub wealth: f64,
    pub level: u32,
    pub physical_mental_ratio: u32,
    pub constitution: f64,
    pub dexterity: f64,
    pub strength: f64,
    pub willpower: f64,
    pub education: f64,
    pub intelligence: f64,
    pub medicine_and_life_science: f64,
    pub engineering_and_technology: f64,
    pub military_and_survival: f64,
    pub literature: f64,
    pub visual_and_performing_art: f64,
    #[serde(default)]
    pub weight: f64,
}

/// A card file: the fields alone, or under `input`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum SheetFile {
    /// As the program prints it.
    Whole {
        /// The fields.
        input: Box<SheetInput>,
    },
    /// The fields alone.
    Fields(Box<SheetInput>),
}

/// Everything that follows from a card, as plain numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the keys are the author's bot's own")]
pub struct SheetDerived {
    pub cash: f64,
    pub full_hitpoint: f64,
    pub full_willpower: f64,
    pub ability: f64,
    pub physical: f64,
    pub mental: f64,
    pub revision_age_physical: f64,
    pub revision_age_mental: f64,
    pub revision_size: f64,
    pub revision_weight: f64,
    pub full_weight: f64,
    pub revised_physical: f64,
    pub revised_mental: f64,
    pub check_constitution: f64,
    pub check_dexterity: f64,
    pub check_strength: f64,
    pub check_willpower: f64,
    pub check_education: f64,
    pub check_intelligence: f64,
    pub check_medicine_and_life_science: f64,
    pub check_engineering_and_technology: f64,
    pub check_military_and_survival: f64,
    pub check_literature: f64,
    pub check_visual_and_performing_art: f64,
    pub buff_negotiation: f64,
}

impl SheetFile {
    /// The fields, wherever they stand.
    #[must_use]
    pub fn into_input(self) -> SheetInput {
        match self {
            SheetFile::Whole { input } | SheetFile::Fields(input) => *input,
        }
    }
}

impl SheetInput {
    /// The card, and what is carried.
    #[must_use]
    pub fn card(&self) -> (Card, Amount) {
        let amount = Amount::nearest;
        let card = Card {
            name: self.name.clone(),
            race: self.race.clone(),
            gender: self.gender.clone(),
            occupation: self.occupation.clone(),
            adult_age: amount(self.adult_age),
            standard_size: amount(self.standard_size),
            age: amount(self.age),
            size: amount(self.size),
            appearance: amount(self.appearance),
            assets: amount(self.wealth),
            level: self.level,
            ratio: self.physical_mental_ratio,
            percentages: [
                amount(self.constitution),
                amount(self.dexterity),
                amount(self.strength),
                amount(self.willpower),
                amount(self.education),
                amount(self.intelligence),
                amount(self.medicine_and_life_science),
                amount(self.engineering_and_technology),
                amount(self.military_and_survival),
                amount(self.literature),
                amount(self.visual_and_performing_art),
            ],
            ..Card::default()
        };
        (card, amount(self.weight))
    }

    /// What follows from the card.
    ///
    /// # Errors
    /// When the card cannot be played: [`Card::check`]. A file needs no name.
    pub fn derive(&self) -> Result<SheetDerived, Refusal> {
        let (mut card, carried) = self.card();
        if card.name.is_empty() {
            "—".clone_into(&mut card.name);
        }
        card.check()?;
        Ok(SheetDerived::from(&Derived::of(&card, carried.max(Amount::ZERO), &Default::default())))
    }
}

impl From<&Derived> for SheetDerived {
    fn from(derived: &Derived) -> Self {
        let attribute = |attribute| derived.attribute(attribute).to_f64();
        Self {
            cash: derived.cash.to_f64(),
            full_hitpoint: derived.hit_points.to_f64(),
            full_willpower: derived.willpower.to_f64(),
            ability: derived.ability.to_f64(),
            physical: derived.physical.to_f64(),
            mental: derived.mental.to_f64(),
            revision_age_physical: derived.physical_age.to_f64(),
            revision_age_mental: derived.mental_age.to_f64(),
            revision_size: derived.size.to_f64(),
            revision_weight: derived.load.to_f64(),
            full_weight: derived.capacity.to_f64(),
            revised_physical: derived.revised_physical.to_f64(),
            revised_mental: derived.revised_mental.to_f64(),
            check_constitution: attribute(Attribute::Constitution),
            check_dexterity: attribute(Attribute::Dexterity),
            check_strength: attribute(Attribute::Strength),
            check_willpower: attribute(Attribute::Willpower),
            check_education: attribute(Attribute::Education),
            check_intelligence: attribute(Attribute::Intelligence),
            check_medicine_and_life_science: attribute(Attribute::Medicine),
            check_engineering_and_technology: attribute(Attribute::Engineering),
            check_military_and_survival: attribute(Attribute::Military),
            check_literature: attribute(Attribute::Literature),
            check_visual_and_performing_art: attribute(Attribute::Arts),
            buff_negotiation: derived.negotiation.to_f64(),
        }
    }
}
