//! Refusals as HTTP answers, and request bodies that are refused when they cannot be read.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use rules::{Message, Refusal, message};
use serde::de::DeserializeOwned;

use crate::wire::Refused;

/// A refusal with the HTTP status that fits it.
#[derive(Debug)]
pub struct Refusing {
    status: StatusCode,
    refusal: Box<Refusal>,
}

impl Refusing {
    /// A refusal with this status.
    pub fn new(status: StatusCode, refusal: Refusal) -> Self {
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

    /// The body cannot be read.
    pub fn unreadable(status: StatusCode, fault: &str) -> Self {
        let refusal = Refusal::new("B-12", message!("server-unreadable", fault = fault));
        Self::new(status, refusal)
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

/// A JSON body.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusing;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusing> {
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|fault| Refusing::unreadable(fault.status(), &fault.body_text()))?;
        serde_json::from_slice(&bytes)
            .map(Self)
            .map_err(|fault| Refusing::unreadable(StatusCode::BAD_REQUEST, &fault.to_string()))
    }
}
