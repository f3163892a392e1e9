//! Serving a site until it is stopped.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit};
use axum::http::{HeaderName, HeaderValue, Request, StatusCode, header};
use axum::middleware;
use axum::routing::{get, post};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rules::{Refusal, message};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_util::task::TaskTracker;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::trace::TraceLayer;

use crate::caller::{Caller, is_trusted};
use crate::connections::Connection;
use crate::exchange::{Answer, Asked, Exchange};
use crate::line::Line;
use crate::metrics::Limit;
use crate::refusing::Refusing;
use crate::{
    Site, characters, chat_door, door, health, limits, metrics, openapi, origin, packs, page,
    pictures, take_home,
};

/// The most bytes of a request's body.
pub(crate) const LARGEST: usize = 64 * 1024;
/// How long a request's head may take to arrive; also how long a connection may be idle between two.
const HEADERS: Duration = Duration::from_secs(20);
/// How long to wait when no connection can be accepted.
const ACCEPT_AGAIN: Duration = Duration::from_millis(100);
/// How long a trusted proxy may keep a connection for the next request: longer than Caddy and nginx
/// do, so that none is closed while they send. A proxy has whole requests before it sends them.
const PROXY: Duration = Duration::from_secs(150);
/// How long waiting connections have when the server stops.
const LAST_BYTES: Duration = Duration::from_millis(500);
/// How long WebSockets and requests under way have when the server stops.
const GRACE: Duration = Duration::from_secs(8);

/// Headers of every answer: nothing is loaded from elsewhere, no type is guessed, and the next site
/// gets no referrer (B-76).
const CAREFUL: [(HeaderName, &str); 3] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
         object-src 'none'",
    ),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
];

/// Every address of a site.
pub fn router(site: Site) -> Router {
    let api = Router::new()
        .route("/api/packs", get(door::packs))
        .route("/api/packs/quarantined", get(door::quarantined))
        .route("/api/addresses", get(door::addresses))
        .route("/api/chat/{name}", get(chat_door::connect))
        .route("/api/tables", post(door::make))
        .route("/api/tables/{id}/peek", post(door::peek))
        .route("/api/tables/{id}/knock", post(door::knock))
        .route("/api/tables/{id}/enter", post(door::enter))
        .route("/api/tables/{id}/leave", post(door::leave))
        .route("/api/tables/{id}/me", get(door::me))
        .route("/api/tables/{id}/ws", get(door::connect))
        .route("/api/tables/{id}/export", get(take_home::export))
        .route("/api/tables/{id}/log", get(take_home::log))
        .route("/api/tables/{id}/recap", get(take_home::recap))
        .route("/api/tables/{id}/characters", get(take_home::characters))
        .route(
            "/api/tables/{id}/characters",
            post(characters::take).layer(DefaultBodyLimit::max(export::character::LARGEST)),
        )
        .route("/api/tables/{id}/characters/{character}", get(characters::give))
        .route("/api/tables/{id}/sheets", get(take_home::sheets))
        .route("/api/tables/{id}/chart", get(take_home::chart))
        .route("/api/tables/{id}/case-file", get(take_home::case_file))
        .route("/api/tables/{id}/search", get(take_home::search))
        .route(
            "/api/tables/{id}/pictures",
            post(pictures::bring).layer(DefaultBodyLimit::max(picture::upload::LARGEST)),
        )
        .route("/api/tables/{id}/pictures/{picture}", get(pictures::show))
        .route("/api/tables/{id}/notes", get(pictures::find_notes))
        .route("/api/tables/{id}/notes/{note}", get(pictures::note))
        .route("/api/tables/{id}/packs", get(packs::offered))
        .route("/api/tables/{id}/packs", post(packs::moving))
        .route("/api/tables/{id}/rules", get(packs::rules))
        .method_not_allowed_fallback(no_such_method)
        .layer(middleware::from_fn_with_state(site.clone(), origin::guard))
        .layer(middleware::from_fn_with_state(site.clone(), limits::guard))
        .layer(SetResponseHeaderLayer::if_not_present(
            header::CACHE_CONTROL,
            HeaderValue::from_static("no-store"),
        ));
    let mut router = Router::new()
        .merge(api)
        .route("/healthz", get(health::lives))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(metrics::metrics))
        .route("/openapi.json", get(openapi::page))
        .fallback(page::page)
        .with_state(site)
        .layer(DefaultBodyLimit::max(LARGEST));
    for (name, value) in CAREFUL {
        router =
            router.layer(SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value)));
    }
    // Addresses hold no tokens: those are in the part after `#`, which stays in the browser, and
    // in bodies and cookies, which are not logged (B-73).
    router.layer(CompressionLayer::new()).layer(TraceLayer::new_for_http())
}

