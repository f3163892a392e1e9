//! B-30: what a seat may not see does not reach it: in no field, count, id, order or error.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use rules::{Audience, SeatId, Subject};
use serde_json::{Value as Json, json};
use table::{Command, Eyes, MemoryStore, SqliteStore, Store, TableCommand, Voice};

use crate::canary::{CANARY, Wording, leak, secrets};
use crate::group::{self, Group, Page};
use crate::random::{Move, command, moves, plays};
use crate::scene;

/// A table some of whose seats are watched byte for byte.
struct Watched {
    group: Group,
    pages: Vec<Page>,
}

impl Watched {
    async fn sit(pack: &Json, watch: impl Fn(&Group) -> Vec<SeatId>) -> Self {
        Self::sit_on(Arc::new(MemoryStore::new()), pack, watch).await
    }

    async fn sit_on(
        store: Arc<dyn Store>,
        pack: &Json,
        watch: impl Fn(&Group) -> Vec<SeatId>,
    ) -> Self {
        let mut group = Group::sit(store, pack.clone()).await;
        scene::set(&mut group).await;
        let mut pages = Vec::new();
        for seat in watch(&group) {
            pages.push(Page::open(&group.table, seat).await);
        }
        for page in &mut pages {
            page.read();
        }
        Self { group, pages }
    }

    /// Sends a command; what its sender is answered, and what it was quoted, is watched too.
    async fn send(&mut self, by: SeatId, command: Command) -> bool {
        let mut told = String::new();
        if let Command::Game(command) = &command {
            let quote = self.group.table.quote(by, command.clone()).await;
            told += &serde_json::to_string(&quote.map_err(|no| json!(no))).expect("plain data");
        }
        let answer = self.group.send(by, command).await;
        told +=
            &serde_json::to_string(&answer.clone().map_err(|no| json!(no))).expect("plain data");
        for page in &mut self.pages {
            page.read();
            if page.seat == by {
                page.received += &told;
                page.received.push('\n');
            }
        }
        answer.is_ok()
    }

