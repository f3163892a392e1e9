//! M-36 … M-38, M-43, M-44: the case file, looking back, clocks.

use rules::mist::{
    CaseEnd, ClueOrigin, Command, Effect, Event, Finding, Harm, Holder, Part, Polarity, Track,
    Verdict,
};
use rules::{Counts, Id, Tone, Viewer};

use crate::table::*;

fn enter(phase: &str) -> Command {
    Command::EnterPhase { phase: phase.to_owned() }
}

fn clue(text: &str) -> Command {
    Command::AddClue { text: text.to_owned(), hidden: false }
}

/// A bureau's table writing its file: a mystery that needs two clues, of three there are.
fn bureau() -> (Table, Id) {
    let mut table = Table::new("mist-bureau");
    for text in ["湿脚印", "低语", "灯灭了"] {
        table.play(host(), clue(text));
    }
    table.play(host(), Command::AddMystery { text: "它是什么".to_owned(), complexity: 2 });
    table.play(host(), enter("file"));
    let mystery = table.state().story.mysteries[0].id;
    (table, mystery)
}

fn deduce(table: &mut Table, mystery: Id, conclusion: &str, lines: &[&str]) -> Id {
    let actor = table.diver().id;
    let lines = table.lines(lines);
    let (conclusion, moment) = (conclusion.to_owned(), "昨夜".to_owned());
    table.play(host(), Command::Deduce { actor, mystery, conclusion, moment, lines });
    table.roll().id
}

fn test(table: &mut Table, mystery: Id, conclusion: &str, lines: &[&str]) -> Id {
    let actor = table.diver().id;
    let lines = table.lines(lines);
    let conclusion = conclusion.to_owned();
    table.play(host(), Command::Test { actor, mystery, conclusion, lines });
    table.roll().id
}

fn file(table: &Table, viewer: Viewer) -> rules::mist::FilePart {
    match table.view(viewer).remove("file") {
        Some(Part::File(part)) => *part,
        other => panic!("{other:?}"),
    }
}

#[test]
fn m36_the_host_names_the_clue_that_refutes_and_it_counts_against_that_conclusion() {
    let (mut table, mystery) = bureau();
    let clues = table.state().story.clues.len();
    let roll = deduce(&mut table, mystery, "是溺死的人", &["湿脚印", "低语"]);
    table.fall_to(roll, Tone::Failure);
    // A refuted conclusion is never a clue.
    assert_eq!(table.state().story.clues.len(), clues);
    let conclusion = table.state().story.conclusions[0].clone();
    assert_eq!(conclusion.finding, Finding::Refuted);
    let waits = table.pushed(host()).waits;
    assert!(waits.iter().any(|it| it.of == conclusion.id.into()), "{waits:?}");
    let refute =
        Command::Refute {
            conclusion: conclusion.id, clue: None, text: "脚印朝着岸上".to_owned()
        };
    assert_eq!(table.refused(ada(), refute.clone()), "B-01");
    table.play(host(), refute.clone());
    assert_eq!(table.refused(host(), refute), "M-36");
    let found = table.state().story.clues.last().expect("a clue").clone();
    assert_eq!(found.origin, ClueOrigin::Found);
    // It counts against that conclusion, whoever proposes it again and whatever they say of it.
    let roll = deduce(&mut table, mystery, "是溺死的人", &["湿脚印", "低语", "脚印朝着岸上"]);
    assert_eq!(table.power(roll), 1);
    let line = table.roll().lines.iter().find(|it| it.polarity == Polarity::Hinder);
    let line = line.expect("it counts against it").id;
    assert_eq!(table.refused(ada(), Command::Withdraw { roll, line }), "M-36");
    table.play(host(), Command::Cancel { roll });
    // For others it is an ordinary clue.
    let roll = deduce(&mut table, mystery, "是上岸的人", &["湿脚印", "脚印朝着岸上"]);
    assert_eq!(table.power(roll), 2);
    table.fall_to(roll, Tone::Full);
    let clue = table.state().story.clues.last().expect("a clue");
    assert_eq!(clue.origin, ClueOrigin::Concluded);
}

