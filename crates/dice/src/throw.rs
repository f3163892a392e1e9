use std::fmt;
use std::str::FromStr;

use crate::{Draw, Error, Expr, Names, Rolled};

/// A whole line as a player types it: `3#2d6+2 砸门`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// How often to roll.
    pub times: u32,
    /// What to roll.
    pub expr: Expr,
    /// Why.
    pub reason: Option<String>,
}

impl Throw {
    /// Reads a line.
    ///
    /// # Errors
    /// When the line is not notation: with the place and the nearest valid form.
    pub fn parse(line: &str) -> Result<Self, Error> {
        crate::parse::throw(line)
    }

    /// Rolls as often as the line says.
    ///
    /// # Errors
    /// When a name is unknown or a result does not exist.
    pub fn roll(&self, names: &dyn Names, draw: &mut dyn Draw) -> Result<Vec<Rolled>, Error> {
        let rolls: Result<_, Error> =
            (0..self.times).map(|_| self.expr.roll(names, draw)).collect();
        rolls.map_err(|error| Error {
            suggestion: error.suggestion.map(|expr| self.around(&expr)),
            ..error
        })
    }

    fn around(&self, expr: &str) -> String {
        let times = if self.times == 1 { String::new() } else { format!("{}#", self.times) };
        let reason = self.reason.iter().map(|reason| format!(" {reason}"));
        format!("{times}{expr}{}", reason.collect::<String>())
    }
}

impl FromStr for Throw {
    type Err = Error;

    fn from_str(line: &str) -> Result<Self, Error> {
        Self::parse(line)
    }
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.around(&self.expr.to_string()))
    }
}
