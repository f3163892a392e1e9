//! `mistline table`: the tables of this server, a lost host link, erasing (B-05, B-76).

use std::io::Write;

use rules::message;
use words::{Language, say};

use crate::failure::Failure;
use crate::folder::{Kept, wait};
use crate::import::link_to;
use crate::settings::{Place, read_url};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    List {
        #[command(flatten)]
        place: Place,
    },
    Link {
        #[command(flatten)]
        place: Place,
        #[arg(value_name = "TABLE")]
        table: String,
        #[arg(long, env = "MISTLINE_PUBLIC_URL", value_name = "URL")]
        url: Option<String>,
    },
    Delete {
        #[command(flatten)]
        place: Place,
        #[arg(value_name = "TABLE")]
        table: String,
        #[arg(long)]
        yes: bool,
    },
    Redact {
        #[command(flatten)]
        place: Place,
        #[arg(value_name = "TABLE")]
        table: String,
        #[arg(value_name = "SEAT")]
        seat: String,
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        #[arg(long)]
        yes: bool,
    },
}

/// Does it.
pub fn run(arguments: &Arguments, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    wait(async {
        match &arguments.what {
            What::List { place } => list(place, language, out).await,
            What::Link { place, table, url } => {
                let url = url.as_deref().map(read_url).transpose()?;
                let kept = Kept::open(place).await?;
                let listed = kept.find(table).await?;
                let token = listed.handle.host_link().await?;
                let link = link_to(url.as_deref(), listed.handle.id(), &token);
                kept.store.close().await;
                writeln!(out, "{}", say(language, &message!("cli-host-link", link = link)))?;
                Ok(())
            }
            What::Delete { place, table, yes } => {
                let kept = Kept::open(place).await?;
                let listed = kept.find(table).await?;
                let title = listed.table.title.clone();
                sure(*yes)?;
                kept.tables.delete(listed.handle.id()).await?;
                kept.store.close().await;
                let done = message!("cli-table-deleted", title = title);
                writeln!(out, "{}", say(language, &done))?;
                Ok(())
            }
            What::Redact { place, table, seat, name, yes } => {
                let kept = Kept::open(place).await?;
                let listed = kept.find(table).await?;
                let removed = listed.handle.removed().await?;
                let whose = match removed.iter().find(|removed| removed.name == *seat) {
                    // Unless someone else has taken the name since.
                    Some(removed) if listed.seat(Some(seat)).is_err() => removed.seat,
                    _ => listed.seat(Some(seat))?.seat,
                };
                sure(*yes)?;
                let usual = || say(language, &message!("cli-redacted-name"));
                let name = name.clone().unwrap_or_else(usual);
                listed.handle.redact(whose, name.clone()).await?;
                kept.store.close().await;
                let done = message!("cli-table-redacted", seat = seat, name = name);
                writeln!(out, "{}", say(language, &done))?;
                Ok(())
            }
        }
    })
}

async fn list(place: &Place, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let kept = Kept::open(place).await?;
    let all = kept.list().await?;
    if all.is_empty() {
        writeln!(out, "{}", say(language, &message!("cli-table-none")))?;
    }
    for stored in &all {
        let (id, last) = (stored.table.to_string(), stored.last.strftime("%Y-%m-%d").to_string());
        let row = match kept.look(stored).await {
            Ok(listed) => message!(
                "cli-table-row",
                table = id,
                last = last,
                title = listed.table.title.as_str(),
                ruleset = listed.table.family.as_str(),
                seats = listed.seats.len(),
                records = stored.records
            ),
            Err(refusal) => {
                message!("cli-table-unreadable-row", table = id, last = last, fault = refusal.what)
            }
        };
        writeln!(out, "{}", say(language, &row))?;
    }
    kept.store.close().await;
    Ok(())
}

fn sure(yes: bool) -> Result<(), Failure> {
    if yes { Ok(()) } else { Err(Failure::Message(message!("cli-table-sure"))) }
}
