//! What a file says on top of what it extends: keys left out, tables merged, lists replaced, added
//! to or changed entry by entry (P-12). Every entry remembers which file it comes from, so that
//! what is wrong with it is told there.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::{Map, Value as Json, json};

use super::head::{self, Head, is_name, unknown_language};
use super::source::{Source, steps};
use super::{Found, SHIPPED, stack};
use crate::{Message, message};

/// Marks an entry of a list with where it comes from; no TOML key can be called so by accident.
const FROM: &str = "\u{0}from";

/// The most entries of a list (P-05).
const MOST_ENTRIES: usize = 500;

type Keys = Map<String, Json>;

/// Files on top of each other.
#[derive(Default)]
pub(super) struct Layers<'f> {
    merged: Keys,
    /// The shipped pack everything stands on.
    pub base: Option<String>,
    files: Vec<&'f str>,
    /// Options that a file has set, and which file.
    pub options: BTreeMap<String, (Json, &'f str)>,
    ids: Vec<String>,
}

/// One file, as it was put on top.
pub(super) struct Layer<'f> {
    pub source: Source<'f>,
    pub head: Head,
    /// What is wrong with the file by itself, at its own paths.
    pub found: Vec<(String, Message)>,
    pub warnings: Vec<(String, Message)>,
    pub notes: Vec<Message>,
    /// Keys that were left out, and where it says so.
    pub unset: Vec<(String, String)>,
}

/// Where an entry of the merged pack comes from.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// The entry.
    pub path: String,
    /// Which file.
    pub file: usize,
    /// What it is called there.
    pub own: String,
    /// Whether all of it is the file's; else only what the file says.
    pub whole: bool,
}

/// A shipped pack with all it extends, as written: shipped packs are right, a test sees to it.
pub(super) fn shipped(id: &str) -> Option<&'static Keys> {
    static MERGED: LazyLock<BTreeMap<&'static str, Keys>> = LazyLock::new(|| {
        let mut all = BTreeMap::new();
        // Each extends one before it, or nothing; `mist-2d6` is offered first but stands on
        // another, so it is tried again.
        while all.len() < SHIPPED.len() {
            let before = all.len();
            for (id, text) in SHIPPED {
                let base = toml::from_str::<Keys>(text).ok();
                let base = base.as_ref().and_then(|own| own.get("extends")?.as_str());
                let under = match base {
                    _ if all.contains_key(id) => continue,
                    None => Keys::new(),
                    Some(base) => match all.get(base) {
                        Some(under) => Keys::clone(under),
                        None => continue,
                    },
                };
                let mut layers = Layers { merged: under, ..Layers::default() };
                if layers.add_on_top(id, text, None).is_ok() {
                    all.insert(id, layers.stripped().0);
                }
            }
            if all.len() == before {
                break;
            }
        }
        all
    });
    MERGED.get(id)
}

