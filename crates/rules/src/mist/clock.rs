//! Clocks beside the scene: moved by the host, by a consequence or by an effect (M-44).

use std::sync::Arc;

use super::challenge::{audience, not_too_many};
use super::lookup::missing;
use super::offers::{BLANK, OfferBuilder, Offers, name, number, text};
use super::viewing::Viewing;
use super::{Command, Deciding, Event, FileForm, LONGEST_NAME, State, Thing};
use crate::kernel::{Decided, choice, offer};
use crate::{Bounds, Clock, Counts, Id, Message, Refusal, Term, message, typed};

/// The host sets a clock going.
pub(super) fn add(
    deciding: &mut Deciding,
    typed: &str,
    boxes: u8,
    counts: Counts,
    end: &str,
    hidden: bool,
) -> Decided {
    deciding.host()?;
    not_too_many(deciding.before.clocks.len())?;
    if boxes == 0 || boxes > Clock::MOST_BOXES {
        return Err(Refusal::new("M-44", message!("mist-bad-clock", boxes = boxes))
            .instead(message!("mist-bad-tier-instead", most = Clock::MOST_BOXES)));
    }
    let clock = Clock {
        id: deciding.id(),
        name: Term::from(typed::name(typed, LONGEST_NAME)?),
        boxes,
        at: Clock::start(boxes, counts),
        counts,
        text: typed::text(end, super::LONGEST_TEXT)?.into(),
        seen: audience(hidden),
    };
    deciding.push(Event::ClockAdded { clock: Box::new(clock) });
    Ok(())
}

pub(super) fn added(state: &mut State, clock: &Clock) {
    state.clocks.push(Arc::new(clock.clone()));
}

pub(super) fn tell_added(viewing: Viewing, it: &Clock) -> Option<Message> {
    viewing.sees(&it.seen).then(|| tell_at(it, it.at))
}

/// A clock the seat may see.
pub(super) fn the_clock<'a>(deciding: &Deciding<'a>, id: Id) -> Result<&'a Clock, Refusal> {
    match deciding.find(id) {
        Ok(Thing::Clock(clock)) => Ok(clock),
        _ => Err(missing(message!("mist-a-clock"))),
    }
}

/// The host moves a clock.
pub(super) fn turn(deciding: &mut Deciding, id: Id, by: i8) -> Decided {
    deciding.host()?;
    the_clock(deciding, id)?;
    check_steps(by)?;
    if !move_by(deciding, Some(id), by) {
        return Err(Refusal::new("M-44", message!("mist-chosen-already")));
    }
    Ok(())
}

/// A step or more, either way.
pub(super) fn check_steps(by: i8) -> Decided {
    if by == 0 || by == i8::MIN {
        return Err(Refusal::new("M-44", message!("mist-bad-steps")));
    }
    Ok(())
}

/// Moves a clock, or the countdown of the file when none is named; says whether it moved.
pub(super) fn move_by(deciding: &mut Deciding, id: Option<Id>, by: i8) -> bool {
    let boxes = deciding.pack.status.boxes;
    let state = deciding.now();
    let event = match id {
        Some(id) => {
            let Some(clock) = state.clocks.iter().find(|it| it.id == id) else {
                return false;
            };
            let at = clock.after(by);
            (at != clock.at).then_some(Event::ClockMoved { clock: id, at })
        }
        None => {
            let Some(tier) = state.story.countdown else {
                return false;
            };
            let moved = (i16::from(tier) - i16::from(by)).clamp(0, i16::from(boxes));
            let moved = u8::try_from(moved).unwrap_or(0);
            (moved != tier).then_some(Event::CountdownSet { tier: Some(moved) })
        }
    };
    event.is_some_and(|event| {
        deciding.push(event);
        true
    })
}

pub(super) fn moved(state: &mut State, id: Id, at: u8) {
    let found = state.clocks.iter_mut().find(|it| it.id == id);
    if let Some(clock) = found.map(Arc::make_mut) {
        clock.at = at;
    }
}

