//! Refusals as HTTP answers, and what is taken from a request or refused: its body, its question,
//! its table, its seat.

use std::error::Error;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, RawPathParams, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use rules::{Message, Refusal, message};
use serde::de::DeserializeOwned;
use table::{Sitting, TableHandle};
use tokio::time::timeout;

use crate::run::LARGEST;
use crate::wire::Refused;
use crate::{Site, cookie};

/// A refusal with the HTTP status that fits it.
#[derive(Debug)]
pub struct Refusing {
    status: StatusCode,
    refusal: Box<Refusal>,
}

impl Refusing {
    /// A refusal with this status, unless it is only for want of the database: then nobody is to
    /// believe that something is not there.
    pub fn new(status: StatusCode, refusal: Refusal) -> Self {
        let status = match table::is_unavailable(&refusal) {
            true => StatusCode::SERVICE_UNAVAILABLE,
            false => status,
        };
        Self { status, refusal: Box::new(refusal) }
    }

    /// There is no such thing.
    pub fn missing(refusal: Refusal) -> Self {
        Self::new(StatusCode::NOT_FOUND, refusal)
    }

    /// The browser has no seat here.
    pub fn seatless(refusal: Refusal) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, refusal)
    }

    /// Not for this one.
    pub fn forbidden(rule: &'static str, what: Message) -> Self {
        Self::new(StatusCode::FORBIDDEN, Refusal::new(rule, what))
    }

    /// What was asked cannot be read; `fault` is what the reader of its form says.
    pub fn unreadable(fault: &dyn Error) -> Self {
        let mut fault = fault;
        while let Some(source) = fault.source() {
            fault = source;
        }
        let what = message!("server-unreadable", fault = fault.to_string());
        Self::new(StatusCode::BAD_REQUEST, Refusal::new("B-12", what))
    }
}

/// What the table refuses.
impl From<Refusal> for Refusing {
    fn from(refusal: Refusal) -> Self {
        Self::new(StatusCode::CONFLICT, refusal)
    }
}

impl IntoResponse for Refusing {
    fn into_response(self) -> Response {
        let Self { status, refusal } = self;
        (status, Json(Refused { refusal: *refusal })).into_response()
    }
}

/// How long a request's body may take to come.
const BODY: Duration = Duration::from_secs(20);

/// A JSON body.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusing;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusing> {
        let read = timeout(BODY, Bytes::from_request(request, state)).await.map_err(|_| {
            let refusal = Refusal::new("B-12", message!("server-too-late"));
            Self::Rejection::new(StatusCode::REQUEST_TIMEOUT, refusal)
        })?;
        let bytes = read.map_err(|fault| {
            if fault.status() != StatusCode::PAYLOAD_TOO_LARGE {
                return Refusing::unreadable(&fault);
            }
            let what = message!("server-too-large", most = LARGEST / 1024);
            Refusing::new(fault.status(), Refusal::new("B-12", what))
        })?;
        serde_json::from_slice(&bytes).map(Self).map_err(|fault| Refusing::unreadable(&fault))
    }
}

/// What stands after the `?` of an address.
pub struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Refusing;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusing> {
        let asked = Query::from_request_parts(parts, state).await;
        asked.map(|Query(asked)| Self(asked)).map_err(|fault| Refusing::unreadable(&fault))
    }
}

/// The table of the address.
pub struct At(pub TableHandle);

impl FromRequestParts<Site> for At {
    type Rejection = Refusing;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Refusing> {
        let unknown = || Refusing::missing(Refusal::new("B-01", message!("server-no-such-table")));
        let params = RawPathParams::from_request_parts(parts, site).await;
        let params = params.map_err(|_| unknown())?;
        let id = params.iter().find_map(|(name, id)| (name == "id").then_some(id));
        let id = id.and_then(|id| id.parse().ok()).ok_or_else(unknown)?;
        site.tables().table(id).await.map(Self).map_err(Refusing::missing)
    }
}

/// The table of the address, and who the browser is at it, by its cookie.
pub struct Seated {
    /// The table.
    pub table: TableHandle,
    /// Who sits where.
    pub sitting: Sitting,
}

impl FromRequestParts<Site> for Seated {
    type Rejection = Refusing;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Refusing> {
        let At(table) = At::from_request_parts(parts, site).await?;
        let Some(device) = cookie::shown(&parts.headers) else {
            let refusal = Refusal::new("B-02", message!("server-no-seat"));
            return Err(Refusing::seatless(refusal.instead(message!("server-use-link"))));
        };
        let sitting = table.whoami(&device).await.map_err(Refusing::seatless)?;
        Ok(Self { table: table.of_device(sitting.device), sitting })
    }
}

/// What every address that asks for a seat may answer.
#[derive(utoipa::IntoResponses)]
#[allow(dead_code, reason = "only its shape is wanted")]
pub enum SeatRefused {
    /// No seat.
    #[response(status = 401)]
    NoSeat(Refused),
    /// There is no such table.
    #[response(status = 404)]
    NoTable(Refused),
    /// The table cannot be read.
    #[response(status = 409)]
    Unread(Refused),
}
