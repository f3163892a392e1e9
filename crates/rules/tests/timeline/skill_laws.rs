//! Laws that hold for every skill the construction law lets pass (T-52).

use proptest::prelude::*;
use rules::timeline::{
    Amount, Attribute, Command, Cost, Deed, Doing, Effect, Effort, Event, LastingKind, Resource,
    Skill, When, impact_in,
};
use rules::{Id, Ruleset, Term};

use crate::common::laws;
use crate::parts::part;
use crate::table::{ANN, BEN, HOST, SEATS, Table, card, declare, strike, whole};

/// Any skill, fair or not.
fn skill() -> impl Strategy<Value = Skill> {
    let parts = proptest::collection::vec(part(), 1..4);
    (parts, 0_u32..4, 0_u32..3, any::<bool>()).prop_map(|(effects, cost, windup, reacts)| Skill {
        id: String::new(),
        name: Term::from("自创"),
        text: Term::from(""),
        attribute: Attribute::Intelligence,
        trigger: if reacts { When::On("hurt".to_owned()) } else { When::Active },
        windup_for: Some(format!("impact * {windup} / 2").parse().expect("an amount")),
        difficulty: Some(1),
        effects,
        costs: vec![Cost {
            resource: Resource::HitPoints,
            pool: None,
            amount: format!("impact * {cost} / 2").parse().expect("an amount"),
        }],
    })
}

fn use_skill(who: Id, skill: Id, target: Id, impact: Amount) -> Command {
    Command::Declare {
        character: who,
        deed: Deed::Skill { skill, target: Some(target), from: None },
        attribute: None,
        effort: Some(Effort::Impact(impact)),
        weapon: None,
        note: String::new(),
    }
}

