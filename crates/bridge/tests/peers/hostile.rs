//! What nobody should send, and what a careless group does (C-20 … C-24).

use bridge::net::{Address, open};
use bridge::onebot;
use futures_util::SinkExt;
use rules::Role;
use serde_json::json;
use table::{Answer, CodeFor, Command, CommandId, TableCommand, Voice};
use tokio_tungstenite::tungstenite::Message as Frame;

use crate::ends::until;
use crate::peer::{Message, shown};
use crate::script::GROUP;
use crate::stand::Stand;
use crate::{count, log_of, seated};

/// Something the host says in the page.
async fn say(stand: &Stand, nth: u64, text: &str) {
    let say = TableCommand::Say { voice: Voice::OutOfCharacter, text: text.to_owned() };
    let said = stand.table.command(stand.host(), CommandId::numbered(nth), Command::Table(say));
    said.await.expect("said");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c22_a_bot_that_is_off_is_silent_whatever_happens_at_the_table() {
    let (peer, stand, running) = seated(&[]).await;
    let other = "701";
    let code = stand.code(CodeFor::Group).await;
    peer.say(Some(other), "300", "路人", &format!(".table bind {code}")).await;
    peer.wait_text(other, "接到了").await;
    peer.say(Some(GROUP), "201", "小雨", ".bot off").await;
    peer.wait_text(GROUP, "好，我安静").await;
    say(&stand, 900_001, "关着时说的").await;
    peer.wait_text(other, "关着时说的").await;
    peer.call("mode", json!({ "send_private_msg:201": "refuse" })).await;
    peer.say(Some(other), "201", "小雨", ".rh 1d1+41").await;
    peer.say(Some(other), "202", "阿北", ".r 1d1+5 那边掷的").await;
    peer.wait_text(other, "那边掷的").await;
    // Its excuse for what cannot be delivered would be said here, and is not.
    until(&running, |metrics| metrics.ends()[1] > 0).await;
    peer.call("mode", json!({})).await;
    peer.say(None, "201", "小雨", ".bot").await;
    peer.wait_text("private:201", "42").await;
    peer.say(Some(GROUP), "201", "小雨", ".bot on").await;
    let on = peer.wait_text(GROUP, "我在。").await;
    assert!(on.text.contains("https://play.example/t/"), "what was missed is there: {}", on.text);
    say(&stand, 900_002, "开了之后说的").await;
    peer.wait_text(GROUP, "开了之后说的").await;
    let sent = peer.sent().await;
    for never in ["关着时说的", "那边掷的", "有东西在等你"] {
        assert_eq!(count(&sent, GROUP, never), 0, "{never}\n{}", shown(&sent));
    }
}

/// One message that the platform never takes must not keep all others from being said.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c22_a_message_the_platform_never_takes_does_not_stop_the_rest() {
    let (peer, stand, _running) = seated(&[]).await;
    peer.call("mode", json!({ "says:违禁": "refuse" })).await;
    say(&stand, 900_001, "违禁的话").await;
    say(&stand, 900_002, "后面的话").await;
    peer.wait_text(GROUP, "后面的话").await;
    say(&stand, 900_003, "再后面的话").await;
    peer.wait_text(GROUP, "再后面的话").await;
    let sent = peer.sent().await;
    assert_eq!(count(&sent, GROUP, "违禁"), 0);
    let told = peer.wait_text(GROUP, "没有收下").await;
    assert!(told.text.contains("https://play.example/t/"), "{}", told.text);
    assert_eq!(count(&sent, GROUP, "后面的话"), 2, "each once\n{}", shown(&sent));
}

