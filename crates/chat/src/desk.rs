//! What a line is heard at: the seat it comes from and what that seat sees.

use rules::{AnyView, Id, Offer, Seat};
use serde_json::Value as Json;
use table::SeatPart;

/// What the seat sees, and nothing else.
#[derive(Clone, Debug)]
pub struct Desk {
    /// The seat that speaks.
    pub seat: Seat,
    /// Who sits at the table.
    pub seats: Vec<SeatPart>,
    /// The game as the seat sees it.
    pub view: AnyView,
    /// What the seat can do now.
    pub offers: Vec<Offer<Json>>,
    /// The character the seat speaks as until told otherwise (C-04).
    pub speaking_as: Option<Id>,
}

impl Desk {
    /// The family of the table's rules.
    #[must_use]
    pub fn family(&self) -> &'static str {
        match &self.view {
            AnyView::Mist(_) => "mist",
            AnyView::Fate(_) => "fate",
            AnyView::Timeline(_) => "timeline",
            // A family only tests know (feature `toy`) has no words of its own.
            #[allow(unreachable_patterns, reason = "reachable with the feature `toy`")]
            _ => "",
        }
    }
}
