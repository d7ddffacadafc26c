//! Which URLs may receive the access token: those below the service's URL, and those on the app's other origins.

use http::Uri;
use stagepass_core::provider::Provider;
use stagepass_core::redirect_uri;
use stagepass_core::text::ascii_split;

use super::Config;

/// Where a request goes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// The absolute URL.
    pub(crate) url: String,
    /// Whether it is the service's own.
    pub(crate) is_service: bool,
}

impl Target {
    /// Returns the target of `uri`: an absolute URL, or a path below the service's URL, such as `/tracks/7`. `None` if
    /// it must not receive the token.
    ///
    /// Origins are compared as browsers do, and paths letter for letter. A URL that a parser could read in another way,
    /// with a user name, a `..` segment or a percent-encoded slash beside dots, is refused. Another provider is no
    /// service: only the app's origins may have its token.
    pub(crate) fn of<P>(uri: &Uri, config: &Config<P>) -> Option<Self> {
        let base = &config.core.base_url;
        let has_service = config.core.provider == Provider::Stagepass;
        let is_path = uri.scheme().is_none() && uri.authority().is_none();
        if is_path && !has_service {
            return None;
        }
        let url = if is_path { ascii_split::joined(&[base, &path_of(uri)?]) } else { uri.to_string() };
        redirect_uri::check(&url).ok()?;
        let origin = redirect_uri::origin(&url)?;
        let base_path = base.get(redirect_uri::origin(base)?.len()..)?;
        let rest = url.get(origin.len()..)?.strip_prefix(base_path);
        let is_service = has_service
            && redirect_uri::is_same_origin(base, origin)
            && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']));
        let may_have_token =
            is_service || config.origins.iter().any(|other| redirect_uri::is_same_origin(other, origin));
        may_have_token.then_some(Self { url, is_service })
    }
}

/// Returns the path and query of a path.
fn path_of(uri: &Uri) -> Option<String> {
    let path = uri.path_and_query()?.as_str();
    path.starts_with('/').then(|| path.to_owned())
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    fn target(address: &str) -> Option<(String, bool)> {
        let config = Config::builder("https://app.example/callback").app_name("Demo");
        let config = config.base_url("https://api.example/v1").origin("https://other.example").build().unwrap();
        Target::of(&address.parse().unwrap(), &config).map(|target| (target.url, target.is_service))
    }

    #[test]
    fn service_and_named_origins_may_have_the_token() {
        for (address, url, is_service) in [
            ("/me", "https://api.example/v1/me", true),
            ("/tracks/7?a=b", "https://api.example/v1/tracks/7?a=b", true),
            ("//evil.example/x", "https://api.example/v1//evil.example/x", true),
            ("https://api.example/v1/me", "https://api.example/v1/me", true),
            ("https://other.example/x", "https://other.example/x", false),
        ] {
            assert_eq!(target(address), Some((url.to_owned(), is_service)), "{address}");
        }
    }

    #[test]
    fn origins_in_capitals_are_the_same() {
        let config = Config::builder("https://app.example/callback").app_name("Demo");
        let config = config.base_url("HTTP://LOCALHOST:8787/v1").origin("https://Other.example").build().unwrap();
        let target = |address: &str| {
            Target::of(&address.parse().unwrap(), &config).map(|target| (target.url, target.is_service))
        };
        for (address, url, is_service) in [
            ("/me", "HTTP://LOCALHOST:8787/v1/me", true),
            ("http://localhost:8787/v1/me?a", "http://localhost:8787/v1/me?a", true),
            ("https://other.example:443/x", "https://other.example:443/x", false),
        ] {
            assert_eq!(target(address), Some((url.to_owned(), is_service)), "{address}");
        }
        for address in ["http://localhost:8787/V1/me", "http://localhost:8787/v10", "http://localhost:8788/v1/me"] {
            assert_eq!(target(address), None, "{address}");
        }
    }

    #[test]
    fn all_other_urls_are_refused() {
        for address in [
            "https://evil.example/v1/me",
            "https://api.example/v2/me",
            "https://api.example/v10/me",
            "https://api.example/",
            "https://api.example.evil.example/v1/me",
            "https://api.example@evil.example/v1/me",
            "https://api.example:444/v1/me",
            "http://api.example/v1/me",
            "http://other.example/x",
            "https://api.example/v1/../v2/me",
            "https://api.example/v1/%2e%2e/v2/me",
            "https://api.example/v1/x%2f..%2f..%2fv2",
            "/../v2/me",
            "*",
        ] {
            assert_eq!(target(address), None, "{address}");
        }
    }
}
