//! What people type passes one gate, of whatever kind it is (B-15).

use rules::timeline::{
    Amount, Attribute, Boon, BuffDraft, BuffKind, Card, Command, Cost, Deed, Effect, Environment,
    Event, Form, ModifierDraft, Occasion, Range, Resource, Sign, Skill, TraitDraft, Trigger,
    WeaponDraft, WeaponKind, When, Worth,
};
use rules::{Audience, Id, Ruleset, Term};

use crate::table::{ANN, HOST, Table, card, declare, strike, whole};

/// Types a text of one kind: nothing unseen and nothing too long passes, the longest does.
fn check(kind: &str, most: usize, command: impl Fn(Id, String) -> Command) {
    let (table, ann, _) = Table::duel();
    let decide = |text: String| {
        let command = command(ann, text);
        table.decide(HOST, &command)
    };
    for (text, id) in [
        ("a\u{200b}b".to_owned(), "typed-unreadable"),
        ("a\u{202e}b".to_owned(), "typed-unreadable"),
        ("雾".repeat(most + 1), "typed-long"),
    ] {
        let refusal = decide(text).expect_err(kind);
        assert_eq!(refusal.rule.to_string(), "B-15", "{kind}");
        let what = serde_json::to_string(&refusal.what).expect("plain data");
        assert!(what.contains(id), "{kind}: {what}");
    }
    let accepted = decide("雾".repeat(most));
    assert!(accepted.is_ok(), "{kind}: {accepted:?}");
    // Blanks around it are not kept.
    let events = decide("  雾 ".to_owned()).expect(kind);
    let events = serde_json::to_string(&events).expect("plain data");
    assert!(events.contains("\"雾\"") && !events.contains("雾 "), "{kind}: {events}");
}

/// A skill that does nothing.
fn named_skill(name: Term, text: Term) -> Skill {
    Skill {
        id: String::new(),
        name,
        text,
        attribute: Attribute::Strength,
        trigger: When::Active,
        windup_for: None,
        difficulty: None,
        effects: Vec::new(),
        costs: Vec::new(),
    }
}

#[test]
fn b15_texts_of_a_card() {
    let check = |kind: &str, most, write: fn(&mut Card, String)| {
        let written = |text: String| {
            let mut card = card("安");
            write(&mut card, text);
            Box::new(card)
        };
        check(kind, most, |_, text| Command::MakeCharacter {
            card: written(text),
            load: Amount::ZERO,
            seat: None,
            hidden: false,
        });
        check(kind, most, |character, text| Command::ReviseCard { character, card: written(text) });
        check(kind, most, |character, text| Command::ReplaceCard {
            character,
            card: written(text),
            load: Amount::ZERO,
        });
    };
    check("name", 60, |card, text| card.name = text);
    check("player", 4000, |card, text| card.player = text);
    check("race", 4000, |card, text| card.race = text);
    check("gender", 4000, |card, text| card.gender = text);
    check("occupation", 4000, |card, text| card.occupation = text);
    check("background", 4000, |card, text| card.background = text);
    check("looks", 4000, |card, text| card.looks = text);
    check("personality", 4000, |card, text| card.personality = text);
    check("quirks", 4000, |card, text| card.quirks = text);
}

#[test]
fn b15_a_card_of_an_older_log_can_still_rise() {
    let mut table = Table::new();
    let made = Event::CharacterMade {
        character: Id::from_bits(7),
        seat: Some(ANN.id),
        seen: Audience::All,
        card: Box::new(card("a\u{200b}b")),
        load: Amount::ZERO,
    };
    table.game.pack.apply(&mut table.game.state, &made);
    table.play(HOST, &Command::SetLevel { character: Id::from_bits(7), level: 11 });
}

#[test]
fn b15_names_of_an_environment() {
    let set = |id: String, name: Term| {
        let percentages = Vec::new();
        let environment = Some(Box::new(Environment { id, name, percentages }));
        Command::SetEnvironment { environment }
    };
    check("id", 60, |_, text| set(text, "海".into()));
    check("name", 60, |_, text| set("sea".to_owned(), text.into()));
}

#[test]
fn b15_words_in_the_ledger() {
    let change = |character, [purpose, time, place]: [String; 3]| Command::ChangeCash {
        character,
        amount: whole(1),
        purpose,
        time,
        place,
    };
    let none = String::new;
    check("purpose", 200, |who, text| change(who, [text, none(), none()]));
    check("time", 200, |who, text| change(who, [none(), text, none()]));
    check("place", 200, |who, text| change(who, [none(), none(), text]));
}

#[test]
fn b15_belongings() {
    let add = |character, place: String, text: String| Command::AddBelonging {
        character,
        place,
        text,
        load: Amount::ZERO,
    };
    check("text", 500, |who, text| add(who, String::new(), text));
    check("place", 100, |who, place| add(who, place, "伞".to_owned()));
}

fn told(text: String) -> Effect {
    Effect::Told { text }
}

