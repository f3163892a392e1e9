//! Characters in and out (B-50, B-51): from table to table, and from the files of other programs.

use std::io::{Cursor, Write};
use std::sync::Arc;

use export::character::{self, Incoming, Sheet, TakenIn};
use rules::{Id, Message, Refusal, Role, SeatId};
use table::{
    Answer, Command, CommandId, MemoryStore, NewTable, TableCommand, TableHandle, Tables, World,
};
use words::{Language, say};

struct Group {
    _tables: Tables,
    table: TableHandle,
    host: SeatId,
    ann: SeatId,
}

impl Group {
    async fn of(pack: &str) -> Self {
        let (world, _) = World::fixed(1);
        let tables = Tables::new(Arc::new(MemoryStore::new()), world);
        let pack = rules::pack::shipped_pack(pack).expect("it ships").pack;
        let opened = tables
            .open(NewTable {
                title: "雾港".to_owned(),
                language: "zh-Hans".to_owned(),
                time_zone: "Asia/Shanghai".to_owned(),
                pack,
                host: "主持".to_owned(),
            })
            .await
            .expect("a table");
        let (table, host) = (opened.table, opened.host);
        let add = TableCommand::AddSeat { name: "安".to_owned(), role: Role::Player };
        let added = table.command(host, CommandId::random(), Command::Table(add)).await;
        let Ok(Answer::Seat { seat: ann }) = added else { panic!("no seat: {added:?}") };
        Self { _tables: tables, table, host, ann }
    }

    async fn types(&self, by: SeatId, line: &str) {
        let mut listener = chat::Listener::new(self.table.clone(), by);
        let heard = listener.hear(CommandId::random(), line).await;
        heard.unwrap_or_else(|no| panic!("{line}: {no:?}"));
    }

    async fn take(&self, by: SeatId, read: Incoming) -> Result<TakenIn, Refusal> {
        character::take_in(&self.table, by, CommandId::random(), read, None).await
    }

    async fn only(&self) -> Id {
        let known = character::names(&self.table, self.host).await.expect("a view");
        known.last().expect("a character").0
    }

    async fn part(&self, id: Id) -> serde_json::Value {
        let view = self.table.view(self.host).await.expect("a view");
        view[&format!("character/{id}")].clone()
    }
}

fn one(bytes: &[u8]) -> Incoming {
    let mut read = character::read(bytes).unwrap_or_else(|no| panic!("{no:?}"));
    assert_eq!(read.len(), 1);
    read.remove(0)
}

fn told(left: &[Message]) -> String {
    left.iter().map(|it| say(Language::En, it)).collect::<Vec<_>>().join("\n")
}

const CARD: &str = ".tlsetup 姓名:甲,种族:人类,成年年龄:18,标准体型:60,年龄:20,体型:60,外貌:50,资产:50,\
    性别:女,职业:船工,等级:10,物理思维比值:500,体质:50,敏捷:0,力量:50,意志:30,教育:35,智力:35,\
    医学及生命科学:20,工程与科技:20,军事与生存:20,文学:20,视觉及表演艺术:20,负重:7";

#[tokio::test]
async fn b51_a_character_goes_from_table_to_table_in_every_family() {
    for (pack, lines) in [
        ("mist-bureau", vec![".pc take 陆潮"]),
        ("fate-condensed", vec![".pc take 阿岚"]),
        (
            "timeline",
            vec![
                CARD,
                ".item 绳子 5 背包",
                ".ledger -3 船票,昨夜,码头",
                ".trait 夜猫子: 夜里看得见",
            ],
        ),
    ] {
        let here = Group::of(pack).await;
        for line in lines {
            here.types(here.ann, line).await;
        }
        let id = here.only().await;
        let file = character::file(&here.table, here.ann, id).await.expect(pack);
        let text = serde_json::to_vec(&file).expect("plain data");
        // Elsewhere, brought by a player and by a host, it is the same again.
        for host in [false, true] {
            let there = Group::of(pack).await;
            let by = if host { there.host } else { there.ann };
            let taken =
                there.take(by, one(&text)).await.unwrap_or_else(|no| panic!("{pack}: {no:?}"));
            assert_eq!(taken.left, [], "{pack}");
            let again = character::file(&there.table, by, taken.character).await.expect(pack);
            assert_eq!(again.sheet, file.sheet, "{pack}");
        }
        // Where other rules are played it is refused, and says so.
        let other = Group::of(if pack == "timeline" { "mist-city" } else { "timeline" }).await;
        let refused = other.take(other.host, one(&text)).await.expect_err("other rules");
        assert_eq!(refused.what.id, "character-other-family");
    }
}

