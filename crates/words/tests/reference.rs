//! The rule reference is whole, in every language, and answers what people ask.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rules::AnyGame;
use rules::pack;
use words::Language;
use words::reference::{Rulebook, belongs, ids, missing, rule, shipped};

/// The book of a shipped pack.
fn book(id: &str) -> Rulebook {
    let ready = pack::shipped_pack(id).expect("it ships");
    Rulebook::new(&pack::facts(&AnyGame::begin(&ready.pack).expect("it opens")))
}

#[test]
fn b74_every_language_explains_the_same_rules() {
    let all = |language| ids(language).collect::<Vec<_>>();
    for language in Language::ALL {
        assert_eq!(all(language), all(Language::ZhHans), "{language}");
        for id in ids(language) {
            let rule =
                rule(language, id).unwrap_or_else(|| panic!("{language} {id}: no pack has it"));
            assert!(!rule.text.is_empty() && !rule.title.is_empty(), "{language} {id}");
            assert!(!rule.text.contains("<!--"), "{language} {id}");
            assert!(!rule.chapter.is_empty() && !rule.text.contains("\n#"), "{language} {id}");
        }
        for (file, text) in files(language) {
            let written = text.matches("\n## ").count();
            let letters: BTreeSet<&str> =
                text.split("\n## ").skip(1).filter_map(|it| it.split(' ').next()).collect();
            let read = ids(language).filter(|id| letters.contains(id)).count();
            assert_eq!(read, written, "{language} {file}: a paragraph cannot be read");
        }
    }
}

fn files(language: Language) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("reference").join(language.tag());
    let files = fs::read_dir(folder).expect("a folder").map(|it| it.expect("a file").path());
    let read =
        |path: PathBuf| (path.display().to_string(), fs::read_to_string(&path).expect("a text"));
    files.map(read).collect()
}

#[test]
fn no_rule_is_explained_twice() {
    let mut seen = BTreeSet::new();
    for id in ids(Language::ZhHans) {
        assert!(seen.insert(id), "{id}");
    }
}

#[test]
fn a_rule_is_found_by_id_name_or_part_of_a_name_in_any_language() {
    let mist = book("mist-bureau");
    let check = |language, word: &str, expected: &[&str]| {
        let found: Vec<&str> =
            mist.find(language, word).iter().map(|rule| rule.id.as_str()).collect();
        assert_eq!(found, expected, "{word}");
    };
    check(Language::ZhHans, "M-30", &["M-30"]);
    check(Language::En, "m30", &["M-30"]);
    check(Language::ZhHans, "缓解", &["M-30"]);
    check(Language::ZhHant, "mitigate", &["M-30"]);
    check(Language::En, "反应", &["M-30"]);
    check(Language::ZhHans, "燃", &["M-12"]);
    check(Language::ZhHans, "  ", &[]);
    check(Language::ZhHans, "没有这样的词", &[]);
}

#[test]
fn c07_a_question_finds_the_rules_whose_names_are_in_it() {
    let check = |language, pack: &str, family: &str, asked: &str, expected: &str| {
        let book = book(pack);
        let found = book.find(language, asked);
        let found: Vec<&str> = found.iter().map(|rule| rule.id.as_str()).collect();
        assert!(found.contains(&expected), "{asked}: {found:?}");
        assert!(found.iter().all(|id| belongs(id, family)), "{asked}: {found:?}");
    };
    check(Language::ZhHans, "mist-bureau", "mist", "怎么掷骰", "M-13");
    check(Language::ZhHant, "mist-city", "mist", "怎麼擲骰", "M-13");
    check(Language::En, "mist-2d6", "mist", "how do I roll dice", "M-15");
    check(Language::ZhHans, "mist-2d6", "mist", "受伤", "M-04");
    check(Language::ZhHans, "fate-condensed", "fate", "受伤", "F-31");
    check(Language::ZhHans, "fate-condensed", "fate", "怎么掷骰？", "F-02");
    check(Language::ZhHans, "timeline", "timeline", "受伤", "T-23");
    check(Language::ZhHans, "timeline", "timeline", "怎么掷骰", "T-11");
}

/// Every refusal and every part of a sum cites a rule: the player must be able to look it up.
#[test]
fn b12_every_rule_the_program_cites_is_explained() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut cited = BTreeSet::new();
    for path in sources(&crates) {
        let text = fs::read_to_string(&path).expect("source is readable");
        // What stands behind the first `#[cfg(test)]` is tests.
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        cited.extend(ids_in(code).map(str::to_owned));
    }
    assert!(cited.contains("C-02"), "the scan finds citations: {cited:?}");
    let missing: Vec<_> = cited.iter().filter(|id| rule(Language::ZhHans, id).is_none()).collect();
    assert!(missing.is_empty(), "cited but not explained: {missing:?}");
}

/// String literals that are rule ids: `"M-11"`.
fn ids_in(code: &str) -> impl Iterator<Item = &str> {
    code.split('"').skip(1).step_by(2).filter(|text| {
        let Some((letter, number)) = text.split_once('-') else { return false };
        matches!(letter, "M" | "F" | "T" | "B" | "C")
            && number.len() == 2
            && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("folder is readable") {
        let path = entry.expect("entry is readable").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && !["tests", "benches", "words"].contains(&name) {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") && name != "tests.rs"
        {
            files.push(path);
        }
    }
    files
}

/// The odds of each ruleset's roll for power −3 … 12 stand in the reference as a table; they are
/// worked out anew here.
#[test]
fn m14_m15_the_odds_tables_are_exact() {
    let check = |pack: &str, id: &str, roll: &str, edges: [i64; 2]| {
        let expr = dice::Expr::parse(roll).expect("a pack's roll");
        let book = book(pack);
        for language in Language::ALL {
            let text = &book.rule(language, id).expect("explained").text;
            let rows: Vec<&str> =
                text.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
            assert_eq!(rows.len(), 16, "{language} {id}");
            for (row, power) in rows.iter().zip(-3_i64..=12) {
                let names = [("power", dice::Value::whole(power))];
                let odds = expr.odds(&names).expect("within bounds");
                let bands = odds.bands(&edges.map(dice::Value::whole));
                let shown: Vec<String> = bands
                    .iter()
                    .map(|band| format!("{:.2}", dice::approximate(&band.chance) * 100.0))
                    .collect();
                let power = power.to_string().replace('-', "−");
                assert_eq!(*row, format!("| {power} | {} |", shown.join(" | ")), "{language} {id}");
            }
        }
    };
    check("mist-bureau", "M-14", "1d8 + {power}d4kh1", [5, 8]);
    check("mist-2d6", "M-15", "2d6 + power", [6, 9]);
}

#[test]
fn p15_every_path_of_the_reference_leads_somewhere() {
    for ready in pack::shipped() {
        let facts = pack::facts(&AnyGame::begin(&ready.pack).expect("it opens"));
        for language in Language::ALL {
            assert_eq!(missing(language, &facts), [], "{language} {}", ready.id);
        }
    }
    assert!(shipped().len() >= 7);
}
