//! Sheets of Time Line: cards as text (T-01, T-05, T-47).

use rules::timeline::{CharacterPart, Part, WeaponKind};
use rules::{Line, Message, Term, View, message};

/// The sheet of every character of a view.
pub(super) fn sheets(view: &View<Part>) -> Vec<(Term, Vec<Line>)> {
    let characters = view.values().filter_map(|part| match part {
        Part::Character(part) => Some(part),
        _ => None,
    });
    characters.map(|part| (Term::from(part.card.name.as_str()), sheet(part))).collect()
}

/// Hit points, willpower and cash.
#[must_use]
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
#[must_use]
pub fn sheet(one: &CharacterPart) -> Vec<Line> {
    let card = &one.card;
    let said = [&card.race, &card.occupation].into_iter().filter(|text| !text.is_empty());
    let said = said.map(|text| message!("plain", text = text));
    let about: Vec<Message> = said.chain([message!("timeline-chat-age", age = card.age)]).collect();
    let mut lines = vec![
        Line::from(message!(
            "timeline-chat-card",
            name = &card.name,
            about = about,
            level = card.level
        )),
        pools(one),
    ];
    if one.dead {
        lines.push(message!("timeline-dead", name = &card.name).into());
    }
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
#[must_use]
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
#[must_use]
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