#[tokio::test]
async fn b46_a_grown_mist_character_is_the_hosts_to_let_in() {
    let here = Group::of("mist-bureau").await;
    here.types(here.ann, ".pc take 陆潮").await;
    let mut file = character::file(&here.table, here.ann, here.only().await).await.expect("a file");
    let Sheet::Mist(sheet) = &mut file.sheet else { panic!("a mist character") };
    sheet.themes[0].theme.powers.push("水下听声".into());
    sheet.themes[0].improve = 1;
    sheet.themes[0].growths = 1;
    sheet.themes[0].burnt = vec![0];
    sheet.tags.push("借来的船".into());
    sheet.statuses.push(export::character::mist::Status { name: "湿透".into(), tier: 2 });
    sheet.evolution = 1;
    let expected = sheet.clone();
    let text = serde_json::to_vec(&file).expect("plain data");
    let refused = here.take(here.ann, one(&text)).await.expect_err("it has grown");
    assert_eq!(refused.what.id, "mist-brought-grown");
    let taken = here.take(here.host, one(&text)).await.expect("the host may");
    assert_eq!(taken.left, []);
    let again = character::file(&here.table, here.host, taken.character).await.expect("a file");
    assert_eq!(again.sheet, Sheet::Mist(expected));
    let lines = here.table.lines(here.ann, None, 20).await.expect("lines");
    assert!(lines.iter().any(|told| told.line.message.id == "mist-told-brought"), "for all to see");
}

#[tokio::test]
async fn b51_a_fari_character_is_read_and_what_is_unknown_is_listed_and_kept() {
    for file in ["mira.fari.json", "mira-5.fari.json"] {
        let bytes = std::fs::read(format!("tests/characters/{file}")).expect("a file");
        let group = Group::of("fate-condensed").await;
        let taken = group.take(group.host, one(&bytes)).await.unwrap_or_else(|no| panic!("{no:?}"));
        let part = group.part(taken.character).await;
        let part = part.to_string();
        for known in [
            "Shadow Courier of the Harbour",
            "The tide knows my name & calls",
            "Owes old Sable a life",
            "A key with no door",
            "Rooftop Runner",
            "Quick Hands",
            "\"fight\":5",
            "\"stealth\":4",
            "\"refresh\":3",
        ] {
            assert!(part.contains(known), "{known}: {part}");
        }
        let left = told(&taken.left);
        for unknown in [
            "Hacking: +3",
            "Mild: Sprained wrist",
            "Keeps a ledger of debts.",
            "Fate Points: 1",
            "1/2",
        ] {
            assert!(left.replace(" · Fate Points", "").contains(unknown), "{unknown}: {left}");
        }
        assert!(!left.contains("evilhat"), "{left}");
        // And it is a note of whoever brought it, for nobody else.
        let note = taken.note.expect("a note");
        let kept = group.table.note(group.host, note).await.expect("a note").text;
        assert!(kept.contains("Hacking") && kept.contains("Sprained wrist"), "{kept}");
        assert!(group.table.note(group.ann, note).await.is_err());
    }
}

#[tokio::test]
async fn b46_a_player_brings_a_sheet_that_breaks_the_rules_and_is_told_what_waits() {
    let bytes = std::fs::read("tests/characters/mira.fari.json").expect("a file");
    let group = Group::of("fate-condensed").await;
    let taken = group.take(group.ann, one(&bytes)).await.expect("a sheet by the rules");
    // Fight at 5 fits no pyramid: the nearest that does is written, the rest is said.
    let part = group.part(taken.character).await;
    assert_eq!(part["skills"]["fight"], 4);
    assert!(taken.left.iter().any(|it| it.id == "character-refused"), "{}", told(&taken.left));
}

