//! What each command and each event of the table does: one arm for each, in one place.
//!
//! The decisions, applies and tells themselves are in the file of their subject.

#![deny(clippy::wildcard_enum_match_arm)]

use rules::{Decided, Viewer};

use crate::campaign::{Campaign, EventContext};
use crate::deciding::Deciding;
use crate::lines::KindedLine;
use crate::notebook::{Draft, Note};
use crate::picture::Picture;
use crate::redact::{self, Redaction};
use crate::verify::{Checking, Mismatch};
use crate::view::TableParts;
use crate::watchers::Changes;
use crate::{Answer, Record, TableCommand, TableEvent};
use crate::{
    desk, knock, links, notebook, pause, picture, play, rewind, roll, seats, session, settings,
    talk,
};

/// Decides a command.
///
/// # Errors
/// A refusal, which depends only on what the seat may see.
pub(crate) fn decide(deciding: &mut Deciding, command: &TableCommand) -> Decided {
    match command {
        TableCommand::Change { title, language, time_zone } => {
            settings::change(deciding, title.as_deref(), language.as_deref(), time_zone.as_deref())
        }
        TableCommand::ChangePack { decisions, .. } => settings::change_pack(deciding, decisions),
        TableCommand::AddSeat { name, role } => seats::add(deciding, name, *role),
        TableCommand::RenameSeat { seat, name } => seats::rename(deciding, *seat, name),
        TableCommand::SetRole { seat, role } => seats::set_role(deciding, *seat, *role),
        TableCommand::RevokeSeat { seat } => seats::revoke(deciding, *seat),
        TableCommand::RemoveSeats { seats } => seats::remove(deciding, seats),
        TableCommand::Invite { role } => links::invite(deciding, *role),
        TableCommand::LinkSeat { seat } => links::link_seat(deciding, *seat),
        TableCommand::RevokeLink { link } => links::revoke_link(deciding, *link),
        TableCommand::RevokeDevice { device } => links::revoke_device(deciding, *device),
        TableCommand::CloseDoor { sweep } => links::close_door(deciding, *sweep),
        TableCommand::Say { voice, text } => talk::say(deciding, voice, text),
        TableCommand::Roll { notation, audience, actor } => {
            roll::roll(deciding, notation, audience, *actor, None)
        }
        TableCommand::RollByHand { notation, faces, audience, actor } => {
            roll::roll(deciding, notation, audience, *actor, Some(faces))
        }
        TableCommand::PlayByHand { faces, command } => play::play_by_hand(deciding, faces, command),
        TableCommand::SetSalt { salt } => session::set_salt(deciding, salt),
        TableCommand::BeginSession => session::begin(deciding),
        TableCommand::EndSession => session::end(deciding),
        TableCommand::Undo => rewind::undo(deciding),
        TableCommand::Redo => rewind::redo(deciding),
        TableCommand::RewindTo { point } => rewind::rewind_to(deciding, *point),
        TableCommand::TakeBack => rewind::take_back(deciding),
        TableCommand::Pause { anonymous } => pause::pause(deciding, *anonymous),
        TableCommand::Resume => pause::resume(deciding),
        TableCommand::Nod { seat, yes } => knock::nod(deciding, *seat, *yes),
        TableCommand::WriteNote { note, title, text, picture, to, show } => {
            let (note, picture, show) = (*note, *picture, *show);
            notebook::write(deciding, &Draft { note, title, text, picture, to, show })
        }
        TableCommand::PrepareScene { scene, title, text, notes, things, handouts, standing } => {
            let (scene, standing) = (*scene, *standing);
            let draft = desk::Draft { scene, title, text, notes, things, handouts, standing };
            desk::prepare(deciding, &draft)
        }
        TableCommand::PlaceScene { scene, at } => desk::place(deciding, *scene, *at),
        TableCommand::DropScene { scene } => desk::drop(deciding, *scene),
        TableCommand::StartScene { scene } => desk::start(deciding, *scene),
        TableCommand::Bring { thing, to } => desk::bring(deciding, thing, *to),
        TableCommand::Shelve { thing } => desk::shelve(deciding, thing),
        TableCommand::Unshelve { id } => desk::unshelve(deciding, *id),
        TableCommand::EraseNote { note } => notebook::erase(deciding, *note),
        TableCommand::HandOut { note, to } => notebook::hand_out(deciding, *note, to),
        TableCommand::ErasePicture { picture } => picture::erase(deciding, *picture),
        TableCommand::SetFace { of, picture } => picture::set_face(deciding, of, *picture),
    }
}

