//! Sentences of the source that are easily broken: values above their most, debuffs, initiative
//! that is given up, sides, reach, stepping back, and the third law over time.

use rules::timeline::{
    Amount, Attribute, Claim, Command, Deed, Effort, Event, Options, Part, Resource, TraitDraft,
};
use rules::{Id, Message, Seat, message};

use crate::own_skills::write;
use crate::skills::{blow, examples, is, learn_own, use_skill};
use crate::table::{ANN, BEN, HOST, Table, card, declare, declare_timed, strike, target, whole};

fn change(who: Id, by: i64) -> Command {
    let (character, resource, by) = (who, Resource::HitPoints, whole(by));
    Command::ChangeResource { character, resource, by, damage_type: None }
}

fn cap(table: &mut Table, cap: bool) {
    let options = Options { cap: Some(cap), ..table.state().options.clone() };
    table.play(HOST, &Command::SetOptions { options });
}

fn most(table: &Table, who: Id) -> String {
    table.state().character(who).expect("a character").most(Resource::HitPoints).to_string()
}

fn guard(target: Id) -> Deed {
    Deed::Guard { target, against: None, dodge: false }
}

fn weaken(target: Id) -> Deed {
    Deed::Weaken { target, resist: Attribute::Constitution }
}

#[test]
fn t06_values_may_exceed_their_most_and_restoring_takes_nothing_away() {
    let mut table = Table::new();
    let ann = table.make(ANN, card("安"));
    table.play(ANN, change(ann, 50));
    assert_eq!((table.hit_points(ann), most(&table, ann)), ("200".into(), "150".into()));
    table.play(ANN, &Command::Restore { character: ann });
    assert_eq!(table.hit_points(ann), "200");
    table.play(ANN, change(ann, -120));
    table.play(ANN, &Command::Restore { character: ann });
    assert_eq!(table.hit_points(ann), "150");
}

#[test]
fn t06_where_the_table_caps_values_what_is_above_is_lost_and_told() {
    let mut table = Table::new();
    let ann = table.make(ANN, card("安"));
    cap(&mut table, true);
    table.play(ANN, change(ann, 50));
    assert_eq!(table.hit_points(ann), "150");
    let events = table.play(HOST, &Command::SetLevel { character: ann, level: 8 });
    let lost =
        |event: &Event| matches!(event, Event::ResourceChanged { by, .. } if *by == whole(-30));
    assert!(events.iter().any(lost), "{events:?}");
    assert_eq!(table.hit_points(ann), "120");
    cap(&mut table, false);
    table.play(HOST, &Command::SetLevel { character: ann, level: 4 });
    assert_eq!(table.hit_points(ann), "120");
    cap(&mut table, true);
    assert_eq!(table.hit_points(ann), "60", "as soon as it is said");
}

#[test]
fn t06_who_does_not_say_whether_values_are_capped_leaves_it() {
    let mut table = Table::new();
    table.play(HOST, &Command::SetOptions { options: Options::default() });
    assert_eq!(table.state().options.cap, Some(false));
}

#[test]
fn t06_another_s_card_changes_the_most_and_nothing_that_is_left() {
    let mut table = Table::new();
    let mut small = card("本");
    small.percentages[Attribute::Constitution.index()] = whole(10);
    small.percentages[Attribute::Strength.index()] = whole(55);
    let (ann, ben) = (table.make(ANN, card("安")), table.make(BEN, small));
    let pride = examples().traits.into_iter().find(|one| one.assumes).expect("an example");
    table.play(HOST, &Command::AddTrait { character: ann, draft: Box::new(pride) });
    table.play(ANN, &Command::AssumeCard { character: ann, other: Some(ben) });
    assert_eq!((table.hit_points(ann), most(&table, ann)), ("150".into(), "50".into()));
    table.play(ANN, &Command::AssumeCard { character: ann, other: None });
    assert_eq!((table.hit_points(ann), most(&table, ann)), ("150".into(), "150".into()));
}

