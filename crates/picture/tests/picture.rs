//! The picture of a fight (T-32, T-35).

use picture::{Bar, Fallen, chances_svg, chart_svg, odds_svg, recap_svg, sheet_svg};
use roxmltree::{Document, Node};
use rules::timeline::{
    ActPart, Amount, ChangePart, Deed, Fate, FightPart, FighterPart, Resource, SpanPart, Weakness,
};
use rules::{Id, Piece, message};
use words::Language;
use words::sheet::Sheet;

fn at(number: &str) -> Amount {
    number.parse().expect("a number")
}

fn fighter(id: u64, name: &str, side: u8) -> FighterPart {
    FighterPart {
        id: Id::from_bits(id),
        name: name.to_owned(),
        doing: message!("timeline-doing-idle"),
        declared: false,
        act: None,
        planned: 0,
        plans: Vec::new(),
        side,
        controlled_until: None,
        held_by: None,
        summoned: None,
        lasting: Vec::new(),
        weakened: Vec::new(),
        shield: Amount::ZERO,
        position: Amount::ZERO,
        unseen: false,
        gone: false,
        hit_points: (at("273"), at("300")),
        willpower: (at("148"), at("150")),
        spans: Vec::new(),
        changes: Vec::new(),
        died: None,
    }
}

fn act(target: Option<&str>, note: &str, impact: &str, (start, end): (&str, &str)) -> ActPart {
    ActPart {
        deed: Deed::Narrate,
        name: message!("timeline-deed-strike"),
        target: target.map(|name| message!("plain", text = name)),
        attribute: None,
        impact: at(impact),
        left: at(impact),
        start: at(start),
        end: at(end),
        weapon: None,
        note: note.to_owned(),
    }
}

/// Four on a deck in the fog.
fn deck() -> FightPart {
    let acting = |id, name, side, act| FighterPart {
        act: Some(act),
        declared: true,
        doing: message!("timeline-doing-acting"),
        ..fighter(id, name, side)
    };
    let mut yue = acting(1, "岳澜", 1, act(None, "再刺", "50", ("3.84", "7.04")));
    yue.shield = at("40");
    yue.spans.push(SpanPart {
        start: at("0"),
        until: at("3.84"),
        fate: Fate::Landed,
        act: Some(act(Some("打手"), "", "60", ("0", "3.84"))),
    });
    yue.changes.push(ChangePart { at: at("3.2"), resource: Resource::HitPoints, by: at("-27") });
    let bai = acting(2, "白蔻", 1, act(None, "招架", "42", ("4.52", "8.6")));
    let mut fog = acting(3, "雾中人", 2, act(Some("白蔻"), "扑", "70", ("3.2", "8.6")));
    fog.weakened.push(Weakness {
        by: Id::from_bits(1),
        left: at("18"),
        resist: rules::timeline::Attribute::Willpower,
    });
    let mut thug = fighter(4, "打手", 2);
    thug.controlled_until = Some(at("9.40"));
    thug.changes.push(ChangePart { at: at("3.84"), resource: Resource::HitPoints, by: at("-60") });
    let mut fallen = fighter(5, "水手", 2);
    (fallen.gone, fallen.died) = (true, Some(at("2.1")));
    FightPart {
        title: message!("plain", text = "甲板，雾里"),
        now: at("6.2"),
        fighters: [yue, bai, fog, thug, fallen].map(Piece::from).into(),
        awaited: vec![Id::from_bits(1), Id::from_bits(3)],
        others_from: None,
        past: Vec::new(),
        meetings: Vec::new(),
    }
}

