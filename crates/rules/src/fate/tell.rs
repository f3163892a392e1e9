//! What is told of an event, to those who may know.

use super::{
    Act, Answer, Aspect, AspectKind, Change, CompelEnd, CompelKind, CompelStage, Created, Entry,
    Event, Fate, Gone, Holder, MilestoneKind, Purpose, Purse, State, Use, Why,
};
use crate::{Audience, Id, Line, Message, Term, Viewer, message};

/// What an aspect says; an unnamed boost is called just that.
pub(super) fn aspect_name(name: Option<&Term>) -> Message {
    match name {
        Some(name) => message!("fate-aspect-name", name = name),
        None => message!("fate-unnamed-boost"),
    }
}

/// What an aspect is called among others: an unnamed boost by whose it is, and by a number where
/// they hold several (C-06, F-13).
pub(super) fn called(state: &State, viewer: Viewer, aspect: &Aspect) -> Message {
    let shown = |one: &Aspect| super::view::shown_free(state, viewer, one).first().map(|it| it.to);
    let who = aspect.name.is_none().then(|| shown(aspect)).flatten();
    let Some(who) = who else { return aspect_name(aspect.name.as_ref()) };
    let alike = state.aspects.iter().filter(|one| {
        one.name.is_none() && shown(one) == Some(who) && state.sees_aspect(viewer, one)
    });
    let alike: Vec<Id> = alike.map(|one| one.id).collect();
    match alike.iter().position(|id| *id == aspect.id) {
        Some(place) if alike.len() > 1 => {
            message!("fate-boost-of-number", who = holder(state, who), number = place + 1)
        }
        _ => message!("fate-boost-of", who = holder(state, who)),
    }
}

/// What someone who holds something is called.
pub(super) fn holder(state: &State, holder: Holder) -> Message {
    match holder {
        Holder::Host => message!("fate-host"),
        Holder::Character(id) => word(&state.name(id)),
    }
}

/// A word of the pack or a name someone typed.
pub(super) fn word(term: &Term) -> Message {
    message!("fate-word", word = term)
}

/// What a purse is called.
pub(super) fn purse(state: &State, purse: Purse) -> Message {
    match purse {
        Purse::Bank => message!("fate-purse-bank"),
        Purse::Host => message!("fate-purse-host"),
        Purse::HostLater => message!("fate-purse-host-later"),
        Purse::Character(id) => word(&state.name(id)),
        Purse::Later(id) | Purse::Conceded(id) => {
            message!("fate-purse-later", who = state.name(id))
        }
        Purse::Compel(_) => message!("fate-purse-compel"),
    }
}

/// Why points moved.
pub(super) fn why(why: Why) -> Message {
    match why {
        Why::Refresh => message!("fate-why-refresh"),
        Why::Pool => message!("fate-why-pool"),
        Why::Invoke => message!("fate-why-invoke"),
        Why::Detail => message!("fate-why-detail"),
        Why::Hostile => message!("fate-why-hostile"),
        Why::HostilePaid => message!("fate-why-hostile-paid"),
        Why::CompelOffered => message!("fate-why-compel-offered"),
        Why::Compelled => message!("fate-why-compelled"),
        Why::CompelRefused => message!("fate-why-compel-refused"),
        Why::CompelBack => message!("fate-why-compel-back"),
        Why::Proposed => message!("fate-why-proposed"),
        Why::Conceded => message!("fate-why-conceded"),
        Why::ConcessionPaid => message!("fate-why-concession-paid"),
        Why::Adjusted => message!("fate-why-adjusted"),
    }
}

/// How points moved, and why.
pub(super) fn moved(state: &State, entry: &Entry) -> Message {
    let about = entry
        .about
        .as_ref()
        .map_or_else(|| message!("fate-nothing"), |about| message!("fate-about", about = about));
    message!(
        "fate-points-moved",
        from = purse(state, entry.from),
        to = purse(state, entry.to),
        amount = entry.amount,
        why = why(entry.why),
        about = about
    )
}

