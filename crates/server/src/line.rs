//! A connection whose other end must keep reading.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// For so long nothing of an answer need be taken before the line is cut.
const STALLED: Duration = Duration::from_secs(30);

/// A line that fails when nothing can be written for too long: what an answer holds, and its place
/// among the connections, would else be kept for one who never reads it.
#[derive(Debug)]
pub(crate) struct Line {
    stream: TcpStream,
    /// Runs while something cannot be written.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Line {
    pub fn new(stream: TcpStream) -> Self {
        Self { stream, stalled: None }
    }

    fn progress<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let until = || Box::pin(sleep(STALLED));
        ready!(self.stalled.get_or_insert_with(until).as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Line {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.progress(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.progress(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::poll_fn;
    use tokio::io::AsyncReadExt;
    use tokio::net::TcpListener;

    #[tokio::test]
    async fn b73_patience_runs_only_while_nothing_is_taken() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let there = TcpStream::connect(listener.local_addr().expect("an address"));
        let (there, here) = tokio::join!(there, listener.accept());
        let (mut there, mut line) = (there.expect("a line"), Line::new(here.expect("a line").0));
        let step = async |line: &mut Line| {
            let written = |context: &mut Context<'_>| {
                Poll::Ready(Pin::new(&mut *line).poll_write(context, &[7; 64 * 1024]).is_ready())
            };
            poll_fn(written).await
        };
        while step(&mut line).await {
            assert!(line.stalled.is_none());
        }
        assert!(line.stalled.is_some(), "the other end takes nothing");
        let mut taken = vec![0; 1024 * 1024];
        while !step(&mut line).await {
            // Once all is read, only the line's own readiness is to be waited for.
            tokio::select! {
                read = there.read(&mut taken) => drop(read.expect("the line is open")),
                writable = line.stream.writable() => writable.expect("the line is open"),
            }
        }
        assert!(line.stalled.is_none());
    }
}
