//! What stands against an action: a difficulty, or someone who defends (F-02, F-04, F-24).

use serde::{Deserialize, Serialize};

use super::offers::{choice_field, number_field, switch_field};
use super::{
    Act, Action, Character, Command, Deciding, DifficultyRule, Event, Fate, OfferBuilder,
    PartSource, Purpose, Side, SidePart, State, action, character, npc, options, roll, sheet, show,
    side, stunt, wording,
};
use crate::kernel::{Decided, choice};
use crate::{Field, Id, Line, Refusal, message};

/// What stands against an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateAgainst"))]
pub enum Against {
    /// A fixed difficulty.
    Difficulty(#[cfg_attr(feature = "ts", ts(type = "number"))] i64),
    /// A character, who is asked to roll.
    Character(Id),
}

/// What stands against an action.
pub(super) enum Opposing {
    /// The host says later.
    Later,
    /// A number, made of these.
    Fixed(Vec<SidePart>),
    /// A number that a player proposes, for the host to confirm.
    Proposed(i64),
    /// A character, who is asked.
    Character(Id),
}

/// A difficulty someone may name.
pub(super) fn difficulty(difficulty: i64) -> Decided {
    if (-10..=20).contains(&difficulty) {
        Ok(())
    } else {
        Err(Refusal::new("F-04", message!("fate-difficulty-bounds")))
    }
}

/// What is named against an action can stand against it.
pub(super) fn opposing(
    deciding: &Deciding,
    actor: Id,
    against: Against,
) -> Result<Opposing, Refusal> {
    match against {
        Against::Difficulty(value) => {
            difficulty(value)?;
            let rule = options::of(deciding).difficulty;
            Ok(match (deciding.by.is_host(), rule) {
                (true, _) => Opposing::Fixed(vec![fixed(value)]),
                (false, DifficultyRule::Confirmed) => Opposing::Proposed(value),
                (false, DifficultyRule::Named) => {
                    Opposing::Fixed(vec![SidePart { source: PartSource::NamedDifficulty, value }])
                }
            })
        }
        Against::Character(id) => {
            let character = character::seen(deciding, id)?;
            if id == actor {
                return Err(Refusal::new("F-24", message!("fate-not-oneself")));
            }
            if character.out {
                return Err(Refusal::new("F-31", message!("fate-is-out", who = &character.name)));
            }
            Ok(Opposing::Character(id))
        }
    }
}

fn fixed(value: i64) -> SidePart {
    SidePart { source: PartSource::Difficulty, value }
}

/// A difficulty that the host has set is the host's: a player cannot name another (F-02).
pub(super) fn set_by_host(
    deciding: &Deciding,
    named: Opposing,
    difficulty: i64,
) -> Result<Opposing, Refusal> {
    let same = |parts: &[SidePart]| parts.iter().map(|part| part.value).sum::<i64>() == difficulty;
    match named {
        Opposing::Later => Ok(Opposing::Fixed(vec![fixed(difficulty)])),
        named if deciding.by.is_host() => Ok(named),
        Opposing::Fixed(parts) if same(&parts) => Ok(Opposing::Fixed(vec![fixed(difficulty)])),
        Opposing::Proposed(value) if value == difficulty => {
            Ok(Opposing::Fixed(vec![fixed(difficulty)]))
        }
        Opposing::Fixed(_) | Opposing::Proposed(_) | Opposing::Character(_) => {
            let set = deciding.pack.on_ladder(difficulty);
            Err(Refusal::new("F-02", message!("fate-difficulty-is-hosts", difficulty = set)))
        }
    }
}

/// The host says what stands against an action, or corrects its difficulty after the dice.
pub(super) fn oppose(deciding: &mut Deciding, id: Id, against: Against) -> Decided {
    deciding.host()?;
    if action::under_way(deciding, id)?.rolled() {
        return correct(deciding, id, against);
    }
    let action = action::before_dice(deciding, id)?;
    let opposing = opposing(deciding, action.actor, against)?;
    let set_by_rule = action.unopposed()
        || action.fixed
        || matches!(action.act, Act::Overcome { purpose: Purpose::Treat { .. } });
    let attack = matches!(action.act, Act::Attack { .. });
    let side = match opposing {
        Opposing::Character(id) if !set_by_rule => Side { who: Some(id), ..Side::default() },
        Opposing::Fixed(parts) if !set_by_rule && !attack => Side { parts, ..Side::default() },
        _ => return Err(Refusal::new("F-02", message!("fate-opposition-fixed"))),
    };
    if let Some(who) = side.who {
        show::reveal(deciding, who);
    }
    deciding.push(Event::OppositionSet { action: id, side: Box::new(side) });
    Ok(())
}

/// The host corrects a difficulty after the dice, and with it the outcome (F-02). Whoever acts may
/// answer before it stands.
fn correct(deciding: &mut Deciding, id: Id, against: Against) -> Decided {
    let action = action::under_way(deciding, id)?;
    let number = action.opposition.as_ref().filter(|side| side.who.is_none()).is_some_and(|side| {
        side.parts
            .iter()
            .any(|part| matches!(part.source, PartSource::Difficulty | PartSource::NamedDifficulty))
    });
    let treats = matches!(action.act, Act::Overcome { purpose: Purpose::Treat { .. } });
    let Against::Difficulty(value) = against else {
        return Err(Refusal::new("F-02", message!("fate-already-rolled")));
    };
    if !number || treats {
        return Err(Refusal::new("F-02", message!("fate-opposition-fixed")));
    }
    difficulty(value)?;
    deciding.push(Event::DifficultyCorrected { action: id, difficulty: value });
    Ok(())
}

/// The one who is asked chooses how to defend (F-24), and rolls at once if they wish.
pub(super) fn defend(
    deciding: &mut Deciding,
    id: Id,
    skill: &str,
    full: bool,
    stunts: &[Id],
    roll: bool,
) -> Decided {
    let action = action::before_dice(deciding, id)?;
    let Some(target) = action.target else {
        return Err(Refusal::new("F-24", message!("fate-nobody-defends")));
    };
    let defender = character::mine(deciding, target)?;
    let rating = defender.rating(skill);
    sheet::known_skill(deciding, skill)?;
    let mob = npc::mob_part(defender, rating);
    let mut parts = vec![side::skill_part(deciding, skill, rating)];
    parts.extend(mob);
    if full {
        if deciding.now().full_defence(target).is_none() {
            return Err(Refusal::new("F-42", message!("fate-no-full-defence")));
        }
        parts.push(SidePart { source: PartSource::FullDefence, value: 2 });
    }
    let side = Side { who: Some(target), skill: Some(skill.to_owned()), parts, ..Side::default() };
    deciding.push(Event::OppositionSet { action: id, side: Box::new(side) });
    if full {
        deciding.push(Event::FullDefenceNeeded { who: target });
    }
    for stunt in stunts {
        stunt::use_stunt(deciding, target, *stunt, Some(id))?;
    }
    if roll { roll::roll_if_ready(deciding, id) } else { Ok(()) }
}

pub(super) fn set(state: &mut State, action: Id, side: &Side) {
    if let Some(action) = state.action_mut(action) {
        action.target = side.who;
        action.proposed = None;
        let known = side.who.is_none() || side.skill.is_some();
        action.opposition = known.then(|| side.clone());
    }
}

/// The number changes, and what it led to is open again.
pub(super) fn corrected(state: &mut State, action: Id, difficulty: i64) {
    let Some(action) = state.action_mut(action) else { return };
    let Some(opposition) = &mut action.opposition else { return };
    let old = |part: &SidePart| {
        matches!(part.source, PartSource::Difficulty | PartSource::NamedDifficulty)
    };
    opposition.parts.retain(|part| !old(part));
    opposition.parts.insert(0, fixed(difficulty));
    action.side.stands = false;
    action.outcome = None;
    action.shifts = 0;
    action.due.clear();
}

pub(super) fn tell_corrected(
    pack: &Fate,
    before: &State,
    action: Id,
    difficulty: i64,
) -> Option<Line> {
    let who = action::actor(before, action);
    let mut after = before.action(action)?.clone();
    let old = after.opposition.as_ref().map_or(0, |side| {
        let named = |part: &&SidePart| {
            matches!(part.source, PartSource::Difficulty | PartSource::NamedDifficulty)
        };
        side.parts.iter().filter(named).map(|part| part.value).sum()
    });
    if let Some(side) = &mut after.opposition {
        side.parts.push(SidePart { source: PartSource::Difficulty, value: difficulty - old });
    }
    let shifts = after.shifts_now();
    let (_, outcome, tone) = pack.outcome(shifts);
    let message = message!(
        "fate-difficulty-corrected",
        who = who,
        difficulty = pack.on_ladder(difficulty),
        outcome = outcome,
        shifts = wording::signed(shifts)
    );
    Some(Line { tone: Some(tone), ..Line::new(message) })
}

pub(super) fn tell_set(pack: &Fate, before: &State, action: Id, side: &Side) -> Option<Line> {
    Some(match (side.who, &side.skill) {
        (Some(id), None) => message!("fate-asked-to-defend", who = before.name(id)).into(),
        (Some(id), Some(skill)) => {
            let skill = pack.skill_name(skill);
            let message = message!("fate-defends", who = before.name(id), skill = skill);
            Line { sum: Some(side.sum()), ..Line::new(message) }
        }
        (None, _) => message!(
            "fate-difficulty-set",
            who = action::actor(before, action),
            difficulty = pack.on_ladder(side.total())
        )
        .into(),
    })
}

impl OfferBuilder<'_> {
    /// What may stand against a character's action: the host says it, a difficulty by its name on
    /// the ladder, or someone who is there (F-02, F-04).
    pub(super) fn against(&self, character: &Character) -> (Option<Against>, Field) {
        let mut of = Vec::new();
        if !self.by.is_host() {
            of.push(choice(None::<Against>, message!("fate-against-later")));
        }
        of.extend(
            self.pack.ladder.iter().map(|rung| {
                choice(Against::Difficulty(rung.value), self.pack.on_ladder(rung.value))
            }),
        );
        let others = self.people().into_iter().filter(|one| one.id != character.id && !one.out);
        of.extend(others.map(|one| choice(Against::Character(one.id), wording::word(&one.name))));
        let usual = if self.by.is_host() { Some(Against::Difficulty(2)) } else { None };
        (usual, choice_field("against", message!("fate-field-against"), of))
    }

