//! What follows from a command: the table, characters and what they own. Checks and fights have
//! their own files.

use super::evolve::with_level;
use super::weapon::Weapon;
use super::{
    Amount, Belonging, Buff, Card, Command, Event, Hit, KnownSkill, LedgerEntry, Modifier,
    Resource, State, Trait,
};
use crate::{Audience, Dice, Id, MOST_CHARACTERS_OF_A_SEAT, Refusal, Role, Seat, SeatId, message};

/// The most of any one kind of thing a character may have.
const MOST_THINGS: usize = 100;
/// The most characters of a table: as many as can fight at once.
const MOST_CHARACTERS: usize = super::fight::MOST_FIGHTERS;

/// The heaviest load.
const MOST_LOAD: Amount = Amount::hundredths(100_000_000);

pub(super) type Decision = Result<Vec<Event>, Refusal>;

/// Only the host may.
pub(super) fn host(by: Seat) -> Result<(), Refusal> {
    if by.is_host() {
        return Ok(());
    }
    Err(Refusal::new("B-01", message!("timeline-host-only")))
}

/// Everyone but spectators may.
pub(super) fn player(by: Seat) -> Result<(), Refusal> {
    if by.role == Role::Spectator {
        return Err(Refusal::new("B-01", message!("timeline-spectator")));
    }
    Ok(())
}

fn fits(fits: bool, rule: &'static str) -> Result<(), Refusal> {
    if fits { Ok(()) } else { Err(Refusal::new(rule, message!("timeline-out-of-bounds"))) }
}

impl State {
    /// What follows from a command.
    ///
    /// # Errors
    /// When the rules do not allow it.
    pub fn decide(&self, by: Seat, command: &Command, dice: &mut dyn Dice) -> Decision {
        player(by)?;
        match command {
            Command::SetOptions { options } => {
                host(by)?;
                Ok(vec![Event::OptionsSet { options: options.clone() }])
            }
            Command::SetEnvironment { environment } => {
                host(by)?;
                fits(environment.as_ref().is_none_or(|one| one.fits()), "T-60")?;
                Ok(vec![Event::EnvironmentSet { environment: environment.clone() }])
            }
            Command::Show { character, to } => {
                host(by)?;
                self.find(*character, by.viewer())?;
                Ok(vec![Event::Shown { character: *character, to: to.clone() }])
            }
            Command::GiveCharacter { character, seat } => {
                host(by)?;
                self.find(*character, by.viewer())?;
                Ok(vec![Event::CharacterGiven { character: *character, seat: *seat }])
            }
            Command::MakeCharacter { card, load, seat, hidden } => {
                self.make(by, card, *load, *seat, *hidden, dice)
            }
            Command::ReviseCard { character, card } => {
                let own = self.own(*character, by)?;
                card.check()?;
                if own.card.level != card.level {
                    self.may_set_level(by)?;
                }
                Ok(vec![Event::CardRevised { character: *character, card: card.clone() }])
            }
            Command::ReplaceCard { character, card, load } => {
                self.own(*character, by)?;
                card.check()?;
                fits((Amount::ZERO..=MOST_LOAD).contains(load), "T-07")?;
                let (character, card) = (*character, card.clone());
                Ok(vec![Event::CardReplaced { character, card, load: *load }])
            }
            Command::DropCharacter { character } => {
                self.owned(*character, by)?;
                Ok(vec![Event::CharacterDropped { character: *character }])
            }
            Command::RollBasics { character, size, appearance, assets } => {
                self.roll_basics(by, *character, [*size, *appearance, *assets], dice)
            }
            Command::SetLevel { character, level } => {
                let own = self.own(*character, by)?;
                self.may_set_level(by)?;
                with_level(&own.card, *level).check()?;
                Ok(vec![Event::LevelSet { character: *character, level: *level }])
            }
            Command::ChangeResource { character, resource, by: change, damage_type } => {
                self.change(by, *character, *resource, *change, damage_type.as_deref())
            }
            Command::Restore { character } => self.restore(by, *character),
            Command::Remove { character, thing } => {
                let own = self.own(*character, by)?;
                let known = own.belongings.iter().map(|one| one.id);
                let known = known.chain(own.weapons.iter().map(|one| one.id));
                let known = known.chain(own.traits.iter().map(|one| one.id));
                let known = known.chain(own.buffs.iter().map(|one| one.id));
                let known = known.chain(own.skills.iter().map(|one| one.id));
                let mut known = known.chain(own.modifiers.iter().map(|one| one.id));
                if !known.any(|one| one == *thing) {
                    return Err(Refusal::new("T-07", message!("timeline-no-thing")));
                }
                Ok(vec![Event::Removed { character: *character, thing: *thing }])
            }
            Command::Rest { character } => {
                let own = self.own(*character, by)?;
                if !self.options.night_rest {
                    return Err(Refusal::new("T-15", message!("timeline-not-this-table")));
                }
                let fifth = own.most(Resource::Willpower).times(1, 5);
                Ok(vec![self.gain(*character, Resource::Willpower, fifth)])
            }
            Command::ChangeCash { .. }
            | Command::AddBelonging { .. }
            | Command::AddWeapon { .. }
            | Command::Wield { .. }
            | Command::AddTrait { .. }
            | Command::AddSkill { .. }
            | Command::ArmSkill { .. }
            | Command::AssumeCard { .. }
            | Command::ChangePool { .. }
            | Command::AddBuff { .. }
            | Command::AddModifier { .. } => self.equip(by, command, dice),
            Command::SetTarget { .. }
            | Command::Check { .. }
            | Command::Contest { .. }
            | Command::Cooperate { .. }
            | Command::SetOpponent { .. }
            | Command::Negotiate { .. }
            | Command::Treat { .. } => self.decide_check(by, command, dice),
            _ => self.decide_fight(by, command, dice),
        }
    }

