//! Random changes of good packs: what `check` lets through is played without a fault, what is wrong is
//! told of, and nothing a file says breaks the program (P-60, P-62). `make laws LAW=p6` tries
//! thousands.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;
use rules::pack::{self, prove_within};
use serde_json::{Value as Json, json};

/// So many commands a changed pack is played for.
const COMMANDS: usize = 60;

const SHIPPED: [&str; 7] = [
    "mist-2d6",
    "mist-bureau",
    "mist-city",
    "fate-condensed",
    "fate-accelerated",
    "timeline",
    "timeline-examples",
];

/// What is put into lines.
const PIECES: [&str; 6] = ["\"", "[", "=", "{", "9", "，"];

/// A small xorshift: the same changes every time, so that a failure can be looked at.
struct Chance(u64);

impl Chance {
    fn of(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound.max(1) as u64).expect("below the bound")
    }

    fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// The texts of all packs that ship, the examples among them.
#[expect(clippy::disallowed_methods, reason = "the crate reads no files, its test reads examples")]
static TEXTS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let mut all: Vec<(String, String)> = Vec::new();
    for id in SHIPPED {
        all.push((id.to_owned(), pack::shipped_text(id).expect("it ships").to_owned()));
    }
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for folder in fs::read_dir(examples).expect("examples") {
        for file in fs::read_dir(folder.expect("a folder").path()).expect("a folder") {
            let path = file.expect("a file").path();
            if path.extension().is_some_and(|it| it == "toml") {
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                all.push((name, fs::read_to_string(&path).expect("it can be read")));
            }
        }
    }
    all.sort();
    all
});

/// The same, resolved.
static GOOD: LazyLock<Vec<(String, Json)>> = LazyLock::new(|| {
    let resolved = |(name, text): &(String, String)| {
        let pack = pack::resolve(name, text).unwrap_or_else(|it| panic!("{name}: {it:?}"));
        (name.clone(), pack.pack.to_json())
    };
    TEXTS.iter().map(resolved).collect()
});

