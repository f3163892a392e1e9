//! Pictures of the table (B-43): who may see which, whose faces they are, how much room they take.
//!
//! The log knows a picture by its hash and its size; its bytes are kept beside the log
//! ([`crate::store::Store::keep_picture`]). Nobody asks for bytes by their hash: a picture has an id
//! of its own, which tells nothing, and whoever may not see it is answered as if there were none.
//! Like talk, pictures are never undone (B-13): what was seen stays seen.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use rules::{AnyGame, Decided, Id, Plate, Refusal, Role, Seat, SeatId, message};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use crate::campaign::Campaign;
use crate::deciding::Deciding;
use crate::part::{FacesPart, PicturePart, PicturesPart};
use crate::room::Room;
use crate::{Event, Record, TableEvent, text};

/// How many bytes the pictures of all hosts may take together.
pub const HOSTS_SHARE: u64 = 256 << 20;
/// How many bytes the pictures of one player may take. Everyone has a share of their own, so that
/// being refused tells nothing of what others have hidden (B-30).
pub const PLAYERS_SHARE: u64 = 16 << 20;
/// How many pictures a share holds at most.
const MANY: usize = 1000;

/// The SHA-256 of a picture's bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PictureHash(pub(crate) [u8; 32]);

impl PictureHash {
    /// The hash of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

impl fmt::Display for PictureHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for PictureHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<PictureHash> for String {
    fn from(hash: PictureHash) -> Self {
        hash.to_string()
    }
}

/// The text was not the 64 digits of a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a hash is 64 digits from 0 to f")]
pub struct NoHash;

impl FromStr for PictureHash {
    type Err = NoHash;

    fn from_str(text: &str) -> Result<Self, NoHash> {
        let small = |digit: u8| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit);
        if text.len() != 64 || !text.bytes().all(small) {
            return Err(NoHash);
        }
        let mut hash = [0; 32];
        for (place, byte) in hash.iter_mut().enumerate() {
            let digits = text.get(2 * place..2 * place + 2).ok_or(NoHash)?;
            *byte = u8::from_str_radix(digits, 16).map_err(|_| NoHash)?;
        }
        Ok(Self(hash))
    }
}

impl TryFrom<String> for PictureHash {
    type Error = NoHash;

    fn try_from(text: String) -> Result<Self, NoHash> {
        text.parse()
    }
}

/// What the bytes of a picture are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PictureForm {
    /// JPEG.
    Jpeg,
    /// PNG.
    Png,
}

impl PictureForm {
    /// Its content type.
    #[must_use]
    pub fn content_type(self) -> &'static str {
        match self {
            PictureForm::Jpeg => "image/jpeg",
            PictureForm::Png => "image/png",
        }
    }
}

/// One file of a picture, as the log knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureFile {
    /// The hash of its bytes.
    pub hash: PictureHash,
    /// How many there are.
    pub bytes: u64,
    /// What they are.
    pub form: PictureForm,
}

/// The files of a picture: as large as it is kept, and small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureFiles {
    /// As large as it is kept.
    pub whole: PictureFile,
    /// Small, for lists and faces.
    pub small: PictureFile,
}

impl PictureFiles {
    fn bytes(&self) -> u64 {
        self.whole.bytes + self.small.bytes
    }
}

/// A picture that was read, cleaned and written anew, to be kept.
#[derive(Clone, PartialEq, Eq)]
pub struct NewPicture {
    /// What it is called.
    pub name: String,
    /// How wide it is.
    pub width: u32,
    /// How high it is.
    pub height: u32,
    /// Its bytes as large as it is kept, and what they are.
    pub whole: (PictureForm, Vec<u8>),
    /// Its bytes when small, and what they are.
    pub small: (PictureForm, Vec<u8>),
}

impl fmt::Debug for NewPicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, width, height, whole, small } = self;
        write!(f, "{name} {width}×{height}, {} and {} bytes", whole.1.len(), small.1.len())
    }
}

impl NewPicture {
    pub(crate) fn files(&self) -> PictureFiles {
        let file = |(form, bytes): &(PictureForm, Vec<u8>)| PictureFile {
            hash: PictureHash::of(bytes),
            bytes: bytes.len() as u64,
            form: *form,
        };
        PictureFiles { whole: file(&self.whole), small: file(&self.small) }
    }
}

/// A picture of the room.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Picture {
    pub id: Id,
    /// Who brought it; none if the log does not say.
    pub by: Option<SeatId>,
    pub name: String,
    pub width: u32,
    pub height: u32,
    /// None once a person's things were taken out of the log (B-76).
    pub files: Option<PictureFiles>,
}

impl Picture {
    pub fn plate(&self) -> Plate {
        Plate { picture: self.id, width: self.width, height: self.height }
    }
}

impl Room {
    pub fn picture(&self, id: Id) -> Option<&Picture> {
        self.pictures.iter().find(|picture| picture.id == id)
    }