    /// The host sets a difficulty, or asks someone to defend (F-02).
    pub(super) fn oppositions(&mut self, action: &Action) {
        let id = action.id;
        let actor = self.state.name(action.actor);
        let usual = Against::Difficulty(action.proposed.unwrap_or(2));
        let command = Command::Oppose { action: id, against: usual };
        let label = message!("fate-act-oppose");
        let field = number_field("against/difficulty", message!("fate-part-difficulty"), -10, 20);
        let open = action.opposition.is_none() && action.target.is_none();
        let waits = open.then(|| message!("fate-waits-difficulty", who = &actor));
        self.offer_or_wait("F-02", waits, label, command, vec![field]);
        let others: Vec<_> =
            self.people().into_iter().filter(|one| one.id != action.actor && !one.out).collect();
        if let Some(first) = others.first() {
            let against = Against::Character(first.id);
            let of = others
                .iter()
                .map(|one| choice(Against::Character(one.id), wording::word(&one.name)))
                .collect();
            let field = choice_field("against", message!("fate-field-whom"), of);
            let label = message!("fate-act-opponent");
            self.offer("F-02", label, Command::Oppose { action: id, against }, vec![field]);
        }
    }

    /// The host corrects a difficulty after the dice (F-02).
    pub(super) fn correction(&mut self, action: &Action) {
        let Some(side) = action.opposition.as_ref().filter(|_| self.by.is_host()) else { return };
        let now = Against::Difficulty(side.total());
        let command = Command::Oppose { action: action.id, against: now };
        let label = message!("fate-act-correct");
        let field = number_field("against/difficulty", message!("fate-part-difficulty"), -10, 20);
        self.offer("F-02", label, command, vec![field]);
    }

    /// The one who is asked defends (F-24).
    pub(super) fn defences(&mut self, action: &Action) {
        let target = action.target.and_then(|id| self.state.character(id));
        let Some(defender) = target.filter(|one| self.owns(one.id)) else { return };
        let (skill, field) = self.skills(defender);
        let full = self.state.full_defence(defender.id).is_some();
        let mut fields = vec![field];
        if full {
            fields.push(switch_field("full", message!("fate-part-full-defence")));
        }
        let command =
            Command::Defend { action: action.id, skill, full, stunts: Vec::new(), roll: false };
        let label = message!("fate-act-defend");
        let open = action.opposition.is_none();
        let waits = open.then(|| message!("fate-waits-defence", who = &defender.name));
        self.offer_or_wait("F-24", waits, label, command, fields);
    }
}
