//! The dice fall, and what follows from them (M-13 … M-19, M-30 … M-37).

use serde::{Deserialize, Serialize};

use super::lookup::missing;
use super::odds::names;
use super::offers::{OfferBuilder, Offers};
use super::owed::{Called, owe};
use super::power::Power;
use super::review::waits;
use super::viewing::Viewing;
use super::{
    Command, Deciding, Depth, Event, Mist, MitigateFull, OutcomePart, Pending, Polarity, RollKind,
    Source, State, Thing, Verdict, WeaknessMarks, Why, conclusion, indulge, loss, mystery, plunge,
};
use crate::kernel::{Decided, offer};
use crate::{Audience, Id, Line, Message, Refusal, Roll, Sum, Term, Tone, message};

/// What came of a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The power it was rolled with, itemised.
    pub power: Sum,
    /// The band it fell into, counted from 0, worst first.
    pub band: usize,
    /// How good that is.
    pub tone: Tone,
    /// Power left to spend (M-17, M-30).
    pub budget: u8,
    /// Whether it was pushed (M-18).
    pub pushed: bool,
    /// Whether an effect other than a feat has been bought (M-17).
    pub bought: bool,
    /// How many power tags of the plunged theme are still to be burnt (M-35).
    pub burns: u8,
    /// The tags and statuses that counted (M-31).
    pub used: Vec<Id>,
}

impl Outcome {
    /// The outcome as whoever sees the roll sees it.
    pub(super) fn part(&self, pack: &Mist, kind: &RollKind) -> OutcomePart {
        OutcomePart {
            name: pack.band_name(kind, self.band),
            tone: self.tone,
            budget: self.budget,
            pushed: self.pushed,
            burns: self.burns,
        }
    }
}

/// Rolls the dice.
pub(super) fn roll(deciding: &mut Deciding, id: Id) -> Decided {
    let roll = deciding.open_roll(id)?;
    deciding.rolls_for(roll)?;
    check_ready(deciding.before, roll)?;
    let pack = deciding.pack;
    let actor = roll.actor.and_then(|id| deciding.before.character(id));
    let avatar = actor.is_some_and(|it| it.avatar);
    let power = pack.power(deciding.before, roll, |line| line.verdict == Verdict::Approved);
    let dice = deciding.throw(&roll.seen, pack.expression(avatar), &names(power.sum.total))?;
    let band = pack.band(dice.rolled.value);
    let tone = pack.bands.get(band).map_or(Tone::Failure, |it| it.tone);
    let total = dice.rolled.value.to_string();
    let improved = improved(deciding, roll, avatar, power.sum.total)?;
    let outcome = Outcome {
        budget: budget(deciding, roll, tone, power.sum.total),
        burns: plunge::burns(deciding, roll, tone),
        used: power.used.clone(),
        power: power.sum.clone(),
        band,
        tone,
        pushed: false,
        bought: false,
    };
    let stays_open = outcome.budget > 0 || outcome.burns > 0;
    deciding.push(Event::Rolled { roll: id, dice: Box::new(dice), outcome: Box::new(outcome) });
    pay(deciding, roll, improved);
    conclusion::write(deciding, roll, tone, band, &power, &total);
    follow(deciding, roll, tone, band, &power);
    if !stays_open {
        deciding.push(Event::RollClosed { roll: id });
    }
    Ok(())
}

/// What must be settled before the dice fall.
pub(super) fn check_ready(state: &State, roll: &Pending) -> Decided {
    if roll.depth == Depth::Describe {
        return Err(Refusal::new("M-10", message!("mist-needs-no-roll"))
            .instead(message!("mist-needs-no-roll-instead")));
    }
    let waiting = roll.lines.iter().filter(|line| waits(line)).count();
    if waiting > 0 {
        return Err(Refusal::new("B-21", message!("mist-lines-wait", count = waiting))
            .instead(message!("mist-lines-wait-instead")));
    }
    match &roll.kind {
        RollKind::Plunge { degree: None, .. } => {
            Err(Refusal::new("M-35", message!("mist-no-degree"))
                .instead(message!("mist-no-degree-instead")))
        }
        RollKind::Mitigate { consequence } => state
            .consequence(*consequence)
            .map(|_| ())
            .ok_or_else(|| missing(message!("mist-a-consequence"))),
        RollKind::Deduce { mystery, .. } | RollKind::Test { mystery } => {
            mystery::check_clues(state, roll, *mystery)
        }
        _ => Ok(()),
    }
}

/// The power that can be spent: on a success, at least the pack's minimum (M-17, M-30).
fn budget(deciding: &Deciding, roll: &Pending, tone: Tone, power: i64) -> u8 {
    let pack = deciding.pack;
    let spends = match roll.kind {
        RollKind::Action | RollKind::Flashback { .. } => roll.depth == Depth::Detailed,
        RollKind::Mitigate { .. } => true,
        _ => false,
    };
    if !spends || tone == Tone::Failure {
        return 0;
    }
    let extra = matches!(roll.kind, RollKind::Mitigate { .. })
        && tone >= Tone::Full
        && pack.mitigate.full == MitigateFull::Power;
    let power = power.max(i64::from(pack.effects.minimum_power)) + i64::from(extra);
    u8::try_from(power.min(99)).unwrap_or(0)
}

