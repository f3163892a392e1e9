//! Skills and traits played on the timeline (T-08, T-50 … T-55).

use rules::timeline::{
    Amount, Attribute, Command, Deed, Doing, Effort, Event, Resource, Skill, Timeline,
};
use rules::{Id, Seat};

use crate::table::{ANN, BEN, HOST, Table, change, declare, declare_timed, strike, whole};

pub fn examples() -> Timeline {
    let pack = rules::pack::shipped_pack("timeline-examples").expect("it ships").pack.to_json();
    serde_json::from_value::<Timeline>(pack).expect("it fits")
}

pub fn learn_own(table: &mut Table, by: Seat, who: Id, skill: Skill) -> Id {
    let command = Command::AddSkill { character: who, skill: Box::new(skill) };
    match &table.play(by, &command)[..] {
        [Event::SkillAdded { known, .. }, ..] => known.id,
        other => panic!("{other:?}"),
    }
}

pub fn learn(table: &mut Table, by: Seat, who: Id, id: &str) -> Id {
    let skill = examples().skills.into_iter().find(|skill| skill.id == id).expect("an example");
    learn_own(table, by, who, skill)
}

fn give(table: &mut Table, who: Id, name: &str) {
    let draft = examples().traits.into_iter().find(|one| one.name == name).expect("an example");
    table.play(HOST, &Command::AddTrait { character: who, draft: Box::new(draft) });
}

pub fn use_skill(who: Id, skill: Id, target: Option<Id>, impact: i64) -> Command {
    Command::Declare {
        character: who,
        deed: Deed::Skill { skill, target, from: None },
        attribute: None,
        effort: Some(Effort::Impact(whole(impact))),
        weapon: None,
        note: String::new(),
    }
}

/// Ann uses an example with 35 on Ben, who holds.
fn played(id: &str) -> (Table, Id, Id) {
    let (mut table, ann, ben) = Table::duel();
    let skill = learn(&mut table, ANN, ann, id);
    table.play(ANN, use_skill(ann, skill, Some(ben), 35));
    table.hold(ben);
    table.flow();
    (table, ann, ben)
}

/// Lets a fighter strike another with so much strength, everyone else holding.
pub fn blow(table: &mut Table, who: Id, target: Id, impact: i64) -> Vec<Event> {
    table.play(HOST, declare(who, strike(target), Attribute::Strength, impact));
    let waiting: Vec<Id> =
        table.state().fight().expect("a fight").awaited().map(|one| one.id).collect();
    waiting.into_iter().for_each(|one| table.hold(one));
    let mut events = Vec::new();
    while table.acts(who) {
        events.extend(table.flow());
    }
    events
}

fn left(table: &Table, who: Id) -> (String, String) {
    (table.hit_points(who), table.willpower(who))
}

pub fn is(table: &Table, who: Id, hit_points: &str, willpower: &str) {
    assert_eq!(left(table, who), (hit_points.to_owned(), willpower.to_owned()));
}

#[test]
fn t51_drain_takes_will_and_light_gives_it_for_life() {
    let (table, ann, ben) = played("drain");
    is(&table, ben, "150", "132.5");
    is(&table, ann, "150", "167.5");
    let (mut table, ann, ben) = Table::duel();
    table.play(HOST, change(ben, Resource::Willpower, -50));
    let light = learn(&mut table, ANN, ann, "light");
    table.play(ANN, use_skill(ann, light, Some(ben), 35));
    table.hold(ben);
    table.flow();
    is(&table, ann, "115", "150");
    is(&table, ben, "150", "135");
}

#[test]
fn t51_dash_hurts_both_by_the_way_that_was_run() {
    let (mut table, ann, ben) = Table::duel();
    table.play(HOST, &Command::Place { character: ben, position: whole(20), unseen: false });
    let dash = learn(&mut table, ANN, ann, "dash");
    table.play(ANN, use_skill(ann, dash, Some(ben), 35));
    table.hold(ben);
    table.flow();
    is(&table, ann, "130", "150");
    is(&table, ben, "130", "150");
    assert_eq!(table.state().distance(ann, ben), Amount::ZERO);
}

