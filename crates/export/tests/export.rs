//! What a seat takes home and finds again is what it was told (B-41, B-50, B-30).

use std::sync::Arc;

use export::Asked;
use jiff::SignedDuration;
use rules::{Audience, Role, SeatId};
use table::{
    Answer, Command, CommandId, FixedClock, MemoryStore, NewTable, TableCommand, TableHandle,
    Tables, Voice, World,
};
use words::Language;
use words::log::Form;

struct Evening {
    _tables: Tables,
    table: TableHandle,
    clock: Arc<FixedClock>,
    host: SeatId,
    ann: SeatId,
    ben: SeatId,
    eve: SeatId,
}

impl Evening {
    async fn begin() -> Self {
        Self::of("mist-2d6").await
    }

    async fn of(pack: &str) -> Self {
        let (world, clock) = World::fixed(1);
        let tables = Tables::new(Arc::new(MemoryStore::new()), world);
        let pack = rules::pack::shipped_pack(pack).expect("it ships").pack;
        let opened = tables
            .open(NewTable {
                title: "雾港夜话".to_owned(),
                language: "zh-Hant".to_owned(),
                time_zone: "America/New_York".to_owned(),
                pack,
                host: "主持".to_owned(),
            })
            .await
            .expect("a table");
        let (table, host) = (opened.table, opened.host);
        let mut evening =
            Self { _tables: tables, table, clock, host, ann: host, ben: host, eve: host };
        evening.ann = evening.seat("安", Role::Player).await;
        evening.ben = evening.seat("本", Role::Player).await;
        evening.eve = evening.seat("伊", Role::Spectator).await;
        evening
    }

    async fn seat(&self, name: &str, role: Role) -> SeatId {
        let name = name.to_owned();
        match self.send(self.host, TableCommand::AddSeat { name, role }).await {
            Answer::Seat { seat } => seat,
            other => panic!("no seat: {other:?}"),
        }
    }

    async fn send(&self, by: SeatId, command: TableCommand) -> Answer {
        let sent = self.table.command(by, CommandId::random(), Command::Table(command)).await;
        sent.expect("it is accepted")
    }

    async fn say(&self, by: SeatId, voice: Voice, text: &str) {
        self.send(by, TableCommand::Say { voice, text: text.to_owned() }).await;
    }

    async fn text(&self, seat: SeatId, session: Option<u32>) -> String {
        let asked = Asked { session, ..Asked::default() };
        let log = export::log(&export::Workers::default(), &self.table, seat, asked).await;
        log.expect("a log").as_text()
    }
}

#[tokio::test]
async fn b50_each_seats_log_holds_what_it_was_told_by_sessions_in_the_tables_time() {
    let evening = Evening::begin().await;
    let (host, ann, ben, eve) = (evening.host, evening.ann, evening.ben, evening.eve);
    evening.say(ann, Voice::OutOfCharacter, "大家好").await;
    evening.say(ann, Voice::Whisper { to: [ben].into() }, "暗號是海鷗").await;
    let notation = "2d6 偷聽".to_owned();
    evening
        .send(host, TableCommand::Roll { notation, audience: Audience::Host, actor: None })
        .await;
    evening.clock.pass(SignedDuration::from_mins(5));
    evening.send(host, TableCommand::EndSession).await;
    evening.say(ben, Voice::OutOfCharacter, "散場閒聊").await;
    evening.send(host, TableCommand::BeginSession).await;
    evening.say(ben, Voice::OutOfCharacter, "第二夜").await;

    let first = evening.text(ann, Some(1)).await;
    insta::assert_snapshot!(first);
    for (seat, whisper, secret) in
        [(host, true, true), (ann, true, false), (ben, true, false), (eve, false, false)]
    {
        for form in [Form::Markdown, Form::Html, Form::Text, Form::Book, Form::Painter] {
            let asked = Asked { session: Some(1), ..Asked::default() };
            let log = export::log(&export::Workers::default(), &evening.table, seat, asked)
                .await
                .expect("a log")
                .write(form);
            let log = String::from_utf8(log).expect("text");
            assert_eq!(log.contains("海鷗"), whisper);
            assert_eq!(log.contains("偷聽"), secret);
            assert!(log.contains("散場閒聊") && !log.contains("第二夜"));
        }
    }
    let last = evening.text(eve, None).await;
    assert!(last.contains("第二夜") && !last.contains("大家好"), "the last if none is asked for");
    let third = Asked { session: Some(3), ..Asked::default() };
    let none = export::log(&export::Workers::default(), &evening.table, ann, third)
        .await
        .expect_err("no third");
    assert_eq!(none.what.id, "log-no-session");
}

