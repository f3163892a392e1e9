//! The handlers of requests: what [`crate::TableHandle`] asks of a table's actor.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use rules::pack;
use rules::{
    Acts, AnyView, Id, Moving, Offer, PlayedRules, Quote, Refusal, Role, SeatId, Subject, Term,
    message,
};
use serde_json::Value as Json;

use crate::actor::{AGAIN, Actor, not_kept, not_read};
use crate::archive::without_open_seeds;
use crate::campaign::Campaign;
use crate::code::{self, CodeFor};
use crate::contain::{contained, failed};
use crate::deciding::sent_away;
use crate::event::LinkTo;
use crate::handle::{
    CastMember, Entered, Eyes, GameName, Glance, LineContext, OfferedPack, OfferedPacks, Sitting,
    Welcome,
};
use crate::packs::version_of;
use crate::play::may_play;
use crate::room::Seated;
use crate::store::{KeptPicture, StoreError};
use crate::token::TokenHash;
use crate::watchers::{Attached, Watchers};
use crate::{
    Answer, Bookmark, Command, CommandId, Farewell, NewPicture, NoteText, NumberedLine, PackSource,
    PictureForm, PictureHash, Record, SeatPart, Snapshot, TableCommand, TablePart, Token, picture,
};

type Parts = BTreeMap<String, Json>;

/// So long after its bytes were kept a picture may still get into the log.
const UPLOADING: SignedDuration = SignedDuration::from_hours(1);

impl Actor {
    /// Reads the log, if it is not read yet.
    pub async fn open(&mut self) -> Result<(), Refusal> {
        self.ready().await.map(|_| ())
    }

    pub async fn command(
        &mut self,
        (by, device): (SeatId, Option<Id>),
        id: CommandId,
        command: Command,
    ) -> Result<Answer, Refusal> {
        if let Some(answer) = self.answered(by, id).await? {
            return Ok(answer);
        }
        if let Some(fault) = &self.ready().await?.fault {
            return Err(
                Refusal::new("B-12", fault.clone()).instead(message!("table-broken-instead"))
            );
        }
        self.end_idle_session().await?;
        let pack = match &command {
            Command::Table(TableCommand::ChangePack { to, .. }) => {
                self.hosts(by)?;
                let own = self.ready().await?.history.game.clone();
                Some(self.packs.resolve(to, Some(&own))?)
            }
            Command::Table(_) | Command::Game(_) => None,
        };
        let (now, fresh) = (self.world.clock.now(), self.fresh()?);
        // The files of a picture that is thrown away go with it.
        let erased = match command {
            Command::Table(TableCommand::ErasePicture { .. }) => {
                Some(self.current().await?.room.picture_files())
            }
            Command::Table(_) | Command::Game(_) => None,
        };
        let decided = self
            .keep(|campaign| {
                // Another server may have accepted the very same command meanwhile.
                if campaign.room.answers.contains_key(&id) {
                    return Err(Refusal::new("B-11", message!("table-command-id-taken")));
                }
                let decided =
                    campaign.decide((by, device), id, (&command, pack.as_ref()), now, fresh)?;
                Ok((decided.record, decided.token))
            })
            .await;
        match decided {
            Ok((_, token)) => {
                if let Some(token) = token {
                    self.tokens.insert(id, token.reveal().to_owned());
                }
                if let Some(pictures) = erased {
                    self.erase_unwanted(&pictures).await;
                }
                // It is kept: whatever becomes of the store now, that is its answer.
                Ok(self.known_answer(by, id)?.unwrap_or(Answer::Done))
            }
            // Another server had accepted the very same command, or the store had kept it.
            Err(refusal) => match self.known_answer(by, id) {
                Ok(Some(answer)) => Ok(answer),
                _ => match self.answered(by, id).await {
                    Ok(Some(answer)) => Ok(answer),
                    _ => Err(refusal),
                },
            },
        }
    }

    /// The answer a command was given when it was accepted (B-11).
    pub async fn answered(&mut self, by: SeatId, id: CommandId) -> Result<Option<Answer>, Refusal> {
        if self.taken_back.contains(&id) {
            return Err(failed());
        }
        self.current().await?;
        self.known_answer(by, id)
    }

