//! How themes decay, are lost and replaced, and what is left behind (M-53 … M-56).

use serde::{Deserialize, Serialize};

use super::growth::tell_marked;
use super::lookup::missing;
use super::offers::{OfferBuilder, Offers, name, text, with_reason};
use super::power::humans;
use super::theme::new_theme;
use super::viewing::Viewing;
use super::{
    Challenge, Character, Command, Deciding, Event, Holder, Kind, Mist, State, Tag, Theme,
    ThemeDraft, Why, growth, status,
};
use crate::kernel::{Decided, offer};
use crate::{Id, Message, Refusal, Term, message};

/// What is left behind by a lost theme, until the story settles it (M-55).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistPang"))]
pub struct Pang {
    /// Which one.
    pub id: Id,
    /// The title of the lost theme.
    pub title: Term,
    /// Whether the host has called it in.
    pub called: bool,
}

/// The place of a lost theme (M-54).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "MistVacancy", optional_fields))]
pub struct Vacancy {
    /// The kind of theme that will fill it.
    pub kind: Kind,
    /// Whether a full theme fills it, at once: an avatar's gifts (M-58).
    pub full: bool,
    /// What was lost; older logs do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<Box<LostTheme>>,
}

/// A lost theme, as it is remembered until its place is filled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistLostTheme"))]
pub struct LostTheme {
    /// Its kind.
    pub kind: Kind,
    /// Its title.
    pub title: Term,
    /// Its motive.
    pub motive: Term,
    /// The names of its power tags.
    pub powers: Vec<Term>,
}

/// Marks a theme's decay track (M-53).
pub(super) fn mark_decay(deciding: &mut Deciding, character: Id, id: Id, reason: &str) -> Decided {
    growth::theme(deciding.actor(character)?, id)?;
    let why = Why::said(reason)?;
    decay(deciding, character, id, why);
    Ok(())
}

/// Marks decay; a full track loses the theme (M-54).
pub(super) fn decay(deciding: &mut Deciding, character: Id, id: Id, why: Option<Why>) {
    if find(deciding, character, id).is_none() {
        return;
    }
    deciding.push(Event::DecayMarked { character, theme: id, why });
    let full = deciding.pack.theme.decay;
    if find(deciding, character, id).is_some_and(|it| it.decay >= full) {
        lose(deciding, character, id);
    }
}

fn find<'p>(deciding: &'p mut Deciding, character: Id, theme: Id) -> Option<&'p Theme> {
    let character = deciding.now().character(character)?;
    character.themes.iter().find(|it| it.id == theme)
}

pub(super) fn decay_marked(pack: &Mist, state: &mut State, character: Id, theme: Id) {
    if let Some(theme) = state.theme_mut(character, theme) {
        theme.decay = theme.decay.saturating_add(1).min(pack.theme.decay);
    }
}

pub(super) fn tell_decay_marked(
    viewing: Viewing,
    character: Id,
    theme: Id,
    why: Option<&Why>,
) -> Option<Message> {
    let (who, theme) = viewing.theme(character, theme)?;
    let (track, boxes) = (&viewing.pack.kinds.of(theme.kind).decay, viewing.pack.theme.decay);
    Some(tell_marked(viewing, who, theme, track, theme.decay + 1, boxes, why))
}

