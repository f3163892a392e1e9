//! M-01 … M-09: tags, themes, statuses, limits, challenges, scenes.

use rules::mist::{
    Command, Depth, Effect, Event, Fate, Harm, Holder, Kind, Step, ThemeDraft, ThreatDraft,
};
use rules::{Audience, Tone};

use crate::table::*;

fn draft(kind: Kind, powers: usize, weaknesses: usize, nascent: bool) -> ThemeDraft {
    ThemeDraft {
        kind,
        title: "新主题".into(),
        motive: "动机".into(),
        powers: vec!["力量".into(); powers],
        weaknesses: vec!["弱点".into(); weaknesses],
        nascent,
    }
}

#[test]
fn m01_a_burnt_tag_cannot_be_used_until_recovered() {
    let mut table = Table::new("mist-2d6");
    let tag = table.id("屏息");
    table.play(host(), Command::BurnTag { tag });
    let actor = table.diver().id;
    table.play(ada(), act(actor));
    let roll = table.roll().id;
    let propose =
        Command::Propose { roll, source: tag, polarity: rules::mist::Polarity::Help, burn: false };
    assert_eq!(table.refused(ada(), propose.clone()), "M-12");
    table.play(host(), Command::RecoverTag { tag });
    table.play(ada(), propose);
}

fn act(actor: rules::Id) -> Command {
    acting(actor, Depth::Detailed, Vec::new())
}

#[test]
fn m01_names_are_checked_wherever_they_are_typed() {
    let mut table = Table::new("mist-2d6");
    let on = Holder::Scene;
    for (name, fits) in [("雾", true), ("  ", false), ("\u{202e}雾", false)] {
        let command = Command::AddTag { on, name: name.to_owned(), hidden: false };
        if fits {
            table.play(host(), command);
        } else {
            assert_eq!(table.refused(host(), command), "B-15", "{name:?}");
        }
    }
}

#[test]
fn m02_a_theme_is_full_or_nascent() {
    let mut table = Table::new("mist-bureau");
    let check = |table: &mut Table, theme: ThemeDraft, fits: bool| {
        let command = Command::MakeCharacter {
            name: "新人".to_owned(),
            themes: vec![theme],
            seat: None,
            hidden: false,
        };
        if fits {
            table.play(ada(), command);
        } else {
            assert_eq!(table.refused(ada(), command), "M-02");
        }
    };
    check(&mut table, draft(Kind::Strange, 3, 1, false), true);
    check(&mut table, draft(Kind::Human, 1, 1, true), true);
    check(&mut table, draft(Kind::Strange, 2, 1, false), false);
    check(&mut table, draft(Kind::Strange, 3, 0, false), false);
    check(&mut table, draft(Kind::Strange, 3, 1, true), false);
    let themes = Command::MakeCharacter {
        name: "新人".to_owned(),
        themes: Vec::new(),
        seat: None,
        hidden: false,
    };
    assert_eq!(table.refused(ada(), themes), "M-02");
}

#[test]
fn m03_kinds_motives_and_tracks_have_the_names_of_each_ruleset() {
    let check = |id, strange: [&str; 4], human: [&str; 4]| {
        let pack = shipped(id);
        for (kind, names) in [(Kind::Strange, strange), (Kind::Human, human)] {
            let kind = pack.kinds.of(kind);
            let found = [&kind.name, &kind.motive, &kind.improve, &kind.decay];
            for (found, name) in found.into_iter().zip(names) {
                assert!(is(found, name), "{id}: {name}");
            }
        }
    };
    check("mist-bureau", ["浸染", "侵蚀", "掌控", "沉溺"], ["自我", "追求", "进展", "放弃"]);
    check("mist-city", ["赐礼", "欲望", "共鸣", "衰退"], ["自我", "困境", "进展", "放弃"]);
    check("mist-2d6", ["浸染", "侵蚀", "掌控", "沉溺"], ["人理", "追求", "进展", "放弃"]);
}

