//! Clocks: a countdown, a ritual, an alarm; a named track that counts up to full or down to 0 (B-43).

use serde::{Deserialize, Serialize};

use crate::{Audience, Id, Term};

/// A named track on its way to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// Which one.
    pub id: Id,
    /// What it is called.
    pub name: Term,
    /// How long the track is.
    pub boxes: u8,
    /// Where it stands.
    pub at: u8,
    /// Which way it goes.
    pub counts: Counts,
    /// What happens at its end.
    pub text: Term,
    /// Who may see it.
    #[serde(default)]
    pub seen: Audience,
}

/// Which way a clock goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "ClockCounts"))]
pub enum Counts {
    /// Up, until it is full.
    #[default]
    Up,
    /// Down, until it is 0.
    Down,
}

impl Clock {
    /// The most boxes of a clock.
    pub const MOST_BOXES: u8 = 60;

    /// Where a new clock starts.
    #[must_use]
    pub fn start(boxes: u8, counts: Counts) -> u8 {
        match counts {
            Counts::Up => 0,
            Counts::Down => boxes,
        }
    }

    /// Where it stands after steps towards its end, or back where they are negative.
    #[must_use]
    pub fn after(&self, steps: i8) -> u8 {
        let steps = match self.counts {
            Counts::Up => i16::from(steps),
            Counts::Down => -i16::from(steps),
        };
        let at = (i16::from(self.at) + steps).clamp(0, i16::from(self.boxes));
        u8::try_from(at).unwrap_or(0)
    }

    /// Whether it has come to its end at a place.
    #[must_use]
    pub fn ends_at(&self, at: u8) -> bool {
        match self.counts {
            Counts::Up => at >= self.boxes,
            Counts::Down => at == 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b43_a_clock_counts_up_to_full_or_down_to_zero() {
        let clock = |at, counts| Clock {
            id: Id::from_bits(1),
            name: "警报".into(),
            boxes: 4,
            at,
            counts,
            text: "".into(),
            seen: Audience::All,
        };
        for (at, counts, steps, after, ends) in [
            (0, Counts::Up, 1, 1, false),
            (3, Counts::Up, 2, 4, true),
            (3, Counts::Up, -5, 0, false),
            (4, Counts::Down, 1, 3, false),
            (1, Counts::Down, 3, 0, true),
            (2, Counts::Down, -9, 4, false),
        ] {
            let clock = clock(at, counts);
            assert_eq!(clock.after(steps), after);
            assert_eq!(clock.ends_at(after), ends);
        }
    }
}
