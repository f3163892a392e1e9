//! B-74: Traditional Chinese is written for its readers in Taiwan, not converted.

use std::fs;
use std::path::{Path, PathBuf};

/// Characters of Simplified Chinese that Traditional texts never use: those of GB 2312 that Big5
/// lacks, and a few that Big5 has only as rare old forms.
const SIMPLIFIED_ONLY: &str = include_str!("simplified-only.txt");

/// Pairs of a wrong form and the right one.
const WRONG: &str = include_str!("wrong-in-traditional.txt");

/// Every line that is shown in Traditional Chinese, with where it stands.
fn lines() -> Vec<(String, String)> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in ["crates/words/catalogue/zh-Hant", "crates/words/reference/zh-Hant"] {
        // The search words of a rule may be in any script.
        read(&workspace, folder, |line| {
            if line.starts_with("<!-- also:") { Vec::new() } else { vec![line] }
        })
        .for_each(|line| found.push(line));
    }
    let texts = found.len();
    for folder in ["crates/rules/packs", "examples"] {
        found.extend(read(&workspace, folder, |line| {
            let names = line.split("zh-Hant = \"").skip(1);
            names.filter_map(|rest| rest.split('"').next()).collect()
        }));
    }
    assert!(texts > 2000 && found.len() > texts + 200, "{texts} lines, {} in all", found.len());
    found
}

/// What `part` takes of each line of the files below `folder`, as (`file:line`, text).
fn read(
    workspace: &Path,
    folder: &str,
    part: impl Fn(&str) -> Vec<&str>,
) -> impl Iterator<Item = (String, String)> {
    let mut found = Vec::new();
    for path in files(&workspace.join(folder)) {
        let text = fs::read_to_string(&path).expect("file is readable");
        let name = path.strip_prefix(workspace).expect("below the workspace").display();
        for (number, line) in text.lines().enumerate() {
            let parts = part(line).into_iter();
            found.extend(parts.map(|text| (format!("{name}:{}", number + 1), text.to_owned())));
        }
    }
    found.into_iter()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("folder is readable") {
        let path = entry.expect("entry is readable").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A rule of `wrong-in-traditional.txt`.
enum Rule {
    /// The character stands in no other words than these.
    OnlyIn(&'static str, Vec<&'static str>),
    /// The first form is wrong wherever it stands; the second is right.
    Never(&'static str, &'static str),
}

impl Rule {
    /// What is wrong with a line.
    fn fault(&self, line: &str) -> Option<String> {
        match self {
            Rule::OnlyIn(character, words) => {
                let rest = words.iter().fold(line.to_owned(), |rest, word| rest.replace(word, " "));
                rest.contains(character).then(|| format!("{character} in another word"))
            }
            Rule::Never(form, right) => {
                line.contains(form).then(|| format!("{form} should be {right}"))
            }
        }
    }
}

fn rules() -> Vec<Rule> {
    let lines = WRONG.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| match line.split_once(" =") {
            Some((character, words)) => {
                Rule::OnlyIn(character, words.split_ascii_whitespace().collect())
            }
            None => {
                let (form, right) = line.split_once(' ').expect("a wrong form and the right one");
                Rule::Never(form, right)
            }
        })
        .collect()
}

#[test]
fn b74_traditional_chinese_is_not_simplified_chinese_left_standing() {
    let wrong: Vec<String> = lines()
        .into_iter()
        .filter(|(_, line)| line.chars().any(|it| !it.is_ascii() && SIMPLIFIED_ONLY.contains(it)))
        .map(|(place, line)| format!("{place}: {line}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn b74_traditional_chinese_has_no_conversion_errors() {
    let rules = rules();
    let mut wrong = Vec::new();
    for (place, line) in lines() {
        // Spaces beside a variable part no word.
        let close = line.replace("} ", "}");
        let faults = rules.iter().filter_map(|rule| rule.fault(&close));
        wrong.extend(faults.map(|fault| format!("{place}: {fault}: {line}")));
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// A right form in which another rule finds a fault would send its writer in a circle.
#[test]
fn no_right_form_is_itself_wrong() {
    let rules = rules();
    for rule in &rules {
        if let Rule::Never(_, right) = rule {
            assert_eq!(rules.iter().find_map(|other| other.fault(right)), None, "{right}");
        }
    }
}