    /// The picture, if it can still be looked at.
    pub fn plate(&self, id: Option<Id>) -> Option<Plate> {
        let picture = self.picture(id?).filter(|picture| picture.files.is_some());
        picture.map(Picture::plate)
    }

    /// The files that are still wanted.
    pub fn picture_files(&self) -> BTreeMap<PictureHash, u64> {
        let files = self.pictures.iter().filter_map(|picture| picture.files);
        let files = files.flat_map(|files| [files.whole, files.small]);
        files.map(|file| (file.hash, file.bytes)).collect()
    }

    /// Whose pictures count together: all hosts', or one player's.
    fn share(&self, of: Seat) -> impl Iterator<Item = &Picture> {
        let hosts = of.role == Role::Host;
        let is_host = |seat: SeatId| self.seat(seat).is_some_and(|it| it.role == Role::Host);
        self.pictures.iter().filter(move |picture| match picture.by {
            Some(by) if hosts => is_host(by) || self.seat(by).is_none(),
            Some(by) => by == of.id,
            None => hosts,
        })
    }
}

/// The files a log still wants, without folding it.
pub(crate) fn wanted(records: &[Record]) -> BTreeMap<PictureHash, u64> {
    let mut files: BTreeMap<Id, PictureFiles> = BTreeMap::new();
    for event in records.iter().flat_map(|record| &record.events) {
        if let Event::Table(TableEvent::PictureAdded { picture, files: Some(added), .. }) = event {
            files.insert(*picture, *added);
        } else if let Event::Table(TableEvent::PictureErased { picture }) = event {
            files.remove(picture);
        }
    }
    let files = files.into_values().flat_map(|files| [files.whole, files.small]);
    files.map(|file| (file.hash, file.bytes)).collect()
}

/// What is seen of the game: which things, and what the scene is called. Faces belong to these.
pub(crate) struct InSight {
    keys: BTreeSet<String>,
    scene: Option<String>,
}

/// What the picture of a scene is known by: before its title.
const SCENE: &str = "scene/";

impl InSight {
    pub fn of(game: &AnyGame, seat: Seat) -> Self {
        let view = game.view(seat.viewer());
        let keys = view.keys().map(str::to_owned).collect();
        let scene = view.part("scene").and_then(|scene| scene_title(&scene));
        Self { keys, scene }
    }

    /// Whether the thing is in sight. The host knows scenes that have not begun.
    fn holds(&self, of: &str, seat: Seat) -> bool {
        match of.strip_prefix(SCENE) {
            Some(title) => seat.is_host() || self.scene.as_deref() == Some(title),
            None => self.keys.contains(of),
        }
    }
}

/// The title of a scene's part, in the language every title has: what its picture is known by.
#[must_use]
pub fn scene_title(scene: &Json) -> Option<String> {
    let title = scene.get("title")?;
    let title = title.as_str().or_else(|| title.get("zh-Hans")?.as_str());
    title.map(str::to_owned)
}

impl Campaign {
    /// Whether a seat may see a picture: its own, those of notes it sees, faces of what it sees.
    pub fn sees_picture(&self, seat: Seat, picture: &Picture) -> bool {
        if seat.is_host() || picture.by == Some(seat.id) {
            return true;
        }
        let of_note = |note: &crate::notebook::Note| {
            note.picture == Some(picture.id) && note.to.sees(seat.viewer())
        };
        if self.room.notes.iter().any(of_note) {
            return true;
        }
        let mut faces = self.room.faces.iter().filter(|(_, face)| **face == picture.id).peekable();
        if faces.peek().is_none() {
            return false;
        }
        let sight = InSight::of(&self.history.game, seat);
        faces.any(|(of, _)| sight.holds(of, seat))
    }

    /// A picture the seat sees.
    ///
    /// # Errors
    /// When it sees none of that id: whether there is one is not told.
    pub fn picture_for(&self, seat: Seat, id: Id) -> Result<&Picture, Refusal> {
        let picture = self.room.picture(id).filter(|picture| picture.files.is_some());
        let picture = picture.filter(|picture| self.sees_picture(seat, picture));
        picture.ok_or_else(|| Refusal::new("B-43", message!("table-no-such-picture")))
    }

    /// `table/faces`; none if no face is in sight.
    pub fn faces_part(&self, seat: Seat) -> Option<FacesPart> {
        if self.room.faces.is_empty() {
            return None;
        }
        let sight = InSight::of(&self.history.game, seat);
        let seen = self.room.faces.iter().filter(|(of, _)| sight.holds(of, seat));
        let faces: BTreeMap<String, Plate> = seen
            .filter_map(|(of, picture)| Some((of.clone(), self.room.plate(Some(*picture))?)))
            .collect();
        (!faces.is_empty()).then_some(FacesPart { faces })
    }

