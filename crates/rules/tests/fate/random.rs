//! Random play: the ledger adds up at every step, and the design's invariants hold.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rules::Seat;
use rules::fate::{Command, Event, Holder, MilestoneKind, Place, Purse, State};

use crate::common::ids::Renamed;
use crate::common::{laws, sight};
use crate::table::{Table, ann, bob, host, npc_draft, seats};

/// A table where much can happen: two player characters, three foes; with the ids of a
/// key.
fn lively(key: u64) -> Table {
    let mut table = Table::new();
    table.dice.key = key;
    table.pc(ann(), "阿岚");
    table.pc(bob(), "沈知远");
    table.npc("打手", &[("fight", 2)]);
    table.npc("头目", &[("fight", 3), ("physique", 5)]);
    let draft = npc_draft("影子", &[("stealth", 3)]);
    table.play(host(), Command::MakeCharacter { draft, seat: None, hidden: true });
    table.session();
    table.scene();
    table
}

/// What hosts do that is not on offer, chosen by a number.
fn hosts_doing(state: &State, pick: usize) -> Option<Command> {
    let character =
        |at: usize| state.characters.get(at % state.characters.len().max(1)).map(|one| one.id);
    let aspect = state.aspects.get(pick % state.aspects.len().max(1)).map(|one| one.id);
    let name = || Some(format!("形象{pick}"));
    Some(match pick % 14 {
        0 => Command::AddAspect {
            name: name(),
            on: Place::Scene,
            boost: false,
            free: Some(Holder::Character(character(pick / 14)?)),
            hidden: false,
        },
        1 => Command::AddAspect {
            name: name(),
            on: Place::Game,
            boost: false,
            free: None,
            hidden: true,
        },
        2 => Command::Compel {
            to: character(pick / 14)?,
            aspect: aspect?,
            kind: rules::fate::CompelKind::Event,
            text: String::new(),
        },
        3 => Command::Hit {
            to: character(pick / 14)?,
            track: "physical".into(),
            shifts: u8::try_from(pick % 7 + 1).ok()?,
        },
        4 => Command::AdjustPoints {
            character: character(pick / 14),
            by: i64::try_from(pick % 5).ok()? - 2,
            why: "试".into(),
        },
        5 => Command::BeginConflict {
            combatants: state
                .characters
                .iter()
                .enumerate()
                .map(|(at, one)| rules::fate::CombatantDraft {
                    who: one.id,
                    side: u8::from(at > 1),
                    zone: None,
                })
                .collect(),
        },
        6 => Command::SetContest {
            title: "追逐".into(),
            sides: state
                .characters
                .iter()
                .take(2)
                .map(|one| rules::fate::ContestSideDraft {
                    name: "一方".into(),
                    members: vec![one.id],
                })
                .collect(),
        },
        7 => Command::SetChallenge {
            title: "难关".into(),
            tasks: vec![rules::fate::TaskDraft { name: "一".into(), difficulty: 1 }],
        },
        8 => Command::GrantMilestone {
            character: character(pick / 14)?,
            kind: [MilestoneKind::Minor, MilestoneKind::Major, MilestoneKind::Arc][pick % 3],
        },
        9 => Command::AddZone { name: "区域".into(), next_to: None },
        10 => Command::GrantFree { aspect: aspect?, to: Holder::Character(character(pick / 14)?) },
        11 => Command::ProposeCompel {
            by: character(0)?,
            to: character(1)?,
            aspect: aspect?,
            kind: rules::fate::CompelKind::Decision,
            text: String::new(),
        },
        12 => Command::ClaimCompel {
            character: character(pick % 2)?,
            aspect: aspect?,
            kind: rules::fate::CompelKind::Event,
            text: String::new(),
        },
        _ => Command::Show { thing: aspect?, to: rules::Audience::Host },
    })
}

/// The ledger's entries add up to its balances, and no purse but the bank is below zero.
fn adds_up(state: &State) {
    let mut sums: BTreeMap<Purse, i64> = BTreeMap::new();
    for entry in state.ledger.entries() {
        assert!(entry.amount > 0 && entry.from != entry.to, "{entry:?}");
        *sums.entry(entry.from).or_default() -= entry.amount;
        *sums.entry(entry.to).or_default() += entry.amount;
        for (purse, points) in &sums {
            assert!(
                *points >= 0 || *purse == Purse::Bank,
                "{purse:?} has {points} after {entry:?}"
            );
        }
    }
    assert_eq!(sums.values().sum::<i64>(), 0);
    for (purse, points) in sums {
        assert_eq!(state.ledger.balance(purse), points, "{purse:?}");
    }
}

/// Plays what is picked, and looks after every step.
fn play(
    key: u64,
    picks: &[(u8, u16, u16)],
    mut look: impl FnMut(&Table, &State, &[Event]),
) -> Table {
    let mut table = lively(key);
    for (who, pick, dice) in picks {
        table.dice.totals.push_back(i64::from(dice % 9) - 4);
        let pick = usize::from(*pick);
        let by = seats()[usize::from(who % 3)];
        let offered = who % 4 != 3;
        let (by, command) = if offered {
            let offers = table.offers(by);
            let Some(offer) = offers.get(pick % offers.len().max(1)) else { continue };
            (by, offer.command.clone())
        } else {
            let Some(command) = hosts_doing(table.state(), pick) else { continue };
            (host(), command)
        };
        let before = table.state().clone();
        match table.attempt(by, &command) {
            Ok(events) => {
                let pack = &*table.game.pack;
                sight::views(pack, &before, table.state(), &seats().map(Seat::viewer));
                look(&table, &before, &events);
            }
            Err(no) => assert!(!offered, "an offer was refused: {command:?}: {no:?}"),
        }
        adds_up(table.state());
    }
    table
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn f15_the_ledger_adds_up_at_every_step(picks in prop::collection::vec(any::<(u8, u16, u16)>(), 1..60)) {
        play(0, &picks, |_, _, _| {});
    }

    #[test]
    fn b22_the_same_play_is_the_same_whatever_the_ids(
        picks in prop::collection::vec(any::<(u8, u16, u16)>(), 1..40), key in 2_u64..1_000_000
    ) {
        laws::the_same_whatever_the_ids(key, |key| {
            let (renamed, mut all) = (Renamed::new(key), Vec::new());
            let table = play(key, &picks, |table, before, events| {
                all.extend(laws::happened(table, before, events, &seats(), &renamed));
            });
            all.extend(laws::seen(&table, &seats(), &renamed));
            all
        });
    }

    #[test]
    fn fold_of_the_log_is_the_live_state(picks in prop::collection::vec(any::<(u8, u16, u16)>(), 1..40)) {
        laws::the_log_folds_to_the_live_state(&play(0, &picks, |_, _, _| {}));
    }

    #[test]
    fn every_offer_is_accepted_and_quotes_change_nothing(picks in prop::collection::vec(any::<(u8, u16, u16)>(), 1..25)) {
        laws::every_offer_is_accepted(&play(0, &picks, |_, _, _| {}), &seats());
    }

    #[test]
    fn every_event_can_be_told(picks in prop::collection::vec(any::<(u8, u16, u16)>(), 1..30)) {
        play(0, &picks, |table, before, events| {
            for by in seats() {
                table.lines_for(by.viewer(), before, events);
            }
        });
    }
}
