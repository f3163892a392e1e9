//! Packs: variants as TOML files, resolved and checked (M-60, B-60).
//!
//! A pack either says everything, or `extends` one that ships with the program and says what
//! differs: tables merge key by key, while lists, numbers and names replace what was there. Packs of
//! Time Line add to the lists of what they extend, and several stack in order (T-60).
//! `unset` lists the keys of the extended pack that shall not be there.

mod stack;
mod unfit;

use std::sync::{Arc, LazyLock};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use toml::de::{DeTable, DeValue};
use toml::{Spanned, Table, Value};

use crate::any_game::{self, Findings};
use crate::timeline::Timeline;
use crate::{Fault, Message, Ruleset, Term, message};

pub use stack::stack;

/// The packs inside the binary, by id, in the order they are offered: the first is the one chosen
/// for a newcomer, so it is one with a page of its own.
const SHIPPED: [(&str, &str); 7] = [
    ("mist-2d6", include_str!("../packs/mist-2d6.toml")),
    ("mist-bureau", include_str!("../packs/mist-bureau.toml")),
    ("mist-city", include_str!("../packs/mist-city.toml")),
    ("fate-condensed", include_str!("../packs/fate-condensed.toml")),
    ("fate-accelerated", include_str!("../packs/fate-accelerated.toml")),
    ("timeline", include_str!("../packs/timeline.toml")),
    ("timeline-examples", include_str!("../packs/timeline-examples.toml")),
];

/// A pack that tables can be made with.
#[derive(Clone, Debug)]
pub struct ReadyPack {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// What it is, in a sentence.
    pub blurb: Term,
    /// The dice it rolls, in notation.
    pub dice: String,
    /// The pack.
    pub pack: CheckedPack,
}

/// Everything a pack says, resolved, that passed the checks of its family: the only thing a table
/// can be made with.
#[derive(Clone, Debug)]
pub struct CheckedPack(Arc<Json>);

impl CheckedPack {
    /// All it says.
    #[must_use]
    pub fn to_json(&self) -> Json {
        Json::clone(&self.0)
    }
}

impl std::ops::Deref for CheckedPack {
    type Target = Json;

    fn deref(&self) -> &Json {
        &self.0
    }
}

/// What a pack file comes to.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The pack.
    pub pack: CheckedPack,
    /// What may be meant otherwise: odds that always fail or always succeed.
    pub warnings: Vec<PackFault>,
    /// What else there is to say: what each law thinks of the skills it brings (T-56).
    pub notes: Vec<Message>,
}

/// What is wrong with a pack, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {reason:?}")]
pub struct PackFault {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// What is wrong.
    pub reason: Message,
}

/// The packs that ship with the program.
#[must_use]
pub fn shipped() -> Vec<ReadyPack> {
    // They never change while the program runs; checking them is exact and so takes a while.
    static READY: LazyLock<Vec<ReadyPack>> = LazyLock::new(|| {
        let ready = SHIPPED.iter().map(|(id, text)| ready(id, text));
        ready.filter_map(Result::ok).collect()
    });
    READY.clone()
}

/// Reads a pack file as one that tables can be made with.
///
/// # Errors
/// Everything that is wrong with it, as [`resolve`] finds it.
pub fn ready(file: &str, text: &str) -> Result<ReadyPack, Vec<PackFault>> {
    Ok(named(file, resolve(file, text)?.pack))
}

/// Reads several pack files of Time Line, each on top of those before it.
///
/// # Errors
/// Everything that is wrong with the first bad one, as [`stack()`] finds it.
pub fn ready_stack(files: &[(&str, &str)]) -> Result<ReadyPack, Vec<PackFault>> {
    let file = files.last().map_or("", |(file, _)| file);
    Ok(named(file, stack(files)?.pack))
}

fn named(file: &str, pack: CheckedPack) -> ReadyPack {
    let term = |key: &str| {
        let found = pack.get(key).and_then(|term| Term::deserialize(term).ok());
        found.unwrap_or_else(|| Term::from(file))
    };
    let id = pack.get("id").and_then(Json::as_str).unwrap_or(file).to_owned();
    let dice = match pack.pointer("/dice/roll").and_then(Json::as_str) {
        Some(roll) => roll.to_owned(),
        None if pack.get("family").and_then(Json::as_str) == Some(Timeline::FAMILY) => {
            Timeline::DICE.to_owned()
        }
        None => String::new(),
    };
    ReadyPack { id, name: term("name"), blurb: term("blurb"), dice, pack }
}

