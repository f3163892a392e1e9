//! F-04 and F-50 … F-53: ladder, sheets, stunts, milestones, packs.

use rules::Id;
use rules::fate::{
    Against, Change, CharacterDraft, Command, Effect, Fate, MilestoneKind, Per, StuntDraft,
};

use crate::table::{Table, ann, bob, condensed, host, overcome, ratings, slot};

fn draft() -> CharacterDraft {
    condensed().examples[0].character.clone()
}

fn make(draft: CharacterDraft) -> Command {
    Command::MakeCharacter { draft, seat: None, hidden: false }
}

fn stunt(effect: Effect) -> StuntDraft {
    StuntDraft { name: "绝招".into(), text: "".into(), effect }
}

fn exception(per: Per) -> StuntDraft {
    stunt(Effect::Exception { per })
}

#[test]
fn f04_the_ladder_has_names_in_three_languages_and_results_may_pass_its_ends() {
    let pack = condensed();
    let values: Vec<i64> = pack.ladder.iter().map(|rung| rung.value).collect();
    assert_eq!(values, (-2..=8).collect::<Vec<_>>());
    for rung in &pack.ladder {
        assert_eq!(rung.name.spellings().count(), 3, "{}", rung.value);
    }
    let english: Vec<&str> =
        pack.ladder.iter().filter_map(|rung| rung.name.spellings().nth(2)).collect();
    assert_eq!(english[0], "Terrible");
    assert_eq!(english[6], "Great");
    assert_eq!(english[10], "Legendary");
    assert_eq!((pack.rung(-3), pack.rung(9)), (None, None));
}

#[test]
fn f50_a_sheet_needs_the_pyramid_and_its_first_aspects() {
    let mut table = Table::new();
    table.play(ann(), make(draft()));
    let mut check = |change: &dyn Fn(&mut CharacterDraft)| {
        let mut bad = draft();
        change(&mut bad);
        assert_eq!(table.refused(bob(), make(bad.clone())), "F-50", "{bad:?}");
    };
    check(&|draft| {
        draft.skills.remove("fight");
    });
    check(&|draft| {
        draft.skills.insert("drive".into(), 1);
    });
    check(&|draft| {
        draft.skills.insert("fight".into(), 5);
    });
    check(&|draft| draft.aspects.retain(|aspect| aspect.slot != "concept"));
    check(&|draft| draft.aspects.retain(|aspect| aspect.slot != "trouble"));
    check(&|draft| draft.aspects.push(slot("concept", "两个高概念")));
    check(&|draft| draft.aspects.push(slot("hat", "帽子")));
    let mut unknown = draft();
    unknown.skills = ratings(&[("kung-fu", 4)]);
    assert_eq!(table.refused(bob(), make(unknown)), "F-53");
}

#[test]
fn f50_further_stunts_cost_refresh_down_to_one() {
    for (stunts, refresh) in [(0, Some(3)), (3, Some(3)), (4, Some(2)), (5, Some(1)), (6, None)] {
        let mut table = Table::new();
        let mut draft = draft();
        draft.stunts = vec![exception(Per::Scene); stunts];
        match refresh {
            Some(refresh) => {
                table.play(ann(), make(draft));
                assert_eq!(table.state().characters[0].refresh, refresh);
            }
            None => assert_eq!(table.refused(ann(), make(draft)), "F-50"),
        }
    }
}

#[test]
fn f50_players_write_player_characters_for_themselves() {
    let mut table = Table::new();
    let mut foe = draft();
    foe.pc = false;
    assert_eq!(table.refused(ann(), make(foe)), "B-01");
    let others = Command::MakeCharacter { draft: draft(), seat: Some(bob().id), hidden: false };
    table.play(ann(), others);
    assert_eq!(table.state().characters[0].seat, Some(ann().id));
    assert_eq!(table.refused(crate::table::onlooker(), make(draft())), "B-01");
}

#[test]
fn f50_names_are_plain_text() {
    let mut table = Table::new();
    for name in ["  ", "a\u{202e}b", "a\u{7}b", "长".repeat(81).as_str()] {
        let mut bad = draft();
        bad.name = name.into();
        assert_eq!(table.refused(ann(), make(bad)), "B-15", "{name:?}");
    }
}

fn with_stunts(stunts: Vec<StuntDraft>) -> (Table, Id) {
    let mut table = Table::in_scene();
    let mut draft = draft();
    draft.stunts = stunts;
    table.play(ann(), make(draft));
    let id = table.state().characters[0].id;
    (table, id)
}

