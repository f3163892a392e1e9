//! What a table needs before anyone can play.

use serde_json::{Value as Json, json};

use crate::family::Family;
use crate::table::{SEATS, Table};

/// Those the host plays, where a family has such.
const FOES: usize = 2;

impl Table {
    /// Makes characters, someone to fight, a scene.
    pub async fn set_up(&self) {
        for seat in 1..SEATS {
            self.ask(seat, &self.character(seat)).await;
        }
        for foe in 0..FOES {
            if let Some(foe) = self.foe(foe) {
                self.ask(0, &foe).await;
            }
        }
        let scene = json!({ "do": "set-scene", "title": "码头", "text": "雾" });
        let target = json!({ "do": "set-target", "target": { "value": 5000 } });
        match self.family {
            Family::Mist | Family::Fate => self.ask(0, &scene).await,
            Family::Timeline => self.ask(0, &target).await,
        }
    }

    /// Someone of the host's to fight with; at a mist table challenges are made in the scene.
    fn foe(&self, number: usize) -> Option<Json> {
        let name = format!("对手 {number}");
        match self.family {
            Family::Mist => None,
            Family::Fate => {
                let mut draft = in_one_language(&self.examples.borrow().first()?["character"]);
                draft["name"] = name.into();
                draft["pc"] = false.into();
                Some(json!({ "do": "make-character", "draft": draft }))
            }
            Family::Timeline => Some(card(&name)),
        }
    }

    /// A character as someone writes one: after an example, in one language, with a name of its own.
    fn character(&self, seat: usize) -> Json {
        let examples = self.examples.borrow();
        let example = examples.get(seat % examples.len().max(1)).map(in_one_language);
        let name = format!("角色 {seat}");
        match (self.family, example) {
            (Family::Fate, Some(mut example)) => {
                example["character"]["name"] = name.into();
                json!({ "do": "make-character", "draft": example["character"] })
            }
            (Family::Mist, Some(example)) => {
                json!({ "do": "make-character", "name": name, "themes": example["themes"] })
            }
            _ => card(&name),
        }
    }
}

fn in_one_language(words: &Json) -> Json {
    match words {
        Json::Object(each) => match each.get("zh-Hans") {
            Some(text) => text.clone(),
            None => each.iter().map(|(key, it)| (key.clone(), in_one_language(it))).collect(),
        },
        Json::Array(each) => each.iter().map(in_one_language).collect(),
        other => other.clone(),
    }
}

fn card(name: &str) -> Json {
    let hundredths = |amount: u32| 100 * amount;
    let percentages = [30, 35, 35, 30, 35, 35, 20, 20, 20, 20, 20].map(hundredths);
    json!({ "do": "make-character", "card": {
        "name": name, "age": 2000, "size": 6000, "appearance": 5000,
        "assets": 5000, "level": 10, "ratio": 500, "percentages": percentages,
    } })
}
