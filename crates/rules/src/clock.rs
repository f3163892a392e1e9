//! Clocks: a countdown, a ritual, an alarm; a named track that counts up to full or down to 0 (B-43).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::kernel::{Decided, Deciding, choice, offer};
use crate::{
    Audience, Bounds, Id, Line, Message, Offer, Refusal, Ruleset, Subject, Term, Viewer, message,
    typed,
};

/// A named track on its way to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// Which one.
    pub id: Id,
    /// What it is called.
    pub name: Term,
    /// How long the track is.
    pub boxes: u8,
    /// Where it stands.
    pub at: u8,
    /// Which way it goes.
    pub counts: Counts,
    /// What happens at its end.
    pub text: Term,
    /// Who may see it.
    #[serde(default)]
    pub seen: Audience,
}

/// Which way a clock goes.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "ClockCounts"))]
pub enum Counts {
    /// Up, until it is full.
    #[default]
    Up,
    /// Down, until it is 0.
    Down,
}

impl Clock {
    /// The most boxes of a clock.
    pub const MOST_BOXES: u8 = 60;

    /// Where a new clock starts.
    #[must_use]
    pub fn start(boxes: u8, counts: Counts) -> u8 {
        match counts {
            Counts::Up => 0,
            Counts::Down => boxes,
        }
    }

    /// Where it stands after steps towards its end, or back where they are negative.
    #[must_use]
    pub fn after(&self, steps: i8) -> u8 {
        let steps = match self.counts {
            Counts::Up => i16::from(steps),
            Counts::Down => -i16::from(steps),
        };
        let at = (i16::from(self.at) + steps).clamp(0, i16::from(self.boxes));
        u8::try_from(at).unwrap_or(0)
    }

    /// Whether it has come to its end at a place.
    #[must_use]
    pub fn ends_at(&self, at: u8) -> bool {
        match self.counts {
            Counts::Up => at >= self.boxes,
            Counts::Down => at == 0,
        }
    }
}

/// A clock as a viewer is shown it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "ClockPart", optional_fields))]
pub struct ClockPart {
    /// Which one.
    pub id: Id,
    /// What it is called.
    pub name: Term,
    /// How long it is.
    pub boxes: u8,
    /// Where it stands.
    pub at: u8,
    /// Which way it goes.
    pub counts: Counts,
    /// What happens at its end.
    pub text: Term,
    /// Whether it has come to its end.
    pub over: bool,
    /// Who sees it; told to the host alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Audience>,
}

/// What the host does with clocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "ClockChange"))]
pub enum ClockChange {
    /// Sets one going.
    Add {
        /// What it is called.
        name: String,
        /// How long it is.
        boxes: u8,
        /// Which way it goes.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Counts>"))]
        counts: Counts,
        /// What happens at its end.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        text: String,
        /// Whether only the host sees it for now.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        hidden: bool,
    },
    /// Moves one towards its end, or back where the steps are negative.
    Move {
        /// Which one.
        clock: Id,
        /// By how many steps.
        by: i8,
    },
    /// Shows a hidden one to all.
    Show {
        /// Which one.
        clock: Id,
    },
    /// Takes one away.
    Remove {
        /// Which one.
        clock: Id,
    },
}

/// A clock made ready before play (B-44, M-44).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyClock {
    /// What it is called.
    pub name: Term,
    /// How long it is.
    pub boxes: u8,
    /// Which way it goes.
    #[serde(default)]
    pub counts: Counts,
    /// What happens at its end.
    #[serde(default = "no_words")]
    pub text: Term,
    /// Whether only the host sees it for now.
    #[serde(default)]
    pub hidden: bool,
}

fn no_words() -> Term {
    Term::from("")
}

impl ReadyClock {
    /// What a command would set going, for later.
    pub(crate) fn of(change: &ClockChange) -> Option<Self> {
        let ClockChange::Add { name, boxes, counts, text, hidden } = change else { return None };
        let (name, text) = (name.as_str().into(), text.as_str().into());
        Some(Self { name, boxes: *boxes, counts: *counts, text, hidden: *hidden })
    }

