//! Events of Satori, of its newer and its older form, read.

use serde_json::Value as Json;

use super::element;
use crate::platform::{Incoming, Place, Said};

/// A private talk.
const DIRECT: u64 = 1;

/// What an event means, and what to remember of it.
#[derive(Debug, Default, PartialEq)]
pub struct Event {
    /// Its number, where a resumed stream goes on.
    pub number: Option<u64>,
    /// The private channel of a person: the person's place and the channel.
    pub channel: Option<(Place, String)>,
    /// For the hub.
    pub incoming: Option<Incoming>,
}

fn text(json: &Json) -> Option<String> {
    match json {
        Json::String(text) if !text.is_empty() => Some(text.clone()),
        Json::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The account an event or a login is of: `discord/10001`.
pub fn account(json: &Json) -> Option<String> {
    let login = if json["login"].is_object() { &json["login"] } else { json };
    let platform = text(&login["platform"]).or_else(|| text(&json["platform"]))?;
    // Without a login, the user of an event is whoever wrote.
    let user = text(&login["self_id"])
        .or_else(|| text(&json["self_id"]))
        .or_else(|| text(&login["user"]["id"]))?;
    Some(format!("{platform}/{user}"))
}

/// Reads an event.
pub fn read(body: &Json) -> Event {
    let number = body["sn"].as_u64().or_else(|| body["id"].as_u64());
    let mut event = Event { number, ..Event::default() };
    let Some(account) = account(body) else { return event };
    let channel = text(&body["channel"]["id"]);
    let private = body["channel"]["type"].as_u64() == Some(DIRECT);
    let user = text(&body["user"]["id"]).or_else(|| text(&body["message"]["user"]["id"]));
    let id = if private { user.clone() } else { channel.clone() };
    let Some(place) = id.map(|id| Place { account: account.clone(), private, id }) else {
        return event;
    };
    if let (true, Some(channel)) = (private, channel) {
        event.channel = Some((place.clone(), channel));
    }
    let message = text(&body["message"]["id"]);
    event.incoming = match body["type"].as_str().unwrap_or_default() {
        "message-created" => said(body, place, user, message, &account),
        "message-deleted" => message.map(|message| Incoming::Recalled { place, message, user }),
        "friend-added" | "guild-member-updated" | "guild-added" => Some(Incoming::Mended(place)),
        _ => None,
    };
    event
}

fn said(
    body: &Json,
    place: Place,
    user: Option<String>,
    message: Option<String>,
    account: &str,
) -> Option<Incoming> {
    let user = user?;
    if account.rsplit('/').next() == Some(user.as_str()) {
        return None;
    }
    let member = &body["member"];
    let names = [&member["nick"], &member["name"], &body["user"]["nick"], &body["user"]["name"]];
    let name = names.into_iter().find_map(text).unwrap_or_else(|| user.clone());
    let content = body["message"]["content"].as_str().unwrap_or_default();
    let element::Read { bits, forwarded } = element::read(content);
    let by_bot = body["user"]["is_bot"].as_bool().unwrap_or_default();
    let message = message?;
    Some(Incoming::Said(Said { place, message, user, name, bits, forwarded, by_bot }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::platform::Bit;

    #[test]
    fn c21_events_of_both_forms_mean_the_same() {
        let mut newer = json!({
            "sn": 0, "type": "message-created", "timestamp": 1,
            "login": { "platform": "peer", "user": { "id": "10001" } },
            "channel": { "id": "7", "type": 0 }, "user": { "id": "200", "name": "阿" },
            "message": { "id": "m1", "content": "甲 &amp; 乙" },
        });
        let mut older = newer.clone();
        for (it, of) in [("id", json!(0)), ("platform", json!("peer")), ("self_id", json!("10001"))]
        {
            older[it] = of;
        }
        older.as_object_mut().expect("an object").retain(|key, _| key != "sn" && key != "login");
        let place = Place { account: "peer/10001".into(), private: false, id: "7".into() };
        let due = Said {
            place,
            message: "m1".into(),
            user: "200".into(),
            name: "阿".into(),
            bits: vec![Bit::Text("甲 & 乙".into())],
            forwarded: false,
            by_bot: false,
        };
        for event in [&newer, &older] {
            let read = read(event);
            assert_eq!((read.number, read.incoming), (Some(0), Some(Incoming::Said(due.clone()))));
        }
        newer["user"]["id"] = json!("10001");
        assert_eq!(read(&newer).incoming, None, "its own words");
    }

    #[test]
    fn c21_a_private_channel_is_remembered_by_its_person() {
        let event = json!({
            "sn": 4, "type": "message-created", "login": { "platform": "peer", "user": { "id": "1" } },
            "channel": { "id": "private:200", "type": 1 }, "user": { "id": "200" },
            "message": { "id": "m", "content": "." },
        });
        let person = Place::of_person("peer/1", "200");
        assert_eq!(read(&event).channel, Some((person, "private:200".to_owned())));
    }
}