/// The themes whose improve track is marked, each once and by which weakness: one that hindered,
/// and where the pack says so, only if leaving it out would have changed the odds (M-19).
fn improved(
    deciding: &Deciding,
    roll: &Pending,
    avatar: bool,
    power: i64,
) -> Result<Vec<(Id, Id, Term)>, Refusal> {
    let mut themes: Vec<(Id, Id, Term)> = Vec::new();
    for line in &roll.lines {
        if line.verdict == Verdict::Approved
            && line.polarity == Polarity::Hinder
            && let Source::Thing(source) = line.source
            && let Some(Thing::Weakness(character, theme, tag)) = deciding.before.find_any(source)
            && !tag.burnt
            && !themes.iter().any(|(_, it, _)| *it == theme.id)
        {
            themes.push((character.id, theme.id, tag.name.clone()));
        }
    }
    if themes.is_empty() || deciding.pack.weakness.marks == WeaknessMarks::Always {
        return Ok(themes);
    }
    let without = power + i64::from(deciding.pack.power.tag);
    if deciding.pack.chances(avatar, power)? == deciding.pack.chances(avatar, without)? {
        themes.clear();
    }
    Ok(themes)
}

/// Tags burn, weaknesses teach, indulging costs.
fn pay(deciding: &mut Deciding, roll: &Pending, improved: Vec<(Id, Id, Term)>) {
    for line in &roll.lines {
        if line.burn
            && line.verdict == Verdict::Approved
            && let Source::Thing(tag) = line.source
            && deciding.before.find_any(tag).is_some()
        {
            deciding.push(Event::TagBurnt { tag });
        }
    }
    for (character, theme, weakness) in improved {
        let why = Some(Why::Weakness(weakness));
        deciding.push(Event::ImproveMarked { character, theme, why });
    }
    if let (Some(actor), Some(theme)) = (roll.actor, indulge::in_roll(roll)) {
        loss::decay(deciding, actor, theme, Some(Why::Indulged));
    }
}

/// What each kind of roll brings.
fn follow(deciding: &mut Deciding, roll: &Pending, tone: Tone, band: usize, power: &Power) {
    match &roll.kind {
        RollKind::Action | RollKind::Flashback { .. } => {
            if tone < Tone::Full {
                owe(deciding, roll, &power.used, Called::Plain);
            }
        }
        RollKind::Mitigate { consequence } => {
            // M-30: a failure mitigates nothing, and causes nothing new.
            if tone == Tone::Failure
                && let Some(actor) = roll.actor
                && let Some(pending) = deciding.before.consequence(*consequence)
            {
                deciding.push(Event::ConsequenceLessened {
                    consequence: pending.id,
                    by: actor,
                    harms: pending.harms.clone(),
                });
            }
        }
        RollKind::Engagement => {
            deciding.push(Event::CrewEngaged { band });
            if tone == Tone::Failure {
                owe(deciding, roll, &power.used, Called::Plain);
            }
        }
        RollKind::Plunge { .. } => {
            plunge::pay(deciding, roll, tone);
            if tone == Tone::Failure {
                owe(deciding, roll, &power.used, Called::Loose);
            }
        }
        RollKind::Deduce { mystery, .. } => {
            mystery::deduced(deciding, roll, *mystery, tone);
            if tone < Tone::Full {
                owe(deciding, roll, &power.used, Called::Plain);
            }
        }
        RollKind::Test { mystery } => {
            mystery::tested(deciding, *mystery, tone);
            if tone < Tone::Full {
                owe(deciding, roll, &power.used, Called::Worse);
            }
        }
        RollKind::Question { question } => {
            deciding.push(Event::QuestionAnswered { question: question.clone(), band });
            if tone < Tone::Full {
                owe(deciding, roll, &power.used, Called::Waits);
            }
        }
    }
}

pub(super) fn rolled(state: &mut State, roll: Id, outcome: &Outcome) {
    let Some(roll) = state.roll_mut(roll) else {
        return;
    };
    roll.outcome = Some(outcome.clone());
    // One roll may add the countdown, and this was it (M-37).
    if roll.countdown {
        state.story_mut().countdown_used = true;
    }
}

pub(super) fn tell_rolled(
    viewing: Viewing,
    roll: Id,
    dice: &Roll,
    outcome: &Outcome,
) -> Option<Line> {
    let roll = viewing.roll(roll)?;
    Some(Line {
        message: message!(
            "mist-told-rolled",
            who = roll.actor_name(viewing.state),
            roll = viewing.pack.roll_told(&roll.kind),
            power = outcome.power.total,
            total = dice.rolled.value.to_string(),
            outcome = viewing.pack.band_name(&roll.kind, outcome.band)
        ),
        roll: Some(dice.clone()),
        sum: Some(outcome.power.clone()),
        tone: Some(outcome.tone),
        why: Vec::new(),
        handout: None,
    })
}

/// Whether a command rolls dice that only some may see (B-23).
pub(super) fn rolls_secretly(state: &State, command: &Command) -> bool {
    let Command::Roll { roll } = command else {
        return false;
    };
    let mut rolls = state.rolls.iter();
    rolls.any(|it| it.id == *roll && it.seen != Audience::All)
}

/// The roll whose dice fall in one of these events.
pub(super) fn rolled_in(events: &[Event]) -> Option<Id> {
    events.iter().find_map(
        |event| {
            if let Event::Rolled { roll, .. } = event { Some(*roll) } else { None }
        },
    )
}

/// The dice are waited for.
pub(super) fn waits_roll(pack: &Mist, roll: &Pending) -> Message {
    message!("mist-waits-roll", roll = pack.roll_name(&roll.kind), text = &roll.text)
}

impl OfferBuilder<'_> {
    /// Rolling the dice.
    pub(super) fn offer_rolling(self, roll: &Pending, offers: &mut Offers) {
        let command = Command::Roll { roll: roll.id };
        offers.push(
            offer("M-11", message!("mist-act-roll"), command)
                .waits(self.plays(roll.actor), waits_roll(self.pack, roll)),
        );
    }
}
