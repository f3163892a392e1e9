//! A fight in few words: a first line with the time, who is next and who is waited for, then one
//! line for each fighter by landing time (T-35).

use rules::timeline::{Amount, FightPart, FighterPart};
use rules::{Line, Message, message};

/// The first line, and a line for each fighter who has not left.
pub fn of(fight: &FightPart) -> Vec<Line> {
    let rows = fight.by_landing();
    let places = rows.iter().any(|one| one.position != Amount::ZERO);
    let mut lines = vec![status(fight)];
    lines.extend(rows.into_iter().map(|one| row(one, places)));
    lines
}

/// The time, what lands next as far as it may be known, and who is waited for.
pub fn status(fight: &FightPart) -> Line {
    let (awaited, next) = (fight.awaited_names(), fight.next());
    let now = fight.now;
    match (next, awaited.is_empty()) {
        (Some((at, name)), true) => {
            message!("timeline-status-next", now = now, name = name, at = at).into()
        }
        (Some((at, name)), false) => message!(
            "timeline-status-next-awaits",
            now = now,
            name = name,
            at = at,
            awaited = awaited
        )
        .into(),
        (None, false) => message!("timeline-status-awaits", now = now, awaited = awaited).into(),
        (None, true) => message!("timeline-status", now = now).into(),
    }
}

fn row(one: &FighterPart, places: bool) -> Line {
    let left = |(left, most): (Amount, Amount), name: Message| {
        message!("timeline-row-pool", name = name, left = left, most = most)
    };
    let mut about = vec![
        left(one.hit_points, message!("timeline-hit-points")),
        left(one.willpower, message!("timeline-willpower")),
    ];
    if one.shield.is_positive() {
        about.push(message!("timeline-row-shield", by = one.shield));
    }
    let weakness: Amount = one.weakened.iter().map(|one| one.left).sum();
    if weakness.is_positive() {
        about.push(message!("timeline-row-weakness", by = weakness));
    }
    about.extend(one.lasting.iter().map(|one| one.what.clone()));
    if places {
        about.push(message!("timeline-row-place", at = one.position));
    }
    about.extend(one.plans.iter().map(|plan| message!("timeline-row-plan", what = plan.clone())));
    let doing = match &one.act {
        Some(act) => {
            message!("timeline-row-act", end = act.end, what = act.words(), impact = act.left)
        }
        None => one.doing.clone(),
    };
    let (name, side) = (&one.name, one.side);
    message!("timeline-row", name = name, side = side, doing = doing, about = about).into()
}
