//! Operating a server from the command line, with the real binary on real folders.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use rules::Audience;
use table::{
    Answer, CommandId, NewTable, SqliteStore, StoreError, TableCommand, TableHandle, Tables, Voice,
    World,
};
use words::Language;

const LANGUAGES: [&str; 3] = ["zh-Hans", "zh-Hant", "en"];

fn mistline(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mistline"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("MISTLINE_")) {
        command.env_remove(name);
    }
    command
        .args(arguments)
        .current_dir(folder)
        .env("MISTLINE_DATA", folder.join("data"))
        .env("LANG", "en_GB.UTF-8")
        .env_remove("LC_ALL")
        .env("COLUMNS", "100")
        .output()
        .expect("the binary runs")
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

/// A table in the folder's database, where this always happens: talk, a whisper, rolls.
async fn play(folder: &Path, title: &str) -> TableHandle {
    fs::create_dir_all(folder.join("data")).expect("a folder");
    let store = SqliteStore::open(&folder.join("data/mistline.db")).await.expect("a database");
    let tables = Tables::new(Arc::new(store), World::machine());
    let opened = tables
        .open(NewTable {
            title: title.to_owned(),
            language: "en".to_owned(),
            time_zone: "Asia/Shanghai".to_owned(),
            pack: rules::pack::shipped_pack("mist-2d6").expect("it ships").pack,
            host: "Mara".to_owned(),
        })
        .await
        .expect("a table");
    let table = opened.table;
    let send = async |by, command| {
        let command = table::Command::Table(command);
        table.command(by, CommandId::random(), command).await.expect("accepted")
    };
    let seat = |name: &str| TableCommand::AddSeat { name: name.into(), role: rules::Role::Player };
    let Answer::Seat { seat: ann } = send(opened.host, seat("Ann")).await else {
        panic!("no seat")
    };
    let Answer::Seat { .. } = send(opened.host, seat("Ben")).await else { panic!("no seat") };
    let say = |voice, text: &str| TableCommand::Say { voice, text: text.to_owned() };
    send(ann, say(Voice::OutOfCharacter, "the door is open")).await;
    send(ann, say(Voice::Whisper { to: [].into() }, "someone hides")).await;
    let roll =
        TableCommand::Roll { notation: "5#2d6".to_owned(), audience: Audience::All, actor: None };
    send(ann, roll).await;
    send(opened.host, TableCommand::EndSession).await;
    table
}

#[tokio::test(flavor = "multi_thread")]
async fn b50_a_table_is_exported_verified_and_imported_elsewhere() {
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    play(here.path(), "Harbour").await;
    let file = here.path().join("harbour.mistline");
    let file = file.to_str().expect("text");
    let said = told(here.path(), &["export", "Harbour", file]);
    assert!(said.starts_with("Exported ") && said.contains(file), "{said}");
    assert!(!said.contains("not ended"), "its session is over: {said}");
    let proven = told(there.path(), &["verify", file]);
    assert!(proven.contains("✓ 5 rolls made again"), "{proven}");
    let imported = told(there.path(), &["import", file, "--url", "https://play.example/"]);
    assert!(imported.contains("https://play.example/t/"), "{imported}");
    let listed = told(there.path(), &["table", "list"]);
    assert!(listed.contains("Harbour (mist, 3 seats, "), "{listed}");
    let again = there.path().join("again.mistline");
    let open = told(there.path(), &["export", "Harbour", again.to_str().expect("text")]);
    assert!(open.contains("The session has not ended"), "an import begins a new one: {open}");
    let printed = told(there.path(), &["export", "Harbour"]);
    assert_eq!(printed, fs::read_to_string(&again).unwrap(), "without a file it is printed");

    let mut bent = fs::read(file).unwrap();
    let middle = bent.len() / 2;
    bent[middle] ^= 1;
    fs::write(here.path().join("bent"), &bent).unwrap();
    for command in ["verify", "import"] {
        let complaint = refused(here.path(), &[command, "bent"]);
        assert!(complaint.contains("is not as it was written"), "{complaint}");
    }
    let database = here.path().join("data/mistline.db");
    let whole = told(there.path(), &["verify", database.to_str().expect("text")]);
    assert!(whole.contains("✓ 5 rolls made again"), "{whole}");
}

