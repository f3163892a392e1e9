//! F-40 … F-43: challenges, contests, conflicts, zones.

use rules::Id;
use rules::fate::{
    Act, Against, Answer, CombatantDraft, Command, ContestSideDraft, Event, Purpose, TaskDraft,
    TurnOrder,
};

use crate::table::{Table, acting, ann, attack, bob, condensed, host, me, overcome};

#[test]
fn f40_a_challenge_tallies_its_overcomes() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let task = |name: &str| TaskDraft { name: name.into(), difficulty: 4 };
    table.play(
        host(),
        Command::SetChallenge {
            title: "逃出火场".into(),
            tasks: vec![task("破门"), task("救人"), task("断后")],
        },
    );
    let tasks: Vec<Id> = {
        let scene = table.state().scene.as_ref().expect("a scene");
        scene.challenge.as_ref().expect("a challenge").tasks.iter().map(|task| task.id).collect()
    };
    let act = |task: Id| Act::Overcome { purpose: Purpose::Task { task } };
    let declare = |task: Id| acting(lan, act(task), "fight", None);
    for (task, dice) in [(tasks[0], 2), (tasks[1], -1)] {
        table.play(ann(), declare(task));
        table.roll(&[dice]);
        table.stand();
    }
    table.choose(ann(), Answer::Fail);
    assert_eq!(table.refused(ann(), declare(tasks[0])), "F-40", "a task is tried once");
    let events = table.play(host(), Command::EndChallenge {});
    assert_eq!(events, [Event::ChallengeEnded { overcome: 1, failed: 1 }]);
}

fn contest() -> (Table, Id, Id) {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let thug = table.npc("打手", &[("fight", 4)]);
    let side = |name: &str, id| ContestSideDraft { name: name.into(), members: vec![id] };
    table.play(
        host(),
        Command::SetContest {
            title: "追车".into(),
            sides: vec![side("我们", lan), side("他们", thug)],
        },
    );
    (table, lan, thug)
}

/// Both sides roll their efforts.
fn exchange(table: &mut Table, sides: [(Id, i64); 2]) {
    for (at, (actor, dice)) in sides.into_iter().enumerate() {
        let act = Act::Effort { side: u8::try_from(at).expect("few") };
        table.play(host(), acting(actor, act, "fight", None));
        table.roll(&[dice]);
        table.stand();
    }
}

fn victories(table: &Table) -> Option<Vec<u8>> {
    let contest = table.state().scene.as_ref()?.contest.as_ref()?;
    Some(contest.sides.iter().map(|side| side.victories).collect())
}

#[test]
fn f41_the_highest_effort_has_a_victory_and_with_style_two() {
    for (mine, theirs, expected) in
        [(1, 0, [1, 0]), (2, 0, [1, 0]), (3, 0, [2, 0]), (-1, 2, [0, 2]), (0, 2, [0, 1])]
    {
        let (mut table, lan, thug) = contest();
        exchange(&mut table, [(lan, mine), (thug, theirs)]);
        assert_eq!(victories(&table), Some(expected.to_vec()), "{mine} {theirs}");
    }
}

#[test]
fn f41_a_tie_brings_a_twist_and_no_victory() {
    let (mut table, lan, thug) = contest();
    exchange(&mut table, [(lan, 1), (thug, 1)]);
    assert_eq!(victories(&table), Some(vec![0, 0]));
    let act = acting(lan, Act::Effort { side: 0 }, "fight", None);
    assert_eq!(table.refused(ann(), act.clone()), "F-41", "first the twist");
    table.play(host(), Command::NameTwist { name: "桥断了".into() });
    assert!(table.aspect("桥断了").is_some());
    table.play(ann(), act);
}

#[test]
fn f41_the_first_to_three_wins() {
    let (mut table, lan, thug) = contest();
    exchange(&mut table, [(lan, 3), (thug, 0)]);
    exchange(&mut table, [(lan, 0), (thug, 1)]);
    assert_eq!(victories(&table), Some(vec![2, 1]));
    exchange(&mut table, [(lan, 1), (thug, 0)]);
    assert_eq!(victories(&table), None, "it is over");
}