#[test]
fn m38_the_file_holds_every_conclusion_with_its_verdict_roll_and_clues() {
    let (mut table, mystery) = bureau();
    let roll = deduce(&mut table, mystery, "是溺死的人", &["湿脚印", "低语"]);
    table.fall_to(roll, Tone::Failure);
    let consequence = table.hit(vec![Harm::Narrate { text: "水涨了".into() }]);
    table.play(ada(), Command::Accept { consequence });
    let roll = test(&mut table, mystery, "它怕灯", &["灯灭了", "低语"]);
    table.fall_to(roll, Tone::Mixed);
    // A trait goes into the file with no challenge and no scene to hold it.
    table.play(host(), Command::EndScene { keep: Vec::new() });
    let consequence = table.hit(vec![Harm::Trait { challenge: None, name: "会分裂".into() }]);
    table.play(ada(), Command::Accept { consequence });
    let file = file(&table, Viewer::Player(ada().id));
    let findings: Vec<Finding> = file.conclusions.iter().map(|it| it.finding).collect();
    assert_eq!(findings, [Finding::Refuted, Finding::Right]);
    let tested = &file.conclusions[1];
    assert!(is(&tested.about, "它是什么") && is(&tested.text, "它怕灯"));
    assert_eq!((tested.power, tested.total.as_str(), tested.clues.len()), (2, "6", 2));
    assert!(is(&file.traits[0].name, "会分裂"));
    assert!(table.state().story.opportunity);
}

#[test]
fn m38_what_is_hidden_is_not_in_the_file_a_player_sees() {
    let (mut table, mystery) = bureau();
    let roll = deduce(&mut table, mystery, "是溺死的人", &["湿脚印", "低语"]);
    table.fall_to(roll, Tone::Full);
    let thing = table.id("低语");
    table.play(host(), Command::Show { thing, to: rules::Audience::Host });
    assert_eq!(file(&table, Viewer::Player(ada().id)).conclusions[0].clues.len(), 1);
    assert_eq!(file(&table, Viewer::Host).conclusions[0].clues.len(), 2);
}

#[test]
fn m38_closed_cases_stay_in_an_archive_and_can_be_opened_again() {
    let (mut table, mystery) = bureau();
    table.play(host(), Command::NameCase { title: "无址之信".to_owned() });
    let roll = test(&mut table, mystery, "它怕灯", &["灯灭了", "低语"]);
    table.fall_to(roll, Tone::Full);
    table.play(host(), enter("suppression"));
    let events = table.play(host(), enter("interlude"));
    assert!(events.contains(&Event::CaseEnded { end: CaseEnd::Closed }));
    table.play(host(), enter("briefing"));
    assert!(table.state().story.clues.is_empty(), "a new mission opens a new case");
    table.play(host(), clue("一把钥匙"));
    let archive = file(&table, Viewer::Spectator).archive;
    assert_eq!((archive.len(), archive[0].clues.len()), (1, 3));
    assert_eq!(archive[0].end, Some(CaseEnd::Closed));
    let case = archive[0].id;
    assert_eq!(table.refused(ada(), Command::ReopenCase { case }), "B-01");
    table.play(host(), Command::ReopenCase { case });
    assert_eq!(table.state().story.clues.len(), 3);
    assert!(table.state().story.case.as_ref().is_some_and(|it| is(it, "无址之信")));
    let archive = &table.state().story.archive;
    assert_eq!((archive.len(), archive[0].clues.len()), (1, 1));
}

#[test]
fn m38_what_was_not_proven_is_over_when_the_file_is_closed() {
    for phase in ["interlude", "suppression"] {
        let mut table = Table::new("mist-bureau");
        table.play(host(), Command::AddMystery { text: "？".to_owned(), complexity: 0 });
        table.play(host(), enter("file"));
        let mystery = table.state().story.mysteries[0].id;
        let roll = test(&mut table, mystery, "怕火", &[]);
        table.fall_to(roll, Tone::Mixed);
        let open = deduce(&mut table, mystery, "怕水", &[]);
        let action = table.act(&["屏息"]);
        let events = table.play(host(), enter(phase));
        assert!(events.contains(&Event::Cancelled { roll: open }), "{events:?}");
        // An action is not the file's.
        let left: Vec<Id> = table.state().rolls.iter().map(|it| it.id).collect();
        assert_eq!(left, [action]);
    }
}

