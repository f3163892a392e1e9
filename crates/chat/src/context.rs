//! What a line is understood by: the seat it comes from, what that seat sees and can do.

use rules::{AnyView, Id, Offer, PlayedRules, Seat};
use serde_json::Value as Json;
use table::{
    HostDesk, LineContext, NotePart, PicturePart, ScenePart, SeatActs, SeatPart, ShelvedPart,
};

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
    /// What a host prepared, keeps, and may bring of what the pack ships.
    pub desk: Option<HostDesk>,
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
        let LineContext { seat, seats, notes, pictures, desk, view, acts, rules, .. } = seen;
        Self { seat, seats, notes, pictures, desk, view, acts, rules, speaking_as }
    }

    /// The scenes a host prepared.
    pub fn scenes(&self) -> &[ScenePart] {
        let desk = self.desk.as_ref().and_then(HostDesk::part);
        desk.map_or(&[], |desk| &desk.scenes)
    }

    /// The things a host keeps.
    pub fn shelf(&self) -> &[ShelvedPart] {
        let desk = self.desk.as_ref().and_then(HostDesk::part);
        desk.map_or(&[], |desk| &desk.shelf)
    }

    /// Everything the seat can do now, with everything in sight.
    pub fn offers(&self) -> &[Offer<Json>] {
        self.acts.all()
    }
}
