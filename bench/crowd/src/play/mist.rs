//! A mist table: open, propose, review, roll, spend, consequence, mitigate, close.

use super::{HOST, Move, OWN, PLAYERS, Play, ROLLS};
use crate::offers::quoted;

/// Exchanges in a scene.
const SCENE: u32 = 6;

/// The flags by which the things are known that a command is about, its own name if none is given,
/// and where it is to be found without a flag.
pub(super) fn home(kind: &str) -> (&'static [&'static str], Option<&'static str>) {
    match kind {
        "set-scene" | "end-scene" | "add-challenge" => (&[], Some("scene")),
        "take-example" => (&[], Some("table")),
        "propose" => (&[], Some(ROLLS)),
        "hit" => (&["let-pass"], None),
        "lessen" => (&["close"], None),
        "review" => (&["approve", "strike", "approve-all"], None),
        "spend" => (&["finish"], None),
        "flashback" | "act" => (&[], Some(OWN)),
        _ => (&[], None),
    }
}

impl Play<'_> {
    pub(super) async fn mist(&mut self) -> Option<Move> {
        if let Some(step) = first_of!(self.mist_roll().await, self.mist_consequence().await) {
            return Some(step);
        }
        self.close();
        self.mist_between().await
    }

    /// The roll under way, before and after its dice.
    async fn mist_roll(&mut self) -> Option<Move> {
        if self.offered(PLAYERS, "lessen").await {
            return self.any(PLAYERS, "lessen").await;
        }
        if self.offered(PLAYERS, "finish").await {
            let spend = if self.percent(80) { self.any(PLAYERS, "spend").await } else { None };
            return first_of!(spend, self.any(PLAYERS, "finish").await);
        }
        let open = self.offered(HOST, "cancel").await;
        if open && self.course.wanted > 0 {
            self.course.wanted -= 1;
            if let Some(step) = self.propose().await {
                return Some(step);
            }
        }
        let waits = |seat: &str| seat.contains("\"approved\"") && !seat.contains("\"line\"");
        if let Some(all) = self.any_that(HOST, "review", waits).await {
            let line = if self.percent(25) {
                self.any_that(HOST, "review", |it| {
                    it.contains("\"line\"") && !it.contains("\"questioned\"")
                })
                .await
            } else {
                None
            };
            return Some(line.unwrap_or(all));
        }
        let step = self.any(PLAYERS, "roll").await?;
        self.course.rolled = true;
        Some(step)
    }

    /// Something that may count, mostly of the one who acts.
    async fn propose(&mut self) -> Option<Move> {
        let seat = if self.percent(70) { self.course.actor } else { 1 + self.chance.below(5) };
        let step = self.any(seat..seat + 1, "propose").await?;
        let (roll, first) = (quoted(&step.command, "roll")?, quoted(&step.command, "source")?);
        let pushed = self.table.seats[seat].pushed.borrow();
        let sources = pushed.sources(roll);
        let source = sources.get(self.chance.below(sources.len())).copied().unwrap_or(first);
        let mut command = step.command.replacen(first, source, 1);
        if self.percent(25) {
            command = command.replacen("\"polarity\":\"help\"", "\"polarity\":\"hinder\"", 1);
        }
        Some(Move { seat, command })
    }

    /// Consequences that the host owes, and those that are about to land.
    async fn mist_consequence(&mut self) -> Option<Move> {
        if self.offered(HOST, "let-pass").await {
            if self.percent(10) {
                return self.any(HOST, "let-pass").await;
            }
            return self.any_that(HOST, "hit", |it| it.contains("\"owed\"")).await;
        }
        let accept = self.any(PLAYERS, "accept").await?;
        let seat = accept.seat;
        if self.percent(60)
            && let Some(mitigate) = self.any(seat..seat + 1, "mitigate").await
        {
            self.course.actor = seat;
            self.course.wanted = 1 + self.chance.below(2);
            return Some(mitigate);
        }
        Some(accept)
    }

    async fn mist_between(&mut self) -> Option<Move> {
        for kind in ["choose-fate", "grow"] {
            // Someone who is changed plays on; someone who dies does not.
            if let Some(step) = self.any_that(PLAYERS, kind, |it| !it.contains("\"died\"")).await {
                return Some(step);
            }
        }
        if !self.offered(HOST, "end-scene").await {
            self.begin_scene();
            return self.any(HOST, "set-scene").await;
        }
        if self.course.since >= SCENE {
            return self.any(HOST, "end-scene").await;
        }
        if !self.course.staged {
            self.course.staged = true;
            return self.any(HOST, "add-challenge").await;
        }
        for kind in ["reduce-status", "drop-clue", "recover-tag"] {
            if self.offered(HOST, kind).await && self.percent(60) {
                return self.any(HOST, kind).await;
            }
        }
        let seat = 1 + self.chance.below(5);
        let kind = if self.percent(85) { "act" } else { "flashback" };
        let open = first_of!(
            self.any(seat..seat + 1, kind).await,
            self.any(PLAYERS, "act").await,
            self.any(PLAYERS, "take-example").await
        )?;
        self.course.actor = open.seat;
        self.course.wanted = 1 + self.chance.below(3);
        Some(open)
    }
}
