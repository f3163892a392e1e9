//! T-26: the initiative of someone unseen shows in nothing until time flows.

use rules::timeline::{Attribute, Command, Deed, Options};
use rules::{Id, Ruleset, Seat};
use serde_json::{Value as Json, json};

use crate::table::{ANN, BEN, EVE, HOST, Table, card, declare, strike, whole};

/// A fight of Ann, Ben and someone unseen, and all that those who do not see them get to know.
struct Hidden {
    table: Table,
    ann: Id,
    ben: Id,
    shadow: Id,
    known: Vec<Json>,
}

impl Hidden {
    fn new(ambush: bool, auto_flow: bool) -> Self {
        let mut table = Table::new();
        let options = Options { auto_flow, ..table.state().options.clone() };
        table.play(HOST, &Command::SetOptions { options });
        let (ann, ben) = (table.make(ANN, card("安")), table.make(BEN, card("本")));
        let shadow = table.make_hidden(card("影子"));
        let mut it = Self { table, ann, ben, shadow, known: Vec::new() };
        let fighters = vec![ann, ben, shadow];
        let ambush = if ambush { vec![shadow] } else { Vec::new() };
        it.send(HOST, &Command::OpenFight { fighters, ambush, sides: vec![], name: None });
        it
    }

    /// Sends a command; what players and onlookers are answered, told, shown and offered is kept.
    fn send(&mut self, by: Seat, command: &Command) -> bool {
        let pack = self.table.game.pack.clone();
        let mut state = self.table.state().clone();
        let quote = pack.quote(&state, by, command);
        let played = self.table.attempt(by, command);
        if by != HOST {
            self.known.push(json!(quote.map_err(|no| json!(no))));
            self.known.push(json!(played.as_ref().err()));
        }
        for event in played.iter().flatten() {
            for viewer in [ANN, BEN, EVE].map(Seat::viewer) {
                self.known.extend(pack.tell(&state, event, viewer).map(|line| json!(line)));
            }
            pack.apply(&mut state, event);
        }
        for seat in [ANN, BEN, EVE] {
            self.known.push(json!(self.table.view(seat.viewer())));
            self.known.push(json!(self.table.offers(seat)));
            self.known.push(json!(self.table.pushed(seat)));
        }
        played.is_ok()
    }

    fn shadow_strikes(&mut self) {
        let strike = declare(self.shadow, strike(self.ann), Attribute::Strength, 70);
        assert!(self.send(HOST, &strike));
    }

    /// What players do before time flows.
    fn players_declare(&mut self) {
        let (ann, ben) = (self.ann, self.ben);
        let act = |who, deed, impact| declare(who, deed, Attribute::Strength, impact);
        self.send(BEN, &Command::Flow { to: None });
        self.send(BEN, &Command::CancelAct { character: ben });
        assert!(self.send(ANN, &act(ann, strike(ben), 35)), "nobody is told to wait");
        self.send(ANN, &act(ann, Deed::Move { to: whole(3) }, 3));
        self.send(ANN, &Command::Hold { character: ann });
        self.send(BEN, &Command::Flow { to: None });
        assert!(self.send(ANN, &Command::CancelAct { character: ann }));
        assert!(self.send(ANN, &act(ann, strike(ben), 35)));
    }

    fn the_last_declares(&mut self, shadow_first: bool) {
        let (ann, ben) = (self.ann, self.ben);
        let act = |deed, impact| declare(ben, deed, Attribute::Strength, impact);
        assert!(self.send(BEN, &Command::Hold { character: ben }));
        // Once everyone has declared, time flows: what is known by then is compared.
        if !shadow_first {
            self.send(BEN, &Command::Flow { to: None });
        }
        assert!(self.send(BEN, &act(Deed::Narrate, 20)));
        assert!(self.send(BEN, &Command::CancelAct { character: ben }));
        assert!(self.send(BEN, &act(strike(ann), 30)));
        self.send(BEN, &Command::CancelAct { character: self.shadow });
    }
}

fn same(one: &Hidden, other: &Hidden) {
    for (place, (one, other)) in one.known.iter().zip(&other.known).enumerate() {
        assert_eq!(one, other, "{place}");
    }
    assert_eq!(one.known.len(), other.known.len());
}

#[test]
fn t26_what_players_see_of_a_hidden_ambush_does_not_give_it_away() {
    for shadow_first in [false, true] {
        let [ambush, open] = [true, false].map(|ambush| {
            let mut it = Hidden::new(ambush, false);
            if shadow_first {
                it.shadow_strikes();
            }
            it.players_declare();
            it.the_last_declares(shadow_first);
            if !shadow_first {
                it.shadow_strikes();
            }
            it
        });
        same(&ambush, &open);
    }
}

#[test]
fn t26_time_that_flows_of_itself_does_not_give_a_hidden_ambush_away() {
    let [ambush, open] = [true, false].map(|ambush| {
        let mut it = Hidden::new(ambush, true);
        it.shadow_strikes();
        it.players_declare();
        it
    });
    same(&ambush, &open);
}

#[test]
fn t26_whoever_did_not_see_it_coming_starts_when_half_of_the_windup_has_passed() {
    let mut it = Hidden::new(true, false);
    it.players_declare();
    it.the_last_declares(false);
    it.shadow_strikes();
    // 70 take 8 T; the others' acts begin at 4 and take 4 and 3.43.
    it.table.flow();
    assert_eq!(it.table.now(), "4");
    assert_eq!((it.table.end_of(it.ann), it.table.end_of(it.ben)), ("8".into(), "7.43".into()));
    it.table.flow();
    assert_eq!((it.table.now(), it.table.hit_points(it.ann)), ("7.43".into(), "120".into()));
}

#[test]
fn t26_holding_back_does_not_undo_the_initiative_of_another() {
    let mut table = Table::new();
    let (ann, ben) = (table.make(ANN, card("安")), table.make(BEN, card("本")));
    table.open(&[ann, ben], &[ann]);
    table.play(BEN, &Command::Hold { character: ben });
    let answer = declare(ben, strike(ann), Attribute::Strength, 35);
    assert_eq!(table.refused(BEN, &answer), "T-26");
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 35));
    table.play(BEN, &answer);
    assert_eq!(table.end_of(ben), "6", "half of 4 T, and 4 T more");
}

#[test]
fn t26_waiting_names_nobody_who_is_not_seen() {
    let mut it = Hidden::new(false, false);
    for who in [it.ann, it.ben] {
        it.table.hold(who);
    }
    let flow = |by| {
        let refusal = it.table.decide(by, &Command::Flow { to: None });
        json!(refusal.expect_err("somebody is awaited")).to_string()
    };
    assert!(flow(HOST).contains("影子"));
    assert!(!flow(ANN).contains("timeline-someone"), "{}", flow(ANN));
    assert_eq!(flow(ANN), flow(BEN));
}
