//! All of a strange theme at once (M-35).

use super::action::{check_on, open as open_roll};
use super::plan::{Decided, Plan, missing};
use super::{Allows, Depth, Event, Holder, Kind, Pending, Price, RollKind, Theme, growth, status};
use crate::{Id, Refusal, Tone, message};

/// Opens a plunge; the host will set its degree.
pub(super) fn open(plan: &mut Plan, actor: Id, theme: Id, text: &str) -> Decided {
    let rules = &plan.pack.plunge;
    check_on(rules.on, "M-35", &rules.name)?;
    let actor = plan.actor(actor)?;
    plan.pack.check_phase(plan.before, Allows::Act)?;
    let mut themes = actor.themes.iter();
    if !themes.any(|it| it.id == theme && it.kind == Kind::Strange) {
        return Err(Refusal::new(
            "M-35",
            message!("mist-not-own-strange", kind = &plan.pack.kinds.strange.name),
        ));
    }
    let kind = RollKind::Plunge { theme, degree: None };
    open_roll(plan, Some(actor), kind, Depth::Quick, text, actor.seen.clone())
}

/// The host sets how deep a plunge goes.
pub(super) fn set_degree(plan: &mut Plan, roll: Id, degree: u8) -> Decided {
    plan.host()?;
    let roll = plan.open_roll(roll)?;
    let RollKind::Plunge { degree: now, .. } = roll.kind else {
        return Err(missing(message!("mist-a-roll")));
    };
    let most = plan.pack.plunge.degrees.len();
    if usize::from(degree) >= most {
        return Err(Refusal::new("M-35", message!("mist-no-such-degree"))
            .instead(message!("mist-no-such-degree-instead", most = most)));
    }
    if now == Some(degree) {
        return Err(Refusal::new("M-35", message!("mist-chosen-already")));
    }
    plan.push(Event::DegreeSet { roll: roll.id, degree });
    Ok(())
}

/// The price of a plunge in a band; a failure pays what a mixed success does.
fn prices<'a>(plan: &Plan<'a>, roll: &Pending, tone: Tone) -> &'a [Price] {
    let RollKind::Plunge { degree: Some(degree), .. } = roll.kind else {
        return &[];
    };
    let pack = plan.pack;
    match pack.plunge.degrees.get(usize::from(degree)) {
        Some(degree) if tone >= Tone::Full => &degree.full,
        Some(degree) => &degree.mixed,
        None => &[],
    }
}

fn plunged<'a>(plan: &Plan<'a>, roll: &Pending) -> Option<&'a Theme> {
    let RollKind::Plunge { theme, .. } = roll.kind else {
        return None;
    };
    let actor = plan.before.character(roll.actor?)?;
    actor.themes.iter().find(|it| it.id == theme)
}

/// How many power tags are to be picked by the player: none when there is nothing to choose.
pub(super) fn burns(plan: &Plan, roll: &Pending, tone: Tone) -> u8 {
    let Some(theme) = plunged(plan, roll) else {
        return 0;
    };
    let prices = prices(plan, roll, tone);
    let lost = prices.contains(&Price::Lose)
        || prices.contains(&Price::Decay) && theme.decay + 1 >= plan.pack.theme.decay;
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
pub(super) fn pay(plan: &mut Plan, roll: &Pending, tone: Tone) {
    let (Some(actor), Some(theme)) = (roll.actor, plunged(plan, roll)) else {
        return;
    };
    let unburnt: Vec<Id> = theme.powers.iter().filter(|it| !it.burnt).map(|it| it.id).collect();
    let to_pick = burns(plan, roll, tone) > 0;
    for price in prices(plan, roll, tone) {
        match price {
            Price::Decay => growth::decay(plan, actor, theme.id),
            Price::Burn(_) if to_pick => {}
            Price::Burn(_) | Price::BurnAll => {
                let held = plan.now().find_any(theme.id).is_some();
                for &tag in unburnt.iter().filter(|_| held) {
                    plan.push(Event::TagBurnt { tag });
                }
            }
            Price::Lose => growth::lose(plan, actor, theme.id),
            Price::Status(tier) => {
                let on = Holder::Character(actor);
                let name = &plan.pack.plunge.status;
                status::gain(plan, on, name, *tier, &roll.seen, None, None);
            }
        }
    }
}

/// The player picks the power tags a plunge burns.
pub(super) fn pick_burns(plan: &mut Plan, id: Id, tags: &[Id]) -> Decided {
    let roll = plan.roll(id)?;
    plan.rolls_for(roll)?;
    let burns = roll.outcome.as_ref().map_or(0, |it| it.burns);
    if burns == 0 {
        return Err(Refusal::new("M-35", message!("mist-no-burns")));
    }
    let fits = plunged(plan, roll).is_none_or(|theme| {
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
    plan.push(Event::BurnsPicked { roll: id });
    for &tag in tags {
        plan.push(Event::TagBurnt { tag });
    }
    plan.push(Event::RollClosed { roll: id });
    Ok(())
}
