//! Finding a line again.

use std::sync::Arc;

use rules::{Line, Refusal, SeatId};
use table::{NotePart, NumberedLine, TableHandle};
use words::Language;
use words::fold::folded;

use crate::{Workers, render};

/// The lines a seat may see that say `text`, as it reads them in `language`: the last `count` of
/// those before line `before` (B-41). Width and case of letters do not matter.
///
/// # Errors
/// When there is no such seat.
pub async fn search(
    workers: &Workers,
    table: &TableHandle,
    seat: SeatId,
    language: Language,
    text: &str,
    before: Option<u64>,
    count: usize,
) -> Result<Vec<NumberedLine>, Refusal> {
    search_in(workers, table, seat, &[language], text, before, count).await
}

/// The notes a seat may read whose title or text says `text` (B-43), as [`search`] reads lines.
///
/// # Errors
/// When there is no such seat.
pub async fn find_notes(
    workers: &Workers,
    table: &TableHandle,
    seat: SeatId,
    text: &str,
) -> Result<Vec<NotePart>, Refusal> {
    let notes = table.notes(seat).await?;
    if notes.is_empty() {
        return Ok(Vec::new());
    }
    let sought = folded(text.trim());
    let look = move || {
        let says = |said: &str| folded(said).contains(&*sought);
        let found = notes.into_iter().filter(|it| says(&it.note.title) || says(&it.text));
        found.map(|it| it.note).collect()
    };
    workers.run(table.id(), seat, look).await
}

/// How many lines are looked through in one go: each piece waits for its turn again, so that a long
/// log does not keep others waiting, and no more than a piece is ever held.
pub(crate) const PIECE: usize = 512;

/// As [`search`], in any of several languages.
///
/// # Errors
/// When there is no such seat.
pub async fn search_in(
    workers: &Workers,
    table: &TableHandle,
    seat: SeatId,
    languages: &[Language],
    text: &str,
    mut before: Option<u64>,
    count: usize,
) -> Result<Vec<NumberedLine>, Refusal> {
    let sought: Arc<str> = folded(text.trim()).into();
    let languages: Arc<[Language]> = languages.into();
    let mut found: Vec<NumberedLine> = Vec::new();
    loop {
        let piece = table.lines(seat, before, PIECE).await?;
        before = piece.first().map(|line| line.n);
        let last = piece.len() < PIECE;
        let (sought, languages) = (sought.clone(), languages.clone());
        let missing = count - found.len();
        let look = move || {
            let says = |line: &Line| {
                let mut said = languages.iter().flat_map(|language| render::line(*language, line));
                said.any(|said| folded(&said).contains(&*sought))
            };
            let fitting = piece.into_iter().rev().filter(|line| says(&line.line));
            fitting.take(missing).collect::<Vec<_>>()
        };
        found.extend(workers.run(table.id(), seat, look).await?);
        if last || found.len() == count {
            found.reverse();
            return Ok(found);
        }
    }
}
