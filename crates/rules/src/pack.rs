//! Packs: variants as TOML files, resolved and checked (M-60, B-60, `docs/packs.md`).
//!
//! A pack either says everything, or `extends` one that ships with the program and says what
//! differs: tables merge key by key, while lists, numbers and names replace what was there. `unset`
//! leaves out keys and entries and turns features off, `add` and `change` work on the entries of
//! lists (P-12). Packs of Time Line in the first edition add to the lists of what they extend, and
//! several stack in order (T-60).

mod choice;
mod cure;
mod diff;
mod facts;
mod head;
mod layer;
mod nearest;
mod paragraph;
mod proof;
mod schema;
mod shape;
mod show;
mod source;
mod stack;
mod unfit;

use std::sync::{Arc, LazyLock};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::any_game::Findings;
use crate::timeline::{Timeline, Verdict};
use crate::{Message, Ruleset, Term, message};

use layer::{Layer, Layers, Origin};

pub use choice::{Choice, Chosen, OpenChoice, choices, choose};
pub use diff::{Difference, differences};
pub use facts::{OwnRule, facts, own_rules};
pub use head::About;
pub use nearest::distance;
pub use paragraph::{Paragraph, Speaker, Test};
pub use proof::{Proof, prove, prove_within};
pub use schema::schema;
pub(crate) use schema::{Written, schema_of};
pub use show::{Line as ShownLine, show, words};

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
    /// What may be meant otherwise: odds that always fail or always succeed, gaps in languages.
    pub warnings: Vec<PackFault>,
    /// What else there is to say: lists that were replaced, what each law thinks of the skills it
    /// brings (T-56).
    pub notes: Vec<Message>,
}

/// What is wrong with a pack, where, and what would cure it (P-60).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{file}:{line}:{column}: {reason:?}")]
pub struct PackFault {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// Which key it is about, as `bands[1].from`; empty for the file as a whole.
    pub path: String,
    /// What is wrong.
    pub reason: Message,
    /// What would cure it: it was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cure: Option<Cure>,
}

/// An edit of a pack file that cures what is wrong: with it, that fault is gone and no other comes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cure {
    /// What to do, in words.
    pub words: Message,
    /// Where the text to be replaced begins.
    pub from: Place,
    /// Where it ends; the same place if something is only to be put in.
    pub to: Place,
    /// What to write there.
    pub text: String,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters.
    pub column: usize,
}

/// Something found in the last of some files, before a cure is looked for.
#[derive(Clone, Debug, PartialEq)]
struct Found {
    /// The byte of the file where it stands.
    at: usize,
    /// The path in the merged pack.
    path: String,
    /// The path in the file.
    own: String,
    /// Whether what is wrong is not the file's own, but what it stands on.
    inherited: bool,
    reason: Message,
}

impl Found {
    fn at(at: usize, reason: Message) -> Self {
        Self { at, path: String::new(), own: String::new(), inherited: false, reason }
    }
}

/// What came of putting files on top of each other.
struct Looked<'f> {
    /// Which of the files it is about: the last one, or the first that is wrong.
    file: usize,
    pack: Json,
    found: Vec<Found>,
    warnings: Vec<Found>,
    notes: Vec<Message>,
    /// None if the file is no TOML.
    layer: Option<Layer<'f>>,
    base: Option<String>,
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

/// Whether a pack of ours has this in its library (B-44).
pub(crate) fn ships<R: crate::Stock>(thing: &R::Ready) -> bool {
    let libraries = SHIPPED.iter().filter_map(|(id, _)| layer::shipped(id)?.get("library"));
    libraries.filter_map(|it| Vec::<R::Ready>::deserialize(it).ok()).any(|it| it.contains(thing))
}

/// The families that ship packs, in the order they are offered.
#[must_use]
pub fn families() -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for (id, _) in SHIPPED {
        let family = layer::shipped(id).and_then(|pack| pack.get("family")?.as_str());
        let new = family.filter(|family| !all.iter().any(|known| known == family));
        all.extend(new.map(str::to_owned));
    }
    all
}

/// The text of a shipped pack.
#[must_use]
pub fn shipped_text(id: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(known, _)| *known == id).map(|(_, text)| *text)
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

