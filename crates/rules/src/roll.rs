//! Dice as rules meet them.

use dice::{Expr, Names, Rolled};
use serde::{Deserialize, Serialize};

use crate::{Audience, Id};

/// What `decide` may draw from outside: dice, and names for new things.
///
/// The table keeps what was drawn only if the command is accepted, so a refusal draws nothing.
pub trait Dice {
    /// Rolls for those who may see it.
    ///
    /// # Errors
    /// When the expression cannot be rolled with these names.
    fn roll(
        &mut self,
        audience: &Audience,
        expr: &Expr,
        names: &dyn Names,
    ) -> Result<Roll, dice::Error>;

    /// A new thing's id.
    fn id(&mut self) -> Id;

    /// Whether the faces are typed in from a real table (B-22).
    fn by_hand(&self) -> bool {
        false
    }
}

/// A roll as it stands in an event: everything needed to show it and to prove it (B-22).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Roll {
    /// Its number among the rolls of its audience in this session.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub number: u64,
    /// Who saw it.
    #[serde(default)]
    pub audience: Audience,
    /// What was rolled, every die, and the total.
    pub rolled: Rolled,
    /// Whether it was rolled at a physical table and typed in.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub typed_in: bool,
}