#[test]
fn m36_a_conclusion_says_how_many_clues_it_lacks() {
    let (mut table, mystery) = bureau();
    let roll = deduce(&mut table, mystery, "它怕火", &["湿脚印", "-低语"]);
    let lacks = |table: &Table| match table.view(Viewer::Host).remove(&format!("roll/{roll}")) {
        Some(Part::Roll(part)) => part.warning,
        other => panic!("{other:?}"),
    };
    let one = rules::message!("mist-warn-clues", least = 2, missing = 1);
    assert_eq!(lacks(&table), Some(one.clone()), "what contradicts does not support");
    assert_eq!(table.refused(host(), Command::Roll { roll }), "M-36");
    let source = table.id("灯灭了");
    table.play(ada(), Command::Propose { roll, source, polarity: Polarity::Help, burn: false });
    assert_eq!(lacks(&table), None, "what waits for the host's word may be enough");
    let line = table.roll().lines.last().expect("a line").id;
    let (line, verdict, note) = (Some(line), Verdict::Struck, String::new());
    table.play(host(), Command::Review { roll, line, verdict, note });
    assert_eq!(lacks(&table), Some(one));
}

#[test]
fn m43_a_mission_that_ends_without_its_test_was_abandoned() {
    let (mut table, _) = bureau();
    let events = table.play(host(), enter("interlude"));
    assert!(events.contains(&Event::CaseEnded { end: CaseEnd::Abandoned }));
    assert!(table.told(&events).contains("mist-told-case-abandoned"));
    // With its test made and the anomaly not faced, it is not said to have ended without a test.
    let (mut table, mystery) = bureau();
    let roll = test(&mut table, mystery, "它怕灯", &["灯灭了", "低语"]);
    table.fall_to(roll, Tone::Full);
    let events = table.play(host(), enter("interlude"));
    assert!(events.contains(&Event::CaseEnded { end: CaseEnd::Abandoned }));
    assert!(table.told(&events).contains("mist-told-case-unfaced"));
}

#[test]
fn m43_the_checklist_asks_about_every_theme_and_status_and_never_blocks() {
    for (pack, way, back) in [
        ("mist-bureau", vec!["file", "interlude"], "briefing"),
        ("mist-city", vec!["wrap-up"], "montage"),
    ] {
        let mut table = Table::new(pack);
        let (character, other) = (table.diver().id, table.archivist().id);
        table.give(Holder::Character(character), "受伤", 3);
        table.give(Holder::Character(other), "疲惫", 1);
        let theme = table.diver().themes[0].id;
        let pass = |theme, track| Command::LookBack { character, theme, track };
        assert_eq!(table.refused(ada(), pass(theme, Track::Improve)), "M-43");
        for phase in way {
            table.play(host(), enter(phase));
        }
        let open = |table: &Table| match table.view(Viewer::Spectator).remove("looking-back") {
            Some(Part::LookingBack(part)) => part.open,
            other => panic!("{other:?}"),
        };
        // Two characters, two themes each, two questions a theme; two statuses.
        assert_eq!(open(&table), 10, "{pack}");
        let reason = "忍住了没有听完".to_owned();
        table.play(ada(), Command::MarkImprove { character, theme, reason });
        table.play(ada(), pass(theme, Track::Decay));
        assert_eq!(table.refused(ada(), pass(theme, Track::Decay)), "M-43");
        let status = table.id("受伤");
        let decide = |status, by| Command::DecideStatus { status, by };
        assert_eq!(table.refused(bo(), decide(status, 1)), "B-01");
        table.play(ada(), decide(status, 1));
        assert_eq!(table.tier(Holder::Character(character), "受伤"), 2);
        let status = table.id("疲惫");
        table.play(bo(), decide(status, 9));
        assert_eq!(table.tier(Holder::Character(other), "疲惫"), 0);
        assert_eq!(open(&table), 6, "{pack}");
        // What is left open is told, and blocks nothing.
        let events = table.play(host(), enter(back));
        assert!(table.told(&events).contains("mist-told-left-open"));
        assert!(!table.view(Viewer::Host).contains_key("looking-back"));
    }
}

