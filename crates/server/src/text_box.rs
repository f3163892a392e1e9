//! Lines typed into the box: talk, and commands of the text language.

use chat::{Listener, Outcome, Vocabulary};
use export::Workers;
use rules::{Refusal, SeatId};
use serde_json::Value as Json;
use table::{CommandId, TableHandle};

use crate::wire::Completion;

/// The most ways a line is shown to go on.
const WAYS: usize = 12;

/// Hears what one browser's person types.
pub struct TextBox {
    table: TableHandle,
    seat: SeatId,
    listener: Listener,
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
    pub async fn hear(&mut self, id: CommandId, line: &str) -> Result<Outcome, Refusal> {
        self.listener.answer(id, line).await
    }

    /// The commands of the game a typed line would give.
    ///
    /// # Errors
    /// When it is not understood.
    pub async fn understand(&self, line: &str) -> Result<Vec<Json>, Refusal> {
        self.listener.understand(line).await
    }

    /// How a line being typed could go on, from what the seat sees: the first character that is
    /// replaced, and the words.
    ///
    /// # Errors
    /// When the seat or the table is gone.
    pub async fn complete(&self, line: &str) -> Result<(u32, Vec<Completion>), Refusal> {
        let seen = self.table.line_context(self.seat, None).await?;
        let vocabulary = Vocabulary::new(&seen.view, &seen.seats);
        let (at, words) = vocabulary.completions(line);
        let words = words
            .into_iter()
            .take(WAYS)
            .map(|word| Completion { help: vocabulary.help_of(word.trim_end()), word })
            .collect();
        Ok((u32::try_from(at.start).unwrap_or(0), words))
    }
}
