//! F-14 and F-15: compels and the ledger.

use rules::Id;
use rules::fate::{Command, CompelKind, CompelStage, Event, PointsHome, Purse, SessionRule};

use crate::table::{Table, ann, bob, condensed, host};

fn compel(to: Id, aspect: Id) -> Command {
    Command::Compel { to, aspect, kind: CompelKind::Event, text: "灯全灭了".into() }
}

fn with_two() -> (Table, Id, Id, Id) {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let shen = table.pc(bob(), "沈知远");
    let trouble = table.state().aspects_of(lan).nth(1).expect("their trouble").id;
    (table, lan, shen, trouble)
}

fn open(table: &Table) -> Id {
    table.state().compels[0].id
}

fn balance(table: &Table, id: Id) -> i64 {
    table.points(Purse::Character(id))
}

#[test]
fn f14_the_host_offers_a_point_and_the_player_takes_it_with_the_trouble() {
    let (mut table, lan, _, trouble) = with_two();
    assert_eq!(table.refused(bob(), compel(lan, trouble)), "B-01");
    table.play(host(), compel(lan, trouble));
    let id = open(&table);
    assert_eq!((balance(&table, lan), table.points(Purse::Compel(id))), (3, 1));
    assert_eq!(table.refused(bob(), Command::AcceptCompel { compel: id }), "B-01");
    table.play(ann(), Command::AcceptCompel { compel: id });
    assert_eq!((balance(&table, lan), table.state().compels.len()), (4, 0));
}

#[test]
fn f14_refusing_costs_a_point() {
    let (mut table, lan, _, trouble) = with_two();
    table.play(
        host(),
        Command::Compel {
            to: lan,
            aspect: trouble,
            kind: CompelKind::Decision,
            text: String::new(),
        },
    );
    let compel = open(&table);
    table.play(ann(), Command::RefuseCompel { compel, why: "我早有准备".into() });
    assert_eq!((balance(&table, lan), table.points(Purse::Compel(compel))), (2, 0));
}

#[test]
fn f14_without_points_there_is_no_refusing() {
    let (mut table, lan, _, trouble) = with_two();
    table.play(host(), Command::AdjustPoints { character: Some(lan), by: -3, why: "花光".into() });
    table.play(host(), compel(lan, trouble));
    let id = open(&table);
    assert_eq!(
        table.refused(ann(), Command::RefuseCompel { compel: id, why: String::new() }),
        "F-15"
    );
    let offers = table.offers(ann());
    let refuse = offers.iter().any(|offer| matches!(offer.command, Command::RefuseCompel { .. }));
    assert!(!refuse, "it is not offered either");
}

#[test]
fn f14_an_offer_can_be_withdrawn() {
    let (mut table, lan, _, trouble) = with_two();
    table.play(host(), compel(lan, trouble));
    let id = open(&table);
    assert_eq!(table.refused(ann(), Command::WithdrawCompel { compel: id }), "B-01");
    table.play(host(), Command::WithdrawCompel { compel: id });
    assert_eq!((balance(&table, lan), table.points(Purse::Compel(id))), (3, 0));
}

#[test]
fn f14_a_compel_may_be_claimed_in_retrospect() {
    let (mut table, lan, _, trouble) = with_two();
    let claim = Command::ClaimCompel {
        character: lan,
        aspect: trouble,
        kind: CompelKind::Event,
        text: "我被跟踪了".into(),
    };
    assert_eq!(table.refused(bob(), claim.clone()), "B-01");
    table.play(ann(), claim.clone());
    let id = open(&table);
    assert_eq!(
        table.refused(ann(), Command::AcceptCompel { compel: id }),
        "B-01",
        "the host has the word"
    );
    let mut declined = table.clone();
    declined.play(host(), Command::WithdrawCompel { compel: id });
    assert_eq!(balance(&declined, lan), 3);
    table.play(host(), Command::AcceptCompel { compel: id });
    assert_eq!(balance(&table, lan), 4);
}

#[test]
fn f14_a_player_may_pay_to_propose_a_compel_of_another() {
    let (mut table, lan, shen, trouble) = with_two();
    let propose = Command::ProposeCompel {
        by: shen,
        to: lan,
        aspect: trouble,
        kind: CompelKind::Event,
        text: String::new(),
    };
    table.play(bob(), propose.clone());
    let id = open(&table);
    assert_eq!((balance(&table, shen), table.points(Purse::Compel(id))), (2, 1));
    let mut declined = table.clone();
    declined.play(host(), Command::WithdrawCompel { compel: id });
    assert_eq!(balance(&declined, shen), 3, "the point comes back");
    table.play(host(), Command::AcceptCompel { compel: id });
    assert_eq!(table.state().compels[0].stage, CompelStage::Offered, "now it is the host's offer");
    table.play(ann(), Command::AcceptCompel { compel: id });
    assert_eq!((balance(&table, lan), balance(&table, shen)), (4, 2));
    let own = Command::ProposeCompel {
        by: lan,
        to: lan,
        aspect: trouble,
        kind: CompelKind::Event,
        text: String::new(),
    };
    assert_eq!(table.refused(ann(), own), "F-14");
}