impl Fate {
    /// The line told of an event; `before` is the state it happened to.
    pub(super) fn line(&self, before: &State, event: &Event, viewer: Viewer) -> Option<Line> {
        let host = viewer == Viewer::Host;
        let sees_aspect = |id: Id| before.seen_aspect(viewer, id);
        let name_of = |id: Id| aspect_name(before.aspect(id).and_then(|one| one.name.as_ref()));
        let who = |id: Id| before.name(id);
        let by = |one: Holder| match one {
            Holder::Character(id) if before.seen_character(viewer, id).is_none() => {
                message!("fate-host")
            }
            one => holder(before, one),
        };
        let message = match event {
            Event::Shown { thing, to } => {
                let name = before
                    .aspect(*thing)
                    .map_or_else(|| word(&who(*thing)), |one| aspect_name(one.name.as_ref()));
                let bearer = before
                    .aspect(*thing)
                    .and_then(Aspect::character)
                    .and_then(|id| before.character(id));
                let reached =
                    to.sees(viewer) && bearer.is_none_or(|one| before.sees_character(viewer, one));
                match to {
                    Audience::All if reached => message!("fate-shown", thing = name),
                    Audience::Seats(_) if reached => message!("fate-shown-to-some", thing = name),
                    Audience::Host if host => message!("fate-hidden", thing = name),
                    _ => return None,
                }
            }
            Event::Renamed { thing, name } => {
                let zone = before.scene.as_ref().and_then(|scene| scene.zone(*thing));
                let old = match (before.seen_character(viewer, *thing), sees_aspect(*thing), zone) {
                    (Some(one), _, _) => word(&one.name),
                    (None, Some(aspect), _) => aspect_name(aspect.name.as_ref()),
                    (None, None, Some(zone)) => word(&zone.name),
                    (None, None, None) => return None,
                };
                message!("fate-renamed", old = old, name = name)
            }
            Event::NotesWritten { .. } if host => message!("fate-notes-written"),
            Event::CharacterMade { character, .. } => {
                if !before.sees_character(viewer, character) {
                    return None;
                }
                if character.pc {
                    message!(
                        "fate-character-made",
                        who = &character.name,
                        refresh = character.refresh
                    )
                } else {
                    message!("fate-npc-made", who = &character.name)
                }
            }
            Event::CharacterGiven { character, .. } => {
                message!(
                    "fate-character-given",
                    who = &before.seen_character(viewer, *character)?.name
                )
            }
            Event::CharacterLeft { character } => {
                message!(
                    "fate-character-left",
                    who = &before.seen_character(viewer, *character)?.name
                )
            }
            Event::StuntUsed { character, stunt } => {
                let one = before.seen_character(viewer, *character)?;
                let stunt = one.stunts.iter().find(|one| one.id == *stunt)?;
                message!("fate-stunt-used-now", who = &one.name, stunt = &stunt.name)
            }
            Event::StressSet { character, track, marked } => {
                let one = before
                    .seen_character(viewer, *character)
                    .filter(|one| before.sees_sheet(viewer, one))?;
                let track = self.track(track)?;
                message!("fate-stress-set", who = &one.name, track = &track.name, marked = *marked)
            }
            Event::PointsMoved { entry } => {
                if [entry.from, entry.to].iter().any(|it| !before.sees_purse(viewer, *it)) {
                    return None;
                }
                moved(before, entry)
            }
            Event::SessionBegan => {
                message!("fate-session-began", number = before.clock.sessions + 1)
            }
            Event::SceneSet { scene } => message!("fate-scene-set", title = &scene.title),
            Event::SceneEnded => {
                let title = before
                    .scene
                    .as_ref()
                    .map_or_else(super::text::nothing, |scene| scene.title.clone());
                message!("fate-scene-ended", title = title)
            }
            Event::ZoneAdded { zone, .. } => message!("fate-zone-added", zone = &zone.name),
            Event::BorderSet { border } => {
                let scene = before.scene.as_ref()?;
                let (one, other) = (&scene.zone(border.one)?.name, &scene.zone(border.other)?.name);
                match border.barred {
                    Some(difficulty) => message!(
                        "fate-border-barred",
                        one = one,
                        other = other,
                        difficulty = self.on_ladder(difficulty)
                    ),
                    None => message!("fate-border-open", one = one, other = other),
                }
            }
            Event::Moved { character, zone, .. } => {
                let one = before.seen_character(viewer, *character)?;
                let zone = before.scene.as_ref()?.zone(*zone)?;
                message!("fate-moved", who = &one.name, zone = &zone.name)
            }
            Event::AspectAdded { aspect } => return self.aspect_line(before, aspect, viewer),
            Event::AspectRemoved { aspect, why } => {
                let found = sees_aspect(*aspect)?;
                let name = aspect_name(found.name.as_ref());
                match why {
                    Gone::Used => message!("fate-boost-used", aspect = name),
                    Gone::SceneEnded if found.free.is_empty() => return None,
                    Gone::SceneEnded => message!("fate-aspect-passed", aspect = name),
                    Gone::Ground { text } => {
                        message!("fate-aspect-removed", aspect = name, why = text)
                    }
                    Gone::Healed => message!("fate-healed", aspect = name),
                }
            }
            Event::FreeGained { aspect, to, count } => {
                sees_aspect(*aspect)?;
                message!(
                    "fate-free-gained",
                    who = by(*to),
                    aspect = name_of(*aspect),
                    count = *count
                )
            }
            Event::FreeGiven { aspect, from, to } => {
                sees_aspect(*aspect)?;
                message!(
                    "fate-free-given",
                    from = by(*from),
                    to = by(*to),
                    aspect = name_of(*aspect)
                )
            }
            Event::DetailDeclared { aspect, by: one, text, .. } => {
                message!("fate-detail", who = by(*one), aspect = name_of(*aspect), text = text)
            }
            _ => return self.play_line(before, event, viewer),
        };
        Some(Line::new(message))
    }