    async fn in_session(&self) -> bool {
        let view = self.group.table.view(self.group.host).await.expect("a view");
        view.contains_key("table/session")
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

    /// All that each watched seat can ask for, of things it does not see too.
    async fn ask(&mut self) {
        let view = self.group.table.view(self.group.host).await.expect("a view");
        let mut things = BTreeSet::new();
        gather_ids(&json!(view), &mut things);
        for page in &mut self.pages {
            let (table, seat) = (&self.group.table, page.seat);
            let view = table.view(seat).await.expect("a view");
            let looked = table.view_as(self.group.host, Eyes::Seat(seat)).await;
            assert_eq!(looked.as_ref(), Ok(&view), "the host looks with the seat's eyes (B-31)");
            let lines = table.lines(seat, None, usize::MAX).await.expect("lines");
            let offers = table.offers(seat, None).await.expect("offers");
            let refused = table.view_as(seat, Eyes::Seat(self.group.host)).await;
            assert!(refused.is_err() || seat == self.group.host);
            let asked = serde_json::to_string(&(view, lines, offers)).expect("plain data");
            page.received += &asked;
            page.received.push('\n');
            for thing in &things {
                let of = Some(Subject::read(thing));
                let offers = table.offers(seat, of).await.expect("offers");
                if !offers.is_empty() {
                    page.received += &json!({ "of": thing, "offers": offers }).to_string();
                    page.received.push('\n');
                }
            }
        }
    }
}

/// Whether a command shows something hidden: that is told to all, as it should be.
async fn reveals(group: &Group, by: SeatId, command: &Command) -> bool {
    let Command::Game(command) = command else {
        return false;
    };
    let family = scene::family(group).await;
    match command["do"].as_str().unwrap_or_default() {
        "show" => command["to"] != "host",
        "change-clock" => command["change"]["kind"] == "show",
        "reveal-trap" => true,
        "choose" => command["answer"]["kind"] == "reveal",
        "write-notes" | "rename" => false,
        // On the timeline, what was declared is seen by all when it lands.
        "flow" | "hold" | "declare" | "leave-fight" if family == "timeline" => {
            secret_act_stands(group).await
        }
        // With Fate, what takes part in play openly is seen by all from then on.
        _ if family == "fate" => {
            let known = json!(group.table.view(group.eve).await.expect("a view")).to_string();
            let mut ids = BTreeSet::new();
            gather_ids(&json!(group.table.view(by).await.expect("a view")), &mut ids);
            let named = command.to_string();
            ids.iter().any(|id| !known.contains(id) && named.contains(id))
        }
        _ => false,
    }
}

/// Whether a fighter is about to do something worded as a secret, its leaving having been undone.
async fn secret_act_stands(group: &Group) -> bool {
    let view = group.table.view(group.host).await.expect("a view");
    let fighters = view.get("fight").and_then(|fight| fight["fighters"].as_array());
    fighters.is_some_and(|fighters| {
        fighters.iter().any(|one| one["act"].to_string().contains(CANARY) || one["planned"] != 0)
    })
}

/// A player tries what only the host is offered, or names what they cannot know of.
async fn probe(group: &Group, step: Move) -> (SeatId, Command) {
    let by = [group.ann, group.cai, group.eve][usize::from(step.seat) % 3];
    let which = usize::from(step.which);
    let view = json!(group.table.view(group.host).await.expect("a view"));
    let known = json!(group.table.view(by).await.expect("a view")).to_string();
    let mut ids = BTreeSet::new();
    gather_ids(&view, &mut ids);
    let hidden: Vec<&String> = ids.iter().filter(|id| !known.contains(*id)).collect();
    let whose = if step.kind.is_multiple_of(2) { group.host } else { by };
    let offers = group.table.offers(whose, None).await.expect("offers");
    let Some(offer) = offers.get(which % offers.len().max(1)) else {
        return (by, Command::Game(json!({ "do": "show", "thing": hidden.first() })));
    };
    let mut command = offer.command.clone();
    if let Some(hidden) = hidden.get(which / 7 % hidden.len().max(1)) {
        let mut places = Vec::new();
        places_of(&mut command, &ids, &mut places);
        let count = places.len().max(1);
        if let Some(place) = places.into_iter().nth(which / 3 % count) {
            *place = json!(hidden);
        }
    }
    (by, Command::Game(command))
}

fn gather_ids(json: &Json, ids: &mut BTreeSet<String>) {
    match json {
        Json::Object(fields) => {
            ids.extend(fields.get("id").and_then(Json::as_str).map(str::to_owned));
            fields.values().for_each(|field| gather_ids(field, ids));
        }
        Json::Array(items) => items.iter().for_each(|item| gather_ids(item, ids)),
        _ => {}
    }
}

/// Where a command names a thing.
fn places_of<'j>(json: &'j mut Json, ids: &BTreeSet<String>, places: &mut Vec<&'j mut Json>) {
    match json {
        Json::String(text) if ids.contains(text) => places.push(json),
        Json::Object(fields) => fields.values_mut().for_each(|it| places_of(it, ids, places)),
        Json::Array(items) => items.iter_mut().for_each(|it| places_of(it, ids, places)),
        _ => {}
    }
}

/// Random play around secrets: no word reaches one it is not meant for.
async fn no_canary_escapes(pack: Json, moves: Vec<Move>) {
    no_canary_escapes_on(Arc::new(MemoryStore::new()), pack, moves).await;
}

