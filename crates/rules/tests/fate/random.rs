//! Random play: the ledger adds up at every step, and the design's invariants hold.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rules::fate::{Command, Event, Fate, Holder, MilestoneKind, Place, Purse, State};
use rules::{Game, Offer, Ruleset, Seat};

use crate::table::{Table, ann, bob, condensed, host, npc_draft, onlooker};

/// A table where much can happen: two player characters, three foes, zones.
fn lively() -> Table {
    lively_with(None)
}

fn lively_with(key: Option<u64>) -> Table {
    let mut table = Table::new();
    table.dice.key = key;
    table.pc(ann(), "阿岚");
    table.pc(bob(), "沈知远");
    table.npc("打手", &[("fight", 2)]);
    table.npc("头目", &[("fight", 3), ("physique", 5)]);
    let draft = npc_draft("影子", &[("stealth", 3)]);
    table.run(host(), Command::MakeCharacter { draft, seat: None, hidden: true });
    table.run(host(), Command::BeginSession {});
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

/// Offers whose pieces are unmoved are drawn up the same, and what is settled with them stays so.
fn drawn_up_the_same(pack: &Fate, before: &State, state: &State) {
    for by in [host(), ann(), bob(), onlooker()] {
        for batch in pack.batches(state, by) {
            if pack.inputs_unchanged(state, before, batch) {
                let (was, is) =
                    (pack.draft_offers(before, by, batch), pack.draft_offers(state, by, batch));
                assert_eq!(was, is, "{batch:?} of {by:?}");
                for Offer { command, .. } in
                    is.iter().filter(|it| pack.accepted_by_inputs(&it.command))
                {
                    let was = pack.accepts(before, by, command);
                    assert_eq!(was, pack.accepts(state, by, command), "{command:?} of {by:?}");
                }
            }
        }
    }
}

fn play(picks: &[(u8, u16, u16)]) -> (Table, Vec<Event>) {
    play_at(lively(), picks)
}

fn play_at(mut table: Table, picks: &[(u8, u16, u16)]) -> (Table, Vec<Event>) {
    let mut log = Vec::new();
    let seats: [Seat; 3] = [host(), ann(), bob()];
    for (who, pick, dice) in picks {
        table.dice.next(i64::from(dice % 9) - 4);
        let pick = usize::from(*pick);
        let by = seats[usize::from(who % 3)];
        let command = if who % 4 == 3 {
            let Some(command) = hosts_doing(table.state(), pick) else { continue };
            (host(), command)
        } else {
            let offers = table.game.pack.offers(table.state(), by);
            let Some(offer) = offers.get(pick % offers.len().max(1)) else { continue };
            (by, offer.command.clone())
        };
        let (by, command) = command;
        let before = table.game.state.clone();
        match table.game.play(by, &command, &mut table.dice) {
            Ok(events) => {
                let viewers = seats.map(Seat::viewer);
                crate::sight::check(&*table.game.pack, &before, &table.game.state, &viewers);
                drawn_up_the_same(&table.game.pack, &before, &table.game.state);
                log.extend(events);
            }
            Err(refusal) => {
                assert!(who % 4 == 3, "an offer was refused: {command:?}: {refusal:?}");
                assert!(table.game.state == before, "a refusal changes nothing");
            }
        }
        adds_up(table.state());
    }
    (table, log)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn f15_the_ledger_adds_up_at_every_step(picks in prop::collection::vec(any::<(u8, u16, u16)>(), 1..60)) {
        play(&picks);
    }

    #[test]
    fn b22_the_same_play_is_the_same_whatever_the_ids(
        picks in prop::collection::vec(any::<(u8, u16, u16)>(), 1..40), key in 2_u64..1_000_000
    ) {
        let played = |key| {
            let renamed = crate::ids::Renamed::new(key);
            let (table, log) = play_at(lively_with(Some(key)), &picks);
            let mut all = vec![renamed.of(&log)];
            for by in [host(), ann(), bob(), onlooker()] {
                all.push(renamed.of(&table.game.pack.offers(table.state(), by)));
                all.push(renamed.of(&table.game.pack.view(table.state(), by.viewer())));
            }
            all
        };
        let (one, other) = (played(1), played(key));
        for (one, other) in one.iter().zip(&other) {
            prop_assert_eq!(one, other);
        }
    }

    #[test]
    fn fold_of_the_log_is_the_live_state(picks in prop::collection::vec(any::<(u8, u16, u16)>(), 1..40)) {
        let (table, log) = play(&picks);
        let pack = condensed();
        let mut again: Game<_> = lively().game;
        for event in &log {
            let text = serde_json::to_string(event).expect("events are plain data");
            let read: Event = serde_json::from_str(&text).expect("what is written can be read");
            prop_assert_eq!(&read, event);
            pack.apply(&mut again.state, &read);
        }
        prop_assert!(again.state == table.game.state);
    }

    #[test]
    fn every_offer_is_accepted_and_quotes_change_nothing(picks in prop::collection::vec(any::<(u8, u16, u16)>(), 1..25)) {
        let (table, _) = play(&picks);
        for by in [host(), ann(), bob(), onlooker()] {
            for offer in table.game.pack.offers(table.state(), by) {
                let before = table.game.state.clone();
                let quoted = table.game.pack.quote(table.state(), by, &offer.command);
                prop_assert!(quoted.is_ok(), "{:?}", offer.command);
                prop_assert!(table.game.state == before);
                let mut copy = table.clone();
                let played = copy.game.play(by, &offer.command, &mut copy.dice);
                prop_assert!(played.is_ok(), "{:?}: {:?}", offer.command, played);
                let written = serde_json::to_value(&offer.command).expect("plain data");
                let read: Command = serde_json::from_value(written).expect("what is written can be read");
                prop_assert_eq!(read, offer.command);
            }
        }
    }

    #[test]
    fn every_event_can_be_told(picks in prop::collection::vec(any::<(u8, u16, u16)>(), 1..30)) {
        let (_, log) = play(&picks);
        let pack = condensed();
        let mut state = lively().game.state;
        for event in &log {
            for by in [host(), ann(), onlooker()] {
                pack.tell(&state, event, by.viewer());
            }
            pack.apply(&mut state, event);
        }
    }
}
