//! Tags: short texts that help or hinder (M-01).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::challenge::audience;
use super::offers::{BLANK, OfferBuilder, Offers, name};
use super::scene::no_scene;
use super::viewing::Viewing;
use super::{
    Character, Command, Deciding, Event, Holder, LONGEST_NAME, State, Theme, Thing, challenge,
};
use crate::kernel::{Decided, offer};
use crate::{Audience, Bounds, Id, Message, Refusal, Term, message, typed};

/// A short text that is so: a power, a weakness, something at hand (M-01).
///
/// Whether it helps or hinders is judged when it is invoked, so it is not written here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistTag"))]
pub struct Tag {
    /// Which one.
    pub id: Id,
    /// What it says.
    pub name: Term,
    /// Whether it is burnt: unusable until recovered (M-12).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub burnt: bool,
    /// Who may see it.
    #[serde(default)]
    pub seen: Audience,
}

impl Tag {
    /// A fresh tag everyone may see.
    #[must_use]
    pub fn new(id: Id, name: Term) -> Self {
        Self { id, name, burnt: false, seen: Audience::All }
    }
}

/// Someone or something the seat may see, that can hold tags and statuses.
pub(super) fn check_holder(deciding: &Deciding, holder: Holder) -> Decided {
    match holder {
        Holder::Character(id) => deciding.character(id).map(|_| ()),
        Holder::Challenge(id) => challenge::challenge(deciding, id).map(|_| ()),
        Holder::Scene if deciding.before.scene.is_some() => Ok(()),
        Holder::Scene => Err(no_scene()),
    }
}

/// Gives a story tag to someone or something.
pub(super) fn add(deciding: &mut Deciding, on: Holder, typed: &str, hidden: bool) -> Decided {
    deciding.host()?;
    check_holder(deciding, on)?;
    challenge::not_too_many(deciding.before.tags(on).len())?;
    let tag = Tag {
        seen: audience(hidden),
        ..Tag::new(deciding.id(), Term::from(typed::name(typed, LONGEST_NAME)?))
    };
    deciding.push(Event::TagAdded { on, tag });
    Ok(())
}

pub(super) fn added(state: &mut State, on: Holder, tag: &Tag) {
    if let Some(tags) = state.tags_mut(on) {
        tags.push(tag.clone());
    }
}

pub(super) fn tell_added(viewing: Viewing, on: Holder, tag: &Tag) -> Option<Message> {
    let state = viewing.state;
    (viewing.sees(state.seen(on)) && viewing.sees(&tag.seen))
        .then(|| message!("mist-told-tag", whose = state.called(on), tag = &tag.name))
}

/// A story tag the seat may see.
pub(super) fn story_tag(deciding: &Deciding, id: Id) -> Decided {
    match deciding.find(id)? {
        Thing::StoryTag(..) => Ok(()),
        other => Err(Refusal::new("M-01", message!("mist-not-a-story-tag", what = other.name()))),
    }
}

/// Removes a story tag.
pub(super) fn remove(deciding: &mut Deciding, id: Id) -> Decided {
    deciding.host()?;
    story_tag(deciding, id)?;
    deciding.push(Event::TagRemoved { tag: id });
    Ok(())
}

pub(super) fn removed(state: &mut State, id: Id) {
    if let Some(holder) = holder_of_tag(state, id)
        && let Some(tags) = state.tags_mut(holder)
    {
        tags.retain(|it| it.id != id);
    }
}

pub(super) fn tell_removed(viewing: Viewing, id: Id) -> Option<Message> {
    Some(message!("mist-told-tag-gone", tag = viewing.find(id)?.words(viewing.state)))
}

/// Whose story tag it is.
pub(super) fn holder_of_tag(state: &State, id: Id) -> Option<Holder> {
    state.holders().find(|holder| state.tags(*holder).iter().any(|it| it.id == id))
}

/// A tag of a theme, to change.
pub(super) fn theme_tag_mut(state: &mut State, id: Id) -> Option<&mut Tag> {
    let holds = |it: &Arc<Character>| {
        let mut tags = it.themes.iter().flat_map(Theme::tags);
        tags.any(|tag| tag.id == id)
    };
    let place = state.characters.iter().position(holds)?;
    let character = Arc::make_mut(&mut state.characters[place]);
    let mut tags = character.themes.iter_mut().flat_map(Theme::tags_mut);
    tags.find(|tag| tag.id == id)
}

impl OfferBuilder<'_> {
    /// Giving a story tag.
    pub(super) fn offer_new_tag(self, on: Holder, offers: &mut Offers) {
        let command = Command::AddTag { on, name: BLANK.to_owned(), hidden: false };
        offers.push(
            offer("M-01", message!("mist-act-add-tag"), command)
                .field("name", message!("mist-field-name"), name())
                .field("hidden", message!("mist-field-hidden"), Bounds::Switch),
        );
    }

    /// Removing a story tag.
    pub(super) fn offer_removing_tag(self, tag: Id, offers: &mut Offers) {
        let command = Command::RemoveTag { tag };
        offers.push(offer("M-01", message!("mist-act-remove-tag"), command));
    }
}
