//! Lines typed into the box: talk, and commands of the text language.

use rules::{Line, Refusal, SeatId};
use table::{Answer, Command, CommandId, TableCommand, TableHandle, Voice};

/// What became of a typed line.
pub enum Heard {
    /// Something was done.
    Done(Answer),
    /// Something was asked, and this is the answer for the asker alone.
    Reply(Vec<Line>),
}

/// Does what a typed line says, or answers it.
pub async fn hear(
    table: &TableHandle,
    seat: SeatId,
    id: CommandId,
    line: &str,
) -> Result<Heard, Refusal> {
    let say = TableCommand::Say { voice: Voice::OutOfCharacter, text: line.to_owned() };
    let answer = table.command(seat, id, Command::Table(say)).await?;
    Ok(Heard::Done(answer))
}
