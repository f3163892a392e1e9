//! Consequences: named by the host, pending over a character, then landed or averted (M-20).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::harm::{check_harms, land};
use super::lookup::missing;
use super::mitigate::is_answered;
use super::offers::{BLANK, OfferBuilder, Offers, name, number, text, words};
use super::owed::the_owed;
use super::viewing::Viewing;
use super::{Command, Deciding, Event, Harm, LONGEST_TEXT, State, Thing};
use crate::kernel::{Decided, offer};
use crate::{Arg, Audience, Id, Message, Offer, Refusal, Term, message, typed};

/// A consequence that has been named and has not landed yet (M-20).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consequence {
    /// Which one.
    pub id: Id,
    /// The character it hits, if it hits one.
    pub to: Option<Id>,
    /// What is about to happen.
    pub text: Term,
    /// What it does.
    pub harms: Vec<Harm>,
    /// Tags and statuses that counted in the action it comes from (M-31).
    pub used: Vec<Id>,
    /// Whether it can be mitigated.
    pub mitigable: bool,
    /// The characters who have answered it already.
    pub answered: Vec<Id>,
    /// Who may see it.
    #[serde(default)]
    pub seen: Audience,
}

/// The host names a consequence (M-20).
pub(super) fn hit(
    deciding: &mut Deciding,
    owed: Option<Id>,
    to: Option<Id>,
    text: &str,
    harms: &[Harm],
    threat: Option<Id>,
) -> Decided {
    deciding.host()?;
    let owed = owed.map(|id| the_owed(deciding, id)).transpose()?;
    if owed.is_some_and(|it| it.waits) {
        return Err(Refusal::new("M-37", message!("mist-owed-waits"))
            .instead(message!("mist-owed-waits-instead")));
    }
    let to = to.or(owed.and_then(|it| it.to));
    let character = to.map(|id| deciding.actor(id)).transpose()?;
    let text = typed::text(text, LONGEST_TEXT)?;
    if harms.is_empty() {
        return Err(Refusal::new("M-20", message!("mist-no-harms"))
            .instead(message!("mist-no-harms-instead")));
    }
    check_harms(deciding, harms)?;
    let needs_someone = harms.iter().any(|it| matches!(it, Harm::Status { .. }));
    if needs_someone && to.is_none() {
        return Err(Refusal::new("M-20", message!("mist-hits-nobody"))
            .instead(message!("mist-hits-nobody-instead")));
    }
    let is_trait = |it: &Harm| matches!(it, Harm::Trait { .. });
    if owed.is_some_and(|it| it.worse) && !harms.iter().any(is_trait) {
        return Err(Refusal::new("M-36", message!("mist-no-trait"))
            .instead(message!("mist-no-trait-instead")));
    }
    let mut text: Term = text.as_str().into();
    if let Some(id) = threat {
        let Ok(Thing::Threat(_, threat)) = deciding.find(id) else {
            return Err(missing(message!("mist-a-threat")));
        };
        if text.spellings().all(str::is_empty) {
            text = threat.text.clone();
        }
    }
    if let Some(owed) = owed {
        deciding.push(Event::OwedSettled { owed: owed.id, passed: false });
    }
    let seen = match (owed, character) {
        (Some(owed), _) if owed.seen != Audience::All => owed.seen.clone(),
        (_, Some(character)) => character.seen.clone(),
        _ => Audience::All,
    };
    let consequence = Consequence {
        id: deciding.id(),
        to,
        text,
        harms: harms.to_vec(),
        used: owed.map(|it| it.used.clone()).unwrap_or_default(),
        mitigable: true,
        answered: Vec::new(),
        seen,
    };
    deciding.push(Event::ConsequenceNamed { consequence: Box::new(consequence) });
    Ok(())
}

pub(super) fn named(state: &mut State, consequence: &Consequence) {
    state.consequences.push(Arc::new(consequence.clone()));
}

pub(super) fn tell_named(viewing: Viewing, it: &Consequence) -> Option<Message> {
    viewing.sees(&it.seen).then(|| {
        let who = hits(viewing, it);
        let harms: Vec<Message> = it.harms.iter().map(|it| viewing.harm_told(it)).collect();
        match it.text.spellings().all(str::is_empty) {
            true => message!("mist-told-consequence-bare", who = who, harms = harms),
            false => {
                let text = &it.text;
                message!("mist-told-consequence-named", who = who, text = text, harms = harms)
            }
        }
    })
}

