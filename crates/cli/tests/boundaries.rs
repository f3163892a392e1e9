//! Who may know whom: the dependency direction drawn in ARCHITECTURE.md, and the purity of the
//! crates that must stay pure.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::{DependencyKind, MetadataCommand};

/// For each of our crates, those of ours it may depend on.
const MAY_KNOW: &[(&str, &[&str])] = &[
    // The load benchmark plays over the wire like any stranger.
    ("crowd", &[]),
    ("dice", &[]),
    ("rules", &["dice"]),
    ("words", &["dice", "rules"]),
    ("table", &["dice", "rules"]),
    ("export", &["dice", "rules", "table", "words"]),
    ("picture", &["rules", "words"]),
    ("chat", &["dice", "export", "rules", "table", "words"]),
    ("bridge", &["chat", "export", "picture", "rules", "table", "words"]),
    ("server", &["chat", "dice", "export", "picture", "rules", "table", "words"]),
    (
        "mistline",
        &["bridge", "chat", "dice", "export", "picture", "rules", "server", "table", "words"],
    ),
];

/// Everything from outside that the pure crates may use: no I/O, no async, no clock, no randomness
/// of their own.
const PURE: &[(&str, &[&str])] = &[
    (
        "dice",
        &[
            "chacha20",
            "num-bigint",
            "num-integer",
            "num-rational",
            "num-traits",
            "rand_core",
            "serde",
            "smallvec",
            "thiserror",
            "ts-rs",
        ],
    ),
    (
        "rules",
        &[
            "libm",
            "num-bigint",
            "num-integer",
            "num-traits",
            "schemars",
            "serde",
            "serde_json",
            "serde_path_to_error",
            "thiserror",
            "toml",
            "ts-rs",
            "unicode-security",
        ],
    ),
];

/// The direct dependencies of each of our crates, those for tests left out.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let metadata = MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .no_deps()
        .other_options(vec!["--offline".to_owned()])
        .exec()
        .expect("cargo knows its own workspace");
    metadata
        .workspace_packages()
        .into_iter()
        .map(|package| {
            let known = package
                .dependencies
                .iter()
                .filter(|dependency| dependency.kind == DependencyKind::Normal)
                .map(|dependency| dependency.name.clone())
                .collect();
            (package.name.to_string(), known)
        })
        .collect()
}

#[test]
fn crates_know_only_those_below_them() {
    let ours: BTreeMap<&str, &[&str]> = MAY_KNOW.iter().copied().collect();
    for (name, known) in dependencies() {
        let allowed = ours.get(name.as_str()).unwrap_or_else(|| panic!("{name} is not drawn"));
        for other in known.iter().filter(|other| ours.contains_key(other.as_str())) {
            assert!(allowed.contains(&other.as_str()), "{name} must not know {other}");
        }
    }
}

#[test]
fn pure_crates_use_nothing_that_could_make_them_impure() {
    let dependencies = dependencies();
    for (name, allowed) in PURE {
        for other in &dependencies[*name] {
            let ours = MAY_KNOW.iter().any(|(our, _)| our == other);
            assert!(ours || allowed.contains(&other.as_str()), "{name} must not use {other}");
        }
    }
}
