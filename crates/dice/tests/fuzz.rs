//! The property of the fuzz target `notation`, on stable: whatever is typed, nothing panics or
//! hangs, and what parses prints to what parses to the same.

use dice::{Draw, Throw, Value};
use proptest::prelude::*;

/// All dice show their first face: the cheapest source there is.
struct First;

impl Draw for First {
    fn below(&mut self, _: u32) -> u32 {
        0
    }
}

fn check(line: &str) {
    match Throw::parse(line) {
        Ok(throw) => {
            let printed = throw.to_string();
            let again = Throw::parse(&printed);
            assert_eq!(again.as_ref(), Ok(&throw), "{line:?} → {printed:?}");
            assert_eq!(again.unwrap().to_string(), printed);
            let names = |_: &str| Some(Value::from(2));
            if let Ok(rolls) = throw.roll(&names, &mut First) {
                assert_eq!(rolls.len(), throw.times as usize);
                let _ = rolls[0].to_string();
            }
        }
        Err(error) => {
            let length = line.chars().count();
            assert!(error.span.start <= length, "{line:?}: {error:?}");
            if let Some(suggestion) = error.suggestion {
                assert!(Throw::parse(&suggestion).is_ok(), "{line:?} → {suggestion:?}");
            }
        }
    }
}

/// Pieces of notation, so that random lines often come close to valid ones.
const PIECES: [&str; 72] = [
    "d",
    "D",
    "2d6",
    "d20",
    "d%",
    "dF",
    "d[1,2]",
    "d[",
    "]",
    "3",
    "0",
    "10",
    "1.5",
    ".",
    "kh",
    "kl",
    "dh",
    "dl",
    "kh2",
    "r",
    "ro",
    "rr",
    "r1",
    "ro<=2",
    "!",
    "!x3",
    "!>=5",
    "x",
    "x3",
    "cs",
    "c",
    "cs>=7",
    "adv",
    "dis",
    "优势",
    "劣势",
    "+",
    "-",
    "*",
    "/",
    "%",
    "^",
    "(",
    ")",
    "{",
    "}",
    "{power}",
    "power",
    "力量",
    "target.level",
    "min(",
    "max(",
    "if(",
    "abs(",
    "floor(",
    ",",
    "<",
    "<=",
    ">",
    "≥",
    "=",
    "!=",
    "≠",
    " ",
    " ",
    "#",
    "3#",
    "砸门",
    "attack",
    "（",
    "ｄ６",
    "加3",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn c02_any_pieces_of_notation(pieces in prop::collection::vec(prop::sample::select(&PIECES), 0..14)) {
        check(&pieces.concat());
    }

    #[test]
    fn c02_any_text(line in "\\PC{0,40}") {
        check(&line);
    }

    #[test]
    fn c02_any_characters_of_notation(line in "[0-9dDkhlrocsxadvis!<>=+*/%^(){}\\[\\],.# 力-]{0,30}") {
        check(&line);
    }
}

#[test]
fn c02_lines_that_once_mattered() {
    for line in [
        "1d6!-1",
        "{d}",
        "{d6}d6",
        "dF优势",
        "d(1)",
        "1d6!==-1",
        "a.b.c",
        "2d6 \u{3000}砸",
        "\u{0}",
        "if\n\n\u{b}\n",
        "d[1..200]",
    ] {
        check(line);
    }
    for piece in
        ["(", "-", "1+", "if(", "1d6!", "{", "d[", "9", "^", "2^", "min(1,", "力", "!!", "#"]
    {
        check(&piece.repeat(700));
        check(&piece.repeat(60));
        check(&format!("{}1", piece.repeat(45)));
    }
}