/// What someone has of both resources and in shields.
fn holds(table: &Table, who: Id) -> [Amount; 3] {
    let character = table.state().character(who).expect("a character");
    let (_, fighter) = table.state().fighter(who).expect("a fighter");
    [character.hit_points, character.willpower, fighter.shield]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn t52_no_accepted_skill_does_more_than_its_time_and_its_loss_pay_for(
        skill in skill(), impact in 100_i64..4_000
    ) {
        let mut table = Table::new();
        let (ann, ben) = (table.make(ANN, card("安")), table.make(BEN, card("本")));
        table.open(&[ann, ben], &[]);
        // Both are wounded, so that healing counts.
        for (who, resource) in [ann, ben].into_iter().flat_map(|one| Resource::ALL.map(|all| (one, all))) {
            let by = whole(-70);
            table.play(HOST, &Command::ChangeResource { character: who, resource, by, damage_type: None });
        }
        let fair = skill.is_fair();
        let learn = Command::AddSkill { character: ann, skill: Box::new(skill.clone()) };
        let learnt = table.attempt(ANN, &learn);
        prop_assert_eq!(learnt.is_ok(), fair);
        let Ok(learnt) = learnt else { return Ok(()) };
        let [Event::SkillAdded { known, .. }, ..] = &learnt[..] else { panic!("{learnt:?}") };
        let impact = Amount::hundredths(impact);
        let before = [holds(&table, ann), holds(&table, ben)];
        let declared = table.attempt(ANN, &use_skill(ann, known.id, ben, impact));
        prop_assume!(declared.is_ok());
        let act = table.state().fighter(ann).ok().and_then(|(_, fighter)| fighter.act());
        let time = act.map(|act| act.end - act.start);
        let attribute = table.state().character(ann).expect("ann").attribute(Attribute::Intelligence);
        // What is done at once has taken no time.
        let paid = time.map_or(Amount::ZERO, |time| impact_in(time, attribute));
        if time.is_some() {
            table.hold(ben);
            table.flow();
        }
        let held = matches!(table.state().fighter(ben), Ok((_, one)) if matches!(one.doing, Doing::Controlled(_)));
        if table.state().fighter(ann).is_err() || table.state().fighter(ben).is_err() {
            // Whoever died holds nothing more: the sums below would not be theirs.
            return Ok(());
        }
        if !held {
            table.hold(ann);
        }
        let mut gives = if held { impact } else { Amount::ZERO };
        for fighter in table.state().fight().expect("a fight").standing() {
            for lasting in &fighter.lasting {
                gives += match lasting.kind {
                    LastingKind::Charges { left, amount, .. } | LastingKind::Reflect { left, amount } => {
                        amount.times(left.into(), 1)
                    }
                    LastingKind::Punish { amount, .. } => amount,
                    LastingKind::Ticks { left, amount, drains, .. } => {
                        amount.times(i64::from(left) * if drains { 2 } else { 1 }, 1)
                    }
                    _ => Amount::ZERO,
                };
            }
            if fighter.summoned.is_some() {
                gives += table.state().character(fighter.id).expect("a body").hit_points;
            }
        }
        let weakness = |who: Id| table.state().fighter(who).expect("a fighter").1.weakness();
        gives += weakness(ben);
        let (after_ann, after_ben) = (holds(&table, ann), holds(&table, ben));
        for (was, is) in before[1].iter().zip(after_ben) {
            gives += (is - *was).abs();
        }
        let own: Amount = before[0].iter().zip(after_ann).map(|(was, is)| is - *was).sum();
        let pays = paid + weakness(ann) - own;
        // Every part and the wind-up are rounded to a hundredth; a hundredth of T is worth a
        // two-thousandth of the attribute.
        let slack = Amount::hundredths(30) + attribute.times(1, 2_000);
        prop_assert!(gives <= pays + slack, "gives {gives}, pays {pays}: {skill:?}");
    }

    #[test]
    fn t52_accepted_skills_never_break_the_timeline(
        skills in proptest::collection::vec(skill(), 1..6),
        wishes in proptest::collection::vec((0_usize..3, 0_usize..9, 0_usize..3, 1_i64..6_000), 1..60),
    ) {
        let mut table = Table::new();
        let who = [ANN, BEN, HOST].map(|seat| table.make(seat, card("斗士")));
        let mut known: Vec<(usize, Id)> = Vec::new();
        for (place, skill) in skills.into_iter().enumerate() {
            let learn = Command::AddSkill { character: who[place % 3], skill: Box::new(skill) };
            if let Ok(events) = table.attempt(HOST, &learn)
                && let [Event::SkillAdded { known: one, .. }] = &events[..]
            {
                known.push((place % 3, one.id));
            }
        }
        table.open(&who, &[]);
        for (actor, what, target, amount) in wishes {
            let impact = Amount::hundredths(amount);
            let skills: Vec<Id> =
                known.iter().filter(|(owner, _)| *owner == actor).map(|(_, id)| *id).collect();
            let command = match what {
                0 => declare(who[actor], strike(who[target]), Attribute::Strength, amount / 100 + 1),
                1 => Command::Hold { character: who[actor] },
                2..=4 if !skills.is_empty() => {
                    let skill = skills[usize::try_from(amount).unwrap_or(0) % skills.len()];
                    use_skill(who[actor], skill, who[target], impact)
                }
                _ => Command::Flow { to: None },
            };
            let before = table.state().clone();
            let quoted = table.game.pack.quote(&before, HOST, &command);
            match table.attempt(HOST, &command) {
                Err(refusal) => {
                    prop_assert_eq!(&before, table.state());
                    prop_assert_eq!(quoted, Err(refusal));
                }
                Ok(events) => {
                    prop_assert!(quoted.is_ok());
                    laws::the_log_folds_to_the_live_state(&table);
                    let (was, now) = (before.fight().expect("a fight").now, table.state().fight().expect("a fight").now);
                    prop_assert!(now >= was);
                    let next = table.state().fight().expect("a fight").queue.next();
                    prop_assert!(next.is_none_or(|next| next >= now));
                    for one in table.state().characters.values() {
                        for resource in Resource::ALL {
                            prop_assert!(one.left(resource) >= Amount::ZERO);
                            prop_assert!(one.left(resource) <= Amount::MOST);
                        }
                    }
                    if now > was {
                        // A step back and the same again is the identity, copies and all.
                        let after = table.state().clone();
                        table.play(HOST, &Command::StepBack { to: was, before: false });
                        prop_assert_eq!(table.state(), &before);
                        let pack = table.game.pack.clone();
                        for event in events {
                            pack.apply(&mut table.game.state, &event);
                            table.log.push(event);
                        }
                        prop_assert_eq!(table.state(), &after);
                    }
                }
            }
        }
        laws::every_offer_is_accepted(&table, &SEATS);
    }
}

#[test]
fn t52_the_generator_makes_fair_and_unfair_skills() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let fair = (0..300)
        .filter(|_| skill().new_tree(&mut runner).expect("a skill").current().is_fair())
        .count();
    assert!((30..270).contains(&fair), "{fair} of 300");
    let _: Effect = part().new_tree(&mut runner).expect("a part").current();
}
