//! Skills played on the timeline (T-50 … T-56).

use rules::Id;
use rules::timeline::{Amount, Command, Deed, Effort, Event, Skill, Timeline};

use crate::table::{ANN, BEN, Table, whole};

fn examples() -> Vec<Skill> {
    let pack = rules::pack::shipped_pack("timeline-examples").expect("it ships").pack;
    serde_json::from_value::<Timeline>(pack).expect("it fits").skills
}

fn learn(table: &mut Table, who: Id, id: &str) -> Id {
    let skill = examples().into_iter().find(|skill| skill.id == id).expect("an example");
    let command = Command::AddSkill { character: who, skill: Box::new(skill) };
    match &table.play(ANN, &command)[..] {
        [Event::SkillAdded { known, .. }] => known.id,
        other => panic!("{other:?}"),
    }
}

fn use_skill(who: Id, skill: Id, target: Option<Id>, impact: i64) -> Command {
    Command::Declare {
        character: who,
        deed: Deed::Skill { skill, target },
        attribute: None,
        effort: Some(Effort::Impact(whole(impact))),
        weapon: None,
        note: String::new(),
    }
}

/// Ann uses an example with 35 on Ben, who holds; what is left of both: hit points, willpower.
fn played(id: &str, target: bool) -> (Table, Id, Id) {
    let (mut table, ann, ben) = Table::duel();
    let skill = learn(&mut table, ann, id);
    table.play(ANN, &use_skill(ann, skill, target.then_some(ben), 35));
    table.hold(ben);
    table.flow();
    (table, ann, ben)
}

fn left(table: &Table, who: Id) -> (String, String) {
    (table.hit_points(who), table.willpower(who))
}

#[test]
fn t51_the_examples_that_hurt_and_heal_do_so() {
    let check = |id: &str, ann: (&str, &str), ben: (&str, &str)| {
        let (table, one, other) = played(id, true);
        let text =
            |(hit_points, willpower): (&str, &str)| (hit_points.to_owned(), willpower.to_owned());
        assert_eq!(left(&table, one), text(ann), "{id}: the user");
        assert_eq!(left(&table, other), text(ben), "{id}: the target");
    };
    check("dash", ("115", "150"), ("115", "150"));
    check("truce", ("150", "150"), ("115", "150"));
    check("vengeance", ("115", "150"), ("115", "150"));
    check("hammers", ("150", "150"), ("115", "150"));
    check("drain", ("150", "150"), ("150", "132.5"));
    check("light", ("115", "150"), ("150", "150"));
    check("radiance", ("150", "150"), ("132.5", "150"));
    check("desire", ("150", "150"), ("150", "132.5"));
    // Ben is no stronger than Ann: the gift turns against her.
    check("grace", ("132.5", "150"), ("150", "150"));
    check("shape", ("115", "150"), ("150", "150"));
    check("parade", ("115", "150"), ("150", "150"));
}

#[test]
fn t51_the_examples_that_control_do_so() {
    for id in ["puppet", "warden", "corrode", "tomb"] {
        let (table, _, ben) = played(id, true);
        let (_, fighter) = table.state().fighter(ben).expect("ben");
        // 35 by 150 of willpower or constitution is 4.67 T, from 4 T on.
        let until = Amount::hundredths(867);
        assert_eq!(fighter.doing, rules::timeline::Doing::Controlled(until), "{id}");
    }
}

#[test]
fn t52_an_instant_skill_takes_the_least_time_and_its_cost() {
    let (mut table, ann, ben) = Table::duel();
    let skill = learn(&mut table, ann, "vengeance");
    table.play(ANN, &use_skill(ann, skill, Some(ben), 35));
    assert_eq!(table.end_of(ann), "0.01");
}

#[test]
fn t50_an_unfair_skill_is_refused_at_the_table_with_what_would_pass() {
    let (mut table, ann, _) = Table::duel();
    let mut skill = examples().into_iter().find(|skill| skill.id == "light").expect("light");
    skill.windup_for = Some("0".parse().expect("a number"));
    skill.effects.extend(skill.effects.clone());
    let command = Command::AddSkill { character: ann, skill: Box::new(skill) };
    assert_eq!(table.refused(ANN, &command), "T-52");
    assert_eq!(table.refused(BEN, &command), "B-01");
}

#[test]
fn t27_a_guard_opposes_a_skill_like_any_strike() {
    let (mut table, ann, ben) = Table::duel();
    let skill = learn(&mut table, ann, "drain");
    table.play(ANN, &use_skill(ann, skill, Some(ben), 35));
    let guard = crate::table::declare(
        ben,
        Deed::Guard { target: ben },
        rules::timeline::Attribute::Strength,
        40,
    );
    table.play(BEN, &guard);
    table.flow();
    assert_eq!(left(&table, ben), ("150".to_owned(), "150".to_owned()));
}
