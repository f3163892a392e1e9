//! What a seat can do now, in words that can be typed (C-05, C-07).

use rules::timeline::{Attribute, CharacterPart, FightPart};
use rules::{Message, Role, message};

use super::book::{Book, Facing};

/// The likeliest first.
pub fn forms(book: &Book<'_>) -> Vec<Message> {
    if book.context.seat.role == Role::Spectator {
        return Vec::new();
    }
    let own: Vec<&CharacterPart> = book.own().collect();
    let mut forms = match book.fight {
        Some(fight) => in_a_fight(book, fight, &own),
        None => outside(book, &own),
    };
    let claims = book.table.is_some_and(|table| !table.claims.is_empty());
    if book.context.seat.is_host() && claims {
        forms.insert(0, message!("timeline-next-agree"));
    }
    forms
}

fn strongest(one: &CharacterPart) -> Attribute {
    let best = one.attributes.iter().max_by_key(|attribute| attribute.value);
    best.map_or(Attribute::Strength, |best| best.attribute)
}

/// Someone of the seat's own is waited for; otherwise time can flow, or others are waited for.
fn in_a_fight(book: &Book<'_>, fight: &FightPart, own: &[&CharacterPart]) -> Vec<Message> {
    let waited = own.iter().find(|one| fight.awaited.contains(&one.id));
    let mut forms = Vec::new();
    if let Some(one) = waited {
        let attribute = || strongest(one).name();
        let name = one.card.name.as_str();
        let enemy = match book.only_enemy(one) {
            Facing::One(enemy) => Some(enemy),
            Facing::Several => fight
                .fighters
                .iter()
                .find(|row| !row.gone && book.oppose(one, row.id))
                .map(|row| row.id),
            Facing::Nobody => None,
        };
        let enemy = fight.fighters.iter().find(|row| Some(row.id) == enemy);
        forms.push(match enemy {
            Some(enemy) => message!(
                "timeline-next-strike",
                name = name,
                attribute = attribute(),
                enemy = &enemy.name
            ),
            None => message!("timeline-next-act", name = name, attribute = attribute()),
        });
        forms.push(message!("timeline-next-guard", name = name, attribute = attribute()));
        forms.push(message!("timeline-next-hold", name = name));
    } else if fight.awaited.is_empty() {
        forms.push(message!("timeline-next-flow"));
    }
    forms.push(message!("timeline-next-board"));
    forms.push(message!("timeline-next-chart"));
    forms
}

fn outside(book: &Book<'_>, own: &[&CharacterPart]) -> Vec<Message> {
    let mut forms = Vec::new();
    if own.is_empty() {
        let example = book.ruleset.and_then(|pack| pack.examples.first());
        forms.extend(example.map(|one| message!("timeline-next-take", name = &one.name)));
        forms.push(message!("timeline-next-card"));
    }
    if book.context.seat.is_host() {
        forms.push(message!("timeline-next-target"));
        forms.push(message!("timeline-next-open"));
    }
    if let Some(one) = book.default_actor() {
        forms.push(message!("timeline-next-check", attribute = strongest(one).name()));
        forms.push(message!("timeline-next-windup", attribute = strongest(one).name()));
        forms.push(message!("timeline-next-sheet"));
    }
    forms
}
