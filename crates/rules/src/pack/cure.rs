//! What would cure a fault: edits of the file that could be meant are tried one by one, and the
//! first with which that fault is gone and no other has come is told (P-60). What is wrong in
//! something inherited is told at the file's own key whose leaving out cures it (P-61).

use serde_json::Value as Json;

use super::head::nearest_language;
use super::nearest::nearest;
use super::source::{Spot, place, steps};
use super::{Cure, Found, Looked, PackFault, Place, SHIPPED, look};
use crate::{Arg, Message, message};

/// So many edits and leavings-out are tried for one file.
const MOST_TRIES: usize = 120;

/// An edit that may cure something.
struct Edit {
    from: usize,
    to: usize,
    text: String,
    words: Message,
}

struct Trying<'f> {
    files: Vec<(&'f str, &'f str)>,
    looked: Looked<'f>,
    left: usize,
}

/// Everything that was found, with cures, in the order of the file.
pub(super) fn with_cures<'f>(files: &[(&'f str, &'f str)], looked: Looked<'f>) -> Vec<PackFault> {
    let mut trying = Trying { files: files.to_vec(), looked, left: MOST_TRIES };
    let found = trying.looked.found.clone();
    let mut faults: Vec<(usize, PackFault)> = Vec::new();
    for one in found {
        let (one, edits) = match one.inherited {
            true => trying.at_own_key(one),
            false => {
                let edits = trying.edits(&one);
                (one, edits)
            }
        };
        let (file, text) = trying.top();
        // What is inherited is told once at each key of the file's own.
        let same = |(at, fault): &(usize, PackFault)| {
            *at == one.at
                && fault.reason.id == "pack-inherited"
                && one.reason.id == "pack-inherited"
        };
        if faults.iter().any(same) {
            continue;
        }
        let cure = trying.first_that_cures(&one, edits);
        let Place { line, column } = place(text, one.at);
        let fault = PackFault {
            file: file.to_owned(),
            line,
            column,
            path: one.path,
            reason: one.reason,
            cure,
        };
        faults.push((one.at, fault));
    }
    // What is wrong with a key itself comes before what it brings about elsewhere.
    faults.sort_by_key(|(at, fault)| (*at, fault.reason.id == "pack-inherited"));
    faults.into_iter().map(|(_, fault)| fault).collect()
}

impl<'f> Trying<'f> {
    fn top(&self) -> (&'f str, &'f str) {
        self.files.last().copied().unwrap_or_default()
    }

