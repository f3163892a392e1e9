//! `mistline serve`: runs the tables of one folder for everyone who can reach this machine (B-70).

use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anstyle::{Ansi256Color, Style};
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use rules::{Message, message};
use server::{Limits, Pack, Settings, Site};
use table::{SqliteStore, Tables, World};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;
use words::{Language, say};

use crate::failure::Failure;

/// Where it listens unless told otherwise: for everyone in the same network.
const USUAL: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 8080);
/// How many further ports are tried when the usual one is taken.
const TRIES: u16 = 20;

#[derive(clap::Args)]
pub struct Arguments {
    #[arg(long, env = "MISTLINE_DATA", value_name = "DIR")]
    data: Option<PathBuf>,
    #[arg(long, env = "MISTLINE_LISTEN", value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    #[arg(long, env = "MISTLINE_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
    #[arg(long, env = "MISTLINE_CREATE_KEY", value_name = "KEY")]
    create_key: Option<String>,
    #[arg(long, env = "MISTLINE_PACKS", value_name = "DIR")]
    packs: Option<PathBuf>,
    #[arg(
        long = "trusted-proxy",
        env = "MISTLINE_TRUSTED_PROXY",
        value_name = "ADDRESS",
        value_delimiter = ','
    )]
    trusted_proxy: Vec<IpAddr>,
    #[arg(long, env = "MISTLINE_NO_LIMITS")]
    no_limits: bool,
}

/// Serves until Ctrl-C or SIGTERM.
pub fn run(arguments: &Arguments, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let public_url = arguments.public_url.as_deref().map(read_url).transpose()?;
    let packs = crate::pack::shipped_and(arguments.packs.as_deref())?;
    let logs = EnvFilter::try_from_env("MISTLINE_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(logs)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let folder = arguments.data.clone().unwrap_or_else(usual_folder);
        let store = open(&folder).await?;
        let listener = listen(arguments.listen, language, out).await?;
        let here = listener.local_addr()?;
        let tables = Tables::new(Arc::new(store), World::machine());
        let settings = Settings {
            public_url: public_url.clone(),
            create_key: arguments.create_key.clone(),
            trusted_proxies: arguments.trusted_proxy.clone(),
            limits: if arguments.no_limits { Limits::none() } else { Limits::default() },
        };
        let packs = packs.into_iter().map(Pack::from).collect();
        let site = Site::new(tables, packs, settings);
        // Signals are heard before anyone is told that the server runs.
        let stop = stop_signal()?;
        greet(&addresses(here, public_url), &folder, language, out)?;
        server::run(listener, site, stop).await?;
        writeln!(out, "{}", say(language, &message!("cli-serve-stopped")))?;
        Ok(())
    })
}

/// `https://play.example` without what would break links made of it.
fn read_url(text: &str) -> Result<String, Failure> {
    let url = text.trim_end_matches('/');
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    match rest {
        Some(rest) if !rest.is_empty() && !rest.contains(['/', '?', '#']) => Ok(url.to_owned()),
        _ => Err(Failure::Told(message!("cli-serve-bad-url", url = text))),
    }
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

async fn open(folder: &Path) -> Result<SqliteStore, Failure> {
    let shown = folder.display().to_string();
    let unfit =
        |fault: String| Failure::Told(message!("cli-serve-folder", folder = &shown, fault = fault));
    make_private(folder).map_err(|fault| unfit(fault.to_string()))?;
    let opened = SqliteStore::open(&folder.join("mistline.db")).await;
    opened.map_err(|fault| unfit(fault.to_string()))
}

/// Makes a folder only its owner can look into: the seeds of dice and whispers are in it.
fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Listens where asked; unasked, at the usual port or the next one that is free.
async fn listen(
    asked: Option<SocketAddr>,
    language: Language,
    out: &mut impl Write,
) -> Result<TcpListener, Failure> {
    let refuse = |address: SocketAddr, fault: &io::Error| {
        let address = address.to_string();
        Failure::Told(match fault.kind() {
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
}

/// Where the server can be reached, the best for a phone last.
fn addresses(here: SocketAddr, public_url: Option<String>) -> Vec<Address> {
    let port = here.port();
    let mut all = Vec::new();
    if here.ip().is_unspecified() || here.ip().is_loopback() {
        let what = message!("cli-serve-this-machine");
        all.push(Address { what, url: format!("http://localhost:{port}") });
    }
    let network = if here.ip().is_unspecified() { network_addresses() } else { vec![here.ip()] };
    for ip in network.into_iter().filter(|ip| !ip.is_loopback()) {
        let what = message!("cli-serve-this-network");
        all.push(Address { what, url: format!("http://{}", SocketAddr::new(ip, port)) });
    }
    if let Some(url) = public_url {
        all.push(Address { what: message!("cli-serve-public"), url });
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
    folder: &Path,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let bold = Style::new().bold();
    writeln!(out, "{bold}{}{bold:#}", say(language, &message!("cli-serve-running")))?;
    for Address { what, url } in addresses {
        writeln!(out, "  {bold}{url}/{bold:#}  {}", say(language, what))?;
    }
    let folder = message!("cli-serve-kept", folder = folder.display().to_string());
    writeln!(out, "  {}", say(language, &folder))?;
    writeln!(out, "{}", say(language, &message!("cli-serve-next")))?;
    let phone = addresses.last().filter(|last| !last.url.contains("localhost"));
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
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
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
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without the signal there is no other way to be told: serve on.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    })
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
            ("https://play.example/game", None),
            ("ftp://play.example", None),
        ] {
            assert_eq!(read_url(text).ok().as_deref(), read, "{text}");
        }
    }

    #[test]
    fn b70_a_server_for_everyone_shows_a_local_address_and_then_its_public_one() {
        let here = SocketAddr::from(([0, 0, 0, 0], 8080));
        let shown = addresses(here, Some("https://play.example".to_owned()));
        assert_eq!(shown.first().map(|first| first.url.as_str()), Some("http://localhost:8080"));
        assert_eq!(shown.last().map(|last| last.url.as_str()), Some("https://play.example"));
    }

    #[test]
    fn b70_a_server_for_this_machine_alone_shows_no_other_address() {
        let shown = addresses(SocketAddr::from(([127, 0, 0, 1], 9000)), None);
        let urls: Vec<&str> = shown.iter().map(|address| address.url.as_str()).collect();
        assert_eq!(urls, ["http://localhost:9000"]);
    }
}