#[test]
fn t51_without_places_a_dash_is_as_long_as_its_impact() {
    let (mut table, ann, ben) = Table::duel();
    let dash = learn(&mut table, ANN, ann, "dash");
    table.play(ANN, use_skill(ann, dash, Some(ben), 35));
    table.hold(ben);
    table.flow();
    is(&table, ann, "115", "150");
    is(&table, ben, "115", "150");
}

#[test]
fn t51_shapeshift_converts_either_way_at_once_and_chooses_what_takes_wounds() {
    let (mut table, ann, ben) = Table::duel();
    table.play(HOST, change(ann, Resource::Willpower, -60));
    let choose = Command::Bear { character: ann, resource: Some(Resource::Willpower) };
    assert_eq!(table.refused(ANN, &choose), "T-50");
    let shape = learn(&mut table, ANN, ann, "shape");
    assert_eq!(table.refused(ANN, use_skill(ann, shape, None, 35)), "T-51", "either way: which?");
    let convert = |from, impact| Command::Declare {
        character: ann,
        deed: Deed::Skill { skill: shape, target: None, from: Some(from) },
        attribute: None,
        effort: Some(Effort::Impact(whole(impact))),
        weapon: None,
        note: String::new(),
    };
    // At once, even while she winds something up.
    table.play(ANN, declare(ann, Deed::Narrate, Attribute::Strength, 35));
    table.play(ANN, convert(Resource::HitPoints, 70));
    is(&table, ann, "80", "160");
    table.play(ANN, convert(Resource::Willpower, 35));
    is(&table, ann, "115", "125");
    assert_eq!((table.end_of(ann).as_str(), table.now().as_str()), ("4", "0"));
    table.play(ANN, &Command::CancelAct { character: ann });
    table.hold(ben);
    table.play(ANN, &choose);
    table.hold(ann);
    blow(&mut table, ben, ann, 35);
    is(&table, ann, "115", "90");
    table.play(ANN, &Command::Bear { character: ann, resource: None });
    blow(&mut table, ben, ann, 35);
    is(&table, ann, "80", "90");
}

#[test]
fn t51_mind_control_declares_for_its_target_until_it_ends() {
    let (mut table, ann, ben) = played("puppet");
    let (_, fighter) = table.state().fighter(ben).expect("ben");
    // 35 by 150 of willpower is 4.67 T, from 4 T on.
    assert_eq!(fighter.doing, Doing::Controlled(Amount::hundredths(867)));
    // Ben's own player has no say; Ann decides, but only what is over in time.
    let own = declare(ben, strike(ann), Attribute::Strength, 10);
    assert_eq!(table.refused(BEN, &own), "T-28");
    let long = declare(ben, strike(ben), Attribute::Strength, 100);
    assert_eq!(table.refused(ANN, &long), "T-28");
    table.play(ANN, declare(ben, strike(ben), Attribute::Strength, 35));
    assert_eq!(table.refused(BEN, &Command::CancelAct { character: ben }), "T-28");
    table.hold(ann);
    table.flow();
    is(&table, ben, "115", "150");
    assert!(matches!(table.state().fighter(ben).expect("ben").1.doing, Doing::Controlled(_)));
    table.flow();
    table.play(BEN, &own);
}

#[test]
fn t51_end_of_quarrel_punishes_everyone_who_strikes_once() {
    let (mut table, ann, ben) = played("truce");
    let cay = table.third();
    is(&table, ben, "150", "150");
    blow(&mut table, ben, cay, 10);
    is(&table, ben, "115", "150");
    is(&table, cay, "140", "150");
    blow(&mut table, cay, ben, 10);
    is(&table, cay, "105", "150");
    // Whoever was struck has been punished.
    blow(&mut table, ben, cay, 10);
    is(&table, ben, "105", "150");
    is(&table, ann, "150", "150");
}