/// A shipped pack by its id.
#[must_use]
pub fn shipped_pack(id: &str) -> Option<ReadyPack> {
    shipped().into_iter().find(|pack| pack.id == id)
}

/// Reads a pack file, merges what it extends, and checks it.
///
/// # Errors
/// Everything that is wrong with it, with file, line and column.
pub fn resolve(file: &str, text: &str) -> Result<Resolved, Vec<PackFault>> {
    let source = Source { file, text };
    let spans = spans(&source)?;
    let own = own(&source)?;
    if stack::stacks(&own) {
        return stack(&[(file, text)]);
    }
    let at = |path: &str| place(&spans, path);
    let merged = extend(own).map_err(|fault| {
        let (path, reason) = fault.place_and_reason();
        vec![source.fault(at(&path), reason)]
    })?;
    let pack = serde_json::to_value(merged)
        .map_err(|fault| vec![source.fault(0, message!("pack-toml", fault = fault.to_string()))])?;
    let Findings { faults, warnings } =
        look(&pack).map_err(|(path, reason)| vec![source.fault(at(&path), reason)])?;
    let placed = |found: Vec<(String, Message)>| -> Vec<PackFault> {
        found.into_iter().map(|(path, reason)| source.fault(at(&path), reason)).collect()
    };
    if !faults.is_empty() {
        return Err(placed(faults));
    }
    let pack = CheckedPack(Arc::new(pack));
    Ok(Resolved { warnings: placed(warnings), notes: Vec::new(), pack })
}

/// Looks at everything a resolved pack says.
///
/// # Errors
/// The path and the reason when it does not even have the shape of its family's packs.
fn look(pack: &Json) -> Result<Findings, Fault> {
    let family = pack.get("family").and_then(Json::as_str).unwrap_or_default();
    let unknown = || ("family".to_owned(), message!("pack-family", family = family));
    let found = any_game::look(family, pack).ok_or_else(unknown)?;
    let mut found = found.map_err(|(path, fault)| {
        let reason = unfit::reason(pack, &path, &fault);
        (path, reason)
    })?;
    if stack::is_stacked(family) {
        found.faults.extend(stack::twice(pack));
    }
    Ok(found)
}

/// Checks a resolved pack that comes from elsewhere, as a file is checked: the one an imported
/// table is played by (B-60).
///
/// # Errors
/// Everything that is wrong with it; what is not wrong in itself says at which key.
pub fn check(pack: &Json) -> Result<CheckedPack, Vec<Message>> {
    let Findings { faults, .. } = look(pack).map_err(|(_, reason)| vec![reason])?;
    let placed =
        |(path, fault): (String, Message)| message!("pack-field", path = path, fault = fault);
    match faults.is_empty() {
        true => Ok(CheckedPack(Arc::new(pack.clone()))),
        false => Err(faults.into_iter().map(placed).collect()),
    }
}

/// A file's text with the place of everything in it.
fn spans<'t>(source: &Source<'t>) -> Result<Spanned<DeTable<'t>>, Vec<PackFault>> {
    DeTable::parse(source.text).map_err(|fault| vec![source.unread(&fault)])
}

/// What a file itself says.
fn own(source: &Source<'_>) -> Result<Table, Vec<PackFault>> {
    toml::from_str(source.text).map_err(|fault| vec![source.unread(&fault)])
}

pub(crate) fn read<T: DeserializeOwned>(json: &Json) -> Result<T, (String, String)> {
    serde_path_to_error::deserialize(json)
        .map_err(|fault| (fault.path().to_string(), fault.inner().to_string()))
}

/// Why a pack cannot extend another.
enum Unextended {
    /// There is no such pack.
    Unknown(String),
    /// A key to be left out is not there.
    Unset { place: usize, key: String },
}

impl Unextended {
    /// Where it stands, and what is wrong.
    fn place_and_reason(self) -> (String, Message) {
        match self {
            Unextended::Unknown(unknown) => {
                let known = SHIPPED.map(|(id, _)| id).join(", ");
                let reason = message!("pack-extends", unknown = unknown, known = known);
                ("extends".to_owned(), reason)
            }
            Unextended::Unset { place, key } => {
                (format!("unset[{place}]"), message!("pack-unset", key = key))
            }
        }
    }
}

