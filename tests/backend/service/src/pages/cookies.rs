//! The cookies of the sign-in pages.

use axum::http::{HeaderMap, HeaderValue, header};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use stagepass_server::base_url::BaseUrl;

/// The bytes of a cookie's value.
pub(crate) const LENGTH: usize = 32;
/// How long a sign-in is remembered, in seconds.
pub(crate) const SESSION_LIFETIME: i64 = 30 * 24 * 60 * 60;
/// How long a browser is known that somebody has signed in with, in seconds.
const DEVICE_LIFETIME: i64 = 365 * 24 * 60 * 60;

/// Which cookie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cookie {
    /// Who is signed in.
    Session,
    /// Which browser this is, before anybody is signed in: what the sign-in form is bound to.
    Browser,
    /// Which account somebody has signed in to with this browser before.
    Device,
}

impl Cookie {
    /// With TLS the name itself makes browsers insist on Secure, this host and the path `/` (RFC 6265bis, `__Host-`): no other host under
    /// the domain can then plant a session.
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

    /// The value that came with a request. Two of the name are none: one of them was planted, from under another path or by another host of
    /// the domain, and which comes first is the planter's choice (RFC 6265 §5.4, §8.6).
    pub(crate) fn read(self, base: &BaseUrl, headers: &HeaderMap) -> Option<[u8; LENGTH]> {
        let lines = headers.get_all(header::COOKIE).into_iter().filter_map(|line| line.to_str().ok());
        let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let mut own = pairs.filter(|(name, _)| *name == self.name(base));
        let (Some((_, value)), None) = (own.next(), own.next()) else { return None };
        URL_SAFE_NO_PAD.decode(value).ok()?.try_into().ok()
    }

    /// The header that plants the cookie.
    pub(crate) fn plant(self, base: &BaseUrl, value: &[u8; LENGTH]) -> HeaderValue {
        let lifetime = match self {
            Self::Session => format!("; Max-Age={SESSION_LIFETIME}"),
            Self::Device => format!("; Max-Age={DEVICE_LIFETIME}"),
            Self::Browser => String::new(),
        };
        self.header(base, &format!("{}{lifetime}", URL_SAFE_NO_PAD.encode(value)))
    }

    /// The header that removes the cookie.
    pub(crate) fn remove(self, base: &BaseUrl) -> HeaderValue {
        self.header(base, "; Max-Age=0")
    }

    /// `SameSite=Lax`: sent along when an app's popup is opened, not when another site posts one of our forms.
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
        #[test]
        fn whatever_comes_along_the_one_cookie_is_found_and_of_two_none(
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

    #[test]
    fn is_found_among_others_and_only_if_whole() {
        let base = BaseUrl::parse("http://127.0.0.1:8787/v1").unwrap();
        let planted = Cookie::Browser.plant(&base, &[2; LENGTH]);
        let pair = planted.to_str().unwrap().split(';').next().unwrap().to_owned();
        assert_eq!(Cookie::Browser.read(&base, &headers(&format!("a=b; {pair}; c"))), Some([2; LENGTH]));
        assert_eq!(Cookie::Browser.read(&base, &headers(pair.strip_suffix('I').unwrap_or("x=y"))), None);
        assert_eq!(Cookie::Session.read(&base, &headers(&pair)), None);
        assert_eq!(Cookie::Browser.read(&base, &headers(&format!("{pair}; {pair}"))), None, "one of two was planted");
    }
}