#[test]
fn m04_a_status_has_a_tier_of_one_to_six() {
    for pack in PACKS {
        let mut table = Table::new(pack);
        let on = Holder::Character(table.diver().id);
        for (tier, fits) in [(0, false), (1, true), (6, true), (7, false)] {
            let command = Command::GainStatus {
                on,
                name: format!("状态{tier}"),
                tier,
                onto: None,
                against: None,
                hidden: false,
            };
            if fits {
                table.play(host(), command);
                assert_eq!(table.tier(on, &format!("状态{tier}")), tier);
            } else {
                assert_eq!(table.refused(host(), command), "M-04");
            }
        }
    }
}

#[test]
fn m05_the_same_name_stacks_and_a_person_may_say_what_is_similar() {
    let mut table = Table::new("mist-2d6");
    let on = Holder::Character(table.diver().id);
    table.give(on, "受伤", 2);
    table.give(on, "受伤", 2);
    assert_eq!(table.status(on, "受伤").expect("hurt").marks.boxes(), [2, 3]);
    let onto = Some(table.id("受伤"));
    table.play(
        host(),
        Command::GainStatus {
            on,
            name: "流血".to_owned(),
            tier: 1,
            onto,
            against: None,
            hidden: false,
        },
    );
    assert_eq!(table.status(on, "受伤").expect("hurt").marks.boxes(), [1, 2, 3]);
    assert!(table.status(on, "流血").is_none());
}

#[test]
fn m06_opposed_statuses_leave_only_the_difference() {
    let check = |there: u8, gained: u8, left: (u8, u8)| {
        let mut table = Table::new("mist-2d6");
        let on = Holder::Character(table.diver().id);
        table.give(on, "疲惫", there);
        let against = Some(table.id("疲惫"));
        table.play(
            host(),
            Command::GainStatus {
                on,
                name: "振奋".to_owned(),
                tier: gained,
                onto: None,
                against,
                hidden: false,
            },
        );
        let tiers = (table.tier(on, "疲惫"), table.tier(on, "振奋"));
        assert_eq!(tiers, left, "{there} against {gained}");
    };
    check(3, 1, (2, 0));
    check(3, 3, (0, 0));
    check(2, 5, (0, 3));
}

#[test]
fn m06_how_a_status_is_lowered_is_a_ruling_of_the_pack() {
    let check = |how: &str, left: &[u8]| {
        let pack = variant(&format!("extends = \"mist-bureau\"\n[status]\nreduce = \"{how}\"\n"));
        let mut table = Table::with(pack);
        let on = Holder::Character(table.diver().id);
        table.give(on, "受伤", 2);
        table.give(on, "受伤", 4);
        let status = table.id("受伤");
        table.play(host(), Command::ReduceStatus { status, by: 1 });
        assert_eq!(table.status(on, "受伤").expect("hurt").marks.boxes(), left);
    };
    check("lower", &[2, 3]);
    check("erase-marks", &[2]);
    check("shift", &[1, 3]);
}

#[test]
fn m07_a_challenge_is_overcome_by_any_of_its_limits() {
    let mut table = Table::new("mist-2d6");
    let foe = table.challenge("无面西装先生", &[("受伤", 4), ("说服", 3)]);
    let on = Holder::Challenge(foe);
    table.give(on, "受伤", 3);
    table.give(on, "说服", 2);
    assert!(table.state().challenge(foe).expect("it").overcome.is_none());
    table.give(on, "说服", 2);
    let limit = table.state().challenge(foe).expect("it").limits[1].id;
    assert_eq!(table.state().challenge(foe).expect("it").overcome, Some(limit));
}

#[test]
fn m07_a_character_at_six_dies_or_is_changed_and_it_is_recorded() {
    for (fate, left) in
        [(Fate::Died, true), (Fate::Transformed { text: "化作雾".to_owned() }, false)]
    {
        let mut table = Table::new("mist-city");
        let id = table.diver().id;
        let choose = Command::ChooseFate { character: id, fate: fate.clone() };
        assert_eq!(table.refused(ada(), choose.clone()), "M-07");
        table.give(Holder::Character(id), "重伤", 6);
        assert!(table.diver().limit_met.is_some());
        assert_eq!(table.refused(bo(), choose.clone()), "B-01");
        table.play(ada(), choose);
        assert_eq!(table.diver().fate, Some(fate));
        assert_eq!(table.diver().left, left);
    }
}

