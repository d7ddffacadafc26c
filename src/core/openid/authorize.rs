//! The authorization request to a provider (RFC 6749 section 4.1.1, OpenID Connect Core section 3.1.2.1).

use crate::authorize::{self, Display, Options, ResponseMode};
use crate::config::Config;
use crate::openid::metadata::Metadata;
use crate::pkce;
use crate::scope::Scopes;
use crate::text::ascii_split;
use crate::text::decimal;
use crate::text::secret::Secret;

/// An authorization request.
pub(crate) struct AuthorizationRequest<'a> {
    pub(crate) config: &'a Config,
    pub(crate) metadata: &'a Metadata,
    pub(crate) options: &'a Options,
    pub(crate) display: Display,
    pub(crate) state: &'a str,
    pub(crate) code_verifier: &'a Secret,
}

impl AuthorizationRequest<'_> {
    /// Returns its URL. It has only parameters that the provider knows.
    pub(crate) fn url(&self) -> String {
        let Self { config, metadata, options, display, state, code_verifier } = *self;
        let mut url = metadata.authorization_endpoint.clone();
        let has_query = ascii_split::once(&url, b"?").is_some();
        url.push_str(if has_query { "&response_type=code" } else { "?response_type=code" });
        let mut add = |name, value: &str| authorize::add(&mut url, name, value);
        add("scope", options.scope.as_str());
        add("client_id", &config.client_id);
        add("redirect_uri", &config.redirect_uri);
        add("state", state);
        add("code_challenge", &pkce::code_challenge(code_verifier));
        add("code_challenge_method", "S256");
        if wants_id_token(&options.scope) {
            add("nonce", &nonce(code_verifier));
        }
        // Without it, the response is in the query.
        if options.response_mode == ResponseMode::Fragment && metadata.takes_fragment {
            add("response_mode", "fragment");
        }
        if display == Display::Popup && metadata.takes_popup {
            add("display", "popup");
        }
        url.push_str(&options.parameters);
        url
    }
}

/// Returns whether the provider must send an ID token: the scope has `openid` (OpenID Connect Core section 3.1.2.1).
pub(crate) fn wants_id_token(scope: &Scopes) -> bool {
    ascii_split::each(scope.as_str(), b" ").any(|scope| scope == "openid")
}

/// Returns the nonce of the login with this verifier. Both are of this login alone. The nonce does not reveal the
/// verifier, because it is a hash, and not the one that is the code challenge.
pub(crate) fn nonce(code_verifier: &Secret) -> String {
    pkce::digest(&ascii_split::joined(&["nonce ", code_verifier.expose()]))
}

/// Returns the `max_age` among the parameters that the app adds, in seconds.
pub(crate) fn max_age(options: &Options) -> Option<u64> {
    ascii_split::each(&options.parameters, b"&").find_map(|pair| decimal::read(pair.strip_prefix("max_age=")?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openid::config::tests::{config, metadata};

    fn options(scope: &str) -> Options {
        Options {
            scope: Scopes::parse(scope.to_owned()),
            display: Display::Popup,
            response_mode: ResponseMode::Fragment,
            full_screen_fallback: false,
            return_to: String::new(),
            app_state: String::new(),
            parameters: "&max_age=60&audience=x".to_owned(),
        }
    }

    fn request(metadata: &Metadata, options: &Options) -> String {
        let (config, code_verifier) = (config(metadata.clone()), Secret::from("verifier".to_owned()));
        let (config, code_verifier, state) = (&config, &code_verifier, "sp1.p.abc");
        AuthorizationRequest { config, metadata, options, display: options.display, state, code_verifier }.url()
    }

    #[test]
    fn request_has_only_what_the_provider_knows() {
        let url = request(&metadata(), &options("openid profile"));
        let nonce = nonce(&Secret::from("verifier".to_owned()));
        let challenge = pkce::digest("verifier");
        assert_eq!(
            url,
            format!(
                "https://id.example/auth?response_type=code&scope=openid%20profile&client_id=app\
                 &redirect_uri=https%3A%2F%2Fapp.example%2Fcallback&state=sp1.p.abc&code_challenge={challenge}\
                 &code_challenge_method=S256&nonce={nonce}&max_age=60&audience=x"
            )
        );
        assert_ne!(nonce, challenge);
        let knows = Metadata { takes_fragment: true, takes_popup: true, ..metadata() };
        let url = request(&knows, &options("openid"));
        assert!(url.contains("&response_mode=fragment&display=popup&"), "{url}");
        let full = Options { display: Display::FullScreen, response_mode: ResponseMode::Query, ..options("openid") };
        let url = request(&knows, &full);
        assert!(!url.contains("response_mode") && !url.contains("display"), "{url}");
    }

    #[test]
    fn endpoint_with_query_and_scope_without_openid() {
        let endpoint = Metadata { authorization_endpoint: "https://id.example/a?t=1".to_owned(), ..metadata() };
        let url = request(&endpoint, &options("email"));
        assert!(url.starts_with("https://id.example/a?t=1&response_type=code&scope=email&"), "{url}");
        assert!(!url.contains("nonce"), "{url}");
    }

    #[test]
    fn max_age_is_read_from_added_parameters() {
        assert_eq!(max_age(&options("openid")), Some(60));
        assert_eq!(max_age(&Options { parameters: "&x=max_age=1".to_owned(), ..options("openid") }), None);
    }
}
