//! Fair dice, the same for ever, and told in full.

use dice::{Die, Draw, Expr, Odds, Prepared, Rolled, Source, State, Value, approximate};

fn expr(notation: &str) -> Expr {
    Expr::parse(notation).unwrap()
}

/// A source that shows the given faces of plain dice, in order.
struct Faces(Vec<u32>);

impl Draw for Faces {
    fn below(&mut self, n: u32) -> u32 {
        let face = self.0.remove(0);
        assert!((1..=n).contains(&face), "no {face} on a d{n}");
        face - 1
    }
}

fn told(notation: &str, faces: &[u32]) -> String {
    let mut source = Faces(faces.to_vec());
    let names = [("力量", Value::from(3)), ("power", Value::from(2))];
    let rolled = expr(notation).roll(&names, &mut source).unwrap();
    assert!(source.0.is_empty(), "{notation} leaves {:?}", source.0);
    rolled.to_string()
}

#[test]
fn c03_the_story_of_a_roll() {
    assert_eq!(told("1d8+3d4kh1", &[6, 2, 1, 4]), "1d8[6] + 3d4kh1[(2), (1), 4] = 10");
    assert_eq!(told("{power}d6+力量", &[5, 6]), "2d6[5, 6] + 力量[3] = 14");
    assert_eq!(told("d20adv", &[7, 12]), "1d20adv[(7), 12] = 12");
    assert_eq!(told("d20dis", &[7, 12]), "1d20dis[7, (12)] = 7");
    assert_eq!(told("3d6r<=2", &[1, 6, 2, 3, 4]), "3d6r<=2[1→5, 6, 2→6] = 17");
    assert_eq!(told("2d6ro1", &[1, 4, 1]), "2d6ro1[1→1, 4] = 5");
    assert_eq!(told("2d6!x2", &[6, 2, 6, 6]), "2d6!x2[6!, 6!, 6, 2] = 20");
    assert_eq!(told("2d6r1!kh2", &[1, 2, 5, 3]), "2d6r1!kh2[1→6!, 3, (2)] = 9");
    assert_eq!(told("4d10cs>=7", &[7, 10, 3, 6]), "4d10cs>=7[7*, 10*, 3, 6] = 2");
    assert_eq!(told("3d10kh2cs>=7", &[7, 10, 3]), "3d10kh2cs>=7[7*, 10*, (3)] = 2");
    assert_eq!(told("4dF", &[1, 2, 3, 3]), "4dF[-1, 0, 1, 1] = 1");
    assert_eq!(told("if(1d6>3, 2d6, 1d4)", &[2, 4]), "if(1d6[2] > 3, 2d6, 1d4[4]) = 4");
    assert_eq!(told("2d{power}", &[1, 2]), "2d2[1, 2] = 3");
    assert_eq!(told("(1-power)d6+1d4/2", &[3]), "0d6[] + 1d4[3] / 2 = 3/2");
}

#[test]
fn of_equal_dice_the_earlier_counts_as_higher() {
    assert_eq!(told("3d6kh1", &[5, 5, 5]), "3d6kh1[5, (5), (5)] = 5");
    assert_eq!(told("3d6kl1", &[5, 5, 5]), "3d6kl1[(5), (5), 5] = 5");
}