#[test]
fn t31_death_comes_however_a_value_gets_to_nothing_and_a_most_never_kills() {
    let weak = || {
        let draft =
            TraitDraft { name: "枯".into(), hit_points: whole(-500), ..TraitDraft::default() };
        Box::new(draft)
    };
    let mut table = Table::new();
    let ann = table.make(ANN, card("安"));
    let dead = |table: &Table| table.state().character(ann).expect("ann").dead;
    table.play(HOST, &Command::AddTrait { character: ann, draft: weak() });
    assert_eq!((most(&table, ann).as_str(), dead(&table)), ("0", false));
    // With a cap the clamp is a loss like any other.
    let events = {
        let options = Options { cap: Some(true), ..table.state().options.clone() };
        table.play(HOST, &Command::SetOptions { options })
    };
    assert!(events.iter().any(|event| matches!(event, Event::Died { .. })), "{events:?}");
    assert!(dead(&table));
}

#[test]
fn t31_paying_with_one_s_last_blood_kills() {
    let (mut table, ann, ben) = Table::duel();
    let blood = learn_own(
        &mut table,
        ANN,
        ann,
        write(
            "attribute = \"strength\"\nwindup_for = \"0\"\n\
             effects = [{ effect = \"heal\", amount = \"impact\", resource = \"willpower\" }]\n\
             costs = [{ resource = \"hit-points\", amount = \"impact\" }]",
        ),
    );
    table.play(ANN, use_skill(ann, blood, Some(ben), 150));
    table.hold(ben);
    table.flow();
    assert!(table.state().character(ann).expect("ann").dead);
}

#[test]
fn t29_a_debuff_is_taken_from_moves_guards_and_interrupts_alike() {
    let weakened = || {
        let (mut table, ann, ben) = Table::duel();
        table.play(ANN, declare(ann, weaken(ben), Attribute::Strength, 35));
        table.hold(ben);
        table.flow();
        table.hold(ann);
        (table, ann, ben)
    };
    let (mut table, _, ben) = weakened();
    table.play(BEN, declare(ben, Deed::Move { to: whole(50) }, Attribute::Strength, 50));
    table.flow();
    assert_eq!(table.state().fighter(ben).expect("ben").1.position, whole(15));

    // A guard met during its wind-up, however long it takes: 70 less 35 oppose 60.
    for attribute in [Attribute::Strength, Attribute::Constitution] {
        let (mut table, ann, ben) = weakened();
        table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 60));
        let effort = Some(Effort::Impact(whole(70)));
        let (attribute, deed) = (Some(attribute), guard(ben));
        let (note, weapon) = (String::new(), None);
        table
            .play(BEN, &Command::Declare { character: ben, deed, attribute, effort, weapon, note });
        table.flow();
        assert_eq!(table.hit_points(ben), "125");
        let pool = table.state().fighter(ben).expect("ben").1.weakness();
        assert_eq!(pool, Amount::ZERO, "the pool is used up by it");
    }
}

#[test]
fn t29_what_is_met_during_its_windup_is_as_weak_as_at_its_end() {
    // Ben's act of 60 is weakened by 40; an interrupt of 30 is more than the 20 left.
    for time in [6, 2] {
        let (mut table, ann, ben) = Table::duel();
        let cay = table.third();
        table.play(ANN, declare(ann, weaken(ben), Attribute::Strength, 40));
        [ben, cay].into_iter().for_each(|one| table.hold(one));
        table.flow();
        table.hold(ann);
        table.play(BEN, declare(ben, strike(ann), Attribute::Strength, 60));
        let interrupt = Deed::Interrupt { target: ben };
        table.play(HOST, declare_timed(cay, interrupt, Attribute::Strength, time));
        table.flow();
        let (strength, left) = (if time == 2 { "17.5" } else { "52.5" }, table.acts(ben));
        // 52.5 is more than 20, 17.5 is not.
        assert_eq!(left, time == 2, "{strength}");
        if left {
            let act = table.state().fighter(ben).expect("ben").1.act().expect("an act").left;
            assert_eq!(act, Amount::hundredths(250));
        }
    }
}

