//! Characters in and out in text (B-50, B-51): `.export`, `.import`.

use export::character;
use rules::{Id, message};
use words::fold::folded;

use crate::common::seat;
use crate::context::SeatContext;
use crate::family;
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::reader::Reader;

/// The spellings of `.export`.
pub const EXPORT: &[&str] = &["export", "导出", "匯出"];
/// The spellings of `.import`.
pub const IMPORT: &[&str] = &["import", "导入", "匯入"];

/// Whether a line brings a character in, and may be as long as one.
pub(crate) fn brings_one(text: &str) -> bool {
    let word = text.trim_start().strip_prefix(['.', '。', '/']).unwrap_or_default();
    let word: String = word.chars().take_while(|it| it.is_alphabetic()).collect();
    IMPORT.contains(&folded(&word).as_str())
}

/// `.export 叶岚`: the character as a line that `.import` reads, at this table or another.
pub fn export(
    mut reader: Reader<'_>,
    _: Option<Id>,
    context: &SeatContext,
) -> Result<Heard, Mistake> {
    let _ = reader.eat('@');
    let at = reader.here();
    let character = family::character(&mut reader, context)?;
    reader.finish()?;
    let none = || Mistake::new(at, message!("character-none"));
    character.map(Heard::HandOut).ok_or_else(none)
}

/// `.import {"format":"mistline-character",…}`, `.import > 周默 {…}`: a character of ours, of Fari, of
/// Foundry, or a line of `.tlsetup`.
pub fn import(
    mut reader: Reader<'_>,
    _: Option<Id>,
    context: &SeatContext,
) -> Result<Heard, Mistake> {
    let to = match reader.eat('>') {
        false => None,
        true => {
            reader.space();
            let _ = reader.eat('@');
            let seat = seat(&mut reader, context)?;
            reader.space();
            Some(seat)
        }
    };
    let at = reader.here();
    let text = reader.rest();
    let mut read = character::read(text.trim().as_bytes())
        .map_err(|refused| Mistake::new(at.clone(), refused.what))?;
    match (read.pop(), read.is_empty()) {
        (Some(mut incoming), true) => {
            // A picture has no room in a line; the page takes the file with it.
            if incoming.portrait.take().is_some() {
                incoming.left.push(message!("character-left-portrait"));
            }
            Ok(Heard::TakeIn { incoming: Box::new(incoming), to })
        }
        (None | Some(_), _) => Err(Mistake::new(at, message!("chat-import-one"))),
    }
}
