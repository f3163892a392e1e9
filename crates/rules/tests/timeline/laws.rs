//! Laws that hold for any course of a fight.

use proptest::prelude::*;
use rules::timeline::{Amount, Attribute, Command, Deed, Effort, Event, Resource, State, Timeline};
use rules::{Id, Ruleset, Seat, Viewer};

use crate::common::{laws, sight};
use crate::table::{ANN, BEN, HOST, SEATS, Table, card, declare};

/// A table with four characters, of both players and the host.
fn table() -> (Table, Vec<Id>) {
    let mut table = Table::new();
    let who = [ANN, ANN, BEN, HOST].map(|seat| table.make(seat, card("斗士")));
    (table, who.to_vec())
}

/// One wish of anyone: who, what, at whom, with what, how much.
type Wish = (usize, usize, usize, usize, i64);

fn wish() -> impl Strategy<Value = Wish> {
    (0_usize..4, 0_usize..18, 0_usize..4, 0_usize..11, 1_i64..20_000)
}

fn command(who: &[Id], (actor, what, target, attribute, amount): Wish) -> Command {
    let (actor, target) = (who[actor], who[target]);
    let attribute = Attribute::ALL[attribute];
    let impact = Amount::hundredths(amount);
    let deed = match what {
        0 | 1 => Deed::Strike { target, resource: None, damage_type: None },
        2 => Deed::Strike { target, resource: Some(Resource::Willpower), damage_type: None },
        3 => Deed::Heal { target, resource: None },
        4 => Deed::Guard { target, against: None, dodge: false },
        5 => Deed::Shield { target },
        6 => Deed::Interrupt { target },
        7 => Deed::Control { target, resist: attribute },
        8 => Deed::Weaken { target, resist: attribute },
        9 => Deed::BreakFree { target },
        10 => Deed::Move { to: impact },
        11 => return Command::CancelAct { character: actor },
        12 => return Command::Hold { character: actor },
        13 => return Command::StepBack { to: impact, before: false },
        14 => return Command::LeaveFight { character: actor },
        _ => return Command::Flow { to: None },
    };
    let effort = Some(match amount % 2 {
        0 => Effort::Impact(impact),
        _ => Effort::Time(Amount::hundredths(amount % 1_000 + 1)),
    });
    let (weapon, note) = (None, String::new());
    Command::Declare { character: actor, deed, attribute: Some(attribute), effort, weapon, note }
}