#[test]
fn f14_only_player_characters_are_compelled_and_by_their_own_aspects() {
    let (mut table, lan, shen, trouble) = with_two();
    let thug = table.npc("打手", &[]);
    assert_eq!(table.refused(host(), compel(shen, trouble)), "F-14");
    assert_eq!(table.refused(host(), compel(thug, trouble)), "F-14");
    let fire = table.situation("火灾", None);
    table.play(host(), compel(lan, fire));
}

#[test]
fn f15_a_session_begins_with_refresh_or_more() {
    let (mut table, lan, shen, _) = with_two();
    table.play(host(), Command::AdjustPoints { character: Some(lan), by: -2, why: "花掉".into() });
    table.play(host(), Command::AdjustPoints { character: Some(shen), by: 2, why: "奖励".into() });
    table.session();
    assert_eq!((balance(&table, lan), balance(&table, shen)), (3, 5));
}

#[test]
fn f15_a_session_of_the_table_refreshes_and_nothing_else_does() {
    let (mut table, lan, ..) = with_two();
    let spend = Command::AdjustPoints { character: Some(lan), by: -2, why: "花掉".into() };
    table.play(host(), &spend);
    let events = table.session();
    assert_eq!(balance(&table, lan), 3);
    assert!(events.contains(&Event::SessionBegan));
    table.play(host(), &spend);
    assert_eq!(table.refused(host(), Command::BeginSession {}), "F-15", "once a session");
    assert_eq!(balance(&table, lan), 1);
    let offered = |by| table.offers(by).into_iter().map(|offer| offer.command);
    assert!(!offered(host()).any(|command| command == Command::BeginSession {}));
}

#[test]
fn f15_the_host_begins_a_session_where_the_tables_do_not() {
    let (mut table, lan, ..) = with_two();
    let mut options = table.game.pack.options.clone();
    options.sessions = SessionRule::ByHand;
    table.play(host(), Command::SetOptions { options: Box::new(options) });
    let spend = Command::AdjustPoints { character: Some(lan), by: -2, why: "花掉".into() };
    table.play(host(), spend);
    assert!(table.session().is_empty(), "the host says when");
    assert_eq!(table.refused(ann(), Command::BeginSession {}), "B-01");
    table.play(host(), Command::BeginSession {});
    assert_eq!(balance(&table, lan), 3);
}

/// Packs of old logs say nothing of it: there the host begins a session, as always.
#[test]
fn f15_a_pack_that_says_nothing_of_sessions_is_played_by_hand() {
    let mut pack = serde_json::to_value(condensed()).expect("plain data");
    let options = pack["options"].as_object_mut().expect("a table");
    assert_eq!(options.remove("sessions"), Some("table".into()));
    let pack: rules::fate::Fate = serde_json::from_value(pack).expect("it fits");
    assert_eq!(pack.options.sessions, SessionRule::ByHand);
    let written = serde_json::to_value(&pack.options).expect("plain data");
    assert_eq!(written.get("sessions"), None, "what was written stays as it was");
}

#[test]
fn f15_the_hosts_pool_is_set_at_each_scene_start() {
    let (mut table, ..) = with_two();
    assert_eq!(table.points(Purse::Host), 0, "there was nobody when the scene began");
    table.play(host(), Command::AdjustPoints { character: None, by: 7, why: "试".into() });
    table.play(host(), Command::EndScene { anyway: false, carry: false });
    table.scene();
    assert_eq!(table.points(Purse::Host), 2);
}

#[test]
fn f15_no_balance_goes_below_zero() {
    let (mut table, lan, ..) = with_two();
    let adjust = Command::AdjustPoints { character: Some(lan), by: -4, why: "太多".into() };
    assert_eq!(table.refused(host(), adjust), "F-15");
}

#[test]
fn f15_a_table_may_let_points_come_from_and_go_to_the_host() {
    let mut pack = condensed();
    pack.options.home = PointsHome::Host;
    let mut table = Table::with(pack);
    let lan = table.pc(ann(), "阿岚");
    table.scene();
    let trouble = table.aspect("黑暗也在看我").expect("it is there").id;
    table.play(host(), compel(lan, trouble));
    assert_eq!(table.points(Purse::Host), 0);
    assert_eq!(table.refused(host(), compel(lan, trouble)), "F-15", "the pool is empty");
    let id = open(&table);
    table.play(ann(), Command::RefuseCompel { compel: id, why: "早有准备".into() });
    assert_eq!((table.points(Purse::Host), balance(&table, lan)), (2, 2));
}

#[test]
fn f15_every_movement_is_an_entry_and_they_add_up() {
    let (mut table, lan, _, trouble) = with_two();
    table.play(host(), compel(lan, trouble));
    let id = open(&table);
    table.play(ann(), Command::AcceptCompel { compel: id });
    let entries = table.state().ledger.entries();
    let to_lan: i64 = entries
        .iter()
        .filter(|entry| entry.to == Purse::Character(lan))
        .map(|entry| entry.amount)
        .sum();
    assert_eq!(to_lan, balance(&table, lan));
    assert!(entries.iter().all(|entry| entry.amount > 0));
}
