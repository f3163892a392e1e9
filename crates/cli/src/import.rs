//! `mistline import`: a table that was exported elsewhere.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use rules::message;
use table::Archive;
use words::{Language, say};

use crate::failure::Failure;
use crate::folder::{Kept, wait};
use crate::settings::{Place, read_url};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[arg(long, env = "MISTLINE_PUBLIC_URL", value_name = "URL")]
    url: Option<String>,
}

/// Puts the table into the database under a new id, and prints the host's new link.
pub fn run(arguments: &Arguments, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let url = arguments.url.as_deref().map(read_url).transpose()?;
    let archive = read(&arguments.file)?;
    wait(async {
        let kept = Kept::open_or_make(&arguments.place).await?;
        let table = kept.tables.import_with(&archive.records, &archive.pictures).await?;
        let link = table.host_link().await?;
        let title = table.about().await?.title;
        let done = message!("cli-import-done", title = title, table = table.id().to_string());
        writeln!(out, "{}", say(language, &done))?;
        let link = link_to(url.as_deref(), table.id(), &link);
        writeln!(out, "{}", say(language, &message!("cli-host-link", link = link)))?;
        kept.store.close().await;
        Ok(())
    })
}

/// Reads an exported file.
///
/// # Errors
/// When it cannot be read, or is not as it was written.
pub fn read(file: &Path) -> Result<Archive, Failure> {
    let bytes = fs::read(file).map_err(|fault| {
        let file = file.display().to_string();
        Failure::Message(message!("cli-unreadable", file = file, fault = fault.to_string()))
    })?;
    Archive::read(&bytes).map_err(|fault| Failure::Message(fault.to_message()))
}

/// A link as people open it; without the server's address, the part after it.
pub fn link_to(url: Option<&str>, table: table::TableId, token: &table::Token) -> String {
    format!("{}/t/{table}#{}", url.unwrap_or_default(), token.reveal())
}
