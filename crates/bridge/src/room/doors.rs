//! Coming and going: groups bound to tables, people bound to seats (C-23), and the group's switches.

use export::{Asked, log};
use rules::{Refusal, Role, SeatId, message};
use table::{Answer, CodeFor, Command as TableLine, NewTable, TableCommand, TableHandle, Token};
use tokio::time::Instant;

use super::Room;
use crate::book::{Bound, Sitting, Told};
use crate::command::Command;
use crate::platform::Said;
use crate::queue::Item;
use crate::speech;

/// A log is sent here in so many messages at most.
const LOG_PARTS: usize = 8;
/// How many names are tried when one is taken.
const NAMES: u32 = 9;
/// The most characters of a name taken from a platform.
const NAME: usize = 30;

impl Room {
    pub(super) async fn obey(&mut self, command: Command, said: &Said) {
        let done = match command {
            Command::New { pack, title } => self.make(pack, title, said).await,
            Command::Bind(code) => self.bind(&code, said).await,
            Command::Unbind => self.unbind(said).await,
            Command::Show => {
                self.about().await;
                Ok(())
            }
            Command::Join(Some(code)) => self.join_by_code(&code, said).await,
            Command::Join(None) => self.join(Role::Player, said).await,
            Command::Watch => self.join(Role::Spectator, said).await,
            Command::Bot(None) => {
                self.about().await;
                Ok(())
            }
            Command::Bot(Some(on)) => self.switch_bot(on, said).await,
            Command::Log(how) => self.switch_log(how, said).await,
            Command::Picture(what) => self.picture(what, said).await,
            Command::LogEnd => self.end_session(said).await,
            Command::LogExport => self.export_log(said).await,
        };
        if let Err(refusal) = done {
            self.refuse(&said.user, &refusal);
        }
    }

    /// Whether this is whoever runs the bot: the settings say who, the platform does not (C-23).
    fn is_owner(&self, said: &Said) -> bool {
        self.shared.settings.owners.contains(&said.user)
    }

    /// The group's table.
    pub(super) fn bound(&self) -> Option<Bound> {
        self.shared.book.group(&self.place).bound
    }

    /// What the bot is, and which table this is.
    pub(super) async fn about(&mut self) {
        let book = self.shared.book.clone();
        let table = match self.place.private {
            true => book.sittings(&self.place).last().map(|sitting| sitting.table),
            false => self.bound().map(|bound| bound.table),
        };
        let Some(id) = table else {
            return self.tell(&message!("bridge-about-free"));
        };
        let Ok(table) = self.shared.tables.table(id).await else {
            return self.tell(&message!("bridge-gone"));
        };
        let (Ok(about), Ok(seats)) = (table.about().await, table.seats().await) else {
            return self.tell(&message!("bridge-gone"));
        };
        self.language = about.language.parse().unwrap_or(self.language);
        let players = seats.iter().filter(|seat| seat.role != Role::Spectator);
        let names: Vec<_> =
            players.map(|seat| message!("plain", text = seat.name.as_str())).collect();
        let mut lines =
            vec![self.say(&message!("bridge-about", title = about.title, seats = names))];
        if let Some(link) = self.shared.link(id) {
            lines.push(link);
        }
        lines.push(self.say(&message!("bridge-about-words")));
        let link = self.shared.link(id);
        self.push(Item::text(speech::fold(self.language, &lines.join("\n"), link.as_deref())));
        self.queue.hurry(Instant::now());
    }

