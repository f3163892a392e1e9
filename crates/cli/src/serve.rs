//! `mistline serve`: runs the tables of one folder for everyone who can reach this machine (B-70).

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anstyle::{Ansi256Color, Style};
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use rules::{Message, message};
use server::wire::QuarantinedPack;
use server::{Limits, Pack, Site};
use table::store::postgres;
use table::{Database, NodeId, PostgresStore, SqliteStore, StoreError, Tables, World};
use tokio::net::TcpListener;
use tokio::time::MissedTickBehavior;
use tracing_subscriber::prelude::*;
use words::{Language, say};

use crate::backup;
use crate::failure::Failure;
use crate::folder::{self, copies, database, in_use, make_private, unusable};
use crate::pack::{Shelf, Written, written};
use crate::settings::{Chosen, Settings};

/// Where it listens unless told otherwise: for everyone in the same network.
pub const USUAL: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 8080);
/// How many further ports are tried when the usual one is taken.
const TRIES: u16 = 20;

/// So many descriptors are kept for the database, its copies and what else is read.
const KEPT: usize = 96;

/// How often it is looked whether another process has erased or rewritten a table.
const LOOK: Duration = Duration::from_secs(1);

/// Serves until Ctrl-C or SIGTERM.
pub fn run(chosen: &Chosen, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let settings = chosen.settle()?;
    // Before the files are read, so that what changes meanwhile is read again.
    let before = settings.packs.as_deref().map(written).unwrap_or_default();
    let shelf = crate::pack::shipped_and(settings.packs.as_deref())?;
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .with_filter(settings.log.clone());
    tracing_subscriber::registry().with(lines).init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let Opened { store, tables, _own } = open(&settings).await?;
        let listener = listen(settings.listen, language, out).await?;
        let here = listener.local_addr()?;
        let addresses = addresses(here, settings.public_url.clone());
        let board = bridge::Board::default();
        let nearest = addresses.last().map(|address| address.url.clone());
        let house = crate::chat::House {
            tables: tables.clone(),
            packs: shelf.packs.iter().map(|it| (it.id.clone(), it.pack.clone())).collect(),
            open: settings.create_key.is_none(),
            web: settings.public_url.clone().or(nearest),
            board: board.clone(),
        };
        let (bridges, chat_doors) = crate::chat::run(settings.chats, &house).await?;
        let site = Site::new(
            tables.clone(),
            Vec::new(),
            server::Settings {
                public_url: settings.public_url,
                network_urls: addresses
                    .iter()
                    .filter(|address| address.opens_elsewhere)
                    .map(|address| address.url.clone())
                    .collect(),
                create_key: settings.create_key,
                trusted_proxies: settings.trusted_proxies,
                limits: if settings.no_limits { Limits::none() } else { limits() },
                drain: settings.drain,
                more_metrics: server::MoreMetrics::new(move || board.text()),
                chat_doors,
            },
        );
        let watching = watch(settings.packs.clone(), before, site.clone(), tables.clone());
        offer(shelf, &site, &tables);
        // Signals are heard before anyone is told that the server runs.
        let stop = stop_signal()?;
        // Whoever started it may read no further than the address: it serves all the same.
        let kept = match &settings.database {
            Some(url) => message!("cli-serve-kept-database", database = postgres::shown(url)),
            None => message!("cli-serve-kept", folder = settings.data.display().to_string()),
        };
        if greet(&addresses, &kept, language, out).is_err() {
            tracing::warn!(address = %here, "nobody reads what is printed");
        }
        let copying = backup::daily(store.clone(), copies(&settings.data), settings.copies);
        let served = tokio::select! {
            served = server::run(listener, site, stop) => served,
            () = copying => Ok(()),
            () = notice(store.clone(), tables) => Ok(()),
            () = watching => Ok(()),
        };
        drop(bridges);
        store.close().await;
        served?;
        let _ = writeln!(out, "{}", say(language, &message!("cli-serve-stopped")));
        Ok(())
    })
}

/// The usual limits, as far as the machine gives descriptors for so many connections.
fn limits() -> Limits {
    let usual = Limits::default();
    let room = descriptors().map(|most| most.saturating_sub(KEPT).max(KEPT / 4));
    let all = usual.all_connections.zip(room).map(|(all, room)| all.min(room));
    Limits { all_connections: all.or(usual.all_connections), ..usual }
}

