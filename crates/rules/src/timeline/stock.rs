//! Things made ready before play: fighters, weapons, skills, places, clocks (B-44).

use serde::{Deserialize, Serialize};

use super::deciding::{Deciding, within};
use super::gear::MOST_LOAD;
use super::text::NAME;
use super::{
    Amount, Card, Character, Command, Environment, Event, KnownSkill, Skill, State, Timeline,
    Trait, TraitDraft, Weapon, WeaponDraft, character, environment, skill, weapon,
};
use crate::kernel::{Decided, Stock};
use crate::{Audience, Id, ReadyClock, ReadyPart, Refusal, Term, message, typed};

/// The most weapons, skills or traits of a fighter made ready.
const MOST: usize = 20;

/// A thing made ready before play (B-44).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Ready {
    /// Somebody to be fought, or to be met.
    Fighter(Box<ReadyFighter>),
    /// A weapon, for somebody.
    Weapon(Box<ReadyWeapon>),
    /// A skill, for somebody.
    Skill(Box<ReadySkill>),
    /// The place where it all happens (T-60).
    Environment(ReadyEnvironment),
    /// A clock.
    Clock(ReadyClock),
}

/// Somebody with all they have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyFighter {
    /// What they are called, in place of the card's own name.
    pub name: Term,
    /// What they are like.
    #[serde(default = "no_words")]
    pub text: Term,
    /// The card.
    pub card: Card,
    /// What they carry besides belongings and weapons.
    #[serde(default)]
    pub load: Amount,
    /// Their weapons; the last is in hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<ReadyWeapon>,
    /// Their skills.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skills: Vec<Skill>,
    /// Their traits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<TraitDraft>,
    /// Whether only the host sees them for now.
    #[serde(default)]
    pub hidden: bool,
}

/// A weapon, made ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyWeapon {
    /// What it is called, in place of its own name.
    pub name: Term,
    /// The weapon.
    pub weapon: WeaponDraft,
}

/// A skill, made ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadySkill {
    /// The skill.
    pub skill: Skill,
}

/// A place, made ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyEnvironment {
    /// The place.
    pub environment: Environment,
}

fn no_words() -> Term {
    Term::from("")
}

/// A name in the one language that a card keeps.
fn one_name(name: &Term) -> String {
    name.spellings().next().unwrap_or_default().to_owned()
}

fn bring_fighter(deciding: &mut Deciding<'_>, it: &ReadyFighter) -> Decided {
    let options = &deciding.before.options;
    let allowed = |on: bool, none: bool, what| match on || none {
        true => Ok(()),
        false => Err(Refusal::new("T-09", what)),
    };
    allowed(options.weapons, it.weapons.is_empty(), message!("timeline-no-weapons"))?;
    allowed(options.skills, it.skills.is_empty(), message!("timeline-no-skills"))?;
    allowed(options.traits, it.traits.is_empty(), message!("timeline-no-traits"))?;
    for count in [it.weapons.len(), it.skills.len(), it.traits.len()] {
        within(count <= MOST, "B-44")?;
    }
    within((Amount::ZERO..=MOST_LOAD).contains(&it.load), "T-07")?;
    typed::term(&it.name, NAME)?;
    let card = Card { name: one_name(&it.name), ..it.card.clone() }.checked()?;
    character::has_room(deciding.now(), deciding.by, None)?;
    let character = deciding.id();
    let seen = if it.hidden { Audience::Host } else { Audience::All };
    let (card, load) = (Box::new(card), it.load);
    deciding.push(Event::CharacterMade { character, seat: None, seen, card, load });
    for own in &it.traits {
        within(own.fits(), "T-08")?;
        let given = Trait { draft: own.typed()?, id: deciding.id() };
        deciding.push(Event::TraitAdded { character, given });
    }
    for own in &it.skills {
        let skill = own.typed()?;
        skill.obeys_the_law()?;
        let known = KnownSkill { id: deciding.id(), armed: skill.reacts(), skill };
        deciding.push(Event::SkillAdded { character, known: Box::new(known) });
    }
    for own in &it.weapons {
        let draft = WeaponDraft { name: one_name(&own.name), ..own.weapon.clone() };
        within(draft.fits(), "T-45")?;
        let (draft, rounds) = (draft.typed()?, draft.magazine());
        let weapon = Weapon { id: deciding.id(), draft, rounds };
        deciding.push(Event::WeaponAdded { character, weapon });
    }
    Ok(())
}

impl Stock for Timeline {
    type Ready = Ready;
    const PLAIN_NAMES: bool = true;
    const HAS_SCENES: bool = false;