fn open(table: &mut Table, who: &[Id], ambush: bool) {
    let ambush = if ambush { &who[..1] } else { &[] };
    table.open(who, ambush);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn t23_time_never_runs_backwards_and_resources_stay_in_bounds(
        wishes in proptest::collection::vec(wish(), 1..80), ambush: bool
    ) {
        let (mut table, who) = table();
        open(&mut table, &who, ambush);
        let mut now = Amount::ZERO;
        for wish in wishes {
            let command = command(&who, wish);
            let before = table.state().clone();
            let quoted = table.game.pack.quote(&before, HOST, &command);
            prop_assert_eq!(&before, table.state());
            match table.attempt(HOST, &command) {
                Ok(events) => {
                    prop_assert!(quoted.is_ok());
                    let pack = &*table.game.pack;
                    sight::views(pack, &before, table.state(), &SEATS.map(Seat::viewer));
                    if events.iter().any(|event| matches!(event, Event::SteppedBack { .. })) {
                        now = Amount::ZERO;
                    }
                    let fight = table.state().fight().expect("nobody ended it");
                    prop_assert!(fight.now >= now);
                    now = fight.now;
                    prop_assert!(fight.queue.next().is_none_or(|next| next >= now));
                    for one in table.state().characters.values() {
                        for resource in Resource::ALL {
                            prop_assert!(one.left(resource) >= Amount::ZERO);
                            prop_assert!(one.left(resource) <= Amount::MOST);
                        }
                    }
                }
                Err(refusal) => {
                    prop_assert_eq!(&before, table.state());
                    prop_assert_eq!(quoted, Err(refusal));
                }
            }
        }
    }

    #[test]
    fn the_log_folds_to_the_live_state_through_json(
        wishes in proptest::collection::vec(wish(), 1..60)
    ) {
        let (mut table, who) = table();
        open(&mut table, &who, false);
        for wish in wishes {
            let _ = table.attempt(HOST, &command(&who, wish));
        }
        laws::the_log_folds_to_the_live_state(&table);
    }

    #[test]
    fn every_offer_is_accepted(wishes in proptest::collection::vec(wish(), 0..40), ambush: bool) {
        let (mut table, who) = table();
        open(&mut table, &who, ambush);
        for wish in wishes {
            let _ = table.attempt(HOST, &command(&who, wish));
        }
        laws::every_offer_is_accepted(&table, &SEATS);
    }

    #[test]
    fn t23_the_order_of_simultaneous_declarations_does_not_matter(
        wishes in proptest::collection::vec((0_usize..9, 0_usize..4, 0_usize..11), 4),
        order in Just([0_usize, 1, 2, 3]).prop_shuffle(),
    ) {
        let play = |order: [usize; 4]| -> State {
            let (mut table, who) = table();
            open(&mut table, &who, false);
            for actor in order {
                let (what, target, attribute) = wishes[actor];
                // The same time for all, so that all land together.
                let command = command(&who, (actor, what, target, attribute, 401));
                if table.attempt(HOST, &command).is_err() {
                    table.hold(who[actor]);
                }
            }
            let _ = table.attempt(HOST, &Command::Flow { to: None });
            table.state().clone()
        };
        prop_assert_eq!(play([0, 1, 2, 3]), play(order));
    }

    #[test]
    fn t33_stepping_back_and_going_on_the_same_way_is_the_identity(
        wishes in proptest::collection::vec(wish(), 1..60)
    ) {
        let (mut table, who) = table();
        open(&mut table, &who, false);
        for wish in wishes {
            if wish.1 == 13 {
                continue;
            }
            let before = table.state().clone();
            let command = command(&who, wish);
            let Ok(_) = table.attempt(HOST, &command) else { continue };
            let at = before.fight().expect("a fight").now;
            if table.state().fight().expect("a fight").now > at {
                let after = table.state().clone();
                table.play(HOST, &Command::StepBack { to: at, before: false });
                prop_assert_eq!(table.state(), &before);
                table.play(HOST, &command);
                prop_assert_eq!(table.state(), &after);
            }
        }
    }

    #[test]
    fn t21_a_hidden_declaration_leaves_no_trace_for_others(
        one in (0_usize..9, 0_usize..11, 1_i64..20_000),
        other in (0_usize..9, 0_usize..11, 1_i64..20_000),
    ) {
        let look = |(what, attribute, amount): (usize, usize, i64)| {
            let (mut table, who) = table();
            open(&mut table, &who, false);
            let secret = command(&who, (2, what, 3, attribute, amount));
            table.attempt(BEN, &secret).ok()?;
            let event = table.decide(BEN, &secret).ok()?;
            let lines: Vec<_> = event
                .iter()
                .map(|event| table.tell(event, Viewer::Player(ANN.id)))
                .collect();
            let own = declare(who[0], Deed::Narrate, Attribute::Strength, 10);
            let seen = table.view(Viewer::Player(ANN.id));
            Some((seen, lines, table.quote(ANN, &own), table.offers(ANN)))
        };
        if let (Some(one), Some(other)) = (look(one), look(other)) {
            prop_assert_eq!(one, other);
        }
    }

    #[test]
    fn no_command_of_anyone_panics(
        wishes in proptest::collection::vec((wish(), 0_usize..4), 1..40)
    ) {
        let (mut table, who) = table();
        open(&mut table, &who, true);
        for (wish, seat) in wishes {
            let _ = table.attempt(SEATS[seat], &command(&who, wish));
            for viewer in [Viewer::Host, Viewer::Player(ANN.id), Viewer::Spectator] {
                let _ = Timeline::view(&table.game.pack, table.state(), viewer);
            }
        }
    }
}
