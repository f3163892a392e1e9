//! B-01 … B-05: who may do what, and how they come in.

use std::collections::BTreeSet;
use std::sync::Arc;

use rules::{Audience, Decisions, Id, Role};
use serde_json::json;
use table::{Answer, CommandId, Farewell, MemoryStore, PackSource, TableCommand, Token, Voice};

use crate::group::{self, Group, Page};

async fn group() -> Group {
    Group::sit(Arc::new(MemoryStore::new()), group::toy()).await
}

fn token(answer: Answer) -> (Id, Token) {
    match answer {
        Answer::Link { link, token: Some(token) } => (link, Token::presented(&token)),
        other => panic!("no link: {other:?}"),
    }
}

#[tokio::test]
async fn b02_an_open_invitation_makes_a_seat_for_each_who_gives_a_name() {
    let mut group = group().await;
    let invite = TableCommand::Invite { role: Role::Player };
    let (link, invite) = token(group.at_table(group.host, invite).await.unwrap());
    let seats = group.table.seats().await.unwrap().len();
    let welcome = group.table.look(&invite).await.unwrap();
    assert_eq!((welcome.title.as_str(), welcome.name), ("雾港夜话", None));
    assert_eq!(group.table.seats().await.unwrap().len(), seats, "looking does not join");
    let nameless = group.table.enter(&invite, None, CommandId::numbered(900)).await;
    assert_eq!(nameless.unwrap_err().what.id, "table-name-needed");
    let enter = |name: &str, id| {
        let (table, invite) = (group.table.clone(), invite.clone());
        let name = Some(name.to_owned());
        async move { table.enter(&invite, name, CommandId::numbered(id)).await }
    };
    let dan = enter("丹", 901).await.unwrap();
    let again = enter("丹", 901).await.unwrap();
    assert_eq!(dan.seat, again.seat, "a lost answer makes no second seat");
    assert_ne!(dan.token, again.token);
    assert_eq!(group.table.whoami(&again.token).await.unwrap().name, "丹");
    assert_eq!(enter("丹", 902).await.unwrap_err().what.id, "table-name-taken");
    let fay = enter("菲", 903).await.unwrap();
    assert_ne!(fay.seat, dan.seat);
    let sitting = group.table.whoami(&fay.token).await.unwrap();
    assert_eq!((sitting.seat, sitting.role), (fay.seat, Role::Player));
    group.at_table(group.host, TableCommand::RevokeLink { link }).await.unwrap();
    let late = group.table.enter(&invite, Some("晚".to_owned()), CommandId::numbered(904)).await;
    assert_eq!(late.unwrap_err().what.id, "table-link-wrong");
    assert!(group.table.whoami(&fay.token).await.is_ok(), "who sits keeps sitting");
}

#[tokio::test]
async fn b02_a_personal_link_opens_its_seat_on_several_devices() {
    let mut group = group().await;
    let ann = group.ann;
    let (_, link) = token(group.at_table(ann, TableCommand::LinkSeat { seat: ann }).await.unwrap());
    let welcome = group.table.look(&link).await.unwrap();
    assert_eq!(welcome.name.as_deref(), Some("安"));
    let phone = group.table.enter(&link, None, CommandId::numbered(900)).await.unwrap();
    let desk = group.table.enter(&link, None, CommandId::numbered(901)).await.unwrap();
    assert_eq!((phone.seat, desk.seat), (ann, ann));
    assert_ne!(phone.device, desk.device);
    let wrong = group.table.look(&Token::presented("guess")).await;
    assert_eq!(wrong.unwrap_err().what.id, "table-link-wrong");
    let log = serde_json::to_string(&group.table.export().await.unwrap()).unwrap();
    for secret in [&link, &phone.token, &desk.token, &group.host_link] {
        assert!(!log.contains(secret.reveal()), "only hashes are kept");
        assert_eq!(secret.reveal().len(), 32);
    }
}

