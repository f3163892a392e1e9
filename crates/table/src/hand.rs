//! Dice rolled at a physical table and typed in (B-22): they prove nothing, and are marked so.

use dice::{Draw, Expr, Names, Rolled};
use rules::{Audience, Dice, Id, Refusal, Roll, message};

use crate::fair::FairDice;

/// The most faces typed in at once.
const MANY: usize = 200;

/// Dice whose faces are given. New ids come from the table's own dice; nothing else does.
pub(crate) struct HandDice<'r> {
    fair: FairDice<'r>,
    faces: Vec<i64>,
    used: usize,
    /// Whether there were too few faces, or one that its die does not have.
    wrong: bool,
}

impl<'r> HandDice<'r> {
    /// Dice that show `faces`, in the order they are thrown.
    ///
    /// # Errors
    /// When there are far too many.
    pub fn new(fair: FairDice<'r>, faces: &[i64]) -> Result<Self, Refusal> {
        if faces.len() > MANY {
            return Err(Refusal::new("B-22", message!("table-hand-many", most = MANY)));
        }
        Ok(Self { fair, faces: faces.to_vec(), used: 0, wrong: false })
    }

    /// The table's own dice, for what was not typed in.
    pub fn into_fair(self) -> FairDice<'r> {
        self.fair
    }

    /// Whether the faces were those of the dice that were thrown, no more and no fewer.
    ///
    /// # Errors
    /// When they were not.
    pub fn fit(&self) -> Result<(), Refusal> {
        match (self.wrong, self.used) {
            (false, used) if used == self.faces.len() => Ok(()),
            (false, used) => {
                let (given, used) = (self.faces.len(), used);
                let what = message!("table-hand-left", given = given, used = used);
                Err(Refusal::new("B-22", what))
            }
            (true, _) => Err(Refusal::new("B-22", message!("table-hand-unfit"))
                .instead(message!("table-hand-instead"))),
        }
    }
}

impl Dice for HandDice<'_> {
    fn roll(
        &mut self,
        audience: &Audience,
        expr: &Expr,
        names: &dyn Names,
    ) -> Result<Roll, dice::Error> {
        // The faces of one side only were typed in: the other side's dice are the table's.
        if self.used > 0 && self.used == self.faces.len() {
            return self.fair.roll(audience, expr, names);
        }
        let given = &self.faces[self.used.min(self.faces.len())..];
        let throw = |lowest| {
            let mut hand = Hand { faces: given, lowest, used: 0, short: false };
            let rolled = expr.roll(names, &mut hand)?;
            let (used, short) = (hand.used, hand.short);
            Ok((!short && shows(&rolled, &given[..used.min(given.len())]))
                .then_some((rolled, used)))
        };
        // A die of three faces counts from 1, a Fate die from -1.
        let thrown = match throw(1)? {
            Some(thrown) => Some(thrown),
            None => throw(-1)?,
        };
        let (rolled, used) = match thrown {
            Some(thrown) => thrown,
            None => {
                self.wrong = true;
                let mut hand = Hand { faces: &[], lowest: 1, used: 0, short: false };
                (expr.roll(names, &mut hand)?, 0)
            }
        };
        self.used += used;
        Ok(Roll { number: 0, audience: audience.clone(), rolled, typed_in: true })
    }

    fn id(&mut self) -> Id {
        self.fair.id()
    }

    fn by_hand(&self) -> bool {
        true
    }
}

/// Whether the dice of a roll show just these faces.
fn shows(rolled: &Rolled, faces: &[i64]) -> bool {
    let dice = rolled.pools.iter().flat_map(|pool| &pool.dice);
    let mut shown: Vec<i64> = dice.map(|die| i64::from(die.face)).collect();
    let mut faces = faces.to_vec();
    shown.sort_unstable();
    faces.sort_unstable();
    shown == faces
}

/// Draws that give the typed faces.
struct Hand<'f> {
    faces: &'f [i64],
    /// The lowest face of a die of three.
    lowest: i64,
    used: usize,
    short: bool,
}

impl Draw for Hand<'_> {
    fn below(&mut self, n: u32) -> u32 {
        let lowest = if n == 3 { self.lowest } else { 1 };
        let face = self.faces.get(self.used);
        let draw = face
            .and_then(|face| u32::try_from(face.checked_sub(lowest)?).ok())
            .filter(|draw| *draw < n);
        self.used += 1;
        self.short |= draw.is_none();
        draw.unwrap_or(0)
    }
}