/// The pack with everything it extends.
fn extend(mut own: Table) -> Result<Table, Unextended> {
    let Some(base) = own.remove("extends") else {
        return Ok(own);
    };
    let id = base.as_str().unwrap_or_default().to_owned();
    let text = SHIPPED.iter().find(|(shipped, _)| *shipped == id);
    let (_, text) = text.ok_or_else(|| Unextended::Unknown(id.clone()))?;
    let base: Table = toml::from_str(text).map_err(|_| Unextended::Unknown(id))?;
    let mut merged = extend(base)?;
    unset(&mut merged, &mut own)?;
    merge(&mut merged, own);
    Ok(merged)
}

/// Takes out what a pack says shall not be there.
fn unset(merged: &mut Table, own: &mut Table) -> Result<(), Unextended> {
    let unset = match own.remove("unset") {
        Some(Value::Array(keys)) => keys,
        Some(key) => vec![key],
        None => Vec::new(),
    };
    for (place, key) in unset.iter().enumerate() {
        let key = key.as_str().map_or_else(|| key.to_string(), str::to_owned);
        leave_out(merged, &key).ok_or(Unextended::Unset { place, key })?;
    }
    Ok(())
}

/// Takes out a key like `effects.push`, if it is there.
fn leave_out(from: &mut Table, key: &str) -> Option<Value> {
    match key.split_once('.') {
        Some((table, rest)) => leave_out(from.get_mut(table)?.as_table_mut()?, rest),
        None => from.remove(key),
    }
}

fn merge(base: &mut Table, own: Table) {
    for (key, value) in own {
        match (base.get_mut(&key), value) {
            // A name in several languages is one thing: half of it would be another name.
            (Some(Value::Table(there)), Value::Table(here)) if !here.contains_key("zh-Hans") => {
                merge(there, here);
            }
            (_, value) => {
                base.insert(key, value);
            }
        }
    }
}

struct Source<'a> {
    file: &'a str,
    text: &'a str,
}

impl Source<'_> {
    fn unread(&self, fault: &toml::de::Error) -> PackFault {
        let at = fault.span().map_or(0, |span| span.start);
        self.fault(at, message!("pack-toml", fault = fault.message()))
    }

    fn fault(&self, at: usize, reason: Message) -> PackFault {
        let before = &self.text[..self.text.floor_char_boundary(at)];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or(before).chars().count() + 1;
        PackFault { file: self.file.to_owned(), line, column, reason }
    }
}

