//! A Time Line card kept in a spreadsheet: its cells are found by what stands beside or above them,
//! so that any layout with the names players know is read.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;

use calamine::{DataRef, Reader, Xlsx};
use rules::timeline::{Amount, Card};
use rules::{Message, Refusal, message};

use super::timeline::{Field, Sheet, unfold_fractions};
use super::{Incoming, refusal};

/// The most cells that are looked at.
const CELLS: usize = 20_000;
/// The most sheets of a workbook.
const SHEETS: usize = 20;
/// The most bytes of a workbook. What is in it is read piece by piece, so it unfolds to little.
const LARGEST: usize = 4 << 20;
/// How far to the right of its name a value may be: merged cells are empty but for their first.
const RIGHT: u32 = 6;
/// The most rows of what was not understood that are listed.
const LISTED: usize = 60;

type Cells = BTreeMap<(u32, u32), String>;

/// The card of a workbook.
///
/// # Errors
/// When it cannot be read, or holds no card.
pub(super) fn read(bytes: &[u8]) -> Result<Incoming, Refusal> {
    let broken = || refusal(message!("character-broken-workbook"));
    if bytes.len() > LARGEST {
        return Err(refusal(message!("character-heavy", most = LARGEST >> 20)));
    }
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|_| broken())?;
    let names: Vec<String> = book.sheet_names().into_iter().take(SHEETS).collect();
    let mut sheets = Vec::new();
    for name in names {
        sheets.push(cells(&mut book, &name).ok_or_else(broken)?);
    }
    // The card is where most of its fields are.
    let fields = |cells: &Cells| cells.values().filter(|text| named(text).is_some()).count();
    let place = (0..sheets.len()).max_by_key(|place| sheets.get(*place).map_or(0, fields));
    let card = place.and_then(|place| sheets.get(place)).filter(|cells| fields(cells) >= 5);
    let Some(cells) = card else {
        return Err(
            refusal(message!("character-no-card")).instead(message!("character-no-card-instead"))
        );
    };
    Ok(of_cells(cells))
}

/// The cells of a sheet that hold something. Read one after another, and not as the rectangle they
/// span: two cells far apart would be gigabytes.
fn cells<R: std::io::Read + std::io::Seek>(book: &mut Xlsx<R>, name: &str) -> Option<Cells> {
    let mut reader = book.worksheet_cells_reader(name).ok()?;
    let mut cells = Cells::new();
    while let Some(cell) = reader.next_cell().ok()? {
        let text = match cell.get_value() {
            DataRef::Empty | DataRef::Error(_) | DataRef::DateTime(_) => continue,
            DataRef::Int(number) => number.to_string(),
            // As people read it: whole without a point, otherwise to the hundredth.
            DataRef::Float(number) => {
                let rounded = format!("{number:.2}");
                rounded.trim_end_matches('0').trim_end_matches('.').to_owned()
            }
            DataRef::Bool(yes) => yes.to_string(),
            DataRef::String(text) => text.trim().to_owned(),
            DataRef::SharedString(text) => text.trim().to_owned(),
            DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        };
        if !text.is_empty() {
            cells.insert(cell.get_position(), text);
        }
        if cells.len() > CELLS {
            return None;
        }
    }
    Some(cells)
}

/// The field a cell names: `力量`, `力量：`, `力量（%）`.
fn named(text: &str) -> Option<Field> {
    let text = text.trim_end_matches([':', '：', ' ', '\u{3000}']);
    let end = text.find(['(', '（', '%', '％']).unwrap_or(text.len());
    Field::named(&text[..end])
}

fn of_cells(cells: &Cells) -> Incoming {
    let (mut card, mut load) = (Card::default(), Amount::ZERO);
    let mut understood: BTreeSet<(u32, u32)> = BTreeSet::new();
    let mut written: Vec<Field> = Vec::new();
    let mut left_over: Vec<Message> = Vec::new();
    for (&(row, column), text) in cells {
        let Some(field) = named(text).filter(|field| !written.contains(field)) else { continue };
        let mut beside = (column + 1..=column + RIGHT).map(|column| (row, column));
        let beside = beside.find(|at| cells.contains_key(at));
        let under = Some((row + 1, column));
        let value = |at: &(u32, u32)| {
            let text = cells.get(at).filter(|text| named(text).is_none())?;
            Some((*at, text))
        };
        // Of both the first that fits: a heading has its values below it.
        let found = [beside, under].into_iter().flatten().filter_map(|at| value(&at));
        for (at, text) in found {
            if field.write(text, &mut card, &mut load).is_ok() {
                understood.extend([(row, column), at]);
                written.push(field);
                break;
            }
        }
    }
    unfold_fractions(&mut card);
    let mut rows: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    for ((row, column), text) in cells {
        let empty_field = named(text).is_some();
        if !understood.contains(&(*row, *column)) && !empty_field {
            rows.entry(*row).or_default().push(text);
        }
    }
    for (row, texts) in rows.iter().take(LISTED) {
        left_over.push(message!("character-left-row", row = row + 1, text = texts.join(" ")));
    }
    if rows.len() > LISTED {
        left_over.push(message!("character-left-rows", count = rows.len() - LISTED));
    }
    let sheet = super::Sheet::Timeline(Box::new(Sheet::of_card(card, load)));
    Incoming { sheet, portrait: None, left: left_over }
}
