//! Cards as text (T-01, T-05, T-47).

use rules::timeline::{CharacterPart, WeaponKind};
use rules::{Line, Message, message};

use super::book::Book;
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::reader::Reader;

/// `.me`: the seat's own card.
pub fn me(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.finish()?;
    Ok(Heard::Reply(of(book.actor(&reader)?)))
}

/// The seat's characters, numbered; the chosen one marked.
pub fn list(book: &Book<'_>, own: &[&CharacterPart]) -> Vec<Line> {
    if own.is_empty() {
        return vec![message!("timeline-chat-no-character").into()];
    }
    let chosen = book.default_actor().map(|one| one.id);
    own.iter()
        .enumerate()
        .map(|(place, one)| {
            let place = place + 1;
            let name = one.card.name.as_str();
            Line::from(match chosen == Some(one.id) {
                true => message!("timeline-chat-listed-chosen", place = place, name = name),
                false => message!("timeline-chat-listed", place = place, name = name),
            })
        })
        .collect()
}

/// Hit points, willpower and cash.
pub fn pools(one: &CharacterPart) -> Line {
    message!(
        "timeline-chat-pools",
        name = &one.card.name,
        hit_points = one.hit_points,
        most_hit_points = one.most_hit_points,
        willpower = one.willpower,
        most_willpower = one.most_willpower,
        cash = one.cash
    )
    .into()
}

/// A card: what was filled in, what follows, the attributes with their rates.
pub fn of(one: &CharacterPart) -> Vec<Line> {
    let card = &one.card;
    let mut lines = vec![
        Line::from(message!(
            "timeline-chat-card",
            name = &card.name,
            race = &card.race,
            occupation = &card.occupation,
            age = card.age,
            level = card.level
        )),
        pools(one),
    ];
    let attributes: Vec<Message> = one
        .attributes
        .iter()
        .map(|part| {
            let name = part.name.clone();
            match (&part.calculation, part.rate) {
                (None, None) => {
                    message!("timeline-chat-attribute", name = name, value = part.value)
                }
                (None, Some(rate)) => message!(
                    "timeline-chat-attribute-rate",
                    name = name,
                    value = part.value,
                    rate = rate
                ),
                (Some(calculation), _) => message!(
                    "timeline-chat-attribute-buffed",
                    name = name,
                    calculation = calculation
                ),
            }
        })
        .collect();
    for group in [&attributes[..3], &attributes[3..6], &attributes[6..]] {
        lines.push(message!("timeline-chat-attributes", attributes = group.to_vec()).into());
    }
    lines.push(
        message!(
            "timeline-chat-rest",
            carried = one.derived.carried,
            capacity = one.derived.capacity,
            negotiation = one.derived.negotiation
        )
        .into(),
    );
    lines.extend(pool_lines(one));
    lines.extend(weapons(one));
    lines
}

/// The resources of extensions.
pub fn pool_lines(one: &CharacterPart) -> Vec<Line> {
    let line = |pool: &rules::timeline::PoolPart| {
        Line::from(message!(
            "timeline-chat-pool",
            name = &pool.name,
            left = pool.left,
            most = pool.most
        ))
    };
    one.pools.iter().map(line).collect()
}

/// The weapons, numbered, with their efficiency.
pub fn weapons(one: &CharacterPart) -> Vec<Line> {
    let line = |(place, part): (usize, &rules::timeline::WeaponPart)| {
        let draft = &part.weapon.draft;
        let efficiency = part.efficiency.map_or_else(|| "—".to_owned(), |one| one.to_string());
        let (place, name) = (place + 1, draft.name.as_str());
        Line::from(match &draft.kind {
            WeaponKind::Amplifier { damage, attribute } => message!(
                "timeline-chat-amplifier",
                place = place,
                name = name,
                attribute = attribute.name(),
                damage = *damage,
                efficiency = efficiency
            ),
            WeaponKind::Firearm { damage, windup, magazine, .. } => message!(
                "timeline-chat-firearm",
                place = place,
                name = name,
                damage = *damage,
                windup = *windup,
                rounds = part.weapon.rounds,
                magazine = *magazine,
                efficiency = efficiency
            ),
            WeaponKind::Other => message!("timeline-chat-listed", place = place, name = name),
        })
    };
    one.weapons.iter().enumerate().map(line).collect()
}