/// Applies an event. Infallible and deterministic; events about things that no longer exist are
/// ignored.
pub(crate) fn apply(campaign: &mut Campaign, context: &EventContext, event: &TableEvent) {
    let (room, at) = (&mut campaign.room, context.record.at);
    match event {
        TableEvent::Opened { title, language, time_zone, key, .. } => {
            settings::opened(room, title, language, time_zone, *key);
        }
        TableEvent::Changed { title, language, time_zone } => {
            settings::changed(room, title.as_deref(), language.as_deref(), time_zone.as_deref());
        }
        TableEvent::SeatAdded { seat, name, role } => seats::added(campaign, *seat, name, *role),
        TableEvent::SeatRenamed { seat, name } => seats::renamed(room, *seat, name),
        TableEvent::RoleChanged { seat, role } => seats::role_changed(room, *seat, *role),
        TableEvent::SeatRevoked { seat } => seats::revoked(room, *seat),
        TableEvent::SeatsRemoved { seats } => seats::removed(campaign, seats),
        TableEvent::LinkMade { link, hash, to } => links::link_made(room, *link, hash, *to, at),
        TableEvent::LinkRevoked { link } => links::link_revoked(room, *link),
        TableEvent::DeviceEntered { device, hash, seat, link } => {
            links::device_entered(room, (*device, hash), *seat, *link, at);
        }
        TableEvent::DeviceRevoked { device } => links::device_revoked(room, *device),
        TableEvent::Said { .. } => {}
        TableEvent::Rolled { rolls, .. } => roll::rolled(room, rolls),
        TableEvent::SessionBegan { number } => session::began(room, *number, at),
        TableEvent::SeedSealed { audience, commitment, seed } => {
            session::sealed(room, audience, commitment, *seed);
        }
        TableEvent::SessionEnded { .. } => session::ended(room, at),
        TableEvent::SaltSet { seat, salt } => session::salt_set(room, *seat, salt),
        TableEvent::Rewound { why, .. } => rewind::rewound(campaign, context, *why),
        TableEvent::Imported => links::imported(room),
        TableEvent::Redacted { .. } => redact::redacted(room),
        TableEvent::Paused => pause::paused(room),
        TableEvent::Resumed => pause::resumed(room),
        TableEvent::Knocked { seat, hash } => knock::knocked(room, *seat, hash, at),
        TableEvent::KnockAnswered { seat } => knock::answered(room, *seat),
        TableEvent::PictureAdded { picture, name, width, height, files } => {
            let (id, by, name) = (*picture, context.record.by, name.clone());
            let (width, height, files) = (*width, *height, *files);
            picture::added(room, Picture { id, by, name, width, height, files });
        }
        TableEvent::PictureErased { picture } => picture::erased(room, *picture),
        TableEvent::FaceSet { of, picture } => picture::face_set(room, of, *picture),
        TableEvent::NoteWritten { note, title, text, picture, to } => {
            // Whoever wrote a note is never left out of its record.
            if let Some(by) = context.record.by {
                let (id, title, text) = (*note, title.clone(), text.clone());
                let (picture, to, shown) = (*picture, to.clone(), false);
                notebook::written(room, Note { id, by, title, text, picture, to, shown, at });
            }
        }
        TableEvent::NoteErased { note } => notebook::erased(room, *note),
        TableEvent::HandedOut { note, to } => notebook::handed_out(room, *note, to),
        TableEvent::ScenePrepared { scene, title, text, notes, things, handouts, standing } => {
            let (id, title, text, notes) = (*scene, title.clone(), text.clone(), notes.clone());
            let (things, handouts, standing) = (things.clone(), handouts.clone(), *standing);
            let started = None;
            let scene = desk::Scene { id, title, text, notes, things, handouts, standing, started };
            desk::prepared(room, scene);
        }
        TableEvent::ScenePlaced { scene, at } => desk::placed(room, *scene, *at),
        TableEvent::PreparedDropped { scene } => desk::dropped(room, *scene),
        TableEvent::SceneStarted { scene, .. } => desk::started(room, *scene, context.record.seq),
        TableEvent::Shelved { id, thing } => desk::shelved(room, *id, thing),
        TableEvent::Unshelved { id } => desk::unshelved(room, *id),
    }
}

