//! The smallest family, at the table all families play at.

use proptest::prelude::*;
use rules::toy::{Command, Part, Toy};
use rules::{Role, Ruleset, Seat};

use common::ids::Renamed;
use common::table::{Table, seat};
use common::{laws, sight};

mod common;

const HOST: Seat = seat(1, Role::Host);
const ANN: Seat = seat(2, Role::Player);
const BEN: Seat = seat(3, Role::Player);
const SEATS: [Seat; 3] = [HOST, ANN, BEN];

fn table() -> Table<Toy> {
    Table::begin(Toy { family: Toy::FAMILY.to_owned(), segments: 4 })
}

#[test]
fn b10_a_duel_waits_for_the_seat_challenged() {
    let mut table = table();
    let waits = |table: &Table<Toy>, by| table.offers(by).iter().any(|it| it.waits.is_some());
    table.play(ANN, Command::Challenge { seat: BEN.id });
    assert!(waits(&table, BEN) && !waits(&table, ANN));
    assert_eq!(table.refused(ANN, Command::Answer), "B-10");
    table.play(BEN, Command::Answer);
    assert!(!waits(&table, BEN));
}

#[test]
fn b30_a_trap_shows_only_to_the_host_until_revealed() {
    let mut table = table();
    let (before, seen) = (table.state().clone(), table.view(ANN.viewer()));
    let set = table.play(HOST, Command::SetTrap { at: 3 });
    assert_eq!(table.view(ANN.viewer()), seen);
    assert_eq!(table.lines_for(ANN.viewer(), &before, &set), [None]);
    assert!(table.lines_for(HOST.viewer(), &before, &set)[0].is_some());
    table.play(HOST, Command::RevealTrap);
    assert_eq!(table.view(ANN.viewer()).get("trap"), Some(&Part::Trap { at: 3 }));
}

#[test]
fn b12_a_full_clock_says_what_is_left() {
    let mut table = table();
    table.play(HOST, Command::Tick { segments: 4 });
    assert!(table.refusal(HOST, Command::Tick { segments: 1 }).instead.is_some());
}

proptest! {
    #[test]
    fn what_holds_for_every_family_holds_for_the_smallest(
        picks in prop::collection::vec((0_usize..3, any::<usize>(), 2_i64..=12), 1..30),
        key in 2_u64..1_000_000,
    ) {
        laws::the_same_whatever_the_ids(key, |key| {
            let (renamed, mut all) = (Renamed::new(key), Vec::new());
            let mut table = table();
            table.dice.key = key;
            for (by, pick, total) in &picks {
                table.dice.totals = [*total].into();
                let by = SEATS[*by];
                let offers = table.offers(by);
                // Whom to challenge is not on offer.
                let command = match offers.get(pick % (offers.len() + 1)) {
                    Some(offer) => offer.command.clone(),
                    None => Command::Challenge { seat: if by == ANN { BEN.id } else { ANN.id } },
                };
                let before = table.state().clone();
                let Ok(events) = table.attempt(by, &command) else { continue };
                let pack = &*table.game.pack;
                sight::views(pack, &before, table.state(), &SEATS.map(Seat::viewer));
                all.extend(laws::happened(&table, &before, &events, &SEATS, &renamed));
                all.extend(laws::seen(&table, &SEATS, &renamed));
                laws::every_offer_is_accepted(&table, &SEATS);
            }
            laws::the_log_folds_to_the_live_state(&table);
            all
        });
    }
}
