//! M-50 … M-58: growth, decay, loss, pangs, evolution, endings.

use rules::mist::{ChallengeDraft, Command, Event, Growth, Holder, Kind, LimitDraft, ThemeDraft};
use rules::{Id, Tone};

use crate::table::*;

fn improve(table: &mut Table, theme: usize, times: usize) {
    let (character, theme) = (table.diver().id, table.diver().themes[theme].id);
    for _ in 0..times {
        table.play(ada(), Command::MarkImprove { character, theme, reason: String::new() });
    }
}

/// Marks decay so often, and gives what the last mark brought about.
fn decay(table: &mut Table, theme: usize, times: usize) -> Vec<Event> {
    let (character, theme) = (table.diver().id, table.diver().themes[theme].id);
    let mut last = Vec::new();
    for _ in 0..times {
        last = table.play(ada(), Command::MarkDecay { character, theme, reason: String::new() });
    }
    last
}

fn grow(table: &Table, theme: usize, growth: Growth) -> Command {
    Command::Grow { character: table.diver().id, theme: table.diver().themes[theme].id, growth }
}

#[test]
fn m50_improve_is_marked_by_whoever_plays_the_character() {
    for pack in PACKS {
        let mut table = Table::new(pack);
        improve(&mut table, 0, 1);
        assert_eq!(table.diver().themes[0].improve, 1);
        let (character, theme) = (table.diver().id, table.diver().themes[0].id);
        let mark = Command::MarkImprove { character, theme, reason: String::new() };
        assert_eq!(table.refused(bo(), mark.clone()), "B-01");
        table.play(host(), mark);
        assert_eq!(table.diver().themes[0].improve, 2);
    }
}

#[test]
fn m51_three_marks_empty_the_track_and_give_one_growth() {
    let mut table = Table::new("mist-bureau");
    let power = |table: &Table| {
        let name = "暗流".to_owned();
        grow(table, 0, Growth::Power { name })
    };
    let early = power(&table);
    assert_eq!(table.refused(ada(), early), "M-51");
    improve(&mut table, 0, 3);
    let theme = &table.diver().themes[0];
    assert_eq!((theme.improve, theme.owed), (0, 1));
    let command = power(&table);
    table.play(ada(), command);
    let theme = &table.diver().themes[0];
    assert_eq!((theme.powers.len(), theme.growths, theme.owed), (4, 1, 0));
    let again = power(&table);
    assert_eq!(table.refused(ada(), again), "M-51");
}

#[test]
fn m51_every_kind_of_growth() {
    let mut table = Table::new("mist-city");
    decay(&mut table, 0, 2);
    improve(&mut table, 0, 15);
    let tag = table.id("畏强光");
    for growth in [
        Growth::AddWeakness { name: "怕冷".to_owned() },
        Growth::RewriteWeakness { tag, name: "畏火".to_owned() },
        Growth::RemoveWeakness { tag },
        Growth::Motive { text: "浮上水面".to_owned() },
        Growth::ClearDecay,
    ] {
        let command = grow(&table, 0, growth);
        table.play(ada(), command);
    }
    let theme = &table.diver().themes[0];
    assert_eq!(theme.weaknesses.len(), 1);
    assert!(is(&theme.weaknesses[0].name, "怕冷"));
    assert!(is(&theme.motive, "浮上水面"));
    assert_eq!((theme.decay, theme.growths, theme.owed), (0, 5, 0));
}

#[test]
fn m52_a_nascent_theme_grows_at_every_mark_until_it_is_full() {
    let mut table = Table::new("mist-city");
    decay(&mut table, 1, 3);
    let character = table.diver().id;
    let theme = ThemeDraft {
        kind: Kind::Strange,
        title: "新芽".into(),
        motive: "".into(),
        powers: vec!["芽".into()],
        weaknesses: vec!["嫩".into()],
        nascent: true,
    };
    table.play(host(), Command::ReplaceTheme { character, theme });
    for (name, full) in [("枝", false), ("叶", true)] {
        improve(&mut table, 1, 1);
        assert_eq!(table.diver().themes[1].owed, 1, "at once");
        let name = name.to_owned();
        let command = grow(&table, 1, Growth::Power { name });
        table.play(ada(), command);
        assert_eq!(!table.diver().themes[1].nascent, full);
    }
    improve(&mut table, 1, 1);
    let theme = &table.diver().themes[1];
    assert_eq!((theme.improve, theme.owed), (1, 0), "full: marks count again");
}

