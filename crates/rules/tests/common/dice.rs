//! The dice of all tests.

use std::collections::VecDeque;

use dice::{Expr, Names, Source, Value};
use rules::{Audience, Dice, Id, Roll};

/// Dice that come to the totals they are told, and otherwise fall by a seed; ids scattered by a
/// key, in no order, as a table's keyed hashes are.
#[derive(Clone)]
pub struct Loaded {
    /// What the next throws come to.
    pub totals: VecDeque<i64>,
    /// What a throw comes to when no total is told; without it the seed decides.
    pub otherwise: Option<i64>,
    /// Tables of different keys give different ids.
    pub key: u64,
    seed: u64,
    throws: u64,
    ids: u64,
}

/// The most throws tried for a total: far more than the rarest total of any pack's dice needs.
const MOST_TRIES: u32 = 20_000;

impl Loaded {
    /// Dice that fall by a seed.
    pub fn new(seed: u64) -> Self {
        Self { totals: VecDeque::new(), otherwise: None, key: 0, seed, throws: 0, ids: 0 }
    }
}

impl Dice for Loaded {
    fn roll(
        &mut self,
        audience: &Audience,
        expr: &Expr,
        names: &dyn Names,
    ) -> Result<Roll, dice::Error> {
        let wanted = self.totals.pop_front().or(self.otherwise).map(Value::from);
        for _ in 0..MOST_TRIES {
            self.seed += 1;
            let rolled = expr.roll(names, &mut Source::from_u64(self.seed))?;
            if wanted.is_none_or(|wanted| rolled.value == wanted) {
                self.throws += 1;
                let (number, audience) = (self.throws, audience.clone());
                return Ok(Roll { number, audience, rolled, typed_in: false });
            }
        }
        panic!("{expr} never comes to {wanted:?}")
    }

    fn id(&mut self) -> Id {
        self.ids += 1;
        scattered(self.key, self.ids)
    }
}

/// The `number`-th id given under a key.
pub fn scattered(key: u64, number: u64) -> Id {
    let mut bits = key.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    Id::from_bits(bits ^ (bits >> 31))
}
