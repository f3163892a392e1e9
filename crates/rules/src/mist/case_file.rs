//! The case file: the clues in it, and what its two forms share (M-36, M-37).

use serde::{Deserialize, Serialize};

use super::lookup::missing;
use super::offers::{BLANK, OfferBuilder, Offers, words};
use super::viewing::Viewing;
use super::{Character, Command, Deciding, Event, FileForm, LONGEST_TEXT, State, Thing};
use crate::kernel::{Decided, offer};
use crate::{Audience, Bounds, Id, Message, Refusal, Term, message, typed};

/// Something found out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistClue"))]
pub struct Clue {
    /// Which one.
    pub id: Id,
    /// What it says.
    pub text: Term,
    /// How it came about.
    pub origin: ClueOrigin,
    /// Who may see it.
    #[serde(default)]
    pub seen: Audience,
}

/// How a clue came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistClueOrigin"))]
pub enum ClueOrigin {
    /// It was found.
    Found,
    /// It is a proven conclusion (M-36).
    Concluded,
    /// It refutes the conclusion it quotes (M-36).
    Refutes,
}

/// The most clues, mysteries: a case, not an archive.
const MOST: usize = 300;

/// What belongs to one form of the file only.
pub(super) fn check_form(deciding: &Deciding, form: FileForm, rule: &'static str) -> Decided {
    if deciding.pack.file.form == form {
        Ok(())
    } else {
        Err(Refusal::new(rule, message!("mist-not-in-variant")))
    }
}

/// What a file says is the whole table's, so whoever writes it must be there for all to see.
pub(super) fn check_in_the_open(actor: &Character) -> Decided {
    if actor.seen == Audience::All {
        return Ok(());
    }
    Err(Refusal::new("B-30", message!("mist-hidden-source", what = &actor.name))
        .instead(message!("mist-hidden-source-instead")))
}

/// A list of the file has room for one more.
pub(super) fn not_too_many(there: usize) -> Decided {
    if there >= MOST {
        return Err(Refusal::new("B-12", message!("mist-too-many", most = MOST)));
    }
    Ok(())
}

/// A number of the file: a tier, or how many clues a mystery needs.
pub(super) fn check_number(deciding: &Deciding, rule: &'static str, number: u8) -> Decided {
    let most = deciding.pack.status.boxes;
    if number > most {
        return Err(Refusal::new(rule, message!("mist-bad-countdown"))
            .instead(message!("mist-bad-countdown-instead", most = most)));
    }
    Ok(())
}

/// A text that must say something.
pub(super) fn said(typed: &str, what: Message) -> Result<String, Refusal> {
    let text = typed::text(typed, LONGEST_TEXT)?;
    if text.is_empty() {
        return Err(Refusal::new("M-01", message!("mist-says-nothing", what = what)));
    }
    Ok(text)
}

/// The host writes a clue down.
pub(super) fn add_clue(deciding: &mut Deciding, text: &str, hidden: bool) -> Decided {
    deciding.host()?;
    not_too_many(deciding.before.story.clues.len())?;
    let clue = Clue {
        id: deciding.id(),
        text: said(text, message!("mist-a-clue"))?.as_str().into(),
        origin: ClueOrigin::Found,
        seen: if hidden { Audience::Host } else { Audience::All },
    };
    deciding.push(Event::ClueAdded { clue });
    Ok(())
}

pub(super) fn clue_added(state: &mut State, clue: &Clue) {
    state.story_mut().clues.push(clue.clone());
}

pub(super) fn tell_clue_added(viewing: Viewing, clue: &Clue) -> Option<Message> {
    viewing.sees(&clue.seen).then(|| match clue.origin {
        ClueOrigin::Found => message!("mist-told-clue", text = &clue.text),
        ClueOrigin::Concluded => message!("mist-told-concluded", text = &clue.text),
        ClueOrigin::Refutes => message!("mist-told-refuted", text = &clue.text),
    })
}

/// The host drops a clue.
pub(super) fn drop_clue(deciding: &mut Deciding, id: Id) -> Decided {
    deciding.host()?;
    let Ok(Thing::Clue(_)) = deciding.find(id) else {
        return Err(missing(message!("mist-a-clue")));
    };
    deciding.push(Event::ClueDropped { clue: id });
    Ok(())
}

pub(super) fn clue_dropped(state: &mut State, clue: Id) {
    state.story_mut().clues.retain(|it| it.id != clue);
}

pub(super) fn tell_clue_dropped(viewing: Viewing, clue: Id) -> Option<Message> {
    Some(message!("mist-told-clue-dropped", text = viewing.find(clue)?.name()))
}

impl OfferBuilder<'_> {
    /// Writing clues down.
    pub(super) fn offer_new_clue(self, offers: &mut Offers) {
        let clue = Command::AddClue { text: BLANK.to_owned(), hidden: false };
        offers.push(
            offer("M-36", message!("mist-act-add-clue"), clue)
                .field("text", message!("mist-field-words"), words())
                .field("hidden", message!("mist-field-hidden"), Bounds::Switch),
        );
    }

    /// Dropping a clue.
    pub(super) fn offer_dropping_clue(self, clue: &Clue, offers: &mut Offers) {
        let command = Command::DropClue { clue: clue.id };
        offers.push(offer("M-36", message!("mist-act-drop-clue"), command));
    }
}
