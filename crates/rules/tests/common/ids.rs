//! Play must not depend on which ids things happen to get: the same commands are played with ids
//! of several keys, and everything is compared with ids renamed in the order they were given.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::Value as Json;

use super::dice::scattered;

/// The most ids one play gives.
const MOST: u64 = 2_000;

/// Renames ids in the order they were given.
pub struct Renamed(HashMap<String, String>);

impl Renamed {
    /// The ids of a key.
    pub fn new(key: u64) -> Self {
        let names =
            (1..=MOST).map(|number| (scattered(key, number).to_string(), format!("#{number}")));
        Self(names.collect())
    }

    /// Anything plain, with its ids renamed.
    pub fn of(&self, it: &impl Serialize) -> Json {
        let mut json = serde_json::to_value(it).expect("plain data");
        self.rename(&mut json);
        json
    }

    fn rename(&self, json: &mut Json) {
        match json {
            Json::String(text) => {
                if let Some(name) = self.name(text) {
                    *text = name;
                }
            }
            Json::Array(items) => items.iter_mut().for_each(|item| self.rename(item)),
            Json::Object(fields) => {
                fields.values_mut().for_each(|it| self.rename(it));
                let ids: Vec<(String, String)> =
                    fields.keys().filter_map(|key| Some((key.clone(), self.name(key)?))).collect();
                for (id, name) in ids {
                    let it = fields.remove(&id).expect("it is there");
                    fields.insert(name, it);
                }
            }
            Json::Null | Json::Bool(_) | Json::Number(_) => {}
        }
    }

    /// The name of an id, or of a part's key that ends with one.
    fn name(&self, text: &str) -> Option<String> {
        let at = text.rfind('/').map_or(0, |slash| slash + 1);
        let (before, id) = text.split_at(at);
        Some(format!("{before}{}", self.0.get(id)?))
    }
}