    /// What would be found with another text, or without something.
    fn again<'a>(&self, text: &'a str, without: Option<&str>) -> Vec<Found>
    where
        'f: 'a,
    {
        let mut files: Vec<(&str, &str)> = self.files.clone();
        if let Some(last) = files.last_mut() {
            last.1 = text;
        }
        look(&files, without).found
    }

    fn try_one(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }

    /// The first edit with which a fault is gone and no other has come.
    fn first_that_cures(&mut self, one: &Found, edits: Vec<Edit>) -> Option<Cure> {
        let (_, text) = self.top();
        for Edit { from, to, text: new, words } in edits {
            if !self.try_one() {
                return None;
            }
            let edited = format!("{}{new}{}", &text[..from], &text[to..]);
            let found = self.again(&edited, None);
            let was = &self.looked.found;
            let known = |one: &Found| was.iter().any(|was| same(was, one));
            // Reading TOML stops at its mistakes: once they are mended, there is more to see.
            let is_toml = self.looked.layer.is_none();
            let others = is_toml || found.iter().all(known);
            let gone = match is_toml {
                true => !found.iter().any(|it| it.reason == one.reason && it.at <= one.at + 1),
                false => !found.iter().any(|it| same(it, one)) && found.len() < was.len(),
            };
            let inherited = one.reason.id == "pack-inherited" && found.len() < was.len();
            if others && (gone || inherited) {
                let (from, to) = (place(text, from), place(text, to));
                return Some(Cure { words, from, to, text: new });
            }
        }
        None
    }

    /// A fault of something inherited, at the file's own key whose leaving out cures it.
    fn at_own_key(&mut self, one: Found) -> (Found, Vec<Edit>) {
        let (_, text) = self.top();
        let mut key: Option<String> = None;
        loop {
            let inner = self.own_keys(key.as_deref());
            let cures = |path: &String| {
                let found = self.again(text, Some(path));
                // Without it something else may be missing; that is no cure.
                !found.iter().any(|it| it.path == one.path && it.reason == one.reason)
                    && found.len() < self.looked.found.len()
            };
            let found = inner.into_iter().take(self.left).find(cures);
            self.try_one();
            match found {
                Some(path) => key = Some(path),
                None => break,
            }
        }
        let Some(key) = key else { return (one, Vec::new()) };
        let Some(layer) = &self.looked.layer else { return (one, Vec::new()) };
        let spot = layer.source.spot(&key);
        let written = &text[spot.value.clone()];
        let written: String = written.lines().next().unwrap_or_default().chars().take(40).collect();
        let list = one.path.split(['[', '.']).next().unwrap_or_default();
        let base = self.looked.base.clone().unwrap_or_default();
        let reason = message!(
            "pack-inherited",
            key = &key,
            value = written,
            path = named_path(&self.looked.pack, &one.path),
            base = base,
            fault = one.reason.clone()
        );
        // All of the list, or only the key that does not fit.
        let key_alone = named_path(&self.looked.pack, &one.path);
        let paths = [list, key_alone.as_str()];
        let edits = paths.iter().filter_map(|path| unset_edits(text, layer, path)).collect();
        (Found { at: spot.value.start, own: key, reason, ..one }, edits)
    }

    /// The keys the file itself has inside a table; its head cannot be left out.
    fn own_keys(&self, inside: Option<&str>) -> Vec<String> {
        let (_, text) = self.top();
        let own: Json = toml::from_str(text).unwrap_or_default();
        let around = inside.unwrap_or_default();
        let here = steps(around).try_fold(&own, |here, step| here.get(step));
        let keys = here.and_then(Json::as_object).into_iter().flatten();
        let is_head = |key: &str| inside.is_none() && ["extends", "id", "edition"].contains(&key);
        keys.filter(|(key, _)| !is_head(key))
            .map(|(key, _)| super::layer::join(around, key))
            .collect()
    }

    /// The edits that could be meant.
    fn edits(&self, one: &Found) -> Vec<Edit> {
        let (_, text) = self.top();
        let Some(layer) = &self.looked.layer else { return toml_edits(text, one) };
        let spot = layer.source.spot(&one.own);
        let reason = match one.reason.args.get("fault") {
            Some(Arg::Message(fault)) => &**fault,
            _ => &one.reason,
        };
        let arg = |name: &str| match reason.args.get(name) {
            Some(Arg::Text(text)) => text.to_string(),
            Some(Arg::Number(number)) => number.to_string(),
            _ => String::new(),
        };
        let value = &text[spot.value.clone()];
        let instead = |new: String| replace(text, &spot, new);
        let mut edits = Vec::new();
        match reason.id.as_ref() {
            "pack-unknown-key" => {
                let known = arg("known");
                let steps: Vec<&str> = steps(&one.own).collect();
                let written = steps.last().copied().unwrap_or_default();
                if let (Some(near), Some(key)) = (nearest(written, known.split(' ')), &spot.key) {
                    edits.push(rename(text, key.clone(), near));
                }
                edits.extend(line_out(text, &spot));
            }
            "pack-unknown-word" => {
                let (known, word) = (arg("known"), arg("word"));
                let near = nearest(&word, known.split(' '));
                let begun = known.split(' ').find(|known| known.starts_with(&*word));
                // Nothing is like it: any of those there are would do.
                let all = near.into_iter().chain(begun).chain(known.split(' '));
                edits.extend(all.take(4).map(|known| instead(quoted(known))));
            }
            "pack-extends" => {
                let known = SHIPPED.map(|(id, _)| id);
                let near = nearest(&arg("unknown"), known);
                edits.extend(near.map(|near| instead(quoted(near))));
            }
            "pack-family" => {
                let near = nearest(&arg("family"), ["mist", "fate", "timeline"]);
                edits.extend(near.map(|near| instead(quoted(near))));
            }
            "pack-language" => {
                if let (Some(near), Some(key)) = (nearest_language(&arg("tag")), &spot.key) {
                    edits.push(rename(text, key.clone(), near));
                } else {
                    edits.extend(nearest_language(&arg("tag")).map(|near| instead(quoted(near))));
                }
            }
            "pack-unset" => {
                let known = all_keys(&self.looked.pack);
                let near = nearest(&arg("key"), known.iter().map(String::as_str));
                edits.extend(near.map(|near| instead(quoted(near))));
                edits.extend(out_of_list(text, &spot));
            }
            "pack-no-entry" => {
                let (known, id) = (arg("known"), arg("id"));
                if let Some(near) = nearest(&id, known.split(' ')) {
                    match &spot.key {
                        Some(key) if value != quoted(&id) => {
                            edits.push(rename(text, key.clone(), near))
                        }
                        _ => edits.push(instead(quoted(near))),
                    }
                }
            }
            "pack-missing" | "pack-no-family" => {
                let key =
                    if reason.id == "pack-missing" { arg("key") } else { "family".to_owned() };
                edits.extend(self.missing(&one.path, &key, text, &spot));
            }
            "pack-mistyped" => edits.extend(retyped(value).into_iter().map(instead)),
            "pack-version" => edits.push(instead(quoted("1.0.0"))),
            "pack-edition" => edits.push(instead("2".to_owned())),
            _ => {}
        }
        if let (Ok(least), Ok(most)) = (arg("least").parse::<i64>(), arg("most").parse::<i64>())
            && let Ok(number) = value.trim_matches('"').parse::<i64>()
        {
            edits.push(instead(number.clamp(least, most).to_string()));
        }
        let bound = |wanted: &Message, name: &str| match wanted.args.get(name) {
            Some(Arg::Text(text)) => text.parse::<i64>().ok(),
            Some(Arg::Number(number)) => Some(*number),
            _ => None,
        };
        if let (Some(Arg::Message(wanted)), true) = (reason.args.get("wanted"), edits.len() < 3)
            && let (Some(least), Some(most)) = (bound(wanted, "least"), bound(wanted, "most"))
            && let Ok(number) = value.trim_matches('"').parse::<i64>()
        {
            edits.push(instead(number.clamp(least, most).to_string()));
        }
        // An id of something that is not there: the nearest that is.
        if value.starts_with('"') && edits.is_empty() {
            let written = value.trim_matches('"');
            let mut ids = Vec::new();
            collect_ids(&self.looked.pack, &mut ids);
            ids.retain(|id| id != written);
            let near = nearest(written, ids.iter().map(String::as_str));
            edits.extend(near.map(|near| instead(quoted(near))));
            if reason.id.ends_with("-twice") {
                edits.push(instead(quoted(&format!("{written}-2"))));
            }
            edits.extend(out_of_list(text, &spot));
        }
        // What stands on something can always leave it as it is there.
        if self.looked.base.is_some() && spot.matched.0 > 0 {
            edits.extend(line_out(text, &spot));
        }
        edits
    }

    /// What is missing, as the pack that is stood on, or a shipped one, says it.
    fn missing(&self, path: &str, key: &str, text: &str, spot: &Spot) -> Option<Edit> {
        let family = self.looked.pack.get("family").and_then(Json::as_str).unwrap_or_default();
        let model = super::model(self.looked.base.as_deref(), family);
        let whole: Vec<&str> = steps(path).chain([key]).collect();
        let there = super::shape::like(&model, &whole).cloned();
        let value = match (key, there) {
            ("id", _) => Json::from("mine"),
            ("family", _) => Json::from("mist"),
            (_, Some(there)) => there,
            (_, None) => Json::from(""),
        };
        let line = format!("{key} = {}", as_toml(&value)?);
        let here = &text[spot.value.clone()];
        let words = message!("pack-cure-add", text = &line);
        if spot.matched.0 == 0 {
            return Some(Edit { from: 0, to: 0, text: format!("{line}\n"), words });
        }
        if here.starts_with('{') {
            let at = spot.value.start + 1;
            return Some(Edit { from: at, to: at, text: format!(" {line},"), words });
        }
        let end =
            text[spot.value.start..].find('\n').map_or(text.len(), |end| spot.value.start + end);
        Some(Edit { from: end, to: end, text: format!("\n{line}"), words })
    }
}

