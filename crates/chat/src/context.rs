//! What a line is understood by: the seat it comes from, what that seat sees and can do.

use rules::{AnyView, Id, Offer, PlayedRules, ReadyThing, Seat};
use serde_json::Value as Json;
use table::{DeskPart, LineContext, NotePart, PicturePart, SeatActs, SeatPart};

/// What the seat sees, and nothing else.
#[derive(Clone, Debug)]
pub struct SeatContext {
    /// The seat that speaks.
    pub seat: Seat,
    /// Who sits at the table.
    pub seats: Vec<SeatPart>,
    /// The notes it may read.
    pub notes: Vec<NotePart>,
    /// The pictures it may use.
    pub pictures: Vec<PicturePart>,
    /// What a host prepared and keeps.
    pub desk: Option<DeskPart>,
    /// What the pack ships for a host to bring.
    pub library: Vec<ReadyThing>,
    /// The game as the seat sees it.
    pub view: AnyView,
    /// What the seat can do now.
    pub acts: SeatActs,
    /// What the table plays by.
    pub rules: PlayedRules,
    /// The character the seat speaks as until told otherwise (C-04).
    pub speaking_as: Option<Id>,
}

impl SeatContext {
    /// What a line is understood by, with whom its seat speaks as.
    #[must_use]
    pub fn new(seen: LineContext, speaking_as: Option<Id>) -> Self {
        let LineContext { seat, seats, notes, pictures, desk, library, view, acts, rules, .. } =
            seen;
        Self { seat, seats, notes, pictures, desk, library, view, acts, rules, speaking_as }
    }

    /// Everything the seat can do now, with everything in sight.
    pub fn offers(&self) -> &[Offer<Json>] {
        self.acts.all()
    }
}