#[test]
fn f51_a_stunt_may_add_two_with_its_skill() {
    let (mut table, lan) = with_stunts(vec![stunt(Effect::Bonus { skill: "fight".into() })]);
    let stunt = table.character(lan).stunts[0].id;
    table.declare(ann(), lan, overcome(), "lore", Against::Difficulty(2));
    let action = table.action().id;
    let on = |action| Command::UseStunt { character: lan, stunt, action: Some(action) };
    assert_eq!(table.refused(ann(), on(action)), "F-51", "another skill");
    table.play(ann(), Command::Cancel { action });
    table.declare(ann(), lan, overcome(), "fight", Against::Difficulty(2));
    let action = table.action().id;
    table.play(ann(), on(action));
    assert_eq!(table.action().side.total(), 6);
    assert_eq!(table.refused(ann(), on(action)), "F-51", "once a roll");
}

#[test]
fn f51_a_stunt_named_with_the_action_counts_though_the_dice_fall_at_once() {
    let (mut table, lan) = with_stunts(vec![stunt(Effect::Bonus { skill: "fight".into() })]);
    let stunt = table.character(lan).stunts[0].id;
    let act = |skill: &str| Command::Act {
        actor: lan,
        act: overcome(),
        skill: skill.into(),
        against: Some(Against::Difficulty(2)),
        also: Vec::new(),
        stunts: vec![stunt],
        text: String::new(),
        roll: true,
    };
    assert_eq!(table.refused(ann(), act("lore")), "F-51", "another skill");
    assert!(table.state().actions.is_empty(), "and nothing is declared");
    table.dice.totals.push_back(0);
    table.play(ann(), act("fight"));
    assert!(table.action().rolled());
    assert_eq!(table.action().side.total(), 6);
    table.stand();

    // Where rolls wait for stunts, one that is named already is not waited for.
    let mut options = table.game.pack.options.clone();
    options.help_first = true;
    table.play(host(), Command::SetOptions { options: Box::new(options) });
    table.dice.totals.push_back(0);
    table.play(ann(), act("fight"));
    assert!(table.action().rolled());
}

#[test]
fn f51_an_exception_is_used_once_a_scene_or_once_a_session() {
    let (mut table, lan) = with_stunts(vec![exception(Per::Scene), exception(Per::Session)]);
    let stunts: Vec<Id> = table.character(lan).stunts.iter().map(|stunt| stunt.id).collect();
    let use_it = |at: usize| Command::UseStunt { character: lan, stunt: stunts[at], action: None };
    for at in [0, 1] {
        table.play(ann(), use_it(at));
        assert_eq!(table.refused(ann(), use_it(at)), "F-51");
    }
    table.play(host(), Command::EndScene { anyway: false, carry: false });
    table.play(ann(), use_it(0));
    assert_eq!(table.refused(ann(), use_it(1)), "F-51", "the session goes on");
    table.session();
    table.play(ann(), use_it(1));
}

fn milestone(kind: MilestoneKind) -> (Table, Id) {
    let (mut table, lan) = with_stunts(vec![exception(Per::Scene)]);
    table.play(host(), Command::GrantMilestone { character: lan, kind });
    (table, lan)
}

#[test]
fn f52_a_minor_milestone_allows_one_small_change() {
    let (table, lan) = milestone(MilestoneKind::Minor);
    let trouble = table.state().aspects_of(lan).nth(1).expect("their trouble").id;
    let concept = table.state().aspects_of(lan).next().expect("their concept").id;
    let id = table.character(lan).stunts[0].id;
    let improve = |change: Change| Command::Improve { character: lan, change };
    let small = [
        Change::SwapSkills { one: "fight".into(), other: "lore".into() },
        Change::ReplaceSkill { old: "shoot".into(), new: "drive".into() },
        Change::RewriteStunt { stunt: id, draft: exception(Per::Session) },
        Change::GainStunt { draft: exception(Per::Always) },
        Change::RewriteAspect { aspect: trouble, name: "光也在看我".into() },
    ];
    for change in small {
        let mut table = table.clone();
        table.play(ann(), improve(change.clone()));
        assert_eq!(
            table.refused(
                ann(),
                improve(Change::RewriteAspect { aspect: trouble, name: "再改".into() })
            ),
            "F-52",
            "{change:?}"
        );
        assert_eq!(table.refused(ann(), Command::CloseMilestone { character: lan }), "F-52");
    }
    let mut table = table;
    for change in [
        Change::RewriteAspect { aspect: concept, name: "新概念".into() },
        Change::RaiseSkill { skill: "fight".into() },
        Change::RaiseRefresh,
        Change::SwapSkills { one: "fight".into(), other: "fight".into() },
        Change::ReplaceSkill { old: "fight".into(), new: "drive".into() },
    ] {
        assert_eq!(table.refused(ann(), improve(change)), "F-52");
    }
    assert_eq!(table.refused(bob(), improve(Change::RaiseRefresh)), "B-01");
}

