//! Talk at the table.

use rules::{Decided, Line, Message, Viewer, message};

use crate::campaign::{Campaign, EventContext};
use crate::deciding::Deciding;
use crate::frame::LineKind;
use crate::lines::KindedLine;
use crate::voice::Voice;
use crate::{TableEvent, text};

pub(crate) fn say(deciding: &mut Deciding, voice: &Voice, text: &str) -> Decided {
    let mut voice = voice.clone();
    match &mut voice {
        Voice::OutOfCharacter => {}
        Voice::InCharacter { name } => {
            deciding.plays()?;
            if let Some(name) = name {
                *name = text::name(name)?;
            }
        }
        Voice::Narration => deciding.plays()?,
        Voice::Whisper { to } => {
            for seat in to.iter() {
                deciding.campaign.seated(*seat)?;
            }
        }
    }
    let text = text::talk(text)?;
    deciding.push(TableEvent::Said { voice, text });
    Ok(())
}

pub(crate) fn tell_said(
    campaign: &Campaign,
    context: &EventContext,
    voice: &Voice,
    text: &str,
    viewer: Viewer,
) -> Vec<KindedLine> {
    if !voice.audience(context.record.by).sees(viewer) {
        return Vec::new();
    }
    let who = context.who(campaign);
    // Nobody can say nothing: it was recalled (C-22). The line keeps its number.
    if text.is_empty() {
        return vec![(LineKind::Talk, Line::new(message!("table-unsaid", who = who)))];
    }
    let message = match voice {
        Voice::InCharacter { name } => {
            let who = name.clone().unwrap_or(who);
            message!("table-said-in-character", who = who, text = text)
        }
        Voice::OutOfCharacter => message!("table-said", who = who, text = text),
        Voice::Narration => message!("table-narrated", text = text),
        Voice::Whisper { to } => {
            let names: Vec<Message> =
                to.iter().map(|seat| message!("plain", text = campaign.room.name(*seat))).collect();
            message!("table-whispered", who = who, names = names, text = text)
        }
    };
    vec![(LineKind::Talk, Line::new(message))]
}
