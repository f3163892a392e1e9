//! A Time Line table: declare, let time flow, acts land, declare again.

use super::{EVERYONE, HOST, Move, OWN, PLAYERS, Play};
use crate::offers::quoted;

/// The flag of fighters who may declare: they may also let it be.
const FREE: &str = "hold";
/// Acts that land in a fight.
const FIGHT: u32 = 30;

/// The flags by which the things are known that a command is about, its own name if none is given,
/// and where it is to be found without a flag.
pub(super) fn home(kind: &str) -> (&'static [&'static str], Option<&'static str>) {
    match kind {
        "open-fight" => (&[], Some("table")),
        "end-fight" | "flow" => (&[], Some("fight")),
        "check" | "cancel-act" => (&[], Some(OWN)),
        _ => (&[], None),
    }
}

impl Play<'_> {
    pub(super) async fn timeline(&mut self) -> Option<Move> {
        self.land();
        if self.percent(8)
            && let Some(check) = self.any(PLAYERS, "check").await
        {
            return Some(check);
        }
        if !self.offered(HOST, "end-fight").await {
            return self.before_fight().await;
        }
        if self.course.since >= FIGHT || self.standing(true) == 0 || self.standing(false) == 0 {
            return self.any(HOST, "end-fight").await;
        }
        let declares = |seat: &usize| !self.flagged(*seat, FREE).is_empty();
        if let Some(seat) = PLAYERS.into_iter().find(declares) {
            return self.declare(seat).await;
        }
        // The host has an offer for each fighter; those of players are the players' to take.
        if let Some(step) = self.foes_declare().await {
            return Some(step);
        }
        if self.percent(2)
            && let Some(step) = self.any(PLAYERS, "cancel-act").await
        {
            let id = quoted(&step.command, "character").unwrap_or_default();
            self.course.acting.retain(|one| one != id);
            return Some(step);
        }
        let seat = self.chance.below(PLAYERS.end);
        first_of!(
            self.any(seat..seat + 1, "flow").await,
            self.any(EVERYONE, "flow").await,
            self.any(HOST, "end-fight").await
        )
    }

    fn own(&self, seat: usize) -> Vec<String> {
        self.table.seats[seat].pushed.borrow().own().map(str::to_owned).collect()
    }

    /// The fighters that have a flag for a seat.
    fn flagged(&self, seat: usize, verb: &str) -> Vec<String> {
        let pushed = self.table.seats[seat].pushed.borrow();
        pushed.flagged(&[verb]).map(str::to_owned).collect()
    }

    /// Whoever may declare again has landed what was declared; whoever fell has not.
    fn land(&mut self) {
        let (free, busy) = (self.flagged(0, FREE), self.flagged(0, "cancel-act"));
        let landed = self.course.acting.iter().filter(|one| free.contains(one)).count();
        self.course.acting.retain(|one| busy.contains(one));
        self.course.fighters.retain(|(one, _)| free.contains(one) || busy.contains(one));
        if landed > 0 {
            self.whole += landed as u64;
            self.course.since += landed as u32;
            self.course.commands = 0;
        }
    }

    async fn before_fight(&mut self) -> Option<Move> {
        if let Some(id) = self.course.struck.pop() {
            let command = format!("{{\"do\":\"restore\",\"character\":\"{id}\"}}");
            return Some(Move { seat: 0, command });
        }
        let open = self.any(HOST, "open-fight").await?;
        let list = open.command.split("\"fighters\":[").nth(1).unwrap_or_default();
        let list = list.split(']').next().unwrap_or_default();
        let players: Vec<String> = PLAYERS.flat_map(|seat| self.own(seat)).collect();
        let ids = list.split(',').map(|id| id.trim_matches('"').to_owned());
        let fighters = ids.map(|id| (id.clone(), players.contains(&id)));
        self.course.fighters = fighters.collect();
        self.begin_scene();
        Some(open)
    }

    /// How many still fight, of the players' or of the host's.
    fn standing(&self, players: bool) -> usize {
        self.course.fighters.iter().filter(|(_, side)| *side == players).count()
    }

    /// The host declares for those no player plays.
    async fn foes_declare(&mut self) -> Option<Move> {
        let free = self.flagged(0, FREE);
        let foe = |id: &&String| self.course.fighters.iter().any(|(one, side)| !side && one == *id);
        let id = free.iter().find(foe)?;
        let offers = self.table.offers(0, id, self.measure).await;
        let command = offers.of("declare").next()?.to_owned();
        self.act(0, command)
    }

    async fn declare(&mut self, seat: usize) -> Option<Move> {
        let id = self.flagged(seat, FREE).into_iter().next()?;
        let offers = self.table.offers(seat, &id, self.measure).await;
        let command = offers.of("declare").next()?.to_owned();
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