pub(super) fn tell_moved(viewing: Viewing, id: Id, at: u8) -> Option<Message> {
    match viewing.find(id)? {
        Thing::Clock(clock) => Some(tell_at(clock, at)),
        _ => None,
    }
}

/// Where a clock stands; at its end it says what happens.
fn tell_at(it: &Clock, at: u8) -> Message {
    if it.ends_at(at) {
        message!("mist-told-clock-ends", clock = &it.name, text = &it.text)
    } else {
        message!("mist-told-clock", clock = &it.name, at = at, boxes = it.boxes)
    }
}

/// The host takes a clock away.
pub(super) fn remove(deciding: &mut Deciding, id: Id) -> Decided {
    deciding.host()?;
    the_clock(deciding, id)?;
    deciding.push(Event::ClockRemoved { clock: id });
    Ok(())
}

pub(super) fn removed(state: &mut State, id: Id) {
    state.clocks.retain(|it| it.id != id);
}

pub(super) fn tell_removed(viewing: Viewing, id: Id) -> Option<Message> {
    Some(message!("mist-told-clock-gone", clock = viewing.find(id)?.name()))
}

/// What is moved, by name: a clock, or the countdown.
pub(super) fn name_of(viewing: Viewing<'_>, id: Option<Id>) -> Option<Term> {
    match id {
        Some(id) => viewing.find(id).map(|it| it.name().clone()),
        None => Some(viewing.pack.file.countdown.clone()),
    }
}

impl OfferBuilder<'_> {
    /// Setting a clock going.
    pub(super) fn offer_new_clock(self, offers: &mut Offers) {
        let ways = [
            choice(Counts::Up, message!("mist-clock-up")),
            choice(Counts::Down, message!("mist-clock-down")),
        ];
        let command = Command::AddClock {
            name: BLANK.to_owned(),
            boxes: 4,
            counts: Counts::Up,
            text: String::new(),
            hidden: false,
        };
        offers.push(
            offer("M-44", message!("mist-act-add-clock"), command)
                .field("name", message!("mist-field-name"), name())
                .field("boxes", message!("mist-field-boxes"), number(1, Clock::MOST_BOXES))
                .field(
                    "counts",
                    message!("mist-field-counts"),
                    Bounds::Choice { of: ways.to_vec() },
                )
                .field("text", message!("mist-field-clock-end"), text())
                .field("hidden", message!("mist-field-hidden"), Bounds::Switch),
        );
    }

    /// Moving a clock and taking it away.
    pub(super) fn offer_clock(self, it: &Clock, offers: &mut Offers) {
        for (by, label) in
            [(1, message!("mist-act-clock-on")), (-1, message!("mist-act-clock-back"))]
        {
            let command = Command::MoveClock { clock: it.id, by };
            offers.push(offer("M-44", label, command));
        }
        let command = Command::RemoveClock { clock: it.id };
        offers.push(offer("M-44", message!("mist-act-remove-clock"), command));
    }

    /// What a consequence or an effect may move: clocks, and the countdown while it runs.
    pub(super) fn movable(self) -> Vec<Option<Id>> {
        let clocks = self.viewing().clocks().map(|it| Some(it.id));
        let countdown =
            self.pack.file.form == FileForm::Questions && self.state.story.countdown.is_some();
        clocks.chain(countdown.then_some(None)).collect()
    }

    /// The same, to choose from.
    pub(super) fn movable_choices(self) -> Bounds {
        let label = |id| {
            let name = name_of(self.viewing(), id).unwrap_or_else(|| Term::from(""));
            message!("mist-thing-named", name = name)
        };
        Bounds::Choice { of: self.movable().into_iter().map(|id| choice(id, label(id))).collect() }
    }
}

/// A clock that a consequence or an effect may move.
pub(super) fn check_movable(deciding: &Deciding, id: Option<Id>, by: i8) -> Decided {
    check_steps(by)?;
    match id {
        Some(id) => the_clock(deciding, id).map(|_| ()),
        None if deciding.before.story.countdown.is_some() => Ok(()),
        None => Err(missing(message!("mist-a-clock"))),
    }
}
