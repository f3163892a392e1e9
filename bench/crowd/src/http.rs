//! As much HTTP as it takes to sit down at a table.

use std::io;

use serde_json::Value as Json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// An answer: its JSON, and the cookie it sets.
pub struct Answer {
    pub body: Json,
    pub cookie: Option<String>,
}

/// One kept connection to the server.
pub struct Http {
    line: TcpStream,
    host: String,
}

impl Http {
    pub async fn open(host: &str) -> io::Result<Self> {
        let line = TcpStream::connect(host).await?;
        line.set_nodelay(true)?;
        Ok(Self { line, host: host.to_owned() })
    }

    /// Posts JSON; an answer that is no success is an error.
    pub async fn post(&mut self, path: &str, body: &Json) -> io::Result<Answer> {
        let body = body.to_string();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        self.line.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        let (head, length) = loop {
            if self.line.read_buf(&mut answer).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if let Some(end) = memchr::memmem::find(&answer, b"\r\n\r\n") {
                let head = String::from_utf8_lossy(&answer[..end]).into_owned();
                let length = header(&head, "content-length").and_then(|it| it.parse().ok());
                break (head, end + 4 + length.unwrap_or(0));
            }
        };
        while answer.len() < length {
            self.line.read_buf(&mut answer).await?;
        }
        if !head.starts_with("HTTP/1.1 2") {
            let said = String::from_utf8_lossy(&answer).into_owned();
            return Err(io::Error::other(format!("{path}: {said}")));
        }
        let start = head.len() + 4;
        let cookie = header(&head, "set-cookie");
        let cookie = cookie.and_then(|it| it.split(';').next()).map(str::to_owned);
        let body = serde_json::from_slice(&answer[start..length]).unwrap_or_default();
        Ok(Answer { body, cookie })
    }
}

fn header<'h>(head: &'h str, name: &str) -> Option<&'h str> {
    head.lines().find_map(|line| {
        let (known, value) = line.split_once(':')?;
        known.eq_ignore_ascii_case(name).then(|| value.trim())
    })
}
