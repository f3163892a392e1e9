//! M-40 … M-42: the order of the story, and M-60: two variants side by side.

use rules::Tone;
use rules::mist::{Command, Kind, ThemeDraft};

use crate::table::*;

fn enter(phase: &str) -> Command {
    Command::EnterPhase { phase: phase.to_owned() }
}

#[test]
fn m40_a_mission_goes_from_briefing_to_file_to_suppression_to_interlude() {
    let mut table = Table::new("mist-bureau");
    assert_eq!(table.state().story.phase, "briefing");
    assert_eq!(table.refused(ada(), enter("file")), "B-01");
    assert_eq!(table.refused(host(), enter("interlude")), "M-40");
    table.play(host(), enter("file"));
    assert_eq!(table.refused(host(), enter("suppression")), "M-40", "no opportunity");
    table.play(host(), Command::AddMystery { text: "？".to_owned(), complexity: 0 });
    let actor = table.diver().id;
    let mystery = table.state().story.mysteries[0].id;
    table.play(
        host(),
        Command::Test { actor, mystery, conclusion: "怕火".to_owned(), lines: Vec::new() },
    );
    let roll = table.roll().id;
    table.fall_to(roll, Tone::Mixed);
    table.play(host(), enter("suppression"));
    // It failed: back to the file, and the opportunity is gone.
    table.play(host(), enter("file"));
    assert_eq!(table.refused(host(), enter("suppression")), "M-40");
    table.play(host(), enter("interlude"));
    table.play(host(), enter("briefing"));
    assert_eq!(table.state().story.mission, 2);
    assert!(table.state().story.mysteries.is_empty());
    table.play(host(), Command::EndSeason);
    assert_eq!((table.state().story.season, table.state().story.mission), (2, 1));
}

#[test]
fn m40_a_phase_refuses_what_it_does_not_allow_and_shows_the_way() {
    let mut table = Table::new("mist-bureau");
    table.play(host(), Command::AddMystery { text: "？".to_owned(), complexity: 0 });
    let actor = table.diver().id;
    let mystery = table.state().story.mysteries[0].id;
    let test = Command::Test { actor, mystery, conclusion: "怕火".to_owned(), lines: Vec::new() };
    let refusal = table.refusal(ada(), test);
    assert_eq!(refusal.rule.to_string(), "M-36");
    assert!(refusal.instead.is_some());
    table.play(host(), enter("file"));
    table.play(host(), enter("interlude"));
    let test = Command::Test { actor, mystery, conclusion: "怕火".to_owned(), lines: Vec::new() };
    assert_eq!(table.refused(ada(), test), "M-36");
}

#[test]
fn m43_scenes_are_played_and_dice_rolled_while_looking_back() {
    for (pack, way) in [
        ("mist-bureau", vec!["file", "interlude"]),
        ("mist-city", vec!["wrap-up"]),
        ("mist-2d6", vec!["file", "suppression", "debrief"]),
    ] {
        let mut table = Table::new(pack);
        for phase in way {
            if phase == "suppression" {
                answer_all(&mut table);
            }
            table.play(host(), enter(phase));
        }
        let roll = table.act(&["屏息"]);
        table.fall_to(roll, Tone::Full);
    }
}

/// Every question of the file gets an answer.
fn answer_all(table: &mut Table) {
    let actor = table.diver().id;
    for question in ["form", "traits", "measures"] {
        let (question, conclusion) = (question.to_owned(), "雾".to_owned());
        table.play(host(), Command::Answer { actor, question, conclusion, lines: Vec::new() });
        let roll = table.roll().id;
        table.fall_to(roll, Tone::Full);
    }
}

#[test]
fn m41_in_the_city_phases_guide_and_do_not_refuse() {
    let mut table = Table::new("mist-city");
    assert_eq!(table.state().story.phase, "montage");
    table.play(host(), enter("wrap-up"));
    table.act(&[]);
    table.play(host(), Command::Engage { text: String::new(), lines: Vec::new() });
    table.play(host(), enter("job"));
    table.play(host(), enter("montage"));
    assert_eq!(table.state().story.mission, 2);
}

#[test]
fn m42_in_2d6_the_order_is_investigation_file_suppression_debrief() {
    let mut table = Table::new("mist-2d6");
    for (wrong, right) in [
        ("suppression", "file"),
        ("debrief", "suppression"),
        ("investigation", "debrief"),
        ("file", "investigation"),
    ] {
        assert_eq!(table.refused(host(), enter(wrong)), "M-40", "{wrong}");
        if right == "suppression" {
            assert_eq!(table.refused(host(), enter(right)), "M-37", "the file comes first");
            answer_all(&mut table);
        }
        table.play(host(), enter(right));
    }
    assert_eq!(table.state().story.mission, 2);
}

