//! Characters of Fate games in and out. The form is loose: what is said on a sheet, by the words it
//! is said under, so that a sheet of another pack, or of another program, is read by its words.

use std::collections::{BTreeMap, BTreeSet};

use rules::fate::{
    AspectDraft, AspectKind, CharacterDraft, CharacterPart, Command, Effect, Hazard, Mend,
    NpcDraft, Part, Per, RulesetPart, StuntDraft,
};
use rules::{Id, Message, Refusal, SeatId, Term, View, message};
use serde::{Deserialize, Serialize};
use words::fold::folded;

use super::{Plan, Step, command, left, refusal, spoken};

/// The most characters of a name, an aspect or a stunt's name.
const NAME: usize = 80;
/// The most characters of a text.
const TEXT: usize = 1000;

/// What is on the sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// What they are called.
    pub name: String,
    /// Whether they are one of the host's characters.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub npc: bool,
    /// Pronouns, looks, anything worth knowing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub vitals: String,
    /// Their aspects.
    #[serde(default)]
    pub aspects: Vec<Aspect>,
    /// Their skills or approaches.
    #[serde(default)]
    pub skills: Vec<Skill>,
    /// Their stunts.
    #[serde(default)]
    pub stunts: Vec<Stunt>,
    /// Refresh, if it is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refresh: Option<i64>,
    /// Their size, if they are the host's (F-54).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// How many they are, if they are a mob.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mob: Option<u8>,
    /// How they act by themselves, if they are a hazard (F-45).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hazard: Option<Hazard>,
    /// Consequences they bear, by the words of their slots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consequences: Vec<(String, String)>,
}

/// An aspect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aspect {
    /// The place on the sheet, by its id or by what it is called.
    pub slot: String,
    /// What it says.
    pub says: String,
}

/// A skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skill {
    /// Its id, or what it is called.
    pub skill: String,
    /// Its rating.
    pub rating: i64,
}

/// A stunt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stunt {
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The skill it gives +2 with, by its id or by what it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bonus: Option<String>,
    /// How often an exception may be made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per: Option<Per>,
}

fn parts(view: &View<Part>) -> (Option<&RulesetPart>, Vec<&CharacterPart>) {
    let cast = crate::sheet::fate::Cast::new(view);
    (cast.ruleset, cast.characters)
}

/// Everyone in sight, oldest first.
pub(super) fn names(view: &View<Part>) -> Vec<(Id, String)> {
    parts(view).1.into_iter().map(|part| (part.id, spoken(&part.name))).collect()
}

pub(super) fn sheet(view: &View<Part>, id: Id) -> Option<Sheet> {
    let (_, characters) = parts(view);
    let part = characters.into_iter().find(|part| part.id == id)?;
    let mut sheet = Sheet {
        name: spoken(&part.name),
        npc: !part.pc,
        vitals: part.vitals.clone(),
        skills: part
            .skills
            .iter()
            .flatten()
            .map(|(skill, rating)| Skill { skill: skill.clone(), rating: *rating })
            .collect(),
        stunts: part
            .stunts
            .iter()
            .map(|stunt| {
                let (bonus, per) = match &stunt.effect {
                    Effect::Bonus { skill } => (Some(skill.clone()), None),
                    Effect::Exception { per } => (None, Some(*per)),
                };
                Stunt { name: spoken(&stunt.name), text: spoken(&stunt.text), bonus, per }
            })
            .collect(),
        refresh: part.pc.then_some(part.refresh),
        size: part.size.clone(),
        mob: part.mob,
        hazard: part.hazard.clone(),
        ..Sheet::default()
    };
    for aspect in &part.aspects {
        let says = aspect.name.as_ref().map(spoken).unwrap_or_default();
        match &aspect.aspect {
            AspectKind::Character { slot } => {
                sheet.aspects.push(Aspect { slot: slot.clone(), says });
            }
            AspectKind::Consequence { slot, .. } => {
                let slot = part.slots.iter().find(|it| it.id == *slot);
                let slot = slot.map(|it| spoken(&it.name)).unwrap_or_default();
                sheet.consequences.push((slot, says));
            }
            AspectKind::Game | AspectKind::Situation | AspectKind::Boost => {}
        }
    }
    Some(sheet)
}

