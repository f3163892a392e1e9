//! All of a strange theme at once (M-35).

use super::lookup::missing;
use super::offers::{OfferBuilder, Offers, text};
use super::roll::check_on;
use super::viewing::Viewing;
use super::{
    Allows, Band, Character, Command, Deciding, Degree, Depth, Event, Holder, Kind, Mist, Outcome,
    Pending, Price, PricePart, RollKind, State, Theme, Why, loss, roll, status,
};
use crate::kernel::{Decided, offer};
use crate::{Id, Message, Refusal, Tone, message};

/// Opens a plunge; the host will set its degree.
pub(super) fn open(deciding: &mut Deciding, actor: Id, theme: Id, text: &str) -> Decided {
    let rules = &deciding.pack.plunge;
    check_on(rules.on, "M-35", &rules.name)?;
    let actor = deciding.actor(actor)?;
    deciding.pack.check_phase(deciding.before, Allows::Act)?;
    let mut themes = actor.themes.iter();
    if !themes.any(|it| it.id == theme && it.kind == Kind::Strange) {
        return Err(Refusal::new(
            "M-35",
            message!("mist-not-own-strange", kind = &deciding.pack.kinds.strange.name),
        ));
    }
    let kind = RollKind::Plunge { theme, degree: None };
    roll::open(deciding, Some(actor), kind, Depth::Quick, text, actor.seen.clone(), &[])
}

/// The host sets how deep a plunge goes.
pub(super) fn set_degree(deciding: &mut Deciding, roll: Id, degree: u8) -> Decided {
    deciding.host()?;
    let roll = deciding.open_roll(roll)?;
    let RollKind::Plunge { degree: now, .. } = roll.kind else {
        return Err(missing(message!("mist-a-roll")));
    };
    let most = deciding.pack.plunge.degrees.len();
    if usize::from(degree) >= most {
        return Err(Refusal::new("M-35", message!("mist-no-such-degree"))
            .instead(message!("mist-no-such-degree-instead", most = most)));
    }
    if now == Some(degree) {
        return Err(Refusal::new("M-35", message!("mist-chosen-already")));
    }
    deciding.push(Event::DegreeSet { roll: roll.id, degree });
    Ok(())
}

pub(super) fn degree_set(state: &mut State, roll: Id, degree: u8) {
    if let Some(roll) = state.roll_mut(roll)
        && let RollKind::Plunge { degree: now, .. } = &mut roll.kind
    {
        *now = Some(degree);
    }
}

pub(super) fn tell_degree_set(viewing: Viewing, roll: Id, degree: u8) -> Option<Message> {
    viewing.roll(roll)?;
    let degree = viewing.pack.plunge.degrees.get(usize::from(degree))?;
    let bands = viewing.pack.degree_prices(degree).into_iter();
    let prices: Vec<Message> =
        bands.map(|it| message!("mist-price-band", band = it.name, price = it.words)).collect();
    Some(message!("mist-told-degree", degree = &degree.name, prices = prices))
}

impl Mist {
    /// What a plunge of a degree costs, band by band (M-35).
    fn degree_prices(&self, degree: &Degree) -> Vec<PricePart> {
        let of_band = |band: &Band| {
            let prices = if band.tone >= Tone::Full { &degree.full } else { &degree.mixed };
            let mut words: Vec<Message> = prices.iter().map(|it| self.price_words(*it)).collect();
            if band.tone == Tone::Failure {
                words.push(message!("mist-price-loose"));
            }
            PricePart { name: band.name.clone(), tone: band.tone, words }
        };
        self.bands.iter().map(of_band).collect()
    }

    fn price_words(&self, price: Price) -> Message {
        match price {
            Price::Decay => message!("mist-price-decay", track = &self.kinds.strange.decay),
            Price::BurnAll => message!("mist-price-burn-all"),
            Price::Burn(count) => message!("mist-price-burn", count = count),
            Price::Lose => message!("mist-price-lose"),
            Price::Status(tier) => {
                message!("mist-price-status", status = &self.plunge.status, tier = tier)
            }
        }
    }

    /// The prices of a roll that is a plunge of some degree.
    pub(super) fn plunge_prices(&self, kind: &RollKind) -> Vec<PricePart> {
        let RollKind::Plunge { degree: Some(degree), .. } = kind else {
            return Vec::new();
        };
        let degree = self.plunge.degrees.get(usize::from(*degree));
        degree.map(|it| self.degree_prices(it)).unwrap_or_default()
    }
}

/// The price of a plunge in a band; a failure pays what a mixed success does.
fn prices<'a>(deciding: &Deciding<'a>, roll: &Pending, tone: Tone) -> &'a [Price] {
    let RollKind::Plunge { degree: Some(degree), .. } = roll.kind else {
        return &[];
    };
    let pack = deciding.pack;
    match pack.plunge.degrees.get(usize::from(degree)) {
        Some(degree) if tone >= Tone::Full => &degree.full,
        Some(degree) => &degree.mixed,
        None => &[],
    }
}

fn plunged<'a>(deciding: &Deciding<'a>, roll: &Pending) -> Option<&'a Theme> {
    let RollKind::Plunge { theme, .. } = roll.kind else {
        return None;
    };
    let actor = deciding.before.character(roll.actor?)?;
    actor.themes.iter().find(|it| it.id == theme)
}

