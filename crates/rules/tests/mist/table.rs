//! A table to try rules at: loaded dice, a host, two players.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rules::mist::{
    ChallengeDraft, Character, Command, Depth, Event, Harm, Holder, LimitDraft, Mist, Pending,
    Polarity, Proposal, Status,
};
use rules::{Audience, Id, Role, Seat, Term, Tone, Viewer, pack};

use crate::common::table::seat;

pub type Table = crate::common::table::Table<Mist>;

pub fn host() -> Seat {
    seat(1, Role::Host)
}

pub fn ada() -> Seat {
    seat(2, Role::Player)
}

pub fn bo() -> Seat {
    seat(3, Role::Player)
}

/// Everyone at the table, and someone who looks on.
pub fn seats() -> [Seat; 4] {
    [host(), ada(), bo(), seat(9, Role::Spectator)]
}

/// A pack that ships with the program.
pub fn shipped(id: &str) -> Mist {
    static READ: LazyLock<BTreeMap<&str, Mist>> = LazyLock::new(|| {
        let read = |id| {
            let shipped = pack::shipped_pack(id).expect("it ships");
            serde_json::from_value(shipped.pack.to_json()).expect("it fits")
        };
        PACKS.into_iter().map(|id| (id, read(id))).collect()
    });
    READ[id].clone()
}

/// A variant of a shipped pack.
pub fn variant(toml: &str) -> Mist {
    let checked = pack::resolve("variant.toml", toml).unwrap_or_else(|faults| panic!("{faults:?}"));
    serde_json::from_value(checked.pack.to_json()).expect("it fits")
}

pub const PACKS: [&str; 3] = ["mist-bureau", "mist-city", "mist-2d6"];

/// Whether a name is spelt so in any language.
pub fn is(term: &Term, spelling: &str) -> bool {
    term.spellings().any(|it| it == spelling)
}

impl Table {
    /// A table with Ada's diver, Bo's archivist, and a scene.
    pub fn new(id: &str) -> Self {
        Self::with(shipped(id))
    }

    pub fn with(pack: Mist) -> Self {
        let mut table = Self::begin(pack);
        for (seat, example) in [(ada(), "diver"), (bo(), "archivist")] {
            table.play(
                seat,
                Command::TakeExample { example: example.to_owned(), name: None, seat: None },
            );
        }
        table.play(host(), Command::SetScene { title: "码头".to_owned(), text: String::new() });
        table
    }

    /// Ada's character.
    pub fn diver(&self) -> &Character {
        &self.state().characters[0]
    }

    /// Bo's character.
    pub fn archivist(&self) -> &Character {
        &self.state().characters[1]
    }

    /// The id of something by its name.
    pub fn id(&self, name: &str) -> Id {
        let state = self.state();
        for it in &state.characters {
            for theme in &it.themes {
                for tag in theme.tags() {
                    if is(&tag.name, name) {
                        return tag.id;
                    }
                }
                if is(&theme.title, name) {
                    return theme.id;
                }
            }
            if is(&it.name, name) {
                return it.id;
            }
        }
        for it in &state.challenges {
            if is(&it.name, name) {
                return it.id;
            }
            for limit in &it.limits {
                if is(&limit.status, name) {
                    return limit.id;
                }
            }
            for threat in &it.threats {
                if is(&threat.text, name) {
                    return threat.id;
                }
            }
        }
        for holder in state.holders() {
            for tag in state.tags(holder) {
                if is(&tag.name, name) {
                    return tag.id;
                }
            }
            for status in state.statuses(holder) {
                if is(&status.name, name) {
                    return status.id;
                }
            }
        }
        for clue in &state.story.clues {
            if is(&clue.text, name) {
                return clue.id;
            }
        }
        panic!("there is no {name}")
    }

    /// A status of someone by its name.
    pub fn status(&self, on: Holder, name: &str) -> Option<&Status> {
        let statuses = self.state().statuses(on).iter();
        statuses.rev().find(|it| is(&it.name, name))
    }

    pub fn tier(&self, on: Holder, name: &str) -> u8 {
        self.status(on, name).map_or(0, Status::tier)
    }

    /// The last roll under way.
    pub fn roll(&self) -> &Pending {
        self.state().rolls.last().expect("a roll is under way")
    }

    /// Opens an action of Ada's with these lines approved, `-` before hindering ones and `!`
    /// before burnt ones.
    pub fn act(&mut self, lines: &[&str]) -> Id {
        let actor = self.diver().id;
        let lines = self.lines(lines);
        self.play(host(), acting(actor, Depth::Detailed, lines));
        self.roll().id
    }

