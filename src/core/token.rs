//! The token endpoint: code exchange, refresh and revocation. RFC 6749 sections 4.1.3, 5 and 6, RFC 7636 section 4.5,
//! RFC 7009.

use crate::callback::ValidatedCode;
use crate::config::Config;
use crate::document::Document;
use crate::dpop::{Dpop, Proof};
use crate::effect::{Answer, Outcome, Request};
use crate::error::{Code, Error, ServiceError};
use crate::provider::Endpoint;
use crate::scope::Scopes;
use crate::session::Revocable;
use crate::text::ascii_split;
use crate::text::decimal;
use crate::text::record;
use crate::text::secret::Secret;
use crate::transaction::Transaction;

/// The response of the token endpoint.
#[derive(Debug)]
pub struct Tokens {
    /// The access token, for calls.
    pub access_token: Secret,
    /// The refresh token. Empty: none was issued.
    pub refresh_token: Secret,
    /// The lifetime of the access token, in milliseconds, if known.
    pub expires_in: Option<u64>,
    /// The lifetime of the refresh token, in milliseconds, if known.
    pub refresh_expires_in: Option<u64>,
    /// The granted scope.
    pub scope: Scopes,
    /// Whether they are bound to a key (RFC 9449).
    pub is_bound: bool,
    /// The ID token (OpenID Connect Core section 3.1.3.3). Empty: none.
    #[cfg(feature = "openid")]
    pub id_token: Secret,
}

/// Exchanges a code for tokens. Only a [`ValidatedCode`] can be exchanged.
pub fn exchange(code: ValidatedCode, transaction: &Transaction, is_form: bool) -> Request {
    let config = &transaction.config;
    request(
        config,
        Endpoint::Token,
        is_form,
        vec![
            ("grant_type", plain("authorization_code")),
            ("code", code.into_code()),
            ("code_verifier", transaction.code_verifier.clone()),
            ("redirect_uri", plain(&config.redirect_uri)),
        ],
        Proof::new(config.dpop, &transaction.state),
    )
}

/// Refreshes the tokens, with `proof` if they are bound to a key.
pub fn refresh(config: &Config, refresh_token: &Secret, is_form: bool, proof: Proof) -> Request {
    let body = vec![("grant_type", plain("refresh_token")), ("refresh_token", refresh_token.clone())];
    request(config, Endpoint::Token, is_form, body, proof)
}

/// Revokes a token, and all tokens that were issued with it. Without `token_type_hint`, because the service must find a
/// token of either type (RFC 7009 section 2.1).
pub fn revoke(config: &Config, Revocable { token, is_form, key }: &Revocable) -> Request {
    let proof = if key.is_empty() { Proof::default() } else { Proof::new(Dpop::Bound, key) };
    let request = request(config, Endpoint::Revocation, *is_form, vec![("token", token.clone())], proof);
    Request { outlives_page: true, ..request }
}

/// Reads the outcome of [`exchange`] or [`refresh`]. A response without a scope grants `scope`: the one that was
/// requested, or that the session has had (RFC 6749 sections 5.1 and 6).
///
/// Only `access_token` is required. A `token_type` other than `bearer` is an error, because the token could not be used
/// (RFC 6749 section 7.1). After a request with a proof it is `DPoP`: `dpop` says which of the two is accepted.
///
/// # Errors
/// - `refused` if the service rejects the grant (400, 401 or 403 with an `error`)
/// - the error of [`failure`] for any other response
pub fn read<D: Document>(outcome: Outcome<D>, refused: Code, scope: Scopes, dpop: Dpop) -> Result<Tokens, Error> {
    let answer = answered(outcome)?;
    let Some(body) = answer.body.as_ref().filter(|_| answer.status == 200) else {
        return Err(failure(&answer, refused));
    };
    let text = |name| record::text(body, name);
    let lifetime = |name| lifetime(body.number(name), &text(name));
    let (access_token, refresh_token, token_type) = (text("access_token"), text("refresh_token"), text("token_type"));
    let is_bound = token_type.eq_ignore_ascii_case("dpop");
    let is_known = is_bound || token_type.is_empty() || token_type.eq_ignore_ascii_case("bearer");
    if access_token.is_empty()
        || !is_known
        || !dpop.accepts(is_bound)
        || !is_printable(&access_token)
        || !is_printable(&refresh_token)
    {
        return Err(Error::from(Code::BadResponse).with_status(answer.status));
    }
    let scope_name = text("scope");
    Ok(Tokens {
        access_token: access_token.into(),
        refresh_token: refresh_token.into(),
        expires_in: lifetime("expires_in"),
        refresh_expires_in: lifetime("refresh_token_expires_in"),
        scope: if scope_name.is_empty() { scope } else { Scopes::parse(scope_name) },
        is_bound,
        #[cfg(feature = "openid")]
        id_token: text("id_token").into(),
    })
}

