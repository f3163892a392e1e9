//! A browser as the server meets it: HTTP with cookies, one WebSocket, and a page that keeps parts
//! and lines exactly as `web/src` does.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::header::{COOKIE, HOST, SET_COOKIE};
use hyper::{HeaderMap, Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Value as Json, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// A browser with its cookies, by their paths.
#[derive(Clone, Debug)]
pub struct Browser {
    pub address: SocketAddr,
    cookies: BTreeMap<String, String>,
}

/// An answer over HTTP.
#[derive(Debug)]
pub struct Answered {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Answered {
    pub fn json(&self) -> Json {
        serde_json::from_slice(&self.body).unwrap_or(Json::Null)
    }

    /// The id of the refusal's message.
    pub fn refusal(&self) -> String {
        text(&self.json(), "/refusal/what/id")
    }
}

impl Browser {
    pub fn new(address: SocketAddr) -> Self {
        Self { address, cookies: BTreeMap::new() }
    }

    pub async fn get(&mut self, path: &str) -> Answered {
        self.send(Method::GET, path, &[], Bytes::new()).await
    }

    pub async fn post(&mut self, path: &str, body: &Json) -> Answered {
        let json = [("content-type", "application/json")];
        self.send(Method::POST, path, &json, body.to_string().into()).await
    }

    pub async fn send(
        &mut self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Bytes,
    ) -> Answered {
        let stream = TcpStream::connect(self.address).await.expect("the server listens");
        let (mut sender, line) =
            hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.expect("it speaks");
        tokio::spawn(line);
        let mut request = Request::builder().method(method).uri(path);
        request = request.header(HOST, self.address.to_string());
        if let Some(cookie) = self.cookie(path) {
            request = request.header(COOKIE, cookie);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(body)).expect("a request");
        let answer = sender.send_request(request).await.expect("an answer");
        let (head, body) = answer.into_parts();
        for cookie in head.headers.get_all(SET_COOKIE) {
            self.keep(cookie.to_str().expect("text"));
        }
        let body = body.collect().await.expect("a body").to_bytes();
        Answered { status: head.status, headers: head.headers, body }
    }

    fn keep(&mut self, cookie: &str) {
        let (pair, rest) = cookie.split_once(';').expect("a cookie with a path");
        let path = rest.split(';').find_map(|part| part.trim().strip_prefix("Path="));
        let path = path.expect("a path").to_owned();
        if rest.contains("Max-Age=0;") {
            self.cookies.remove(&path);
        } else {
            self.cookies.insert(path, pair.to_owned());
        }
    }

    pub fn cookie(&self, path: &str) -> Option<&str> {
        let fitting = |kept: &str| {
            path.strip_prefix(kept).is_some_and(|r| r.is_empty() || r.starts_with('/'))
        };
        self.cookies.iter().find(|(kept, _)| fitting(kept)).map(|(_, cookie)| cookie.as_str())
    }

    /// Makes a table and sits at it as its host; `(table, host token, invite token)`.
    pub async fn make(&mut self, title: &str, pack: &str) -> (String, String, String) {
        let make = json!({ "title": title, "pack": pack, "language": "zh-Hans",
            "time_zone": "Asia/Shanghai", "host_name": "主持" });
        let made = self.post("/api/tables", &make).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
        let made = made.json();
        (text(&made, "/table"), text(&made, "/host_token"), text(&made, "/invite_token"))
    }

    /// Comes in by a link.
    pub async fn enter(&mut self, table: &str, token: &str, name: &str, id: u64) -> Json {
        let enter = json!({ "token": token, "name": name, "id": command_id(id) });
        let entered = self.post(&format!("/api/tables/{table}/enter"), &enter).await;
        assert_eq!(entered.status, StatusCode::OK, "{}", entered.json());
        entered.json()
    }

    /// Opens a WebSocket, or says with which status it was refused.
    pub async fn knock(&self, table: &str, origin: Option<&str>) -> Result<Socket, StatusCode> {
        self.knock_with(table, origin.map(|origin| ("origin", origin))).await
    }

    /// The same through a proxy, from an address of its choice.
    pub async fn knock_from(&self, table: &str, address: &str) -> Result<Socket, StatusCode> {
        self.knock_with(table, Some(("x-forwarded-for", address))).await
    }

    async fn knock_with(
        &self,
        table: &str,
        header: Option<(&'static str, &str)>,
    ) -> Result<Socket, StatusCode> {
        let path = format!("/api/tables/{table}/ws");
        let url = format!("ws://{}{path}", self.address);
        let mut request = url.into_client_request().expect("an address");
        if let Some(cookie) = self.cookie(&path) {
            request.headers_mut().insert(COOKIE, cookie.parse().expect("a cookie"));
        }
        if let Some((name, value)) = header {
            request.headers_mut().insert(name, value.parse().expect("a header"));
        }
        match tokio_tungstenite::connect_async(request).await {
            Ok((socket, _)) => Ok(socket),
            Err(tungstenite::Error::Http(answer)) => Err(answer.status()),
            Err(fault) => panic!("no answer: {fault}"),
        }
    }

    /// Sits down at the table's page.
    pub async fn sit(&self, table: &str) -> Page {
        let socket = self.knock(table, None).await.expect("a seat");
        let mut page = Page::new(socket);
        page.greet(None).await;
        page
    }
}

pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A page at a table: what it has heard, put together as a page does.
pub struct Page {
    socket: Socket,
    /// Every frame as it came.
    pub heard: Vec<String>,
    pub parts: BTreeMap<String, Json>,
    pub lines: Vec<Json>,
    pub list: String,
    next: u64,
}

impl Page {
    pub fn new(socket: Socket) -> Self {
        let (heard, parts, lines) = Default::default();
        Self { socket, heard, parts, lines, list: String::new(), next: 0 }
    }

    /// The numbers of this page's commands begin after `number`.
    pub fn numbered_from(mut self, number: u64) -> Self {
        self.next = number;
        self
    }

    pub async fn say(&mut self, said: &Json) {
        self.try_say(said).await.expect("the line holds");
    }

    /// Says something into a line that may be dead already.
    pub async fn try_say(&mut self, said: &Json) -> Option<()> {
        self.socket.send(Message::text(said.to_string())).await.ok()
    }

    pub async fn say_raw(&mut self, message: Message) {
        self.try_raw(message).await.expect("the line holds");
    }

    /// Sends anything into a line that may be closed meanwhile.
    pub async fn try_raw(&mut self, message: Message) -> Option<()> {
        self.socket.send(message).await.ok()
    }

    /// What the page could do now with everything in sight.
    pub async fn offers(&mut self) -> Vec<Json> {
        self.try_offers().await.expect("the line holds")
    }

    /// As [`Page::offers`]; none if the line breaks meanwhile.
    pub async fn try_offers(&mut self) -> Option<Vec<Json>> {
        self.try_say(&json!({ "offers": { "ask": 2 } })).await?;
        loop {
            let frame = self.hear().await?;
            if let Some(offers) = frame.pointer("/offered/offers").and_then(Json::as_array) {
                return Some(offers.clone());
            }
        }
    }

    /// Says hello, and takes in the welcome.
    pub async fn greet(&mut self, bookmark: Option<Json>) -> Json {
        let welcome = self.try_greet(bookmark).await.expect("a welcome");
        assert!(welcome.get("welcome").is_some(), "{welcome}");
        welcome
    }

    /// Says hello; what a server that may be going says to it.
    pub async fn try_greet(&mut self, bookmark: Option<Json>) -> Option<Json> {
        self.try_say(
            &json!({ "hello": { "protocol": server::wire::PROTOCOL, "bookmark": bookmark } }),
        )
        .await?;
        self.hear().await
    }

    /// Where this page stopped reading.
    pub fn bookmark(&self) -> Json {
        let line = self.lines.last().map_or(&Json::Null, |line| &line["n"]);
        json!({ "list": self.list, "line": line.as_u64().unwrap_or(0) })
    }

    /// The next frame; none when the line is closed.
    pub async fn hear(&mut self) -> Option<Json> {
        let text = loop {
            match self.socket.next().await? {
                Ok(Message::Text(text)) => break text.to_string(),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        };
        let frame: Json = serde_json::from_str(&text).expect("frames are JSON");
        self.heard.push(text);
        if let Some(snapshot) = frame.pointer("/welcome/snapshot") {
            self.parts = parts(&snapshot["parts"]);
            if snapshot["continues"] == json!(false) {
                self.lines.clear();
            }
            self.list = text_of(&snapshot["list"]);
            self.add_lines(&snapshot["lines"]);
        }
        if let Some(frame) = frame.get("frame") {
            for (key, part) in parts(&frame["parts"]) {
                match part {
                    Json::Null => self.parts.remove(&key),
                    part => self.parts.insert(key, part),
                };
            }
            self.add_lines(&frame["lines"]);
        }
        Some(frame)
    }

    fn add_lines(&mut self, lines: &Json) {
        for line in lines.as_array().into_iter().flatten() {
            if let Some(last) = self.lines.last() {
                assert_eq!(line["n"].as_u64(), last["n"].as_u64().map(|n| n + 1), "no gap");
            }
            self.lines.push(line.clone());
        }
    }

    /// Hears on until a frame of this kind comes; what is inside it.
    pub async fn hear_until(&mut self, kind: &str) -> Json {
        loop {
            let frame = self.hear().await.unwrap_or_else(|| panic!("closed before {kind}"));
            if let Some(inside) = frame.get(kind) {
                return inside.clone();
            }
        }
    }

    /// Sends a command under the next number and waits for its answer.
    pub async fn send(&mut self, command: &Json) -> Json {
        self.next += 1;
        self.send_as(&command_id(self.next), command).await
    }

    /// Sends a command under an id and waits for its answer: `done` or `refused`.
    pub async fn send_as(&mut self, id: &str, command: &Json) -> Json {
        self.say(&json!({ "do": { "id": id, "command": command } })).await;
        loop {
            let frame = self.hear().await.expect("an answer");
            for kind in ["done", "refused"] {
                if frame.pointer(&format!("/{kind}/id")) == Some(&json!(id)) {
                    return frame;
                }
            }
        }
    }

    /// Sends a game command that must be accepted.
    pub async fn play(&mut self, command: Json) {
        let answer = self.send(&json!({ "game": command })).await;
        assert!(answer.get("done").is_some(), "{command}: {answer}");
    }

    /// Sends a table command that must be accepted; its answer.
    pub async fn table(&mut self, command: Json) -> Json {
        let answer = self.send(&json!({ "table": command })).await;
        assert!(answer.get("done").is_some(), "{command}: {answer}");
        answer["done"]["answer"].clone()
    }

    /// Types a line into the box; the answer's kind and content.
    pub async fn type_line(&mut self, line: &str) -> (String, Json) {
        self.next += 1;
        let id = command_id(self.next);
        self.say(&json!({ "text": { "id": id, "line": line } })).await;
        loop {
            let frame = self.hear().await.expect("an answer");
            for kind in ["done", "refused", "reply"] {
                if frame.pointer(&format!("/{kind}/id")) == Some(&json!(id)) {
                    return (kind.to_owned(), frame[kind].clone());
                }
            }
        }
    }

    /// Hears everything that was sent before now: a question's answer comes after it.
    pub async fn catch_up(&mut self) {
        self.say(&json!({ "earlier": { "ask": 1, "before": 1 } })).await;
        self.hear_until("earlier").await;
    }

    /// Hangs up without a word.
    pub fn cut(self) -> (BTreeMap<String, Json>, Vec<Json>, Json) {
        let bookmark = self.bookmark();
        (self.parts, self.lines, bookmark)
    }

    pub async fn close(mut self) {
        // The server may have hung up first.
        let _ = self.socket.close(None).await;
    }
}

/// The `number`-th command id.
pub fn command_id(number: u64) -> String {
    table::CommandId::numbered(number).to_string()
}

/// The text at a place in a JSON value.
pub fn text(json: &Json, pointer: &str) -> String {
    json.pointer(pointer).map(text_of).unwrap_or_default()
}

fn text_of(json: &Json) -> String {
    json.as_str().unwrap_or_default().to_owned()
}

fn parts(json: &Json) -> BTreeMap<String, Json> {
    let parts = json.as_object().into_iter().flatten();
    parts.map(|(key, part)| (key.clone(), part.clone())).collect()
}
