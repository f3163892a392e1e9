//! What a pack file may say, as JSON Schema, so that editors can complete it (P-63). Everything
//! comes from the types that packs are read into, which are also what `check` finds misfits with;
//! what a file may leave out because it `extends` another, and how it patches lists, is added here.

use std::borrow::Cow;
use std::collections::BTreeSet;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value as Json, json};

use super::{SHIPPED, head, layer};
use crate::timeline::Amount;
use crate::{Id, Term, any_game};

type Keys = Map<String, Json>;

/// Where definitions stand in a schema of draft 7, which is what editors of TOML read.
const DEFINITIONS: &str = "#/definitions/";

/// What a definition is called of which everything may be left out.
const PART: &str = "Part";

impl JsonSchema for Term {
    fn schema_name() -> Cow<'static, str> {
        "Name".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let tags = head::LANGUAGES.map(|tag| (tag.to_owned(), json!({ "type": "string" })));
        json_schema!({
            "description": "One text for every language, or one per language.",
            "anyOf": [
                { "type": "string" },
                {
                    "type": "object",
                    "properties": Keys::from_iter(tags),
                    "additionalProperties": false,
                    "minProperties": 1,
                },
            ],
        })
    }
}

impl JsonSchema for Amount {
    fn schema_name() -> Cow<'static, str> {
        "Amount".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number with at most two decimals. In edition 1, one without \
                            quotation marks is a number of hundredths.",
            "type": ["number", "string"],
            "pattern": "^[-−+]?([0-9]{1,12}(\\.[0-9]{0,2})?|\\.[0-9]{1,2})$",
        })
    }
}

impl JsonSchema for Id {
    fn schema_name() -> Cow<'static, str> {
        "Id".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

/// An expression of Time Line as packs write it: a text, or from edition 2 on a number.
pub(crate) struct Written;

impl JsonSchema for Written {
    fn schema_name() -> Cow<'static, str> {
        "Expression".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number, or an expression: \"2 * impact\".",
            "type": ["number", "string"],
        })
    }
}

/// The shape of a type.
pub(crate) fn schema_of<T: JsonSchema>() -> Json {
    SchemaSettings::draft07().into_generator().into_root_schema_for::<T>().to_value()
}

/// What a file of a family may say; none if there is no such family.
#[must_use]
pub fn schema(family: &str) -> Option<Json> {
    let mut resolved = any_game::schema(family)?;
    let whole = resolved.as_object_mut()?;
    let definitions = match whole.remove("definitions") {
        Some(Json::Object(definitions)) => definitions,
        _ => Keys::new(),
    };
    let mut keys = match whole.remove("properties") {
        Some(Json::Object(keys)) => keys,
        _ => Keys::new(),
    };
    let about = keys.remove("about");
    keys.insert("family".to_owned(), json!({ "const": family }));
    let mut required = whole.remove("required").unwrap_or_else(|| json!([]));
    if let Json::Array(required) = &mut required {
        required.retain(|key| key != "about");
    }
    let mut file = File { definitions, parts: BTreeSet::new() };
    let whole_keys = Json::Object(keys.clone());
    let mut own: Keys = keys.iter().map(|(key, it)| (key.clone(), file.part(it))).collect();
    own.insert("add".to_owned(), file.patches(&keys, &mut File::added).unwrap_or(json!({})));
    own.insert("change".to_owned(), file.patches(&keys, &mut File::changed).unwrap_or(json!({})));
    own.extend(head_keys(family));
    let about = about.and_then(|it| file.resolved(&it).get("properties").cloned());
    own.extend(about.as_ref().and_then(Json::as_object).cloned().unwrap_or_default());
    let mut definitions = file.with_parts();
    definitions.sort_keys();
    Some(json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": format!("Mistline: packs of the family {family}"),
        "type": "object",
        "properties": own,
        "additionalProperties": false,
        "anyOf": [
            { "required": ["extends"] },
            { "required": required, "properties": whole_keys },
        ],
        "definitions": definitions,
    }))
}

/// What is said about a file, and what it stands on (P-10, P-11, P-12).
fn head_keys(family: &str) -> Keys {
    let ids = SHIPPED.iter().map(|(id, _)| *id);
    let of_family = |id: &&str| layer::shipped(id).is_some_and(|pack| pack["family"] == family);
    let bases: Vec<&str> = ids.filter(of_family).collect();
    let keys = json!({
        "edition": {
            "description": "The edition of the language packs are written in.",
            "type": "integer", "minimum": 1, "maximum": head::EDITION,
        },
        "extends": { "description": "The shipped pack this one stands on.", "enum": bases },
        "requires": {
            "description": "The least version of the program: { mistline = \">=0.1\" }.",
            "type": "object",
            "properties": { "mistline": { "type": "string" } },
            "additionalProperties": false,
        },
        "languages": {
            "description": "The languages every name is promised in.",
            "type": "array", "items": { "enum": head::LANGUAGES },
        },
        "unset": {
            "description": "Keys and entries to be left out, features to be off: \"LIST.ID\".",
            "anyOf": [
                { "type": "string" },
                { "type": "array", "items": { "type": "string" } },
            ],
        },
    });
    match keys {
        Json::Object(keys) => keys,
        _ => Keys::new(),
    }
}

/// The definitions of a schema, and those of which a part is asked for.
struct File {
    definitions: Keys,
    parts: BTreeSet<String>,
}