#[test]
fn m43_the_checklist_keeps_reasons_what_rolls_marked_and_what_came_back() {
    let mut table = Table::new("mist-city");
    let character = table.diver().id;
    let theme = table.diver().themes[0].id;
    table.give(Holder::Character(character), "受伤", 3);
    // A weakness is invoked and a tag burnt in the job; the mission's marks are remembered.
    let roll = table.act(&["-畏强光", "!屏息"]);
    table.fall_to(roll, Tone::Failure);
    table.play(host(), enter("wrap-up"));
    let recall = |table: &Table| match table.view(Viewer::Spectator).remove("looking-back") {
        Some(Part::LookingBack(part)) => part.characters[0].clone(),
        other => panic!("{other:?}"),
    };
    let question = |table: &Table, track| {
        let questions = recall(table).questions;
        questions.into_iter().find(|it| it.theme == theme && it.track == track).expect("asked")
    };
    let asked = question(&table, Track::Improve);
    assert_eq!(asked.noted.len(), 1, "{asked:?}");
    assert_eq!(asked.noted[0].id, "mist-why-weakness");
    assert!(asked.marked.is_none(), "what a roll marked answers no question");
    assert!(recall(&table).recovered.iter().any(|tag| is(tag, "屏息")));
    let reason = "放纵了一回".to_owned();
    table.play(ada(), Command::MarkImprove { character, theme, reason: reason.clone() });
    assert_eq!(question(&table, Track::Improve).why, Some(reason));
    assert_eq!(question(&table, Track::Decay).why, None);
    let status = table.id("受伤");
    table.play(ada(), Command::DecideStatus { status, by: 0 });
    assert!(recall(&table).statuses[0].kept);
    table.play(ada(), Command::DecideStatus { status, by: 1 });
    assert!(!recall(&table).statuses[0].kept, "lowered after all");
    // The next chapter begins with none of it.
    table.play(host(), enter("montage"));
    table.play(host(), enter("wrap-up"));
    assert!(question(&table, Track::Improve).noted.is_empty());
    assert!(recall(&table).recovered.is_empty());
}

#[test]
fn m44_a_clock_is_moved_by_the_host_a_consequence_and_an_effect() {
    let mut table = Table::new("mist-city");
    let add = |name: &str, counts| Command::AddClock {
        name: name.to_owned(),
        boxes: 4,
        counts,
        text: "警卫赶到".to_owned(),
        hidden: false,
    };
    assert_eq!(table.refused(ada(), add("警报", Counts::Up)), "B-01");
    table.play(host(), add("警报", Counts::Up));
    let clock = table.state().clocks[0].id;
    let tick = |by| Command::MoveClock { clock, by };
    assert_eq!(table.refused(host(), tick(0)), "M-44");
    table.play(host(), tick(1));
    let consequence = table.hit(vec![Harm::Clock { clock: Some(clock), by: 2 }]);
    table.play(ada(), Command::Accept { consequence });
    assert_eq!(table.state().clocks[0].at, 3);
    // An effect moves it back, a step for the price of a tier.
    let roll = table.act(&["屏息", "矫健身手"]);
    table.fall_to(roll, Tone::Full);
    let back = Effect::Clock { clock: Some(clock), by: -2 };
    table.play(ada(), Command::Spend { roll, effects: vec![back] });
    assert_eq!(table.state().clocks[0].at, 1);
    // At its end it says what happens, and nothing else.
    let events = table.play(host(), tick(9));
    assert!(table.told(&events).contains("mist-told-clock-ends"));
    assert_eq!(table.refused(host(), tick(1)), "M-44");
    table.play(host(), Command::EndScene { keep: Vec::new() });
    assert_eq!(table.state().clocks.len(), 1, "it is the host who takes it away");
    table.play(host(), Command::RemoveClock { clock });
    assert!(table.state().clocks.is_empty());
}

#[test]
fn m37_the_countdown_is_what_a_consequence_or_an_effect_moves() {
    let mut table = Table::new("mist-2d6");
    let moves = |by| Harm::Clock { clock: None, by };
    let harms = vec![moves(1)];
    let to = Some(table.diver().id);
    let hit = |harms| Command::Hit { owed: None, to, text: String::new(), harms, threat: None };
    assert_eq!(table.refused(host(), hit(harms)), "B-30", "no countdown runs");
    table.play(host(), Command::SetCountdown { tier: Some(3) });
    let consequence = table.hit(vec![moves(1)]);
    table.play(ada(), Command::Accept { consequence });
    assert_eq!(table.state().story.countdown, Some(2));
    let roll = table.act(&["屏息"]);
    table.fall_to(roll, Tone::Full);
    let effects = vec![Effect::Clock { clock: None, by: -1 }];
    table.play(ada(), Command::Spend { roll, effects });
    assert_eq!(table.state().story.countdown, Some(3));
    let consequence = table.hit(vec![moves(5)]);
    let events = table.play(ada(), Command::Accept { consequence });
    assert_eq!(table.state().story.countdown, Some(0));
    assert!(table.told(&events).contains("mist-told-countdown-out"), "the file is due");
}
