//! `.hand 3 5 .r 2d6`: a line whose dice lie on a real table (B-22).

use rules::{Id, message};
use table::{Command, TableCommand};

use crate::context::SeatContext;
use crate::hear::{Heard, understand_as};
use crate::mistake::Mistake;
use crate::reader::Reader;

/// Understands the faces, then the line they are for.
///
/// # Errors
/// When there are none, or the line does not throw dice with one command.
pub fn by_hand(
    mut reader: Reader<'_>,
    actor: Option<Id>,
    context: &SeatContext,
) -> Result<Heard, Mistake> {
    let mut faces = Vec::new();
    while let Some(face) = face(&mut reader) {
        faces.push(face);
    }
    let (here, start) = (reader.here(), reader.at());
    let wrong = || Mistake::new(here.clone(), message!("chat-hand-line")).example("hand");
    let is_command = matches!(reader.peek(), Some('.' | '。' | '/' | '@'));
    if faces.is_empty() || !is_command {
        return Err(wrong());
    }
    let heard = understand_as(actor, &reader.rest(), context).map_err(|mut mistake| {
        mistake.at = mistake.at.start + start..mistake.at.end + start;
        mistake
    })?;
    let Heard::Do(commands) = heard else { return Err(wrong()) };
    let [command] = <[Command; 1]>::try_from(commands).map_err(|_| wrong())?;
    match command {
        Command::Table(TableCommand::Roll { notation, audience, actor }) => {
            Ok(Heard::table(TableCommand::RollByHand { notation, faces, audience, actor }))
        }
        Command::Game(command) => Ok(Heard::table(TableCommand::PlayByHand { faces, command })),
        Command::Table(_) => Err(wrong()),
    }
}

/// A face: `3`, `+1`, `-1`; commas between them do not matter.
fn face(reader: &mut Reader<'_>) -> Option<i64> {
    let mut probe = *reader;
    while probe.eat(',') || probe.eat(' ') {}
    let below = probe.eat('-');
    if !below {
        probe.eat('+');
    }
    let face = i64::from(probe.number()?);
    probe.space();
    *reader = probe;
    Some(if below { -face } else { face })
}