    /// `table/pictures`: the seat's own, or all for a host; none if there are none.
    pub fn pictures_part(&self, seat: Seat) -> Option<PicturesPart> {
        let own = |picture: &&Picture| seat.is_host() || picture.by == Some(seat.id);
        let pictures: Vec<PicturePart> = self
            .room
            .pictures
            .iter()
            .filter(|picture| picture.files.is_some())
            .filter(own)
            .map(|picture| PicturePart {
                plate: picture.plate(),
                name: picture.name.clone(),
                by: picture.by,
                bytes: picture.files.map_or(0, |files| files.bytes()),
            })
            .collect();
        let (used, most) = (self.share_used(seat), share(seat.role));
        (!pictures.is_empty()).then_some(PicturesPart { pictures, used, most })
    }

    fn share_used(&self, seat: Seat) -> u64 {
        let files = self.room.share(seat).filter_map(|picture| picture.files);
        files.map(|files| files.bytes()).sum()
    }

    /// Whether a seat may bring a picture of so many bytes.
    ///
    /// # Errors
    /// For spectators, and when there is no room for it.
    pub fn room_for_picture(&self, seat: Seat, bytes: u64) -> Decided {
        if seat.role == Role::Spectator {
            return Err(crate::play::spectators_look());
        }
        let most = share(seat.role);
        let full = self.room.share(seat).filter(|picture| picture.files.is_some()).count() >= MANY;
        if full || self.share_used(seat) + bytes > most {
            return Err(Refusal::new("B-43", message!("table-pictures-full", most = most >> 20))
                .instead(message!("table-pictures-full-instead")));
        }
        Ok(())
    }
}

fn share(role: Role) -> u64 {
    match role {
        Role::Host => HOSTS_SHARE,
        Role::Player => PLAYERS_SHARE,
        Role::Spectator => 0,
    }
}

/// The event of a picture whose bytes are kept.
///
/// # Errors
/// When there is no room for it, or its name is not fit.
pub(crate) fn add(
    campaign: &Campaign,
    by: Seat,
    id: Id,
    new: &NewPicture,
) -> Result<TableEvent, Refusal> {
    let files = new.files();
    campaign.room_for_picture(by, files.bytes())?;
    let name = text::name(&new.name)?;
    let NewPicture { width, height, .. } = *new;
    Ok(TableEvent::PictureAdded { picture: id, name, width, height, files: Some(files) })
}

pub(crate) fn erase(deciding: &mut Deciding, id: Id) -> Decided {
    let by = deciding.by;
    let picture = deciding.campaign.picture_for(by, id)?;
    if !by.is_host() && picture.by != Some(by.id) {
        return Err(Refusal::new("B-43", message!("table-picture-not-yours")));
    }
    deciding.push(TableEvent::PictureErased { picture: id });
    Ok(())
}

/// Gives a character, a challenge or a scene its picture, or takes it away.
pub(crate) fn set_face(deciding: &mut Deciding, of: &str, picture: Option<Id>) -> Decided {
    deciding.plays()?;
    let (campaign, by) = (deciding.campaign, deciding.by);
    let of = match of.strip_prefix(SCENE) {
        Some(title) => format!("{SCENE}{}", rules::typed::name(title, rules::typed::TALK)?),
        None => of.to_owned(),
    };
    let bears = ["character/", "challenge/", SCENE].iter().any(|kind| of.starts_with(kind));
    let view = campaign.history.game.view(by.viewer());
    let unknown = || Refusal::new("B-43", message!("table-face-of-nothing"));
    if !bears || !InSight::of(&campaign.history.game, by).holds(&of, by) {
        return Err(unknown());
    }
    if !by.is_host() {
        let thing = view.part(&of).ok_or_else(unknown)?;
        let own = serde_json::to_value(by.id).is_ok_and(|id| thing.get("seat") == Some(&id));
        if !own {
            return Err(Refusal::new("B-43", message!("table-face-not-yours")));
        }
    }
    if let Some(picture) = picture {
        campaign.picture_for(by, picture)?;
    }
    deciding.push(TableEvent::FaceSet { of, picture });
    Ok(())
}

pub(crate) fn added(room: &mut Room, picture: Picture) {
    if room.picture(picture.id).is_none() {
        room.pictures.push(picture);
    }
}

pub(crate) fn erased(room: &mut Room, id: Id) {
    room.pictures.retain(|picture| picture.id != id);
    room.faces.retain(|_, face| *face != id);
    for note in &mut room.notes {
        note.picture = note.picture.filter(|picture| *picture != id);
    }
}

pub(crate) fn face_set(room: &mut Room, of: &str, picture: Option<Id>) {
    match picture {
        Some(picture) => drop(room.faces.insert(of.to_owned(), picture)),
        None => drop(room.faces.remove(of)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b43_a_hash_is_read_back_and_nothing_else_is() {
        let hash = PictureHash::of(b"abc");
        let text = hash.to_string();
        assert!(text.starts_with("ba7816bf") && text.len() == 64);
        assert_eq!(text.parse(), Ok(hash));
        for wrong in ["", "../../etc/passwd", &text[1..], &text.to_uppercase(), &"é".repeat(32)] {
            assert_eq!(wrong.parse::<PictureHash>(), Err(NoHash), "{wrong}");
        }
    }
}