    fn may_set_level(&self, by: Seat) -> Result<(), Refusal> {
        if self.options.host_sets_levels && !by.is_host() {
            return Err(Refusal::new("T-01", message!("timeline-host-sets-levels")));
        }
        Ok(())
    }

    fn make(
        &self,
        by: Seat,
        card: &Card,
        load: Amount,
        seat: Option<SeatId>,
        hidden: bool,
        dice: &mut dyn Dice,
    ) -> Decision {
        card.check()?;
        fits((Amount::ZERO..=MOST_LOAD).contains(&load), "T-07")?;
        if hidden || seat.is_some_and(|seat| seat != by.id) {
            host(by)?;
        }
        let seat = if by.is_host() { seat } else { Some(by.id) };
        self.has_room(by, seat)?;
        Ok(vec![Event::CharacterMade {
            character: dice.id(),
            seat,
            seen: if hidden { Audience::Host } else { Audience::All },
            card: Box::new(card.clone()),
            load,
        }])
    }

    /// Whether a seat may have one character more, and the table, as far as `by` may know (B-30).
    fn has_room(&self, by: Seat, seat: Option<SeatId>) -> Result<(), Refusal> {
        let people = || self.characters.values().filter(|one| one.summoned.is_none());
        let full = |count: usize, most: usize| match count < most {
            true => Ok(()),
            false => {
                let what = message!("timeline-too-many-characters", most = most);
                Err(Refusal::new("T-01", what)
                    .instead(message!("timeline-too-many-characters-instead")))
            }
        };
        if seat.is_some() {
            full(people().filter(|one| one.seat == seat).count(), MOST_CHARACTERS_OF_A_SEAT)?;
        }
        full(people().filter(|one| one.sees(by.viewer())).count(), MOST_CHARACTERS)
    }