#[test]
fn t29_a_dodge_opposes_a_debuff_as_it_does_a_control() {
    for deed in [weaken, |target| Deed::Control { target, resist: Attribute::Willpower }] {
        let (mut table, ann, ben) = Table::duel();
        table.play(ANN, declare(ann, deed(ben), Attribute::Strength, 35));
        table.play(BEN, declare(ben, guard(ben), Attribute::Strength, 40));
        table.flow();
        let (_, fighter) = table.state().fighter(ben).expect("ben");
        assert_eq!((fighter.weakness(), fighter.held_until()), (Amount::ZERO, None));
        assert_eq!(fighter.act().map(|act| act.left), Some(whole(5)), "40 less 35");
    }
}

#[test]
fn t27_two_controls_of_one_act_meet_it_one_after_the_other() {
    let (mut table, ann, ben) = Table::duel();
    let cay = table.third();
    let control = |target| Deed::Control { target, resist: Attribute::Strength };
    table.play(ANN, declare(ann, control(ben), Attribute::Strength, 35));
    table.play(HOST, declare(cay, control(ben), Attribute::Dexterity, 35));
    table.play(BEN, declare(ben, strike(ann), Attribute::Strength, 50));
    table.flow();
    // 50 less 35 is 15; 35 less 15 controls with 20, for 20 × 20 / 175 T.
    assert!(!table.acts(ben));
    let until = table.state().fighter(ben).expect("ben").1.held_until();
    assert_eq!(until.map(|until| until.to_string()), Some("6.29".into()));
}

#[test]
fn t26_an_ambush_cannot_be_held_open_by_cancelling() {
    let mut table = Table::new();
    let (ann, ben) = (table.make(ANN, card("安")), table.make(BEN, card("本")));
    table.open(&[ann, ben], &[ann]);
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 700));
    // Ben would have to wait for 40 T.
    table.play(BEN, declare(ben, strike(ann), Attribute::Strength, 35));
    assert_eq!(table.end_of(ben), "44");
    table.play(HOST, &Command::Flow { to: Some(whole(1)) });
    let events = table.play(ANN, &Command::CancelAct { character: ann });
    assert!(events.contains(&Event::InitiativeOver), "{events:?}");
    assert_eq!(table.end_of(ben), "5", "Ben starts as soon as it is cancelled");
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 700));
    table.flow();
    assert_eq!((table.now().as_str(), table.hit_points(ann)), ("5", "115".into()));
}

#[test]
fn t26_an_ambush_that_is_lost_frees_the_others() {
    let mut table = Table::new();
    let (ann, ben) = (table.make(ANN, card("安")), table.make(BEN, card("本")));
    table.open(&[ann, ben], &[ann]);
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 700));
    table.play(HOST, &Command::LeaveFight { character: ann });
    table.play(BEN, declare(ben, Deed::Narrate, Attribute::Strength, 35));
    assert_eq!(table.end_of(ben), "4");
}

#[test]
fn t30_bare_hands_reach_one_d_once_places_are_in_use() {
    let (mut table, ann, ben) = Table::duel();
    let place = |character, position| Command::Place {
        character,
        position: Amount::hundredths(position),
        unseen: false,
    };
    let act = declare(ann, strike(ben), Attribute::Strength, 10);
    table.play(HOST, place(ben, 100));
    assert!(table.decide(ANN, &act).is_ok());
    table.play(HOST, place(ben, 101));
    assert_eq!(table.refused(ANN, &act), "T-30");
    let options = Options { unarmed_reach: Some(whole(2)), ..table.state().options.clone() };
    table.play(HOST, &Command::SetOptions { options });
    assert!(table.decide(ANN, &act).is_ok());
}

