//! A command of Time Line under way: what most decisions ask first.

use dice::Expr;

use super::{Character, Timeline};
use crate::kernel::Decided;
use crate::{Audience, Id, Refusal, Roll, message};

/// A command of Time Line under way.
pub(super) type Deciding<'a> = crate::kernel::Deciding<'a, Timeline>;

impl<'a> Deciding<'a> {
    /// A character the seat may see.
    pub(super) fn find(&self, id: Id) -> Result<&'a Character, Refusal> {
        self.before.find(id, self.viewer())
    }

    /// A character the seat plays, and not a body that a skill called.
    pub(super) fn own(&self, id: Id) -> Result<&'a Character, Refusal> {
        self.before.own(id, self.by)
    }

    /// Rolls dice everyone sees.
    pub(super) fn roll(&mut self, notation: &str) -> Result<Roll, Refusal> {
        let expr = Expr::parse(notation).map_err(|fault| Refusal::from(&fault))?;
        self.throw(&Audience::All, &expr, &())
    }
}

/// Refuses what is out of bounds.
pub(super) fn within(fits: bool, rule: &'static str) -> Decided {
    match fits {
        true => Ok(()),
        false => Err(Refusal::new(rule, message!("timeline-out-of-bounds"))),
    }
}
