//! Skills of the players' own, and parts of skills in traits and weapons (T-50 … T-56).

use rules::Id;
use rules::timeline::{
    Amount, Attribute, Command, Deed, Event, Resource, Skill, TraitDraft, WeaponDraft,
};

use crate::skills::{blow, examples, is, learn, learn_own, use_skill};
use crate::table::{ANN, BEN, HOST, Table, change, declare, strike, whole};

pub fn write(text: &str) -> Skill {
    toml::from_str(&format!("name = \"自创\"\n{text}")).unwrap_or_else(|no| panic!("{text}: {no}"))
}

#[test]
fn t50_parts_serve_traits_and_weapons_too() {
    let (mut table, ann, ben) = Table::duel();
    let thorns: TraitDraft = toml::from_str(
        "name = \"愈挫愈勇\"\n\
         triggers = [{ when = \"hurt\", then = { effects = [\
         { effect = \"shield\", amount = \"impact / 2\", whom = \"user\" }] } }]",
    )
    .expect("a trait");
    table.play(ANN, &Command::AddTrait { character: ann, draft: Box::new(thorns) });
    table.hold(ann);
    blow(&mut table, ben, ann, 40);
    blow(&mut table, ben, ann, 30);
    is(&table, ann, "100", "150");
    // A burning blade: a tenth of each blow, twice more.
    let blade: WeaponDraft = toml::from_str(
        "name = \"火刀\"\nkind = \"amplifier\"\ndamage = \"10\"\nattribute = \"strength\"\n\
         effects = [{ effect = \"over-time\", times = 2, every = \"1\", amount = \"impact / 10\" }]",
    )
    .expect("a weapon");
    let weapon = match &table
        .play(BEN, &Command::AddWeapon { character: ben, weapon: Box::new(blade) })[..]
    {
        [Event::WeaponAdded { weapon, .. }] => weapon.id,
        other => panic!("{other:?}"),
    };
    let mut cut = declare(ben, strike(ann), Attribute::Strength, 10);
    if let Command::Declare { weapon: own, .. } = &mut cut {
        *own = Some(weapon);
    }
    table.play(BEN, &cut);
    table.flow();
    // 20 of shield came of the first wound and went with the second, which left 5; of 11 the shield
    // took 5, and the wound of 6 left 3.
    is(&table, ann, "94", "150");
    table.hold(ben);
    table.flow();
    table.flow();
    // Twice 1.1 burn into that.
    is(&table, ann, "94", "150");
    let shield = table.state().fighter(ann).expect("ann").1.shield;
    assert_eq!(shield, Amount::hundredths(80));
}

#[test]
fn t50_spoils_insight_hiding_and_borrowed_cards() {
    let (mut table, ann, ben) = Table::duel();
    let spoils = learn_own(
        &mut table,
        ANN,
        ann,
        write("attribute = \"strength\"\neffects = [{ effect = \"spoils\", amount = \"impact\" }]"),
    );
    let reveal = learn_own(
        &mut table,
        ANN,
        ann,
        write("attribute = \"intelligence\"\ndifficulty = 3\neffects = [{ effect = \"reveal\" }]"),
    );
    let hide = learn_own(
        &mut table,
        ANN,
        ann,
        write("attribute = \"dexterity\"\neffects = [{ effect = \"hide\", amount = \"impact\" }]"),
    );
    let assume = learn_own(
        &mut table,
        ANN,
        ann,
        write("attribute = \"intelligence\"\ndifficulty = 3\neffects = [{ effect = \"assume\" }]"),
    );
    table.hold(ben);
    let cast = |table: &mut Table, skill: Id, target: Option<Id>| {
        table.play(ANN, use_skill(ann, skill, target, 35));
        while table.acts(ann) {
            table.flow();
        }
    };
    cast(&mut table, reveal, Some(ben));
    table.play(BEN, declare(ben, Deed::Narrate, Attribute::Strength, 5));
    assert!(table.state().sees_declaration(ben, ANN.viewer()));
    table.hold(ann);
    table.flow();
    table.hold(ben);
    // Hidden for 4 T: nobody can aim at her, until she strikes.
    cast(&mut table, hide, None);
    assert_eq!(table.refused(BEN, declare(ben, strike(ann), Attribute::Strength, 5)), "T-30");
    blow(&mut table, ann, ben, 20);
    table.play(BEN, declare(ben, strike(ann), Attribute::Strength, 5));
    table.play(BEN, &Command::CancelAct { character: ben });
    table.hold(ben);
    cast(&mut table, assume, Some(ben));
    assert_eq!(
        table.state().character(ann).expect("ann").assumed.as_ref().map(|card| card.name.as_str()),
        Some("本")
    );
    cast(&mut table, spoils, None);
    table.play(HOST, change(ann, Resource::HitPoints, -100));
    blow(&mut table, ann, ben, 130);
    is(&table, ann, "85", "150");
    table.play(HOST, &Command::EndFight);
    assert_eq!(table.state().character(ann).expect("ann").assumed, None);
}

