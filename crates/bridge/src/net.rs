//! Connections to other programs, with TLS where the address asks for it.

use std::fmt;
use std::io;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::header::{CONTENT_TYPE, HOST, HeaderName, HeaderValue};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use rules::{Message, message};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, handshake};
use words::Language;

/// How long connecting may take, the handshakes included.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest answer over HTTP that is read.
const LARGEST: usize = 8 << 20;

/// Where a program listens: `wss://chat.example:443/satori`, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Whether it is spoken to by TLS.
    pub tls: bool,
    /// Its name or number, without a port.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The path, with its query; without a slash at its end.
    pub path: String,
}

impl Address {
    /// An address beginning with `ws://`, `wss://`, `http://` or `https://`; none if it is no such.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let (scheme, rest) = text.split_once("://")?;
        let (tls, usual) = match scheme {
            "ws" | "http" => (false, 80),
            "wss" | "https" => (true, 443),
            _ => return None,
        };
        let rest = rest.split('#').next().unwrap_or_default();
        let (authority, path) = match rest.find(['/', '?']) {
            Some(at) => rest.split_at(at),
            None => (rest, ""),
        };
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, port.parse().ok()?),
            _ => (authority, usual),
        };
        let plain = |c: char| c.is_ascii_alphanumeric() || "-._[]:".contains(c);
        if host.is_empty() || !host.chars().all(plain) || !path.is_ascii() {
            return None;
        }
        let path = path.trim_end_matches('/').to_owned();
        Some(Self { tls, host: host.to_owned(), port, path })
    }

    /// The same with something added to its path, before the query.
    #[must_use]
    pub fn join(&self, end: &str) -> Self {
        let (path, query) = match self.path.split_once('?') {
            Some((path, query)) => (path, format!("?{query}")),
            None => (self.path.as_str(), String::new()),
        };
        let path = format!("{}/{end}{query}", path.trim_end_matches('/'));
        Self { path, ..self.clone() }
    }

    /// The host as requests name it.
    #[must_use]
    pub fn authority(&self) -> String {
        match (self.tls, self.port) {
            (false, 80) | (true, 443) => self.host.clone(),
            _ => format!("{}:{}", self.host, self.port),
        }
    }

    fn target(&self) -> &str {
        if self.path.is_empty() { "/" } else { &self.path }
    }
}

impl fmt::Display for Address {
    /// Without the query, which may hold a token.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.tls { "tls" } else { "tcp" };
        let path = self.path.split('?').next().unwrap_or_default();
        write!(f, "{scheme}://{}{path}", self.authority())
    }
}

/// Why there is no connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nobody listens there.
    Refused,
    /// There is no machine of that name.
    NoSuchHost(String),
    /// Another program listens there already.
    InUse,
    /// The other side cannot be reached, in the system's own words.
    Unreachable(String),
    /// There was no answer in time.
    NoAnswer,
    /// The connection was closed or lost.
    Closed,
    /// Three signs of life in a row were missing.
    Silent,
    /// Its certificate is not to be trusted, or there is no TLS to be had.
    Tls(String),
    /// There are no certificates on this machine to trust others by.
    NoCertificates,
    /// It wants another token.
    Token,
    /// The server has no such door for a chat program, or it wants another key.
    NoDoor,
    /// It answers, but no account is logged in there.
    NobodyThere,
    /// It answers, but not as such a program would.
    Strange(String),
}

impl Fault {
    /// The same for people.
    #[must_use]
    pub fn to_message(&self) -> Message {
        match self {
            Fault::Refused => message!("bridge-fault-refused"),
            Fault::NoSuchHost(host) => message!("bridge-fault-no-host", host = host),
            Fault::InUse => message!("bridge-fault-in-use"),
            Fault::Unreachable(fault) => message!("bridge-fault-unreachable", fault = fault),
            Fault::NoAnswer => message!("bridge-fault-no-answer"),
            Fault::Closed => message!("bridge-fault-closed"),
            Fault::Silent => message!("bridge-fault-silent"),
            Fault::Tls(fault) => message!("bridge-fault-tls", fault = fault),
            Fault::NoCertificates => message!("bridge-fault-no-certificates"),
            Fault::Token => message!("bridge-fault-token"),
            Fault::NoDoor => message!("bridge-fault-no-door"),
            Fault::NobodyThere => message!("bridge-fault-nobody"),
            Fault::Strange(fault) => message!("bridge-fault-strange", fault = fault),
        }
    }

