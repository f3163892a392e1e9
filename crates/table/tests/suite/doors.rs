//! B-02, B-05: what a stranger with an invitation cannot do to a table, and what its host can do
//! about them.

use std::sync::Arc;

use jiff::SignedDuration;
use rules::{Id, Refusal, Role};
use table::{
    Answer, CodeFor, Command, CommandId, Entered, MemoryStore, TableCommand, TableHandle, Token,
    Voice,
};

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

async fn invitation(group: &mut Group) -> (Id, Token) {
    token(group.at_table(group.host, TableCommand::Invite { role: Role::Player }).await.unwrap())
}

async fn enter(table: &TableHandle, link: &Token, name: &str, id: u64) -> Result<Entered, Refusal> {
    table.enter(link, Some(name.to_owned()), CommandId::numbered(id)).await
}

fn why<T: std::fmt::Debug>(refused: Result<T, Refusal>) -> String {
    refused.expect_err("refused").what.id.into_owned()
}

#[tokio::test]
async fn b11_an_entry_asked_for_again_is_the_same_seat_only_for_a_minute() {
    let mut group = group().await;
    let (_, invite) = invitation(&mut group).await;
    let first = enter(&group.table, &invite, "丹", 900).await.unwrap();
    group.clock.pass(SignedDuration::from_secs(50));
    let again = enter(&group.table, &invite, "丹", 900).await.unwrap();
    assert_eq!(again.seat, first.seat);
    group.clock.pass(SignedDuration::from_secs(20));
    assert_eq!(why(enter(&group.table, &invite, "丹", 900).await), "table-entered-already");
    let (_, other) = invitation(&mut group).await;
    let fay = enter(&group.table, &invite, "菲", 901).await.unwrap();
    let by_other = enter(&group.table, &other, "菲", 901).await;
    assert!(by_other.is_err(), "another link is another door: {by_other:?}");
    assert!(group.table.whoami(&fay.token).await.is_ok());
}

#[tokio::test]
async fn b02_the_id_of_an_entry_does_not_undo_a_kick() {
    let mut group = group().await;
    let (_, invite) = invitation(&mut group).await;
    let dan = enter(&group.table, &invite, "丹", 900).await.unwrap();
    group.at_table(group.host, TableCommand::RevokeSeat { seat: dan.seat }).await.unwrap();
    assert_eq!(why(enter(&group.table, &invite, "丹", 900).await), "table-entered-already");
}

#[tokio::test]
async fn b02_nothing_in_an_exported_file_opens_a_seat() {
    let mut group = group().await;
    let (_, invite) = invitation(&mut group).await;
    let dan = enter(&group.table, &invite, "丹", 900).await.unwrap();
    let role = TableCommand::SetRole { seat: dan.seat, role: Role::Host };
    group.at_table(group.host, role).await.unwrap();
    let log = group.table.export().await.unwrap();
    let ids: Vec<CommandId> = log.iter().filter_map(|record| record.command).collect();
    assert!(!ids.contains(&CommandId::numbered(900)), "the id that was sent is not kept");
    let seats = group.table.seats().await.unwrap().len();
    for (number, id) in ids.into_iter().enumerate() {
        let name = Some(format!("贼 {number}"));
        if let Ok(entered) = group.table.enter(&invite, name, id).await {
            let sitting = group.table.whoami(&entered.token).await.unwrap();
            assert_eq!(sitting.role, Role::Player, "a stranger's own seat");
            assert_ne!(entered.seat, dan.seat);
        }
    }
    assert!(group.table.seats().await.unwrap().len() > seats);
    // On another server the same ids are worth no more.
    let copy = group.tables.import(&log).await.unwrap();
    let link = copy.host_link().await.unwrap();
    let host = copy.enter(&link, None, CommandId::numbered(1_000)).await.unwrap();
    let open = table::Command::Table(TableCommand::Invite { role: Role::Player });
    let open = copy.command(host.seat, CommandId::numbered(1_001), open).await.unwrap();
    let there = enter(&copy, &token(open).1, "丹", 900).await;
    assert!(there.as_ref().map_or(true, |entered| entered.seat != dan.seat), "{there:?}");
}

