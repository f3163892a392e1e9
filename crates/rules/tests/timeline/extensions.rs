//! What an extension brings, in play (T-60).

use rules::timeline::{Amount, Attribute, Command, Deed, Effort, Environment, Event};
use rules::{Id, Term, Viewer};

use crate::table::{ANN, BEN, HOST, Table, card, whole};

fn table() -> (Table, Id, Id) {
    let text = include_str!("../../../../examples/timeline/mire.toml");
    let pack = rules::pack::resolve("mire.toml", text).expect("it holds together");
    let mut table = Table::with(pack.pack.to_json());
    let (ann, ben) = (table.make(ANN, card("安")), table.make(BEN, card("本")));
    (table, ann, ben)
}

fn dexterity(table: &Table, who: Id) -> Amount {
    table.state().character(who).expect("a character").attribute(Attribute::Dexterity)
}

fn mud(table: &Table) -> Option<Box<Environment>> {
    Some(Box::new(table.game.pack.environments[0].clone()))
}

#[test]
fn t60_an_environment_changes_attributes_of_all_but_those_it_does_not_touch() {
    let (mut table, ann, ben) = table();
    let webbed = table.game.pack.traits[0].clone();
    table.play(BEN, &Command::AddTrait { character: ben, draft: Box::new(webbed) });
    let enter = Command::SetEnvironment { environment: mud(&table) };
    assert_eq!(table.refused(ANN, &enter), "B-01");
    table.play(HOST, &enter);
    // 35 % of 500 becomes 25 %.
    assert_eq!((dexterity(&table, ann), dexterity(&table, ben)), (whole(125), whole(175)));
    // Whoever comes later is in it too, and it stays while other things change.
    let cay = table.make(HOST, card("凯"));
    assert_eq!(dexterity(&table, cay), whole(125));
    table.play(HOST, &Command::SetLevel { character: ann, level: 20 });
    assert_eq!(dexterity(&table, ann), whole(250));
    table.play(HOST, &Command::SetEnvironment { environment: None });
    assert_eq!((dexterity(&table, ann), dexterity(&table, cay)), (whole(350), whole(175)));
}

#[test]
fn t60_a_host_may_think_of_an_environment_within_bounds() {
    let (mut table, ann, _) = table();
    let own = |points: i64| Command::SetEnvironment {
        environment: Some(Box::new(Environment {
            id: "own".to_owned(),
            name: Term::from("冰面"),
            percentages: vec![(Attribute::Dexterity, whole(points))],
        })),
    };
    assert_eq!(table.refused(HOST, own(-1001)), "T-60");
    table.play(HOST, own(-100));
    assert_eq!(dexterity(&table, ann), Amount::ZERO);
}

#[test]
fn t60_a_resource_of_its_own_is_spent_by_skills() {
    let (mut table, ann, ben) = table();
    let glow = |table: &Table| table.state().character(ann).expect("ann").in_pool("glow");
    assert_eq!(glow(&table), whole(10));
    let change =
        |by: i64| Command::ChangePool { character: ann, pool: "glow".to_owned(), by: whole(by) };
    table.play(ANN, change(100));
    assert_eq!(glow(&table), whole(20));
    table.play(ANN, change(-16));
    let unknown = Command::ChangePool { character: ann, pool: "mana".to_owned(), by: whole(1) };
    assert_eq!(table.refused(ANN, &unknown), "T-60");
    let fireflies = Box::new(table.game.pack.skills[0].clone());
    let skill = match &table.play(ANN, &Command::AddSkill { character: ann, skill: fireflies })[..]
    {
        [Event::SkillAdded { known, .. }, ..] => known.id,
        other => panic!("{other:?}"),
    };
    table.open(&[ann, ben], &[]);
    let cast = Command::Declare {
        character: ann,
        deed: Deed::Skill { skill, target: None, from: None },
        attribute: None,
        effort: Some(Effort::Impact(whole(30))),
        weapon: None,
        note: String::new(),
    };
    table.play(ANN, &cast);
    table.hold(ben);
    table.flow();
    assert_eq!(glow(&table), whole(1));
    assert_eq!(table.refused(ANN, &cast), "T-52");
    let shown = serde_json::to_string(&table.view(Viewer::Spectator)).expect("plain");
    assert!(shown.contains("\"id\":\"glow\""));
}
