//! A slow network: TCP proxies between the browser and the servers, which add latency and limit the bandwidth.
//!
//! All connections share the link, in each direction, as all connections of a phone share its radio. A new connection
//! costs one more round trip, as TCP's handshake does. TLS, TCP's slow start and lost packets are not simulated.

use std::mem;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, sleep_until};

use super::fault_proxy::listen;

/// The bytes that are sent at a time, as in a packet. Connections take turns after each.
const PACKET: usize = 1_460;

/// How many packets of a connection may be on their way. More wait at the sender.
const WINDOW: usize = 64;

/// The properties of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlowNetwork {
    /// The time that a request and its response take in addition, both together.
    pub round_trip: Duration,
    /// The bits per second in each direction.
    pub bandwidth: u32,
}

/// A link with these properties. It accepts no connections after it is dropped.
#[derive(Debug)]
pub(super) struct Link {
    network: SlowNetwork,
    up: Direction,
    down: Direction,
    proxies: Mutex<Vec<JoinHandle<()>>>,
}

impl Link {
    pub(super) fn new(network: SlowNetwork) -> Self {
        let direction = || Direction { network, is_free_at: Arc::new(Mutex::new(Instant::now())) };
        Self { network, up: direction(), down: direction(), proxies: Mutex::default() }
    }

    /// Puts the link, if there is one, before a server. Returns the listener that the server has to use.
    pub(super) async fn behind(link: Option<&Self>, outside: TcpListener) -> TcpListener {
        let Some(link) = link else { return outside };
        let inside = listen().await;
        let address = inside.local_addr().expect("it is bound");
        let (round_trip, up, down) = (link.network.round_trip, link.up.clone(), link.down.clone());
        let proxy = tokio::spawn(async move {
            while let Ok((browser, _)) = outside.accept().await {
                tokio::spawn(connect(browser, address, round_trip, (up.clone(), down.clone())));
            }
        });
        link.proxies.lock().unwrap_or_else(PoisonError::into_inner).push(proxy);
        inside
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        for proxy in self.proxies.get_mut().unwrap_or_else(PoisonError::into_inner) {
            proxy.abort();
        }
    }
}

/// Carries a connection until both sides have closed it.
async fn connect(browser: TcpStream, server: SocketAddr, handshake: Duration, (up, down): (Direction, Direction)) {
    sleep(handshake).await;
    let Ok(server) = TcpStream::connect(server).await else { return };
    for stream in [&browser, &server] {
        // Otherwise the system adds delays of its own.
        let _ = stream.set_nodelay(true);
    }
    let ((from_browser, to_browser), (from_server, to_server)) = (browser.into_split(), server.into_split());
    tokio::join!(up.carry(from_browser, to_server), down.carry(from_server, to_browser));
}

/// One direction of the link.
#[derive(Clone, Debug)]
struct Direction {
    network: SlowNetwork,
    is_free_at: Arc<Mutex<Instant>>,
}

impl Direction {
    /// Reserves the link for a packet. Returns when the packet has been sent.
    fn reserve(&self, bytes: usize) -> Instant {
        let mut is_free_at = self.is_free_at.lock().unwrap_or_else(PoisonError::into_inner);
        let bits = u32::try_from(8 * bytes).unwrap_or(u32::MAX);
        *is_free_at = Instant::now().max(*is_free_at) + Duration::from_secs(1) * bits / self.network.bandwidth;
        *is_free_at
    }

    async fn carry(self, mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
        let (send, mut arriving) = mpsc::channel::<(Instant, Vec<u8>)>(WINDOW);
        let latency = self.network.round_trip / 2;
        let sending = async move {
            let mut packet = Vec::with_capacity(PACKET);
            while let Ok(bytes @ 1..) = (&mut from).take(PACKET as u64).read_buf(&mut packet).await {
                let is_sent_at = self.reserve(bytes);
                let packet = mem::replace(&mut packet, Vec::with_capacity(PACKET));
                if send.send((is_sent_at + latency, packet)).await.is_err() {
                    return;
                }
                sleep_until(is_sent_at).await;
            }
        };
        let receiving = async move {
            while let Some((at, packet)) = arriving.recv().await {
                sleep_until(at).await;
                if to.write_all(&packet).await.is_err() {
                    return;
                }
            }
            // The other side may have closed first.
            let _ = to.shutdown().await;
        };
        tokio::join!(sending, receiving);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NETWORK: SlowNetwork = SlowNetwork { round_trip: Duration::from_millis(50), bandwidth: 1_600_000 };

    #[test]
    fn a_packet_waits_for_the_one_before_it() {
        let direction = Link::new(NETWORK).up.clone();
        let [first, second] = [direction.reserve(2_000), direction.reserve(2_000)];
        assert_eq!(second - first, Duration::from_millis(10));
    }

    #[tokio::test]
    async fn response_takes_handshake_plus_one_round_trip() {
        let link = Link::new(NETWORK);
        let outside = listen().await;
        let address = outside.local_addr().unwrap();
        let inside = Link::behind(Some(&link), outside).await;
        let server = tokio::spawn(async move {
            let (mut stream, _) = inside.accept().await.unwrap();
            let byte = stream.read_u8().await.unwrap();
            stream.write_u8(byte).await.unwrap();
        });
        let begun = Instant::now();
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_u8(7).await.unwrap();
        assert_eq!(stream.read_u8().await.unwrap(), 7);
        assert!(begun.elapsed() >= 2 * NETWORK.round_trip);
        server.await.unwrap();
    }
}
