//! What whoever runs the server may choose: as flags, as environment variables, or in a TOML file
//! (B-70). A flag counts more than a variable, a variable more than the file.

use std::fs;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rules::{Message, message};
use serde::Deserialize;
use table::store::postgres;
use tracing_subscriber::filter::{LevelFilter, Targets};
use words::Language;

use crate::failure::Failure;

/// How many daily copies are kept unless told otherwise.
const COPIES: u32 = 7;
/// How many connections to PostgreSQL there are unless told otherwise.
const CONNECTIONS: u32 = 8;
/// The settings file in the data folder.
const FILE: &str = "mistline.toml";

/// Where everything is kept.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Place {
    #[arg(long, env = "MISTLINE_DATA", value_name = "DIR")]
    pub data: Option<PathBuf>,
    #[arg(long, env = "MISTLINE_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,
    #[arg(long, env = "MISTLINE_DATABASE", value_name = "URL", hide_env_values = true)]
    pub database: Option<String>,
}

/// What `serve` and `doctor` accept.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Chosen {
    #[command(flatten)]
    pub place: Place,
    #[arg(long, env = "MISTLINE_LISTEN", value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    #[arg(long, env = "MISTLINE_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
    #[arg(long, env = "MISTLINE_CREATE_KEY", value_name = "KEY")]
    create_key: Option<String>,
    #[arg(long, env = "MISTLINE_PACKS", value_name = "DIR")]
    packs: Option<PathBuf>,
    #[arg(long, env = "MISTLINE_TRUSTED_PROXY", value_name = "ADDRESS", value_delimiter = ',')]
    trusted_proxy: Vec<IpAddr>,
    #[arg(long, env = "MISTLINE_COPIES", value_name = "COUNT")]
    copies: Option<u32>,
    #[arg(long, env = "MISTLINE_LOG", value_name = "LEVEL")]
    log: Option<String>,
    #[arg(long, env = "MISTLINE_NO_LIMITS")]
    no_limits: bool,
    #[arg(long, env = "MISTLINE_CONNECTIONS", value_name = "COUNT")]
    connections: Option<u32>,
    #[arg(long, env = "MISTLINE_DRAIN", value_name = "SECONDS")]
    drain: Option<u64>,
}

/// The settings file. Its names are those of the flags.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    data: Option<PathBuf>,
    listen: Option<SocketAddr>,
    public_url: Option<String>,
    create_key: Option<String>,
    packs: Option<PathBuf>,
    #[serde(default)]
    trusted_proxy: Vec<IpAddr>,
    copies: Option<u32>,
    log: Option<String>,
    #[serde(default)]
    no_limits: bool,
    database: Option<String>,
    connections: Option<u32>,
    drain: Option<u64>,
    /// The server elsewhere that `mistline chat` carries to.
    server: Option<String>,
    #[serde(default)]
    chat: Vec<Chat>,
}

/// A chat platform that the server is a bot on: a `[[chat]]` of the settings file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Chat {
    /// What its bindings are kept under; its kind if there is only one.
    pub name: Option<String>,
    /// Its protocol.
    pub kind: ChatKind,
    /// Where the implementation listens.
    pub url: Option<String>,
    /// OneBot: where the implementation finds us, if it dials.
    pub listen: Option<SocketAddr>,
    /// The access token.
    pub token: Option<String>,
    /// Who owns the bot, by their ids there.
    #[serde(default, deserialize_with = "ids")]
    pub owner: Vec<String>,
    /// Who is not heard: other bots.
    #[serde(default, deserialize_with = "ids")]
    pub ignore: Vec<String>,
    /// The language of groups at no table.
    pub language: Option<Language>,
    /// OneBot: the API and the events have a socket each.
    #[serde(default)]
    pub split: bool,
    /// OneBot: where the API is called by HTTP.
    pub api: Option<String>,
    /// OneBot: messages are sent as texts with CQ codes.
    #[serde(default)]
    pub codes: bool,
    /// What the two sides know of each other where one is elsewhere.
    pub key: Option<String>,
}

/// Ids, which people write with quotes or without.
fn ids<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Id {
        Text(String),
        Number(u64),
    }
    let ids = Vec::<Id>::deserialize(from)?;
    let text = |id| match id {
        Id::Text(text) => text,
        Id::Number(number) => number.to_string(),
    };
    Ok(ids.into_iter().map(text).collect())
}

/// A protocol of chat platforms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChatKind {
    /// OneBot v11 (C-20).
    Onebot,
    /// Satori (C-21).
    Satori,
    /// A program elsewhere speaks one of these and carries it here (`mistline chat`).
    Relay,
}

