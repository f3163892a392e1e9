//! Packs of Time Line stacked in order: each adds to the lists of what it stands on, and none may
//! contradict another (T-60).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value as Json;
use toml::de::DeTable;
use toml::{Spanned, Table, Value};

use super::{
    CheckedPack, PackFault, Resolved, SHIPPED, Source, extend, merge, place, read, unfit, unset,
};
use crate::timeline::{Timeline, Verdict};
use crate::{Message, Ruleset, message};

/// The lists an extension adds to, and what tells their entries apart.
const LISTS: [(&str, &str); 8] = [
    ("races", "id"),
    ("examples", "id"),
    ("skills", "id"),
    ("environments", "id"),
    ("resources", "id"),
    ("traits", "name"),
    ("weapons", "name"),
    ("items", "name"),
];

/// The keys of entries that are read leniently elsewhere: here a typo never passes silently.
const KEYS: [(&str, &[&str]); 2] = [
    (
        "traits",
        &[
            "name",
            "text",
            "percentages",
            "buffs",
            "hit_points",
            "willpower",
            "insight",
            "unhealable_except",
            "assumes",
            "unhindered",
            "told",
            "triggers",
        ],
    ),
    (
        "weapons",
        &[
            "name",
            "kind",
            "damage",
            "attribute",
            "windup",
            "magazine",
            "reload",
            "range",
            "load",
            "effects",
            "note",
        ],
    ),
];

/// Whether a file's own words say that it stands on a pack of Time Line.
pub(super) fn stacks(own: &Table) -> bool {
    let family = own.get("family").and_then(Value::as_str);
    let base = own.get("extends").and_then(Value::as_str).unwrap_or_default();
    family.map_or_else(|| stands_on(base, Timeline::FAMILY), |family| family == Timeline::FAMILY)
}

/// Whether a shipped pack is another, or extends it.
fn stands_on(id: &str, root: &str) -> bool {
    if id == root {
        return true;
    }
    let text = SHIPPED.iter().find(|(known, _)| *known == id).map(|(_, text)| *text);
    let base = text.and_then(|text| toml::from_str::<Table>(text).ok());
    let base = base.and_then(|mut own| own.remove("extends"));
    base.as_ref().and_then(Value::as_str).is_some_and(|base| stands_on(base, root))
}

/// Reads files of Time Line in order, each on top of those before it, and checks all together.
///
/// # Errors
/// Everything that is wrong with the first file that does not hold together, with its place.
pub fn stack(files: &[(&str, &str)]) -> Result<Resolved, Vec<PackFault>> {
    let mut all = Stack::default();
    for (file, text) in files {
        all.add(Source { file, text })?;
    }
    let pack = serde_json::to_value(all.merged).unwrap_or(Json::Null);
    let pack = CheckedPack(Arc::new(pack));
    Ok(Resolved { pack, warnings: Vec::new(), notes: all.notes })
}

/// Whether packs of a family are stacked.
pub(super) fn is_stacked(family: &str) -> bool {
    family == Timeline::FAMILY
}

/// Entries of a resolved pack that are there twice, with their paths.
pub(super) fn twice(pack: &Json) -> Vec<(String, Message)> {
    let mut found = Vec::new();
    for (list, key) in LISTS {
        let entries = pack.get(list).and_then(Json::as_array).into_iter().flatten();
        let mut known = BTreeSet::new();
        for (index, entry) in entries.enumerate() {
            let name = entry.get(key).and_then(Json::as_str).unwrap_or_default();
            if !name.is_empty() && !known.insert(name) {
                let reason = message!("timeline-pack-twice", name = name, file = list);
                found.push((format!("{list}[{index}].{key}"), reason));
            }
        }
    }
    found
}

#[derive(Default)]
struct Stack<'f> {
    merged: Table,
    /// The shipped pack everything stands on.
    base: Option<String>,
    /// Which file each entry of a list comes from.
    from: BTreeMap<&'static str, Vec<&'f str>>,
    /// Options that a file has set, and which file.
    options: BTreeMap<String, (Value, &'f str)>,
    ids: Vec<String>,
    /// What each law says of the skills the last file brings.
    notes: Vec<Message>,
}

