//! Lines typed into the box: talk, and commands of the text language.

use chat::Listener;
use export::Workers;
use rules::{Line, Refusal, SeatId};
use table::{Answer, CommandId, TableHandle};

use crate::wire::Completion;

/// The most ways a line is shown to go on.
const WAYS: usize = 12;

/// Hears what one browser's person types.
pub struct TextBox {
    table: TableHandle,
    seat: SeatId,
    listener: Listener,
}

/// What became of a typed line.
pub enum Heard {
    /// It was done, and there is nothing to say to it.
    Done(Answer),
    /// The answer, for the one who typed alone.
    Reply(Vec<Line>),
}

impl TextBox {
    /// The box of a seat's page.
    pub fn new(table: &TableHandle, seat: SeatId, workers: &Workers) -> Self {
        let listener = Listener::new(table.clone(), seat).sharing(workers);
        Self { table: table.clone(), seat, listener }
    }

    /// Does what a typed line says, or answers it.
    ///
    /// # Errors
    /// When it is not understood, or refused.
    pub async fn hear(&mut self, id: CommandId, line: &str) -> Result<Heard, Refusal> {
        // A line that was done and comes again is not read again: it could mean something else by
        // now (B-11).
        if let Some(answer) = self.table.answered(self.seat, id).await? {
            return Ok(Heard::Done(answer));
        }
        let lines = self.listener.hear(id, line).await?;
        Ok(if lines.is_empty() { Heard::Done(Answer::Done) } else { Heard::Reply(lines) })
    }

    /// How a line being typed could go on, from what the seat sees: the first character that is
    /// replaced, and the words.
    ///
    /// # Errors
    /// When the seat or the table is gone.
    pub async fn complete(&self, line: &str) -> Result<(u32, Vec<Completion>), Refusal> {
        let parts = self.table.view(self.seat).await?;
        let family = parts.get("table/table").and_then(|part| part["family"].as_str());
        let family = family.unwrap_or_default();
        let (at, words) = chat::completions(line, family, &chat::names_in(&parts));
        let words = words
            .into_iter()
            .take(WAYS)
            .map(|word| Completion { help: chat::help_of(word.trim_end(), family), word })
            .collect();
        Ok((u32::try_from(at.start).unwrap_or(0), words))
    }
}
