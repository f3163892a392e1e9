//! Whatever people do: the log is the truth, offers are accepted, nobody who was cut off misses
//! anything.

use std::sync::Arc;

use proptest::prelude::*;
use rules::{Acts, Audience, Bounds, Offer, SeatId, Verb};
use serde_json::{Value as Json, json};
use table::{Command, MemoryStore, SqliteStore, Store, TableCommand, Tables, Voice, World, verify};

use crate::group::{self, Group, Page, without_presence};
use crate::scene;

/// What someone does next; numbers choose among what there is.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    pub kind: u8,
    pub seat: u8,
    pub which: u16,
}

pub fn moves(most: usize) -> impl Strategy<Value = Vec<Move>> {
    let one = (any::<u8>(), any::<u8>(), any::<u16>());
    let one = one.prop_map(|(kind, seat, which)| Move { kind, seat, which });
    prop::collection::vec(one, 1..most)
}

/// How many plays of each law: a few in passing, `PROPTEST_CASES=500` by `make crash`.
pub fn plays(few: u32) -> ProptestConfig {
    const UNASKED: u32 = 256;
    let asked = ProptestConfig::default();
    let cases = if asked.cases == UNASKED { few } else { asked.cases };
    ProptestConfig { cases, ..asked }
}

/// An offer with one of its fields changed within its bounds.
fn varied(offer: &Offer<Json>, which: u16) -> Json {
    let mut command = offer.command.clone();
    let which = usize::from(which);
    if let Some(field) = offer.fields.get(which % offer.fields.len().max(1)) {
        let value = match &field.bounds {
            Bounds::Number { min, max } => {
                json!(min + i64::try_from(which).unwrap_or(0) % (max - min + 1).max(1))
            }
            Bounds::Text { .. } => json!("雾"),
            Bounds::Choice { of } if of.is_empty() => return command,
            Bounds::Choice { of } => of[which % of.len()].value.clone(),
            Bounds::Asked => panic!("an offer says what there is to choose from"),
            Bounds::Switch => json!(which % 2 == 0),
        };
        if let Some(place) = command.pointer_mut(&format!("/{}", field.path)) {
            *place = value;
        }
    }
    command
}

/// What a move is, and whether it must be accepted.
pub async fn command(group: &Group, one: Move) -> (SeatId, Command, bool) {
    let seats = group.seats();
    let by = seats[usize::from(one.seat) % seats.len()];
    let other = seats[usize::from(one.which) % seats.len()];
    let at_table = |command| (by, Command::Table(command), false);
    let audience = match one.which % 4 {
        0 => Audience::All,
        1 => Audience::Host,
        2 => Audience::Seats([by].into()),
        _ => Audience::Seats([by, other].into()),
    };
    match one.kind % 32 {
        0 => at_table(TableCommand::Undo),
        1 => at_table(TableCommand::Redo),
        2 => at_table(TableCommand::TakeBack),
        3 => at_table(TableCommand::RewindTo { point: u64::from(one.which) % 60 }),
        4 => at_table(TableCommand::Say {
            voice: Voice::Whisper { to: [other].into() },
            text: format!("悄悄话 {}", one.which),
        }),
        5 => at_table(TableCommand::Say {
            voice: Voice::OutOfCharacter,
            text: format!("闲聊 {}", one.which),
        }),
        6 => {
            at_table(TableCommand::Roll { notation: "2#4d6kh3".to_owned(), audience, actor: None })
        }
        7 => at_table(TableCommand::SetSalt { salt: one.which.to_string() }),
        8 if one.which.is_multiple_of(8) => at_table(TableCommand::BeginSession),
        8 if one.which % 8 == 1 => at_table(TableCommand::EndSession),
        8 if one.which % 8 == 2 => at_table(TableCommand::Pause { anonymous: true }),
        9 if one.which.is_multiple_of(4) => at_table(TableCommand::Resume),
        9 => at_table(TableCommand::WriteNote {
            note: None,
            title: format!("笔记 {}", one.which),
            text: "写下来的".repeat(usize::from(one.which % 40)),
            picture: None,
            to: audience,
            show: one.which % 4 == 1,
        }),
        10..14 => {
            let challenge = json!({ "do": "challenge", "seat": other });
            (by, Command::Game(challenge), false)
        }
        kind => {
            let offers = group.table.offers(by, None).await.expect("a seat has offers");
            let Some(offer) = offers.get(usize::from(one.which) % offers.len().max(1)) else {
                return at_table(TableCommand::TakeBack);
            };
            if kind < 22 {
                (by, Command::Game(varied(offer, one.which / 7)), false)
            } else {
                (by, Command::Game(offer.command.clone()), true)
            }
        }
    }
}

/// The commands of the flags a page shows, made from what it was sent as a page makes them.
fn flagged(page: &Page) -> Vec<Json> {
    let read = |part: &str| page.parts[part].clone();
    let acts: Acts = serde_json::from_value(read("table/acts")).expect("what is pushed");
    let verbs: Vec<Verb> = serde_json::from_value(read("table/verbs")).expect("the verbs");
    let command = |name: &str, of, within| {
        let verb = verbs.iter().find(|verb| verb.name == name);
        verb.unwrap_or_else(|| panic!("{name} is not declared")).on(of, within)
    };
    let commands = acts
        .can
        .iter()
        .flat_map(|flags| flags.can.iter().map(|name| command(name, &flags.of, flags.within)));
    commands.collect()
}

