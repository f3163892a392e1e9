//! Tables in PostgreSQL from the command line, with the real binary and a real database (B-71).

#[path = "../../table/tests/postgres/mod.rs"]
#[allow(dead_code, reason = "shared with the tests of several nodes")]
mod postgres;
#[path = "running/mod.rs"]
#[allow(dead_code, reason = "shared with the tests of `serve`")]
mod running;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use postgres::Postgres;
use running::Running;

fn mistline(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mistline"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("MISTLINE_")) {
        command.env_remove(name);
    }
    let command = command.args(["--lang", "en"]).args(arguments).current_dir(folder);
    command.env("MISTLINE_DATA", folder.join("data")).output().expect("the binary runs")
}

/// What a command that must succeed prints.
fn told(folder: &Path, arguments: &[&str]) -> String {
    let output = mistline(folder, arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

/// What a command that must fail complains of.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = mistline(folder, arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

fn corpus(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../table/tests/corpus");
    file.join(format!("{name}.mistline")).display().to_string()
}

#[test]
fn b71_tables_are_moved_to_postgres_and_back_and_kept_there_as_in_a_folder() {
    let (here, there) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("one"));
    let (here, there) = (here.path(), there.path());
    for name in ["mist-2d6", "fate-condensed", "timeline-scene"] {
        told(here, &["import", &corpus(name)]);
    }
    let listed = told(here, &["table", "list"]);
    assert_eq!(listed.lines().count(), 3);
    let server = Postgres::start();
    let url = server.database("mistline");
    let shared = |arguments: &[&str]| {
        let arguments = [arguments, &["--database", &url]].concat();
        told(there, &arguments)
    };
    assert!(shared(&["doctor"]).contains("is empty"), "nothing is changed by looking");

    let moved = told(here, &["move", "--to", &url]);
    assert!(moved.contains("Moved 3 tables with "), "{moved}");
    assert_eq!(shared(&["table", "list"]), listed);
    let again = refused(here, &["move", "--to", &url]);
    assert!(again.contains("There are 3 tables at the destination"), "{again}");

    let doctor = shared(&["doctor"]);
    assert!(doctor.contains("is whole: 3 tables"), "{doctor}");
    shared(&["backup", "copy.db"]);
    let table = listed.split_whitespace().next().expect("an id");
    shared(&["table", "delete", table, "--yes"]);
    assert_eq!(shared(&["table", "list"]).lines().count(), 2);
    let restored = shared(&["restore", "copy.db"]);
    assert!(restored.contains("Restored: 3 tables.") && restored.contains("before-restore"));
    assert_eq!(shared(&["table", "list"]), listed);
    let link = shared(&["table", "link", table]);
    assert!(link.contains(table), "{link}");

    let back = shared(&["move", "--to", "back"]);
    assert!(back.contains("Moved 3 tables with "), "{back}");
    let listed = shared(&["table", "list"]);
    let data = there.join("back").display().to_string();
    assert_eq!(told(there, &["table", "list", "--data", &data]), listed);
    let replaced = told(here, &["move", "--to", &url, "--replace"]);
    assert!(replaced.contains("before-move"), "what was there is kept: {replaced}");

    server.sql("mistline", "UPDATE mistline_log SET record = replace(record, '雾', '露')");
    let broken = refused(there, &["doctor", "--database", &url]);
    assert!(broken.contains("to mend"), "{broken}");
}

#[test]
fn b71_a_database_that_is_served_is_not_replaced_under_its_servers() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Postgres::start();
    let url = server.database("mistline");
    told(folder.path(), &["import", &corpus("mist-2d6")]);
    told(folder.path(), &["move", "--to", &url]);
    told(folder.path(), &["backup", "copy.db"]);
    let nodes = [(); 2].map(|()| {
        Running::sharing(&url, &folder.path().join("node"), "127.0.0.1:0", Stdio::null())
    });
    let complaint = loop {
        // A node has begun to listen a moment after it says that it serves.
        let output = mistline(folder.path(), &["restore", "copy.db", "--database", &url]);
        if !output.status.success() {
            break String::from_utf8(output.stderr).expect("text");
        }
    };
    assert!(complaint.contains("is being served: stop all its servers first"), "{complaint}");
    assert!(!complaint.contains("user="), "only where it is");
    let back = refused(folder.path(), &["move", "--database", &url, "--to", "elsewhere"]);
    assert!(back.contains("is being served"), "{back}");
    assert_eq!(told(folder.path(), &["table", "list", "--database", &url]).lines().count(), 1);
    told(folder.path(), &["backup", "other.db", "--database", &url]);
    drop(nodes);
}

#[test]
fn b71_several_servers_on_one_folder_are_refused_with_a_clear_word() {
    let folder = tempfile::tempdir().expect("a folder");
    let _running = Running::start(&folder.path().join("data"), "127.0.0.1:0");
    let complaint = refused(folder.path(), &["serve", "--listen", "127.0.0.1:0"]);
    assert!(complaint.contains("in use by another mistline"), "{complaint}");
    assert!(complaint.contains("Several servers can share a PostgreSQL database"), "{complaint}");
    let wrong = refused(folder.path(), &["serve", "--database", "mysql://x"]);
    assert!(wrong.contains("postgres://user:password@host/name"), "{wrong}");
}
