//! The queue of what comes due: at most one time for each fighter, the earliest first (T-23).

use std::collections::BTreeSet;

use super::Amount;

/// When each fighter's act ends or wait is over, earliest first.
///
/// A fighter is named by its place in the fight. Adding, removing and finding the earliest cost
/// the logarithm of the number of fighters.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    due: BTreeSet<(Amount, u32)>,
    of: Vec<Option<Amount>>,
}

impl PartialEq for Queue {
    fn eq(&self, other: &Self) -> bool {
        self.due == other.due
    }
}

impl Eq for Queue {}

impl Queue {
    /// Lets a fighter come due at an instant, instead of any earlier wish.
    pub fn set(&mut self, fighter: u32, at: Amount) {
        self.clear(fighter);
        let index = fighter as usize;
        if self.of.len() <= index {
            self.of.resize(index + 1, None);
        }
        self.of[index] = Some(at);
        self.due.insert((at, fighter));
    }

    /// Lets a fighter not come due.
    pub fn clear(&mut self, fighter: u32) {
        if let Some(at) = self.of.get_mut(fighter as usize).and_then(Option::take) {
            self.due.remove(&(at, fighter));
        }
    }

    /// The earliest instant at which anyone comes due.
    #[must_use]
    pub fn next(&self) -> Option<Amount> {
        self.due.first().map(|(at, _)| *at)
    }

    /// The fighters that come due at an instant, in the order of their places.
    pub fn at(&self, instant: Amount) -> impl Iterator<Item = u32> {
        self.due.range((instant, 0)..=(instant, u32::MAX)).map(|(_, fighter)| *fighter)
    }

    /// How many will come due.
    #[must_use]
    pub fn len(&self) -> usize {
        self.due.len()
    }

    /// Whether nobody will come due.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.due.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Takes out everyone who comes due first.
    fn take(queue: &mut Queue) -> Option<(Amount, Vec<u32>)> {
        let at = queue.next()?;
        let due: Vec<u32> = queue.at(at).collect();
        due.iter().for_each(|fighter| queue.clear(*fighter));
        Some((at, due))
    }

    proptest! {
        #[test]
        fn t23_time_never_runs_backwards(
            ends in proptest::collection::vec((0_u32..20, 1_i64..1000), 1..200)
        ) {
            let mut queue = Queue::default();
            let mut now = Amount::ZERO;
            for (fighter, windup) in ends {
                queue.set(fighter, now + Amount::hundredths(windup));
                if queue.len() > 3 {
                    let (at, due) = take(&mut queue).expect("somebody is due");
                    prop_assert!(at > now);
                    prop_assert!(due.is_sorted());
                    now = at;
                }
            }
        }

        #[test]
        fn t23_the_order_of_declaring_does_not_matter(
            ends in proptest::collection::btree_map(0_u32..50, 1_i64..100, 1..50)
        ) {
            let fill = |ends: &mut dyn Iterator<Item = (&u32, &i64)>| {
                let mut queue = Queue::default();
                for (fighter, end) in ends {
                    queue.set(*fighter, Amount::hundredths(*end));
                }
                queue
            };
            let (mut one, mut two) = (fill(&mut ends.iter()), fill(&mut ends.iter().rev()));
            while let Some(due) = take(&mut one) {
                prop_assert_eq!(take(&mut two), Some(due));
            }
            prop_assert!(two.is_empty());
        }
    }
}
