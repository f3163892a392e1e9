//! The fight as text: a row per fighter, time along the line (T-32).

use rules::timeline::{ActPart, Amount, Fate, FightPart, FighterPart};
use rules::{Line, Message, message};

/// How many characters wide the line of time is.
const WIDTH: usize = 32;
/// How many acts of a fighter are named.
const MOST_ACTS: usize = 4;

/// The whole chart.
pub fn of(fight: &FightPart) -> Vec<Line> {
    let end = fight.rows().flat_map(ends).chain([fight.now]).max().unwrap_or_default();
    let mut lines = vec![Line::from(message!("timeline-chart-now", now = fight.now, end = end))];
    for fighter in fight.rows() {
        lines.push(row(fighter));
        lines.push(Line::from(message!("plain", text = bar(fighter, end))));
        lines.extend(acts(fighter));
        lines.extend(
            fighter
                .lasting
                .iter()
                .map(|one| Line::from(message!("timeline-chat-lasting", what = one.what.clone()))),
        );
    }
    lines
}

fn ends(fighter: &FighterPart) -> impl Iterator<Item = Amount> {
    fighter.spans.iter().map(|span| span.until).chain(fighter.act.iter().map(|act| act.end))
}

/// The instant the last act lands, or landed, and the impacts of all; what was given up does not
/// count (T-32).
fn total(fighter: &FighterPart) -> (Amount, Amount) {
    let counted = fighter.spans.iter().filter(|span| span.fate != Fate::Cancelled);
    let ends = counted.clone().map(|span| span.until).chain(fighter.act.iter().map(|act| act.end));
    let acts = counted.filter_map(|span| span.act.as_ref()).chain(&fighter.act);
    (ends.max().unwrap_or_default(), acts.map(|act| act.impact).sum())
}

fn row(fighter: &FighterPart) -> Line {
    let (time, impact) = total(fighter);
    message!(
        "timeline-chart-row",
        name = &fighter.name,
        doing = fighter.doing.clone(),
        hit_points = fighter.hit_points.0,
        most_hit_points = fighter.hit_points.1,
        willpower = fighter.willpower.0,
        most_willpower = fighter.willpower.1,
        time = time,
        impact = impact
    )
    .into()
}

/// `┠━━━●━━━━╌╌▷`: landed ●, lost or missed ×, given up ○, under way ▷, death †.
fn bar(fighter: &FighterPart, end: Amount) -> String {
    let column = |at: Amount| {
        let at = usize::try_from(at.in_hundredths().max(0)).unwrap_or(0);
        let end = usize::try_from(end.in_hundredths().max(1)).unwrap_or(1);
        (at * (WIDTH - 1) / end).min(WIDTH - 1)
    };
    let mut line = ['·'; WIDTH];
    let mut draw = |from: Amount, to: Amount, fill: char, mark: char| {
        let (from, to) = (column(from), column(to));
        line[from..=to].iter_mut().filter(|one| **one == '·').for_each(|one| *one = fill);
        line[to] = mark;
    };
    for span in &fighter.spans {
        let mark = match span.fate {
            Fate::Landed => '●',
            Fate::Missed | Fate::Lost => '×',
            Fate::Cancelled => '○',
        };
        draw(span.start, span.until, '━', mark);
    }
    if let Some(act) = &fighter.act {
        draw(act.start, act.end, '╌', '▷');
    }
    if let Some(died) = fighter.died {
        line[column(died)] = '†';
    }
    format!("  ┠{}", line.iter().collect::<String>())
}

fn acts(fighter: &FighterPart) -> Vec<Line> {
    let act_line = |act: &ActPart, until: Amount, mark: Message| {
        let what = act.words();
        Line::from(message!(
            "timeline-chart-act",
            start = act.start,
            end = until,
            what = what,
            impact = act.left,
            mark = mark
        ))
    };
    let skipped = fighter.spans.len().saturating_sub(MOST_ACTS);
    let over = fighter
        .spans
        .iter()
        .skip(skipped)
        .filter_map(|span| Some(act_line(span.act.as_ref()?, span.until, fate(span.fate))));
    let mut lines: Vec<Line> = over.collect();
    if let Some(act) = &fighter.act {
        lines.push(act_line(act, act.end, message!("timeline-fate-running")));
    }
    let changes = fighter.changes.iter().rev().take(MOST_ACTS).rev().map(|change| {
        let by = match change.by.is_positive() {
            true => format!("+{}", change.by),
            false => change.by.to_string(),
        };
        Line::from(message!(
            "timeline-chart-change",
            at = change.at,
            resource = change.resource.name(),
            by = by
        ))
    });
    lines.extend(changes);
    lines
}

fn fate(fate: Fate) -> Message {
    match fate {
        Fate::Landed => message!("timeline-fate-landed"),
        Fate::Missed => message!("timeline-fate-missed"),
        Fate::Lost => message!("timeline-fate-lost"),
        Fate::Cancelled => message!("timeline-fate-cancelled"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value as Json, json};

    fn act(start: &str, end: &str, impact: &str) -> Json {
        json!({
            "deed": { "deed": "narrate" }, "name": { "id": "timeline-deed-strike" },
            "impact": impact, "left": impact, "start": start, "end": end, "note": "",
        })
    }

    #[test]
    fn t32_the_total_time_is_the_landing_and_what_was_given_up_does_not_count() {
        let of = |spans: Json, act: Option<Json>| {
            let mut fighter = json!({
                "id": "000000000001", "name": "安", "doing": { "id": "timeline-doing-idle" },
                "declared": false, "planned": 0, "side": 1, "lasting": [], "weakened": [],
                "shield": "0", "position": "0", "unseen": false, "gone": false,
                "hit_points": ["1", "1"], "willpower": ["1", "1"], "spans": spans, "changes": [],
            });
            if let Some(act) = act {
                fighter["act"] = act;
            }
            let fighter: FighterPart = serde_json::from_value(fighter).expect("a fighter");
            let (time, impact) = total(&fighter);
            (time.to_string(), impact.to_string())
        };
        let text = |time: &str, impact: &str| (time.to_owned(), impact.to_owned());
        let span = |start: &str, until: &str, fate: &str, impact: &str| json!({ "start": start, "until": until, "fate": fate, "act": act(start, "99", impact) });
        let landed = span("0", "4", "landed", "50");
        let cancelled = span("4", "9", "cancelled", "70");
        assert_eq!(of(json!([landed]), None), text("4", "50"));
        assert_eq!(of(json!([landed, cancelled]), None), text("4", "50"));
        let lost = span("4", "6", "lost", "20");
        let under_way = Some(act("6", "11", "30"));
        assert_eq!(of(json!([landed, lost]), under_way), text("11", "100"));
    }
}
