//! M-30 … M-37: mitigating, indulging, flashbacks, engaging, plunging, writing the file.

use rules::mist::{
    Boon, ClueOrigin, Command, Cut, Depth, Event, Harm, Holder, Part, Polarity, RollKind, Verdict,
};
use rules::{Id, Tone, Viewer};

use crate::table::*;

fn cut(part: u8, by: u8) -> Cut {
    Cut { part, by }
}

#[test]
fn m30_a_failed_mitigation_mitigates_nothing_and_causes_nothing() {
    for pack in PACKS {
        let mut table = Table::new(pack);
        let consequence = table.hit(vec![hurt("受伤", 3)]);
        table.mitigate(consequence, &["屏息"], Tone::Failure);
        assert!(table.state().rolls.is_empty());
        assert!(table.state().owed.is_empty());
        let actor = table.diver().id;
        let again =
            Command::Mitigate { actor, consequence, text: String::new(), lines: Vec::new() };
        assert_eq!(table.refused(ada(), again), "M-30");
        table.play(ada(), Command::Accept { consequence });
        assert_eq!(table.tier(Holder::Character(table.diver().id), "受伤"), 3);
    }
}

#[test]
fn m30_in_the_bureau_all_power_lowers_incoming_statuses() {
    let mut table = Table::new("mist-bureau");
    let consequence = table.hit(vec![hurt("受伤", 4), Harm::Tag { name: "血迹".into() }]);
    let roll = table.mitigate(consequence, &["屏息", "矫健身手"], Tone::Mixed);
    let lessen = |cuts: Vec<Cut>| Command::Lessen { roll, cuts, boon: None };
    assert_eq!(table.refused(ada(), lessen(vec![cut(1, 0)])), "M-30");
    assert_eq!(table.refused(ada(), lessen(vec![cut(0, 3)])), "M-30");
    table.play(ada(), lessen(vec![cut(0, 2)]));
    assert!(table.state().consequences.is_empty(), "the rest lands at once");
    assert_eq!(table.tier(Holder::Character(table.diver().id), "受伤"), 2);
    assert_eq!(table.diver().tags.len(), 1);
    assert!(table.state().owed.is_empty(), "no new consequences");
}

#[test]
fn m30_a_full_success_in_the_bureau_gives_a_choice() {
    let mut table = Table::new("mist-bureau");
    let consequence = table.hit(vec![hurt("受伤", 2)]);
    let roll = table.mitigate(consequence, &["屏息"], Tone::Full);
    table.play(ada(), Command::Lessen { roll, cuts: vec![cut(0, 2)], boon: Some(Boon::Deeper) });
    assert!(table.state().consequences.is_empty(), "it is averted");

    let consequence = table.hit(vec![hurt("受伤", 2)]);
    let roll = table.mitigate(consequence, &["屏息"], Tone::Full);
    let ally = table.archivist().id;
    table.play(
        ada(),
        Command::Lessen {
            roll,
            cuts: vec![cut(0, 1)],
            boon: Some(Boon::Status { on: ally, name: "有备".to_owned() }),
        },
    );
    assert_eq!(table.tier(Holder::Character(ally), "有备"), 1);
    assert!(table.state().consequences.is_empty(), "the rest lands at once");
    assert_eq!(table.tier(Holder::Character(table.diver().id), "受伤"), 1);

    let consequence = table.hit(vec![hurt("受伤", 2)]);
    let roll = table.mitigate(consequence, &["屏息"], Tone::Mixed);
    let boon = Command::Lessen { roll, cuts: Vec::new(), boon: Some(Boon::Deeper) };
    assert_eq!(table.refused(ada(), boon), "M-30");
}