    fn aspect_line(&self, before: &State, aspect: &Aspect, viewer: Viewer) -> Option<Line> {
        if !before.sees_aspect(viewer, aspect) {
            return None;
        }
        let name = aspect_name(aspect.name.as_ref());
        let holders: Vec<Message> = aspect
            .free
            .iter()
            .map(|free| message!("fate-free-of", who = holder(before, free.to), count = free.count))
            .collect();
        Some(Line::new(match (&aspect.kind, holders.is_empty()) {
            (AspectKind::Boost, _) => message!("fate-boost-gained", aspect = name, free = holders),
            (AspectKind::Consequence { slot, .. }, _) => {
                let slot = self
                    .consequence(slot)
                    .map_or_else(super::text::nothing, |rule| rule.name.clone());
                let who =
                    aspect.character().map_or_else(super::text::nothing, |id| before.name(id));
                message!("fate-consequence-taken", who = who, slot = slot, aspect = name)
            }
            (_, true) => message!("fate-aspect-added", aspect = name),
            (_, false) => message!("fate-aspect-added-free", aspect = name, free = holders),
        }))
    }

    /// Actions, harm and compels: nothing of these is hidden but the aspect an action is about.
    fn play_line(&self, before: &State, event: &Event, viewer: Viewer) -> Option<Line> {
        let who = |id: Id| before.name(id);
        let skill = |id: Option<&String>| {
            let found = id.and_then(|id| self.skill(id));
            found.map_or_else(super::text::nothing, |skill| skill.name.clone())
        };
        let actor = |id: Id| {
            before.action(id).map_or_else(super::text::nothing, |action| who(action.actor))
        };
        let roller = |id: Id, opposition: bool| {
            let side = before.action(id).and_then(|action| action.side(opposition));
            side.and_then(|side| side.who)
                .map_or_else(|| message!("fate-part-difficulty"), |id| word(&who(id)))
        };
        let message = match event {
            Event::ActionOpened { action } => {
                let text = if action.text.is_empty() {
                    message!("fate-nothing")
                } else {
                    message!("fate-quoted", text = &action.text)
                };
                let doing = self.doing(before, &action.act.as_seen(before, viewer));
                let skill = skill(action.side.skill.as_ref());
                match (action.target, &action.opposition) {
                    (Some(target), _) => message!(
                        "fate-acts-against",
                        who = who(action.actor),
                        doing = doing,
                        skill = skill,
                        target = who(target),
                        text = text
                    ),
                    (None, Some(side)) if !matches!(action.act, Act::Effort { .. }) => message!(
                        "fate-acts-difficulty",
                        who = who(action.actor),
                        doing = doing,
                        skill = skill,
                        difficulty = self.on_ladder(side.total()),
                        text = text
                    ),
                    _ => message!(
                        "fate-acts",
                        who = who(action.actor),
                        doing = doing,
                        skill = skill,
                        text = text
                    ),
                }
            }
            Event::OppositionSet { side, action } => match (side.who, &side.skill) {
                (Some(id), None) => message!("fate-asked-to-defend", who = who(id)),
                (Some(id), found) => {
                    let mut line = Line::new(message!(
                        "fate-defends",
                        who = who(id),
                        skill = skill(found.as_ref())
                    ));
                    line.sum = Some(self.sum(side));
                    return Some(line);
                }
                (None, _) => message!(
                    "fate-difficulty-set",
                    who = actor(*action),
                    difficulty = self.on_ladder(side.total())
                ),
            },
            Event::UnknownPointed { aspect, .. } if viewer == Viewer::Host => {
                message!(
                    "fate-pointed",
                    aspect = aspect_name(before.aspect(*aspect).and_then(|one| one.name.as_ref()))
                )
            }
            Event::Helped { action, helper, bonus } => {
                message!("fate-helped", who = who(*helper), whom = actor(*action), bonus = *bonus)
            }
            Event::PartAdded { action, opposition, part } => {
                let mut side = before.action(*action)?.side(*opposition)?.clone();
                side.parts = vec![part.clone()];
                side.rolls.clear();
                side.invokes.clear();
                let mut line = Line::new(message!(
                    "fate-part-added",
                    who = roller(*action, *opposition),
                    number = signed(part.value)
                ));
                line.sum = Some(self.sum(&side));
                return Some(line);
            }
            Event::ActionCancelled { action } => message!("fate-cancelled", who = actor(*action)),
            Event::Rolled { action, opposition, roll, again } => {
                let mut side = before.action(*action)?.side(*opposition)?.clone();
                side.rolls.push((**roll).clone());
                let sum = self.sum(&side);
                let rung = self.on_ladder(sum.total);
                let name = roller(*action, *opposition);
                let said = if *again {
                    message!("fate-rolled-again", who = name, total = rung)
                } else {
                    message!("fate-rolled", who = name, total = rung)
                };
                return Some(Line {
                    message: said,
                    roll: Some((**roll).clone()),
                    sum: Some(sum),
                    tone: None,
                });
            }
            Event::Invoked { action, opposition, invoked } => {
                let name = aspect_name(invoked.name.as_ref());
                let by = holder(before, invoked.by);
                let side = roller(*action, *opposition);
                match (invoked.to, invoked.free) {
                    (Use::Bonus, true) => {
                        message!("fate-invoked-free", who = by, aspect = name, side = side)
                    }
                    (Use::Bonus, false) => {
                        message!("fate-invoked-paid", who = by, aspect = name, side = side)
                    }
                    (Use::Reroll, true) => message!("fate-rerolls-free", who = by, aspect = name),
                    (Use::Reroll, false) => message!("fate-rerolls-paid", who = by, aspect = name),
                }
            }
            Event::LetStand { action, opposition } => {
                message!("fate-let-stand-now", who = roller(*action, *opposition))
            }
            Event::Resolved { action, shifts, .. } => {
                let (name, tone) = self.outcome_name(*shifts);
                let said = message!(
                    "fate-resolved",
                    who = actor(*action),
                    outcome = name,
                    shifts = signed(*shifts)
                );
                return Some(Line { message: said, roll: None, sum: None, tone: Some(tone) });
            }
            Event::Chosen { due, answer, .. } => {
                message!(
                    "fate-chosen",
                    who = holder(before, due.to),
                    answer = answered(self, answer)
                )
            }
            Event::ActionClosed { .. } => return None,
            Event::HitLanded { hit } => {
                let track = self
                    .track(&hit.track)
                    .map_or_else(super::text::nothing, |track| track.name.clone());
                message!("fate-hit", who = who(hit.to), shifts = hit.shifts, track = track)
            }
            Event::HitAbsorbed { hit, boxes, consequences } => {
                let to = before
                    .hits
                    .iter()
                    .find(|one| one.id == *hit)
                    .map_or_else(super::text::nothing, |hit| who(hit.to));
                message!("fate-absorbed", who = to, boxes = *boxes, consequences = *consequences)
            }
            Event::TakenOut { character, .. } => message!("fate-taken-out", who = who(*character)),
            Event::BroughtBack { character } => {
                message!(
                    "fate-brought-back",
                    who = &before.seen_character(viewer, *character)?.name
                )
            }
            Event::Conceded { character, points, text } => {
                let text = if text.is_empty() {
                    message!("fate-nothing")
                } else {
                    message!("fate-quoted", text = text)
                };
                message!("fate-conceded", who = who(*character), points = *points, text = text)
            }
            Event::Treated { consequence, name } => {
                let old = aspect_name(before.seen_aspect(viewer, *consequence)?.name.as_ref());
                message!("fate-treated", old = old, name = name)
            }
            Event::CompelOpened { compel } => {
                let aspect =
                    aspect_name(before.aspect(compel.aspect).and_then(|one| one.name.as_ref()));
                let kind = match compel.kind {
                    CompelKind::Event => message!("fate-compel-event"),
                    CompelKind::Decision => message!("fate-compel-decision"),
                };
                let text = if compel.text.is_empty() {
                    message!("fate-nothing")
                } else {
                    message!("fate-quoted", text = &compel.text)
                };
                match compel.stage {
                    CompelStage::Offered => message!(
                        "fate-compel-offered",
                        who = who(compel.to),
                        aspect = aspect,
                        kind = kind,
                        text = text
                    ),
                    CompelStage::Claimed => message!(
                        "fate-compel-claimed",
                        who = who(compel.to),
                        aspect = aspect,
                        kind = kind,
                        text = text
                    ),
                    CompelStage::Proposed(by) => message!(
                        "fate-compel-proposed",
                        by = who(by),
                        who = who(compel.to),
                        aspect = aspect,
                        kind = kind,
                        text = text
                    ),
                }
            }
            Event::CompelTakenUp { compel } => {
                let compel = before.compels.iter().find(|one| one.id == *compel)?;
                message!("fate-compel-taken-up", who = who(compel.to))
            }
            Event::CompelSettled { compel, end } => {
                let compel = before.compels.iter().find(|one| one.id == *compel)?;
                let name = who(compel.to);
                match end {
                    CompelEnd::Accepted => message!("fate-compel-accepted", who = name),
                    CompelEnd::Refused { why } if why.is_empty() => {
                        message!("fate-compel-refused", who = name)
                    }
                    CompelEnd::Refused { why } => {
                        message!("fate-compel-refused-why", who = name, why = why)
                    }
                    CompelEnd::Withdrawn => message!("fate-compel-withdrawn", who = name),
                }
            }
            _ => return self.scene_line(before, event),
        };
        Some(Line::new(message))
    }

