//! What was wrong with a line, where, and what would be understood (C-02).

use std::borrow::Cow;
use std::ops::Range;

use rules::{Message, Refusal, message};

/// A line that could not be understood. Nothing of it was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The characters it is about, counted from 0 in the line as typed.
    pub at: Range<usize>,
    /// The rule it goes by.
    pub rule: &'static str,
    /// What is wrong there.
    pub what: Message,
    /// The nearest thing that would be understood.
    pub instead: Option<Box<Message>>,
}

impl Mistake {
    /// A mistake at `at`.
    #[must_use]
    pub fn new(at: Range<usize>, what: Message) -> Self {
        Self { at, rule: "C-02", what, instead: None }
    }

    /// The mistake, with what would be understood.
    #[must_use]
    pub fn instead(mut self, instead: Message) -> Self {
        self.instead = Some(Box::new(instead));
        self
    }

    /// The mistake, with an example of what would be understood: `chat-form-…` of the catalogue.
    #[must_use]
    pub fn example(self, form: &str) -> Self {
        let id = format!("chat-form-{form}");
        debug_assert!(words::knows(&id), "{id}");
        let form = Message { id: Cow::Owned(id), args: rules::Args::default() };
        self.instead(message!("chat-example", form = form))
    }

    /// The mistake; where something is missing and nothing says what would be understood, with the
    /// example of the word that was typed.
    #[must_use]
    pub fn or_example(self, word: &str) -> Self {
        let missing = ["chat-name-missing", "chat-text-missing"].contains(&self.what.id.as_ref());
        let known = missing && self.instead.is_none() && words::knows(&format!("chat-form-{word}"));
        if known { self.example(word) } else { self }
    }

    /// The mistake, with a line that would be understood.
    #[must_use]
    pub fn example_text(self, line: &str) -> Self {
        self.instead(message!("chat-example", form = crate::examples::in_each(line)))
    }

    /// Whether it is only that nothing is called so, nor nearly so.
    #[must_use]
    pub fn is_unknown_name(&self) -> bool {
        let near = |it: &Message| it.id == "chat-did-you-mean";
        self.what.id == "chat-unknown-name" && !self.instead.as_deref().is_some_and(near)
    }

    /// The mistake, by another rule.
    #[must_use]
    pub fn by(mut self, rule: &'static str) -> Self {
        self.rule = rule;
        self
    }
}

impl From<Mistake> for Refusal {
    fn from(mistake: Mistake) -> Self {
        let what = message!("chat-wrong", column = mistake.at.start + 1, what = mistake.what);
        let refusal = Refusal::new(mistake.rule, what);
        match mistake.instead {
            Some(instead) => refusal.instead(*instead),
            None => refusal,
        }
    }
}