/// Every place in a pack, as JSON pointers.
fn places(value: &Json, at: String, all: &mut Vec<String>) {
    match value {
        Json::Object(keys) => {
            for (key, value) in keys {
                let key = key.replace('~', "~0").replace('/', "~1");
                places(value, format!("{at}/{key}"), all);
            }
        }
        Json::Array(list) => {
            for (place, value) in list.iter().enumerate() {
                places(value, format!("{at}/{place}"), all);
            }
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
    all.push(at);
}

/// Changes something somewhere; says what.
fn change(pack: &mut Json, chance: &mut Chance) -> String {
    let mut all = Vec::new();
    places(pack, String::new(), &mut all);
    all.retain(|at| !["", "/family", "/id"].contains(&at.as_str()));
    // Texts in languages are most of a pack, and least of what can go wrong with it.
    let is_words = |at: &String| ["/zh-Hans", "/zh-Hant", "/en"].iter().any(|it| at.ends_with(it));
    let mut at = chance.pick(&all).clone();
    for _ in 0..4 {
        if is_words(&at) {
            at = chance.pick(&all).clone();
        }
    }
    let elsewhere: &String = chance.pick(&all);
    let other = pack.pointer(elsewhere).cloned().unwrap_or_default();
    let Some(here) = pack.pointer_mut(&at) else { return at };
    let before = here.to_string();
    match here {
        Json::Null => *here = json!(1),
        Json::Bool(on) => *on = !*on,
        Json::Number(number) => {
            let now = number.as_i64().unwrap_or(0);
            let numbers = [
                0,
                1,
                2,
                3,
                -1,
                now.saturating_add(1),
                now.saturating_sub(1),
                now.saturating_mul(10),
                8,
                20,
                99,
                255,
                1_000_000,
            ];
            *here = json!(*chance.pick(&numbers));
        }
        Json::String(text) => {
            let long = "长".repeat(3000);
            let texts: [&str; 12] = [
                "",
                " ",
                "x",
                "0",
                "1",
                "-3",
                "1d6",
                "level * 2",
                "{power.burn}",
                "a/b",
                "\u{200b}",
                &long,
            ];
            match &other {
                Json::String(other) if chance.below(2) == 0 => text.clone_from(other),
                _ => *text = (*chance.pick(&texts)).to_owned(),
            }
        }
        Json::Array(list) => {
            let place = chance.below(list.len());
            match chance.below(5) {
                _ if list.is_empty() => list.push(other),
                0 => drop(list.remove(place)),
                1 => list.push(list[place].clone()),
                2 => list.reverse(),
                3 => list.clear(),
                _ => list.truncate(1),
            }
        }
        Json::Object(keys) => {
            let key = keys.keys().nth(chance.below(keys.len())).cloned();
            match key {
                Some(key) if chance.below(3) > 0 => drop(keys.remove(&key)),
                _ if other.is_object() => *here = other,
                _ => drop(keys.insert("x".to_owned(), other)),
            }
        }
    }
    let shown = |text: String| text.chars().take(80).collect::<String>();
    let after = pack.pointer(&at).map(|it| shown(it.to_string())).unwrap_or_default();
    format!("{at}: {} → {after}", shown(before))
}

/// A pack that ships, changed in up to three places.
fn mutated(seed: u64, which: usize) -> (Json, Vec<String>) {
    let mut chance = Chance::of(seed);
    let (name, mut changed) = GOOD[which % GOOD.len()].clone();
    let changes = (0..=chance.below(3)).map(|_| change(&mut changed, &mut chance));
    let told: Vec<String> = std::iter::once(name).chain(changes).collect();
    (changed, told)
}

/// The text of a pack that ships, with something in it cut out, put in or doubled.
fn slipped(seed: u64, which: usize) -> (&'static str, String) {
    let mut chance = Chance::of(seed);
    let (name, text) = &TEXTS[which % TEXTS.len()];
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..=chance.below(3) {
        let at = chance.below(lines.len());
        let line = lines[at].clone();
        let middle = line.char_indices().nth(chance.below(line.chars().count()));
        let middle = middle.map_or(0, |(at, _)| at);
        match chance.below(7) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, line),
            2 => lines[at] = line.chars().take(chance.below(40)).collect(),
            3 => lines[at].insert_str(middle, PIECES[chance.below(PIECES.len())]),
            4 => lines[at] = line.replacen('"', "", 1),
            5 => lines[at] = line.replacen('=', "=-", 1),
            _ => {
                let other = lines[chance.below(lines.len())].clone();
                lines.insert(at, other);
            }
        }
    }
    (name, lines.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn p62_check_and_play_agree_on_mutated_packs(seed: u64, which in 0_usize..64) {
        let (pack, told) = mutated(seed, which);
        let checked = catch_unwind(AssertUnwindSafe(|| pack::check(&pack)));
        prop_assert!(checked.is_ok(), "the check fails: {told:?}");
        match checked.expect("it is there") {
            Err(faults) => prop_assert!(!faults.is_empty(), "{told:?}"),
            Ok(checked) => {
                let played = catch_unwind(AssertUnwindSafe(|| prove_within(&checked, COMMANDS)));
                prop_assert!(played.is_ok(), "it breaks in play: {told:?}");
                let failed = played.map(|proof| proof.failed).unwrap_or_default();
                prop_assert!(failed.is_empty(), "{told:?}: {failed:?}");
            }
        }
    }

    #[test]
    fn p60_a_file_with_slips_is_told_of_within_itself_and_in_its_order(
        seed: u64,
        which in 0_usize..64,
    ) {
        let (name, text) = slipped(seed, which);
        let resolved = catch_unwind(AssertUnwindSafe(|| pack::resolve(name, &text)));
        prop_assert!(resolved.is_ok(), "the check fails on {name}");
        let lines = text.lines().count();
        if let Err(faults) = resolved.expect("it is there") {
            let placed =
                |fault: &pack::PackFault| (1..=lines + 1).contains(&fault.line) && fault.column > 0;
            prop_assert!(faults.iter().all(placed), "{name}: {faults:#?}");
            prop_assert!(faults.is_sorted_by_key(|fault| (fault.line, fault.column)), "{faults:#?}");
        }
    }
}

/// The changes are such that some are right and some are wrong.
#[test]
fn p62_mutations_are_neither_all_right_nor_all_wrong() {
    let right = |seed: &u64| {
        let which = usize::try_from(*seed).expect("small");
        pack::check(&mutated(*seed, which).0).is_ok()
    };
    let right = (1..=40).filter(right).count();
    assert!((5..=35).contains(&right), "{right} of 40");
}