    /// Makes a table, with the group at it and the one who asked as its host.
    async fn make(
        &mut self,
        pack: Option<String>,
        title: Option<String>,
        said: &Said,
    ) -> Result<(), Refusal> {
        if !self.shared.settings.open && !self.is_owner(said) {
            return Err(Refusal::new("C-23", message!("bridge-may-not-make")));
        }
        if self.place.private {
            return Err(Refusal::new("C-23", message!("bridge-only-in-group")));
        }
        self.is_free().await?;
        let packs = &self.shared.settings.packs;
        let found = match &pack {
            None => packs.first(),
            Some(name) => {
                let exact = packs.iter().find(|(id, _)| id == name);
                exact.or_else(|| packs.iter().find(|(id, _)| id.starts_with(name.as_str())))
            }
        };
        let Some((_, checked)) = found else {
            let known: Vec<&str> = packs.iter().map(|(id, _)| id.as_str()).collect();
            let known = known.join(" ");
            let name = pack.unwrap_or_default();
            return Err(Refusal::new("B-60", message!("bridge-no-pack", pack = name))
                .instead(message!("bridge-packs", packs = known)));
        };
        let person = self.person(&said.user);
        if !self.is_owner(said) && !self.shared.makings.may(&person) {
            return Err(Refusal::new("C-23", message!("bridge-too-fast")));
        }
        self.shared.makings.count(person.clone());
        let usual = || self.say(&message!("bridge-title", group = self.place.id.as_str()));
        let opened = self
            .shared
            .tables
            .open(NewTable {
                title: title.unwrap_or_else(usual),
                language: self.language.tag().to_owned(),
                time_zone: "Asia/Shanghai".to_owned(),
                pack: checked.clone(),
                host: name_of(said),
            })
            .await?;
        let id = self.shared.command_id(&self.place, &said.message, 1);
        let entered = opened.table.enter(&opened.link, None, id).await?;
        let mut sitting = Sitting {
            table: opened.table.id(),
            seat: entered.seat,
            device: entered.device,
            home: Some(self.place.id.clone()),
            speaking_as: None,
            told: Told::default(),
        };
        sitting.told = Told::up_to(last_line(&opened.table, entered.seat).await);
        self.shared.book.seat(&person, sitting).await;
        self.settle(&opened.table, opened.host, &[], said).await?;
        let title = opened.table.about().await?.title;
        self.tell(&message!("bridge-made", title = title.as_str()));
        if let Some(link) = self.shared.link(opened.table.id()) {
            let link = format!("{link}#{}", opened.link.reveal());
            let text = self.say(&message!("bridge-made-host", title = title, link = link));
            self.whisper(&said.user, text);
        }
        Ok(())
    }

    async fn is_free(&self) -> Result<(), Refusal> {
        let Some(bound) = self.bound() else { return Ok(()) };
        let Ok(table) = self.shared.tables.table(bound.table).await else { return Ok(()) };
        let title = table.about().await?.title;
        Err(Refusal::new("C-23", message!("bridge-bound-already", title = title))
            .instead(message!("bridge-unbind-first")))
    }

    /// Binds the group by a code that the host made at the table.
    async fn bind(&mut self, code: &str, said: &Said) -> Result<(), Refusal> {
        if self.place.private {
            return Err(Refusal::new("C-23", message!("bridge-only-in-group")));
        }
        if code.is_empty() {
            return Err(Refusal::new("C-23", message!("bridge-bind-how")));
        }
        self.is_free().await?;
        let redeemed = self.redeem(code, true, said).await?;
        let table = self.shared.tables.table(redeemed.table).await?;
        let side = match redeemed.to {
            CodeFor::Side(seats) => seats,
            CodeFor::Group | CodeFor::Seat(_) => Vec::new(),
        };
        self.settle(&table, redeemed.by, &side, said).await?;
        let title = table.about().await?.title;
        self.language = table.about().await?.language.parse().unwrap_or(self.language);
        if side.is_empty() {
            self.tell(&message!("bridge-bound", title = title));
        } else {
            let seats = table.seats().await?;
            let names: Vec<_> = seats
                .iter()
                .filter(|seat| side.contains(&seat.seat))
                .map(|seat| message!("plain", text = seat.name.as_str()))
                .collect();
            self.tell(&message!("bridge-bound-side", title = title, seats = names));
        }
        Ok(())
    }

