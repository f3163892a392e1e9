//! What is set by its name in every family: clocks in quotes, fields of a sheet (B-43, B-46).

use serde_json::Value as Json;
use table::CommandId;

use crate::scene::seated;

#[tokio::test]
async fn b43_a_clock_is_called_what_stands_between_the_quotes() {
    for pack in ["mist-2d6", "fate-condensed", "timeline"] {
        let (_tables, table, mut listeners) = seated(pack, 1, ["安然", "本杰"]).await;
        let lines = ["\"倒数 时刻\" 6", "「潮水」-4", "“灯”3", "退潮 5"];
        for (number, line) in (10..).zip(lines) {
            let line = format!(".clock {line}");
            let heard = listeners[0].hear(CommandId::numbered(number), &line).await;
            heard.unwrap_or_else(|refusal| panic!("{pack}: {line}: {refusal:?}"));
        }
        let seat = listeners[0].context().await.expect("a context").seat.id;
        let view = table.view(seat).await.expect("a view");
        let part = if pack == "timeline" { "table" } else { "scene" };
        let clocks = view[part]["clocks"].as_array().expect("clocks").iter();
        let named = |it: &Json| (it["name"].as_str().map(str::to_owned), it["boxes"].as_u64());
        let found: Vec<_> = clocks.map(named).collect();
        let wanted = [("倒数 时刻", 6), ("潮水", 4), ("灯", 3), ("退潮", 5)];
        let wanted = wanted.map(|(name, boxes)| (Some(name.to_owned()), Some(boxes)));
        assert_eq!(found, wanted, "{pack}");
    }
}

#[tokio::test]
async fn b46_fields_of_a_sheet_are_set_by_their_names() {
    for (pack, lines) in [
        (
            "fate-condensed",
            [".pc take 阿岚", ".st @阿岚 破例 格斗:2，运动 1", ".st @阿岚 麻烦: 怕黑"],
        ),
        ("mist-2d6", [".pc take 沈砚", ".st 沈砚: 老沈", ".st 老沈: 怕黑"]),
    ] {
        let (_tables, table, mut listeners) = seated(pack, 1, ["安然", "本杰"]).await;
        for (number, (who, line)) in (10..).zip([1, 0, 0].into_iter().zip(lines)) {
            let heard = listeners[who].hear(CommandId::numbered(number), line).await;
            heard.unwrap_or_else(|refusal| panic!("{pack}: {line}: {refusal:?}"));
        }
        let seat = listeners[0].context().await.expect("a context").seat.id;
        let view = table.view(seat).await.expect("a view");
        let mut parts = view.iter().filter(|(key, _)| key.starts_with("character/"));
        let one = parts.next().expect("a character").1;
        assert!(one.to_string().contains("怕黑"), "{one}");
        if pack == "fate-condensed" {
            assert_eq!(
                (&one["skills"]["fight"], &one["skills"]["athletics"]),
                (&2.into(), &1.into())
            );
        }
    }
}

/// A scene that Fate keeps ready stands in the host's one list of scenes, and is started from there.
#[tokio::test]
async fn f44_b44_scenes_of_the_game_stand_on_the_desk() {
    let (_tables, table, mut listeners) = seated("fate-condensed", 1, ["安然", "本杰"]).await;
    for (number, line) in (10..).zip([".scene 码头", ".desk new 灯塔", ".scene end carry"]) {
        let heard = listeners[0].hear(CommandId::numbered(number), line).await;
        heard.unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
    }
    let told = listeners[0].hear(CommandId::numbered(20), ".desk").await.expect("a list");
    assert_eq!(told.len(), 2, "{told:?}");
    listeners[0].hear(CommandId::numbered(21), ".desk 码头 start").await.expect("it starts");
    let seat = listeners[0].context().await.expect("a context").seat.id;
    let scene = table.view(seat).await.expect("a view")["scene"].clone();
    assert_eq!((&scene["title"], &scene["open"]), (&"码头".into(), &true.into()), "{scene}");
    listeners[0].hear(CommandId::numbered(22), ".scene end carry").await.expect("it ends");
    listeners[0].hear(CommandId::numbered(23), ".desk 码头 删").await.expect("it is dropped");
    let told = listeners[0].hear(CommandId::numbered(24), ".desk").await.expect("a list");
    assert_eq!(told.len(), 1, "{told:?}");
}
