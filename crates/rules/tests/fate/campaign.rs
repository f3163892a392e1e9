//! A campaign: options, difficulties, being out and back, leaving, growth and mending (F-02, F-13,
//! F-31, F-32, F-52, F-55, B-46).

use std::collections::BTreeMap;

use rules::fate::{
    Absence, Against, AspectKind, Change, Command, DifficultyRule, Effect, Event, Holder, Mend,
    Mending, MilestoneKind, Outcome, PartSource, Per, Purpose, Purse, Stunt, StuntDraft, TaskDraft,
    TurnOrder,
};
use rules::fate::{Act, CombatantDraft};

use crate::table::{Table, acting, ann, attack, bob, host, me, overcome, ratings};

fn act(actor: rules::Id, act: Act, against: Option<Against>) -> Command {
    acting(actor, act, "fight", against)
}

fn end() -> Command {
    Command::EndScene { anyway: false, carry: false }
}

#[test]
fn f02_a_difficulty_the_host_set_is_the_hosts() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let tasks = vec![TaskDraft { name: "破门".into(), difficulty: 3 }];
    table.play(host(), Command::SetChallenge { title: "逃".into(), tasks });
    let task = table.state().challenge().expect("it is set").tasks[0].id;
    let try_it = Act::Overcome { purpose: Purpose::Task { task } };

    let lower = Some(Against::Difficulty(0));
    assert_eq!(table.refused(ann(), act(lan, try_it.clone(), lower)), "F-02");
    table.play(ann(), act(lan, try_it.clone(), Some(Against::Difficulty(3))));
    let side = table.action().opposition.clone().expect("it is known");
    assert_eq!(side.total(), 3);
    assert!(!side.named_by_player());
    let action = table.action().id;
    table.play(ann(), Command::Cancel { action });
    table.play(host(), act(lan, try_it, lower));
    assert_eq!(table.action().opposition.as_ref().map(rules::fate::Side::total), Some(0));
}

#[test]
fn f02_a_barred_border_is_the_hosts_too() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    for name in ["大厅", "二楼"] {
        table.play(host(), Command::AddZone { name: name.into(), next_to: None });
    }
    let zones = table.state().scene.as_ref().expect("it is open").zones.clone();
    let (one, other) = (zones[0].id, zones[1].id);
    table.play(host(), Command::SetBorder { one, other, barred: Some(4) });
    table.play(ann(), Command::Move { character: lan, zone: one });
    let reach = Act::Overcome { purpose: Purpose::Reach { zone: other } };
    let easy = Some(Against::Difficulty(0));
    assert_eq!(table.refused(ann(), act(lan, reach.clone(), easy)), "F-02");
    table.play(ann(), act(lan, reach, None));
    assert_eq!(table.action().opposition.as_ref().map(rules::fate::Side::total), Some(4));
}

#[test]
fn f02_a_number_a_player_names_is_marked_and_the_host_corrects_it_with_the_outcome() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    table.play(ann(), act(lan, overcome(), Some(Against::Difficulty(2))));
    let sources = |table: &Table| {
        let side = table.action().opposition.clone().expect("it is known");
        side.parts.into_iter().map(|part| part.source).collect::<Vec<_>>()
    };
    assert_eq!(sources(&table), [PartSource::NamedDifficulty]);
    table.roll(&[0]);
    assert_eq!(Outcome::of(table.action().shifts_now()), Outcome::Success);

    let action = table.action().id;
    let harder = Command::Oppose { action, against: Against::Difficulty(5) };
    assert_eq!(table.refused(ann(), &harder), "B-01");
    table.play(host(), harder);
    assert_eq!(sources(&table), [PartSource::Difficulty]);
    assert_eq!(Outcome::of(table.action().shifts_now()), Outcome::Failure);

    // It waits for a choice now; corrected again, the choice is gone and the outcome another.
    table.play(ann(), Command::LetStand { action, opposition: false });
    assert!(!table.action().due.is_empty());
    table.play(host(), Command::Oppose { action, against: Against::Difficulty(3) });
    assert!(table.action().due.is_empty() && table.action().outcome.is_none());
    table.play(ann(), Command::LetStand { action, opposition: false });
    assert!(table.state().actions.is_empty(), "a success leaves nothing to choose");
}

