//! Finding anything by its id, through the eyes of whoever asks.
//!
//! Every source of a roll goes through here, whoever it belongs to; and what a viewer may not see
//! is not found, so it cannot be told from what is not there (B-30).

use super::{Challenge, Character, Clue, Holder, Limit, State, Status, Tag, Theme, Threat};
use crate::{Arg, Audience, Clock, Id, Message, Term, Viewer, message};

/// Something that has an id and a name.
#[derive(Clone, Copy, Debug)]
pub enum Thing<'s> {
    /// A character.
    Character(&'s Character),
    /// A theme of a character.
    Theme(&'s Character, &'s Theme),
    /// A power tag of a theme.
    Power(&'s Character, &'s Theme, &'s Tag),
    /// A weakness tag of a theme.
    Weakness(&'s Character, &'s Theme, &'s Tag),
    /// A story tag.
    StoryTag(Holder, &'s Tag),
    /// A status.
    Status(Holder, &'s Status),
    /// A challenge.
    Challenge(&'s Challenge),
    /// A limit of a challenge.
    Limit(&'s Challenge, &'s Limit),
    /// A threat of a challenge, or of the scene.
    Threat(Option<&'s Challenge>, &'s Threat),
    /// A clue.
    Clue(&'s Clue),
    /// A clock.
    Clock(&'s Clock),
}

impl State {
    /// The thing with this id, if `viewer` may see it.
    #[must_use]
    pub fn find(&self, id: Id, viewer: Viewer) -> Option<Thing<'_>> {
        self.find_any(id).filter(|thing| thing.sees(self, viewer))
    }

    /// The thing with this id, whoever may see it.
    pub(super) fn find_any(&self, id: Id) -> Option<Thing<'_>> {
        for character in &self.characters {
            if let Some(thing) = in_character(character, id) {
                return Some(thing);
            }
        }
        for challenge in &self.challenges {
            if let Some(thing) = in_challenge(challenge, id) {
                return Some(thing);
            }
        }
        if let Some(scene) = &self.scene {
            let holder = Holder::Scene;
            if let Some(tag) = scene.tags.iter().find(|it| it.id == id) {
                return Some(Thing::StoryTag(holder, tag));
            }
            if let Some(status) = scene.statuses.iter().find(|it| it.id == id) {
                return Some(Thing::Status(holder, status));
            }
            if let Some(threat) = scene.threats.iter().find(|it| it.id == id) {
                return Some(Thing::Threat(None, threat));
            }
        }
        if let Some(clock) = self.clocks.iter().find(|it| it.id == id) {
            return Some(Thing::Clock(clock));
        }
        let clue = self.story.clues.iter().find(|it| it.id == id)?;
        Some(Thing::Clue(clue))
    }

    /// Everything that has an id, in the order it came to be.
    pub(super) fn everything(&self) -> Vec<(Id, Thing<'_>)> {
        let mut all = Vec::new();
        for it in &self.characters {
            all.push((it.id, Thing::Character(it)));
            for theme in &it.themes {
                all.push((theme.id, Thing::Theme(it, theme)));
                all.extend(theme.powers.iter().map(|tag| (tag.id, Thing::Power(it, theme, tag))));
                let weaknesses = theme.weaknesses.iter();
                all.extend(weaknesses.map(|tag| (tag.id, Thing::Weakness(it, theme, tag))));
            }
            all.extend(held(Holder::Character(it.id), &it.tags, &it.statuses));
        }
        for it in &self.challenges {
            all.push((it.id, Thing::Challenge(it)));
            all.extend(it.limits.iter().map(|limit| (limit.id, Thing::Limit(it, limit))));
            let threats = it.threats.iter();
            all.extend(threats.map(|threat| (threat.id, Thing::Threat(Some(it), threat))));
            all.extend(held(Holder::Challenge(it.id), &it.tags, &it.statuses));
        }
        if let Some(it) = &self.scene {
            all.extend(it.threats.iter().map(|threat| (threat.id, Thing::Threat(None, threat))));
            all.extend(held(Holder::Scene, &it.tags, &it.statuses));
        }
        all.extend(self.clocks.iter().map(|clock| (clock.id, Thing::Clock(clock))));
        all.extend(self.story.clues.iter().map(|clue| (clue.id, Thing::Clue(clue))));
        all
    }

    /// Who may see a holder; everyone sees the scene.
    pub(super) fn seen(&self, holder: Holder) -> &Audience {
        match holder {
            Holder::Character(id) => self.character(id).map_or(&Audience::Host, |it| &it.seen),
            Holder::Challenge(id) => self.challenge(id).map_or(&Audience::Host, |it| &it.seen),
            Holder::Scene => &Audience::All,
        }
    }

    /// What a thing is called, if it is still there.
    pub(super) fn name_of(&self, id: Id) -> Arg {
        match self.find_any(id) {
            Some(thing) => thing.name().into(),
            None => message!("mist-thing-gone").into(),
        }
    }

    /// What a holder is called.
    pub(super) fn called(&self, holder: Holder) -> Arg {
        let name = match holder {
            Holder::Character(id) => self.character(id).map(|it| &it.name),
            Holder::Challenge(id) => self.challenge(id).map(|it| &it.name),
            Holder::Scene => None,
        };
        name.map_or_else(|| message!("mist-the-scene").into(), Arg::from)
    }
}

fn held<'s>(
    holder: Holder,
    tags: &'s [Tag],
    statuses: &'s [Status],
) -> impl Iterator<Item = (Id, Thing<'s>)> {
    let tags = tags.iter().map(move |it| (it.id, Thing::StoryTag(holder, it)));
    tags.chain(statuses.iter().map(move |it| (it.id, Thing::Status(holder, it))))
}

fn in_character(character: &Character, id: Id) -> Option<Thing<'_>> {
    if character.id == id {
        return Some(Thing::Character(character));
    }
    for theme in &character.themes {
        if theme.id == id {
            return Some(Thing::Theme(character, theme));
        }
        if let Some(tag) = theme.powers.iter().find(|it| it.id == id) {
            return Some(Thing::Power(character, theme, tag));
        }
        if let Some(tag) = theme.weaknesses.iter().find(|it| it.id == id) {
            return Some(Thing::Weakness(character, theme, tag));
        }
    }
    let holder = Holder::Character(character.id);
    let tag = character.tags.iter().find(|it| it.id == id);
    let status = character.statuses.iter().find(|it| it.id == id);
    tag.map(|tag| Thing::StoryTag(holder, tag))
        .or_else(|| status.map(|status| Thing::Status(holder, status)))
}

fn in_challenge(challenge: &Challenge, id: Id) -> Option<Thing<'_>> {
    if challenge.id == id {
        return Some(Thing::Challenge(challenge));
    }
    let holder = Holder::Challenge(challenge.id);
    if let Some(limit) = challenge.limits.iter().find(|it| it.id == id) {
        return Some(Thing::Limit(challenge, limit));
    }
    if let Some(threat) = challenge.threats.iter().find(|it| it.id == id) {
        return Some(Thing::Threat(Some(challenge), threat));
    }
    let tag = challenge.tags.iter().find(|it| it.id == id);
    let status = challenge.statuses.iter().find(|it| it.id == id);
    tag.map(|tag| Thing::StoryTag(holder, tag))
        .or_else(|| status.map(|status| Thing::Status(holder, status)))
}

impl<'s> Thing<'s> {
    /// Who may see it: two audiences, both of which must include a viewer.
    pub(super) fn audiences(self, state: &'s State) -> [&'s Audience; 2] {
        match self {
            Thing::Character(it) | Thing::Theme(it, _) => [&it.seen, &Audience::All],
            Thing::Power(it, _, tag) | Thing::Weakness(it, _, tag) => [&it.seen, &tag.seen],
            Thing::StoryTag(holder, tag) => [state.seen(holder), &tag.seen],
            Thing::Status(holder, status) => [state.seen(holder), &status.seen],
            Thing::Challenge(it) => [&it.seen, &Audience::All],
            Thing::Limit(it, limit) => [&it.seen, &limit.seen],
            Thing::Threat(it, threat) => [it.map_or(&Audience::All, |it| &it.seen), &threat.seen],
            Thing::Clue(clue) => [&clue.seen, &Audience::All],
            Thing::Clock(clock) => [&clock.seen, &Audience::All],
        }
    }

    /// Who may see it, where that can be chosen for it alone.
    pub(super) fn own_audience(self) -> Option<&'s Audience> {
        match self {
            Thing::Character(it) => Some(&it.seen),
            Thing::Challenge(it) => Some(&it.seen),
            Thing::Limit(_, it) => Some(&it.seen),
            Thing::Threat(_, it) => Some(&it.seen),
            Thing::StoryTag(_, it) => Some(&it.seen),
            Thing::Status(_, it) => Some(&it.seen),
            Thing::Clue(it) => Some(&it.seen),
            Thing::Clock(it) => Some(&it.seen),
            Thing::Theme(..) | Thing::Power(..) | Thing::Weakness(..) => None,
        }
    }

    /// Whether a viewer may see it.
    pub(super) fn sees(self, state: &State, viewer: Viewer) -> bool {
        self.audiences(state).iter().all(|seen| seen.sees(viewer))
    }

    /// Whether all of an audience may see it.
    pub(super) fn covers(self, state: &State, audience: &Audience) -> bool {
        self.audiences(state).iter().all(|seen| covers(seen, audience))
    }

    /// What it is called.
    pub(super) fn name(self) -> &'s Term {
        match self {
            Thing::Character(it) => &it.name,
            Thing::Theme(_, theme) => &theme.title,
            Thing::Power(_, _, tag) | Thing::Weakness(_, _, tag) | Thing::StoryTag(_, tag) => {
                &tag.name
            }
            Thing::Status(_, status) => &status.name,
            Thing::Challenge(it) => &it.name,
            Thing::Limit(_, limit) => &limit.status,
            Thing::Threat(_, threat) => &threat.text,
            Thing::Clue(clue) => &clue.text,
            Thing::Clock(clock) => &clock.name,
        }
    }

    /// The tag it is, if it is one.
    pub(super) fn tag(self) -> Option<&'s Tag> {
        match self {
            Thing::Power(_, _, tag) | Thing::Weakness(_, _, tag) | Thing::StoryTag(_, tag) => {
                Some(tag)
            }
            _ => None,
        }
    }

    /// Its name, and whose it is unless it is this character's own, in words.
    pub(super) fn words_to(self, state: &State, actor: Option<Id>) -> Message {
        let own = |holder| Some(holder) == actor.map(Holder::Character);
        match self {
            Thing::Power(it, _, tag) if Some(it.id) == actor => {
                message!("mist-thing-named", name = &tag.name)
            }
            Thing::Weakness(it, _, tag) if Some(it.id) == actor => {
                message!("mist-thing-own-weakness", tag = &tag.name)
            }
            Thing::StoryTag(holder, tag) if own(holder) => {
                message!("mist-thing-named", name = &tag.name)
            }
            Thing::Status(holder, status) if own(holder) => {
                message!("mist-thing-own-status", status = &status.name, tier = status.tier())
            }
            other => other.words(state),
        }
    }

    /// Its name and whose it is, in words.
    pub(super) fn words(self, state: &State) -> Message {
        match self {
            Thing::Power(it, _, tag) => {
                message!("mist-thing-power", tag = &tag.name, whose = &it.name)
            }
            Thing::Weakness(it, _, tag) => {
                message!("mist-thing-weakness", tag = &tag.name, whose = &it.name)
            }
            Thing::StoryTag(holder, tag) => {
                message!("mist-thing-tag", tag = &tag.name, whose = state.called(holder))
            }
            Thing::Status(holder, status) => message!(
                "mist-thing-status",
                status = &status.name,
                tier = status.tier(),
                whose = state.called(holder)
            ),
            Thing::Clue(clue) => message!("mist-thing-clue", clue = &clue.text),
            Thing::Limit(it, limit) => message!(
                "mist-thing-limit",
                status = &limit.status,
                tier = limit.tier,
                whose = &it.name
            ),
            other => message!("mist-thing-named", name = other.name()),
        }
    }
}

/// Whether everyone of `audience` is in `seen`.
pub(super) fn covers(seen: &Audience, audience: &Audience) -> bool {
    match (seen, audience) {
        (Audience::All, _) | (_, Audience::Host) => true,
        (Audience::Seats(seen), Audience::Seats(seats)) => seats.is_subset(seen),
        (Audience::Host, Audience::Seats(seats)) => seats.is_empty(),
        (Audience::Host | Audience::Seats(_), Audience::All) => false,
    }
}