/// What holds in the end.
#[derive(Debug)]
pub struct Settings {
    /// Where everything is kept.
    pub data: PathBuf,
    /// The settings file that was read.
    pub file: Option<PathBuf>,
    /// Where to listen; none for the usual place or the next that is free.
    pub listen: Option<SocketAddr>,
    /// Where people reach the server.
    pub public_url: Option<String>,
    /// What one must know to make a table.
    pub create_key: Option<String>,
    /// A folder of further rulesets.
    pub packs: Option<PathBuf>,
    /// Proxies that are believed about whom they speak for.
    pub trusted_proxies: Vec<IpAddr>,
    /// How many daily copies are kept.
    pub copies: u32,
    /// How much is logged.
    pub log: Targets,
    /// Whether anyone may ask for anything as often as they like.
    pub no_limits: bool,
    /// The PostgreSQL database that is shared with other servers; none for the one in the folder.
    pub database: Option<String>,
    /// How many connections to it there may be.
    pub connections: u32,
    /// How long it says that it is not ready before it stops.
    pub drain: Duration,
    /// The server elsewhere that `mistline chat` carries to.
    pub server: Option<String>,
    /// The chat platforms.
    pub chats: Vec<crate::chat::Door>,
}

impl Chosen {
    /// With nothing chosen but this.
    pub fn of(place: Place, log: Option<String>) -> Self {
        Self { place, log, ..Self::default() }
    }

    /// What holds, the settings file included.
    ///
    /// # Errors
    /// When the file cannot be read, or a value is not fit.
    pub fn settle(&self) -> Result<Settings, Failure> {
        let (written, file, data) = read(&self.place)?;
        let proxies = match self.trusted_proxy.is_empty() {
            true => written.trusted_proxy,
            false => self.trusted_proxy.clone(),
        };
        let public_url = self.public_url.clone().or(written.public_url);
        let database = self.place.database.clone().or(written.database);
        let database = database.map(read_database).transpose()?;
        // Copies of a database that others keep too are made where it is.
        let usual_copies = if database.is_some() { 0 } else { COPIES };
        Ok(Settings {
            data,
            file,
            listen: self.listen.or(written.listen),
            public_url: public_url.as_deref().map(read_url).transpose()?,
            create_key: self.create_key.clone().or(written.create_key),
            packs: self.packs.clone().or(written.packs),
            trusted_proxies: proxies,
            copies: self.copies.or(written.copies).unwrap_or(usual_copies),
            no_limits: self.no_limits || written.no_limits,
            database,
            connections: self.connections.or(written.connections).unwrap_or(CONNECTIONS),
            drain: Duration::from_secs(self.drain.or(written.drain).unwrap_or_default()),
            server: written.server.as_deref().map(read_url).transpose()?,
            chats: crate::chat::doors(written.chat)?,
            log: read_log(self.log.as_deref().or(written.log.as_deref()).unwrap_or("info"))?,
        })
    }
}

impl Place {
    /// The data folder.
    ///
    /// # Errors
    /// When the settings file cannot be read.
    pub fn folder(&self) -> Result<PathBuf, Failure> {
        read(self).map(|(_, _, folder)| folder)
    }

    /// The PostgreSQL database, if there is to be one.
    ///
    /// # Errors
    /// When the settings file cannot be read, or it is no such address.
    pub fn database(&self) -> Result<Option<String>, Failure> {
        let (written, ..) = read(self)?;
        self.database.clone().or(written.database).map(read_database).transpose()
    }
}

/// The address of a PostgreSQL database.
///
/// # Errors
/// When it is no such address.
fn read_database(url: String) -> Result<String, Failure> {
    match postgres::is_address(&url) {
        true => Ok(url),
        false => Err(Failure::Message(message!("cli-database-address"))),
    }
}

/// The settings file, which it is, and the data folder. Without `--config` it is the one in the
/// data folder, if there is one.
fn read(place: &Place) -> Result<(Written, Option<PathBuf>, PathBuf), Failure> {
    let usual = || place.data.clone().unwrap_or_else(usual_folder);
    let file = match &place.config {
        Some(file) => file.clone(),
        None => {
            let file = usual().join(FILE);
            if !file.is_file() {
                return Ok((Written::default(), None, usual()));
            }
            file
        }
    };
    let shown = file.display().to_string();
    let bad = |fault: String| {
        Failure::Message(message!("cli-settings-bad", file = &shown, fault = fault.trim_end()))
    };
    let text = fs::read_to_string(&file).map_err(|fault| bad(fault.to_string()))?;
    let mut written: Written = toml::from_str(&text).map_err(|fault| {
        let fault = misread(&text, &fault);
        Failure::Message(message!("cli-settings-bad", file = &shown, fault = fault))
    })?;
    // Paths in the file are as seen from the file.
    let beside = |path: PathBuf| file.parent().unwrap_or(Path::new("")).join(path);
    written.data = written.data.map(beside);
    written.packs = written.packs.map(beside);
    let data = place.data.clone().or(written.data.clone()).unwrap_or_else(usual_folder);
    Ok((written, Some(file), data))
}

