//! `mistline sheet`: everything that follows from a character's card.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use rules::message;
use rules::timeline::{Attribute, SheetDerived, SheetFile, SheetInput};
use serde::Serialize;
use words::{Language, say};

use crate::failure::Failure;

#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    family: Family,
}

#[derive(clap::Subcommand)]
enum Family {
    Timeline(Card),
}

#[derive(clap::Args)]
struct Card {
    #[arg(value_name = "FILE.json")]
    file: PathBuf,
    #[arg(long)]
    json: bool,
}

/// A card and what follows from it, as `--json` prints it and the program reads it back.
#[derive(Serialize)]
struct Sheet<'a> {
    input: &'a SheetInput,
    derived: &'a SheetDerived,
}

/// Reads a card and prints what follows from it.
pub fn run(arguments: &Arguments, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let Family::Timeline(card) = &arguments.family;
    let file = card.file.display().to_string();
    let unreadable = |fault: String| {
        Failure::Message(message!("cli-unreadable", file = file.as_str(), fault = fault))
    };
    let text = fs::read_to_string(&card.file).map_err(|fault| unreadable(fault.to_string()))?;
    let read: SheetFile =
        serde_json::from_str(&text).map_err(|fault| unreadable(fault.to_string()))?;
    let input = read.into_input();
    let derived = input.derive().map_err(|refusal| Failure::Message(refusal.what))?;
    if card.json {
        let sheet = Sheet { input: &input, derived: &derived };
        serde_json::to_writer_pretty(&mut *out, &sheet).map_err(std::io::Error::from)?;
        writeln!(out)?;
        return Ok(());
    }
    print(&input, &derived, language, out)
}

fn print(
    input: &SheetInput,
    derived: &SheetDerived,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if !input.name.is_empty() {
        writeln!(out, "{}", input.name)?;
    }
    let pools = message!(
        "cli-sheet-pools",
        level = input.level,
        hit_points = derived.full_hitpoint.to_string(),
        willpower = derived.full_willpower.to_string(),
        cash = derived.cash.to_string()
    );
    writeln!(out, "{}\n", say(language, &pools))?;
    let values = [
        derived.check_constitution,
        derived.check_dexterity,
        derived.check_strength,
        derived.check_willpower,
        derived.check_education,
        derived.check_intelligence,
        derived.check_medicine_and_life_science,
        derived.check_engineering_and_technology,
        derived.check_military_and_survival,
        derived.check_literature,
        derived.check_visual_and_performing_art,
    ];
    for (attribute, value) in Attribute::ALL.into_iter().zip(values) {
        writeln!(out, "{value:>10.2}  {}", say(language, &attribute.name()))?;
    }
    let rest = message!(
        "cli-sheet-rest",
        capacity = derived.full_weight.to_string(),
        negotiation = derived.buff_negotiation.to_string()
    );
    writeln!(out, "\n{}", say(language, &rest))?;
    Ok(())
}
