//! The metadata of a provider (OpenID Connect Discovery section 3, RFC 8414 section 2).

use crate::document::Document;
use crate::error::{Code, Error, ServiceError};
use crate::redirect_uri;
use crate::text::ascii_split;
use crate::text::record;

/// What a client uses of a provider's metadata. An endpoint that the provider does not have is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a member of its own")]
pub struct Metadata {
    /// Where the user signs in.
    pub authorization_endpoint: String,
    /// Where codes and refresh tokens are exchanged.
    pub token_endpoint: String,
    /// Where tokens are revoked (RFC 7009).
    pub revocation_endpoint: String,
    /// What describes the user (OpenID Connect Core section 5.3).
    pub userinfo_endpoint: String,
    /// Where the user signs out (OpenID Connect RP-Initiated Logout).
    pub end_session_endpoint: String,
    /// The keys that sign ID tokens.
    pub jwks_uri: String,
    /// Whether each authorization response has `iss` (RFC 9207).
    pub has_iss: bool,
    /// Whether it can respond in a fragment.
    pub takes_fragment: bool,
    /// Whether it shows pages for a popup.
    pub takes_popup: bool,
    /// Whether it binds tokens to a key with ES256 (RFC 9449).
    pub offers_dpop: bool,
}

impl Metadata {
    /// Reads the metadata of the provider with this issuer.
    ///
    /// # Errors
    /// [`Code::ProviderInvalid`], whose description has the name of the member that cannot be used: the issuer is
    /// another one (with both), an endpoint is missing or could be read on the way, or PKCE is not supported.
    pub fn read<D: Document>(document: &D, issuer: &str) -> Result<Self, Error> {
        let actual = record::text(document, "issuer");
        if actual != issuer {
            return Err(unusable(&["issuer: configured \"", issuer, "\", the provider says \"", &actual, "\""]));
        }
        let endpoint = |name| {
            let url = record::text(document, name);
            if url.is_empty() || is_secure(&url) { Ok(url) } else { Err(unusable(&[name])) }
        };
        let required = |name| {
            let url = endpoint(name)?;
            if url.is_empty() { Err(unusable(&[name])) } else { Ok(url) }
        };
        let lists = |name, value: &str| document.texts(name).iter().any(|text| text == value);
        let methods = "code_challenge_methods_supported";
        if !document.texts(methods).is_empty() && !lists(methods, "S256") {
            return Err(unusable(&[methods]));
        }
        Ok(Self {
            authorization_endpoint: required("authorization_endpoint")?,
            token_endpoint: required("token_endpoint")?,
            revocation_endpoint: endpoint("revocation_endpoint")?,
            userinfo_endpoint: endpoint("userinfo_endpoint")?,
            end_session_endpoint: endpoint("end_session_endpoint")?,
            jwks_uri: endpoint("jwks_uri")?,
            has_iss: document.flag("authorization_response_iss_parameter_supported"),
            takes_fragment: lists("response_modes_supported", "fragment"),
            takes_popup: lists("display_values_supported", "popup"),
            offers_dpop: lists("dpop_signing_alg_values_supported", "ES256"),
        })
    }

    /// Adds what [`Metadata::from_record`] reads.
    pub(crate) fn add_to<D: Document>(&self, record: &mut D) {
        record.set_text("authorizationEndpoint", &self.authorization_endpoint);
        record.set_text("tokenEndpoint", &self.token_endpoint);
        record.set_text("revocationEndpoint", &self.revocation_endpoint);
        record.set_text("userinfoEndpoint", &self.userinfo_endpoint);
        record.set_text("endSessionEndpoint", &self.end_session_endpoint);
        record.set_text("jwksUri", &self.jwks_uri);
        record.set_flag("hasIss", self.has_iss);
        record.set_flag("takesFragment", self.takes_fragment);
        record.set_flag("takesPopup", self.takes_popup);
        record.set_flag("offersDpop", self.offers_dpop);
    }