#[tokio::test(flavor = "multi_thread")]
async fn b50_a_log_is_exported_as_a_seat_saw_it() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), "Harbour").await;
    for form in ["md", "html", "txt"] {
        let log = |seat| told(folder.path(), &["export", "Harbour", "--log", form, "--seat", seat]);
        for (seat, hears) in [("Mara", true), ("Ann", true), ("Ben", false)] {
            let log = log(seat);
            assert!(log.contains("the door is open") && log.contains("Asia/Shanghai"), "{log}");
            assert_eq!(log.contains("someone hides"), hears, "{seat} {form}");
        }
    }
    told(folder.path(), &["export", "Harbour", "log.md", "--log", "md", "--session", "1"]);
    let host = fs::read_to_string(folder.path().join("log.md")).unwrap();
    assert!(host.contains("someone hides"), "the host's if no seat is named");
    let characters = told(folder.path(), &["export", "Harbour", "--characters"]);
    assert_eq!(characters.trim(), "[]");
    let nobody = refused(folder.path(), &["export", "Harbour", "--log", "md", "--seat", "Cy"]);
    assert!(nobody.contains("Mara、Ann、Ben"), "{nobody}");
    let never = refused(folder.path(), &["export", "Harbour", "--log", "md", "--session", "9"]);
    assert!(never.contains("There is no session 9"), "{never}");
}

#[tokio::test(flavor = "multi_thread")]
async fn b05_tables_are_found_and_a_lost_host_link_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let none = refused(folder.path(), &["table", "list"]);
    assert!(none.contains("There is no database"), "{none}");
    let table = play(folder.path(), "Harbour").await;
    let other = play(folder.path(), "Bay").await;
    let listed = told(folder.path(), &["table", "list"]);
    assert!(listed.contains(&table.id().to_string()) && listed.contains(&other.id().to_string()));
    for named in ["Harbour", &table.id().to_string()] {
        let said = told(folder.path(), &["table", "link", named]);
        let token = said.trim().rsplit('#').next().expect("a token").to_owned();
        // The very table that is open in this process takes it, as a running server's would.
        let welcome = table.look(&table::Token::presented(&token)).await.expect("it opens");
        assert_eq!(welcome.name.as_deref(), Some("Mara"));
    }
    let unknown = refused(folder.path(), &["table", "link", "Nowhere"]);
    assert!(unknown.contains("no table “Nowhere”") && unknown.contains("table list"), "{unknown}");
    let twice = refused(folder.path(), &["table", "link", "019"]);
    assert!(twice.contains("no table"), "{twice}");
    play(folder.path(), "Harbour").await;
    let which = refused(folder.path(), &["table", "link", "Harbour"]);
    assert!(which.contains("More than one"), "{which}");
}

#[tokio::test(flavor = "multi_thread")]
async fn b76_deleting_and_redacting_ask_first_and_leave_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let table = play(folder.path(), "Harbour").await;
    let redact = ["table", "redact", "Harbour", "Ann", "--name", "Someone"];
    let asked = refused(folder.path(), &redact);
    assert!(asked.contains("--yes"), "{asked}");
    let said = told(folder.path(), &[&redact[..], &["--yes"]].concat());
    assert!(said.contains("“Someone”"), "{said}");
    let log = told(folder.path(), &["export", "Harbour"]);
    for gone in ["the door is open", "someone hides", "\"Ann\""] {
        assert!(!log.contains(gone), "{gone}");
    }
    let asked = refused(folder.path(), &["table", "delete", "Harbour"]);
    assert!(asked.contains("--yes"), "{asked}");
    told(folder.path(), &["table", "delete", &table.id().to_string(), "--yes"]);
    assert_eq!(told(folder.path(), &["table", "list"]).trim(), "There are no tables yet.");
    told(folder.path(), &["backup", "copy.db"]);
    let copy = fs::read(folder.path().join("copy.db")).unwrap();
    assert!(!copy.windows(7).any(|bytes| bytes == b"Harbour"), "erased, not only forgotten");
}

#[tokio::test(flavor = "multi_thread")]
async fn b72_a_backup_made_while_in_use_is_restored() {
    let folder = tempfile::tempdir().unwrap();
    let table = play(folder.path(), "Harbour").await;
    told(folder.path(), &["backup", "copy.db"]);
    let there = refused(folder.path(), &["backup", "copy.db"]);
    assert!(there.contains("is there already"), "{there}");
    drop(table);
    told(folder.path(), &["table", "delete", "Harbour", "--yes"]);
    let restored = told(folder.path(), &["restore", "copy.db"]);
    assert!(restored.contains("Restored: 1 tables.") && restored.contains("before-restore-"));
    assert!(told(folder.path(), &["table", "list"]).contains("Harbour"));
    assert!(told(folder.path(), &["doctor", "--listen", "127.0.0.1:0"]).contains("1 tables"));

    bend(folder.path(), "bent.db");
    fs::write(folder.path().join("no.db"), "not a database at all").unwrap();
    for unfit in ["bent.db", "no.db", "nowhere.db"] {
        let complaint = refused(folder.path(), &["restore", unfit]);
        assert!(complaint.contains("cannot be restored"), "{complaint}");
    }
    assert!(told(folder.path(), &["table", "list"]).contains("Harbour"), "untouched");
    let found = refused(folder.path(), &["verify", "bent.db"]);
    assert!(found.contains("1 things do not match"), "{found}");
}