#[test]
fn t51_those_who_break_the_peace_together_are_each_struck_in_full() {
    let (mut table, _, ben) = played("truce");
    let cay = table.third();
    table.play(HOST, declare(ben, strike(cay), Attribute::Strength, 35));
    table.play(HOST, declare(cay, strike(ben), Attribute::Strength, 35));
    let waiting: Vec<Id> =
        table.state().fight().expect("a fight").awaited().map(|one| one.id).collect();
    waiting.into_iter().for_each(|one| table.hold(one));
    table.flow();
    is(&table, ben, "80", "150");
    is(&table, cay, "80", "150");
}

#[test]
fn t51_warden_stops_time_for_all_but_one() {
    let (mut table, ann, ben) = Table::duel();
    let cay = table.third();
    let warden = learn(&mut table, ANN, ann, "warden");
    table.play(ANN, use_skill(ann, warden, Some(ben), 35));
    // Cay's blow would land at 6 T.
    table.play(HOST, declare_timed(cay, strike(ann), Attribute::Strength, 6));
    table.hold(ben);
    table.flow();
    // 35 by 150 of constitution: until 8.67 T only Ben acts, and Cay's blow waits as long.
    let (_, user) = table.state().fighter(ann).expect("ann");
    assert_eq!(user.doing, Doing::Controlled(Amount::hundredths(867)));
    assert_eq!(table.end_of(cay), "10.67");
    table.play(BEN, declare(ben, strike(ann), Attribute::Strength, 35));
    table.flow();
    assert_eq!(table.now(), "8");
    is(&table, ann, "115", "150");
}

#[test]
fn t51_soul_of_vengeance_answers_a_wound_at_the_same_instant() {
    let (mut table, ann, ben) = Table::duel();
    let skill = learn(&mut table, ANN, ann, "vengeance");
    assert_eq!(table.refused(ANN, use_skill(ann, skill, Some(ben), 35)), "T-55");
    table.hold(ann);
    let events = blow(&mut table, ben, ann, 35);
    assert!(events.iter().any(|event| matches!(event, Event::SkillAnswered { .. })));
    is(&table, ann, "80", "150");
    is(&table, ben, "115", "150");
    // Put away, it stays silent; and it never kills its own user.
    table.play(ANN, &Command::ArmSkill { character: ann, skill, armed: false });
    blow(&mut table, ben, ann, 10);
    is(&table, ann, "70", "150");
    is(&table, ben, "115", "150");
    table.play(ANN, &Command::ArmSkill { character: ann, skill, armed: true });
    blow(&mut table, ben, ann, 40);
    is(&table, ann, "30", "150");
    is(&table, ben, "115", "150");
}

#[test]
fn t55_an_answer_is_not_answered() {
    let (mut table, ann, ben) = Table::duel();
    learn(&mut table, ANN, ann, "vengeance");
    learn(&mut table, BEN, ben, "vengeance");
    table.hold(ann);
    blow(&mut table, ben, ann, 20);
    is(&table, ann, "110", "150");
    is(&table, ben, "130", "150");
}

#[test]
fn t51_radiant_armour_wards_and_strikes_back_once() {
    let (mut table, ann, ben) = played("radiance");
    blow(&mut table, ben, ann, 35);
    is(&table, ann, "132.5", "150");
    is(&table, ben, "132.5", "150");
    blow(&mut table, ben, ann, 35);
    is(&table, ann, "97.5", "150");
    is(&table, ben, "132.5", "150");
}

#[test]
fn t51_corrosion_stuns_and_the_tomb_also_keeps_its_target_unhurt() {
    let (mut table, ann, ben) = played("corrode");
    assert_eq!(table.refused(BEN, declare(ben, strike(ann), Attribute::Strength, 5)), "T-28");
    blow(&mut table, ann, ben, 35);
    is(&table, ben, "115", "150");
    let (mut table, ann, ben) = played("tomb");
    assert_eq!(table.refused(BEN, declare(ben, strike(ann), Attribute::Strength, 5)), "T-28");
    blow(&mut table, ann, ben, 35);
    is(&table, ben, "150", "150");
    // At 8.67 T the tomb opens.
    table.hold(ann);
    table.flow();
    blow(&mut table, ann, ben, 35);
    is(&table, ben, "115", "150");
}

