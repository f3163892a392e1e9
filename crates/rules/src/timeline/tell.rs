//! What a viewer is told of an event, in messages.

use super::lasting::signed;
use super::{Amount, Attempt, Event, Hit, State};
use crate::{Id, Line, Message, Roll, Tone, Viewer, message};

impl State {
    /// What `viewer` is told of an event that is about to be made so.
    #[must_use]
    pub fn tell(&self, event: &Event, viewer: Viewer) -> Option<Line> {
        let about = subject(event);
        let seen = |id: Id| self.character(id).is_some_and(|one| one.sees(viewer));
        if let Some(id) = about
            && !seen(id)
            && !matches!(event, Event::CharacterMade { .. } | Event::Shown { .. })
        {
            return None;
        }
        let name = |id: Id| self.name_for(id, viewer);
        let line = match event {
            Event::OptionsSet { .. } => message!("timeline-told-options").into(),
            Event::Shown { character, to } => {
                if viewer != Viewer::Host && !to.sees(viewer) {
                    return None;
                }
                message!("timeline-told-shown", name = self.name(*character)).into()
            }
            Event::CharacterMade { seat, seen, card, .. } => {
                let own = matches!(viewer, Viewer::Player(own) if *seat == Some(own));
                if !own && !seen.sees(viewer) {
                    return None;
                }
                message!("timeline-told-made", name = &card.name, level = card.level).into()
            }
            Event::CardRevised { character, .. } => {
                message!("timeline-told-revised", name = name(*character)).into()
            }
            Event::CardReplaced { character, card, .. } => message!(
                "timeline-told-replaced",
                name = &card.name,
                before = name(*character),
                level = card.level
            )
            .into(),
            Event::CharacterDropped { character } => {
                message!("timeline-told-dropped", name = name(*character)).into()
            }
            Event::CharacterGiven { character, .. } => {
                message!("timeline-told-given", name = name(*character)).into()
            }
            Event::BasicsRolled { size, appearance, assets, .. } => message!(
                "timeline-told-basics",
                size = five_times(size.as_deref()),
                appearance = five_times(appearance.as_deref()),
                assets = five_times(assets.as_deref())
            )
            .into(),
            Event::LevelSet { character, level } => {
                message!("timeline-told-level", name = name(*character), level = *level).into()
            }
            Event::ResourceChanged { .. } => self.tell_resource(event, viewer)?,
            Event::CashChanged { character, entry } => {
                let before = self.character(*character).map_or(Amount::ZERO, |one| one.cash);
                message!(
                    "timeline-told-cash",
                    name = name(*character),
                    by = signed(entry.amount),
                    cash = before + entry.amount
                )
                .into()
            }
            Event::BelongingAdded { character, belonging } => {
                told_gained(name(*character), &belonging.text)
            }
            Event::WeaponAdded { character, weapon } => {
                let strength = self
                    .character(*character)
                    .map_or(Amount::ZERO, |one| one.attribute(super::Attribute::Strength));
                match weapon.draft.efficiency(strength) {
                    Some(efficiency) => message!(
                        "timeline-told-weapon",
                        name = name(*character),
                        weapon = &weapon.draft.name,
                        efficiency = efficiency
                    )
                    .into(),
                    None => told_gained(name(*character), &weapon.draft.name),
                }
            }
            Event::TraitAdded { character, given } => {
                told_gained(name(*character), &given.draft.name)
            }
            Event::SkillAdded { character, known } => {
                message!("timeline-told-learnt", name = name(*character), skill = &known.skill.name)
                    .into()
            }
            Event::Wielded { character, weapon } => {
                let own = weapon.and_then(|id| self.character(*character)?.weapon(id));
                match own {
                    Some(weapon) => message!(
                        "timeline-told-wields",
                        name = name(*character),
                        weapon = &weapon.draft.name
                    ),
                    None => message!("timeline-told-unarmed", name = name(*character)),
                }
                .into()
            }
            Event::BuffAdded { character, buff } => message!(
                "timeline-told-buff",
                name = name(*character),
                source = &buff.draft.source,
                range = buff.draft.range.name(),
                value = buff.draft.value.written(),
                kind = buff.draft.kind.name()
            )
            .into(),
            Event::ModifierAdded { character, modifier } => message!(
                "timeline-told-modifier",
                name = name(*character),
                source = &modifier.draft.source,
                value = modifier.draft.form.written()
            )
            .into(),
            Event::Removed { character, thing } => message!(
                "timeline-told-removed",
                name = name(*character),
                what = self.thing(*character, *thing)
            )
            .into(),
            Event::TargetSet { target, roll } => Line {
                roll: roll.clone(),
                ..message!("timeline-told-target", target = *target).into()
            },
            Event::OpponentSet { opponent } => message!(
                "timeline-told-opponent",
                level = opponent.level,
                intelligence = opponent.intelligence
            )
            .into(),
            Event::Checked { .. }
            | Event::CheckShown { .. }
            | Event::Contested { .. }
            | Event::Negotiated { .. }
            | Event::NegotiationShown { .. } => self.tell_check(event, viewer)?,
            Event::EnvironmentSet { environment: Some(one) } => {
                let changes = one.percentages.iter().map(|(attribute, points)| {
                    message!(
                        "timeline-points",
                        attribute = attribute.name(),
                        points = signed(*points)
                    )
                });
                let changes: Vec<Message> = changes.collect();
                message!("timeline-told-environment", name = &one.name, changes = changes).into()
            }
            Event::EnvironmentSet { environment: None } => {
                message!("timeline-told-no-environment").into()
            }
            Event::SkillArmed { character, skill, armed } => {
                let (name, skill) = (name(*character), self.thing(*character, *skill));
                match armed {
                    true => message!("timeline-told-armed", name = name, skill = skill),
                    false => message!("timeline-told-disarmed", name = name, skill = skill),
                }
                .into()
            }
            Event::CardAssumed { character, card } => match card {
                Some(card) => {
                    message!("timeline-told-assumed", name = name(*character), other = &card.name)
                }
                None => message!("timeline-told-own-card", name = name(*character)),
            }
            .into(),
            Event::PoolChanged { character, pool, by } => {
                let known = self.pools.iter().find(|known| known.id == *pool)?;
                let left = self.character(*character).map_or(Amount::ZERO, |one| one.in_pool(pool));
                message!(
                    "timeline-told-pool",
                    name = name(*character),
                    pool = &known.name,
                    by = signed(*by),
                    to = left + *by
                )
                .into()
            }
            Event::Scarred { by, .. } if !by.is_positive() => return None,
            Event::Scarred { character, resource, by } => message!(
                "timeline-told-scarred",
                name = name(*character),
                resource = resource.name(),
                by = *by
            )
            .into(),
            _ => self.tell_fight(event, viewer)?,
        };
        Some(line)
    }