impl<'f> Layers<'f> {
    /// Puts a file on top of those before it; `without` leaves out something it says.
    ///
    /// # Errors
    /// When it is not TOML.
    pub fn add(
        &mut self,
        file: &'f str,
        text: &'f str,
        without: Option<&str>,
    ) -> Result<Layer<'f>, Vec<Found>> {
        self.put(file, text, without, true)
    }

    fn add_on_top(
        &mut self,
        file: &'f str,
        text: &'f str,
        without: Option<&str>,
    ) -> Result<Layer<'f>, Vec<Found>> {
        self.put(file, text, without, false)
    }

    fn put(
        &mut self,
        file: &'f str,
        text: &'f str,
        without: Option<&str>,
        extends: bool,
    ) -> Result<Layer<'f>, Vec<Found>> {
        let (source, own) = Source::read(file, text)?;
        let Json::Object(mut own) = own else { return Ok(self.nothing(source)) };
        if let Some(path) = without {
            leave_out(&mut own, path);
        }
        let mut layer = self.nothing(source);
        let mut found = Vec::new();
        layer.head = Head::take(&mut own, |path, reason| found.push((path.to_owned(), reason)));
        check_lists(&own, &mut found);
        let languages = layer.head.languages.clone();
        check_names(
            "",
            &mut Json::Object(own.clone()),
            &languages,
            &mut found,
            &mut layer.warnings,
        );
        forget_languages(&mut own);
        let base = own.remove("extends");
        if extends {
            self.extend(base, &own, &mut found);
        }
        if let Some(id) = own.get("id").and_then(Json::as_str) {
            self.ids.push(id.to_owned());
        } else if layer.head.edition > 1 && !own.contains_key("id") {
            found.push((String::new(), message!("pack-missing", key = "id")));
        }
        let family = own.get("family").or_else(|| self.merged.get("family"));
        let stacks = family.and_then(Json::as_str).is_some_and(stack::is_stacked);
        let file = self.files.len();
        self.files.push(layer.source.file);
        let mut added = Keys::new();
        if stacks {
            stack::conflicts(self, &own, layer.source.file, &mut found);
            if layer.head.edition > 1 {
                stack::numbers_as_written(&mut own);
            } else {
                added = stack::lists_of(&mut own);
            }
        }
        self.unset(own.remove("unset"), &mut layer.unset, &mut found);
        let (add, change) = (own.remove("add"), own.remove("change"));
        let mut under = Json::Object(std::mem::take(&mut self.merged));
        merge(&mut under, Json::Object(own), "", &mut layer.notes);
        let mut patching =
            Patching { file, found: &mut found, files: &self.files, base: &self.base };
        if let Some(change) = change {
            patching.change(&mut under, change, "", "change");
        }
        if let Some(add) = add {
            patching.add(&mut under, add, "", "add");
        }
        for (list, entries) in added {
            patching.add_to(under.as_object_mut(), &list, entries, &list, &list);
        }
        if let Json::Object(under) = under {
            self.merged = under;
        }
        if stacks && !self.ids.is_empty() {
            self.merged.insert("id".to_owned(), Json::from(self.ids.join("+")));
        }
        if !layer.head.about.is_empty() {
            self.merged.insert("about".to_owned(), json!(layer.head.about));
        } else {
            self.merged.remove("about");
        }
        layer.found = found;
        Ok(layer)
    }

    fn nothing(&self, source: Source<'f>) -> Layer<'f> {
        Layer {
            source,
            head: Head::default(),
            found: Vec::new(),
            warnings: Vec::new(),
            notes: Vec::new(),
            unset: Vec::new(),
        }
    }

    /// What is on top of which: the first file brings what it stands on, the others must fit.
    fn extend(&mut self, base: Option<Json>, own: &Keys, found: &mut Vec<(String, Message)>) {
        let mut fault = |reason| found.push(("extends".to_owned(), reason));
        let id = match base {
            None if self.files.is_empty() => {
                if !own.contains_key("family") {
                    let known = SHIPPED.map(|(id, _)| id).join(" ");
                    found.push((String::new(), message!("pack-no-family", known = known)));
                }
                return;
            }
            None => String::new(),
            Some(Json::String(id)) => id,
            Some(other) => {
                let found = super::shown(&other);
                return fault(message!(
                    "pack-mistyped",
                    found = found,
                    wanted = message!("pack-text")
                ));
            }
        };
        if self.files.is_empty() {
            match shipped(&id) {
                Some(under) => self.merged = under.clone(),
                None => {
                    let known = SHIPPED.map(|(id, _)| id).join(", ");
                    fault(message!("pack-extends", unknown = &id, known = known));
                }
            }
            self.base = Some(id);
        } else if !self.base.as_ref().is_some_and(|first| stack::stands_on(first, &id)) {
            let first = self.base.clone().unwrap_or_default();
            fault(message!("timeline-pack-base", base = id, first = first));
        }
    }

    /// Takes out what the file says shall not be there.
    fn unset(
        &mut self,
        unset: Option<Json>,
        left_out: &mut Vec<(String, String)>,
        found: &mut Vec<(String, Message)>,
    ) {
        let keys = match unset {
            Some(Json::Array(keys)) => keys,
            Some(key) => vec![key],
            None => return,
        };
        for (place, key) in keys.iter().enumerate() {
            let path = format!("unset[{place}]");
            let Some(key) = key.as_str() else {
                let wanted = message!("pack-text");
                let reason = message!("pack-mistyped", found = super::shown(key), wanted = wanted);
                found.push((path, reason));
                continue;
            };
            match turn_off(&mut self.merged, key) {
                true => left_out.push((key.to_owned(), path)),
                false => found.push((path, message!("pack-unset", key = key))),
            }
        }
    }

    /// The merged pack, and where its entries come from.
    pub fn stripped(&self) -> (Keys, Vec<Origin>) {
        let mut merged = Json::Object(self.merged.clone());
        let mut origins = Vec::new();
        strip(&mut merged, "", &mut origins);
        match merged {
            Json::Object(merged) => (merged, origins),
            _ => (Keys::new(), origins),
        }
    }

    /// Which file is on top.
    pub fn top(&self) -> usize {
        self.files.len().saturating_sub(1)
    }
}