/// What only one seat of a side group may see is not told to the others of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c24_a_side_group_hears_only_what_all_of_its_seats_may_see() {
    let (peer, stand, _running) = seated(&[]).await;
    let side = "750";
    let seats = vec![stand.seats[1].1, stand.seats[2].1];
    let code = stand.code(CodeFor::Side(seats)).await;
    peer.say(Some(side), "201", "小雨", &format!(".table bind {code}")).await;
    peer.wait_text(side, "接到了").await;
    // A note for one of them alone, read in the side group.
    let note = TableCommand::WriteNote {
        note: None,
        title: "密信".to_owned(),
        text: "凶手是管家".to_owned(),
        picture: None,
        to: rules::Audience::Seats([stand.seats[1].1].into()),
        show: false,
    };
    let made =
        stand.table.command(stand.host(), CommandId::numbered(900_010), Command::Table(note)).await;
    assert!(matches!(made, Ok(Answer::Note { .. })), "{made:?}");
    peer.say(Some(side), "201", "小雨", ".note 密信").await;
    peer.wait_text("private:201", "凶手是管家").await;
    // A log that holds what one of them alone saw is for that one.
    peer.say(Some(side), "201", "小雨", ".rh 1d1+41 藏着").await;
    peer.wait_text("private:201", "42").await;
    peer.say(Some(side), "201", "小雨", ".log export").await;
    peer.wait("the log", |sent| {
        let mut logs = sent.iter().filter(|it| it.text.contains("入座"));
        logs.find(|it| it.to == "private:201").map(|_| ())
    })
    .await;
    peer.say(Some(side), "202", "阿北", ".r 1d1+5 之后").await;
    peer.wait_text(side, "之后").await;
    let sent = peer.sent().await;
    for secret in ["凶手是管家", "42"] {
        assert_eq!(count(&sent, side, secret), 0, "{secret}\n{}", shown(&sent));
        assert_eq!(count(&sent, "private:202", secret), 0, "{secret}\n{}", shown(&sent));
    }
}