impl File {
    /// The same, of which everything may be left out: tables merge key by key. What is inside lists
    /// stays whole.
    fn part(&mut self, schema: &Json) -> Json {
        let Json::Object(keys) = schema else { return schema.clone() };
        let mut part = Keys::new();
        for (key, it) in keys {
            let (key, it) = match (key.as_str(), it) {
                ("required" | "default", _) => continue,
                ("$ref", Json::String(to)) => {
                    let name = to.trim_start_matches(DEFINITIONS);
                    if !self.has_keys(name) {
                        (key.as_str(), it.clone())
                    } else {
                        self.parts.insert(name.to_owned());
                        ("$ref", Json::from(format!("{to}{PART}")))
                    }
                }
                ("properties", Json::Object(inside)) => {
                    let inside = inside.iter().map(|(key, it)| (key.clone(), self.part(it)));
                    ("properties", Json::Object(inside.collect()))
                }
                // Without what is required, more than one may fit.
                ("oneOf" | "anyOf", Json::Array(all)) => {
                    ("anyOf", Json::Array(all.iter().map(|it| self.part(it)).collect()))
                }
                ("allOf", Json::Array(all)) => {
                    ("allOf", Json::Array(all.iter().map(|it| self.part(it)).collect()))
                }
                (key, it) => (key, it.clone()),
            };
            part.insert(key.to_owned(), it);
        }
        Json::Object(part)
    }

    /// Whether a definition is a table with keys of which some must be there.
    fn has_keys(&self, name: &str) -> bool {
        fn needs(schema: &Json) -> bool {
            let branches = ["oneOf", "anyOf", "allOf"].iter().filter_map(|it| schema.get(it));
            schema.get("required").is_some()
                || schema.get("properties").is_some()
                || branches.filter_map(Json::as_array).flatten().any(needs)
        }
        self.definitions.get(name).is_some_and(needs)
    }

    /// What a schema says itself, where it stands.
    fn resolved(&self, schema: &Json) -> Json {
        let only = |all: &Json| match all.as_array().map(Vec::as_slice) {
            Some([only]) => Some(only.clone()),
            _ => None,
        };
        let next = match schema.get("$ref").and_then(Json::as_str) {
            Some(to) => self.definitions.get(to.trim_start_matches(DEFINITIONS)).cloned(),
            None => schema.get("allOf").and_then(only),
        };
        next.map_or_else(|| schema.clone(), |next| self.resolved(&next))
    }

    /// `[[add.LIST]]` or `[change.LIST.ID]`, for all lists there are under some keys.
    fn patches(
        &mut self,
        keys: &Keys,
        patch: &mut impl FnMut(&mut Self, &Json) -> Json,
    ) -> Option<Json> {
        let mut found = Keys::new();
        for (key, schema) in keys {
            let is = self.resolved(schema);
            let inside = match is.get("items") {
                Some(items)
                    if self.resolved(items)["type"] == "object" || self.is_tagged(items) =>
                {
                    Some(patch(self, items))
                }
                Some(_) => None,
                None => {
                    let keys = is.get("properties").and_then(Json::as_object).cloned();
                    keys.and_then(|keys| self.patches(&keys, patch))
                }
            };
            found.extend(inside.map(|inside| (key.clone(), inside)));
        }
        let closed =
            json!({ "type": "object", "properties": found, "additionalProperties": false });
        (!found.is_empty()).then_some(closed)
    }

    /// Whether it is one of several kinds of table.
    fn is_tagged(&self, schema: &Json) -> bool {
        let is = self.resolved(schema);
        let kinds = is.get("oneOf").and_then(Json::as_array);
        kinds.is_some_and(|kinds| kinds.iter().all(|kind| kind["type"] == "object"))
    }

    /// Whole entries, which may say where they stand.
    fn added(&mut self, items: &Json) -> Json {
        let place = |words: &str| json!({ "description": words, "type": "string" });
        let mut entry = self.resolved(items);
        let mut branches = vec![&mut entry];
        while let Some(branch) = branches.pop() {
            let Json::Object(keys) = branch else { continue };
            let is_closed = keys.get("additionalProperties") == Some(&json!(false));
            for (key, it) in keys {
                match (key.as_str(), it) {
                    ("properties", Json::Object(keys)) if is_closed => {
                        keys.insert("before".to_owned(), place("Before the entry with this id."));
                        keys.insert("after".to_owned(), place("After the entry with this id."));
                    }
                    ("oneOf" | "anyOf" | "allOf", Json::Array(all)) => branches.extend(all),
                    _ => {}
                }
            }
        }
        json!({ "type": "array", "items": entry })
    }

    /// Parts of entries, by their ids.
    fn changed(&mut self, items: &Json) -> Json {
        let part = self.part(items);
        json!({ "type": "object", "additionalProperties": part })
    }

    /// All definitions, with the parts that were asked for.
    fn with_parts(mut self) -> Keys {
        let mut done: BTreeSet<String> = BTreeSet::new();
        while let Some(name) = self.parts.iter().find(|name| !done.contains(*name)).cloned() {
            let whole = self.definitions.get(&name).cloned().unwrap_or_default();
            let part = self.part(&whole);
            self.definitions.insert(format!("{name}{PART}"), part);
            done.insert(name);
        }
        self.definitions
    }
}
