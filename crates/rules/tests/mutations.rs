//! Proof by play, of packs that something was changed in: what `check` calls right is played without
//! a fault, what is wrong is told of (P-62).

use proptest::prelude::*;
use rules::pack::{self, prove_within};
use serde_json::Value as Json;

const SHIPPED: [&str; 7] = [
    "mist-bureau",
    "mist-2d6",
    "mist-city",
    "fate-condensed",
    "fate-accelerated",
    "timeline",
    "timeline-examples",
];

/// A small xorshift.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound.max(1) as u64).unwrap_or(0)
    }
}

/// Every value of a pack with its path, as JSON pointers.
fn pointers(path: &str, value: &Json, all: &mut Vec<String>) {
    all.push(path.to_owned());
    match value {
        Json::Object(keys) => {
            for (key, value) in keys {
                pointers(
                    &format!("{path}/{}", key.replace('~', "~0").replace('/', "~1")),
                    value,
                    all,
                );
            }
        }
        Json::Array(list) => {
            for (at, value) in list.iter().enumerate() {
                pointers(&format!("{path}/{at}"), value, all);
            }
        }
        _ => {}
    }
}

/// Changes something in a pack, as a slip or an idea of its author would.
fn mutate(pack: &mut Json, chance: &mut Chance) -> String {
    let mut all = Vec::new();
    pointers("", pack, &mut all);
    all.retain(|path| !path.is_empty() && path != "/family");
    let path = all[chance.below(all.len())].clone();
    let other = all[chance.below(all.len())].clone();
    let other = pack.pointer(&other).cloned().unwrap_or_default();
    let (around, key) = path.rsplit_once('/').expect("it has a slash");
    let (around, key) = (around.to_owned(), key.replace("~1", "/").replace("~0", "~"));
    let there = pack.pointer(&path).cloned().unwrap_or_default();
    let numbers = [0, 1, 2, 3, 7, 20, 99, 255, -1, 1_000_000];
    let new = match (chance.below(8), &there) {
        (0, _) => {
            match pack.pointer_mut(&around) {
                Some(Json::Object(keys)) => drop(keys.remove(&key)),
                Some(Json::Array(list)) => drop(list.remove(key.parse().expect("an index"))),
                _ => {}
            }
            return format!("without {path}");
        }
        (1, Json::Array(list)) if !list.is_empty() => {
            let mut list = list.clone();
            let again = list[chance.below(list.len())].clone();
            list.push(again);
            Json::from(list)
        }
        (2, Json::Array(list)) => Json::from(list.iter().rev().cloned().collect::<Vec<_>>()),
        (3, Json::Array(_)) => Json::from(Vec::<Json>::new()),
        (4 | 5, Json::Number(_)) => Json::from(numbers[chance.below(numbers.len())]),
        (_, Json::Number(number)) => {
            let by = [-1, 1][chance.below(2)];
            Json::from(number.as_i64().unwrap_or(0) + by)
        }
        (_, Json::Bool(on)) => Json::from(!on),
        (4, _) => other,
        (_, Json::String(text)) => match chance.below(4) {
            0 => Json::from(""),
            1 => Json::from(format!("{text}x")),
            2 => Json::from("-1"),
            _ => other,
        },
        (_, there) => there.clone(),
    };
    let told = format!("{path} = {new}");
    if let Some(place) = pack.pointer_mut(&path) {
        *place = new;
    }
    told
}

/// A shipped pack, changed in up to four places.
fn mutated(seed: u64, which: usize) -> (Json, Vec<String>) {
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut pack = pack::shipped_pack(SHIPPED[which]).expect("it ships").pack.to_json();
    let told = (0..=chance.below(3)).map(|_| mutate(&mut pack, &mut chance)).collect();
    (pack, told)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// `make laws LAW=p62` tries thousands.
    #[test]
    fn p62_check_and_play_agree_on_mutated_packs(seed: u64, which in 0usize..7) {
        let (pack, told) = mutated(seed, which);
        match pack::check(&pack) {
            Err(faults) => prop_assert!(!faults.is_empty(), "{told:?}"),
            Ok(checked) => {
                let played = std::panic::catch_unwind(|| prove_within(&checked, 60));
                prop_assert!(played.is_ok(), "{} fails in play: {told:?}", SHIPPED[which]);
                let failed = played.map(|proof| proof.failed).unwrap_or_default();
                prop_assert!(failed.is_empty(), "{}: {told:?}: {failed:?}", SHIPPED[which]);
            }
        }
    }
}

/// The changes are such that some are right and some are wrong.
#[test]
fn p62_mutations_are_neither_all_right_nor_all_wrong() {
    let right = (1..=40)
        .filter(|seed| {
            pack::check(&mutated(*seed, usize::try_from(*seed % 7).expect("small")).0).is_ok()
        })
        .count();
    assert!((5..=35).contains(&right), "{right} of 40");
}