/// How many power tags are to be picked by the player: none when there is nothing to choose.
pub(super) fn burns(deciding: &Deciding, roll: &Pending, tone: Tone) -> u8 {
    let Some(theme) = plunged(deciding, roll) else {
        return 0;
    };
    let prices = prices(deciding, roll, tone);
    let lost = prices.contains(&Price::Lose)
        || prices.contains(&Price::Decay) && theme.decay + 1 >= deciding.pack.theme.decay;
    let unburnt = theme.powers.iter().filter(|it| !it.burnt).count();
    prices
        .iter()
        .map(|price| match price {
            Price::Burn(count) if !lost && unburnt > usize::from(*count) => *count,
            _ => 0,
        })
        .max()
        .unwrap_or(0)
}

/// Pays the price, all but the burns the player is to pick.
pub(super) fn pay(deciding: &mut Deciding, roll: &Pending, tone: Tone) {
    let (Some(actor), Some(theme)) = (roll.actor, plunged(deciding, roll)) else {
        return;
    };
    let unburnt: Vec<Id> = theme.powers.iter().filter(|it| !it.burnt).map(|it| it.id).collect();
    let to_pick = burns(deciding, roll, tone) > 0;
    for price in prices(deciding, roll, tone) {
        match price {
            Price::Decay => loss::decay(deciding, actor, theme.id, Some(Why::Plunged)),
            Price::Burn(_) if to_pick => {}
            Price::Burn(_) | Price::BurnAll => {
                let held = deciding.now().find_any(theme.id).is_some();
                for &tag in unburnt.iter().filter(|_| held) {
                    deciding.push(Event::TagBurnt { tag });
                }
            }
            Price::Lose => loss::lose(deciding, actor, theme.id),
            Price::Status(tier) => {
                let on = Holder::Character(actor);
                let name = &deciding.pack.plunge.status;
                status::gain(deciding, on, name, *tier, &roll.seen, None, None);
            }
        }
    }
}

/// The player picks the power tags a plunge burns.
pub(super) fn pick_burns(deciding: &mut Deciding, id: Id, tags: &[Id]) -> Decided {
    let roll = deciding.roll(id)?;
    deciding.rolls_for(roll)?;
    let burns = roll.outcome.as_ref().map_or(0, |it| it.burns);
    if burns == 0 {
        return Err(Refusal::new("M-35", message!("mist-no-burns")));
    }
    let fits = plunged(deciding, roll).is_none_or(|theme| {
        let burnable = |id: &Id| theme.powers.iter().any(|it| it.id == *id && !it.burnt);
        let twice = |(place, id): (usize, &Id)| tags[..place].contains(id);
        tags.len() == usize::from(burns)
            && tags.iter().all(burnable)
            && !tags.iter().enumerate().any(twice)
    });
    if !fits {
        return Err(Refusal::new("M-35", message!("mist-pick-burns"))
            .instead(message!("mist-pick-burns-instead", count = burns)));
    }
    deciding.push(Event::BurnsPicked { roll: id });
    for &tag in tags {
        deciding.push(Event::TagBurnt { tag });
    }
    deciding.push(Event::RollClosed { roll: id });
    Ok(())
}

pub(super) fn burns_picked(state: &mut State, roll: Id) {
    if let Some(outcome) = state.outcome_mut(roll) {
        outcome.burns = 0;
    }
}

impl OfferBuilder<'_> {
    /// Plunging.
    pub(super) fn offer_plunge(self, it: &Character, offers: &mut Offers) {
        let themes = it.themes.iter().filter(|it| it.kind == Kind::Strange);
        let strange: Vec<Id> = themes.map(|it| it.id).collect();
        if let Some(first) = strange.first().filter(|_| self.pack.plunge.on) {
            let command = Command::Plunge { actor: it.id, theme: *first, text: String::new() };
            let label = message!("mist-act-plunge", what = &self.pack.plunge.name);
            let themes = self.choices(strange);
            offers.push(
                offer("M-35", label, command)
                    .field("theme", message!("mist-field-theme"), themes)
                    .field("text", message!("mist-field-aim"), text()),
            );
        }
    }

    /// Setting how deep a plunge goes.
    pub(super) fn offer_degrees(self, roll: &Pending, offers: &mut Offers) {
        if let RollKind::Plunge { degree, .. } = roll.kind {
            for (place, rules) in (0..).zip(&self.pack.plunge.degrees) {
                let command = Command::SetDegree { roll: roll.id, degree: place };
                let label = message!("mist-act-set-degree", degree = &rules.name);
                let due = message!("mist-waits-degree");
                offers.push(offer("M-35", label, command).waits(degree.is_none(), due));
            }
        }
    }

    /// Picking the power tags a plunge burns.
    pub(super) fn offer_burns(
        self,
        roll: &Pending,
        outcome: &Outcome,
        theme: Id,
        offers: &mut Offers,
    ) {
        let actor = roll.actor.and_then(|id| self.state.character(id));
        let themes = actor.into_iter().flat_map(|it| &it.themes);
        let powers = themes
            .filter(|it| it.id == theme)
            .flat_map(|it| &it.powers)
            .filter(|it| !it.burnt)
            .map(|it| it.id);
        let powers: Vec<Id> = powers.collect();
        let tags: Vec<Id> = powers.iter().copied().take(usize::from(outcome.burns)).collect();
        let label = message!("mist-act-pick-burns", count = outcome.burns);
        let due = message!("mist-waits-burns", count = outcome.burns);
        let count = tags.len();
        let command = Command::PickBurns { roll: roll.id, tags };
        let mut pick = offer("M-35", label, command).waits(self.plays(roll.actor), due);
        for place in 0..count {
            let bounds = self.choices(powers.iter().copied());
            pick = pick.field(&format!("tags/{place}"), message!("mist-field-tag"), bounds);
        }
        offers.push(pick);
    }
}
