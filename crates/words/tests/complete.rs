//! B-74: a missing translation fails the tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{CallArguments, Entry, Expression, InlineExpression, Pattern};
use fluent_syntax::ast::{PatternElement, Resource};
use words::{Language, catalogue_files};

/// The messages of a language with the variables each names, by file.
fn messages(language: Language) -> BTreeMap<String, BTreeMap<String, BTreeSet<String>>> {
    catalogue_files(language)
        .map(|(file, text)| {
            let resource: Resource<String> = fluent_syntax::parser::parse(text)
                .unwrap_or_else(|(_, faults)| panic!("{language}/{file}: {faults:?}"));
            let mut found = BTreeMap::new();
            for entry in &resource.body {
                match entry {
                    Entry::Message(message) => {
                        let id = message.id.name.clone();
                        let pattern = message.value.as_ref().expect("a message has text");
                        let mut variables = BTreeSet::new();
                        of_pattern(pattern, &mut variables);
                        let twice = found.insert(id.clone(), variables);
                        assert!(twice.is_none(), "{language}/{file}: {id} stands there twice");
                    }
                    Entry::Junk { content } => panic!("{language}/{file}: unreadable {content:?}"),
                    _ => {}
                }
            }
            (file, found)
        })
        .collect()
}

fn of_pattern(pattern: &Pattern<String>, found: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            of_expression(expression, found);
        }
    }
}

fn of_expression(expression: &Expression<String>, found: &mut BTreeSet<String>) {
    match expression {
        Expression::Inline(inline) => of_inline(inline, found),
        Expression::Select { selector, variants } => {
            of_inline(selector, found);
            for variant in variants {
                of_pattern(&variant.value, found);
            }
        }
    }
}

fn of_inline(inline: &InlineExpression<String>, found: &mut BTreeSet<String>) {
    let of_arguments = |arguments: &CallArguments<String>, found: &mut BTreeSet<String>| {
        for argument in &arguments.positional {
            of_inline(argument, found);
        }
        for argument in &arguments.named {
            of_inline(&argument.value, found);
        }
    };
    match inline {
        InlineExpression::VariableReference { id } => {
            found.insert(id.name.clone());
        }
        InlineExpression::FunctionReference { arguments, .. } => of_arguments(arguments, found),
        InlineExpression::Placeable { expression } => of_expression(expression, found),
        _ => {}
    }
}

#[test]
fn b74_every_language_has_every_message_with_the_same_variables() {
    let reference = messages(Language::ZhHans);
    for language in [Language::ZhHant, Language::En] {
        let other = messages(language);
        assert_eq!(
            reference.keys().collect::<Vec<_>>(),
            other.keys().collect::<Vec<_>>(),
            "files of {language}"
        );
        for (file, entries) in &reference {
            for (id, variables) in entries {
                let theirs = other[file].get(id);
                assert_eq!(theirs, Some(variables), "{language}/{file}: {id}");
            }
            let extra: Vec<_> =
                other[file].keys().filter(|id| !entries.contains_key(*id)).collect();
            assert!(extra.is_empty(), "{language}/{file} has more: {extra:?}");
        }
    }
}

#[test]
fn b74_no_id_stands_in_two_files() {
    let mut owner = BTreeMap::new();
    for (file, entries) in messages(Language::ZhHans) {
        for id in entries.into_keys() {
            if let Some(other) = owner.insert(id.clone(), file.clone()) {
                panic!("{id} stands in {other} and {file}");
            }
        }
    }
}

#[test]
fn b74_every_message_of_the_program_is_in_the_catalogue_with_its_arguments() {
    let entries: BTreeMap<String, BTreeSet<String>> =
        messages(Language::ZhHans).into_values().flatten().collect();
    let mut seen = 0;
    for path in rust_files(&workspace().join("crates")) {
        let text = fs::read_to_string(&path).expect("source is readable");
        for (id, arguments) in macro_uses(&text) {
            seen += 1;
            let Some(variables) = entries.get(&id) else {
                panic!("{}: no catalogue has {id:?}", path.display());
            };
            assert_eq!(&arguments, variables, "{}: {id}", path.display());
        }
    }
    assert!(seen > 20, "the scan finds the program's messages, found {seen}");
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("folder is readable") {
        let path = entry.expect("entry is readable").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && path.file_name() != Some("complete.rs".as_ref())
        {
            files.push(path);
        }
    }
    files
}

/// Every `message!("id", name = …)` of a source file, outside comments: its id and its arguments' names.
fn macro_uses(text: &str) -> Vec<(String, BTreeSet<String>)> {
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let mut uses = Vec::new();
    let mut rest = code.as_str();
    while let Some(at) = rest.find("message!(") {
        rest = rest[at + "message!(".len()..].trim_start();
        let Some(id) = rest.strip_prefix('"').and_then(|id| id.split('"').next()) else {
            continue;
        };
        uses.push((id.to_owned(), argument_names(&rest[id.len() + 2..])));
    }
    uses
}

/// The names before `=` at the depth of the macro's own arguments, up to its closing bracket.
fn argument_names(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut depth = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => {
                while let Some((_, inner)) = characters.next() {
                    match inner {
                        '\\' => drop(characters.next()),
                        '"' => break,
                        _ => {}
                    }
                }
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                let argument = text[at + 1..].trim_start();
                let name: String =
                    argument.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                let after = argument[name.len()..].trim_start();
                if after.starts_with('=') && !after.starts_with("==") && !after.starts_with("=>") {
                    names.insert(name);
                }
            }
            _ => {}
        }
    }
    names
}

#[test]
fn the_scan_reads_arguments() {
    let code =
        r#"message!("a-b", who = f(x, y), text = "a, c = d"); message!( "c" ); // message!("no")"#;
    let names = |list: &[&str]| list.iter().map(|&name| name.to_owned()).collect();
    assert_eq!(
        macro_uses(code)[..2],
        [("a-b".to_owned(), names(&["who", "text"])), ("c".to_owned(), names(&[]))]
    );
}
