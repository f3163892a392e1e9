//! `mistline export`: a table as one file, a session's log as a seat saw it, or its characters.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use rules::{AnyView, message};
use table::store::private;
use table::{Archive, Event, TableEvent};
use words::log::Form;
use words::{Language, say};

use crate::failure::Failure;
use crate::folder::{Kept, Listed, wait};
use crate::settings::Place;

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
    #[arg(value_name = "TABLE")]
    table: String,
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[arg(long, value_name = "FORM", value_parser = ["md", "html", "txt", "book", "paint", "docx"], hide_possible_values = true)]
    log: Option<String>,
    #[arg(long, requires = "log", conflicts_with = "session")]
    all_sessions: bool,
    #[arg(long, requires = "log")]
    story: bool,
    #[arg(long, value_name = "NAME")]
    seat: Option<String>,
    #[arg(long, value_name = "NUMBER", requires = "log")]
    session: Option<u32>,
    #[arg(long, conflicts_with = "log")]
    characters: bool,
    #[arg(long, conflicts_with_all = ["log", "characters"])]
    sheets: bool,
    #[arg(long, conflicts_with_all = ["log", "characters", "sheets"])]
    chart: bool,
    #[arg(long, conflicts_with_all = ["log", "characters", "sheets", "chart"])]
    case_file: bool,
}

/// Writes a table, or what was asked of it, to a file or to standard output.
pub fn run(arguments: &Arguments, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    wait(async {
        let kept = Kept::open(&arguments.place).await?;
        let listed = kept.find(&arguments.table).await?;
        let text = match arguments.log.as_deref().and_then(Form::of_ending) {
            Some(form) => {
                let seat = listed.seat(arguments.seat.as_deref())?.seat;
                let asked = export::Asked {
                    session: arguments.session,
                    whole: arguments.all_sessions,
                    story: arguments.story,
                    plates: form == Form::Book,
                };
                let workers = export::Workers::default();
                let log = export::log(&workers, &listed.handle, seat, asked).await?.write(form);
                kept.store.close().await;
                return put(arguments.file.as_deref(), &log, out);
            }
            None if arguments.characters => {
                let seat = listed.seat(arguments.seat.as_deref())?.seat;
                let characters = export::characters(&listed.handle, seat).await?;
                serde_json::to_string_pretty(&characters).map_err(std::io::Error::from)? + "\n"
            }
            None if arguments.sheets => {
                let seat = listed.seat(arguments.seat.as_deref())?.seat;
                let cards =
                    export::cards(&export::Workers::default(), &listed.handle, seat, language)
                        .await?;
                words::sheet::page(language, &listed.table.title, &cards)
            }
            None if arguments.chart => {
                let seat = listed.seat(arguments.seat.as_deref())?.seat;
                let view = listed.handle.game_view(seat).await?;
                kept.store.close().await;
                let file = arguments.file.as_deref();
                return chart(&view, file, language, out);
            }
            None if arguments.case_file => {
                let seat = listed.seat(arguments.seat.as_deref())?.seat;
                let workers = export::Workers::default();
                let cases = export::case_file(&workers, &listed.handle, seat, language).await?;
                words::log::document(&listed.table.title, &cases)
            }
            None => {
                whole(&listed, arguments.file.as_deref(), language, out).await?;
                kept.store.close().await;
                return Ok(());
            }
        };
        kept.store.close().await;
        put(arguments.file.as_deref(), text.as_bytes(), out)
    })
}

/// The fight as a picture: PNG into a file of that ending, else SVG (T-35).
fn chart(
    view: &AnyView,
    file: Option<&Path>,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let svg = picture::chart_of(view, language)
        .ok_or_else(|| Failure::Message(message!("timeline-no-fight")))?;
    let is_png = |file: &Path| file.extension().is_some_and(|it| it.eq_ignore_ascii_case("png"));
    if !file.is_some_and(is_png) {
        return put(file, svg.as_bytes(), out);
    }
    let png = picture::png(&svg).map_err(|picture::NoFont| {
        Failure::Message(message!("cli-doctor-no-font", package = picture::FONT_PACKAGE))
    })?;
    put(file, &png, out)
}

async fn whole(
    listed: &Listed,
    file: Option<&Path>,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let archive = Archive::new(listed.handle.id(), listed.handle.export().await?);
    let archive = archive.with_pictures(listed.handle.pictures().await?);
    put(file, archive.write().as_bytes(), out)?;
    if let Some(file) = file {
        let (title, records) = (listed.table.title.as_str(), archive.records.len());
        let file = file.display().to_string();
        let done = message!("cli-export-done", title = title, records = records, file = file);
        writeln!(out, "{}", say(language, &done))?;
        if is_open(&archive) {
            writeln!(out, "{}", say(language, &message!("cli-export-sealed")))?;
        }
    }
    Ok(())
}

/// Whether a session is under way.
fn is_open(archive: &Archive) -> bool {
    let events = archive.records.iter().rev().flat_map(|record| record.events.iter().rev());
    let began = |event: &Event| matches!(event, Event::Table(TableEvent::SessionBegan { .. }));
    let ended = |event: &Event| matches!(event, Event::Table(TableEvent::SessionEnded { .. }));
    events.take_while(|event| !ended(event)).any(began)
}

/// Writes to a file, aside first so that it is whole or not there; or prints.
pub fn put(file: Option<&Path>, content: &[u8], out: &mut impl Write) -> Result<(), Failure> {
    let Some(file) = file else {
        out.write_all(content)?;
        return Ok(());
    };
    let mut aside = file.as_os_str().to_owned();
    aside.push(".part");
    let aside = PathBuf::from(aside);
    // Secrets are in it: only its owner can read it (B-79).
    let written = private::create(&aside)
        .and_then(|mut written| written.write_all(content))
        .and_then(|()| fs::rename(&aside, file));
    written.map_err(|fault| {
        let _ = fs::remove_file(&aside);
        let file = file.display().to_string();
        Failure::Message(message!("cli-unwritable", file = file, fault = fault.to_string()))
    })
}