    /// The same, as far as the log was read.
    fn known_answer(&self, by: SeatId, id: CommandId) -> Result<Option<Answer>, Refusal> {
        let answers = self.campaign.as_ref().map(|campaign| &campaign.room.answers);
        let Some((seat, answer)) = answers.and_then(|answers| answers.get(&id)) else {
            return Ok(None);
        };
        if self.taken_back.contains(&id) {
            return Err(failed());
        }
        if seat.is_some_and(|seat| seat != by) {
            return Err(Refusal::new("B-11", message!("table-command-id-taken")));
        }
        let mut answer = answer.clone();
        if let Answer::Link { token, .. } = &mut answer {
            *token = self.tokens.get(&id).cloned();
        }
        Ok(Some(answer))
    }

    /// Only a host reads other rules; reading them is work.
    fn hosts(&self, by: SeatId) -> Result<(), Refusal> {
        let seat = self.campaign.as_ref().and_then(|campaign| campaign.room.seat(by));
        match seat.is_some_and(|seat| seat.role == Role::Host) {
            true => Ok(()),
            false => Err(Refusal::new("B-01", message!("table-host-only"))),
        }
    }

    /// What would come of moving to other rules, for a host (P-80).
    pub async fn moving(&mut self, by: SeatId, to: PackSource) -> Result<Moving, Refusal> {
        self.ready().await?;
        self.hosts(by)?;
        let own = self.ready().await?.history.game.clone();
        let pack = self.packs.resolve(&to, Some(&own))?;
        let campaign = self.ready().await?;
        contained(|| campaign.history.game.moving(&pack)).ok_or_else(failed)?
    }

    /// The rules of the table's family that it could move to, for a host.
    pub async fn offered(&mut self, by: SeatId) -> Result<OfferedPacks, Refusal> {
        self.ready().await?;
        self.hosts(by)?;
        let game = self.ready().await?.history.game.clone();
        let here = game.pack();
        let text = |key: &str| here.pointer(key).and_then(Json::as_str).unwrap_or_default();
        let (id, version) = (text("/id").to_owned(), text("/about/version").to_owned());
        let family = text("/family").to_owned();
        let all = self.packs.offered().into_iter();
        let packs = all.filter(|pack| pack.pack.get("family").is_some_and(|it| *it == *family));
        let packs = packs.map(|pack| OfferedPack {
            version: version_of(&pack.pack),
            choices: pack::choices(&pack.pack),
            differs: game.moving(&pack.pack).is_ok_and(|it| !it.differences.is_empty()),
            id: pack.id,
            name: pack.name,
        });
        let choices = pack::choices(&here);
        Ok(OfferedPacks { id, version, choices, packs: packs.collect() })
    }

    pub async fn quote(&mut self, by: SeatId, command: Json) -> Result<Quote, Refusal> {
        let campaign = self.ready().await?;
        let seat = campaign.seated(by)?.seat();
        may_play(campaign, seat)?;
        contained(|| campaign.history.game.quote(seat, &command)).ok_or_else(failed)?
    }

    /// Reads something of the table. If the program fails on the game, an empty game takes its place,
    /// and it is read again.
    async fn read<T>(
        &mut self,
        read: impl Fn(&Campaign, &Watchers) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        self.ready().await?;
        let Some(campaign) = &mut self.campaign else {
            return Err(sent_away());
        };
        if let Some(found) = contained(|| read(campaign, &self.watchers)) {
            return found;
        }
        campaign.break_down();
        contained(|| read(campaign, &self.watchers)).ok_or_else(failed)?
    }

    pub async fn look(&mut self, link: TokenHash) -> Result<Welcome, Refusal> {
        self.look_for(|campaign| campaign.link(&link).is_ok()).await;
        let campaign = self.ready().await?;
        let (name, role) = match campaign.link(&link)?.to {
            LinkTo::Seat(seat) => {
                let seated = campaign.seated(seat)?;
                (Some(seated.name.clone()), seated.role)
            }
            LinkTo::Anyone(role) => (None, role),
        };
        let room = &campaign.room;
        let host = room.hosts().next().map(|host| host.name.clone()).unwrap_or_default();
        let players = room.living().filter(|seat| seat.role == Role::Player);
        let players = players.map(|seat| seat.name.clone()).collect();
        let title = room.title.clone();
        let (game, cast) = (game_name(campaign), cast(campaign));
        Ok(Welcome { title, role, name, host, players, game, cast })
    }

