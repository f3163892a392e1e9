//! B-40: what a record changes is what is sent: after each event a table can have, pages that were
//! open show what a fresh look shows.

use std::collections::BTreeSet;
use std::sync::Arc;

use rules::{Audience, Decisions, Id, Role, SeatId};
use serde_json::{Value as Json, json};
use table::{
    Answer, CommandId, Event, MemoryStore, NewPicture, PackSource, PictureForm, Standing,
    TableCommand, TableEvent, Token, Voice,
};

use crate::group::{self, Group, Page, without_presence};

/// A table, and pages of its seats that stay open.
struct Watched {
    group: Group,
    pages: Vec<Page>,
}

impl Watched {
    async fn sit(pack: Json) -> Self {
        let group = Group::sit(Arc::new(MemoryStore::new()), pack).await;
        let mut pages = Vec::new();
        for seat in [group.host, group.ann, group.ben, group.eve] {
            pages.push(Page::open(&group.table, seat).await);
        }
        Self { group, pages }
    }

    /// Every page shows what it would show if it were opened now.
    async fn check(&mut self, after: &str) {
        for page in &mut self.pages {
            page.read();
            let fresh = self.group.table.view(page.seat).await.expect("a view");
            let shown = without_presence(page.parts.clone());
            assert_eq!(shown, without_presence(fresh), "{after}, seat {:?}", page.seat);
        }
    }

    async fn at_table(&mut self, by: SeatId, command: TableCommand) -> Answer {
        let what = format!("{command:?}");
        let done = self.group.at_table(by, command).await;
        let answer = done.unwrap_or_else(|why| panic!("{what}: {why:?}"));
        self.check(&what).await;
        answer
    }

    /// The same, when it ends the pages of a seat.
    async fn without(&mut self, seat: SeatId, command: TableCommand) {
        self.pages.retain(|page| page.seat != seat);
        self.at_table(self.group.host, command).await;
    }

    async fn game(&mut self, by: SeatId, command: Json) {
        let done = self.group.game(by, command.clone()).await;
        done.unwrap_or_else(|why| panic!("{command}: {why:?}"));
        self.check(&command.to_string()).await;
    }

    async fn picture(&mut self, name: &str) -> Id {
        let bytes = |size: &str| format!("{size} {name}").into_bytes();
        let picture = NewPicture {
            name: name.to_owned(),
            width: 40,
            height: 30,
            whole: (PictureForm::Jpeg, bytes("whole")),
            small: (PictureForm::Png, bytes("small")),
        };
        let (host, id) = (self.group.host, self.group.next_id());
        let added = self.group.table.add_picture(host, id, picture).await;
        self.check("a picture").await;
        match added {
            Ok(Answer::Picture { picture }) => picture,
            other => panic!("no picture: {other:?}"),
        }
    }

    async fn scene_id(&self) -> Id {
        let view = self.group.table.view(self.group.host).await.expect("a view");
        let id = view["table/desk"]["scenes"][0]["id"].clone();
        serde_json::from_value(id).expect("the id of a scene")
    }

    async fn happened(&self) -> BTreeSet<String> {
        let records = self.group.table.export().await.expect("an export");
        let events = records.iter().flat_map(|record| &record.events);
        let of_table = events.filter_map(|event| match event {
            Event::Table(event) => json!(event)["event"].as_str().map(str::to_owned),
            Event::Game(_) => None,
        });
        of_table.collect()
    }
}

fn note(title: &str, picture: Option<Id>) -> TableCommand {
    TableCommand::WriteNote {
        note: None,
        title: title.to_owned(),
        text: "写下来的".to_owned(),
        picture,
        to: Audience::Host,
        show: false,
    }
}

fn scene(title: &str, things: Vec<Json>, handouts: Vec<Id>) -> TableCommand {
    TableCommand::PrepareScene {
        scene: None,
        title: title.to_owned(),
        text: "楼梯转到第九圈。".to_owned(),
        notes: String::new(),
        things,
        handouts,
        standing: Standing::Ready,
    }
}

fn link(answer: &Answer) -> (Id, Token) {
    match answer {
        Answer::Link { link, token: Some(token) } => (*link, Token::presented(token)),
        other => panic!("no link: {other:?}"),
    }
}

