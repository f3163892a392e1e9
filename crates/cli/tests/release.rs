//! What `make dist` puts together (B-78); `scripts/dist` itself runs what it has packed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cargo_metadata::MetadataCommand;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn b78_everything_the_tarball_holds_is_there() {
    let script = fs::read_to_string(workspace().join("scripts/dist")).expect("the script");
    let words = script.split_whitespace();
    let copied: Vec<&str> = words
        .filter(|word| {
            word.ends_with(".md") && !word.contains(['*', '"', '>'])
                || word.starts_with("LICENSE-")
                || word.starts_with("packaging/")
                || word.ends_with(".mjs")
        })
        .collect();
    for due in ["LICENSE-MIT", "LICENSE-APACHE", "CREDITS.md", "packaging/mistline.service"] {
        assert!(copied.contains(&due), "{due} is not copied: {copied:?}");
    }
    assert!(copied.contains(&"scripts/licences.mjs"), "the licences of all dependencies");
    for file in copied {
        assert!(workspace().join(file).is_file(), "there is no {file}");
    }
}

#[test]
fn b78_the_unit_starts_the_binary_where_it_says_it_lies() {
    let unit = workspace().join("packaging/mistline.service");
    let unit = fs::read_to_string(unit).expect("the unit");
    assert!(unit.contains("Put the binary at /usr/local/bin/mistline"));
    assert!(unit.contains("\nExecStart=/usr/local/bin/mistline serve\n"));
}

/// The platform that is built for here, as rustc names it.
fn host() -> String {
    let told = Command::new("rustc").arg("-vV").output().expect("rustc is here").stdout;
    let told = String::from_utf8(told).expect("text");
    told.lines().find_map(|line| line.strip_prefix("host: ")).expect("a platform").to_owned()
}

#[test]
fn b78_every_dependency_says_its_licence() {
    // Not `--offline`, and only this platform: on a machine that has built nothing else, cargo has
    // downloaded neither the crates of other platforms nor those of packages that were not built.
    let options = ["--locked", "--filter-platform", &host()];
    let metadata = MetadataCommand::new()
        .manifest_path(workspace().join("Cargo.toml"))
        .other_options(options.map(String::from).to_vec())
        .exec()
        .expect("cargo knows its dependencies");
    let silent =
        metadata.packages.iter().filter(|it| it.license.is_none() && it.license_file.is_none());
    let silent: Vec<String> = silent.map(|it| it.name.to_string()).collect();
    assert!(silent.is_empty(), "no licence: {silent:?}");
    assert!(metadata.packages.len() > 100, "the dependencies are among them");
}
