//! M-40 … M-42: the order of the story, and M-60: two variants side by side.

use rules::mist::{Command, Kind, ThemeDraft};
use rules::{Audience, Tone};

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

/// Every shipped ruleset has a scene ready for its example characters.
#[test]
fn m09_a_ready_scene_opens_with_all_that_is_in_it() {
    for pack in PACKS {
        let mut table = Table::new(pack);
        let ready = table.game.pack.scenes.clone();
        assert!(!ready.is_empty(), "{pack}");
        let take = |id: &str| Command::TakeScene { scene: id.to_owned() };
        assert_eq!(table.refused(host(), take(&ready[0].id)), "M-09", "one scene at a time");
        table.play(host(), Command::EndScene { keep: Vec::new() });
        for scene in &ready {
            assert_eq!(table.refused(ada(), take(&scene.id)), "B-01");
            table.play(host(), take(&scene.id));
            let state = table.state();
            let open = state.scene.as_ref().expect("a scene");
            assert_eq!(open.title, scene.name);
            assert_eq!(open.present.len(), 2, "the characters are there");
            assert_eq!(state.challenges.len(), scene.challenges.len());
            assert_eq!(state.clocks.len(), scene.clocks.len());
            assert_eq!(state.story.clues.len(), scene.clues.len());
            let hidden = state.story.clues.iter().filter(|it| it.seen == Audience::Host).count();
            assert_eq!(hidden, scene.clues.iter().filter(|it| it.hidden).count());
            assert!(state.challenges.iter().all(|it| !it.limits.is_empty()), "{pack}");
            assert!(state.challenges.iter().any(|it| !it.threats.is_empty()), "{pack}");
            table.play(host(), Command::EndScene { keep: Vec::new() });
        }
    }
    let mut table = Table::new("mist-2d6");
    table.play(host(), Command::EndScene { keep: Vec::new() });
    table.play(host(), Command::TakeScene { scene: "platform".to_owned() });
    let story = &table.state().story;
    assert_eq!(story.countdown, Some(4));
    assert_eq!(story.indexes.get("traits"), Some(&2));
    // Taken again it adds nothing to the file that is there already.
    let clues = story.clues.len();
    table.play(host(), Command::EndScene { keep: Vec::new() });
    table.play(host(), Command::TakeScene { scene: "platform".to_owned() });
    assert_eq!(table.state().story.clues.len(), clues);
}

#[test]
fn m60_a_ready_scene_cannot_name_what_is_not_there_yet() {
    let scene = |harm: &str| {
        format!(
            "extends = \"mist-bureau\"\nid = \"x\"\n[[scenes]]\nid = \"a\"\nname = \"a\"\n\
             text = \"\"\n[[scenes.threats]]\ntext = \"b\"\nharms = [{harm}]\n"
        )
    };
    let fits = |harm| rules::pack::resolve("x.toml", &scene(harm)).is_ok();
    assert!(fits("{ kind = \"status\", name = \"c\", tier = 2 }"));
    assert!(!fits("{ kind = \"status\", name = \"c\", tier = 9 }"));
    assert!(!fits("{ kind = \"burn\", tag = \"000000000001\" }"));
    assert!(!fits("{ kind = \"other\", id = \"nobody\", text = \"c\" }"));
}

/// "What next" does not go on about what is long over.
#[test]
fn m20_what_the_dice_called_for_is_over_with_its_scene_and_with_its_mission() {
    let mut table = Table::new("mist-2d6");
    let roll = table.act(&["屏息"]);
    table.fall_to(roll, Tone::Failure);
    assert_eq!(table.state().owed.len(), 1);
    table.play(host(), Command::EndScene { keep: Vec::new() });
    assert!(table.state().owed.is_empty());
    // What waits for the suppression waits past the scene, but not for another mission's.
    table.play(host(), enter("file"));
    let actor = table.diver().id;
    let answer = |question: &str| Command::Answer {
        actor,
        question: question.to_owned(),
        conclusion: "雾".to_owned(),
        lines: Vec::new(),
    };
    for question in ["form", "traits", "measures"] {
        table.play(host(), answer(question));
        let roll = table.roll().id;
        table.fall_to(roll, Tone::Mixed);
    }
    assert_eq!(table.state().owed.len(), 3);
    table.play(host(), enter("suppression"));
    table.play(host(), enter("debrief"));
    assert_eq!(table.state().owed.len(), 3);
    table.play(host(), enter("investigation"));
    assert!(table.state().owed.is_empty());
}

#[test]
fn m37_the_suppression_says_which_questions_are_still_open() {
    let mut table = Table::new("mist-2d6");
    table.play(host(), enter("file"));
    let refusal = table.refusal(host(), enter("suppression"));
    assert_eq!(refusal.rule.to_string(), "M-37");
    let instead = refusal.instead.expect("a way on");
    assert_eq!(instead.id, "mist-unanswered-instead");
    answer_all(&mut table);
    table.play(host(), enter("suppression"));
}
