//! Limits: where a status changes a challenge or a character for good (M-07).

use serde::{Deserialize, Serialize};

use super::challenge::audience;
use super::offers::{BLANK, OfferBuilder, Offers, name, number, text};
use super::status::{check_tier, same_name};
use super::thing::covers;
use super::viewing::Viewing;
use super::{
    Challenge, Character, Command, Deciding, Event, Holder, LONGEST_NAME, LONGEST_TEXT, Mist,
    State, Status, challenge, character,
};
use crate::kernel::{Decided, offer};
use crate::{Audience, Bounds, Id, Message, Refusal, Term, message, typed};

/// A tier of a kind of status that a thing cannot bear (M-07).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// Which one.
    pub id: Id,
    /// The status it is tied to.
    pub status: Term,
    /// The tier at which the thing is changed for good.
    pub tier: u8,
    /// Who may see it. A limit not everyone sees overcomes its challenge only when it is shown.
    #[serde(default)]
    pub seen: Audience,
    /// Whether a status has reached it.
    pub reached: bool,
}

/// A limit as the host writes it down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistLimitDraft"))]
pub struct LimitDraft {
    /// The status it is tied to.
    pub status: String,
    /// The tier.
    pub tier: u8,
    /// Whether only the host sees it for now.
    #[serde(default)]
    pub hidden: bool,
}

/// What becomes of a character whose limit is met (M-07).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistFate"))]
pub enum Fate {
    /// They die.
    Died,
    /// They are changed for good.
    Transformed {
        /// Into what.
        text: String,
    },
}

/// A limit as drafted.
pub(super) fn drafted(deciding: &mut Deciding, draft: &LimitDraft) -> Result<Limit, Refusal> {
    check_tier(deciding, draft.tier)?;
    Ok(Limit {
        id: deciding.id(),
        status: Term::from(typed::name(&draft.status, LONGEST_NAME)?),
        tier: draft.tier,
        seen: audience(draft.hidden),
        reached: false,
    })
}

/// Adds a limit to a challenge (M-07).
pub(super) fn add(deciding: &mut Deciding, id: Id, draft: &LimitDraft) -> Decided {
    deciding.host()?;
    challenge::not_too_many(challenge::challenge(deciding, id)?.limits.len())?;
    let limit = drafted(deciding, draft)?;
    deciding.push(Event::LimitAdded { challenge: id, limit });
    check_limits(deciding, Holder::Challenge(id));
    Ok(())
}

pub(super) fn added(state: &mut State, challenge: Id, limit: &Limit) {
    if let Some(challenge) = state.challenge_mut(challenge) {
        challenge.limits.push(limit.clone());
    }
}

pub(super) fn tell_added(viewing: Viewing, challenge: Id, limit: &Limit) -> Option<Message> {
    let challenge = viewing.find(challenge)?;
    viewing.sees(&limit.seen).then(|| {
        message!(
            "mist-told-limit",
            challenge = challenge.name(),
            status = &limit.status,
            tier = limit.tier
        )
    })
}

/// Whatever has reached a limit is changed for good.
pub(super) fn check_limits(deciding: &mut Deciding, on: Holder) {
    let pack = deciding.pack;
    let state = deciding.now();
    let mut reached = Vec::new();
    match on {
        Holder::Scene => {}
        Holder::Character(id) => {
            let Some(it) = state.character(id) else {
                return;
            };
            let over = it.statuses.iter().find(|status| {
                status.tier() >= pack.status.limit && covers(&status.seen, &it.seen)
            });
            if let Some(status) = over
                && it.limit_met.is_none()
                && it.fate.is_none()
                && !it.left
            {
                reached.push(Event::CharacterLimitMet { character: id, status: status.id });
            }
        }
        Holder::Challenge(id) => {
            let Some(it) = state.challenge(id) else {
                return;
            };
            let mut overcome = it.overcome.is_some();
            for limit in &it.limits {
                let now = limit.reached || limit_now(it, limit) >= limit.tier;
                if now && !limit.reached {
                    reached.push(Event::LimitReached { challenge: id, limit: limit.id });
                }
                // A hidden limit overcomes only once it is shown: until then nothing may tell.
                if now && !overcome && covers(&limit.seen, &it.seen) {
                    overcome = true;
                    reached.push(Event::ChallengeOvercome { challenge: id, limit: Some(limit.id) });
                }
            }
        }
    }
    reached.into_iter().for_each(|event| deciding.push(event));
}