    pub fn lines(&self, lines: &[&str]) -> Vec<Proposal> {
        let proposal = |line: &&str| {
            let name = line.trim_start_matches(['-', '!']);
            Proposal {
                source: self.id(name),
                polarity: if line.starts_with('-') { Polarity::Hinder } else { Polarity::Help },
                burn: line.starts_with('!'),
            }
        };
        lines.iter().map(proposal).collect()
    }

    /// Rolls so that the dice come to `total`.
    pub fn fall(&mut self, roll: Id, total: i64) -> Vec<Event> {
        self.dice.totals.push_back(total);
        let events = self.play(host(), Command::Roll { roll });
        assert!(self.dice.totals.is_empty());
        events
    }

    /// Rolls so that the outcome is this good.
    pub fn fall_to(&mut self, roll: Id, tone: Tone) -> Vec<Event> {
        let total = self.total(tone);
        self.fall(roll, total)
    }

    /// A total of this band that dice at modest power can show.
    pub fn total(&self, tone: Tone) -> i64 {
        let bands = &self.game.pack.bands;
        let place = bands.iter().position(|it| it.tone == tone).expect("a band");
        match bands[place].from {
            Some(from) => from,
            None => bands[place + 1].from.expect("a least total") - 1,
        }
    }

    /// The power of the roll, as its last outcome or the view has it.
    pub fn power(&self, roll: Id) -> i64 {
        match self.view(Viewer::Host).get(&format!("roll/{roll}")) {
            Some(rules::mist::Part::Roll(part)) => part.power.total,
            other => panic!("{other:?}"),
        }
    }

    /// How good the last roll in the log was.
    pub fn tone(&self) -> Tone {
        let mut rolled = self.log.iter().rev().filter_map(|event| match event {
            Event::Rolled { outcome, .. } => Some(outcome.tone),
            _ => None,
        });
        rolled.next().expect("something was rolled")
    }

    /// What the host is told of these events, which are the last ones: ids and arguments.
    pub fn told(&self, events: &[Event]) -> String {
        let pack = &*self.game.pack;
        let mut state = rules::Ruleset::begin(pack);
        let before = self.log.len() - events.len();
        let mut told = String::new();
        for (place, event) in self.log.iter().enumerate() {
            if place >= before {
                let line = rules::Ruleset::tell(pack, &state, event, Viewer::Host);
                told.push_str(&format!("{:?}\n", line.map(|it| it.message)));
            }
            rules::Ruleset::apply(pack, &mut state, event);
        }
        told
    }

    /// The host gives a status.
    pub fn give(&mut self, on: Holder, name: &str, tier: u8) {
        self.play(
            host(),
            Command::GainStatus {
                on,
                name: name.to_owned(),
                tier,
                onto: None,
                against: None,
                hidden: false,
            },
        );
    }

    /// The host adds a challenge with these limits; a hidden one has `?` before its name.
    pub fn challenge(&mut self, name: &str, limits: &[(&str, u8)]) -> Id {
        let limits = limits.iter().map(|(status, tier)| LimitDraft {
            status: status.trim_start_matches('?').to_owned(),
            tier: *tier,
            hidden: status.starts_with('?'),
        });
        let challenge = ChallengeDraft {
            name: name.to_owned(),
            limits: limits.collect(),
            ..ChallengeDraft::default()
        };
        self.play(host(), Command::AddChallenge { challenge });
        self.id(name)
    }

    /// The host names a consequence for the diver.
    pub fn hit(&mut self, harms: Vec<Harm>) -> Id {
        let to = self.diver().id;
        let owed = self.state().owed.iter().find(|it| !it.waits);
        let owed = owed.map(|it| it.id);
        self.play(
            host(),
            Command::Hit { owed, to: Some(to), text: "坏事".to_owned(), harms, threat: None },
        );
        self.state().consequences.last().expect("it pends").id
    }

    /// A mitigation of a consequence by the diver, rolled to a band.
    pub fn mitigate(&mut self, consequence: Id, lines: &[&str], tone: Tone) -> Id {
        let actor = self.diver().id;
        let lines = self.lines(lines);
        self.play(host(), Command::Mitigate { actor, consequence, text: String::new(), lines });
        let roll = self.roll().id;
        self.fall_to(roll, tone);
        roll
    }
}

/// An action that everyone sees, with these lines proposed.
pub fn acting(actor: Id, depth: Depth, lines: Vec<Proposal>) -> Command {
    Command::Act { actor, text: "试试".to_owned(), depth, seen: Audience::All, lines }
}

/// A status as a part of a consequence.
pub fn hurt(name: &str, tier: u8) -> Harm {
    Harm::Status { name: name.into(), tier }
}