#[test]
fn m53_decay_is_marked_by_choice_by_indulging_and_by_plunging() {
    let mut table = Table::new("mist-bureau");
    decay(&mut table, 1, 1);
    assert_eq!(table.diver().themes[1].decay, 1);
    let theme = Some(table.diver().themes[0].id);
    let roll = table.act(&[]);
    table.play(host(), Command::Indulge { roll, theme });
    table.fall_to(roll, Tone::Failure);
    assert_eq!(table.diver().themes[0].decay, 1);
}

#[test]
fn m54_three_marks_of_decay_lose_the_theme() {
    for pack in PACKS {
        let mut table = Table::new(pack);
        decay(&mut table, 1, 3);
        assert_eq!(table.diver().themes.len(), 1);
        assert_eq!(table.diver().evolution, 1);
        let vacancy = &table.diver().vacancies[0];
        assert_eq!(vacancy.kind, Kind::Strange);
        let lost = vacancy.lost.as_ref().expect("what was lost is remembered until it is replaced");
        assert!(is(&lost.title, "救援潜水员") && lost.powers.len() == 3);

        let mut table = Table::new(pack);
        improve(&mut table, 1, 3);
        let text = "新的追求".to_owned();
        let command = grow(&table, 1, Growth::Motive { text });
        table.play(ada(), command);
        decay(&mut table, 1, 3);
        assert_eq!(table.diver().evolution, 2, "{pack}: it had grown");
    }
}

#[test]
fn m55_a_lost_theme_leaves_a_pang_until_it_is_settled() {
    for (pack, theme, pangs) in [
        ("mist-bureau", 1, 1),
        ("mist-bureau", 0, 0),
        ("mist-city", 1, 1),
        ("mist-city", 0, 1),
        ("mist-2d6", 1, 1),
        ("mist-2d6", 0, 0),
    ] {
        let mut table = Table::new(pack);
        let events = decay(&mut table, theme, 3);
        assert_eq!(table.diver().pangs.len(), pangs, "{pack} {theme}");
        assert_eq!(table.told(&events).contains("mist-told-lost-pang"), pangs == 1, "it is told");
        if pangs == 1 {
            let (character, pang) = (table.diver().id, table.diver().pangs[0].id);
            let call = Command::CallPang { character, pang };
            assert_eq!(table.refused(ada(), call.clone()), "B-01");
            table.play(host(), call.clone());
            assert!(table.diver().pangs[0].called);
            assert_eq!(table.refused(host(), call), "M-55");
            table.play(host(), Command::SettlePang { character, pang });
            assert!(table.diver().pangs.is_empty());
        }
    }
}

#[test]
fn m56_a_lost_taint_becomes_an_anomaly_and_takes_hold() {
    for (pack, loose) in [("mist-bureau", true), ("mist-2d6", true), ("mist-city", false)] {
        let mut table = Table::new(pack);
        decay(&mut table, 0, 3);
        let me = Holder::Character(table.diver().id);
        assert_eq!(table.state().challenges.len(), usize::from(loose));
        assert_eq!(table.tier(me, "受控"), if loose { 5 } else { 0 });
    }
    // It stays from scene to scene and asks for limits, until it is overcome.
    let mut table = Table::new("mist-bureau");
    decay(&mut table, 0, 3);
    let loose = table.state().challenges[0].id;
    let asks = |table: &Table| {
        let offers = table.offers(host());
        let limits =
            |it: &Command| matches!(it, Command::AddLimit { challenge, .. } if *challenge == loose);
        offers.iter().any(|it| it.waits.is_some() && limits(&it.command))
    };
    assert!(asks(&table));
    let threats = |it: &Command| matches!(it, Command::AddThreat { challenge, .. } if *challenge == Some(loose));
    let offers = table.offers(host());
    assert!(offers.iter().any(|it| it.waits.is_some() && threats(&it.command)), "and for threats");
    let end = || Command::EndScene { keep: Vec::new() };
    table.play(host(), end());
    table.play(host(), Command::SetScene { title: "次日".to_owned(), text: String::new() });
    assert!(table.state().challenge(loose).is_some());
    let limit = LimitDraft { status: "安抚".to_owned(), tier: 2, hidden: false };
    table.play(host(), Command::AddLimit { challenge: loose, limit });
    assert!(!asks(&table));
    table.give(Holder::Challenge(loose), "安抚", 2);
    table.play(host(), end());
    assert!(table.state().challenge(loose).is_none());
    // Without a self left, the hold is complete: M-07.
    let mut table = Table::new("mist-bureau");
    decay(&mut table, 1, 3);
    decay(&mut table, 0, 3);
    let me = Holder::Character(table.diver().id);
    assert_eq!(table.tier(me, "受控"), 6);
    assert!(table.diver().limit_met.is_some());
}

