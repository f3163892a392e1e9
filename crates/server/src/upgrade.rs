//! From a request to a WebSocket that keeps no more memory than it needs.
//!
//! tungstenite reads, and answers pings. Text is written past it: it would copy every message into
//! a buffer that never shrinks again, and the first message of a connection is the whole table.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Buf;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use rules::{Refusal, message};
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::refusing::Refusing;

/// A WebSocket to a browser.
#[derive(Debug)]
pub struct WebSocket(WebSocketStream<TokioIo<Upgraded>>);

/// Answers a request for a WebSocket, and uses it once it is open.
pub fn upgrade<F: Future<Output = ()> + Send + 'static>(
    mut request: Request,
    config: WebSocketConfig,
    speak: impl FnOnce(WebSocket) -> F + Send + 'static,
) -> Response {
    let headers = request.headers();
    let asks = has_word(headers, header::CONNECTION, "upgrade")
        && has_word(headers, header::UPGRADE, "websocket");
    let key = headers.get(header::SEC_WEBSOCKET_KEY).filter(|_| asks);
    let Some(accept) = key.map(|key| derive_accept_key(key.as_bytes())) else {
        return only_sockets(StatusCode::BAD_REQUEST);
    };
    if headers.get(header::SEC_WEBSOCKET_VERSION).is_none_or(|version| version != "13") {
        let spoken = [(header::SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"))];
        return (spoken, only_sockets(StatusCode::UPGRADE_REQUIRED)).into_response();
    }
    let Some(opening) = request.extensions_mut().remove::<OnUpgrade>() else {
        return only_sockets(StatusCode::UPGRADE_REQUIRED);
    };
    tokio::spawn(async move {
        // The browser may have gone before the connection was open.
        if let Ok(upgraded) = opening.await {
            let line = TokioIo::new(upgraded);
            let socket = WebSocketStream::from_raw_socket(line, Role::Server, Some(config)).await;
            speak(WebSocket(socket)).await;
        }
    });
    let answer = [
        (header::CONNECTION, "upgrade"),
        (header::UPGRADE, "websocket"),
        (header::SEC_WEBSOCKET_ACCEPT, accept.as_str()),
    ];
    (StatusCode::SWITCHING_PROTOCOLS, answer).into_response()
}

fn only_sockets(status: StatusCode) -> Response {
    let refusal = Refusal::new("B-12", message!("server-only-sockets"));
    Refusing::new(status, refusal).into_response()
}

/// Whether a header has a word among those it lists.
fn has_word(headers: &HeaderMap, name: header::HeaderName, word: &str) -> bool {
    let lists = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|listed| listed.trim().eq_ignore_ascii_case(word))
}

impl WebSocket {
    /// The stream of messages itself.
    pub fn into_stream(self) -> WebSocketStream<TokioIo<Upgraded>> {
        self.0
    }

    /// The next message of the browser; none once it has gone.
    pub async fn recv(&mut self) -> Option<Result<Message, Error>> {
        self.0.next().await
    }

    /// Sends a message other than text, and flushes it.
    ///
    /// # Errors
    /// When the connection is broken.
    pub async fn send(&mut self, message: Message) -> Result<(), Error> {
        self.0.send(message).await
    }

    /// Sends texts, each a message of its own, in one write.
    ///
    /// # Errors
    /// When the connection is broken.
    pub async fn send_texts(&mut self, texts: &[String]) -> Result<(), Error> {
        // A pong may be half written: frames must not run into each other.
        self.0.flush().await?;
        let line = self.0.get_mut();
        match texts {
            // The first message of a connection is the whole table: it is not copied.
            [text] => {
                let head = head(text.len());
                line.write_all_buf(&mut head.as_slice().chain(text.as_bytes())).await?;
            }
            _ => {
                let mut messages = Vec::new();
                for text in texts {
                    messages.extend(head(text.len()));
                    messages.extend_from_slice(text.as_bytes());
                }
                line.write_all(&messages).await?;
            }
        }
        line.flush().await?;
        Ok(())
    }
}

/// The head of an unmasked text frame (RFC 6455, 5.2).
fn head(length: usize) -> Vec<u8> {
    const WHOLE_TEXT: u8 = 0x81;
    let mut head = vec![WHOLE_TEXT];
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short @ 0..=125), _) => head.push(short),
        (_, Ok(middle)) => {
            head.push(126);
            head.extend(middle.to_be_bytes());
        }
        _ => {
            head.push(127);
            head.extend((length as u64).to_be_bytes());
        }
    }
    head
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b40_a_head_tells_the_length() {
        assert_eq!(head(0), [0x81, 0]);
        assert_eq!(head(125), [0x81, 125]);
        assert_eq!(head(126), [0x81, 126, 0, 126]);
        assert_eq!(head(0xffff), [0x81, 126, 0xff, 0xff]);
        assert_eq!(head(0x1_0000), [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]);
    }
}
