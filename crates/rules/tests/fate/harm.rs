//! F-30 … F-33: stress, consequences, concession, recovery.

use rules::Id;
use rules::fate::{
    Act, Against, Answer, AspectKind, CombatantDraft, Command, Event, Gone, MilestoneKind, Purpose,
    Purse, TakenConsequence,
};

use crate::table::{Table, acting, ann, attack, bob, host, npc_draft, overcome};

fn hit(table: &mut Table, to: Id, shifts: u8) -> Id {
    table.play(host(), Command::Hit { to, track: "physical".into(), shifts });
    table.state().hits.last().expect("it landed").id
}

fn taken(slot: &str, name: &str) -> TakenConsequence {
    TakenConsequence { slot: slot.into(), name: name.into() }
}

#[test]
fn f30_boxes_and_slots_follow_the_skill() {
    let mut table = Table::new();
    for (physique, boxes, slots) in
        [(0, 3, 3), (1, 4, 3), (2, 4, 3), (3, 6, 3), (4, 6, 3), (5, 6, 4)]
    {
        let id = table.npc("甲", &[("physique", physique)]);
        let one = table.character(id);
        assert_eq!(table.game.pack.boxes(one, "physical"), boxes, "{physique}");
        assert_eq!(table.game.pack.boxes(one, "mental"), 3);
        assert_eq!(table.game.pack.slots(table.state(), one).len(), slots, "{physique}");
    }
}

#[test]
fn f30_the_extra_slot_is_of_its_own_kind() {
    let mut table = Table::in_scene();
    let id = table.npc("壮汉", &[("physique", 5)]);
    let ways = |track: &str| {
        let mut table = table.clone();
        table.play(host(), Command::Hit { to: id, track: track.into(), shifts: 4 });
        let ways = table.game.pack.ways(table.state(), &table.state().hits[0]);
        ways.iter().filter(|way| way.slots.iter().any(|slot| slot == "mild/physical")).count()
    };
    assert!(ways("physical") > 0);
    assert_eq!(ways("mental"), 0);
}

#[test]
fn f30_stress_clears_when_the_scene_ends() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let id = hit(&mut table, lan, 2);
    table.play(
        ann(),
        Command::Absorb { hit: id, boxes: 2, consequences: Vec::new(), marks: Vec::new() },
    );
    assert_eq!(table.character(lan).marked("physical"), 2);
    table.play(host(), Command::EndScene { anyway: false, carry: false });
    assert_eq!(table.character(lan).marked("physical"), 0);
}

#[test]
fn f31_all_legal_ways_are_listed_and_nothing_else_is_accepted() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let id = hit(&mut table, lan, 3);
    let ways = table.game.pack.ways(table.state(), &table.state().hits[0]);
    let mut listed: Vec<(u8, Vec<String>)> =
        ways.into_iter().map(|way| (way.boxes, way.slots)).collect();
    listed.sort();
    let expected: Vec<(u8, Vec<String>)> = vec![
        (0, vec!["moderate".into()]),
        (0, vec!["severe".into()]),
        (1, vec!["mild".into()]),
        (3, vec![]),
    ];
    assert_eq!(listed, expected);
    let absorb =
        |boxes, consequences| Command::Absorb { hit: id, boxes, consequences, marks: Vec::new() };
    assert_eq!(table.refused(ann(), absorb(2, Vec::new())), "F-31", "too little");
    assert_eq!(table.refused(ann(), absorb(1, vec![taken("moderate", "断臂")])), "F-31", "in vain");
    assert_eq!(
        table.refused(ann(), absorb(0, vec![taken("mild", "擦伤"), taken("mild", "再擦伤")])),
        "F-31",
        "one slot each"
    );
    assert_eq!(table.refused(bob(), absorb(3, Vec::new())), "B-01");
    table.play(ann(), absorb(1, vec![taken("mild", "擦伤")]));
    assert_eq!(table.character(lan).marked("physical"), 1);
    let next = hit(&mut table, lan, 3);
    let again = Command::Absorb {
        hit: next,
        boxes: 1,
        consequences: vec![taken("mild", "又伤")],
        marks: Vec::new(),
    };
    assert_eq!(table.refused(ann(), again), "F-31", "the slot is taken");
}