#[tokio::test]
async fn b51_an_actor_of_foundry_is_read_with_the_picture_in_it() {
    let text = std::fs::read_to_string("tests/characters/jonas.foundry.json").expect("a file");
    let read = one(text.replace("PORTRAIT", "iVBORw0KGgo=").as_bytes());
    assert_eq!(read.portrait.as_deref(), Some(&b"\x89PNG\r\n\x1a\n"[..]));
    let group = Group::of("fate-condensed").await;
    let taken =
        group.take(group.ann, one(text.as_bytes())).await.unwrap_or_else(|no| panic!("{no:?}"));
    let part = group.part(taken.character).await.to_string();
    for known in [
        "Keeper of the Drowned Light",
        "I cannot leave a lamp unlit",
        "Brother to the storm",
        "Salt in the blood",
        "Tall, grey coat.",
        "\"lore\":4",
        "\"investigate\":1",
        "{\"kind\":\"bonus\",\"skill\":\"lore\"}",
    ] {
        assert!(part.contains(known), "{known}: {part}");
    }
    let left = told(&taken.left);
    for unknown in [
        "Piloting: +2",
        "Cracked rib",
        "Once a lighthouse keeper.",
        "The Lantern: Burns under water.",
        "Given by the sea",
        "fatePoints: 2",
        "Physical Stress: 1/2",
    ] {
        assert!(left.contains(unknown), "{unknown}: {left}");
    }
}

#[tokio::test]
async fn b51_a_line_of_tlsetup_is_read_with_what_it_does_not_know() {
    let group = Group::of("timeline").await;
    let line = format!("{CARD},背景:生在船上,长在码头,魔力:900,尾声");
    let taken =
        group.take(group.ann, one(line.as_bytes())).await.unwrap_or_else(|no| panic!("{no:?}"));
    let part = group.part(taken.character).await;
    assert_eq!(part["card"]["name"], "甲");
    assert_eq!(part["card"]["background"], "生在船上，长在码头");
    assert_eq!(part["derived"]["carried"], 700);
    assert_eq!(told(&taken.left), "魔力: 900，尾声");
    // A card that cannot be played is refused with everything that is wrong.
    let bad = CARD.replace("体质:50", "体质:90");
    let refused = group.take(group.ann, one(bad.as_bytes())).await.expect_err("too much");
    assert_eq!(refused.rule.to_string(), "T-04");
}

/// A workbook as spreadsheets write it, from rows of cells; numbers are numbers.
fn workbook(rows: &[&[&str]]) -> Vec<u8> {
    let mut sheet = String::new();
    for (row, cells) in rows.iter().enumerate() {
        sheet += &format!("<row r=\"{}\">", row + 1);
        for (column, text) in cells.iter().enumerate().filter(|(_, text)| !text.is_empty()) {
            let at =
                format!("{}{}", char::from(b'A' + u8::try_from(column).expect("few")), row + 1);
            sheet += &match text.parse::<f64>() {
                Ok(number) => format!("<c r=\"{at}\"><v>{number}</v></c>"),
                Err(_) => format!("<c r=\"{at}\" t=\"inlineStr\"><is><t>{text}</t></is></c>"),
            };
        }
        sheet += "</row>";
    }
    packed(&sheet)
}

fn packed(rows: &str) -> Vec<u8> {
    const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
    const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
    let files = [
        (
            "[Content_Types].xml",
            format!(
                "{HEAD}<Types xmlns=\"{PACKAGE}/content-types\">\
          <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
          <Override PartName=\"/xl/workbook.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml\"/>\
          <Override PartName=\"/xl/worksheets/sheet1.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml\"/></Types>"
            ),
        ),
        (
            "_rels/.rels",
            format!(
                "{HEAD}<Relationships xmlns=\"{PACKAGE}/relationships\">\
          <Relationship Id=\"r1\" Type=\"{OFFICE}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/workbook.xml",
            format!(
                "{HEAD}<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\">\
          <sheets><sheet name=\"人物卡\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!(
                "{HEAD}<Relationships xmlns=\"{PACKAGE}/relationships\">\
          <Relationship Id=\"r1\" Type=\"{OFFICE}/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/worksheets/sheet1.xml",
            format!("{HEAD}<worksheet xmlns=\"{MAIN}\"><sheetData>{rows}</sheetData></worksheet>"),
        ),
    ];
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).expect("a name");
        zip.write_all(text.as_bytes()).expect("memory");
    }
    zip.finish().expect("memory").into_inner()
}