pub async fn no_canary_escapes_on(store: Arc<dyn Store>, pack: Json, moves: Vec<Move>) {
    let everyone = |group: &Group| group.seats().to_vec();
    let mut table = Watched::sit_on(store, &pack, everyone).await;
    let wording = Wording { tail: "", number: 0, shared: true };
    let mut planted = false;
    for step in moves {
        if step.kind.is_multiple_of(3) {
            for (by, secret) in secrets(&table.group, step.which, wording).await {
                let worded = json!(secret).to_string().contains(CANARY);
                planted |= table.send(by, secret).await && worded;
            }
        } else if step.kind % 3 == 1 {
            let (by, probe) = probe(&table.group, step).await;
            table.send(by, probe).await;
        } else {
            let one = Move { kind: step.kind / 3, ..step };
            let (by, command, _) = command(&table.group, one).await;
            if !reveals(&table.group, by, &command).await {
                table.send(by, command).await;
            }
        }
        if step.which % 13 == 0 {
            table.reopen().await;
        }
    }
    table.reopen().await;
    table.ask().await;
    let readers = [None, Some('a'), Some('b'), Some('c'), None];
    for (page, reader) in table.pages.iter().zip(readers).skip(1) {
        let leak = leak(&page.received, reader);
        assert_eq!(leak, None, "a canary reached {reader:?}");
    }
    assert_eq!(table.pages[0].received.contains(CANARY), planted, "the host reads them");
}

/// Those who are let into no secret, and do nothing that could tell them.
fn outsiders(group: &Group) -> Vec<SeatId> {
    vec![group.ann, group.cai, group.eve]
}

/// Two tables that differ only in what is hidden, whatever host and players do.
async fn twins_are_equal(pack: Json, moves: Vec<Move>) {
    let stores: [Arc<dyn Store>; 2] = [(); 2].map(|()| Arc::new(MemoryStore::new()) as _);
    twins_are_equal_on(stores, pack, moves).await;
}

pub async fn twins_are_equal_on(stores: [Arc<dyn Store>; 2], pack: Json, moves: Vec<Move>) {
    let [one, two] = stores;
    let mut one = Watched::sit_on(one, &pack, outsiders).await;
    let mut two = Watched::sit_on(two, &pack, outsiders).await;
    let wordings = [
        Wording { tail: "", number: 0, shared: false },
        Wording { tail: "，换了一种说法", number: 1, shared: false },
    ];
    for step in moves {
        if step.kind.is_multiple_of(3) {
            let mine = secrets(&one.group, step.which, wordings[0]).await;
            let yours = secrets(&two.group, step.which, wordings[1]).await;
            assert_eq!(mine.len(), yours.len());
            for ((by, mine), (_, yours)) in mine.into_iter().zip(yours) {
                let before: Vec<usize> = one.pages.iter().map(|page| page.received.len()).collect();
                // That something is declared is no secret, only what; and dice begin a session.
                let told = ["declare", "cancel-act"].map(|name| json!(name));
                let told = told.contains(&json!(mine)["game"]["do"]) || !one.in_session().await;
                let done = (one.send(by, mine).await, two.send(by, yours).await);
                if done.0 != done.1 {
                    return;
                }
                let after = one.pages.iter().map(|page| page.received.len());
                assert!(after.eq(before) || told, "a frame for what is hidden");
            }
        } else {
            let (by, command) = if step.kind % 3 == 1 {
                probe(&one.group, step).await
            } else {
                let step = Move { kind: step.kind / 3, ..step };
                let (by, command, _) = command(&one.group, step).await;
                (by, command)
            };
            if reveals(&one.group, by, &command).await {
                continue;
            }
            let done = (one.send(by, command.clone()).await, two.send(by, command).await);
            if done.0 != done.1 {
                // What hangs on a hidden number may go well for the host of one table alone.
                assert!(by == one.group.host || by == one.group.ben, "a player's outcome tells");
                return;
            }
        }
        if step.which % 11 == 0 {
            one.reopen().await;
            two.reopen().await;
            one.ask().await;
            two.ask().await;
        }
        same(&one, &two);
    }
    one.ask().await;
    two.ask().await;
    same(&one, &two);
}

