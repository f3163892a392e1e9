//! Reading offers out of the text of a frame, without reading the rest of it.

use std::cell::OnceCell;
use std::collections::HashMap;

use memchr::memmem;

/// How every offer's command begins.
const COMMAND: &[u8] = b"\"command\":{\"do\":\"";

/// What a seat is offered: the text of each sort of offer, and the order of the sorts.
#[derive(Default)]
pub struct Offers {
    sorts: HashMap<Vec<u8>, Sort>,
    order: Vec<Vec<u8>>,
    /// What could be proposed for each roll under way.
    sources: HashMap<Vec<u8>, Box<[u8]>>,
}

/// The offers of one sort.
struct Sort {
    text: Box<[u8]>,
    /// Where each command is; looked for when somebody asks, as most offers are replaced before.
    commands: OnceCell<Vec<Place>>,
}

struct Place {
    start: usize,
    /// Whether the game waits for it.
    waits: bool,
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
                Some(sort) => drop(self.sorts.insert(sort.to_vec(), Sort::new(whole))),
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

    fn sorts(&self) -> impl Iterator<Item = &Sort> {
        self.order.iter().filter_map(|sort| self.sorts.get(sort))
    }

    /// The commands of a kind, as they are offered.
    pub fn of(&self, kind: &str) -> impl Iterator<Item = &str> {
        self.sorts().flat_map(move |sort| {
            let places = sort.commands().iter();
            places.filter(move |it| sort.is(it, kind)).filter_map(|it| sort.command(it))
        })
    }

    /// The commands the game waits for.
    pub fn waiting(&self) -> impl Iterator<Item = &str> {
        self.sorts().flat_map(|sort| {
            let places = sort.commands().iter();
            places.filter(|it| it.waits).filter_map(|it| sort.command(it))
        })
    }

    /// What may be proposed for a roll.
    pub fn sources(&self, roll: &str) -> Vec<&str> {
        let sources: &[u8] = self.sources.get(roll.as_bytes()).map_or(&[], |it| it);
        let lists = memmem::find_iter(sources, b"\"of\":[").map(|at| &sources[at + 6..]);
        let lists = lists.filter_map(|list| Some(&list[..memchr::memchr(b']', list)?]));
        let ids = lists.flat_map(|list| list.split(|byte| *byte == b','));
        let ids = ids.filter_map(|id| std::str::from_utf8(id).ok());
        ids.map(|id| id.trim_matches('"')).collect()
    }
}

impl Sort {
    fn new(text: &[u8]) -> Self {
        Self { text: text.into(), commands: OnceCell::new() }
    }

    fn commands(&self) -> &[Place] {
        self.commands.get_or_init(|| {
            let starts: Vec<usize> = memmem::find_iter(&self.text, COMMAND).collect();
            let ends = starts.iter().skip(1).copied().chain([self.text.len()]);
            let places = starts.iter().zip(ends).map(|(start, end)| Place {
                start: *start,
                waits: memmem::find(&self.text[*start..end], b"\"waits\":{").is_some(),
            });
            places.collect()
        })
    }

    fn is(&self, place: &Place, kind: &str) -> bool {
        let rest = &self.text[place.start + COMMAND.len()..];
        rest.strip_prefix(kind.as_bytes()).is_some_and(|rest| rest.starts_with(b"\""))
    }

    fn command(&self, place: &Place) -> Option<&str> {
        let text = &self.text[place.start + b"\"command\":".len()..];
        std::str::from_utf8(&text[..value(text)?]).ok()
    }
}

/// The text of a key's value in a command, where it is a text.
pub fn quoted<'c>(command: &'c str, key: &str) -> Option<&'c str> {
    let pattern = format!("\"{key}\":\"");
    let start = command.find(&pattern)? + pattern.len();
    command[start..].split('"').next()
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

#[cfg(test)]
mod tests {
    use super::Offers;

    const FIRST: &str = r#"{"frame":{"lines":[],"parts":{
        "roll/r1":{"kind":"roll","sources":[{"of":["a","b"],"help":1}]},
        "table/offers":["act","roll"],
        "table/offers/act":[{"label":{"id":"x"},"command":{"do":"act","text":"]\"}"},"rule":"M-10"}],
        "table/offers/roll":[
            {"label":{},"command":{"do":"roll","roll":"r1"},"waits":{"id":"w"},"rule":"M-11"},
            {"label":{},"command":{"do":"roll-basics"},"rule":"T-02"}]}}}"#;

    #[test]
    fn offers_are_found_by_their_kind_and_by_whether_the_game_waits() {
        let mut offers = Offers::default();
        offers.read(FIRST.as_bytes());
        assert_eq!(offers.of("act").collect::<Vec<_>>(), [r#"{"do":"act","text":"]\"}"}"#]);
        assert_eq!(offers.of("roll").collect::<Vec<_>>(), [r#"{"do":"roll","roll":"r1"}"#]);
        assert_eq!(offers.waiting().collect::<Vec<_>>(), [r#"{"do":"roll","roll":"r1"}"#]);
        assert_eq!(offers.sources("r1"), ["a", "b"]);
    }

    #[test]
    fn what_is_gone_is_no_longer_offered() {
        let mut offers = Offers::default();
        offers.read(FIRST.as_bytes());
        let gone = r#"{"frame":{"parts":{"roll/r1":null,"table/offers":["act"],"table/offers/roll":null}}}"#;
        offers.read(gone.as_bytes());
        assert_eq!(offers.of("roll").count() + offers.sources("r1").len(), 0);
        assert_eq!(offers.of("act").count(), 1);
    }
}
