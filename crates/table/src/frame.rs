//! Frames: the lines and changed parts that a seat is sent (B-40).

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use rules::{Encoded, Line};
use serde::{Deserialize, Serialize};

/// One line of the story as a seat reads it. Lines are never rewritten.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct NumberedLine {
    /// Its number in the seat's own list: 1, 2, 3 … without a gap.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub n: u64,
    /// When.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub at: Timestamp,
    /// The name of the seat that did it, as it was then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub by: Option<Arc<str>>,
    /// What sort of line it is.
    pub kind: LineKind,
    /// What it says.
    pub line: Arc<Line>,
    /// Where to rewind to for the game as it was after this line. Only the host's lines have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "number", optional))]
    pub point: Option<u64>,
}

/// What sort of line it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum LineKind {
    /// Something happened in the game.
    Game,
    /// Someone said something.
    Talk,
    /// Something happened at the table.
    Table,
}

/// Where a reader stopped: a list of lines and the last one read.
///
/// A seat reads another list when its role changes, so the list's name is part of the place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Bookmark {
    /// Which list.
    pub list: String,
    /// The last line read.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub line: u64,
}

/// The table as a seat sees it on arriving, and the lines it has missed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Snapshot {
    /// Every part of the view.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub parts: BTreeMap<String, Encoded>,
    /// The lines after the bookmark; without one, the last few.
    pub lines: Vec<NumberedLine>,
    /// Whether `lines` continue what the reader has; if not, they replace it.
    pub continues: bool,
    /// The list the lines are in, for the next [`Bookmark`].
    pub list: String,
    /// The number of the list's last line.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub last: u64,
}

/// What has changed for a seat: sent at once to all its devices.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Frame {
    /// New lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<NumberedLine>>", optional))]
    pub lines: Vec<NumberedLine>,
    /// The parts that changed, whole; `null` for one that is gone.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>", optional))]
    pub parts: BTreeMap<String, Encoded>,
}

impl Frame {
    /// Whether there is nothing to send.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.parts.is_empty()
    }

    /// The frame as it is sent, after `before` and followed by `after`. Parts are only copied:
    /// they are encoded already.
    #[must_use]
    pub fn text(&self, before: &str, after: &str) -> String {
        let lines = (!self.lines.is_empty()).then(|| Encoded::new(&self.lines));
        let parts = self.parts.iter().map(|(key, part)| key.len() + part.text().len() + 4);
        let words =
            lines.as_ref().map_or(0, |lines| lines.text().len()) + before.len() + after.len();
        let mut text = String::with_capacity(parts.sum::<usize>() + words + 32);
        text.push_str(before);
        text.push('{');
        if let Some(lines) = &lines {
            text.push_str("\"lines\":");
            text.push_str(lines.text());
        }
        if !self.parts.is_empty() {
            text.push_str(if lines.is_some() { ",\"parts\":{" } else { "\"parts\":{" });
            for (place, (key, part)) in self.parts.iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                text.push_str(Encoded::new(key).text());
                text.push(':');
                text.push_str(part.text());
            }
            text.push('}');
        }
        text.push('}');
        text.push_str(after);
        text
    }
}

/// Why no more frames come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Farewell {
    /// The reader was too slow; it may attach again with its bookmark.
    TooSlow,
    /// The device or its seat was sent away.
    Revoked,
    /// The seat's role changed; it may attach again.
    RoleChanged,
    /// Lines have changed; the reader may attach again and read them anew.
    Rewritten,
    /// The table was deleted.
    Deleted,
    /// The server is stopping; the reader may attach again later.
    Stopping,
    /// The database cannot be reached from here; the reader may attach again, also elsewhere.
    Unreachable,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn b40_a_frame_is_sent_as_what_it_is() {
        let line = NumberedLine {
            n: 1,
            at: Timestamp::UNIX_EPOCH,
            by: Some("林".into()),
            kind: LineKind::Talk,
            line: Arc::new(Line::new(rules::Message::new("table-opened").with("title", "\"雾\""))),
            point: None,
        };
        let parts = [("scene", json!({ "名": "码头" })), ("a\"b", json!(null))];
        let parts: BTreeMap<String, Encoded> =
            parts.into_iter().map(|(key, part)| (key.to_owned(), Encoded::new(&part))).collect();
        for lines in [vec![], vec![line.clone()], vec![line.clone(), line]] {
            for parts in [BTreeMap::new(), parts.clone()] {
                let frame = Frame { lines: lines.clone(), parts };
                let sent = serde_json::to_string(&frame).expect("plain data");
                assert_eq!(frame.text("", ""), sent);
                assert_eq!(frame.text("<", ">"), format!("<{sent}>"));
            }
        }
    }
}