/// Ten, with long names and long words, most of them waited for.
fn crowd() -> FightPart {
    let fighters = (0..10_u32).map(|one| {
        let name = match one {
            3 => "Bartholomew the Extraordinarily Long-Named".to_owned(),
            7 => "一个名字长得谁也记不住的<怪人>".to_owned(),
            _ => format!("甲{one}"),
        };
        let mut fighter = fighter(u64::from(one), &name, 1 + u8::from(one >= 5));
        if one % 2 == 0 {
            let end = format!("{}", 101 + one * 3);
            let note = "把整面墙推倒在他们所有人身上，然后再走开";
            fighter.act = Some(act(Some("甲3"), note, "1234.56", ("100.5", &end)));
        }
        for change in 0..12_u32 {
            let by = at(&format!("-{}", 10 + change));
            let at = at(&format!("{}.5", 96 + change));
            fighter.changes.push(ChangePart { at, resource: Resource::Willpower, by });
        }
        fighter
    });
    let fighters: Vec<Piece<FighterPart>> = fighters.map(Piece::from).collect();
    let awaited = fighters.iter().filter(|one| one.act.is_none()).map(|one| one.id).collect();
    FightPart {
        title: message!("plain", text = "<script>夜"),
        now: at("103.25"),
        fighters,
        awaited,
        others_from: None,
        past: Vec::new(),
        meetings: Vec::new(),
    }
}

fn texts<'a>(page: &'a Document<'a>) -> Vec<Node<'a, 'a>> {
    page.descendants().filter(|node| node.has_tag_name("text")).collect()
}

#[test]
fn t35_a_picture_says_first_who_is_waited_for() {
    let svg = chart_svg(&deck(), Language::ZhHans);
    let page = Document::parse(&svg).expect("it is XML");
    let said: Vec<&str> = texts(&page).iter().filter_map(Node::text).collect();
    assert_eq!(said[..4], ["甲板，雾里", "6.2T", "等岳澜、雾中人", "下一个落定：岳澜，7.04T"]);
    let place = |text: &str| said.iter().position(|one| *one == text);
    for name in ["岳澜", "白蔻", "雾中人", "打手"] {
        assert!(place(name).is_some(), "{name}: {said:?}");
    }
    assert!(place("岳澜") < place("白蔻") && place("白蔻") < place("打手"), "{said:?}");
    for number in ["50", "42", "70", "−60", "−27", "盾 40", "减益 18", "到 9.4T", "再刺"]
    {
        assert!(place(number).is_some(), "{number}: {said:?}");
    }
    assert!(said.contains(&"倒下：水手（2.1T）"), "{said:?}");
}

#[test]
fn t35_a_picture_is_600_wide_and_no_text_is_smaller_than_22() {
    for fight in [deck(), crowd(), FightPart { fighters: Vec::new(), ..deck() }] {
        for language in Language::ALL {
            let svg = chart_svg(&fight, language);
            let page = Document::parse(&svg).expect("it is XML");
            assert_eq!(page.root_element().attribute("width"), Some("600"));
            let number = |node: &Node<'_, '_>, name: &str| -> f64 {
                node.attribute(name).map_or(0.0, |text| text.parse().expect("a number"))
            };
            for text in texts(&page) {
                assert!(number(&text, "font-size") >= 22.0, "{text:?}");
                assert!((0.0..=600.0).contains(&number(&text, "x")), "{text:?}");
            }
            let high = number(&page.root_element(), "height");
            for shape in page.descendants().filter(|node| node.has_tag_name("rect")) {
                let right = number(&shape, "x") + number(&shape, "width");
                let low = number(&shape, "y") + number(&shape, "height");
                assert!(number(&shape, "x") >= 0.0 && right <= 600.1 && low <= high, "{shape:?}");
            }
        }
    }
}

#[test]
fn t35_what_could_be_read_as_markup_is_not() {
    let svg = chart_svg(&crowd(), Language::ZhHans);
    assert!(!svg.contains("<script>") && svg.contains("&lt;script&gt;"), "{svg}");
    assert!(svg.contains("&lt;怪"), "{svg}");
}

fn odds() -> Vec<Bar> {
    let bars = [(2, 278), (3, 556), (7, 1_667), (12, 1), (13, 0)];
    let bar = |(value, basis_points): (u32, u32)| Bar {
        label: value.to_string(),
        basis_points,
        tone: None,
    };
    bars.map(bar).into()
}

fn sheet() -> Sheet {
    let lines = [
        "岳澜 · 人类 船医 · 20 岁 · 等级 10",
        "体力 150/150 · 意志 150/150 · 现金 625",
        "体质 150｜敏捷 175｜力量 175",
        "  一行很长很长的话，说到船舷以外，说到雾里去，说到灯塔熄了又亮，亮了又熄，谁也数不清几回",
    ];
    Sheet { name: "岳澜".to_owned(), lines: lines.map(str::to_owned).into() }
}