    pub async fn glance(&mut self, by: SeatId) -> Result<Glance, Refusal> {
        self.read(|campaign, _| {
            let seat = campaign.seated(by)?.seat();
            let waits = campaign.seat_acts(seat).pushed().waits;
            Ok(Glance {
                title: campaign.room.title.clone(),
                game: game_name(campaign),
                waits: waits.into_iter().map(|wait| wait.words).collect(),
            })
        })
        .await
    }

    pub async fn enter(
        &mut self,
        link: TokenHash,
        name: Option<String>,
        id: CommandId,
    ) -> Result<Entered, Refusal> {
        self.look_for(|campaign| campaign.link(&link).is_ok()).await;
        let (now, fresh) = (self.world.clock.now(), self.fresh()?);
        let (_, entered) = self
            .keep(|campaign| {
                let (record, seat, device, token) =
                    campaign.enter(&link, name.as_deref(), id, now, fresh)?;
                let entered = Entered { seat, device, token };
                Ok((record, entered))
            })
            .await?;
        Ok(entered)
    }

    pub async fn knock(&mut self, link: TokenHash, name: String) -> Result<Token, Refusal> {
        self.look_for(|campaign| campaign.link(&link).is_ok()).await;
        let (now, fresh) = (self.world.clock.now(), self.fresh()?);
        Ok(self.keep(|campaign| campaign.knock(&link, &name, now, fresh)).await?.1)
    }

    pub async fn whoami(&mut self, device: TokenHash) -> Result<Sitting, Refusal> {
        self.look_for(|campaign| campaign.room.devices.contains_key(&device)).await;
        let campaign = self.ready().await?;
        let device = campaign.room.devices.get(&device).ok_or_else(sent_away)?;
        let seated = campaign.seated(device.seat)?;
        Ok(Sitting {
            seat: seated.id,
            name: seated.name.clone(),
            role: seated.role,
            device: device.id,
        })
    }

    pub async fn attach(
        &mut self,
        seat: SeatId,
        device: Option<Id>,
        bookmark: Option<Bookmark>,
    ) -> Result<(Snapshot, Attached), Refusal> {
        // Whoever comes from another node may have read there what was not heard of here yet.
        self.behind |= self.nodes.is_some();
        // A table can be read even while the store fails.
        let _ = self.end_idle_session().await;
        self.ready().await?;
        let Some(campaign) = &mut self.campaign else {
            return Err(sent_away());
        };
        let seated = campaign.sitting(seat, device)?.seat();
        let attached =
            contained(|| self.watchers.attach(campaign, seated, device, bookmark.as_ref()));
        if let Some(attached) = attached {
            return Ok(attached);
        }
        campaign.break_down();
        self.watchers.remove_closed();
        let attached =
            contained(|| self.watchers.attach(campaign, seated, device, bookmark.as_ref()));
        attached.ok_or_else(failed)
    }

    pub fn detach(&mut self, attachment: u64) {
        if let Some(campaign) = &self.campaign {
            self.watchers.detach(campaign, attachment);
        }
    }

    pub async fn lines(
        &mut self,
        seat: SeatId,
        before: Option<u64>,
        count: usize,
    ) -> Result<Vec<NumberedLine>, Refusal> {
        let campaign = self.ready().await?;
        let viewer = campaign.seated(seat)?.seat().viewer();
        Ok(campaign.lines.of(viewer).before(before, count))
    }

    pub async fn undone(&mut self, seat: SeatId) -> Result<BTreeSet<u64>, Refusal> {
        let campaign = self.ready().await?;
        let viewer = campaign.seated(seat)?.seat().viewer();
        let standing = campaign.history.standing();
        Ok(campaign.lines.of(viewer).of_game_without(&standing))
    }

    pub async fn view(&mut self, seat: SeatId) -> Result<Parts, Refusal> {
        let view = |campaign: &Campaign, watchers: &Watchers| {
            let seat = campaign.seated(seat)?.seat();
            let parts = campaign.view(seat, &watchers.presence(campaign));
            Ok(parts.into_iter().map(|(key, part)| (key, part.read())).collect())
        };
        self.read(view).await
    }

    pub async fn game_view(&mut self, seat: SeatId) -> Result<AnyView, Refusal> {
        let view = |campaign: &Campaign, _: &Watchers| {
            let seat = campaign.seated(seat)?.seat();
            Ok(campaign.history.game.view(seat.viewer()))
        };
        self.read(view).await
    }

