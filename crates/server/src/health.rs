//! Liveness and readiness (B-73).

use axum::extract::State;
use axum::http::StatusCode;

use crate::Site;

/// `GET /healthz`: it lives.
#[utoipa::path(get, path = "/healthz", responses((status = 200, description = "It lives.")))]
pub async fn lives() -> &'static str {
    "ok\n"
}

/// `GET /readyz`: tables can be read, and it is not stopping.
#[utoipa::path(
    get,
    path = "/readyz",
    responses(
        (status = 200, description = "People can be sent here."),
        (status = 503, description = "It is stopping, or the tables cannot be read.")
    )
)]
pub async fn ready(State(site): State<Site>) -> (StatusCode, &'static str) {
    if site.is_draining() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    match site.tables().is_reachable().await {
        true => (StatusCode::OK, "ready\n"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "the tables cannot be read\n"),
    }
}
