//! Taking a person's name and talk out of a log (B-76): the only change ever made to what is
//! written.

use rules::SeatId;

use crate::{Event, Record, TableEvent};

/// What stands where something was said.
pub(crate) const NOTHING: &str = "…";

/// Takes the name of `seat` and all it said out of the records. Their number and order stay, so
/// that everything else in the log means what it meant; so do salts, which are part of the dice.
pub(crate) fn redact(records: &mut [Record], seat: SeatId, name: &str) {
    for record in records {
        let own = record.by == Some(seat);
        for event in &mut record.events {
            let Event::Table(event) = event else { continue };
            match event {
                TableEvent::SeatAdded { seat: whose, name: was, .. }
                | TableEvent::SeatRenamed { seat: whose, name: was }
                    if *whose == seat =>
                {
                    was.replace_range(.., name);
                }
                TableEvent::Said { text, .. } if own => NOTHING.clone_into(text),
                TableEvent::Rolled { reason: Some(reason), .. } if own => {
                    NOTHING.clone_into(reason);
                }
                _ => {}
            }
        }
    }
}
