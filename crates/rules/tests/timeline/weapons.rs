//! Weapons and modifiers in play (T-41, T-45 … T-47).

use rules::timeline::{
    Attribute, BuffDraft, BuffKind, Command, Deed, Effort, Event, Form, ModifierDraft, Part, Range,
    Resource, Sign, WeaponDraft, WeaponKind, Worth,
};
use rules::{Id, Viewer};

use crate::table::{ANN, BEN, Table, declare, strike, whole};

fn give(table: &mut Table, who: Id, kind: WeaponKind) -> Id {
    let weapon = WeaponDraft {
        name: "武器".to_owned(),
        kind,
        range: Some(whole(50)),
        load: whole(0),
        effects: Vec::new(),
        note: String::new(),
    };
    let command = Command::AddWeapon { character: who, weapon: Box::new(weapon) };
    match &table.play(ANN, &command)[..] {
        [Event::WeaponAdded { weapon, .. }] => weapon.id,
        other => panic!("{other:?}"),
    }
}

fn sword() -> WeaponKind {
    WeaponKind::Amplifier { damage: whole(20), attribute: Attribute::Strength }
}

fn rifle() -> WeaponKind {
    WeaponKind::Firearm { damage: whole(30), windup: whole(2), magazine: 3, reload: whole(5) }
}

#[test]
fn t45_the_windup_uses_the_unamplified_impact_the_blow_the_amplified() {
    let (mut table, ann, ben) = Table::duel();
    let sword = give(&mut table, ann, sword());
    let act = |attribute, weapon| Command::Declare {
        character: ann,
        deed: strike(ben),
        attribute,
        effort: Some(Effort::Impact(whole(35))),
        weapon,
        note: String::new(),
    };
    table.play(ANN, act(None, Some(sword)));
    assert_eq!(table.end_of(ann), "4");
    table.hold(ben);
    table.flow();
    assert_eq!(table.hit_points(ben), "108");
    // With another attribute it is no better than bare hands.
    table.play(ANN, act(Some(Attribute::Dexterity), Some(sword)));
    table.flow();
    assert_eq!(table.hit_points(ben), "73");
}

#[test]
fn t45_interactions_compare_the_amplified_impact() {
    let (mut table, ann, ben) = Table::duel();
    let sword = give(&mut table, ann, sword());
    let act = Command::Declare {
        character: ann,
        deed: strike(ben),
        attribute: None,
        effort: Some(Effort::Impact(whole(35))),
        weapon: Some(sword),
        note: String::new(),
    };
    table.play(ANN, &act);
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
    assert_eq!(table.hit_points(ben), "148");
}

#[test]
fn t46_a_firearm_uses_its_own_numbers_and_an_empty_magazine_is_refused() {
    let (mut table, ann, ben) = Table::duel();
    give(&mut table, ann, rifle());
    let act = |deed| Command::Declare {
        character: ann,
        deed,
        attribute: None,
        effort: None,
        weapon: None,
        note: String::new(),
    };
    let shoot = |shots| act(Deed::Shoot { target: Some(ben), shots, damage_type: None });
    table.hold(ben);
    assert_eq!(table.refused(ANN, act(Deed::Reload)), "T-46");
    assert_eq!(table.refused(ANN, shoot(0)), "T-46");
    assert_eq!(table.refused(ANN, shoot(4)), "T-46");
    table.play(ANN, shoot(2));
    assert_eq!(table.end_of(ann), "4");
    table.flow();
    assert_eq!(table.hit_points(ben), "90");
    assert_eq!(table.refused(ANN, shoot(2)), "T-46");
    table.play(ANN, shoot(1));
    table.flow();
    assert_eq!(table.refused(ANN, shoot(1)), "T-46");
    table.play(ANN, act(Deed::Reload));
    assert_eq!(table.end_of(ann), "11");
    table.flow();
    table.play(ANN, shoot(3));
    let fighter = declare(ann, strike(ben), Attribute::Strength, 1);
    // A sword is no firearm.
    table.play(ANN, &fighter);
}

#[test]
fn t46_rounds_of_a_cancelled_volley_are_not_fired() {
    let (mut table, ann, ben) = Table::duel();
    let rifle = give(&mut table, ann, rifle());
    let shoot = Command::Declare {
        character: ann,
        deed: Deed::Shoot { target: Some(ben), shots: 3, damage_type: None },
        attribute: None,
        effort: None,
        weapon: Some(rifle),
        note: String::new(),
    };
    table.play(ANN, &shoot);
    table.play(ANN, &Command::CancelAct { character: ann });
    table.play(ANN, &shoot);
}

#[test]
fn t47_efficiency_stands_on_the_sheet_with_its_curve() {
    let (mut table, ann, _) = Table::duel();
    give(&mut table, ann, rifle());
    let view = table.view(Viewer::Spectator);
    let Some(Part::Character(part)) = view.get(&format!("character/{ann}")) else {
        panic!("{view:?}");
    };
    // 90 in 11 T against 175 / 20 per T.
    assert_eq!(part.weapons[0].efficiency.map(|one| one.to_string()), Some("0.94".to_owned()));
    assert!(part.weapons[0].curve.is_sorted_by(|one, two| one.1 >= two.1));
}

#[test]
fn t47_on_creation_a_standard_character_of_the_level_is_asked() {
    let (mut table, ann, _) = Table::duel();
    let weak = BuffDraft {
        source: "虚弱".to_owned(),
        range: Range::Physical,
        value: Worth::Percent(whole(-50)),
        kind: BuffKind::DirectMultiply,
    };
    table.play(ANN, &Command::AddBuff { character: ann, buff: weak });
    let weapon = WeaponDraft {
        name: "武器".to_owned(),
        kind: rifle(),
        range: None,
        load: whole(0),
        effects: Vec::new(),
        note: String::new(),
    };
    let quote = table.quote(ANN, &Command::AddWeapon { character: ann, weapon: Box::new(weapon) });
    let told = serde_json::to_string(&quote.notes).expect("plain");
    assert!(told.contains("\"efficiency\":\"0.94\""), "{told}");
    // And the whole curve, from the first level on.
    assert!(told.contains("timeline-curve") && told.contains("\"efficiency\":\"9.35\""), "{told}");
}

#[test]
fn t41_modifiers_act_on_blows_and_on_what_the_host_says() {
    let (mut table, ann, ben) = Table::duel();
    let armour = ModifierDraft {
        source: "铠甲".to_owned(),
        resource: Some(Resource::HitPoints),
        sign: Sign::Loss,
        form: Form::Percent(whole(50)),
        damage_type: Some("物理".to_owned()),
    };
    table.play(BEN, &Command::AddModifier { character: ben, modifier: armour });
    let blow = |kind: &str| Deed::Strike {
        target: ben,
        resource: None,
        damage_type: Some(kind.to_owned()),
    };
    table.hold(ben);
    for (kind, left) in [("物理", "130"), ("火焰", "90"), ("bypass", "50")] {
        table.play(ANN, declare(ann, blow(kind), Attribute::Strength, 40));
        table.flow();
        assert_eq!(table.hit_points(ben), left, "{kind}");
    }
    let change = Command::ChangeResource {
        character: ben,
        resource: Resource::HitPoints,
        by: whole(-20),
        damage_type: Some("物理".to_owned()),
    };
    table.play(BEN, &change);
    assert_eq!(table.hit_points(ben), "40");
}
