//! B-50: a session's log as Markdown, HTML and plain text, in three languages.

use rules::Tone;
use words::Language;
use words::log::{Entry, Form, How, Kind, Log, Plate, Said, Section};

fn entry(time: &str, by: Option<&str>, kind: Kind, text: &[&str]) -> Entry {
    Entry {
        day: "2026-11-14".to_owned(),
        time: time.to_owned(),
        by: by.map(str::to_owned),
        kind,
        second: "07".to_owned(),
        tone: None,
        text: text.iter().map(|line| (*line).to_owned()).collect(),
        said: None,
        chapter: None,
        plate: None,
    }
}

/// A line that somebody said.
fn said(time: &str, by: &str, who: &str, how: How, text: &str) -> Entry {
    let said = Said { who: who.to_owned(), text: text.to_owned(), how };
    Entry { said: Some(said), ..entry(time, Some(by), Kind::Talk, &[text]) }
}

/// What a form that is text says.
fn written(log: &Log, form: Form) -> String {
    String::from_utf8(log.write(form)).expect("text")
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
        whole: false,
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
            insta::assert_snapshot!(name, written(&log(language), form));
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
    let page = written(&log, Form::Html);
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
    let text = written(&log, Form::Markdown);
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
        assert!(written(&empty, form).contains("Nothing was recorded in this session."));
    }
}

/// A log with everything a story has.
fn story(language: Language) -> Log {
    let mut scene = entry("20:06", Some("主持"), Kind::Game, &["新场景：雨夜的旧码头"]);
    scene.chapter = Some("雨夜的旧码头".to_owned());
    scene.said = said("", "", "主持", How::Narration, "潮水退到桩脚。").said;
    let mut list = said("20:09", "主持", "主持", How::Handout, "湿透的名单\n第七行被划去了。");
    list.plate = Some(Plate { content_type: "image/png", bytes: vec![1, 2, 3] });
    let mut rolled =
        entry("20:10", Some("安"), Kind::Game, &["顾遥撬开后门：成功", "  2d6+1 [3, 5] = 9"]);
    rolled.tone = Some(Tone::Full);
    Log {
        entries: vec![
            entry("20:00", None, Kind::Table, &["第 2 场开始。"]),
            scene,
            said("20:07", "安", "顾遥", How::Character, "别出声。"),
            said("20:07", "安", "安", How::Aside, "我先去倒水"),
            said("20:08", "本", "本", How::Whisper, "（门后有人）"),
            list,
            rolled,
            said("20:11", "主持", "主持", How::Narration, "仓库里有什么东西。\n\n它在数。"),
        ],
        sections: Vec::new(),
        ..log(language)
    }
}

#[test]
fn b50_a_book_has_chapters_voices_in_colour_and_plates() {
    let book = written(&story(Language::ZhHans), Form::Book);
    insta::assert_snapshot!(book);
    assert!(book.contains("<h2 dir=\"auto\">雨夜的旧码头</h2>"));
    assert!(book.contains("src=\"data:image/png;base64,AQID\""));
    let only = written(&story(Language::ZhHans).story(), Form::Book);
    assert!(only.contains("别出声") && only.contains("湿透的名单") && only.contains("撬开后门"));
    for left_out in ["倒水", "门后有人", "第 2 场开始"] {
        assert!(!only.contains(left_out), "{left_out}");
    }
}

#[test]
fn b50_log_painters_read_who_and_when_and_then_what() {
    let text = written(&story(Language::ZhHans), Form::Painter);
    insta::assert_snapshot!(text);
    // As they read it: a line with name, number, day and time, lines of words, an empty line.
    for said in text.trim_end().split("\n\n") {
        let (head, words) = said.split_once('\n').expect("words follow");
        let (name, rest) = head.split_once('(').expect("a number");
        let (number, at) = rest.split_once(") ").expect("a time");
        assert!(!name.is_empty() && number.parse::<u32>().is_ok() && !words.is_empty());
        assert_eq!(at.len(), "2026/11/14 20:05:07".len(), "{at}");
    }
    assert!(text.contains("（我先去倒水）"), "out of character is in brackets");
    assert!(!text.contains("（（"));
}

#[test]
fn b50_a_document_is_a_container_of_well_formed_xml() {
    let mut log = story(Language::ZhHans);
    log.entries.push(said("20:12", "安", "<甲>", How::Character, "a\u{b}b & ]]> \"c\""));
    let file = log.write(Form::Docx);
    assert_eq!(file[..4], *b"PK\x03\x04");
    let mut packed = zip::ZipArchive::new(std::io::Cursor::new(file)).expect("a container");
    let mut part = |name: &str| {
        let part = packed.by_name(name).expect("a part of the document");
        std::io::read_to_string(part).expect("text")
    };
    for name in ["[Content_Types].xml", "_rels/.rels"] {
        roxmltree::Document::parse(&part(name)).expect("well formed");
    }
    let text = part("word/document.xml");
    roxmltree::Document::parse(&text).expect("well formed");
    // A word processor lists its chapters as contents.
    assert_eq!(text.matches("<w:outlineLvl w:val=\"0\"/>").count(), 1, "{text}");
    assert!(
        text.contains("雨夜的旧码头") && text.contains("&lt;甲&gt;") && text.contains("ab &amp;")
    );
}
