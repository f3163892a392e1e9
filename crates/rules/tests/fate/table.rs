//! A table to play at in tests: seats, dice that fall as told, short ways to common positions.

use std::collections::BTreeMap;

use rules::fate::{
    Act, Action, Against, Aspect, AspectDraft, Character, CharacterDraft, Command, Event, Fate,
    Holder, Place, Purpose, Purse, Use,
};
use rules::{Id, Role, Seat};

use crate::common::table::seat;

/// The pack most tests play by.
pub fn condensed() -> Fate {
    toml::from_str(include_str!("../../packs/fate-condensed.toml")).expect("the pack fits")
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

/// Everyone at the table, and someone who looks on.
pub fn seats() -> [Seat; 4] {
    [host(), ann(), bob(), onlooker()]
}

pub type Table = crate::common::table::Table<Fate>;

impl Table {
    pub fn new() -> Self {
        Self::with(condensed())
    }

    /// A table whose dice come to 0 when no total is told.
    pub fn with(pack: Fate) -> Self {
        let mut table = Self::begin(pack);
        table.dice.otherwise = Some(0);
        table
    }

    /// A table with a scene open.
    pub fn in_scene() -> Self {
        let mut table = Self::new();
        table.scene();
        table
    }

    pub fn scene(&mut self) {
        self.play(host(), Command::SetScene { title: "码头".into(), text: String::new() });
    }

    /// A session of the table begins.
    pub fn session(&mut self) -> Vec<Event> {
        let events = rules::Ruleset::begin_session(&*self.game.pack, &self.game.state);
        for event in &events {
            rules::Ruleset::apply(&*self.game.pack, &mut self.game.state, event);
        }
        self.log.extend(events.iter().cloned());
        events
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
            npc: rules::fate::NpcDraft::default(),
        };
        made(&self.play(by, Command::MakeCharacter { draft, seat: Some(by.id), hidden: false }))
    }

    /// One of the host's characters.
    pub fn npc(&mut self, name: &str, skills: &[(&str, i64)]) -> Id {
        let draft = npc_draft(name, skills);
        made(&self.play(host(), Command::MakeCharacter { draft, seat: None, hidden: false }))
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
        let command = acting(actor, act, skill, Some(against));
        self.play(by, command);
        if let Against::Character(_) = against {
            let action = self.action().id;
            self.play(
                host(),
                Command::Defend {
                    action,
                    skill: "athletics".into(),
                    full: false,
                    stunts: Vec::new(),
                    roll: false,
                },
            );
        }
    }

    pub fn roll(&mut self, totals: &[i64]) {
        self.dice.totals.extend(totals);
        let action = self.action().id;
        self.play(host(), Command::Roll { action });
    }

    pub fn stand(&mut self) {
        let action = self.action().clone();
        self.play(host(), Command::LetStand { action: action.id, opposition: false });
        if action.target.is_some() {
            self.play(host(), Command::LetStand { action: action.id, opposition: true });
        }
    }

    pub fn choose(&mut self, by: Seat, answer: rules::fate::Answer) -> Vec<Event> {
        let action = self.action().id;
        self.play(by, Command::Choose { action, answer })
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
        self.play(host(), command);
        self.aspect(name).expect("it was added").id
    }
}

/// Somebody acts by a skill; the dice are thrown later.
pub fn acting(actor: Id, act: Act, skill: &str, against: Option<Against>) -> Command {
    let (skill, text) = (skill.into(), String::new());
    Command::Act {
        actor,
        act,
        skill,
        against,
        also: Vec::new(),
        stunts: Vec::new(),
        text,
        roll: false,
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
        npc: rules::fate::NpcDraft::default(),
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