/// A checked pack with its name, for a list of rulesets; `file` stands for what it does not say.
#[must_use]
pub fn named(file: &str, pack: CheckedPack) -> ReadyPack {
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
/// Everything that is wrong with it, in the order of the file.
pub fn resolve(file: &str, text: &str) -> Result<Resolved, Vec<PackFault>> {
    stack(&[(file, text)])
}

/// Reads files in order, each on top of those before it, and checks all together.
///
/// # Errors
/// Everything that is wrong with the first file that does not hold together, with its place.
pub fn stack(files: &[(&str, &str)]) -> Result<Resolved, Vec<PackFault>> {
    let looked = look(files, None);
    if !looked.found.is_empty() {
        return Err(cure::with_cures(&files[..=looked.file], looked));
    }
    let (file, text) = files.last().copied().unwrap_or_default();
    let warnings = looked.warnings.iter().map(|found| {
        let Place { line, column } = source::place(text, found.at);
        let (file, path, reason) = (file.to_owned(), found.path.clone(), found.reason.clone());
        PackFault { file, line, column, path, reason, cure: None }
    });
    let warnings = warnings.collect();
    Ok(Resolved { pack: CheckedPack(Arc::new(looked.pack)), warnings, notes: looked.notes })
}

/// Looks at files on top of each other, as far as the first that is wrong; `without` leaves out
/// something the last of them says.
fn look<'f>(files: &[(&'f str, &'f str)], without: Option<&str>) -> Looked<'f> {
    let mut layers = Layers::default();
    let mut looked = Looked {
        file: 0,
        pack: Json::Null,
        found: Vec::new(),
        warnings: Vec::new(),
        notes: Vec::new(),
        layer: None,
        base: None,
    };
    for (file, (name, text)) in files.iter().enumerate() {
        looked.file = file;
        let without = without.filter(|_| file + 1 == files.len());
        let layer = match layers.add(name, text, without) {
            Ok(layer) => layer,
            Err(found) => {
                looked.found = found;
                looked.layer = None;
                return looked;
            }
        };
        let (pack, origins) = layers.stripped();
        looked.pack = Json::Object(pack);
        looked.base = layers.base.clone();
        judge(&mut looked, layer, &layers, &origins);
        if !looked.found.is_empty() {
            break;
        }
    }
    looked
}

/// Judges a file with all it stands on.
fn judge<'f>(looked: &mut Looked<'f>, layer: Layer<'f>, layers: &Layers<'_>, origins: &[Origin]) {
    let family = looked.pack.get("family").and_then(Json::as_str).unwrap_or_default();
    let own = |path: &String, reason: &Message| {
        let spot = layer.source.spot(path);
        let (path, own) = (path.clone(), path.clone());
        Found { at: spot.value.start, path, own, inherited: false, reason: reason.clone() }
    };
    looked.found = layer.found.iter().map(|(path, reason)| own(path, reason)).collect();
    looked.warnings = layer.warnings.iter().map(|(path, reason)| own(path, reason)).collect();
    looked.notes.clone_from(&layer.notes);
    // Without a family there is nothing to compare it with, and that has been said.
    let unplaced = family.is_empty() && !looked.found.is_empty();
    if !unplaced {
        let model = model(layers.base.as_deref(), family);
        let Findings { faults, warnings } = shape::look(&looked.pack, &model);
        let place =
            |(path, reason): (String, Message)| found(&layer, layers, origins, path, reason);
        let faults: Vec<Found> = faults.into_iter().map(place).collect();
        for one in faults {
            // A list with an entry twice has been told of where the second one stands.
            if !looked
                .found
                .iter()
                .any(|known| known.at == one.at && known.reason.id == one.reason.id)
            {
                looked.found.push(one);
            }
        }
        looked.warnings.extend(warnings.into_iter().map(place));
    }
    looked.found.sort_by_key(|found| found.at);
    if looked.found.is_empty() && family == Timeline::FAMILY {
        looked.notes.extend(verdicts(&looked.pack, layers.top(), origins));
    }
    looked.layer = Some(layer);
}

