//! A table of a server, over its WebSocket: one seat, the same log as the browsers'.

use std::collections::BTreeMap;
use std::time::Duration;

use bridge::net::{self, Address, Fault};
use chat::Vocabulary;
use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, COOKIE, HOST, SET_COOKIE};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use rules::{AnyView, Line, Refusal, message};
use serde_json::Value as Json;
use server::wire::{EnterTable, FromServer, Me, PROTOCOL, Refused, ToServer, Welcome};
use table::{Bookmark, CommandId, Frame, NumberedLine, SeatsPart, TablePart};
use tokio_tungstenite::tungstenite::Message;

use super::seat::Kept;
use crate::failure::Failure;

/// How often a lost connection is tried again, with growing pauses.
const TRIES: u32 = 8;
/// A lost connection, from which there is a way back.
struct Lost;

/// A seat at a table of a server.
pub struct Remote {
    link: Link,
    cookie: String,
    /// Whether the machine comes back by the same cookie.
    is_kept: bool,
    me: Me,
    socket: net::Socket,
    parts: BTreeMap<String, Json>,
    bookmark: Option<Bookmark>,
    unread: Vec<Line>,
}

/// `https://host:port/t/TABLE#TOKEN`, taken apart.
struct Link {
    at: Address,
    host: String,
    table: String,
    token: String,
}

impl Link {
    fn read(text: &str) -> Result<Self, Failure> {
        let wrong = || Failure::Message(message!("cli-play-bad-link", link = text));
        let (address, token) = text.split_once('#').ok_or_else(wrong)?;
        let at = Address::read(address).filter(|_| text.starts_with("http")).ok_or_else(wrong)?;
        let table = at.path.strip_prefix("/t/").unwrap_or_default().to_owned();
        if table.is_empty() || token.is_empty() {
            return Err(wrong());
        }
        Ok(Self { host: at.authority(), at, table, token: token.to_owned() })
    }

    fn path(&self, end: &str) -> String {
        format!("/api/tables/{}/{end}", self.table)
    }

    fn unreached(&self, fault: &Fault) -> Failure {
        let fault = fault.to_message();
        Failure::Message(message!("cli-play-no-server", host = &self.host, fault = fault))
    }

    /// Who this machine is by the cookie it has kept; none if it has none that opens anything.
    async fn sits(&self, seat: &Kept) -> Result<Option<(Me, String)>, Failure> {
        let Some(cookie) = seat.cookie() else {
            return Ok(None);
        };
        let (accepted, _, body) = self.ask(Method::GET, "me", Some(&cookie), Vec::new()).await?;
        match serde_json::from_slice(&body) {
            Ok(me) if accepted => Ok(Some((me, cookie))),
            _ => {
                seat.forget();
                Ok(None)
            }
        }
    }

    /// Asks for something; gives whether it was accepted, the cookie and the body.
    async fn ask(
        &self,
        method: Method,
        end: &str,
        cookie: Option<&str>,
        body: Vec<u8>,
    ) -> Result<(bool, Option<String>, Bytes), Failure> {
        let lost = |fault: String| {
            Failure::Message(message!("cli-play-no-server", host = &self.host, fault = fault))
        };
        let stream = net::dial(&self.at).await.map_err(|fault| self.unreached(&fault))?;
        let spoken = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await;
        let (mut sender, line) = spoken.map_err(|fault| lost(fault.to_string()))?;
        tokio::spawn(line);
        let mut request = Request::builder()
            .method(method)
            .uri(self.path(end))
            .header(HOST, &self.host)
            .header(CONTENT_TYPE, "application/json");
        if let Some(cookie) = cookie {
            request = request.header(COOKIE, cookie);
        }
        let request = request.body(Full::new(Bytes::from(body)));
        let request = request.map_err(|fault| lost(fault.to_string()))?;
        let answer = sender.send_request(request).await.map_err(|fault| lost(fault.to_string()))?;
        let accepted = answer.status().is_success();
        let cookie = answer.headers().get(SET_COOKIE).and_then(|cookie| cookie.to_str().ok());
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
        let body = answer.into_body().collect().await.map_err(|fault| lost(fault.to_string()))?;
        Ok((accepted, cookie, body.to_bytes()))
    }
}

