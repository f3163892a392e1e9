//! M-10 … M-19: depths, power, burning, dice, bands, effects, pushing, weaknesses.

use rules::Tone;
use rules::mist::{Command, Depth, Effect, Event, Holder, Mist, Polarity, Proposal, Verdict, Why};

use crate::table::*;

fn clue() -> Effect {
    Effect::Clue { text: "脚印".to_owned() }
}

#[test]
fn m10_an_action_may_just_happen_be_rolled_or_be_followed_in_detail() {
    let mut table = Table::new("mist-city");
    let roll = table.act(&[]);
    let depth = |depth| Command::SetDepth { roll, depth };
    assert_eq!(table.refused(ada(), depth(Depth::Quick)), "B-01");
    table.play(host(), depth(Depth::Describe));
    assert_eq!(table.refused(ada(), Command::Roll { roll }), "M-10");
    table.play(host(), Command::Agree { roll });
    assert!(table.state().rolls.is_empty());

    let roll = table.act(&["屏息"]);
    table.play(host(), Command::SetDepth { roll, depth: Depth::Quick });
    table.fall_to(roll, Tone::Full);
    assert!(table.state().rolls.is_empty(), "quick: nothing to spend");

    let roll = table.act(&["屏息"]);
    table.fall_to(roll, Tone::Full);
    assert_eq!(table.roll().id, roll, "detailed: effects are bought");
}

#[test]
fn m11_power_counts_tags_and_the_highest_status_of_each_side() {
    for pack in PACKS {
        let mut table = Table::new(pack);
        let me = Holder::Character(table.diver().id);
        table.give(me, "专注", 2);
        table.give(me, "振奋", 3);
        table.give(me, "受伤", 1);
        table.give(Holder::Scene, "浓雾", 4);
        let check = |table: &mut Table, lines: &[&str], power: i64| {
            let roll = table.act(lines);
            assert_eq!(table.power(roll), power, "{lines:?}");
            table.play(ada(), Command::Cancel { roll });
        };
        check(&mut table, &[], 0);
        check(&mut table, &["屏息", "矫健身手"], 2);
        check(&mut table, &["屏息", "-畏强光"], 0);
        check(&mut table, &["屏息", "!矫健身手"], 4);
        check(&mut table, &["专注", "振奋"], 3);
        check(&mut table, &["振奋", "-受伤", "-浓雾"], -1);
        // Polarity belongs to the roll: an ally's tag, a power that hinders.
        check(&mut table, &["过目不忘", "-冰冷的手"], 0);
    }
}

#[test]
fn m11_the_whole_sum_is_itemised() {
    let mut table = Table::new("mist-2d6");
    let roll = table.act(&["屏息", "!矫健身手", "-畏强光"]);
    let events = table.fall_to(roll, Tone::Full);
    let Event::Rolled { outcome, .. } = &events[0] else { panic!("{events:?}") };
    let parts: Vec<(i64, &str)> =
        outcome.power.parts.iter().map(|part| (part.value, part.rule.0.as_ref())).collect();
    assert_eq!(parts, [(1, "M-11"), (3, "M-12"), (-1, "M-11")]);
    assert_eq!(outcome.power.total, 3);
}

#[test]
fn m11_anyone_proposes_and_the_host_strikes() {
    let mut table = Table::new("mist-2d6");
    let actor = table.diver().id;
    table.play(ada(), acting(actor, Depth::Detailed, table.lines(&["屏息"])));
    let roll = table.roll().id;
    let ally = table.id("过目不忘");
    table
        .play(bo(), Command::Propose { roll, source: ally, polarity: Polarity::Help, burn: false });
    assert_eq!(table.refused(ada(), Command::Roll { roll }), "B-21");
    let line = table.roll().lines[1].id;
    let review = |line, verdict| Command::Review { roll, line, verdict, note: String::new() };
    assert_eq!(table.refused(ada(), review(None, Verdict::Approved)), "B-01");
    table.play(host(), review(Some(line), Verdict::Struck));
    table.play(host(), review(None, Verdict::Approved));
    assert_eq!(table.power(roll), 1);
    let again = Command::Propose { roll, source: ally, polarity: Polarity::Help, burn: false };
    assert_eq!(table.refused(bo(), again), "M-11");
    table.dice.totals.push_back(7);
    table.play(ada(), Command::Roll { roll });
}