/// How many files and connections the process may have open; as many as it may ask for.
#[cfg(unix)]
fn descriptors() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    // Without the larger limit the smaller one still holds.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    let now = getrlimit(Resource::Nofile).current.or(current);
    now.and_then(|most| usize::try_from(most).ok())
}

#[cfg(not(unix))]
fn descriptors() -> Option<usize> {
    None
}

/// Has tables read their logs again when `mistline table` has rewritten or erased them.
async fn notice(store: Arc<dyn Database>, tables: Tables) {
    let mut ticks = tokio::time::interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut seen = store.rewritten(0).await.map_or(0, |(_, last)| last);
    let mut away = false;
    loop {
        ticks.tick().await;
        match store.rewritten(seen).await {
            Ok((changed, last)) => {
                seen = last;
                for table in changed {
                    tables.rewritten(table).await;
                }
                if std::mem::take(&mut away) {
                    tracing::info!("the database can be reached again");
                }
            }
            // It will be asked again.
            Err(fault) if !away => {
                away = true;
                tracing::error!(%fault, "the database cannot be reached");
            }
            Err(_) => {}
        }
    }
}

/// Offers rules, and says which are set aside, and why.
fn offer(shelf: Shelf, site: &Site, tables: &Tables) {
    for bad in &shelf.quarantined {
        let reason = say(Language::En, &bad.reason);
        tracing::error!(file = %bad.file, %reason, "a ruleset is not offered");
    }
    let quarantined = shelf.quarantined.into_iter();
    let quarantined =
        quarantined.map(|bad| QuarantinedPack { file: bad.file, reason: bad.reason }).collect();
    tables.offer(shelf.packs.clone());
    site.offer(shelf.packs.into_iter().map(Pack::from).collect(), quarantined);
}

/// Reads the folder of rules again whenever something in it has changed since `before` (P-63). What
/// tables play by stays: newer versions are only offered.
async fn watch(folder: Option<PathBuf>, mut before: Written, site: Site, tables: Tables) {
    let Some(folder) = folder else { return std::future::pending().await };
    let mut ticks = tokio::time::interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let look = folder.clone();
        let Ok(now) = tokio::task::spawn_blocking(move || written(&look)).await else {
            continue;
        };
        if now == before {
            continue;
        }
        let look = folder.clone();
        let read = tokio::task::spawn_blocking(move || crate::pack::shipped_and(Some(&look)));
        // A folder that cannot be read now may be read the next time; what is offered stays.
        if let Ok(Ok(shelf)) = read.await {
            tracing::info!("the folder of rulesets has changed, and was read again");
            offer(shelf, &site, &tables);
            before = now;
        }
    }
}

/// What a server keeps its tables in.
struct Opened {
    store: Arc<dyn Database>,
    tables: Tables,
    /// Keeps others from serving the same folder.
    _own: Option<File>,
}

/// Opens the database: PostgreSQL, which other servers may serve too, or the folder's, which only
/// one can.
async fn open(settings: &Settings) -> Result<Opened, Failure> {
    if let Some(url) = &settings.database {
        let store = PostgresStore::open(url, settings.connections).await;
        let store = store.map_err(|fault| unusable(&fault))?;
        let node = NodeId::random();
        let hints = store.hints(node);
        let store = Arc::new(store);
        let tables = Tables::among(store.clone(), World::machine(), node, hints);
        return Ok(Opened { store, tables, _own: None });
    }
    let folder = settings.data.as_path();
    let shown = folder.display().to_string();
    let unfit = |fault: StoreError| {
        Failure::Message(message!("cli-serve-folder", folder = &shown, fault = fault.to_message()))
    };
    make_private(folder).map_err(|fault| unfit(fault.into()))?;
    let own = folder::take(folder).map_err(|fault| unfit(fault.into()))?;
    let own = own.ok_or_else(|| in_use(folder))?;
    let opened = SqliteStore::open(&database(folder)).await;
    let store = Arc::new(opened.map_err(unfit)?);
    let tables = Tables::new(store.clone(), World::machine());
    Ok(Opened { store, tables, _own: Some(own) })
}

