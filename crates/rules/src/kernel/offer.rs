//! Offers, put together field by field.

use serde::Serialize;

use crate::{Bounds, Choice, Field, Message, Offer, RuleId};

/// A command to offer.
pub(crate) fn offer<Command>(
    rule: &'static str,
    label: Message,
    command: Command,
) -> Offer<Command> {
    Offer { label, command, fields: Vec::new(), waits: None, rule: RuleId::new(rule) }
}

/// One of several values a field may have; everything a command names is plain data.
pub(crate) fn choice(value: impl Serialize, label: Message) -> Choice {
    Choice { value: serde_json::to_value(value).unwrap_or_default(), label }
}

impl<Command> Offer<Command> {
    /// With a field that may be changed.
    pub(crate) fn field(mut self, path: &str, label: Message, bounds: Bounds) -> Self {
        self.fields.push(Field { path: path.to_owned(), label, bounds });
        self
    }

    /// With what the game waits for, if it does.
    pub(crate) fn waits(mut self, waits: bool, what: Message) -> Self {
        self.waits = waits.then_some(what);
        self
    }
}
