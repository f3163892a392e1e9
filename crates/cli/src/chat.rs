//! The chat platforms of the settings file (C-20, C-21): checked, run by `serve`, tried by `doctor`.

use std::sync::Arc;
use std::time::Duration;

use bridge::net::{Address, Fault};
use bridge::{Board, Bridge, Metrics, onebot, satori};
use rules::message;
use rules::pack::CheckedPack;
use table::Tables;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::timeout;
use words::Language;

use crate::failure::Failure;
use crate::settings::{Chat, ChatKind};

/// How many messages may wait for the tables.
const WAITING: usize = 1024;
/// How long `doctor` waits for an answer.
const LOOK: Duration = Duration::from_secs(12);

/// How a platform is reached.
#[derive(Clone, Debug)]
pub enum Way {
    /// By OneBot v11.
    OneBot(onebot::Config),
    /// By Satori.
    Satori(satori::Config),
}

/// A chat platform whose settings are right.
#[derive(Clone, Debug)]
pub struct Door {
    /// What its bindings are kept under.
    pub name: String,
    /// How it is reached.
    pub way: Way,
    owners: Vec<String>,
    ignored: Vec<String>,
    language: Language,
}

/// The platforms of the settings file.
///
/// # Errors
/// When one is not said right, or two have one name.
pub fn doors(chats: Vec<Chat>) -> Result<Vec<Door>, Failure> {
    let mut doors: Vec<Door> = Vec::new();
    for chat in chats {
        let door = door(chat)?;
        if doors.iter().any(|known| known.name == door.name) {
            return Err(Failure::Told(message!("cli-chat-twice", name = door.name)));
        }
        doors.push(door);
    }
    Ok(doors)
}

fn door(chat: Chat) -> Result<Door, Failure> {
    let kind = match chat.kind {
        ChatKind::Onebot => "onebot",
        ChatKind::Satori => "satori",
    };
    let name = chat.name.clone().unwrap_or_else(|| kind.to_owned());
    let plain = |c: char| c.is_alphanumeric() || "-_".contains(c);
    if name.is_empty() || !name.chars().all(plain) {
        return Err(Failure::Told(message!("cli-chat-name", name = name)));
    }
    let address = |text: &str| {
        let bad = || Failure::Told(message!("cli-chat-url", name = name.as_str(), url = text));
        Address::read(text).ok_or_else(bad)
    };
    let url = chat.url.as_deref().map(address).transpose()?;
    let api = chat.api.as_deref().map(address).transpose()?;
    let way = match (chat.kind, url, chat.listen) {
        (ChatKind::Onebot, url, listen) => {
            let way = match (url, listen) {
                (Some(url), None) => onebot::Way::Forward(url),
                (None, Some(listen)) => onebot::Way::Reverse(listen),
                _ => return Err(Failure::Told(message!("cli-chat-way", name = name))),
            };
            let (split, codes) = (chat.split, chat.codes);
            Way::OneBot(onebot::Config { way, token: chat.token, split, api, codes })
        }
        (ChatKind::Satori, Some(address), None) => {
            Way::Satori(satori::Config { address, token: chat.token })
        }
        (ChatKind::Satori, _, _) => {
            return Err(Failure::Told(message!("cli-chat-satori", name = name)));
        }
    };
    let language = chat.language.unwrap_or_default();
    Ok(Door { name, way, owners: chat.owner, ignored: chat.ignore, language })
}

/// What the bridges of a server have in common.
pub struct House {
    /// The tables.
    pub tables: Tables,
    /// The rulesets tables can be made with.
    pub packs: Vec<(String, CheckedPack)>,
    /// Whether anyone may make tables.
    pub open: bool,
    /// Where people reach it.
    pub web: Option<String>,
    /// Where the numbers are.
    pub board: Board,
}

/// Runs the bridges, for as long as the set is kept.
///
/// # Errors
/// When their bindings cannot be read.
pub async fn run(doors: Vec<Door>, house: &House) -> Result<JoinSet<()>, Failure> {
    let mut running = JoinSet::new();
    for door in doors {
        let (send, incoming) = mpsc::channel(WAITING);
        let metrics = house.board.add(&door.name);
        let book = Bridge::book(&house.tables, &door.name).await;
        let book = book.map_err(|fault| Failure::Told(fault.to_message()))?;
        let settings = bridge::Settings {
            name: door.name,
            language: door.language,
            owners: door.owners.into_iter().collect(),
            open: house.open,
            web: house.web.clone(),
            ignored: door.ignored.into_iter().collect(),
            packs: house.packs.clone(),
            draw: None,
        };
        let tables = house.tables.clone();
        match door.way {
            Way::OneBot(config) => {
                let bot = onebot::OneBot::new(config, send, metrics.clone());
                running.spawn(bot.clone().run());
                running.spawn(Bridge::new(settings, tables, book, bot, metrics).run(incoming));
            }
            Way::Satori(config) => {
                let marks = Some(book.clone());
                let bot = satori::Satori::new(config, send, metrics.clone(), marks);
                running.spawn(bot.clone().run());
                running.spawn(Bridge::new(settings, tables, book, bot, metrics).run(incoming));
            }
        }
    }
    Ok(running)
}

/// Connects once; who answers there.
///
/// # Errors
/// Why nobody does.
pub async fn probe(way: Way) -> Result<String, Fault> {
    let (send, _kept) = mpsc::channel(WAITING);
    let metrics = Arc::new(Metrics::default());
    let looked = async {
        match way {
            Way::OneBot(config) => onebot::OneBot::new(config, send, metrics).probe().await,
            Way::Satori(config) => satori::Satori::new(config, send, metrics, None).probe().await,
        }
    };
    let slow = |_| Fault::Unreachable("no answer in time".to_owned());
    timeout(LOOK, looked).await.map_err(slow)?
}
