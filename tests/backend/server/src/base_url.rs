//! The URL of a server. For the service it is the issuer (RFC 8414 §2) and contains the version segment.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::http::Uri;
use url::{Host, Url};

/// `https://host[:port]/v1`: no query, no fragment, no trailing slash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl {
    text: String,
    origin_length: usize,
}

/// An invalid base URL.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error(
    "the base URL must be like https://host/v1: http or https, a host, a path without special characters, no query"
)]
pub struct BaseUrlError;

impl BaseUrl {
    /// Parses `text`. Trailing slashes are dropped.
    ///
    /// # Errors
    /// [`BaseUrlError`] if it is not an http(s) URL, or has a user name, a query, a fragment or an unusual path.
    pub fn parse(text: &str) -> Result<Self, BaseUrlError> {
        let text = text.trim_end_matches('/');
        let uri: Uri = text.parse().map_err(|_| BaseUrlError)?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else { return Err(BaseUrlError) };
        let origin_length = scheme.len() + "://".len() + authority.as_str().len();
        let path = text.get(origin_length..).unwrap_or_default();
        // The path becomes a route of the router, in which braces and the like have a meaning.
        let path_is_plain = path.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/-_.".contains(&byte));
        let good = matches!(scheme, "http" | "https") && !authority.as_str().contains('@') && path_is_plain;
        if good && !path.contains("//") { Ok(Self { text: text.to_owned(), origin_length }) } else { Err(BaseUrlError) }
    }

    /// Returns the default for a service without a public name: `http://127.0.0.1:PORT/v1`.
    pub fn of_listener(address: SocketAddr) -> Self {
        let origin = origin_of_listener(address);
        Self { origin_length: origin.len(), text: origin + "/v1" }
    }

    /// The whole URL, which is the issuer.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Scheme, host and port.
    pub fn origin(&self) -> &str {
        self.text.get(..self.origin_length).unwrap_or_default()
    }

    /// The path, for example `/v1`. It can be empty.
    pub fn path(&self) -> &str {
        self.text.get(self.origin_length..).unwrap_or_default()
    }

    /// The host without the port.
    pub fn host(&self) -> &str {
        let authority = self.origin().split_once("://").map_or("", |(_, authority)| authority);
        authority.rsplit_once(':').map_or(authority, |(host, _)| host)
    }

    /// Whether the URL is https.
    pub fn is_https(&self) -> bool {
        self.text.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("https:"))
    }

    /// Whether the host is this machine, so that no request leaves it: `localhost`, `127.0.0.0/8` or `::1`.
    pub fn is_on_this_machine(&self) -> bool {
        match Url::parse(&self.text).ok().as_ref().and_then(Url::host) {
            Some(Host::Domain(name)) => name == "localhost",
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            None => false,
        }
    }
}

/// Returns `http://IP:PORT`. The unspecified address (`0.0.0.0`) is replaced by the loopback address.
pub fn origin_of_listener(address: SocketAddr) -> String {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    format!("http://{}", SocketAddr::new(ip, address.port()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_parts() {
        let base = BaseUrl::parse("https://music.example:8443/api/v1/").unwrap();
        assert_eq!(base.as_str(), "https://music.example:8443/api/v1");
        assert_eq!((base.origin(), base.path(), base.is_https()), ("https://music.example:8443", "/api/v1", true));
        let rootless = BaseUrl::parse("http://localhost:8787").unwrap();
        assert_eq!((rootless.path(), rootless.is_https()), ("", false));
        assert!(BaseUrl::parse("HTTPS://music.example").unwrap().is_https());
    }

    #[test]
    fn on_this_machine_or_elsewhere() {
        for host in ["localhost:8787", "LOCALHOST", "127.0.0.1", "127.8.9.10:80", "[::1]:8787"] {
            assert!(BaseUrl::parse(&format!("http://{host}/v1")).unwrap().is_on_this_machine(), "{host}");
        }
        for host in ["10.0.0.1", "[::2]", "0.0.0.0", "localhost.example", "127.0.0.1.example", "music.example"] {
            assert!(!BaseUrl::parse(&format!("http://{host}/v1")).unwrap().is_on_this_machine(), "{host}");
        }
    }

    #[test]
    fn addresses_that_are_none() {
        for text in [
            "",
            "/v1",
            "ftp://host/v1",
            "https://u@host/v1",
            "https://host/v1?x",
            "https://host/{a}",
            "https://host//v1",
        ] {
            assert_eq!(BaseUrl::parse(text), Err(BaseUrlError), "{text}");
        }
    }

    #[test]
    fn an_unspecified_listener_is_reached_at_loopback() {
        assert_eq!(BaseUrl::of_listener("0.0.0.0:80".parse().unwrap()).as_str(), "http://127.0.0.1:80/v1");
        assert_eq!(BaseUrl::of_listener("[::]:80".parse().unwrap()).as_str(), "http://[::1]:80/v1");
    }
}