/// A theme is lost, however it came to that (M-54 … M-56).
pub(super) fn lose(deciding: &mut Deciding, id: Id, theme: Id) {
    let Some(lost) = find(deciding, id, theme).cloned() else {
        return;
    };
    let Some(character) = deciding.now().character(id) else {
        return;
    };
    let (asleep, humans, seen) = (character.asleep, humans(character), character.seen.clone());
    let rules = &deciding.pack.life;
    let kind = lost.kind.other();
    let remembered = LostTheme {
        kind: lost.kind,
        title: lost.title.clone(),
        motive: lost.motive.clone(),
        powers: lost.powers.iter().map(|it| it.name.clone()).collect(),
    };
    let vacancy = Vacancy { kind, full: false, lost: Some(Box::new(remembered)) };
    let pang = rules.pangs.contains(&lost.kind).then(|| deciding.id());
    deciding.push(Event::ThemeLost {
        character: id,
        theme,
        evolution: 1 + u8::from(lost.growths > 0),
        pang,
        vacancy: (kind == Kind::Human || !asleep).then_some(vacancy),
    });
    if !rules.loose.contains(&lost.kind) {
        return;
    }
    // M-56: it becomes an anomaly, and takes hold of whoever held it.
    let tags = lost.powers.into_iter().map(|it| Tag::new(deciding.id(), it.name));
    let tags = tags.collect();
    // Until it is overcome it stays from scene to scene; the host is asked for its limits.
    let challenge = Challenge {
        id: deciding.id(),
        name: lost.title,
        text: lost.motive,
        seen: seen.clone(),
        limits: Vec::new(),
        threats: Vec::new(),
        tags,
        statuses: Vec::new(),
        overcome: None,
        mundane: false,
        stays: true,
    };
    deciding.push(Event::ChallengeAdded { challenge: Box::new(challenge) });
    let humans = u8::try_from(humans).unwrap_or(u8::MAX);
    let tier = rules.controlled_from.saturating_sub(humans);
    if tier > 0 {
        let on = Holder::Character(id);
        status::gain(deciding, on, &rules.controlled, tier, &seen, None, None);
    }
}

pub(super) fn lost(
    state: &mut State,
    character: Id,
    theme: Id,
    evolution: u8,
    pang: Option<Id>,
    vacancy: Option<Vacancy>,
) {
    let Some(it) = state.character_mut(character) else {
        return;
    };
    let Some(place) = it.themes.iter().position(|it| it.id == theme) else {
        return;
    };
    let lost = it.themes.remove(place);
    it.evolution += u32::from(evolution);
    it.pangs.extend(pang.map(|id| Pang { id, title: lost.title, called: false }));
    it.vacancies.extend(vacancy);
}

pub(super) fn tell_lost(
    viewing: Viewing,
    character: Id,
    theme: Id,
    evolution: u8,
    pang: bool,
) -> Option<Message> {
    let (who, theme) = viewing.theme(character, theme)?;
    let (who, theme) = (&who.name, &theme.title);
    Some(match pang {
        true => message!("mist-told-lost-pang", who = who, theme = theme, evolution = evolution),
        false => message!("mist-told-lost", who = who, theme = theme, evolution = evolution),
    })
}

/// Fills the place of a lost theme with a nascent one of the other kind (M-54), or an avatar's
/// with a full one (M-58).
pub(super) fn replace_theme(deciding: &mut Deciding, id: Id, draft: &ThemeDraft) -> Decided {
    let character = deciding.actor(id)?;
    let Some(vacancy) = character.vacancies.iter().find(|it| it.kind == draft.kind) else {
        return Err(Refusal::new(
            "M-54",
            message!("mist-no-vacancy", kind = &deciding.pack.kinds.of(draft.kind).name),
        ));
    };
    // The host's own word is leave enough at any time.
    if !vacancy.full && !deciding.by.is_host() {
        deciding.pack.check_replacing(deciding.before)?;
    }
    let mut draft = draft.clone();
    draft.nascent = !vacancy.full;
    let theme = new_theme(deciding, &draft)?;
    deciding.push(Event::ThemeGained { character: id, theme: Box::new(theme) });
    Ok(())
}

pub(super) fn replaced(state: &mut State, character: Id, theme: &Theme) {
    let Some(it) = state.character_mut(character) else {
        return;
    };
    if let Some(place) = it.vacancies.iter().position(|it| it.kind == theme.kind) {
        it.vacancies.remove(place);
    }
    it.themes.push(theme.clone());
}

pub(super) fn tell_replaced(viewing: Viewing, character: Id, theme: &Theme) -> Option<Message> {
    let who = &viewing.character(character)?.name;
    Some(message!("mist-told-gained", who = who, theme = &theme.title))
}

fn check_pang(deciding: &Deciding, character: Id, pang: Id) -> Result<bool, Refusal> {
    deciding.host()?;
    let mut pangs = deciding.character(character)?.pangs.iter();
    pangs
        .find(|it| it.id == pang)
        .map(|it| it.called)
        .ok_or_else(|| missing(message!("mist-a-pang")))
}

