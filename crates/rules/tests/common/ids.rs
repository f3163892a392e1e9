//! Play must not depend on which ids things happen to get: the same commands are played with ids
//! of several keys, and everything is compared with ids renamed in the order they were given.

use rules::Id;
use serde::Serialize;
use serde_json::{Map, Value as Json};

/// The `number`-th id given under a key: in no order, as keyed hashes are.
pub fn scattered(key: u64, number: u64) -> Id {
    let mut bits = key.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    Id::from_bits(bits ^ (bits >> 31))
}

/// The most ids one play gives.
const MOST: u64 = 2_000;

/// Renames ids in the order they were given.
pub struct Renamed(std::collections::BTreeMap<String, String>);

impl Renamed {
    /// The ids of a key.
    pub fn new(key: u64) -> Self {
        let names =
            (1..=MOST).map(|number| (scattered(key, number).to_string(), format!("#{number}")));
        Self(names.collect())
    }

    /// Anything plain, with its ids renamed.
    pub fn of(&self, it: &impl Serialize) -> Json {
        self.json(serde_json::to_value(it).expect("plain data"))
    }

    fn json(&self, json: Json) -> Json {
        match json {
            Json::String(text) => Json::String(self.name(text)),
            Json::Array(items) => items.into_iter().map(|item| self.json(item)).collect(),
            Json::Object(fields) => {
                let fields = fields.into_iter().map(|(key, it)| (self.name(key), self.json(it)));
                Json::Object(fields.collect::<Map<_, _>>())
            }
            other => other,
        }
    }

    /// An id, or a part's key that ends with one.
    fn name(&self, text: String) -> String {
        let (before, last) = match text.rsplit_once('/') {
            Some((before, last)) => (Some(before), last),
            None => (None, text.as_str()),
        };
        match (self.0.get(last), before) {
            (Some(name), Some(before)) => format!("{before}/{name}"),
            (Some(name), None) => name.clone(),
            (None, _) => text,
        }
    }
}