/// Listens where asked; unasked, at the usual port or the next one that is free.
async fn listen(
    asked: Option<SocketAddr>,
    language: Language,
    out: &mut impl Write,
) -> Result<TcpListener, Failure> {
    let refuse = |address: SocketAddr, fault: &io::Error| {
        let address = address.to_string();
        Failure::Message(match fault.kind() {
            io::ErrorKind::AddrInUse => message!("cli-serve-port-taken", address = address),
            _ => message!("cli-serve-cannot-listen", address = address, fault = fault.to_string()),
        })
    };
    if let Some(address) = asked {
        return TcpListener::bind(address).await.map_err(|fault| refuse(address, &fault));
    }
    let mut address = USUAL;
    loop {
        match TcpListener::bind(address).await {
            Ok(listener) => return Ok(listener),
            Err(fault)
                if fault.kind() == io::ErrorKind::AddrInUse
                    && address.port() < USUAL.port() + TRIES =>
            {
                let next = address.port() + 1;
                let note = message!("cli-serve-next-port", port = address.port(), next = next);
                writeln!(out, "{}", say(language, &note))?;
                address.set_port(next);
            }
            Err(fault) => return Err(refuse(address, &fault)),
        }
    }
}

/// An address to open, and what to say of it.
struct Address {
    what: Message,
    url: String,
    /// Whether other devices can open it.
    opens_elsewhere: bool,
}

/// Where the server can be reached, the best for a phone last.
fn addresses(here: SocketAddr, public_url: Option<String>) -> Vec<Address> {
    let port = here.port();
    let mut all = Vec::new();
    if here.ip().is_unspecified() || here.ip().is_loopback() {
        let what = message!("cli-serve-this-machine");
        let url = format!("http://localhost:{port}");
        all.push(Address { what, url, opens_elsewhere: false });
    }
    let network = if here.ip().is_unspecified() { network_addresses() } else { vec![here.ip()] };
    for ip in network.into_iter().filter(|ip| !ip.is_loopback()) {
        let what = message!("cli-serve-this-network");
        let url = format!("http://{}", SocketAddr::new(ip, port));
        all.push(Address { what, url, opens_elsewhere: true });
    }
    if let Some(url) = public_url {
        let what = message!("cli-serve-public");
        all.push(Address { what, url, opens_elsewhere: true });
    }
    all
}

/// The machine's addresses in its networks, without those of containers on it.
fn network_addresses() -> Vec<IpAddr> {
    let Ok(interfaces) = if_addrs::get_if_addrs() else {
        return Vec::new();
    };
    let inner = ["docker", "br-", "veth", "virbr", "podman", "cni"];
    interfaces
        .into_iter()
        .filter(|interface| !inner.iter().any(|prefix| interface.name.starts_with(prefix)))
        .map(|interface| interface.ip())
        .filter(|ip| matches!(ip, IpAddr::V4(v4) if !v4.is_loopback() && !v4.is_link_local()))
        .collect()
}

/// Says that the server runs, and where.
fn greet(
    addresses: &[Address],
    kept: &Message,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let bold = Style::new().bold();
    writeln!(out, "{bold}{}{bold:#}", say(language, &message!("cli-serve-running")))?;
    for Address { what, url, .. } in addresses {
        writeln!(out, "  {bold}{url}/{bold:#}  {}", say(language, what))?;
    }
    writeln!(out, "  {}", say(language, kept))?;
    writeln!(out, "{}", say(language, &message!("cli-serve-next")))?;
    let phone = addresses.last().filter(|last| last.opens_elsewhere);
    if let Some(Address { url, .. }) = phone.filter(|_| io::stdout().is_terminal())
        && let Ok(code) = QrCode::new(format!("{url}/"))
    {
        // Black on white whatever the terminal's colours: not every camera reads it inverted.
        let paper = Style::new()
            .fg_color(Some(Ansi256Color(16).into()))
            .bg_color(Some(Ansi256Color(231).into()));
        writeln!(out)?;
        for line in code.render::<Dense1x2>().build().lines() {
            writeln!(out, "{paper}{line}{paper:#}")?;
        }
    }
    out.flush()?;
    Ok(())
}

/// Ready when someone presses Ctrl-C or the machine's keeper says stop.
#[cfg(unix)]
pub fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ready when someone presses Ctrl-C.
#[cfg(not(unix))]
pub fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without the signal there is no other way to be told: serve on.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    })
}
