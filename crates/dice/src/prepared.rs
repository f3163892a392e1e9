use crate::{Draw, Error, Expr, Names, Odds, Rolled, Value};

/// An expression whose names are looked up, ready to be rolled many times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared {
    expr: Expr,
    names: Vec<(String, Value)>,
}

impl Prepared {
    pub(crate) fn new(expr: &Expr, names: &dyn Names) -> Result<Self, Error> {
        let found = expr.names().into_iter();
        let names = found.filter_map(|name| Some((name.to_owned(), names.get(name)?))).collect();
        Ok(Self { expr: expr.clone(), names })
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
    pub fn total(&self, draw: &mut dyn Draw) -> Result<Value, Error> {
        self.roll(draw).map(|rolled| rolled.value)
    }

    /// The exact odds of every result.
    ///
    /// # Errors
    /// When a result does not exist, or they would take too much work.
    pub fn odds(&self) -> Result<Odds, Error> {
        self.expr.odds(&self.names)
    }
}