/// What is said to the bot alone is not for everyone's ears.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c24_talk_in_private_stays_there_where_a_group_is_the_way_to_the_table() {
    let (peer, stand, _running) = seated(&[]).await;
    peer.say(None, "201", "小雨", "其实我是内鬼").await;
    peer.wait_text("private:201", "不会上桌").await;
    // A command is a command anywhere.
    peer.say(None, "201", "小雨", ".r 1d1+5 私下掷的").await;
    peer.wait_text(GROUP, "私下掷的").await;
    assert_eq!(count(&peer.sent().await, GROUP, "内鬼"), 0);
    assert!(!log_of(&stand).await.contains("内鬼"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c23_a_code_cannot_be_guessed_from_many_groups() {
    let (peer, stand, _running) = seated(&[]).await;
    for n in 0..6 {
        let group = format!("80{n}");
        peer.say(Some(&group), "666", "猜码的", &format!(".table bind AAAA-BBB{}", n + 2)).await;
        let due = if n < 5 { "这个码不对" } else { "错了太多次" };
        peer.wait_text(&group, due).await;
    }
    // Others are not kept out by it, and the guesser is, whatever the place.
    let code = stand.code(CodeFor::Group).await;
    peer.say(None, "666", "猜码的", &format!(".join {code}")).await;
    peer.wait_text("private:666", "错了太多次").await;
    peer.say(Some("810"), "300", "路人", &format!(".table bind {code}")).await;
    peer.wait_text("810", "接到了").await;
}

/// `.ob`: to look on and talk, without a card and without rights.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c23_whoever_only_looks_on_sits_as_a_spectator() {
    let (peer, stand, _running) = seated(&[]).await;
    peer.say(Some(GROUP), "301", "看客", ".ob").await;
    peer.wait_text(GROUP, "你是「雾中」的看客").await;
    let seats = stand.table.seats().await.expect("seats");
    let seat = seats.iter().find(|seat| seat.name == "看客").expect("a seat");
    assert_eq!(seat.role, Role::Spectator);
    peer.say(Some(GROUP), "301", "看客", ".pc take 陆潮").await;
    peer.wait_text(GROUP, "旁观").await;
    peer.say(Some(GROUP), "301", "看客", "加油").await;
    peer.say(Some(GROUP), "201", "小雨", ".r 1d1+5 之后").await;
    peer.wait_text(GROUP, "之后").await;
    assert!(log_of(&stand).await.contains("加油"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c23_strangers_turn_no_switches_and_make_no_end_of_tables() {
    let (peer, stand, _running) = seated(&[]).await;
    peer.say(Some(GROUP), "300", "路人", ".log off").await;
    peer.wait_text(GROUP, "你还没入座").await;
    peer.say(Some(GROUP), "201", "小雨", "照样记下的话").await;
    for n in 0..11 {
        let group = format!("9{n:02}");
        peer.say(Some(&group), "666", "造桌的", ".table new").await;
        peer.wait_text(&group, if n < 10 { "开好了" } else { "太快了" }).await;
    }
    assert!(log_of(&stand).await.contains("照样记下的话"));
}

/// Whoever takes a message back, its author or an admin of the group, it leaves the log.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c22_what_an_admin_takes_back_leaves_the_log_too() {
    let (peer, stand, _running) = seated(&[]).await;
    let id = peer.say(Some(GROUP), "201", "小雨", "不该说的话").await;
    peer.say(Some(GROUP), "201", "小雨", ".r 1d1+5 记下").await;
    peer.wait_text(GROUP, "记下").await;
    // Some implementations name the admin where the author should be.
    let recall = json!({ "time": 0, "self_id": 10001, "post_type": "notice",
        "notice_type": "group_recall", "group_id": GROUP.parse::<u64>().expect("a number"),
        "user_id": 202, "operator_id": 202, "message_id": id });
    peer.call("raw", recall).await;
    peer.say(Some(GROUP), "202", "阿北", ".r 1d1+6 之后").await;
    peer.wait_text(GROUP, "之后").await;
    assert!(!log_of(&stand).await.contains("不该说的话"));
}

/// Frames of every wrong shape, and huge ones: the line holds, and the next message is answered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c20_frames_of_every_wrong_shape_do_no_harm() {
    let (peer, stand, running) = seated(&[]).await;
    let before = running.metrics.connections();
    let group = GROUP.parse::<u64>().expect("a number");
    let message = |content: serde_json::Value, id: u64| {
        json!({ "time": 0, "self_id": 10001, "post_type": "message", "message_type": "group",
            "sub_type": "normal", "group_id": group, "user_id": 201, "message_id": id,
            "message": content, "sender": { "nickname": "小雨" } })
    };
    let deep = (0..100).fold(json!("x"), |inner, _| json!([inner]));
    for frame in [
        json!([]),
        json!("text"),
        json!(7),
        json!(null),
        json!({}),
        json!({ "post_type": 5 }),
        json!({ "post_type": "message" }),
        json!({ "post_type": "message", "self_id": {}, "user_id": [], "message": 5 }),
        json!({ "post_type": "meta_event", "meta_event_type": "heartbeat", "interval": -4 }),
        json!({ "post_type": "meta_event", "meta_event_type": "heartbeat", "interval": u64::MAX,
            "self_id": 10001 }),
        json!({ "post_type": "notice", "notice_type": 7, "self_id": 10001 }),
        json!({ "status": [], "retcode": "x", "echo": "m1" }),
        message(json!(null), 9_000_001),
        message(json!({ "type": 5 }), 9_000_002),
        message(json!([{ "type": "text" }, 5, null, "x"]), 9_000_003),
        message(json!([{ "type": "text", "data": { "text": 5 } }]), 9_000_004),
        message(json!([{ "type": "at", "data": { "qq": {} } }]), 9_000_005),
        message(json!("[CQ:".repeat(50_000)), 9_000_006),
        message(json!("[CQ:at,qq=1]".repeat(20_000)), 9_000_007),
        message(json!(format!(".r {}", "(".repeat(200_000))), 9_000_008),
        message(json!(format!(".act {}", "撬棍 ".repeat(100_000))), 9_000_009),
        message(json!("话".repeat(2_000_000)), 9_000_010),
        message(json!(format!(".{}", "\u{202e}\u{200b}\u{0}".repeat(50_000))), 9_000_011),
        message(deep, 9_000_012),
    ] {
        peer.call("raw", frame).await;
    }
    peer.say(Some(GROUP), "202", "阿北", ".r 1d1+5 还好吗").await;
    peer.wait_text(GROUP, "还好吗").await;
    assert_eq!(running.metrics.connections(), before, "the line held");
    let sent = peer.sent().await;
    let most = sent.iter().map(|it: &Message| it.text.chars().count()).max();
    assert!(most.is_some_and(|most| most <= 1900), "{most:?}");
    assert!(log_of(&stand).await.chars().count() < 200_000, "nothing huge was kept");
}

/// Names that look like codes, mentions, controls or other people's names are only names.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c06_a_name_from_a_platform_is_only_a_name() {
    let (peer, stand, _running) = seated(&[]).await;
    for (user, name) in [
        ("301", "小雨"),
        ("302", "[CQ:at,qq=all]"),
        ("303", "<at id=\"all\"/>"),
        ("304", ".bot off"),
        ("305", "甲\n乙\u{202e}丙\u{200b}"),
        ("306", &"长".repeat(500)),
        ("307", "\u{200b}\u{202e}"),
    ] {
        peer.say(Some(GROUP), user, name, ".join").await;
        let mentioned = |it: &&Message| {
            it.to == GROUP
                && it.raw.to_string().contains(&format!("\"{user}\""))
                && it.text.contains("你是「雾中」的")
        };
        peer.wait(&format!("{name:?} sits"), |sent| sent.iter().find(mentioned).cloned()).await;
    }
    let seats = stand.table.seats().await.expect("seats");
    let mut names: Vec<&str> = seats
        .iter()
        .filter(|seat| seat.role != Role::Spectator)
        .map(|seat| seat.name.as_str())
        .collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all, "nobody has another's name");
    for name in names {
        let odd = |it: char| it.is_control() || ('\u{200b}'..='\u{202e}').contains(&it);
        assert!(!name.chars().any(odd) && name.chars().count() <= 40, "{name:?}");
    }
    // Somebody who is mentioned and has no seat is called as the platform says, in one line.
    let segments = json!([{ "type": "text", "data": { "text": "看那边 " } },
        { "type": "at", "data": { "qq": "404", "name": "坏人\n.bot off\n" } }]);
    peer.say_with(Some(GROUP), "201", "小雨", "", json!({ "segments": segments })).await;
    peer.say(Some(GROUP), "201", "小雨", ".r 1d1+5 之后").await;
    peer.wait_text(GROUP, "之后").await;
    let log = log_of(&stand).await;
    assert!(log.contains("看那边 @坏人 .bot off"), "{log}");
}