#[test]
fn b21_a_table_may_let_lines_count_by_themselves() {
    let mut table = Table::new("mist-2d6");
    table.play(host(), Command::SetAutoApprove { on: true });
    let actor = table.diver().id;
    let lines = table.lines(&["屏息"]);
    table.play(ada(), acting(actor, Depth::Detailed, lines));
    let roll = table.roll().id;
    table.play(ada(), Command::Roll { roll });
}

#[test]
fn m12_burning_gives_three_and_the_tag_is_burnt_afterwards() {
    for pack in PACKS {
        let mut table = Table::new(pack);
        let roll = table.act(&["!屏息"]);
        assert_eq!(table.power(roll), 3);
        assert!(!table.diver().themes[0].powers[2].burnt);
        table.fall_to(roll, Tone::Failure);
        assert!(table.diver().themes[0].powers[2].burnt);
    }
}

#[test]
fn m12_one_burn_per_action_in_2d6_and_no_bound_elsewhere() {
    for pack in ["mist-bureau", "mist-city"] {
        let mut table = Table::new(pack);
        let roll = table.act(&["!屏息", "!矫健身手", "!冰冷的手"]);
        assert_eq!(table.power(roll), 9, "{pack}");
    }
    let mut table = Table::new("mist-2d6");
    let roll = table.act(&["!屏息"]);
    let burn = |table: &Table, name: &str, polarity| Command::Propose {
        roll,
        source: table.id(name),
        polarity,
        burn: true,
    };
    let second = burn(&table, "矫健身手", Polarity::Help);
    assert_eq!(table.refused(host(), second), "M-12");
    let hindering = burn(&table, "畏强光", Polarity::Hinder);
    assert_eq!(table.refused(host(), hindering), "M-12");
    let line = table.roll().lines[0].id;
    table.play(ada(), Command::ChooseBurn { roll, line, burn: false });
    assert_eq!(table.power(roll), 1);

    let pack = variant("extends = \"mist-2d6\"\n[power]\nburns = 2\n");
    let mut table = Table::with(pack);
    let roll = table.act(&["!屏息", "!矫健身手"]);
    assert_eq!(table.power(roll), 6);
}

#[test]
fn m12_a_burnt_story_tag_is_gone() {
    let mut table = Table::new("mist-city");
    table.play(
        host(),
        Command::AddTag { on: Holder::Scene, name: "吊灯".to_owned(), hidden: false },
    );
    let roll = table.act(&["!吊灯"]);
    table.fall_to(roll, Tone::Full);
    assert!(table.state().tags(Holder::Scene).is_empty());
}

/// Exact chances in parts of the denominator, worst band first.
fn weights(pack: &str, power: i64) -> (Vec<String>, String) {
    let chances = shipped(pack).chances(false, power).expect("they exist");
    let weights = chances.outcomes.iter().map(|it| it.weight.clone());
    (weights.collect(), chances.denominator.clone())
}

#[test]
fn m13_power_of_nothing_or_less_rolls_the_d8_alone() {
    for pack in ["mist-bureau", "mist-city"] {
        for power in [-3, -1, 0] {
            let expected = (vec!["5".into(), "3".into(), "0".into()], "8".into());
            assert_eq!(weights(pack, power), expected, "{pack} {power}");
        }
        // 1d8 + 1d4: 10 of 32 up to 5, 12 from 6 to 8, 10 from 9.
        let expected = (vec!["10".into(), "12".into(), "10".into()], "32".into());
        assert_eq!(weights(pack, 1), expected);
    }
}

#[test]
fn m14_bands_of_the_d8_variants() {
    for pack in ["mist-bureau", "mist-city"] {
        for (total, tone) in [
            (2, Tone::Failure),
            (5, Tone::Failure),
            (6, Tone::Mixed),
            (8, Tone::Mixed),
            (9, Tone::Full),
            (12, Tone::Full),
        ] {
            check_band(pack, total, tone);
        }
    }
}

#[test]
fn m15_bands_of_the_2d6_variant() {
    for (total, tone) in [
        (4, Tone::Failure),
        (6, Tone::Failure),
        (7, Tone::Mixed),
        (9, Tone::Mixed),
        (10, Tone::Full),
        (14, Tone::Full),
    ] {
        check_band("mist-2d6", total, tone);
    }
    let expected = (vec!["15".into(), "15".into(), "6".into()], "36".into());
    assert_eq!(weights("mist-2d6", 0), expected);
}