#[tokio::test]
async fn b41_a_search_finds_only_what_the_seat_was_told() {
    let evening = Evening::begin().await;
    let (host, ann, ben, eve) = (evening.host, evening.ann, evening.ben, evening.eve);
    for nth in 0..3 {
        evening.say(ann, Voice::OutOfCharacter, &format!("Door 门 {nth}")).await;
    }
    evening.say(ann, Voice::Whisper { to: [ben].into() }, "门后有人").await;
    let found = async |seat, text: &str, before| {
        let lines = export::search(
            &export::Workers::default(),
            &evening.table,
            seat,
            Language::ZhHans,
            text,
            before,
            2,
        )
        .await;
        let lines = lines.expect("a search");
        lines.iter().map(|line| line.n).collect::<Vec<_>>()
    };
    for (seat, count) in [(host, 4), (ann, 4), (ben, 4), (eve, 3)] {
        let lines = export::search(
            &export::Workers::default(),
            &evening.table,
            seat,
            Language::ZhHans,
            "门",
            None,
            100,
        )
        .await;
        assert_eq!(lines.expect("a search").len(), count);
    }
    let last = found(eve, "ｄＯＯＲ", None).await;
    assert_eq!(last.len(), 2, "the last two, whatever the width and case");
    let before = found(eve, "door", Some(last[0])).await;
    assert_eq!(before.len(), 1, "and the one before them");
    assert!(before[0] < last[0]);
    assert!(found(eve, "有人", None).await.is_empty());
}

#[tokio::test]
async fn b22_b41_the_text_language_types_in_dice_and_finds_lines() {
    let evening = Evening::begin().await;
    let mut ann = chat::Listener::new(evening.table.clone(), evening.ann);
    ann.hear(CommandId::random(), ".手掷 3，5 .r 2d6+1 撬锁").await.expect("rolled");
    let lines = evening.table.lines(evening.eve, None, 1).await.expect("lines");
    assert_eq!(
        export::render::line(Language::En, &lines[0].line)[1],
        "  2d6[3, 5] + 1 = 9 (by hand)"
    );
    for wrong in [".hand", ".hand 3 5", ".hand .r 2d6", ".hand 3 .help", ".hand 3 .hand 3 .r d6"] {
        let refusal = ann.hear(CommandId::random(), wrong).await.expect_err(wrong);
        assert_eq!(refusal.rule.to_string(), "C-02", "{wrong}");
    }
    let few = ann.hear(CommandId::random(), ".hand 3 .r 2d6").await.expect_err("too few");
    assert_eq!(few.what.id, "table-hand-unfit");
    let found = ann.hear(CommandId::random(), ".find 撬锁").await.expect("found");
    assert_eq!(found.len(), 1, "{found:?}");
    let none = ann.hear(CommandId::random(), ".找 没有的").await.expect("an answer");
    assert_eq!(none[0].message.id, "chat-found-none");
}

#[tokio::test]
async fn b50_characters_are_those_the_seat_sees() {
    let evening = Evening::begin().await;
    let take = serde_json::json!({ "do": "take-example", "example": "archivist" });
    let taken = evening.table.command(evening.ann, CommandId::random(), Command::Game(take)).await;
    taken.expect("a character");
    for seat in [evening.host, evening.ann, evening.eve] {
        let characters = export::characters(&evening.table, seat).await.expect("characters");
        assert_eq!(characters.as_array().map(Vec::len), Some(1), "{characters}");
        let sheets =
            export::sheets(&export::Workers::default(), &evening.table, seat, Language::ZhHans)
                .await
                .expect("sheets");
        assert!(sheets.len() == 1 && sheets[0].lines.len() > 3, "{sheets:?}");
        let cards =
            export::cards(&export::Workers::default(), &evening.table, seat, Language::ZhHans)
                .await
                .expect("cards");
        let page = words::sheet::page(Language::ZhHans, "雾<港>", &cards);
        assert!(page.contains(&format!("<h1>{}</h1>", sheets[0].name)) && !page.contains("<港>"));
    }
}

/// A card of Time Line, as it is typed.
const CARD: &str = ".tlsetup 姓名:甲,种族:人类,成年年龄:,标准体型:,年龄:20,体型:60,外貌:50,资产:50,\
    性别:,职业:,等级:10,物理思维比值:500,体质:50,敏捷:0,力量:50,意志:30,教育:35,智力:35,\
    医学及生命科学:20,工程与科技:20,军事与生存:20,文学:20,视觉及表演艺术:20,负重:0";

