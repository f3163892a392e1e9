//! A table to play at in tests: seats, dice that fall as told, short ways to common positions.

use std::collections::{BTreeMap, VecDeque};

use dice::{Draw, Expr, Names};
use rules::fate::{
    Act, Action, Against, Aspect, AspectDraft, Character, CharacterDraft, Command, Event, Fate,
    Holder, Place, Purpose, Purse, Use,
};
use rules::{Audience, Checked, Dice, Game, Id, Refusal, Role, Roll, Seat, SeatId};

/// The pack most tests play by.
pub fn condensed() -> Fate {
    toml::from_str(include_str!("../../packs/fate-condensed.toml")).expect("the pack fits")
}

fn seat(number: u64, role: Role) -> Seat {
    Seat { id: SeatId(Id::from_bits(number)), role }
}

pub fn host() -> Seat {
    seat(1, Role::Host)
}

pub fn ann() -> Seat {
    seat(2, Role::Player)
}

pub fn bob() -> Seat {
    seat(3, Role::Player)
}

pub fn onlooker() -> Seat {
    seat(4, Role::Spectator)
}

/// Dice that fall as told, and at 0 when nothing is told.
#[derive(Clone, Default)]
pub struct Told {
    faces: VecDeque<u32>,
    /// Scatters the ids, if there is one.
    pub key: Option<u64>,
    ids: u64,
    rolls: u64,
}

impl Draw for Told {
    fn below(&mut self, n: u32) -> u32 {
        self.faces.pop_front().unwrap_or(1).min(n - 1)
    }
}

impl Dice for Told {
    fn roll(
        &mut self,
        audience: &Audience,
        expr: &Expr,
        names: &dyn Names,
    ) -> Result<Roll, dice::Error> {
        let rolled = expr.roll(names, self)?;
        self.rolls += 1;
        Ok(Roll { number: self.rolls, audience: audience.clone(), rolled, typed_in: false })
    }

    fn id(&mut self) -> Id {
        self.ids += 1;
        match self.key {
            Some(key) => crate::ids::scattered(key, self.ids),
            None => Id::from_bits(1000 + self.ids),
        }
    }
}

impl Told {
    /// Ids from here on are far from those given so far.
    pub fn far(&mut self) {
        self.ids += 1_000_000;
    }

    /// The next throw shows this total.
    pub fn next(&mut self, total: i64) {
        for die in 0..4 {
            let face = if die < total.abs() { total.signum() } else { 0 };
            self.faces.push_back(u32::try_from(face + 1).expect("a face"));
        }
    }
}

#[derive(Clone)]
pub struct Table {
    pub game: Game<Fate>,
    pub dice: Told,
}

impl Table {
    pub fn new() -> Self {
        Self::with(condensed())
    }

    pub fn with(pack: Fate) -> Self {
        Self {
            game: Game::begin(Checked::new(pack).expect("it holds together")),
            dice: Told::default(),
        }
    }

    /// A table with a scene open.
    pub fn in_scene() -> Self {
        let mut table = Self::new();
        table.scene();
        table
    }

    pub fn scene(&mut self) {
        self.run(host(), Command::SetScene { title: "码头".into(), text: String::new() });
    }

    #[track_caller]
    pub fn run(&mut self, by: Seat, command: Command) -> Vec<Event> {
        match self.game.play(by, &command, &mut self.dice) {
            Ok(events) => events,
            Err(refusal) => panic!("{command:?}\nwas refused: {refusal:?}"),
        }
    }

    /// The rule that refuses a command; the state stays as it was.
    #[track_caller]
    pub fn refused(&mut self, by: Seat, command: Command) -> String {
        let before = self.game.state.clone();
        let refusal: Refusal = match self.game.play(by, &command, &mut self.dice) {
            Ok(events) => panic!("{command:?}\nwas accepted: {events:?}"),
            Err(refusal) => refusal,
        };
        assert!(self.game.state == before, "a refusal changes nothing");
        refusal.rule.to_string()
    }

    /// A player character: fight +4, athletics and physique +3, two points of everything else useful.
    pub fn pc(&mut self, by: Seat, name: &str) -> Id {
        let draft = CharacterDraft {
            name: name.into(),
            pc: true,
            aspects: vec![slot("concept", "暗影猎人"), slot("trouble", "黑暗也在看我")],
            skills: ratings(&[
                ("fight", 4),
                ("athletics", 3),
                ("notice", 3),
                ("stealth", 2),
                ("lore", 2),
                ("rapport", 2),
                ("shoot", 1),
                ("contacts", 1),
                ("crafts", 1),
                ("drive", 1),
            ]),
            stunts: Vec::new(),
            vitals: String::new(),
        };
        made(&self.run(by, Command::MakeCharacter { draft, seat: Some(by.id), hidden: false }))
    }

