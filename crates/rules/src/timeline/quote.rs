//! What a command would do, before it is given: rates, odds, wind-ups (T-11, T-22).

use super::check::{chances, contest_chances, rate};
use super::{Act, Command, Event, Plan, State};
use crate::kernel::DryDice;
use crate::{Id, Message, Quote, Refusal, Seat, Timing, Viewer, message};

impl State {
    /// What a command would do, without doing it.
    ///
    /// # Errors
    /// The refusal `decide` would give.
    pub fn quote(&self, by: Seat, command: &Command) -> Result<Quote, Refusal> {
        if let Command::AddSkill { character, skill } = command {
            // While a skill is being written, every law says what it thinks of it (T-56).
            self.own(*character, by)?;
            let notes = skill.verdicts().iter().map(super::Verdict::words).collect();
            return Ok(Quote { notes, ..Quote::default() });
        }
        let events = self.decide(by, command, &mut DryDice::default())?;
        let mut quote = Quote::default();
        match command {
            Command::Check { character, attribute, target } => {
                self.quote_check(&[*character], *attribute, *target, &mut quote);
            }
            Command::Cooperate { characters, attribute, target } => {
                self.quote_check(characters, *attribute, *target, &mut quote);
            }
            Command::Contest { sides, target } => {
                if let (Some(target), [one, other]) = (self.known_target(*target), &sides[..]) {
                    let rate = |(id, attribute): &(Id, super::Attribute)| {
                        rate(self.summed(&[*id], *attribute), target)
                    };
                    quote.chances = Some(contest_chances(rate(one), rate(other)));
                }
                if let Some(target) = self.known_target(*target) {
                    let side = |(id, attribute): &(Id, super::Attribute)| {
                        let rate = rate(self.summed(&[*id], *attribute), target);
                        self.rate_working(&[*id], *attribute, target, rate)
                    };
                    quote.calculations = sides.iter().map(side).collect();
                }
            }
            Command::Negotiate { character, score, opponent } => {
                let (rate, opponent) = self.negotiation(*character, *score, *opponent)?;
                quote.notes.push(message!("timeline-quote-rate", rate = rate));
                quote.calculations =
                    vec![self.negotiation_rate_working(*character, *score, opponent, rate)];
                quote.chances = Some(chances(rate));
            }
            Command::Treat { character, amount, .. } => {
                let target = Some(super::Target::Value(*amount));
                self.quote_check(&[*character], super::Attribute::Medicine, target, &mut quote);
            }
            Command::MakeCharacter { .. }
            | Command::ReviseCard { .. }
            | Command::ReplaceCard { .. } => {
                let mut after = self.clone();
                for event in &events {
                    after.evolve(event);
                    if let Event::CharacterMade { character, .. }
                    | Event::CardRevised { character, .. }
                    | Event::CardReplaced { character, .. } = event
                        && let Some(character) = after.character(*character)
                    {
                        quote.calculations = character.workings();
                    }
                }
            }
            Command::AddWeapon { character, weapon } => {
                let level = self.character(*character).map_or(1, |one| one.card.level);
                let standard = super::standard_strength(level);
                if let Some(efficiency) = weapon.efficiency(standard) {
                    let note = message!("timeline-quote-efficiency", efficiency = efficiency);
                    quote.notes.push(note);
                }
                quote.notes.extend(weapon.curve_words());
            }
            Command::Declare { character, .. } => {
                let act = events.iter().find_map(|event| match event {
                    Event::ActStarted { character: who, act } if who == character => Some(act),
                    _ => None,
                });
                let planned = events.iter().find_map(|event| match event {
                    Event::ActPlanned { character: who, plan } if who == character => Some(plan),
                    _ => None,
                });
                let now = planned.and_then(|plan| self.seems_begun(*character, plan, by.viewer()));
                if planned.is_some() && now.is_none() {
                    quote.notes.push(message!("timeline-quote-planned"));
                }
                let then = now.or_else(|| self.would_follow(*character, planned?, by.viewer()));
                if let Some(act) = act.map(|act| &**act).or(then.as_ref()) {
                    quote.notes.extend(self.quote_act(*character, act, by.viewer()));
                    quote.timing = Some(Timing {
                        start: act.start.in_hundredths(),
                        end: act.end.in_hundredths(),
                        impact: act.impact.in_hundredths(),
                        power: act.power.in_hundredths(),
                    });
                }
            }
            _ => {}
        }
        Ok(quote)
    }

    fn quote_check(
        &self,
        who: &[Id],
        attribute: super::Attribute,
        target: Option<super::Target>,
        quote: &mut Quote,
    ) {
        let value = self.summed(who, attribute);
        let Some(target) = self.known_target(target) else { return };
        let rate = rate(value, target);
        quote.notes.push(message!(
            "timeline-quote-check",
            value = value,
            five = target.times(5, 1),
            rate = rate
        ));
        quote.calculations = vec![self.rate_working(who, attribute, target, rate)];
        quote.chances = Some(chances(rate));
    }

    /// The act a plan would become behind all that is planned before it, as things stand.
    fn would_follow(&self, who: Id, plan: &Plan, viewer: Viewer) -> Option<Act> {
        let fighter = self.fight.as_deref()?.fighter(who)?;
        let begun = usize::from(fighter.act().is_none());
        let end = self.act_seen(who, viewer)?.end;
        let free = fighter
            .planned
            .iter()
            .skip(begun)
            .fold(end, |at, before| self.prepare(who, before, at).map_or(at, |act| act.end));
        self.prepare(who, plan, free).ok()
    }

    /// What an act costs in time, and when it lands relative to the acts the viewer may know.
    fn quote_act(&self, who: Id, act: &Act, viewer: Viewer) -> Vec<Message> {
        let mut notes = vec![message!(
            "timeline-quote-act",
            impact = act.power,
            windup = act.end - act.start,
            end = act.end
        )];
        let fighters = self.fight.as_deref().into_iter().flat_map(|fight| fight.standing());
        for fighter in fighters.filter(|fighter| fighter.id != who) {
            let Some(other) = self.known_act(fighter.id, viewer) else { continue };
            let name = self.name_for(fighter.id, viewer);
            notes.push(match act.end.cmp(&other.end) {
                std::cmp::Ordering::Less => {
                    message!("timeline-quote-before", name = name, by = other.end - act.end)
                }
                std::cmp::Ordering::Equal => message!("timeline-quote-together", name = name),
                std::cmp::Ordering::Greater => {
                    message!("timeline-quote-after", name = name, by = act.end - other.end)
                }
            });
        }
        notes
    }
}