    /// The clock, at its start.
    ///
    /// # Errors
    /// When it would not be one.
    pub(crate) fn clock(&self, id: Id) -> Result<Clock, Refusal> {
        if self.boxes == 0 || self.boxes > Clock::MOST_BOXES {
            let bad = Refusal::new("B-43", message!("clock-bad", boxes = self.boxes));
            return Err(bad.instead(message!("clock-bad-instead", most = Clock::MOST_BOXES)));
        }
        Ok(Clock {
            id,
            name: typed::term(&self.name, NAME)?,
            boxes: self.boxes,
            at: Clock::start(self.boxes, self.counts),
            counts: self.counts,
            text: self.text.clone(),
            seen: if self.hidden { Audience::Host } else { Audience::All },
        })
    }

    /// What is shown of it.
    pub(crate) fn show(&self) -> crate::ReadyPart {
        crate::ReadyPart {
            kind: message!("ready-clock"),
            name: self.name.clone(),
            text: self.text.clone(),
            marks: vec![message!("ready-boxes", boxes = self.boxes)],
            hidden: self.hidden,
        }
    }
}

/// What happened to clocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ClockEvent {
    /// One was set going.
    Added {
        /// It.
        clock: Box<Clock>,
    },
    /// One was moved.
    Moved {
        /// Which one.
        clock: Id,
        /// To where.
        at: u8,
    },
    /// One was shown to all.
    Shown {
        /// Which one.
        clock: Id,
    },
    /// One was taken away.
    Removed {
        /// Which one.
        clock: Id,
    },
}

/// The clocks of a table, for the families whose own rules move none (B-43).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clocks(Vec<Arc<Clock>>);

/// The most clocks of a table.
const MOST: usize = 100;
/// The most characters of a clock's name.
const NAME: u32 = 60;
/// The most characters of what happens at its end.
const TEXT: u32 = 2000;

impl Clocks {
    fn find(&self, id: Id) -> Result<&Clock, Refusal> {
        let found = self.0.iter().find(|it| it.id == id).map(Arc::as_ref);
        found.ok_or_else(|| Refusal::new("B-43", message!("clock-missing")))
    }

    /// The host changes a clock.
    ///
    /// # Errors
    /// When it is not the host, there is no such clock, or it would not be one.
    pub(crate) fn change<R: Ruleset>(
        &self,
        deciding: &mut Deciding<'_, R>,
        change: &ClockChange,
        event: impl FnOnce(ClockEvent) -> R::Event,
    ) -> Decided {
        deciding.host()?;
        let change = self.decide(change, || deciding.id())?;
        deciding.push(event(change));
        Ok(())
    }

    /// Decides a change of the host's.
    ///
    /// # Errors
    /// When there is no such clock, or it would not be one.
    fn decide(&self, change: &ClockChange, id: impl FnOnce() -> Id) -> Result<ClockEvent, Refusal> {
        let already = || Refusal::new("B-43", message!("clock-already"));
        match change {
            ClockChange::Add { name, boxes, counts, text, hidden } => {
                if self.0.len() >= MOST {
                    return Err(Refusal::new("B-12", message!("clock-too-many", most = MOST)));
                }
                if *boxes == 0 || *boxes > Clock::MOST_BOXES {
                    let bad = Refusal::new("B-43", message!("clock-bad", boxes = *boxes));
                    return Err(
                        bad.instead(message!("clock-bad-instead", most = Clock::MOST_BOXES))
                    );
                }
                let clock = Clock {
                    id: id(),
                    name: Term::from(typed::name(name, NAME)?),
                    boxes: *boxes,
                    at: Clock::start(*boxes, *counts),
                    counts: *counts,
                    text: typed::text(text, TEXT)?.into(),
                    seen: if *hidden { Audience::Host } else { Audience::All },
                };
                Ok(ClockEvent::Added { clock: Box::new(clock) })
            }
            ClockChange::Move { clock, by } => {
                let found = self.find(*clock)?;
                let at = found.after(*by);
                if at == found.at {
                    return Err(already());
                }
                Ok(ClockEvent::Moved { clock: *clock, at })
            }
            ClockChange::Show { clock } => match self.find(*clock)?.seen {
                Audience::All => Err(already()),
                Audience::Host | Audience::Seats(_) => Ok(ClockEvent::Shown { clock: *clock }),
            },
            ClockChange::Remove { clock } => {
                self.find(*clock)?;
                Ok(ClockEvent::Removed { clock: *clock })
            }
        }
    }