#[test]
fn t30_a_move_states_the_distance_or_the_place() {
    let (mut table, ann, ben) = Table::duel();
    let step = |by| declare(ann, Deed::Step { by: whole(by) }, Attribute::Strength, 1);
    table.hold(ben);
    table.play(ANN, step(35));
    assert_eq!(table.end_of(ann), "4");
    // Planned behind it, it goes on from where it ended.
    table.play(ANN, step(-10));
    table.flow();
    assert_eq!(table.state().fighter(ann).expect("ann").1.position, whole(35));
    table.flow();
    assert_eq!(table.state().fighter(ann).expect("ann").1.position, whole(25));
    table.play(ANN, declare(ann, Deed::Move { to: whole(0) }, Attribute::Strength, 1));
    table.flow();
    assert_eq!(table.state().fighter(ann).expect("ann").1.position, whole(0));
}

#[test]
fn t33_before_or_after_what_was_declared_at_an_instant() {
    let (mut table, ann, ben) = Table::duel();
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 35));
    table.play(BEN, declare(ben, strike(ann), Attribute::Strength, 70));
    table.flow();
    table.play(ANN, declare(ann, guard(ann), Attribute::Strength, 70));
    let back = |to, before| Command::StepBack { to: whole(to), before };
    // This very instant, before Ann declared.
    table.play(HOST, back(4, true));
    assert_eq!((table.now().as_str(), table.acts(ann), table.acts(ben)), ("4", false, true));
    assert_eq!(table.hit_points(ben), "115");
    table.play(ANN, declare(ann, guard(ann), Attribute::Strength, 70));
    table.flow();
    table.play(HOST, back(4, false));
    assert_eq!((table.now().as_str(), table.acts(ann)), ("4", true));
    table.play(HOST, back(0, true));
    assert_eq!((table.now().as_str(), table.acts(ann), table.acts(ben)), ("0", false, false));
    assert_eq!(table.hit_points(ben), "150");
}

