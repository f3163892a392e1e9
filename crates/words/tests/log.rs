//! B-50: a session's log as Markdown, HTML and plain text, in three languages.

use rules::Tone;
use words::Language;
use words::log::{Entry, Form, Kind, Log, Section};

fn entry(time: &str, by: Option<&str>, kind: Kind, text: &[&str]) -> Entry {
    Entry {
        day: "2026-11-14".to_owned(),
        time: time.to_owned(),
        by: by.map(str::to_owned),
        kind,
        tone: None,
        text: text.iter().map(|line| (*line).to_owned()).collect(),
    }
}

fn log(language: Language) -> Log {
    let mut rolled =
        entry("20:07", Some("安"), Kind::Game, &["叶岚撬开后门：成功", "  2d6+1 [3, 5] = 9"]);
    rolled.tone = Some(Tone::Full);
    let mut late = entry("00:12", Some("本"), Kind::Talk, &["本：晚安", "明天继续"]);
    late.day = "2026-11-15".to_owned();
    Log {
        title: "雾港夜话".to_owned(),
        session: 2,
        earlier: true,
        later: false,
        seat: "安".to_owned(),
        family: "mist".to_owned(),
        language,
        zone: "Asia/Shanghai".to_owned(),
        entries: vec![
            entry("20:00", None, Kind::Table, &["第 2 场开始。"]),
            entry("20:05", Some("安"), Kind::Talk, &["安：1. 大家好 *笑*"]),
            rolled,
            late,
        ],
        sections: vec![Section {
            heading: "档案：无址之信".to_owned(),
            lines: vec![
                "谜团：谁在写信（已解）".to_owned(),
                "　　【正确】写信的是那棵树 · 检验 12".to_owned(),
                "线索：#1 *湿脚印*".to_owned(),
            ],
        }],
    }
}

#[test]
fn b50_a_log_reads_well_in_every_form_and_language() {
    for language in Language::ALL {
        for form in [Form::Markdown, Form::Html, Form::Text] {
            let name = format!("{}.{}", language.tag(), form.ending());
            insta::assert_snapshot!(name, log(language).write(form));
        }
    }
}

#[test]
fn b50_what_people_typed_is_only_ever_text() {
    let hostile = [
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "]]|[[secret]]",
        "---\nevil: true",
        "`'\"&<>%%==",
        "{{constructor}}",
    ];
    let mut log = log(Language::En);
    log.title = hostile[0].to_owned();
    log.seat = hostile[1].to_owned();
    log.entries =
        hostile.iter().map(|text| entry("20:00", Some(text), Kind::Talk, &[text, text])).collect();
    let page = log.write(Form::Html);
    for mark in ["<script", "<img", "onerror=alert(1)>"] {
        assert!(!page.contains(mark), "{mark}");
    }
    // Every tag is one of ours.
    let ours = [
        "!doctype", "html", "/html", "head", "/head", "meta", "title", "/title", "style", "/style",
        "body", "/body", "h1", "/h1", "h2", "/h2", "p", "/p", "b", "/b", "time", "/time", "span",
        "/span",
    ];
    for tag in page.split('<').skip(1) {
        let name = tag.split([' ', '>']).next().unwrap_or_default();
        assert!(ours.contains(&name), "<{name}");
    }
    let text = log.write(Form::Markdown);
    let (front, body) = text[4..].split_once("\n---\n").expect("front matter");
    for line in front.lines() {
        let known = ["title", "table", "seat", "language", "time_zone", "rules", "previous"];
        let known = known.iter().any(|name| line.starts_with(&format!("{name}: \"")));
        let rest = line.starts_with("  - ") || line.ends_with(':');
        assert!(known || rest || line.starts_with("session: 2") || line.starts_with("date: 2"));
    }
    assert!(!body.contains("[[secret"), "no link that was typed: {body}");
    assert!(body.contains(r"\<script\>"));
    assert_eq!(log.name(), "_script_alert(1)__script_ 2");
}

#[test]
fn b50_an_empty_log_says_so() {
    let empty = Log { entries: Vec::new(), ..log(Language::En) };
    for form in [Form::Markdown, Form::Html, Form::Text] {
        assert!(empty.write(form).contains("Nothing was recorded in this session."));
    }
}
