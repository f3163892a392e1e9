//! One scene of `mist-2d6`, as three browsers play it over the WebSocket.

use serde_json::{Value as Json, json};

use crate::browser::{Browser, Page};

pub const PACK: &str = "mist-2d6";

/// A host and two players at a table.
pub struct Group {
    pub table: String,
    pub browsers: [Browser; 3],
    pub host: Page,
    pub one: Page,
    pub two: Page,
}

impl Group {
    /// They sit down, each in a browser of their own.
    pub async fn sit(browser: &Browser) -> Self {
        Self::sit_with(browser, PACK).await
    }

    /// The same with another ruleset.
    pub async fn sit_with(browser: &Browser, pack: &str) -> Self {
        let mut browsers = [browser.clone(), browser.clone(), browser.clone()];
        let (table, _, invite) = browsers[0].make("雾中", pack).await;
        browsers[1].enter(&table, &invite, "叶岚", 1_000_001).await;
        browsers[2].enter(&table, &invite, "阿九", 1_000_002).await;
        let host = browsers[0].sit(&table).await.numbered_from(1_000);
        let one = browsers[1].sit(&table).await.numbered_from(2_000);
        let two = browsers[2].sit(&table).await.numbered_from(3_000);
        let mut group = Self { table, browsers, host, one, two };
        group.catch_up().await;
        group
    }

    /// Everyone hears all that was sent before now.
    pub async fn catch_up(&mut self) {
        for page in [&mut self.host, &mut self.one, &mut self.two] {
            page.catch_up().await;
        }
    }

    /// Characters from the examples, a scene, and a challenge with a limit nobody knows of.
    pub async fn set_the_scene(&mut self, hidden_limit: &Json) {
        self.one.play(json!({ "do": "take-example", "example": "archivist" })).await;
        self.two.play(json!({ "do": "take-example", "example": "diver" })).await;
        self.host.play(json!({ "do": "set-scene", "title": "旧档案馆" })).await;
        let challenge = json!({ "name": "守夜人", "limits": [
            { "status": "受伤", "tier": 3 }, hidden_limit ] });
        self.host.play(json!({ "do": "add-challenge", "challenge": challenge })).await;
        self.catch_up().await;
    }

    /// The first player opens an action with one of their tags; the host approves it.
    pub async fn act(&mut self) -> Json {
        let character = part(&self.one, "character/", "seat", &self.one.parts["table/you"]["seat"]);
        let act = json!({ "do": "act", "actor": character["id"], "text": "撬开柜子", "depth": "detailed" });
        self.one.play(act).await;
        let roll = part(&self.one, "roll/", "kind", &json!("roll"))["id"].clone();
        let tag = &character["themes"][0]["powers"][0]["id"];
        let propose = json!({ "do": "propose", "roll": roll, "source": tag, "polarity": "help" });
        self.one.play(propose).await;
        self.host.play(json!({ "do": "review", "roll": roll, "verdict": "approved" })).await;
        self.catch_up().await;
        roll
    }
}

/// The first part under `prefix` whose `field` is `value`.
pub fn part(page: &Page, prefix: &str, field: &str, value: &Json) -> Json {
    let mut parts = page.parts.iter().filter(|(key, _)| key.starts_with(prefix));
    let found = parts.find(|(_, part)| &part[field] == value);
    found.unwrap_or_else(|| panic!("no {prefix} with {field} {value}")).1.clone()
}