#[test]
fn f41_one_effort_per_side_per_exchange() {
    let (mut table, lan, thug) = contest();
    let act = |actor, side| acting(actor, Act::Effort { side }, "fight", None);
    assert_eq!(table.refused(ann(), act(lan, 1)), "F-41", "not for the other side");
    table.play(ann(), act(lan, 0));
    table.roll(&[0]);
    table.stand();
    assert_eq!(table.refused(ann(), act(lan, 0)), "F-41");
    table.play(host(), act(thug, 1));
}

fn conflict(pack: rules::fate::Fate) -> (Table, [Id; 3]) {
    let mut table = Table::with(pack);
    table.scene();
    let lan = table.pc(ann(), "阿岚");
    let shen = table.pc(bob(), "沈知远");
    let thug = table.npc("打手", &[("fight", 2)]);
    for name in ["大厅", "走廊", "屋顶"] {
        table.play(host(), Command::AddZone { name: name.into(), next_to: None });
    }
    let hall = zone(&table, 0);
    let draft = |who, side| CombatantDraft { who, side, zone: Some(hall) };
    table.play(
        host(),
        Command::BeginConflict { combatants: vec![draft(lan, 0), draft(shen, 0), draft(thug, 1)] },
    );
    (table, [lan, shen, thug])
}

fn zone(table: &Table, at: usize) -> Id {
    table.state().scene.as_ref().expect("a scene").zones[at].id
}

fn act(actor: Id, against: Id) -> Command {
    acting(actor, attack(), "fight", Some(Against::Character(against)))
}

#[test]
fn f42_whoever_acted_says_who_is_next() {
    let (mut table, [lan, shen, thug]) = conflict(condensed());
    assert_eq!(table.refused(ann(), act(lan, thug)), "F-42", "nobody has begun");
    assert_eq!(table.refused(ann(), Command::PassTurn { to: lan }), "B-01");
    table.play(host(), Command::PassTurn { to: lan });
    assert_eq!(table.refused(bob(), act(shen, thug)), "F-42", "not bob's turn");
    assert_eq!(table.refused(bob(), Command::PassTurn { to: shen }), "B-01");
    table.play(ann(), Command::PassTurn { to: thug });
    assert_eq!(table.refused(host(), Command::PassTurn { to: lan }), "F-42", "lan has acted");
    table.play(host(), Command::PassTurn { to: shen });
    let events = table.play(bob(), Command::PassTurn { to: shen });
    assert_eq!(
        events,
        [Event::TurnBegan { who: shen, round: true }],
        "the last of a round picks anyone"
    );
}

#[test]
fn f42_a_table_may_go_by_the_list() {
    let mut pack = condensed();
    pack.options.order = TurnOrder::Listed;
    let (mut table, [lan, shen, thug]) = conflict(pack);
    assert_eq!(table.refused(host(), Command::PassTurn { to: thug }), "F-42");
    for who in [lan, shen, thug, lan] {
        table.play(host(), Command::PassTurn { to: who });
    }
}

#[test]
fn f42_one_action_a_turn() {
    let (mut table, [lan, _, thug]) = conflict(condensed());
    table.play(host(), Command::PassTurn { to: lan });
    table.declare(ann(), lan, attack(), "fight", Against::Character(thug));
    table.roll(&[-4, 4]);
    table.stand();
    assert_eq!(table.refused(ann(), act(lan, thug)), "F-42");
}

#[test]
fn f42_teamwork_adds_one_per_helper_with_the_skill_and_uses_their_action() {
    let (mut table, [lan, shen, thug]) = conflict(condensed());
    table.play(host(), Command::PassTurn { to: lan });
    table.declare(ann(), lan, attack(), "fight", Against::Character(thug));
    let action = table.action().id;
    assert_eq!(
        table.refused(host(), Command::Help { action, helper: thug }),
        "F-42",
        "the target does not help"
    );
    table.play(bob(), Command::Help { action, helper: shen });
    assert_eq!(table.action().side.total(), 5);
    assert_eq!(table.refused(bob(), Command::Help { action, helper: shen }), "F-42");
    table.roll(&[-4, 4]);
    table.stand();
    assert_eq!(
        table.refused(ann(), Command::PassTurn { to: shen }),
        "F-42",
        "their action is used"
    );
}