/// Where a path like `bands[1].from` stands in the file, or the nearest thing around it.
fn place(root: &Spanned<DeTable<'_>>, path: &str) -> usize {
    let mut at = 0;
    let mut here: Option<&DeValue<'_>> = None;
    let mut table: Option<&DeTable<'_>> = Some(root.get_ref());
    let steps = path.split(['.', '[', ']']).filter(|it| !it.is_empty());
    for step in steps {
        let next = match (table, here) {
            (Some(table), _) => table.get(step),
            (None, Some(DeValue::Array(list))) => {
                step.parse::<usize>().ok().and_then(|index| list.get(index))
            }
            _ => None,
        };
        let Some(next) = next else {
            break;
        };
        at = next.span().start;
        here = Some(next.get_ref());
        table = match next.get_ref() {
            DeValue::Table(table) => Some(table),
            _ => None,
        };
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AnyGame;
    use crate::mist::Mist;

    #[test]
    fn m60_the_shipped_packs_hold_together() {
        for (id, text) in SHIPPED {
            let checked = resolve(id, text).unwrap_or_else(|faults| panic!("{faults:?}"));
            assert_eq!(checked.warnings, Vec::new(), "{id}");
            let game = AnyGame::begin(&checked.pack).expect("a checked pack opens");
            assert_eq!(game.pack(), AnyGame::of_log(&game.pack()).expect("again").pack());
        }
        assert_eq!(shipped().len(), SHIPPED.len());
    }

    #[test]
    fn m60_a_variant_says_only_what_differs() {
        let text = "extends = \"mist-bureau\"\nid = \"mine\"\nname = \"我的\"\n\
                    [theme]\nimprove = 4\n";
        let checked = resolve("mine.toml", text).expect("it holds together");
        let mist: Mist = serde_json::from_value(checked.pack.to_json()).expect("it fits");
        assert_eq!(mist.theme.improve, 4);
        assert_eq!(mist.theme.decay, 3);
        assert_eq!(mist.name, Term::from("我的"));
    }

    #[test]
    fn m60_a_bad_file_is_refused_with_its_place() {
        let check = |text: &str, line, column, reason: &str| {
            let faults = resolve("mine.toml", text).map(|_| ()).expect_err(text);
            let found = &faults[0];
            assert_eq!(
                (found.line, found.column, found.reason.id.as_ref()),
                (line, column, reason),
                "{text}: {found:?}"
            );
        };
        let with = |rest: &str| format!("extends = \"mist-bureau\"\n{rest}");
        check("id = ", 1, 6, "pack-toml");
        check("extends = \"nope\"", 1, 11, "pack-extends");
        check("family = \"chess\"", 1, 10, "pack-family");
        check(&with("nonsense = 1"), 2, 12, "pack-field");
        check(&with("[dice]\nroll = \"2d\""), 3, 8, "pack-field");
        check(&with("[dice]\nroll = \"2d6+luck\""), 3, 8, "mist-pack-names");
        check(&with("[status]\nboxes = 0"), 3, 9, "mist-pack-number");
        check(&with("bands = []"), 2, 9, "mist-pack-bands");
        check(&with("[theme]\nimprove = \"x\""), 3, 11, "pack-field");
        check(&with("unset = [\"life\", \"effects.nope\"]"), 2, 18, "pack-unset");
    }

    #[test]
    fn m60_a_variant_can_leave_out_what_it_extends_has() {
        let text = "extends = \"mist-2d6\"\nid = \"mine\"\nunset = [\"effects.push\"]\n";
        let pack = |text: &str| -> Mist {
            let checked = resolve("mine.toml", text).expect("it holds together");
            serde_json::from_value(checked.pack.to_json()).expect("it fits")
        };
        let pushing = pack("extends = \"mist-2d6\"\nid = \"mine\"\n");
        assert!(pushing.effects.push.is_some());
        assert_eq!(pack(text).effects.push, None);
    }

    #[test]
    fn m60_what_does_not_fit_is_told_in_messages() {
        let check = |rest: &str, ids: &[&str]| {
            let text = format!("extends = \"mist-bureau\"\n{rest}");
            let faults = resolve("mine.toml", &text).map(|_| ()).expect_err(&text);
            let told = serde_json::to_string(&faults[0].reason).expect("plain data");
            for id in ids {
                assert!(told.contains(&format!("\"{id}\"")), "{id} in {told}");
            }
            assert!(!told.contains("expected"), "serde's own words in {told}");
        };
        check("nonsense = 1", &["pack-unknown-key"]);
        check("[dice]\nroll = \"2d\"", &["pack-field", "dice-wrong"]);
        check("[theme]\nimprove = \"x\"", &["pack-mistyped", "pack-whole"]);
        check("[theme]\nimprove = 300", &["pack-mistyped", "pack-whole"]);
        check("[theme]\nimprove = -1", &["pack-mistyped", "pack-whole"]);
        check("[indulge]\non = \"yes\"", &["pack-mistyped", "pack-switch"]);
        check("[mitigate]\nby = \"luck\"", &["pack-unknown-word"]);
        check("[[bands]]\ntone = \"full\"", &["pack-missing"]);
        check("theme = 3", &["pack-mistyped", "pack-table"]);
        check("bands = 3", &["pack-mistyped", "pack-list"]);
    }

    #[test]
    fn m60_odds_without_doubt_are_warned_about() {
        let check = |text: &str, reason: &str| {
            let text = format!("extends = \"mist-bureau\"\n{text}");
            let checked = resolve("mine.toml", &text).expect("it holds together");
            assert_eq!(checked.warnings[0].reason.id, reason, "{text}");
        };
        check("[dice]\nroll = \"1d4\"", "mist-pack-always-fails");
        check("[dice]\nroll = \"1d4 + 9\"", "mist-pack-always-succeeds");
    }
}
