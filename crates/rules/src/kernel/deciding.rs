//! A command under way.

use std::cell::OnceCell;

use dice::{Expr, Names};

use crate::{Audience, Dice, Id, Refusal, Role, Roll, Ruleset, Seat, Viewer, message};

/// What deciding gives: the events are in the [`Deciding`].
pub type Decided = Result<(), Refusal>;

/// A command being decided: the events so far, and the state as they leave it. Dropping it leaves
/// everything as it was.
pub struct Deciding<'a, R: Ruleset> {
    /// The rules.
    pub pack: &'a R,
    /// The state the command came to.
    pub before: &'a R::State,
    /// Whose command it is.
    pub by: Seat,
    dice: &'a mut dyn Dice,
    events: Vec<R::Event>,
    /// The state after all events, once somebody looked: most commands are decided without.
    now: OnceCell<R::State>,
}

impl<'a, R: Ruleset> Deciding<'a, R> {
    pub fn new(pack: &'a R, before: &'a R::State, by: Seat, dice: &'a mut dyn Dice) -> Self {
        Self { pack, before, by, dice, events: Vec::new(), now: OnceCell::new() }
    }

    /// Adds an event.
    pub fn push(&mut self, event: R::Event) {
        if let Some(now) = self.now.get_mut() {
            self.pack.apply(now, &event);
        }
        self.events.push(event);
    }

    /// The state after all events so far.
    pub fn now(&self) -> &R::State {
        if self.events.is_empty() {
            return self.before;
        }
        self.now.get_or_init(|| after(self.pack, self.before, &self.events))
    }

    /// The state after all events so far, beside the dice: for many events that are worked out
    /// from one state.
    pub fn now_and_dice(&mut self) -> (&R::State, &mut dyn Dice) {
        if self.events.is_empty() {
            return (self.before, self.dice);
        }
        let now = self.now.get_or_init(|| after(self.pack, self.before, &self.events));
        (now, self.dice)
    }

    /// The events so far.
    pub fn events(&self) -> &[R::Event] {
        &self.events
    }

    /// The events, when all is decided.
    pub fn into_events(self) -> Vec<R::Event> {
        self.events
    }

    /// A new thing's id.
    pub fn id(&mut self) -> Id {
        self.dice.id()
    }

    /// Whether the dice are typed in from a real table (B-22).
    pub fn by_hand(&self) -> bool {
        self.dice.by_hand()
    }

    /// Rolls for those who may see it.
    ///
    /// # Errors
    /// In the words of the dice, when the expression cannot be rolled with these names.
    pub fn throw(
        &mut self,
        audience: &Audience,
        expr: &Expr,
        names: &dyn Names,
    ) -> Result<Roll, Refusal> {
        self.dice.roll(audience, expr, names).map_err(|fault| Refusal::from(&fault))
    }

    pub fn viewer(&self) -> Viewer {
        self.by.viewer()
    }

    /// Only the host may.
    pub fn host(&self) -> Decided {
        match self.by.is_host() {
            true => Ok(()),
            false => Err(Refusal::new("B-01", message!("host-only"))),
        }
    }

    /// Anyone who plays may; whoever looks on may not.
    pub fn plays(&self) -> Decided {
        match self.by.role {
            Role::Host | Role::Player => Ok(()),
            Role::Spectator => Err(Refusal::new("B-01", message!("players-only"))),
        }
    }
}

fn after<R: Ruleset>(pack: &R, before: &R::State, events: &[R::Event]) -> R::State {
    let mut after = before.clone();
    for event in events {
        pack.apply(&mut after, event);
    }
    after
}
