//! A whole table as one file (B-50): a line for what it is, then a line for each record, then one for
//! each file of its pictures (B-43), in base64.
//!
//! Each line is `["<hash>",<what>]`, JSON with nothing left to choose in how it is written. The
//! hash is that of the line before and of this line's bytes, so a file in which one bit has changed
//! is found out, and so is one whose end is missing.

#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rules::{Message, message};
use serde::{Deserialize, Serialize};

use crate::chain::ChainHash;
use crate::picture::wanted;
use crate::record::{self, SCHEMA, opening};
use crate::{Event, PictureHash, Record, TableEvent, TableId};

/// The version of the file's form. One without pictures is of version 1, which older programs read.
const FORMAT: u32 = 2;
/// What the first line says the file is.
const KIND: &str = "mistline table";

/// An exported table, read back.
#[derive(Clone, Debug, PartialEq)]
pub struct Archive {
    /// The table it was.
    pub table: TableId,
    /// What it was called at first.
    pub title: String,
    /// Its log, the seeds of its last session left out if that had not ended.
    pub records: Vec<Record>,
    /// The bytes of its pictures.
    pub pictures: BTreeMap<PictureHash, Vec<u8>>,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Heading {
    file: String,
    format: u32,
    schema: u32,
    table: TableId,
    title: String,
    records: u64,
    #[serde(default, skip_serializing_if = "is_none")]
    pictures: u64,
}

fn is_none(pictures: &u64) -> bool {
    *pictures == 0
}

/// A line of a picture.
#[derive(Serialize, Deserialize)]
struct PictureLine {
    picture: PictureHash,
    bytes: String,
}

/// Why a file is not read as an exported table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRead {
    /// It is something else.
    #[error("this is not an exported table")]
    Other,
    /// It was written by a newer version.
    #[error("the file is of version {0}, this program reads up to {FORMAT}")]
    Newer(u32),
    /// A line is not as it was written.
    #[error("line {0} is not as it was written")]
    Changed(usize),
    /// The file ends early, or something follows its end.
    #[error("the file should have {due} records, it has {found}")]
    Length {
        /// How many there should be.
        due: u64,
        /// How many there are.
        found: u64,
    },
    /// Pictures are missing that the table shows.
    #[error("{0} files of pictures are missing")]
    Pictures(usize),
    /// A line is whole, but this version cannot read it.
    #[error("line {line} cannot be read: {fault}")]
    Unreadable {
        /// Which.
        line: usize,
        /// Why.
        fault: String,
    },
}

impl NotRead {
    /// The same for people.
    #[must_use]
    pub fn to_message(&self) -> Message {
        match self {
            NotRead::Other => message!("table-archive-other"),
            NotRead::Newer(found) => {
                message!("table-archive-newer", found = *found, known = FORMAT)
            }
            NotRead::Changed(line) => message!("table-archive-changed", line = *line),
            NotRead::Length { due, found } => {
                message!("table-archive-length", due = *due, found = *found)
            }
            NotRead::Pictures(missing) => {
                message!("table-archive-pictures", missing = *missing)
            }
            NotRead::Unreadable { line, .. } => {
                message!("table-archive-unreadable", line = *line)
            }
        }
    }
}

impl Archive {
    /// A table's log as [`crate::TableHandle::export`] gives it, or as a store holds it: seeds of
    /// the session under way are left out.
    #[must_use]
    pub fn new(table: TableId, mut records: Vec<Record>) -> Self {
        without_open_seeds(&mut records);
        let title = opening(&records).map_or(String::new(), |opened| opened.title.to_owned());
        Self { table, title, records, pictures: BTreeMap::new() }
    }

    /// The same with the bytes of its pictures, as [`crate::TableHandle::pictures`] gives them.
    #[must_use]
    pub fn with_pictures(self, pictures: BTreeMap<PictureHash, Vec<u8>>) -> Self {
        Self { pictures, ..self }
    }

    /// How many files of its pictures are missing.
    #[must_use]
    pub fn missing_pictures(&self) -> usize {
        wanted(&self.records).keys().filter(|hash| !self.pictures.contains_key(hash)).count()
    }