/// The lines a viewer gets of an event, before it is applied.
pub(crate) fn tell(
    campaign: &Campaign,
    context: &EventContext,
    event: &TableEvent,
    viewer: Viewer,
) -> Vec<KindedLine> {
    let room = &campaign.room;
    match event {
        TableEvent::Opened { title, .. } => settings::tell_opened(title),
        TableEvent::Changed { .. } => settings::tell_changed(campaign, context),
        TableEvent::SeatAdded { name, role, .. } => seats::tell_added(name, *role),
        TableEvent::SeatRenamed { seat, name } => seats::tell_renamed(room, *seat, name),
        TableEvent::RoleChanged { seat, role } => seats::tell_role_changed(room, *seat, *role),
        TableEvent::SeatRevoked { seat } => seats::tell_revoked(room, *seat),
        TableEvent::SeatsRemoved { seats } => seats::tell_removed(room, seats),
        TableEvent::Said { voice, text } => talk::tell_said(campaign, context, voice, text, viewer),
        TableEvent::Rolled { rolls, reason } => {
            roll::tell_rolled(campaign, context, rolls, reason.as_deref(), viewer)
        }
        TableEvent::SessionBegan { number } => session::tell_began(*number),
        TableEvent::SessionEnded { idle, .. } => session::tell_ended(room, *idle),
        TableEvent::SaltSet { .. } => session::tell_salt_set(campaign, context),
        TableEvent::Rewound { why, .. } => rewind::tell_rewound(campaign, context, *why, viewer),
        TableEvent::Imported => links::tell_imported(),
        TableEvent::Redacted { seat, of } => redact::tell_redacted(room, *seat, *of),
        TableEvent::Paused => pause::tell_paused(campaign, context),
        TableEvent::Resumed => pause::tell_resumed(campaign, context),
        TableEvent::HandedOut { note, to } => {
            notebook::tell_handed_out(campaign, context, *note, to, viewer)
        }
        TableEvent::SceneStarted { says, .. } => desk::tell_started(says.as_ref()),
        TableEvent::ScenePrepared { .. }
        | TableEvent::ScenePlaced { .. }
        | TableEvent::PreparedDropped { .. }
        | TableEvent::Shelved { .. }
        | TableEvent::Unshelved { .. }
        | TableEvent::LinkMade { .. }
        | TableEvent::LinkRevoked { .. }
        | TableEvent::DeviceEntered { .. }
        | TableEvent::DeviceRevoked { .. }
        | TableEvent::Knocked { .. }
        | TableEvent::KnockAnswered { .. }
        | TableEvent::PictureAdded { .. }
        | TableEvent::PictureErased { .. }
        | TableEvent::FaceSet { .. }
        | TableEvent::NoteWritten { .. }
        | TableEvent::NoteErased { .. }
        | TableEvent::SeedSealed { .. } => Vec::new(),
    }
}

