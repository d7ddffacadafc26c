//! Redirect URIs, as the service reads them, as the core does, and as a browser does.

use stagepass_service::accounts::redirect_uri::{Kind, RedirectUri};
use url::{Host, Url};

/// The core accepts what the service accepts, and a browser goes to the host that both have parsed.
pub(crate) fn redirect_uri(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(accepted) = RedirectUri::parse(text) else { return };
    assert_eq!(stagepass_core::redirect_uri::check(text), Ok(()), "{text}");
    assert_eq!(accepted.as_str(), text);
    // An app's own scheme is for the system to read, and counts only as it is registered.
    if accepted.kind() == Kind::Web {
        let Ok(url) = Url::parse(text) else { panic!("no URL to a browser: {text}") };
        assert_eq!((url.username(), url.password(), url.fragment()), ("", None, None), "{text}");
        is_where_a_browser_goes(&accepted, &url);
    }
}

fn is_where_a_browser_goes(accepted: &RedirectUri, url: &Url) {
    let target = accepted.target();
    let (shown, _) = target.rsplit_once(':').filter(|(_, port)| !port.contains(']')).unwrap_or((&target, ""));
    match url.host() {
        Some(Host::Domain(name)) => assert_eq!(name, shown),
        Some(Host::Ipv4(address)) => assert!(address.is_loopback(), "{url}"),
        Some(Host::Ipv6(address)) => assert!(address.is_loopback(), "{url}"),
        None => panic!("no host to a browser: {url}"),
    }
    let origin = stagepass_core::redirect_uri::origin(accepted.as_str());
    let core = origin.and_then(|origin| Url::parse(origin).ok()).map(|url| url.origin());
    assert_eq!(core, Some(url.origin()));
    assert!(!url.path().split('/').any(|segment| segment == ".."), "{url}");
}