#[tokio::test]
async fn b02_an_invitation_lets_in_only_so_many_a_minute() {
    let mut group = group().await;
    let (_, invite) = invitation(&mut group).await;
    let mut came = 0;
    let refused = loop {
        match enter(&group.table, &invite, &format!("客 {came}"), 900 + came).await {
            Ok(_) => came += 1,
            Err(refusal) => break refusal,
        }
    };
    assert_eq!((refused.what.id.as_ref(), came), ("table-link-busy", 20));
    let (_, other) = invitation(&mut group).await;
    enter(&group.table, &other, "另一扇门", 800).await.unwrap();
    group.clock.pass(SignedDuration::from_secs(61));
    enter(&group.table, &invite, "晚到的", 801).await.unwrap();
}

#[tokio::test]
async fn b01_only_living_seats_fill_a_table() {
    let mut group = group().await;
    let host = group.host;
    let mut added = Vec::new();
    let full = loop {
        let name = format!("座 {}", added.len());
        match group.at_table(host, TableCommand::AddSeat { name, role: Role::Player }).await {
            Ok(Answer::Seat { seat }) => added.push(seat),
            Ok(other) => panic!("no seat: {other:?}"),
            Err(refusal) => break refusal,
        }
    };
    assert_eq!(full.what.id, "table-full");
    // The host's own phone needs no seat.
    let phone = group.at_table(host, TableCommand::LinkSeat { seat: host }).await.unwrap();
    group.table.enter(&token(phone).1, None, CommandId::numbered(90_000)).await.unwrap();
    group.at_table(host, TableCommand::RevokeSeat { seat: added[0] }).await.unwrap();
    let more = TableCommand::AddSeat { name: "补位".to_owned(), role: Role::Player };
    group.at_table(host, more).await.unwrap();
    let more = TableCommand::AddSeat { name: "再补".to_owned(), role: Role::Player };
    assert_eq!(why(group.at_table(host, more).await), "table-full");
    // One who was sent away and is let in again lives again.
    let back = group.at_table(host, TableCommand::LinkSeat { seat: added[0] }).await;
    assert_eq!(why(back), "table-full");
}

#[tokio::test]
async fn b05_a_seat_keeps_its_last_devices_and_links() {
    let mut group = group().await;
    let ann = group.ann;
    let link = group.at_table(ann, TableCommand::LinkSeat { seat: ann }).await.unwrap();
    let (_, link) = token(link);
    let mut devices = Vec::new();
    for number in 0..12 {
        devices
            .push(group.table.enter(&link, None, CommandId::numbered(900 + number)).await.unwrap());
    }
    for (number, device) in devices.iter().enumerate() {
        let sits = group.table.whoami(&device.token).await.is_ok();
        assert_eq!(sits, number >= 4, "device {number}");
    }
    for _ in 0..60 {
        group.at_table(ann, TableCommand::LinkSeat { seat: ann }).await.unwrap();
    }
    let links = group.table.view(group.host).await.unwrap()["table/links"]["links"].clone();
    let links = links.as_array().unwrap();
    let hers = links.iter().filter(|link| link["seat"] == serde_json::json!(ann)).count();
    assert_eq!(hers, 20);
}

#[tokio::test]
async fn b05_the_last_host_is_not_locked_out_by_their_own_hand() {
    let mut group = group().await;
    let (host, ann) = (group.host, group.ann);
    let last = |refused| assert_eq!(Group::why(refused), ("B-05".into(), "table-last-host".into()));
    last(group.at_table(host, TableCommand::RevokeSeat { seat: host }).await);
    let links = group.table.view(host).await.unwrap()["table/links"]["links"].clone();
    let link: Id = serde_json::from_value(links[0]["link"].clone()).unwrap();
    let refused = group.at_table(host, TableCommand::RevokeLink { link }).await;
    assert_eq!(Group::why(refused), ("B-05".into(), "table-last-host-link".into()));
    // A new link first, then the old one may go.
    let new = group.at_table(host, TableCommand::LinkSeat { seat: host }).await.unwrap();
    group.at_table(host, TableCommand::RevokeLink { link }).await.unwrap();
    // The only device may leave as long as a link leads back.
    let here =
        group.table.enter(&token(new.clone()).1, None, CommandId::numbered(900)).await.unwrap();
    group.at_table(host, TableCommand::RevokeDevice { device: here.device }).await.unwrap();
    // Another host who could not come in does not count.
    group.at_table(host, TableCommand::SetRole { seat: ann, role: Role::Host }).await.unwrap();
    last(group.at_table(host, TableCommand::RevokeSeat { seat: host }).await);
    group.at_table(host, TableCommand::LinkSeat { seat: ann }).await.unwrap();
    group.at_table(host, TableCommand::RevokeSeat { seat: host }).await.unwrap();
    last(group.at_table(ann, TableCommand::SetRole { seat: ann, role: Role::Player }).await);
}