/// What of the views an event can change, beside lines.
pub(crate) fn changes(event: &TableEvent) -> Changes {
    let parts = match event {
        TableEvent::Said { .. } | TableEvent::Rolled { .. } => return Changes::NONE,
        // The desk tells which scenes the game has played; by another pack it shows more or less.
        TableEvent::Rewound { .. } => {
            return Changes::GAME.with(TableParts::DESK.and(TableParts::LIBRARY));
        }
        TableEvent::RoleChanged { .. }
        | TableEvent::DeviceRevoked { .. }
        | TableEvent::SeatRevoked { .. }
        | TableEvent::SeatsRemoved { .. } => return Changes::ACCESS,
        TableEvent::Opened { .. } | TableEvent::Imported | TableEvent::Redacted { .. } => {
            TableParts::ALL
        }
        TableEvent::Changed { .. } | TableEvent::Paused | TableEvent::Resumed => TableParts::TABLE,
        TableEvent::SeatAdded { .. } => TableParts::SEATS,
        // Notes say who wrote them.
        TableEvent::SeatRenamed { .. } => {
            TableParts::YOU.and(TableParts::SEATS).and(TableParts::NOTES)
        }
        TableEvent::LinkMade { .. }
        | TableEvent::LinkRevoked { .. }
        | TableEvent::DeviceEntered { .. }
        | TableEvent::Knocked { .. }
        | TableEvent::KnockAnswered { .. } => TableParts::LINKS,
        TableEvent::SessionBegan { .. }
        | TableEvent::SeedSealed { .. }
        | TableEvent::SaltSet { .. }
        | TableEvent::SessionEnded { .. } => TableParts::SESSIONS,
        TableEvent::PictureAdded { .. } => TableParts::PICTURES,
        TableEvent::PictureErased { .. } => {
            TableParts::PICTURES.and(TableParts::NOTES).and(TableParts::FACES)
        }
        TableEvent::FaceSet { .. } => TableParts::FACES,
        TableEvent::NoteWritten { .. } | TableEvent::HandedOut { .. } => TableParts::NOTES,
        // It is no handout of a scene any more.
        TableEvent::NoteErased { .. } => TableParts::NOTES.and(TableParts::DESK),
        TableEvent::ScenePrepared { .. }
        | TableEvent::ScenePlaced { .. }
        | TableEvent::PreparedDropped { .. }
        | TableEvent::SceneStarted { .. }
        | TableEvent::Shelved { .. }
        | TableEvent::Unshelved { .. } => TableParts::DESK,
    };
    Changes::of_table(parts)
}

/// What the command of an event is answered with, if not just that it is done.
pub(crate) fn answer(event: &TableEvent) -> Option<Answer> {
    match event {
        TableEvent::SeatAdded { seat, .. } => Some(Answer::Seat { seat: *seat }),
        TableEvent::LinkMade { link, .. } => Some(Answer::Link { link: *link, token: None }),
        TableEvent::NoteWritten { note, .. } => Some(Answer::Note { note: *note }),
        TableEvent::PictureAdded { picture, .. } => Some(Answer::Picture { picture: *picture }),
        TableEvent::Opened { .. }
        | TableEvent::Changed { .. }
        | TableEvent::SeatRenamed { .. }
        | TableEvent::RoleChanged { .. }
        | TableEvent::LinkRevoked { .. }
        | TableEvent::DeviceEntered { .. }
        | TableEvent::DeviceRevoked { .. }
        | TableEvent::SeatRevoked { .. }
        | TableEvent::SeatsRemoved { .. }
        | TableEvent::Said { .. }
        | TableEvent::Rolled { .. }
        | TableEvent::SessionBegan { .. }
        | TableEvent::SeedSealed { .. }
        | TableEvent::SaltSet { .. }
        | TableEvent::SessionEnded { .. }
        | TableEvent::Rewound { .. }
        | TableEvent::Imported
        | TableEvent::Redacted { .. }
        | TableEvent::Paused
        | TableEvent::Knocked { .. }
        | TableEvent::KnockAnswered { .. }
        | TableEvent::PictureErased { .. }
        | TableEvent::FaceSet { .. }
        | TableEvent::NoteErased { .. }
        | TableEvent::ScenePrepared { .. }
        | TableEvent::ScenePlaced { .. }
        | TableEvent::PreparedDropped { .. }
        | TableEvent::SceneStarted { .. }
        | TableEvent::Shelved { .. }
        | TableEvent::Unshelved { .. }
        | TableEvent::HandedOut { .. }
        | TableEvent::Resumed => None,
    }
}