    /// Challenges, contests, conflicts and milestones.
    fn scene_line(&self, before: &State, event: &Event) -> Option<Line> {
        let who = |id: Id| before.name(id);
        let scene = before.scene.as_deref();
        let contest = scene.and_then(|scene| scene.contest.as_ref());
        let side_name = |side: u8| {
            let found = contest.and_then(|contest| contest.sides.get(usize::from(side)));
            found.map_or_else(super::text::nothing, |side| side.name.clone())
        };
        Some(Line::new(match event {
            Event::ChallengeSet { challenge } => {
                let tasks: Vec<Message> = challenge
                    .tasks
                    .iter()
                    .map(|task| {
                        message!(
                            "fate-task",
                            task = &task.name,
                            difficulty = self.on_ladder(task.difficulty)
                        )
                    })
                    .collect();
                message!("fate-challenge-set", title = &challenge.title, tasks = tasks)
            }
            Event::TaskTried { task, overcome } => {
                let tasks = scene
                    .and_then(|scene| scene.challenge.as_ref())
                    .map(|challenge| &challenge.tasks)?;
                let name = &tasks.iter().find(|one| one.id == *task)?.name;
                if *overcome {
                    message!("fate-task-overcome", task = name)
                } else {
                    message!("fate-task-failed", task = name)
                }
            }
            Event::ChallengeEnded { overcome, failed } => {
                message!("fate-challenge-ended", overcome = *overcome, failed = *failed)
            }
            Event::ContestSet { contest } => {
                let sides: Vec<Message> =
                    contest.sides.iter().map(|side| word(&side.name)).collect();
                message!("fate-contest-set", title = &contest.title, sides = sides)
            }
            Event::EffortMade { side, effort } => {
                message!("fate-effort", side = side_name(*side), effort = self.on_ladder(*effort))
            }
            Event::ExchangeWon { side: Some(side), victories } => {
                message!("fate-exchange-won", side = side_name(*side), victories = *victories)
            }
            Event::ExchangeWon { side: None, .. } => message!("fate-exchange-tied"),
            Event::ContestEnded { winner: Some(winner) } => {
                message!("fate-contest-won", side = side_name(*winner))
            }
            Event::ContestEnded { winner: None } => message!("fate-contest-ended"),
            Event::ConflictBegan { conflict } => {
                let names: Vec<Message> =
                    conflict.combatants.iter().map(|one| word(&who(one.who))).collect();
                message!("fate-conflict-began", names = names)
            }
            Event::CombatantJoined { who: one, .. } => message!("fate-joined", who = who(*one)),
            Event::TurnBegan { who: one, round } => {
                if *round {
                    let round = scene
                        .and_then(|scene| scene.conflict.as_ref())
                        .map_or(1, |conflict| conflict.round + 1);
                    message!("fate-round-began", who = who(*one), round = round)
                } else {
                    message!("fate-turn-began", who = who(*one))
                }
            }
            Event::DefendedFully { who: one, text } => {
                message!("fate-defends-fully", who = who(*one), text = text)
            }
            Event::ConflictEnded => message!("fate-conflict-ended"),
            Event::MilestoneReached { character, milestone } => {
                let kind = match milestone.kind {
                    MilestoneKind::Minor => message!("fate-milestone-minor"),
                    MilestoneKind::Major => message!("fate-milestone-major"),
                    MilestoneKind::Arc => message!("fate-milestone-arc"),
                };
                message!("fate-milestone", who = who(*character), kind = kind)
            }
            Event::Changed { character, change, .. } => message!(
                "fate-changed",
                who = who(*character),
                change = self.changed(before, change)
            ),
            Event::MilestoneClosed { character } => {
                message!("fate-milestone-closed", who = who(*character))
            }
            _ => return None,
        }))
    }

