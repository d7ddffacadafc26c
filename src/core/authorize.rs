//! The authorization request's URL (RFC 6749 section 4.1.1, RFC 7636 section 4.3, OIDC Core section 3.1.2.1).

use crate::config::{Config, Fault, Field, InvalidField, RawValue};
use crate::error::{Code, Error};
#[cfg(feature = "openid")]
use crate::openid::authorize::AuthorizationRequest;
use crate::pkce;
use crate::provider::Provider;
use crate::scope::{Scope, Scopes};
use crate::text::secret::Secret;
use crate::text::{ascii_split, percent};

/// Where the user signs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Display {
    /// In a popup over the app.
    Popup,
    /// By a full-page redirect.
    FullScreen,
}

/// How the authorization response returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResponseMode {
    /// The fragment: never sent to a server, never in a `Referer`.
    Fragment,
    /// The query.
    Query,
    /// A message of the service's page in the popup. In the fragment if there is no popup, or no answer to the message.
    WebMessage,
}

/// The options of `login` as the app passed them.
#[derive(Clone, Debug, Default)]
pub struct RawOptions {
    /// `scope`, required: `read` or `write`
    pub scope: RawValue,
    /// `display`: `popup` (default), or `redirect` or `fullScreen`, which are the same
    pub display: RawValue,
    /// `responseMode`: `fragment` (default), `query`, or `web_message` for a popup
    pub response_mode: RawValue,
    /// `fallback`: `redirect` or `fullScreen`, or nothing
    pub fallback: RawValue,
    /// `returnTo`: an absolute URL of this origin
    pub return_to: RawValue,
    /// `appState`: one line of text
    pub app_state: RawValue,
    /// The parameters that the app adds to the URL, which the facade has checked and encoded, each after its `&`
    pub parameters: RawValue,
}

/// The checked options of `login`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The requested scope.
    pub scope: Scopes,
    /// Where the user signs in.
    pub display: Display,
    /// How the authorization response returns.
    pub response_mode: ResponseMode,
    /// Whether a blocked popup becomes a full-page redirect.
    pub full_screen_fallback: bool,
    /// Where a full-page login ends. Empty: on the callback page.
    pub return_to: String,
    /// The app's own value. Empty: none.
    pub app_state: String,
    /// The parameters that the app adds to the URL, each after its `&`.
    pub parameters: String,
}

impl Options {
    /// Checks each option. `page` is the URL of the calling page, empty if there is none.
    ///
    /// # Errors
    /// [`Code::OptionInvalid`] for the first option that is not valid, with the option and its fault.
    /// [`Code::ConfigInvalid`] without a redirect URI.
    pub fn parse(raw: &RawOptions, config: &Config, page: &str) -> Result<Self, Error> {
        if config.redirect_uri.is_empty() {
            return Err(InvalidField(Field::RedirectUri, Fault::Missing).into_error(Code::ConfigInvalid));
        }
        Self::read(raw, config, page).map_err(|wrong| wrong.into_error(Code::OptionInvalid))
    }

    fn read(raw: &RawOptions, config: &Config, page: &str) -> Result<Self, InvalidField> {
        let scope = scopes(&raw.scope, config)?;
        let display = match choice(&raw.display, Field::Display, &["popup", "redirect", "fullScreen"])? {
            Some(1 | 2) => Display::FullScreen,
            _ => Display::Popup,
        };
        let response_mode =
            match choice(&raw.response_mode, Field::ResponseMode, &["fragment", "query", "web_message"])? {
                Some(1) => ResponseMode::Query,
                Some(2) if display == Display::Popup && config.provider == Provider::Stagepass => {
                    ResponseMode::WebMessage
                }
                Some(2) => return Err(InvalidField(Field::ResponseMode, Fault::UnknownValue)),
                _ => ResponseMode::Fragment,
            };
        let full_screen_fallback = choice(&raw.fallback, Field::Fallback, &["redirect", "fullScreen"])?.is_some();
        let return_to = return_to(&raw.return_to, config, page)?;
        let app_state = line(&raw.app_state, Field::AppState)?;
        let parameters = line(&raw.parameters, Field::ExtraParams)?;
        Ok(Self { scope, display, response_mode, full_screen_fallback, return_to, app_state, parameters })
    }
}

