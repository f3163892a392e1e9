//! Serving a site until told to stop.

use std::future::{Future, IntoFuture};
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware;
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use rules::{Refusal, message};
use tokio::net::TcpListener;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::trace::TraceLayer;

use crate::refusing::Refusing;
use crate::{Site, door, health, limits, metrics, openapi, origin, page, take_home};

/// The most bytes of a request's body.
pub(crate) const LARGEST: usize = 64 * 1024;
/// How long people and requests may take to go when the server stops.
const GRACE: Duration = Duration::from_secs(8);

/// What every answer says to the browser: nothing from elsewhere, nothing guessed, nothing told to
/// the next site (B-76).
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
        .route("/api/tables", post(door::make))
        .route("/api/tables/{id}/peek", post(door::peek))
        .route("/api/tables/{id}/enter", post(door::enter))
        .route("/api/tables/{id}/leave", post(door::leave))
        .route("/api/tables/{id}/me", get(door::me))
        .route("/api/tables/{id}/ws", get(door::connect))
        .route("/api/tables/{id}/export", get(take_home::export))
        .route("/api/tables/{id}/log", get(take_home::log))
        .route("/api/tables/{id}/characters", get(take_home::characters))
        .route("/api/tables/{id}/sheets", get(take_home::sheets))
        .route("/api/tables/{id}/search", get(take_home::search))
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

/// The address is known, but not what is asked of it.
async fn no_such_method() -> Refusing {
    let refusal = Refusal::new("B-12", message!("server-no-such-method"));
    Refusing::new(StatusCode::METHOD_NOT_ALLOWED, refusal)
}

/// Serves `site` until `stop` is ready; then everyone is told, and what is under way is finished.
///
/// # Errors
/// When the listener fails.
pub async fn run(
    listener: TcpListener,
    site: Site,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let stopping = CancellationToken::new();
    // Frames are small and wanted at once.
    let listener = listener.tap_io(|line| {
        if let Err(fault) = line.set_nodelay(true) {
            tracing::debug!(%fault, "a connection keeps its delay");
        }
    });
    let service = router(site.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let serving = axum::serve(listener, service)
        .with_graceful_shutdown(stopping.clone().cancelled_owned())
        .into_future();
    let mut serving = pin!(serving);
    tokio::select! {
        ended = &mut serving => return ended,
        () = stop => {}
    }
    tracing::info!("stopping");
    stopping.cancel();
    site.sockets().close();
    let finish = async {
        site.tables().stop().await;
        let (ended, ()) = tokio::join!(&mut serving, site.sockets().wait());
        ended
    };
    timeout(GRACE, finish).await.unwrap_or_else(|_| {
        tracing::warn!("some connections did not end in time");
        Ok(())
    })
}