#[tokio::test]
async fn b50_every_family_is_printed_as_cards_of_its_own_parts() {
    for (pack, line, parts) in [
        (
            "fate-condensed",
            ".pc take 阿岚",
            [
                "<small>高概念</small><b>",
                "<b>+4</b>",
                "生理压力</b><i",
                "<dt>2 轻微后果</dt><dd></dd>",
            ],
        ),
        (
            "timeline",
            CARD,
            ["<td>体质</td><td class=\"number\">50%</td>", "<dt>体力</dt>", "10 级", "率 ="],
        ),
        (
            "mist-2d6",
            ".pc take 陆潮",
            ["<h2>影中之水<small>浸染</small></h2>", "class=\"weakness\"", "≤6", "掌控</b><i"],
        ),
    ] {
        let evening = Evening::of(pack).await;
        let mut ann = chat::Listener::new(evening.table.clone(), evening.ann);
        ann.hear(CommandId::random(), line).await.unwrap_or_else(|no| panic!("{pack}: {no:?}"));
        let workers = export::Workers::default();
        for language in Language::ALL {
            let cards = export::cards(&workers, &evening.table, evening.ann, language).await;
            let cards = cards.expect(pack);
            assert!(!cards[0].blocks.is_empty(), "{pack}: {cards:?}");
            let page = words::sheet::page(language, "桌", &cards);
            for part in parts.iter().filter(|_| language == Language::ZhHans) {
                assert!(page.contains(part), "{pack}: {part}: {page}");
            }
        }
    }
}

#[tokio::test]
async fn b50_every_family_has_sheets_to_print() {
    for (pack, line) in
        [("fate-condensed", ".pc take 阿岚"), ("timeline", CARD), ("mist-2d6", ".pc take 陆潮")]
    {
        let evening = Evening::of(pack).await;
        let mut ann = chat::Listener::new(evening.table.clone(), evening.ann);
        ann.hear(CommandId::random(), line).await.unwrap_or_else(|no| panic!("{pack}: {no:?}"));
        let sheets =
            export::sheets(&export::Workers::default(), &evening.table, evening.ann, Language::En)
                .await
                .expect(pack);
        assert!(sheets.iter().any(|sheet| sheet.lines.len() > 1), "{pack}: {sheets:?}");
    }
}

#[tokio::test]
async fn b50_characters_of_one_name_and_of_any_name_have_their_own_sheets() {
    let card = |name: &str, level: u32| {
        format!(
            ".tlsetup 姓名:{name},种族:人类,成年年龄:,标准体型:,年龄:20,体型:60,外貌:50,资产:50,\
             性别:,职业:,等级:{level},物理思维比值:500,体质:50,敏捷:0,力量:50,意志:30,教育:35,\
             智力:35,医学及生命科学:20,工程与科技:20,军事与生存:20,文学:20,视觉及表演艺术:20,负重:0"
        )
    };
    let example = |name: &str| [format!(".pc take 阿岚: {name}"), format!(".pc take 陆潮: {name}")];
    let lines = |name: &str| {
        let [fate, mist] = example(name);
        [("fate-condensed", fate), ("mist-2d6", mist), ("timeline", card(name, 10))]
    };
    for name in ["同名", "老\"刀\"", "「夜」行者"] {
        for (pack, line) in lines(name) {
            let evening = Evening::of(pack).await;
            for seat in [evening.ann, evening.ben] {
                let mut listener = chat::Listener::new(evening.table.clone(), seat);
                let heard = listener.hear(CommandId::random(), &line).await;
                heard.unwrap_or_else(|no| panic!("{pack}: {no:?}"));
            }
            for seat in [evening.host, evening.ann, evening.eve] {
                let sheets =
                    export::sheets(&export::Workers::default(), &evening.table, seat, Language::En)
                        .await
                        .expect(pack);
                assert_eq!(sheets.len(), 2, "{pack} {name}");
                for sheet in &sheets {
                    assert!(sheet.name.starts_with(name), "{pack}: {}", sheet.name);
                    assert!(sheet.lines.len() > 1, "{pack} {name}: {sheets:?}");
                }
            }
        }
    }
}