#[test]
fn m08_a_challenge_has_limits_threats_tags_and_statuses() {
    let mut table = Table::new("mist-bureau");
    let foe = table.challenge("门", &[("破坏", 4)]);
    table.play(
        host(),
        Command::AddThreat {
            challenge: Some(foe),
            threat: ThreatDraft {
                text: "门在合拢".to_owned(),
                at: Vec::new(),
                harms: vec![hurt("夹伤", 2)],
                hidden: false,
            },
        },
    );
    table.play(
        host(),
        Command::AddTag { on: Holder::Challenge(foe), name: "铁铸".to_owned(), hidden: false },
    );
    table.give(Holder::Challenge(foe), "破坏", 1);
    let it = table.state().challenge(foe).expect("it");
    let counts = (it.limits.len(), it.threats.len(), it.tags.len(), it.statuses.len());
    assert_eq!(counts, (1, 1, 1, 1));
}

#[test]
fn m09_unanswered_threats_come_due_at_the_consequence_step() {
    let mut table = Table::new("mist-2d6");
    let foe = table.challenge("火场", &[("扑灭", 4)]);
    let threat = |text: &str| ThreatDraft {
        text: text.to_owned(),
        at: Vec::new(),
        harms: vec![hurt("烧伤", 2)],
        hidden: false,
    };
    for text in ["火势蔓延", "浓烟"] {
        table.play(host(), Command::AddThreat { challenge: Some(foe), threat: threat(text) });
    }
    let answered = table.id("浓烟");
    table.play(host(), Command::AnswerThreat { threat: answered, answered: true });
    table.play(host(), Command::StepScene { step: Step::Action });
    let step = Command::StepScene { step: Step::Consequence };
    table.play(host(), step);
    // One for each player's character; nobody rolled.
    let pending = &table.state().consequences;
    assert_eq!(pending.len(), 2);
    assert!(pending.iter().all(|it| is(&it.text, "火势蔓延")));
    let first = pending[0].id;
    table.play(ada(), Command::Accept { consequence: first });
    assert_eq!(table.tier(Holder::Character(table.diver().id), "烧伤"), 2);
}

#[test]
fn m09_what_a_threat_does_to_the_scene_comes_once_however_many_are_hit() {
    let mut table = Table::new("mist-2d6");
    table.play(host(), Command::SetCountdown { tier: Some(4) });
    let foe = table.challenge("广播", &[("沉默", 4)]);
    let threat = |text: &str, harms: Vec<Harm>| ThreatDraft {
        text: text.to_owned(),
        at: Vec::new(),
        harms,
        hidden: false,
    };
    let clock = Harm::Clock { clock: None, by: 1 };
    for draft in
        [threat("车灯", vec![clock.clone()]), threat("念到名字", vec![hurt("身不由己", 2), clock])]
    {
        table.play(host(), Command::AddThreat { challenge: Some(foe), threat: draft });
    }
    table.play(host(), Command::StepScene { step: Step::Consequence });
    let pending = &table.state().consequences;
    let of_scene = pending.iter().filter(|it| it.to.is_none()).count();
    let of_each = pending.iter().filter(|it| it.to.is_some());
    assert_eq!(of_scene, 2, "the countdown moves once for each threat");
    assert!(of_each.clone().all(|it| it.harms == [hurt("身不由己", 2)]));
    assert_eq!(of_each.count(), 2, "each has a status of their own to answer");
    let scene = pending.iter().find(|it| it.to.is_none()).expect("one").id;
    assert_eq!(table.refused(ada(), Command::Accept { consequence: scene }), "B-01");
    table.play(host(), Command::Accept { consequence: scene });
    assert_eq!(table.state().story.countdown, Some(3));
}

#[test]
fn m09_story_tags_go_with_the_scene_unless_kept() {
    let mut table = Table::new("mist-bureau");
    let on = Holder::Character(table.diver().id);
    for name in ["借来的枪", "沾湿"] {
        table.play(host(), Command::AddTag { on, name: name.to_owned(), hidden: false });
    }
    let keep = vec![table.id("借来的枪")];
    table.play(host(), Command::EndScene { keep });
    let tags = &table.diver().tags;
    assert_eq!(tags.len(), 1);
    assert!(is(&tags[0].name, "借来的枪"));
    assert!(table.state().scene.is_none());
}