    fn library(&self) -> &[Ready] {
        &self.library
    }

    /// The table has no scenes of its own: there is nothing to set.
    fn set_stage(deciding: &mut Deciding<'_>, _: &str, _: &str) -> Decided {
        deciding.host()
    }

    fn ready_of(command: &Command) -> Option<Ready> {
        if let Command::MakeCharacter { card, load, seat: None, hidden } = command {
            return Some(Ready::Fighter(Box::new(ReadyFighter {
                name: card.name.as_str().into(),
                text: card.occupation.as_str().into(),
                card: (**card).clone(),
                load: *load,
                weapons: Vec::new(),
                skills: Vec::new(),
                traits: Vec::new(),
                hidden: *hidden,
            })));
        }
        if let Command::AddWeapon { weapon, .. } = command {
            let (name, weapon) = (weapon.name.as_str().into(), (**weapon).clone());
            return Some(Ready::Weapon(Box::new(ReadyWeapon { name, weapon })));
        }
        if let Command::AddSkill { skill, .. } = command {
            return Some(Ready::Skill(Box::new(ReadySkill { skill: (**skill).clone() })));
        }
        if let Command::SetEnvironment { environment: Some(environment) } = command {
            let environment = (**environment).clone();
            return Some(Ready::Environment(ReadyEnvironment { environment }));
        }
        let Command::ChangeClock { change } = command else { return None };
        ReadyClock::of(change).map(Ready::Clock)
    }

    fn ready_from(&self, state: &State, thing: Id) -> Option<Ready> {
        let one: &Character = state.character(thing).filter(|one| one.summoned.is_none())?;
        let weapon = |own: &Weapon| ReadyWeapon {
            name: own.draft.name.as_str().into(),
            weapon: own.draft.clone(),
        };
        Some(Ready::Fighter(Box::new(ReadyFighter {
            name: one.card.name.as_str().into(),
            text: one.card.occupation.as_str().into(),
            card: one.card.clone(),
            load: one.other_load,
            weapons: one.weapons.iter().map(weapon).collect(),
            skills: one.skills.iter().map(|known| known.skill.clone()).collect(),
            traits: one.traits.iter().map(|own| own.draft.clone()).collect(),
            hidden: one.seen != Audience::All,
        })))
    }

    fn show_ready(&self, thing: &Ready) -> ReadyPart {
        match thing {
            Ready::Fighter(it) => {
                let level = message!("ready-level", level = it.card.level);
                let weapons = it.weapons.iter().map(|own| message!("plain", text = &own.name));
                let skills = it.skills.iter().map(|skill| message!("plain", text = &skill.name));
                ReadyPart {
                    kind: message!("ready-fighter"),
                    name: it.name.clone(),
                    text: it.text.clone(),
                    marks: std::iter::once(level).chain(weapons).chain(skills).collect(),
                    hidden: it.hidden,
                }
            }
            Ready::Weapon(it) => ReadyPart {
                kind: message!("ready-weapon"),
                name: it.name.clone(),
                text: it.weapon.note.as_str().into(),
                marks: Vec::new(),
                hidden: false,
            },
            Ready::Skill(it) => ReadyPart {
                kind: message!("ready-skill-kind"),
                name: it.skill.name.clone(),
                text: it.skill.text.clone(),
                marks: vec![it.skill.attribute.name()],
                hidden: false,
            },
            Ready::Environment(it) => ReadyPart {
                kind: message!("ready-environment"),
                name: it.environment.name.clone(),
                text: no_words(),
                marks: Vec::new(),
                hidden: false,
            },
            Ready::Clock(it) => it.show(),
        }
    }

    fn bring(deciding: &mut Deciding<'_>, thing: &Ready, to: Option<Id>) -> Decided {
        let whose = || {
            to.ok_or_else(|| {
                Refusal::new("B-44", message!("ready-whose"))
                    .instead(message!("ready-whose-instead"))
            })
        };
        match thing {
            Ready::Fighter(it) => bring_fighter(deciding, it),
            Ready::Weapon(it) => {
                let draft = WeaponDraft { name: one_name(&it.name), ..it.weapon.clone() };
                weapon::add(deciding, whose()?, &draft)
            }
            Ready::Skill(it) => skill::add(deciding, whose()?, &it.skill),
            Ready::Environment(it) => environment::set(deciding, Some(&it.environment)),
            Ready::Clock(it) => {
                let id = deciding.id();
                let change = deciding.now().clocks.bring(it, id)?;
                deciding.push(Event::ClockChanged { change });
                Ok(())
            }
        }
    }
}