    /// Reads the metadata from a record that this crate has written. This origin checked it before it was stored.
    pub fn from_record<D: Document>(record: &D) -> Self {
        let text = |name| record::text(record, name);
        Self {
            authorization_endpoint: text("authorizationEndpoint"),
            token_endpoint: text("tokenEndpoint"),
            revocation_endpoint: text("revocationEndpoint"),
            userinfo_endpoint: text("userinfoEndpoint"),
            end_session_endpoint: text("endSessionEndpoint"),
            jwks_uri: text("jwksUri"),
            has_iss: record.flag("hasIss"),
            takes_fragment: record.flag("takesFragment"),
            takes_popup: record.flag("takesPopup"),
            offers_dpop: record.flag("offersDpop"),
        }
    }
}

/// Returns the error of metadata that cannot be used. Its description names the member.
pub(crate) fn unusable(description: &[&str]) -> Error {
    let description = Some(ascii_split::joined(description));
    Error::from_service(Code::ProviderInvalid, ServiceError { description, ..ServiceError::default() })
}

/// Returns whether no other machine can read what is sent to this URL.
fn is_secure(url: &str) -> bool {
    redirect_uri::check(url).is_ok() && redirect_uri::is_private(url)
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::document::Json;

    pub(crate) const ISSUER: &str = "https://id.example";

    pub(crate) fn document(more: &str) -> Json {
        let text = format!(
            r#"{{"issuer":"{ISSUER}","authorization_endpoint":"https://id.example/auth","token_endpoint":"https://api.example/token"{more}}}"#
        );
        Json::parse(&text).unwrap()
    }

    fn rejected(document: &Json) -> String {
        let error = Metadata::read(document, ISSUER).unwrap_err();
        assert_eq!(error.code, Code::ProviderInvalid);
        error.description().unwrap().to_owned()
    }

    #[test]
    fn only_authorization_and_token_endpoint_are_required() {
        let read = Metadata::read(&document(""), ISSUER).unwrap();
        assert_eq!(read.token_endpoint, "https://api.example/token");
        assert_eq!((read.revocation_endpoint.as_str(), read.has_iss, read.takes_fragment), ("", false, false));
        let more = r#","response_modes_supported":["query","fragment"],"display_values_supported":["page","popup"],
            "dpop_signing_alg_values_supported":["ES256"],"authorization_response_iss_parameter_supported":true,
            "code_challenge_methods_supported":["plain","S256"],"userinfo_endpoint":"https://id.example/me",
            "revocation_endpoint":"https://id.example/r","end_session_endpoint":"https://id.example/end?a=b",
            "jwks_uri":"https://id.example/keys""#;
        let read = Metadata::read(&document(more), ISSUER).unwrap();
        assert!(read.has_iss && read.takes_fragment && read.takes_popup && read.offers_dpop);
        let mut stored: Json = record::new();
        read.add_to(&mut stored);
        assert_eq!(Metadata::from_record(&stored), read);
    }

    #[test]
    fn another_issuer_is_rejected_and_named() {
        for issuer in ["https://id.example/", "https://ID.example", "https://evil.example", ""] {
            let error = Metadata::read(&document(""), issuer).unwrap_err();
            let description = format!("issuer: configured \"{issuer}\", the provider says \"https://id.example\"");
            assert_eq!(error.description(), Some(&*description));
        }
    }

    #[test]
    fn missing_or_insecure_endpoint_is_rejected() {
        let missing = Json::parse(r#"{"issuer":"https://id.example"}"#).unwrap();
        assert_eq!(rejected(&missing), "authorization_endpoint");
        for url in
            ["http://id.example/r", "javascript:alert(1)", "/r", "https://u@id.example/r", "https://id.example/#a"]
        {
            let more = format!(r#","revocation_endpoint":"{url}""#);
            assert_eq!(rejected(&document(&more)), "revocation_endpoint", "{url}");
        }
        let local = r#","revocation_endpoint":"http://localhost:3000/r""#;
        assert!(Metadata::read(&document(local), ISSUER).is_ok());
    }

    #[test]
    fn provider_without_s256_is_rejected() {
        let more = r#","code_challenge_methods_supported":["plain"]"#;
        assert_eq!(rejected(&document(more)), "code_challenge_methods_supported");
    }

    proptest! {
        #[test]
        fn no_document_makes_read_panic(text in any::<String>(), value in "[ -~]{0,20}") {
            if let Some(document) = Json::parse(&text) {
                let _ = Metadata::read(&document, &value);
            }
            let _ = Metadata::read(&document(&format!(",\"userinfo_endpoint\":{value:?}")), ISSUER);
        }
    }
}