    pub async fn played_rules(&mut self, seat: SeatId) -> Result<PlayedRules, Refusal> {
        let rules = |campaign: &Campaign, _: &Watchers| {
            campaign.seated(seat)?;
            Ok(campaign.history.game.played_rules())
        };
        self.read(rules).await
    }

    pub async fn line_context(
        &mut self,
        seat: SeatId,
        line: Option<CommandId>,
    ) -> Result<LineContext, Refusal> {
        let answered = match line {
            Some(id) => self.answered(seat, id).await?,
            None => None,
        };
        let context = |campaign: &Campaign, _: &Watchers| {
            let seat = campaign.seated(seat)?.seat();
            Ok(LineContext {
                answered: None,
                seat,
                seats: campaign.seats_part().seats,
                notes: campaign.notes_part(seat).map_or_else(Vec::new, |part| part.notes),
                pictures: campaign.pictures_part(seat).map_or_else(Vec::new, |part| part.pictures),
                desk: seat.is_host().then(|| campaign.host_desk()),
                view: campaign.history.game.view(seat.viewer()),
                acts: campaign.seat_acts(seat),
                rules: campaign.history.game.played_rules(),
            })
        };
        Ok(LineContext { answered, ..self.read(context).await? })
    }

    pub async fn view_as(&mut self, host: SeatId, eyes: Eyes) -> Result<Parts, Refusal> {
        let campaign = self.ready().await?;
        if campaign.seated(host)?.role != Role::Host {
            return Err(Refusal::new("B-31", message!("table-host-only")));
        }
        match eyes {
            Eyes::Seat(seat) => self.view(seat).await,
            Eyes::Spectator => {
                let view = |campaign: &Campaign, _: &Watchers| {
                    Ok(campaign.history.game.view(rules::Viewer::Spectator).parts())
                };
                self.read(view).await
            }
        }
    }

    pub async fn offers(
        &mut self,
        seat: SeatId,
        of: Option<Subject>,
    ) -> Result<Vec<Offer<Json>>, Refusal> {
        let offers = |campaign: &Campaign, _: &Watchers| {
            Ok(campaign.offers(campaign.seated(seat)?.seat(), of.as_ref()))
        };
        self.read(offers).await
    }

    pub async fn acts(&mut self, seat: SeatId) -> Result<Acts, Refusal> {
        let acts = |campaign: &Campaign, _: &Watchers| {
            Ok(campaign.seat_acts(campaign.seated(seat)?.seat()).pushed())
        };
        self.read(acts).await
    }

    pub async fn about(&mut self) -> Result<TablePart, Refusal> {
        self.ready().await.map(Campaign::table_part)
    }

    pub async fn seats(&mut self) -> Result<Vec<SeatPart>, Refusal> {
        self.ready().await.map(|campaign| campaign.seats_part().seats)
    }

    pub async fn removed(&mut self) -> Result<Vec<SeatPart>, Refusal> {
        let removed = self.ready().await?.room.gone.values();
        Ok(removed.map(Seated::part).collect())
    }

    pub async fn add_picture(
        &mut self,
        (by, device): (SeatId, Option<Id>),
        id: CommandId,
        new: NewPicture,
    ) -> Result<Answer, Refusal> {
        if let Some(answer) = self.answered(by, id).await? {
            return Ok(answer);
        }
        let now = self.world.clock.now();
        let campaign = self.current().await?;
        let seat = campaign.sitting(by, device)?.seat();
        picture::add(campaign, seat, campaign.new_id(id), &new)?;
        self.sweep_pictures(now).await;
        // The bytes are on disk before anything says so. If it ends here, they are swept later.
        let files = new.files();
        for (file, (_, bytes)) in [(files.whole, &new.whole), (files.small, &new.small)] {
            let kept = self.store.keep_picture(self.id, file.hash, bytes).await;
            kept.map_err(|fault| not_kept(&fault))?;
        }
        let decided = self
            .keep(|campaign| {
                if campaign.room.answers.contains_key(&id) {
                    return Err(Refusal::new("B-11", message!("table-command-id-taken")));
                }
                let seat = campaign.sitting(by, device)?.seat();
                let added = picture::add(campaign, seat, campaign.new_id(id), &new)?;
                let record = campaign.by_itself(now, vec![added]);
                Ok((Record { by: Some(by), command: Some(id), ..record }, ()))
            })
            .await;
        match (decided, self.known_answer(by, id)) {
            (_, Ok(Some(answer))) => Ok(answer),
            (Ok(_), _) => Ok(Answer::Done),
            (Err(refusal), _) => Err(refusal),
        }
    }