/// Looks at every limit again, after something was shown.
pub(super) fn check_all_limits(deciding: &mut Deciding) {
    let holders: Vec<Holder> = deciding.now().holders().collect();
    for holder in holders {
        check_limits(deciding, holder);
    }
}

/// The highest tier a limit's status has, as far as those who see the limit can tell.
pub(super) fn limit_now(challenge: &Challenge, limit: &Limit) -> u8 {
    let statuses = challenge.statuses.iter();
    statuses
        .filter(|it| same_name(&it.name, &limit.status) && covers(&it.seen, &limit.seen))
        .map(Status::tier)
        .max()
        .unwrap_or(0)
}

pub(super) fn reached(state: &mut State, challenge: Id, limit: Id) {
    if let Some(challenge) = state.challenge_mut(challenge) {
        let limits = challenge.limits.iter_mut();
        limits.filter(|it| it.id == limit).for_each(|it| it.reached = true);
    }
}

pub(super) fn tell_reached(viewing: Viewing, challenge: Id, limit: Id) -> Option<Message> {
    let limit = viewing.find(limit)?;
    let challenge = viewing.state.name_of(challenge);
    Some(message!("mist-told-limit-reached", challenge = challenge, status = limit.name()))
}

pub(super) fn character_met(state: &mut State, character: Id, status: Id) {
    if let Some(it) = state.character_mut(character) {
        it.limit_met = Some(status);
    }
}

pub(super) fn tell_character_met(viewing: Viewing, character: Id, status: Id) -> Option<Message> {
    let who = &viewing.character(character)?.name;
    Some(message!("mist-told-limit-met", who = who, status = viewing.state.name_of(status)))
}

/// The table says what became of a character at their limit (M-07).
pub(super) fn choose_fate(deciding: &mut Deciding, id: Id, fate: &Fate) -> Decided {
    let character = deciding.own(id)?;
    if character.limit_met.is_none() {
        return Err(Refusal::new("M-07", message!("mist-limit-not-met", who = &character.name)));
    }
    let fate = match fate {
        Fate::Died => Fate::Died,
        Fate::Transformed { text } => Fate::Transformed { text: typed::text(text, LONGEST_TEXT)? },
    };
    deciding.push(Event::FateChosen { character: id, fate });
    Ok(())
}

pub(super) fn fate_chosen(state: &mut State, character: Id, fate: &Fate) {
    if let Some(it) = state.character_mut(character) {
        it.fate = Some(fate.clone());
        it.limit_met = None;
    }
    if matches!(fate, Fate::Died) {
        character::left(state, character);
    }
}

pub(super) fn tell_fate_chosen(viewing: Viewing, character: Id, fate: &Fate) -> Option<Message> {
    let who = &viewing.character(character)?.name;
    Some(match fate {
        Fate::Died => message!("mist-told-died", who = who),
        Fate::Transformed { text } => message!("mist-told-transformed", who = who, text = text),
    })
}

/// A limit yet to be written.
pub(super) fn blank(pack: &Mist) -> LimitDraft {
    LimitDraft { status: BLANK.to_owned(), tier: pack.status.boxes.min(3), hidden: false }
}

impl OfferBuilder<'_> {
    /// Giving a challenge another limit.
    pub(super) fn offer_limit(self, it: &Challenge, offers: &mut Offers) {
        let command = Command::AddLimit { challenge: it.id, limit: blank(self.pack) };
        let tiers = number(1, self.pack.status.boxes);
        // An anomaly set loose asks for its limits (M-56).
        let asks = it.asks_for_limits();
        let due = message!("mist-waits-limits", challenge = &it.name);
        offers.push(
            offer("M-07", message!("mist-act-add-limit"), command)
                .field("limit/status", message!("mist-field-status"), name())
                .field("limit/tier", message!("mist-field-tier"), tiers)
                .field("limit/hidden", message!("mist-field-hidden"), Bounds::Switch)
                .waits(asks, due),
        );
    }

    /// What becomes of a character at their limit.
    pub(super) fn offer_fates(self, it: &Character, offers: &mut Offers) {
        if it.limit_met.is_none() {
            return;
        }
        let plays = self.plays(Some(it.id));
        let choose = |label, fate| {
            offer("M-07", label, Command::ChooseFate { character: it.id, fate })
                .waits(plays, message!("mist-waits-fate", who = &it.name))
        };
        let changed = Fate::Transformed { text: String::new() };
        let changed = choose(message!("mist-act-transform"), changed);
        offers.push(changed.field("fate/text", message!("mist-field-into"), text()));
        offers.push(choose(message!("mist-act-die"), Fate::Died));
    }
}