/// The address is known, but not with this method.
async fn no_such_method() -> Refusing {
    let refusal = Refusal::new("B-12", message!("server-no-such-method"));
    Refusing::new(StatusCode::METHOD_NOT_ALLOWED, refusal)
}

/// Serves `site` until `stop` is ready. Then it says that it is not ready, for as long as its settings
/// say; then no connection is accepted, idle ones are closed, everyone at a table gets the reason, and
/// requests under way are finished.
///
/// # Errors
/// None at present: a listener that fails is tried again.
pub async fn run(
    listener: TcpListener,
    site: Site,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let serving =
        Serving { router: router(site.clone()), site: site.clone(), lines: TaskTracker::new() };
    let stop = async {
        stop.await;
        let drain = site.drain();
        tracing::info!(?drain, "not ready any more");
        sleep(drain).await;
    };
    tokio::select! {
        () = serving.accept(&listener) => {}
        () = stop => {}
    }
    tracing::info!("stopping");
    drop(listener);
    site.stopping().cancel();
    site.sockets().close();
    serving.lines.close();
    let finish = async {
        site.tables().stop().await;
        tokio::join!(serving.lines.wait(), site.sockets().wait());
    };
    // Answers under way are sent; half a request is not waited for.
    let hurry = async {
        sleep(LAST_BYTES).await;
        site.connections().end_waiting();
        std::future::pending().await
    };
    let finish = async {
        tokio::select! {
            () = finish => {}
            () = hurry => {}
        }
    };
    if timeout(GRACE, finish).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
    Ok(())
}

/// A server that accepts connections.
struct Serving {
    router: Router,
    site: Site,
    lines: TaskTracker,
}

impl Serving {
    async fn accept(&self, listener: &TcpListener) {
        let connections = self.site.connections();
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => {
                    // A trusted proxy speaks for many; the limits are those of each of them.
                    let trusted = is_trusted(peer.ip(), self.site.trusted_proxies());
                    let caller = (!trusted).then(|| Caller::at(peer.ip()));
                    match connections.admit(caller) {
                        Some(connection) => {
                            let patience = if trusted { PROXY } else { HEADERS };
                            self.speak(stream, (peer, patience), connection);
                        }
                        None => self.site.metrics().limited(Limit::Address),
                    }
                }
                Err(fault) if is_of_one_connection(&fault) => {}
                Err(fault) => {
                    // Most likely there are no descriptors left.
                    tracing::warn!(%fault, "nobody can be let in");
                    connections.make_room();
                    sleep(ACCEPT_AGAIN).await;
                }
            }
        }
    }

    /// Serves HTTP on a new connection.
    fn speak(
        &self,
        stream: TcpStream,
        (peer, patience): (SocketAddr, Duration),
        connection: Connection,
    ) {
        // Frames are small and wanted at once.
        if let Err(fault) = stream.set_nodelay(true) {
            tracing::debug!(%fault, "a connection keeps its delay");
        }
        let router = TowerToHyperService::new(self.router.clone());
        let ended = connection.clone();
        let service = service_fn(move |request: Request<Incoming>| {
            let exchange = Exchange::new(&connection);
            let mut request = request.map(|body| Asked::new(body, exchange.clone()));
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(connection.clone());
            let answer = router.call(request);
            async move { answer.await.map(|answer| answer.map(|body| Answer::new(body, exchange))) }
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(patience);
        let line = TokioIo::new(Line::new(stream));
        let talk = http.serve_connection(line, service).with_upgrades();
        let stopping = self.site.stopping().clone();
        self.lines.spawn(async move {
            let mut talk = pin!(talk);
            // How a connection ends matters only to its client.
            tokio::select! {
                _ = talk.as_mut() => return,
                () = ended.ended() => return,
                () = stopping.cancelled() => talk.as_mut().graceful_shutdown(),
            }
            tokio::select! {
                _ = talk => {}
                () = ended.ended() => {}
            }
        });
    }
}

/// Whether accepting failed for one connection, and not for all.
fn is_of_one_connection(fault: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(fault.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
