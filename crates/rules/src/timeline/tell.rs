//! What a viewer is told of an event, in messages.

use super::{Amount, Attempt, Deed, Event, Hit, State};
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
                told_gained(name(*character), &weapon.draft.name)
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

    fn names(&self, who: &[Id], viewer: Viewer) -> Vec<Message> {
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

    fn tell_fight(&self, event: &Event, viewer: Viewer) -> Option<Line> {
        let name = |id: &Id| self.name_for(*id, viewer);
        let message = match event {
            Event::FightOpened { fighters, ambush } => {
                let seen = |ids: &[Id]| -> Vec<Id> {
                    let known = |id: &&Id| self.character(**id).is_some_and(|one| one.sees(viewer));
                    ids.iter().filter(known).copied().collect()
                };
                let (fighters, ambush) = (seen(fighters), seen(ambush));
                let names = self.names(&fighters, viewer);
                match ambush.is_empty() {
                    true => message!("timeline-told-opened", names = names),
                    false => message!(
                        "timeline-told-ambush",
                        names = names,
                        first = self.names(&ambush, viewer)
                    ),
                }
            }
            Event::FightJoined { character, .. } => {
                message!("timeline-told-joined", name = name(character))
            }
            Event::FightLeft { character } => {
                message!("timeline-told-left", name = name(character))
            }
            Event::FightEnded => message!("timeline-told-ended"),
            Event::Placed { character, position, .. } => {
                message!("timeline-told-moved", name = name(character), to = *position)
            }
            Event::ActStarted { character, act } => {
                if !self.sees_declaration(*character, viewer) {
                    return Some(message!("timeline-told-declared", name = name(character)).into());
                }
                let what = self.deed_words(&act.deed, &act.note, viewer);
                message!(
                    "timeline-told-act",
                    name = name(character),
                    what = what,
                    impact = act.power,
                    windup = act.end - act.start,
                    end = act.end
                )
            }
            Event::ActPlanned { character, plan } => {
                if !self.sees_declaration(*character, viewer) {
                    return None;
                }
                let what = self.deed_words(&plan.deed, &plan.note, viewer);
                message!("timeline-told-planned", name = name(character), what = what)
            }
            Event::ActCancelled { character } => {
                message!("timeline-told-cancelled", name = name(character))
            }
            Event::Held { character } => message!("timeline-told-held", name = name(character)),
            Event::InstantReached { at } => message!("timeline-told-instant", at = *at),
            Event::ActsMet { one, one_power, other, other_power } => message!(
                "timeline-told-met",
                one = name(one),
                one_power = *one_power,
                other = name(other),
                other_power = *other_power
            ),
            Event::ActReduced { character, left } => {
                if !self.sees_declaration(*character, viewer) {
                    return None;
                }
                message!("timeline-told-reduced", name = name(character), left = *left)
            }
            Event::ActLost { character } => {
                message!("timeline-told-lost", name = name(character))
            }
            Event::ActLanded { character, left } => {
                let act = self.fight.as_deref()?.fighter(*character)?.act()?;
                let what = self.deed_words(&act.deed, &act.note, viewer);
                message!("timeline-told-landed", name = name(character), what = what, left = *left)
            }
            Event::ActMissed { character } => {
                message!("timeline-told-missed", name = name(character))
            }
            Event::Controlled { character, until, .. } => {
                message!("timeline-told-controlled", name = name(character), until = *until)
            }
            Event::ControlEased { character, until } => {
                message!("timeline-told-eased", name = name(character), until = *until)
            }
            Event::Weakened { character, weakness } => {
                message!("timeline-told-weakened", name = name(character), by = weakness.left)
            }
            Event::WeaknessUsed { character, by } => {
                message!("timeline-told-weakness-used", name = name(character), by = *by)
            }
            Event::ShieldGained { character, by } => {
                message!("timeline-told-shield", name = name(character), by = *by)
            }
            Event::ShieldUsed { character, by } => {
                message!("timeline-told-shield-used", name = name(character), by = *by)
            }
            Event::Moved { character, to } => {
                message!("timeline-told-moved", name = name(character), to = *to)
            }
            Event::RoundsFired { character, rounds, .. } => {
                message!("timeline-told-fired", name = name(character), rounds = *rounds)
            }
            Event::Reloaded { character, .. } => {
                message!("timeline-told-reloaded", name = name(character))
            }
            Event::Died { character } => message!("timeline-told-died", name = name(character)),
            Event::SteppedBack { to } => message!("timeline-told-back", to = *to),
            _ => return None,
        };
        Some(message.into())
    }

    /// What is done, to whom, in the player's words if there are any.
    pub(super) fn deed_words(&self, deed: &Deed, note: &str, viewer: Viewer) -> Message {
        match (deed.target(), note.is_empty()) {
            (Some(target), true) => message!(
                "timeline-deed-at",
                deed = deed.name(),
                target = self.name_for(target, viewer)
            ),
            (Some(target), false) => message!(
                "timeline-deed-at-noted",
                deed = deed.name(),
                target = self.name_for(target, viewer),
                note = note
            ),
            (None, false) => message!("timeline-deed-noted", deed = deed.name(), note = note),
            (None, true) => deed.name(),
        }
    }
}

/// The character an event is about; who may not see them is not told.
fn subject(event: &Event) -> Option<Id> {
    match event {
        Event::Shown { character, .. }
        | Event::CharacterMade { character, .. }
        | Event::CardRevised { character, .. }
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

fn signed(amount: Amount) -> String {
    if amount.is_positive() { format!("+{amount}") } else { amount.to_string() }
}