/// Returns the user's profile in the response to [`exchange`], as unchecked JSON. Empty: none.
pub fn profile<D: Document>(outcome: &Outcome<D>) -> String {
    match outcome {
        Outcome::Answer(Answer { body: Some(body), .. }) => body.json("user").unwrap_or_default(),
        _ => String::new(),
    }
}

/// Returns the response of a request.
///
/// # Errors
/// [`Code::Network`], [`Code::Timeout`], [`Code::Aborted`], [`Code::BadResponse`] if it is too large,
/// [`Code::StorageUnavailable`] if there can be no key for the proof; see [`Outcome::unexpected`]
pub fn answered<D>(outcome: Outcome<D>) -> Result<Answer<D>, Error> {
    match outcome {
        Outcome::Answer(answer) => Ok(answer),
        Outcome::TooLarge => Err(Code::BadResponse.into()),
        Outcome::Offline => Err(Code::Network.into()),
        Outcome::Elapsed => Err(Code::Timeout.into()),
        Outcome::Refused => Err(Code::StorageUnavailable.into()),
        other => Err(other.unexpected()),
    }
}

/// Returns the error of a response without success: `refused` for a 400, 401 or 403 whose body has an `error` (some
/// providers refuse a grant with 403), [`Code::RequestFailed`] for any other error status, [`Code::BadResponse`] for a
/// response outside of the protocol.
pub fn failure<D: Document>(answer: &Answer<D>, refused: Code) -> Error {
    let member = |name| answer.body.as_ref().and_then(|body| body.text(name));
    let error = member("error");
    let code = match answer.status {
        400 | 401 | 403 if error.is_some() => refused,
        400.. => Code::RequestFailed,
        _ => Code::BadResponse,
    };
    let (description, uri) = (member("error_description"), member("error_uri"));
    Error::from_service(code, ServiceError { error, description, uri }).with_status(answer.status)
}

