//! Liveness and readiness (B-73).

use axum::extract::State;
use axum::http::StatusCode;
use table::TableId;
use uuid::Uuid;

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
pub async fn ready(State(site): State<Site>) -> (StatusCode, String) {
    if site.sockets().is_closed() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n".to_owned());
    }
    // There is no table of this id; that much the store must be able to say.
    match site.tables().table(TableId(Uuid::nil())).await {
        Err(refusal) if refusal.what.id != "table-no-such-table" => {
            (StatusCode::SERVICE_UNAVAILABLE, "the tables cannot be read\n".to_owned())
        }
        Ok(_) | Err(_) => (StatusCode::OK, "ready\n".to_owned()),
    }
}