    fn changed(&self, before: &State, change: &Change) -> Message {
        let skill =
            |id: &str| self.skill(id).map_or_else(super::text::nothing, |skill| skill.name.clone());
        let aspect = |id: Id| aspect_name(before.aspect(id).and_then(|one| one.name.as_ref()));
        match change {
            Change::SwapSkills { one, other } => {
                message!("fate-change-swap", one = skill(one), other = skill(other))
            }
            Change::ReplaceSkill { old, new } => {
                message!("fate-change-replace", old = skill(old), new = skill(new))
            }
            Change::RewriteStunt { draft, .. } => {
                message!("fate-change-stunt", stunt = &draft.name)
            }
            Change::GainStunt { draft } => message!("fate-change-new-stunt", stunt = &draft.name),
            Change::RewriteAspect { aspect: id, name } => {
                message!("fate-change-aspect", old = aspect(*id), name = name)
            }
            Change::BeginRecovery { consequence, .. } => {
                message!("fate-change-recovery", aspect = aspect(*consequence))
            }
            Change::RaiseSkill { skill: id } => message!("fate-change-raise", skill = skill(id)),
            Change::RaiseRefresh => message!("fate-change-refresh"),
        }
    }

    /// What someone sets out to do.
    pub(super) fn doing(&self, state: &State, act: &Act) -> Message {
        let aspect = |id: Id| aspect_name(state.aspect(id).and_then(|one| one.name.as_ref()));
        match act {
            Act::Overcome { purpose: Purpose::Plain } => message!("fate-do-overcome"),
            Act::Overcome { purpose: Purpose::Task { task } } => {
                let challenge = state.scene.as_ref().and_then(|scene| scene.challenge.as_ref());
                let found = challenge
                    .and_then(|challenge| challenge.tasks.iter().find(|one| one.id == *task));
                message!(
                    "fate-do-task",
                    task = found.map_or_else(super::text::nothing, |task| task.name.clone())
                )
            }
            Act::Overcome { purpose: Purpose::Treat { consequence, .. } } => {
                message!("fate-do-treat", aspect = aspect(*consequence))
            }
            Act::Overcome { purpose: Purpose::Reach { zone } } => {
                let found = state.scene.as_ref().and_then(|scene| scene.zone(*zone));
                message!(
                    "fate-do-reach",
                    zone = found.map_or_else(super::text::nothing, |zone| zone.name.clone())
                )
            }
            Act::Create { what: Created::New { name, .. } } => {
                message!("fate-do-create", aspect = name)
            }
            Act::Create { what: Created::Known { aspect: id } } => {
                message!("fate-do-create-on", aspect = aspect(*id))
            }
            Act::Create { what: Created::Unknown { .. } } => message!("fate-do-discover"),
            Act::Attack { track } => {
                let track =
                    self.track(track).map_or_else(super::text::nothing, |track| track.name.clone());
                message!("fate-do-attack", track = track)
            }
            Act::Effort { .. } => message!("fate-do-effort"),
        }
    }
}

