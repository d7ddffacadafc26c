//! The authorization response in a callback URL, or in a message of the service's page (RFC 6749 section 4.1.2, RFC
//! 9207). Only this module creates a [`ValidatedCode`].

use crate::authorize::Display;
use crate::document::Document;
use crate::error::{Code, Error, ServiceError};
use crate::text::ascii_split;
use crate::text::percent;
use crate::text::secret::{self, Secret};
use crate::transaction::Transaction;

/// The parameters of an authorization response, besides `state`. `session_state` is one of OpenID Connect Session
/// Management (section 2). It has no effect here, and must not stay in the address.
const NAMES: [&str; 7] = ["code", "error", "error_description", "iss", "error_uri", "session_state", "token_format"];

/// The authorization response. Not yet validated.
#[derive(Debug)]
pub struct Callback {
    /// Its `state`, which has the form of one of ours.
    pub state: String,
    /// The kind of login of this state.
    pub display: Display,
    /// The URL without the response.
    pub clean_url: String,
    /// The values of [`NAMES`]. Secrets, because the first is one.
    values: [Option<Secret>; 7],
    seen_state: bool,
    /// A parameter is duplicated or cannot be decoded, so two parsers could read different values.
    damaged: bool,
}

/// An authorization code of this browser's own login: its `state` and `iss` were compared. Only [`Callback::validate`]
/// creates one, and only the token request accepts one, so the comparison cannot be skipped.
#[derive(Debug)]
pub struct ValidatedCode {
    code: Secret,
}

impl ValidatedCode {
    /// Returns the authorization code for the token request.
    pub(crate) fn into_code(self) -> Secret {
        self.code
    }
}

impl Callback {
    /// Reads the response from the fragment and the query of `url`. `None` without a state of ours: such a URL belongs
    /// to another library and is not changed.
    pub fn read(url: &str) -> Option<Self> {
        let (before_fragment, fragment) = ascii_split::at(url, b"#");
        let (path, query) = ascii_split::at(before_fragment, b"?");
        let mut callback = Self {
            state: String::new(),
            display: Display::Popup,
            clean_url: path.to_owned(),
            values: [const { None }; 7],
            seen_state: false,
            damaged: false,
        };
        // Both parts are read, each only if it has a state of ours: a `code` beside it may belong to another library.
        for part in [query, fragment] {
            if ascii_split::each(part.get(1..).unwrap_or_default(), b"&").any(|pair| display_of(pair).is_some()) {
                callback.take(part);
            } else {
                callback.clean_url.push_str(part);
            }
        }
        (!callback.state.is_empty()).then_some(callback)
    }

    /// Reads the response to the login of this `state` from a message of the service's page
    /// (`response_mode=web_message`): an object with `type` and `response`. `None` for any other object.
    pub fn posted<D: Document>(message: &D, state: &str) -> Option<Self> {
        if message.text("type")? != "authorization_response" {
            return None;
        }
        let response = message.object("response")?;
        // As an address, so that one parser reads both.
        let mut url = String::from("#state=");
        percent::encode(&mut url, &response.text("state")?);
        for name in NAMES {
            if let Some(value) = response.text(name) {
                url.push('&');
                url.push_str(name);
                url.push('=');
                percent::encode(&mut url, &value);
            }
        }
        Self::read(&url).filter(|callback| secret::same(&callback.state, state))
    }

    /// Moves the response out of one part of the URL. The rest of the part stays in the clean URL.
    fn take(&mut self, part: &str) {
        let (mut lead, pairs) = part.split_at_checked(1).unwrap_or_default();
        for pair in ascii_split::each(pairs, b"&") {
            let (name, value) = ascii_split::at(pair, b"=");
            let value = percent::decode(value.get(1..).unwrap_or_default());
            if name == "state" {
                self.damaged |= self.seen_state;
                self.seen_state = true;
                if let (Some(display), Some(state)) = (display_of(pair), value) {
                    (self.display, self.state) = (display, state);
                }
            } else if let Some((_, slot)) = NAMES.iter().zip(&mut self.values).find(|(known, _)| **known == name) {
                self.damaged |= slot.is_some() || value.is_none();
                *slot = value.map(Secret::from);
            } else {
                self.clean_url.push_str(lead);
                self.clean_url.push_str(pair);
                lead = "&";
            }
        }
    }

    /// Returns whether the service says, with `token_format=form`, that it takes token requests as forms (RFC 6749
    /// section 4.1.3), which need no CORS preflight. The parameter is one of Stagepass.
    pub fn takes_forms(&self) -> bool {
        let [.., token_format] = &self.values;
        token_format.as_ref().is_some_and(|format| format.is("form"))
    }

