//! Distributions cut into bars that can stand over each other.

use dice::{Fraction, Odds, Value, approximate};
use num_bigint::BigUint;

/// More bars than this cannot be told apart: results are grouped.
const MOST: f64 = 120.0;
/// About so many bars are left when results are grouped.
const GROUPS: f64 = 60.0;

/// One bar: a result, or a stretch of them.
pub struct Bar {
    /// Its edges on the scale of values.
    pub from: f64,
    pub to: f64,
    /// The result, or the first and last of its stretch.
    pub label: String,
    pub chance: Fraction,
    /// The chance as a machine number, for drawing.
    pub height: f64,
}

/// The bars of one or more distributions on one scale.
pub struct Bars {
    /// The edges of the scale.
    pub low: f64,
    pub high: f64,
    /// How wide a stretch is where results are grouped.
    pub group: Option<f64>,
    pub series: Vec<Vec<Bar>>,
    slot: f64,
}

impl Bars {
    /// Cuts all distributions in the same way.
    pub fn of(all: &[&Odds]) -> Self {
        let mut values: Vec<Value> =
            all.iter().flat_map(|odds| odds.iter().map(|(value, _)| value)).collect();
        values.sort_unstable();
        values.dedup();
        let gaps = values.windows(2).map(|pair| pair[1].to_f64() - pair[0].to_f64());
        let gap = gaps.fold(f64::INFINITY, f64::min);
        let gap = if gap.is_finite() && gap > 0.0 { gap } else { 1.0 };
        let first = values.first().map_or(0.0, |value| value.to_f64());
        let last = values.last().map_or(0.0, |value| value.to_f64());
        let (mut low, mut high) = (first - gap / 2.0, last + gap / 2.0);
        let (mut slot, mut group) = (gap, None);
        if (high - low) / gap > MOST {
            slot = round_step((high - low) / GROUPS);
            // Whole numbers lie in the middle of their slots, as they do ungrouped.
            let shift = if values.iter().all(|value| value.is_whole()) { 0.5 } else { 0.0 };
            low = ((low + shift) / slot).floor() * slot - shift;
            high = low + ((high - low) / slot).ceil() * slot;
            group = Some(slot);
        }
        let cut = Cut { low, slot, grouped: group.is_some() };
        let series = all.iter().map(|odds| cut.bars(odds)).collect();
        Self { low, high, group, series, slot }
    }

    /// How many bars would fill the scale.
    pub fn slots(&self) -> usize {
        ((self.high - self.low) / self.slot).round() as usize
    }
}

struct Cut {
    low: f64,
    slot: f64,
    grouped: bool,
}

impl Cut {
    fn bars(&self, odds: &Odds) -> Vec<Bar> {
        let mut bars = Vec::new();
        let mut open: Option<(f64, Value, Value, BigUint)> = None;
        for (value, weight) in odds.iter() {
            let at = value.to_f64();
            let from = if self.grouped {
                self.low + ((at - self.low) / self.slot).floor() * self.slot
            } else {
                at - self.slot / 2.0
            };
            match &mut open {
                Some((same, _, last, sum)) if self.grouped && *same == from => {
                    *last = value;
                    *sum += weight;
                }
                _ => {
                    bars.extend(open.take().map(|group| self.bar(odds, group)));
                    open = Some((from, value, value, weight));
                }
            }
        }
        bars.extend(open.map(|group| self.bar(odds, group)));
        bars
    }

    fn bar(&self, odds: &Odds, group: (f64, Value, Value, BigUint)) -> Bar {
        let (from, first, last, weight) = group;
        let chance = Fraction::new(weight.into(), odds.denominator().clone().into());
        let label = if first == last { first.to_string() } else { format!("{first}–{last}") };
        Bar { from, to: from + self.slot, label, height: approximate(&chance), chance }
    }
}

/// The next of 1, 2, 5, 10, 20 … or 0.5, 0.2 … that is not below.
pub fn round_step(least: f64) -> f64 {
    let power = 10f64.powi(least.max(1e-12).log10().floor() as i32);
    let steps = [1.0, 2.0, 5.0].map(|step| step * power);
    // What is round already must not be passed over for a rounding error.
    steps.into_iter().find(|step| *step >= least * (1.0 - 1e-9)).unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::Expr;

    #[test]
    fn steps_are_round() {
        let check = |least: f64, step: f64| assert!((round_step(least) / step - 1.0).abs() < 1e-9);
        check(0.033, 0.05);
        check(1.0, 1.0);
        check(7.1, 10.0);
        check(51.0, 100.0);
    }

    #[test]
    fn bars_hold_all_the_chance_exactly() {
        let whole = Fraction::from_integer(1.into());
        for notation in ["2d6", "1d100/7", "10d100", "1d1000*1d20", "7", "1d6!"] {
            let odds = Expr::parse(notation).unwrap().odds(&()).unwrap();
            let bars = Bars::of(&[&odds]);
            assert!(bars.slots() <= 121, "{notation} has {}", bars.slots());
            let sum = bars.series[0].iter().map(|bar| bar.chance.clone());
            assert_eq!(sum.sum::<Fraction>(), whole, "{notation}");
            for bar in &bars.series[0] {
                assert!(bar.from >= bars.low - 1e-9 && bar.to <= bars.high + 1e-9, "{notation}");
            }
        }
    }
}