    /// One of the host's characters.
    pub fn npc(&mut self, name: &str, skills: &[(&str, i64)]) -> Id {
        let draft = npc_draft(name, skills);
        made(&self.run(host(), Command::MakeCharacter { draft, seat: None, hidden: false }))
    }

    pub fn state(&self) -> &rules::fate::State {
        &self.game.state
    }

    pub fn character(&self, id: Id) -> &Character {
        self.game.state.character(id).expect("they are there")
    }

    pub fn points(&self, purse: Purse) -> i64 {
        self.game.state.ledger.balance(purse)
    }

    /// The action under way.
    #[track_caller]
    pub fn action(&self) -> &Action {
        self.game.state.actions.last().expect("an action is under way")
    }

    /// The aspect of this name.
    pub fn aspect(&self, name: &str) -> Option<&Aspect> {
        let mut all = self.game.state.aspects.iter().map(|one| &**one);
        all.find(|aspect| aspect.name == Some(name.into()))
    }

    /// The free invokes a character holds on the aspect of this name.
    pub fn free(&self, name: &str, holder: Holder) -> u8 {
        self.aspect(name).map_or(0, |aspect| aspect.free_of(holder))
    }

    /// How many boosts someone holds.
    pub fn boosts(&self, holder: Holder) -> usize {
        let boosts =
            self.game.state.aspects.iter().filter(|one| one.kind == rules::fate::AspectKind::Boost);
        boosts.filter(|one| one.free_of(holder) > 0).count()
    }

    pub fn boost(&self, holder: Holder) -> Id {
        let mut all = self.game.state.aspects.iter();
        let found =
            all.find(|one| one.kind == rules::fate::AspectKind::Boost && one.free_of(holder) > 0);
        found.expect("they hold a boost").id
    }

    /// Declares, rolls the totals told and lets both sides stand. Skill against skill, or against
    /// a difficulty.
    pub fn act(
        &mut self,
        by: Seat,
        actor: Id,
        act: Act,
        skill: &str,
        against: Against,
        totals: &[i64],
    ) {
        self.declare(by, actor, act, skill, against);
        self.roll(totals);
        self.stand();
    }

    pub fn declare(&mut self, by: Seat, actor: Id, act: Act, skill: &str, against: Against) {
        let command = Command::Act {
            actor,
            act,
            skill: skill.into(),
            against: Some(against),
            text: String::new(),
            roll: false,
        };
        self.run(by, command);
        if let Against::Character(_) = against {
            let action = self.action().id;
            self.run(
                host(),
                Command::Defend { action, skill: "athletics".into(), full: false, roll: false },
            );
        }
    }

    pub fn roll(&mut self, totals: &[i64]) {
        for total in totals {
            self.dice.next(*total);
        }
        let action = self.action().id;
        self.run(host(), Command::Roll { action });
    }

    pub fn stand(&mut self) {
        let action = self.action().clone();
        self.run(host(), Command::LetStand { action: action.id, opposition: false });
        if action.target.is_some() {
            self.run(host(), Command::LetStand { action: action.id, opposition: true });
        }
    }

    pub fn choose(&mut self, by: Seat, answer: rules::fate::Answer) -> Vec<Event> {
        let action = self.action().id;
        self.run(by, Command::Choose { action, answer })
    }

    pub fn invoke(&self, aspect: Id, by: Holder, to: Use, free: bool) -> Command {
        Command::Invoke { action: self.action().id, opposition: false, aspect, by, to, free }
    }

    /// An aspect of the scene, with a free invoke for someone.
    pub fn situation(&mut self, name: &str, free: Option<Holder>) -> Id {
        let command = Command::AddAspect {
            name: Some(name.into()),
            on: Place::Scene,
            boost: false,
            free,
            hidden: false,
        };
        self.run(host(), command);
        self.aspect(name).expect("it was added").id
    }
}

pub fn overcome() -> Act {
    Act::Overcome { purpose: Purpose::Plain }
}

pub fn attack() -> Act {
    Act::Attack { track: "physical".into() }
}

pub fn slot(slot: &str, name: &str) -> AspectDraft {
    AspectDraft { slot: slot.into(), name: name.into(), hidden: false }
}

pub fn ratings(skills: &[(&str, i64)]) -> BTreeMap<String, i64> {
    skills.iter().map(|(skill, rating)| ((*skill).to_owned(), *rating)).collect()
}

pub fn npc_draft(name: &str, skills: &[(&str, i64)]) -> CharacterDraft {
    CharacterDraft {
        name: name.into(),
        pc: false,
        aspects: vec![slot("concept", "黑帮打手")],
        skills: ratings(skills),
        stunts: Vec::new(),
        vitals: String::new(),
    }
}

pub fn made(events: &[Event]) -> Id {
    let made = events.iter().find_map(|event| match event {
        Event::CharacterMade { character, .. } => Some(character.id),
        _ => None,
    });
    made.expect("a character was made")
}

pub fn me(id: Id) -> Holder {
    Holder::Character(id)
}
