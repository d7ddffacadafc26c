//! The user of another provider: the claims of its ID token and of its userinfo endpoint.

use serde::de::DeserializeOwned;
use stagepass_core::document::Document as _;
use stagepass_core::text::record;

use crate::error::{Code, Error};
use crate::sdk::json;
use crate::sdk::provider::{Provider, sealed};

/// Any OAuth 2.0 or OpenID provider that allows public clients: apps without a secret, with PKCE.
#[derive(Clone, Copy, Debug)]
pub enum OpenId {}

/// A user of an OpenID provider (OpenID Connect Core section 5.1). Only `sub` is checked. Which other claims there are
/// depends on the provider and on the scope.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claims {
    /// The user's identifier at the provider. It never changes, unlike an email address.
    pub sub: String,
    /// The full name.
    pub name: Option<String>,
    /// The name by which the user wants to be called.
    pub preferred_username: Option<String>,
    /// The given name.
    pub given_name: Option<String>,
    /// The family name.
    pub family_name: Option<String>,
    /// The email address.
    pub email: Option<String>,
    /// Whether the provider has verified it.
    pub email_verified: bool,
    /// The URL of a picture.
    pub picture: Option<String>,
    json: String,
}

impl Claims {
    /// Returns all claims, as a type of the app.
    ///
    /// # Errors
    /// [`Code::BadResponse`] if they are not of this type.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Error> {
        json::read(&self.json).ok_or(Code::BadResponse.into())
    }

    /// Returns all claims as JSON.
    pub fn as_json(&self) -> &str {
        &self.json
    }

    /// Parses claims. `None` without a `sub`.
    fn parse(text: &str) -> Option<Self> {
        let claims = json::document(text)?;
        let sub = record::text(&claims, "sub");
        let claim = |name| claims.text(name);
        (!sub.is_empty()).then(|| Self {
            sub,
            name: claim("name"),
            preferred_username: claim("preferred_username"),
            given_name: claim("given_name"),
            family_name: claim("family_name"),
            email: claim("email"),
            email_verified: claims.flag("email_verified"),
            picture: claim("picture"),
            json: text.to_owned(),
        })
    }
}

impl Provider for OpenId {
    type User = Claims;

    /// A response of the userinfo endpoint must be of the user of the ID token (OpenID Connect Core section 5.3.2).
    fn read_user(known: &str, text: &str) -> Option<Claims> {
        let user = Claims::parse(text)?;
        if known.is_empty() {
            return Some(user);
        }
        let is_same = Claims::parse(known)?.sub == user.sub;
        is_same.then(|| json::merge(known, text)).flatten().and_then(|merged| Claims::parse(&merged))
    }
}

impl sealed::Sealed for OpenId {}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Roles {
        roles: Vec<String>,
    }

    #[test]
    fn claims_of_both_responses_are_merged() {
        let known = r#"{"sub":"u1","name":"Ann","email_verified":true,"roles":["editor"]}"#;
        let user =
            OpenId::read_user(known, r#"{"sub":"u1","name":"Ann Lee","picture":"https://a.example/p"}"#).unwrap();
        assert_eq!((user.sub.as_str(), user.name.as_deref(), user.email_verified), ("u1", Some("Ann Lee"), true));
        assert_eq!((user.picture.as_deref(), user.email.as_deref()), (Some("https://a.example/p"), None));
        assert_eq!(user.read::<Roles>().unwrap().roles, ["editor"]);
        assert_eq!(OpenId::read_user("", known).unwrap().as_json(), known);
    }

    #[test]
    fn response_about_another_user_is_refused() {
        let known = r#"{"sub":"u1"}"#;
        for text in [r#"{"sub":"u2"}"#, r#"{"name":"Ann"}"#, r#"{"sub":""}"#, r#"{"sub":7}"#, "[]", "null", ""] {
            assert_eq!(OpenId::read_user(known, text), None, "{text}");
        }
    }
}
