//! Skills as data, and learning them (T-50).

use dice::Expr;
use serde::{Deserialize, Serialize};

use super::deciding::{Deciding, within};
use super::gear::{MOST_THINGS, thing_name};
use super::offers::OfferBuilder;
use super::telling::Telling;
use super::text::{NAME, SKILL, optional_name, text_term};
use super::{Amount, Attribute, Claim, Command, Effect, Event, Resource, State, Verdict, claim};
use crate::kernel::{Decided, offer, typed};
use crate::{Id, Line, Quote, Refusal, Term, message};

/// A skill: an act of a player's own invention.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "TimelineSkill", optional_fields))]
pub struct Skill {
    /// Its id in a pack.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// What it is like, in words.
    #[serde(default = "nothing")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Term>"))]
    pub text: Term,
    /// The related attribute.
    pub attribute: Attribute,
    /// When it is used.
    #[serde(default)]
    pub trigger: When,
    /// The impact its wind-up is reckoned for; the impact itself unless it says less (T-52).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "string"))]
    #[schemars(with = "Option<crate::pack::Written>")]
    pub windup_for: Option<Expr>,
    /// The host's difficulty of what no number measures: percentages moved, a card borrowed,
    /// knowledge gained. Such a use needs that many times the level of whom it is about (T-52).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<u32>,
    /// What it does. One that does nothing in numbers is purely told (T-51).
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// What its user loses by it.
    #[serde(default)]
    pub costs: Vec<Cost>,
}

/// The most a difficulty may be.
const MOST_DIFFICULTY: u32 = 1_000_000;

fn nothing() -> Term {
    Term::from("")
}

/// When a skill is used (T-55).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineWhen"))]
pub enum When {
    /// When its user wants to.
    #[default]
    Active,
    /// When something happens: `hurt` happens of itself at the instant its user is hurt, with the
    /// loss as its impact and the one who did it as its target; anything else is the table's to see.
    On(String),
    /// All the time: that is a trait, not a skill.
    Always,
}

/// What a skill costs its user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "TimelineCost", optional_fields))]
pub struct Cost {
    /// Of what; hit points when absent.
    #[serde(default = "hit_points")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Resource>"))]
    pub resource: Resource,
    /// A pool of an extension instead (T-60); it pays for nothing under the law.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<String>,
    /// How much.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    #[schemars(with = "crate::pack::Written")]
    pub amount: Expr,
}

fn hit_points() -> Resource {
    Resource::HitPoints
}

/// A skill someone has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineKnownSkill", optional_fields))]
pub struct KnownSkill {
    /// Which one.
    pub id: Id,
    /// What it is.
    pub skill: Skill,
    /// Whether its owner lets it happen of itself when its occasion comes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub armed: bool,
}

impl Skill {
    /// Whether the skill has no effect in numbers (T-51).
    #[must_use]
    pub fn is_told(&self) -> bool {
        self.effects.iter().all(|effect| matches!(effect, Effect::Told { .. }))
    }

    /// Whether it happens of itself, at the instant its user is hurt.
    #[must_use]
    pub fn reacts(&self) -> bool {
        matches!(&self.trigger, When::On(occasion) if occasion == "hurt")
    }

    /// Whether its numbers and lists are within what may be typed.
    #[must_use]
    pub fn fits(&self) -> bool {
        let difficulty = self.difficulty.is_none_or(|own| (1..=MOST_DIFFICULTY).contains(&own));
        difficulty
            && self.effects.len() <= 20
            && self.costs.len() <= 5
            && self.effects.iter().all(Effect::fits)
    }

    /// The same with its texts as they may be kept (B-15).
    ///
    /// # Errors
    /// When one cannot be read, or is too long.
    pub fn typed(&self) -> Result<Self, Refusal> {
        Ok(Self {
            id: optional_name(&self.id, NAME)?,
            name: typed::term(&self.name, NAME)?,
            text: text_term(&self.text, SKILL)?,
            attribute: self.attribute,
            trigger: match &self.trigger {
                When::On(occasion) => When::On(optional_name(occasion, NAME)?),
                When::Active | When::Always => self.trigger.clone(),
            },
            windup_for: self.windup_for.clone(),
            difficulty: self.difficulty,
            effects: Effect::typed(&self.effects)?,
            costs: self.costs.iter().map(Cost::typed).collect::<Result<_, _>>()?,
        })
    }
}

impl Cost {
    fn typed(&self) -> Result<Self, Refusal> {
        let pool = self.pool.as_ref().map(|pool| typed::name(pool, NAME)).transpose()?;
        Ok(Self { resource: self.resource, pool, amount: self.amount.clone() })
    }
}

