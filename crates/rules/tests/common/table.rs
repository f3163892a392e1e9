//! A table of any family.

use std::borrow::Borrow;

use rules::{
    Acts, Checked, Game, Id, Line, Offer, Quote, Refusal, Role, Ruleset, Seat, SeatId, Subject,
    View, Viewer,
};

use super::dice::Loaded;

/// A seat; the same number is the same person.
pub const fn seat(number: u64, role: Role) -> Seat {
    Seat { id: SeatId(Id::from_bits(number)), role }
}

/// A game under way, its dice, and everything that happened in it.
#[derive(Clone)]
pub struct Table<R: Ruleset> {
    pub game: Game<R>,
    pub dice: Loaded,
    pub log: Vec<R::Event>,
}

impl<R: Ruleset> Table<R> {
    /// A game that begins.
    pub fn begin(pack: R) -> Self {
        let pack = Checked::new(pack).expect("the pack holds together");
        Self { game: Game::begin(pack), dice: Loaded::new(7), log: Vec::new() }
    }

    pub fn state(&self) -> &R::State {
        &self.game.state
    }

    /// Plays a command that must be accepted.
    #[track_caller]
    pub fn play(&mut self, by: Seat, command: impl Borrow<R::Command>) -> Vec<R::Event> {
        let command = command.borrow();
        match self.attempt(by, command) {
            Ok(events) => events,
            Err(refusal) => panic!("{command:?}\nwas refused: {refusal:?}"),
        }
    }

    /// Plays a command that must be refused; the rule that refuses it.
    #[track_caller]
    pub fn refused(&mut self, by: Seat, command: impl Borrow<R::Command>) -> String {
        self.refusal(by, command).rule.to_string()
    }

    /// Plays a command that must be refused; the refusal.
    #[track_caller]
    pub fn refusal(&mut self, by: Seat, command: impl Borrow<R::Command>) -> Refusal {
        let command = command.borrow();
        match self.attempt(by, command) {
            Ok(events) => panic!("{command:?}\nwas accepted: {events:?}"),
            Err(refusal) => refusal,
        }
    }

    /// Plays a command that may be refused. A refusal changes nothing, dice included.
    ///
    /// # Errors
    /// The refusal.
    #[track_caller]
    pub fn attempt(&mut self, by: Seat, command: &R::Command) -> Result<Vec<R::Event>, Refusal> {
        let (before, mut dice) = (self.game.state.clone(), self.dice.clone());
        let played = self.game.play(by, command, &mut dice);
        match &played {
            Ok(events) => {
                self.dice = dice;
                self.log.extend(events.iter().cloned());
            }
            Err(_) => assert!(self.game.state == before, "a refusal changes nothing: {command:?}"),
        }
        played
    }

    /// What a command comes to, without playing it.
    ///
    /// # Errors
    /// The refusal.
    pub fn decide(&self, by: Seat, command: &R::Command) -> Result<Vec<R::Event>, Refusal> {
        self.game.pack.decide(self.state(), by, command, &mut self.dice.clone())
    }

    /// What a command that would be accepted would do.
    #[track_caller]
    pub fn quote(&self, by: Seat, command: &R::Command) -> Quote {
        let quote = self.game.pack.quote(self.state(), by, command);
        quote.unwrap_or_else(|refusal| panic!("{command:?}\ncannot be quoted: {refusal:?}"))
    }

    /// What a seat can do with everything in sight.
    pub fn offers(&self, by: Seat) -> Vec<Offer<R::Command>> {
        let subjects = self.game.pack.subjects(self.state(), by);
        subjects.iter().flat_map(|of| self.offers_of(by, of)).collect()
    }

    /// What a seat can do with a thing.
    pub fn offers_of(&self, by: Seat, of: &Subject) -> Vec<Offer<R::Command>> {
        self.game.pack.offers(self.state(), by, of)
    }

    /// What is pushed to a seat of what it can do.
    pub fn pushed(&self, by: Seat) -> Acts {
        self.game.pack.acts(self.state(), by, true)
    }

    pub fn view(&self, viewer: Viewer) -> View<R::Part> {
        self.game.pack.view(self.state(), viewer)
    }

    /// What a viewer is told of events that happened one after another, from the state before
    /// them; for each event a line or none.
    pub fn lines_for(
        &self,
        viewer: Viewer,
        before: &R::State,
        events: &[R::Event],
    ) -> Vec<Option<Line>> {
        let mut state = before.clone();
        let tell = |event| {
            let line = self.game.pack.tell(&state, event, viewer);
            self.game.pack.apply(&mut state, event);
            line
        };
        events.iter().map(tell).collect()
    }
}