    /// Ten d6 split among size, appearance and assets; each is five times its sum (T-02).
    fn roll_basics(
        &self,
        by: Seat,
        character: Option<Id>,
        counts: [u32; 3],
        dice: &mut dyn Dice,
    ) -> Decision {
        if let Some(character) = character {
            self.own(character, by)?;
        }
        let given = counts.iter().fold(0_u32, |sum, count| sum.saturating_add(*count));
        // Nothing for size or appearance would leave the card with a zero it may not have.
        if given != 10 || counts[0] == 0 || counts[1] == 0 {
            return Err(Refusal::new("T-02", message!("timeline-ten-dice", given = given)));
        }
        let mut throw = |count: u32| match count {
            0 => Ok(None),
            _ => super::decide_check::roll(dice, &format!("{count}d6"))
                .map(|roll| Some(Box::new(roll))),
        };
        let (size, appearance) = (throw(counts[0])?, throw(counts[1])?);
        let assets = throw(counts[2])?;
        Ok(vec![Event::BasicsRolled { character, size, appearance, assets }])
    }

    fn change(
        &self,
        by: Seat,
        who: Id,
        resource: Resource,
        change: Amount,
        damage_type: Option<&str>,
    ) -> Decision {
        let own = self.own(who, by)?;
        fits(change.abs() <= Amount::MOST, "T-41")?;
        fits(damage_type.is_none_or(|text| text.chars().count() <= 30), "T-41")?;
        let (real, calculation) = own.modified(change, resource, damage_type);
        let before = own.left(resource);
        let to = (before + real).min(own.most(resource).max(before)).max(Amount::ZERO);
        let hits = vec![Hit { by: None, raw: change, real, calculation, unhealable: false }];
        let by = to - before;
        let mut events = vec![Event::ResourceChanged { character: who, resource, by, to, hits }];
        if to == Amount::ZERO && !own.dead {
            events.push(Event::Died { character: who });
        }
        Ok(events)
    }

    /// Makes hit points and willpower full again; the host's word heals even what nothing else can.
    fn restore(&self, by: Seat, character: Id) -> Decision {
        let own = self.own(character, by)?;
        let scars = Resource::ALL.map(|resource| (resource, own.scars[resource as usize]));
        let mut healed = self.clone();
        let mut events = Vec::new();
        for (resource, scar) in scars {
            if by.is_host() && scar.is_positive() {
                events.push(Event::Scarred { character, resource, by: -scar });
            }
        }
        events.iter().for_each(|event| healed.evolve(event));
        for resource in Resource::ALL {
            let missing = |own: &super::Character| own.most(resource) - own.left(resource);
            let missing = healed.character(character).map_or(Amount::ZERO, missing);
            if missing != Amount::ZERO {
                events.push(healed.gain(character, resource, missing));
            }
        }
        Ok(events)
    }

    /// A gain that no modifier touches.
    pub(super) fn gain(&self, who: Id, resource: Resource, by: Amount) -> Event {
        let (before, most) = self
            .character(who)
            .map_or((Amount::ZERO, Amount::ZERO), |own| (own.left(resource), own.most(resource)));
        let to = (before + by).min(most.max(before));
        let hits = vec![Hit::plain(None, by)];
        Event::ResourceChanged { character: who, resource, by: to - before, to, hits }
    }