    /// Compares the response with its login, and returns the code.
    ///
    /// # Errors
    /// - [`Code::CallbackInvalid`] if a parameter is duplicated or malformed, or if there is neither code nor error
    /// - [`Code::StateMismatch`] if it belongs to another login (RFC 6749 section 10.12)
    /// - [`Code::IssuerMismatch`] if it comes from another service (RFC 9207 section 2.4), or without `iss` to another
    ///   redirect URI than that of the login's provider (RFC 9700 section 4.4.2)
    /// - [`Code::AccessDenied`], [`Code::InteractionRequired`], [`Code::AuthorizationFailed`] if it is an error
    ///   response (RFC 6749 section 4.1.2.1, OIDC Core sections 3.1.2.1 and 3.1.2.6)
    pub fn validate(self, transaction: &Transaction) -> Result<ValidatedCode, Error> {
        if self.damaged {
            return Err(Code::CallbackInvalid.into());
        }
        if !secret::same(&self.state, &transaction.state) {
            return Err(Code::StateMismatch.into());
        }
        let [code, error, description, iss, uri, ..] = self.values;
        let config = &transaction.config;
        let is_of_issuer = match iss {
            Some(iss) => iss.is(&config.base_url),
            None => !config.require_iss && config.may_omit_iss(&self.clean_url),
        };
        if !is_of_issuer {
            return Err(Code::IssuerMismatch.into());
        }
        match (error, code) {
            (Some(error), _) => {
                let code = if error.is("access_denied") {
                    Code::AccessDenied
                } else if error.expose().ends_with("_required") {
                    // `login_required`, `consent_required`, `interaction_required`, `account_selection_required`. Not
                    // with `prompt=none` alone: a user who refuses with `prompt=consent` is a `consent_required`, too
                    // (section 3.1.2.1). Another login with a page is the remedy of all.
                    Code::InteractionRequired
                } else {
                    Code::AuthorizationFailed
                };
                let text = |secret: Secret| secret.expose().to_owned();
                let (description, uri) = (description.map(text), uri.map(text));
                Err(Error::from_service(code, ServiceError { error: Some(text(error)), description, uri }))
            }
            (None, Some(code)) => Ok(ValidatedCode { code }),
            (None, None) => Err(Code::CallbackInvalid.into()),
        }
    }
}

