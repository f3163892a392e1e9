//! As much WebSocket as it takes to play: text both ways, and pongs.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A WebSocket to the server.
pub struct Socket {
    line: Rc<TcpStream>,
    /// What has come of a message that is not whole.
    partial: Vec<u8>,
}

/// The sending end.
#[derive(Clone)]
pub struct Sender(Rc<TcpStream>);

thread_local! {
    // One for all connections: an idle one costs no buffer.
    static SCRATCH: RefCell<Vec<u8>> = RefCell::new(vec![0; 256 * 1024]);
}

impl Socket {
    /// Opens `/api/tables/{table}/ws` with a seat's cookie.
    pub async fn open(host: &str, table: &str, cookie: &str) -> io::Result<Self> {
        let mut line = TcpStream::connect(host).await?;
        line.set_nodelay(true)?;
        let request = format!(
            "GET /api/tables/{table}/ws HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: {cookie}\r\n\r\n"
        );
        line.write_all(request.as_bytes()).await?;
        let mut head = Vec::new();
        while memchr::memmem::find(&head, b"\r\n\r\n").is_none() {
            if line.read_buf(&mut head).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        if !head.starts_with(b"HTTP/1.1 101") {
            return Err(io::Error::other(String::from_utf8_lossy(&head).into_owned()));
        }
        // Nothing comes before hello.
        Ok(Self { line: Rc::new(line), partial: Vec::new() })
    }

    pub fn sender(&self) -> Sender {
        Sender(self.line.clone())
    }

    /// Waits for something to come and gives each whole text to `hear`.
    pub async fn read(&mut self, hear: &mut dyn FnMut(&[u8])) -> io::Result<()> {
        self.line.readable().await?;
        let mut pings = 0;
        let read = SCRATCH.with_borrow_mut(|scratch| {
            let count = match self.line.try_read(scratch) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => count,
                Err(fault) if fault.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(fault) => return Err(fault),
            };
            if self.partial.is_empty() {
                let rest = whole(&scratch[..count], hear, &mut pings)?;
                self.partial.extend_from_slice(&scratch[count - rest..count]);
            } else {
                self.partial.extend_from_slice(&scratch[..count]);
                let rest = whole(&self.partial, hear, &mut pings)?;
                let start = self.partial.len() - rest;
                if rest == 0 {
                    self.partial = Vec::new();
                } else if start > 0 {
                    self.partial.drain(..start);
                }
            }
            Ok(())
        });
        read?;
        for _ in 0..pings {
            Sender(self.line.clone()).write(&[0x8a, 0x80, 0, 0, 0, 0]).await?;
        }
        Ok(())
    }
}

/// Hears every whole message; how many bytes are left.
fn whole(bytes: &[u8], hear: &mut dyn FnMut(&[u8]), pings: &mut u32) -> io::Result<usize> {
    let mut rest = bytes;
    loop {
        let Some((head, length)) = length(rest) else {
            return Ok(rest.len());
        };
        let Some(payload) = rest.get(head..head + length) else {
            return Ok(rest.len());
        };
        match rest[0] & 0x0f {
            0x1 => hear(payload),
            0x9 => *pings += 1,
            0x8 => return Err(io::ErrorKind::ConnectionAborted.into()),
            _ => {}
        }
        rest = &rest[head + length..];
    }
}

/// The lengths of a frame's head and payload, once the head is there.
fn length(frame: &[u8]) -> Option<(usize, usize)> {
    match frame.get(1)? & 0x7f {
        126 => {
            let length = u16::from_be_bytes(frame.get(2..4)?.try_into().ok()?);
            Some((4, usize::from(length)))
        }
        127 => {
            let length = u64::from_be_bytes(frame.get(2..10)?.try_into().ok()?);
            Some((10, usize::try_from(length).ok()?))
        }
        short => Some((2, usize::from(short))),
    }
}

impl Sender {
    /// Sends a text.
    pub async fn text(&self, text: &str) -> io::Result<()> {
        // A mask of zeros is a mask.
        let mut frame = vec![0x81];
        match u16::try_from(text.len()) {
            Ok(length @ 0..=125) => frame.push(0x80 | length as u8),
            Ok(length) => {
                frame.push(0x80 | 126);
                frame.extend(length.to_be_bytes());
            }
            Err(_) => return Err(io::Error::other("a command is short")),
        }
        frame.extend([0; 4]);
        frame.extend(text.as_bytes());
        self.write(&frame).await
    }

    async fn write(&self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match self.0.try_write(bytes) {
                Ok(written) => bytes = &bytes[written..],
                Err(fault) if fault.kind() == io::ErrorKind::WouldBlock => {
                    self.0.writable().await?;
                }
                Err(fault) => return Err(fault),
            }
        }
        Ok(())
    }
}
