//! Dice notation, rolling from a given source of randomness, and exact odds.
//!
//! ```
//! use dice::{Expr, Source, Throw, Value};
//!
//! // Read and roll. The same seed gives the same rolls, everywhere and for ever.
//! let throw = Throw::parse("2#1d8+{power}d4kh1 砸门").unwrap();
//! let names = [("power", Value::from(3))];
//! let mut source = Source::from_u64(7);
//! for rolled in throw.roll(&names, &mut source).unwrap() {
//!     println!("{rolled}"); // 1d8[6] + 3d4kh1[2, (1), 4] = 10
//! }
//!
//! // Know the odds, exactly.
//! let odds = Expr::parse("2d6").unwrap().odds(&()).unwrap();
//! assert_eq!(odds.at_least(Value::from(10)).to_string(), "1/6");
//! assert_eq!(odds.mean().to_string(), "7");
//! ```
//!
//! # Notation
//!
//! | written | means |
//! |---|---|
//! | `2d6` `d20` `d%` `4dF` `d[1,1,2,5]` `d[-1..4]` | dice: count and sides, percent, Fate, faces |
//! | `{power}d4` `(1+level)d6` `2d{sides}` | count or sides from a name or an expression without dice; a count below one throws nothing |
//! | `r1` `r<=2` | reroll until it no longer matches (`rr` is the same) |
//! | `ro<=2` | reroll once |
//! | `!` `!6` `!>=5` `!x3` | explode on the highest face, or as said; at most [`limits::EXPLOSIONS`] times or as capped |
//! | `kh3` `kl` `dh1` `dl` | keep or drop the highest or lowest, one if no number is written |
//! | `adv` `优势` `dis` `劣势` | the better or worse of two, for a single die |
//! | `cs>=7` | count the dice that match (`c` is the same) |
//! | `+ - * / % ^` | as usual; `%` is the remainder with the sign of the divisor, `^` groups to the right |
//! | `< <= > >= = !=` | 1 if it holds, else 0; not chained |
//! | `min max abs floor ceil round if(c, a, b)` | functions; `round` takes halves away from zero, `if` rolls only the chosen branch |
//! | `impact` `target.level` `力量` | names |
//! | `3#…` | three times |
//! | `… 砸门` | a reason |
//!
//! Full-width forms are read everywhere, keywords in any case. Steps behind dice come in this
//! order: rerolls, explosion, keep and drop, count. Rerolls also apply to dice thrown by an
//! explosion, and each of those is a die of its own for keeping, dropping and counting.
//!
//! What could be read in two ways is refused with both of them ([`ErrorKind::CountOrSum`]), and
//! every [`Error`] has a place and, where possible, the nearest valid form:
//!
//! ```
//! let error = dice::Throw::parse("3d6k2").unwrap_err();
//! assert_eq!((error.span, error.suggestion.as_deref()), (3..5, Some("3d6kh2")));
//! ```
//!
//! [`limits`] keeps every input short in time and memory.

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
mod program;
mod roll;
mod rolled;
mod sampler;
mod source;
mod throw;
mod value;
mod window;

pub use error::{Error, ErrorKind};
pub use expr::Expr;
pub use names::Names;
pub use odds::{Band, Comparison, Fraction, Odds, approximate};
pub use prepared::Prepared;
pub use rolled::{Dice, Die, PoolTrace, Rolled, State};
pub use source::{Draw, Joint, Source};
pub use throw::Throw;
pub use value::{ArithmeticError, NotAValue, Value};