    /// The same in the language of the server's log.
    #[must_use]
    pub fn say(&self) -> String {
        let locale = ["MISTLINE_LANG", "LC_ALL", "LANG"];
        let locale = locale.iter().find_map(|name| std::env::var(name).ok());
        let language = Language::from_locale(&locale.unwrap_or_default());
        words::say(language, &self.to_message())
    }
}

impl From<io::Error> for Fault {
    fn from(fault: io::Error) -> Self {
        match fault.kind() {
            io::ErrorKind::ConnectionRefused => Fault::Refused,
            io::ErrorKind::AddrInUse => Fault::InUse,
            io::ErrorKind::TimedOut => Fault::NoAnswer,
            io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::BrokenPipe
            | io::ErrorKind::UnexpectedEof => Fault::Closed,
            _ => Fault::Unreachable(fault.to_string()),
        }
    }
}

/// Why a socket broke.
impl From<tungstenite::Error> for Fault {
    fn from(fault: tungstenite::Error) -> Self {
        match fault {
            tungstenite::Error::Io(fault) => fault.into(),
            tungstenite::Error::ConnectionClosed | tungstenite::Error::AlreadyClosed => {
                Fault::Closed
            }
            tungstenite::Error::Protocol(
                tungstenite::error::ProtocolError::ResetWithoutClosingHandshake,
            ) => Fault::Closed,
            other => Fault::Strange(other.to_string()),
        }
    }
}

/// Bytes both ways.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// A WebSocket over any stream.
pub type Socket = WebSocketStream<Box<dyn Stream>>;

/// The system's certificates, read once.
fn tls() -> Result<TlsConnector, Fault> {
    static CONFIG: OnceLock<Result<Arc<ClientConfig>, Fault>> = OnceLock::new();
    let config = CONFIG.get_or_init(|| {
        let mut roots = RootCertStore::empty();
        let found = rustls_native_certs::load_native_certs();
        // A certificate that cannot be read is one fewer to trust.
        let (good, _) = roots.add_parsable_certificates(found.certs);
        if good == 0 {
            return Err(Fault::NoCertificates);
        }
        let provider = Arc::new(crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|fault| Fault::Tls(fault.to_string()))?;
        Ok(Arc::new(config.with_root_certificates(roots).with_no_client_auth()))
    });
    config.clone().map(TlsConnector::from)
}

/// Connects.
///
/// # Errors
/// When nobody listens there, or TLS fails.
pub async fn dial(address: &Address) -> Result<Box<dyn Stream>, Fault> {
    let slow = |_| Fault::NoAnswer;
    let host = address.host.trim_start_matches('[').trim_end_matches(']');
    let looked = timeout(PATIENCE, lookup_host((host, address.port))).await.map_err(slow)?;
    let found: Vec<_> = looked.map_err(|_| Fault::NoSuchHost(host.to_owned()))?.collect();
    let stream = timeout(PATIENCE, TcpStream::connect(found.as_slice())).await.map_err(slow)??;
    // Small messages are wanted at once; without it they are only later.
    let _ = stream.set_nodelay(true);
    if !address.tls {
        return Ok(Box::new(stream));
    }
    let name = ServerName::try_from(host.to_owned());
    let name = name.map_err(|fault| Fault::Tls(fault.to_string()))?;
    let stream = timeout(PATIENCE, tls()?.connect(name, stream)).await.map_err(slow)?;
    Ok(Box::new(stream.map_err(|fault| Fault::Tls(fault.to_string()))?))
}

/// Headers of a request.
pub type Headers = Vec<(HeaderName, String)>;

/// Opens a WebSocket.
///
/// # Errors
/// When nobody answers, the token is wrong, or it is no WebSocket.
pub async fn open(address: &Address, headers: Headers) -> Result<Socket, Fault> {
    let strange = |fault: String| Fault::Strange(fault);
    let scheme = if address.tls { "wss" } else { "ws" };
    let url = format!("{scheme}://{}{}", address.authority(), address.target());
    let mut request = url.into_client_request().map_err(|fault| strange(fault.to_string()))?;
    for (name, value) in headers {
        let value = HeaderValue::try_from(value).map_err(|_| Fault::Token)?;
        request.headers_mut().insert(name, value);
    }
    let stream = dial(address).await?;
    let opened = timeout(PATIENCE, tokio_tungstenite::client_async(request, stream)).await;
    let opened = opened.map_err(|_| Fault::NoAnswer)?;
    match opened {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::Error::Http(answer)) => Err(match answer.status().as_u16() {
            401 | 403 => Fault::Token,
            other => strange(format!("HTTP {other}")),
        }),
        // Nobody there speaks WebSocket, at least not at this path.
        Err(other) => Err(match Fault::from(other) {
            Fault::Closed => strange("closed".to_owned()),
            other => other,
        }),
    }
}

