use std::sync::OnceLock;

use crate::expr::Node;
use crate::names::unknown;
use crate::program::Program;
use crate::{Draw, Error, Expr, Names, Odds, Rolled, Value};

/// An expression whose names are looked up, ready to be rolled many times.
#[derive(Clone, Debug)]
pub struct Prepared {
    expr: Expr,
    names: Vec<(String, Value)>,
    /// Made when the first total is asked for; `None` where only a full roll will do.
    program: OnceLock<Option<Program>>,
}

impl Prepared {
    pub(crate) fn new(expr: &Expr, names: &dyn Names) -> Result<Self, Error> {
        let mut found: Vec<(String, Value)> = Vec::new();
        for node in &expr.0.nodes {
            if let Node::Name { name, span } = node
                && !found.iter().any(|(known, _)| **known == **name)
            {
                let value = names.get(name);
                let value = value.ok_or_else(|| *unknown(expr, name, *span, names))?;
                found.push((name.to_string(), value));
            }
        }
        Ok(Self { expr: expr.clone(), names: found, program: OnceLock::new() })
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
        match self.program.get_or_init(|| Program::new(&self.expr, &self.names)) {
            Some(program) => Ok(program.total(&mut draw)),
            None => self.roll(&mut draw).map(|rolled| rolled.value),
        }
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