/// A number with its sign: `+2`, `+0`, `−1`.
pub(super) fn signed(value: i64) -> String {
    if value < 0 { format!("−{}", value.unsigned_abs()) } else { format!("+{value}") }
}

/// An answer, in words.
pub(super) fn answered(pack: &Fate, answer: &Answer) -> Message {
    match answer {
        Answer::MinorDetail { text } => message!("fate-answer-minor-detail", text = text),
        Answer::MinorBoost => message!("fate-answer-minor-boost"),
        Answer::MinorStress { track } => {
            let track =
                pack.track(track).map_or_else(super::text::nothing, |track| track.name.clone());
            message!("fate-answer-minor-stress", track = track)
        }
        Answer::FailWithBoost => message!("fate-answer-fail-with-boost"),
        Answer::Fail => message!("fate-answer-fail"),
        Answer::MajorCost { text } => message!("fate-answer-major-cost", text = text),
        Answer::NoAspect => message!("fate-answer-no-aspect"),
        Answer::EnemyInvoke => message!("fate-answer-enemy-invoke"),
        Answer::Reveal => message!("fate-answer-reveal"),
        Answer::KeepHidden => message!("fate-answer-keep-hidden"),
        Answer::TakeBoost => message!("fate-answer-take-boost"),
        Answer::AllShifts => message!("fate-answer-all-shifts"),
    }
}
