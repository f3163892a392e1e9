//! Indulging in a strange theme for more power (M-32).

use super::offers::{OfferBuilder, Offers};
use super::power::not_struck;
use super::roll::check_on;
use super::viewing::Viewing;
use super::{
    Command, Deciding, Event, Kind, Mist, Pending, Polarity, RollKind, RollLine, Source, State,
    Theme, Thing, Verdict, line,
};
use crate::kernel::{Decided, offer};
use crate::{Id, Message, Refusal, message};

/// Chooses to indulge in a strange theme, or not (M-32).
pub(super) fn choose(deciding: &mut Deciding, roll: Id, theme: Option<Id>) -> Decided {
    let rules = &deciding.pack.indulge;
    check_on(rules.on, "M-32", &rules.name)?;
    let roll = deciding.open_roll(roll)?;
    deciding.rolls_for(roll)?;
    if !may_indulge(&roll.kind) {
        return Err(Refusal::new("M-32", message!("mist-indulge-actions", what = &rules.name)));
    }
    if let Some(theme) = theme {
        let own = match deciding.find(theme) {
            Ok(Thing::Theme(character, theme)) => {
                Some(character.id) == roll.actor && theme.kind == Kind::Strange
            }
            _ => false,
        };
        if !own {
            return Err(Refusal::new(
                "M-32",
                message!("mist-not-own-strange", kind = &deciding.pack.kinds.strange.name),
            ));
        }
    }
    if considered(roll) == theme {
        return Err(Refusal::new("M-32", message!("mist-chosen-already")));
    }
    // One theme at a time: another takes its place.
    if roll.indulge.is_some() {
        deciding.push(Event::IndulgeChosen { roll: roll.id, theme: None });
    }
    for line in indulging(roll).filter(|it| not_struck(it)) {
        deciding.push(Event::LineWithdrawn { roll: roll.id, line: line.id });
    }
    let Some(theme) = theme else {
        return Ok(());
    };
    let struck = indulging(roll).any(|it| it.source == Source::Indulge(theme) && !not_struck(it));
    if struck && !deciding.by.is_host() {
        return Err(Refusal::new("M-32", message!("mist-struck")));
    }
    line::add(deciding, roll, Source::Indulge(theme), Polarity::Help, false)
}

/// The rolls in which one may indulge: actions, of which a mitigation is one (M-32).
fn may_indulge(kind: &RollKind) -> bool {
    matches!(kind, RollKind::Action | RollKind::Flashback { .. } | RollKind::Mitigate { .. })
}

/// The lines that indulge in a theme. Old logs say so beside the lines.
fn indulging(roll: &Pending) -> impl Iterator<Item = &RollLine> {
    roll.lines.iter().filter(|it| matches!(it.source, Source::Indulge(_)))
}

fn theme_in(roll: &Pending, counts: impl Fn(&RollLine) -> bool) -> Option<Id> {
    let line = indulging(roll).find(|it| counts(it));
    let theme = line.and_then(|it| match it.source {
        Source::Indulge(theme) => Some(theme),
        Source::Thing(_) | Source::Detail(_) => None,
    });
    theme.or(roll.indulge)
}

/// The theme a roll indulges in as its lines stand.
pub(super) fn considered(roll: &Pending) -> Option<Id> {
    theme_in(roll, not_struck)
}

/// The theme a roll is made indulging in.
pub(super) fn in_roll(roll: &Pending) -> Option<Id> {
    theme_in(roll, |it| it.verdict == Verdict::Approved)
}

pub(super) fn chosen(state: &mut State, roll: Id, theme: Option<Id>) {
    if let Some(roll) = state.roll_mut(roll) {
        roll.indulge = theme;
    }
}

pub(super) fn tell_chosen(viewing: Viewing, roll: Id, theme: Option<Id>) -> Option<Message> {
    viewing.roll(roll)?;
    let indulge = &viewing.pack.indulge.name;
    Some(match theme {
        Some(theme) => {
            message!("mist-told-indulge", indulge = indulge, theme = viewing.state.name_of(theme))
        }
        None => message!("mist-told-no-indulge", indulge = indulge),
    })
}

impl Mist {
    /// The themes a roll could indulge in (M-32).
    pub(super) fn indulgences<'s>(&self, state: &'s State, roll: &Pending) -> Vec<&'s Theme> {
        let fits = self.indulge.on && may_indulge(&roll.kind);
        let actor = roll.actor.filter(|_| fits).and_then(|id| state.character(id));
        actor.into_iter().flat_map(|it| &it.themes).filter(|it| it.kind == Kind::Strange).collect()
    }
}

impl OfferBuilder<'_> {
    /// Indulging in a theme, or not.
    pub(super) fn offer_indulging(self, roll: &Pending, offers: &mut Offers) {
        for theme in self.pack.indulgences(self.state, roll) {
            let on = considered(roll) != Some(theme.id);
            let command = Command::Indulge { roll: roll.id, theme: on.then_some(theme.id) };
            let label = if on {
                message!("mist-act-indulge", theme = &theme.title)
            } else {
                message!("mist-act-not-indulge")
            };
            offers.push(offer("M-32", label, command));
        }
    }
}