#[test]
fn m09_a_scene_does_not_end_over_an_open_roll() {
    let mut table = Table::new("mist-bureau");
    let roll = table.act(&[]);
    let end = Command::EndScene { keep: Vec::new() };
    assert_eq!(table.refused(host(), end.clone()), "M-09");
    table.play(ada(), Command::Cancel { roll });
    table.play(host(), end);
}

#[test]
fn m20_each_part_of_a_consequence_does_what_it_says() {
    let mut table = Table::new("mist-2d6");
    let foe = table.challenge("影", &[("?受光", 3)]);
    let (tag, hidden) = (table.id("屏息"), table.id("受光"));
    let on = Holder::Character(table.diver().id);
    let consequence = table.hit(vec![
        hurt("恐惧", 2),
        Harm::Tag { name: "湿滑".into() },
        Harm::Burn { tag },
        Harm::Raise { challenge: foe, name: "愤怒".into(), tier: 1 },
        Harm::Reveal { thing: hidden },
        Harm::Trait { challenge: Some(foe), name: "无处不在".into() },
        Harm::Worse { text: "灯灭了".into() },
    ]);
    let events = table.play(ada(), Command::Accept { consequence });
    assert_eq!(table.tier(on, "恐惧"), 2);
    assert!(is(&table.diver().tags[0].name, "湿滑"));
    assert!(table.diver().themes[0].powers.iter().any(|it| it.burnt));
    assert_eq!(table.tier(Holder::Challenge(foe), "愤怒"), 1);
    let it = table.state().challenge(foe).expect("it");
    assert_eq!(it.limits[0].seen, Audience::All);
    assert!(is(&it.tags[0].name, "无处不在"));
    assert!(events.iter().any(|it| matches!(it, Event::Told { .. })));
}

#[test]
fn m20_the_host_answers_for_what_the_dice_called_for() {
    let mut table = Table::new("mist-2d6");
    let roll = table.act(&[]);
    table.fall_to(roll, Tone::Failure);
    let owed = table.state().owed[0].id;
    assert_eq!(table.refused(ada(), Command::LetPass { owed }), "B-01");
    let empty = Command::Hit {
        owed: Some(owed),
        to: None,
        text: String::new(),
        harms: Vec::new(),
        threat: None,
    };
    assert_eq!(table.refused(host(), empty), "M-20");
    table.hit(vec![hurt("扭伤", 1)]);
    assert!(table.state().owed.is_empty());
    assert_eq!(table.state().consequences.len(), 1);
}

#[test]
fn m17_what_an_effect_makes_is_there() {
    let mut table = Table::new("mist-bureau");
    let roll = table.act(&["矫健身手", "三棱军刺", "屏息"]);
    table.fall_to(roll, Tone::Full);
    let effects = vec![
        Effect::GainStatus {
            on: Holder::Character(table.archivist().id),
            name: "警觉".to_owned(),
            tier: 1,
            onto: None,
            against: None,
        },
        Effect::AddTag { on: Holder::Scene, name: "掩体".to_owned() },
    ];
    table.play(ada(), Command::Spend { roll, effects });
    assert_eq!(table.tier(Holder::Character(table.archivist().id), "警觉"), 1);
    assert!(is(&table.state().tags(Holder::Scene)[0].name, "掩体"));
    assert!(table.state().rolls.is_empty(), "all power is spent");
}

#[test]
fn m20_a_consequence_may_be_picked_from_the_threats() {
    let mut table = Table::new("mist-2d6");
    let foe = table.challenge("火场", &[("扑灭", 4)]);
    let threat = ThreatDraft {
        text: "横梁砸下".to_owned(),
        at: Vec::new(),
        harms: vec![hurt("砸伤", 3)],
        hidden: false,
    };
    let challenge = Some(foe);
    table.play(host(), Command::AddThreat { challenge, threat });
    let roll = table.act(&[]);
    table.fall_to(roll, Tone::Failure);
    let threat = table.id("横梁砸下");
    let offers = table.offers(host());
    let hit = offers
        .into_iter()
        .find(|it| matches!(it.command, Command::Hit { threat: Some(id), .. } if id == threat))
        .expect("the threat is offered");
    assert!(hit.waits.is_some());
    table.play(host(), hit.command);
    let pending = &table.state().consequences[0];
    assert!(is(&pending.text, "横梁砸下"));
    assert_eq!(pending.harms, [hurt("砸伤", 3)]);
    assert!(!table.state().challenges[0].threats[0].answered, "it stays until it is dealt with");
    let consequence = table.state().consequences[0].id;
    table.play(ada(), Command::Accept { consequence });
    for step in [Step::Action, Step::Consequence] {
        table.play(host(), Command::StepScene { step });
    }
    assert_eq!(table.state().consequences.len(), 2, "and lands again, on everyone present");
}

