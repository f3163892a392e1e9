//! Boxes of different worth (P-40) and conditions in place of consequences (P-41).

use rules::fate::{Command, CompelKind, Fate, TakenConsequence, Use, Way};
use rules::pack::resolve;

use crate::table::{Table, ann, bob, host, me};

fn fate(rest: &str) -> Fate {
    let text = format!("edition = 2\nextends = \"fate-condensed\"\nid = \"mine\"\n{rest}");
    let pack = resolve("mine.toml", &text).unwrap_or_else(|faults| panic!("{faults:#?}")).pack;
    serde_json::from_value(pack.to_json()).expect("it fits")
}

/// Boxes of 1, 2 and 3, one of them for each hit; a condition that absorbs nothing, one that is no
/// aspect.
const MIXED: &str = "unset = [\"examples\", \"npcs\", \"consequences\", \"tracks.physical.extra\", \"tracks.mental.extra\"]\n\
    [change.tracks.physical]\nvalues = [1, 2, 3]\nper_hit = 1\nmore = []\n\
    [[add.consequences]]\nid = \"hurt\"\nname = \"负伤\"\nvalue = 2\naspect = \"none\"\nheals = \"scene\"\n\
    [[add.consequences]]\nid = \"debt\"\nname = \"欠债\"\nvalue = 0\nboxes = 2\naspect = \"fixed\"\n\
    heals = { after = \"scene\", treat = false }\n";

fn ways(table: &Table) -> Vec<Way> {
    let hit = table.state().hits.first().expect("somebody is hit");
    table.game.pack.ways(table.state(), hit)
}

#[test]
fn p40_all_ways_to_mark_boxes_of_different_worth_are_listed_one_box_a_hit() {
    let mut table = Table::with(fate(MIXED));
    table.scene();
    let lan = table.pc(ann(), "阿岚");
    let hit = |shifts| Command::Hit { to: lan, track: "physical".into(), shifts };
    table.play(host(), hit(2));
    let listed = |table: &Table| -> Vec<(Vec<u8>, Vec<String>)> {
        ways(table).into_iter().map(|way| (way.marks, way.slots)).collect()
    };
    let hurt = || vec!["hurt".to_owned()];
    assert_eq!(listed(&table), [(vec![2], vec![]), (vec![1], vec![]), (vec![], hurt())]);
    let id = table.state().hits[0].id;
    let absorb = |hit, boxes, marks: &[u8]| Command::Absorb {
        hit,
        boxes,
        consequences: Vec::new(),
        marks: marks.to_vec(),
    };
    assert_eq!(table.refused(ann(), absorb(id, 3, &[0, 1])), "F-31", "one box a hit");
    table.play(ann(), absorb(id, 2, &[1]));
    table.play(host(), hit(2));
    assert_eq!(listed(&table), [(vec![2], vec![]), (vec![], hurt())], "that one is marked");
    table.play(ann(), absorb(table.state().hits[0].id, 3, &[2]));
    table.play(host(), hit(3));
    assert_eq!(listed(&table), [(vec![0], hurt())], "what is left together");
}

#[test]
fn p41_what_absorbs_nothing_is_never_among_the_ways_and_is_marked_outright() {
    let mut table = Table::with(fate(MIXED));
    table.scene();
    let lan = table.pc(ann(), "阿岚");
    table.play(host(), Command::Hit { to: lan, track: "mental".into(), shifts: 1 });
    let slots: Vec<String> = ways(&table).into_iter().flat_map(|way| way.slots).collect();
    assert!(!slots.iter().any(|slot| slot.starts_with("debt")), "{slots:?}");
    let hit = table.state().hits[0].id;
    let absorb = |slot: &str| Command::Absorb {
        hit,
        boxes: 1,
        consequences: vec![TakenConsequence { slot: slot.into(), name: String::new() }],
        marks: Vec::new(),
    };
    assert_eq!(table.refused(ann(), absorb("debt")), "F-31");
    let mark = |condition: &str| Command::MarkCondition {
        character: lan,
        condition: condition.into(),
        name: String::new(),
    };
    assert_eq!(table.refused(bob(), mark("debt")), "B-01");
    assert_eq!(table.refused(ann(), mark("hurt")), "P-41");
    assert_eq!(table.refused(ann(), mark("x")), "P-41");
    table.play(ann(), mark("debt"));
    table.play(host(), mark("debt"));
    assert_eq!(table.refused(ann(), mark("debt")), "P-41", "twice is all there is");
    assert!(table.aspect("欠债").is_some_and(|aspect| aspect.free.is_empty()));
    assert!(table.aspect("欠债 2").is_some(), "two are told apart");
    // It passes by itself, with a whole scene.
    table.play(ann(), Command::GoOut { hit });
    table.play(host(), Command::EndScene { anyway: false, carry: false });
    table.scene();
    table.play(host(), Command::EndScene { anyway: false, carry: false });
    table.scene();
    assert!(table.aspect("欠债").is_none(), "{:?}", table.state().aspects);
}

#[test]
fn p41_a_condition_that_is_no_aspect_is_neither_invoked_nor_compelled() {
    let mut table = Table::with(fate(MIXED));
    table.scene();
    let lan = table.pc(ann(), "阿岚");
    let foe = table.npc("打手", &[("fight", 4)]);
    table.play(host(), Command::Hit { to: lan, track: "mental".into(), shifts: 2 });
    let hit = table.state().hits[0].id;
    let hurt = TakenConsequence { slot: "hurt".into(), name: String::new() };
    let consequences = vec![hurt];
    table.play(ann(), Command::Absorb { hit, boxes: 0, consequences, marks: Vec::new() });
    let hurt = table.aspect("负伤").expect("it is taken").id;
    assert_eq!(table.free("负伤", me(foe)), 0);
    let difficulty = rules::fate::Against::Difficulty(2);
    table.declare(ann(), lan, crate::table::overcome(), "fight", difficulty);
    table.roll(&[0]);
    let invoke = table.invoke(hurt, me(lan), Use::Bonus, false);
    assert_eq!(table.refused(ann(), invoke), "P-41");
    let compel =
        Command::Compel {
            to: lan, aspect: hurt, kind: CompelKind::Event, text: "旧伤发作".into()
        };
    assert_eq!(table.refused(host(), compel), "P-41");
    for by in [ann(), host()] {
        for offer in table.offers(by) {
            let text = serde_json::to_string(&offer.command).expect("plain data");
            let about = text.contains("invoke") || text.contains("compel");
            assert!(!about || !text.contains(&hurt.to_string()), "{text}");
        }
    }
}
