//! Things made ready before play: people of any size, zones, aspects, clocks (B-44, F-44).

use serde::{Deserialize, Serialize};

use super::name::Among;
use super::{
    Aspect, AspectDraft, AspectKind, Border, CharacterDraft, Command, Deciding, Event, Fate,
    NpcDraft, Place, Scene, State, StuntDraft, Zone, absence, aspect, character, name, opposition,
    scene, show, wording,
};
use crate::kernel::{Decided, Stock};
use crate::{Audience, Id, ReadyClock, ReadyPart, Refusal, Term, message};

/// A thing made ready before play (B-44).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Ready {
    /// One of the host's characters (F-54).
    Npc(Box<ReadyNpc>),
    /// A zone, next to the last one (F-43).
    Zone(ReadyZone),
    /// An aspect of the scene, of a zone, or of the whole game (F-10).
    Aspect(ReadyAspect),
    /// Someone who is at the table already.
    Person(ReadyPerson),
    /// A clock.
    Clock(ReadyClock),
}

/// One of the host's characters, made ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyNpc {
    /// The sheet.
    pub character: CharacterDraft,
    /// Who that is, in a sentence.
    #[serde(default = "wording::nothing")]
    pub text: Term,
    /// The zone they will be in, by its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<Term>,
    /// Whether only the host sees them for now.
    #[serde(default)]
    pub hidden: bool,
}

/// A zone, made ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyZone {
    /// What it is called.
    pub name: Term,
    /// The difficulty of coming here from the one before; free when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub barred: Option<i64>,
}

/// An aspect, made ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyAspect {
    /// What it says.
    pub name: Term,
    /// The zone it is in, by its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<Term>,
    /// Whether it is true of the whole game.
    #[serde(default)]
    pub game: bool,
    /// Whether only the host sees it for now.
    #[serde(default)]
    pub hidden: bool,
}

/// Someone who is at the table already.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyPerson {
    /// Who.
    pub who: Id,
    /// What they are called.
    pub name: Term,
    /// The zone they will be in, by its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<Term>,
    /// Whether they stay hidden, if they are.
    #[serde(default)]
    pub hidden: bool,
}

/// The zone of the open scene that is called so.
fn zone_named(deciding: &Deciding, name: Option<&Term>) -> Result<Option<Id>, Refusal> {
    let Some(name) = name else { return Ok(None) };
    let same = |zone: &&Zone| zone.name.spellings().any(|one| name.spellings().any(|it| it == one));
    let scene = deciding.now().scene.as_deref();
    let zone = scene.and_then(|scene| scene.zones.iter().find(same));
    let none = || Refusal::new("F-43", message!("fate-no-zone"));
    zone.map(|zone| Some(zone.id)).ok_or_else(none)
}

impl Stock for Fate {
    type Ready = Ready;

    fn library(&self) -> &[Ready] {
        &self.library
    }

    fn ready_of(command: &Command) -> Option<Ready> {
        if let Command::MakeCharacter { draft, seat: None, hidden } = command {
            if draft.pc {
                return None;
            }
            return Some(Ready::Npc(Box::new(ReadyNpc {
                character: draft.clone(),
                text: wording::nothing(),
                zone: None,
                hidden: *hidden,
            })));
        }
        if let Command::AddZone { name, .. } = command {
            return Some(Ready::Zone(ReadyZone { name: name.as_str().into(), barred: None }));
        }
        if let Command::AddAspect { name: Some(name), on, boost: false, hidden, .. } = command {
            let game = match on {
                Place::Game => true,
                Place::Scene => false,
                Place::Zone(_) | Place::Character(_) => return None,
            };
            let (name, zone) = (name.as_str().into(), None);
            return Some(Ready::Aspect(ReadyAspect { name, zone, game, hidden: *hidden }));
        }
        let Command::ChangeClock { change } = command else { return None };
        ReadyClock::of(change).map(Ready::Clock)
    }

    fn ready_from(&self, state: &State, thing: Id) -> Option<Ready> {
        let one = state.character(thing).filter(|one| !one.pc)?;
        let aspects = state.aspects_of(thing).filter_map(|aspect| {
            let AspectKind::Character { slot } = &aspect.kind else { return None };
            let hidden = aspect.seen != Audience::All;
            Some(AspectDraft { slot: slot.clone(), name: aspect.name.clone()?, hidden })
        });
        let stunts = one.stunts.iter().map(|stunt| StuntDraft {
            name: stunt.name.clone(),
            text: stunt.text.clone(),
            effect: stunt.effect.clone(),
        });
        let character = CharacterDraft {
            name: one.name.clone(),
            pc: false,
            aspects: aspects.collect(),
            skills: one.skills.iter().map(|(skill, rating)| (skill.clone(), *rating)).collect(),
            stunts: stunts.collect(),
            vitals: one.vitals.clone(),
            npc: NpcDraft {
                size: one.size.clone(),
                boxes: one.boxes.clone(),
                slots: one.slots.clone(),
                mob: one.mob,
                hazard: one.hazard.clone(),
            },
        };
        let hidden = one.seen != Audience::All;
        let text = wording::nothing();
        Some(Ready::Npc(Box::new(ReadyNpc { character, text, zone: None, hidden })))
    }