#[test]
fn m30_elsewhere_power_is_spent_at_the_prices_of_effects() {
    for pack in ["mist-city", "mist-2d6"] {
        for (tone, budget) in [(Tone::Mixed, 2), (Tone::Full, 3)] {
            let mut table = Table::new(pack);
            let harms = vec![hurt("受伤", 3), Harm::Tag { name: "血迹".into() }];
            let consequence = table.hit(harms);
            let roll = table.mitigate(consequence, &["屏息", "矫健身手"], tone);
            assert_eq!(table.roll().outcome.as_ref().expect("rolled").budget, budget, "{pack}");
            let both = Command::Lessen { roll, cuts: vec![cut(0, 1), cut(1, 0)], boon: None };
            if budget == 3 {
                table.play(ada(), both);
                assert!(table.state().consequences.is_empty(), "the rest lands at once");
                assert_eq!(table.tier(Holder::Character(table.diver().id), "受伤"), 2);
                assert!(table.diver().tags.is_empty());
            } else {
                assert_eq!(table.refused(ada(), both), "M-30");
            }
        }
    }
}

/// The tags and statuses that stand against the diver.
fn borne(table: &Table) -> (usize, u8) {
    let diver = table.diver();
    (diver.tags.len(), table.tier(Holder::Character(diver.id), "受伤"))
}

#[test]
fn m30_a_mitigation_is_closed_in_one_word_and_what_it_did_not_stop_lands_part_by_part() {
    for pack in PACKS {
        // One point of power pays for no tag, nor for anything but a status in the bureau.
        let mut table = Table::new(pack);
        let consequence = table.hit(vec![
            Harm::Tag { name: "血迹".into() },
            Harm::Worse { text: "灯灭了".into() },
            Harm::Tag { name: "脚印".into() },
        ]);
        let roll = table.mitigate(consequence, &[], Tone::Mixed);
        let close = Command::Finish { roll };
        let offers = table.offers(ada());
        assert!(offers.iter().any(|offer| offer.command == close), "{pack}: it is offered");
        assert_eq!(table.refused(bo(), close.clone()), "B-01");
        let told = table.log.len();
        table.play(ada(), close);
        assert!(table.state().consequences.is_empty() && table.state().rolls.is_empty(), "{pack}");
        assert_eq!(borne(&table), (2, 0), "{pack}");
        let tags = table.log[told..].iter().filter(|it| matches!(it, Event::TagAdded { .. }));
        assert_eq!(tags.count(), 2, "{pack}: part by part");
        assert!(table.log[told..].iter().any(|it| matches!(it, Event::Told { .. })), "{pack}");
        assert!(table.state().owed.is_empty(), "{pack}: no new consequences");
    }
}

#[test]
fn m30_closed_unspent_the_bureaus_whole_power_lowers_statuses_and_bought_power_is_left() {
    for (pack, tier) in [("mist-bureau", 1), ("mist-city", 3), ("mist-2d6", 3)] {
        let mut table = Table::new(pack);
        let consequence = table.hit(vec![hurt("受伤", 3), Harm::Tag { name: "血迹".into() }]);
        let roll = table.mitigate(consequence, &["屏息", "矫健身手"], Tone::Mixed);
        table.play(ada(), Command::Finish { roll });
        assert_eq!(borne(&table), (1, tier), "{pack}");
    }
}

#[test]
fn m30_a_mitigation_that_averts_all_lands_nothing() {
    for pack in PACKS {
        let mut table = Table::new(pack);
        let consequence = table.hit(vec![hurt("受伤", 1)]);
        let roll = table.mitigate(consequence, &["屏息"], Tone::Mixed);
        table.play(ada(), Command::Lessen { roll, cuts: vec![cut(0, 1)], boon: None });
        assert!(table.state().consequences.is_empty(), "{pack}");
        assert_eq!(borne(&table), (0, 0), "{pack}");
    }
}

