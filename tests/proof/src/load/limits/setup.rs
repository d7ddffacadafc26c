//! The service that is asked, who asks, and where from.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::load::client::{App, Client, Failure, Listener};

/// The service and its clients. It is read from a file, because all users of a machine can read command lines.
#[derive(Serialize, Deserialize)]
pub(crate) struct Setup {
    /// Where the service listens.
    pub(crate) address: SocketAddr,
    /// A registered app's API key.
    pub(crate) api_key: String,
    /// One of its redirect URIs.
    pub(crate) redirect_uri: String,
    /// Access tokens of a user who does not sign in again. Each sign-in to an app beyond 50 ends the oldest one there.
    pub(crate) access: Vec<String>,
    /// A user who signs in beside slow connections.
    pub(crate) visitor: Listener,
    /// A user who uses up a service.
    pub(crate) attacker: Listener,
    /// A user who behaves.
    pub(crate) neighbour: Listener,
    /// Where an access server of the app listens.
    pub(crate) access_server: SocketAddr,
    /// Where a stream node listens.
    pub(crate) node: SocketAddr,
    /// Tracks that it signs for.
    pub(crate) tracks: Vec<u64>,
}

impl Setup {
    pub(super) fn app(&self) -> Arc<App> {
        let (origin, base) = (format!("http://{}", self.address), "/v1".to_owned());
        Arc::new(App { origin, base, api_key: self.api_key.clone(), redirect_uri: self.redirect_uri.clone() })
    }

    pub(super) fn client(&self, source: IpAddr) -> Client {
        Client::new(self.app(), self.address).coming_from(source)
    }

    /// The audience of tickets for the access server.
    pub(super) fn audience(&self) -> String {
        format!("http://{}", self.access_server)
    }
}

/// The `number`th address of a network of this machine's.
pub(super) fn source(network: u8, number: usize) -> IpAddr {
    let [.., low] = (number % 250).to_be_bytes();
    Ipv4Addr::new(127, 0, network, low + 2).into()
}

#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
pub(super) fn told(failure: Failure) -> String {
    failure.to_string()
}

/// A percentile of `sorted`, in milliseconds.
pub(super) fn percentile(sorted: &[Duration], of_100: usize) -> f64 {
    let at = (sorted.len() * of_100 / 100).min(sorted.len().saturating_sub(1));
    sorted.get(at).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_many_and_this_machines() {
        assert_eq!(source(1, 0), IpAddr::from([127, 0, 1, 2]));
        assert_eq!(source(2, 249), IpAddr::from([127, 0, 2, 251]));
    }

    #[test]
    fn percentiles_are_taken() {
        let times: Vec<Duration> = (1..=100).map(Duration::from_millis).collect();
        assert!((percentile(&times, 50) - 51.0).abs() < 1e-9 && (percentile(&times, 99) - 100.0).abs() < 1e-9);
        assert!(percentile(&[], 99).abs() < 1e-9);
    }
}