/// Whether a word of a pack is what somebody wrote: its id, or any spelling.
fn is_called(id: &str, name: &Term, written: &str) -> bool {
    let written = folded(written.trim());
    id == written || name.spellings().any(|it| folded(it) == written)
}

fn skill_of<'p>(pack: &'p RulesetPart, written: &str) -> Option<&'p str> {
    let mut all = pack.skills.list.iter();
    all.find(|skill| is_called(&skill.id, &skill.name, written)).map(|skill| skill.id.as_str())
}

/// A text that fits; the whole of it is listed where it was cut.
fn fitted(text: &str, most: usize, left_over: &mut Vec<Message>) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most - 1).chain(['…']).collect();
    left_over.push(message!("character-left-cut", what = cut.as_str(), text = text));
    cut
}

/// What to ask for. What does not make a new sheet is asked for afterwards, as mendings (B-46): the
/// host sets the rules aside, a player waits for the host's nod.
pub(super) fn plan(
    view: &View<Part>,
    sheet: Sheet,
    host: bool,
    seat: Option<SeatId>,
    left_over: &mut Vec<Message>,
) -> Result<Plan, Refusal> {
    let pack = parts(view).0.ok_or_else(|| refusal(message!("character-none")))?;
    let pc = !sheet.npc;
    if !pc && !host {
        return Err(Refusal::new("F-54", message!("character-npc"))
            .instead(message!("character-npc-instead")));
    }
    for (slot, says) in &sheet.consequences {
        left_over.push(left(slot, says));
    }
    let aspects = aspects(pack, &sheet.aspects, pc, left_over);
    let skills = ratings(pack, &sheet.skills, left_over);
    let mut stunts: Vec<StuntDraft> =
        sheet.stunts.iter().map(|it| stunt(pack, it, left_over)).collect();
    // Those that cost nothing come with the sheet; the others cost refresh, which is mended.
    let free = usize::from(pack.sheet.free_stunts);
    let later = stunts.split_off(if pc { free.min(stunts.len()) } else { stunts.len() });
    let new = if pc { pyramid(pack, &skills) } else { skills.clone() };
    let draft = CharacterDraft {
        name: fitted(&sheet.name, NAME, left_over).as_str().into(),
        pc,
        aspects,
        skills: new.clone(),
        stunts,
        vitals: fitted(&sheet.vitals, TEXT, left_over),
        npc: NpcDraft {
            size: sheet.size.filter(|size| pack.npcs.iter().any(|known| known.id == *size)),
            mob: sheet.mob,
            hazard: sheet.hazard,
            ..NpcDraft::default()
        },
    };
    let mut then: Vec<Step> = Vec::new();
    let anyway = host;
    let mut mend = |what: Message, mend: Mend| {
        let step = move |character| command(&Command::Mend { character, mend, anyway });
        then.push((what, Box::new(step)));
    };
    if new != skills {
        let all: BTreeMap<String, i64> = pack
            .skills
            .list
            .iter()
            .map(|skill| (skill.id.clone(), skills.get(&skill.id).copied().unwrap_or(0)))
            .collect();
        let said: Vec<String> =
            skills.iter().map(|(id, rating)| format!("{id} {rating}")).collect();
        let what = message!("character-skills", skills = said.join(", "));
        mend(what, Mend::Skills { skills: all });
    }
    let count = i64::try_from(later.len()).unwrap_or(i64::MAX);
    for draft in later {
        let what = message!("character-stunt", name = &draft.name, text = &draft.text);
        mend(what, Mend::Stunt { stunt: None, draft });
    }
    let by_rule = pack.sheet.refresh - count;
    if let Some(refresh) = sheet.refresh.filter(|refresh| pc && *refresh != by_rule) {
        mend(message!("character-refresh", refresh = refresh), Mend::Refresh { refresh });
    }
    let make = Command::MakeCharacter { draft, seat, hidden: false };
    Ok(Plan { make: command(&make), then })
}