#[test]
fn m31_what_counted_in_the_action_cannot_count_in_mitigating_its_consequences() {
    for (pack, reuse) in [("mist-2d6", false), ("mist-bureau", true), ("mist-city", true)] {
        let mut table = Table::new(pack);
        let roll = table.act(&["矫健身手", "-畏强光"]);
        table.fall_to(roll, Tone::Failure);
        let consequence = table.hit(vec![hurt("重心不稳", 2)]);
        let actor = table.diver().id;
        table.play(
            ada(),
            Command::Mitigate { actor, consequence, text: String::new(), lines: Vec::new() },
        );
        let roll = table.roll().id;
        for name in ["矫健身手", "畏强光"] {
            let propose = Command::Propose {
                roll,
                source: table.id(name),
                polarity: Polarity::Help,
                burn: false,
            };
            if reuse {
                table.play(ada(), propose);
            } else {
                assert_eq!(table.refused(ada(), propose), "M-31", "{name}");
            }
        }
        let fresh = Command::Propose {
            roll,
            source: table.id("屏息"),
            polarity: Polarity::Help,
            burn: false,
        };
        table.play(ada(), fresh);
        table.play(ada(), Command::Cancel { roll });
        // Later actions may use it again.
        table.act(&["矫健身手"]);
    }
}

#[test]
fn m32_indulge_adds_three_and_marks_decay() {
    for (pack, on) in [("mist-bureau", true), ("mist-2d6", true), ("mist-city", false)] {
        let mut table = Table::new(pack);
        let roll = table.act(&["屏息"]);
        let strange = table.diver().themes[0].id;
        let human = table.diver().themes[1].id;
        let indulge = |theme| Command::Indulge { roll, theme };
        if !on {
            assert_eq!(table.refused(ada(), indulge(Some(strange))), "M-32");
            continue;
        }
        assert_eq!(table.refused(ada(), indulge(Some(human))), "M-32");
        table.play(ada(), indulge(Some(strange)));
        assert_eq!(table.power(roll), 4);
        assert_eq!(table.diver().themes[0].decay, 0);
        // It is a line that the host reviews.
        assert_eq!(table.refused(ada(), Command::Roll { roll }), "B-21");
        let all =
            Command::Review { roll, line: None, verdict: Verdict::Approved, note: String::new() };
        table.play(host(), all);
        table.fall_to(roll, Tone::Full);
        assert_eq!(table.diver().themes[0].decay, 1);
    }
}

#[test]
fn m32_the_host_may_strike_indulging_and_a_mitigation_is_an_action() {
    let mut table = Table::new("mist-bureau");
    let consequence = table.hit(vec![hurt("受伤", 3)]);
    let actor = table.diver().id;
    table.play(
        ada(),
        Command::Mitigate { actor, consequence, text: String::new(), lines: Vec::new() },
    );
    let roll = table.roll().id;
    let theme = Some(table.diver().themes[0].id);
    table.play(ada(), Command::Indulge { roll, theme });
    assert_eq!(table.power(roll), 3);
    let line = Some(table.roll().lines[0].id);
    let strike = Command::Review { roll, line, verdict: Verdict::Struck, note: String::new() };
    table.play(host(), strike);
    assert_eq!(table.power(roll), 0);
    assert_eq!(table.refused(ada(), Command::Indulge { roll, theme }), "M-32");
    table.fall_to(roll, Tone::Failure);
    assert_eq!(table.diver().themes[0].decay, 0);
}

#[test]
fn m30_the_words_of_a_mitigation_are_its_own_and_what_was_stopped_is_told() {
    for (pack, full) in [
        ("mist-bureau", "缓解，另选一项"),
        ("mist-city", "缓解，效力 +1"),
        ("mist-2d6", "缓解，效力 +1"),
    ] {
        for (tone, words) in
            [(Tone::Failure, "未能缓解"), (Tone::Mixed, "缓解"), (Tone::Full, full)]
        {
            let mut table = Table::new(pack);
            let consequence = table.hit(vec![hurt("受伤", 4)]);
            let before = table.log.len();
            let roll = table.mitigate(consequence, &["屏息"], tone);
            let told = table.told(&table.log[before..]);
            assert!(told.contains(words), "{pack}: {told}");
            if tone == Tone::Mixed {
                let cuts = vec![cut(0, 1)];
                let events = table.play(ada(), Command::Lessen { roll, cuts, boon: None });
                let told = table.told(&events);
                assert!(told.contains("mist-told-lessened") && told.contains("stopped"), "{told}");
            }
        }
    }
}

