//! How themes improve and grow (M-50 … M-52).

use serde::{Deserialize, Serialize};

use super::lookup::missing;
use super::offers::{BLANK, OfferBuilder, Offers, name, with_reason, words};
use super::viewing::Viewing;
use super::{
    Character, Command, Deciding, Event, LONGEST_NAME, LONGEST_TEXT, Mist, State, Tag, Theme,
};
use crate::kernel::{Decided, offer};
use crate::{Bounds, Id, Message, Refusal, Term, message, typed};

/// One way a theme may grow (M-51).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistGrowth"))]
pub enum Growth {
    /// A new power tag.
    Power {
        /// What it says.
        name: String,
    },
    /// A new weakness tag.
    AddWeakness {
        /// What it says.
        name: String,
    },
    /// A weakness tag less.
    RemoveWeakness {
        /// Which one.
        tag: Id,
    },
    /// A weakness tag rewritten.
    RewriteWeakness {
        /// Which one.
        tag: Id,
        /// What it says now.
        name: String,
    },
    /// The motive rewritten.
    Motive {
        /// What it says now.
        text: String,
    },
    /// The decay track cleared.
    ClearDecay,
}

/// What a growth did (M-51).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields are those of `Growth`")]
pub enum Grown {
    Power { tag: Tag },
    AddWeakness { tag: Tag },
    RemoveWeakness { tag: Id },
    RewriteWeakness { tag: Id, name: Term },
    Motive { text: Term },
    ClearDecay,
}

/// Why a track was marked (M-19, M-43).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// A weakness of the theme was invoked.
    Weakness(Term),
    /// The theme was indulged in.
    Indulged,
    /// The theme was plunged into.
    Plunged,
    /// What its player says.
    Said(String),
}

impl Why {
    /// A reason as typed; none when nothing was said.
    pub(super) fn said(typed: &str) -> Result<Option<Self>, Refusal> {
        let text = typed::text(typed, LONGEST_TEXT)?;
        Ok((!text.is_empty()).then_some(Why::Said(text)))
    }

    pub(super) fn words(&self, pack: &Mist) -> Message {
        match self {
            Why::Weakness(tag) => message!("mist-why-weakness", tag = tag),
            Why::Indulged => message!("mist-why-named", name = &pack.indulge.name),
            Why::Plunged => message!("mist-why-named", name = &pack.plunge.name),
            Why::Said(text) => message!("mist-why-said", text = text),
        }
    }
}

pub(super) fn theme(character: &Character, id: Id) -> Result<&Theme, Refusal> {
    character.themes.iter().find(|it| it.id == id).ok_or_else(|| missing(message!("mist-a-theme")))
}

/// Marks a theme's improve track (M-50).
pub(super) fn mark_improve(
    deciding: &mut Deciding,
    character: Id,
    id: Id,
    reason: &str,
) -> Decided {
    theme(deciding.actor(character)?, id)?;
    let why = Why::said(reason)?;
    deciding.push(Event::ImproveMarked { character, theme: id, why });
    Ok(())
}

/// A mark on the improve track, or a growth at once on a nascent theme.
pub(super) fn improve_marked(pack: &Mist, state: &mut State, character: Id, theme: Id) {
    let Some(theme) = state.theme_mut(character, theme) else {
        return;
    };
    if theme.nascent {
        theme.owed += 1;
        return;
    }
    theme.improve += 1;
    if theme.improve >= pack.theme.improve {
        theme.improve = 0;
        theme.owed += 1;
    }
}

pub(super) fn tell_improve_marked(
    viewing: Viewing,
    character: Id,
    theme: Id,
    why: Option<&Why>,
) -> Option<Message> {
    let (who, theme) = viewing.theme(character, theme)?;
    let track = &viewing.pack.kinds.of(theme.kind).improve;
    let (marks, boxes) = (theme.improve + 1, viewing.pack.theme.improve);
    Some(if theme.nascent || marks >= boxes {
        let (who, theme, why) = (&who.name, &theme.title, because(viewing, why));
        message!("mist-told-growth-earned", who = who, theme = theme, track = track, why = why)
    } else {
        tell_marked(viewing, who, theme, track, marks, boxes, why)
    })
}

/// A mark on one of a theme's tracks.
pub(super) fn tell_marked(
    viewing: Viewing,
    who: &Character,
    theme: &Theme,
    track: &Term,
    marks: u8,
    boxes: u8,
    why: Option<&Why>,
) -> Message {
    message!(
        "mist-told-marked",
        who = &who.name,
        theme = &theme.title,
        track = track,
        marks = marks,
        boxes = boxes,
        why = because(viewing, why)
    )
}

/// Why a track was marked, in words, if it was said.
fn because(viewing: Viewing, why: Option<&Why>) -> Message {
    match why {
        Some(why) => message!("mist-because", why = why.words(viewing.pack)),
        None => message!("mist-because-unsaid"),
    }
}

