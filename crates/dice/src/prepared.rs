use std::sync::OnceLock;

use crate::names::unknown;
use crate::program::Program;
use crate::sampler::Sampler;
use crate::{Draw, Error, Expr, Names, Odds, Rolled, Source, Value};

/// An expression whose names are looked up, ready to be rolled many times.
#[derive(Clone, Debug)]
pub struct Prepared {
    expr: Expr,
    names: Vec<(String, Value)>,
    /// Made when the first total is asked for; `None` where only a full roll will do.
    program: OnceLock<Option<Program>>,
    /// Made when many totals are asked for; `None` where the odds are too fine or too costly.
    sampler: OnceLock<Option<Sampler>>,
}

/// Most work for the odds behind many totals: some milliseconds.
const WORK: u64 = 5_000_000;

impl Prepared {
    pub(crate) fn new(expr: &Expr, names: &dyn Names) -> Result<Self, Error> {
        let mut found: Vec<(String, Value)> = Vec::new();
        for (name, span) in expr.0.names() {
            if !found.iter().any(|(known, _)| known == name) {
                let value = names.get(name);
                let value = value.ok_or_else(|| *unknown(&expr.0, name, span, names))?;
                found.push((name.to_owned(), value));
            }
        }
        Ok(Self {
            expr: expr.clone(),
            names: found,
            program: OnceLock::new(),
            sampler: OnceLock::new(),
        })
    }

    /// The expression.
    pub fn expr(&self) -> &Expr {
        &self.expr
    }

    /// Rolls once, with a full trace.
    ///
    /// # Errors
    /// When the result does not exist (division by zero, overflow).
    pub fn roll(&self, draw: &mut dyn Draw) -> Result<Rolled, Error> {
        self.expr.roll(&self.names, draw)
    }

    /// Rolls once and keeps only the result: the same as that of [`Prepared::roll`].
    ///
    /// # Errors
    /// When the result does not exist (division by zero, overflow).
    #[inline]
    pub fn total<D: Draw>(&self, mut draw: D) -> Result<Value, Error> {
        match self.program.get_or_init(|| Program::new(&self.expr.0, &self.names)) {
            Some(program) => Ok(program.total(&mut draw)),
            None => self.roll(&mut draw).map(|rolled| rolled.value),
        }
    }

    /// Rolls once for every place of `out` and keeps only the results, by the shortest way.
    ///
    /// Each result has exactly its chance, but the dice behind it are not thrown: another seed's
    /// results, so to speak. What must replay as a roll belongs to [`Prepared::total`].
    ///
    /// ```
    /// use dice::{Expr, Source, Value};
    /// let damage = Expr::parse("1d8+5d4kh1").unwrap().prepare(&()).unwrap();
    /// let mut totals = vec![Value::ZERO; 10_000];
    /// damage.totals(&mut Source::from_u64(7), &mut totals).unwrap();
    /// assert!(totals.iter().all(|total| (Value::from(2)..=Value::from(12)).contains(total)));
    /// ```
    ///
    /// # Errors
    /// When a result does not exist (division by zero, overflow).
    pub fn totals(&self, source: &mut Source, out: &mut [Value]) -> Result<(), Error> {
        let odds = || crate::exact::odds(&self.expr, &self.names, WORK).ok();
        match self.sampler.get_or_init(|| Sampler::new(&odds()?)) {
            Some(sampler) => sampler.fill(source, out),
            None => {
                for place in out {
                    *place = self.total(&mut *source)?;
                }
            }
        }
        Ok(())
    }

    /// The exact odds of every result.
    ///
    /// # Errors
    /// When a result does not exist, or they would take too much work.
    pub fn odds(&self) -> Result<Odds, Error> {
        self.expr.odds(&self.names)
    }
}

impl PartialEq for Prepared {
    fn eq(&self, other: &Self) -> bool {
        self.expr == other.expr && self.names == other.names
    }
}

impl Eq for Prepared {}