impl Remote {
    /// Sits down by a link; on the seat this machine has kept, if there is one.
    pub async fn enter(link: &str, name: Option<&str>) -> Result<Box<Self>, Failure> {
        let seat = Kept::new(link, name);
        let link = Link::read(link)?;
        let unreadable =
            || Failure::Message(message!("cli-play-strange-server", host = &link.host));
        let (me, cookie, is_kept) = match link.sits(&seat).await? {
            Some((me, cookie)) => (me, cookie, true),
            None => {
                let enter = EnterTable {
                    token: link.token.clone(),
                    name: name.map(str::to_owned),
                    id: Some(CommandId::random()),
                };
                let body = serde_json::to_vec(&enter).map_err(std::io::Error::from)?;
                let (accepted, cookie, body) = link.ask(Method::POST, "enter", None, body).await?;
                if !accepted {
                    let refused: Refused =
                        serde_json::from_slice(&body).map_err(|_| unreadable())?;
                    return Err(Failure::Refused(refused.refusal));
                }
                let me: Me = serde_json::from_slice(&body).map_err(|_| unreadable())?;
                let cookie = cookie.ok_or_else(unreadable)?;
                let is_kept = seat.keep(&cookie).is_ok();
                (me, cookie, is_kept)
            }
        };
        let socket = connect(&link, &cookie).await.map_err(|_| unreadable())?;
        let mut remote = Box::new(Self {
            link,
            cookie,
            is_kept,
            me,
            socket,
            parts: BTreeMap::new(),
            bookmark: None,
            unread: Vec::new(),
        });
        if remote.greet().await.is_err() {
            remote.come_back().await?;
        }
        Ok(remote)
    }

    /// Says hello and takes in the welcome.
    async fn greet(&mut self) -> Result<(), Lost> {
        let hello = ToServer::Hello { protocol: PROTOCOL, bookmark: self.bookmark.clone() };
        self.send(&hello).await?;
        loop {
            if let FromServer::Welcome(welcome) = self.hear().await? {
                self.look_round(welcome);
                return Ok(());
            }
        }
    }

    fn look_round(&mut self, welcome: Welcome) {
        let snapshot = welcome.snapshot;
        let parts = snapshot.parts.into_iter();
        self.parts = parts.map(|(key, part)| (key, part.read())).collect();
        self.bookmark = Some(Bookmark { list: snapshot.list.clone(), line: snapshot.last });
        for line in &snapshot.lines {
            self.unread.push(Line::clone(&line.line));
        }
    }

    async fn send(&mut self, said: &ToServer) -> Result<(), Lost> {
        let text = serde_json::to_string(said).map_err(|_| Lost)?;
        self.socket.send(Message::text(text)).await.map_err(|_| Lost)
    }