#[test]
fn m05_a_status_stacks_onto_a_limit_and_is_told_under_its_own_name() {
    let mut table = Table::new("mist-bureau");
    let foe = table.challenge("守卫", &[("受伤", 3), ("动摇", 2)]);
    let (on, onto) = (Holder::Challenge(foe), Some(table.id("动摇")));
    let gain = |onto, name: &str, tier| Command::GainStatus {
        on,
        name: name.to_owned(),
        tier,
        onto,
        against: None,
        hidden: false,
    };
    let events = table.play(host(), gain(onto, "心虚", 1));
    assert_eq!(table.tier(on, "动摇"), 1);
    assert_eq!(table.tier(on, "心虚"), 0);
    assert!(table.told(&events).contains("动摇"));
    let status = table.status(on, "动摇").expect("it").id;
    let events = table.play(host(), gain(Some(status), "慌张", 2));
    let told = table.told(&events);
    assert!(told.contains("动摇") && !told.contains("慌张"), "{told}");
    assert!(table.state().challenge(foe).expect("it").overcome.is_some());
    let other = table.challenge("狗", &[("驯服", 2)]);
    let onto = Some(table.id("驯服"));
    assert_eq!(table.refused(host(), gain(onto, "安静", 1)), "B-30", "{other}");
}

#[test]
fn m20_every_kind_of_consequence_tells_its_kind() {
    let pack = variant(
        "extends = \"mist-bureau\"\n[[consequences]]\nid = \"separate\"\nname = \"失散\"\n",
    );
    let mut table = Table::with(pack);
    let other = Harm::Other { id: "separate".to_owned(), text: "被人群冲开".into() };
    table.hit(vec![other, Harm::Narrate { text: "灯灭了".into() }]);
    let told = table.told(&table.log[table.log.len() - 1..]);
    assert!(told.contains("失散") && told.contains("mist-harm-told"), "{told}");
}

#[test]
fn m08_a_challenge_may_be_marked_as_mundane() {
    let mut table = Table::new("mist-bureau");
    let challenge = table.challenge("锁着的门", &[]);
    let mundane = |mundane| Command::SetMundane { challenge, mundane };
    assert_eq!(table.refused(ada(), mundane(true)), "B-01");
    assert_eq!(table.refused(host(), mundane(false)), "M-08");
    table.play(host(), mundane(true));
    assert!(table.state().challenges[0].mundane);
}

#[test]
fn b05_a_character_can_be_taken_out_of_play_when_nothing_of_theirs_is_open() {
    let mut table = Table::new("mist-2d6");
    let character = table.diver().id;
    let roll = table.act(&[]);
    let retire = Command::Retire { character };
    assert_eq!(table.refused(bo(), retire.clone()), "B-01");
    assert_eq!(table.refused(ada(), retire.clone()), "B-05");
    table.play(ada(), Command::Cancel { roll });
    table.play(ada(), retire);
    assert!(table.diver().left);
    assert_eq!(table.refused(ada(), act(character)), "M-58");
}

#[test]
fn b12_a_player_has_so_many_characters_and_no_more() {
    let mut table = Table::new("mist-2d6");
    let take = || Command::TakeExample { example: "diver".to_owned(), name: None, seat: None };
    for _ in 1..rules::MOST_CHARACTERS_OF_A_SEAT {
        table.play(ada(), take());
    }
    let refusal = table.refusal(ada(), take());
    assert_eq!(refusal.what.id, "mist-too-many-characters");
    table.play(bo(), take());
}