    /// Gives the group its place at a table, on behalf of a host.
    async fn settle(
        &mut self,
        table: &TableHandle,
        host: SeatId,
        side: &[SeatId],
        said: &Said,
    ) -> Result<(), Refusal> {
        let seat = match side.first() {
            Some(seat) => *seat,
            None => {
                let name = self.say(&message!("bridge-group-seat", group = self.place.id.as_str()));
                self.add_seat(table, host, &name, Role::Spectator, said, 10).await?
            }
        };
        let device = self.sit(table, host, seat, said, 30).await?;
        let told = Told::up_to(last_line(table, seat).await);
        let id = table.id();
        let bound = Bound { table: id, seat, device, side: side.to_vec(), host, told };
        self.read.remove(&id);
        self.waits.clear();
        self.shared.book.change_group(&self.place, |group| group.bound = Some(bound)).await;
        self.look().await;
        self.look_everywhere(id);
        Ok(())
    }

    /// Takes the group away from its table.
    async fn unbind(&mut self, said: &Said) -> Result<(), Refusal> {
        let Some(bound) = self.bound() else {
            return Err(Refusal::new("C-23", message!("bridge-not-bound")));
        };
        let person = self.person(&said.user);
        let sitting = self.shared.book.sitting(&person, bound.table);
        let table = self.shared.tables.table(bound.table).await;
        let host = match (&sitting, &table) {
            (Some(sitting), Ok(table)) => {
                let seats = table.seats().await?;
                seats.iter().any(|it| it.seat == sitting.seat && it.role == Role::Host)
            }
            _ => false,
        };
        if !host && !self.is_owner(said) {
            return Err(Refusal::new("C-23", message!("bridge-host-only")));
        }
        if let (Ok(table), true) = (table, bound.side.is_empty()) {
            // The seat goes with the group. If the host who made it is none any more, it stays empty.
            let seats = vec![bound.seat];
            let remove = TableLine::Table(TableCommand::RemoveSeats { seats });
            let id = self.shared.command_id(&self.place, &said.message, 40);
            let by = sitting.filter(|_| host).map_or(bound.host, |sitting| sitting.seat);
            let _ = table.command(by, id, remove).await;
        }
        self.shared.book.change_group(&self.place, |group| group.bound = None).await;
        self.watches.clear();
        self.read.clear();
        self.tell(&message!("bridge-unbound"));
        Ok(())
    }

    /// Seats somebody of the group, as a player or a spectator of their own.
    async fn join(&mut self, role: Role, said: &Said) -> Result<(), Refusal> {
        let Some(bound) = self.bound() else {
            let how = match self.place.private {
                true => message!("bridge-join-code"),
                false => message!("bridge-not-bound"),
            };
            return Err(Refusal::new("C-23", how));
        };
        let table = self.shared.tables.table(bound.table).await?;
        let person = self.person(&said.user);
        if let Some(name) = self.seat_name(&table, &said.user).await {
            // Whoever sat down elsewhere reads this group from now on.
            let home = (bound.side.is_empty()).then(|| self.place.id.clone());
            let change = |sitting: &mut Sitting| sitting.home = home.or(sitting.home.take());
            self.shared.book.change_sitting(&person, bound.table, change).await;
            self.tell_to(&said.user, &message!("bridge-joined-already", name = name));
            return Ok(());
        }
        if !bound.side.is_empty() {
            return Err(Refusal::new("C-23", message!("bridge-join-code")));
        }
        let seat = self.add_seat(&table, bound.host, &name_of(said), role, said, 50).await?;
        let device = self.sit(&table, bound.host, seat, said, 70).await?;
        self.seated(&table, seat, device, Some(self.place.id.clone()), said).await
    }

    /// Puts somebody on the seat that a code is for.
    async fn join_by_code(&mut self, code: &str, said: &Said) -> Result<(), Refusal> {
        let redeemed = self.redeem(code, false, said).await?;
        let CodeFor::Seat(seat) = redeemed.to else {
            return Err(Refusal::new("C-23", message!("bridge-join-code")));
        };
        let table = self.shared.tables.table(redeemed.table).await?;
        let device = self.sit(&table, redeemed.by, seat, said, 70).await?;
        let here = self.bound().filter(|it| it.table == redeemed.table && it.side.is_empty());
        let home = here.map(|_| self.place.id.clone());
        self.seated(&table, seat, device, home, said).await
    }