#[tokio::test]
async fn b40_what_each_event_changes_is_what_open_pages_are_sent() {
    let mut at = Watched::sit(group::shipped("fate-condensed")).await;
    let [host, ann, ben, cai, _] = at.group.seats();
    let retitled =
        TableCommand::Change { title: Some("新".to_owned()), language: None, time_zone: None };
    at.at_table(host, retitled).await;
    at.at_table(host, TableCommand::AddSeat { name: "丹".to_owned(), role: Role::Player }).await;
    // Talk, dice and sessions.
    let (voice, text) = (Voice::OutOfCharacter, "嗨".to_owned());
    at.at_table(ann, TableCommand::Say { voice, text }).await;
    let (notation, audience) = ("1d6".to_owned(), Audience::All);
    at.at_table(ann, TableCommand::Roll { notation, audience, actor: None }).await;
    at.at_table(ann, TableCommand::SetSalt { salt: "盐".to_owned() }).await;
    at.at_table(ann, TableCommand::Pause { anonymous: true }).await;
    at.at_table(host, TableCommand::Resume).await;
    at.at_table(host, TableCommand::EndSession).await;
    at.at_table(host, TableCommand::BeginSession).await;
    // Pictures, notes and faces.
    let (face, plate) = (at.picture("自画像").await, at.picture("码头").await);
    let Answer::Note { note: shown } = at.at_table(host, note("名单", Some(plate))).await else {
        panic!("no note");
    };
    at.at_table(host, TableCommand::HandOut { note: shown, to: Audience::All }).await;
    let of_ann = TableCommand::RenameSeat { seat: host, name: "说书人".to_owned() };
    at.at_table(host, of_ann).await;
    at.game(ann, json!({ "do": "take-example", "example": "hunter" })).await;
    let view = at.group.table.view(ann).await.expect("a view");
    let own = view.keys().find(|key| key.starts_with("character/")).expect("a character").clone();
    at.at_table(host, TableCommand::SetFace { of: own.clone(), picture: Some(face) }).await;
    at.at_table(host, TableCommand::Undo).await;
    at.at_table(host, TableCommand::Redo).await;
    // The desk: a scene with a thing of the library and a handout, started, undone, thrown away.
    let view = at.group.table.view(host).await.expect("a view");
    let thing = view["table/library"]["things"][0]["thing"].clone();
    at.at_table(host, TableCommand::Shelve { thing: thing.clone() }).await;
    at.at_table(host, scene("灯塔", vec![thing.clone()], vec![shown])).await;
    let first = at.scene_id().await;
    at.at_table(host, scene("码头", Vec::new(), Vec::new())).await;
    at.at_table(host, TableCommand::PlaceScene { scene: first, at: 1 }).await;
    at.at_table(host, TableCommand::PlaceScene { scene: first, at: 0 }).await;
    at.at_table(host, TableCommand::StartScene { scene: first }).await;
    at.at_table(host, TableCommand::Undo).await;
    at.at_table(host, TableCommand::Redo).await;
    // By other rules the library is another, and a thing that is kept may not fit.
    let text = "extends = \"fate-condensed\"\nid = \"mine\"\nedition = 2\nversion = \"2.0\"\n\
        unset = [\"library\", \"examples\"]\n";
    let to = PackSource::Text(text.to_owned());
    at.at_table(host, TableCommand::ChangePack { to, decisions: Decisions::new() }).await;
    at.at_table(host, TableCommand::Undo).await;
    at.at_table(host, TableCommand::EraseNote { note: shown }).await;
    at.at_table(host, TableCommand::DropScene { scene: first }).await;
    let view = at.group.table.view(host).await.expect("a view");
    let kept = serde_json::from_value(view["table/desk"]["shelf"][0]["id"].clone());
    at.at_table(host, TableCommand::Unshelve { id: kept.expect("an id") }).await;
    at.at_table(host, note("地图", Some(plate))).await;
    at.at_table(host, TableCommand::ErasePicture { picture: plate }).await;
    at.at_table(host, TableCommand::ErasePicture { picture: face }).await;
    // Links, devices and seats.
    let invited = at.at_table(host, TableCommand::Invite { role: Role::Player }).await;
    let (link, invite) = link(&invited);
    at.group.table.knock(&invite, "本".to_owned()).await.expect("somebody is called that");
    at.check("a knock").await;
    at.at_table(host, TableCommand::Nod { seat: ben, yes: true }).await;
    let id = CommandId::numbered(900);
    let entered = at.group.table.enter(&invite, Some("乙".to_owned()), id).await.expect("let in");
    at.check("a seat of their own").await;
    at.at_table(host, TableCommand::RevokeDevice { device: entered.device }).await;
    at.at_table(host, TableCommand::RevokeLink { link }).await;
    at.without(ann, TableCommand::SetRole { seat: ann, role: Role::Host }).await;
    at.without(ben, TableCommand::RevokeSeat { seat: ben }).await;
    at.without(cai, TableCommand::RemoveSeats { seats: vec![cai] }).await;
    // Every event has happened, but for those that nobody watches: pages are closed by them.
    let unknown = serde_json::from_value::<TableEvent>(json!({ "event": "?" })).unwrap_err();
    let unknown = unknown.to_string();
    let all = unknown.split("expected one of").nth(1).expect("a list of events");
    let all = all.split('`').skip(1).step_by(2);
    let mut missing: BTreeSet<&str> = all.collect();
    let happened = at.happened().await;
    missing.retain(|event| !happened.contains(*event));
    assert_eq!(missing, BTreeSet::from(["imported", "redacted"]));
}