#[tokio::test(flavor = "multi_thread")]
async fn b70_the_doctor_says_what_is_well_and_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), "Harbour").await;
    let doctor = ["doctor", "--listen", "127.0.0.1:0"];
    let well = told(folder.path(), &doctor);
    assert!(well.contains("All is well.") && !well.contains('✗'), "{well}");
    assert!(well.contains("1 tables"), "{well}");

    // A database of one file: what a write-ahead log holds would mend it.
    told(folder.path(), &["backup", "copy.db"]);
    fs::remove_dir_all(folder.path().join("data")).unwrap();
    fs::create_dir(folder.path().join("data")).unwrap();
    bend(folder.path(), "data/mistline.db");
    fs::write(folder.path().join("data/mistline.toml"), "public-url = \"http://p.example\"")
        .unwrap();
    let output = mistline(folder.path(), &doctor);
    assert_eq!(output.status.code(), Some(1));
    let ill = String::from_utf8(output.stdout).unwrap();
    for finding in
        ["✗ the database is damaged", "mistline restore", "not encrypted", "--create-key"]
    {
        assert!(ill.contains(finding), "{finding}: {ill}");
    }
    fs::write(folder.path().join("data/mistline.toml"), "copys = 3").unwrap();
    let output = mistline(folder.path(), &doctor);
    let ill = String::from_utf8(output.stdout).unwrap();
    assert!(ill.contains("✗ The settings file") && ill.contains("copys"), "{ill}");
}

/// A copy of the folder's database in which one bit of something said has changed.
fn bend(folder: &Path, to: &str) {
    let mut bent = fs::read(folder.join("copy.db")).expect("a copy");
    let whisper = b"someone hides";
    let said = bent.windows(whisper.len()).position(|bytes| bytes == whisper);
    let said = said.expect("the whisper");
    bent[said] ^= 1;
    fs::write(folder.join(to), bent).expect("it can be written");
}

#[tokio::test(flavor = "multi_thread")]
async fn b74_what_is_wrong_with_a_database_is_told_in_the_readers_language() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    play(folder, "Harbour").await;
    told(folder, &["backup", "copy.db"]);
    bend(folder, "bent.db");
    fs::write(folder.join("no.db"), "not a database at all").unwrap();
    fs::remove_dir_all(folder.join("data")).unwrap();
    fs::create_dir(folder.join("data")).unwrap();
    fs::copy(folder.join("bent.db"), folder.join("data/mistline.db")).unwrap();
    let all = |arguments: &[&str], language: &str| {
        let mut with = vec!["--lang", language];
        with.extend(arguments);
        let output = mistline(folder, &with);
        assert_eq!(output.status.code(), Some(1), "{with:?}");
        String::from_utf8([output.stdout, output.stderr].concat()).expect("text")
    };
    for (language, changed, failed) in [
        ("zh-Hans", "：第 5 条记录与写下时不同", "：磁盘或数据库出错（file is not a database）"),
        ("zh-Hant", "：第 5 條紀錄與寫下時不同", "：磁碟或資料庫出錯（file is not a database）"),
        (
            "en",
            ": record 5 is not as it was written",
            ": the disk or database failed (file is not a database)",
        ),
    ] {
        for command in
            [&["verify", "bent.db"][..], &["restore", "bent.db"], &["doctor", "--listen", "[::]:0"]]
        {
            let said = all(command, language);
            assert!(said.contains(changed), "{command:?}: {said}");
        }
        let said = all(&["restore", "no.db"], language);
        assert!(said.contains(failed), "{said}");
    }
}