#[test]
fn a_trace_survives_json() {
    let rolled = expr("3d6!kh2+1/3").roll(&(), &mut Source::from_u64(4)).unwrap();
    let json = serde_json::to_string(&rolled).unwrap();
    assert_eq!(serde_json::from_str::<Rolled>(&json).unwrap(), rolled);
    let die = Die { face: 3, state: State::Dropped, exploded: false };
    assert_eq!(serde_json::to_string(&die).unwrap(), r#"{"face":3,"state":"dropped"}"#);
}

#[test]
fn values_in_json_are_exact() {
    for (value, json) in [
        (Value::from(7), "7"),
        (Value::new(-7, 2).unwrap(), r#""-7/2""#),
        (Value::from((1i64 << 53) - 1), "9007199254740991"),
        (Value::from(1i64 << 53), r#""9007199254740992""#),
    ] {
        assert_eq!(serde_json::to_string(&value).unwrap(), json);
        assert_eq!(serde_json::from_str::<Value>(json).unwrap(), value);
    }
}

/// Pearson's sum of squares and the bound that a fair source passes 999 times of 1000.
fn assert_fair(told: &str, observed: &[u64], expected: &[f64]) {
    let sum: f64 = observed.iter().sum::<u64>() as f64;
    let squares = observed.iter().zip(expected).map(|(seen, chance)| {
        let expected = chance * sum;
        assert!(expected >= 5.0, "{told}: too few rolls for a bin");
        let off = *seen as f64 - expected;
        off * off / expected
    });
    let chi: f64 = squares.sum();
    // Wilson and Hilferty's approximation of the quantile.
    let df = (observed.len() - 1) as f64;
    let root = 1.0 - 2.0 / (9.0 * df) + 3.09 * (2.0 / (9.0 * df)).sqrt();
    let bound = df * root * root * root;
    assert!(chi < bound, "{told}: χ² {chi:.1} above {bound:.1}");
}

#[test]
fn every_face_is_equally_likely() {
    for n in [2u32, 3, 4, 6, 7, 8, 10, 12, 20, 100, 1000] {
        let mut source = Source::from_u64(u64::from(n));
        let (mut single, mut grouped) = (vec![0; n as usize], vec![0; n as usize]);
        let mut draws = [0; 25];
        for _ in 0..8_000 {
            source.fill(n, &mut draws);
            for draw in draws {
                grouped[draw as usize] += 1;
                single[source.below(n) as usize] += 1;
            }
        }
        let even = vec![1.0 / f64::from(n); n as usize];
        assert_fair(&format!("below({n})"), &single, &even);
        assert_fair(&format!("fill({n})"), &grouped, &even);
    }
}

#[test]
fn neighbours_in_a_group_are_independent() {
    for n in [2u32, 6, 10] {
        let mut source = Source::from_u64(99 + u64::from(n));
        let mut pairs = vec![0; (n * n) as usize];
        let mut draws = [0; 2];
        for _ in 0..100_000 {
            source.fill(n, &mut draws);
            pairs[(draws[0] * n + draws[1]) as usize] += 1;
        }
        let even = vec![1.0 / f64::from(n * n); (n * n) as usize];
        assert_fair(&format!("pairs of d{n}"), &pairs, &even);
    }
}

/// Counts rolls in bins of at least one in a thousand and compares with the exact odds.
fn assert_matches_odds(notation: &str, odds: &Odds, mut roll: impl FnMut() -> Value) {
    let rolls = 50_000;
    let mut edges = Vec::new();
    let mut chances = vec![0.0];
    for (value, _) in odds.iter() {
        if chances.last().is_some_and(|chance| *chance > 0.001) {
            chances.push(0.0);
            edges.push(value);
        }
        *chances.last_mut().unwrap() += approximate(&odds.chance(value));
    }
    if chances.last().is_some_and(|chance| *chance < 0.001) {
        let tail = chances.pop().unwrap();
        edges.pop();
        *chances.last_mut().unwrap() += tail;
    }
    let mut seen = vec![0; chances.len()];
    for _ in 0..rolls {
        let value = roll();
        seen[edges.partition_point(|edge| *edge <= value)] += 1;
    }
    assert_fair(notation, &seen, &chances);
}

#[test]
fn rolls_follow_the_exact_odds() {
    for notation in [
        "2d6",
        "1d8+5d4kh1",
        "4d6dl1",
        "3d6!",
        "2d6r<=2",
        "3d6ro<=2kh2",
        "4dF",
        "10d10cs>=7",
        "d20adv",
        "if(1d6>3, 2d6, 1d4)",
        "2d[1,1,2,5]",
        "1d100/7",
    ] {
        let expr = expr(notation);
        let odds = expr.odds(&()).unwrap();
        let mut source = Source::from_u64(2026);
        assert_matches_odds(notation, &odds, || expr.roll(&(), &mut source).unwrap().value);
        let prepared = expr.prepare(&()).unwrap();
        assert_matches_odds(notation, &odds, || prepared.total(&mut source).unwrap());
        let mut totals = vec![Value::ZERO; 50_000];
        prepared.totals(&mut source, &mut totals).unwrap();
        let mut totals = totals.into_iter();
        assert_matches_odds(notation, &odds, || totals.next().unwrap());
    }
}

#[test]
fn a_prepared_roll_is_the_same_roll() {
    let names = [("power", Value::from(3))];
    for notation in
        ["1d8+{power}d4kh1", "2d6+3", "if(1d4>2, 3d6!kh2, power/2)", "5d10r1cs>=7 + power"]
    {
        let expr = expr(notation);
        let prepared: Prepared = expr.prepare(&names).unwrap();
        let (mut a, mut b, mut c) = (Source::from_u64(5), Source::from_u64(5), Source::from_u64(5));
        for _ in 0..100 {
            let rolled = expr.roll(&names, &mut a).unwrap();
            assert_eq!(prepared.roll(&mut b).unwrap(), rolled);
            assert_eq!(prepared.total(&mut c).unwrap(), rolled.value);
        }
        assert_eq!(prepared.odds().unwrap(), expr.odds(&names).unwrap());
    }
}

#[test]
fn many_totals_come_however_large_the_odds() {
    for (notation, low, high) in [("100d100", 100, 10_000), ("1d1000000", 1, 1_000_000)] {
        let prepared = expr(notation).prepare(&()).unwrap();
        let mut totals = [Value::ZERO; 100];
        prepared.totals(&mut Source::from_u64(3), &mut totals).unwrap();
        let possible = Value::from(low)..=Value::from(high);
        assert!(totals.iter().all(|total| possible.contains(total)), "{notation}: {totals:?}");
    }
    let sometimes = expr("1/(1d6-7+1d1)").prepare(&()).unwrap();
    assert!(sometimes.totals(&mut Source::from_u64(3), &mut [Value::ZERO; 100]).is_err());
}

#[test]
fn preparing_looks_up_every_name() {
    let error = expr("if(1, 2d6, 力量)").prepare(&()).unwrap_err();
    assert_eq!(error.span, 11..13);
}

#[test]
fn the_source_is_chacha20() {
    // RFC 8439, appendix A.1, test vector 1: key, nonce and counter zero.
    let mut source = Source::from_seed([0; 32]);
    assert_eq!(source.word().to_le_bytes(), [0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90]);
    assert_eq!(source.word().to_le_bytes(), [0x40, 0x5d, 0x6a, 0xe5, 0x53, 0x86, 0xbd, 0x28]);
}

#[test]
fn a_seed_gives_the_recorded_rolls() {
    let recorded = include_str!("recorded.txt");
    let mut lines = 0;
    for line in recorded.lines().filter(|line| !line.starts_with('#')) {
        let (seed, story) = line.split_once(' ').unwrap();
        let (notation, _) = story.split_once(" => ").unwrap();
        let rolled =
            expr(notation).roll(&(), &mut Source::from_u64(seed.parse().unwrap())).unwrap();
        assert_eq!(format!("{notation} => {rolled}"), story, "seed {seed}");
        lines += 1;
    }
    assert!(lines >= 60, "only {lines} recorded rolls");
}
