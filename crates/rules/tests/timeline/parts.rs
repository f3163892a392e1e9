//! Any part of a skill, for laws that hold for all of them.

use proptest::prelude::*;
use rules::timeline::Effect;

/// Any part of a skill, with any share of the impact.
pub fn part() -> impl Strategy<Value = Effect> {
    let amount = (0_u32..6, 1_u32..6).prop_map(|(n, d)| format!("impact * {n} / {d}"));
    (0_usize..14, amount, 1_u32..5, any::<bool>()).prop_map(|(kind, amount, times, flag)| {
        let whom = if flag { "user" } else { "target" };
        let resource = if flag { "willpower" } else { "hit-points" };
        let text = match kind {
            0 => format!(r#"{{"effect":"damage","amount":"{amount}","resource":"{resource}"}}"#),
            1 => format!(r#"{{"effect":"damage","amount":"{amount}","whom":"{whom}"}}"#),
            2 => format!(r#"{{"effect":"heal","amount":"{amount}","whom":"{whom}"}}"#),
            3 => format!(r#"{{"effect":"shield","amount":"{amount}","whom":"{whom}"}}"#),
            4 => format!(r#"{{"effect":"hits","times":{times},"amount":"{amount}"}}"#),
            5 => format!(r#"{{"effect":"charges","times":{times},"amount":"{amount}"}}"#),
            6 => format!(r#"{{"effect":"reflect","times":{times},"amount":"{amount}"}}"#),
            7 => format!(
                r#"{{"effect":"over-time","times":{times},"every":"1","amount":"{amount}","drains":{flag}}}"#
            ),
            8 => format!(r#"{{"effect":"punish","amount":"{amount}"}}"#),
            9 => format!(r#"{{"effect":"summon","hit_points":"{amount}","mirrors":{flag}}}"#),
            10 => format!(r#"{{"effect":"weaken","amount":"{amount}","whom":"{whom}"}}"#),
            11 => r#"{"effect":"control","resist":"willpower"}"#.to_owned(),
            12 => format!(r#"{{"effect":"shift","amount":"{amount}","from":"{resource}"}}"#),
            _ => format!(r#"{{"effect":"damage","amount":"{amount}","whom":"everyone"}}"#),
        };
        serde_json::from_str(&text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
    })
}