#[tokio::test]
async fn b02_revoking_closes_what_is_open() {
    let mut group = group().await;
    let (host, ann) = (group.host, group.ann);
    let (_, link) =
        token(group.at_table(host, TableCommand::LinkSeat { seat: ann }).await.unwrap());
    let phone = group.table.enter(&link, None, CommandId::numbered(900)).await.unwrap();
    let desk = group.table.enter(&link, None, CommandId::numbered(901)).await.unwrap();
    let (_, mut on_phone) = group.table.attach(ann, Some(phone.device), None).await.unwrap();
    let (_, mut on_desk) = group.table.attach(ann, Some(desk.device), None).await.unwrap();
    let revoke = TableCommand::RevokeDevice { device: phone.device };
    group.at_table(ann, revoke).await.unwrap();
    assert_eq!(on_phone.next().await.expect_err("sent away"), Farewell::Revoked);
    assert!(group.table.whoami(&phone.token).await.is_err());
    assert!(group.table.attach(ann, Some(phone.device), None).await.is_err());
    assert!(on_desk.ready().is_none(), "the other device stays");
    group.at_table(host, TableCommand::RevokeSeat { seat: ann }).await.unwrap();
    assert_eq!(on_desk.next().await.expect_err("sent away"), Farewell::Revoked);
    assert!(group.table.look(&link).await.is_err());
}

#[tokio::test]
async fn b05_hosts_are_added_handed_over_and_never_lost() {
    let mut group = group().await;
    let (host, ann) = (group.host, group.ann);
    let role = |seat, role| TableCommand::SetRole { seat, role };
    let last = group.at_table(host, role(host, Role::Player)).await;
    assert_eq!(Group::why(last), ("B-05".into(), "table-last-host".into()));
    group.trap(3).await.unwrap();
    let (_, mut frames) = group.table.attach(ann, None, None).await.unwrap();
    group.at_table(host, role(ann, Role::Host)).await.unwrap();
    assert_eq!(frames.next().await.expect_err("attach again"), Farewell::RoleChanged);
    let page = Page::open(&group.table, ann).await;
    assert!(page.parts.contains_key("trap") && page.list == "host");
    group.at_table(ann, role(host, Role::Spectator)).await.unwrap();
    let view = group.table.view(host).await.unwrap();
    assert!(!view.contains_key("trap") && !view.contains_key("table/links"));
    assert!(group.table.host_link().await.is_ok(), "the server's owner can always let one in");
}

