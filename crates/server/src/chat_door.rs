//! The door of chat programs that run elsewhere (`mistline chat`): a WebSocket for each, opened by a
//! key. What is said there is the bridge's business.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use rules::{Refusal, message};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::connections::Connection;
use crate::refusing::Refusing;
use crate::wire::Refused;
use crate::{Site, upgrade};

/// The most bytes of a message from a chat.
const LARGEST: usize = 1024 * 1024;

/// A WebSocket of a chat program.
pub type ChatSocket = WebSocketStream<TokioIo<Upgraded>>;
/// Speaks with a chat program until it goes.
pub type SpeakChat = Box<dyn FnOnce(ChatSocket) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send>;

/// Who speaks with the chat program of a name and key; nobody if it is not known.
type Doors = dyn Fn(&str, &str) -> Option<SpeakChat> + Send + Sync;

/// The chat programs that are let in.
#[derive(Clone, Default)]
pub struct ChatDoors(Option<Arc<Doors>>);

impl ChatDoors {
    /// This says who speaks with the program of a name and key.
    #[must_use]
    pub fn new(open: impl Fn(&str, &str) -> Option<SpeakChat> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(open)))
    }

    fn open(&self, name: &str, key: &str) -> Option<SpeakChat> {
        self.0.as_ref()?(name, key)
    }
}

impl fmt::Debug for ChatDoors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ChatDoors")
    }
}

/// `GET /api/chat/{name}`, with the key as a bearer's token.
#[utoipa::path(
    get,
    path = "/api/chat/{name}",
    params(("name" = String, Path, description = "The name of a `[[chat]]` that is a relay.")),
    responses(
        (status = 101, description = "A WebSocket for `mistline chat`."),
        (status = 400, description = "No WebSocket was asked for.", body = Refused),
        (status = 403, description = "No such name, or another key.", body = Refused)
    )
)]
pub async fn connect(
    State(site): State<Site>,
    Path(name): Path<String>,
    request: Request,
) -> Response {
    let header = request.headers().get(header::AUTHORIZATION).and_then(|it| it.to_str().ok());
    let key = header.and_then(|it| it.strip_prefix("Bearer ")).unwrap_or_default();
    let Some(speak) = site.chat_doors().open(&name, key) else {
        tracing::warn!("a chat program was refused: no such name, or another key");
        let refusal = Refusal::new("C-23", message!("server-no-chat-door"));
        return Refusing::new(StatusCode::FORBIDDEN, refusal).into_response();
    };
    let busy = request.extensions().get::<Connection>().map(Connection::busy);
    let config =
        WebSocketConfig::default().max_message_size(Some(LARGEST)).max_frame_size(Some(LARGEST));
    let (sockets, stopping) = (site.sockets().clone(), site.stopping().clone());
    upgrade::upgrade(request, config, move |socket| {
        sockets.track_future(async move {
            let _busy = busy;
            tokio::select! {
                () = speak(socket.into_stream()) => {}
                () = stopping.cancelled() => {}
            }
        })
    })
}