#[test]
fn b15_weapons() {
    let check = |kind: &str, most, write: fn(&mut WeaponDraft, String)| {
        check(kind, most, |character, text| {
            let mut weapon = WeaponDraft {
                name: "刀".to_owned(),
                kind: WeaponKind::Other,
                range: None,
                load: Amount::ZERO,
                effects: Vec::new(),
                note: String::new(),
            };
            write(&mut weapon, text);
            Command::AddWeapon { character, weapon: Box::new(weapon) }
        });
    };
    check("name", 60, |weapon, text| weapon.name = text);
    check("note", 1000, |weapon, text| weapon.note = text);
    check("effect", 500, |weapon, text| weapon.effects = vec![told(text)]);
}

fn buff(source: String) -> BuffDraft {
    let value = Worth::Number(whole(1));
    BuffDraft { source, range: Range::All, value, kind: BuffKind::DirectAdd }
}

#[test]
fn b15_traits() {
    let check = |kind: &str, most, write: fn(&mut TraitDraft, String)| {
        check(kind, most, |character, text| {
            let mut draft = TraitDraft { name: "锐眼".to_owned(), ..TraitDraft::default() };
            write(&mut draft, text);
            Command::AddTrait { character, draft: Box::new(draft) }
        });
    };
    check("name", 60, |draft, text| draft.name = text);
    check("text", 2000, |draft, text| draft.text = text);
    check("buff", 60, |draft, text| draft.buffs = vec![buff(text)]);
    check("spared", 4000, |draft, text| draft.unhealable_except = Some(text));
    check("unhindered", 60, |draft, text| draft.unhindered = vec![text]);
    check("trigger", 500, |draft, text| {
        let then = Boon::Effects(vec![told(text)]);
        draft.triggers = vec![Trigger { when: Occasion::Hurt, then }];
    });
}

#[test]
fn b15_sources_of_buffs() {
    check("source", 60, |character, text| Command::AddBuff { character, buff: buff(text) });
}

#[test]
fn b15_sources_and_types_of_modifiers() {
    let add = |character, source: String, damage_type| {
        let form = Form::Flat(whole(1));
        let modifier =
            ModifierDraft { source, resource: None, sign: Sign::Loss, form, damage_type };
        Command::AddModifier { character, modifier }
    };
    check("source", 60, |who, text| add(who, text, None));
    check("type", 30, |who, text| add(who, "甲".to_owned(), Some(text)));
}

#[test]
fn b15_skills() {
    let check = |kind: &str, most, write: fn(&mut Skill, String)| {
        check(kind, most, |character, text| {
            let mut skill = named_skill("雷击".into(), "".into());
            write(&mut skill, text);
            Command::AddSkill { character, skill: Box::new(skill) }
        });
    };
    check("id", 60, |skill, text| skill.id = text);
    check("name", 60, |skill, text| skill.name = text.into());
    check("text", 1000, |skill, text| skill.text = text.into());
    check("trigger", 60, |skill, text| skill.trigger = When::On(text));
    check("effect", 500, |skill, text| skill.effects = vec![told(text)]);
    check("pool", 60, |skill, text| {
        let amount = dice::Expr::parse("1").expect("a number");
        skill.costs = vec![Cost { resource: Resource::HitPoints, pool: Some(text), amount }];
    });
    // In every language it is given in.
    let per_language = |text: String| Term::PerLanguage {
        zh_hans: "雷击".into(),
        zh_hant: None,
        en: Some(text.as_str().into()),
    };
    let (mut table, ann, _) = Table::duel();
    for (name, text) in [("a\u{200b}b", ""), ("thunder", "a\u{200b}b")] {
        let skill = named_skill(per_language(name.to_owned()), per_language(text.to_owned()));
        let add = Command::AddSkill { character: ann, skill: Box::new(skill) };
        assert_eq!(table.refused(HOST, &add), "B-15", "{name} {text}");
    }
}

#[test]
fn b15_types_of_damage() {
    let damage = |type_: &str| {
        let (table, ann, ben) = Table::duel();
        let typed = Some(type_.to_owned());
        let change = Command::ChangeResource {
            character: ann,
            resource: Resource::HitPoints,
            by: whole(-1),
            damage_type: typed.clone(),
        };
        let strike = Deed::Strike { target: ben, resource: None, damage_type: typed.clone() };
        let shoot = Deed::Shoot { target: Some(ben), shots: 1, damage_type: typed };
        let act = |deed| declare(ann, deed, Attribute::Strength, 10);
        [change, act(strike), act(shoot)].map(|command| {
            let decided = table.decide(HOST, &command);
            decided.err().map(|refusal| refusal.rule.to_string())
        })
    };
    let refused = Some("B-15".to_owned());
    assert_eq!(damage("a\u{200b}b"), [refused.clone(), refused.clone(), refused.clone()]);
    assert_eq!(damage(&"雾".repeat(31)), [refused.clone(), refused.clone(), refused]);
    // A shot needs a firearm.
    assert_eq!(damage(&"雾".repeat(30)), [None, None, Some("T-46".to_owned())]);
}

#[test]
fn b15_notes_of_acts() {
    check("note", 200, |who, text| {
        let mut command = declare(who, strike(who), Attribute::Strength, 10);
        if let Command::Declare { note, .. } = &mut command {
            *note = text;
        }
        command
    });
}