#[tokio::test]
async fn b01_each_command_by_each_role() {
    let group = group().await;
    let [host, ann, ben, _, eve] = group.seats();
    let say = |voice| TableCommand::Say { voice, text: "嗨".to_owned() };
    let roll =
        TableCommand::Roll { notation: "1d6".to_owned(), audience: Audience::All, actor: None };
    let by_hand = TableCommand::RollByHand {
        notation: "1d6".to_owned(),
        faces: vec![3],
        audience: Audience::All,
        actor: None,
    };
    let tick = json!({ "do": "tick", "segments": 1 });
    let played_by_hand = TableCommand::PlayByHand { faces: Vec::new(), command: tick };
    let rename = |seat| TableCommand::RenameSeat { seat, name: "新名".to_owned() };
    let change =
        TableCommand::Change { title: Some("新".to_owned()), language: None, time_zone: None };
    let links = group.table.view(host).await.unwrap()["table/links"]["links"][0]["link"].clone();
    let host_link = serde_json::from_value(links).unwrap();
    let other_rules = TableCommand::ChangePack {
        to: PackSource::Text("family = \"toy\"\nsegments = 9\n".to_owned()),
        decisions: Decisions::new(),
    };
    // Command, then whether host, player and spectator may.
    let rules = [
        (change, [true, false, false]),
        (other_rules, [true, false, false]),
        (TableCommand::AddSeat { name: "丹".to_owned(), role: Role::Player }, [true, false, false]),
        (rename(ben), [true, false, false]),
        (TableCommand::SetRole { seat: ben, role: Role::Host }, [true, false, false]),
        (TableCommand::Invite { role: Role::Spectator }, [true, false, false]),
        (TableCommand::Invite { role: Role::Host }, [false, false, false]),
        (TableCommand::LinkSeat { seat: ben }, [true, false, false]),
        (TableCommand::RevokeSeat { seat: ben }, [true, false, false]),
        (TableCommand::RemoveSeats { seats: vec![ben] }, [true, false, false]),
        (TableCommand::CloseDoor { sweep: true }, [true, false, false]),
        (say(Voice::OutOfCharacter), [true, true, true]),
        (say(Voice::InCharacter { name: None }), [true, true, false]),
        (say(Voice::Narration), [true, true, false]),
        (say(Voice::Whisper { to: [host].into() }), [true, true, true]),
        (roll, [true, true, false]),
        (by_hand, [true, true, false]),
        (played_by_hand, [true, true, false]),
        (TableCommand::SetSalt { salt: "盐".to_owned() }, [true, true, false]),
        (TableCommand::BeginSession, [true, false, false]),
        (TableCommand::EndSession, [true, false, false]),
        (TableCommand::Undo, [true, false, false]),
        (TableCommand::Redo, [false, false, false]),
        (TableCommand::TakeBack, [false, true, false]),
        (TableCommand::RevokeLink { link: host_link }, [true, false, false]),
        (TableCommand::RevokeDevice { device: Id::from_bits(1) }, [false, false, false]),
        (TableCommand::RewindTo { point: 1 }, [true, false, false]),
        (TableCommand::Pause { anonymous: false }, [true, true, true]),
        (TableCommand::Resume, [false, false, false]),
        // Nobody asks here: the next test has somebody who does.
        (TableCommand::Nod { seat: ben, yes: true }, [false, false, false]),
        (
            TableCommand::WriteNote {
                note: None,
                title: "名单".to_owned(),
                text: String::new(),
                picture: None,
                to: Audience::All,
                show: true,
            },
            [true, true, false],
        ),
        // Of things that are not there: `notebook.rs` has those that are.
        (TableCommand::EraseNote { note: Id::from_bits(1) }, [false, false, false]),
        (
            TableCommand::HandOut { note: Id::from_bits(1), to: Audience::All },
            [false, false, false],
        ),
        (desk_scene("灯塔"), [true, false, false]),
        // Of scenes and things that are not there: `desk.rs` has those that are.
        (TableCommand::PlaceScene { scene: Id::from_bits(1), at: 0 }, [false, false, false]),
        (TableCommand::DropScene { scene: Id::from_bits(1) }, [false, false, false]),
        (TableCommand::StartScene { scene: Id::from_bits(1) }, [false, false, false]),
        (TableCommand::Bring { thing: json!({}), to: None }, [false, false, false]),
        (TableCommand::Shelve { thing: json!({}) }, [false, false, false]),
        (TableCommand::Unshelve { id: Id::from_bits(1) }, [false, false, false]),
        (TableCommand::ErasePicture { picture: Id::from_bits(1) }, [false, false, false]),
        (TableCommand::SetFace { of: "scene/夜".to_owned(), picture: None }, [true, false, false]),
    ];
    let known =
        serde_json::from_value::<TableCommand>(json!({ "do": "?" })).unwrap_err().to_string();
    let known = known.split("expected one of").nth(1).unwrap().split('`').skip(1).step_by(2);
    let known: BTreeSet<&str> = known.collect();
    let rows: Vec<serde_json::Value> = rules.iter().map(|(command, _)| json!(command)).collect();
    let named: BTreeSet<&str> = rows.iter().filter_map(|row| row["do"].as_str()).collect();
    assert_eq!(named, known, "every command has its row");
    for (command, allowed) in rules {
        for (place, may) in allowed.into_iter().enumerate() {
            // A new table each time: one that something has happened at.
            let mut group = Group::sit(Arc::new(MemoryStore::new()), group::toy()).await;
            group.tick(ann, 1).await.unwrap();
            // With a door to close, and a second link for the host to come back by (B-05).
            group.at_table(host, TableCommand::Invite { role: Role::Player }).await.unwrap();
            group.at_table(host, TableCommand::LinkSeat { seat: host }).await.unwrap();
            let by = [host, ann, eve][place];
            let done = group.at_table(by, command.clone()).await;
            assert_eq!(done.is_ok(), may, "{command:?} by {place}: {done:?}");
        }
    }
    let mut group = group;
    let tick = group.tick(eve, 1).await;
    assert_eq!(Group::why(tick).1, "table-spectators-look");
    assert!(group.table.offers(eve, None).await.unwrap().is_empty());
    assert!(group.at_table(ann, rename(ann)).await.is_ok(), "one's own name");
    assert!(group.at_table(ann, TableCommand::LinkSeat { seat: ann }).await.is_ok(), "one's own");
    // What was undone can be done again, by the host alone.
    group.tick(ann, 1).await.unwrap();
    group.at_table(host, TableCommand::Undo).await.unwrap();
    for (seat, may) in [(ann, false), (eve, false), (host, true)] {
        assert_eq!(group.at_table(seat, TableCommand::Redo).await.is_ok(), may);
    }
    // A device is sent away by its own seat or by the host.
    for (seat, may) in [(ann, false), (eve, false), (ben, true), (host, true)] {
        let link = group.at_table(ben, TableCommand::LinkSeat { seat: ben }).await.unwrap();
        let id = group.next_id();
        let device = group.table.enter(&token(link).1, None, id).await.unwrap().device;
        let revoke = TableCommand::RevokeDevice { device };
        assert_eq!(group.at_table(seat, revoke).await.is_ok(), may);
    }
}