#[test]
fn f42_teamwork_gives_at_most_the_leaders_rating() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let helpers: Vec<Id> = (0..3).map(|_| table.npc("帮手", &[("shoot", 1)])).collect();
    let clumsy = table.npc("外行", &[]);
    table.declare(ann(), lan, overcome(), "shoot", Against::Difficulty(1));
    let action = table.action().id;
    assert_eq!(
        table.refused(host(), Command::Help { action, helper: clumsy }),
        "F-42",
        "needs the skill at +1"
    );
    table.play(host(), Command::Help { action, helper: helpers[0] });
    assert_eq!(
        table.refused(host(), Command::Help { action, helper: helpers[1] }),
        "F-42",
        "shoot +1 has room for one"
    );
}

#[test]
fn f42_full_defence_adds_two_and_gives_a_boost_if_never_needed() {
    let (table, [lan, shen, thug]) = conflict(condensed());
    let mut needed = table.clone();
    needed.play(host(), Command::PassTurn { to: lan });
    needed.play(ann(), Command::DefendFully { character: lan, text: "一切格斗".into() });
    assert_eq!(needed.refused(ann(), act(lan, thug)), "F-42", "it is the turn's action");
    needed.play(ann(), Command::PassTurn { to: thug });
    let mut unneeded = needed.clone();
    needed.play(host(), act(thug, lan));
    let action = needed.action().id;
    needed.play(
        ann(),
        Command::Defend {
            action,
            skill: "athletics".into(),
            full: true,
            stunts: Vec::new(),
            roll: false,
        },
    );
    assert_eq!(needed.action().opposition.as_ref().map(|side| side.total()), Some(5));
    needed.roll(&[2, 0]);
    needed.stand();
    for (table, boosts) in [(&mut needed, 0), (&mut unneeded, 1)] {
        table.play(host(), Command::PassTurn { to: shen });
        table.play(bob(), Command::PassTurn { to: lan });
        assert_eq!(table.boosts(me(lan)), boosts);
    }
}

#[test]
fn f42_without_full_defence_there_is_no_bonus() {
    let (mut table, [lan, _, thug]) = conflict(condensed());
    table.play(host(), Command::PassTurn { to: thug });
    table.play(host(), act(thug, lan));
    let action = table.action().id;
    assert_eq!(
        table.refused(
            ann(),
            Command::Defend {
                action,
                skill: "athletics".into(),
                full: true,
                stunts: Vec::new(),
                roll: false
            }
        ),
        "F-42"
    );
}

#[test]
fn f43_one_zone_is_free_each_turn_unless_barred() {
    let (mut table, [lan, ..]) = conflict(condensed());
    let (corridor, roof) = (zone(&table, 1), zone(&table, 2));
    let go = |zone| Command::Move { character: lan, zone };
    assert_eq!(table.refused(ann(), go(corridor)), "F-42", "in one's turn");
    table.play(host(), Command::PassTurn { to: lan });
    assert_eq!(table.refused(ann(), go(roof)), "F-43", "too far");
    table.play(ann(), go(corridor));
    assert_eq!(table.refused(ann(), go(roof)), "F-43", "once a turn");
}

#[test]
fn f43_a_barred_border_needs_an_overcome() {
    let (mut table, [lan, ..]) = conflict(condensed());
    let (hall, corridor) = (zone(&table, 0), zone(&table, 1));
    table.play(host(), Command::SetBorder { one: hall, other: corridor, barred: Some(3) });
    table.play(host(), Command::PassTurn { to: lan });
    assert_eq!(table.refused(ann(), Command::Move { character: lan, zone: corridor }), "F-43");
    let reach = Act::Overcome { purpose: Purpose::Reach { zone: corridor } };
    table.play(ann(), acting(lan, reach, "athletics", None));
    assert_eq!(table.action().opposition.as_ref().map(|side| side.total()), Some(3));
    table.roll(&[1]);
    table.stand();
    let there = table.state().scene.as_ref().expect("a scene").whereabouts.get(&lan).copied();
    assert_eq!(there, Some(corridor));
}

#[test]
fn f43_zones_have_situation_aspects_of_their_own() {
    let (mut table, _) = conflict(condensed());
    let on = rules::fate::Place::Zone(zone(&table, 1));
    table.play(
        host(),
        Command::AddAspect {
            name: Some("浓烟".into()),
            on,
            boost: false,
            free: None,
            hidden: false,
        },
    );
    assert_eq!(table.aspect("浓烟").map(|one| one.on), Some(on));
}