#[test]
fn m30_in_the_bureau_a_mitigation_that_could_stop_nothing_warns_and_may_be_rolled() {
    for (pack, warns) in [("mist-bureau", true), ("mist-city", false), ("mist-2d6", false)] {
        let mut table = Table::new(pack);
        let consequence = table.hit(vec![Harm::Tag { name: "血迹".into() }]);
        let actor = table.diver().id;
        let lines = table.lines(&["屏息"]);
        table.play(host(), Command::Mitigate { actor, consequence, text: String::new(), lines });
        let roll = table.roll().id;
        let Some(Part::Roll(part)) = table.view(Viewer::Host).remove(&format!("roll/{roll}"))
        else {
            panic!("the roll is seen");
        };
        assert_eq!(part.warning.is_some(), warns, "{pack}");
        table.fall_to(roll, Tone::Full);
        if warns {
            let name = "镇定".to_owned();
            let boon = Some(Boon::Status { on: actor, name });
            table.play(ada(), Command::Lessen { roll, cuts: Vec::new(), boon });
            assert_eq!(table.tier(Holder::Character(actor), "镇定"), 1);
            assert_eq!(table.diver().tags.len(), 1, "the tag lands");
        }
    }
}

#[test]
fn m35_every_price_is_shown_before_the_roll_and_a_failure_asks_what_the_power_does() {
    for pack in PACKS {
        let mut table = Table::new(pack);
        let (actor, theme) = (table.diver().id, table.diver().themes[0].id);
        table.play(ada(), Command::Plunge { actor, theme, text: "压住它".to_owned() });
        let roll = table.roll().id;
        table.play(host(), Command::SetDegree { roll, degree: 1 });
        let Some(Part::Roll(part)) = table.view(Viewer::Host).remove(&format!("roll/{roll}"))
        else {
            panic!("the roll is seen");
        };
        let parts: Vec<usize> = part.prices.iter().map(|it| it.words.len()).collect();
        assert_eq!(parts, [2, 1, 2], "{pack}: and the power runs out of control");
        let events = table.fall_to(roll, Tone::Failure);
        assert!(table.state().owed[0].loose);
        assert!(table.told(&events).contains("mist-told-owed-loose"));
        let offers = table.offers(host());
        assert!(offers.iter().any(|it| {
            matches!(it.command, Command::Hit { .. })
                && it.waits.as_ref().is_some_and(|it| it.id == "mist-waits-loose")
        }));
    }
}

#[test]
fn m33_a_flashback_always_rolls_and_the_log_keeps_its_moment() {
    for (pack, on) in [("mist-city", true), ("mist-2d6", true), ("mist-bureau", false)] {
        let mut table = Table::new(pack);
        let actor = table.diver().id;
        let flash = |moment: &str, depth| Command::Flashback {
            actor,
            moment: moment.to_owned(),
            text: "藏了钥匙".to_owned(),
            depth,
            lines: Vec::new(),
        };
        if !on {
            assert_eq!(table.refused(ada(), flash("昨夜", Depth::Quick)), "M-33");
            continue;
        }
        assert_eq!(table.refused(ada(), flash("", Depth::Quick)), "M-33");
        assert_eq!(table.refused(ada(), flash("昨夜", Depth::Describe)), "M-33");
        table.play(ada(), flash("昨夜", Depth::Detailed));
        let roll = table.roll().id;
        assert_eq!(table.refused(host(), Command::Agree { roll }), "M-10");
        assert_eq!(table.roll().kind, RollKind::Flashback { moment: "昨夜".to_owned() });
        table.fall_to(roll, Tone::Mixed);
        assert_eq!(table.state().owed.len(), 1);
        assert_eq!(table.roll().id, roll, "effects are bought in the present");
    }
}

