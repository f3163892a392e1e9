//! A log as a document for word processors (OOXML), set as the book is.

use std::fmt::Write;
use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::html::{escaped, hue};
use super::{Entry, How, Log};

const TYPES: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n\
<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
<Default Extension=\"xml\" ContentType=\"application/xml\"/>\
<Override PartName=\"/word/document.xml\" ContentType=\
\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>";

const RELATIONS: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n\
<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
<Relationship Id=\"r1\" Type=\
\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" \
Target=\"word/document.xml\"/></Relationships>";

/// The book's narration is in Song: a word processor that has none takes what it has for it.
const FONTS: &str = "<w:rFonts w:eastAsia=\"SimSun\"/>";

/// A run of text: its colour, whether it is bold, its size in half points.
struct Run<'t> {
    text: &'t str,
    colour: Option<&'t str>,
    bold: bool,
    size: u8,
}

impl<'t> Run<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, colour: None, bold: false, size: 23 }
    }
    fn quiet(text: &'t str) -> Self {
        Self { colour: Some("6D675C"), size: 18, ..Self::new(text) }
    }
    fn bold(text: &'t str, size: u8) -> Self {
        Self { bold: true, size, ..Self::new(text) }
    }
}

/// How a paragraph is set.
#[derive(Clone, Copy)]
enum Set {
    /// A scene's or session's title: what a word processor lists as contents.
    Heading,
    Middle,
    Left,
    /// What the rules did, line under line.
    Small,
}

pub(super) fn write(log: &Log) -> Vec<u8> {
    let speakers = log.speakers();
    let mut body = String::new();
    let (heading, seen_by) = (log.heading(), log.seen_by());
    paragraph(&mut body, Set::Middle, &[Run::bold(&heading, 44)]);
    paragraph(&mut body, Set::Middle, &[Run::quiet(&seen_by)]);
    if log.entries.is_empty() {
        paragraph(&mut body, Set::Left, &[Run::new(&log.empty())]);
    }
    for (day, entries) in log.days() {
        paragraph(&mut body, Set::Middle, &[Run::quiet(day)]);
        for entry in entries {
            set(&mut body, entry, &speakers);
        }
    }
    for section in &log.sections {
        paragraph(&mut body, Set::Heading, &[Run::bold(&section.heading, 32)]);
        for line in &section.lines {
            paragraph(&mut body, Set::Small, &[Run::quiet(line)]);
        }
    }
    let document = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<w:document xmlns:w=\
         \"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>{body}\
         <w:sectPr><w:pgSz w:w=\"11906\" w:h=\"16838\"/><w:pgMar w:top=\"1440\" w:right=\"1440\" \
         w:bottom=\"1440\" w:left=\"1440\" w:header=\"720\" w:footer=\"720\" w:gutter=\"0\"/>\
         </w:sectPr></w:body></w:document>"
    );
    zip(&[
        ("[Content_Types].xml", TYPES.as_bytes()),
        ("_rels/.rels", RELATIONS.as_bytes()),
        ("word/document.xml", document.as_bytes()),
    ])
}

/// The container of a document: the same bytes for the same log, whenever it is written.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        // Memory takes whatever is written to it, and a log is far below the format's limits.
        zip.start_file(*name, options).expect("a short name");
        zip.write_all(bytes).expect("memory");
    }
    zip.finish().expect("memory").into_inner()
}

fn set(body: &mut String, entry: &Entry, speakers: &[&str]) {
    if let Some(chapter) = &entry.chapter {
        paragraph(body, Set::Heading, &[Run::bold(chapter, 32)]);
        if let Some(said) = &entry.said {
            paragraph(body, Set::Left, &[Run::new(&said.text)]);
        }
        return;
    }
    let Some(said) = &entry.said else {
        for line in &entry.text {
            paragraph(body, Set::Small, &[Run::quiet(line.trim())]);
        }
        return;
    };
    let place = speakers.iter().position(|known| *known == said.who).unwrap_or_default();
    let colour = colour(hue(place));
    let name = format!("{}　", said.who);
    let who = Run { colour: Some(&colour), ..Run::bold(&name, 23) };
    match said.how {
        How::Narration => paragraph(body, Set::Left, &[Run::new(&said.text)]),
        How::Character => paragraph(body, Set::Left, &[who, Run::new(&said.text)]),
        How::Aside | How::Whisper => paragraph(body, Set::Left, &[who, Run::quiet(&said.text)]),
        How::Handout => {
            let (title, text) = said.text.split_once('\n').unwrap_or((&said.text, ""));
            paragraph(body, Set::Middle, &[Run::bold(title, 26)]);
            paragraph(body, Set::Middle, &[Run::new(text)]);
        }
    }
}

fn paragraph(body: &mut String, set: Set, runs: &[Run<'_>]) {
    let (keep, after, line, indent, align, level) = match set {
        Set::Heading => ("<w:keepNext/>", 160, 360, 0, "center", "<w:outlineLvl w:val=\"0\"/>"),
        Set::Middle => ("", 120, 360, 0, "center", ""),
        Set::Left => ("", 120, 360, 0, "left", ""),
        Set::Small => ("", 20, 280, 420, "left", ""),
    };
    let _ = write!(
        body,
        "<w:p><w:pPr>{keep}<w:spacing w:after=\"{after}\" w:line=\"{line}\" w:lineRule=\"auto\"/>\
         <w:ind w:left=\"{indent}\"/><w:jc w:val=\"{align}\"/>{level}</w:pPr>"
    );
    for run in runs {
        let colour = run.colour.map_or(String::new(), |it| format!("<w:color w:val=\"{it}\"/>"));
        let bold = if run.bold { "<w:b/>" } else { "" };
        let _ =
            write!(body, "<w:r><w:rPr>{FONTS}{bold}{colour}<w:sz w:val=\"{}\"/></w:rPr>", run.size);
        for (place, line) in run.text.split('\n').enumerate() {
            let line_break = if place > 0 { "<w:br/>" } else { "" };
            let line = escaped(&printable(line));
            let _ = write!(body, "{line_break}<w:t xml:space=\"preserve\">{line}</w:t>");
        }
        body.push_str("</w:r>");
    }
    body.push_str("</w:p>");
}

/// XML has no place for control characters.
fn printable(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control() || *letter == '\t').collect()
}

/// A hue at the lightness of the book's speakers, as six digits.
fn colour(hue: usize) -> String {
    // hsl(hue 62% 44%), by whole numbers: from the darkest 43 to the lightest 182.
    let (low, high) = (43_usize, 182_usize);
    let rise = (high - low) * (hue % 60) / 60;
    let (up, down) = (low + rise, high - rise);
    let (red, green, blue) = match hue / 60 {
        0 => (high, up, low),
        1 => (down, high, low),
        2 => (low, high, up),
        3 => (low, down, high),
        4 => (up, low, high),
        _ => (high, low, down),
    };
    format!("{red:02X}{green:02X}{blue:02X}")
}
