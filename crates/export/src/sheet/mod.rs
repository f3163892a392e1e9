//! The sheets of characters, each rendered from the typed view of its family.

mod card;
pub mod fate;
pub mod mist;
pub mod timeline;

pub use card::cards;

use rules::{AnyView, FamilyView, Line, Refusal, SeatId, Term, message};
use serde_json::Value as Json;
use table::TableHandle;
use words::log::Section;
use words::sheet::Sheet;
use words::{Language, say};

use crate::{Workers, render};

/// The sheets of the characters a seat sees, in words.
///
/// # Errors
/// When there is no such seat.
pub async fn sheets(
    workers: &Workers,
    table: &TableHandle,
    seat: SeatId,
    language: Language,
) -> Result<Vec<Sheet>, Refusal> {
    let view = table.game_view(seat).await?;
    workers.run(table.id(), seat, move || of_view(&view, language)).await
}

fn of_view(view: &AnyView, language: Language) -> Vec<Sheet> {
    let sheets = match view.by_family() {
        Some(FamilyView::Mist(view)) => mist::sheets(view),
        Some(FamilyView::Fate(view)) => fate::sheets(view),
        Some(FamilyView::Timeline(view)) => timeline::sheets(view),
        None => Vec::new(),
    };
    let in_words = |(name, lines): (Term, Vec<Line>)| Sheet {
        name: say(language, &message!("plain", text = &name)),
        lines: lines.iter().flat_map(|line| render::line(language, line)).collect(),
    };
    sheets.into_iter().map(in_words).collect()
}

/// The case file a seat sees, in words: the present case, then those in the archive (M-38). Empty
/// where the rules have none, or nothing is written in it.
///
/// # Errors
/// When there is no such seat.
pub async fn case_file(
    workers: &Workers,
    table: &TableHandle,
    seat: SeatId,
    language: Language,
) -> Result<Vec<Section>, Refusal> {
    let view = table.game_view(seat).await?;
    workers.run(table.id(), seat, move || cases_of(&view, language)).await
}

fn cases_of(view: &AnyView, language: Language) -> Vec<Section> {
    let cases = match view.by_family() {
        Some(FamilyView::Mist(view)) => mist::case_file(view),
        Some(FamilyView::Fate(_) | FamilyView::Timeline(_)) | None => Vec::new(),
    };
    let lines = |lines: &[Line]| -> Vec<String> {
        lines.iter().flat_map(|line| render::line(language, line)).collect()
    };
    let section = |case: mist::CaseLines| Section {
        heading: lines(&[case.title]).join(" "),
        lines: lines(&case.lines),
    };
    cases.into_iter().map(section).collect()
}

/// The characters a seat sees, as JSON: the parts of its view that are characters.
///
/// # Errors
/// When there is no such seat.
pub async fn characters(table: &TableHandle, seat: SeatId) -> Result<Json, Refusal> {
    let view = table.game_view(seat).await?.parts();
    let of_characters = view.into_iter().filter(|(key, _)| key.starts_with("character/"));
    Ok(of_characters.map(|(_, part)| part).collect())
}
