//! What the table is called, its language and its time zone, and the rules it plays by.

use rules::{Decided, Decisions, Refusal, message};

use crate::campaign::{Campaign, EventContext};
use crate::deciding::Deciding;
use crate::lines::{KindedLine, table_line};
use crate::room::Room;
use crate::secret::Secret;
use crate::{TableEvent, text};

pub(crate) fn change(
    deciding: &mut Deciding,
    title: Option<&str>,
    language: Option<&str>,
    time_zone: Option<&str>,
) -> Decided {
    deciding.host()?;
    let read =
        |text: Option<&str>, read: fn(&str) -> Result<String, Refusal>| text.map(read).transpose();
    deciding.push(TableEvent::Changed {
        title: read(title, text::name)?,
        language: read(language, text::language)?,
        time_zone: read(time_zone, text::time_zone)?,
    });
    Ok(())
}

/// Moves the game to the rules the command speaks of (P-80). An event of the game: it is undone as
/// any other.
pub(crate) fn change_pack(deciding: &mut Deciding, decisions: &Decisions) -> Decided {
    deciding.host()?;
    let unread = || Refusal::new("P-80", message!("table-no-such-pack"));
    let pack = deciding.pack.ok_or_else(unread)?;
    let event = deciding.campaign.history.game.move_to(pack, decisions)?;
    deciding.extend_game(vec![event]);
    Ok(())
}

pub(crate) fn opened(room: &mut Room, title: &str, language: &str, time_zone: &str, key: Secret) {
    changed(room, Some(title), Some(language), Some(time_zone));
    room.key = key;
}

pub(crate) fn changed(
    room: &mut Room,
    title: Option<&str>,
    language: Option<&str>,
    time_zone: Option<&str>,
) {
    let change = |field: &mut String, to: Option<&str>| {
        if let Some(to) = to {
            to.clone_into(field);
        }
    };
    change(&mut room.title, title);
    change(&mut room.language, language);
    change(&mut room.time_zone, time_zone);
}

pub(crate) fn tell_opened(title: &str) -> Vec<KindedLine> {
    table_line(message!("table-opened", title = title))
}

pub(crate) fn tell_changed(campaign: &Campaign, context: &EventContext) -> Vec<KindedLine> {
    table_line(message!("table-changed", who = context.who(campaign)))
}
