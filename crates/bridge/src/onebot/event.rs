//! Events of OneBot v11, read.

use serde_json::Value as Json;

use super::segments::{self, id};
use crate::platform::{Incoming, Place, Said};

/// What an event means.
#[derive(Debug, PartialEq)]
pub enum Event {
    /// The connection lives; the milliseconds until the next sign of life.
    Heartbeat(u64),
    /// Something for the hub.
    Incoming(Incoming),
    /// Nothing that matters here.
    Nothing,
}

/// The numbers QQ gives to programs.
fn is_robot(user: &str) -> bool {
    let number: u64 = user.parse().unwrap_or_default();
    matches!(number, 2_854_196_301..=2_854_216_399 | 3_889_000_000..=3_889_999_999 | 66_600_000..=66_600_999)
}

/// Reads an event.
pub fn read(event: &Json) -> Event {
    let Some(account) = id(&event["self_id"]) else {
        return Event::Nothing;
    };
    let text = |name: &str| event[name].as_str().unwrap_or_default();
    match text("post_type") {
        "meta_event" if text("meta_event_type") == "heartbeat" => {
            Event::Heartbeat(event["interval"].as_u64().unwrap_or_default())
        }
        "message" => said(event, &account).map_or(Event::Nothing, Event::Incoming),
        "notice" => notice(event, &account).map_or(Event::Nothing, Event::Incoming),
        _ => Event::Nothing,
    }
}

/// The group an event is from, else its person.
fn place(event: &Json, account: &str) -> Option<Place> {
    let of = |private, id| Place { account: account.to_owned(), private, id };
    match id(&event["group_id"]) {
        Some(group) => Some(of(false, group)),
        None => id(&event["user_id"]).map(|user| of(true, user)),
    }
}

fn said(event: &Json, account: &str) -> Option<Incoming> {
    let user = id(&event["user_id"])?;
    // Its own words, and those of nobody.
    if user == account || !event["anonymous"].is_null() {
        return None;
    }
    let place = match event["message_type"].as_str() {
        Some("private") => Place::of_person(account, &user),
        _ => place(event, account)?,
    };
    let sender = &event["sender"];
    let named = |name: &str| sender[name].as_str().filter(|name| !name.trim().is_empty());
    let name = named("card").or_else(|| named("nickname")).unwrap_or(&user).to_owned();
    let segments::Read { bits, forwarded } = segments::read(&event["message"]);
    let by_bot = is_robot(&user) || sender["is_robot"].as_bool().unwrap_or_default();
    let message = id(&event["message_id"])?;
    Some(Incoming::Said(Said { place, message, user, name, bits, forwarded, by_bot }))
}

fn notice(event: &Json, account: &str) -> Option<Incoming> {
    let user = id(&event["user_id"]);
    let own = user.as_deref().is_none_or(|user| user == account || user == "0");
    match event["notice_type"].as_str()? {
        "group_recall" | "friend_recall" => {
            let message = id(&event["message_id"])?;
            Some(Incoming::Recalled { place: place(event, account)?, message, user })
        }
        "group_ban" if own && event["sub_type"] == "lift_ban" => {
            Some(Incoming::Mended(place(event, account)?))
        }
        "group_increase" if own => Some(Incoming::Mended(place(event, account)?)),
        "friend_add" => Some(Incoming::Mended(Place::of_person(account, &user?))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::platform::Bit;

    #[test]
    fn c20_an_event_is_read_whatever_its_ids_are() {
        for (group, user, own) in
            [(json!(7), json!(200), json!(1)), (json!("7"), json!("200"), json!("1"))]
        {
            let event = json!({
                "post_type": "message", "message_type": "group", "self_id": own, "group_id": group,
                "user_id": user, "message_id": -12, "message": "甲",
                "sender": { "nickname": "阿", "card": "" },
            });
            let due = Said {
                place: Place { account: "1".into(), private: false, id: "7".into() },
                message: "-12".into(),
                user: "200".into(),
                name: "阿".into(),
                bits: vec![Bit::Text("甲".into())],
                forwarded: false,
                by_bot: false,
            };
            assert_eq!(read(&event), Event::Incoming(Incoming::Said(due)));
        }
    }

    #[test]
    fn c20_its_own_words_and_those_of_nobody_are_not_heard() {
        let event = |user: u64, anonymous: Json| {
            json!({
                "post_type": "message", "message_type": "group", "self_id": 1, "group_id": 7,
                "user_id": user, "message_id": 3, "message": "甲", "anonymous": anonymous,
            })
        };
        assert_eq!(read(&event(1, Json::Null)), Event::Nothing);
        assert_eq!(read(&event(2, json!({ "name": "某人" }))), Event::Nothing);
        let Event::Incoming(Incoming::Said(said)) = read(&event(2_854_196_310, Json::Null)) else {
            panic!("heard");
        };
        assert!(said.by_bot, "QQ's own robots");
    }

    #[test]
    fn c20_a_lifted_ban_and_a_new_friend_mend_a_place() {
        let notice = |kind: &str, more: Json| {
            let mut event = json!({ "post_type": "notice", "self_id": 1, "notice_type": kind });
            for (key, value) in more.as_object().expect("an object") {
                event[key] = value.clone();
            }
            read(&event)
        };
        let group = Place { account: "1".into(), private: false, id: "7".into() };
        let lift = json!({ "sub_type": "lift_ban", "group_id": 7, "user_id": 1, "duration": 0 });
        assert_eq!(notice("group_ban", lift), Event::Incoming(Incoming::Mended(group.clone())));
        let other = json!({ "sub_type": "lift_ban", "group_id": 7, "user_id": 5, "duration": 0 });
        assert_eq!(notice("group_ban", other), Event::Nothing);
        let friend = Incoming::Mended(Place::of_person("1", "5"));
        assert_eq!(notice("friend_add", json!({ "user_id": 5 })), Event::Incoming(friend));
        let recall = json!({ "group_id": 7, "user_id": 5, "operator_id": 9, "message_id": 4 });
        let due = Incoming::Recalled { place: group, message: "4".into(), user: Some("5".into()) };
        assert_eq!(notice("group_recall", recall), Event::Incoming(due));
    }
}
