//! Dice for previews.

use dice::{Draw, Expr, Names};

use crate::{Audience, Dice, Id, Roll};

/// Dice that always show their lowest face, for asking what a command would do. What they show is
/// never shown to anybody.
#[derive(Default)]
pub(crate) struct DryDice {
    ids: u64,
}

struct Lowest;

impl Draw for Lowest {
    fn below(&mut self, _: u32) -> u32 {
        0
    }
}

impl Dice for DryDice {
    fn roll(
        &mut self,
        audience: &Audience,
        expr: &Expr,
        names: &dyn Names,
    ) -> Result<Roll, dice::Error> {
        let rolled = expr.roll(names, &mut Lowest)?;
        Ok(Roll { number: 0, audience: audience.clone(), rolled, typed_in: false })
    }

    /// Ids that no thing has: the table draws them at random from all 64 bits.
    fn id(&mut self) -> Id {
        self.ids += 1;
        Id::from_bits(u64::MAX - self.ids)
    }
}