/// Returns the URL of the authorization request.
pub fn url(config: &Config, options: &Options, display: Display, state: &str, code_verifier: &Secret) -> String {
    #[cfg(feature = "openid")]
    if let Provider::OpenId(metadata) = &config.provider {
        let request = AuthorizationRequest { config, metadata, options, display, state, code_verifier };
        return request.url();
    }
    let mut url = config.endpoint("/oauth/authorize?response_type=code");
    let identity = if config.registered { "api_key" } else { "app_name" };
    let response_mode = match (options.response_mode, display) {
        (ResponseMode::Query, _) => "query",
        (ResponseMode::WebMessage, Display::Popup) => "web_message",
        // Also the full page after a blocked popup: it has no opener.
        (ResponseMode::Fragment | ResponseMode::WebMessage, _) => "fragment",
    };
    let display = match display {
        Display::Popup => "popup",
        Display::FullScreen => "fullScreen",
    };
    for (name, value) in [
        ("scope", options.scope.as_str()),
        (identity, &config.client_id),
        ("redirect_uri", &config.redirect_uri),
        ("state", state),
        ("code_challenge", &pkce::code_challenge(code_verifier)),
        ("code_challenge_method", "S256"),
        ("response_mode", response_mode),
        ("display", display),
    ] {
        add(&mut url, name, value);
    }
    url.push_str(&options.parameters);
    url
}

/// Adds a parameter to a URL that has others.
pub(crate) fn add(url: &mut String, name: &str, value: &str) {
    url.push('&');
    url.push_str(name);
    url.push('=');
    percent::encode(url, value);
}

/// Returns the scopes: one of a service of Stagepass, or any of another provider.
fn scopes(value: &RawValue, config: &Config) -> Result<Scopes, InvalidField> {
    #[cfg(feature = "openid")]
    if let (Provider::OpenId(_), RawValue::Text(text)) = (&config.provider, value) {
        let scopes = Scopes::parse(text.clone());
        return if scopes == Scopes::default() {
            Err(InvalidField(Field::Scope, Fault::UnknownValue))
        } else {
            Ok(scopes)
        };
    }
    match choice(value, Field::Scope, &["read", "write"])? {
        None => Err(InvalidField(Field::Scope, Fault::Missing)),
        Some(0) => Ok(Scope::Read.into()),
        Some(_) if config.registered => Ok(Scope::Write.into()),
        Some(_) => Err(InvalidField(Field::Scope, Fault::NeedsApiKey)),
    }
}

/// Returns one line of text, empty if it is missing.
fn line(value: &RawValue, field: Field) -> Result<String, InvalidField> {
    match value {
        RawValue::Absent => Ok(String::new()),
        RawValue::Text(text) if ascii_split::all(text, |byte| *byte >= b' ') => Ok(text.clone()),
        RawValue::Text(_) => Err(InvalidField(field, Fault::ControlCharacter)),
        RawValue::Flag(_) | RawValue::Other => Err(InvalidField(field, Fault::WrongType)),
    }
}

/// Returns the index of the option's value in `values`. `None` if it is missing.
fn choice(value: &RawValue, field: Field, values: &[&str]) -> Result<Option<usize>, InvalidField> {
    match value {
        RawValue::Absent => Ok(None),
        RawValue::Text(text) => match values.iter().position(|value| value == text) {
            Some(index) => Ok(Some(index)),
            None => Err(InvalidField(field, Fault::UnknownValue)),
        },
        RawValue::Flag(_) | RawValue::Other => Err(InvalidField(field, Fault::WrongType)),
    }
}