#[test]
fn m34_details_make_the_plan_harder_to_keep_and_harm_eases_it() {
    let mut table = Table::new("mist-city");
    let engage =
        Command::Engage { text: "从下水道进去".to_owned(), lines: table.lines(&["屏息"]) };
    assert_eq!(table.refused(ada(), engage.clone()), "B-01");
    table.play(host(), engage);
    let roll = table.roll().id;
    let detail = |polarity| Command::ProposeDetail { roll, text: "内应".to_owned(), polarity };
    table.play(ada(), detail(Polarity::Help));
    table.play(bo(), detail(Polarity::Hinder));
    table.play(bo(), detail(Polarity::Hinder));
    assert_eq!(table.power(roll), 2, "a tag, minus one detail, plus two");
    let mut bureau = Table::new("mist-bureau");
    let engage = Command::Engage { text: String::new(), lines: Vec::new() };
    assert_eq!(bureau.refused(host(), engage), "M-34");
}

#[test]
fn m34_the_band_says_how_the_scene_opens() {
    for (tone, trouble) in [(Tone::Failure, true), (Tone::Mixed, false), (Tone::Full, false)] {
        let mut table = Table::new("mist-city");
        let lines = table.lines(&["屏息", "矫健身手"]);
        table.play(host(), Command::Engage { text: String::new(), lines });
        let roll = table.roll().id;
        table.fall_to(roll, tone);
        let band = table.state().story.opening.expect("the crew is in");
        assert_eq!(table.game.pack.bands[band].tone, tone);
        assert_eq!(!table.state().owed.is_empty(), trouble);
    }
}

/// A plunge of the diver's, to a degree and a band.
fn plunge(pack: &str, degree: u8, tone: Tone) -> Table {
    let mut table = Table::new(pack);
    let (actor, theme) = (table.diver().id, table.diver().themes[0].id);
    table.play(ada(), Command::Plunge { actor, theme, text: "把整条河推上岸".to_owned() });
    let roll = table.roll().id;
    assert_eq!(table.refused(ada(), Command::Roll { roll }), "M-35");
    let set = Command::SetDegree { roll, degree };
    assert_eq!(table.refused(ada(), set.clone()), "B-01");
    table.play(host(), set);
    assert_eq!(table.power(roll), 1, "one human theme, nothing else");
    let source = table.id("矫健身手");
    let propose = Command::Propose { roll, source, polarity: Polarity::Help, burn: false };
    assert_eq!(table.refused(ada(), propose), "M-35");
    table.fall_to(roll, tone);
    table
}

#[test]
fn m35_the_price_of_a_plunge_by_degree_and_band() {
    for pack in PACKS {
        for tone in [Tone::Failure, Tone::Mixed] {
            let table = plunge(pack, 0, tone);
            let theme = &table.diver().themes[0];
            assert_eq!(theme.decay, 1);
            assert!(theme.powers.iter().all(|it| it.burnt));
            let out_of_control = !table.state().owed.is_empty();
            assert_eq!(out_of_control, tone == Tone::Failure);

            let table = plunge(pack, 1, tone);
            assert_eq!(table.diver().themes.len(), 1);
            assert_eq!(table.diver().vacancies.len(), 1);

            let table = plunge(pack, 2, tone);
            let me = Holder::Character(table.diver().id);
            assert_eq!(table.state().statuses(me)[0].tier(), 6);
            assert!(table.diver().limit_met.is_some(), "M-07 follows");
            assert!(table.state().consequences.is_empty(), "nothing to mitigate");
        }
        let mut table = plunge(pack, 0, Tone::Full);
        assert_eq!(table.diver().themes[0].decay, 1);
        let roll = table.roll().id;
        let tags: Vec<Id> = table.diver().themes[0].powers[..2].iter().map(|it| it.id).collect();
        let pick = |tags: &[Id]| Command::PickBurns { roll, tags: tags.to_vec() };
        assert_eq!(table.refused(ada(), pick(&tags[..1])), "M-35");
        assert_eq!(table.refused(ada(), pick(&[tags[0], tags[0]])), "M-35");
        table.play(ada(), pick(&tags));
        let burnt = table.diver().themes[0].powers.iter().filter(|it| it.burnt);
        assert_eq!(burnt.count(), 2);
        assert!(table.state().rolls.is_empty());

        let table = plunge(pack, 1, Tone::Full);
        assert_eq!(table.diver().themes[0].decay, 1);
        assert!(table.diver().themes[0].powers.iter().all(|it| it.burnt));

        let table = plunge(pack, 2, Tone::Full);
        assert_eq!(table.diver().themes.len(), 1);
    }
}