/// Returns the kind of login if `pair` is a state of ours: `state=sp1.p.…` or `state=sp1.f.…`.
fn display_of(pair: &str) -> Option<Display> {
    let state = pair.strip_prefix("state=sp1.")?;
    if state.strip_prefix("p.").is_some() {
        Some(Display::Popup)
    } else {
        state.strip_prefix("f.").map(|_| Display::FullScreen)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::config::Values;
    #[cfg(feature = "openid")]
    use crate::openid;
    use crate::transaction::tests::transaction;

    fn validate(url: &str) -> Result<String, Code> {
        let callback = Callback::read(url).unwrap();
        let code = callback.validate(&transaction(Display::Popup, 7)).map_err(|error| error.code)?;
        Ok(code.into_code().expose().to_owned())
    }

    fn state() -> String {
        transaction(Display::Popup, 7).state
    }

    #[test]
    fn the_code_is_read_from_fragment_and_query() {
        let state = state();
        let iss = "https%3A%2F%2Fapi.example%2Fv1";
        for url in [
            format!("https://app.example/callback#code=a%2Bb&state={state}"),
            format!("https://app.example/callback?code=a%2Bb&state={state}&iss={iss}"),
            format!("https://app.example/callback?x=1&state={state}&code=a%2Bb#section"),
            format!("https://app.example/callback?code=foreign#iss={iss}&code=a%2Bb&state={state}"),
        ] {
            assert_eq!(validate(&url), Ok("a+b".to_owned()), "{url}");
        }
    }

    #[test]
    fn only_response_parameters_are_removed_from_url() {
        let clean = |url: &str| Callback::read(url).unwrap().clean_url;
        assert_eq!(clean("https://a.example/cb#code=1&state=sp1.p.x&iss=y&token_format=form"), "https://a.example/cb");
        assert_eq!(clean("https://a.example/cb#state=sp1.p.x&session_state=5f-e&code=1"), "https://a.example/cb");
        assert_eq!(clean("https://a.example/cb?x=1&code=1&state=sp1.f.x&y=2#top"), "https://a.example/cb?x=1&y=2#top");
        assert_eq!(
            clean("https://a.example/cb?error=e&error_description=d&error_uri=u&state=sp1.f.x"),
            "https://a.example/cb"
        );
        // No pair of a fragment begins with its `?`.
        assert_eq!(
            clean("https://a.example/cb?state=sp1.f.x#code=theirs&?state=sp1.p.y"),
            "https://a.example/cb#code=theirs&?state=sp1.p.y"
        );
        assert_eq!(clean("https://a.example/cb?code=theirs#state=sp1.f.x&code=1"), "https://a.example/cb?code=theirs");
    }

    #[test]
    fn an_address_without_our_state_is_left_alone() {
        for url in [
            "https://app.example/callback",
            "https://app.example/callback?code=1&state=other",
            "https://app.example/callback?code=1",
            "https://app.example/callback?xstate=sp1.p.1",
            "https://app.example/callback#/route?state=sp1.x.1",
        ] {
            assert!(Callback::read(url).is_none(), "{url}");
        }
    }

    #[test]
    fn another_logins_state_is_refused() {
        let other = transaction(Display::Popup, 8).state;
        assert_eq!(validate(&format!("https://app.example/callback#code=1&state={other}")), Err(Code::StateMismatch));
    }

    #[test]
    fn doubled_and_broken_parameters_are_refused() {
        let state = state();
        for answer in [
            format!("?code=1&code=1&state={state}"),
            format!("?code=1&state={state}&state={state}"),
            format!("?code=1&state={state}&state=other"),
            format!("?code=1&state=other&state={state}"),
            format!("?code=1&state={state}#code=2&state={state}"),
            format!("?error=a&error=b&state={state}"),
            format!("?code=1&iss=a&iss=b&state={state}"),
            format!("?code=%ff&state={state}"),
            format!("?code=%2&state={state}"),
            format!("?state={state}"),
        ] {
            assert_eq!(
                validate(&format!("https://app.example/callback{answer}")),
                Err(Code::CallbackInvalid),
                "{answer}"
            );
        }
    }

    #[test]
    fn wrong_issuer_is_rejected_missing_only_if_required() {
        let state = state();
        let url = format!("https://app.example/callback#code=1&state={state}&iss=https%3A%2F%2Fevil.example");
        assert_eq!(validate(&url), Err(Code::IssuerMismatch));
        let mut strict = transaction(Display::Popup, 7);
        strict.config = Values { require_iss: true, ..Values::clone(&strict.config) }.into();
        let callback = Callback::read(&format!("https://app.example/callback#code=1&state={state}")).unwrap();
        assert_eq!(callback.validate(&strict).unwrap_err().code, Code::IssuerMismatch);
    }

    #[cfg(feature = "openid")]
    #[test]
    fn response_without_iss_must_arrive_at_redirect_uri() {
        let state = state();
        let mut login = transaction(Display::Popup, 7);
        login.config = openid::config::tests::config(openid::config::tests::metadata());
        let at = |address: &str| {
            let callback = Callback::read(&format!("{address}#code=1&state={state}")).unwrap();
            callback.validate(&login).map(|_| ()).map_err(|error| error.code)
        };
        for address in ["callback", "callback/", "callback.html", "callback?x=1", "callback/index.html"] {
            assert_eq!(at(&format!("https://app.example/{address}")), Ok(()), "{address}");
        }
        assert_eq!(at("https://APP.example:443/callback"), Ok(()));
        for address in ["callback2", "CALLBACK", "", "a/callback"] {
            assert_eq!(at(&format!("https://app.example/{address}")), Err(Code::IssuerMismatch), "{address}");
        }
        assert_eq!(at("https://evil.example/callback"), Err(Code::IssuerMismatch));
    }

    #[test]
    fn the_services_errors_keep_their_words() {
        let state = state();
        let error_of = |answer: &str| {
            let callback = Callback::read(&format!("https://app.example/callback#{answer}&state={state}")).unwrap();
            callback.validate(&transaction(Display::Popup, 7)).unwrap_err()
        };
        let denied = ServiceError { error: Some("access_denied".to_owned()), ..ServiceError::default() };
        assert_eq!(error_of("error=access_denied"), Error::from_service(Code::AccessDenied, denied));
        let failed =
            error_of("error=invalid_scope&error_description=no+such+scope&error_uri=https%3A%2F%2Fdocs.example");
        let [error, description, uri] =
            ["invalid_scope", "no such scope", "https://docs.example"].map(|text| Some(text.to_owned()));
        let members = ServiceError { error, description, uri };
        assert_eq!(failed, Error::from_service(Code::AuthorizationFailed, members));
    }

    /// Also of a login that shows a page, as this one is.
    #[test]
    fn required_user_maps_to_interaction_required() {
        let state = state();
        let code = |error: &str| {
            let callback = Callback::read(&format!("https://app.example/callback#error={error}&state={state}"));
            callback.unwrap().validate(&transaction(Display::Popup, 7)).unwrap_err().code
        };
        for error in ["login_required", "consent_required", "interaction_required", "account_selection_required"] {
            assert_eq!(code(error), Code::InteractionRequired, "{error}");
        }
        assert_eq!(code("server_error"), Code::AuthorizationFailed);
    }

    #[test]
    fn a_code_is_never_printed() {
        let callback = Callback::read("https://app.example/#state=sp1.p.x&code=hunter2").unwrap();
        assert!(!format!("{callback:?}").contains("hunter2"));
    }

    proptest! {
        #[test]
        fn no_address_makes_it_panic(url in any::<String>(), part in "[?#&=a-z%]{0,40}") {
            for url in [url, format!("https://a.example/{part}&state=sp1.p.{part}")] {
                if let Some(callback) = Callback::read(&url) {
                    prop_assert!(!callback.clean_url.contains("state=sp1."));
                    let _ = callback.validate(&transaction(Display::Popup, 7));
                }
            }
        }
    }
}
