//! Skills under the construction law (T-50 … T-56): fair and unfair ones, with the expected verdict
//! per law.

#[path = "timeline/parts.rs"]
mod parts;

use proptest::prelude::*;
use rules::timeline::{Amount, Reckoning, Skill, Timeline, TraitDraft};
use serde::Deserialize;

use parts::part;

/// Which of the four laws let it pass, as `yynn`.
fn verdict(skill: &Skill) -> String {
    skill.verdicts().iter().map(|one| if one.passes { 'y' } else { 'n' }).collect()
}

fn skill(text: &str) -> Skill {
    let text = format!("name = \"x\"\n{text}");
    toml::from_str(&text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn with(rest: &str) -> String {
    format!("attribute = \"strength\"\n{rest}")
}

fn examples() -> Timeline {
    let pack = rules::pack::shipped_pack("timeline-examples").expect("it ships").pack.to_json();
    serde_json::from_value(pack).expect("it fits")
}

#[test]
fn t50_a_skill_is_data_and_bad_data_is_refused() {
    for text in [
        "attribute = \"luck\"",
        "attribute = \"strength\"\neffects = [{ effect = \"explode\" }]",
        "attribute = \"strength\"\neffects = [{ effect = \"damage\", amount = \"impact +\" }]",
        "attribute = \"strength\"\neffects = [{ effect = \"damage\" }]",
        "attribute = \"strength\"\neffects = [{ effect = \"control\", kind = \"tickle\" }]",
        "attribute = \"strength\"\nspeed = 3",
    ] {
        let text = format!("name = \"x\"\n{text}");
        assert!(toml::from_str::<Skill>(&text).is_err(), "{text}");
    }
}

#[test]
fn t50_a_skill_is_bounded() {
    let check = |text: &str, rule: &str| {
        assert_eq!(
            skill(&with(text)).check().map_err(|no| no.rule.to_string()),
            Err(rule.to_owned())
        )
    };
    check("effects = [{ effect = \"hits\", times = 101, amount = \"impact / 200\" }]", "T-50");
    check("effects = [{ effect = \"hits\", times = 0, amount = \"impact\" }]", "T-50");
    check(
        "effects = [{ effect = \"percentages\", attribute = \"arts\", points = \"-5000\" }]",
        "T-50",
    );
    check(&format!("trigger = {{ on = \"{}\" }}", "很".repeat(61)), "B-15");
}

/// A table of skills with the expected verdict per law, in a file of its own.
#[test]
fn t56_every_skill_of_the_table_gets_its_verdict_per_law() {
    let table: toml::Table =
        toml::from_str(include_str!("timeline-skills.toml")).expect("it is TOML");
    let skills = table["skill"].as_array().expect("a list");
    assert!(skills.len() >= 30);
    for entry in skills {
        let mut entry = entry.as_table().expect("a table").clone();
        let expected = entry.remove("expect").expect("what is expected");
        let skill = Skill::deserialize(entry).expect("a skill");
        assert_eq!(verdict(&skill), expected.as_str().expect("four letters"), "{skill:#?}");
        for one in skill.verdicts() {
            // A refusal always says what would pass.
            assert_eq!(one.passes, one.change.is_none(), "{skill:?}");
        }
        assert_eq!(skill.check().is_ok(), skill.is_fair());
    }
}

#[test]
fn t52_amendment_1_names_the_loss_that_is_missing() {
    let fast = skill(&with(
        "windup_for = \"impact / 4\"\neffects = [{ effect = \"damage\", amount = \"impact\" }]\n\
         costs = [{ resource = \"hit-points\", amount = \"impact / 2\" }]",
    ));
    // At impact 1 a quarter is wound up and a half is paid: a quarter is missing.
    let change = serde_json::to_string(&fast.verdicts()[0].change).expect("plain");
    assert!(change.contains("\"excess\":\"0.25\""), "{change}");
    // And with just that added it passes.
    let mut paid = fast;
    let more = skill(&with("costs = [{ resource = \"willpower\", amount = \"impact / 4\" }]"));
    paid.costs.extend(more.costs);
    assert!(paid.is_fair());
}

#[test]
fn t53_the_change_names_what_a_control_lacks() {
    let check = |rest: &str, id: &str| {
        let skill = skill(&with(&format!("effects = [{{ effect = \"control\"{rest} }}]")));
        let change = skill.verdicts()[1].change.clone().expect("it is refused");
        assert_eq!(change.id, id);
    };
    check("", "timeline-law-2-name");
    check(", resist = \"willpower\", whom = \"everyone\"", "timeline-law-2-one");
    check(", resist = \"willpower\", lasts = \"9\"", "timeline-law-2-drop");
}

#[test]
fn t54_the_change_names_the_points_to_take_elsewhere() {
    let skill = skill(&with(
        "effects = [{ effect = \"percentages\", attribute = \"willpower\", points = \"12.5\" }]",
    ));
    let change = serde_json::to_string(&skill.verdicts()[2].change).expect("plain");
    assert!(change.contains("\"points\":\"12.5\""), "{change}");
}

#[test]
fn t55_what_always_works_is_a_trait() {
    let check = |text: &str, passes: bool| {
        assert_eq!(skill(&with(text)).verdicts()[3].passes, passes, "{text}");
    };
    check("trigger = \"active\"", true);
    check("trigger = { on = \"hurt\" }", true);
    check("trigger = \"always\"", false);
}

#[test]
fn t51_the_examples_of_the_source_are_fair_and_what_is_only_told_says_so() {
    let pack = examples();
    assert_eq!((pack.skills.len(), pack.traits.len()), (15, 9));
    for skill in &pack.skills {
        assert_eq!(verdict(skill), "yyyy", "{}: {:#?}", skill.id, skill.verdicts());
        assert!(!skill.is_told(), "{}", skill.id);
    }
    // A trait either does something in numbers, or says that it is only told.
    for one in &pack.traits {
        let words =
            TraitDraft { name: one.name.clone(), text: one.text.clone(), ..TraitDraft::default() };
        assert_eq!(one.told, TraitDraft { told: false, ..one.clone() } == words, "{}", one.name);
    }
}

proptest! {
    #[test]
    fn t52_no_fair_skill_gives_more_than_it_pays_for(
        parts in proptest::collection::vec(part(), 1..4),
        windup in 0_i64..4, cost in 0_i64..4, impact in 100_i64..1_000_000,
        level in 1_u32..60, target in 1_u32..60, distance in 0_i64..100_000,
    ) {
        let text = with(&format!(
            "windup_for = \"impact * {windup} / 2\"\n\
             costs = [{{ resource = \"willpower\", amount = \"impact * {cost} / 2\" }}]"
        ));
        let skill = Skill { effects: parts, ..skill(&text) };
        let at = Reckoning {
            distance: Amount::hundredths(distance),
            ..Reckoning::plain(Amount::hundredths(impact), level, target)
        };
        if skill.is_fair() {
            let excess = skill.excess(&at).expect("it can be reckoned");
            prop_assert!(excess <= dice::Fraction::default(), "{excess} {skill:?}");
        }
    }
}