    async fn hear(&mut self) -> Result<FromServer, Lost> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    return serde_json::from_str(&text).map_err(|_| Lost);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Lost),
                Some(Ok(_)) => {}
            }
        }
    }

    /// Comes back after a lost connection, with growing pauses.
    async fn come_back(&mut self) -> Result<(), Failure> {
        let mut pause = Duration::from_millis(250);
        for _ in 0..TRIES {
            tokio::time::sleep(pause).await;
            pause *= 2;
            if let Ok(socket) = connect(&self.link, &self.cookie).await {
                self.socket = socket;
                if self.greet().await.is_ok() {
                    return Ok(());
                }
            }
        }
        Err(Failure::Message(message!("cli-play-lost", host = &self.link.host)))
    }

    fn take_in(&mut self, frame: &Frame) {
        for (key, part) in &frame.parts {
            match part.read() {
                Json::Null => self.parts.remove(key),
                part => self.parts.insert(key.clone(), part),
            };
        }
        for line in &frame.lines {
            let line: &NumberedLine = line;
            if let Some(bookmark) = &mut self.bookmark {
                bookmark.line = line.n;
            }
            self.unread.push(Line::clone(&line.line));
        }
    }

    /// Says a line; a lost connection is taken up again and the line sent again (B-11).
    pub async fn say(&mut self, text: &str) -> Result<Result<Vec<Line>, Refusal>, Failure> {
        let id = CommandId::random();
        let said = ToServer::Text { id, line: text.to_owned() };
        loop {
            let answered = match self.send(&said).await {
                Ok(()) => self.answer(id).await,
                Err(lost) => Err(lost),
            };
            match answered {
                Ok(Ok(reply)) => {
                    let mut news = self.unread();
                    news.extend(reply);
                    return Ok(Ok(news));
                }
                Ok(Err(refusal)) => return Ok(Err(refusal)),
                Err(Lost) => self.come_back().await?,
            }
        }
    }

    async fn answer(&mut self, id: CommandId) -> Result<Result<Vec<Line>, Refusal>, Lost> {
        loop {
            match self.hear().await? {
                FromServer::Done { id: done, .. } if done == id => return Ok(Ok(Vec::new())),
                FromServer::Reply { id: done, lines } if done == id => {
                    return Ok(Ok(lines));
                }
                FromServer::Refused { id: done, refusal } if done == id => {
                    return Ok(Err(refusal));
                }
                FromServer::Frame(frame) => self.take_in(&frame),
                _ => {}
            }
        }
    }

    /// What has come and was not shown yet.
    pub fn unread(&mut self) -> Vec<Line> {
        std::mem::take(&mut self.unread)
    }

    /// Waits for something that others did. May be dropped at any await and called again.
    pub async fn news(&mut self) -> Result<Vec<Line>, Failure> {
        loop {
            match self.hear().await {
                Ok(FromServer::Frame(frame)) => self.take_in(&frame),
                // The welcome to a greeting that was dropped half way.
                Ok(FromServer::Welcome(welcome)) => self.look_round(welcome),
                Ok(_) => {}
                Err(Lost) => self.come_back().await?,
            }
            if !self.unread.is_empty() {
                return Ok(self.unread());
            }
        }
    }

    /// A link is for one seat.
    pub fn switch(&self, name: &str) -> Result<Vec<Line>, Refusal> {
        if name == self.me.name {
            return Ok(Vec::new());
        }
        let refusal = Refusal::new("B-02", message!("cli-play-one-seat", name = &self.me.name));
        Err(refusal)
    }

    /// The seat's name now.
    pub fn seat_name(&self) -> String {
        let you = self.parts.get("table/you").and_then(|part| part.get("name"));
        you.and_then(Json::as_str).unwrap_or(&self.me.name).to_owned()
    }

    /// What the seat's lines are completed by; nothing at a table of rules this version does not
    /// know.
    pub fn vocabulary(&self) -> Vocabulary {
        let part = |key: &str| self.parts.get(key).cloned().unwrap_or_default();
        let table = serde_json::from_value::<TablePart>(part("table/table"));
        let seats = serde_json::from_value::<SeatsPart>(part("table/seats"));
        let seats = seats.map(|part| part.seats).unwrap_or_default();
        let family = table.map(|part| part.family).unwrap_or_default();
        let view = AnyView::read(&family, &self.parts);
        view.map(|view| Vocabulary::new(&view, &seats)).unwrap_or_default()
    }

    /// Goes; the seat stays, and so does the device if it can come back.
    pub async fn leave(&mut self) {
        // A server that is gone already forgets the device in its own time.
        let _ = self.socket.close(None).await;
        if !self.is_kept {
            let _ = self.link.ask(Method::POST, "leave", Some(&self.cookie), Vec::new()).await;
        }
    }
}

async fn connect(link: &Link, cookie: &str) -> Result<net::Socket, Lost> {
    let address = Address { path: link.path("ws"), ..link.at.clone() };
    net::open(&address, vec![(COOKIE, cookie.to_owned())]).await.map_err(|_| Lost)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_taken_apart() {
        let read = |text| Link::read(text).ok().map(|link| (link.host, link.table, link.token));
        let parts = |host: &str| Some((host.to_owned(), "0a-b".to_owned(), "x_y".to_owned()));
        assert_eq!(read("http://10.0.0.5:8080/t/0a-b#x_y"), parts("10.0.0.5:8080"));
        assert_eq!(read("http://play.example/t/0a-b/#x_y"), parts("play.example"));
        assert_eq!(read("https://play.example/t/0a-b#x_y"), parts("play.example"));
        for wrong in ["", "x", "http://a/t/b", "http://a/x/b#c", "http:///t/b#c", "ftp://a/t/b#c"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
