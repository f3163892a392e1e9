//! A server for one test.

use std::net::SocketAddr;
use std::sync::Arc;

use server::{Pack, Settings, Site};
use table::{MemoryStore, Store, Tables, World};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::browser::Browser;

/// A server that runs until it is stopped or dropped.
pub struct Served {
    pub address: SocketAddr,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<std::io::Result<()>>,
}

impl Served {
    /// A server as anyone starts it, with its tables in memory.
    pub async fn start() -> Self {
        Self::with(World::machine(), Settings::default()).await
    }

    pub async fn with(world: World, settings: Settings) -> Self {
        Self::on(Arc::new(MemoryStore::default()), world, settings).await
    }

    pub async fn on(store: Arc<dyn Store>, world: World, settings: Settings) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let site = Site::new(Tables::new(store, world), Pack::shipped(), settings);
        let (stop, stopped) = oneshot::channel();
        let ended = tokio::spawn(server::run(listener, site, async {
            // Dropping the sender stops the server too.
            let _ = stopped.await;
        }));
        Self { address, stop, ended }
    }

    pub fn browser(&self) -> Browser {
        Browser::new(self.address)
    }

    /// Stops the server as a signal would, and waits until it has ended.
    pub async fn stop(self) {
        let _ = self.stop.send(());
        self.ended.await.expect("no panic").expect("no fault");
    }
}