impl<'f> Stack<'f> {
    fn add(&mut self, source: Source<'f>) -> Result<(), Vec<PackFault>> {
        let spans = super::spans(&source)?;
        let mut own = super::own(&source)?;
        let at = |path: &str| place(&spans, path);
        let fault = |path: &str, reason: Message| vec![source.fault(at(path), reason)];
        let base = own.remove("extends").and_then(|base| base.as_str().map(str::to_owned));
        if let Some(id) = own.get("id").and_then(Value::as_str) {
            self.ids.push(id.to_owned());
        }
        match (&self.base, &base) {
            (None, Some(id)) if self.merged.is_empty() => {
                let start = Table::from_iter([("extends".to_owned(), Value::from(id.as_str()))]);
                self.merged = extend(start).map_err(|no| {
                    let (path, reason) = no.place_and_reason();
                    fault(&path, reason)
                })?;
                self.base = base;
                self.remember("");
            }
            // Whatever stands on the same pack, or on what that stands on, fits on top.
            (Some(first), Some(id)) if stands_on(first, id) => {}
            (_, None) if self.merged.is_empty() => {}
            (first, id) => {
                let reason = message!(
                    "timeline-pack-base",
                    base = id.clone().unwrap_or_default(),
                    first = first.clone().unwrap_or_default()
                );
                return Err(fault("extends", reason));
            }
        }
        unset(&mut self.merged, &mut own).map_err(|no| {
            let (path, reason) = no.place_and_reason();
            fault(&path, reason)
        })?;
        self.remember("");
        let mut faults = self.conflicts(&own, &source, &spans);
        if !faults.is_empty() {
            return Err(faults);
        }
        let offsets: BTreeMap<&str, usize> =
            LISTS.iter().map(|(list, _)| (*list, self.length(list))).collect();
        self.append(own, source.file);
        let pack = serde_json::to_value(&self.merged).map_err(|wrong| {
            vec![source.fault(0, message!("pack-toml", fault = wrong.to_string()))]
        })?;
        let place = |path: &str| at(&shifted(path, &offsets));
        let timeline: Timeline = read(&pack).map_err(|(path, said)| {
            let reason = unfit::reason(&pack, &path, &said);
            vec![source.fault(place(&path), reason)]
        })?;
        self.notes.clear();
        for skill in timeline.skills.iter().skip(offsets["skills"]) {
            self.notes.push(message!("timeline-skill-verdicts", name = &skill.name));
            self.notes.extend(skill.verdicts().iter().map(Verdict::words));
        }
        let found = timeline.faults().into_iter();
        faults.extend(found.map(|(path, reason)| source.fault(place(&path), reason)));
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    fn length(&self, list: &str) -> usize {
        self.merged.get(list).and_then(Value::as_array).map_or(0, Vec::len)
    }

    /// Notes which file the entries come from that have none noted yet.
    fn remember(&mut self, file: &'f str) {
        for (list, _) in LISTS {
            let length = self.length(list);
            self.from.entry(list).or_default().resize(length, file);
        }
    }

    /// Entries that are there already, and options set otherwise by a file before.
    fn conflicts(
        &self,
        own: &Table,
        source: &Source<'_>,
        spans: &Spanned<DeTable<'_>>,
    ) -> Vec<PackFault> {
        let mut faults = Vec::new();
        for (list, key) in LISTS {
            let known = self.merged.get(list).and_then(Value::as_array);
            let names = |entries: Option<&Vec<Value>>| -> Vec<String> {
                let name =
                    |entry: &Value| entry.get(key).and_then(Value::as_str).map(str::to_owned);
                entries.into_iter().flatten().map(|entry| name(entry).unwrap_or_default()).collect()
            };
            let mut known = names(known);
            let before = known.len();
            for (index, name) in
                names(own.get(list).and_then(Value::as_array)).into_iter().enumerate()
            {
                if let Some(first) =
                    known.iter().position(|other| !name.is_empty() && *other == name)
                {
                    let files = self.from.get(list);
                    let file = match files.and_then(|files| files.get(first)) {
                        Some(file) if first < before && !file.is_empty() => (*file).to_owned(),
                        _ if first < before => self.base.clone().unwrap_or_default(),
                        _ => source.file.to_owned(),
                    };
                    let reason = message!("timeline-pack-twice", name = &name, file = file);
                    let at = place(spans, &format!("{list}[{index}].{key}"));
                    faults.push(source.fault(at, reason));
                }
                known.push(name);
            }
        }
        for (list, keys) in KEYS {
            let entries = own.get(list).and_then(Value::as_array).into_iter().flatten();
            for (index, entry) in entries.enumerate() {
                let unknown = entry.as_table().into_iter().flat_map(Table::keys);
                for key in unknown.filter(|key| !keys.contains(&key.as_str())) {
                    let path = format!("{list}[{index}].{key}");
                    let said = format!("unknown field `{key}`, expected `{}`", keys.join("`, `"));
                    let reason = unfit::reason(&Json::Null, &path, &said);
                    faults.push(source.fault(place(spans, &path), reason));
                }
            }
        }
        for (option, value) in own.get("options").and_then(Value::as_table).into_iter().flatten() {
            if let Some((other, file)) = self.options.get(option)
                && other != value
            {
                let reason = message!("timeline-pack-option", option = option, file = *file);
                faults.push(source.fault(place(spans, &format!("options.{option}")), reason));
            }
        }
        faults
    }

    fn append(&mut self, mut own: Table, file: &'f str) {
        for (option, value) in own.get("options").and_then(Value::as_table).into_iter().flatten() {
            self.options.insert(option.clone(), (value.clone(), file));
        }
        for (list, _) in LISTS {
            if let Some(Value::Array(entries)) = own.remove(list) {
                match self.merged.get_mut(list) {
                    Some(Value::Array(known)) => known.extend(entries),
                    _ => drop(self.merged.insert(list.to_owned(), Value::Array(entries))),
                }
            }
        }
        merge(&mut self.merged, own);
        if !self.ids.is_empty() {
            self.merged.insert("id".to_owned(), Value::from(self.ids.join("+")));
        }
        self.remember(file);
    }
}

/// A path into the merged lists as a path into the file's own.
fn shifted(path: &str, offsets: &BTreeMap<&str, usize>) -> String {
    let shift = || {
        let (list, rest) = path.split_once('[')?;
        let (index, rest) = rest.split_once(']')?;
        let index: usize = index.parse().ok()?;
        let index = index.checked_sub(*offsets.get(list)?)?;
        Some(format!("{list}[{index}]{rest}"))
    };
    shift().unwrap_or_else(|| path.to_owned())
}