#[test]
fn t51_hammers_fall_with_the_next_four_attacks() {
    let (mut table, ann, ben) = played("hammers");
    is(&table, ben, "150", "150");
    for hit_points in ["131.25", "112.5", "93.75", "75", "65"] {
        blow(&mut table, ann, ben, 10);
        assert_eq!(table.hit_points(ben), hit_points);
    }
}

#[test]
fn t51_cains_gift_helps_against_the_strong_and_harms_against_the_weak() {
    // Ben is no stronger than Ann: the gift turns against her.
    let (mut table, ann, ben) = played("grace");
    is(&table, ann, "150", "150");
    blow(&mut table, ann, ben, 35);
    is(&table, ben, "132.5", "150");
    // The next wound is raised, the one after it is not.
    blow(&mut table, ben, ann, 20);
    is(&table, ann, "112.5", "150");
    blow(&mut table, ben, ann, 20);
    is(&table, ann, "92.5", "150");
    let (mut table, ann, ben) = Table::duel();
    table.play(HOST, &Command::SetLevel { character: ben, level: 11 });
    let grace = learn(&mut table, ANN, ann, "grace");
    table.play(ANN, use_skill(ann, grace, Some(ben), 35));
    table.hold(ben);
    table.flow();
    is(&table, ann, "150", "150");
    blow(&mut table, ann, ben, 35);
    is(&table, ben, "97.5", "150");
    // Two wounds are lessened, the third is not.
    for left in ["147.5", "145", "125"] {
        blow(&mut table, ben, ann, 20);
        is(&table, ann, left, "150");
    }
}

#[test]
fn t51_desire_drains_again_and_again_as_time_flows() {
    let (mut table, ann, ben) = Table::duel();
    table.play(HOST, change(ann, Resource::Willpower, -50));
    let desire = learn(&mut table, ANN, ann, "desire");
    table.play(ANN, use_skill(ann, desire, Some(ben), 35));
    table.hold(ben);
    table.flow();
    assert_eq!(table.now(), "4");
    is(&table, ben, "150", "150");
    table.hold(ann);
    for (at, ben_has, ann_has) in [
        ("5", "146.5", "103.5"),
        ("6", "143", "107"),
        ("7", "139.5", "110.5"),
        ("8", "136", "114"),
        ("9", "132.5", "117.5"),
    ] {
        table.flow();
        assert_eq!(table.now(), at);
        assert_eq!(
            (table.willpower(ben), table.willpower(ann)),
            (ben_has.to_owned(), ann_has.to_owned())
        );
    }
    // Then nothing is left to wait for.
    assert_eq!(table.refused(HOST, &Command::Flow { to: None }), "T-23");
}

#[test]
fn t51_the_night_parade_blinks_and_leaves_a_copy_that_does_the_same() {
    let (mut table, ann, ben) = Table::duel();
    let parade = learn(&mut table, ANN, ann, "parade");
    table.play(ANN, use_skill(ann, parade, None, 35));
    table.hold(ben);
    let events = table.flow();
    let copy = events
        .iter()
        .find_map(|event| match event {
            Event::Summoned { character, .. } => Some(*character),
            _ => None,
        })
        .expect("a copy");
    is(&table, ann, "115", "150");
    assert_eq!(table.hit_points(copy), "35");
    assert_eq!(table.state().distance(ann, ben), whole(35));
    assert_eq!(table.state().distance(copy, ben), Amount::ZERO);
    // It does nothing of its own, but what Ann does may come from where it stands.
    let own = declare(copy, strike(ben), Attribute::Strength, 10);
    assert_eq!(table.refused(ANN, &own), "T-50");
    let mut options = table.state().options.clone();
    options.unarmed_reach = Some(whole(2));
    table.play(HOST, &Command::SetOptions { options });
    blow(&mut table, ann, ben, 35);
    is(&table, ben, "115", "150");
    // It takes blows like anyone, dies of them, and then Ann's arm is too short.
    blow(&mut table, ben, copy, 40);
    assert!(table.state().character(copy).expect("a body").dead);
    let far = declare(ann, strike(ben), Attribute::Strength, 10);
    assert_eq!(table.refused(ANN, &far), "T-30");
}

