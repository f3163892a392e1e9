//! Undoing, redoing, taking back and rewinding the game (B-13).

use rules::{Decided, Message, Refusal, Viewer, message};

use crate::TableEvent;
use crate::campaign::{Campaign, EventContext};
use crate::contain::contained;
use crate::deciding::Deciding;
use crate::desk;
use crate::event::Rewind;
use crate::history::RewindTarget;
use crate::lines::{KindedLine, table_line};
use crate::play::may_play;
use crate::view::game_parts;

pub(crate) fn undo(deciding: &mut Deciding) -> Decided {
    deciding.host()?;
    let target = deciding.campaign.history.undo();
    rewind(deciding, Rewind::Undo, target, || message!("table-nothing-to-undo"))
}

pub(crate) fn redo(deciding: &mut Deciding) -> Decided {
    deciding.host()?;
    let target = deciding.campaign.history.redo();
    rewind(deciding, Rewind::Redo, target, || message!("table-nothing-to-redo"))
}

pub(crate) fn rewind_to(deciding: &mut Deciding, point: u64) -> Decided {
    deciding.host()?;
    let possible = deciding.campaign.history.can_rewind_to(point);
    let target = possible.then_some(RewindTarget { to: point, carried: Vec::new() });
    rewind(deciding, Rewind::Chosen, target, || message!("table-no-such-point"))
}

pub(crate) fn take_back(deciding: &mut Deciding) -> Decided {
    let (campaign, by) = (deciding.campaign, deciding.by);
    may_play(campaign, by)?;
    let list = campaign.lines.of(by.viewer());
    let saw = |step| list.of_record(step).next().is_some();
    let target = campaign.history.take_back(by.id, saw, |game| game_parts(game, by));
    rewind(deciding, Rewind::TakenBack, target, || message!("table-take-back-not-last"))
}

fn rewind(
    deciding: &mut Deciding,
    why: Rewind,
    target: Option<RewindTarget>,
    refused: impl FnOnce() -> Message,
) -> Decided {
    let RewindTarget { to, carried } = target.ok_or_else(|| Refusal::new("B-13", refused()))?;
    deciding.push(TableEvent::Rewound { why, to, carried });
    Ok(())
}

/// Rewinds the game. If the program fails on it, the game breaks down.
pub(crate) fn rewound(campaign: &mut Campaign, context: &EventContext, why: Rewind) {
    if let Some(plan) = &context.rewind
        && contained(|| campaign.history.rewind(why, &plan.target)).is_none()
    {
        campaign.break_down();
    }
    if let Some(plan) = &context.rewind {
        desk::rewound(&mut campaign.room, &plan.undone, &plan.redone);
    }
}

/// Only viewers for whom something is undone or done again get a line of a rewind (B-30).
pub(crate) fn tell_rewound(
    campaign: &Campaign,
    context: &EventContext,
    why: Rewind,
    viewer: Viewer,
) -> Vec<KindedLine> {
    let Some(plan) = &context.rewind else {
        return Vec::new();
    };
    let list = campaign.lines.of(viewer);
    let last_line = |steps: &[u64]| {
        let mut lines = steps.iter().flat_map(|step| list.of_record(*step));
        lines.next_back().map(|line| line.message.clone())
    };
    let (undone, redone) = (last_line(&plan.undone), last_line(&plan.redone));
    if undone.is_none() && redone.is_none() {
        let result = plan.result(&campaign.history);
        if campaign.history.game.view(viewer) == result.view(viewer) {
            return Vec::new();
        }
    }
    let who = context.who(campaign);
    table_line(match (why, undone, redone) {
        (Rewind::Undo, Some(what), _) => message!("table-undone", who = who, what = what),
        (Rewind::Undo, None, _) => message!("table-undone-something", who = who),
        (Rewind::TakenBack, Some(what), _) => message!("table-taken-back", who = who, what = what),
        (Rewind::TakenBack, None, _) => message!("table-taken-back-something", who = who),
        (Rewind::Redo, _, Some(what)) => message!("table-redone", who = who, what = what),
        (Rewind::Redo, _, None) => message!("table-redone-something", who = who),
        (Rewind::Chosen, ..) => match list.last_of_game(plan.target.to) {
            Some(line) => message!("table-rewound", who = who, what = line.message.clone()),
            None => message!("table-rewound-to-start", who = who),
        },
    })
}
