//! A Fate table: act, oppose or defend, roll, invoke, choose, absorb; in a conflict turn by turn.

use super::{EVERYONE, HOST, Move, PLAYERS, Play};

/// Exchanges in a scene before its conflict, and in a conflict.
const BEFORE: u32 = 4;
const CONFLICT: u32 = 14;
/// Scenes in a session, after which fate points come back.
const SESSION: u32 = 3;

impl Play<'_> {
    pub(super) fn fate(&mut self) -> Option<Move> {
        if let Some(step) = self.fate_aftermath().or_else(|| self.fate_action()) {
            return Some(step);
        }
        self.close();
        if self.offered(HOST, "end-conflict") { self.fate_conflict() } else { self.fate_free() }
    }

    /// What dice that have fallen ask for.
    fn fate_aftermath(&mut self) -> Option<Move> {
        for kind in ["choose", "absorb", "go-out"] {
            if let Some(step) = self.any(EVERYONE, kind) {
                return Some(step);
            }
        }
        if self.offered(EVERYONE, "let-stand") {
            if self.course.wanted > 0 && self.percent(40) {
                self.course.wanted -= 1;
                if let Some(step) = self.any(EVERYONE, "invoke") {
                    return Some(step);
                }
            }
            return self.any(EVERYONE, "let-stand");
        }
        if self.offered(EVERYONE, "accept-compel") {
            let refuse = if self.percent(30) { self.any(PLAYERS, "refuse-compel") } else { None };
            return refuse.or_else(|| self.any(EVERYONE, "accept-compel"));
        }
        None
    }

    /// An action whose dice have not fallen.
    fn fate_action(&mut self) -> Option<Move> {
        let actor = self.course.actor;
        if self.offered(EVERYONE, "roll") {
            for kind in ["use-stunt", "help"] {
                if self.percent(10)
                    && let Some(step) = self.any_that(PLAYERS, kind, |it| it.contains("\"action\""))
                {
                    return Some(step);
                }
            }
            self.course.rolled = true;
            let own = self.any(actor..actor + 1, "roll");
            return own.or_else(|| self.any(EVERYONE, "roll"));
        }
        if let Some(step) = self.any(EVERYONE, "defend") {
            return Some(step);
        }
        if self.offered(HOST, "oppose") {
            let mut step = self.any_that(HOST, "oppose", |it| it.contains("\"difficulty\""))?;
            let difficulty = format!("\"difficulty\":{}", self.chance.below(6));
            step.command = step.command.replacen("\"difficulty\":2", &difficulty, 1);
            return Some(step);
        }
        self.any(EVERYONE, "cancel")
    }

    /// Turn by turn, until a side is gone or the players have had enough.
    fn fate_conflict(&mut self) -> Option<Move> {
        if self.course.since >= CONFLICT {
            return self.any(HOST, "end-conflict");
        }
        if self.offered(EVERYONE, "act") {
            let attack = |it: &str| it.contains("\"attack\"");
            let Some(attack) = self.any_that(EVERYONE, "act", attack) else {
                // Nobody is left to fight.
                return self.any(HOST, "end-conflict");
            };
            let seat = attack.seat;
            if self.percent(2)
                && let Some(concede) = self.any(seat..seat + 1, "concede")
            {
                return Some(concede);
            }
            if self.percent(5)
                && let Some(defend) = self.any(seat..seat + 1, "defend-fully")
            {
                return Some(defend);
            }
            let act = if self.percent(65) { Some(attack) } else { self.fate_act(seat) };
            return self.opened(act);
        }
        let pass = self.any(PLAYERS, "pass-turn").or_else(|| self.any(HOST, "pass-turn"));
        pass.or_else(|| self.any(HOST, "end-conflict"))
    }

    /// Outside of conflicts.
    fn fate_free(&mut self) -> Option<Move> {
        if !self.offered(HOST, "end-scene") {
            if let Some(step) = self.any(HOST, "bring-back") {
                return Some(step);
            }
            self.begin_scene();
            if self.course.scenes.is_multiple_of(SESSION)
                && let Some(step) = self.any(HOST, "begin-session")
            {
                return Some(step);
            }
            return self.any(HOST, "set-scene");
        }
        if self.course.staged {
            return self.any(HOST, "end-scene");
        }
        if self.course.since >= BEFORE {
            self.course.staged = true;
            self.course.since = 0;
            return self.any(HOST, "begin-conflict");
        }
        if self.percent(10)
            && let Some(compel) = self.any(HOST, "compel")
        {
            return Some(compel);
        }
        let seat = 1 + self.chance.below(PLAYERS.len());
        let act = self.fate_act(seat);
        let act = act.or_else(|| PLAYERS.into_iter().find_map(|seat| self.fate_act(seat)));
        self.opened(act)
    }

    /// Anything but an attack, or a search for what nobody has hidden.
    fn fate_act(&mut self, seat: usize) -> Option<Move> {
        self.any_that(seat..seat + 1, "act", |it| {
            !it.contains("\"attack\"") && !it.contains("\"unknown\"")
        })
    }

    fn opened(&mut self, act: Option<Move>) -> Option<Move> {
        let act = act?;
        self.course.actor = act.seat;
        self.course.wanted = self.chance.below(4);
        Some(act)
    }
}
