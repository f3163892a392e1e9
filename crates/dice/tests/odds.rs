//! Questions about exact odds.

use dice::{Comparison, Expr, Fraction, Odds, Value, approximate};
use num_bigint::BigUint;

fn odds(notation: &str) -> Odds {
    Expr::parse(notation).unwrap().odds(&()).unwrap()
}

fn fraction(num: i64, den: i64) -> Fraction {
    Fraction::new(num.into(), den.into())
}

fn whole(n: i64) -> Value {
    Value::from(n)
}

#[test]
fn mean_variance_and_quantiles() {
    let odds = odds("2d6");
    assert_eq!(odds.mean(), fraction(7, 1));
    assert_eq!(odds.variance(), fraction(35, 6));
    assert!((odds.deviation() - 2.415_229_457_698_24).abs() < 1e-12);
    assert_eq!(odds.median(), whole(7));
    assert_eq!(odds.quantile(&fraction(1, 36)), whole(2));
    assert_eq!(odds.quantile(&fraction(1, 35)), whole(3));
    assert_eq!(odds.quantile(&fraction(1, 1)), whole(12));
    assert_eq!((odds.lowest(), odds.highest(), odds.len()), (whole(2), whole(12), 11));
}

#[test]
fn at_least_at_most_between() {
    let odds = odds("2d6");
    assert_eq!(odds.at_least(whole(10)), fraction(1, 6));
    assert_eq!(odds.at_most(whole(3)), fraction(1, 12));
    assert_eq!(odds.below(whole(3)), fraction(1, 36));
    assert_eq!(odds.above(whole(11)), fraction(1, 36));
    assert_eq!(odds.between(whole(6), whole(8)), fraction(4, 9));
    assert_eq!(odds.at_least(whole(99)), fraction(0, 1));
    assert_eq!(odds.chance(Value::new(7, 2).unwrap()), fraction(0, 1));
    assert_eq!(odds.weight(whole(7)), BigUint::from(6u8));
}

#[test]
fn bands_cut_at_their_edges() {
    let bands = odds("2d6").bands(&[whole(9), whole(6)]);
    let told: Vec<_> = bands.iter().map(|band| (band.above, band.up_to, &band.chance)).collect();
    assert_eq!(
        told,
        [
            (None, Some(whole(6)), &fraction(15, 36)),
            (Some(whole(6)), Some(whole(9)), &fraction(15, 36)),
            (Some(whole(9)), None, &fraction(6, 36)),
        ]
    );
}

#[test]
fn two_rolls_compare_exactly() {
    let Comparison { less, equal, greater } = odds("1d100/50").compare(&odds("1d100/80")).unwrap();
    assert_eq!(less, fraction(31, 100));
    assert_eq!(&less + &equal + &greater, fraction(1, 1));
    assert_eq!(equal, odds("1d100/50 = 1d100/80").chance(whole(1)));
    let same = odds("2d6").compare(&odds("2d6")).unwrap();
    assert_eq!(same.less, same.greater);
    assert_eq!(same.equal, fraction(146, 1296));
}

#[test]
fn the_rest_is_what_a_cap_stopped() {
    let rest = |notation: &str| {
        let odds = odds(notation);
        Fraction::new(odds.rest().clone().into(), odds.denominator().clone().into())
    };
    assert_eq!(rest("1d6!x10"), Fraction::new(1.into(), num_bigint::BigInt::from(6).pow(11)));
    assert_eq!(rest("2d6!x1"), fraction(71, 1296));
    assert_eq!(rest("2d6!x1kh1"), fraction(71, 1296));
    assert_eq!(rest("if(1d2=1, 1d6!x1, 0)"), fraction(1, 72));
    assert_eq!(rest("if((1d6!x1) > 12, 1, 0)"), fraction(1, 36));
    assert_eq!(rest("1d4!<=4x2"), fraction(1, 1));
    assert_eq!(rest("2d6"), fraction(0, 1));
}

#[test]
fn names_count_and_sides() {
    let names = [("power", whole(3)), ("sides", whole(4)), ("none", whole(-2))];
    let named = |notation: &str| Expr::parse(notation).unwrap().odds(&names).unwrap();
    assert_eq!(named("{power}d4kh1"), odds("3d4kh1"));
    assert_eq!(named("2d{sides}"), odds("2d4"));
    assert_eq!(named("1d8+{none}d4kh1"), odds("1d8"));
    assert_eq!(named("(power-1)d(sides+2)"), odds("2d6"));
}

#[test]
fn fractions_stay_exact() {
    let odds = odds("1d3/3 + 1d2/7");
    let values: Vec<String> = odds.iter().map(|(value, _)| value.to_string()).collect();
    assert_eq!(values, ["10/21", "13/21", "17/21", "20/21", "8/7", "9/7"]);
    assert_eq!(odds.mean(), fraction(2, 3) + fraction(3, 14));
}

#[test]
fn approximations_of_any_size() {
    let tiny = Fraction::new(1.into(), num_bigint::BigInt::from(10).pow(300));
    assert!((approximate(&tiny) * 1e300 - 1.0).abs() < 1e-12);
    assert!((approximate(&fraction(-2, 3)) + 2.0 / 3.0).abs() < 1e-15);
    let huge = Fraction::from(num_bigint::BigInt::from(10).pow(300));
    assert!((approximate(&huge) / 1e300 - 1.0).abs() < 1e-12);
}