    /// Erases files that no picture has, and no upload is about to have: what a crash or another
    /// node has left.
    async fn sweep_pictures(&mut self, now: Timestamp) {
        let Some(campaign) = &self.campaign else { return };
        let wanted = campaign.room.picture_files();
        // What cannot be swept now is swept another time.
        let Ok(kept) = self.store.pictures(self.id).await else { return };
        let old = |kept: &KeptPicture| now.duration_since(kept.at) > UPLOADING;
        let left = kept.iter().filter(|it| !wanted.contains_key(&it.hash) && old(it));
        let left: Vec<PictureHash> = left.map(|it| it.hash).collect();
        if !left.is_empty() {
            let _ = self.store.erase_pictures(self.id, &left).await;
        }
    }

    /// Erases the files that were wanted and are no more.
    pub async fn erase_unwanted(&mut self, before: &BTreeMap<PictureHash, u64>) {
        let Some(campaign) = &self.campaign else { return };
        let wanted = campaign.room.picture_files();
        let gone = before.keys().filter(|hash| !wanted.contains_key(hash));
        let gone: Vec<PictureHash> = gone.copied().collect();
        if !gone.is_empty() {
            // What cannot be erased now is swept later.
            let _ = self.store.erase_pictures(self.id, &gone).await;
        }
    }

    pub async fn room_for_picture(&mut self, by: SeatId) -> Result<(), Refusal> {
        let campaign = self.ready().await?;
        campaign.room_for_picture(campaign.seated(by)?.seat(), 0)
    }

    pub async fn picture(
        &mut self,
        seat: SeatId,
        picture: Id,
        small: bool,
    ) -> Result<(PictureForm, Vec<u8>), Refusal> {
        // Another node may have been told of it.
        self.look_for(|campaign| campaign.room.picture(picture).is_some()).await;
        let find = |campaign: &Campaign, _: &Watchers| {
            let seat = campaign.seated(seat)?.seat();
            Ok(campaign.picture_for(seat, picture)?.files)
        };
        let unknown = || Refusal::new("B-43", message!("table-no-such-picture"));
        let files = self.read(find).await?.ok_or_else(unknown)?;
        let file = if small { files.small } else { files.whole };
        let bytes = self.store.picture(self.id, file.hash).await;
        let bytes = bytes.map_err(|fault| not_read(&fault))?.ok_or_else(unknown)?;
        Ok((file.form, bytes))
    }

    pub async fn pictures(&mut self) -> Result<BTreeMap<PictureHash, Vec<u8>>, Refusal> {
        let wanted = self.current().await?.room.picture_files();
        let mut pictures = BTreeMap::new();
        for hash in wanted.into_keys() {
            let bytes = self.store.picture(self.id, hash).await;
            if let Some(bytes) = bytes.map_err(|fault| not_read(&fault))? {
                pictures.insert(hash, bytes);
            }
        }
        Ok(pictures)
    }

    pub async fn note(&mut self, seat: SeatId, note: Id) -> Result<NoteText, Refusal> {
        let campaign = self.ready().await?;
        let seat = campaign.seated(seat)?.seat();
        campaign.note_for(seat, note).map(|note| campaign.note_text(note))
    }

    pub async fn notes(&mut self, seat: SeatId) -> Result<Vec<NoteText>, Refusal> {
        let campaign = self.ready().await?;
        Ok(campaign.note_texts(campaign.seated(seat)?.seat()))
    }

    pub async fn typing(&mut self, seat: SeatId, typing: bool) -> Result<(), Refusal> {
        self.ready().await?.seated(seat)?;
        if let Some(campaign) = &self.campaign {
            self.watchers.typing(campaign, seat, typing);
        }
        Ok(())
    }

    pub async fn host_link(&mut self) -> Result<Token, Refusal> {
        let (now, fresh) = (self.world.clock.now(), self.fresh()?);
        let none = || Refusal::new("B-05", message!("table-no-such-seat"));
        let decide = |campaign: &Campaign| campaign.host_link(now, fresh).ok_or_else(none);
        Ok(self.keep(decide).await?.1)
    }

