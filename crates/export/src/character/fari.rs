//! Characters of Fari (`*.fari.json`): pages of sections of blocks, in whichever version's frame;
//! and the first form, with lists of aspects, skills and stunts.

use rules::Message;
use serde_json::Value as Json;
use words::fold::folded;

use super::fate::{Aspect, Sheet, Skill, Stunt};
use super::text::{number, plain};
use super::{Incoming, left};

/// Sections by what stands above them, in the languages Fari's own templates come in.
const ASPECTS: [&str; 9] =
    ["aspects", "aspect", "aspectos", "aspekte", "aspetti", "aspekty", "形象", "方面", "特徵"];
const SKILLS: [&str; 16] = [
    "skills",
    "skill",
    "approaches",
    "compétences",
    "approches",
    "habilidades",
    "perícias",
    "abordagens",
    "fertigkeiten",
    "methoden",
    "abilità",
    "approcci",
    "umiejętności",
    "技能",
    "手段",
    "风格",
];
const STUNTS: [&str; 9] =
    ["stunt", "extras", "prouesse", "proeza", "façanha", "talenti", "sztuczki", "特技", "绝活"];
const CONSEQUENCES: [&str; 7] = [
    "consequence",
    "conséquence",
    "consecuencia",
    "konsequenz",
    "conseguenz",
    "konsekwencj",
    "后果",
];
const POINTS: [&str; 7] = [
    "fate point",
    "points de destin",
    "puntos de destino",
    "schicksalspunkt",
    "命运点",
    "命運點",
    "refresh",
];

/// A character of Fari; none if it is something else.
pub(super) fn read(json: &Json) -> Option<Incoming> {
    let named = json.get("fariType").and_then(Json::as_str) == Some("character");
    let mut found = Found::default();
    if let Some(pages) = json.get("pages").and_then(Json::as_array) {
        pages.iter().for_each(|page| found.frame(page, 0));
    } else if json.get("aspects").is_some_and(Json::is_array) {
        found.first_form(json);
    } else if !named {
        return None;
    }
    if !named && found.is_empty() {
        return None;
    }
    let name = json.get("name").and_then(Json::as_str).map(plain).unwrap_or_default();
    found.sheet.name = name;
    if let Some(group) = json.get("group").and_then(Json::as_str).filter(|it| !it.is_empty()) {
        found.left.push(left("group", group));
    }
    let Found { sheet, left } = found;
    Some(Incoming { sheet: super::Sheet::Fate(sheet), portrait: None, left })
}

#[derive(Default)]
struct Found {
    sheet: Sheet,
    left: Vec<Message>,
}

/// How deep frames are looked into: pages, rows, columns, sections.
const DEEP: usize = 8;

impl Found {
    fn is_empty(&self) -> bool {
        let Self { sheet, left } = self;
        *sheet == Sheet::default() && left.is_empty()
    }

    /// Looks for sections, in rows and columns or without.
    fn frame(&mut self, frame: &Json, depth: usize) {
        if depth > DEEP {
            return;
        }
        if let Some(blocks) = frame.get("blocks").and_then(Json::as_array) {
            let label = label_of(frame);
            blocks.iter().for_each(|block| self.block(&label, block));
        }
        for within in ["sections", "rows", "columns"] {
            for frame in frame.get(within).and_then(Json::as_array).into_iter().flatten() {
                self.frame(frame, depth + 1);
            }
        }
    }

