//! Taking an offer out of the text of a frame, without reading the rest of it.

use std::collections::HashMap;
use std::ops::Range;

use memchr::memmem;

use crate::chance::Chance;

/// What people of a family like to do, and how much; `host` and players.
pub struct Taste {
    pub host: &'static [(&'static str, u32)],
    pub player: &'static [(&'static str, u32)],
}

/// The rulesets in the mix, with what is done in each.
///
/// What a game waits for comes before what makes it wait, so that no table silts up.
pub const TASTES: &[(&str, Taste)] = &[
    (
        "mist-city",
        Taste {
            host: &[
                ("review", 60),
                ("let-pass", 40),
                ("hit", 6),
                ("gain-status", 3),
                ("reduce-status", 5),
                ("add-tag", 2),
                ("remove-tag", 4),
                ("step-scene", 2),
            ],
            player: &[
                ("accept", 60),
                ("finish", 40),
                ("spend", 3),
                ("roll", 12),
                ("propose", 12),
                ("act", 2),
            ],
        },
    ),
    (
        "fate-condensed",
        Taste {
            host: &[("set-scene", 1), ("choose", 60)],
            player: &[
                ("absorb", 60),
                ("choose", 60),
                ("let-stand", 12),
                ("invoke", 3),
                ("roll", 40),
                ("act", 6),
            ],
        },
    ),
    (
        "timeline",
        Taste {
            host: &[("flow", 40), ("end-fight", 1), ("open-fight", 60)],
            player: &[("declare", 60), ("check", 6), ("cancel-act", 1), ("flow", 20)],
        },
    ),
];

/// What a seat is offered: the text of each sort of offer, and the order of the sorts.
#[derive(Default)]
pub struct Offers {
    sorts: HashMap<Vec<u8>, Box<[u8]>>,
    order: Vec<Vec<u8>>,
    /// What could be proposed for each roll.
    sources: HashMap<Vec<u8>, Box<[u8]>>,
}

impl Offers {
    /// Takes the offers out of a message: new ones, and word of those that are gone.
    pub fn read(&mut self, message: &[u8]) {
        self.read_rolls(message);
        const KEY: &[u8] = b"\"table/offers";
        let mut rest = message;
        while let Some(place) = memmem::find(rest, KEY) {
            rest = &rest[place + KEY.len()..];
            let Some(end) = memmem::find(rest, b"\":") else {
                return;
            };
            let (sort, part) = (&rest[..end], &rest[end + 2..]);
            let length = if part.starts_with(b"[") { value(part).unwrap_or(part.len()) } else { 0 };
            let whole = &part[..length];
            match sort.strip_prefix(b"/") {
                Some(sort) if whole.is_empty() => drop(self.sorts.remove(sort)),
                Some(sort) => drop(self.sorts.insert(sort.to_vec(), whole.into())),
                None => {
                    let quoted = whole.split(|byte| *byte == b'"').skip(1).step_by(2);
                    self.order = quoted.map(<[u8]>::to_vec).collect();
                }
            }
            rest = &part[length..];
        }
    }

    fn read_rolls(&mut self, message: &[u8]) {
        const KEY: &[u8] = b"\"roll/";
        let mut rest = message;
        while let Some(place) = memmem::find(rest, KEY) {
            rest = &rest[place + KEY.len()..];
            let Some(end) = memchr::memchr(b'"', rest) else { return };
            let (roll, part) = (&rest[..end], &rest[end + 1..]);
            if part.starts_with(b":{") {
                const LIST: &[u8] = b"\"sources\":";
                let Some(place) = memmem::find(part, LIST) else { return };
                let list = &part[place + LIST.len()..];
                let length = value(list).unwrap_or(0);
                self.sources.insert(roll.to_vec(), list[..length].into());
            } else if part.starts_with(b":") {
                self.sources.remove(roll);
            }
        }
    }

    /// One of the first two offers of what one likes to do, to the taste of whoever looks at them.
    pub fn pick(&self, taste: &[(&str, u32)], chance: &mut Chance) -> Option<String> {
        let mut wishes: Vec<(f64, &str)> = taste
            .iter()
            .map(|(wish, weight)| (chance.unit().powf(1.0 / f64::from(*weight)), *wish))
            .collect();
        wishes.sort_by(|one, other| other.0.total_cmp(&one.0));
        wishes.iter().find_map(|(_, wish)| {
            let pattern = format!("\"command\":{{\"do\":\"{wish}\"");
            let sorts = self.order.iter().filter_map(|sort| self.sorts.get(sort));
            let found =
                sorts.flat_map(|sort| memmem::find_iter(sort, &pattern).map(move |at| (sort, at)));
            let found: Vec<_> = found.take(2).collect();
            let (sort, place) = found.get(chance.below(found.len()))?;
            let start = place + "\"command\":".len();
            let length = value(&sort[start..])?;
            let command = String::from_utf8_lossy(&sort[start..start + length]).into_owned();
            if *wish == "propose" {
                return self.vary(&command, chance);
            }
            Some(command)
        })
    }

    /// Another source than the first of those that may be proposed.
    fn vary(&self, command: &str, chance: &mut Chance) -> Option<String> {
        let roll = &command[quoted(command, "roll")?];
        let sources = self.sources.get(roll.as_bytes())?;
        let lists = memmem::find_iter(sources, b"\"of\":[").map(|at| &sources[at + 6..]);
        let lists = lists.filter_map(|list| Some(&list[..memchr::memchr(b']', list)?]));
        let ids = lists.flat_map(|list| list.split(|byte| *byte == b','));
        let ids: Vec<&[u8]> = ids.take(40).collect();
        let id = String::from_utf8_lossy(ids.get(chance.below(ids.len()))?);
        let Range { start, end } = quoted(command, "source")?;
        Some(format!("{}{}{}", &command[..start], id.trim_matches('"'), &command[end..]))
    }
}

/// Where the text of a key's value is.
fn quoted(command: &str, key: &str) -> Option<Range<usize>> {
    let pattern = format!("\"{key}\":\"");
    let start = command.find(&pattern)? + pattern.len();
    let end = start + command[start..].find('"')?;
    Some(start..end)
}

/// The length of the JSON object or list a text begins with.
fn value(text: &[u8]) -> Option<usize> {
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    for (place, byte) in text.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => {
                depth -= 1;
                if depth == 0 {
                    return Some(place + 1);
                }
            }
            _ => {}
        }
    }
    None
}
