//! What forms ask for: each deed with what it needs, and each part of a skill with its fields, in
//! the order people look for them. Pages draw forms from this and keep no table of their own.

use serde::{Deserialize, Serialize};

/// Whom a deed is aimed at first (T-34).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineAim"))]
pub enum Aim {
    /// An enemy.
    Enemy,
    /// One's own side, oneself first.
    Ally,
    /// An enemy, or nobody in particular.
    Maybe,
}

/// What a deed asks for besides its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineDeedForm", optional_fields))]
pub struct DeedForm {
    /// Its name, as commands have it.
    pub deed: String,
    /// Whom it is aimed at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Aim>,
    /// What else: `effort`, `attribute`, `resource`, `resist`, `weapon`, `against`, `distance`,
    /// `place`, `shots`, `damage-type`, `skill`, `from`.
    pub asks: Vec<String>,
}

/// The deeds, likeliest first.
pub(super) fn deeds() -> Vec<DeedForm> {
    use Aim::{Ally, Enemy, Maybe};
    let form = |deed: &str, target, asks: &[&str]| DeedForm {
        deed: deed.to_owned(),
        target,
        asks: asks.iter().map(|ask| (*ask).to_owned()).collect(),
    };
    let strike = &["attribute", "effort", "weapon", "resource", "damage-type"][..];
    vec![
        form("strike", Some(Enemy), strike),
        form("guard", Some(Ally), &["attribute", "effort", "weapon", "against"]),
        form("shield", Some(Ally), &["attribute", "effort"]),
        form("interrupt", Some(Enemy), &["attribute", "effort", "weapon"]),
        form("control", Some(Enemy), &["attribute", "effort", "resist"]),
        form("weaken", Some(Enemy), &["attribute", "effort", "resist"]),
        form("heal", Some(Ally), &["attribute", "effort", "resource"]),
        form("break-free", Some(Ally), &["attribute", "effort"]),
        form("move", None, &["attribute", "place"]),
        form("step", None, &["attribute", "distance"]),
        form("shoot", Some(Maybe), &["weapon", "shots", "damage-type"]),
        form("reload", None, &["weapon"]),
        form("skill", Some(Maybe), &["skill", "effort", "from"]),
        form("narrate", None, &["attribute", "effort"]),
    ]
}

/// What a field of a part is filled in with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineEffectFieldKind"))]
pub enum EffectFieldKind {
    /// An expression over `impact`, the user and the target.
    Amount,
    /// A whole number.
    Count,
    /// Percentage points, in hundredths.
    Points,
    /// Words.
    Text,
    /// Yes or no.
    Switch,
    /// What a control does.
    Grip,
    /// Hit points or willpower.
    Resource,
    /// On whom.
    Whom,
    /// One of the eleven.
    Attribute,
}

/// A field of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineEffectField", optional_fields))]
pub struct EffectField {
    /// Its key.
    pub key: String,
    /// What it is filled in with.
    pub kind: EffectFieldKind,
    /// What stands in it first; it may be left away when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "string | number | boolean"))]
    pub preset: Option<serde_json::Value>,
}

/// A part of a skill with its fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineEffectForm"))]
pub struct EffectForm {
    /// Its name, as commands have it.
    pub effect: String,
    /// Its fields.
    pub fields: Vec<EffectField>,
}