#[test]
fn f31_what_cannot_be_absorbed_takes_out() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let id = hit(&mut table, lan, 16);
    assert!(
        table.game.pack.ways(table.state(), &table.state().hits[0]).is_empty(),
        "3 + 2 + 4 + 6 is 15"
    );
    table.play(ann(), Command::GoOut { hit: id });
    assert!(table.character(lan).out);
    let act = acting(lan, overcome(), "fight", None);
    assert_eq!(table.refused(ann(), act), "F-31");
    table.play(host(), Command::BringBack { character: lan });
    assert!(!table.character(lan).out);
}

fn fight() -> (Table, Id, Id) {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let thug = table.npc("打手", &[("fight", 3)]);
    let combatants = vec![
        CombatantDraft { who: lan, side: 0, zone: None },
        CombatantDraft { who: thug, side: 1, zone: None },
    ];
    table.play(host(), Command::BeginConflict { combatants });
    (table, lan, thug)
}

#[test]
fn f32_conceding_earns_a_point_and_one_per_consequence_paid_when_the_conflict_ends() {
    let (mut table, lan, _) = fight();
    let id = hit(&mut table, lan, 2);
    table.play(
        ann(),
        Command::Absorb {
            hit: id,
            boxes: 0,
            consequences: vec![taken("mild", "擦伤")],
            marks: Vec::new(),
        },
    );
    table.play(ann(), Command::Concede { character: lan, text: "跳窗逃走".into() });
    assert_eq!((table.points(Purse::Character(lan)), table.points(Purse::Conceded(lan))), (3, 2));
    assert_eq!(
        table.refused(ann(), Command::Concede { character: lan, text: String::new() }),
        "F-32"
    );
    table.play(host(), Command::EndConflict { anyway: false });
    assert_eq!((table.points(Purse::Character(lan)), table.points(Purse::Conceded(lan))), (5, 0));
}

#[test]
fn f32_the_hosts_characters_concede_for_a_later_scene() {
    let (mut table, _, thug) = fight();
    table.play(host(), Command::Concede { character: thug, text: String::new() });
    table.play(host(), Command::EndConflict { anyway: false });
    assert_eq!((table.points(Purse::Host), table.points(Purse::HostConceded)), (0, 1));
}

#[test]
fn f32_one_concedes_before_the_dice_not_after() {
    let (mut table, lan, thug) = fight();
    table.play(host(), Command::PassTurn { to: thug });
    table.declare(host(), thug, attack(), "fight", Against::Character(lan));
    let mut early = table.clone();
    early.play(ann(), Command::Concede { character: lan, text: String::new() });
    assert!(early.state().actions.is_empty(), "the attack has lost its target");
    table.roll(&[4, -4]);
    assert_eq!(
        table.refused(ann(), Command::Concede { character: lan, text: String::new() }),
        "F-32"
    );
}

fn wounded(slot: &str, shifts: u8) -> (Table, Id, Id, Id) {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let shen = table.pc(bob(), "沈知远");
    table.session();
    let id = hit(&mut table, lan, shifts);
    table.play(
        ann(),
        Command::Absorb {
            hit: id,
            boxes: 0,
            consequences: vec![taken(slot, "伤")],
            marks: Vec::new(),
        },
    );
    let wound = table.aspect("伤").expect("it was taken").id;
    (table, lan, shen, wound)
}

fn treat(consequence: Id) -> Act {
    Act::Overcome { purpose: Purpose::Treat { consequence, name: "包扎好了".into() } }
}