#[test]
fn f02_a_table_may_confirm_difficulties_first() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let mut options = table.game.pack.options.clone();
    options.difficulty = DifficultyRule::Confirmed;
    table.play(host(), Command::SetOptions { options: Box::new(options) });
    table.play(ann(), act(lan, overcome(), Some(Against::Difficulty(1))));
    assert_eq!(table.action().proposed, Some(1));
    let action = table.action().id;
    assert_eq!(table.refused(ann(), Command::Roll { action }), "F-02");
    table.play(host(), Command::Oppose { action, against: Against::Difficulty(1) });
    assert_eq!(table.action().proposed, None);
    table.play(ann(), Command::Roll { action });
}

#[test]
fn f55_options_are_the_hosts_to_set_and_last() {
    let mut table = Table::in_scene();
    let mut options = table.game.pack.options.clone();
    options.full_defence = false;
    let set = Command::SetOptions { options: Box::new(options.clone()) };
    assert_eq!(table.refused(ann(), &set), "B-01");
    table.play(host(), &set);
    assert_eq!(table.state().options(&table.game.pack), &options);

    let lan = table.pc(ann(), "阿岚");
    let thug = table.npc("打手", &[("fight", 2)]);
    let combatants =
        [(lan, 0), (thug, 1)].map(|(who, side)| CombatantDraft { who, side, zone: None }).to_vec();
    table.play(host(), Command::BeginConflict { combatants });
    table.play(host(), Command::PassTurn { to: lan });
    let full = Command::DefendFully { character: lan, text: "一切".into() };
    assert_eq!(table.refused(ann(), full), "F-55");
}

#[test]
fn f55_the_offer_shows_the_options_as_they_are() {
    let mut table = Table::in_scene();
    let mut options = table.game.pack.options.clone();
    (options.order, options.victories) = (TurnOrder::Listed, 5);
    let set = Command::SetOptions { options: Box::new(options.clone()) };
    table.play(host(), &set);
    let offers = table.offers(host());
    let mut offered = offers.iter().filter_map(|offer| match &offer.command {
        Command::SetOptions { options } => Some(&**options),
        _ => None,
    });
    // Whoever changes one thing in the form changes nothing else with it.
    assert_eq!(offered.next(), Some(&options));
    table.play(host(), &set);
    assert_eq!(table.state().options(&table.game.pack), &options);
}

#[test]
fn f55_a_roll_waits_while_somebody_could_help() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let mut options = table.game.pack.options.clone();
    options.help_first = true;
    table.play(host(), Command::SetOptions { options: Box::new(options) });
    let roll = |actor| {
        let Command::Act { act, skill, against, also, stunts, text, .. } =
            act(actor, overcome(), Some(Against::Difficulty(2)))
        else {
            unreachable!("it is an action")
        };
        Command::Act { actor, act, skill, against, also, stunts, text, roll: true }
    };
    table.play(ann(), roll(lan));
    assert!(table.action().rolled(), "nobody else is there");
    table.stand();
    let shen = table.pc(bob(), "沈知远");
    table.play(ann(), roll(lan));
    assert!(!table.action().rolled(), "the other could help");
    let action = table.action().id;
    table.play(bob(), Command::Help { action, helper: shen });
    table.play(ann(), Command::Roll { action });
    assert!(table.action().rolled());
}

#[test]
fn f13_no_boost_stays_that_nobody_can_use() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let thug = table.npc("打手", &[("fight", 2)]);
    for holder in [lan, thug] {
        let command = Command::AddAspect {
            name: None,
            on: rules::fate::Place::Scene,
            boost: true,
            free: Some(me(holder)),
            hidden: false,
        };
        table.play(host(), command);
    }
    table.play(host(), Command::RemoveCharacter { character: thug });
    assert_eq!(table.boosts(Holder::Host), 1, "it is on the host's side now");
    let events = table.play(host(), Command::RemoveCharacter { character: lan });
    let gone = |event: &Event| {
        matches!(event, Event::AspectRemoved { why: rules::fate::Gone::HolderLeft, .. })
    };
    assert!(events.iter().any(gone), "nobody was beside her");
    let unheld = |one: &&std::sync::Arc<rules::fate::Aspect>| {
        one.kind == AspectKind::Boost && one.free.is_empty()
    };
    assert_eq!(table.state().aspects.iter().find(unheld), None);
}

#[test]
fn f13_whoever_is_taken_out_leaves_a_boost_to_the_host() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let thug = table.npc("打手", &[("fight", 2)]);
    table.act(host(), thug, attack(), "fight", Against::Character(lan), &[1, 0]);
    assert_eq!(table.boosts(me(thug)), 1, "a tie");
    table.play(host(), Command::Hit { to: thug, track: "physical".into(), shifts: 30 });
    let hit = table.state().hits[0].id;
    table.play(host(), Command::GoOut { hit });
    assert_eq!((table.boosts(me(thug)), table.boosts(Holder::Host)), (0, 1));
}