    /// Somebody sits.
    async fn seated(
        &mut self,
        table: &TableHandle,
        seat: SeatId,
        device: rules::Id,
        home: Option<String>,
        said: &Said,
    ) -> Result<(), Refusal> {
        let told = Told::up_to(last_line(table, seat).await);
        let id = table.id();
        let sitting = Sitting { table: id, seat, device, home, speaking_as: None, told };
        let person = self.person(&said.user);
        self.shared.book.seat(&person, sitting).await;
        self.listeners.retain(|(user, at, _), _| *user != said.user || *at != id);
        self.look().await;
        if !self.place.private {
            self.shared.tell(&person, crate::hub::Ask::Look);
        }
        let name = self.seat_name(table, &said.user).await.unwrap_or_else(|| said.name.clone());
        let title = table.about().await?.title;
        self.tell_to(&said.user, &message!("bridge-joined", name = name, title = title));
        Ok(())
    }

    /// Uses a code up; whoever guesses has few tries.
    async fn redeem(
        &mut self,
        code: &str,
        of_group: bool,
        said: &Said,
    ) -> Result<table::Redeemed, Refusal> {
        let person = self.person(&said.user);
        if !self.shared.guesses.may(&person) {
            return Err(Refusal::new("C-23", message!("bridge-guessing")));
        }
        let redeemed = self.shared.tables.redeem(code, of_group).await;
        if redeemed.is_err() {
            self.shared.guesses.count(person);
        }
        redeemed
    }

    /// Adds a seat; one of another name if the name is taken.
    async fn add_seat(
        &self,
        table: &TableHandle,
        host: SeatId,
        name: &str,
        role: Role,
        said: &Said,
        nth: u32,
    ) -> Result<SeatId, Refusal> {
        let mut refused = None;
        for number in 1..=NAMES {
            let id = self.shared.command_id(&self.place, &said.message, nth + number);
            let name = if number == 1 { name.to_owned() } else { format!("{name} {number}") };
            let add = TableLine::Table(TableCommand::AddSeat { name, role });
            match table.command(host, id, add).await {
                Ok(Answer::Seat { seat }) => return Ok(seat),
                Ok(
                    Answer::Done
                    | Answer::Link { .. }
                    | Answer::Note { .. }
                    | Answer::Picture { .. },
                ) => {
                    break;
                }
                Err(refusal) if refusal.what.id == "table-name-taken" => refused = Some(refusal),
                Err(refusal) => return Err(refusal),
            }
        }
        Err(refused.unwrap_or_else(|| Refusal::new("B-01", message!("bridge-gone"))))
    }

    /// Sits down on a seat by a link of its own, as a browser does, so that the host sees the device
    /// and can send it away.
    async fn sit(
        &self,
        table: &TableHandle,
        by: SeatId,
        seat: SeatId,
        said: &Said,
        nth: u32,
    ) -> Result<rules::Id, Refusal> {
        let id = |n| self.shared.command_id(&self.place, &said.message, nth + n);
        let link = TableLine::Table(TableCommand::LinkSeat { seat });
        let gone = || Refusal::new("B-02", message!("bridge-gone"));
        let (link, token) = match table.command(by, id(0), link).await? {
            Answer::Link { link, token: Some(token) } => (link, token),
            Answer::Link { .. }
            | Answer::Done
            | Answer::Seat { .. }
            | Answer::Note { .. }
            | Answer::Picture { .. } => return Err(gone()),
        };
        let entered = table.enter(&Token::presented(&token), None, id(1)).await?;
        // Nobody else has the link, and nobody is to.
        let revoke = TableLine::Table(TableCommand::RevokeLink { link });
        let _ = table.command(by, id(2), revoke).await;
        Ok(entered.device)
    }