#[tokio::test]
async fn b02_what_a_kicked_device_has_still_under_way_is_refused() {
    let mut group = group().await;
    let (host, ann) = (group.host, group.ann);
    let (_, link) = token(group.at_table(ann, TableCommand::LinkSeat { seat: ann }).await.unwrap());
    let phone = group.table.enter(&link, None, CommandId::numbered(900)).await.unwrap();
    let of_phone = group.table.clone().of_device(phone.device);
    let say = |text: &str| {
        let voice = table::Voice::OutOfCharacter;
        table::Command::Table(TableCommand::Say { voice, text: text.to_owned() })
    };
    of_phone.command(ann, CommandId::numbered(901), say("我在")).await.unwrap();
    let lines = group.lines(host).await.len();
    // The kick is in the mailbox first, then what the phone says on two connections.
    let other = of_phone.clone();
    let kick = table::Command::Table(TableCommand::RevokeSeat { seat: ann });
    let (kicked, said, also, asked) = tokio::join!(
        group.table.command(host, CommandId::numbered(902), kick),
        of_phone.command(ann, CommandId::numbered(903), say("还有一句")),
        other.command(ann, CommandId::numbered(904), say("再一句")),
        other.lines(ann, None, 10),
    );
    kicked.unwrap();
    assert_eq!(why(said), "table-device-unknown");
    assert_eq!(why(also), "table-device-unknown");
    assert_eq!(why(asked), "table-device-unknown");
    assert_eq!(group.lines(host).await.len(), lines + 1, "only the kick is told");
    // A device speaks for its own seat only.
    let (_, link) = token(group.at_table(ann, TableCommand::LinkSeat { seat: ann }).await.unwrap());
    let desk = group.table.enter(&link, None, CommandId::numbered(905)).await.unwrap();
    let of_desk = group.table.clone().of_device(desk.device);
    assert!(of_desk.command(host, CommandId::numbered(906), say("冒名")).await.is_err());
}

#[tokio::test]
async fn b05_the_host_closes_the_door_and_clears_the_room_in_one_command() {
    let store = Arc::new(MemoryStore::new());
    let mut group = Group::sit(store.clone(), group::toy()).await;
    let (host, ann) = (group.host, group.ann);
    let (_, invite) = invitation(&mut group).await;
    let (_, watch) =
        token(group.at_table(host, TableCommand::Invite { role: Role::Spectator }).await.unwrap());
    let dan = enter(&group.table, &invite, "丹", 900).await.unwrap();
    group.say(dan.seat, "大家好").await.unwrap();
    let mut crowd = Vec::new();
    for number in 0..15 {
        crowd.push(
            enter(&group.table, &invite, &format!("客 {number}"), 901 + number).await.unwrap(),
        );
    }
    let (_, mut frames) =
        group.table.attach(crowd[0].seat, Some(crowd[0].device), None).await.unwrap();
    group.at_table(host, TableCommand::CloseDoor { sweep: true }).await.unwrap();
    for door in [&invite, &watch] {
        assert_eq!(why(enter(&group.table, door, "晚", 950).await), "table-link-wrong");
    }
    while frames.ready().is_some() {}
    assert_eq!(frames.next().await.expect_err("sent away"), table::Farewell::Revoked);
    for gone in &crowd {
        assert!(group.table.whoami(&gone.token).await.is_err());
        assert!(group.say(gone.seat, "我还在").await.is_err());
    }
    let left: Vec<_> = group.table.seats().await.unwrap().into_iter().map(|it| it.seat).collect();
    assert_eq!(left, [group.seats().as_slice(), &[dan.seat]].concat(), "who played stays");
    assert!(group.table.whoami(&dan.token).await.is_ok());
    let twice = group.at_table(host, TableCommand::CloseDoor { sweep: false }).await;
    assert_eq!(why(twice), "table-door-closed");
    // Any seat can be removed; its name is free again, and what it said stays under it.
    let by_player = TableCommand::RemoveSeats { seats: vec![ann] };
    assert!(group.at_table(dan.seat, by_player).await.is_err());
    let removed = TableCommand::RemoveSeats { seats: vec![dan.seat, dan.seat] };
    group.at_table(host, removed).await.unwrap();
    let last = group.lines(ann).await.pop().unwrap();
    assert_eq!(last.line.message.id, "table-seats-removed");
    let again = TableCommand::RemoveSeats { seats: vec![dan.seat] };
    assert!(group.at_table(host, again).await.is_err());
    let add = TableCommand::AddSeat { name: "丹".to_owned(), role: Role::Player };
    group.at_table(host, add).await.unwrap();
    // Whoever was removed can still be forgotten (B-76).
    let removed = group.table.removed().await.unwrap();
    let was = removed.iter().find(|it| it.name == "丹").expect("it is known");
    group.table.redact(was.seat, "无名".to_owned()).await.unwrap();
    assert!(group.lines(ann).await.iter().all(|line| line.by.as_deref() != Some("丹")));
    let sole = TableCommand::RemoveSeats { seats: vec![host] };
    assert_eq!(why(group.at_table(host, sole).await), "table-last-host");
    // The log gives the same table again.
    let there = table::Tables::new(store, table::World::fixed(7).0);
    let there = there.table(group.table.id()).await.unwrap();
    assert_eq!(there.seats().await.unwrap(), group.table.seats().await.unwrap());
    let lines = there.lines(ann, None, 500).await.unwrap();
    assert_eq!(lines, group.lines(ann).await);
}