#[test]
fn m35_degrees_are_called_as_in_each_ruleset() {
    for (pack, names) in [
        ("mist-bureau", ["浸没", "深潜", "沉陷"]),
        ("mist-2d6", ["浸没", "深潜", "沉陷"]),
        ("mist-city", ["竭力", "献祭", "牺牲"]),
    ] {
        let pack = shipped(pack);
        for (degree, name) in pack.plunge.degrees.iter().zip(names) {
            assert!(is(&degree.name, name));
        }
    }
}

/// A bureau table in the phase of the file, with a mystery of tier 2 and three clues.
fn file() -> (Table, Id) {
    let mut table = Table::new("mist-bureau");
    table.play(host(), Command::AddMystery { text: "它是什么？".to_owned(), complexity: 2 });
    for clue in ["湿脚印", "低语", "无影"] {
        table.play(host(), Command::AddClue { text: clue.to_owned(), hidden: false });
    }
    table.play(host(), Command::EnterPhase { phase: "file".to_owned() });
    let mystery = table.state().story.mysteries[0].id;
    (table, mystery)
}

fn deduce(table: &mut Table, mystery: Id, lines: &[&str]) -> Id {
    let actor = table.diver().id;
    let lines = table.lines(lines);
    table.play(
        host(),
        Command::Deduce {
            actor,
            mystery,
            conclusion: "它怕火".to_owned(),
            moment: "三天前的仓库".to_owned(),
            lines,
        },
    );
    table.roll().id
}

fn test(table: &mut Table, mystery: Id, lines: &[&str]) -> Id {
    let actor = table.diver().id;
    let lines = table.lines(lines);
    table.play(host(), Command::Test { actor, mystery, conclusion: "它怕火".to_owned(), lines });
    table.roll().id
}

#[test]
fn m36_a_conclusion_needs_as_many_clues_as_the_mystery_is_complex() {
    let (mut table, mystery) = file();
    let roll = deduce(&mut table, mystery, &["湿脚印", "-低语"]);
    assert_eq!(table.power(roll), 0);
    let refusal = table.refusal(ada(), Command::Roll { roll });
    assert_eq!(refusal.rule.to_string(), "M-36");
    let tag =
        Command::Propose {
            roll, source: table.id("屏息"), polarity: Polarity::Help, burn: false
        };
    assert_eq!(table.refused(ada(), tag), "M-36");
    let source = table.id("无影");
    table.play(host(), Command::Propose { roll, source, polarity: Polarity::Help, burn: false });
    table.play(ada(), Command::Roll { roll });
}

#[test]
fn m36_what_a_deduction_brings() {
    for (tone, right, owed) in
        [(Tone::Failure, false, 1), (Tone::Mixed, true, 1), (Tone::Full, true, 0)]
    {
        let (mut table, mystery) = file();
        let roll = deduce(&mut table, mystery, &["湿脚印", "低语"]);
        table.fall_to(roll, tone);
        let clue = table.state().story.clues.last().expect("a clue");
        assert_eq!(clue.origin == ClueOrigin::Concluded && is(&clue.text, "它怕火"), right);
        assert_eq!(table.state().story.mysteries[0].solved, right);
        assert_eq!(table.state().owed.len(), owed);
        assert!(!table.state().story.opportunity, "only a test gives it");
    }
}

#[test]
fn m36_what_a_test_brings() {
    for (tone, opportunity, owed) in
        [(Tone::Failure, false, 1), (Tone::Mixed, true, 1), (Tone::Full, true, 0)]
    {
        let (mut table, mystery) = file();
        let roll = test(&mut table, mystery, &["湿脚印", "低语"]);
        table.fall_to(roll, tone);
        assert_eq!(table.state().story.opportunity, opportunity);
        assert_eq!(table.state().owed.len(), owed);
        if owed > 0 {
            // Its consequence must reveal a trait that makes the anomaly worse.
            let plain = Command::Hit {
                owed: Some(table.state().owed[0].id),
                to: None,
                text: String::new(),
                harms: vec![hurt("受伤", 1)],
                threat: None,
            };
            assert_eq!(table.refused(host(), plain), "M-36");
            table.hit(vec![Harm::Trait { challenge: None, name: "会分裂".into() }]);
        }
    }
}

