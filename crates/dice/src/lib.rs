//! Dice notation, rolling from a given source of randomness, and exact odds.

mod error;
mod exact;
mod expr;
mod faces;
pub mod limits;
mod names;
mod notation;
mod odds;
mod op;
mod parse;
mod prepared;
mod roll;
mod rolled;
mod source;
mod throw;
mod value;
mod window;

pub use error::{Error, ErrorKind};
pub use expr::Expr;
pub use names::Names;
pub use odds::{Band, Comparison, Fraction, Odds, approximate};
pub use prepared::Prepared;
pub use rolled::{Die, PoolTrace, Rolled, State};
pub use source::{Draw, Source};
pub use throw::Throw;
pub use value::{ArithmeticError, NotAValue, Value};