/// Takes a person's name and talk out of an event (B-76); `own` if the person brought it about.
pub(crate) fn redact(redaction: &Redaction, event: &mut TableEvent, own: bool) {
    match event {
        TableEvent::SeatAdded { seat, name, .. } | TableEvent::SeatRenamed { seat, name } => {
            redaction.seat_name(*seat, name);
        }
        TableEvent::Said { voice, text } => redaction.said(voice, text, own),
        TableEvent::Rolled { reason, .. } => redaction.optional_text(reason, own),
        // A table keeps its title, but not this name in it.
        TableEvent::Opened { title, .. } => redaction.text(title, false),
        TableEvent::Changed { title, .. } => redaction.optional_text(title, false),
        TableEvent::NoteWritten { note, title, text, .. } => {
            redaction.note(*note, title, text, own);
        }
        TableEvent::ScenePrepared { title, text, notes, things, .. } => {
            redaction.text(title, own);
            redaction.text(text, own);
            redaction.text(notes, own);
            redaction.things(things, own);
        }
        TableEvent::SceneStarted { says, .. } => {
            if let Some((title, text)) = says {
                redaction.text(title, own);
                redaction.text(text, own);
            }
        }
        TableEvent::Shelved { thing, .. } => {
            redaction.things(std::slice::from_mut(thing), own);
        }
        TableEvent::PictureAdded { name, files, .. } => {
            redaction.text(name, own);
            if own {
                *files = None;
            }
        }
        // It may be the title of a scene.
        TableEvent::FaceSet { of, .. } => redaction.text(of, false),
        // Salts are part of the dice.
        TableEvent::SaltSet { .. } => {}
        TableEvent::RoleChanged { .. }
        | TableEvent::LinkMade { .. }
        | TableEvent::LinkRevoked { .. }
        | TableEvent::DeviceEntered { .. }
        | TableEvent::DeviceRevoked { .. }
        | TableEvent::SeatRevoked { .. }
        | TableEvent::SeatsRemoved { .. }
        | TableEvent::SessionBegan { .. }
        | TableEvent::SeedSealed { .. }
        | TableEvent::SessionEnded { .. }
        | TableEvent::Rewound { .. }
        | TableEvent::Imported
        | TableEvent::Redacted { .. }
        | TableEvent::Paused
        | TableEvent::Knocked { .. }
        | TableEvent::KnockAnswered { .. }
        | TableEvent::PictureErased { .. }
        | TableEvent::NoteErased { .. }
        | TableEvent::ScenePlaced { .. }
        | TableEvent::PreparedDropped { .. }
        | TableEvent::Unshelved { .. }
        | TableEvent::HandedOut { .. }
        | TableEvent::Resumed => {}
    }
}

/// Checks what an event says of the dice (B-22).
///
/// # Errors
/// When it does not match.
pub(crate) fn verify(
    checking: &mut Checking,
    record: &Record,
    event: &TableEvent,
) -> Result<(), Mismatch> {
    match event {
        TableEvent::SeatAdded { seat, name, .. } | TableEvent::SeatRenamed { seat, name } => {
            checking.seat_name(*seat, name);
        }
        TableEvent::SaltSet { seat, salt } => checking.salt(*seat, salt),
        TableEvent::SessionBegan { number } => checking.begin(record, *number)?,
        TableEvent::SeedSealed { audience, commitment, seed } => {
            checking.seal(record.seq, audience, commitment, *seed)?;
        }
        TableEvent::SessionEnded { rolled, .. } => checking.end(record, rolled.as_deref())?,
        TableEvent::Rolled { rolls, .. } => checking.rolls(record.seq, rolls)?,
        TableEvent::Opened { .. }
        | TableEvent::Changed { .. }
        | TableEvent::RoleChanged { .. }
        | TableEvent::LinkMade { .. }
        | TableEvent::LinkRevoked { .. }
        | TableEvent::DeviceEntered { .. }
        | TableEvent::DeviceRevoked { .. }
        | TableEvent::SeatRevoked { .. }
        | TableEvent::SeatsRemoved { .. }
        | TableEvent::Said { .. }
        | TableEvent::Rewound { .. }
        | TableEvent::Imported
        | TableEvent::Redacted { .. }
        | TableEvent::Paused
        | TableEvent::Knocked { .. }
        | TableEvent::KnockAnswered { .. }
        | TableEvent::PictureAdded { .. }
        | TableEvent::PictureErased { .. }
        | TableEvent::FaceSet { .. }
        | TableEvent::NoteWritten { .. }
        | TableEvent::NoteErased { .. }
        | TableEvent::ScenePrepared { .. }
        | TableEvent::ScenePlaced { .. }
        | TableEvent::PreparedDropped { .. }
        | TableEvent::SceneStarted { .. }
        | TableEvent::Shelved { .. }
        | TableEvent::Unshelved { .. }
        | TableEvent::HandedOut { .. }
        | TableEvent::Resumed => {}
    }
    Ok(())
}
