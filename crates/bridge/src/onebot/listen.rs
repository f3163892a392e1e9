//! Reverse: the implementation dials us. Its sockets are told apart by headers, and those of one
//! account belong together.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::StatusCode;
use sha2::{Digest, Sha256};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::accept_hdr_async;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};

use super::OneBot;
use super::link::{End, Role, speak};
use crate::net::{Fault, Pauses, refuse};

/// How long a handshake may take.
const HANDSHAKE: Duration = Duration::from_secs(5);
/// The most sockets at once.
const MOST: usize = 64;

pub async fn run(bot: &Arc<OneBot>, address: SocketAddr) {
    let mut pauses = Pauses::default();
    let listener = loop {
        match TcpListener::bind(address).await {
            Ok(listener) => break listener,
            Err(fault) => {
                let fault = Fault::from(fault);
                let pause = pauses.longer();
                tracing::error!(%address, fault = %fault.say(), ?pause, "cannot listen");
                sleep(pause).await;
            }
        }
    };
    tracing::info!(%address, "waiting for the implementation to connect");
    let mut sockets = JoinSet::new();
    loop {
        let accepted = listener.accept().await;
        while sockets.try_join_next().is_some() {}
        match accepted {
            Ok((stream, _)) if sockets.len() < MOST => {
                let bot = bot.clone();
                sockets.spawn(async move { serve(&bot, stream).await });
            }
            Ok(_) => tracing::warn!(%address, "too many connections"),
            Err(fault) => {
                tracing::warn!(%fault, "nobody can be let in");
                sleep(Duration::from_millis(200)).await;
            }
        }
    }
}

/// Whether it can listen there.
pub async fn probe(address: SocketAddr) -> Result<String, Fault> {
    Ok(TcpListener::bind(address).await?.local_addr()?.to_string())
}

/// What the headers of a handshake say.
struct Caller {
    account: Option<String>,
    role: Role,
}

/// Whether the token that is shown is ours. Hashes are compared, so that the time it takes reveals
/// nothing.
fn opens(request: &Request, token: Option<&str>) -> Result<(), StatusCode> {
    let Some(token) = token else { return Ok(()) };
    let header = request.headers().get("Authorization").and_then(|it| it.to_str().ok());
    let shown = header.map(|it| it.trim_start_matches("Bearer ").trim_start_matches("Token "));
    let query = request.uri().query().unwrap_or_default().split('&');
    let in_query = || query.filter_map(|it| it.strip_prefix("access_token=")).next();
    let hash = |text: &str| Sha256::digest(text.as_bytes());
    match shown.or_else(in_query) {
        None => Err(StatusCode::UNAUTHORIZED),
        Some(shown) if hash(shown) == hash(token) => Ok(()),
        Some(_) => Err(StatusCode::FORBIDDEN),
    }
}

fn caller(request: &Request) -> Caller {
    let header = |name: &str| request.headers().get(name).and_then(|it| it.to_str().ok());
    let path = request.uri().path().trim_end_matches('/');
    let role = match header("X-Client-Role").unwrap_or_default().to_ascii_lowercase().as_str() {
        "api" => Role::Api,
        "event" => Role::Event,
        "universal" => Role::Universal,
        _ if path.ends_with("/api") => Role::Api,
        _ if path.ends_with("/event") => Role::Event,
        _ => Role::Universal,
    };
    Caller { account: header("X-Self-ID").map(str::to_owned), role }
}

#[allow(clippy::result_large_err, reason = "the library's own type for a refused handshake")]
async fn serve(bot: &OneBot, stream: TcpStream) {
    let _ = stream.set_nodelay(true);
    let mut found = None;
    let look = |request: &Request, response: Response| -> Result<Response, ErrorResponse> {
        opens(request, bot.config.token.as_deref()).map_err(|status| {
            tracing::error!(%status, "an implementation was refused: its access token is not ours");
            refuse(status)
        })?;
        found = Some(caller(request));
        Ok(response)
    };
    let Ok(Ok(socket)) = timeout(HANDSHAKE, accept_hdr_async(stream, look)).await else {
        return;
    };
    let Some(Caller { account, role }) = found else { return };
    tracing::info!(?role, account = account.as_deref().unwrap_or("?"), "connected");
    let end = speak(bot, socket, role, account, |_| {}).await;
    match end {
        End::Closed => tracing::info!(?role, "the implementation has gone"),
        other => tracing::warn!(?role, fault = %other.fault().say(), "not connected"),
    }
}