fn strip(value: &mut Json, path: &str, origins: &mut Vec<Origin>) {
    match value {
        Json::Object(keys) => {
            if let Some(from) = keys.remove(FROM) {
                for one in from.as_array().into_iter().flatten() {
                    let file = one[0].as_u64().and_then(|file| usize::try_from(file).ok());
                    origins.push(Origin {
                        path: path.to_owned(),
                        file: file.unwrap_or_default(),
                        own: one[1].as_str().unwrap_or_default().to_owned(),
                        whole: one[2] == true,
                    });
                }
            }
            for (key, value) in keys {
                strip(value, &join(path, key), origins);
            }
        }
        Json::Array(list) => {
            for (place, value) in list.iter_mut().enumerate() {
                strip(value, &format!("{path}[{place}]"), origins);
            }
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

pub(super) fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// Takes out what is at a path of the file itself.
fn leave_out(own: &mut Keys, path: &str) {
    let mut steps: Vec<&str> = steps(path).collect();
    let Some(last) = steps.pop() else { return };
    let mut keys = Some(own);
    for step in steps {
        keys = keys.and_then(|keys| keys.get_mut(step)?.as_object_mut());
    }
    if let Some(keys) = keys {
        keys.remove(last);
    }
}

/// Takes out a key like `effects.push`, an entry of a list like `endings.exorcist`, or turns a
/// feature off; whether there was one.
fn turn_off(keys: &mut Keys, path: &str) -> bool {
    if let Some((first, rest)) = path.split_once('.') {
        return match keys.get_mut(first) {
            Some(Json::Object(table)) => turn_off(table, rest),
            Some(Json::Array(list)) => match (entry(list, rest), rest.split_once('.')) {
                (Some(place), _) => {
                    list.remove(place);
                    true
                }
                // A key of an entry: `tracks.physical.extra`.
                (None, Some((id, key))) => match entry(list, id).map(|place| &mut list[place]) {
                    Some(Json::Object(entry)) => turn_off(entry, key),
                    _ => false,
                },
                (None, None) => false,
            },
            _ => false,
        };
    }
    match keys.get_mut(path) {
        None => return false,
        // A feature that can be off.
        Some(Json::Object(feature)) if feature.contains_key("on") => {
            feature.insert("on".to_owned(), Json::Bool(false));
        }
        // A file is written in no form then; nothing is lost in life.
        Some(Json::Object(file)) if path == "file" && file.contains_key("form") => {
            file.insert("form".to_owned(), Json::from("none"));
            file.remove("questions");
        }
        Some(Json::Object(life)) if path == "life" && life.contains_key("pangs") => {
            life.insert("pangs".to_owned(), json!([]));
            life.insert("loose".to_owned(), json!([]));
        }
        Some(Json::Array(list)) => list.clear(),
        Some(_) => drop(keys.remove(path)),
    }
    true
}

/// What an entry of a list is found by: its id, its plain name, or the tone of a band (P-12).
pub(super) fn entry_id(entry: &Json) -> Option<&str> {
    let plain = |key: &str| entry.get(key).and_then(Json::as_str);
    plain("id").or_else(|| plain("key")).or_else(|| plain("name")).or_else(|| plain("tone"))
}

/// The place of an entry by its id; none if several are called so.
pub(super) fn entry(list: &[Json], id: &str) -> Option<usize> {
    let is = |entry: &Json| {
        entry_id(entry) == Some(id) || entry.get("tone").and_then(Json::as_str) == Some(id)
    };
    let mut places = list.iter().enumerate().filter(|(_, entry)| is(entry)).map(|(at, _)| at);
    let first = places.next();
    first.filter(|_| places.next().is_none())
}

/// Merges what a file says into what is there: tables key by key, everything else whole. A name in
/// several languages is one thing: half of it would be another name.
fn merge(there: &mut Json, here: Json, path: &str, notes: &mut Vec<Message>) {
    match (there, here) {
        (Json::Object(there), Json::Object(here)) if !is_name(&here) && !is_name(there) => {
            for (key, value) in here {
                let path = join(path, &key);
                match there.get_mut(&key) {
                    Some(there) => merge(there, value, &path, notes),
                    None => drop(there.insert(key, value)),
                }
            }
        }
        (Json::Array(there), Json::Array(here)) => {
            if !there.is_empty() && !here.is_empty() {
                let (before, after) = (there.len(), here.len());
                notes.push(message!("pack-replaces", list = path, before = before, after = after));
            }
            *there = here;
        }
        (there, here) => *there = here,
    }
}

/// A file's `add` and `change`.
struct Patching<'p, 'f> {
    file: usize,
    found: &'p mut Vec<(String, Message)>,
    files: &'p [&'f str],
    base: &'p Option<String>,
}

impl Patching<'_, '_> {
    fn fault(&mut self, own: &str, reason: Message) {
        self.found.push((own.to_owned(), reason));
    }

    /// `[change.LIST.ID]`.
    fn change(&mut self, there: &mut Json, here: Json, path: &str, own: &str) {
        let Json::Object(here) = here else {
            return self.fault(own, message!("pack-not-a-list", path = path));
        };
        for (key, value) in here {
            let own = join(own, &key);
            match there {
                Json::Object(keys) => match keys.get_mut(&key) {
                    Some(next) => self.change(next, value, &join(path, &key), &own),
                    None => {
                        let known: Vec<&str> = keys.keys().map(String::as_str).collect();
                        let known = known.join(" ");
                        self.fault(&own, message!("pack-unknown-key", key = key, known = known));
                    }
                },
                Json::Array(list) => match entry(list, &key) {
                    Some(place) if value.is_object() => {
                        merge(&mut list[place], value, "", &mut Vec::new());
                        mark(&mut list[place], self.file, &own, false);
                    }
                    Some(_) => self.fault(&own, message!("pack-not-a-list", path = path)),
                    None => self.no_entry(list, &key, path, &own),
                },
                _ => self.fault(&own, message!("pack-not-a-list", path = path)),
            }
        }
    }

    fn no_entry(&mut self, list: &[Json], id: &str, path: &str, own: &str) {
        let known: Vec<&str> = list.iter().filter_map(entry_id).collect();
        let known = known.join(" ");
        self.fault(own, message!("pack-no-entry", list = path, id = id, known = known));
    }

    /// `[[add.LIST]]`.
    fn add(&mut self, there: &mut Json, here: Json, path: &str, own: &str) {
        let Json::Object(here) = here else {
            return self.fault(own, message!("pack-not-a-list", path = path));
        };
        for (key, value) in here {
            let (path, own) = (join(path, &key), join(own, &key));
            let Json::Object(keys) = there else {
                return self.fault(&own, message!("pack-not-a-list", path = path));
            };
            match (value, keys.get_mut(&key)) {
                (value @ Json::Array(_), _) => {
                    self.add_to(Some(keys), &key, value, &path, &own);
                }
                (value, Some(next)) => self.add(next, value, &path, &own),
                (_, None) => {
                    let known: Vec<&str> = keys.keys().map(String::as_str).collect();
                    let known = known.join(" ");
                    self.fault(&own, message!("pack-unknown-key", key = key, known = known));
                }
            }
        }
    }

    /// Adds entries to the list at a key.
    fn add_to(&mut self, keys: Option<&mut Keys>, key: &str, entries: Json, path: &str, own: &str) {
        let (Some(keys), Json::Array(entries)) = (keys, entries) else { return };
        let list = keys.entry(key).or_insert_with(|| json!([]));
        let Json::Array(list) = list else {
            return self.fault(own, message!("pack-not-a-list", path = path));
        };
        for (place, mut entry) in entries.into_iter().enumerate() {
            let own = format!("{own}[{place}]");
            let mut at = list.len();
            if let Json::Object(keys) = &mut entry {
                for (word, further) in [("before", 0), ("after", 1)] {
                    let Some(id) = keys.remove(word) else { continue };
                    let id = id.as_str().unwrap_or_default();
                    match self::entry(list, id) {
                        Some(there) => at = there + further,
                        None => self.no_entry(list, id, path, &format!("{own}.{word}")),
                    }
                }
            }
            if let Some(id) = id_or_name(&entry)
                && let Some(first) = list.iter().find(|one| id_or_name(one) == Some(id))
            {
                let file = self.file_of(first);
                let key = if entry.get("id").is_some() { "id" } else { "name" };
                let path = format!("{own}.{key}");
                self.found.push((path, message!("timeline-pack-twice", name = id, file = file)));
            }
            mark(&mut entry, self.file, &own, true);
            list.insert(at, entry);
        }
    }

    /// The file an entry comes from.
    fn file_of(&self, entry: &Json) -> String {
        let from = entry.get(FROM).and_then(|from| from[0][0].as_u64());
        let file = from.and_then(|file| self.files.get(usize::try_from(file).ok()?));
        file.map_or_else(|| self.base.clone().unwrap_or_default(), |file| (*file).to_owned())
    }
}

/// What must not be there twice.
fn id_or_name(entry: &Json) -> Option<&str> {
    entry.get("id").or_else(|| entry.get("name"))?.as_str()
}

/// Notes where an entry comes from, in front of what was noted before.
fn mark(entry: &mut Json, file: usize, own: &str, whole: bool) {
    if let Json::Object(keys) = entry {
        let from = keys.entry(FROM).or_insert_with(|| json!([]));
        if let Json::Array(from) = from {
            from.insert(0, json!([file, own, whole]));
        }
    }
}

fn check_lists(own: &Keys, found: &mut Vec<(String, Message)>) {
    for (key, value) in own {
        if value.as_array().is_some_and(|list| list.len() > MOST_ENTRIES) {
            found.push((key.clone(), message!("pack-too-many", most = MOST_ENTRIES)));
        }
    }
}

/// Looks through all names for languages nobody knows, and for gaps in those that are promised.
fn check_names(
    path: &str,
    value: &mut Json,
    languages: &[String],
    found: &mut Vec<(String, Message)>,
    warnings: &mut Vec<(String, Message)>,
) {
    match value {
        Json::Object(keys) if head::LANGUAGES.iter().any(|tag| keys.contains_key(*tag)) => {
            for tag in keys.keys().filter(|tag| !head::LANGUAGES.contains(&tag.as_str())) {
                let reason = unknown_language(&Json::from(tag.as_str()));
                found.push((join(path, tag), reason));
            }
            for language in languages.iter().filter(|language| !keys.contains_key(*language)) {
                let reason = message!("pack-language-gap", language = language);
                warnings.push((path.to_owned(), reason));
            }
        }
        Json::Object(keys) => {
            for (key, value) in keys {
                check_names(&join(path, key), value, languages, found, warnings);
            }
        }
        Json::Array(list) => {
            for (place, value) in list.iter_mut().enumerate() {
                let path = format!("{path}[{place}]");
                check_names(&path, value, languages, found, warnings);
            }
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

/// Takes languages nobody knows out of names: they are told of once.
fn forget_languages(keys: &mut Keys) {
    if head::LANGUAGES.iter().any(|tag| keys.contains_key(*tag)) {
        keys.retain(|tag, _| head::LANGUAGES.contains(&tag.as_str()));
    }
    fn forget(value: &mut Json) {
        match value {
            Json::Object(keys) => forget_languages(keys),
            Json::Array(list) => list.iter_mut().for_each(forget),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
        }
    }
    keys.values_mut().for_each(forget);
}