/// The aspects in the places of the sheet: by what they stand under, then wherever there is room.
fn aspects(
    pack: &RulesetPart,
    written: &[Aspect],
    pc: bool,
    left_over: &mut Vec<Message>,
) -> Vec<AspectDraft> {
    let slots = &pack.sheet.aspects;
    let mut free: BTreeSet<usize> = (0..slots.len()).collect();
    let mut placed: Vec<(usize, String)> = Vec::new();
    let mut homeless = Vec::new();
    for aspect in written.iter().filter(|aspect| !aspect.says.trim().is_empty()) {
        let fits = |place: &&usize| {
            slots.get(**place).is_some_and(|slot| is_called(&slot.id, &slot.name, &aspect.slot))
        };
        match free.iter().find(fits).copied() {
            Some(place) => {
                free.remove(&place);
                placed.push((place, fitted(&aspect.says, NAME, left_over)));
            }
            None => homeless.push(aspect),
        }
    }
    for aspect in homeless {
        let room = free.iter().find(|place| slots.get(**place).is_some_and(|slot| !slot.required));
        match room.copied() {
            Some(place) => {
                free.remove(&place);
                placed.push((place, fitted(&aspect.says, NAME, left_over)));
            }
            None => left_over.push(left(&aspect.slot, &aspect.says)),
        }
    }
    for place in free.into_iter().filter(|_| pc) {
        let Some(slot) = slots.get(place).filter(|slot| slot.required) else { continue };
        left_over.push(message!("character-slot-empty", slot = &slot.name));
        placed.push((place, spoken(&slot.name)));
    }
    placed.sort_by_key(|(place, _)| *place);
    let draft = |(place, says): (usize, String)| {
        let slot = slots.get(place)?.id.clone();
        Some(AspectDraft { slot, name: says.as_str().into(), hidden: false })
    };
    placed.into_iter().filter_map(draft).collect()
}

/// The ratings of the skills the pack knows.
fn ratings(
    pack: &RulesetPart,
    written: &[Skill],
    left_over: &mut Vec<Message>,
) -> BTreeMap<String, i64> {
    let mut ratings = BTreeMap::new();
    for Skill { skill, rating } in written.iter().filter(|skill| skill.rating != 0) {
        match skill_of(pack, skill) {
            Some(id) => drop(ratings.insert(id.to_owned(), *rating)),
            None => left_over.push(left(skill, format!("{rating:+}"))),
        }
    }
    ratings
}

/// The ratings a new character may have that are nearest to these: the highest skills first.
fn pyramid(pack: &RulesetPart, skills: &BTreeMap<String, i64>) -> BTreeMap<String, i64> {
    let tiers = &pack.skills.pyramid;
    let count = |rating| skills.values().filter(|it| **it == rating).count();
    let fits = tiers.iter().all(|tier| count(tier.rating) == usize::from(tier.count))
        && skills.values().all(|it| tiers.iter().any(|tier| tier.rating == *it));
    if fits {
        return skills.clone();
    }
    let mut order: Vec<&str> = pack.skills.list.iter().map(|skill| skill.id.as_str()).collect();
    order.sort_by_key(|id| std::cmp::Reverse(skills.get(*id).copied().unwrap_or(0)));
    let mut tiers: Vec<_> = tiers.iter().collect();
    tiers.sort_by_key(|tier| std::cmp::Reverse(tier.rating));
    let ratings = tiers.iter().flat_map(|tier| (0..tier.count).map(|_| tier.rating));
    let given = order.into_iter().zip(ratings).filter(|(_, rating)| *rating != 0);
    given.map(|(id, rating)| (id.to_owned(), rating)).collect()
}

fn stunt(pack: &RulesetPart, written: &Stunt, left_over: &mut Vec<Message>) -> StuntDraft {
    let skill = written.bonus.as_deref().and_then(|skill| skill_of(pack, skill));
    let effect = match skill {
        Some(skill) => Effect::Bonus { skill: skill.to_owned() },
        None => Effect::Exception { per: written.per.unwrap_or(Per::Always) },
    };
    if let (None, Some(skill)) = (skill, &written.bonus) {
        left_over.push(left(&written.name, skill));
    }
    StuntDraft {
        name: fitted(&written.name, NAME, left_over).as_str().into(),
        text: fitted(&written.text, TEXT, left_over).as_str().into(),
        effect,
    }
}