#[test]
fn f10_whoever_leaves_does_not_block_the_end_of_a_scene() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let thug = table.npc("打手", &[("fight", 2)]);
    table.declare(ann(), lan, attack(), "fight", Against::Character(thug));
    table.play(host(), Command::Hit { to: lan, track: "physical".into(), shifts: 2 });
    let refusal = table.refusal(host(), end());
    assert_eq!(refusal.rule.to_string(), "F-25");
    assert!(refusal.instead.is_some(), "it says who is waited for");
    table.play(host(), Command::RemoveCharacter { character: lan });
    assert!(table.state().actions.is_empty() && table.state().hits.is_empty());
    table.play(host(), end());
}

#[test]
fn f10_the_host_ends_a_scene_anyway() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    table.declare(ann(), lan, overcome(), "fight", Against::Difficulty(9));
    table.roll(&[0]);
    table.play(host(), Command::Hit { to: lan, track: "physical".into(), shifts: 2 });
    assert_eq!(table.refused(host(), end()), "F-25");
    table.play(host(), Command::EndScene { anyway: true, carry: false });
    assert!(table.state().actions.is_empty() && table.state().hits.is_empty());
    assert!(table.state().scene.is_none());
}

#[test]
fn f31_a_player_character_is_back_in_the_next_scene_unless_the_table_says_otherwise() {
    let mut table = Table::in_scene();
    let [lan, shen] = [(ann(), "阿岚"), (bob(), "沈知远")].map(|(by, name)| table.pc(by, name));
    let thug = table.npc("打手", &[]);
    for to in [lan, shen, thug] {
        table.play(host(), Command::Hit { to, track: "physical".into(), shifts: 30 });
        let hit = table.state().hits[0].id;
        table.play(host(), Command::GoOut { hit });
    }
    let captured = Command::StayOut { character: shen, absence: Absence::Captured };
    assert_eq!(table.refused(ann(), &captured), "B-01");
    table.play(host(), captured);
    // Everyone sees who is out, and who stays out.
    for by in crate::table::seats() {
        let view = table.view(by.viewer());
        for (id, absence) in [(lan, None), (shen, Some(Absence::Captured)), (thug, None)] {
            let part = view.get(&format!("character/{id}"));
            let Some(rules::fate::Part::Character(part)) = part else { panic!("{id}") };
            assert_eq!((part.out, part.absence), (true, absence), "{by:?}");
        }
    }
    table.play(host(), end());
    assert!(table.character(lan).out, "until the next scene");
    table.scene();
    assert!(!table.character(lan).out);
    assert!(table.character(shen).out && table.character(thug).out);
    table.play(host(), Command::BringBack { character: shen });
    assert_eq!(table.character(shen).absence, None);
    let again = Command::StayOut { character: shen, absence: Absence::Dead };
    assert_eq!(table.refused(host(), again), "F-31");
}

#[test]
fn f32_who_conceded_may_join_again_and_the_point_is_one_of_conceding() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let thug = table.npc("打手", &[("fight", 2)]);
    let draft = |who, side| CombatantDraft { who, side, zone: None };
    let combatants = vec![draft(lan, 0), draft(thug, 1)];
    table.play(host(), Command::BeginConflict { combatants });
    table.play(host(), Command::Concede { character: thug, text: String::new() });
    table.play(ann(), Command::Concede { character: lan, text: String::new() });
    assert_eq!(table.points(Purse::HostConceded), 1);
    assert_eq!(table.points(Purse::HostLater), 0);
    assert_eq!(table.points(Purse::Conceded(lan)), 1);
    table.play(host(), Command::JoinConflict { combatant: draft(lan, 0) });
    let conflict = table.state().conflict().expect("it goes on");
    assert!(conflict.combatant(lan).is_some_and(|one| !one.out));
    assert_eq!(conflict.combatants.len(), 2);
    let again = Command::JoinConflict { combatant: draft(lan, 0) };
    assert_eq!(table.refused(host(), again), "F-42");
    table.play(host(), end());
    table.scene();
    assert_eq!(table.points(Purse::HostConceded), 0);
    let paid = table.state().ledger.entries().iter().rev().find(|one| one.to == Purse::Host);
    assert_eq!(paid.map(|one| one.why), Some(rules::fate::Why::ConcessionPaid));
}

