//! B-30: what a seat may not see does not reach it: in no field, count, id, order or error.

use std::sync::Arc;

use proptest::prelude::*;
use rules::{Audience, SeatId};
use serde_json::{Value as Json, json};
use table::{Command, MemoryStore, TableCommand, Voice};

use crate::group::{self, Group, Page};
use crate::random::{Move, command, moves};

/// A table whose players and spectator are watched byte for byte.
struct Watched {
    group: Group,
    pages: Vec<Page>,
}

impl Watched {
    async fn sit(pack: &Json) -> Self {
        let mut group = Group::sit(Arc::new(MemoryStore::new()), pack.clone()).await;
        if group.table.view(group.host).await.expect("a view")["table/table"]["family"] == "mist" {
            set_the_scene(&mut group).await;
        }
        let mut pages = Vec::new();
        for seat in [group.ann, group.eve] {
            pages.push(Page::open(&group.table, seat).await);
        }
        for page in &mut pages {
            page.read();
        }
        Self { group, pages }
    }

    /// Sends a command; what its sender is answered is watched too.
    async fn send(&mut self, by: SeatId, command: Command) {
        let answer = self.group.send(by, command).await;
        for page in &mut self.pages {
            page.read();
            if page.seat == by {
                page.received += &serde_json::to_string(&answer.clone().map_err(|no| json!(no)))
                    .expect("an answer is json");
                page.received.push('\n');
            }
        }
    }

    async fn reopen(&mut self) {
        for page in &mut self.pages {
            page.cut();
        }
        self.group.table.seats().await.expect("seats");
        for page in &mut self.pages {
            page.attach(&self.group.table).await;
        }
        for page in &mut self.pages {
            page.read();
        }
    }
}

/// Ann and Ben play an example each, and something is in their way.
async fn set_the_scene(group: &mut Group) {
    let (host, ann, ben) = (group.host, group.ann, group.ben);
    for seat in [ann, ben] {
        let offers = group.table.offers(seat).await.expect("offers");
        let mut offers = offers.into_iter().map(|offer| offer.command);
        let example = offers.find(|command| command["do"] == "take-example");
        let example = example.expect("a player may take an example");
        group.game(seat, example).await.expect("an offer is accepted");
    }
    let scene = json!({ "do": "set-scene", "title": "码头" });
    group.game(host, scene).await.expect("the host sets the scene");
    let challenge = json!({ "name": "看门狗", "text": "", "hidden": false, "threats": [], "tags": [],
        "limits": [{ "status": "安抚", "tier": 3 }] });
    let challenge = json!({ "do": "add-challenge", "challenge": challenge });
    group.game(host, challenge).await.expect("the host adds a challenge");
}

/// Something of which Ann and Eve may learn nothing.
async fn secret(group: &Group, which: u16) -> (SeatId, Command) {
    let roll = |audience| TableCommand::Roll {
        notation: format!("{}d6", which % 5 + 1),
        audience,
        actor: None,
    };
    match which % 4 {
        0 => {
            let view = group.table.view(group.host).await.expect("a view");
            let dog = view.keys().find_map(|key| key.strip_prefix("challenge/"));
            let hidden = match dog {
                None => json!({ "do": "set-trap", "at": which % 8 + 1 }),
                Some(dog) => {
                    let status = format!("金丝雀 {which}");
                    let limit = json!({ "status": status, "tier": which % 6 + 1, "hidden": true });
                    json!({ "do": "add-limit", "challenge": dog, "limit": limit })
                }
            };
            (group.host, Command::Game(hidden))
        }
        1 => (group.host, Command::Table(roll(Audience::Host))),
        2 => (group.ben, Command::Table(roll(Audience::Seats([group.ben].into())))),
        _ => {
            let whisper = TableCommand::Say {
                voice: Voice::Whisper { to: [group.ben].into() },
                text: format!("金丝雀 {which}"),
            };
            (group.host, Command::Table(whisper))
        }
    }
}