    /// What a thing of a character is called.
    fn thing(&self, who: Id, thing: Id) -> Message {
        let found = self.character(who).and_then(|one| {
            let belongings = one.belongings.iter().map(|own| (own.id, own.text.as_str()));
            let weapons = one.weapons.iter().map(|own| (own.id, own.draft.name.as_str()));
            let traits = one.traits.iter().map(|own| (own.id, own.draft.name.as_str()));
            let buffs = one.buffs.iter().map(|own| (own.id, own.draft.source.as_str()));
            let modifiers = one.modifiers.iter().map(|own| (own.id, own.draft.source.as_str()));
            let mut all = belongings.chain(weapons).chain(traits).chain(buffs).chain(modifiers);
            let plain =
                all.find(|(id, _)| *id == thing).map(|(_, name)| message!("plain", text = name));
            let skill = || one.skills.iter().find(|own| own.id == thing);
            plain.or_else(|| skill().map(|own| message!("timeline-term", name = &own.skill.name)))
        });
        found.unwrap_or_else(|| message!("timeline-something"))
    }

    fn tell_resource(&self, event: &Event, viewer: Viewer) -> Option<Line> {
        let Event::ResourceChanged { character, resource, by, to, hits } = event else {
            return None;
        };
        let most = self.character(*character).map_or(Amount::ZERO, |one| one.most(*resource));
        let calculations: Vec<Message> = hits.iter().filter_map(calculation).collect();
        let (name, by) = (self.name_for(*character, viewer), signed(*by));
        let resource = resource.name();
        let message = match calculations.is_empty() {
            true => message!(
                "timeline-told-resource",
                name = name,
                resource = resource,
                by = by,
                to = *to,
                most = most
            ),
            false => message!(
                "timeline-told-resource-calculated",
                name = name,
                resource = resource,
                by = by,
                to = *to,
                most = most,
                calculations = calculations
            ),
        };
        Some(message.into())
    }

    pub(super) fn names(&self, who: &[Id], viewer: Viewer) -> Vec<Message> {
        who.iter().map(|id| self.name_for(*id, viewer)).collect()
    }

