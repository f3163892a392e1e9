//! Characters come and go; their sheets are checked (F-50, F-51).

use std::collections::{BTreeMap, BTreeSet};

use super::naming::Among;
use super::{Decided, Play, no};
use crate::fate::{
    Aspect, AspectKind, Character, CharacterDraft, Effect, Event, PartSource, Place, Purse,
    SidePart, Stunt, StuntDraft, Why, text,
};
use crate::{Audience, Id, MOST_CHARACTERS_OF_A_SEAT, Refusal, SeatId, message};

/// The most characters at a table.
const MOST: usize = 200;
/// The most stunts of one character.
const STUNTS: usize = 20;

impl Play<'_> {
    pub(super) fn make_character(
        &mut self,
        draft: &CharacterDraft,
        seat: Option<SeatId>,
        hidden: bool,
    ) -> Decided {
        let seat = if self.by.is_host() { seat } else { Some(self.by.id) };
        if hidden || !draft.pc {
            self.host()?;
        }
        if hidden && draft.pc {
            return Err(no("B-30", message!("fate-in-play")));
        }
        if self.now.characters.len() >= MOST {
            return Err(no("F-50", message!("fate-too-many", most = MOST)));
        }
        let of_seat = self.now.characters.iter().filter(|one| one.seat == seat);
        if seat.is_some() && of_seat.count() >= MOST_CHARACTERS_OF_A_SEAT {
            let most = MOST_CHARACTERS_OF_A_SEAT;
            return Err(no("F-50", message!("fate-too-many-characters", most = most)));
        }
        self.room()?;
        let name = text::term(&draft.name)?;
        let vitals = text::text(&draft.vitals)?;
        self.check_skills(draft)?;
        let refresh = self.refresh_with(draft.stunts.len())?;
        let stunts =
            draft.stunts.iter().map(|stunt| self.stunt(stunt)).collect::<Result<_, _>>()?;
        let id = self.dice.id();
        let aspects = self.sheet_aspects(id, draft)?;
        let seen = if hidden { Audience::Host } else { Audience::All };
        let name = self.apart(name, Among::Characters, &seen);
        let character = Character {
            id,
            name,
            pc: draft.pc,
            seat,
            vitals,
            skills: draft
                .skills
                .iter()
                .filter(|(_, rating)| **rating != 0)
                .map(|(skill, rating)| (skill.clone(), *rating))
                .collect(),
            stunts,
            refresh: if draft.pc { refresh } else { 0 },
            stress: BTreeMap::new(),
            out: false,
            milestones: Vec::new(),
            notes: String::new(),
            seen,
        };
        let pc = character.pc;
        self.happen(Event::CharacterMade { character: Box::new(character), aspects });
        if pc {
            self.points(Purse::Bank, Purse::Character(id), refresh, Why::Refresh, None);
        }
        Ok(())
    }

    pub(super) fn take_example(
        &mut self,
        example: &str,
        name: Option<&str>,
        seat: Option<SeatId>,
    ) -> Decided {
        let found = self.pack.examples.iter().find(|one| one.id == example);
        let Some(found) = found else {
            return Err(no("F-50", message!("fate-no-example")));
        };
        let mut draft = found.character.clone();
        if let Some(name) = name {
            draft.name = name.into();
        }
        self.make_character(&draft, seat, false)
    }

    /// The skills are the pack's, and a player character's make the pyramid (F-50).
    fn check_skills(&self, draft: &CharacterDraft) -> Decided {
        for (skill, rating) in &draft.skills {
            self.skill(skill)?;
            if !(-4..=12).contains(rating) {
                return Err(no("F-50", message!("fate-rating-bounds")));
            }
        }
        let tiers = &self.pack.skills.pyramid;
        let count = |rating: i64| draft.skills.values().filter(|one| **one == rating).count();
        let fits = tiers.iter().all(|tier| count(tier.rating) == usize::from(tier.count))
            && draft
                .skills
                .values()
                .all(|rating| *rating == 0 || tiers.iter().any(|tier| tier.rating == *rating));
        if draft.pc && !fits {
            let wanted: Vec<_> = tiers
                .iter()
                .map(|tier| {
                    message!(
                        "fate-tier",
                        count = tier.count,
                        rating = tier.rating,
                        found = count(tier.rating)
                    )
                })
                .collect();
            return Err(no("F-50", message!("fate-pyramid"))
                .instead(message!("fate-pyramid-wanted", tiers = wanted)));
        }
        Ok(())
    }

    /// Refresh with so many stunts (F-50).
    fn refresh_with(&self, stunts: usize) -> Result<i64, Refusal> {
        let sheet = &self.pack.sheet;
        let paid = i64::try_from(stunts.saturating_sub(usize::from(sheet.free_stunts)))
            .unwrap_or(i64::MAX);
        let refresh = sheet.refresh.saturating_sub(paid);
        if stunts > STUNTS || refresh < sheet.least_refresh {
            return Err(no("F-50", message!("fate-too-many-stunts", least = sheet.least_refresh)));
        }
        Ok(refresh)
    }

    /// A stunt, checked.
    pub(super) fn stunt(&mut self, draft: &StuntDraft) -> Result<Stunt, Refusal> {
        if let Effect::Bonus { skill } = &draft.effect {
            self.skill(skill)?;
        }
        for spelling in draft.text.spellings() {
            text::text(spelling)?;
        }
        Ok(Stunt {
            name: text::term(&draft.name)?,
            id: self.dice.id(),
            text: draft.text.clone(),
            effect: draft.effect.clone(),
            used: false,
        })
    }

    /// The aspects of a sheet, checked (F-50).
    fn sheet_aspects(
        &mut self,
        character: Id,
        draft: &CharacterDraft,
    ) -> Result<Vec<Aspect>, Refusal> {
        let slots = &self.pack.sheet.aspects;
        let mut filled = BTreeSet::new();
        let mut aspects = Vec::new();
        if draft.aspects.len() > 20 {
            return Err(no("F-50", message!("fate-too-many", most = 20)));
        }
        for one in &draft.aspects {
            if !slots.iter().any(|slot| slot.id == one.slot) {
                return Err(no("F-50", message!("fate-no-slot", slot = &one.slot)));
            }
            if !filled.insert(one.slot.as_str()) && draft.pc {
                return Err(no("F-50", message!("fate-slot-twice", slot = &one.slot)));
            }
            if one.hidden {
                self.host()?;
            }
            aspects.push(Aspect {
                id: self.dice.id(),
                name: Some(text::term(&one.name)?),
                kind: AspectKind::Character { slot: one.slot.clone() },
                on: Place::Character(character),
                free: Vec::new(),
                seen: if one.hidden { Audience::Host } else { Audience::All },
            });
        }
        let missing = slots.iter().find(|slot| slot.required && !filled.contains(slot.id.as_str()));
        match missing {
            Some(slot) if draft.pc => {
                Err(no("F-50", message!("fate-slot-missing", slot = &slot.name)))
            }
            _ => Ok(aspects),
        }
    }

    /// A skill of the pack.
    pub(super) fn skill(&self, id: &str) -> Decided {
        if self.pack.skill(id).is_some() {
            return Ok(());
        }
        let all: Vec<_> = self
            .pack
            .skills
            .list
            .iter()
            .map(|skill| message!("fate-word", word = &skill.name))
            .collect();
        Err(no("F-53", message!("fate-no-skill", skill = id))
            .instead(message!("fate-skills", skills = all)))
    }

    pub(super) fn give_character(&mut self, character: Id, seat: Option<SeatId>) -> Decided {
        self.host()?;
        self.character(character)?;
        self.happen(Event::CharacterGiven { character, seat });
        Ok(())
    }

    /// A character leaves play; what they had goes to the bank (F-10).
    pub(super) fn remove_character(&mut self, id: Id) -> Decided {
        self.host()?;
        let name = self.character(id)?.name.clone();
        let busy = self.now.actions.iter().any(|action| {
            action.actor == id || action.target == Some(id) || action.side.helpers.contains(&id)
        }) || self.now.hits.iter().any(|hit| hit.to == id || hit.by == Some(id))
            || self.now.compels.iter().any(|compel| {
                compel.to == id || compel.stage == crate::fate::CompelStage::Proposed(id)
            });
        if busy {
            return Err(no("F-25", message!("fate-busy", who = &name)));
        }
        for purse in [Purse::Character(id), Purse::Later(id), Purse::Conceded(id)] {
            let left = self.now.ledger.balance(purse);
            self.points(purse, Purse::Bank, left, Why::Adjusted, Some(name.clone()));
        }
        self.happen(Event::CharacterLeft { character: id });
        Ok(())
    }

    /// Uses a stunt (F-51).
    pub(super) fn use_stunt(&mut self, character: Id, stunt: Id, action: Option<Id>) -> Decided {
        let found = self.mine(character)?.stunts.iter().find(|one| one.id == stunt).cloned();
        let Some(found) = found else {
            return Err(no("F-51", message!("fate-no-stunt")));
        };
        if found.used {
            return Err(no("F-51", message!("fate-stunt-used", stunt = &found.name)));
        }
        let Effect::Bonus { skill } = &found.effect else {
            self.happen(Event::StuntUsed { character, stunt });
            return Ok(());
        };
        let Some(id) = action else {
            return Err(no("F-51", message!("fate-stunt-needs-roll")));
        };
        let action = self.action(id)?;
        let opposition = action.actor != character;
        let source = PartSource::Stunt { name: found.name.clone() };
        let fits = !action.rolled()
            && action.side(opposition).is_some_and(|side| {
                side.who == Some(character)
                    && side.skill.as_ref() == Some(skill)
                    && !side.parts.iter().any(|part| part.source == source)
            });
        if !fits {
            return Err(no("F-51", message!("fate-stunt-not-here", stunt = &found.name)));
        }
        self.happen(Event::StuntUsed { character, stunt });
        self.happen(Event::PartAdded {
            action: id,
            opposition,
            part: SidePart { source, value: 2 },
        });
        Ok(())
    }

    pub(super) fn set_stress(&mut self, id: Id, track: &str, marked: u8) -> Decided {
        self.host()?;
        let character = self.character(id)?;
        let boxes = self.pack.boxes(character, track);
        if self.pack.track(track).is_none() {
            return Err(no("F-30", message!("fate-no-track")));
        }
        if marked > boxes {
            return Err(no("F-30", message!("fate-boxes", boxes = boxes)));
        }
        self.happen(Event::StressSet { character: id, track: track.to_owned(), marked });
        Ok(())
    }
}