/// Where a settings file cannot be read, and why, for people.
fn misread(text: &str, fault: &toml::de::Error) -> Message {
    let at = fault.span().map_or(0, |span| span.start.min(text.len()));
    let before = text.get(..at).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let written = text.lines().nth(line - 1).unwrap_or_default().trim().to_owned();
    // What it says is English; what is usual is said in words of our own.
    let said = fault.message();
    let mut named = said.split('`').skip(1).step_by(2);
    let name = named.next().unwrap_or_default();
    let known = named.collect::<Vec<_>>().join(" ");
    let what = if said.starts_with("unknown field") {
        message!("cli-settings-unknown", name = name, known = known)
    } else if said.starts_with("unknown variant") {
        message!("cli-settings-choice", name = name, known = known)
    } else if said.starts_with("missing field") {
        message!("cli-settings-missing", name = name)
    } else if said.starts_with("invalid type") {
        message!("cli-settings-type", fault = said)
    } else {
        message!("plain", text = said)
    };
    message!("cli-settings-line", line = line, written = written, what = what)
}

/// `https://play.example` without what would break links made of it.
///
/// # Errors
/// When it is no such address.
pub fn read_url(text: &str) -> Result<String, Failure> {
    let url = text.trim_end_matches('/');
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    match rest {
        Some(rest) if !rest.is_empty() && !rest.contains(['/', '?', '#']) => Ok(url.to_owned()),
        _ => Err(Failure::Message(message!("cli-serve-bad-url", url = text))),
    }
}

/// `info`, or `info,table=debug`: a level, and levels of single crates.
///
/// # Errors
/// When it is no such list.
fn read_log(text: &str) -> Result<Targets, Failure> {
    // A single word that is no level would be read as the name of a crate to log.
    let word = text.contains(['=', ',']) || text.parse::<LevelFilter>().is_ok();
    let targets = text.parse().ok().filter(|_| word);
    targets.ok_or_else(|| Failure::Message(message!("cli-serve-bad-log", log = text)))
}

/// Where programs keep such things; where nobody says, beside where it was started.
pub fn usual_folder() -> PathBuf {
    let variable = |name| std::env::var_os(name).filter(|path| !path.is_empty());
    let data = variable("XDG_DATA_HOME")
        .or_else(|| variable("LOCALAPPDATA"))
        .map(PathBuf::from)
        .or_else(|| Some(Path::new(&variable("HOME")?).join(".local/share")));
    data.map_or_else(|| PathBuf::from("mistline-data"), |data| data.join("mistline"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b70_a_public_url_is_a_scheme_and_a_host() {
        for (text, read) in [
            ("https://play.example", Some("https://play.example")),
            ("https://play.example/", Some("https://play.example")),
            ("http://10.0.0.2:8080", Some("http://10.0.0.2:8080")),
            ("play.example", None),
            ("https://", None),
            ("https://play.example/mist", None),
        ] {
            assert_eq!(read_url(text).ok().as_deref(), read, "{text}");
        }
    }

    #[test]
    fn b70_a_flag_counts_more_than_the_file_and_the_file_more_than_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("mistline.toml");
        let text = "listen = \"127.0.0.1:9000\"\ncopies = 3\npacks = \"packs\"\n\
                    trusted-proxy = [\"127.0.0.1\", \"10.0.0.1\"]\n";
        fs::write(&file, text).expect("written");
        let place = Place { data: Some(folder.path().to_owned()), ..Place::default() };
        let mut chosen = Chosen { place, copies: Some(5), ..Chosen::default() };
        let settings = chosen.settle().expect("they are right");
        assert_eq!(settings.file, Some(file.clone()));
        assert_eq!(settings.copies, 5);
        assert_eq!(settings.listen, Some(SocketAddr::from(([127, 0, 0, 1], 9000))));
        assert_eq!(settings.packs, Some(folder.path().join("packs")));
        assert_eq!(settings.trusted_proxies.len(), 2);
        assert_eq!(settings.log.to_string(), "info");
        chosen.copies = None;
        assert_eq!(chosen.settle().expect("still right").copies, 3);
        for wrong in [
            "copys = 3",
            "copies = -1",
            "trusted-proxy = [\"me\"]",
            "public-url = \"x\"",
            "log = \"verbos\"",
            "database = \"mysql://x\"",
            "[[chat]]\nkind = \"icq\"",
            "[[chat]]\nkind = \"onebot\"",
            "[[chat]]\nkind = \"satori\"\nurl = \"nowhere\"",
            "[[chat]]\nkind = \"relay\"",
            "[[chat]]\nkind = \"relay\"\nkey = \"short\"",
            "[[chat]]\nkind = \"relay\"\nkey = \"long enough to be one\"\nurl = \"ws://a\"",
            "server = \"play.example\"",
            "[[chat]]\nkind = \"satori\"\nlisten = \"127.0.0.1:1\"",
            "[[chat]]\nkind = \"onebot\"\nurl = \"ws://a\"\nlisten = \"127.0.0.1:1\"",
            "[[chat]]\nkind = \"onebot\"\nurl = \"ws://a\"\n[[chat]]\nkind = \"onebot\"\nurl = \"ws://b\"",
        ] {
            fs::write(&file, wrong).expect("written");
            assert!(chosen.settle().is_err(), "{wrong}");
        }
    }
}
