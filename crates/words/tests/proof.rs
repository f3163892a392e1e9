//! Proof by play (P-62): what `check` calls right can be played, whatever was done to a pack.

use rules::pack::{self, prove, prove_within};
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

#[test]
fn p62_everything_the_shipped_packs_bring_comes_up_in_play() {
    for id in SHIPPED {
        let pack = pack::shipped_pack(id).expect("it ships").pack;
        let begun = std::time::Instant::now();
        let proof = prove(&pack);
        eprintln!(
            "{id}: {} items, {} commands, {:?}, open {:?}",
            proof.items.len(),
            proof.commands,
            begun.elapsed(),
            proof.unproven
        );
        assert_eq!(proof.failed, Vec::new(), "{id}");
        assert_eq!(proof.unproven, Vec::<String>::new(), "{id}");
    }
}

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

/// Thousands of mutations: a pack that is called right is played without a fault; one that is not
/// is told of with at least one place. `MUTATIONS=5000` for a long run.
#[test]
fn p62_check_and_play_agree_on_mutated_packs() {
    let count: u64 = std::env::var("MUTATIONS").ok().and_then(|it| it.parse().ok()).unwrap_or(120);
    let (mut right, mut wrong) = (0, 0);
    for number in 0..count {
        let id = SHIPPED[usize::try_from(number).expect("small") % SHIPPED.len()];
        let mut chance = Chance((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut pack = pack::shipped_pack(id).expect("it ships").pack.to_json();
        let told: Vec<String> =
            (0..=chance.below(3)).map(|_| mutate(&mut pack, &mut chance)).collect();
        match pack::check(&pack) {
            Err(faults) => {
                assert!(!faults.is_empty(), "{id}: {told:?}");
                wrong += 1;
            }
            Ok(checked) => {
                right += 1;
                let played = std::panic::catch_unwind(|| prove_within(&checked, 60));
                let proof = played.unwrap_or_else(|_| panic!("{id} fails in play: {told:?}"));
                assert_eq!(proof.failed, Vec::new(), "{id}: {told:?}");
            }
        }
    }
    eprintln!("{count} mutations: {right} right, {wrong} wrong");
    assert!(right > count / 10 && wrong > count / 10, "{right} right, {wrong} wrong");
}