/// The host calls a pang in (M-55).
pub(super) fn call_pang(deciding: &mut Deciding, character: Id, pang: Id) -> Decided {
    if check_pang(deciding, character, pang)? {
        return Err(Refusal::new("M-55", message!("mist-pang-called")));
    }
    deciding.push(Event::PangCalled { character, pang });
    Ok(())
}

pub(super) fn pang_called(state: &mut State, character: Id, pang: Id) {
    if let Some(it) = state.character_mut(character) {
        let pangs = it.pangs.iter_mut();
        pangs.filter(|it| it.id == pang).for_each(|it| it.called = true);
    }
}

pub(super) fn tell_pang_called(viewing: Viewing, character: Id, pang: Id) -> Option<Message> {
    let (who, theme) = pang_of(viewing, character, pang)?;
    Some(message!("mist-told-pang", who = who, theme = theme))
}

/// The host settles a pang (M-55).
pub(super) fn settle_pang(deciding: &mut Deciding, character: Id, pang: Id) -> Decided {
    check_pang(deciding, character, pang)?;
    deciding.push(Event::PangSettled { character, pang });
    Ok(())
}

pub(super) fn pang_settled(state: &mut State, character: Id, pang: Id) {
    if let Some(it) = state.character_mut(character) {
        it.pangs.retain(|it| it.id != pang);
    }
}

pub(super) fn tell_pang_settled(viewing: Viewing, character: Id, pang: Id) -> Option<Message> {
    let (who, theme) = pang_of(viewing, character, pang)?;
    Some(message!("mist-told-pang-settled", who = who, theme = theme))
}

/// Whose pang it is, and the title of the theme that was lost.
fn pang_of(viewing: Viewing<'_>, character: Id, pang: Id) -> Option<(&Term, &Term)> {
    let who = viewing.character(character)?;
    let pang = who.pangs.iter().find(|it| it.id == pang)?;
    Some((&who.name, &pang.title))
}

impl OfferBuilder<'_> {
    /// Marking a theme's decay track.
    pub(super) fn offer_decaying(self, it: &Character, theme: &Theme, offers: &mut Offers) {
        let track = &self.pack.kinds.of(theme.kind).decay;
        let mark = Command::MarkDecay { character: it.id, theme: theme.id, reason: String::new() };
        let label = message!("mist-act-mark-decay", track = track);
        offers.push(with_reason(offer("M-53", label, mark)));
    }

    /// Filling the places of lost themes.
    pub(super) fn offer_replacing(self, it: &Character, offers: &mut Offers) {
        let due = |it: &&Vacancy| it.full || self.pack.replaces(self.state);
        for vacancy in it.vacancies.iter().filter(due) {
            let theme = self.blank_theme(vacancy.kind, !vacancy.full);
            let kind = &self.pack.kinds.of(vacancy.kind).name;
            let label = message!("mist-act-replace-theme", kind = kind);
            let command = Command::ReplaceTheme { character: it.id, theme: theme.clone() };
            let mut replace = offer("M-54", label, command)
                .field("theme/title", message!("mist-field-title"), name())
                .field("theme/motive", message!("mist-field-motive"), text());
            for place in 0..theme.powers.len() {
                let path = format!("theme/powers/{place}");
                replace = replace.field(&path, message!("mist-field-power"), name());
            }
            for place in 0..theme.weaknesses.len() {
                let path = format!("theme/weaknesses/{place}");
                replace = replace.field(&path, message!("mist-field-weakness"), name());
            }
            let waits = message!("mist-waits-replace", who = &it.name);
            offers.push(replace.waits(self.plays(Some(it.id)), waits));
        }
    }

    /// Calling a pang in and settling it.
    pub(super) fn offer_pang(self, it: &Character, pang: Id, offers: &mut Offers) {
        let character = it.id;
        let command = Command::CallPang { character, pang };
        offers.push(offer("M-55", message!("mist-act-call-pang"), command));
        let command = Command::SettlePang { character, pang };
        offers.push(offer("M-55", message!("mist-act-settle-pang"), command));
    }
}