    fn block(&mut self, section: &str, block: &Json) {
        let (label, kind) = (label_of(block), block.get("type").and_then(Json::as_str));
        let value = block.get("value");
        let words = value.and_then(Json::as_str).map(plain).unwrap_or_default();
        let at = folded(section);
        let under = |words: &[&str]| words.iter().any(|word| at.contains(word));
        let meta = |key: &str| block.get("meta").and_then(|meta| meta.get(key));
        match kind.unwrap_or_default() {
            "PointCounter" => {
                let most = meta("max").and_then(as_number);
                let main = meta("isMainPointCounter").and_then(Json::as_bool) == Some(true);
                if main || POINTS.iter().any(|word| folded(&label).contains(word)) {
                    self.sheet.refresh = most.or_else(|| number(&words));
                    if number(&words) != self.sheet.refresh {
                        self.leave(section, &label, &words);
                    }
                } else {
                    self.leave(section, &label, &words);
                }
            }
            "SlotTracker" => {
                let boxes = value.and_then(Json::as_array);
                let marked = |it: &&Json| it.get("checked").and_then(Json::as_bool) == Some(true);
                let marked = boxes.map_or(0, |boxes| boxes.iter().filter(marked).count());
                if marked > 0 {
                    let all = boxes.map_or(0, Vec::len);
                    self.leave(section, &label, &format!("{marked}/{all}"));
                }
            }
            // What decorates a sheet says nothing of its character.
            "Separator" | "Link" | "Image" => {}
            "Skill" => match number(&words) {
                Some(rating) => self.skill(label, rating),
                None => self.leave(section, &label, &words),
            },
            _ if words.is_empty() => {}
            "Numeric" if under(&SKILLS) => match number(&words) {
                Some(rating) => self.skill(label, rating),
                None => self.leave(section, &label, &words),
            },
            _ if under(&ASPECTS) => self.sheet.aspects.push(Aspect { slot: label, says: words }),
            _ if under(&CONSEQUENCES) => self.sheet.consequences.push((label, words)),
            _ if under(&STUNTS) => self.sheet.stunts.push(stunt(&label, &words)),
            _ if under(&SKILLS) && number(&words).is_some() => {
                self.skill(label, number(&words).unwrap_or_default());
            }
            _ => self.leave(section, &label, &words),
        }
    }

    fn skill(&mut self, skill: String, rating: i64) {
        self.sheet.skills.push(Skill { skill, rating });
    }

    fn leave(&mut self, section: &str, label: &str, words: &str) {
        if !words.is_empty() {
            let what = match (section, label) {
                ("", label) => label.to_owned(),
                (section, "") => section.to_owned(),
                (section, label) => format!("{section} · {label}"),
            };
            self.left.push(left(what, words));
        }
    }

    /// The first form of the program's files.
    fn first_form(&mut self, json: &Json) {
        let pairs = |key: &str| -> Vec<(String, Json)> {
            let all = json.get(key).and_then(Json::as_array).into_iter().flatten();
            let pair = |it: &Json| {
                let name = it.get("name").and_then(Json::as_str).map(plain).unwrap_or_default();
                (name, it.get("value").cloned().unwrap_or_default())
            };
            all.map(pair).collect()
        };
        let words = |value: &Json| value.as_str().map(plain).unwrap_or_default();
        for (slot, value) in pairs("aspects") {
            self.sheet.aspects.push(Aspect { slot, says: words(&value) });
        }
        for (skill, value) in pairs("skills") {
            match as_number(&value) {
                Some(rating) => self.skill(skill, rating),
                None => self.leave("skills", &skill, &words(&value)),
            }
        }
        for (name, value) in pairs("stunts").iter().filter(|(_, value)| !words(value).is_empty()) {
            self.sheet.stunts.push(stunt(name, &words(value)));
        }
        for (slot, value) in pairs("consequences") {
            if !words(&value).is_empty() {
                self.sheet.consequences.push((slot, words(&value)));
            }
        }
        self.sheet.refresh = json.get("refresh").and_then(as_number);
        let notes = json.get("notes").map(words).unwrap_or_default();
        self.leave("", "notes", &notes);
    }
}

fn label_of(json: &Json) -> String {
    json.get("label").and_then(Json::as_str).map(plain).unwrap_or_default()
}

fn as_number(json: &Json) -> Option<i64> {
    json.as_i64().or_else(|| json.as_str().and_then(number))
}

/// A stunt: what stands above it is its name, unless that only counts (`Stunt #1`).
fn stunt(label: &str, words: &str) -> Stunt {
    let counts = label.is_empty() || label.ends_with(|it: char| it.is_ascii_digit() || it == ':');
    let (name, text) = match counts {
        false => (label, words),
        true => {
            let end = words.find([':', '：', '.', '。', '\n', '(', '（']);
            let end = end.filter(|at| *at > 0).unwrap_or(words.len());
            (words[..end].trim(), words)
        }
    };
    Stunt { name: name.to_owned(), text: text.to_owned(), bonus: None, per: None }
}