/// A whole round of a file, typed.
async fn round(evening: &Evening) {
    let mut host = chat::Listener::new(evening.table.clone(), evening.host);
    let mut ann = chat::Listener::new(evening.table.clone(), evening.ann);
    let mut say = async |who: bool, line: &str| {
        let listener = if who { &mut ann } else { &mut host };
        let heard = listener.hear(CommandId::random(), line).await;
        heard.unwrap_or_else(|no| panic!("{line}: {no:?}"));
    };
    for (who, line) in [
        (true, ".pc take 陆潮"),
        (false, ".auto on"),
        (false, ".file name 无址之信"),
        (false, ".clue 信上没有地址"),
        (false, ".clue ?井里有人"),
        (false, ".mystery 谁在写信-1"),
        (false, ".phase 书写档案"),
        (true, ".file deduce 谁在写信 | 那晚 | 信上: 失踪者自己"),
        (true, ".hand 1 1 .go"),
        (false, ".file refute: 失踪者都不识字"),
        (true, ".file test 谁在写信 | 信上: 那棵树"),
        (true, ".hand 8 4 .go"),
    ] {
        say(who, line).await;
    }
}

#[tokio::test]
async fn m38_the_case_file_is_exported_and_stands_in_the_sessions_log_as_the_seat_sees_it() {
    let evening = Evening::of("mist-bureau").await;
    let workers = export::Workers::default();
    let of = async |seat| {
        let cases = export::case_file(&workers, &evening.table, seat, Language::ZhHans).await;
        words::log::document("雾港夜话", &cases.expect("a file"))
    };
    assert_eq!(of(evening.ann).await, "# 雾港夜话\n", "nothing is written yet");
    round(&evening).await;
    let text = of(evening.ann).await;
    insta::assert_snapshot!(text);
    assert!(of(evening.host).await.contains("井里有人"));
    assert!(!text.contains("井里有人"), "what is hidden stays so");
    for form in [Form::Markdown, Form::Html, Form::Text, Form::Book, Form::Painter] {
        let asked = Asked::default();
        let log = export::log(&workers, &evening.table, evening.ann, asked).await.expect("a log");
        let log = String::from_utf8(log.write(form)).expect("text");
        assert!(log.contains("失蹤") || log.contains("失踪者都不识字"), "{log}");
        assert!(log.contains("無址之信") || log.contains("无址之信"));
        assert!(!log.contains("井里有人"));
    }
    evening.send(evening.host, TableCommand::EndSession).await;
    evening.send(evening.host, TableCommand::BeginSession).await;
    let asked = Asked { session: Some(1), ..Asked::default() };
    let first = export::log(&workers, &evening.table, evening.ann, asked).await.expect("a log");
    assert!(first.sections.is_empty(), "the file of now is no part of an older session");
}

#[tokio::test]
async fn m38_other_families_have_no_case_file() {
    for pack in ["fate-condensed", "timeline", "mist-city"] {
        let evening = Evening::of(pack).await;
        let workers = export::Workers::default();
        let cases = export::case_file(&workers, &evening.table, evening.ann, Language::En).await;
        assert!(cases.expect("an answer").is_empty(), "{pack}");
    }
}

