//! The bounds that keep any input from hanging, overflowing or eating memory.

/// Longest accepted input, in characters.
pub const LENGTH: usize = 500;
/// Deepest nesting of brackets, functions, signs and powers.
pub const DEPTH: usize = 40;
/// Most dice one roll may throw, rerolls and explosions not counted.
pub const DICE: u32 = 1_000;
/// Most dice one line at a table may throw, with its repetitions, rerolls and explosions.
pub const THROWN: u32 = DICE * TIMES;
/// Most sides of a plain die.
pub const SIDES: u32 = 1_000_000;
/// Most faces written out in `d[…]`.
pub const FACES: usize = 200;
/// Largest size of a custom face, below or above zero.
pub const FACE: i64 = 1_000_000;
/// Most steps (`kh`, `r`, `!` …) behind one pool.
pub const STEPS: usize = 8;
/// Most repetitions in `N#…`.
pub const TIMES: u32 = 20;
/// How often a die explodes when no cap is written.
pub const EXPLOSIONS: u32 = 10;
/// The highest cap that may be written (`!x100`).
pub const EXPLOSIONS_MOST: u32 = 100;
/// Largest exponent of `^`, below or above zero.
pub const EXPONENT: i64 = 64;
/// Most different results an exact distribution may have.
pub const OUTCOMES: usize = 1_000_000;
/// Most memory for the weights of one distribution, in 64-bit words.
pub const WORDS: u64 = 3_000_000;
/// Most work for exact odds: roughly, additions of 64-bit words.
pub const WORK: u64 = 400_000_000;