#[test]
fn t33_stepping_back_takes_a_copy_out_of_the_world() {
    let (mut table, ann, ben) = Table::duel();
    let parade = learn(&mut table, ANN, ann, "parade");
    table.play(ANN, use_skill(ann, parade, None, 35));
    table.hold(ben);
    let before = table.state().clone();
    table.flow();
    assert_eq!(table.state().characters.len(), 3);
    table.play(HOST, &Command::StepBack { to: Amount::ZERO, before: false });
    assert_eq!(table.state(), &before);
    table.flow();
    table.play(HOST, &Command::EndFight);
    assert_eq!((table.state().characters.len(), table.state().order.len()), (2, 2));
}

#[test]
fn t51_ambition_knows_what_everyone_declares() {
    let (mut table, ann, ben) = Table::duel();
    table.play(BEN, declare(ben, strike(ann), Attribute::Strength, 35));
    assert!(!table.state().sees_declaration(ben, ANN.viewer()));
    give(&mut table, ann, "野望");
    assert!(table.state().sees_declaration(ben, ANN.viewer()));
}

#[test]
fn t51_a_blessing_deals_wounds_that_nothing_heals_save_the_host() {
    let (mut table, ann, ben) = Table::duel();
    give(&mut table, ann, "祝福");
    blow(&mut table, ann, ben, 35);
    is(&table, ben, "115", "150");
    table.play(BEN, &Command::Restore { character: ben });
    is(&table, ben, "115", "150");
    table.play(HOST, &Command::Restore { character: ben });
    is(&table, ben, "150", "150");
    // Humans are spared.
    let mut human = table.state().character(ben).expect("ben").card.clone();
    human.race = "人类".to_owned();
    table.play(BEN, &Command::ReviseCard { character: ben, card: Box::new(human) });
    blow(&mut table, ann, ben, 35);
    table.play(BEN, &Command::Restore { character: ben });
    is(&table, ben, "150", "150");
}

#[test]
fn t51_arrogance_uses_the_card_of_another_at_its_own_level() {
    let (mut table, ann, ben) = Table::duel();
    let mut strong = table.state().character(ben).expect("ben").card.clone();
    strong.level = 20;
    strong.percentages[Attribute::Strength.index()] = whole(60);
    strong.percentages[Attribute::Dexterity.index()] = whole(10);
    table.play(HOST, &Command::ReviseCard { character: ben, card: Box::new(strong) });
    let assume = Command::AssumeCard { character: ann, other: Some(ben) };
    assert_eq!(table.refused(ANN, &assume), "T-08");
    give(&mut table, ann, "傲慢");
    table.play(ANN, &assume);
    let strength =
        |table: &Table| table.state().character(ann).expect("ann").attribute(Attribute::Strength);
    assert_eq!(strength(&table), whole(300));
    is(&table, ann, "150", "150");
    table.play(ANN, &Command::AssumeCard { character: ann, other: None });
    assert_eq!(strength(&table), whole(175));
}

#[test]
fn t51_the_river_of_blood_restores_on_a_kill_but_not_of_a_copy() {
    let (mut table, ann, ben) = Table::duel();
    give(&mut table, ann, "血河");
    let parade = learn(&mut table, BEN, ben, "parade");
    table.play(BEN, use_skill(ben, parade, None, 20));
    table.hold(ann);
    table.flow();
    let copy = *table.state().order.last().expect("a copy");
    table.play(HOST, change(ann, Resource::HitPoints, -50));
    blow(&mut table, ann, copy, 20);
    is(&table, ann, "100", "150");
    table.play(HOST, &Command::Place { character: ben, position: Amount::ZERO, unseen: false });
    blow(&mut table, ann, ben, 150);
    assert!(table.state().character(ben).expect("ben").dead);
    is(&table, ann, "150", "150");
}