#[tokio::test]
async fn b50_a_file_with_a_crowd_of_seats_is_refused_with_a_word() {
    let group = group().await;
    let log = group.table.export().await.unwrap();
    let crowded = |records: usize, each: usize| {
        let mut log = log.clone();
        for record in 0..records {
            let mut next = log.last().unwrap().clone();
            (next.seq, next.command) = (next.seq + 1, None);
            let seats = (0..each).map(|number| {
                table::Event::Table(table::TableEvent::SeatAdded {
                    seat: rules::SeatId(Id::from_bits((record * each + number) as u64)),
                    name: format!("座 {record} {number}"),
                    role: Role::Player,
                })
            });
            next.events = seats.collect();
            log.push(next);
        }
        log
    };
    for (records, each) in [(1, 100_000), (1_200, 1)] {
        let refused = group.tables.import(&crowded(records, each)).await;
        let refusal = refused.expect_err("too many");
        assert_eq!(refusal.what.id, "table-log-unreadable");
        assert!(serde_json::to_string(&refusal).unwrap().contains("table-log-crowded"));
    }
    group.tables.import(&crowded(1, 150)).await.unwrap();
}

/// A code is for one use, for one purpose and for a quarter of an hour (C-23).
#[tokio::test]
async fn c23_a_code_opens_once_and_not_for_ever() {
    let mut group = group().await;
    let (host, ann, ben) = (group.host, group.ann, group.ben);
    let refused = |code: Result<String, Refusal>| why(code);
    assert_eq!(refused(group.table.code(ann, CodeFor::Group).await), "table-host-only");
    assert_eq!(refused(group.table.code(ann, CodeFor::Seat(ben)).await), "table-host-only");
    let code = group.table.code(ann, CodeFor::Seat(ann)).await.expect("her own seat");
    assert_eq!(code.len(), 9, "short enough to type: {code}");
    let tables = group.tables.clone();
    assert_eq!(why(tables.redeem(&code, true).await), "table-code-of-seat");
    let typed = code.to_lowercase().replace('-', " ");
    let redeemed = tables.redeem(&typed, false).await.expect("however it is typed");
    assert_eq!((redeemed.by, redeemed.to), (ann, CodeFor::Seat(ann)));
    assert_eq!(why(tables.redeem(&code, false).await), "table-code-wrong");
    let old = group.table.code(host, CodeFor::Group).await.expect("the host's");
    group.clock.pass(SignedDuration::from_mins(16));
    assert_eq!(why(tables.redeem(&old, true).await), "table-code-wrong");
    group.at_table(host, TableCommand::RemoveSeats { seats: vec![ben] }).await.unwrap();
    assert!(group.table.code(host, CodeFor::Side(vec![ann, ben])).await.is_err());
}