#[test]
fn f52_a_breakthrough_raises_a_skill_and_may_change_the_high_concept() {
    let (mut table, lan) = milestone(MilestoneKind::Major);
    let concept = table.state().aspects_of(lan).next().expect("their concept").id;
    let improve = |change: Change| Command::Improve { character: lan, change };
    table.play(ann(), improve(Change::RaiseSkill { skill: "fight".into() }));
    assert_eq!(table.character(lan).rating("fight"), 5);
    assert_eq!(table.refused(ann(), improve(Change::RaiseSkill { skill: "fight".into() })), "F-52");
    table.play(ann(), improve(Change::RewriteAspect { aspect: concept, name: "影之主".into() }));
    assert!(table.aspect("影之主").is_some());
    assert_eq!(
        table.refused(ann(), improve(Change::RaiseRefresh)),
        "F-52",
        "only when an arc ends"
    );
}

#[test]
fn f52_the_end_of_an_arc_raises_refresh_and_a_second_skill() {
    let (mut table, lan) = milestone(MilestoneKind::Arc);
    let improve = |change: Change| Command::Improve { character: lan, change };
    table.play(ann(), improve(Change::RaiseRefresh));
    table.play(ann(), improve(Change::RaiseSkill { skill: "fight".into() }));
    table.play(ann(), improve(Change::RaiseSkill { skill: "drive".into() }));
    assert_eq!((table.character(lan).refresh, table.character(lan).rating("drive")), (4, 1));
    assert_eq!(table.refused(ann(), improve(Change::RaiseRefresh)), "F-52");
}

#[test]
fn f52_a_further_stunt_costs_refresh() {
    let (mut table, lan) = with_stunts(vec![exception(Per::Scene); 3]);
    table.play(host(), Command::GrantMilestone { character: lan, kind: MilestoneKind::Minor });
    let change = Change::GainStunt { draft: exception(Per::Scene) };
    table.play(ann(), Command::Improve { character: lan, change });
    assert_eq!(table.character(lan).refresh, 2);
}

#[test]
fn f53_skills_and_ladder_are_data() {
    let mut pack: Fate = condensed();
    pack.skills.list[0].id = "approach".into();
    pack.examples.clear();
    pack.skills.pyramid = vec![rules::fate::Tier { rating: 1, count: 1 }];
    // They have the skills of the pack as it ships.
    pack.examples.clear();
    let mut table = Table::with(pack);
    let mut draft = draft();
    draft.skills = ratings(&[("approach", 1)]);
    draft.stunts.clear();
    table.play(ann(), make(draft));
}

#[test]
fn f53_accelerated_is_a_pack_of_data_that_extends_condensed() {
    let pack = rules::pack::shipped_pack("fate-accelerated").expect("it ships").pack.to_json();
    let pack: Fate = serde_json::from_value(pack).expect("it fits");
    let skills: Vec<&str> = pack.skills.list.iter().map(|skill| skill.id.as_str()).collect();
    assert_eq!(skills, ["careful", "clever", "flashy", "forceful", "quick", "sneaky"]);
    assert_eq!((pack.tracks.len(), pack.consequences.len(), pack.ladder.len()), (1, 3, 11));
    let mut table = Table::with(pack);
    table.scene();
    table.play(ann(), Command::TakeExample { example: "courier".into(), name: None, seat: None });
    let courier = table.state().characters[0].id;
    table.act(ann(), courier, overcome(), "quick", Against::Difficulty(3), &[1]);
    assert!(table.state().actions.is_empty());
}

#[test]
fn f53_every_example_of_the_shipped_packs_is_a_legal_character() {
    for id in ["fate-condensed", "fate-accelerated"] {
        let pack: Fate =
            serde_json::from_value(rules::pack::shipped_pack(id).expect("it ships").pack.to_json())
                .expect("it fits");
        for example in pack.examples.clone() {
            let mut table = Table::with(pack.clone());
            table.play(ann(), Command::TakeExample { example: example.id, name: None, seat: None });
        }
    }
}

#[test]
fn f53_a_bad_pack_is_refused_with_its_place() {
    for (text, line) in [
        ("[dice]\nroll = \"4dF+luck\"", 3),
        ("[[tracks]]\nid = \"x\"\nname = \"x\"\nboxes = 3\nskill = \"nope\"", 6),
        ("[options]\nvictories = 0", 3),
        ("nonsense = 1", 2),
    ] {
        let text = format!("extends = \"fate-condensed\"\n{text}");
        let faults = rules::pack::resolve("mine.toml", &text).map(|_| ()).expect_err("it is bad");
        assert_eq!(faults[0].line, line, "{text}: {faults:?}");
    }
}

#[test]
fn f50_a_player_has_so_many_characters_and_no_more() {
    let mut table = Table::new();
    for _ in 0..rules::MOST_CHARACTERS_OF_A_SEAT {
        table.pc(ann(), "阿岚");
    }
    let example = table.game.pack.examples[0].id.clone();
    let take = Command::TakeExample { example, name: None, seat: None };
    let refusal = table.refusal(ann(), &take);
    assert_eq!(refusal.what.id, "fate-too-many-characters");
    table.play(bob(), take);
}
