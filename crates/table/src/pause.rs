//! Pausing the scene: anyone may, without a reason and without a name (B-45).

use rules::{Decided, Refusal, message};

use crate::TableEvent;
use crate::campaign::{Campaign, EventContext};
use crate::deciding::Deciding;
use crate::lines::{KindedLine, table_line};
use crate::room::Room;

pub(crate) fn pause(deciding: &mut Deciding, anonymous: bool) -> Decided {
    if deciding.campaign.room.paused {
        return Err(Refusal::new("B-45", message!("table-paused-already")));
    }
    deciding.anonymous = anonymous;
    deciding.push(TableEvent::Paused);
    Ok(())
}

pub(crate) fn resume(deciding: &mut Deciding) -> Decided {
    deciding.host()?;
    if !deciding.campaign.room.paused {
        return Err(Refusal::new("B-45", message!("table-not-paused")));
    }
    deciding.push(TableEvent::Resumed);
    Ok(())
}

pub(crate) fn paused(room: &mut Room) {
    room.paused = true;
}

pub(crate) fn resumed(room: &mut Room) {
    room.paused = false;
}

pub(crate) fn tell_paused(campaign: &Campaign, context: &EventContext) -> Vec<KindedLine> {
    table_line(match context.record.by {
        Some(_) => message!("table-paused-by", who = context.who(campaign)),
        None => message!("table-paused"),
    })
}

pub(crate) fn tell_resumed(campaign: &Campaign, context: &EventContext) -> Vec<KindedLine> {
    table_line(message!("table-resumed", who = context.who(campaign)))
}