/// Chooses a growth that was earned (M-51).
pub(super) fn grow(deciding: &mut Deciding, character: Id, id: Id, growth: &Growth) -> Decided {
    let theme = theme(deciding.actor(character)?, id)?;
    if theme.owed == 0 {
        let most = deciding.pack.theme.improve;
        return Err(Refusal::new("M-51", message!("mist-no-growth", theme = &theme.title))
            .instead(message!("mist-no-growth-instead", most = most)));
    }
    let weakness = |tag: Id| {
        let mut there = theme.weaknesses.iter();
        there.find(|it| it.id == tag).ok_or_else(|| missing(message!("mist-a-weakness")))
    };
    let growth = match growth {
        Growth::Power { name } => Grown::Power {
            tag: Tag::new(deciding.id(), Term::from(typed::name(name, LONGEST_NAME)?)),
        },
        Growth::AddWeakness { name } => Grown::AddWeakness {
            tag: Tag::new(deciding.id(), Term::from(typed::name(name, LONGEST_NAME)?)),
        },
        Growth::RemoveWeakness { tag } => Grown::RemoveWeakness { tag: weakness(*tag)?.id },
        Growth::RewriteWeakness { tag, name } => Grown::RewriteWeakness {
            tag: weakness(*tag)?.id,
            name: Term::from(typed::name(name, LONGEST_NAME)?),
        },
        Growth::Motive { text } => Grown::Motive { text: typed::text(text, LONGEST_TEXT)?.into() },
        Growth::ClearDecay => Grown::ClearDecay,
    };
    deciding.push(Event::Grew { character, theme: id, growth });
    Ok(())
}

pub(super) fn grew(pack: &Mist, state: &mut State, character: Id, theme: Id, growth: &Grown) {
    let Some(theme) = state.theme_mut(character, theme) else {
        return;
    };
    match growth {
        Grown::Power { tag } => theme.powers.push(tag.clone()),
        Grown::AddWeakness { tag } => theme.weaknesses.push(tag.clone()),
        Grown::RemoveWeakness { tag } => theme.weaknesses.retain(|it| it.id != *tag),
        Grown::RewriteWeakness { tag, name } => {
            for it in theme.weaknesses.iter_mut().filter(|it| it.id == *tag) {
                it.name = name.clone();
            }
        }
        Grown::Motive { text } => theme.motive = text.clone(),
        Grown::ClearDecay => theme.decay = 0,
    }
    theme.growths += 1;
    theme.owed = theme.owed.saturating_sub(1);
    if theme.powers.len() >= usize::from(pack.theme.powers) {
        theme.nascent = false;
    }
}

pub(super) fn tell_grew(
    viewing: Viewing,
    character: Id,
    theme: Id,
    growth: &Grown,
) -> Option<Message> {
    let (who, theme) = viewing.theme(character, theme)?;
    let kinds = viewing.pack.kinds.of(theme.kind);
    let name = |tag: &Id| viewing.state.name_of(*tag);
    let growth = match growth {
        Grown::Power { tag } => message!("mist-growth-power", tag = &tag.name),
        Grown::AddWeakness { tag } => message!("mist-growth-weakness", tag = &tag.name),
        Grown::RemoveWeakness { tag } => message!("mist-growth-weakness-gone", tag = name(tag)),
        Grown::RewriteWeakness { tag, name: new } => {
            message!("mist-growth-rewrite", tag = name(tag), name = new)
        }
        Grown::Motive { text } => {
            message!("mist-growth-motive", motive = &kinds.motive, text = text)
        }
        Grown::ClearDecay => message!("mist-growth-clear", track = &kinds.decay),
    };
    Some(message!("mist-told-grew", who = &who.name, theme = &theme.title, growth = growth))
}

impl OfferBuilder<'_> {
    /// Choosing a growth that was earned.
    pub(super) fn offer_growth(self, it: &Character, theme: &Theme, offers: &mut Offers) {
        let plays = self.plays(Some(it.id));
        let mut grow = |label, growth: Growth, field: Option<(&str, Bounds)>| {
            let command = Command::Grow { character: it.id, theme: theme.id, growth };
            let waits = message!("mist-waits-growth", who = &it.name, theme = &theme.title);
            let mut offer = offer("M-51", label, command).waits(plays, waits);
            if let Some((path, bounds)) = field {
                offer = offer.field(path, message!("mist-field-words"), bounds);
            }
            offers.push(offer);
        };
        let blank = || BLANK.to_owned();
        let named = Some(("growth/name", name()));
        grow(message!("mist-act-grow-power"), Growth::Power { name: blank() }, named.clone());
        grow(
            message!("mist-act-grow-weakness"),
            Growth::AddWeakness { name: blank() },
            named.clone(),
        );
        for tag in &theme.weaknesses {
            grow(
                message!("mist-act-grow-remove", tag = &tag.name),
                Growth::RemoveWeakness { tag: tag.id },
                None,
            );
            grow(
                message!("mist-act-grow-rewrite", tag = &tag.name),
                Growth::RewriteWeakness { tag: tag.id, name: blank() },
                named.clone(),
            );
        }
        let kinds = self.pack.kinds.of(theme.kind);
        grow(
            message!("mist-act-grow-motive", motive = &kinds.motive),
            Growth::Motive { text: blank() },
            Some(("growth/text", words())),
        );
        if theme.decay > 0 {
            grow(message!("mist-act-grow-clear", track = &kinds.decay), Growth::ClearDecay, None);
        }
    }

    /// Marking a theme's improve track.
    pub(super) fn offer_improving(self, it: &Character, theme: &Theme, offers: &mut Offers) {
        let track = &self.pack.kinds.of(theme.kind).improve;
        let mark =
            Command::MarkImprove { character: it.id, theme: theme.id, reason: String::new() };
        let label = message!("mist-act-mark-improve", track = track);
        offers.push(with_reason(offer("M-50", label, mark)));
    }
}