    /// Speaks or is silent here.
    async fn switch_bot(&mut self, on: bool, said: &Said) -> Result<(), Refusal> {
        self.may_switch(said)?;
        let was_on = self.shared.book.group(&self.place).on;
        self.shared.book.change_group(&self.place, |group| group.on = on).await;
        let mut said = self.say(&if on { message!("bridge-on") } else { message!("bridge-off") });
        if let (true, false, Some(bound)) = (on, was_on, self.bound()) {
            let missed = self.skip_missed(&bound).await;
            if missed > 0 {
                let link = self.shared.link(bound.table);
                said.push('\n');
                said.push_str(&self.say(&speech::more(missed, link.as_deref())));
            }
            self.look().await;
        }
        self.push(Item::text(said));
        self.queue.hurry(Instant::now());
        Ok(())
    }

    /// The switches of a group at a table are for those who sit there.
    fn may_switch(&self, said: &Said) -> Result<(), Refusal> {
        let Some(bound) = self.bound() else { return Ok(()) };
        let sitting = self.shared.book.sitting(&self.person(&said.user), bound.table);
        match sitting.is_some() || self.is_owner(said) {
            true => Ok(()),
            false => Err(Refusal::new("C-23", message!("bridge-join-first"))),
        }
    }

    async fn switch_log(&mut self, how: Option<bool>, said: &Said) -> Result<(), Refusal> {
        if let Some(on) = how {
            self.may_switch(said)?;
            self.shared.book.change_group(&self.place, |group| group.log = on).await;
        }
        let on = self.shared.book.group(&self.place).log;
        self.tell(&if on { message!("bridge-log-on") } else { message!("bridge-log-off") });
        Ok(())
    }

    /// The seat somebody types from, at the table of this place.
    pub(super) fn sitting(&self, said: &Said) -> Result<Sitting, Refusal> {
        let person = self.person(&said.user);
        let sitting = match self.bound() {
            Some(bound) => self.shared.book.sitting(&person, bound.table),
            None => self.shared.book.sittings(&person).pop().filter(|_| self.place.private),
        };
        sitting.ok_or_else(|| Refusal::new("C-23", message!("bridge-join-first")))
    }

    async fn end_session(&mut self, said: &Said) -> Result<(), Refusal> {
        let sitting = self.sitting(said)?;
        let table = self.shared.tables.table(sitting.table).await?.of_device(sitting.device);
        let id = self.shared.command_id(&self.place, &said.message, 0);
        table.command(sitting.seat, id, TableLine::Table(TableCommand::EndSession)).await?;
        self.look_at(sitting.table, None, Some(sitting.seat)).await;
        self.queue.hurry(Instant::now());
        Ok(())
    }

    /// Says the log of the last session: in a group what everyone saw, in private what the person
    /// saw.
    async fn export_log(&mut self, said: &Said) -> Result<(), Refusal> {
        let sitting = self.sitting(said)?;
        let table = self.shared.tables.table(sitting.table).await?;
        // What the seats of a side group saw is not the same for all of them.
        let eyes = self.onlookers(&sitting);
        let (seat, among) = match eyes.as_deref() {
            Some([seat]) => (*seat, true),
            Some(_) | None => (sitting.seat, self.place.private),
        };
        let written = log(&self.shared.workers, &table, seat, Asked::default()).await?.as_text();
        let mut parts = speech::parts(&written);
        let link = self.shared.link(sitting.table);
        if parts.len() > LOG_PARTS {
            let left = parts[LOG_PARTS..].iter().map(|part| part.lines().count()).sum();
            parts.truncate(LOG_PARTS);
            parts.push(self.say(&speech::more(left, link.as_deref())));
        }
        for part in parts {
            match among {
                true => self.push(Item::text(part)),
                false => self.whisper(&said.user, part),
            }
        }
        if !among {
            self.tell_to(&said.user, &message!("bridge-told-privately"));
        }
        self.queue.hurry(Instant::now());
        Ok(())
    }
}

/// What somebody is called, as far as a table takes it.
fn name_of(said: &Said) -> String {
    let name: String = speech::one_line(&said.name).chars().take(NAME).collect();
    match name.trim() {
        "" => said.user.clone(),
        name => name.to_owned(),
    }
}

/// The number of the last line of a seat.
pub(super) async fn last_line(table: &TableHandle, seat: SeatId) -> u64 {
    let lines = table.lines(seat, None, 1).await.unwrap_or_default();
    lines.last().map_or(0, |line| line.n)
}
