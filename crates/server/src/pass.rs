//! One connection's access to limits and metrics.

use std::time::Instant;

use axum::http::StatusCode;
use chat::Outcome;
use export::Workers;
use rules::{Message, Refusal, SeatId};
use table::{Answer, Command, CommandId, Farewell, TableHandle, TableId};

use crate::Site;
use crate::caller::Caller;
use crate::connections::Busy;
use crate::limits::Connected;
use crate::metrics::Limit;
use crate::refusing::Refusing;
use crate::text_box::TextBox;

/// A connection that counts for the limits as long as this lives.
pub struct Pass {
    site: Site,
    table: TableId,
    seat: SeatId,
    _connected: Connected,
    /// Keeps the connection's place: it does not go for a newcomer.
    _busy: Option<Busy>,
}

impl Pass {
    /// Ready when the server stops.
    pub async fn stopping(&self) {
        self.site.stopping().cancelled().await;
    }

    /// Admits a connection of `caller`.
    ///
    /// # Errors
    /// When the address has too many connections already.
    pub fn new(
        site: &Site,
        (caller, busy): (Caller, Option<Busy>),
        table: TableId,
        seat: SeatId,
    ) -> Result<Self, Refusing> {
        let connected = site.limiters().connect(caller).map_err(|reason| {
            site.metrics().limited(Limit::Address);
            Refusing::new(StatusCode::TOO_MANY_REQUESTS, Refusal::new("B-73", reason))
        })?;
        site.metrics().connected();
        Ok(Self { site: site.clone(), table, seat, _connected: connected, _busy: busy })
    }

    /// Counts a frame from the browser.
    ///
    /// # Errors
    /// Why the connection is closed, when there are too many.
    pub fn frame(&self) -> Result<(), Message> {
        self.site.metrics().heard();
        self.site.limiters().hear(self.table, self.seat).map_err(|(limit, reason)| {
            self.site.metrics().limited(limit);
            reason
        })
    }

    /// Sends the table a command, and counts the outcome.
    ///
    /// # Errors
    /// What the table refuses.
    pub async fn command(
        &self,
        table: &TableHandle,
        id: CommandId,
        command: Command,
    ) -> Result<Answer, Refusal> {
        let asked = Instant::now();
        let answer = table.command(self.seat, id, command).await;
        self.site.metrics().commanded(answer.is_ok(), asked.elapsed());
        answer
    }

    /// Has a typed line done or answered; counts it as a command is counted, unless it only asked.
    ///
    /// # Errors
    /// When it is not understood, or refused.
    pub async fn text(
        &self,
        text_box: &mut TextBox,
        id: CommandId,
        line: &str,
    ) -> Result<Outcome, Refusal> {
        let asked = Instant::now();
        let outcome = text_box.hear(id, line).await;
        if !matches!(outcome, Ok(Outcome::Reply(_))) {
            self.site.metrics().commanded(outcome.is_ok(), asked.elapsed());
        }
        outcome
    }

    /// The workers for lines that take long.
    pub fn workers(&self) -> &Workers {
        self.site.workers()
    }

    /// Counts connections that were closed because they read too slowly.
    pub fn farewell(&self, farewell: Farewell) {
        if farewell == Farewell::TooSlow {
            self.site.metrics().limited(Limit::Slow);
        }
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.site.metrics().hung_up();
    }
}
