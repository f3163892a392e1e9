//! C-04: nothing is ever read from, spent by or done to the wrong card. Two characters of one seat,
//! one of another, two of the host's: each word with `@NAME` before it, after it, and by `.as`.

use std::collections::BTreeMap;

use chat::{Heard, Listener, SeatContext, hear};
use rules::{Id, message};
use serde_json::Value as Json;
use table::{Command, CommandId, TableCommand, TableHandle, Tables};
use words::Language;

use crate::scene::seated;

/// A game played up to some point: contexts, and what everything is called.
struct Game {
    _tables: Tables,
    table: TableHandle,
    seats: BTreeMap<&'static str, Listener>,
    host: rules::SeatId,
    lines: u64,
}

impl Game {
    async fn new(pack: &str) -> Self {
        let (tables, table, listeners) = seated(pack, 4, ["阿澈", "小周"]).await;
        let host = listeners[0].context().await.expect("a context").seat.id;
        let seats = ["主持", "阿澈", "小周"].into_iter().zip(listeners).collect();
        Self { _tables: tables, table, seats, host, lines: 0 }
    }

    async fn play(&mut self, lines: &[(&'static str, &str)]) {
        for (who, line) in lines {
            self.lines += 1;
            let id = CommandId::numbered(1000 * self.lines);
            let heard = self.seats.get_mut(who).expect("a seat").hear(id, line).await;
            assert!(heard.is_ok(), "{line}: {heard:?}");
        }
    }

    async fn context(&self, who: &str) -> SeatContext {
        self.seats[who].context().await.expect("a context")
    }

    /// All parts of the host's view whose key begins so.
    async fn parts(&self, kind: &str) -> Vec<Json> {
        let view = self.table.view(self.host).await.expect("a view");
        view.iter()
            .filter(|(key, _)| key.contains(&format!("{kind}/")))
            .map(|(_, part)| serde_json::to_value(part).expect("plain data"))
            .collect()
    }

    async fn id(&self, name: &str) -> String {
        let called = |part: &Json| {
            let name = part.pointer("/name").or(part.pointer("/card/name"));
            name.map(|name| name.as_str().or(name["zh-Hans"].as_str()).unwrap_or("").to_owned())
        };
        let all = self.parts("character").await;
        let found = all.iter().find(|part| called(part).as_deref() == Some(name));
        text(found.unwrap_or_else(|| panic!("nobody is called {name}")), "/id")
    }

    /// The id of the part of a kind that has this at a place.
    async fn of(&self, kind: &str, at: &str, id: &str) -> String {
        let all = self.parts(kind).await;
        let found = all.iter().find(|part| text(part, at) == id);
        text(found.unwrap_or_else(|| panic!("no {kind} with {at} {id}")), "/id")
    }
}

fn text(json: &Json, at: &str) -> String {
    json.pointer(at).and_then(Json::as_str).unwrap_or_default().to_owned()
}

/// The command a line becomes.
fn command(line: &str, context: &SeatContext) -> Json {
    match hear(line, context) {
        Ok(Heard::Do(commands)) => match &commands[..] {
            [Command::Game(json)] => json.clone(),
            [Command::Table(command)] => serde_json::to_value(command).expect("plain data"),
            other => panic!("{line}: {other:?}"),
        },
        other => panic!("{line}: {other:?}"),
    }
}

/// The ways to say who acts: the line, and whom the seat speaks as. `{}` is where a name can
/// follow the word.
fn ways(line: &str, name: &str, id: &str) -> [(String, Option<Id>); 3] {
    let bare = line.replace("{}", "");
    [
        (format!("@{name} {bare}"), None),
        (line.replace("{}", &format!(" @{name}")), None),
        (bare, Some(id.parse().expect("an id"))),
    ]
}

/// However it is said who acts, a line's command has this at a place.
fn means(context: &SeatContext, line: &str, (name, id): (&str, &str), at: &str, expected: &str) {
    for (typed, speaking_as) in ways(line, name, id) {
        let context = SeatContext { speaking_as, ..context.clone() };
        let found = command(&typed, &context);
        assert_eq!(text(&found, at), expected, "{typed} as {speaking_as:?}: {found}");
    }
}

/// The lines a mistake lists, each as it could be typed.
fn listed(line: &str, context: &SeatContext) -> Vec<String> {
    let mistake = match hear(line, context) {
        Err(mistake) => mistake,
        other => panic!("{line} was understood: {other:?}"),
    };
    assert!(mistake.rule.starts_with("C-0"), "{line}: {mistake:?}");
    let instead = mistake.instead.unwrap_or_else(|| Box::new(message!("chat-see-help")));
    let said = words::say(Language::ZhHans, &instead);
    let list = said.strip_prefix("可以写：").unwrap_or_else(|| panic!("{line}: {said}"));
    list.split('、').map(|one| one.split('（').next().unwrap_or(one).trim().to_owned()).collect()
}

const CAST: &[(&str, &str)] = &[
    ("阿澈", ".pc take 阿岚: 甲"),
    ("阿澈", ".pc take 阿岚: 乙"),
    ("小周", ".pc take 沈知远: 丙"),
    ("主持", ".pc npc 打手; 高概念 黑帮打手; 技能 格斗 2, 运动 2"),
    ("主持", ".pc npc 打手; 高概念 黑帮打手; 技能 格斗 2, 运动 2"),
    ("主持", ".scene 码头"),
    ("主持", ".aspect 火灾"),
    ("主持", ".zone new 大厅"),
    ("主持", ".grant 火灾 @甲"),
    ("主持", ".grant 火灾 @乙"),
    ("主持", ".grant 火灾 @丙"),
];

/// Before the dice: an action, a hit and a compel of each; the newest of each is 丙's.
async fn before_dice() -> Game {
    let mut game = Game::new("fate-condensed").await;
    game.play(CAST).await;
    for (who, name, trouble) in [
        ("阿澈", "甲", "黑暗也在看我"),
        ("阿澈", "乙", "黑暗也在看我"),
        ("小周", "丙", "好奇心害死猫"),
    ] {
        game.play(&[
            (who, &format!("@{name} .f 克服 格斗 慢 vs 2")),
            ("主持", &format!(".stress @{name} 2")),
            ("主持", &format!(".compel @{name} {trouble}@{name}: 灯灭了")),
        ])
        .await;
    }
    game
}

#[tokio::test]
async fn c04_before_the_dice_every_word_is_about_the_actor_s_own() {
    let game = before_dice().await;
    let context = game.context("阿澈").await;
    for name in ["甲", "乙"] {
        let id = game.id(name).await;
        let action = game.of("action", "/actor", &id).await;
        let hit = game.of("hit", "/to", &id).await;
        let compel = game.of("compel", "/to", &id).await;
        let cases = [
            (".go{}", "/action", &action),
            (".cancel{}", "/action", &action),
            (".stunt{} 影中搏击", "/action", &action),
            (".stunt{} 影中搏击", "/character", &id),
            (".r{} 投掷", "/action", &action),
            (".take{} 2", "/hit", &hit),
            (".take{} out", "/hit", &hit),
            (".take{} 轻微 擦伤", "/hit", &hit),
            (".choose{} 1", "/hit", &hit),
            (".accept{}", "/compel", &compel),
            (".refuse{} 早有准备", "/compel", &compel),
            (".f{} 克服 格斗 vs 2: 砸门", "/actor", &id),
            (".f{} 优势 潜行 vs 2: 无人察觉", "/actor", &id),
            (".f{} 攻击 格斗 vs @打手 2", "/actor", &id),
            (".treat{} 火灾 学识: 灭了", "/actor", &id),
            (".concede{} 跳窗", "/character", &id),
            (".zone{} go 大厅", "/character", &id),
            (".detail{} 火灾: 有烟", "/by/character", &id),
            (".give{} 火灾 @丙", "/from/character", &id),
            (".r{} 格斗", "/actor", &id),
            (".rh{} 格斗", "/actor", &id),
            (".hand{} 1, 1, 1, 1 .f 克服 格斗 vs 2", "/command/actor", &id),
        ];
        for (line, at, expected) in cases {
            means(&context, line, (name, &id), at, expected);
        }
        for line in [".me{}", ".odds{}", ".stress{}"] {
            for (typed, speaking_as) in ways(line, name, &id) {
                let context = SeatContext { speaking_as, ..context.clone() };
                let Ok(Heard::Reply(lines)) = hear(&typed, &context) else { panic!("{typed}") };
                let said: String =
                    lines.iter().map(|line| words::say(Language::ZhHans, &line.message)).collect();
                assert!(said.contains(name), "{typed}: {said}");
            }
        }
    }
}

#[tokio::test]
async fn c04_what_could_be_several_is_listed_with_lines_that_work() {
    let game = before_dice().await;
    let context = game.context("阿澈").await;
    for line in [".go", ".cancel", ".odds", ".take out", ".accept", ".refuse 不行", ".choose 1"] {
        let lines = listed(line, &context);
        assert!(lines.len() >= 2, "{line}: {lines:?}");
        let mut meant = Vec::new();
        for one in &lines {
            let heard = hear(one, &context);
            assert!(heard.is_ok(), "{one}: {heard:?}");
            meant.push(format!("{heard:?}"));
        }
        meant.dedup();
        assert_eq!(meant.len(), lines.len(), "{line}: {lines:?}");
    }
    // One who plays a single character means theirs.
    let id = game.id("丙").await;
    let context = game.context("小周").await;
    let action = game.of("action", "/actor", &id).await;
    assert_eq!(text(&command(".go", &context), "/action"), action);
    let hit = game.of("hit", "/to", &id).await;
    assert_eq!(text(&command(".take out", &context), "/hit"), hit);
    // The host means nobody's by default.
    let host = game.context("主持").await;
    assert_eq!(listed(".go", &host), [".go @甲", ".go @乙", ".go @丙"]);
    assert_eq!(listed(".diff 4", &host), [".diff @甲 4", ".diff @乙 4", ".diff @丙 4"]);
}

#[tokio::test]
async fn c04_the_host_s_words_are_about_whom_they_name() {
    let game = before_dice().await;
    let context = game.context("主持").await;
    for name in ["甲", "乙"] {
        let id = game.id(name).await;
        let action = game.of("action", "/actor", &id).await;
        for (line, at, expected) in [
            (".fp{} +1: 好戏", "/character", &id),
            (".milestone{} 小", "/character", &id),
            (".aspect{} 湿透", "/on/character", &id),
            (".stress{} 3", "/to", &id),
            (".diff{} 4", "/action", &action),
            (".take{} out", "/hit", &game.of("hit", "/to", &id).await),
            (".go{}", "/action", &action),
        ] {
            for (typed, _) in &ways(line, name, &id)[..2] {
                let found = command(typed, &context);
                assert_eq!(&text(&found, at), expected, "{typed}: {found}");
            }
        }
    }
}

/// After the dice: a roll and a boost of each; the newest of each is 丙's.
async fn after_dice() -> Game {
    let mut game = Game::new("fate-condensed").await;
    game.play(CAST).await;
    for (who, name) in [("阿澈", "甲"), ("阿澈", "乙"), ("小周", "丙")] {
        // A boost: style against something easy.
        game.play(&[
            (who, &format!("@{name} .hand 1 1 1 1 .f 克服 格斗 vs -4")),
            (who, &format!("@{name} .stand")),
            (who, &format!("@{name} .hand 0 0 0 0 .f 克服 格斗 vs 2")),
        ])
        .await;
    }
    game
}

#[tokio::test]
async fn f11_an_invoke_is_on_the_invoker_s_own_roll_and_paid_by_them() {
    let game = after_dice().await;
    let context = game.context("阿澈").await;
    for name in ["甲", "乙"] {
        let id = game.id(name).await;
        let action = game.of("action", "/actor", &id).await;
        for (line, at, expected) in [
            (".invoke{} 火灾", "/action", &action),
            (".invoke{} 火灾", "/by/character", &id),
            (".invoke{} 火灾 重掷", "/action", &action),
            (".free{} 火灾", "/action", &action),
            (".free{} 火灾 难度", "/by/character", &id),
            (".boost{}", "/action", &action),
            (".boost{}", "/by/character", &id),
            (".boost{} 推助", "/by/character", &id),
            (".stand{}", "/action", &action),
        ] {
            means(&context, line, (name, &id), at, expected);
        }
    }
    // The boost is the actor's own too (C-06).
    let other = |name: &str| command(&format!("@{name} .boost 推助"), &context)["aspect"].clone();
    assert_ne!(other("甲"), other("乙"));
    assert_eq!(command("@甲 .boost 推助@乙", &context)["aspect"], other("乙"));
    // Another's roll is meant only when it is named.
    let roll = |name: &'static str| {
        let game = &game;
        async move { game.of("action", "/actor", &game.id(name).await).await }
    };
    let theirs = command("@甲 .invoke 火灾 @丙", &context);
    assert_eq!(text(&theirs, "/action"), roll("丙").await);
    assert_eq!(text(&theirs, "/by/character"), game.id("甲").await);
}

#[tokio::test]
async fn f11_before_the_dice_one_is_told_to_roll_first() {
    let mut game = after_dice().await;
    game.play(&[("小周", ".stand"), ("小周", ".choose 1"), ("小周", ".f 克服 格斗 慢 vs 2")]).await;
    let context = game.context("小周").await;
    for line in [".invoke 火灾", ".free 火灾", ".boost"] {
        let mistake = hear(line, &context).expect_err("the dice have not fallen");
        assert_eq!(mistake.what, message!("chat-f-roll-first"), "{line}");
    }
    game.play(&[("小周", ".cancel")]).await;
    // Without a roll of one's own, those of others are listed, not taken.
    let context = game.context("小周").await;
    assert_eq!(listed(".invoke 火灾", &context), [".invoke 火灾 @甲", ".invoke 火灾 @乙"]);
}

#[tokio::test]
async fn f24_a_defence_is_the_actor_s_own() {
    let mut game = Game::new("fate-condensed").await;
    game.play(CAST).await;
    game.play(&[
        ("主持", "@打手 .f 攻击 格斗 vs @甲"),
        ("主持", "@打手 2 .f 攻击 格斗 vs @乙"),
        ("小周", ".f 攻击 格斗 vs @乙"),
    ])
    .await;
    let context = game.context("阿澈").await;
    let id = game.id("甲").await;
    let action = game.of("action", "/target", &id).await;
    means(&context, ".f{} 防御 运动", ("甲", &id), "/action", &action);
    // Two attacks on 乙 are told apart by who attacks.
    let lines = listed("@乙 .f 防御 运动", &context);
    assert_eq!(lines, ["@乙 .f 防御 运动 @打手 2", "@乙 .f 防御 运动 @丙"]);
    for (line, name) in lines.iter().zip(["打手 2", "丙"]) {
        let action = game.of("action", "/actor", &game.id(name).await).await;
        assert_eq!(text(&command(line, &context), "/action"), action, "{line}");
    }
}

#[tokio::test]
async fn c06_two_hits_and_two_boosts_of_one_card_are_told_apart() {
    let mut game = Game::new("fate-condensed").await;
    game.play(CAST).await;
    game.play(&[("主持", ".stress @丙 1"), ("主持", ".stress @丙 2")]).await;
    let context = game.context("小周").await;
    assert_eq!(listed(".take out", &context), [".take #1 out", ".take #2 out"]);
    let hits: Vec<Json> = ["#1", "#2"]
        .map(|pick| command(&format!(".take {pick} out"), &context)["hit"].clone())
        .into();
    assert_ne!(hits[0], hits[1]);
    game.play(&[
        ("小周", ".take #1 1"),
        ("小周", ".take 2"),
        ("小周", ".hand 1 1 1 1 .f 克服 秘识 vs 1"),
        ("小周", ".stand"),
        ("小周", ".hand 1 1 1 1 .f 克服 秘识 vs 1"),
        ("小周", ".stand"),
        ("小周", ".hand 0 0 0 0 .f 克服 秘识 vs 4"),
    ])
    .await;
    let context = game.context("小周").await;
    let lines = listed(".boost", &context);
    assert_eq!(lines, [".boost 推助@丙 #1", ".boost 推助@丙 #2"]);
    let boosts: Vec<Json> =
        lines.iter().map(|line| command(line, &context)["aspect"].clone()).collect();
    assert_ne!(boosts[0], boosts[1]);
    // Named or handed on, each by the same words.
    assert_eq!(command(".rename 推助@丙 #2: 破绽", &context)["thing"], boosts[1]);
    assert_eq!(command(".give 推助@丙 #1 @甲", &context)["aspect"], boosts[0]);
}

#[tokio::test]
async fn c06_a_second_character_of_one_name_has_a_number_from_the_start() {
    let mut game = Game::new("fate-condensed").await;
    game.play(CAST).await;
    let context = game.context("主持").await;
    let (one, two) = (game.id("打手").await, game.id("打手 2").await);
    assert_eq!(text(&command(".stress @打手 3", &context), "/to"), one);
    assert_eq!(text(&command(".stress @打手 2 3", &context), "/to"), two);
    assert_eq!(text(&command(".pc del 打手 2", &context), "/character"), two);
    let aspect = |line: &str| command(line, &context)["aspect"].clone();
    assert_ne!(aspect(".grant 黑帮打手@打手 @甲"), aspect(".grant 黑帮打手@打手 2 @甲"));
}

#[tokio::test]
async fn c04_nobody_speaks_as_another_s_character() {
    use table::Voice;
    let game = before_dice().await;
    let context = game.context("阿澈").await;
    let said = |line: &str, context: &SeatContext| match hear(line, context) {
        Ok(Heard::Do(commands)) => match &commands[..] {
            [Command::Table(TableCommand::Say { voice, text })] => (voice.clone(), text.clone()),
            other => panic!("{line}: {other:?}"),
        },
        other => panic!("{line}: {other:?}"),
    };
    let as_one = |name: &str| Voice::InCharacter { name: Some(name.to_owned()) };
    for line in ["@乙 快走", "@乙 .say 快走", ".say @乙 快走"] {
        assert_eq!(said(line, &context), (as_one("乙"), "快走".to_owned()), "{line}");
    }
    let as_second =
        SeatContext { speaking_as: game.id("乙").await.parse().ok(), ..context.clone() };
    assert_eq!(said(".say 快走", &as_second).0, as_one("乙"));
    assert_eq!(said("快走", &as_second).0, as_one("乙"));
    assert_eq!(said(".ooc 快走", &as_second).0, Voice::OutOfCharacter);
    assert_eq!(said("@打手 快走", &context), (Voice::OutOfCharacter, "@打手 快走".to_owned()));
    // Who speaks is never guessed.
    assert!(hear(".say 快走", &context).is_err());
    assert!(hear("@打手 .say 快走", &context).is_err());
    assert_eq!(said(".say 快走", &game.context("小周").await).0, as_one("丙"));
}

/// A card of Time Line, whole.
fn card(name: &str) -> String {
    format!(
        ".tlsetup 姓名:{name},种族:人类,成年年龄:,标准体型:,年龄:20,体型:60,外貌:50,资产:50,性别:,职业:,\
         等级:3,物理思维比值:800,体质:30,敏捷:35,力量:35,意志:30,教育:35,智力:35,医学及生命科学:20,\
         工程与科技:20,军事与生存:20,文学:20,视觉及表演艺术:20,负重:0"
    )
}

#[tokio::test]
async fn c04_time_line_s_words_are_about_the_actor_s_card() {
    let mut game = Game::new("timeline").await;
    game.play(&[
        ("阿澈", &card("甲")),
        ("阿澈", &card("乙")),
        ("小周", &card("丙")),
        ("主持", ".tar 100"),
        ("主持", ".bat open @甲 @乙 @丙"),
    ])
    .await;
    let context = game.context("阿澈").await;
    for name in ["甲", "乙"] {
        let id = game.id(name).await;
        for line in [
            ".ex{} 力量",
            ".neg{} 30",
            ".lv{} +1",
            ".crd{} hp -5",
            ".bat{} out",
            ".bat{} cancel",
            ".bat{} 力量 5t 挥拳",
            ".trait{} 夜视: 看得见",
            ".item{} 火把",
        ] {
            means(&context, line, (name, &id), "/character", &id);
        }
        means(&context, ".vs{} 力量 @丙", (name, &id), "/sides/0/0", &id);
    }
}

#[tokio::test]
async fn c04_mist_s_words_are_about_the_actor_s_own_roll() {
    let mut game = Game::new("mist-2d6").await;
    game.play(&[
        ("阿澈", ".pc take 陆潮: 甲"),
        ("阿澈", ".pc take 陆潮: 乙"),
        ("小周", ".pc take 沈砚: 丙"),
        ("主持", ".scene 码头"),
        ("阿澈", ".act @甲 屏息: 潜下去"),
        ("阿澈", ".act @乙 屏息: 潜下去"),
        ("小周", ".act 触物知往: 摸一摸"),
        ("主持", ".hit @甲 受伤-2: 一刀"),
        ("主持", ".hit @乙 受伤-2: 一刀"),
        ("主持", ".hit @丙 受伤-2: 一刀"),
    ])
    .await;
    let context = game.context("阿澈").await;
    for name in ["甲", "乙"] {
        let id = game.id(name).await;
        let roll = game.of("roll", "/actor", &id).await;
        let pending = game.of("consequence", "/to", &id).await;
        for (line, at, expected) in [
            (".go{}", "/roll", &roll),
            (".cancel{}", "/roll", &roll),
            (".add{} 临危不乱", "/roll", &roll),
            (".take{}", "/consequence", &pending),
            (".mit{} 屏息: 躲开", "/consequence", &pending),
            (".mit{} 屏息: 躲开", "/actor", &id),
        ] {
            means(&context, line, (name, &id), at, expected);
        }
    }
    assert_eq!(listed(".go", &context), [".go @甲", ".go @乙"]);
    // A player without a roll of their own does not throw another's dice.
    game.play(&[("小周", ".cancel")]).await;
    let bob = game.context("小周").await;
    assert!(hear(".go", &bob).is_err());
}

#[tokio::test]
async fn c02_what_is_missing_is_shown_by_a_line_of_the_family() {
    let game = Game::new("fate-condensed").await;
    let host = game.context("主持").await;
    for line in [".pc new ?", ".aspect game", ".zone new", ".contest twist"] {
        let Err(mistake) = hear(line, &host) else { panic!("{line} is understood") };
        let instead = mistake.instead.map(|it| words::say(Language::En, &it)).unwrap_or_default();
        let word = line.split(' ').next().expect("a word");
        assert!(instead.contains(word) && !instead.contains("chat-form"), "{line}: {instead}");
    }
}

/// A line that names what two are called is refused with both; with a number each is meant.
fn told_apart(line: &str, at: &str, context: &SeatContext) -> [String; 2] {
    let bare = line.replace("{}", "");
    let Err(mistake) = hear(&bare, context) else { panic!("{bare} is understood") };
    let said = mistake.instead.map(|it| words::say(Language::ZhHans, &it)).unwrap_or_default();
    assert!(said.contains(" #1") && said.contains(" #2"), "{bare}: {said}");
    [1, 2].map(|number| {
        let found = command(&line.replace("{}", &format!(" #{number}")), context);
        text(&found, at)
    })
}

#[tokio::test]
async fn c06_two_of_one_name_are_told_apart_in_every_family() {
    let mut mist = Game::new("mist-2d6").await;
    mist.play(&[
        ("阿澈", ".pc take 陆潮: 甲"),
        ("小周", ".pc take 沈砚: 甲"),
        ("主持", ".scene 码头"),
        ("主持", ".challenge 打手 打倒-3"),
        ("主持", ".challenge 打手 打倒-3"),
    ])
    .await;
    let mut timeline = Game::new("timeline").await;
    timeline.play(&[("阿澈", &card("甲")), ("小周", &card("甲")), ("主持", &card("打手"))]).await;
    for (game, kind, lines) in [
        (
            &mist,
            "character",
            &[(".hit @甲{} 受伤-2: 一刀", "/to"), ("@甲{} .act: 潜下去", "/actor")][..],
        ),
        (
            &mist,
            "challenge",
            &[(".challenge del 打手{}", "/challenge"), (".reveal 打手{}", "/thing")],
        ),
    ] {
        let host = game.context("主持").await;
        let known: Vec<String> =
            game.parts(kind).await.iter().map(|part| text(part, "/id")).collect();
        let mut meant = lines.iter().map(|(line, at)| told_apart(line, at, &host));
        let first = meant.next().expect("a line");
        assert!(first[0] != first[1] && first.iter().all(|id| known.contains(id)), "{first:?}");
        assert!(meant.all(|ids| ids == first), "{kind}: the same number means the same");
    }
    // In Time Line the second is 甲 2 from the start, and its number may stand close.
    let host = timeline.context("主持").await;
    for (line, at) in [
        (".ex @{} 力量", "/character"),
        ("@{} .ex 力量", "/character"),
        (".crd @{} hp -5", "/character"),
        (".vs @打手 力量 @{}", "/sides/1/0"),
        (".bat open @{}", "/fighters/0"),
    ] {
        let who = |name: &str| text(&command(&line.replace("{}", name), &host), at);
        assert_ne!(who("甲"), who("甲 2"), "{line}");
        assert_eq!((who("甲1"), who("甲2")), (who("甲"), who("甲 2")), "{line}");
    }
}