#[test]
fn c03_chances_are_bars_and_what_is_possible_is_never_invisible() {
    let svg = odds_svg("2d6", &odds(), Language::ZhHans);
    let page = Document::parse(&svg).expect("it is XML");
    let said: Vec<&str> = texts(&page).iter().filter_map(Node::text).collect();
    assert!(said.contains(&"16.67%") && said.contains(&"0.01%") && said.contains(&"0.00%"));
    let widths: Vec<&str> = page
        .descendants()
        .filter(|node| node.attribute("fill") == Some("#2E5FA8"))
        .filter_map(|node| node.attribute("width"))
        .collect();
    assert_eq!(widths.len(), 5);
    assert_eq!(widths[3..], ["2.0", "0.0"], "possible, and impossible");
    let chances = rules::timeline::chances(35);
    let svg = chances_svg("力量 35%", &chances, Language::ZhHans);
    assert!(svg.contains("35.00%") && svg.contains("65.00%"), "{svg}");
}

#[test]
fn b50_a_sheet_is_a_card_with_all_its_lines() {
    let svg = sheet_svg(&sheet(), "雾中一夜 · 阿澈", Language::ZhHans);
    let page = Document::parse(&svg).expect("it is XML");
    let said: String = texts(&page).iter().filter_map(Node::text).collect();
    for line in sheet().lines {
        assert!(said.contains(line.trim()), "{line}: {said}");
    }
}

/// Set `PICTURES` to a folder to look at them.
fn recap() -> String {
    let section = |heading: &str, lines: &[&str]| words::log::Section {
        heading: heading.to_owned(),
        lines: lines.iter().map(|line| (*line).to_owned()).collect(),
    };
    let sections = [
        section(
            "那些时刻",
            &["顾遥念出了第七个名字。◐ 8 · 这样的骰子只有 2.8% 的机会", "<陆潮>往左"],
        ),
        section("成长", &["顾遥的「修书匠」：进展 2/3"]),
    ];
    let fallen = |value: u32, count, expected| Fallen { label: value.to_string(), count, expected };
    let dice: Vec<Fallen> = (2..=12).map(|it| fallen(it, it % 4, 1.5)).collect();
    let title = "雾中一夜 · 第 3 场回顾";
    recap_svg(title, &sections, "2d6 掷了 36 次，平均 7.06，期望 7.00", &dice, Language::ZhHans)
}

#[test]
fn b52_a_session_is_a_picture_with_its_dice_beside_what_was_to_be_expected() {
    let svg = recap();
    let page = Document::parse(&svg).expect("it is XML");
    let said: String = texts(&page).iter().filter_map(|text| text.text()).collect();
    for part in ["第 3 场回顾", "那些时刻", "<陆潮>往左", "平均 7.06", "12"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert_eq!(svg.matches("stroke-dasharray").count(), 11, "each value has its dashes");
}

#[test]
fn t35_a_picture_becomes_a_png() {
    let folder = std::env::var_os("PICTURES").map(std::path::PathBuf::from);
    let hans = Language::ZhHans;
    let pictures = [
        ("deck", chart_svg(&deck(), hans)),
        ("recap", recap()),
        ("deck-hant", chart_svg(&deck(), Language::ZhHant)),
        ("crowd", chart_svg(&crowd(), Language::En)),
        ("odds", odds_svg("2d6", &odds(), hans)),
        ("chances", chances_svg("力量 35%", &rules::timeline::chances(35), hans)),
        ("sheet", sheet_svg(&sheet(), "雾中一夜 · 阿澈", hans)),
    ];
    for (name, svg) in pictures {
        match picture::png(&svg) {
            Ok(png) => {
                assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
                assert_eq!(png[16..20], 600_u32.to_be_bytes(), "its width");
                if let Some(folder) = &folder {
                    let file = folder.join(format!("{name}.png"));
                    std::fs::write(file, png).expect("the folder is there");
                }
            }
            Err(no_font) => assert!(!picture::has_chinese_font(), "{no_font}"),
        }
    }
}