    /// A clock that was made ready is set going.
    ///
    /// # Errors
    /// When there are too many, or it would not be one.
    pub(crate) fn bring(&self, ready: &ReadyClock, id: Id) -> Result<ClockEvent, Refusal> {
        if self.0.len() >= MOST {
            return Err(Refusal::new("B-12", message!("clock-too-many", most = MOST)));
        }
        Ok(ClockEvent::Added { clock: Box::new(ready.clock(id)?) })
    }

    /// Applies what happened; a clock that is not there is ignored.
    pub(crate) fn apply(&mut self, event: &ClockEvent) {
        let find = |all: &mut Vec<Arc<Clock>>, id: Id, change: &dyn Fn(&mut Clock)| {
            if let Some(clock) = all.iter_mut().find(|it| it.id == id) {
                change(Arc::make_mut(clock));
            }
        };
        match event {
            ClockEvent::Added { clock } => self.0.push(Arc::new((**clock).clone())),
            ClockEvent::Moved { clock, at } => find(&mut self.0, *clock, &|it| it.at = *at),
            ClockEvent::Shown { clock } => {
                find(&mut self.0, *clock, &|it| it.seen = Audience::All);
            }
            ClockEvent::Removed { clock } => self.0.retain(|it| it.id != *clock),
        }
    }

    /// What a viewer is told; these are the clocks before.
    pub(crate) fn tell(&self, event: &ClockEvent, viewer: Viewer) -> Option<Line> {
        let seen = |id: Id| self.find(id).ok().filter(|it| it.seen.sees(viewer));
        let message = match event {
            ClockEvent::Added { clock } => {
                clock.seen.sees(viewer).then(|| clock.to_message(clock.at))?
            }
            ClockEvent::Moved { clock, at } => seen(*clock)?.to_message(*at),
            ClockEvent::Shown { clock } => {
                let clock = self.find(*clock).ok()?;
                clock.to_message(clock.at)
            }
            ClockEvent::Removed { clock } => message!("clock-gone", clock = &seen(*clock)?.name),
        };
        Some(message.into())
    }

    /// The clocks as a viewer is shown them.
    pub(crate) fn parts(&self, viewer: Viewer) -> Vec<ClockPart> {
        let seen = self.0.iter().filter(|it| it.seen.sees(viewer));
        seen.map(|it| it.part(viewer)).collect()
    }

    /// Whether these are surely the same as others.
    pub(crate) fn same(&self, other: &Self) -> bool {
        crate::shared::same(&self.0, &other.0)
    }

    /// What the host may do with each.
    pub(crate) fn subjects(&self) -> impl Iterator<Item = Subject> {
        self.0.iter().map(|it| Subject::from(it.id))
    }

    /// Setting a clock going.
    pub(crate) fn offer_new<C>(command: impl Fn(ClockChange) -> C) -> Offer<C> {
        let add = ClockChange::Add {
            name: "…".to_owned(),
            boxes: 4,
            counts: Counts::Up,
            text: String::new(),
            hidden: false,
        };
        let ways = vec![
            choice(Counts::Up, message!("clock-up")),
            choice(Counts::Down, message!("clock-down")),
        ];
        let text = |max, optional| Bounds::Text { max, optional };
        let boxes = Bounds::Number { min: 1, max: i64::from(Clock::MOST_BOXES) };
        offer("B-43", message!("clock-act-add"), command(add))
            .field("change/name", message!("clock-field-name"), text(NAME, false))
            .field("change/boxes", message!("clock-field-boxes"), boxes)
            .field("change/counts", message!("clock-field-counts"), Bounds::Choice { of: ways })
            .field("change/text", message!("clock-field-end"), text(TEXT, true))
            .field("change/hidden", message!("clock-field-hidden"), Bounds::Switch)
    }