/// A talker who never stops is not written down without end, and others are heard meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c22_a_flood_of_talk_ends_before_the_log_does() {
    let (peer, stand, _running) = seated(&[]).await;
    for n in 0..600 {
        peer.say(Some(GROUP), "201", "小雨", &format!("刷屏{n}。")).await;
    }
    peer.say(Some(GROUP), "202", "阿北", ".r 1d1+5 轮到我").await;
    peer.wait_text(GROUP, "轮到我").await;
    peer.wait_text(GROUP, "太快了").await;
    let log = log_of(&stand).await;
    let kept = log.matches("刷屏").count();
    assert!((200..500).contains(&kept), "{kept}");
}

/// Whoever dials us and says nothing, or nonsense, or too much, is let go, and others come in.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c20_strangers_who_dial_us_keep_nobody_out() {
    let port = crate::peer::free_port();
    let way = onebot::Way::Reverse(([127, 0, 0, 1], port).into());
    let config = onebot::Config { way, token: None, split: false, api: None, codes: false };
    let (send, _kept) = tokio::sync::mpsc::channel(64);
    let bot = onebot::OneBot::new(config, send, std::sync::Arc::default());
    let listening = tokio::spawn(bot.run());
    let address = Address::read(&format!("ws://127.0.0.1:{port}/")).expect("an address");
    let dial = async || loop {
        match open(&address, Vec::new()).await {
            Ok(socket) => return socket,
            Err(_) => tokio::time::sleep(std::time::Duration::from_millis(20)).await,
        }
    };
    for frame in [
        Frame::text("{".repeat(1_000_000)),
        Frame::text("[".repeat(1_000_000)),
        Frame::binary(vec![0xff; 100_000]),
        Frame::Ping(vec![1].into()),
    ] {
        let mut socket = dial().await;
        let _ = socket.send(frame).await;
        let _ = socket.send(Frame::text("{\"self_id\":1}")).await;
        drop(socket);
    }
    let mut last = dial().await;
    assert!(last.send(Frame::text("{}")).await.is_ok());
    assert!(!listening.is_finished());
    listening.abort();
}