#[test]
fn m12_burnt_tags_recover_in_downtime() {
    for (pack, way) in [
        ("mist-bureau", vec!["file", "interlude"]),
        ("mist-city", vec!["job", "wrap-up"]),
        ("mist-2d6", vec!["file", "suppression", "debrief"]),
    ] {
        let mut table = Table::new(pack);
        let tag = table.id("屏息");
        table.play(host(), Command::BurnTag { tag });
        for phase in way {
            assert!(table.diver().themes[0].powers[2].burnt);
            if phase == "suppression" {
                answer_all(&mut table);
            }
            table.play(host(), enter(phase));
        }
        assert!(!table.diver().themes[0].powers[2].burnt, "{pack}");
    }
}

#[test]
fn m60_two_variants_run_side_by_side() {
    let homebrew = variant(
        r#"
extends = "mist-2d6"
id = "three-of-three"
name = "三取二"

[dice]
roll = "3d6kh2 + power"

[theme]
improve = 4

[[bands]]
name = "糟"
tone = "failure"

[[bands]]
name = "险胜"
tone = "mixed"
from = 8

[[bands]]
name = "得手"
tone = "full"
from = 11
"#,
    );
    let mut mine = Table::with(homebrew);
    let mut theirs = Table::new("mist-2d6");
    for (table, tone) in [(&mut mine, Tone::Failure), (&mut theirs, Tone::Mixed)] {
        let roll = table.act(&["屏息"]);
        table.fall(roll, 7);
        assert_eq!(table.tone(), tone);
    }
    let (character, theme) = (mine.diver().id, mine.diver().themes[1].id);
    for _ in 0..3 {
        mine.play(ada(), Command::MarkImprove { character, theme, reason: String::new() });
    }
    assert_eq!(mine.diver().themes[1].improve, 3);
    mine.play(ada(), Command::MarkImprove { character, theme, reason: String::new() });
    assert_eq!(mine.diver().themes[1].owed, 1);
}

#[test]
fn m54_places_of_lost_themes_are_filled_when_the_ruleset_says() {
    for (pack, way) in [
        ("mist-bureau", vec!["file", "interlude"]),
        ("mist-city", vec!["wrap-up"]),
        ("mist-2d6", vec!["file", "suppression", "debrief"]),
    ] {
        let mut table = Table::new(pack);
        let (character, theme) = (table.diver().id, table.diver().themes[1].id);
        for _ in 0..3 {
            table.play(ada(), Command::MarkDecay { character, theme, reason: String::new() });
        }
        let draft = |kind, powers: usize| ThemeDraft {
            kind,
            title: "新生".into(),
            motive: "".into(),
            powers: vec!["芽".into(); powers],
            weaknesses: vec!["嫩".into()],
            nascent: true,
        };
        let replace = |theme| Command::ReplaceTheme { character, theme };
        assert_eq!(table.refused(ada(), replace(draft(Kind::Strange, 1))), "M-54", "{pack}");
        let proposed = |table: &Table, seat| {
            let offers = table.offers(seat);
            offers.iter().any(|it| matches!(it.command, Command::ReplaceTheme { .. }))
        };
        assert!(!proposed(&table, ada()) && !proposed(&table, host()), "nor proposed: {pack}");
        for phase in way {
            if phase == "suppression" {
                answer_all(&mut table);
            }
            table.play(host(), enter(phase));
        }
        assert_eq!(table.refused(ada(), replace(draft(Kind::Human, 1))), "M-54");
        assert_eq!(table.refused(ada(), replace(draft(Kind::Strange, 3))), "M-02");
        table.play(ada(), replace(draft(Kind::Strange, 1)));
        let gained = table.diver().themes.last().expect("it");
        assert!(gained.nascent && gained.kind == Kind::Strange);
        assert!(table.diver().vacancies.is_empty());
    }
    // The host may allow it before.
    let mut table = Table::new("mist-city");
    let (character, theme) = (table.diver().id, table.diver().themes[1].id);
    for _ in 0..3 {
        let reason = String::new();
        table.play(ada(), Command::MarkDecay { character, theme, reason });
    }
    let theme = ThemeDraft {
        kind: Kind::Strange,
        title: "新生".into(),
        motive: "".into(),
        powers: vec!["芽".into()],
        weaknesses: vec!["嫩".into()],
        nascent: true,
    };
    table.play(host(), Command::ReplaceTheme { character, theme });
}