/// What a page shows that its seat can do is what it can do now, and is accepted as it stands.
async fn what_is_pushed_is_accepted(group: &Group, page: &Page) {
    let now = group.table.acts(page.seat).await.expect("a seat has acts");
    assert_eq!(page.parts["table/acts"], json!(now), "what was pushed is out of date");
    for command in flagged(page) {
        let quote = group.table.quote(page.seat, command.clone()).await;
        assert!(quote.is_ok(), "a flag is refused: {command}: {quote:?}");
    }
}

/// Plays, and checks after each move what must hold.
pub async fn play(store: Arc<dyn Store>, pack: Json, moves: Vec<Move>) {
    let mut group = Group::sit(store.clone(), pack).await;
    scene::set(&mut group).await;
    let host = group.host;
    let mut pages = Vec::new();
    let mut cut_off = Vec::new();
    for seat in group.seats() {
        pages.push(Page::open(&group.table, seat).await);
        cut_off.push(Page::open(&group.table, seat).await);
    }
    for one in moves {
        let before = group.table.view(host).await.expect("the host has a view");
        let told = group.lines(host).await.len();
        let shown = flagged(&pages[usize::from(one.seat) % pages.len()]);
        let (by, command, accepted) = match shown.get(usize::from(one.which) % shown.len().max(1)) {
            Some(flag) if one.kind % 32 >= 28 => {
                let by = pages[usize::from(one.seat) % pages.len()].seat;
                (by, Command::Game(flag.clone()), true)
            }
            _ => command(&group, one).await,
        };
        if let Command::Game(command) = &command {
            // Quotes never fail in another way than the command; here they only must not matter.
            let _ = group.table.quote(by, command.clone()).await;
        }
        let id = group.next_id();
        let done = group.table.command(by, id, command.clone()).await;
        match &done {
            Ok(answer) => {
                let again = group.table.command(by, id, command.clone()).await;
                assert_eq!(again.as_ref(), Ok(answer), "{command:?}");
            }
            Err(refusal) => {
                assert!(!accepted, "an offer was refused: {command:?}: {refusal:?}");
                let after = group.table.view(host).await.expect("the host has a view");
                assert_eq!(after, before, "a refusal changed something: {command:?}");
                assert_eq!(group.lines(host).await.len(), told);
            }
        }
        for page in &mut pages {
            page.read();
        }
        what_is_pushed_is_accepted(&group, &pages[usize::from(one.which) % pages.len()]).await;
        let page = &mut cut_off[usize::from(one.which) % 5];
        if one.kind % 3 == 0 {
            page.cut();
        } else if page.frames.is_none() {
            page.attach(&group.table).await;
        } else {
            page.read();
        }
    }
    if group.at_table(host, TableCommand::EndSession).await.is_ok() {
        for page in &mut pages {
            page.read();
        }
    }
    // Read from the log alone, everything is the same for everyone.
    let (world, _) = World::fixed(77);
    let there = Tables::new(store, world);
    let there = there.table(group.table.id()).await.expect("the log can be read");
    for (page, late) in pages.iter().zip(&mut cut_off) {
        let view = group.table.view(page.seat).await.expect("a view");
        let lines = group.lines(page.seat).await;
        assert_eq!(page.shows(), (without_presence(view.clone()), lines.clone()), "live");
        late.cut();
        late.attach(&group.table).await;
        assert_eq!(late.shows(), page.shows(), "after being cut off");
        let folded = there.view(page.seat).await.expect("a view");
        assert_eq!(without_presence(folded), without_presence(view), "from the log");
        let folded = there.lines(page.seat, None, usize::MAX).await.expect("lines");
        assert_eq!(folded, lines, "from the log");
        for (line, n) in lines.iter().zip(1..) {
            assert_eq!(line.n, n, "numbered without a gap");
        }
    }
    let proof = verify(&group.table.export().await.expect("an export"));
    assert_eq!(proof.expect("every roll is proven").sealed, 0);
}

fn run(future: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.expect("a runtime").block_on(future);
}

proptest! {
    #![proptest_config(plays(64))]

    #[test]
    fn b10_b40_whatever_happens_the_log_is_the_truth_and_nobody_misses_anything(moves in moves(60)) {
        run(play(Arc::new(MemoryStore::new()), group::toy(), moves));
    }
}

/// Plays on a SQLite file that is gone afterwards.
fn play_on_sqlite(pack: Json, moves: Vec<Move>) {
    run(async move {
        let folder = tempfile::tempdir().expect("a folder");
        let store = SqliteStore::open(&folder.path().join("tables.db")).await;
        play(Arc::new(store.expect("a store")), pack, moves).await;
    });
}

proptest! {
    #![proptest_config(plays(4))]

    #[test]
    fn b10_b40_the_same_on_sqlite(moves in moves(40)) {
        play_on_sqlite(group::toy(), moves);
    }

    #[test]
    fn b10_b40_the_same_in_the_mist(moves in moves(50)) {
        run(play(Arc::new(MemoryStore::new()), group::shipped("mist-2d6"), moves));
    }

    #[test]
    fn b10_b40_the_same_in_the_mist_on_sqlite(moves in moves(40)) {
        play_on_sqlite(group::shipped("mist-bureau"), moves);
    }

    #[test]
    fn b10_b40_the_same_by_fate_on_sqlite(moves in moves(40)) {
        play_on_sqlite(group::shipped("fate-condensed"), moves);
    }

    #[test]
    fn b10_b40_the_same_on_the_timeline_on_sqlite(moves in moves(60)) {
        play_on_sqlite(group::shipped("timeline"), moves);
    }
}
