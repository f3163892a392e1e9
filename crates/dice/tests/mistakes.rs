//! What a player gets to see for a wrong input: kind, place, nearest valid form (C-02).

use std::fmt::Write;

use dice::{Error, Source, Throw, Value};

/// The error of a line, parsed or rolled with a few names.
fn mistake(line: &str) -> Error {
    let names =
        [("力量", Value::from(3)), ("power", Value::from(2)), ("third", Value::new(1, 3).unwrap())];
    let rolled = Throw::parse(line).and_then(|throw| throw.roll(&names, &mut Source::from_u64(1)));
    rolled.expect_err(line)
}

fn told(lines: &[&str]) -> String {
    let mut story = String::new();
    for line in lines {
        let Error { kind, span, suggestion } = mistake(line);
        let suggestion = suggestion.unwrap_or_else(|| "—".into());
        writeln!(story, "{line}\n    {kind:?}\n    at {span:?}, try {suggestion}").unwrap();
    }
    story
}

#[test]
fn c02_mistakes() {
    insta::assert_snapshot!(told(&[
        "",
        "2d",
        "d",
        "2d6+",
        "2d6++3",
        "*3",
        "(2d6",
        "2d6)",
        "()",
        "d0",
        "1d6kh0",
        "3d6k2",
        "4d6 kh3",
        "4d6kh 3",
        "d20 优势",
        "2d6 d6",
        "r 2d6",
        "2d6x",
        "d6!!x",
        "１ｄ６！！",
        "3d6*5#3",
        "2d6#3 砸门",
        "10d10>=7",
        "１０ｄ１０≥７",
        "10d10 >= 7 砸门",
        "{power}d6 > 力量",
        "1d6!=6",
        "1<2<3",
        "2D6加3",
        "2d6 减 1",
        "百分骰",
        "2d6 + 力气",
        "2d6+力量砸门",
        "力量d6",
        "powr + 1",
        "unheard + 1",
        "2(3)",
        "2d6(3)",
        "4d6kh3r1",
        "3d6adv",
        "d6r>=1",
        "10d10cs7",
        "4d6cs",
        "4d6r",
        "d[1,x]",
        "d[]",
        "{1+1}d6",
        "{third}d6",
        "(1d4)d6",
        "9999d6",
        "d9999999",
        "2.5d6",
        "maxx(1,2)",
        "abs(1,2)",
        "1/0",
        "1/(1d1-1)",
        "2^0.5",
        "9^64",
        "99999999999999999999",
        "0#d6",
        "99#d6",
        "1d6!x0",
        "$5",
        "2d6 -- ",
        "2d6,3",
        "d{power",
        "2d6 (砸门)",
        "1d20优势优势",
        "1d6!kh1!",
        "3#",
    ]));
}

#[test]
fn c02_too_long_and_too_deep() {
    let long = "1+".repeat(300) + "1";
    insta::assert_snapshot!(
        told(&[&long, &("(".repeat(60) + "1"), &"-".repeat(60)]).replace(&long, "1+1+…")
    );
}

#[test]
fn c02_every_suggestion_is_valid() {
    for line in [
        "2d", "2d6+", "(2d6", "3d6k2", "4d6 kh3", "r 2d6", "3d6*5#3", "10d10>=7", "2D6加3", "d6!!x",
    ] {
        let suggestion = mistake(line).suggestion.expect(line);
        assert!(Throw::parse(&suggestion).is_ok(), "{line} → {suggestion}");
    }
}
