//! What a seat can do: the flags it is pushed, and the offers it asks for.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};

use memchr::memmem;
use serde::Deserialize;

/// How every offer's command begins; its keys come in any order.
const COMMAND: &[u8] = b"\"command\":{";

/// What is pushed to a seat: flags on things, what the game waits for, and what could be proposed
/// for each roll under way.
#[derive(Default)]
pub struct Pushed {
    text: Box<[u8]>,
    acts: OnceCell<Acts>,
    sources: HashMap<Vec<u8>, Box<[u8]>>,
    /// The seat that looks.
    me: String,
    /// The characters it plays: the host those of nobody else.
    own: BTreeSet<String>,
}

#[derive(Default, Deserialize)]
struct Acts {
    can: Vec<Flags>,
    waits: Vec<Wait>,
}

#[derive(Deserialize)]
struct Flags {
    of: String,
    can: Vec<String>,
}

#[derive(Deserialize)]
struct Wait {
    of: String,
}

impl Pushed {
    /// For a seat; the host has no name to look for.
    pub fn new(me: &str) -> Self {
        Self { me: me.to_owned(), ..Self::default() }
    }

    /// Takes what is pushed out of a message, without reading the rest of it.
    pub fn read(&mut self, message: &[u8]) {
        self.read_rolls(message);
        self.read_characters(message);
        const KEY: &[u8] = b"\"table/acts\":";
        if let Some(place) = memmem::find(message, KEY) {
            let part = &message[place + KEY.len()..];
            self.text = part[..value(part).unwrap_or(0)].into();
            self.acts = OnceCell::new();
        }
    }

    fn acts(&self) -> &Acts {
        self.acts.get_or_init(|| serde_json::from_slice(&self.text).unwrap_or_default())
    }

    /// The things that have one of these flags.
    pub fn flagged(&self, verbs: &[&str]) -> impl Iterator<Item = &str> {
        let has = move |flags: &&Flags| flags.can.iter().any(|verb| verbs.contains(&verb.as_str()));
        self.acts().can.iter().filter(has).map(|flags| flags.of.as_str())
    }

    /// The things about which the game waits for the seat.
    pub fn awaited(&self) -> impl Iterator<Item = &str> {
        self.acts().waits.iter().map(|wait| wait.of.as_str())
    }

    /// The characters the seat plays.
    pub fn own(&self) -> impl Iterator<Item = &str> {
        self.own.iter().map(String::as_str)
    }

    fn read_characters(&mut self, message: &[u8]) {
        const KEY: &[u8] = b"\"character/";
        let mut rest = message;
        while let Some(place) = memmem::find(rest, KEY) {
            rest = &rest[place + KEY.len()..];
            let Some(end) = memchr::memchr(b'"', rest) else { return };
            let (id, part) = (String::from_utf8_lossy(&rest[..end]), &rest[end + 1..]);
            let is_own = part.strip_prefix(b":").is_some_and(|part| {
                let part = &part[..value(part).unwrap_or(0)];
                match self.me.as_str() {
                    "" => !part.is_empty() && memmem::find(part, b"\"seat\":\"").is_none(),
                    me => memmem::find(part, format!("\"seat\":\"{me}\"").as_bytes()).is_some(),
                }
            });
            match is_own {
                true => drop(self.own.insert(id.into_owned())),
                false => drop(self.own.remove(&*id)),
            }
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

    /// The rolls under way.
    pub fn rolls(&self) -> impl Iterator<Item = &str> {
        self.sources.keys().filter_map(|roll| std::str::from_utf8(roll).ok())
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

/// What can be done with a thing, as it was answered.
#[derive(Default)]
pub struct Offers {
    text: Box<[u8]>,
    /// Where each command begins and ends.
    places: Vec<(usize, usize)>,
}

impl Offers {
    /// Reads an answer.
    pub fn new(message: &[u8]) -> Self {
        let starts: Vec<usize> = memmem::find_iter(message, COMMAND).collect();
        let ends = starts.iter().skip(1).copied().chain([message.len()]);
        let places = starts.iter().copied().zip(ends).collect();
        Self { text: message.into(), places }
    }

    /// The commands of a kind, as they are offered.
    pub fn of(&self, kind: &str) -> impl Iterator<Item = &str> {
        let commands = self.places.iter().filter_map(|(start, _)| self.command(*start));
        commands.filter(move |command| quoted(command, "do") == Some(kind))
    }

    /// The commands the game waits for.
    pub fn waiting(&self) -> impl Iterator<Item = &str> {
        let waits = |(start, end): &&(usize, usize)| {
            memmem::find(&self.text[*start..*end], b"\"waits\":{").is_some()
        };
        self.places.iter().filter(waits).filter_map(|(start, _)| self.command(*start))
    }

    fn command(&self, start: usize) -> Option<&str> {
        let text = &self.text[start + b"\"command\":".len()..];
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
    use super::{Offers, Pushed};

    const FIRST: &str = r#"{"frame":{"lines":[],"parts":{
        "roll/r1":{"kind":"roll","sources":[{"of":["a","b"],"help":1}]},
        "table/acts":{"can":[{"of":"r1","can":["roll","cancel"]},{"of":"l1","in":"r1","can":["strike"]}],
        "waits":[{"of":"r1","words":{"id":"w","args":{"x":"]}"}}}]},
        "character/c1":{"id":"c1","seat":"s1"},"character/c2":{"id":"c2"}}}}"#;
    const OFFERED: &str = r#"{"offered":{"ask":1,"offers":[
        {"label":{"id":"x"},"command":{"actor":"a1","do":"act","text":"]\"}"},"rule":"M-10"},
        {"label":{},"command":{"do":"roll","roll":"r1"},"waits":{"id":"w"},"rule":"M-11"},
        {"label":{},"command":{"do":"roll-basics"},"rule":"T-02"}]}}"#;

    #[test]
    fn flags_are_found_by_their_verb_until_they_are_replaced() {
        let mut host = Pushed::new("");
        host.read(FIRST.as_bytes());
        assert_eq!(host.own().collect::<Vec<_>>(), ["c2"]);
        let mut pushed = Pushed::new("s1");
        pushed.read(FIRST.as_bytes());
        assert_eq!(pushed.own().collect::<Vec<_>>(), ["c1"]);
        assert_eq!(pushed.flagged(&["roll", "strike"]).collect::<Vec<_>>(), ["r1", "l1"]);
        assert_eq!(pushed.awaited().collect::<Vec<_>>(), ["r1"]);
        assert_eq!(pushed.sources("r1"), ["a", "b"]);
        let gone = r#"{"frame":{"parts":{"roll/r1":null,"table/acts":{"can":[],"waits":[]}}}}"#;
        pushed.read(gone.as_bytes());
        assert_eq!(pushed.flagged(&["roll"]).count() + pushed.sources("r1").len(), 0);
    }

    #[test]
    fn offers_are_found_by_their_kind_and_by_whether_the_game_waits() {
        let offers = Offers::new(OFFERED.as_bytes());
        assert_eq!(
            offers.of("act").collect::<Vec<_>>(),
            [r#"{"actor":"a1","do":"act","text":"]\"}"}"#]
        );
        assert_eq!(offers.of("roll").collect::<Vec<_>>(), [r#"{"do":"roll","roll":"r1"}"#]);
        assert_eq!(offers.waiting().collect::<Vec<_>>(), [r#"{"do":"roll","roll":"r1"}"#]);
    }
}