#[test]
fn t34_fighters_stand_on_sides() {
    let mut table = Table::new();
    let (ann, ben) = (table.make(ANN, card("安")), table.make(BEN, card("本")));
    let cay = table.make(HOST, card("凯"));
    table.open(&[ann, ben, cay], &[]);
    let sides = |table: &Table| match table.view(BEN.viewer()).remove("fight") {
        Some(Part::Fight(part)) => part.fighters.iter().map(|one| one.side).collect::<Vec<u8>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(sides(&table), [1, 1, 2], "players on one side, the host's on the other");
    let set = |sides: &[(Id, u8)]| Command::SetSides { sides: sides.to_vec() };
    assert_eq!(table.refused(BEN, set(&[(ann, 2)])), "B-01");
    assert_eq!(table.refused(BEN, set(&[(ben, 0)])), "T-34");
    table.play(BEN, set(&[(ben, 3)]));
    table.play(HOST, set(&[(cay, 1)]));
    assert_eq!(sides(&table), [1, 3, 1]);
    table.play(HOST, &Command::EndFight);
    let fighters = vec![ann, ben, cay];
    let open = |sides| Command::OpenFight {
        fighters: fighters.clone(),
        ambush: vec![],
        sides,
        name: None,
    };
    assert_eq!(table.refused(HOST, open(vec![(Id::from_bits(9), 1)])), "T-34");
    table.play(HOST, open(vec![(ann, 4)]));
    assert_eq!(sides(&table), [4, 1, 2]);
}

/// 易形: dexterity for strength.
fn reshape(points: i64) -> String {
    format!(
        "attribute = \"strength\"\ndifficulty = 2\neffects = [\
         {{ effect = \"percentages\", attribute = \"strength\", points = \"{points}\" }},\
         {{ effect = \"percentages\", attribute = \"dexterity\", points = \"-{points}\" }}]"
    )
}

#[test]
fn t54_no_more_is_gained_than_was_really_given_up_however_often() {
    let (mut table, ann, ben) = Table::duel();
    let skill = learn_own(&mut table, HOST, ann, write(&reshape(25)));
    table.hold(ben);
    let sum = |table: &Table| {
        let own = table.state().character(ann).expect("ann");
        Attribute::ALL[..3].iter().map(|one| own.attribute(*one)).sum::<Amount>()
    };
    let strength =
        |table: &Table| table.state().character(ann).expect("ann").attribute(Attribute::Strength);
    let cast = |table: &mut Table| {
        table.play(ANN, use_skill(ann, skill, None, 20));
        while table.acts(ann) {
            table.flow();
        }
    };
    // Dexterity 35: 25 are given up, then the last 10, then nothing.
    cast(&mut table);
    assert_eq!((strength(&table), sum(&table)), (whole(300), whole(500)));
    cast(&mut table);
    assert_eq!((strength(&table), sum(&table)), (whole(350), whole(500)));
    assert_eq!(table.refused(ANN, use_skill(ann, skill, None, 20)), "T-54");
    assert_eq!((strength(&table), sum(&table)), (whole(350), whole(500)));
}

#[test]
fn t54_what_is_gained_may_not_outlast_what_is_given_up() {
    let lasting = |gain: &str, loss: &str| {
        let text = format!(
            "attribute = \"strength\"\ndifficulty = 2\neffects = [\
             {{ effect = \"percentages\", attribute = \"strength\", points = \"10\"{gain} }},\
             {{ effect = \"percentages\", attribute = \"dexterity\", points = \"-10\"{loss} }}]"
        );
        write(&text).check().map_err(|no| no.rule.to_string())
    };
    let five = ", lasts = \"5\"";
    assert_eq!(lasting(five, five), Ok(()));
    assert_eq!(lasting(five, ""), Ok(()));
    assert_eq!(lasting("", five), Err("T-54".into()));
    assert_eq!(lasting(", lasts = \"9\"", five), Err("T-54".into()));
}

#[test]
fn t52_what_no_number_measures_costs_level_times_the_host_s_difficulty() {
    for effect in ["reveal", "assume"] {
        let (mut table, ann, ben) = Table::duel();
        table.play(HOST, &Command::SetLevel { character: ben, level: 12 });
        let text = |difficulty: &str| {
            let text = format!(
                "attribute = \"intelligence\"\n{difficulty}effects = [{{ effect = \"{effect}\" }}]"
            );
            Box::new(write(&text))
        };
        let add = |skill| Command::AddSkill { character: ann, skill };
        assert_eq!(table.refused(ANN, add(text(""))), "T-52", "the host gives a difficulty");
        let skill = learn_own(&mut table, ANN, ann, *text("difficulty = 2\n"));
        let claim = Claim::Thing { character: ann, thing: skill };
        assert!(table.state().claims.contains(&claim), "the player named it");
        let judge = |difficulty| Command::JudgeSkill { character: ann, skill, difficulty };
        assert_eq!(table.refused(ANN, judge(1)), "B-01");
        table.play(HOST, judge(5));
        assert!(!table.state().claims.contains(&claim));
        // Ben's level 12 × 5.
        assert_eq!(table.refused(ANN, use_skill(ann, skill, Some(ben), 59)), "T-52");
        table.play(ANN, use_skill(ann, skill, Some(ben), 60));
    }
    // As traits they cost nothing.
    let mut table = Table::new();
    let ann = table.make(ANN, card("安"));
    let draft = TraitDraft { name: "野望".into(), insight: true, ..TraitDraft::default() };
    table.play(ANN, &Command::AddTrait { character: ann, draft: Box::new(draft) });
}

#[test]
fn t01_numbers_that_players_name_are_used_and_marked() {
    let mut table = Table::new();
    let ann = table.make(ANN, card("安"));
    table.play(HOST, &Command::Agree { claim: Claim::Level { character: ann } });
    table.play(ANN, target(100));
    assert_eq!(table.state().claims, [Claim::Target]);
    assert_eq!(table.state().target, Some(whole(100)));
    table.play(HOST, target(120));
    assert_eq!(table.state().claims, [], "the host corrected it");
    table.play(ANN, &Command::SetLevel { character: ann, level: 11 });
    table.play(HOST, &Command::SetLevel { character: ann, level: 11 });
    assert_eq!(table.state().claims, []);
    let draft =
        TraitDraft { name: "铁骨".into(), hit_points: whole(20), ..TraitDraft::default() };
    table.play(ANN, &Command::AddTrait { character: ann, draft: Box::new(draft) });
    let thing = table.state().character(ann).expect("ann").traits[0].id;
    assert_eq!(table.state().claims, [Claim::Thing { character: ann, thing }]);
    table.play(ANN, &Command::Remove { character: ann, thing });
    assert_eq!(table.state().claims, []);
    let words =
        TraitDraft { name: "夜视".into(), text: "看得清".into(), ..TraitDraft::default() };
    table.play(ANN, &Command::AddTrait { character: ann, draft: Box::new(words) });
    assert_eq!(table.state().claims, [], "words are the player's own");
}

#[test]
fn t50_a_blow_on_someone_sealed_in_says_that_nothing_happened() {
    let (mut table, ann, ben) = Table::duel();
    let cay = table.third();
    let tomb = crate::skills::learn(&mut table, ANN, ann, "tomb");
    table.play(ANN, use_skill(ann, tomb, Some(ben), 35));
    [ben, cay].into_iter().for_each(|one| table.hold(one));
    table.flow();
    let events = blow(&mut table, cay, ben, 10);
    assert!(events.contains(&Event::Untouched { character: ben, by: cay }), "{events:?}");
    is(&table, ben, "150", "150");
}

#[test]
fn t32_a_fight_is_called_by_its_name_else_its_place_else_its_sides() {
    let mut table = Table::new();
    let (ann, ben) = (table.make(ANN, card("安")), table.make(BEN, card("本")));
    let (cay, mist) = (table.make(HOST, card("凯")), table.make_hidden(card("影")));
    let fighters = vec![ann, ben, cay, mist];
    let open = |name: Option<&str>| Command::OpenFight {
        fighters: fighters.clone(),
        ambush: vec![],
        sides: vec![],
        name: name.map(str::to_owned),
    };
    let title = |table: &Table, seat: Seat| match table.view(seat.viewer()).remove("fight") {
        Some(Part::Fight(part)) => part.title.clone(),
        other => panic!("{other:?}"),
    };
    let plain = |text: &str| message!("plain", text = text);
    let names = |names: &[&str]| {
        let names: Vec<Message> = names.iter().map(|name| plain(name)).collect();
        message!("timeline-fight-names", names = names)
    };
    let between = |one: &[&str], other: &[&str]| {
        message!("timeline-fight-between", one = names(one), other = names(other))
    };
    table.play(HOST, open(None));
    assert_eq!(title(&table, HOST), between(&["安", "本"], &["凯", "影"]));
    assert_eq!(title(&table, ANN), between(&["安", "本"], &["凯"]), "no more than is seen");
    // Whoever falls stays on their side.
    table.play(HOST, &Command::SetSides { sides: vec![(ben, 2)] });
    table.play(HOST, change(ben, -150));
    assert_eq!(
        title(&table, ANN),
        message!("timeline-fight-between", one = names(&["安"]), other = names(&["本", "凯"]))
    );
    let third = message!("timeline-fight-side", first = "本", count = 3_usize);
    assert_eq!(
        title(&table, HOST),
        message!("timeline-fight-between", one = names(&["安"]), other = third)
    );
    table.play(HOST, &Command::EndFight);
    let fighters = vec![ann, cay];
    let open = |name: Option<&str>| Command::OpenFight {
        fighters: fighters.clone(),
        ambush: vec![],
        sides: vec![],
        name: name.map(str::to_owned),
    };
    assert_eq!(table.refused(HOST, open(Some(&"长".repeat(61)))), "B-15");
    table.play(HOST, open(Some(" 甲板，雾里 ")));
    assert_eq!(title(&table, BEN), plain("甲板，雾里"));
    table.play(HOST, &Command::EndFight);
    table.play(HOST, open(Some(" ")));
    assert_eq!(title(&table, BEN), between(&["安"], &["凯"]), "a blank is no name");
}