#[tokio::test]
async fn b51_a_card_in_a_workbook_is_found_by_what_its_cells_are_called() {
    // Beside their names, below them, with gaps of merged cells, as fractions.
    let file = workbook(&[
        &["时间线人物卡"],
        &["姓名：", "", "老周", "", "玩家", "安"],
        &["种族", "人类", "成年年龄", "18", "标准体型", "60"],
        &["年龄", "体型", "外貌", "资产", "等级", "物理思维比值"],
        &["41", "62", "50", "35.5", "12", "480"],
        &["性别", "男", "职业", "灯塔看守", "负重", "3"],
        &["体质(%)", "0.3", "敏捷(%)", "0.4", "力量(%)", "0.3"],
        &["意志", "30", "教育", "35", "智力", "35"],
        &["医学及生命科学", "20", "工程与科技", "20", "军事与生存", "20"],
        &["文学", "20", "视觉及表演艺术", "20"],
        &["备注", "怕水", "", "护身符：海豚"],
    ]);
    let group = Group::of("timeline").await;
    let taken = group.take(group.ann, one(&file)).await.unwrap_or_else(|no| panic!("{no:?}"));
    let card = group.part(taken.character).await["card"].clone();
    assert_eq!((&card["name"], &card["occupation"]), (&"老周".into(), &"灯塔看守".into()));
    assert_eq!(
        (&card["age"], &card["size"], &card["assets"]),
        (&4100.into(), &6200.into(), &3550.into())
    );
    assert_eq!((&card["level"], &card["ratio"]), (&12.into(), &480.into()));
    assert_eq!(card["percentages"][0], 3000);
    let left = told(&taken.left);
    assert!(
        left.contains("Row 1: 时间线人物卡") && left.contains("Row 11: 备注 怕水 护身符：海豚"),
        "{left}"
    );
    assert_eq!(taken.left.len(), 2, "{left}");
}

#[test]
fn b51_hostile_and_broken_files_are_refused_cheaply() {
    let id = |bytes: &[u8]| character::read(bytes).expect_err("refused").what.id.to_string();
    assert_eq!(id(b"PK\x03\x04 and no more"), "character-broken-workbook");
    assert_eq!(id(&workbook(&[&["姓名", "甲"]])), "character-no-card");
    assert_eq!(id(b"\x00\xff\xfe"), "character-unknown-file");
    assert_eq!(id(b"hello there"), "character-unknown-file");
    assert_eq!(id(b"{\"name\":\"x\"}"), "character-unknown-file");
    assert_eq!(id(b"{\"name\": "), "character-broken-json");
    assert_eq!(id(b"[]"), "character-many");
    assert_eq!(id("[".repeat(100_000).as_bytes()), "character-broken-json");
    assert_eq!(id(&vec![b' '; character::LARGEST + 1]), "character-heavy");
    let newer = br#"{"format":"mistline-character","version":9,"family":"fate","sheet":{}}"#;
    assert_eq!(id(newer), "character-newer");
    let misfit =
        br#"{"format":"mistline-character","version":1,"family":"fate","sheet":{"name":3}}"#;
    assert_eq!(id(misfit), "character-misfit");
    // Two cells at the ends of a sheet span billions of others; a zip of zeros unfolds a thousandfold.
    let far = "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row><row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row>";
    assert_eq!(id(&packed(far)), "character-no-card");
    let many = "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row>".repeat(400_000);
    let bomb = packed(&many);
    assert!(bomb.len() < 1 << 20, "{}", bomb.len());
    assert_eq!(id(&bomb), "character-no-card");
}