/// The parts a skill is put together from (T-50).
pub(super) fn effects() -> Vec<EffectForm> {
    use EffectFieldKind::{
        Amount, Attribute, Count, Grip, Points, Resource, Switch, Text, Whom as WhomKind,
    };
    let field = |key: &str, kind, preset: Option<serde_json::Value>| EffectField {
        key: key.to_owned(),
        kind,
        preset,
    };
    let form = |effect: &str, fields: &[EffectField]| EffectForm {
        effect: effect.to_owned(),
        fields: fields.to_vec(),
    };
    let amount = || field("amount", Amount, Some("impact".into()));
    let whom = || field("whom", WhomKind, Some("target".into()));
    let resource = || field("resource", Resource, None);
    let resist = || field("resist", Attribute, Some("willpower".into()));
    let lasts = || field("lasts", Amount, None);
    let times = |count: u32| field("times", Count, Some(count.into()));
    let switch = |key| field(key, Switch, Some(false.into()));
    vec![
        form("damage", &[amount(), resource(), whom(), switch("unhealable")]),
        form("heal", &[amount(), resource(), whom()]),
        form("shield", &[amount(), whom()]),
        form("move", &[amount()]),
        form("control", &[field("kind", Grip, Some("stun".into())), resist()]),
        form("weaken", &[amount(), resist(), whom()]),
        form("hits", &[times(2), amount(), resource()]),
        form("charges", &[times(2), amount(), resource()]),
        form("reflect", &[times(1), amount()]),
        form("ward", &[times(2), amount()]),
        form("expose", &[times(1), amount()]),
        form(
            "over-time",
            &[
                times(3),
                field("every", Amount, Some("2".into())),
                field("amount", Amount, Some("impact / 3".into())),
                resource(),
                switch("drains"),
            ],
        ),
        form("punish", &[amount()]),
        form("spoils", &[amount(), resource()]),
        form("hide", &[amount()]),
        form("reveal", &[]),
        form("bear", &[]),
        form("assume", &[]),
        form("shift", &[amount(), field("from", Resource, None)]),
        form("summon", &[field("hit_points", Amount, Some("impact".into())), switch("mirrors")]),
        form(
            "percentages",
            &[
                field("attribute", Attribute, Some("strength".into())),
                field("points", Points, Some(1000.into())),
                lasts(),
            ],
        ),
        form("told", &[field("text", Text, Some("".into()))]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeline::{Deed, Effect};

    #[test]
    fn t50_every_part_a_form_offers_can_be_sent_as_it_first_stands() {
        let mut names = Vec::new();
        for form in effects() {
            let mut part = serde_json::Map::new();
            part.insert("effect".to_owned(), form.effect.clone().into());
            for EffectField { key, preset, .. } in form.fields {
                part.extend(preset.map(|preset| (key, preset)));
            }
            let part: Result<Effect, _> = serde_json::from_value(part.into());
            let part = part.unwrap_or_else(|fault| panic!("{}: {fault}", form.effect));
            names.push(serde_json::to_value(&part).expect("plain data")["effect"].clone());
            // A new part of a skill does not compile until its form is thought of.
            match part {
                Effect::Damage { .. }
                | Effect::Heal { .. }
                | Effect::Shift { .. }
                | Effect::Shield { .. }
                | Effect::Move { .. }
                | Effect::Control { .. }
                | Effect::Weaken { .. }
                | Effect::Hits { .. }
                | Effect::Charges { .. }
                | Effect::Reflect { .. }
                | Effect::Ward { .. }
                | Effect::Expose { .. }
                | Effect::OverTime { .. }
                | Effect::Punish { .. }
                | Effect::Summon { .. }
                | Effect::Percentages { .. }
                | Effect::Bear
                | Effect::Spoils { .. }
                | Effect::Assume
                | Effect::Reveal
                | Effect::Hide { .. }
                | Effect::Told { .. } => {}
            }
        }
        assert_eq!(names.len(), 22);
    }

    #[test]
    fn t21_every_deed_of_a_form_is_one() {
        let fields = serde_json::json!({
            "target": crate::Id::from_bits(1), "resist": "willpower", "to": 100, "by": 100,
            "shots": 1, "skill": crate::Id::from_bits(2),
        });
        for form in deeds() {
            let mut deed = fields.clone();
            deed["deed"] = form.deed.clone().into();
            let read: Result<Deed, _> = serde_json::from_value(deed);
            let read = read.unwrap_or_else(|fault| panic!("{}: {fault}", form.deed));
            assert_eq!(read.target().is_some(), form.target.is_some(), "{}", form.deed);
        }
    }
}
