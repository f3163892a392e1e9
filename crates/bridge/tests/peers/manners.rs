//! How a bot behaves in a group (C-05, C-22 … C-24).

use serde_json::json;
use table::CodeFor;

use crate::peer::{Kind, Message, Peer, shown};
use crate::script::{GROUP, png};
use crate::stand::{self, Stand};
use crate::{count, log_of, seated};

/// Two hundred messages as fast as they come: each is done once, told in order, in few messages.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c22_a_burst_of_two_hundred_is_answered_whole_in_order_and_in_few_messages() {
    let (peer, _stand, _running) = seated(&[]).await;
    let before = peer.sent().await.len();
    for n in 0..200 {
        peer.say(Some(GROUP), "201", "小雨", &format!(".r 1d1 第{n}次掷")).await;
    }
    peer.wait_text(GROUP, "第199次掷").await;
    let sent = peer.sent().await;
    let text: String = sent.iter().filter(|it| it.to == GROUP).map(|it| it.text.as_str()).collect();
    let places: Vec<usize> = (0..200)
        .map(|n| {
            let what = format!("第{n}次掷");
            assert_eq!(count(&sent, GROUP, &what), 1, "{what}");
            text.find(&what).expect("it is there")
        })
        .collect();
    assert!(places.is_sorted(), "in order");
    assert!(sent.len() - before < 60, "{} messages", sent.len() - before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c05_what_is_long_is_folded_with_a_link() {
    let (peer, stand, _running) = seated(&[]).await;
    let other = "701";
    let code = stand.code(CodeFor::Group).await;
    peer.say(Some(other), "300", "路人", &format!(".table bind {code}")).await;
    peer.wait_text(other, "接到了").await;
    // A line longer than any platform takes, told to another group of the same table.
    let long = format!("长话{}", "说".repeat(1900));
    peer.say(Some(GROUP), "201", "小雨", &long).await;
    let folded = peer.wait_text(other, "长话").await;
    assert!(folded.text.chars().count() < 1000, "{}", folded.text.chars().count());
    assert!(folded.text.contains("https://play.example/t/"), "{}", folded.text);
    // Long help is folded too; a whole log comes in several messages, each of a length that is taken.
    for _ in 0..3 {
        peer.say(Some(GROUP), "201", "小雨", &long).await;
    }
    peer.say(Some(GROUP), "201", "小雨", ".log export").await;
    let parts = |sent: &[Message]| {
        let parts = sent.iter().filter(|it| it.to == GROUP && it.text.contains("说说说说"));
        (parts.count() >= 4).then_some(())
    };
    peer.wait("the log", parts).await;
    let sent = peer.sent().await;
    let most = sent.iter().map(|it| it.text.chars().count()).max();
    assert!(most.is_some_and(|most| most <= 1900), "{most:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c23_tables_of_two_groups_stay_apart_and_roles_of_the_group_give_no_rights() {
    let (peer, stand, _running) = seated(&[]).await;
    let other = "800";
    peer.say(Some(other), "400", "别人", ".table new fate-condensed 别的桌").await;
    peer.wait_text(other, "开好了「别的桌」").await;
    peer.wait_text("private:400", "https://play.example/t/").await;
    peer.say(Some(other), "401", "别的玩家", ".join").await;
    peer.wait_text(other, "你是「别的桌」的别的玩家").await;
    peer.say(Some(other), "401", "别的玩家", ".r 1d1+5 那边").await;
    peer.wait_text(other, "那边").await;
    peer.say(Some(GROUP), "201", "小雨", ".r 1d1+6 这边").await;
    peer.wait_text(GROUP, "这边").await;
    let sent = peer.sent().await;
    assert_eq!(count(&sent, GROUP, "那边") + count(&sent, other, "这边"), 0, "{}", shown(&sent));
    assert!(!log_of(&stand).await.contains("那边"));
    // The owner of the chat group has no seat, so no rights and no secrets.
    let typed = |text: &str| {
        json!({ "time": 0, "self_id": 10001, "post_type": "message", "message_type": "group",
            "sub_type": "normal", "group_id": GROUP.parse::<u64>().expect("a number"),
            "user_id": 666, "message_id": text.len(), "font": 0, "raw_message": text,
            "message": [{ "type": "text", "data": { "text": text } }],
            "sender": { "user_id": 666, "nickname": "群主", "role": "owner" } })
    };
    peer.call("raw", typed(".table unbind")).await;
    peer.wait_text(GROUP, "只有这张桌的主持人能这样做").await;
    peer.call("raw", typed(".me")).await;
    peer.wait_text(GROUP, "你还没入座").await;
    // The owner of the bot, whom the settings name, may take the group away.
    peer.say(Some(GROUP), "999", "机主", ".table unbind").await;
    peer.wait_text(GROUP, "离开了那张桌").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c22_it_is_silent_unless_it_is_meant() {
    let (peer, stand, _running) = seated(&[]).await;
    // Other bots, forwarded messages, cards.
    peer.say(Some(GROUP), "555", "别的机器人", ".r 1d1+5 机器人说").await;
    peer.say(Some(GROUP), "2854196310", "官方机器人", ".r 1d1+5 官方说").await;
    let segments = json!([{ "type": "forward", "data": { "id": "1" } },
        { "type": "text", "data": { "text": ".r 1d1+5 转发" } }]);
    peer.say_with(Some(GROUP), "201", "小雨", "", json!({ "segments": segments })).await;
    // An answer to someone's message is one's own words.
    let segments = json!([{ "type": "reply", "data": { "id": "1" } },
        { "type": "at", "data": { "qq": "10001" } },
        { "type": "text", "data": { "text": " .r 1d1+5 回复" } }]);
    peer.say_with(Some(GROUP), "201", "小雨", "", json!({ "segments": segments })).await;
    peer.wait_text(GROUP, "回复").await;
    // The group's switches.
    peer.say(Some(GROUP), "201", "小雨", ".log off").await;
    peer.wait_text(GROUP, "记录：关").await;
    peer.say(Some(GROUP), "201", "小雨", "闲聊一句").await;
    peer.say(Some(GROUP), "201", "小雨", "。ｌｏｇ　ｏｎ").await;
    peer.wait_text(GROUP, "记录：开").await;
    peer.say(Some(GROUP), "201", "小雨", "记下一句").await;
    peer.say(Some(GROUP), "201", "小雨", ".bot off").await;
    peer.wait_text(GROUP, "好，我安静").await;
    peer.say(Some(GROUP), "201", "小雨", ".r 1d1+5 没人听").await;
    peer.say(Some(GROUP), "201", "小雨", ".bot on").await;
    peer.wait_text(GROUP, "我在。").await;
    let log = log_of(&stand).await;
    assert!(log.contains("记下一句") && !log.contains("闲聊一句"), "{log}");
    let sent = peer.sent().await;
    for never in ["机器人说", "官方说", "转发", "没人听"] {
        assert_eq!(count(&sent, GROUP, never), 0, "{never}\n{}", shown(&sent));
        assert!(!log.contains(never), "{never}: {log}");
    }
    // A group that nobody spoke to in hears nothing at all.
    peer.say(Some("704"), "300", "路人", ".r d6").await;
    peer.say(Some("704"), "300", "路人", "聊天").await;
    peer.say(Some(GROUP), "200", "主持", ".log end").await;
    peer.say(Some(GROUP), "201", "小雨", ".log export").await;
    peer.wait_text(GROUP, "记下一句").await;
    assert_eq!(peer.sent().await.iter().filter(|it| it.to == "704").count(), 0);
}

/// Pictures are PNG with the system's fonts; without a font for Chinese it is said what is missing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c22_sheets_and_chances_are_shown_as_pictures() {
    for kind in [Kind::OneBot, Kind::SatoriPython] {
        let peer = Peer::start(kind, &[]).await;
        let stand = Stand::of_one().await;
        let _running = stand::run(&stand.tables, &peer).await;
        stand.bind(&peer, GROUP).await;
        peer.say(Some(GROUP), "201", "小雨", ".pc take 陆潮").await;
        peer.wait_text(GROUP, "登场").await;
        for (nth, asked) in [".图", ".图 卡", ".pic odds 3d6"].into_iter().enumerate() {
            peer.say(Some(GROUP), "201", "小雨", asked).await;
            if !picture::has_chinese_font() {
                peer.wait_text(GROUP, "没有中文字体").await;
                continue;
            }
            let drawn = |sent: &[Message]| {
                let pngs: Vec<Vec<u8>> = sent.iter().filter_map(png).collect();
                pngs.get(nth).cloned()
            };
            let png = peer.wait(asked, drawn).await;
            assert!(png.starts_with(b"\x89PNG\r\n") && png.len() > 2_000, "{asked}");
            crate::keep_bytes(&format!("{kind:?}-{nth}.png"), &png);
        }
        peer.say(Some(GROUP), "201", "小雨", ".pic odds 3d").await;
        peer.wait_text(GROUP, "3d").await;
    }
}