    fn tell_check(&self, event: &Event, viewer: Viewer) -> Option<Line> {
        Some(match event {
            Event::Checked { attribute, target, attempt, .. } => {
                let (names, attribute) = (self.names(&attempt.who, viewer), attribute.name());
                let five = target.times(5, 1);
                attempted(
                    attempt,
                    match attempt.succeeds() {
                        true => message!(
                            "timeline-told-check-success",
                            names = names,
                            attribute = attribute,
                            value = attempt.value,
                            five = five,
                            rate = attempt.rate,
                            face = attempt.face,
                            ratio = ratio(attempt)
                        ),
                        false => message!(
                            "timeline-told-check-failure",
                            names = names,
                            attribute = attribute,
                            value = attempt.value,
                            five = five,
                            rate = attempt.rate,
                            face = attempt.face,
                            ratio = ratio(attempt)
                        ),
                    },
                )
            }
            Event::CheckShown { who, attribute, target, rate } => message!(
                "timeline-told-rate",
                names = self.names(who, viewer),
                attribute = attribute.name(),
                target = *target,
                rate = *rate
            )
            .into(),
            Event::Contested { sides, winners, .. } => {
                let shown = |(attribute, attempt): &(super::Attribute, Attempt)| {
                    message!(
                        "timeline-told-side",
                        names = self.names(&attempt.who, viewer),
                        attribute = attribute.name(),
                        face = attempt.face,
                        rate = attempt.rate,
                        ratio = ratio(attempt)
                    )
                };
                let sides: Vec<Message> = sides.iter().map(shown).collect();
                let names = self.names(winners, viewer);
                match winners.len() {
                    1 => message!("timeline-told-contest", sides = sides, winner = names).into(),
                    _ => message!("timeline-told-tie", sides = sides, names = names).into(),
                }
            }
            Event::Negotiated { score, attempt, .. } => {
                let names = self.names(&attempt.who, viewer);
                let (rate, face) = (attempt.rate, attempt.face);
                attempted(
                    attempt,
                    match attempt.succeeds() {
                        true => message!(
                            "timeline-told-negotiation-success",
                            names = names,
                            score = *score,
                            rate = rate,
                            face = face
                        ),
                        false => message!(
                            "timeline-told-negotiation-failure",
                            names = names,
                            score = *score,
                            rate = rate,
                            face = face
                        ),
                    },
                )
            }
            Event::NegotiationShown { who, score, rate, .. } => message!(
                "timeline-told-negotiation-rate",
                name = self.name_for(*who, viewer),
                score = *score,
                rate = *rate
            )
            .into(),
            _ => return None,
        })
    }
}

/// The character an event is about; who may not see them is not told.
fn subject(event: &Event) -> Option<Id> {
    match event {
        Event::Shown { character, .. }
        | Event::CharacterMade { character, .. }
        | Event::CardRevised { character, .. }
        | Event::CardReplaced { character, .. }
        | Event::CharacterDropped { character }
        | Event::CharacterGiven { character, .. }
        | Event::LevelSet { character, .. }
        | Event::ResourceChanged { character, .. }
        | Event::CashChanged { character, .. }
        | Event::BelongingAdded { character, .. }
        | Event::WeaponAdded { character, .. }
        | Event::Wielded { character, .. }
        | Event::TraitAdded { character, .. }
        | Event::SkillAdded { character, .. }
        | Event::BuffAdded { character, .. }
        | Event::ModifierAdded { character, .. }
        | Event::SkillArmed { character, .. }
        | Event::CardAssumed { character, .. }
        | Event::PoolChanged { character, .. }
        | Event::Scarred { character, .. }
        | Event::LastingGained { character, .. }
        | Event::LastingUsed { character, .. }
        | Event::LastingEnded { character, .. }
        | Event::BornWith { character, .. }
        | Event::SkillAnswered { character, .. }
        | Event::Summoned { by: character, .. }
        | Event::Removed { character, .. }
        | Event::FightJoined { character, .. }
        | Event::FightLeft { character }
        | Event::Placed { character, .. }
        | Event::ActStarted { character, .. }
        | Event::ActPlanned { character, .. }
        | Event::PlanTaken { character }
        | Event::ActCancelled { character }
        | Event::Held { character }
        | Event::ActReduced { character, .. }
        | Event::ActLost { character }
        | Event::ActLanded { character, .. }
        | Event::ActMissed { character }
        | Event::Controlled { character, .. }
        | Event::ControlEased { character, .. }
        | Event::Weakened { character, .. }
        | Event::WeaknessUsed { character, .. }
        | Event::ShieldGained { character, .. }
        | Event::ShieldUsed { character, .. }
        | Event::Moved { character, .. }
        | Event::RoundsFired { character, .. }
        | Event::Reloaded { character, .. }
        | Event::Died { character } => Some(*character),
        Event::CheckShown { who, .. } => who.first().copied(),
        Event::Checked { attempt, .. } | Event::Negotiated { attempt, .. } => {
            attempt.who.first().copied()
        }
        Event::NegotiationShown { who, .. } => Some(*who),
        Event::BasicsRolled { character, .. } => *character,
        _ => None,
    }
}

fn told_gained(name: Message, what: &str) -> Line {
    message!("timeline-told-gained", name = name, what = what).into()
}

fn attempted(attempt: &Attempt, message: Message) -> Line {
    let tone = if attempt.succeeds() { Tone::Full } else { Tone::Failure };
    Line { roll: Some(attempt.roll.clone()), tone: Some(tone), ..message.into() }
}

/// Roll by rate, shown to 2 decimals (T-12).
fn ratio(attempt: &Attempt) -> Message {
    match attempt.ratio() {
        Some(ratio) => message!("plain", text = ratio.to_string()),
        None => message!("plain", text = "—"),
    }
}

fn calculation(hit: &Hit) -> Option<Message> {
    hit.calculation.as_ref().map(|text| message!("plain", text = text))
}

fn five_times(roll: Option<&Roll>) -> Amount {
    let total = roll.and_then(|roll| roll.rolled.value.to_whole()).unwrap_or(0);
    Amount::whole(5 * total)
}