fn check_band(pack: &str, total: i64, tone: Tone) {
    let mut table = Table::new(pack);
    let roll = table.act(&["屏息", "矫健身手"]);
    table.fall(roll, total);
    assert_eq!(table.tone(), tone, "{pack} {total}");
    let owed = !table.state().owed.is_empty();
    assert_eq!(owed, tone < Tone::Full, "{pack} {total}: consequences");
    let spends = table.state().rolls.len() == 1;
    assert_eq!(spends, tone > Tone::Failure, "{pack} {total}: effects");
}

#[test]
fn m17_effects_have_prices_and_the_budget_is_named() {
    for pack in PACKS {
        let mut table = Table::new(pack);
        table.play(
            host(),
            Command::AddTag { on: Holder::Scene, name: "雾".to_owned(), hidden: false },
        );
        let me = Holder::Character(table.diver().id);
        table.give(me, "受伤", 3);
        let roll = table.act(&["屏息", "矫健身手", "冰冷的手", "三棱军刺"]);
        table.fall_to(roll, Tone::Full);
        let budget = |table: &Table| table.roll().outcome.as_ref().expect("rolled").budget;
        assert_eq!(budget(&table), 4);
        let (tag, status) = (table.id("雾"), table.id("受伤"));
        let spend = |effects: Vec<Effect>| Command::Spend { roll, effects };
        let too_much =
            spend(vec![Effect::RemoveTag { tag }, Effect::ReduceStatus { status, by: 2 }, clue()]);
        let refusal = table.refusal(ada(), too_much);
        assert_eq!(refusal.rule.to_string(), "M-17");
        let left = refusal.instead.expect("what would do");
        assert_eq!(left.args["left"], rules::Arg::Number(4));
        // The whole is validated: nothing of a bad spend happens.
        let twice = spend(vec![Effect::RemoveTag { tag }, Effect::RemoveTag { tag }]);
        assert_eq!(table.refused(ada(), twice), "B-30");
        table.play(ada(), spend(vec![Effect::RemoveTag { tag }, clue()]));
        assert_eq!(budget(&table), 1);
        table.play(ada(), spend(vec![Effect::ReduceStatus { status, by: 1 }]));
        assert_eq!(table.tier(me, "受伤"), 2);
        assert!(table.state().rolls.is_empty());
    }
}

#[test]
fn m17_a_success_can_always_spend_a_little() {
    let mut table = Table::new("mist-bureau");
    let roll = table.act(&["-畏强光", "-放不下死者"]);
    table.fall_to(roll, Tone::Mixed);
    let effects = vec![clue()];
    table.play(ada(), Command::Spend { roll, effects });
    assert_eq!(table.state().story.clues.len(), 1);
}

#[test]
fn m17_in_2d6_a_feat_needs_another_effect_first() {
    let feat = || Effect::Feat { text: "转身就跑".to_owned() };
    for (pack, alone) in [("mist-2d6", false), ("mist-city", true)] {
        let mut table = Table::new(pack);
        let roll = table.act(&["屏息", "矫健身手"]);
        table.fall_to(roll, Tone::Full);
        let spend = |effects| Command::Spend { roll, effects };
        if alone {
            table.play(ada(), spend(vec![feat()]));
        } else {
            assert_eq!(table.refused(ada(), spend(vec![feat()])), "M-17");
            table.play(ada(), spend(vec![clue()]));
            table.play(ada(), spend(vec![feat()]));
        }
    }
}

#[test]
fn m18_pushing_a_full_success_gives_one_power_for_consequences() {
    let mut table = Table::new("mist-2d6");
    let roll = table.act(&["屏息"]);
    table.fall_to(roll, Tone::Full);
    table.play(ada(), Command::Push { roll });
    assert_eq!(table.roll().outcome.as_ref().expect("rolled").budget, 2);
    assert_eq!(table.state().owed.len(), 1);
    assert_eq!(table.refused(ada(), Command::Push { roll }), "M-18");

    let mut table = Table::new("mist-2d6");
    let roll = table.act(&["屏息"]);
    table.fall_to(roll, Tone::Mixed);
    assert_eq!(table.refused(ada(), Command::Push { roll }), "M-18");

    let mut table = Table::new("mist-city");
    let roll = table.act(&["屏息"]);
    table.fall_to(roll, Tone::Full);
    assert_eq!(table.refused(ada(), Command::Push { roll }), "M-18");
}