/// Whom a consequence hits, by name.
fn hits(viewing: Viewing, it: &Consequence) -> Arg {
    match it.to {
        Some(id) => viewing.state.name_of(id),
        None => message!("mist-the-scene").into(),
    }
}

fn check_unanswered(deciding: &Deciding, id: Id) -> Decided {
    if is_answered(deciding.before, id) {
        return Err(Refusal::new("M-30", message!("mist-being-answered"))
            .instead(message!("mist-being-answered-instead")));
    }
    Ok(())
}

/// The host takes a pending consequence back.
pub(super) fn spare(deciding: &mut Deciding, id: Id) -> Decided {
    deciding.host()?;
    deciding.consequence(id)?;
    check_unanswered(deciding, id)?;
    deciding.push(Event::ConsequenceGone { consequence: id, averted: false });
    Ok(())
}

/// A pending consequence lands (M-20).
pub(super) fn accept(deciding: &mut Deciding, id: Id) -> Decided {
    let consequence = deciding.consequence(id)?;
    match consequence.to {
        Some(to) => deciding.own(to).map(|_| ())?,
        None => deciding.host()?,
    }
    check_unanswered(deciding, id)?;
    land_all(deciding, consequence, &consequence.harms);
    Ok(())
}

/// What is left of a consequence lands, part by part.
pub(super) fn land_all(deciding: &mut Deciding, consequence: &Consequence, harms: &[Harm]) {
    deciding.push(Event::ConsequenceLanded { consequence: consequence.id });
    for harm in harms {
        land(deciding, consequence, harm);
    }
}

pub(super) fn tell_landed(viewing: Viewing, id: Id) -> Option<Message> {
    let it = viewing.consequence(id)?;
    let who = hits(viewing, it);
    Some(match it.text.spellings().all(str::is_empty) {
        true => message!("mist-told-landed-bare", who = who),
        false => message!("mist-told-landed", who = who, text = &it.text),
    })
}

/// It landed, was averted or was taken back.
pub(super) fn gone(state: &mut State, id: Id) {
    state.consequences.retain(|it| it.id != id);
}

/// What averted it is told for itself.
pub(super) fn tell_gone(viewing: Viewing, id: Id, averted: bool) -> Option<Message> {
    viewing.consequence(id)?;
    (!averted).then(|| message!("mist-told-spared"))
}