#[test]
fn f14_refusing_needs_a_reason() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let aspect = table.aspect("黑暗也在看我").expect("it is hers").id;
    let kind = rules::fate::CompelKind::Event;
    table.play(host(), Command::Compel { to: lan, aspect, kind, text: String::new() });
    let compel = table.state().compels[0].id;
    let refuse = |why: &str| Command::RefuseCompel { compel, why: why.into() };
    assert_eq!(table.refused(ann(), refuse(" ")), "F-14");
    table.play(ann(), refuse("我早有准备"));
    assert!(table.state().compels.is_empty());
}

#[test]
fn f33_a_breakthrough_also_clears_a_treated_moderate_consequence() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    for (shifts, slot) in [(4, "moderate"), (6, "severe"), (2, "mild")] {
        table.play(host(), Command::Hit { to: lan, track: "physical".into(), shifts });
        let hit = table.state().hits[0].id;
        let taken =
            rules::fate::TakenConsequence { slot: slot.into(), name: format!("伤 {slot}") };
        table.play(
            ann(),
            Command::Absorb { hit, boxes: 0, consequences: vec![taken], marks: Vec::new() },
        );
    }
    for name in ["伤 moderate", "伤 severe", "伤 mild"] {
        let consequence = table.aspect(name).expect("it is there").id;
        let purpose = Purpose::Treat { consequence, name: format!("{name} 好转") };
        table.play(host(), act(lan, Act::Overcome { purpose }, None));
        let action = table.action().id;
        let help = Command::State { action, opposition: false, value: 10, why: "良医".into() };
        table.play(host(), help);
        table.roll(&[0]);
        table.stand();
    }
    let kind = MilestoneKind::Minor;
    table.play(host(), Command::GrantMilestone { character: lan, kind });
    assert!(table.aspect("伤 moderate 好转").is_some(), "a minor one clears nothing");
    let kind = MilestoneKind::Major;
    table.play(host(), Command::GrantMilestone { character: lan, kind });
    assert!(table.aspect("伤 moderate 好转").is_none());
    assert!(table.aspect("伤 severe 好转").is_none());
    assert!(table.aspect("伤 mild 好转").is_some(), "a scene clears that");
}

/// Everything a milestone allows is on offer to its player, and what is offered is accepted.
#[test]
fn f52_every_change_of_a_breakthrough_is_offered() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    table.play(host(), Command::Hit { to: lan, track: "physical".into(), shifts: 6 });
    let hit = table.state().hits[0].id;
    let taken = rules::fate::TakenConsequence { slot: "severe".into(), name: "断臂".into() };
    table.play(
        ann(),
        Command::Absorb { hit, boxes: 0, consequences: vec![taken], marks: Vec::new() },
    );
    let draft = stunt("影中搏击");
    table.play(
        host(),
        Command::Mend { character: lan, mend: Mend::Stunt { stunt: None, draft }, anyway: false },
    );
    table.play(host(), Command::GrantMilestone { character: lan, kind: MilestoneKind::Arc });
    let offered: Vec<&'static str> = table
        .offers(ann())
        .into_iter()
        .filter_map(|offer| match offer.command {
            Command::Improve { change, .. } => Some(match change {
                Change::SwapSkills { .. } => "swap",
                Change::ReplaceSkill { .. } => "replace",
                Change::RewriteStunt { .. } => "rewrite a stunt",
                Change::GainStunt { .. } => "gain",
                Change::RewriteAspect { .. } => "aspect",
                Change::BeginRecovery { .. } => "recovery",
                Change::RaiseSkill { .. } => "raise",
                Change::RaiseRefresh => "refresh",
            }),
            _ => None,
        })
        .collect();
    for wanted in
        ["swap", "replace", "rewrite a stunt", "gain", "aspect", "recovery", "raise", "refresh"]
    {
        assert!(offered.contains(&wanted), "{wanted} is missing among {offered:?}");
    }
}

fn stunt(name: &str) -> StuntDraft {
    StuntDraft {
        name: name.into(),
        text: "在黑暗中".into(),
        effect: Effect::Bonus { skill: "fight".into() },
    }
}

fn mend(character: rules::Id, mend: Mend) -> Command {
    Command::Mend { character, mend, anyway: false }
}

