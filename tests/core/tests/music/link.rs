//! The network between an app and the service. It can lose its connections.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// A proxy in front of the service.
#[derive(Clone)]
pub(crate) struct Link {
    address: SocketAddr,
    service: Arc<OnceLock<SocketAddr>>,
    /// After so many bytes of a connection, it is lost, once. Zero: never.
    lost_after: Arc<AtomicUsize>,
    losses: Arc<AtomicUsize>,
}

impl Link {
    pub(crate) async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let link = Self { address, service: Arc::default(), lost_after: Arc::default(), losses: Arc::default() };
        let accepting = link.clone();
        tokio::spawn(async move {
            while let Ok((app, _)) = listener.accept().await {
                tokio::spawn(accepting.clone().carry(app));
            }
        });
        link
    }

    pub(crate) fn leads_to(&self, service: SocketAddr) {
        self.service.set(service).unwrap();
    }

    pub(crate) fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Loses the next connection on which the app sends so many bytes.
    pub(crate) fn lose_after(&self, bytes: usize) {
        self.lost_after.store(bytes, Ordering::SeqCst);
    }

    /// Returns how many connections were lost.
    pub(crate) fn losses(&self) -> usize {
        self.losses.load(Ordering::SeqCst)
    }

    async fn carry(self, app: TcpStream) {
        let service = TcpStream::connect(self.service.get().unwrap()).await.unwrap();
        let ((mut from_app, mut to_app), (mut from_service, mut to_service)) = (app.into_split(), service.into_split());
        let back = tokio::spawn(async move { tokio::io::copy(&mut from_service, &mut to_app).await });
        let (mut buffer, mut sent) = (vec![0; 16 * 1024], 0);
        while let Ok(count @ 1..) = from_app.read(&mut buffer).await {
            if to_service.write_all(buffer.get(..count).unwrap()).await.is_err() {
                break;
            }
            sent += count;
            let limit = self.lost_after.load(Ordering::SeqCst);
            if limit > 0 && sent >= limit {
                self.lost_after.store(0, Ordering::SeqCst);
                self.losses.fetch_add(1, Ordering::SeqCst);
                back.abort();
                return;
            }
        }
        // The app sends nothing more, but may still read.
        let _ = to_service.shutdown().await;
        let _ = back.await;
    }
}
