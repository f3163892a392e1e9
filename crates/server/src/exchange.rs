//! One request and its answer, as far as the place of their connection goes: it is busy from when
//! the request has come whole until the answer is sent.

use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};

use crate::connections::{Busy, Connection};

/// A request on its way to its answer.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    connection: Connection,
    busy: Arc<OnceLock<Busy>>,
}

impl Exchange {
    /// A request that begins on this connection.
    pub fn new(connection: &Connection) -> Self {
        Self { connection: connection.clone(), busy: Arc::default() }
    }

    /// The request has come whole, or its answer begins. Until then it waits, as one who has sent
    /// half a request does, and makes room for newcomers.
    pub fn came(&self) {
        self.busy.get_or_init(|| self.connection.busy());
    }
}

/// The body of a request.
pub(crate) struct Asked {
    body: Incoming,
    exchange: Exchange,
}

impl Asked {
    pub fn new(body: Incoming, exchange: Exchange) -> Self {
        if body.is_end_stream() {
            exchange.came();
        }
        Self { body, exchange }
    }
}

impl HttpBody for Asked {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if matches!(frame, Poll::Ready(None)) || self.body.is_end_stream() {
            self.exchange.came();
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of an answer.
pub(crate) struct Answer {
    body: Body,
    _exchange: Exchange,
}

impl Answer {
    pub fn new(body: Body, exchange: Exchange) -> Self {
        exchange.came();
        Self { body, _exchange: exchange }
    }
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