/// A 2d6 table in the phase of the file, with a countdown of 2 and a danger of 3.
fn questions() -> Table {
    let mut table = Table::new("mist-2d6");
    for command in [
        Command::SetCountdown { tier: Some(2) },
        Command::SetIndex { question: "traits".to_owned(), tier: 3 },
        Command::AddClue { text: "湿脚印".to_owned(), hidden: false },
        Command::AddClue { text: "低语".to_owned(), hidden: false },
        Command::EnterPhase { phase: "file".to_owned() },
    ] {
        table.play(host(), command);
    }
    table
}

fn answer(table: &mut Table, question: &str, lines: &[&str]) -> Id {
    let actor = table.diver().id;
    let lines = table.lines(lines);
    table.play(
        host(),
        Command::Answer {
            actor,
            question: question.to_owned(),
            conclusion: "它是回声".to_owned(),
            lines,
        },
    );
    table.roll().id
}

#[test]
fn m37_each_question_counts_clues_its_index_and_one_of_them_the_countdown() {
    let mut table = questions();
    let form = answer(&mut table, "form", &["湿脚印", "低语"]);
    assert_eq!(table.power(form), 2);
    let traits = answer(&mut table, "traits", &["湿脚印", "-低语"]);
    assert_eq!(table.power(traits), -3);
    let add = |roll, on| Command::AddCountdown { roll, on };
    table.play(ada(), add(traits, true));
    assert_eq!(table.power(traits), -1);
    assert_eq!(table.refused(ada(), add(form, true)), "M-37");
    table.fall_to(traits, Tone::Full);
    assert_eq!(table.refused(ada(), add(form, true)), "M-37", "used up");
    let again = Command::Answer {
        actor: table.diver().id,
        question: "traits".to_owned(),
        conclusion: "不对".to_owned(),
        lines: Vec::new(),
    };
    assert_eq!(table.refused(ada(), again), "M-37");
}

#[test]
fn m37_a_wrong_answer_makes_a_consequence_wait_for_the_suppression() {
    for (tone, waits) in [(Tone::Failure, 1), (Tone::Mixed, 1), (Tone::Full, 0)] {
        let mut table = questions();
        let roll = answer(&mut table, "form", &[]);
        table.fall_to(roll, tone);
        assert_eq!(table.state().owed.len(), waits);
        if waits == 1 {
            let owed = table.state().owed[0].id;
            let early = Command::Hit {
                owed: Some(owed),
                to: None,
                text: String::new(),
                harms: vec![hurt("受伤", 2)],
                threat: None,
            };
            assert_eq!(table.refused(host(), early.clone()), "M-37");
            // All three are answered before the suppression.
            let phase = "suppression".to_owned();
            let enter = Command::EnterPhase { phase: phase.clone() };
            assert_eq!(table.refused(host(), enter), "M-37");
            for question in ["traits", "measures"] {
                let roll = answer(&mut table, question, &[]);
                table.fall_to(roll, Tone::Failure);
            }
            let events = table.play(host(), Command::EnterPhase { phase });
            assert!(events.contains(&Event::OwedCameDue));
            table.play(host(), early);
        }
    }
}

#[test]
fn m37_only_where_the_pack_writes_it_so() {
    let mut table = Table::new("mist-bureau");
    let tier = Some(3);
    assert_eq!(table.refused(host(), Command::SetCountdown { tier }), "M-37");
    let mut table = Table::new("mist-2d6");
    let mystery = Command::AddMystery { text: "？".to_owned(), complexity: 1 };
    assert_eq!(table.refused(host(), mystery), "M-36");
}
