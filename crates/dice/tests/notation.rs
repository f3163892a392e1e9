//! What is written, and how it reads back (C-01 … C-03).

use dice::{Expr, Throw};

fn check(input: &str, canonical: &str) {
    let throw = Throw::parse(input).unwrap_or_else(|error| panic!("{input}: {error:?}"));
    assert_eq!(throw.to_string(), canonical, "{input}");
    assert_eq!(Throw::parse(canonical).as_ref(), Ok(&throw), "{input} → {canonical}");
}

#[test]
fn c03_dice() {
    check("2d6", "2d6");
    check("d20", "1d20");
    check("D%", "1d100");
    check("4dF+3", "4dF + 3");
    check("df", "1dF");
    check("dFkh1", "1dFkh1");
    check("d[1,1,2,5]", "1d[1, 1, 2, 5]");
    check("3d[-2..1, 9]", "3d[-2..1, 9]");
    check("d[1,2,3,5,6]", "1d[1..3, 5, 6]");
    check("0d6", "0d6");
    check("(2)d(6)", "2d6");
}

#[test]
fn c03_steps() {
    check("4d6kh3", "4d6kh3");
    check("4d6KH", "4d6kh1");
    check("5d6dh1dl", "5d6dh1dl1");
    check("5d6khdl", "5d6kh1dl1");
    check("2d6ro<=2", "2d6ro<=2");
    check("2d6r1rr≥6", "2d6r1r>=6");
    check("4dFr-1", "4dFr-1");
    check("1d6!", "1d6!");
    check("1d6!x10", "1d6!");
    check("3d6!>=5x3kh2", "3d6!>=5x3kh2");
    check("1d6!6x2", "1d6!6x2");
    check("1d6!<>3", "1d6!<>3");
    check("1dF!==-1", "1dF!==-1");
    check("1d6!-1", "1d6! - 1");
    check("10d10cs>=7", "10d10cs>=7");
    check("10d10c=7", "10d10cs=7");
    check("d20adv", "1d20adv");
    check("1d20优势+5", "1d20adv + 5");
    check("1d20劣勢", "1d20dis");
    check("d20r1advcs>=15", "1d20r1advcs>=15");
}

#[test]
fn c03_arithmetic() {
    check("1+2*3^2^2", "1 + 2 * 3^2^2");
    check("(1+2)*3", "(1 + 2) * 3");
    check("((1))", "1");
    check("1-(2-3)-4", "1 - (2 - 3) - 4");
    check("-2^2", "-2^2");
    check("(-2)^2", "(-2)^2");
    check("2^-1", "2^-1");
    check("2*-3", "2 * -3");
    check("5--3", "5 - -3");
    check("7%3/2", "7 % 3 / 2");
    check("0.5*1.25", "0.5 * 1.25");
    check("2×3÷4−1", "2 * 3 / 4 - 1");
    check("1d100/50 < 1d100/80", "1d100 / 50 < 1d100 / 80");
    check("1d100<=50", "1d100 <= 50");
    check("1d6 != 6", "1d6 != 6");
    check("1d6≠6", "1d6 != 6");
    check("2d6+3>=10", "2d6 + 3 >= 10");
    check("(10d10)>=7", "(10d10) >= 7");
    check("(1<2)<3", "(1 < 2) < 3");
    check("5d4kh1>=3", "5d4kh1 >= 3");
    check("10d10cs>=7>=3", "10d10cs>=7 >= 3");
    check("min(1, 2,3)", "min(1, 2, 3)");
    check("IF(1d6>3, 2d6, abs(-1))", "if(1d6 > 3, 2d6, abs(-1))");
    check("如果(1,最大(1,2),四舍五入(3/2))", "if(1, max(1, 2), round(3 / 2))");
}

#[test]
fn c03_names() {
    check("1d8 + {power}d4kh1", "1d8 + {power}d4kh1");
    check("impact / 2", "impact / 2");
    check("if(target.level > level, 1, 0)", "if(target.level > level, 1, 0)");
    check("(power+1)d4", "(power + 1)d4");
    check("2d{sides}", "2d{sides}");
    check("2d(sides+1)", "2d(sides + 1)");
    check("{power}", "power");
    check("{d6}", "{d6}");
    check("dex+2", "dex + 2");
    check("力量+2d6", "力量 + 2d6");
    check("dfoo", "dfoo");
}

#[test]
fn c01_full_width_forms() {
    check("（１ｄ８＋３Ｄ４ｋｈ１）×２", "(1d8 + 3d4kh1) * 2");
    check("ｍａｘ（１，２）", "max(1, 2)");
    check("ｄ【１、２】％２", "1d[1, 2] % 2");
    check("１ｄ６！＞＝５", "1d6!>=5");
    check("３＃２ｄ６　砸门！", "3#2d6 砸门！");
    check("１ｄ６＞３", "1d6 > 3");
}

#[test]
fn c02_what_follows_is_the_reason() {
    check("2d6+2 砸门", "2d6 + 2 砸门");
    check("2d6砸门", "2d6 砸门");
    check("3#2d6+2 砸门", "3#2d6 + 2 砸门");
    check("2d6 attack the door", "2d6 attack the door");
    check("1d20优势攻击", "1d20adv 攻击");
    check("2d6 \"quoted\"", "2d6 \"quoted\"");
    check(" 2d6+力量 砸门  3次 ", "2d6 + 力量 砸门  3次");
    check("2d6 加油", "2d6 加油");
    check("dF砸门", "1dF 砸门");
}

#[test]
fn c02_a_reason_or_repetition_is_no_expression() {
    assert!(Expr::parse("2d6 砸门").is_err());
    assert!(Expr::parse("3#2d6").is_err());
    assert_eq!(Expr::parse("3#2d6 砸门").unwrap_err().suggestion.as_deref(), Some("2d6"));
}
