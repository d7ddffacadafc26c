//! The cookies of the sign-in pages.

use axum::http::{HeaderMap, HeaderValue, header};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use stagepass_server::base_url::BaseUrl;

/// The length of a cookie's value in bytes.
pub(crate) const LENGTH: usize = 32;
/// The lifetime of a session in seconds.
pub(crate) const SESSION_LIFETIME: i64 = 30 * 24 * 60 * 60;
/// How long a browser in which a user signed in is remembered, in seconds.
const DEVICE_LIFETIME: i64 = 365 * 24 * 60 * 60;

/// The cookies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cookie {
    /// The session.
    Session,
    /// The browser before sign-in, to which the sign-in form is bound.
    Browser,
    /// The account to which a user signed in with this browser before.
    Device,
}

impl Cookie {
    /// With TLS, the prefix `__Host-` makes browsers require Secure, this host and the path `/` (RFC 6265bis). No other
    /// host of the domain can then set a session cookie.
    fn name(self, base: &BaseUrl) -> &'static str {
        match (self, base.is_https()) {
            (Self::Session, true) => "__Host-stagepass_session",
            (Self::Session, false) => "stagepass_session",
            (Self::Browser, true) => "__Host-stagepass_browser",
            (Self::Browser, false) => "stagepass_browser",
            (Self::Device, true) => "__Host-stagepass_device",
            (Self::Device, false) => "stagepass_device",
        }
    }

    /// Returns the value in a request. If there are two with this name, returns none. One of them was set by an
    /// attacker from another path or another host of the domain, who also controls their order (RFC 6265 §5.4, §8.6).
    pub(crate) fn read(self, base: &BaseUrl, headers: &HeaderMap) -> Option<[u8; LENGTH]> {
        let lines = headers.get_all(header::COOKIE).into_iter().filter_map(|line| line.to_str().ok());
        let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let mut own = pairs.filter(|(name, _)| *name == self.name(base));
        let (Some((_, value)), None) = (own.next(), own.next()) else { return None };
        URL_SAFE_NO_PAD.decode(value).ok()?.try_into().ok()
    }

    /// Returns the header that sets the cookie.
    pub(crate) fn plant(self, base: &BaseUrl, value: &[u8; LENGTH]) -> HeaderValue {
        let lifetime = match self {
            Self::Session => format!("; Max-Age={SESSION_LIFETIME}"),
            Self::Device => format!("; Max-Age={DEVICE_LIFETIME}"),
            Self::Browser => String::new(),
        };
        self.header(base, &format!("{}{lifetime}", URL_SAFE_NO_PAD.encode(value)))
    }

    /// Returns the header that removes the cookie.
    pub(crate) fn remove(self, base: &BaseUrl) -> HeaderValue {
        self.header(base, "; Max-Age=0")
    }

    /// `SameSite=Lax`: the cookie is sent when an app opens its popup, but not when another site submits a form.
    fn header(self, base: &BaseUrl, value_and_lifetime: &str) -> HeaderValue {
        let secure = if base.is_https() { "; Secure" } else { "" };
        let text = format!("{}={value_and_lifetime}; Path=/; HttpOnly; SameSite=Lax{secure}", self.name(base));
        let mut header = HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static(""));
        header.set_sensitive(true);
        header
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Whatever other cookies or text the header contains.
        #[test]
        fn cookie_is_read_unless_absent_or_duplicated(
            before in "([a-z_=\" ]{0,20};){0,3}", after in "(; ?[a-z_=\" ]{0,20}){0,3}", junk in "[ -~]{0,60}",
        ) {
            let base = BaseUrl::parse("http://127.0.0.1:8787/v1").unwrap();
            let pair = format!("stagepass_session={}", URL_SAFE_NO_PAD.encode([7; LENGTH]));
            let once = format!("{before}{pair}{after}");
            prop_assert_eq!(Cookie::Session.read(&base, &headers(&once)), Some([7; LENGTH]), "{}", once);
            prop_assert_eq!(Cookie::Session.read(&base, &headers(&format!("{once};{pair}"))), None);
            prop_assert_eq!(Cookie::Session.read(&base, &headers(&junk)), None);
        }
    }

    fn headers(cookie: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::COOKIE, cookie.parse().unwrap())])
    }

    #[test]
    fn over_tls_it_is_bound_to_the_host() {
        let base = BaseUrl::parse("https://music.example/v1").unwrap();
        let planted = Cookie::Session.plant(&base, &[1; LENGTH]);
        let text = planted.to_str().unwrap();
        assert!(text.starts_with("__Host-stagepass_session=AQEB"));
        assert!(text.ends_with("; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure"));
        assert_eq!(Cookie::Session.read(&base, &headers(text)), Some([1; LENGTH]));
        assert_eq!(Cookie::Session.read(&base, &headers(text.trim_start_matches("__Host-"))), None);
    }
}