/// Whether two findings are the same, wherever they stand now.
fn same(one: &Found, other: &Found) -> bool {
    one.path == other.path && one.reason == other.reason
}

fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}

fn replace(text: &str, spot: &Spot, new: String) -> Edit {
    let old = shorter(&text[spot.value.clone()]);
    let words = message!("pack-cure-write", text = &new, old = old);
    Edit { from: spot.value.start, to: spot.value.end, text: new, words }
}

fn rename(text: &str, key: std::ops::Range<usize>, new: &str) -> Edit {
    let words = message!("pack-cure-write", text = new, old = &text[key.clone()]);
    Edit { from: key.start, to: key.end, text: new.to_owned(), words }
}

fn shorter(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    match line.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// The line of a key, taken out.
fn line_out(text: &str, spot: &Spot) -> Option<Edit> {
    let key = spot.key.clone()?;
    let from = text[..key.start].rfind('\n').map_or(0, |end| end + 1);
    let to = text[spot.value.end..].find('\n').map_or(text.len(), |end| spot.value.end + end + 1);
    let is_alone = text[from..key.start].trim().is_empty() && spot.value.end > key.start;
    let words = message!("pack-cure-remove", text = shorter(text[from..to].trim()));
    is_alone.then(|| Edit { from, to, text: String::new(), words })
}

/// An entry of a list in one line, taken out.
fn out_of_list(text: &str, spot: &Spot) -> Option<Edit> {
    if spot.key.is_some() {
        return None;
    }
    let (from, mut to) = (spot.value.start, spot.value.end);
    let words = message!("pack-cure-remove", text = shorter(&text[from..to]));
    let rest = text[to..].trim_start();
    if rest.starts_with(',') {
        to = text.len() - rest.len() + 1;
    }
    Some(Edit { from, to, text: String::new(), words })
}

/// The same value as something else: a number without its quotes, a text with them, one as a list.
fn retyped(value: &str) -> Vec<String> {
    let bare = value.trim_matches('"');
    let mut all = Vec::new();
    if value.starts_with('"') {
        all.push(bare.to_owned());
        all.push(match bare.to_lowercase().as_str() {
            "yes" | "on" | "true" | "是" => "true".to_owned(),
            "no" | "off" | "false" | "否" => "false".to_owned(),
            _ => "1".to_owned(),
        });
    } else if !value.starts_with(['[', '{']) {
        all.push(quoted(value));
        all.push(value.split('.').next().unwrap_or_default().to_owned());
        all.push((if value == "0" { "false" } else { "true" }).to_owned());
    }
    all.push(format!("[{value}]"));
    all.push(quoted(bare));
    all.retain(|new| new != value);
    all
}

/// What a slip of TOML may be cured by.
fn toml_edits(text: &str, one: &Found) -> Vec<Edit> {
    let start = text[..one.at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[one.at..].find('\n').map_or(text.len(), |end| one.at + end);
    let line = &text[start..end];
    let mut edits = Vec::new();
    let mut write = |from: usize, to: usize, new: String| {
        let words = message!("pack-cure-write", text = &new, old = shorter(&text[from..to]));
        edits.push(Edit { from, to, text: new, words });
    };
    if let Some((key, value)) = line.split_once('=') {
        let (value, from) = (value.trim(), start + key.len() + 1);
        let from = from + (text[from..end].len() - text[from..end].trim_start().len());
        let bare = value.trim_matches('"').replace(['"', '\\'], "");
        write(from, from + value.len(), quoted(&bare));
        write(from, from + value.len(), value.trim_start_matches('0').to_owned());
        if value.starts_with('[') {
            write(from, from + value.len(), format!("{value}]"));
            write(
                from,
                from + value.len(),
                value.split_whitespace().collect::<Vec<_>>().join(", "),
            );
        }
        if value.starts_with('{') {
            write(from, from + value.len(), format!("{value} }}"));
        }
        let words = message!("pack-cure-remove", text = shorter(line));
        let to = (end + 1).min(text.len());
        edits.push(Edit { from: start, to, text: String::new(), words });
    } else if line.trim_start().starts_with("[[") {
        write(start, end, format!("{}]]", line.trim_end().trim_end_matches(']')));
    } else if line.trim_start().starts_with('[') {
        write(start, end, format!("{}]", line.trim_end().trim_end_matches(']')));
    } else if let Some((key, value)) = line.split_once([':', ' ']) {
        let value = value.trim().trim_start_matches(['=', ':']).trim();
        write(start, end, format!("{} = {value}", key.trim()));
        write(start, end, format!("{} = {}", key.trim(), quoted(value)));
    }
    edits
}

/// `unset`, with one more list in it.
fn unset_edits(text: &str, layer: &super::Layer<'_>, list: &str) -> Option<Edit> {
    let spot = layer.source.spot("unset");
    if spot.matched.0 == 1 {
        let inner = text[spot.value.clone()].strip_prefix('[')?;
        let at = spot.value.end - inner.len();
        let comma = if inner.trim_start().starts_with(']') { "" } else { ", " };
        let new = format!("{}{comma}", quoted(list));
        let words = message!("pack-cure-unset", list = list);
        return Some(Edit { from: at, to: at, text: new, words });
    }
    let extends = layer.source.spot("extends").value;
    let at = text[extends.end..].find('\n').map_or(text.len(), |end| extends.end + end);
    let words = message!("pack-cure-unset", list = list);
    Some(Edit { from: at, to: at, text: format!("\nunset = [{}]", quoted(list)), words })
}

/// The keys that can be left out.
fn all_keys(pack: &Json) -> Vec<String> {
    let mut all = Vec::new();
    for (key, value) in pack.as_object().into_iter().flatten() {
        all.push(key.clone());
        let inner = value.as_object().into_iter().flatten();
        all.extend(inner.map(|(inner, _)| format!("{key}.{inner}")));
        let entries = value.as_array().into_iter().flatten().filter_map(super::layer::entry_id);
        all.extend(entries.map(|id| format!("{key}.{id}")));
    }
    all
}

fn collect_ids(value: &Json, ids: &mut Vec<String>) {
    match value {
        Json::Object(keys) => {
            ids.extend(keys.get("id").and_then(Json::as_str).map(str::to_owned));
            keys.values().for_each(|value| collect_ids(value, ids));
        }
        Json::Array(list) => list.iter().for_each(|value| collect_ids(value, ids)),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

/// A path with ids in place of numbers: `examples.archivist.themes[0]`.
fn named_path(pack: &Json, path: &str) -> String {
    let mut here = Some(pack);
    let mut named = String::new();
    for step in steps(path) {
        let next = here.and_then(|here| match here {
            Json::Array(list) => list.get(step.parse::<usize>().ok()?),
            here => here.get(step),
        });
        let in_list = here.is_some_and(Json::is_array);
        match next.and_then(super::layer::entry_id).filter(|_| in_list) {
            Some(id) => named = super::layer::join(&named, id),
            None if in_list => named = format!("{named}[{step}]"),
            None => named = super::layer::join(&named, step),
        }
        here = next;
    }
    named
}

/// A value in one line of TOML.
pub(super) fn as_toml(value: &Json) -> Option<String> {
    Some(match value {
        Json::Null => return None,
        Json::Bool(on) => on.to_string(),
        Json::Number(number) => number.to_string(),
        Json::String(text) => toml::Value::from(text.as_str()).to_string(),
        Json::Array(list) => {
            let list: Vec<String> = list.iter().map(as_toml).collect::<Option<_>>()?;
            format!("[{}]", list.join(", "))
        }
        Json::Object(keys) => {
            let pair = |(key, value): (&String, &Json)| {
                let plain = |it: char| it.is_ascii_alphanumeric() || "-_".contains(it);
                let key = if key.chars().all(plain) && !key.is_empty() {
                    key.clone()
                } else {
                    quoted(key)
                };
                Some(format!("{key} = {}", as_toml(value)?))
            };
            let pairs: Vec<String> = keys.iter().map(pair).collect::<Option<_>>()?;
            format!("{{ {} }}", pairs.join(", "))
        }
    })
}