#[tokio::test]
async fn b31_the_host_looks_through_other_eyes() {
    use table::Eyes;
    let mut group = group().await;
    let (host, ann) = (group.host, group.ann);
    group.trap(3).await.unwrap();
    let seen = group.table.view_as(host, Eyes::Seat(ann)).await.unwrap();
    assert_eq!(seen, group.table.view(ann).await.unwrap());
    let seen = group.table.view_as(host, Eyes::Spectator).await.unwrap();
    assert!(seen.contains_key("clock") && !seen.contains_key("trap"));
    assert!(group.table.view_as(ann, Eyes::Seat(host)).await.is_err());
}

#[tokio::test]
async fn b42_presence_and_typing_are_shown_and_not_logged() {
    let group = group().await;
    let (ann, ben) = (group.ann, group.ben);
    let log = group.table.export().await.unwrap();
    let mut page = Page::open(&group.table, ann).await;
    assert_eq!(page.parts["table/presence"]["here"], json!([ann]));
    let there = Page::open(&group.table, ben).await;
    page.read();
    assert_eq!(page.parts["table/presence"]["here"], json!([ann, ben]));
    group.table.typing(ben, true).await.unwrap();
    page.read();
    assert_eq!(page.parts["table/presence"]["typing"], json!([ben]));
    drop(there);
    group.table.seats().await.unwrap();
    page.read();
    assert_eq!(page.parts["table/presence"], json!({ "here": [ann], "typing": [] }));
    assert_eq!(group.table.export().await.unwrap(), log);
}

#[tokio::test]
async fn b40_a_slow_reader_is_let_go_and_resumes() {
    let mut group = group().await;
    let (ann, ben) = (group.ann, group.ben);
    let mut slow = Page::open(&group.table, ben).await;
    for number in 0..400 {
        group.say(ann, &format!("第 {number} 句")).await.unwrap();
    }
    slow.read();
    let frames = slow.frames.as_mut().expect("it was attached");
    assert_eq!(frames.next().await.expect_err("let go"), Farewell::TooSlow);
    slow.attach(&group.table).await;
    assert_eq!(slow.lines, group.lines(ben).await);
}

#[tokio::test]
async fn b45_anyone_pauses_even_without_a_name() {
    let mut group = group().await;
    let (host, ann, eve) = (group.host, group.ann, group.eve);
    group.at_table(eve, TableCommand::Pause { anonymous: true }).await.unwrap();
    let line = group.lines(host).await.pop().unwrap();
    assert_eq!((line.by, line.line.message.id.as_ref()), (None, "table-paused"));
    let log = group.table.export().await.unwrap();
    assert_eq!(log.last().unwrap().by, None, "not even the log knows");
    let refused = group.tick(ann, 1).await;
    assert_eq!(Group::why(refused), ("B-45".into(), "table-is-paused".into()));
    assert!(group.table.offers(ann, None).await.unwrap().is_empty());
    group.say(ann, "换个话题吧").await.unwrap();
    group.at_table(host, TableCommand::Resume).await.unwrap();
    group.tick(ann, 1).await.unwrap();
}

#[tokio::test]
async fn b41_whispers_reach_only_those_meant_and_the_host() {
    let mut group = group().await;
    let [host, ann, ben, _, eve] = group.seats();
    let whisper = TableCommand::Say {
        voice: Voice::Whisper { to: [ben].into() },
        text: "别告诉别人".to_owned(),
    };
    group.at_table(ann, whisper).await.unwrap();
    for (seat, hears) in [(host, true), (ann, true), (ben, true), (eve, false)] {
        let told = group.told(seat).await;
        assert_eq!(told.iter().any(|id| id == "table-whispered"), hears);
    }
    let secret =
        TableCommand::Roll { notation: "1d6".to_owned(), audience: Audience::Host, actor: None };
    group.at_table(ann, secret).await.unwrap();
    let last = |lines: Vec<table::NumberedLine>| lines.last().unwrap().line.as_ref().clone();
    assert!(last(group.lines(host).await).roll.is_some());
    let unseen = last(group.lines(ann).await);
    assert_eq!((unseen.message.id.as_ref(), unseen.roll), ("table-rolled-unseen", None));
    assert_ne!(last(group.lines(ben).await).message.id, "table-rolled-unseen");
}

/// A scene with nothing in it, as a host prepares it.
fn desk_scene(title: &str) -> TableCommand {
    TableCommand::PrepareScene {
        scene: None,
        title: title.to_owned(),
        text: String::new(),
        notes: String::new(),
        things: Vec::new(),
        handouts: Vec::new(),
        standing: table::Standing::Ready,
    }
}
