//! Rolls of a skill of the host's characters that only the host sees (F-45, B-23).

use super::offers::number_field;
use super::{
    Character, Command, Deciding, Event, Fate, OfferBuilder, PartSource, Side, SidePart, State,
    character, opposition, sheet, side, wording,
};
use crate::kernel::Decided;
use crate::{Audience, Id, Line, Refusal, Roll, Viewer, message};

/// Rolls a skill for the host alone.
pub(super) fn roll(
    deciding: &mut Deciding,
    id: Id,
    skill: &str,
    difficulty: Option<i64>,
) -> Decided {
    deciding.host()?;
    let one = character::seen(deciding, id)?;
    if one.pc {
        return Err(Refusal::new("F-45", message!("fate-npc-only")));
    }
    let rating = one.rating(skill);
    sheet::known_skill(deciding, skill)?;
    if let Some(difficulty) = difficulty {
        opposition::difficulty(difficulty)?;
    }
    let pack = deciding.pack;
    let part = side::skill_part(deciding, skill, rating);
    let roll = Box::new(deciding.throw(&Audience::Host, &pack.dice.roll, &())?);
    deciding.push(Event::RolledSecretly { character: id, part, difficulty, roll });
    Ok(())
}

pub(super) fn tell_rolled(
    pack: &Fate,
    before: &State,
    character: Id,
    part: &SidePart,
    difficulty: Option<i64>,
    roll: &Roll,
    viewer: Viewer,
) -> Option<Line> {
    if viewer != Viewer::Host {
        return None;
    }
    let PartSource::Skill { name: skill } = &part.source else { return None };
    let side = Side { parts: vec![part.clone()], rolls: vec![roll.clone()], ..Side::default() };
    let (who, sum) = (before.name(character), side.sum());
    let total = pack.on_ladder(sum.total);
    let (message, tone) = match difficulty {
        None => (message!("fate-secret-roll", who = who, skill = skill, total = total), None),
        Some(difficulty) => {
            let shifts = sum.total - difficulty;
            let (_, outcome, tone) = pack.outcome(shifts);
            let message = message!(
                "fate-secret-roll-against",
                who = who,
                skill = skill,
                total = total,
                difficulty = pack.on_ladder(difficulty),
                outcome = outcome,
                shifts = wording::signed(shifts)
            );
            (message, Some(tone))
        }
    };
    Some(Line { roll: Some(roll.clone()), sum: Some(sum), tone, ..message.into() })
}

impl OfferBuilder<'_> {
    /// The host rolls a skill for themselves alone.
    pub(super) fn secret_roll(&mut self, character: &Character) {
        let (skill, skills) = self.skills(character);
        let command = Command::RollSecretly { character: character.id, skill, difficulty: Some(2) };
        let label = message!("fate-act-secret-roll");
        let field = number_field("difficulty", message!("fate-part-difficulty"), -10, 20);
        self.offer("F-45", label, command, vec![skills, field]);
    }
}
