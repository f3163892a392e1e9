//! The rule reference is whole, in every language, and answers what people ask.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use words::Language;
use words::reference::{belongs, find, find_among, rule, rules};

#[test]
fn b74_every_language_explains_the_same_rules() {
    let ids = |language| rules(language).iter().map(|rule| &rule.id).collect::<Vec<_>>();
    for language in Language::ALL {
        assert_eq!(ids(language), ids(Language::ZhHans), "{language}");
        for rule in rules(language) {
            assert!(!rule.text.is_empty() && !rule.title.is_empty(), "{language} {}", rule.id);
        }
    }
}

#[test]
fn no_rule_is_explained_twice() {
    let mut seen = BTreeSet::new();
    for rule in rules(Language::ZhHans) {
        assert!(seen.insert(&rule.id), "{}", rule.id);
    }
}

#[test]
fn a_rule_is_found_by_id_name_or_part_of_a_name_in_any_language() {
    let check = |language, word: &str, expected: &[&str]| {
        let found: Vec<&str> = find(language, word).iter().map(|rule| rule.id.as_str()).collect();
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
    let check = |language, family: &str, asked: &str, expected: &str| {
        let found = find_among(language, asked, |rule| belongs(&rule.id, family));
        let found: Vec<&str> = found.iter().map(|rule| rule.id.as_str()).collect();
        assert!(found.contains(&expected), "{asked}: {found:?}");
        assert!(found.iter().all(|id| belongs(id, family)), "{asked}: {found:?}");
    };
    check(Language::ZhHans, "mist", "怎么掷骰", "M-13");
    check(Language::ZhHant, "mist", "怎麼擲骰", "M-13");
    check(Language::En, "mist", "how do I roll dice", "M-15");
    check(Language::ZhHans, "mist", "受伤", "M-04");
    check(Language::ZhHans, "fate", "受伤", "F-31");
    check(Language::ZhHans, "fate", "怎么掷骰？", "F-02");
    check(Language::ZhHans, "timeline", "受伤", "T-23");
    check(Language::ZhHans, "timeline", "怎么掷骰", "T-11");
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
    let check = |id: &str, roll: &str, edges: [i64; 2]| {
        let expr = dice::Expr::parse(roll).expect("a pack's roll");
        for language in Language::ALL {
            let text = &rule(language, id).expect("explained").text;
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
                assert_eq!(*row, format!("| {power} | {} |", shown.join(" | ")), "{language} {id}");
            }
        }
    };
    check("M-14", "1d8 + {power}d4kh1", [5, 8]);
    check("M-15", "2d6 + power", [6, 9]);
}
