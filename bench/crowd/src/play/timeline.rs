//! A Time Line table: declare, let time flow, acts land, declare again.

use super::{EVERYONE, HOST, Move, PLAYERS, Play};
use crate::offers::quoted;

/// Acts that land in a fight.
const FIGHT: u32 = 30;

impl Play<'_> {
    pub(super) fn timeline(&mut self) -> Option<Move> {
        self.land();
        if self.percent(8)
            && let Some(check) = self.any(PLAYERS, "check")
        {
            return Some(check);
        }
        if !self.offered(HOST, "end-fight") {
            return self.before_fight();
        }
        if self.course.since >= FIGHT || self.standing(true) == 0 || self.standing(false) == 0 {
            return self.any(HOST, "end-fight");
        }
        let declares = |seat: usize| self.offers[seat].of("declare").next().is_some();
        if let Some(seat) = PLAYERS.into_iter().find(|seat| declares(*seat)) {
            return self.declare(seat);
        }
        // The host has an offer for each fighter; those of players are the players' to take.
        if let Some(step) = self.foes_declare() {
            return Some(step);
        }
        if self.percent(2)
            && let Some(step) = self.any(PLAYERS, "cancel-act")
        {
            let id = quoted(&step.command, "character").unwrap_or_default();
            self.course.acting.retain(|one| one != id);
            return Some(step);
        }
        let seat = self.chance.below(PLAYERS.end);
        let flow = self.any(seat..seat + 1, "flow").or_else(|| self.any(EVERYONE, "flow"));
        flow.or_else(|| self.any(HOST, "end-fight"))
    }

    /// Whoever may declare again has landed what was declared; whoever fell has not.
    fn land(&mut self) {
        let host = &self.offers[0];
        let of = |kind| host.of(kind).filter_map(|it| quoted(it, "character")).map(str::to_owned);
        let (free, busy): (Vec<_>, Vec<_>) = (of("declare").collect(), of("cancel-act").collect());
        let landed = self.course.acting.iter().filter(|one| free.contains(one)).count();
        self.course.acting.retain(|one| busy.contains(one));
        self.course.fighters.retain(|(one, _)| free.contains(one) || busy.contains(one));
        if landed > 0 {
            self.whole += landed as u64;
            self.course.since += landed as u32;
            self.course.commands = 0;
        }
    }

    fn before_fight(&mut self) -> Option<Move> {
        if let Some(id) = self.course.struck.pop() {
            let command = format!("{{\"do\":\"restore\",\"character\":\"{id}\"}}");
            return Some(Move { seat: 0, command });
        }
        let open = self.any(HOST, "open-fight")?;
        let list = open.command.split(['[', ']']).nth(1).unwrap_or_default();
        let own =
            |seat: usize| self.offers[seat].of("check").filter_map(|it| quoted(it, "character"));
        let players: Vec<&str> = PLAYERS.flat_map(own).collect();
        let ids = list.split(',').map(|id| id.trim_matches('"'));
        self.course.fighters = ids.map(|id| (id.to_owned(), players.contains(&id))).collect();
        self.begin_scene();
        Some(open)
    }

    /// How many still fight, of the players' or of the host's.
    fn standing(&self, players: bool) -> usize {
        self.course.fighters.iter().filter(|(_, side)| *side == players).count()
    }

    fn foes_declare(&mut self) -> Option<Move> {
        let foes = &self.course.fighters;
        let mine = |it: &&str| {
            quoted(it, "character").is_some_and(|id| foes.iter().any(|foe| !foe.1 && foe.0 == id))
        };
        let command = self.offers[0].of("declare").find(mine)?.to_owned();
        self.act(0, command)
    }

    fn declare(&mut self, seat: usize) -> Option<Move> {
        let command = self.offers[seat].of("declare").next()?.to_owned();
        self.act(seat, command)
    }

    /// Makes of the plain act that is offered one against the other side, or for one's own.
    fn act(&mut self, seat: usize, command: String) -> Option<Move> {
        let id = quoted(&command, "character")?.to_owned();
        let lot = self.chance.below(100);
        // Strikes go to the other side, healing to one's own.
        let players = (seat != 0) == (lot >= 70);
        let side = self.course.fighters.iter().filter(|(_, side)| *side == players);
        let side: Vec<_> = side.map(|(one, _)| one.clone()).collect();
        let target = side.get(self.chance.below(side.len())).cloned()?;
        let deed = match lot {
            0..70 => format!("{{\"deed\":\"strike\",\"target\":\"{target}\"}}"),
            70..85 => format!("{{\"deed\":\"guard\",\"target\":\"{id}\"}}"),
            85..95 => format!("{{\"deed\":\"heal\",\"target\":\"{target}\"}}"),
            _ => "{\"deed\":\"narrate\"}".to_owned(),
        };
        if lot < 70 && !self.course.struck.contains(&target) {
            self.course.struck.push(target);
        }
        let command = command.replacen("{\"deed\":\"narrate\"}", &deed, 1);
        // Acts of different lengths end at different instants.
        let time = format!("\"time\":{}", 50 * (2 + self.chance.below(10)));
        let command = command.replacen("\"time\":500", &time, 1);
        self.course.acting.push(id);
        Some(Move { seat, command })
    }
}