    /// The file's text.
    ///
    /// # Panics
    /// Never: records are plain data with string keys.
    #[must_use]
    pub fn write(&self) -> String {
        let heading = Heading {
            file: KIND.to_owned(),
            format: if self.pictures.is_empty() { 1 } else { FORMAT },
            schema: SCHEMA,
            table: self.table,
            title: self.title.clone(),
            records: self.records.len() as u64,
            pictures: self.pictures.len() as u64,
        };
        let mut text = String::new();
        let mut hash = ChainHash::root(KIND.as_bytes());
        let mut line = |json: serde_json::Result<String>| {
            let json = json.expect("plain data with string keys");
            hash = hash.then(json.as_bytes());
            text += &format!("[\"{hash}\",{json}]\n");
        };
        line(serde_json::to_string(&heading));
        for record in &self.records {
            line(serde_json::to_string(record));
        }
        for (picture, bytes) in &self.pictures {
            let picture = PictureLine { picture: *picture, bytes: STANDARD.encode(bytes) };
            line(serde_json::to_string(&picture));
        }
        text
    }

    /// Reads a file back.
    ///
    /// # Errors
    /// When it is not an exported table, not as it was written, or of a newer version.
    pub fn read(file: &[u8]) -> Result<Self, NotRead> {
        let mut lines = file.split_inclusive(|byte| *byte == b'\n');
        let mut hash = ChainHash::root(KIND.as_bytes());
        let first = lines.next().ok_or(NotRead::Other)?;
        // Only whole lines are believed, but a file that is no export at all gets its own error.
        let named = first.get(68..).is_some_and(|rest| rest.starts_with(b"{\"file\":"));
        let first = match whole(&mut hash, first) {
            Some(first) => first,
            None if named => return Err(NotRead::Changed(1)),
            None => return Err(NotRead::Other),
        };
        let form: serde_json::Value = serde_json::from_slice(first).map_err(|_| NotRead::Other)?;
        let format = form.get("format").and_then(serde_json::Value::as_u64).unwrap_or_default();
        if format > u64::from(FORMAT) {
            return Err(NotRead::Newer(u32::try_from(format).unwrap_or(u32::MAX)));
        }
        let heading: Heading = serde_json::from_value(form).map_err(|_| NotRead::Other)?;
        if heading.file != KIND {
            return Err(NotRead::Other);
        }
        let (mut records, mut pictures) = (Vec::new(), BTreeMap::new());
        let mut found = 0;
        for (line, text) in (2..).zip(lines) {
            let json = whole(&mut hash, text).ok_or(NotRead::Changed(line))?;
            let json = std::str::from_utf8(json).map_err(|_| NotRead::Changed(line))?;
            let unreadable = |fault: String| NotRead::Unreadable { line, fault };
            found += 1;
            if found <= heading.records {
                let read = record::read(json);
                records.push(read.map_err(|fault| unreadable(fault.to_string()))?);
                continue;
            }
            let read = serde_json::from_str::<PictureLine>(json);
            let PictureLine { picture, bytes } =
                read.map_err(|fault| unreadable(fault.to_string()))?;
            let bytes = STANDARD.decode(bytes);
            let bytes = bytes.map_err(|fault| unreadable(fault.to_string()))?;
            // Whoever makes a file by hand chains it right; the hash of the bytes is in the log.
            if PictureHash::of(&bytes) != picture {
                return Err(NotRead::Changed(line));
            }
            pictures.insert(picture, bytes);
        }
        let due = heading.records.saturating_add(heading.pictures);
        if found != due {
            return Err(NotRead::Length { due, found });
        }
        let archive = Self { table: heading.table, title: heading.title, records, pictures };
        match archive.missing_pictures() {
            missing if missing > 0 && format > 1 => Err(NotRead::Pictures(missing)),
            _ => Ok(archive),
        }
    }
}

/// Takes the seeds of the session under way out of an export: they still make rolls.
pub(crate) fn without_open_seeds(records: &mut [Record]) {
    for event in records.iter_mut().rev().flat_map(|record| record.events.iter_mut().rev()) {
        if let Event::Table(TableEvent::SeedSealed { seed, .. }) = event {
            *seed = None;
        } else if let Event::Table(
            TableEvent::SessionBegan { .. } | TableEvent::SessionEnded { .. },
        ) = event
        {
            return;
        }
    }
}

/// What a line says, if its hash is the one that is due.
fn whole<'l>(hash: &mut ChainHash, line: &'l [u8]) -> Option<&'l [u8]> {
    let (written, json) = line.strip_prefix(b"[\"")?.split_at_checked(64)?;
    let json = json.strip_prefix(b"\",")?.strip_suffix(b"]\n")?;
    *hash = hash.then(json);
    (hash.to_string().as_bytes() == written).then_some(json)
}
