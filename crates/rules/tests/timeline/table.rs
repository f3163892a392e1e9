//! A table for tests: a host, two players, dice that fall as told.

use rules::timeline::{
    Amount, Attribute, Card, Command, Deed, Effort, Event, Resource, State, Target, Timeline,
};
use rules::{
    Audience, Checked, Dice, Game, Id, Line, Offer, Quote, Refusal, Role, Roll, Ruleset, Seat,
    SeatId, View, Viewer,
};

pub struct Table {
    pub game: Game<Timeline>,
    pub dice: Loaded,
}

/// Dice that fall as told; ids counted up, or scattered by a key.
#[derive(Default)]
pub struct Loaded {
    pub faces: Vec<u32>,
    pub key: u64,
    ids: u64,
}

struct Told<'f>(&'f mut Vec<u32>);

impl dice::Draw for Told<'_> {
    fn below(&mut self, sides: u32) -> u32 {
        let face = if self.0.is_empty() { 1 } else { self.0.remove(0) };
        (face - 1).min(sides - 1)
    }
}

impl Dice for Loaded {
    fn roll(
        &mut self,
        audience: &Audience,
        expr: &dice::Expr,
        names: &dyn dice::Names,
    ) -> Result<Roll, dice::Error> {
        let rolled = expr.roll(names, &mut Told(&mut self.faces))?;
        Ok(Roll { number: 0, audience: audience.clone(), rolled, typed_in: false })
    }

    fn id(&mut self) -> Id {
        self.ids += 1;
        match self.key {
            0 => Id::from_bits(1000 + self.ids),
            key => crate::ids::scattered(key, self.ids),
        }
    }
}

pub const HOST: Seat = seat(1, Role::Host);
pub const ANN: Seat = seat(2, Role::Player);
pub const BEN: Seat = seat(3, Role::Player);
pub const EVE: Seat = seat(4, Role::Spectator);

const fn seat(bits: u64, role: Role) -> Seat {
    Seat { id: SeatId(Id::from_bits(bits)), role }
}

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

pub fn strike(target: Id) -> Deed {
    Deed::Strike { target, resource: None, damage_type: None }
}

pub fn declare(who: Id, deed: Deed, attribute: Attribute, impact: i64) -> Command {
    Command::Declare {
        character: who,
        deed,
        attribute: Some(attribute),
        effort: Some(Effort::Impact(whole(impact))),
        weapon: None,
        note: String::new(),
    }
}

pub fn target(number: i64) -> Command {
    Command::SetTarget { target: Target::Value(whole(number)) }
}

impl Table {
    pub fn new() -> Self {
        Self::with(rules::pack::shipped_pack("timeline").expect("it ships").pack.to_json())
    }

    pub fn with(pack: serde_json::Value) -> Self {
        let pack: Timeline = serde_json::from_value(pack).expect("it fits");
        Self {
            game: Game::begin(Checked::new(pack).expect("it holds together")),
            dice: Loaded::default(),
        }
    }

    pub fn state(&self) -> &State {
        &self.game.state
    }

    /// Plays a command that must be accepted.
    pub fn play(&mut self, by: Seat, command: &Command) -> Vec<Event> {
        match self.game.play(by, command, &mut self.dice) {
            Ok(events) => events,
            Err(refusal) => panic!("{command:?}: {refusal:?}"),
        }
    }

    /// Plays a command that must be refused, and says by which rule. Nothing may change.
    pub fn refused(&mut self, by: Seat, command: &Command) -> String {
        let before = self.game.state.clone();
        let refusal: Refusal =
            self.game.play(by, command, &mut self.dice).expect_err("the command must be refused");
        assert_eq!(before, self.game.state);
        refusal.rule.to_string()
    }

    pub fn make(&mut self, by: Seat, card: Card) -> Id {
        let command = Command::MakeCharacter {
            card: Box::new(card),
            load: Amount::ZERO,
            seat: None,
            hidden: false,
        };
        match &self.play(by, &command)[..] {
            [Event::CharacterMade { character, .. }] => *character,
            other => panic!("{other:?}"),
        }
    }

    /// Ann's and Ben's characters, in a fight.
    pub fn duel() -> (Self, Id, Id) {
        let mut table = Self::new();
        let (ann, ben) = (table.make(ANN, card("安")), table.make(BEN, card("本")));
        table.open(&[ann, ben], &[]);
        (table, ann, ben)
    }

    pub fn open(&mut self, fighters: &[Id], ambush: &[Id]) {
        let command = Command::OpenFight { fighters: fighters.to_vec(), ambush: ambush.to_vec() };
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

    pub fn view(&self, viewer: Viewer) -> View<rules::timeline::Part> {
        self.game.pack.view(&self.game.state, viewer)
    }

    pub fn quote(&self, by: Seat, command: &Command) -> Quote {
        self.game.pack.quote(&self.game.state, by, command).expect("it can be quoted")
    }

    pub fn offers(&self, by: Seat) -> Vec<Offer<Command>> {
        self.game.pack.offers(&self.game.state, by)
    }

    pub fn tell(&self, event: &Event, viewer: Viewer) -> Option<Line> {
        self.game.pack.tell(&self.game.state, event, viewer)
    }
}