    /// What a character gets: things, traits, buffs, modifiers, money.
    fn equip(&self, by: Seat, command: &Command, dice: &mut dyn Dice) -> Decision {
        let event = match command {
            Command::ChangeCash { character, amount, purpose, time, place } => {
                self.own(*character, by)?;
                fits(amount.abs() <= Amount::MOST, "T-05")?;
                fits([purpose, time, place].iter().all(|one| one.chars().count() <= 200), "T-05")?;
                let entry = LedgerEntry {
                    amount: *amount,
                    purpose: purpose.clone(),
                    time: time.clone(),
                    place: place.clone(),
                };
                Event::CashChanged { character: *character, entry }
            }
            Command::AddBelonging { character, place, text, load } => {
                let own = self.own(*character, by)?;
                fits(own.belongings.len() < MOST_THINGS, "T-07")?;
                fits((1..=500).contains(&text.chars().count()), "T-07")?;
                fits(place.chars().count() <= 100, "T-07")?;
                fits((Amount::ZERO..=MOST_LOAD).contains(load), "T-07")?;
                let (place, text) = (place.clone(), text.clone());
                let belonging = Belonging { id: dice.id(), place, text, load: *load };
                Event::BelongingAdded { character: *character, belonging }
            }
            Command::AddWeapon { character, weapon } => {
                let own = self.own(*character, by)?;
                if !self.options.weapons {
                    return Err(Refusal::new("T-09", message!("timeline-no-weapons")));
                }
                fits(own.weapons.len() < MOST_THINGS && weapon.fits(), "T-45")?;
                let draft = (**weapon).clone();
                let rounds = draft.magazine();
                let weapon = Weapon { id: dice.id(), draft, rounds };
                Event::WeaponAdded { character: *character, weapon }
            }
            Command::Wield { character, weapon } => {
                let own = self.own(*character, by)?;
                if weapon.is_some_and(|weapon| own.weapon(weapon).is_none()) {
                    return Err(Refusal::new("T-45", message!("timeline-no-weapon")));
                }
                Event::Wielded { character: *character, weapon: *weapon }
            }
            Command::AddTrait { character, draft } => {
                let own = self.own(*character, by)?;
                if !self.options.traits {
                    return Err(Refusal::new("T-09", message!("timeline-no-traits")));
                }
                fits(own.traits.len() < MOST_THINGS && draft.fits(), "T-08")?;
                let given = Trait { id: dice.id(), draft: (**draft).clone() };
                Event::TraitAdded { character: *character, given }
            }
            Command::AddSkill { character, skill } => {
                let own = self.own(*character, by)?;
                if !self.options.skills {
                    return Err(Refusal::new("T-09", message!("timeline-no-skills")));
                }
                fits(own.skills.len() < MOST_THINGS, "T-50")?;
                skill.check()?;
                let known =
                    KnownSkill { id: dice.id(), armed: skill.reacts(), skill: (**skill).clone() };
                Event::SkillAdded { character: *character, known: Box::new(known) }
            }
            Command::ArmSkill { character, skill, armed } => {
                let own = self.own(*character, by)?;
                let known = own.skills.iter().find(|known| known.id == *skill);
                let known =
                    known.ok_or_else(|| Refusal::new("T-50", message!("timeline-no-skill")))?;
                if !known.skill.reacts() {
                    let what = message!("timeline-skill-declared", name = &known.skill.name);
                    return Err(Refusal::new("T-55", what));
                }
                Event::SkillArmed { character: *character, skill: *skill, armed: *armed }
            }
            Command::AssumeCard { character, other } => {
                let own = self.own(*character, by)?;
                if !own.traits.iter().any(|one| one.draft.assumes) {
                    return Err(Refusal::new("T-08", message!("timeline-cannot-assume")));
                }
                let card = match other.filter(|other| other != character) {
                    Some(other) => Some(Box::new(self.find(other, by.viewer())?.card.clone())),
                    None => None,
                };
                Event::CardAssumed { character: *character, card }
            }
            Command::ChangePool { character, pool, by: change } => {
                let own = self.own(*character, by)?;
                fits(change.abs() <= Amount::MOST, "T-60")?;
                let known = self.pools.iter().find(|known| known.id == *pool);
                let known =
                    known.ok_or_else(|| Refusal::new("T-60", message!("timeline-no-pool")))?;
                let to = (own.in_pool(pool) + *change).min(known.most(own)).max(Amount::ZERO);
                let (character, pool, by) = (*character, pool.clone(), to - own.in_pool(pool));
                Event::PoolChanged { character, pool, by }
            }
            Command::AddBuff { character, buff } => {
                let own = self.own(*character, by)?;
                fits(own.buffs.len() < MOST_THINGS && buff.fits(), "T-40")?;
                let buff = Buff { id: dice.id(), draft: buff.clone() };
                Event::BuffAdded { character: *character, buff }
            }
            Command::AddModifier { character, modifier } => {
                let own = self.own(*character, by)?;
                fits(own.modifiers.len() < MOST_THINGS && modifier.fits(), "T-41")?;
                let modifier = Modifier { id: dice.id(), draft: modifier.clone() };
                Event::ModifierAdded { character: *character, modifier }
            }
            _ => return Ok(Vec::new()),
        };
        Ok(vec![event])
    }
}
