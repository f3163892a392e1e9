//! A mist table: open, propose, review, roll, spend, consequence, mitigate, close.

use super::{HOST, Move, PLAYERS, Play};
use crate::offers::quoted;

/// Exchanges in a scene.
const SCENE: u32 = 6;

impl Play<'_> {
    pub(super) fn mist(&mut self) -> Option<Move> {
        if let Some(step) = self.mist_roll().or_else(|| self.mist_consequence()) {
            return Some(step);
        }
        self.close();
        self.mist_between()
    }

    /// The roll under way, before and after its dice.
    fn mist_roll(&mut self) -> Option<Move> {
        if self.offered(PLAYERS, "lessen") {
            return self.any(PLAYERS, "lessen");
        }
        if self.offered(PLAYERS, "finish") {
            let spend = if self.percent(80) { self.any(PLAYERS, "spend") } else { None };
            return spend.or_else(|| self.any(PLAYERS, "finish"));
        }
        let open = self.offered(HOST, "cancel");
        if open && self.course.wanted > 0 {
            self.course.wanted -= 1;
            if let Some(step) = self.propose() {
                return Some(step);
            }
        }
        let waits = |seat: &str| seat.contains("\"approved\"") && !seat.contains("\"line\"");
        if let Some(all) = self.any_that(HOST, "review", waits) {
            let line = if self.percent(25) {
                self.any_that(HOST, "review", |it| {
                    it.contains("\"line\"") && !it.contains("\"questioned\"")
                })
            } else {
                None
            };
            return Some(line.unwrap_or(all));
        }
        let step = self.any(PLAYERS, "roll")?;
        self.course.rolled = true;
        Some(step)
    }

    /// Something that may count, mostly of the one who acts.
    fn propose(&mut self) -> Option<Move> {
        let seat = if self.percent(70) { self.course.actor } else { 1 + self.chance.below(5) };
        let step = self.any(seat..seat + 1, "propose")?;
        let (roll, first) = (quoted(&step.command, "roll")?, quoted(&step.command, "source")?);
        let sources = self.offers[seat].sources(roll);
        let source = sources.get(self.chance.below(sources.len())).copied().unwrap_or(first);
        let mut command = step.command.replacen(first, source, 1);
        if self.percent(25) {
            command = command.replacen("\"polarity\":\"help\"", "\"polarity\":\"hinder\"", 1);
        }
        Some(Move { seat, command })
    }

    /// Consequences that the host owes, and those that are about to land.
    fn mist_consequence(&mut self) -> Option<Move> {
        if self.offered(HOST, "let-pass") {
            if self.percent(10) {
                return self.any(HOST, "let-pass");
            }
            return self.any_that(HOST, "hit", |it| it.contains("\"owed\""));
        }
        let accept = self.any(PLAYERS, "accept")?;
        let seat = accept.seat;
        if self.percent(60)
            && let Some(mitigate) = self.any(seat..seat + 1, "mitigate")
        {
            self.course.actor = seat;
            self.course.wanted = 1 + self.chance.below(2);
            return Some(mitigate);
        }
        Some(accept)
    }

    fn mist_between(&mut self) -> Option<Move> {
        for kind in ["choose-fate", "grow"] {
            // Someone who is changed plays on; someone who dies does not.
            if let Some(step) = self.any_that(PLAYERS, kind, |it| !it.contains("\"died\"")) {
                return Some(step);
            }
        }
        if !self.offered(HOST, "end-scene") {
            self.begin_scene();
            return self.any(HOST, "set-scene");
        }
        if self.course.since >= SCENE {
            return self.any(HOST, "end-scene");
        }
        if !self.course.staged {
            self.course.staged = true;
            return self.any(HOST, "add-challenge");
        }
        for kind in ["reduce-status", "drop-clue", "recover-tag"] {
            if self.offered(HOST, kind) && self.percent(60) {
                return self.any(HOST, kind);
            }
        }
        let seat = 1 + self.chance.below(5);
        let kind = if self.percent(85) { "act" } else { "flashback" };
        let open = self.any(seat..seat + 1, kind).or_else(|| self.any(PLAYERS, "act"));
        let open = open.or_else(|| self.any(PLAYERS, "take-example"))?;
        self.course.actor = open.seat;
        self.course.wanted = 1 + self.chance.below(3);
        Some(open)
    }
}