fn treated(slot: &str, shifts: u8) -> (Table, Id) {
    let (mut table, lan, shen, wound) = wounded(slot, shifts);
    table.declare(bob(), shen, treat(wound), "lore", Against::Difficulty(0));
    table.roll(&[4]);
    let action = table.action().id;
    table.play(host(), Command::State { action, opposition: false, value: 4, why: "药箱".into() });
    table.stand();
    assert!(table.aspect("包扎好了").is_some(), "renamed");
    (table, lan)
}

#[test]
fn f33_treatment_is_an_overcome_against_the_value_and_two_more_on_oneself() {
    for (slot, shifts, value) in [("mild", 2, 2), ("moderate", 4, 4), ("severe", 6, 6)] {
        let (mut table, lan, shen, wound) = wounded(slot, shifts);
        table.declare(bob(), shen, treat(wound), "lore", Against::Difficulty(0));
        assert_eq!(table.action().opposition.as_ref().map(|side| side.total()), Some(value));
        let action = table.action().id;
        table.play(bob(), Command::Cancel { action });
        table.declare(ann(), lan, treat(wound), "lore", Against::Difficulty(0));
        assert_eq!(table.action().opposition.as_ref().map(|side| side.total()), Some(value + 2));
        assert_eq!(
            table.refused(
                host(),
                Command::Oppose { action: table.action().id, against: Against::Difficulty(0) }
            ),
            "F-02"
        );
    }
}

#[test]
fn f33_a_failed_treatment_changes_nothing_and_a_treated_wound_is_not_treated_again() {
    let (mut table, _, shen, wound) = wounded("mild", 2);
    table.act(bob(), shen, treat(wound), "lore", Against::Difficulty(0), &[-1]);
    table.choose(bob(), Answer::Fail);
    assert!(matches!(
        table.aspect("伤").map(|one| &one.kind),
        Some(AspectKind::Consequence { treated: None, .. })
    ));
    table.act(bob(), shen, treat(wound), "lore", Against::Difficulty(0), &[1]);
    let again = acting(shen, treat(wound), "lore", None);
    assert_eq!(table.refused(bob(), again), "F-33");
}

#[test]
fn f33_a_mild_consequence_is_gone_after_one_scene() {
    let (mut table, _) = treated("mild", 2);
    table.play(host(), Command::EndScene { anyway: false, carry: false });
    assert!(table.aspect("包扎好了").is_some(), "the scene of the treatment does not count");
    table.scene();
    let events = table.play(host(), Command::EndScene { anyway: false, carry: false });
    assert!(table.aspect("包扎好了").is_none());
    assert!(
        events.iter().any(|event| matches!(event, Event::AspectRemoved { why: Gone::Healed, .. }))
    );
}

#[test]
fn f33_a_moderate_consequence_is_gone_after_one_session() {
    let (mut table, _) = treated("moderate", 4);
    table.play(host(), Command::EndScene { anyway: false, carry: false });
    table.session();
    assert!(table.aspect("包扎好了").is_some(), "a whole session must pass");
    table.session();
    assert!(table.aspect("包扎好了").is_none());
}

#[test]
fn f33_a_severe_consequence_is_gone_after_a_breakthrough() {
    let (mut table, lan) = treated("severe", 6);
    for _ in 0..3 {
        table.session();
    }
    table.play(host(), Command::GrantMilestone { character: lan, kind: MilestoneKind::Minor });
    assert!(table.aspect("包扎好了").is_some());
    table.play(host(), Command::GrantMilestone { character: lan, kind: MilestoneKind::Major });
    assert!(table.aspect("包扎好了").is_none());
}

#[test]
fn f31_hidden_foes_show_themselves_when_hit() {
    let mut table = Table::in_scene();
    let draft = npc_draft("影子", &[]);
    let id = crate::table::made(
        &table.play(host(), Command::MakeCharacter { draft, seat: None, hidden: true }),
    );
    hit(&mut table, id, 1);
    assert_eq!(table.character(id).seen, rules::Audience::All);
}
