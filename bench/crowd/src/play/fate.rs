//! A Fate table: act, oppose or defend, roll, invoke, choose, absorb; in a conflict turn by turn.

use super::{EVERYONE, HOST, Move, OWN, PEOPLE, PLAYERS, Play};

/// Exchanges in a scene before its conflict, and in a conflict.
const BEFORE: u32 = 4;
const CONFLICT: u32 = 14;
/// Scenes in a session, after which fate points come back.
const SESSION: u32 = 3;

/// The flags by which the things are known that a command is about, its own name if none is given,
/// and where it is to be found without a flag.
pub(super) fn home(kind: &str) -> (&'static [&'static str], Option<&'static str>) {
    match kind {
        "end-scene" | "begin-conflict" | "end-conflict" => (&[], Some("scene")),
        "bring-back" => (&[], Some(PEOPLE)),
        "set-scene" | "take-example" => (&[], Some("table")),
        "invoke" => (&["let-stand", "let-stand-against"], None),
        "help" => (&["roll"], None),
        "act" | "concede" | "use-stunt" | "compel" => (&[], Some(OWN)),
        _ => (&[], None),
    }
}

impl Play<'_> {
    pub(super) async fn fate(&mut self) -> Option<Move> {
        if let Some(step) = first_of!(self.fate_aftermath().await, self.fate_action().await) {
            return Some(step);
        }
        self.close();
        if self.offered(HOST, "end-conflict").await {
            self.fate_conflict().await
        } else {
            self.fate_free().await
        }
    }

    /// What dice that have fallen ask for.
    async fn fate_aftermath(&mut self) -> Option<Move> {
        for kind in ["choose", "absorb", "go-out"] {
            if let Some(step) = self.any(EVERYONE, kind).await {
                return Some(step);
            }
        }
        if self.offered(EVERYONE, "let-stand").await {
            if self.course.wanted > 0 && self.percent(40) {
                self.course.wanted -= 1;
                if let Some(step) = self.any(EVERYONE, "invoke").await {
                    return Some(step);
                }
            }
            return self.any(EVERYONE, "let-stand").await;
        }
        if self.offered(EVERYONE, "accept-compel").await {
            let refuse =
                if self.percent(30) { self.any(PLAYERS, "refuse-compel").await } else { None };
            return first_of!(refuse, self.any(EVERYONE, "accept-compel").await);
        }
        None
    }

    /// An action whose dice have not fallen.
    async fn fate_action(&mut self) -> Option<Move> {
        let actor = self.course.actor;
        if self.offered(EVERYONE, "roll").await {
            for kind in ["use-stunt", "help"] {
                if self.percent(10)
                    && let Some(step) =
                        self.any_that(PLAYERS, kind, |it| it.contains("\"action\"")).await
                {
                    return Some(step);
                }
            }
            self.course.rolled = true;
            let own = self.any(actor..actor + 1, "roll").await;
            return first_of!(own, self.any(EVERYONE, "roll").await);
        }
        if let Some(step) = self.any(EVERYONE, "defend").await {
            return Some(step);
        }
        if self.offered(HOST, "oppose").await {
            let mut step =
                self.any_that(HOST, "oppose", |it| it.contains("\"difficulty\"")).await?;
            let difficulty = format!("\"difficulty\":{}", self.chance.below(6));
            step.command = step.command.replacen("\"difficulty\":2", &difficulty, 1);
            return Some(step);
        }
        self.any(EVERYONE, "cancel").await
    }

    /// Turn by turn, until a side is gone or the players have had enough.
    async fn fate_conflict(&mut self) -> Option<Move> {
        if self.course.since >= CONFLICT {
            return self.any(HOST, "end-conflict").await;
        }
        if self.offered(EVERYONE, "act").await {
            let attack = |it: &str| it.contains("\"attack\"");
            let Some(attack) = self.any_that(EVERYONE, "act", attack).await else {
                // Nobody is left to fight.
                return self.any(HOST, "end-conflict").await;
            };
            let seat = attack.seat;
            if self.percent(2)
                && let Some(concede) = self.any(seat..seat + 1, "concede").await
            {
                return Some(concede);
            }
            if self.percent(5)
                && let Some(defend) = self.any(seat..seat + 1, "defend-fully").await
            {
                return Some(defend);
            }
            let act = if self.percent(65) { Some(attack) } else { self.fate_act(seat).await };
            return self.opened(act);
        }
        first_of!(
            self.any(PLAYERS, "pass-turn").await,
            self.any(HOST, "pass-turn").await,
            self.any(HOST, "end-conflict").await
        )
    }

    /// Outside of conflicts.
    async fn fate_free(&mut self) -> Option<Move> {
        if !self.offered(HOST, "end-scene").await {
            if let Some(step) = self.any(HOST, "bring-back").await {
                return Some(step);
            }
            self.begin_scene();
            if self.course.scenes.is_multiple_of(SESSION) {
                // A session of the table refreshes.
                let command = r#"{"table":{"do":"begin-session"}}"#.to_owned();
                return Some(Move { seat: 0, command });
            }
            return self.any(HOST, "set-scene").await;
        }
        if self.course.staged {
            return self.any(HOST, "end-scene").await;
        }
        if self.course.since >= BEFORE {
            self.course.staged = true;
            self.course.since = 0;
            return self.any(HOST, "begin-conflict").await;
        }
        if self.percent(10)
            && let Some(compel) = self.any(HOST, "compel").await
        {
            return Some(compel);
        }
        let seat = 1 + self.chance.below(PLAYERS.len());
        let others = PLAYERS.map(|step| 1 + (seat + step) % PLAYERS.len());
        for seat in std::iter::once(seat).chain(others) {
            if let Some(act) = self.fate_act(seat).await {
                return self.opened(Some(act));
            }
        }
        None
    }

    /// Anything but an attack, or a search for what nobody has hidden.
    async fn fate_act(&mut self, seat: usize) -> Option<Move> {
        self.any_that(seat..seat + 1, "act", |it| {
            !it.contains("\"attack\"") && !it.contains("\"unknown\"")
        })
        .await
    }

    fn opened(&mut self, act: Option<Move>) -> Option<Move> {
        let act = act?;
        self.course.actor = act.seat;
        self.course.wanted = self.chance.below(4);
        Some(act)
    }
}