/// Learns a skill that the construction law lets pass.
pub(super) fn add(deciding: &mut Deciding<'_>, who: Id, skill: &Skill) -> Decided {
    let own = deciding.own(who)?;
    if !deciding.before.options.skills {
        return Err(Refusal::new("T-09", message!("timeline-no-skills")));
    }
    within(own.skills.len() < MOST_THINGS, "T-50")?;
    let skill = skill.typed()?;
    skill.obeys_the_law()?;
    // The difficulty is the host's to give; a pack's is what the host chose.
    let named = skill.has_unmeasured() && !deciding.pack.skills.contains(&skill);
    let known = KnownSkill { id: deciding.id(), armed: skill.reacts(), skill };
    let thing = known.id;
    deciding.push(Event::SkillAdded { character: who, known: Box::new(known) });
    if named {
        claim::mark(deciding, Claim::Thing { character: who, thing });
    }
    Ok(())
}

/// Gives the difficulty of what no number measures in a skill (T-52). Host.
pub(super) fn judge(deciding: &mut Deciding<'_>, who: Id, skill: Id, difficulty: u32) -> Decided {
    deciding.host()?;
    let own = deciding.find(who)?;
    if !own.skills.iter().any(|known| known.id == skill) {
        return Err(Refusal::new("T-50", message!("timeline-no-skill")));
    }
    within((1..=MOST_DIFFICULTY).contains(&difficulty), "T-52")?;
    deciding.push(Event::SkillJudged { character: who, skill, difficulty });
    Ok(())
}

pub(super) fn judged(state: &mut State, who: Id, skill: Id, difficulty: u32) {
    state.change_character(who, |one| {
        let own = one.skills.iter_mut().filter(|own| own.id == skill);
        own.for_each(|own| own.skill.difficulty = Some(difficulty));
    });
    claim::agreed(state, &Claim::Thing { character: who, thing: skill });
}

pub(super) fn tell_judged(
    telling: Telling<'_>,
    who: Id,
    skill: Id,
    difficulty: u32,
) -> Option<Line> {
    let (name, skill) = (telling.name(who)?, thing_name(telling.before, who, skill));
    let message =
        message!("timeline-told-judged", name = name, skill = skill, difficulty = difficulty);
    Some(message.into())
}

pub(super) fn added(state: &mut State, who: Id, known: &KnownSkill) {
    state.change_character(who, |one| one.skills.push(known.clone()));
}

pub(super) fn tell_added(telling: Telling<'_>, who: Id, known: &KnownSkill) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-learnt", name = name, skill = &known.skill.name).into())
}

/// What every law thinks of a skill that is being written (T-56).
pub(super) fn quote(skill: &Skill) -> Quote {
    let notes = skill.verdicts().iter().map(Verdict::words).collect();
    Quote { notes, ..Quote::default() }
}

/// Lets a skill that answers happen of itself, or not (T-55).
pub(super) fn arm(deciding: &mut Deciding<'_>, who: Id, skill: Id, armed: bool) -> Decided {
    let own = deciding.own(who)?;
    let known = own.skills.iter().find(|known| known.id == skill);
    let known = known.ok_or_else(|| Refusal::new("T-50", message!("timeline-no-skill")))?;
    if !known.skill.reacts() {
        let what = message!("timeline-skill-declared", name = &known.skill.name);
        return Err(Refusal::new("T-55", what));
    }
    deciding.push(Event::SkillArmed { character: who, skill, armed });
    Ok(())
}

pub(super) fn armed(state: &mut State, who: Id, skill: Id, armed: bool) {
    state.change_character(who, |one| {
        let own = one.skills.iter_mut().find(|own| own.id == skill);
        own.into_iter().for_each(|own| own.armed = armed);
    });
}

pub(super) fn tell_armed(telling: Telling<'_>, who: Id, skill: Id, armed: bool) -> Option<Line> {
    let (name, skill) = (telling.name(who)?, thing_name(telling.before, who, skill));
    let message = match armed {
        true => message!("timeline-told-armed", name = name, skill = skill),
        false => message!("timeline-told-disarmed", name = name, skill = skill),
    };
    Some(message.into())
}

pub(super) fn tell_answered(
    telling: Telling<'_>,
    who: Id,
    skill: &Term,
    (target, impact): (Id, Amount),
) -> Option<Line> {
    let message = message!(
        "timeline-told-answered",
        name = telling.name(who)?,
        skill = skill,
        target = telling.other(target),
        impact = impact
    );
    Some(message.into())
}

/// The verb that readies a skill that answers, or puts it away.
pub(super) fn arming(known: &KnownSkill) -> &'static str {
    if known.armed { "disarm" } else { "arm" }
}

impl OfferBuilder<'_> {
    /// Readying a skill that answers, or putting it away.
    pub(super) fn offer_arming(&mut self, character: Id, known: &KnownSkill) {
        if known.skill.reacts() {
            let label = match known.armed {
                true => message!("timeline-act-disarm"),
                false => message!("timeline-act-arm"),
            };
            let (skill, armed) = (known.id, !known.armed);
            self.push(offer("T-55", label, Command::ArmSkill { character, skill, armed }));
        }
    }
}
