//! The three families of rulesets, a third of the tables each.

/// A family, played by one of its packs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Family {
    Mist,
    Fate,
    Timeline,
}

impl Family {
    pub const ALL: [Self; 3] = [Self::Mist, Self::Fate, Self::Timeline];

    /// The family of the table with this number.
    pub fn of(table: usize) -> Self {
        Self::ALL[table % Self::ALL.len()]
    }

    /// The pack its tables play.
    pub fn pack(self) -> &'static str {
        match self {
            Self::Mist => "mist-city",
            Self::Fate => "fate-condensed",
            Self::Timeline => "timeline",
        }
    }

    /// What a whole exchange is.
    pub fn exchange(self) -> &'static str {
        match self {
            Self::Mist => {
                "an action from its opening until its power is spent and every consequence has \
                 landed or been mitigated"
            }
            Self::Fate => {
                "an action from its declaration until both sides let it stand, all choices are \
                 made and all hits absorbed"
            }
            Self::Timeline => "an act from its declaration until it has landed",
        }
    }

    /// Commands without which nobody has played a whole evening of it: `crowd check` wants each.
    pub fn essential(self) -> &'static [&'static str] {
        match self {
            Self::Mist => &[
                "act",
                "propose",
                "review",
                "roll",
                "spend",
                "hit",
                "mitigate",
                "accept",
                "end-scene",
                "set-scene",
            ],
            Self::Fate => &[
                "act",
                "oppose",
                "defend",
                "roll",
                "invoke",
                "let-stand",
                "choose",
                "absorb",
                "begin-conflict",
                "pass-turn",
                "end-conflict",
                "end-scene",
                "set-scene",
            ],
            Self::Timeline => &["open-fight", "declare", "flow", "end-fight", "restore", "check"],
        }
    }
}