    fn show_ready(&self, thing: &Ready) -> ReadyPart {
        let plain = |kind, name: &Term, hidden| ReadyPart {
            kind,
            name: name.clone(),
            text: wording::nothing(),
            marks: Vec::new(),
            hidden,
        };
        match thing {
            Ready::Npc(it) => {
                let size = it.character.npc.size.as_ref().and_then(|id| self.npc_size(id));
                let size = size.map(|size| wording::word(&size.name));
                let mut skills: Vec<_> = it.character.skills.iter().collect();
                skills.sort_by_key(|(_, rating)| -**rating);
                let skills = skills.into_iter().filter_map(|(id, rating)| {
                    let skill = &self.skill(id)?.name;
                    Some(message!("ready-skill", skill = skill, rating = *rating))
                });
                let mob = it.character.npc.mob.map(|count| message!("ready-mob", count = count));
                ReadyPart {
                    kind: message!("ready-npc"),
                    name: it.character.name.clone(),
                    text: it.text.clone(),
                    marks: size.into_iter().chain(mob).chain(skills.take(3)).collect(),
                    hidden: it.hidden,
                }
            }
            Ready::Zone(it) => ReadyPart {
                marks: it.barred.map(|at| message!("ready-barred", at = at)).into_iter().collect(),
                ..plain(message!("ready-zone"), &it.name, false)
            },
            Ready::Aspect(it) => ReadyPart {
                marks: it.zone.iter().map(wording::word).collect(),
                ..plain(message!("ready-aspect"), &it.name, it.hidden)
            },
            Ready::Person(it) => ReadyPart {
                marks: it.zone.iter().map(wording::word).collect(),
                ..plain(message!("ready-person"), &it.name, it.hidden)
            },
            Ready::Clock(it) => it.show(),
        }
    }

    fn set_stage(deciding: &mut Deciding<'_>, title: &str, text: &str) -> Decided {
        deciding.host()?;
        let title = wording::name(title)?.as_str().into();
        let text = wording::text(text)?;
        if deciding.now().scene.is_some() {
            scene::end(deciding, false, false)?;
        }
        let new = Scene::new(deciding.id(), title, text);
        scene::begin(deciding, new);
        absence::all_back(deciding);
        Ok(())
    }

    fn bring(deciding: &mut Deciding<'_>, thing: &Ready, _: Option<Id>) -> Decided {
        match thing {
            Ready::Npc(it) => {
                let zone = zone_named(deciding, it.zone.as_ref())?;
                if it.character.pc {
                    return Err(Refusal::new("F-54", message!("fate-npc-only")));
                }
                character::make(deciding, &it.character, None, it.hidden)?;
                let made = deciding.now().characters.last().map(|one| one.id);
                if let (Some(character), Some(zone)) = (made, zone) {
                    deciding.push(Event::Moved { character, zone, free: false });
                }
            }
            Ready::Zone(it) => {
                let scene = scene::open(deciding)?;
                if scene.zones.len() >= 30 {
                    return Err(Refusal::new("F-43", message!("fate-too-many", most = 30)));
                }
                if let Some(difficulty) = it.barred {
                    opposition::difficulty(difficulty)?;
                }
                let taken: Vec<&Term> = scene.zones.iter().map(|zone| &zone.name).collect();
                let called = name::free(&wording::term(&it.name)?, &taken);
                let last = scene.zones.last().map(|zone| zone.id);
                let zone = Zone { id: deciding.id(), name: called };
                let border = |other| Border { one: zone.id, other, barred: it.barred };
                let borders = last.map(border).into_iter().collect();
                deciding.push(Event::ZoneAdded { zone, borders });
            }
            Ready::Aspect(it) => {
                let zone = zone_named(deciding, it.zone.as_ref())?;
                aspect::room(deciding)?;
                let on = match (it.game, zone) {
                    (true, _) => Place::Game,
                    (false, Some(zone)) => Place::Zone(zone),
                    (false, None) => {
                        scene::open(deciding)?;
                        Place::Scene
                    }
                };
                let seen = if it.hidden { Audience::Host } else { Audience::All };
                let called = wording::term(&it.name)?;
                let aspect = Aspect {
                    id: deciding.id(),
                    name: Some(name::apart(deciding, called, Among::of(on), &seen)),
                    kind: if it.game { AspectKind::Game } else { AspectKind::Situation },
                    on,
                    free: Vec::new(),
                    seen,
                };
                deciding.push(Event::AspectAdded { aspect: Box::new(aspect) });
            }
            Ready::Person(it) => {
                // Whoever left the table meanwhile, or is at another one, is just not there.
                if deciding.now().character(it.who).is_none() {
                    return Ok(());
                }
                let zone = zone_named(deciding, it.zone.as_ref())?;
                if !it.hidden {
                    show::reveal(deciding, it.who);
                }
                if let Some(zone) = zone {
                    deciding.push(Event::Moved { character: it.who, zone, free: false });
                }
            }
            Ready::Clock(it) => {
                let id = deciding.id();
                let change = deciding.now().clocks.bring(it, id)?;
                deciding.push(Event::ClockChanged { change });
            }
        }
        Ok(())
    }
}