/// A move whose outcome does not hang on secrets by its nature, as the host's undo does.
fn open_to_all(group: &Group, by: SeatId, command: &Command) -> bool {
    let hangs_on_secrets = match command {
        Command::Table(
            TableCommand::Undo
            | TableCommand::Redo
            | TableCommand::RewindTo { .. }
            | TableCommand::BeginSession
            | TableCommand::EndSession,
        ) => true,
        Command::Table(TableCommand::Say { voice, .. }) => *voice != Voice::OutOfCharacter,
        Command::Table(TableCommand::Roll { audience, .. }) => *audience != Audience::All,
        Command::Table(TableCommand::TakeBack) => by == group.host,
        Command::Game(command) => command["do"].as_str().is_some_and(|what| what.contains("trap")),
        Command::Table(_) => false,
    };
    !hangs_on_secrets
}

async fn same_for_those_who_may_not_see(pack: Json, moves: Vec<Move>) {
    // One table where nothing is hidden, and two with different secrets.
    let mut plain = Watched::sit(&pack).await;
    let mut one = Watched::sit(&pack).await;
    let mut two = Watched::sit(&pack).await;
    for step in moves {
        let (by, command, _) = command(&plain.group, step).await;
        let id = plain.group.commands;
        if step.kind % 2 == 0 {
            for (watched, which) in [(&mut one, step.which), (&mut two, step.which.rotate_left(8))]
            {
                let (by, command) = secret(&watched.group, which / 4 * 4 + step.which % 4).await;
                let before: Vec<usize> =
                    watched.pages.iter().map(|page| page.received.len()).collect();
                watched.group.commands = 1_000_000 + id;
                watched.send(by, command).await;
                watched.group.commands = id;
                let after = watched.pages.iter().map(|page| page.received.len());
                assert!(after.eq(before), "a frame for what may not be seen");
            }
        }
        if open_to_all(&plain.group, by, &command) {
            for watched in [&mut plain, &mut one, &mut two] {
                watched.send(by, command.clone()).await;
            }
        } else {
            for watched in [&mut plain, &mut one, &mut two] {
                watched.group.commands += 1;
            }
        }
        if step.which % 11 == 0 {
            for watched in [&mut plain, &mut one, &mut two] {
                watched.reopen().await;
            }
        }
    }
    for other in [&one, &two] {
        for (page, expected) in other.pages.iter().zip(&plain.pages) {
            // The table's own id is random; all else must agree byte for byte.
            let id = |watched: &Watched| watched.group.table.id().to_string();
            let received = page.received.replace(&id(other), "id");
            assert_eq!(received, expected.received.replace(&id(&plain), "id"));
            assert!(!received.contains("金丝雀"));
        }
    }
}

fn run(pack: Json, moves: Vec<Move>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    runtime.block_on(same_for_those_who_may_not_see(pack, moves));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn b30_tables_that_differ_only_in_secrets_are_equal_byte_for_byte(moves in moves(50)) {
        run(group::toy(), moves);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn b30_a_hidden_limit_shows_in_no_byte(moves in moves(40)) {
        run(group::mist(), moves);
    }
}

#[tokio::test]
async fn b30_undoing_something_hidden_is_hidden() {
    let mut group = Group::sit(Arc::new(MemoryStore::new()), group::toy()).await;
    let (host, ann) = (group.host, group.ann);
    group.tick(ann, 1).await.unwrap();
    group.trap(3).await.unwrap();
    let mut page = Page::open(&group.table, ann).await;
    page.read();
    for command in [TableCommand::Undo, TableCommand::Redo] {
        group.at_table(host, command).await.unwrap();
        assert_eq!(page.read(), 0, "not a word to those who did not know");
    }
    let told = group.told(host).await;
    assert!(told.iter().any(|id| id == "table-undone"), "the host reads it");
    group.game(host, json!({ "do": "reveal-trap" })).await.unwrap();
    assert_eq!(page.read(), 1, "revealing is an event");
    assert_eq!(page.parts["trap"], json!({ "trap": { "at": 3 } }));
}