#[test]
fn b74_every_fault_of_a_store_is_told_in_the_readers_language() {
    let text = || "os error 28".to_owned();
    let faults = [
        StoreError::Conflict,
        StoreError::Io(text()),
        StoreError::Closed,
        StoreError::Name,
        StoreError::Newer { found: 9, known: 2 },
        StoreError::Older { found: 1, known: 2 },
        StoreError::Changed(5),
        StoreError::Cut(5),
        StoreError::Damaged,
        StoreError::Unreadable { seq: 5, fault: text() },
    ];
    for fault in faults {
        let said = |language| words::say(language, &fault.to_message());
        for chinese in [Language::ZhHans, Language::ZhHant].map(said) {
            let own = chinese.replace("（os error 28）", "").replace("mistline serve", "");
            let foreign = own.replace("mistline", "").contains(|c: char| c.is_ascii_alphabetic());
            assert!(!foreign, "{chinese}");
        }
        assert!(said(Language::En).is_ascii(), "{fault:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn b22_verify_misses_what_was_cut_off_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    play(folder, "Harbour").await;
    told(folder, &["export", "Harbour", "harbour.mistline"]);
    let whole = fs::read_to_string(folder.join("harbour.mistline")).unwrap();
    let cut: Vec<&str> = whole.split_inclusive('\n').collect();
    fs::write(folder.join("cut.mistline"), cut[..cut.len() - 1].concat()).unwrap();
    let missed = refused(folder, &["verify", "cut.mistline"]);
    assert!(missed.contains("the file is not whole"), "{missed}");
}

#[test]
fn b77_the_doctor_tells_an_older_or_newer_database_from_a_damaged_one() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("data/mistline.db");
    fs::create_dir(folder.path().join("data")).unwrap();
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../table/tests/corpus");
    let doctor = ["doctor", "--listen", "127.0.0.1:0"];

    fs::copy(corpus.join("layout-1.db"), &database).unwrap();
    // Files that others can read are a fault of their own (B-79).
    #[cfg(unix)]
    for (path, mode) in [(folder.path().join("data"), 0o700), (database.clone(), 0o600)] {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let older = told(folder.path(), &doctor);
    assert!(older.contains("· the database is of an older version (1)"), "{older}");
    assert!(older.contains("the next mistline serve"), "{older}");
    let refusal = refused(folder.path(), &["verify", "data/mistline.db"]);
    assert!(refusal.contains("open it once with mistline serve"), "{refusal}");

    let mut newer = fs::read(&database).unwrap();
    // SQLite keeps the number at this place of its file.
    newer[60..64].copy_from_slice(&99_u32.to_be_bytes());
    fs::write(&database, newer).unwrap();
    let output = mistline(folder.path(), &doctor);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("✗ the database is of a newer version: it is of version 99"), "{said}");
    assert!(said.contains("use a newer mistline") && !said.contains("damaged"), "{said}");
}

#[test]
fn b74_help_of_operating_is_in_the_readers_language() {
    let folder = tempfile::tempdir().unwrap();
    for language in LANGUAGES {
        for command in [
            "", "serve", "chat", "export", "import", "verify", "restore", "move", "table", "doctor",
        ] {
            let mut arguments = vec!["--lang", language];
            arguments.extend((!command.is_empty()).then_some(command));
            arguments.push("--help");
            let help = told(folder.path(), &arguments);
            let unsaid = help.split_whitespace().find(|word| word.starts_with("cli-"));
            assert_eq!(unsaid, None, "{command} has words for everything in {language}");
            insta::assert_snapshot!(format!("help {command} {language}").replace(' ', "-"), help);
        }
    }
}

/// A chat platform that does not answer is named, with the reason, in each language; a `[[chat]]`
/// that is said wrong is refused before anything is served.
#[test]
fn c20_doctor_says_what_is_wrong_with_a_chat_platform() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    fs::create_dir_all(&data).expect("a folder");
    let file = data.join("mistline.toml");
    let chat = "[[chat]]\nkind = \"onebot\"\nname = \"qq\"\nurl = \"ws://127.0.0.1:1\"\n";
    fs::write(&file, chat).expect("written");
    let nobody = ["那里没有程序在听", "那裡沒有程式在聽", "no program listens there"];
    for (language, why) in LANGUAGES.into_iter().zip(nobody) {
        let output = mistline(folder.path(), &["--lang", language, "doctor"]);
        let said = String::from_utf8(output.stdout).expect("text");
        assert_eq!(output.status.code(), Some(1), "{said}");
        let line = said.lines().find(|line| line.contains("qq")).expect("it is named");
        assert!(line.contains('✗') && line.contains(why), "{line}");
    }
    fs::write(&file, "[[chat]]\nkind = \"satori\"\nurl = \"nowhere\"\n").expect("written");
    for language in LANGUAGES {
        assert!(refused(folder.path(), &["--lang", language, "serve"]).contains("nowhere"));
    }
}