#[tokio::test]
async fn b50_a_mist_sheet_shows_motives_theme_tags_growth_waiting_and_the_boxes_of_a_status() {
    let evening = Evening::of("mist-bureau").await;
    let mut host = chat::Listener::new(evening.table.clone(), evening.host);
    let mut ann = chat::Listener::new(evening.table.clone(), evening.ann);
    ann.hear(CommandId::random(), ".pc take 陆潮").await.expect("taken");
    for line in [".status 受伤-2 @陆潮", ".status 受伤-2 @陆潮"] {
        host.hear(CommandId::random(), line).await.expect("a status");
    }
    for _ in 0..3 {
        ann.hear(CommandId::random(), ".mark 掌控 影中之水").await.expect("marked");
    }
    let workers = export::Workers::default();
    let sheets = export::sheets(&workers, &evening.table, evening.ann, Language::ZhHans).await;
    let lines = sheets.expect("sheets").remove(0).lines.join("\n");
    for said in ["侵蚀：沉到光照不到的地方", "潜入影子（主题标签）", "成长", "受伤-3", "2、3"]
    {
        assert!(lines.contains(said), "{said}: {lines}");
    }
    let cards = export::cards(&workers, &evening.table, evening.ann, Language::ZhHans).await;
    let page = words::sheet::page(Language::ZhHans, "桌", &cards.expect("cards"));
    for said in [
        "<p>侵蚀　沉到光照不到的地方</p>",
        "<span class=\"core\">潜入影子</span>",
        "成长",
        // The second and the third of six boxes.
        "<b>受伤</b><i class=\"\"></i><i class=\"on\"></i><i class=\"on\"></i><i class=\"\"></i>",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
}

#[test]
fn b52_every_line_that_tells_of_a_lasting_change_is_one_there_is() {
    for id in export::recap::change_ids() {
        assert!(words::knows(id), "{id}");
    }
}

#[tokio::test]
async fn b52_a_session_is_looked_back_at_as_each_seat_was_told_it() {
    let evening = Evening::begin().await;
    let (host, ann, eve) = (evening.host, evening.ann, evening.eve);
    let roll = |notation: &str, audience| TableCommand::Roll {
        notation: notation.to_owned(),
        audience,
        actor: None,
    };
    for _ in 0..3 {
        evening.send(ann, roll("2d6+1 撬鎖", Audience::All)).await;
    }
    evening.send(ann, roll("1d20 別的", Audience::All)).await;
    evening.send(host, roll("2d6 偷聽", Audience::Host)).await;
    evening.say(ann, Voice::OutOfCharacter, "大家好").await;
    let workers = export::Workers::default();
    let of = async |seat| {
        let recap = export::recap::recap(&workers, &evening.table, seat, None).await;
        recap.expect("a session")
    };
    let (hosts, anns) = (of(host).await, of(ann).await);
    assert_eq!((hosts.rolls, anns.rolls), (5, 4), "secret rolls are the host's");
    assert_eq!(anns, of(eve).await, "who was told the same looks back at the same");
    let dice = anns.dice.expect("dice fell");
    assert_eq!((dice.notation.as_str(), dice.count, dice.values.len()), ("2d6", 3, 11));
    assert_eq!(dice.values.iter().map(|value| value.count).sum::<u32>(), 3);
    let expected: f64 = dice.values.iter().map(|value| value.expected).sum();
    assert!((expected - 3.0).abs() < 1e-9 && (dice.expected - 7.0).abs() < 1e-9);
    let fell: f64 = dice.values.iter().map(|it| f64::from(it.count) * it.from as f64).sum();
    assert!((fell / 3.0 - dice.mean).abs() < 1e-9, "what is added to the dice is no dice");
    let shares: f64 = anns.spotlight.iter().map(|spot| spot.share).sum();
    assert!((shares - 1.0).abs() < 1e-9);
    for language in Language::ALL {
        let (title, sections) = of(ann).await.written("霧港夜話", language);
        let text = words::log::document(&title, &sections);
        assert!(text.contains("2d6") && text.contains("霧港夜話"), "{text}");
        assert!(!words::log::page(language, &title, &sections).contains("偷聽"));
    }
}

/// What a written log says: of a Word document, what is packed in it.
fn text_of(form: Form, written: Vec<u8>) -> String {
    if form != Form::Docx {
        return String::from_utf8(written).expect("text");
    }
    let mut packed = zip::ZipArchive::new(std::io::Cursor::new(written)).expect("a document");
    let document = packed.by_name("word/document.xml").expect("its text");
    std::io::read_to_string(document).expect("text")
}

#[tokio::test]
async fn b50_handouts_go_into_the_book_of_whoever_saw_them() {
    let evening = Evening::begin().await;
    let (host, ann, ben) = (evening.host, evening.ann, evening.ben);
    let note = |title: &str, to| TableCommand::WriteNote {
        note: None,
        title: title.to_owned(),
        text: "第七行被劃去了。".to_owned(),
        picture: None,
        to,
        show: true,
    };
    evening.send(host, note("名單", Audience::All)).await;
    evening.send(host, note("密信", Audience::Seats([ann].into()))).await;
    evening.say(ann, Voice::InCharacter { name: Some("葉嵐".to_owned()) }, "別出聲。").await;
    evening.say(ben, Voice::OutOfCharacter, "我去倒水").await;
    let workers = export::Workers::default();
    for (seat, secret) in [(ann, true), (ben, false)] {
        for form in [Form::Book, Form::Painter, Form::Docx] {
            let asked = Asked { whole: true, story: true, plates: true, session: None };
            let log = export::log(&workers, &evening.table, seat, asked).await.expect("a log");
            let log = text_of(form, log.write(form));
            assert!(log.contains("名單") && log.contains("第七行被劃去了"), "{form:?}");
            assert!(log.contains("葉嵐") && !log.contains("倒水"), "only the story");
            assert_eq!(log.contains("密信"), secret);
        }
    }
}
