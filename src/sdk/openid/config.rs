//! The configuration of a client of another provider.

use stagepass_core::config::{Fault, Field, InvalidField, RawValue};
use stagepass_core::openid::config;

use super::claims::OpenId;
use crate::error::{Code, Error};
use crate::sdk::config_builder::{Config, ConfigBuilder, page};
use crate::sdk::json;

/// The scope of a login if neither the configuration nor the login has one.
const SCOPE: &str = "openid";

/// For other providers (feature `openid`).
impl Config<OpenId> {
    /// Starts the configuration of a client of any OAuth 2.0 or OpenID provider, with the redirect URI: the URL of the
    /// callback page, registered letter for letter.
    pub fn openid(redirect_uri: impl Into<String>) -> ConfigBuilder<OpenId> {
        ConfigBuilder::new(redirect_uri.into())
    }

    /// Returns the issuer.
    pub fn issuer(&self) -> &str {
        &self.core.base_url
    }
}

/// For other providers (feature `openid`).
impl ConfigBuilder<OpenId> {
    /// Sets the issuer, letter for letter as the provider's metadata has it, also with or without a slash at the end.
    /// https, or http on localhost. Required.
    #[must_use]
    pub fn issuer(mut self, issuer: impl Into<String>) -> Self {
        self.raw.base_url = RawValue::Text(issuer.into());
        self
    }

    /// Sets the app's identifier at the provider. Required.
    #[must_use]
    pub fn client_id(mut self, client_id: impl Into<String>) -> Self {
        self.raw.api_key = RawValue::Text(client_id.into());
        self
    }

    /// Sets the scopes of a login, separated by spaces. Default: `openid`. `LoginOptions::scope` overrides it.
    #[must_use]
    pub fn scope(mut self, scope: impl Into<String>) -> Self {
        self.scope = Some(scope.into());
        self
    }

    /// Sets the provider's metadata, as JSON (OpenID Connect Discovery section 3, RFC 8414 section 2). Default: it is
    /// loaded from the issuer (discovery), and stored for a day.
    #[must_use]
    pub fn metadata(mut self, metadata: impl Into<String>) -> Self {
        self.metadata = Some(metadata.into());
        self
    }

    /// Checks each field.
    ///
    /// # Errors
    /// [`Code::ConfigInvalid`] for the first field that is not valid. [`Error::field`] returns it.
    pub fn build(mut self) -> Result<Config<OpenId>, Error> {
        let metadata = match &self.metadata {
            Some(text) => {
                let invalid = InvalidField(Field::Metadata, Fault::UnknownValue);
                let document = json::document(text).ok_or_else(|| invalid.into_error(Code::ConfigInvalid))?;
                Some(config::read_metadata(&document, config::read_issuer(&self.raw.base_url)?)?)
            }
            None => None,
        };
        let core = config::parse(&self.raw, metadata, page().as_deref())?;
        self.scope.get_or_insert_with(|| SCOPE.to_owned());
        self.with_core(core)
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    const METADATA: &str = r#"{"issuer":"https://id.example","authorization_endpoint":"https://id.example/auth",
        "token_endpoint":"https://id.example/token"}"#;

    fn builder() -> ConfigBuilder<OpenId> {
        Config::openid("https://app.example/callback").issuer("https://id.example").client_id("app")
    }

    #[test]
    fn endpoints_are_known_only_with_metadata() {
        let config = builder().build().unwrap();
        assert_eq!((config.issuer(), config.scope.as_deref()), ("https://id.example", Some("openid")));
        assert!(!config.core.has_endpoints());
        let config = builder().metadata(METADATA).scope("openid email").build().unwrap();
        assert!(config.core.has_endpoints() && config.scope.as_deref() == Some("openid email"));
    }

    #[test]
    fn wrong_fields_are_named() {
        for (builder, field) in [
            (Config::openid("https://app.example/callback").client_id("app"), Field::Issuer),
            (Config::openid("https://app.example/callback").issuer("https://id.example"), Field::ClientId),
            (Config::openid("").issuer("https://id.example").client_id("app"), Field::RedirectUri),
            (builder().issuer("http://id.example"), Field::Issuer),
            (builder().metadata("<html>"), Field::Metadata),
            (builder().metadata(METADATA).issuer("https://id.example/"), Field::Metadata),
            (builder().origin("https://api.example/path"), Field::Origins),
        ] {
            let error = builder.build().unwrap_err();
            assert_eq!((error.code(), error.field().unwrap().0), (Code::ConfigInvalid, field));
        }
    }
}