/// A character with enough evolution to choose an ending.
fn evolved(pack: &str) -> Table {
    let mut table = Table::new(pack);
    let mut losses = 0;
    while table.diver().evolution < 5 {
        decay(&mut table, 1, 3);
        losses += 1;
        assert!(losses < 20);
        refill(&mut table);
    }
    table
}

/// Fills every vacancy of the diver's, and turns the new theme into the second one.
fn refill(table: &mut Table) {
    let character = table.diver().id;
    while let Some(vacancy) = table.diver().vacancies.first().cloned() {
        let powers = if vacancy.full { 3 } else { 1 };
        let theme = ThemeDraft {
            kind: vacancy.kind,
            title: "又一面".into(),
            motive: "".into(),
            powers: vec!["芽".into(); powers],
            weaknesses: vec!["嫩".into()],
            nascent: !vacancy.full,
        };
        table.play(host(), Command::ReplaceTheme { character, theme });
    }
}

fn ending(table: &Table, ending: &str, exempt: Vec<Id>) -> Command {
    Command::ChooseEnding { character: table.diver().id, ending: ending.to_owned(), exempt }
}

#[test]
fn m57_an_ending_needs_five_evolution() {
    let mut table = Table::new("mist-city");
    let peace = ending(&table, "peace", Vec::new());
    assert_eq!(table.refused(ada(), peace), "M-57");
    let mut table = evolved("mist-city");
    let peace = ending(&table, "peace", Vec::new());
    table.play(ada(), peace);
    assert!(table.diver().left);
}

#[test]
fn m58_falling_asleep_spends_every_strange_theme_for_good() {
    let mut table = evolved("mist-city");
    let anomaly = table.challenge("雾兽", &[]);
    let hidden =
        ChallengeDraft { name: "影".to_owned(), hidden: true, ..ChallengeDraft::default() };
    table.play(host(), Command::AddChallenge { challenge: hidden });
    let hidden = table.id("影");
    let spared = table.challenge("旧友", &[]);
    let door = table.challenge("锁着的门", &[]);
    table.play(host(), Command::SetMundane { challenge: door, mundane: true });
    let sleep = ending(&table, "sleep", vec![spared]);
    assert_eq!(table.refused(ada(), sleep.clone()), "B-01", "only the host exempts");
    table.play(host(), sleep);
    for (it, overcome) in [(anomaly, true), (hidden, true), (spared, false), (door, false)] {
        assert_eq!(table.state().challenge(it).expect("it").overcome.is_some(), overcome);
    }
    let it = table.diver();
    assert!(it.asleep && !it.left);
    assert!(it.themes.iter().all(|theme| theme.kind == Kind::Human));
    assert!(table.state().challenge(anomaly).expect("it").overcome.is_some());
    // No strange theme can come again, even in the place of a lost self.
    if !table.diver().themes.is_empty() {
        decay(&mut table, 0, 3);
    }
    let vacancies = &table.diver().vacancies;
    assert!(vacancies.iter().all(|it| it.kind == Kind::Human));
    for phase in ["wrap-up", "montage"] {
        let phase = phase.to_owned();
        table.play(host(), Command::EnterPhase { phase });
    }
    assert!(table.diver().left, "when the chapter ends");
}

#[test]
fn m58_an_avatar_gives_up_every_self_and_holds_three_gifts() {
    let mut table = evolved("mist-city");
    let avatar = ending(&table, "avatar", Vec::new());
    table.play(ada(), avatar);
    refill(&mut table);
    let it = table.diver();
    assert!(it.avatar && !it.left);
    let gifts = it.themes.iter().filter(|it| it.kind == Kind::Strange);
    assert!(gifts.count() >= 3);
    assert!(it.themes.iter().all(|it| it.kind == Kind::Strange));
    let bureau = shipped("mist-bureau");
    assert!(bureau.endings.iter().all(|it| it.avatar.is_none()));
}
