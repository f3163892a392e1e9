//! One who fights, and what they are doing (T-20 … T-31).

use std::collections::BTreeSet;

use super::{Act, Amount, Attribute, Grip, Lasting, LastingKind, Plan, Resource, Weakness};
use crate::Id;

/// One who fights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// The character.
    pub id: Id,
    /// What they are doing.
    pub doing: Doing,
    /// Acts that follow when the present one has landed, in order.
    pub planned: Vec<Plan>,
    /// Where they stand on the line, in D (T-30).
    pub position: Amount,
    /// Whether others cannot see them, and so not hit them (T-30).
    pub unseen: bool,
    /// What is left of shields.
    pub shield: Amount,
    /// What weakens them (T-29).
    pub weakened: Vec<Weakness>,
    /// The attribute the present control is resisted with (T-28).
    pub resist: Option<Attribute>,
    /// What the present control does beside keeping them from acting.
    pub grip: Grip,
    /// Who declares for them, and until when.
    pub puppet: Option<(Id, Amount)>,
    /// What stays with them (T-50).
    pub lasting: Vec<Lasting>,
    /// How much has ever stayed with them.
    pub numbered: u32,
    /// Whose skill called them, if they are a body and not a person.
    pub summoned: Option<Id>,
    /// Whether they do what their maker does.
    pub mirrors: bool,
    /// When they came.
    pub since: Amount,
    /// Those whose acts guard this fighter (T-27).
    pub guarded_by: BTreeSet<Id>,
    /// Whether they have left the fight.
    pub gone: bool,
    /// On which side they stand, if it was said (T-34).
    pub side: Option<u8>,
}

/// What a fighter is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doing {
    /// Nothing: the table waits for them to declare.
    Idle,
    /// Nothing, on purpose: the table does not wait for them.
    Holding,
    /// Winding up an act.
    Acting(Box<Act>),
    /// Waiting for the initiative of others (T-26).
    Late,
    /// Controlled until an instant (T-28).
    Controlled(Amount),
}

impl Fighter {
    /// A fighter about to declare.
    #[must_use]
    pub fn new(id: Id, position: Amount) -> Self {
        Self {
            id,
            doing: Doing::Idle,
            planned: Vec::new(),
            position,
            unseen: false,
            shield: Amount::ZERO,
            weakened: Vec::new(),
            resist: None,
            grip: Grip::Stun,
            puppet: None,
            lasting: Vec::new(),
            numbered: 0,
            summoned: None,
            mirrors: false,
            since: Amount::ZERO,
            guarded_by: BTreeSet::new(),
            gone: false,
            side: None,
        }
    }

    /// The act being wound up.
    #[must_use]
    pub fn act(&self) -> Option<&Act> {
        match &self.doing {
            Doing::Acting(act) => Some(act),
            _ => None,
        }
    }

    /// Whom the act being wound up guards.
    pub(super) fn guards(&self) -> Option<Id> {
        self.act().filter(|_| !self.gone).and_then(Act::guards)
    }

    /// When their act ends, their wait is over, or something that stays with them stirs.
    pub(super) fn due(&self, others_from: Option<Amount>) -> Option<Amount> {
        if self.gone {
            return None;
        }
        let own = match &self.doing {
            Doing::Acting(act) => Some(act.end),
            Doing::Controlled(until) => Some(*until),
            Doing::Late => others_from,
            Doing::Idle | Doing::Holding => None,
        };
        self.lasting.iter().filter_map(Lasting::due).chain(own).min()
    }

    /// Until when someone keeps them from acting for themselves.
    #[must_use]
    pub fn held_until(&self) -> Option<Amount> {
        match self.doing {
            Doing::Controlled(until) => Some(until),
            _ => self.puppet.map(|(_, until)| until),
        }
    }

    /// Whether a control seals them in, so that nothing hurts them.
    #[must_use]
    pub fn is_sealed(&self) -> bool {
        self.grip == Grip::Bind && matches!(self.doing, Doing::Controlled(_))
    }

    /// Whether others cannot see them, by the host's word or by their own skill.
    #[must_use]
    pub fn is_unseen(&self) -> bool {
        self.unseen || self.lasting.iter().any(|one| one.kind == LastingKind::Hidden)
    }

    /// The resource they chose to take wounds with.
    #[must_use]
    pub fn bears(&self) -> Option<Resource> {
        self.lasting.iter().rev().find_map(|one| match one.kind {
            LastingKind::Bears { resource } => resource,
            _ => None,
        })
    }

    /// Lets go of them: nobody controls them or declares for them.
    pub(super) fn free(&mut self) {
        self.resist = None;
        self.grip = Grip::Stun;
        self.puppet = None;
    }

    /// All that weakens them.
    #[must_use]
    pub fn weakness(&self) -> Amount {
        self.weakened.iter().map(|one| one.left).sum()
    }
}