/// Why a request over HTTP has no answer, and whether it may have been done all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// It was surely not sent.
    NotSent(Fault),
    /// It was sent.
    Lost(Fault),
}

/// Asks for something over HTTP, on a connection of its own.
///
/// # Errors
/// When there is no answer.
pub async fn ask(
    address: &Address,
    method: Method,
    headers: Headers,
    body: Vec<u8>,
    patience: Duration,
) -> Result<(StatusCode, Bytes), NoAnswer> {
    let strange = |fault: String| NoAnswer::NotSent(Fault::Strange(fault));
    let lost = |fault: String| Fault::Strange(fault);
    let stream = dial(address).await.map_err(NoAnswer::NotSent)?;
    let spoken = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await;
    let (mut sender, line) = spoken.map_err(|fault| strange(fault.to_string()))?;
    let line = tokio::spawn(line);
    let mut request = Request::builder()
        .method(method)
        .uri(address.target())
        .header(HOST, address.authority())
        .header(CONTENT_TYPE, "application/json");
    for (name, value) in headers {
        request = request.header(name, value);
    }
    let request = request.body(Full::new(Bytes::from(body)));
    let request = request.map_err(|fault| strange(fault.to_string()))?;
    let exchange = async {
        let answer = sender.send_request(request).await.map_err(|fault| lost(fault.to_string()))?;
        let status = answer.status();
        let body = Limited::new(answer.into_body(), LARGEST).collect().await;
        Ok((status, body.map_err(|fault| lost(fault.to_string()))?.to_bytes()))
    };
    let answered = timeout(patience, exchange).await;
    line.abort();
    match answered {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(fault)) => Err(NoAnswer::Lost(fault)),
        Err(_) => Err(NoAnswer::Lost(Fault::NoAnswer)),
    }
}

/// The answer to a WebSocket that is not wanted.
#[must_use]
pub fn refuse(status: StatusCode) -> handshake::server::ErrorResponse {
    let mut answer = handshake::server::ErrorResponse::new(None);
    *answer.status_mut() = status;
    answer
}

/// Pauses between tries, each about twice the one before, up to a minute.
#[derive(Debug, Default)]
pub struct Pauses(u32);

impl Pauses {
    /// The next pause. No two programs that lost the same server come back at the same moment.
    pub fn longer(&mut self) -> Duration {
        let whole = 500_u64 << self.0.min(7);
        self.0 += 1;
        let spread = u64::from(std::process::id()).wrapping_mul(2_654_435_761) % 250;
        Duration::from_millis(whole.min(60_000) + spread)
    }

    /// It went well: the next pause is short again.
    pub fn reset(&mut self) {
        self.0 = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c20_an_address_is_taken_apart() {
        let parts = |text: &str| {
            let it = Address::read(text)?;
            Some((it.tls, it.host, it.port, it.path))
        };
        let of =
            |tls, host: &str, port, path: &str| Some((tls, host.to_owned(), port, path.to_owned()));
        assert_eq!(parts("ws://127.0.0.1:3001"), of(false, "127.0.0.1", 3001, ""));
        assert_eq!(parts("wss://q.example/ws/"), of(true, "q.example", 443, "/ws"));
        assert_eq!(parts("http://[::1]:5140/satori"), of(false, "[::1]", 5140, "/satori"));
        assert_eq!(parts("ws://a?access_token=x"), of(false, "a", 80, "?access_token=x"));
        for wrong in ["", "a", "ftp://a", "ws://", "ws://a:b", "ws://a b", "ws://a:99999"] {
            assert_eq!(parts(wrong), None, "{wrong}");
        }
        let joined = Address::read("ws://a/x?t=1").expect("right").join("api");
        assert_eq!(joined.path, "/x/api?t=1");
        assert!(!joined.to_string().contains("t=1"), "no token is shown");
    }

    #[test]
    fn c20_pauses_grow_up_to_a_minute_and_begin_anew() {
        let mut pauses = Pauses::default();
        let all: Vec<u128> = (0..12).map(|_| pauses.longer().as_millis()).collect();
        assert!(all.windows(2).all(|two| two[0] <= two[1]), "{all:?}");
        assert!(all[0] < 1_000 && (60_000..61_000).contains(&all[11]), "{all:?}");
        pauses.reset();
        assert!(pauses.longer().as_millis() < 1_000);
    }
}
