//! F-05: exact odds.

use rules::fate::{Against, Command, Throwing, Use};
use rules::{Chances, Ruleset};

use crate::table::{Table, acting, ann, attack, condensed, me, overcome};

fn weights(chances: &Chances) -> (Vec<u32>, u32) {
    let number = |text: &str| text.parse().expect("a small number");
    (chances.outcomes.iter().map(|one| number(&one.weight)).collect(), number(&chances.denominator))
}

#[test]
fn f05_four_dice_are_1_4_10_16_19_of_81() {
    let pack = condensed();
    for (total, weight) in
        [(-4, 1), (-3, 4), (-2, 10), (-1, 16), (0, 19), (1, 16), (2, 10), (3, 4), (4, 1)]
    {
        // The tie is the throw that makes up for the lead.
        let (found, whole) = weights(&pack.chances(-total, Throwing::Mine).expect("odds"));
        assert_eq!((found[1], whole), (weight, 81), "{total}");
    }
}

#[test]
fn f05_an_even_opposed_roll_ties_with_1107_of_6561() {
    let (found, whole) = weights(&condensed().chances(0, Throwing::Both).expect("odds"));
    assert_eq!((found[1], whole), (1107, 6561));
    assert_eq!(found.iter().sum::<u32>(), whole);
    assert_eq!(found[0], found[2] + found[3]);
}

#[test]
fn f05_odds_are_those_of_brute_force() {
    let faces = [-1_i64, 0, 1];
    let mut throws = Vec::new();
    for a in faces {
        for b in faces {
            for c in faces {
                for d in faces {
                    throws.push(a + b + c + d);
                }
            }
        }
    }
    let band = |shifts: i64| match shifts {
        3.. => 3,
        1 | 2 => 2,
        0 => 1,
        _ => 0,
    };
    for lead in -6..=6 {
        let mut mine = vec![0_u32; 4];
        let mut both = vec![0_u32; 4];
        for one in &throws {
            mine[band(lead + one)] += 1;
            for other in &throws {
                both[band(lead + one - other)] += 1;
            }
        }
        let pack = condensed();
        assert_eq!(weights(&pack.chances(lead, Throwing::Mine).expect("odds")).0, mine, "{lead}");
        assert_eq!(weights(&pack.chances(lead, Throwing::Both).expect("odds")).0, both, "{lead}");
    }
}

#[test]
fn f05_odds_are_shown_before_the_roll() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let thug = table.npc("打手", &[("athletics", 4)]);
    let quote = |table: &Table, against| {
        let command = acting(lan, overcome(), "fight", Some(against));
        table.game.pack.quote(table.state(), ann(), &command).expect("it may be declared")
    };
    let fixed = quote(&table, Against::Difficulty(4));
    assert_eq!(weights(&fixed.chances.expect("odds")).0, [31, 19, 26, 5]);
    assert_eq!(fixed.sum.expect("a sum").total, 4);
    assert!(
        quote(&table, Against::Character(thug)).chances.is_none(),
        "their skill is not known yet"
    );
    table.declare(ann(), lan, attack(), "fight", Against::Character(thug));
    let action = table.action().id;
    let roll = table
        .game
        .pack
        .quote(table.state(), ann(), &Command::Roll { action })
        .expect("it may be rolled");
    assert_eq!(weights(&roll.chances.expect("odds")).1, 6561);
}

#[test]
fn f05_odds_are_shown_after_the_roll_for_each_use_of_an_invoke() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let thug = table.npc("打手", &[("athletics", 4)]);
    table.declare(ann(), lan, attack(), "fight", Against::Character(thug));
    table.roll(&[0, 1]);
    let view = table.game.pack.view(table.state(), ann().viewer());
    let key = format!("action/{}", table.action().id);
    let Some(rules::fate::Part::Action(part)) = view.get(&key) else {
        panic!("the action is shown")
    };
    let found: Vec<(bool, Use, Vec<u32>)> =
        part.uses.iter().map(|one| (one.opposition, one.to, weights(&one.chances).0)).collect();
    assert_eq!(
        found,
        [
            (false, Use::Bonus, vec![0, 0, 81, 0]),
            (false, Use::Reroll, vec![50, 16, 14, 1]),
            (true, Use::Bonus, vec![81, 0, 0, 0]),
            (true, Use::Reroll, vec![31, 19, 26, 5]),
        ]
    );
    let aspect = table.aspect("暗影猎人").expect("it is there").id;
    let reroll = table.invoke(aspect, me(lan), Use::Reroll, false);
    let quote = table.game.pack.quote(table.state(), ann(), &reroll).expect("it may be invoked");
    assert_eq!(weights(&quote.chances.expect("odds")).0, [50, 16, 14, 1]);
    assert!(quote.notes.iter().any(|note| note.id == "fate-quote-points"), "and what it costs");
}