/// What is recalled where it was typed is gone from the log; its line keeps its place (C-22).
#[tokio::test]
async fn c22_what_is_recalled_is_taken_out_of_the_log() {
    let mut group = group().await;
    let (ann, ben) = (group.ann, group.ben);
    let id = group.next_id();
    let say = |text: &str| {
        let text = text.to_owned();
        Command::Table(TableCommand::Say { voice: Voice::OutOfCharacter, text })
    };
    group.table.command(ann, id, say("不该说的")).await.unwrap();
    group.say(ben, "别的").await.unwrap();
    let before = group.lines(ben).await;
    assert_eq!(why(group.table.unsay(ben, id).await), "table-nothing-said", "another's");
    group.table.unsay(ann, id).await.unwrap();
    assert_eq!(why(group.table.unsay(ann, id).await), "table-nothing-said", "only once");
    let after = group.lines(ben).await;
    assert_eq!(before.len(), after.len(), "no number moves");
    let records = serde_json::to_string(&group.table.export().await.unwrap()).expect("text");
    assert!(!records.contains("不该说的") && records.contains("别的"));
    // Sent again, it is still the command that was done.
    assert_eq!(group.table.command(ann, id, say("不该说的")).await, Ok(Answer::Done));
}

/// A command that is recalled stays done, but what it was for is not read any more (C-22).
#[tokio::test]
async fn c22_the_reason_of_a_recalled_roll_is_taken_out_of_the_log() {
    let mut group = group().await;
    let ann = group.ann;
    let id = group.next_id();
    let roll = TableCommand::Roll {
        notation: "2d6 不该说的".to_owned(),
        audience: rules::Audience::All,
        actor: None,
    };
    group.table.command(ann, id, Command::Table(roll)).await.unwrap();
    let before = group.lines(ann).await;
    group.table.unsay(ann, id).await.unwrap();
    assert_eq!(before.len(), group.lines(ann).await.len(), "the roll stays");
    let records = serde_json::to_string(&group.table.export().await.unwrap()).expect("text");
    assert!(!records.contains("不该说的"), "{records}");
    assert_eq!(why(group.table.unsay(ann, id).await), "table-nothing-said", "only once");
}

#[tokio::test]
async fn b06_who_lost_their_way_back_comes_in_by_the_hosts_nod() {
    let mut group = Group::sit(Arc::new(MemoryStore::new()), group::toy()).await;
    let (host, ann, ben) = (group.host, group.ann, group.ben);
    let invited = group.at_table(host, TableCommand::Invite { role: Role::Player }).await;
    let Ok(Answer::Link { token: Some(invite), .. }) = invited else { panic!("{invited:?}") };
    let invite = Token::presented(&invite);
    let mut page = Page::open(&group.table, ben).await;
    page.read();
    // The name is taken; it is asked for, and nobody but the host hears of it.
    let taken = group.table.enter(&invite, Some("安".to_owned()), CommandId::numbered(900)).await;
    assert_eq!(taken.expect_err("it is taken").what.id, "table-name-taken");
    let way = group.table.knock(&invite, "安".to_owned()).await.expect("somebody is called that");
    assert_eq!(page.read(), 0);
    let links = group.table.view(host).await.unwrap()["table/links"].clone();
    assert_eq!(links["knocks"][0]["seat"], serde_json::json!(ann));
    // Not yet.
    let early = group.table.look(&way).await.expect_err("nobody has nodded");
    assert_eq!(early.what.id, "table-link-wrong");
    // Another one who asks does not take the place of the first; a stranger's name is no seat; a
    // host's seat is not to be had so.
    for (name, why) in
        [("安", "table-knock-waits"), ("丁", "table-no-such-seat"), ("主持", "table-no-such-seat")]
    {
        let refused = group.table.knock(&invite, name.to_owned()).await.expect_err(name);
        assert_eq!(refused.what.id, why, "{name}");
    }
    let nod = |yes| TableCommand::Nod { seat: ann, yes };
    assert_eq!(Group::why(group.at_table(ben, nod(true)).await).0, "B-01");
    group.at_table(host, nod(true)).await.unwrap();
    let entered = group.table.enter(&way, None, CommandId::numbered(901)).await.expect("it opens");
    assert_eq!(entered.seat, ann);
    assert_eq!(Group::why(group.at_table(host, nod(true)).await).1, "table-nobody-knocks");
    // Who is turned away stays outside.
    let way = group.table.knock(&invite, "本".to_owned()).await.expect("Ben is called that");
    group.at_table(host, TableCommand::Nod { seat: ben, yes: false }).await.unwrap();
    assert!(group.table.look(&way).await.is_err());
}
