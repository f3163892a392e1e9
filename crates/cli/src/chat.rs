//! The chat platforms of the settings file (C-20, C-21): checked, run by `serve` beside the tables or
//! by `chat` beside the platform, tried by `doctor`.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bridge::net::{Address, Fault};
use bridge::relay::{self, Far, Near};
use bridge::{Board, Bridge, Incoming, Metrics, Platform, onebot, satori};
use rules::message;
use rules::pack::CheckedPack;
use server::{ChatDoors, SpeakChat};
use table::Tables;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tracing_subscriber::prelude::*;
use words::{Language, say};

use crate::failure::Failure;
use crate::settings::{Chat, ChatKind, Chosen, Place, read_url};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
    #[arg(long, env = "MISTLINE_SERVER", value_name = "URL")]
    server: Option<String>,
    #[arg(long, env = "MISTLINE_LOG", value_name = "LEVEL")]
    log: Option<String>,
}

/// How many messages may wait for the tables.
const WAITING: usize = 1024;
/// How long `doctor` waits for an answer.
const LOOK: Duration = Duration::from_secs(12);
/// The shortest key that nobody guesses.
const KEY: usize = 16;

/// How a platform is reached.
#[derive(Clone, Debug)]
pub enum Way {
    /// By OneBot v11.
    OneBot(onebot::Config),
    /// By Satori.
    Satori(satori::Config),
    /// By a program elsewhere that dials us.
    Relay,
}

/// A chat platform whose settings are right.
#[derive(Clone, Debug)]
pub struct Door {
    /// What its bindings are kept under.
    pub name: String,
    /// How it is reached.
    pub way: Way,
    /// What the two sides know of each other where one is elsewhere.
    pub key: Option<String>,
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
            return Err(Failure::Message(message!("cli-chat-twice", name = door.name)));
        }
        doors.push(door);
    }
    Ok(doors)
}

