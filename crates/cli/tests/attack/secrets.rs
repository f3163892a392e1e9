//! What a seat learns that it may not see, and whose card a line is about.

use serde_json::Value as Json;

use super::browser::{Browser, Page};
use super::running::Running;

/// A real server, and a table of the fate family with a host and two players.
struct Evening {
    _folder: tempfile::TempDir,
    _running: Running,
    host: Page,
    ann: Page,
    bob: Page,
}

impl Evening {
    async fn begin() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        // What is said here is about what can be known, not about how fast one asks.
        std::fs::write(folder.path().join("mistline.toml"), "no-limits = true\n").expect("written");
        let mut running = Running::start(folder.path(), "127.0.0.1:0");
        running.ignore();
        let mut host = Browser::new(running.address);
        let (table, _, invite) = host.make("码头", "fate-condensed").await;
        let mut players = Vec::new();
        for (number, name) in [(1_000_000, "阿澈"), (2_000_000, "小周")] {
            let mut browser = Browser::new(running.address);
            browser.enter(&table, &invite, name, number).await;
            players.push(browser.sit(&table).await.numbered_from(number + 1));
        }
        let host = host.sit(&table).await.numbered_from(5_000_000);
        let bob = players.pop().expect("two players");
        let ann = players.pop().expect("two players");
        Self { _folder: folder, _running: running, host, ann, bob }
    }
}

/// Types a line that has to be accepted.
#[track_caller]
fn accepted(line: &str, (kind, answer): (String, Json)) -> Json {
    assert_ne!(kind, "refused", "{line}: {answer}");
    answer
}

async fn types(page: &mut Page, lines: &[&str]) {
    for line in lines {
        accepted(line, page.type_line(line).await);
    }
}

/// Whether anything a page was ever sent holds a text.
async fn ever_heard(page: &mut Page, text: &str) -> bool {
    page.catch_up().await;
    page.heard.iter().any(|frame| frame.contains(text))
}

fn character<'p>(page: &'p Page, name: &str) -> &'p Json {
    let all = page.parts.iter().filter(|(key, _)| key.starts_with("character/"));
    let found = all.map(|(_, part)| part).find(|part| part["name"] == name);
    found.unwrap_or_else(|| panic!("nobody is called {name}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn f22_acting_on_an_aspect_that_one_player_knows_tells_nobody_else() {
    let mut evening = Evening::begin().await;
    let Evening { host, ann, bob, .. } = &mut evening;
    types(ann, &[".pc take 阿岚: 甲"]).await;
    types(bob, &[".pc take 沈知远: 丙"]).await;
    types(host, &[".scene 码头", ".pc npc ?影中人; 高概念 不该在这里的人; 技能 格斗 2"]).await;
    for round in 0..4 * super::size() {
        let secret = format!("壁龛{round}号的账本");
        types(host, &[&format!(".aspect ?{secret}"), &format!(".reveal {secret} > 阿澈")]).await;
        ann.catch_up().await;
        // So hard that it fails: not even the outcome shows it.
        types(ann, &[&format!(".f 优势 察觉 慢 vs 20 on {secret}"), ".odds"]).await;
        let idle = [".odds @甲", ".now", ".aspect", ".me @甲", ".why"];
        types(bob, &idle).await;
        // What bob types in vain is answered from what bob sees.
        for line in [
            ".invoke 没有的",
            ".free 壁龛",
            ".f 优势 察觉 vs 2 on 壁龛",
            ".f 攻击 格斗 vs @影",
            ".treat 壁龛 学识: 好了",
            ".detail 壁龛: 有了",
            ".rename 壁龛: 明",
            ".go @甲",
            ".stand @甲",
            ".take @甲 out",
            "@影 .go",
        ] {
            let (kind, answer) = bob.type_line(line).await;
            assert_eq!(kind, "refused", "{line}: {answer}");
        }
        types(ann, &[".go", ".odds", ".stand"]).await;
        types(bob, &idle).await;
        host.catch_up().await;
        types(host, &[".choose 2"]).await;
        assert!(ever_heard(ann, &secret).await, "ann knows it");
        assert!(!ever_heard(bob, &secret).await, "bob heard of {secret}");
    }
    assert!(!ever_heard(bob, "影中人").await);
    assert!(!ever_heard(bob, "不该在这里的人").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn c04_a_line_is_never_about_the_wrong_card() {
    let mut evening = Evening::begin().await;
    let Evening { host, ann, bob, .. } = &mut evening;
    types(ann, &[".pc take 阿岚: 甲", ".pc take 阿岚: 乙"]).await;
    types(bob, &[".pc take 沈知远: 丙"]).await;
    types(host, &[".scene 码头", ".aspect 火灾"]).await;
    types(host, &[".stress @甲 2", ".stress @乙 2", ".stress @丙 2"]).await;
    // Who is meant is asked, and nobody is hurt meanwhile.
    assert_eq!(ann.type_line(".take out").await.0, "refused");
    types(ann, &["@乙 .take out", ".take @甲 2"]).await;
    types(bob, &[".take 2"]).await;
    ann.catch_up().await;
    assert_eq!(character(ann, "乙")["out"], true);
    assert_eq!(character(ann, "甲")["out"], false);
    // The newest roll at the table is bob's; ann's point goes on her own.
    types(ann, &["@甲 .f 克服 格斗 vs 2"]).await;
    types(bob, &[".f 克服 秘识 vs 2"]).await;
    types(ann, &["@甲 .invoke 火灾"]).await;
    ann.catch_up().await;
    let action = |page: &Page, name: &str| {
        let id = character(page, name)["id"].clone();
        let all = page.parts.iter().filter(|(key, _)| key.starts_with("action/"));
        let found = all.map(|(_, part)| part).find(|part| part["actor"] == id);
        found.cloned().unwrap_or_else(|| panic!("{name} has rolled"))
    };
    let invokes = |part: &Json| part["side"]["invokes"].as_array().map_or(0, Vec::len);
    assert_eq!((invokes(&action(ann, "甲")), invokes(&action(ann, "丙"))), (1, 0));
    assert_eq!(
        (&character(ann, "甲")["points"], &character(ann, "丙")["points"]),
        (&2.into(), &3.into())
    );
    // Bob's words reach neither of ann's cards.
    for line in ["@甲 .stand", ".stand @甲", "@甲 .invoke 火灾", "@甲 .say 我投降"] {
        let (kind, answer) = bob.type_line(line).await;
        assert_eq!(kind, "refused", "{line}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn c01_talk_is_the_player_s_and_words_in_character_are_the_character_s() {
    let mut evening = Evening::begin().await;
    let Evening { ann, bob, .. } = &mut evening;
    types(ann, &[".pc take 阿岚: 甲"]).await;
    for (line, id, who) in [
        (".say 快走", "table-said-in-character", "甲"),
        (".角色说 快走", "table-said-in-character", "甲"),
        (".ooc 快走", "table-said", "阿澈"),
        (".闲聊 快走", "table-said", "阿澈"),
        ("（快走）", "table-said", "阿澈"),
    ] {
        types(ann, &[line]).await;
        bob.catch_up().await;
        let told = &bob.lines.last().expect("a line")["line"]["message"];
        assert_eq!((told["id"].as_str(), told["args"]["who"].as_str()), (Some(id), Some(who)));
    }
    // One who has no character says nothing in its name.
    assert_eq!(bob.type_line(".say 快走").await.0, "refused");
}