impl OfferBuilder<'_> {
    /// Accepting, answering and sparing a consequence.
    pub(super) fn offer_consequence(self, it: &Consequence, offers: &mut Offers) {
        let command = Command::Accept { consequence: it.id };
        let accept = offer("M-20", message!("mist-act-accept"), command);
        offers.push(accept.waits(self.plays(it.to), it.due()));
        self.offer_mitigating(it, offers);
        if self.by.is_host() {
            let command = Command::Spare { consequence: it.id };
            offers.push(offer("M-20", message!("mist-act-spare"), command));
        }
    }

    /// Naming a consequence of every kind there is (M-20).
    pub(super) fn offer_hits(
        self,
        owed: Option<Id>,
        to: Option<Id>,
        waits: Option<&Message>,
        offers: &mut Offers,
    ) {
        let blank = || Term::from(BLANK);
        let first = |fits: &dyn Fn(Thing) -> bool| self.all().find(|(_, it)| fits(*it));
        let mut kinds: Vec<(Message, Harm)> = Vec::new();
        if to.is_some() {
            let status = Harm::Status { name: blank(), tier: 1 };
            kinds.push((message!("mist-act-hit-status"), status));
        }
        kinds.push((message!("mist-act-hit-tell"), Harm::Narrate { text: blank() }));
        kinds.push((message!("mist-act-hit-tag"), Harm::Tag { name: blank() }));
        if let Some((tag, _)) = first(&|it| it.tag().is_some_and(|it| !it.burnt)) {
            kinds.push((message!("mist-act-hit-burn"), Harm::Burn { tag }));
        }
        if let Some((tag, _)) = first(&|it| matches!(it, Thing::StoryTag(..))) {
            kinds.push((message!("mist-act-hit-remove"), Harm::Remove { tag }));
        }
        if let Some((challenge, _)) = first(&|it| matches!(it, Thing::Challenge(_))) {
            let raise = Harm::Raise { challenge, name: blank(), tier: 1 };
            kinds.push((message!("mist-act-hit-raise"), raise));
        }
        if let Some((thing, _)) = first(&hidden) {
            kinds.push((message!("mist-act-hit-reveal"), Harm::Reveal { thing }));
        }
        let of = Harm::Trait { challenge: None, name: blank() };
        kinds.push((message!("mist-act-hit-trait"), of));
        if let Some(clock) = self.movable().first() {
            let clock = Harm::Clock { clock: *clock, by: 1 };
            kinds.push((message!("mist-act-hit-clock"), clock));
        }
        kinds.push((message!("mist-act-hit-worse"), Harm::Worse { text: blank() }));
        for kind in &self.pack.consequences {
            let other = Harm::Other { id: kind.id.clone(), text: blank() };
            kinds.push((message!("mist-act-hit-other", kind = &kind.name), other));
        }
        for (label, harm) in kinds {
            let mut naming = self.naming(label, owed, to, harm);
            naming.waits = waits.cloned();
            offers.push(naming);
        }
    }

    /// Naming a consequence of one part.
    pub(super) fn naming(
        self,
        label: Message,
        owed: Option<Id>,
        to: Option<Id>,
        harm: Harm,
    ) -> Offer<Command> {
        let mut fields = vec![("text", message!("mist-field-what"), text())];
        let choices = |fits: &dyn Fn(Thing) -> bool| self.choices(self.things(fits));
        let tiers = || number(1, self.pack.status.boxes);
        let which = || message!("mist-field-which");
        let named = || ("harms/0/name", message!("mist-field-name"), name());
        match &harm {
            Harm::Status { .. } => {
                fields.push(("harms/0/name", message!("mist-field-status"), name()));
                fields.push(("harms/0/tier", message!("mist-field-tier"), tiers()));
            }
            Harm::Trait { .. } | Harm::Tag { .. } => {
                fields.push(("harms/0/name", message!("mist-field-tag"), name()));
            }
            Harm::Burn { .. } => {
                let tags = choices(&|it| it.tag().is_some_and(|it| !it.burnt));
                fields.push(("harms/0/tag", which(), tags));
            }
            Harm::Remove { .. } => {
                let tags = choices(&|it| matches!(it, Thing::StoryTag(..)));
                fields.push(("harms/0/tag", which(), tags));
            }
            Harm::Raise { .. } => {
                let challenges = choices(&|it| matches!(it, Thing::Challenge(_)));
                fields.push(("harms/0/challenge", which(), challenges));
                fields.push(named());
                fields.push(("harms/0/tier", message!("mist-field-tier"), tiers()));
            }
            Harm::Clock { .. } => {
                fields.push(("harms/0/clock", which(), self.movable_choices()));
                fields.push(("harms/0/by", message!("mist-field-steps"), number(1, 6)));
            }
            Harm::Reveal { .. } => fields.push(("harms/0/thing", which(), choices(&hidden))),
            Harm::Worse { .. } | Harm::Narrate { .. } | Harm::Other { .. } => {
                fields.push(("harms/0/text", message!("mist-field-words"), words()));
            }
        }
        let characters = self.viewing().characters().filter(|it| !it.left);
        let whom = self.choices(characters.map(|it| it.id));
        let command =
            Command::Hit { owed, to, text: String::new(), harms: vec![harm], threat: None };
        let mut naming = offer("M-20", label, command);
        if to.is_some() {
            naming = naming.field("to", message!("mist-field-whom"), whom);
        }
        for (path, label, bounds) in fields {
            naming = naming.field(path, label, bounds);
        }
        naming
    }
}

/// What a consequence may reveal.
fn hidden(it: Thing) -> bool {
    it.own_audience().is_some_and(|seen| *seen != Audience::All)
}

impl Consequence {
    /// What the game waits for while it is pending.
    pub(super) fn due(&self) -> Message {
        message!("mist-waits-consequence", text = &self.text)
    }
}
