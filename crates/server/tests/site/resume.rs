//! B-40: a page that is cut at any moment ends with the same view and lines as one that never was.

use serde_json::{Value as Json, json};
use server::{Limits, Settings};
use table::World;

use crate::browser::{Browser, Page, command_id};
use crate::served::Served;

/// How many plays: a few in passing, `RESUMES=200` for a long look.
fn plays() -> u64 {
    let asked = std::env::var("RESUMES").ok();
    asked.and_then(|count| count.parse().ok()).unwrap_or(3)
}

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound.max(1) as u64).unwrap_or(0)
    }
}

/// Something one does at the table: talk, dice, what the game offers, and now and then an undo.
async fn wish(page: &mut Page, dice: &mut Dice) -> Json {
    let say = |voice: Json, dice: &mut Dice| {
        let text = format!("第{}句", dice.below(1_000));
        json!({ "table": { "do": "say", "voice": voice, "text": text } })
    };
    match dice.below(8) {
        0 => say(json!({ "how": "out-of-character" }), dice),
        1 => {
            let seats = page.parts["table/seats"]["seats"].as_array().expect("seats");
            let to = &seats[dice.below(seats.len())]["seat"];
            say(json!({ "how": "whisper", "to": [to] }), dice)
        }
        2 => json!({ "table": { "do": "roll", "notation": "2d6", "audience": "host" } }),
        3 => json!({ "table": { "do": "undo" } }),
        _ => {
            let offers = page.offers().await;
            match offers.get(dice.below(offers.len())) {
                Some(offer) => json!({ "game": offer["command"] }),
                None => json!({ "table": { "do": "take-back" } }),
            }
        }
    }
}

/// Comes back on a new line with what it had read.
async fn resume(browser: &Browser, table: &str, cut: Page) -> Page {
    let (_, lines, bookmark) = cut.cut();
    let mut page = Page::new(browser.knock(table, None).await.expect("a seat"));
    page.lines = lines;
    page.greet(Some(bookmark)).await;
    page
}

/// Everyone has two pages open: one that stays, and one whose line breaks again and again.
async fn play(pack: &str, seed: u64) {
    let settings = Settings { limits: Limits::none(), ..Settings::default() };
    let served = Served::with(World::machine(), settings).await;
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut browsers = vec![served.browser(), served.browser(), served.browser()];
    let (table, _, invite) = browsers[0].make("雾中", pack).await;
    browsers[1].enter(&table, &invite, "叶岚", 1_000_001).await;
    browsers[2].enter(&table, &invite, "阿九", 1_000_002).await;
    let (mut steady, mut shaky) = (Vec::new(), Vec::new());
    for browser in &browsers {
        steady.push(browser.sit(&table).await);
        shaky.push(browser.sit(&table).await);
    }
    let mut cuts = 0;
    for step in 0..60 {
        let who = dice.below(3);
        let command = wish(&mut steady[who], &mut dice).await;
        let frame = json!({ "do": { "id": command_id(100 + step), "command": command } });
        let cut = dice.below(3);
        match dice.below(4) {
            // Before the command is sent.
            0 => {
                let page = shaky.remove(cut);
                shaky.insert(cut, resume(&browsers[cut], &table, page).await);
                cuts += 1;
                steady[who].say(&frame).await;
            }
            // While its frames are on the way, some of them read and others not.
            1 => {
                steady[who].say(&frame).await;
                for _ in 0..dice.below(3) {
                    // Each seat is always told something in the end: this page's own arrival.
                    if shaky[cut].parts.len() > 1 && dice.below(2) == 0 {
                        shaky[cut].catch_up().await;
                    }
                }
                let page = shaky.remove(cut);
                shaky.insert(cut, resume(&browsers[cut], &table, page).await);
                cuts += 1;
            }
            // The one who sends is cut off, and sends it again when they are back (B-11).
            2 => {
                shaky[who].say(&frame).await;
                let page = shaky.remove(who);
                shaky.insert(who, resume(&browsers[who], &table, page).await);
                cuts += 1;
                shaky[who].say(&frame).await;
                shaky[who].catch_up().await;
            }
            _ => steady[who].say(&frame).await,
        }
        for page in &mut steady {
            page.catch_up().await;
        }
    }
    assert!(cuts > 10, "lines were cut: {cuts}");
    for who in 0..3 {
        shaky[who].catch_up().await;
        steady[who].catch_up().await;
        let fresh = {
            let mut page = browsers[who].sit(&table).await;
            page.catch_up().await;
            page
        };
        let seen = |page: &Page| {
            let mut parts = page.parts.clone();
            parts.remove("table/presence");
            parts
        };
        assert_eq!(seen(&shaky[who]), seen(&steady[who]), "{pack}: the same view");
        assert_eq!(shaky[who].lines, steady[who].lines, "{pack}: the same lines");
        assert_eq!(seen(&fresh), seen(&steady[who]), "{pack}: as one who comes anew");
    }
    served.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn b40_cut_at_any_moment_a_page_in_the_mist_misses_nothing() {
    for seed in 1..=plays() {
        play("mist-bureau", seed).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn b40_cut_at_any_moment_a_page_of_fate_misses_nothing() {
    for seed in 1..=plays() {
        play("fate-condensed", seed).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn b40_cut_at_any_moment_a_page_of_the_timeline_misses_nothing() {
    for seed in 1..=plays() {
        play("timeline", seed).await;
    }
}
