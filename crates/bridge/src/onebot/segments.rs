//! Messages as OneBot v11 writes them: arrays of segments, or texts with CQ codes.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value as Json, json};

use crate::platform::{Bit, Outgoing, Piece};

/// An id, which may be a number or a string.
pub fn id(json: &Json) -> Option<String> {
    match json {
        Json::String(text) if !text.is_empty() => Some(text.clone()),
        Json::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// An id as the other side likes it: a number, if it is one.
pub fn to_id(id: &str) -> Json {
    id.parse::<i64>().map_or_else(|_| Json::from(id), Json::from)
}

/// What a message is made of.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Read {
    /// Text and mentions.
    pub bits: Vec<Bit>,
    /// Whether it holds a forwarded message or a card.
    pub forwarded: bool,
}

/// Reads a message in either form.
pub fn read(message: &Json) -> Read {
    let segments = match message {
        Json::Array(segments) => segments.clone(),
        Json::String(text) => of_codes(text),
        Json::Object(_) => vec![message.clone()],
        _ => Vec::new(),
    };
    let mut read = Read::default();
    for segment in &segments {
        let data = &segment["data"];
        match segment["type"].as_str().unwrap_or_default() {
            "text" => {
                let text = data["text"].as_str().unwrap_or_default();
                match read.bits.last_mut() {
                    Some(Bit::Text(before)) => before.push_str(text),
                    _ => read.bits.push(Bit::Text(text.to_owned())),
                }
            }
            "at" => {
                let name =
                    data["name"].as_str().map(|name| name.trim_start_matches('@').to_owned());
                if let Some(user) = id(&data["qq"]).filter(|user| user != "all") {
                    read.bits.push(Bit::At { user, name: name.filter(|name| !name.is_empty()) });
                }
            }
            "forward" | "node" | "json" | "xml" | "share" => read.forwarded = true,
            // Pictures, faces, voices, and which message is answered.
            _ => {}
        }
    }
    read
}

/// Segments of a text with CQ codes. What is no whole code is text.
fn of_codes(text: &str) -> Vec<Json> {
    let of_text = |text: &str| json!({ "type": "text", "data": { "text": unescaped(text) } });
    let mut segments = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("[CQ:") {
        let Some(end) = rest[at..].find(']') else { break };
        if at > 0 {
            segments.push(of_text(&rest[..at]));
        }
        let code = &rest[at + "[CQ:".len()..at + end];
        let mut parts = code.split(',');
        let kind = parts.next().unwrap_or_default();
        let data: serde_json::Map<String, Json> = parts
            .filter_map(|part| part.split_once('='))
            .map(|(key, value)| (key.to_owned(), Json::from(unescaped(value))))
            .collect();
        segments.push(json!({ "type": kind, "data": data }));
        rest = &rest[at + end + 1..];
    }
    if !rest.is_empty() {
        segments.push(of_text(rest));
    }
    segments
}

fn unescaped(text: &str) -> String {
    let text = text.replace("&#44;", ",").replace("&#91;", "[").replace("&#93;", "]");
    // Last, so that `&amp;#91;` stays the text `&#91;`.
    text.replace("&amp;", "&")
}

fn escaped(text: &str, inside: bool) -> String {
    let text = text.replace('&', "&amp;").replace('[', "&#91;").replace(']', "&#93;");
    if inside { text.replace(',', "&#44;") } else { text }
}

/// A message as segments: text is data there, and can never be read as anything else.
pub fn write(message: &Outgoing) -> Json {
    let segment = |piece: &Piece| match piece {
        Piece::Text(text) => json!({ "type": "text", "data": { "text": text } }),
        Piece::Mention(user) => json!({ "type": "at", "data": { "qq": user } }),
        Piece::Picture { png } => {
            let file = format!("base64://{}", STANDARD.encode(png));
            json!({ "type": "image", "data": { "file": file } })
        }
    };
    message.0.iter().map(segment).collect()
}

/// A message as a text with CQ codes, for implementations that take nothing else.
pub fn write_codes(message: &Outgoing) -> Json {
    let code = |piece: &Piece| match piece {
        Piece::Text(text) => escaped(text, false),
        Piece::Mention(user) => format!("[CQ:at,qq={}]", escaped(user, true)),
        Piece::Picture { png } => format!("[CQ:image,file=base64://{}]", STANDARD.encode(png)),
    };
    message.0.iter().map(code).collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Bit {
        Bit::Text(text.to_owned())
    }

    fn at(user: &str) -> Bit {
        Bit::At { user: user.to_owned(), name: None }
    }

    #[test]
    fn c20_a_message_is_read_from_segments_and_from_codes_alike() {
        let cases: [(Json, &str, Vec<Bit>); 4] = [
            (
                json!([{ "type": "text", "data": { "text": ".r d6" } }]),
                ".r d6",
                vec![text(".r d6")],
            ),
            (
                json!([
                    { "type": "at", "data": { "qq": 10001 } },
                    { "type": "text", "data": { "text": " 你好" } },
                ]),
                "[CQ:at,qq=10001] 你好",
                vec![at("10001"), text(" 你好")],
            ),
            (
                json!([{ "type": "text", "data": { "text": "[CQ:at,qq=1] & , <b>" } }]),
                "&#91;CQ:at,qq=1&#93; &amp; , <b>",
                vec![text("[CQ:at,qq=1] & , <b>")],
            ),
            (
                json!([
                    { "type": "reply", "data": { "id": "-7" } },
                    { "type": "image", "data": { "file": "a.png" } },
                    { "type": "text", "data": { "text": "看" } },
                ]),
                "[CQ:reply,id=-7][CQ:image,file=a.png]看",
                vec![text("看")],
            ),
        ];
        for (segments, codes, bits) in cases {
            assert_eq!(read(&segments).bits, bits, "{segments}");
            assert_eq!(read(&codes.into()).bits, bits, "{codes}");
        }
        assert!(read(&json!([{ "type": "forward", "data": { "id": "x" } }])).forwarded);
        assert_eq!(read(&"[CQ:at,qq=1".into()).bits, vec![text("[CQ:at,qq=1")], "no whole code");
        assert_eq!(read(&Json::Null), Read::default());
    }

    #[test]
    fn c20_players_text_is_never_read_as_a_code() {
        let typed = "[CQ:at,qq=all] & ] , &#91;";
        let message = Outgoing(vec![Piece::Mention("7".to_owned()), Piece::Text(typed.to_owned())]);
        let both = vec![at("7"), text(typed)];
        assert_eq!(read(&write(&message)).bits, both);
        assert_eq!(read(&write_codes(&message)).bits, both);
    }

    #[test]
    fn c20_ids_are_numbers_or_strings_and_stay_exact() {
        for whole in ["9007199254740993", "123", "-4"] {
            assert_eq!(id(&to_id(whole)).as_deref(), Some(whole));
            assert!(to_id(whole).is_i64());
        }
        assert_eq!(id(&json!("abc")).as_deref(), Some("abc"));
        assert_eq!(to_id("oc_1"), json!("oc_1"));
        assert_eq!(id(&json!(null)), None);
    }
}