#[inline(never)]
fn request(
    config: &Config,
    endpoint: Endpoint,
    is_form: bool,
    mut body: Vec<(&'static str, Secret)>,
    proof: Proof,
) -> Request {
    body.push(("client_id", plain(&config.client_id)));
    Request { url: config.url_of(endpoint), body, is_form, outlives_page: false, proof }
}

fn plain(text: &str) -> Secret {
    Secret::from(text.to_owned())
}

/// Returns whether a text has only the characters of a token (RFC 6749 appendix A.12). Anything else cannot be sent in
/// a header.
fn is_printable(text: &str) -> bool {
    ascii_split::all(text, |byte| matches!(byte, b' '..=b'~'))
}

/// Converts a lifetime in seconds to milliseconds. Some services send its digits as a string. `None` if it is not a
/// duration: then only the service's refusal ends the token.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what is out of range is cut to it")]
fn lifetime(number: Option<f64>, text: &str) -> Option<u64> {
    let seconds = number.map_or_else(|| decimal::read(text), |number| Some(number as u64))?;
    (1..1_000_000_000).contains(&seconds).then(|| seconds * 1000)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::authorize::Display;
    use crate::callback::Callback;
    use crate::document::Json;
    use crate::scope::Scope;
    use crate::transaction::tests::transaction;

    type Outcome = super::Outcome<Json>;

    fn answer(status: u16, body: &str) -> Outcome {
        Outcome::Answer(Answer { status, body: Json::parse(body) })
    }

    fn read_error(outcome: Outcome) -> Error {
        read(outcome, Code::ExchangeRefused, Scopes::default(), Dpop::Never).unwrap_err()
    }

    #[test]
    fn code_exchange_sends_verifier_and_required_parameters() {
        let transaction = transaction(Display::Popup, 7);
        let url = format!("https://app.example/callback#code=the-code&state={}", transaction.state);
        let code = Callback::read(&url).unwrap().validate(&transaction).unwrap();
        let request = exchange(code, &transaction, true);
        assert!(request.is_form && !request.outlives_page);
        assert_eq!(request.url, "https://api.example/v1/oauth/token");
        assert_eq!((request.proof.dpop, &request.proof.key), (Dpop::Never, &transaction.state));
        let body: Vec<_> = request.body.iter().map(|(name, value)| (*name, value.expose())).collect();
        assert_eq!(
            body,
            [
                ("grant_type", "authorization_code"),
                ("code", "the-code"),
                ("code_verifier", transaction.code_verifier.expose()),
                ("redirect_uri", "https://app.example/callback"),
                ("client_id", "0x58802e7a660990622B728BF06ae9361BC9403eb7"),
            ]
        );
    }

    #[test]
    fn tokens_are_read() {
        let tokens = read(
            answer(200, r#"{"access_token":"a","refresh_token":"r","expires_in":3600,"scope":"read"}"#),
            Code::ExchangeRefused,
            Scopes::default(),
            Dpop::Never,
        )
        .unwrap();
        assert!(tokens.access_token.is("a") && tokens.refresh_token.is("r"));
        assert_eq!((tokens.expires_in, tokens.scope), (Some(3_600_000), Scope::Read.into()));
        assert_eq!(tokens.refresh_expires_in, None, "it is optional");
        let tokens = read(
            answer(200, r#"{"access_token":"a","refresh_token":"r"}"#),
            Code::ExchangeRefused,
            Scopes::default(),
            Dpop::Never,
        )
        .unwrap();
        assert_eq!((tokens.expires_in, tokens.scope), (None, Scopes::default()));
    }

    #[test]
    fn the_profile_is_handed_on_without_a_check() {
        for (user, read_as) in [
            (String::new(), ""),
            (r#","user":{"name":"A\nda","userId":7}"#.to_owned(), r#"{"name":"A\nda","userId":7}"#),
            (r#","user":[null]"#.to_owned(), "[null]"),
        ] {
            let body = format!(r#"{{"access_token":"a","refresh_token":"r"{user}}}"#);
            assert_eq!(profile(&answer(200, &body)), read_as, "{body}");
        }
        assert_eq!(profile(&answer(200, "<html>")), "");
    }

    #[test]
    fn response_without_scope_grants_requested_scope() {
        for (scope, granted) in [
            ("", "write"),
            (r#","scope":"""#, "write"),
            (r#","scope":null"#, "write"),
            (r#","scope":"read""#, "read"),
            (r#","scope":"read write""#, "read write"),
            (r#","scope":"a\tb""#, ""),
        ] {
            let body = format!(r#"{{"access_token":"a","refresh_token":"r"{scope}}}"#);
            let tokens = read(answer(200, &body), Code::ExchangeRefused, Scope::Write.into(), Dpop::Never).unwrap();
            assert_eq!(tokens.scope.as_str(), granted, "{body}");
        }
    }

    #[test]
    fn only_an_access_token_is_required() {
        for body in [
            r#"{"access_token":"a"}"#,
            r#"{"access_token":"a","refresh_token":""}"#,
            r#"{"access_token":"a","refresh_token":null}"#,
            r#"{"access_token":"a","token_type":"bearer"}"#,
            r#"{"access_token":"a","token_type":"Bearer"}"#,
            r#"{"access_token":"a","token_type":"BEARER"}"#,
        ] {
            let tokens = read(answer(200, body), Code::ExchangeRefused, Scopes::default(), Dpop::Never).unwrap();
            assert!(tokens.access_token.is("a") && tokens.refresh_token.is(""), "{body}");
        }
    }

    /// Bound tokens need a proof. Bearer tokens are accepted only if the mode allows them.
    #[test]
    fn token_type_must_match_dpop_mode() {
        for (dpop, bearer, bound) in [
            (Dpop::Never, true, false),
            (Dpop::Offered, true, true),
            (Dpop::Always, false, true),
            (Dpop::Bound, false, true),
        ] {
            for (token_type, is_bound, is_accepted) in
                [("Bearer", false, bearer), ("", false, bearer), ("DPoP", true, bound), ("dpop", true, bound)]
            {
                let body = format!(r#"{{"access_token":"a","token_type":"{token_type}"}}"#);
                match read(answer(200, &body), Code::ExchangeRefused, Scopes::default(), dpop) {
                    Ok(tokens) => assert_eq!((tokens.is_bound, true), (is_bound, is_accepted), "{dpop:?} {token_type}"),
                    Err(error) => assert_eq!((error.code, false), (Code::BadResponse, is_accepted)),
                }
            }
        }
    }

    #[test]
    fn lifetime_is_positive_number_or_digits_otherwise_unknown() {
        for (member, expected) in [
            ("3600", Some(3_600_000)),
            ("3600.9", Some(3_600_000)),
            (r#""3600""#, Some(3_600_000)),
            ("0", None),
            ("-1", None),
            (r#""-1""#, None),
            (r#""soon""#, None),
            ("\"\"", None),
            ("1e300", None),
            (r#""99999999999999999999""#, None),
            ("null", None),
            ("[3600]", None),
        ] {
            let body = format!(r#"{{"access_token":"a","expires_in":{member},"refresh_token_expires_in":{member}}}"#);
            let tokens = read(answer(200, &body), Code::ExchangeRefused, Scopes::default(), Dpop::Never).unwrap();
            assert_eq!((tokens.expires_in, tokens.refresh_expires_in), (expected, expected), "{member}");
        }
    }

    #[test]
    fn refusals_keep_the_services_words() {
        let body = r#"{"error":"invalid_grant","error_description":"expired","error_uri":"https://docs.example"}"#;
        let [error, description, uri] =
            ["invalid_grant", "expired", "https://docs.example"].map(|text| Some(text.to_owned()));
        let members = ServiceError { error, description, uri };
        assert_eq!(read_error(answer(400, body)), Error::from_service(Code::ExchangeRefused, members).with_status(400));
        let members = ServiceError { error: Some("invalid_client".to_owned()), ..ServiceError::default() };
        let error = read_error(answer(401, r#"{"error":"invalid_client"}"#));
        assert_eq!(error, Error::from_service(Code::ExchangeRefused, members).with_status(401));
    }

    #[test]
    fn each_failed_token_request_maps_to_its_code() {
        for (outcome, code) in [
            (answer(400, "<html>"), Code::RequestFailed),
            (answer(502, "<html>"), Code::RequestFailed),
            (answer(403, r#"{"error":"invalid_grant"}"#), Code::ExchangeRefused),
            (answer(403, "<html>"), Code::RequestFailed),
            (answer(429, r#"{"error":"slow_down"}"#), Code::RequestFailed),
            (answer(200, "<html>"), Code::BadResponse),
            (answer(200, r#"{"refresh_token":"r"}"#), Code::BadResponse),
            (answer(200, r#"{"access_token":"","refresh_token":"r"}"#), Code::BadResponse),
            (answer(200, r#"{"access_token":"a\n","refresh_token":"r"}"#), Code::BadResponse),
            (answer(200, r#"{"access_token":"a","token_type":"mac"}"#), Code::BadResponse),
            (answer(200, r#"{"access_token":"a","refresh_token":"r\nr"}"#), Code::BadResponse),
            (answer(200, r#"{"access_token":1,"refresh_token":"r"}"#), Code::BadResponse),
            (answer(204, ""), Code::BadResponse),
            (Outcome::TooLarge, Code::BadResponse),
            (Outcome::Offline, Code::Network),
            (Outcome::Elapsed, Code::Timeout),
            (Outcome::Refused, Code::StorageUnavailable),
            (Outcome::Aborted, Code::Aborted),
        ] {
            assert_eq!(read_error(outcome).code, code);
        }
    }

    proptest! {
        #[test]
        fn no_body_makes_read_panic(status in any::<u16>(), body in any::<String>(), seconds in any::<f64>()) {
            let _ = read(answer(status, &body), Code::ExchangeRefused, Scopes::default(), Dpop::Never);
            let _ = read(answer(200, &format!(r#"{{"access_token":"a","refresh_token":"r","expires_in":{seconds:?}}}"#)), Code::ExchangeRefused, Scopes::default(), Dpop::Never);
        }
    }
}