    /// Everything the host may do with one clock; nothing if it is none.
    pub(crate) fn offers<C>(&self, id: Id, command: impl Fn(ClockChange) -> C) -> Vec<Offer<C>> {
        let Ok(clock) = self.find(id) else {
            return Vec::new();
        };
        let act = |label, change| offer("B-43", label, command(change));
        let mut offers = vec![
            act(message!("clock-act-on"), ClockChange::Move { clock: id, by: 1 }),
            act(message!("clock-act-back"), ClockChange::Move { clock: id, by: -1 }),
        ];
        if clock.seen != Audience::All {
            offers.push(act(message!("clock-act-show"), ClockChange::Show { clock: id }));
        }
        offers.push(act(message!("clock-act-remove"), ClockChange::Remove { clock: id }));
        offers
    }
}

impl Clock {
    /// Where it stands; at its end it says what happens.
    fn to_message(&self, at: u8) -> Message {
        if self.ends_at(at) {
            message!("clock-ends", clock = &self.name, text = &self.text)
        } else {
            message!("clock-at", clock = &self.name, at = at, boxes = self.boxes)
        }
    }

    /// As a viewer is shown it.
    pub(crate) fn part(&self, viewer: Viewer) -> ClockPart {
        ClockPart {
            id: self.id,
            name: self.name.clone(),
            boxes: self.boxes,
            at: self.at,
            counts: self.counts,
            text: self.text.clone(),
            over: self.ends_at(self.at),
            seen: (viewer == Viewer::Host).then(|| self.seen.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b43_a_clock_counts_up_to_full_or_down_to_zero() {
        let clock = |at, counts| Clock {
            id: Id::from_bits(1),
            name: "警报".into(),
            boxes: 4,
            at,
            counts,
            text: "".into(),
            seen: Audience::All,
        };
        for (at, counts, steps, after, ends) in [
            (0, Counts::Up, 1, 1, false),
            (3, Counts::Up, 2, 4, true),
            (3, Counts::Up, -5, 0, false),
            (4, Counts::Down, 1, 3, false),
            (1, Counts::Down, 3, 0, true),
            (2, Counts::Down, -9, 4, false),
        ] {
            let clock = clock(at, counts);
            assert_eq!(clock.after(steps), after);
            assert_eq!(clock.ends_at(after), ends);
        }
    }

    #[test]
    fn b43_clocks_are_set_moved_shown_and_removed_and_hidden_ones_stay_hidden() {
        let mut clocks = Clocks::default();
        let mut play = |change: &ClockChange, bits| {
            let event = clocks.decide(change, || Id::from_bits(bits))?;
            let other = Viewer::Spectator;
            let lines = [Viewer::Host, other].map(|viewer| clocks.tell(&event, viewer));
            clocks.apply(&event);
            let seen = [Viewer::Host, other].map(|viewer| clocks.parts(viewer).len());
            Ok::<_, Refusal>((lines.map(|line| line.map(|it| it.message.id.to_string())), seen))
        };
        let add = |name: &str, hidden| ClockChange::Add {
            name: name.to_owned(),
            boxes: 2,
            counts: Counts::Up,
            text: "门开了".to_owned(),
            hidden,
        };
        let at = || Some("clock-at".to_owned());
        let (one, two) = (Id::from_bits(1), Id::from_bits(2));
        assert_eq!(play(&add("警报", false), 1).expect("set"), ([at(), at()], [1, 1]));
        assert_eq!(play(&add("陷阱", true), 2).expect("set"), ([at(), None], [2, 1]));
        let step = |clock, by| ClockChange::Move { clock, by };
        assert_eq!(play(&step(two, 1), 0).expect("moved"), ([at(), None], [2, 1]));
        assert_eq!(
            play(&ClockChange::Show { clock: two }, 0).expect("shown"),
            ([at(), at()], [2, 2])
        );
        let ends = || Some("clock-ends".to_owned());
        assert_eq!(play(&step(two, 5), 0).expect("moved"), ([ends(), ends()], [2, 2]));
        assert!(play(&step(two, 1), 0).is_err(), "it is at its end");
        assert!(play(&ClockChange::Show { clock: one }, 0).is_err(), "all see it");
        play(&ClockChange::Remove { clock: one }, 0).expect("gone");
        assert!(play(&step(one, 1), 0).is_err(), "there is none");
    }
}
