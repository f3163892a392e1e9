//! The command line as people meet it: what is typed, what is answered.

use std::process::{Command, Output};

fn mistline(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mistline"))
        .args(arguments)
        .env_remove("MISTLINE_LANG")
        .env("LANG", "zh_CN.UTF-8")
        .env_remove("LC_ALL")
        .env("COLUMNS", "100")
        .output()
        .expect("the binary runs")
}

/// The command with what it prints, errors after a line.
fn session(arguments: &[&str]) -> String {
    let output = mistline(arguments);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    let mut told = format!("$ mistline {}\n{}", arguments.join(" "), text(&output.stdout));
    if !output.status.success() {
        told += &format!("[{}]\n", output.status.code().unwrap_or(-1));
        told += &text(&output.stderr);
    }
    told
}

#[test]
fn c03_rolling_shows_every_die() {
    insta::assert_snapshot!(session(&["roll", "1d8+3d4kh1", "砸门", "--seed", "7"]));
    insta::assert_snapshot!(session(&["roll", "3#2d6+1", "--seed", "7"]));
    insta::assert_snapshot!(session(&["roll", "4d6dl1", "--times", "6", "--seed", "1"]));
    insta::assert_snapshot!(session(&["roll", "2d6+1", "--seed", "7", "--json"]));
}

#[test]
fn the_same_seed_rolls_the_same_and_no_seed_does_not() {
    let rolled = |arguments: &[&str]| mistline(arguments).stdout;
    let seeded = ["roll", "20d20", "--seed", "42"];
    assert_eq!(rolled(&seeded), rolled(&seeded));
    assert_ne!(rolled(&["roll", "20d20"]), rolled(&["roll", "20d20"]));
}

#[test]
fn c03_odds_are_drawn() {
    insta::assert_snapshot!(session(&["odds", "1d8+3d4kh1", "--bands", "5,8"]));
    insta::assert_snapshot!(session(&["odds", "4dF+2", "--vs", "4dF+1", "--lang", "en"]));
    insta::assert_snapshot!(session(&["odds", "1d6!x2", "--at-least", "7", "--lang", "zh-Hant"]));
    insta::assert_snapshot!(session(&["odds", "20d6"]));
}

#[test]
fn c03_odds_are_drawn_into_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("odds.svg");
    let path = file.to_str().expect("UTF-8");
    let output = mistline(&["odds", "4dF+2", "--vs", "4dF+1", "--svg", path, "--lang", "en"]);
    assert!(output.status.success());
    let svg = std::fs::read_to_string(&file).expect("the picture");
    for said in ["<svg ", "lang=\"en\"", "4dF + 2", "4dF + 1", "mean 2.00", "2: 23.46 %"] {
        assert!(svg.contains(said), "no {said} in {svg}");
    }
    let nowhere = folder.path().join("no/odds.svg");
    let output = mistline(&["odds", "2d6", "--svg", nowhere.to_str().expect("UTF-8")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("写不了"));
}

#[test]
fn odds_are_printed_for_programs() {
    insta::assert_snapshot!(session(&["odds", "2d4-1", "--json"]));
    insta::assert_snapshot!(session(&["odds", "1d100/50 < 1d100/80", "--json"]));
    insta::assert_snapshot!(session(&["odds", "2d4", "--csv"]));
    insta::assert_snapshot!(session(&["odds", "2d6", "--json", "--bands", "6,9", "--vs", "2d6"]));
}

#[test]
fn c02_mistakes_are_pointed_at_in_three_languages() {
    for language in ["zh-Hans", "zh-Hant", "en"] {
        insta::assert_snapshot!(session(&["roll", "2d6++3", "--lang", language]));
        insta::assert_snapshot!(session(&["odds", "１０ｄ１０>=7", "--lang", language]));
    }
    insta::assert_snapshot!(session(&["roll", "2d6 + 力量"]));
    insta::assert_snapshot!(session(&["odds", "1000d1000"]));
}

#[test]
fn b74_help_and_complaints_are_in_the_readers_language() {
    for language in ["zh-Hans", "zh-Hant", "en"] {
        insta::assert_snapshot!(session(&["--lang", language, "odds", "--help"]));
    }
    insta::assert_snapshot!(session(&["rol"]));
    insta::assert_snapshot!(session(&["roll", "--tims", "3"]));
    insta::assert_snapshot!(session(&["roll", "2d6", "--times", "0"]));
    insta::assert_snapshot!(session(&["odds", "2d6", "--json", "--csv"]));
    insta::assert_snapshot!(session(&["roll"]));
}

/// A file in a folder of its own, and what `check` says of it and others in that folder.
fn checked(files: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("it can be written");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_mistline"))
        .args(["check", "--lang", "en"])
        .args(files.iter().map(|(name, _)| name))
        .current_dir(folder.path())
        .output()
        .expect("the binary runs");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    format!("{}{}", text(&output.stdout), text(&output.stderr))
}

#[test]
fn t56_check_says_what_each_law_thinks() {
    let skill = |amount: &str| {
        format!(
            "extends = \"timeline\"\nid = \"mine\"\n[[skills]]\nid = \"bolt\"\nname = \"Bolt\"\n\
             attribute = \"education\"\neffects = [{{ effect = \"damage\", amount = \"{amount}\" }}]\n"
        )
    };
    let fair = checked(&[("fair.toml", &skill("impact"))]);
    for law in 1..=4 {
        assert!(fair.contains(&format!("Law {law}: passes.")), "{fair}");
    }
    let unfair = checked(&[("unfair.toml", &skill("impact * 3"))]);
    assert!(unfair.contains("unfair.toml:3:1:") && unfair.contains("Bolt"), "{unfair}");
}

#[test]
fn t60_check_stacks_extensions_in_the_order_they_are_named() {
    let with = |id: &str, reach: u32| {
        format!(
            "extends = \"timeline\"\nid = \"{id}\"\n[options]\nunarmed_reach = \"{reach}\"\n\
             [[items]]\nname = \"rope\"\n"
        )
    };
    let (one, two) = (with("one", 2), with("two", 3));
    let told = checked(&[("one.toml", &one), ("two.toml", &two)]);
    assert!(told.contains("two.toml:6:8:") && told.contains("two.toml:4:17:"), "{told}");
}
