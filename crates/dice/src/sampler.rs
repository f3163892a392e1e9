//! Many totals at once, from an exact alias table of the whole expression.

use num_traits::ToPrimitive;

use crate::{Odds, Source, Value};

/// Columns of equal weight, each shared by at most two results (Walker's alias method).
///
/// All arithmetic is whole: with `n` results and weights over `d`, each column holds `d` parts, and
/// one random word chooses among the `n·d` parts without favour.
#[derive(Clone, Debug)]
pub(crate) struct Sampler {
    columns: Box<[Column]>,
    parts: u64,
    /// What may be left of a random word at least, so that no part is favoured.
    threshold: u64,
    /// Half a random word is enough.
    narrow: bool,
}

#[derive(Clone, Debug)]
struct Column {
    /// From this part on the second result is meant.
    cut: u64,
    results: [Value; 2],
}

/// Most columns: they stay in fast memory.
const COLUMNS: usize = 4096;
/// Half a word, or a whole one, chooses among so many parts: at most one in 256 is thrown away.
const NARROW: u64 = 1 << 24;
const WIDE: u64 = 1 << 56;

impl Sampler {
    /// The table of some odds, unless they are too fine for one random word.
    pub fn new(odds: &Odds) -> Option<Self> {
        let parts = odds.denominator().to_u64()?;
        let columns = u64::try_from(odds.len()).ok()?;
        let all = parts.checked_mul(columns).filter(|all| *all <= WIDE)?;
        if odds.len() > COLUMNS {
            return None;
        }
        let narrow = all <= NARROW;
        let threshold = if narrow { (1 << 32) % all } else { all.wrapping_neg() % all };
        Some(Self { columns: share_out(odds, parts)?, parts, threshold, narrow })
    }

    /// Draws a total for every place.
    pub fn fill(&self, source: &mut Source, out: &mut [Value]) {
        if self.narrow { self.fill_narrow(source, out) } else { self.fill_wide(source, out) }
    }

    fn fill_narrow(&self, source: &mut Source, out: &mut [Value]) {
        let (columns, parts) = (self.columns.len() as u64, self.parts);
        let mut places = out.iter_mut();
        loop {
            let word = source.word();
            for half in [word & 0xffff_ffff, word >> 32] {
                let wide = half * columns;
                let column = (wide >> 32) as usize;
                let wide = (wide & 0xffff_ffff) * parts;
                if wide & 0xffff_ffff < self.threshold {
                    continue;
                }
                let Some(place) = places.next() else { return };
                *place = self.columns[column].result(wide >> 32);
            }
        }
    }

    fn fill_wide(&self, source: &mut Source, out: &mut [Value]) {
        let (columns, parts) = (self.columns.len() as u128, u128::from(self.parts));
        for place in out {
            loop {
                let wide = u128::from(source.word()) * columns;
                let column = (wide >> 64) as usize;
                let wide = u128::from(wide as u64) * parts;
                if wide as u64 >= self.threshold {
                    *place = self.columns[column].result((wide >> 64) as u64);
                    break;
                }
            }
        }
    }
}

impl Column {
    #[inline]
    fn result(&self, part: u64) -> Value {
        self.results[usize::from(part >= self.cut)]
    }
}

/// Fills every column with its own result first, and what is missing with one that has more than
/// its share.
fn share_out(odds: &Odds, parts: u64) -> Option<Box<[Column]>> {
    let n = odds.len() as u64;
    let mut left = Vec::with_capacity(odds.len());
    let mut columns = Vec::with_capacity(odds.len());
    for (value, weight) in odds.iter() {
        // Below `n·parts`, which fits.
        left.push(weight.to_u64()? * n);
        columns.push(Column { cut: parts, results: [value; 2] });
    }
    let (mut few, mut many): (Vec<usize>, Vec<usize>) =
        (0..columns.len()).partition(|at| left[*at] < parts);
    while let (Some(poor), Some(rich)) = (few.pop(), many.last().copied()) {
        columns[poor].cut = left[poor];
        columns[poor].results[1] = columns[rich].results[0];
        left[rich] -= parts - left[poor];
        if left[rich] < parts {
            many.pop();
            few.push(rich);
        }
    }
    Some(columns.into())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::Expr;

    fn check(notation: &str, narrow: bool) {
        let odds = Expr::parse(notation).unwrap().odds(&()).unwrap();
        let table = Sampler::new(&odds).unwrap();
        assert_eq!(table.narrow, narrow, "{notation}");
        let mut parts: BTreeMap<Value, u64> = BTreeMap::new();
        for column in &table.columns {
            *parts.entry(column.results[0]).or_default() += column.cut;
            *parts.entry(column.results[1]).or_default() += table.parts - column.cut;
        }
        let n = odds.len() as u64;
        let exact = odds.iter().map(|(value, weight)| (value, weight.to_u64().unwrap() * n));
        assert_eq!(parts, exact.collect(), "{notation}");
    }

    #[test]
    fn the_columns_hold_the_exact_odds() {
        check("2d6+3", true);
        check("1d8+5d4kh1", true);
        check("7", true);
        check("1d20/7", true);
        check("4d6dl1", true);
        check("1d6!x4", true);
        check("12d6", false);
        check("10d20kh3", false);
    }

    #[test]
    fn what_no_word_can_choose_has_no_table() {
        let odds = |notation: &str| Expr::parse(notation).unwrap().odds(&()).unwrap();
        assert!(Sampler::new(&odds("100d100")).is_none());
        assert!(Sampler::new(&odds("1d10000")).is_none());
    }
}
