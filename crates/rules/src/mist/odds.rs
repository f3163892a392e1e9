//! Exact chances of a roll, remembered per power.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use dice::Value;

use super::Mist;
use crate::{Chances, Refusal, Term, Tone};

/// Chances already worked out: by whether an avatar rolls, and by power. Only a memory of pure
/// results: asking twice gives the same.
#[derive(Clone, Debug, Default)]
pub(super) struct OddsBook(Arc<Mutex<Known>>);

type Known = BTreeMap<(bool, i64), Arc<Chances>>;

/// The names a roll's expression may use.
pub(super) fn names(power: i64) -> [(&'static str, Value); 1] {
    [("power", Value::from(power))]
}

impl Mist {
    /// The expression a roll is made with.
    pub(super) fn expression(&self, avatar: bool) -> &dice::Expr {
        match &self.dice.avatar {
            Some(expression) if avatar => expression,
            _ => &self.dice.roll,
        }
    }

    /// The band a total falls into, counted from 0.
    pub(super) fn band(&self, total: Value) -> usize {
        self.bands
            .iter()
            .rposition(|band| band.from.is_none_or(|from| total >= Value::from(from)))
            .unwrap_or(0)
    }

    /// The exact chances of each band at a power.
    ///
    /// # Errors
    /// A refusal when the pack's dice cannot be worked out at this power.
    pub fn chances(&self, avatar: bool, power: i64) -> Result<Arc<Chances>, Refusal> {
        let key = (avatar && self.dice.avatar.is_some(), power);
        let mut book = self.odds.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = book.get(&key) {
            return Ok(Arc::clone(known));
        }
        let odds =
            self.expression(avatar).odds(&names(power)).map_err(|fault| Refusal::from(&fault))?;
        let outcomes: Vec<(Term, Tone)> =
            self.bands.iter().map(|band| (band.name.clone(), band.tone)).collect();
        let chances = Arc::new(Chances::new(&odds, &outcomes, |total| self.band(total)));
        book.insert(key, Arc::clone(&chances));
        Ok(chances)
    }
}