#[test]
fn b46_a_player_fills_an_empty_place_with_the_hosts_nod() {
    let mut table = Table::new();
    let lan = table.pc(ann(), "阿岚");
    let fill = mend(lan, Mend::Aspect { slot: "relationship".into(), name: "欠沈知远一命".into() });
    assert_eq!(table.refused(bob(), &fill), "B-01");
    table.play(ann(), &fill);
    assert!(table.aspect("欠沈知远一命").is_none(), "not without a nod");
    let request = table.state().mends[0].id;
    let nod = Command::NodMend { request, anyway: false };
    assert_eq!(table.refused(ann(), &nod), "B-01");
    table.play(host(), nod);
    let aspect = table.aspect("欠沈知远一命").expect("it is written");
    assert_eq!(aspect.kind, AspectKind::Character { slot: "relationship".into() });
    assert!(table.state().mends.is_empty());

    let trouble = mend(lan, Mend::Aspect { slot: "trouble".into(), name: "怕黑".into() });
    table.play(ann(), &trouble);
    let request = table.state().mends[0].id;
    table.play(host(), Command::DeclineMend { request });
    assert!(table.aspect("黑暗也在看我").is_some());

    let mut options = table.game.pack.options.clone();
    options.mending = Mending::Free;
    table.play(host(), Command::SetOptions { options: Box::new(options) });
    table.play(ann(), trouble);
    assert!(table.aspect("怕黑").is_some() && table.aspect("黑暗也在看我").is_none());
}

#[test]
fn b46_the_rules_are_checked_and_the_host_sets_them_aside_visibly() {
    let mut table = Table::new();
    let lan = table.pc(ann(), "阿岚");
    let skills = |rated: &[(&str, i64)]| Mend::Skills { skills: ratings(rated) };
    // Two skills that change places keep the pyramid.
    table.play(host(), mend(lan, skills(&[("fight", 3), ("athletics", 4)])));
    assert_eq!(table.character(lan).rating("athletics"), 4);
    let broken = skills(&[("stealth", 4)]);
    assert_eq!(table.refused(ann(), mend(lan, broken.clone())), "F-50");
    assert_eq!(table.refused(host(), mend(lan, broken.clone())), "F-50");
    let anyway = Command::Mend { character: lan, mend: broken, anyway: true };
    assert_eq!(table.refused(ann(), &anyway), "B-01");
    let events = table.play(host(), anyway);
    assert!(events.iter().any(|event| matches!(event, Event::Mended { anyway: true, .. })));
    assert_eq!(table.character(lan).rating("stealth"), 4);
}

#[test]
fn b46_stunts_are_mended_and_cost_refresh() {
    let mut table = Table::new();
    let lan = table.pc(ann(), "阿岚");
    for name in ["一", "二", "三"] {
        table.play(host(), mend(lan, Mend::Stunt { stunt: None, draft: stunt(name) }));
    }
    assert_eq!(table.character(lan).refresh, 3, "three are free");
    table.play(host(), mend(lan, Mend::Stunt { stunt: None, draft: stunt("四") }));
    assert_eq!(table.character(lan).refresh, 2);
    let last: Stunt = table.character(lan).stunts[3].clone();
    let effect = Effect::Exception { per: Per::Scene };
    let draft = StuntDraft { effect, ..stunt("第四") };
    table.play(host(), mend(lan, Mend::Stunt { stunt: Some(last.id), draft }));
    assert_eq!(table.character(lan).stunts.len(), 4);
    assert_eq!(table.character(lan).stunts[3].name, "第四".into());
    table.play(host(), mend(lan, Mend::DropStunt { stunt: last.id }));
    assert_eq!((table.character(lan).refresh, table.character(lan).stunts.len()), (3, 3));
}

#[test]
fn f50_vitals_and_refresh_can_be_mended() {
    let mut table = Table::new();
    let lan = table.pc(ann(), "阿岚");
    table.play(host(), mend(lan, Mend::Vitals { text: "她，二十七岁".into() }));
    assert_eq!(table.character(lan).vitals, "她，二十七岁");
    let more = Mend::Refresh { refresh: 5 };
    assert_eq!(table.refused(host(), mend(lan, more.clone())), "F-50");
    table.play(host(), Command::Mend { character: lan, mend: more, anyway: true });
    assert_eq!(table.character(lan).refresh, 5);
    let none = Mend::Skills { skills: BTreeMap::from([("nothing".into(), 1)]) };
    assert_eq!(table.refused(host(), mend(lan, none)), "F-53");
}

#[test]
fn b46_a_mending_of_someone_who_left_waits_for_nobody() {
    let mut table = Table::new();
    let lan = table.pc(ann(), "阿岚");
    table.play(ann(), mend(lan, Mend::Vitals { text: "她".into() }));
    table.play(host(), Command::RemoveCharacter { character: lan });
    assert!(table.state().mends.is_empty());
}