/// The watched seats of both tables have been sent the same bytes.
fn same(one: &Watched, two: &Watched) {
    for (one, two) in one.pages.iter().zip(&two.pages) {
        if one.received != two.received {
            let differs = one.received.lines().zip(two.received.lines());
            let (one, two) = differs.into_iter().find(|(one, two)| one != two).unwrap_or_default();
            panic!("the bytes differ:\n{one}\n{two}");
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

/// A table where nothing is hidden, and one with secrets.
async fn as_if_there_were_no_secret(pack: Json, moves: Vec<Move>) {
    let mut plain = Watched::sit(&pack, outsiders).await;
    let mut secret = Watched::sit(&pack, outsiders).await;
    let wording = Wording { tail: "", number: 0, shared: false };
    for step in moves {
        let id = plain.group.commands;
        if step.kind.is_multiple_of(3) {
            let mut number = 1_000_000 + 10 * id;
            for (by, hidden) in secrets(&secret.group, step.which, wording).await {
                if json!(hidden)["game"]["do"] == "declare" {
                    break;
                }
                let before: Vec<usize> =
                    secret.pages.iter().map(|page| page.received.len()).collect();
                number += 1;
                secret.group.commands = number;
                secret.send(by, hidden).await;
                let after = secret.pages.iter().map(|page| page.received.len());
                assert!(after.eq(before), "a frame for what may not be seen");
            }
            secret.group.commands = id;
        }
        let (by, command) = if step.kind % 3 == 1 {
            probe(&secret.group, step).await
        } else {
            let step = Move { kind: step.kind / 3, ..step };
            let (by, command, _) = command(&plain.group, step).await;
            (by, command)
        };
        let shows = reveals(&secret.group, by, &command).await;
        if open_to_all(&plain.group, by, &command) && !shows {
            let plainly = plain.send(by, command.clone()).await;
            let beside = secret.send(by, command).await;
            if plainly != beside {
                assert!(by == plain.group.host || by == plain.group.ben, "an outcome tells");
                return;
            }
        }
        secret.group.commands = plain.group.commands;
        if step.which % 11 == 0 {
            plain.reopen().await;
            secret.reopen().await;
        }
        same(&plain, &secret);
    }
}

/// The commands of a family that hide something, each accepted at least once.
async fn planted(pack: &str) -> BTreeSet<String> {
    let mut table = Watched::sit(&group::shipped(pack), |_| Vec::new()).await;
    let wording = Wording { tail: "", number: 0, shared: true };
    let mut accepted = BTreeSet::new();
    // Every fourth is the table's own, whatever the family; the others go by their number / 4.
    for which in (0..30).map(|number| 4 * number + 1).chain((0..12).map(|number| 4 * number)) {
        for (by, secret) in secrets(&table.group, which, wording).await {
            let secret_json = json!(secret);
            let (_, inside) = secret_json.as_object().and_then(|it| it.iter().next()).expect("one");
            let name = inside["do"].as_str().expect("a name").to_owned();
            if table.send(by, secret).await {
                accepted.insert(name);
            }
        }
    }
    accepted
}

#[tokio::test]
async fn b30_every_secret_place_holds_a_canary() {
    for (pack, places) in [
        (
            "mist-bureau",
            &[
                "act",
                "add-challenge",
                "add-clock",
                "add-clue",
                "add-limit",
                "add-tag",
                "add-threat",
                "gain-status",
                "make-character",
                "roll",
                "say",
                "set-face",
                "show",
                "write-note",
            ][..],
        ),
        (
            "fate-condensed",
            &[
                "add-aspect",
                "change-clock",
                "make-character",
                "roll",
                "say",
                "set-face",
                "show",
                "write-note",
                "write-notes",
            ],
        ),
        (
            "timeline",
            &[
                "add-belonging",
                "add-buff",
                "add-modifier",
                "add-skill",
                "add-trait",
                "add-weapon",
                "cancel-act",
                "change-cash",
                "change-clock",
                "change-resource",
                "declare",
                "join-fight",
                "make-character",
                "revise-card",
                "roll",
                "say",
                "set-face",
                "write-note",
            ],
        ),
    ] {
        let places: BTreeSet<String> = places.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(planted(pack).await, places, "{pack}");
    }
}

fn run(future: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(future);
}

proptest! {
    #![proptest_config(plays(6))]

    #[test]
    fn b30_no_canary_escapes_the_toy(moves in moves(60)) {
        run(no_canary_escapes(group::toy(), moves));
    }

    #[test]
    fn b30_no_canary_escapes_the_mist(moves in moves(80), pack in 0_usize..3) {
        let pack = ["mist-bureau", "mist-city", "mist-2d6"][pack];
        run(no_canary_escapes(group::shipped(pack), moves));
    }

    #[test]
    fn b30_no_canary_escapes_fate(moves in moves(80), pack in 0_usize..2) {
        let pack = ["fate-condensed", "fate-accelerated"][pack];
        run(no_canary_escapes(group::shipped(pack), moves));
    }

    #[test]
    fn b30_no_canary_escapes_the_timeline(moves in moves(80)) {
        run(no_canary_escapes(group::shipped("timeline"), moves));
    }

    #[test]
    fn b30_twin_toys_that_differ_in_secrets_are_equal_byte_for_byte(moves in moves(60)) {
        run(twins_are_equal(group::toy(), moves));
    }

    #[test]
    fn b30_twins_in_the_mist_are_equal_byte_for_byte(moves in moves(60)) {
        run(twins_are_equal(group::shipped("mist-bureau"), moves));
    }

    #[test]
    fn b30_twins_by_fate_are_equal_byte_for_byte(moves in moves(60)) {
        run(twins_are_equal(group::shipped("fate-condensed"), moves));
    }

    #[test]
    fn b30_twins_on_the_timeline_are_equal_byte_for_byte(moves in moves(60)) {
        run(twins_are_equal(group::shipped("timeline"), moves));
    }

    #[test]
    fn b30_a_toy_with_secrets_looks_as_without(moves in moves(60)) {
        run(as_if_there_were_no_secret(group::toy(), moves));
    }

    #[test]
    fn b30_secrets_in_the_mist_show_in_no_byte(moves in moves(60)) {
        run(as_if_there_were_no_secret(group::shipped("mist-bureau"), moves));
    }

    #[test]
    fn b30_secrets_of_fate_show_in_no_byte(moves in moves(60)) {
        run(as_if_there_were_no_secret(group::shipped("fate-condensed"), moves));
    }

    #[test]
    fn b30_secrets_on_the_timeline_show_in_no_byte(moves in moves(60)) {
        run(as_if_there_were_no_secret(group::shipped("timeline"), moves));
    }
}

const FAMILIES: [&str; 3] = ["mist-bureau", "fate-condensed", "timeline"];

proptest! {
    #![proptest_config(plays(2))]

    #[test]
    fn b30_no_canary_escapes_from_sqlite(moves in moves(50), pack in 0_usize..3) {
        run(async {
            let folder = tempfile::tempdir().expect("a folder");
            no_canary_escapes_on(sqlite(&folder).await, group::shipped(FAMILIES[pack]), moves).await;
        });
    }

    #[test]
    fn b30_twins_in_sqlite_are_equal_byte_for_byte(moves in moves(40), pack in 0_usize..3) {
        run(async {
            let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
            let stores = [sqlite(&folders[0]).await, sqlite(&folders[1]).await];
            twins_are_equal_on(stores, group::shipped(FAMILIES[pack]), moves).await;
        });
    }
}

/// A SQLite file that is gone with its folder.
async fn sqlite(folder: &tempfile::TempDir) -> Arc<dyn Store> {
    let store = SqliteStore::open(&folder.path().join("tables.db")).await;
    Arc::new(store.expect("a store"))
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