#[test]
fn m19_an_invoked_weakness_marks_improve_whatever_the_dice_and_the_sum() {
    let check = |pack: Mist, lines: &[&str], tone, marks: u8| {
        let name = pack.id.clone();
        let mut table = Table::with(pack);
        let roll = table.act(lines);
        table.fall_to(roll, tone);
        assert_eq!(table.diver().themes[0].improve, marks, "{name} {lines:?}");
        table
    };
    for pack in PACKS {
        for tone in [Tone::Failure, Tone::Mixed] {
            check(shipped(pack), &["屏息", "-畏强光"], tone, 1);
            check(shipped(pack), &["-畏强光"], tone, 1);
        }
        // Weaknesses that helped teach nothing.
        check(shipped(pack), &["畏强光"], Tone::Failure, 0);
    }
    // The mark says why.
    let table = check(shipped("mist-bureau"), &["-畏强光"], Tone::Failure, 1);
    let why = table.log.iter().find_map(|event| match event {
        Event::ImproveMarked { why, .. } => why.clone(),
        _ => None,
    });
    assert!(matches!(why, Some(Why::Weakness(tag)) if is(&tag, "畏强光")));
    // A table that fears farming: at power 0 or less the d8 is alone with or without it.
    let careful = || variant("extends = \"mist-bureau\"\n[weakness]\nmarks = \"if-it-matters\"\n");
    check(careful(), &["-畏强光"], Tone::Failure, 0);
    check(careful(), &["屏息", "-畏强光"], Tone::Failure, 1);
    // So is a table whose log does not say: the rule it was made with.
    let mut old = serde_json::to_value(shipped("mist-bureau")).expect("it is data");
    old.as_object_mut().expect("a map").remove("weakness");
    let old: Mist = serde_json::from_value(old).expect("it fits");
    check(old, &["-畏强光"], Tone::Failure, 0);
}

#[test]
fn m12_nobody_burns_another_players_tag_without_their_word() {
    for auto in [false, true] {
        let mut table = Table::new("mist-bureau");
        if auto {
            table.play(host(), Command::SetAutoApprove { on: true });
        }
        let actor = table.diver().id;
        let (own, theirs) = (table.id("屏息"), table.id("过目不忘"));
        let lines = [own, theirs]
            .map(|source| Proposal { source, polarity: Polarity::Help, burn: true })
            .to_vec();
        table.play(ada(), acting(actor, Depth::Quick, lines));
        let roll = table.roll().id;
        let verdicts: Vec<Verdict> = table.roll().lines.iter().map(|it| it.verdict).collect();
        let first = if auto { Verdict::Approved } else { Verdict::Proposed };
        assert_eq!(verdicts, [first, Verdict::Proposed]);
        let line = Some(table.roll().lines[1].id);
        let word = Command::Review { roll, line, verdict: Verdict::Approved, note: String::new() };
        assert_eq!(table.refused(ada(), word.clone()), "B-01");
        if auto {
            table.play(bo(), word);
            assert_eq!(table.roll().lines[1].verdict, Verdict::Approved);
        } else {
            assert_eq!(table.refused(bo(), word), "B-01", "the host reviews");
        }
    }
    // Nor by changing one's mind about a line that was let count.
    let mut table = Table::new("mist-bureau");
    let roll = table.act(&["过目不忘"]);
    let line = table.roll().lines[0].id;
    table.play(ada(), Command::ChooseBurn { roll, line, burn: true });
    assert_eq!(table.roll().lines[0].verdict, Verdict::Proposed);
}

#[test]
fn m16_an_avatar_adds_all_d4_up() {
    let pack = shipped("mist-city");
    let plain = pack.chances(false, 4).expect("they exist");
    let avatar = pack.chances(true, 4).expect("they exist");
    assert_ne!(plain, avatar);
    // 1d8 + 4d4 is at least 5, and fails only at 5: 1 of 2048.
    assert_eq!(avatar.outcomes[0].weight, "1");
    assert_eq!(avatar.denominator, "2048");
    let bureau = shipped("mist-bureau");
    assert_eq!(
        bureau.chances(true, 4).expect("they exist"),
        bureau.chances(false, 4).expect("they exist")
    );
}
