//! The way from a node to its database, which can be cut, slow or dead.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::time::sleep;

/// How it is with the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Open,
    /// Everything takes so many milliseconds longer.
    Slow(u64),
    /// Nothing comes through, and nobody is told.
    Dead,
}

/// A proxy between one node and the database.
#[derive(Clone)]
pub struct Proxy {
    pub address: SocketAddr,
    way: watch::Sender<Way>,
    /// How often all connections were cut.
    cuts: watch::Sender<u64>,
    carried: Arc<AtomicU64>,
}

impl Proxy {
    pub async fn start(socket: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (way, cuts) = (watch::Sender::new(Way::Open), watch::Sender::new(0));
        let proxy = Self { address, way, cuts, carried: Arc::default() };
        let accepting = proxy.clone();
        tokio::spawn(async move {
            while let Ok((node, _)) = listener.accept().await {
                tokio::spawn(accepting.clone().carry(node, socket.clone()));
            }
        });
        proxy
    }

    pub fn set(&self, way: Way) {
        self.way.send_replace(way);
    }

    /// Cuts all connections at once.
    pub fn cut(&self) {
        self.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// How many bytes it has carried.
    pub fn carried(&self) -> u64 {
        self.carried.load(Ordering::Relaxed)
    }

    async fn carry(self, node: TcpStream, socket: PathBuf) {
        let mut cuts = self.cuts.subscribe();
        cuts.mark_unchanged();
        // While the database is away the node finds nobody here either.
        let Ok(database) = UnixStream::connect(socket).await else { return };
        let _ = node.set_nodelay(true);
        let (from_node, to_node) = node.into_split();
        let (from_database, to_database) = database.into_split();
        tokio::select! {
            () = self.one_way(from_node, to_database) => {}
            () = self.one_way(from_database, to_node) => {}
            _ = cuts.changed() => {}
        }
    }

    async fn one_way(&self, mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin) {
        let mut way = self.way.subscribe();
        let mut buffer = vec![0; 64 * 1024];
        loop {
            let Ok(count) = from.read(&mut buffer).await else { return };
            if count == 0 || way.wait_for(|way| *way != Way::Dead).await.is_err() {
                return;
            }
            let now = *way.borrow();
            if let Way::Slow(milliseconds) = now {
                sleep(Duration::from_millis(milliseconds)).await;
            }
            if to.write_all(&buffer[..count]).await.is_err() {
                return;
            }
            self.carried.fetch_add(count as u64, Ordering::Relaxed);
        }
    }
}