    pub async fn export(&mut self) -> Result<Vec<Record>, Refusal> {
        self.current().await?;
        let records = self.store.load(self.id, 0).await;
        let mut records = records.map_err(|fault| not_read(&fault))?;
        without_open_seeds(&mut records);
        Ok(records)
    }

    /// Takes a seat's name and talk out of the log (B-76).
    pub async fn redact(&mut self, seat: SeatId, name: String) -> Result<(), Refusal> {
        let now = self.world.clock.now();
        self.rewrite(|campaign, records| campaign.redacted(records, seat, &name, now)).await
    }

    /// Takes what a command of a seat said out of the log (C-22).
    pub async fn unsay(&mut self, seat: SeatId, id: CommandId) -> Result<(), Refusal> {
        let now = self.world.clock.now();
        self.rewrite(|campaign, records| campaign.unsaid(records, seat, id, now)).await
    }

    /// A code for whoever sits at the table elsewhere (C-23).
    pub async fn code(&mut self, by: SeatId, to: CodeFor) -> Result<String, Refusal> {
        let campaign = self.ready().await?;
        code::may(campaign, by, &to)?;
        code::make(self, by, to).await
    }

    /// Writes the log anew.
    async fn rewrite(
        &mut self,
        change: impl Fn(&Campaign, Vec<Record>) -> Result<Vec<Record>, Refusal>,
    ) -> Result<(), Refusal> {
        for _ in 0..AGAIN {
            self.current().await?;
            let records = self.store.load(self.id, 0).await;
            let records = records.map_err(|fault| not_read(&fault))?;
            if records.len() as u64 != self.ready().await?.room.seq {
                // Written since by another process.
                self.behind = true;
                continue;
            }
            let records = change(self.ready().await?, records)?;
            match self.store.replace(self.id, &records).await {
                Ok(()) => {
                    let pictures = self.ready().await?.room.picture_files();
                    self.reload().await;
                    if !pictures.is_empty() && self.ready().await.is_ok() {
                        self.erase_unwanted(&pictures).await;
                    }
                    return Ok(());
                }
                Err(StoreError::Conflict) => self.behind = true,
                Err(fault) => return Err(not_kept(&fault)),
            }
        }
        Err(not_kept(&StoreError::Conflict))
    }

    /// Drops the table from memory: its log was rewritten or erased.
    pub async fn reload(&mut self) {
        if self.campaign.take().is_none() {
            return;
        }
        let gone = matches!(self.store.load(self.id, 0).await, Ok(log) if log.is_empty());
        self.watchers.farewell(if gone { Farewell::Deleted } else { Farewell::Rewritten });
    }

    pub async fn delete(&mut self) -> Result<bool, Refusal> {
        let deleted = self.store.delete(self.id).await;
        let deleted = deleted.map_err(|fault| not_kept(&fault))?;
        self.campaign = None;
        self.watchers.farewell(Farewell::Deleted);
        Ok(deleted)
    }
    pub async fn stop(&mut self) -> Result<(), Refusal> {
        self.watchers.farewell(Farewell::Stopping);
        Ok(())
    }
}

/// Who of the pack can be played at once. Every family's examples have an id and a sentence, and a
/// name of their own or on their sheet.
fn cast(campaign: &Campaign) -> Vec<CastMember> {
    let pack = campaign.history.game.pack();
    let term = |said: &Json| serde_json::from_value::<Term>(said.clone()).ok();
    let examples = pack["examples"].as_array().map(Vec::as_slice).unwrap_or_default();
    let member = |one: &Json| {
        Some(CastMember {
            id: one["id"].as_str()?.to_owned(),
            name: term(&one["name"]).or_else(|| term(&one["character"]["name"]))?,
            text: term(&one["text"])?,
        })
    };
    examples.iter().filter_map(member).collect()
}

/// Which game a table plays, as its pack says.
fn game_name(campaign: &Campaign) -> GameName {
    let pack = campaign.history.game.pack();
    let text = |key: &str| pack.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
    let term = |key: &str| {
        let said = pack.get(key).cloned();
        said.and_then(|said| serde_json::from_value(said).ok()).unwrap_or_else(|| Term::from(""))
    };
    GameName {
        family: campaign.room.family.clone(),
        pack: text("id"),
        name: term("name"),
        blurb: term("blurb"),
    }
}