#[test]
fn t54_percentages_move_for_a_while_and_come_back() {
    let (mut table, ann, ben) = Table::duel();
    let skill = learn_own(
        &mut table,
        ANN,
        ann,
        write(
            "attribute = \"strength\"\ndifficulty = 3\neffects = [\
         { effect = \"percentages\", attribute = \"strength\", points = \"15\", lasts = \"10\" },\
         { effect = \"percentages\", attribute = \"dexterity\", points = \"-15\", lasts = \"10\" }]",
        ),
    );
    let strength =
        |table: &Table| table.state().character(ann).expect("ann").attribute(Attribute::Strength);
    table.play(ANN, use_skill(ann, skill, None, 35));
    table.hold(ben);
    table.flow();
    assert_eq!(strength(&table), whole(250));
    table.hold(ann);
    table.flow();
    assert_eq!((table.now().as_str(), strength(&table)), ("14", whole(175)));
    table.play(ANN, use_skill(ann, skill, None, 35));
    table.flow();
    table.play(HOST, &Command::EndFight);
    assert_eq!(strength(&table), whole(175));
}

#[test]
fn t52_what_cannot_be_lost_cannot_pay() {
    let (mut table, ann, ben) = Table::duel();
    let blood = write(
        "attribute = \"constitution\"\nwindup_for = \"0\"\n\
         effects = [{ effect = \"damage\", amount = \"impact\" }]\n\
         costs = [{ resource = \"hit-points\", amount = \"impact\" }]",
    );
    let blood = learn_own(&mut table, ANN, ann, blood);
    assert_eq!(table.refused(ANN, use_skill(ann, blood, Some(ben), 151)), "T-52");
    table.play(ANN, use_skill(ann, blood, Some(ben), 100));
    assert_eq!(table.end_of(ann), "0.01");
    // When it lands she has less than that left: it is lost, and costs nothing.
    table.play(HOST, change(ann, Resource::HitPoints, -60));
    table.hold(ben);
    table.flow();
    is(&table, ann, "90", "150");
    is(&table, ben, "150", "150");
}

#[test]
fn t50_everyone_shares_what_is_meant_for_all() {
    let (mut table, ann, ben) = Table::duel();
    let cay = table.third();
    let wave = write(
        "attribute = \"strength\"\n\
         effects = [{ effect = \"damage\", amount = \"impact\", whom = \"everyone\", unhealable = true }]",
    );
    let wave = learn_own(&mut table, ANN, ann, wave);
    table.play(ANN, use_skill(ann, wave, None, 35));
    table.hold(ben);
    table.hold(cay);
    table.flow();
    is(&table, ben, "132.5", "150");
    is(&table, cay, "132.5", "150");
    table.play(BEN, &Command::Restore { character: ben });
    is(&table, ben, "132.5", "150");
}

#[test]
fn t21_a_skill_says_at_whom_and_its_name_is_told() {
    let (mut table, ann, ben) = Table::duel();
    let drain = learn(&mut table, ANN, ann, "drain");
    assert_eq!(table.refused(ANN, use_skill(ann, drain, None, 35)), "T-21");
    let command = use_skill(ann, drain, Some(ben), 35);
    let events = table.decide(ANN, &command);
    let told = table.tell(&events.expect("it is fair")[0], ANN.viewer()).expect("a line");
    let told = serde_json::to_string(&told).expect("plain");
    assert!(told.contains("汲取"), "{told}");
}

#[test]
fn t50_an_unfair_skill_is_refused_at_the_table_with_what_would_pass() {
    let (mut table, ann, _) = Table::duel();
    let mut skill = examples().skills.into_iter().find(|one| one.id == "light").expect("light");
    skill.windup_for = Some("0".parse().expect("a number"));
    skill.effects.extend(skill.effects.clone());
    let command = Command::AddSkill { character: ann, skill: Box::new(skill) };
    assert_eq!(table.refused(ANN, &command), "T-52");
    assert_eq!(table.refused(BEN, &command), "B-01");
}

#[test]
fn t56_while_a_skill_is_written_every_law_says_what_it_thinks() {
    let (table, ann, _) = Table::duel();
    let skill = write(
        "attribute = \"strength\"\ntrigger = \"always\"\neffects = [{ effect = \"control\" }]",
    );
    let quote = table.quote(ANN, &Command::AddSkill { character: ann, skill: Box::new(skill) });
    let ids: Vec<&str> = quote.notes.iter().map(|note| note.id.as_ref()).collect();
    let (yes, no) = ("timeline-verdict-yes", "timeline-verdict-no");
    assert_eq!(ids, [yes, no, yes, no]);
}

#[test]
fn t27_a_guard_opposes_a_skill_like_any_strike() {
    let (mut table, ann, ben) = Table::duel();
    let skill = learn(&mut table, ANN, ann, "drain");
    table.play(ANN, use_skill(ann, skill, Some(ben), 35));
    table.play(
        BEN,
        declare(
            ben,
            Deed::Guard { target: ben, against: None, dodge: false },
            Attribute::Strength,
            40,
        ),
    );
    table.flow();
    is(&table, ben, "150", "150");
}