/// Returns where a full-page login ends: at the app's `returnTo` or the calling page. Only on this origin, because
/// anywhere else would be an open redirect. Empty if that is the callback page itself.
fn return_to(value: &RawValue, config: &Config, page: &str) -> Result<String, InvalidField> {
    let return_to = match value {
        RawValue::Absent => page,
        RawValue::Text(text) => text,
        RawValue::Flag(_) | RawValue::Other => return Err(InvalidField(Field::ReturnTo, Fault::WrongType)),
    };
    if without_answer(return_to) == without_answer(&config.redirect_uri) {
        return Ok(String::new());
    }
    if !ascii_split::all(return_to, |byte| *byte > b' ') {
        return Err(InvalidField(Field::ReturnTo, Fault::ControlCharacter));
    }
    if return_to.is_empty() || crate::redirect_uri::is_same_origin(return_to, &config.redirect_uri) {
        Ok(return_to.to_owned())
    } else {
        Err(InvalidField(Field::ReturnTo, Fault::OtherOrigin))
    }
}

/// Returns a URL without its query and fragment.
fn without_answer(url: &str) -> &str {
    ascii_split::at(url, b"?#").0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::border::OWN_PARAMETERS;
    use crate::config::Values;
    use crate::effect::Area;

    pub(crate) fn config(registered: bool) -> Config {
        Config::from(Values {
            base_url: "https://api.example/v1".to_owned(),
            client_id: if registered { "0x58802e7a660990622B728BF06ae9361BC9403eb7" } else { "Demo & Söhne" }
                .to_owned(),
            registered,
            redirect_uri: "https://app.example/callback".to_owned(),
            require_iss: false,
            storage: Area::Local,
            account_key: String::new(),
            dpop: crate::dpop::Dpop::Never,
            takes_forms: false,
            provider: Provider::Stagepass,
        })
    }

    fn verifier() -> Secret {
        Secret::from("verifier".to_owned())
    }

    fn invalid(field: Field, fault: Fault) -> Error {
        InvalidField(field, fault).into_error(Code::OptionInvalid)
    }

    fn text(text: &str) -> RawValue {
        RawValue::Text(text.to_owned())
    }

    fn read() -> RawOptions {
        RawOptions { scope: text("read"), ..RawOptions::default() }
    }

    fn parse(raw: &RawOptions) -> Result<Options, Error> {
        Options::parse(raw, &config(true), "https://app.example/shop")
    }

    #[test]
    fn the_address_of_a_login() {
        let options = parse(&read()).unwrap();
        assert_eq!(
            url(&config(true), &options, Display::Popup, "sp1.p.abc", &verifier()),
            "https://api.example/v1/oauth/authorize?response_type=code&scope=read\
             &api_key=0x58802e7a660990622B728BF06ae9361BC9403eb7&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback\
             &state=sp1.p.abc&code_challenge=iMnq5o6zALKXGivsnlom_0F5_WYda32GHkxlV7mq7hQ&code_challenge_method=S256&response_mode=fragment&display=popup"
        );
        let raw = RawOptions { display: text("fullScreen"), response_mode: text("query"), ..read() };
        let options = Options::parse(&raw, &config(false), "https://app.example/").unwrap();
        let url = url(&config(false), &options, options.display, "sp1.f.abc", &verifier());
        assert!(url.contains("&app_name=Demo%20%26%20S%C3%B6hne&"), "{url}");
        assert!(url.ends_with("&response_mode=query&display=fullScreen"), "{url}");
    }

    #[test]
    fn redirect_and_full_screen_are_the_same() {
        for name in ["redirect", "fullScreen"] {
            let options = parse(&RawOptions { display: text(name), ..read() }).unwrap();
            assert_eq!((options.display, options.full_screen_fallback), (Display::FullScreen, false), "{name}");
            let options = parse(&RawOptions { fallback: text(name), ..read() }).unwrap();
            assert_eq!((options.display, options.full_screen_fallback), (Display::Popup, true), "{name}");
        }
        let error = parse(&RawOptions { fallback: text("popup"), ..read() }).unwrap_err();
        assert_eq!(error, invalid(Field::Fallback, Fault::UnknownValue));
    }

    /// After a login on the callback page, it is empty. Another origin is rejected.
    #[test]
    fn return_to_is_page_or_same_origin_url() {
        let ends = |page, return_to| {
            Options::parse(&RawOptions { return_to, ..read() }, &config(true), page).map(|o| o.return_to)
        };
        assert_eq!(ends("https://app.example/shop?a#b", RawValue::Absent).unwrap(), "https://app.example/shop?a#b");
        assert_eq!(ends("https://app.example/callback?a#b", RawValue::Absent).unwrap(), "");
        assert_eq!(ends("https://app.example/", text("https://app.example/x")).unwrap(), "https://app.example/x");
        assert_eq!(ends("https://app.example/", text("https://app.example/callback")).unwrap(), "");
        assert_eq!(ends("https://app.example/", text("HTTPS://App.example/x")).unwrap(), "HTTPS://App.example/x");
        for elsewhere in [
            "https://evil.example/",
            "//evil.example",
            "https://app.example.evil.example/",
            "javascript:alert(1)",
            "/x",
            "https://app.example@evil.example/",
            "https://app.example\\@evil.example/x",
        ] {
            let error = ends("https://app.example/", text(elsewhere)).unwrap_err();
            assert_eq!(error, invalid(Field::ReturnTo, Fault::OtherOrigin), "{elsewhere}");
        }
        assert_eq!(
            ends("https://app.example/", text("https://app.example/\nx")).unwrap_err(),
            invalid(Field::ReturnTo, Fault::ControlCharacter)
        );
    }

    #[test]
    fn parameters_of_the_app_are_at_the_end() {
        let options = parse(&RawOptions { parameters: text("&prompt=none&x=%20"), ..read() }).unwrap();
        let url = url(&config(true), &options, Display::Popup, "sp1.p.abc", &verifier());
        assert!(url.ends_with("&display=popup&prompt=none&x=%20"), "{url}");
    }

    #[test]
    fn parameters_of_every_request_are_our_own() {
        let own: Vec<_> = OWN_PARAMETERS.split(' ').collect();
        for registered in [true, false] {
            let url = url(&config(registered), &parse(&read()).unwrap(), Display::Popup, "s", &verifier());
            for pair in url.split_once('?').unwrap().1.split('&') {
                assert!(own.contains(&pair.split_once('=').unwrap().0), "{pair}");
            }
        }
    }

    #[test]
    fn each_option_is_named_with_its_fault() {
        let cases = [
            (RawOptions::default(), Field::Scope, Fault::Missing),
            (RawOptions { scope: text("admin"), ..read() }, Field::Scope, Fault::UnknownValue),
            (RawOptions { scope: RawValue::Other, ..read() }, Field::Scope, Fault::WrongType),
            (RawOptions { display: text("iframe"), ..read() }, Field::Display, Fault::UnknownValue),
            (RawOptions { response_mode: text("form_post"), ..read() }, Field::ResponseMode, Fault::UnknownValue),
            (
                RawOptions { response_mode: text("web_message"), display: text("redirect"), ..read() },
                Field::ResponseMode,
                Fault::UnknownValue,
            ),
            (RawOptions { fallback: RawValue::Flag(true), ..read() }, Field::Fallback, Fault::WrongType),
            (RawOptions { app_state: text("a\nb"), ..read() }, Field::AppState, Fault::ControlCharacter),
            (RawOptions { parameters: RawValue::Other, ..read() }, Field::ExtraParams, Fault::WrongType),
        ];
        for (raw, field, fault) in cases {
            assert_eq!(parse(&raw).unwrap_err(), invalid(field, fault), "{raw:?}");
        }
        let raw = RawOptions { scope: text("write"), ..read() };
        let error = Options::parse(&raw, &config(false), "").unwrap_err();
        assert_eq!(error, invalid(Field::Scope, Fault::NeedsApiKey));
    }

    proptest! {
        #[test]
        fn no_text_makes_parse_panic(a in any::<String>(), b in any::<String>(), page in any::<String>()) {
            let raw = RawOptions { return_to: text(&a), app_state: text(&b), ..read() };
            let _ = Options::parse(&raw, &config(true), &page);
        }
    }
}