/// Where the path of a merged pack stands in the file on top.
fn found(
    layer: &Layer<'_>,
    layers: &Layers<'_>,
    origins: &[Origin],
    path: String,
    reason: Message,
) -> Found {
    let inside = |around: &str| {
        path.strip_prefix(around).is_some_and(|rest| {
            around.is_empty() || rest.is_empty() || rest.starts_with(['.', '['])
        })
    };
    // What was left out although it is needed.
    let missing = shape_missing(&reason).map(|key| layer::join(&path, key));
    let left_out = |(key, _): &&(String, String)| missing.as_ref().unwrap_or(&path) == key;
    if let Some((_, own)) = layer.unset.iter().find(left_out) {
        let at = layer.source.spot(own).value.start;
        return Found { at, own: own.clone(), path, inherited: false, reason };
    }
    let around = origins.iter().filter(|origin| inside(&origin.path));
    let around = around.max_by_key(|origin| (origin.path.len(), origin.file == layers.top()));
    let (own, is_own) = match around {
        Some(origin) if origin.file == layers.top() => {
            let own = format!("{}{}", origin.own, &path[origin.path.len()..]);
            let says = origin.whole || layer.source.says(&own);
            (own, says)
        }
        Some(_) => (path.clone(), false),
        None => {
            // A list that is only there because something was added to it.
            let added = format!("add.{path}");
            let own = if layer.source.says(&added) { added } else { path.clone() };
            let says = layer.source.says(&own);
            (own, says)
        }
    };
    let inherited = !is_own && layers.base.is_some() && !path.is_empty();
    let at = layer.source.spot(&own).value.start;
    Found { at, path, own, inherited, reason }
}

/// The key that a reason says is missing.
fn shape_missing(reason: &Message) -> Option<&str> {
    let reason = match reason.args.get("fault") {
        Some(crate::Arg::Message(fault)) => fault,
        _ => reason,
    };
    match (reason.id.as_ref(), reason.args.get("key")) {
        ("pack-missing", Some(crate::Arg::Text(key))) => Some(key),
        _ => None,
    }
}

/// A right pack of the family, the same that is extended if there is one.
fn model(base: Option<&str>, family: &str) -> Json {
    let of_family = |id: &&str| {
        layer::shipped(id).is_some_and(|pack| pack.get("family").is_some_and(|it| it == family))
    };
    let id = base.or_else(|| SHIPPED.iter().map(|(id, _)| *id).find(of_family));
    id.and_then(layer::shipped).map_or(Json::Null, |pack| Json::Object(pack.clone()))
}

/// What each law says of the skills the file on top brings (T-56).
fn verdicts(pack: &Json, top: usize, origins: &[Origin]) -> Vec<Message> {
    let Ok(timeline) = read::<Timeline>(pack) else { return Vec::new() };
    let mut notes = Vec::new();
    for (place, skill) in timeline.skills.iter().enumerate() {
        let path = format!("skills[{place}]");
        if origins.iter().any(|origin| origin.file == top && origin.path == path) {
            notes.push(message!("timeline-skill-verdicts", name = &skill.name));
            notes.extend(skill.verdicts().iter().map(Verdict::words));
        }
    }
    notes
}

/// Checks a resolved pack that comes from elsewhere, as a file is checked: the one an imported
/// table is played by (B-60).
///
/// # Errors
/// Everything that is wrong with it; what is not wrong in itself says at which key.
pub fn check(pack: &Json) -> Result<CheckedPack, Vec<Message>> {
    let family = pack.get("family").and_then(Json::as_str).unwrap_or_default();
    let Findings { faults, .. } = shape::look(pack, &model(None, family));
    match faults.is_empty() {
        true => Ok(CheckedPack(Arc::new(pack.clone()))),
        false => Err(shape::to_messages(faults)),
    }
}

pub(crate) fn read<T: DeserializeOwned>(json: &Json) -> Result<T, (String, String)> {
    serde_path_to_error::deserialize(json)
        .map_err(|fault| (fault.path().to_string(), fault.inner().to_string()))
}

/// A value in one line, as it would be written in a pack, not too long.
fn shown(value: &Json) -> String {
    let text = match value {
        Json::String(text) => format!("\"{text}\""),
        value => cure::as_toml(value).unwrap_or_else(|| value.to_string()),
    };
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
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
        check("id = ", 1, 6, "pack-toml-no-value");
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
            let text = serde_json::to_string(&faults[0].reason).expect("plain data");
            for id in ids {
                assert!(text.contains(&format!("\"{id}\"")), "{id} in {text}");
            }
            assert!(!text.contains("expected"), "serde's own words in {text}");
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
