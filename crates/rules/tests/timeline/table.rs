//! A table for tests: a host, two players, dice that fall as told.

use rules::timeline::{
    Amount, Attribute, Card, Command, Deed, Effort, Event, Resource, Target, Timeline,
};
use rules::{Id, Line, Role, Ruleset, Seat, Viewer};

use crate::common::table::seat;

pub type Table = crate::common::table::Table<Timeline>;

pub const HOST: Seat = seat(1, Role::Host);
pub const ANN: Seat = seat(2, Role::Player);
pub const BEN: Seat = seat(3, Role::Player);
pub const EVE: Seat = seat(4, Role::Spectator);
/// Everyone at the table, and someone who looks on.
pub const SEATS: [Seat; 4] = [HOST, ANN, BEN, EVE];

pub fn whole(number: i64) -> Amount {
    Amount::whole(number)
}

/// A card of level 10 whose attributes are easy numbers: strength 175, dexterity 175,
/// constitution 150, willpower 150, education 175, intelligence 175, fields 100 each.
pub fn card(name: &str) -> Card {
    let percentages = [30, 35, 35, 30, 35, 35, 20, 20, 20, 20, 20].map(Amount::whole);
    Card {
        name: name.to_owned(),
        age: whole(20),
        size: whole(60),
        appearance: whole(50),
        assets: whole(50),
        level: 10,
        ratio: 500,
        percentages,
        ..Card::default()
    }
}

/// A resource of a character changes.
pub fn change(character: Id, resource: Resource, by: i64) -> Command {
    Command::ChangeResource { character, resource, by: whole(by), damage_type: None }
}

pub fn strike(target: Id) -> Deed {
    Deed::Strike { target, resource: None, damage_type: None }
}

pub fn declare(who: Id, deed: Deed, attribute: Attribute, impact: i64) -> Command {
    declare_with(who, deed, attribute, Effort::Impact(whole(impact)))
}

/// With so much time instead of an impact.
pub fn declare_timed(who: Id, deed: Deed, attribute: Attribute, time: i64) -> Command {
    declare_with(who, deed, attribute, Effort::Time(whole(time)))
}

pub fn declare_with(character: Id, deed: Deed, attribute: Attribute, effort: Effort) -> Command {
    let (attribute, effort) = (Some(attribute), Some(effort));
    Command::Declare { character, deed, attribute, effort, weapon: None, note: String::new() }
}

/// A character of whoever sends it, or of the host alone.
pub fn make(card: Card, hidden: bool) -> Command {
    Command::MakeCharacter { card: Box::new(card), load: Amount::ZERO, seat: None, hidden }
}

pub fn target(number: i64) -> Command {
    Command::SetTarget { target: Target::Value(whole(number)) }
}

fn made(events: &[Event]) -> Id {
    match events {
        [Event::CharacterMade { character, .. }, ..] => *character,
        other => panic!("{other:?}"),
    }
}

impl Table {
    pub fn new() -> Self {
        Self::with(rules::pack::shipped_pack("timeline").expect("it ships").pack.to_json())
    }

    pub fn with(pack: serde_json::Value) -> Self {
        Self::begin(serde_json::from_value(pack).expect("it fits"))
    }

    pub fn make(&mut self, by: Seat, card: Card) -> Id {
        made(&self.play(by, make(card, false)))
    }

    /// A character that only the host sees.
    pub fn make_hidden(&mut self, card: Card) -> Id {
        made(&self.play(HOST, make(card, true)))
    }

    /// A third fighter comes, played by the host.
    pub fn third(&mut self) -> Id {
        let character = self.make(HOST, card("凯"));
        self.play(HOST, &Command::JoinFight { character, position: Amount::ZERO });
        character
    }

    /// Ann's and Ben's characters, in a fight.
    pub fn duel() -> (Self, Id, Id) {
        let mut table = Self::new();
        let (ann, ben) = (table.make(ANN, card("安")), table.make(BEN, card("本")));
        table.open(&[ann, ben], &[]);
        (table, ann, ben)
    }

    pub fn open(&mut self, fighters: &[Id], ambush: &[Id]) {
        let command = Command::OpenFight {
            fighters: fighters.to_vec(),
            ambush: ambush.to_vec(),
            sides: vec![],
            name: None,
        };
        self.play(HOST, &command);
    }

    pub fn flow(&mut self) -> Vec<Event> {
        self.play(HOST, &Command::Flow { to: None })
    }

    pub fn hold(&mut self, who: Id) {
        self.play(HOST, &Command::Hold { character: who });
    }

    pub fn now(&self) -> String {
        self.state().fight().expect("a fight").now.to_string()
    }

    pub fn hit_points(&self, who: Id) -> String {
        self.state().character(who).expect("a character").left(Resource::HitPoints).to_string()
    }

    pub fn willpower(&self, who: Id) -> String {
        self.state().character(who).expect("a character").left(Resource::Willpower).to_string()
    }

    pub fn end_of(&self, who: Id) -> String {
        let (_, fighter) = self.state().fighter(who).expect("a fighter");
        fighter.act().expect("an act").end.to_string()
    }

    pub fn acts(&self, who: Id) -> bool {
        self.state().fighter(who).expect("a fighter").1.act().is_some()
    }

    /// What a viewer is told of an event that happens now.
    pub fn tell(&self, event: &Event, viewer: Viewer) -> Option<Line> {
        self.game.pack.tell(self.state(), event, viewer)
    }
}
