//! The redirect URI with a response: RFC 6749 §4.1.2 and §4.1.2.1, with `iss` (RFC 9207).

use serde_json::{Map, Value};

use crate::accounts::redirect_uri::RedirectUri;

/// How the response is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResponseMode {
    Fragment,
    Query,
    /// Posted to the window that opened the popup. If that is not possible, in the fragment.
    WebMessage,
}

impl ResponseMode {
    pub(crate) const ALL: [Self; 3] = [Self::Fragment, Self::Query, Self::WebMessage];

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Fragment => "fragment",
            Self::Query => "query",
            Self::WebMessage => "web_message",
        }
    }
}

/// The members of a response.
pub(crate) struct Answer(Vec<(&'static str, String)>);

impl Answer {
    pub(crate) fn to_json(&self) -> Value {
        let members = self.0.iter().map(|(name, value)| ((*name).to_owned(), value.as_str().into()));
        Value::Object(members.collect::<Map<_, _>>())
    }
}

/// A redirect URI to which a response may be sent, because client and redirect URI were accepted.
#[derive(Debug, Clone)]
pub(crate) struct ReturnAddress {
    pub(crate) redirect_uri: RedirectUri,
    pub(crate) response_mode: ResponseMode,
    pub(crate) state: Option<String>,
}

/// The errors that an app receives at its redirect URI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AuthorizationErrorCode {
    AccessDenied,
    InvalidRequest,
    InvalidScope,
    UnsupportedResponseType,
    ServerError,
    /// This error and the next ones: OIDC Core §3.1.2.6.
    InteractionRequired,
    LoginRequired,
    AccountSelectionRequired,
    ConsentRequired,
}

impl AuthorizationErrorCode {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::AccessDenied => "access_denied",
            Self::InvalidRequest => "invalid_request",
            Self::InvalidScope => "invalid_scope",
            Self::UnsupportedResponseType => "unsupported_response_type",
            Self::ServerError => "server_error",
            Self::InteractionRequired => "interaction_required",
            Self::LoginRequired => "login_required",
            Self::AccountSelectionRequired => "account_selection_required",
            Self::ConsentRequired => "consent_required",
        }
    }
}

impl ReturnAddress {
    /// Returns the response with `code`.
    pub(crate) fn code(&self, code: &str, issuer: &str) -> Answer {
        let mut answer = self.answer(&[("code", code)], issuer);
        // Not of RFC 6749: our clients send JSON, as specified, to a service of which they know nothing else.
        answer.0.push(("token_format", "form".to_owned()));
        answer
    }

    /// Returns the response with an error.
    pub(crate) fn error(&self, error: AuthorizationErrorCode, description: &str, issuer: &str) -> Answer {
        self.answer(&[("error", error.as_str()), ("error_description", description)], issuer)
    }

    /// Returns the URI with `code`.
    pub(crate) fn with_code(&self, code: &str, issuer: &str) -> String {
        self.with(&self.code(code, issuer))
    }

    /// Returns the URI with an error.
    pub(crate) fn with_error(&self, error: AuthorizationErrorCode, description: &str, issuer: &str) -> String {
        self.with(&self.error(error, description, issuer))
    }

    /// Returns the URI with `state` alone, after a sign-out (OpenID Connect RP-Initiated Logout 1.0 §3).
    pub(crate) fn with_state(&self) -> String {
        let Some(state) = &self.state else { return self.redirect_uri.as_str().to_owned() };
        self.with(&Answer(vec![("state", state.clone())]))
    }

    fn answer(&self, members: &[(&'static str, &str)], issuer: &str) -> Answer {
        let members = members.iter().copied();
        let all = members.chain(self.state.as_deref().map(|state| ("state", state))).chain([("iss", issuer)]);
        Answer(all.map(|(name, value)| (name, value.to_owned())).collect())
    }

    /// Returns the URI with `answer`.
    pub(crate) fn with(&self, answer: &Answer) -> String {
        let encoded = form_urlencoded::Serializer::new(String::new()).extend_pairs(&answer.0).finish();
        // Parsers of a fragment are often written by hand and read "+" literally. Every parser reads "%20" as a space.
        let answer = encoded.replace('+', "%20");
        let uri = self.redirect_uri.as_str();
        let separator = match self.response_mode {
            ResponseMode::Fragment | ResponseMode::WebMessage => "#",
            ResponseMode::Query if uri.ends_with(['?', '&']) => "",
            ResponseMode::Query if uri.contains('?') => "&",
            ResponseMode::Query => "?",
        };
        format!("{uri}{separator}{answer}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to(uri: &str, response_mode: ResponseMode) -> ReturnAddress {
        ReturnAddress { redirect_uri: RedirectUri::parse(uri).unwrap(), response_mode, state: Some("a+b c".to_owned()) }
    }

    #[test]
    fn code_response_is_appended_in_every_response_mode() {
        let answer = "code=C&state=a%2Bb%20c&iss=https%3A%2F%2Fm.example%2Fv1&token_format=form";
        for (uri, mode, expected) in [
            ("https://app.example/cb", ResponseMode::Fragment, "https://app.example/cb#"),
            ("https://app.example/cb?x=1", ResponseMode::Fragment, "https://app.example/cb?x=1#"),
            ("https://app.example/cb", ResponseMode::WebMessage, "https://app.example/cb#"),
            ("https://app.example/cb", ResponseMode::Query, "https://app.example/cb?"),
            ("https://app.example/cb?x=1", ResponseMode::Query, "https://app.example/cb?x=1&"),
            ("https://app.example/cb?", ResponseMode::Query, "https://app.example/cb?"),
            ("com.example.app:/cb", ResponseMode::Query, "com.example.app:/cb?"),
        ] {
            assert_eq!(to(uri, mode).with_code("C", "https://m.example/v1"), format!("{expected}{answer}"));
        }
    }

    #[test]
    fn an_error_says_what_and_why() {
        let to = ReturnAddress { state: None, ..to("https://app.example/cb", ResponseMode::Query) };
        let address = to.with_error(AuthorizationErrorCode::AccessDenied, "the listener said no", "i");
        assert_eq!(
            address,
            "https://app.example/cb?error=access_denied&error_description=the%20listener%20said%20no&iss=i"
        );
    }
}