fn door(chat: Chat) -> Result<Door, Failure> {
    let kind = match chat.kind {
        ChatKind::Onebot => "onebot",
        ChatKind::Satori => "satori",
        ChatKind::Relay => "relay",
    };
    let name = chat.name.clone().unwrap_or_else(|| kind.to_owned());
    let plain = |c: char| c.is_alphanumeric() || "-_".contains(c);
    if name.is_empty() || !name.chars().all(plain) {
        return Err(Failure::Message(message!("cli-chat-name", name = name)));
    }
    let address = |text: &str| {
        let bad = || Failure::Message(message!("cli-chat-url", name = name.as_str(), url = text));
        Address::read(text).ok_or_else(bad)
    };
    let url = chat.url.as_deref().map(address).transpose()?;
    let api = chat.api.as_deref().map(address).transpose()?;
    let way = match (chat.kind, url, chat.listen) {
        (ChatKind::Onebot, url, listen) => {
            let way = match (url, listen) {
                (Some(url), None) => onebot::Way::Forward(url),
                (None, Some(listen)) => onebot::Way::Reverse(listen),
                _ => return Err(Failure::Message(message!("cli-chat-way", name = name))),
            };
            // Whoever reaches it could speak as anybody.
            let open = |at: &SocketAddr| !at.ip().is_loopback() && chat.token.is_none();
            if let onebot::Way::Reverse(listen) = &way
                && open(listen)
            {
                let listen = listen.to_string();
                return Err(Failure::Message(message!(
                    "cli-chat-open",
                    name = name,
                    listen = listen
                )));
            }
            let (split, codes) = (chat.split, chat.codes);
            Way::OneBot(onebot::Config { way, token: chat.token, split, api, codes })
        }
        (ChatKind::Satori, Some(address), None) => {
            Way::Satori(satori::Config { address, token: chat.token })
        }
        (ChatKind::Satori, _, _) => {
            return Err(Failure::Message(message!("cli-chat-satori", name = name)));
        }
        (ChatKind::Relay, None, None) if chat.key.is_some() => Way::Relay,
        (ChatKind::Relay, _, _) => {
            return Err(Failure::Message(message!("cli-chat-relay", name = name)));
        }
    };
    if chat.key.as_ref().is_some_and(|key| key.len() < KEY || !key.is_ascii()) {
        return Err(Failure::Message(message!("cli-chat-key-short", name = name, least = KEY)));
    }
    let language = chat.language.unwrap_or_default();
    let (key, owners, ignored) = (chat.key, chat.owner, chat.ignore);
    Ok(Door { name, way, key, owners, ignored, language })
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

/// An adapter that runs, and what comes from it.
struct Adapter {
    platform: Arc<dyn Platform>,
    incoming: mpsc::Receiver<Incoming>,
}

/// Runs the bridges, for as long as the set is kept; and says who is let in from elsewhere.
///
/// # Errors
/// When their bindings cannot be read.
pub async fn run(doors: Vec<Door>, house: &House) -> Result<(JoinSet<()>, ChatDoors), Failure> {
    let mut running = JoinSet::new();
    let mut elsewhere: BTreeMap<String, Arc<Near>> = BTreeMap::new();
    for door in doors {
        let metrics = house.board.add(&door.name);
        let book = Bridge::book(&house.tables, &door.name).await;
        let book = book.map_err(|fault| Failure::Message(fault.to_message()))?;
        let Adapter { platform, incoming } = match door.way {
            Way::Relay => {
                let (send, incoming) = mpsc::channel(WAITING);
                let near = Near::new(door.key.unwrap_or_default(), send, metrics.clone());
                elsewhere.insert(door.name.clone(), near.clone());
                Adapter { platform: near, incoming }
            }
            way => adapt(way, &metrics, Some(&book), &mut running),
        };
        let settings = bridge::Settings {
            name: door.name,
            language: door.language,
            owners: door.owners.into_iter().collect(),
            open: house.open,
            web: house.web.clone(),
            ignored: door.ignored.into_iter().collect(),
            packs: house.packs.clone(),
        };
        let bridge = Bridge::new(settings, house.tables.clone(), book, platform, metrics);
        running.spawn(bridge.run(incoming));
    }
    let open = move |name: &str, key: &str| {
        let near = elsewhere.get(name).filter(|near| near.opens(key))?.clone();
        let speak: SpeakChat = Box::new(move |socket| {
            Box::pin(async move {
                near.serve(socket).await;
            })
        });
        Some(speak)
    };
    Ok((running, ChatDoors::new(open)))
}

/// Runs an adapter.
fn adapt(
    way: Way,
    metrics: &Arc<Metrics>,
    book: Option<&Arc<bridge::book::Book>>,
    running: &mut JoinSet<()>,
) -> Adapter {
    let (send, incoming) = mpsc::channel(WAITING);
    let platform: Arc<dyn Platform> = match way {
        Way::OneBot(config) => {
            let bot = onebot::OneBot::new(config, send, metrics.clone());
            running.spawn(bot.clone().run());
            bot
        }
        Way::Satori(config) => {
            let bot = satori::Satori::new(config, send, metrics.clone(), book.cloned());
            running.spawn(bot.clone().run());
            bot
        }
        Way::Relay => unreachable!("it has no adapter of its own here"),
    };
    Adapter { platform, incoming }
}

/// `mistline chat`: carries what is said on chat platforms to a server elsewhere, and back.
pub fn carry(
    arguments: &Arguments,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let chosen = Chosen::of(arguments.place.clone(), arguments.log.clone());
    let settings = chosen.settle()?;
    let asked = arguments.server.as_deref().map(read_url).transpose()?;
    let server = asked.or(settings.server);
    let server = server.ok_or_else(|| Failure::Message(message!("cli-chat-no-server")))?;
    let ways: Vec<(Door, Address, String)> = settings
        .chats
        .into_iter()
        .filter(|door| !matches!(door.way, Way::Relay))
        .map(|door| {
            let key = door.key.clone();
            let key = key.ok_or_else(|| {
                Failure::Message(message!("cli-chat-no-key", name = door.name.as_str()))
            })?;
            let at = there(&server, &door.name)?;
            Ok((door, at, key))
        })
        .collect::<Result<_, Failure>>()?;
    if ways.is_empty() {
        return Err(Failure::Message(message!("cli-chat-none")));
    }
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .with_filter(settings.log);
    tracing_subscriber::registry().with(lines).init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let stop = crate::serve::stop_signal()?;
        let mut running = JoinSet::new();
        for (door, at, key) in ways {
            let name = door.name;
            let Adapter { platform, incoming } =
                adapt(door.way, &Arc::default(), None, &mut running);
            running.spawn(Far::new(at, key, platform, incoming).run());
            let said = message!("cli-chat-carries", name = name, server = server.as_str());
            writeln!(out, "{}", say(language, &said))?;
        }
        out.flush()?;
        stop.await;
        Ok(())
    })
}

/// Where a server lets the chat program of a name in.
fn there(server: &str, name: &str) -> Result<Address, Failure> {
    let bad = || Failure::Message(message!("cli-serve-bad-url", url = server));
    Ok(Address::read(server).ok_or_else(bad)?.join(&format!("api/chat/{name}")))
}

/// Whether a server lets the chat program of a name in.
///
/// # Errors
/// Why it does not.
pub async fn probe_server(server: &str, name: &str, key: &str) -> Result<(), Fault> {
    let at = there(server, name).map_err(|_| Fault::NoSuchHost(server.to_owned()))?;
    timeout(LOOK, relay::probe(&at, key)).await.map_err(|_| Fault::NoAnswer)?
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
            Way::Relay => Err(Fault::NobodyThere),
        }
    };
    let slow = |_| Fault::NoAnswer;
    timeout(LOOK, looked).await.map_err(slow)?
}
