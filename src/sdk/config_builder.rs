//! The configuration of a client.

use core::fmt;
use core::marker::PhantomData;

use stagepass_core::config::{self, Fault, Field, InvalidField, RawConfig, RawValue};
use stagepass_core::redirect_uri;

use super::provider::Stagepass;
use crate::error::{Code, Error};
use crate::rim::storage::Storage;
use crate::shared::Shared;

/// The configuration of a [`Client`](crate::Client) of the provider `P`. It is valid. Clones share its values.
#[derive(Clone)]
pub struct Config<P = Stagepass> {
    pub(crate) core: config::Config,
    pub(crate) storage: Option<Shared<dyn Storage>>,
    /// Other origins that may receive the access token.
    pub(crate) origins: Vec<String>,
    /// The access server of gated tracks, without a slash at its end.
    pub(crate) access_server: Option<String>,
    /// The scopes of a login whose options have none.
    pub(crate) scope: Option<String>,
    /// What only a native app can set.
    #[cfg(all(feature = "native", not(target_arch = "wasm32")))]
    pub(crate) native: crate::rim::native::Options,
    pub(crate) provider: PhantomData<P>,
}

/// Builds a [`Config`].
#[derive(Clone)]
pub struct ConfigBuilder<P = Stagepass> {
    pub(crate) raw: RawConfig,
    storage: Option<Shared<dyn Storage>>,
    origins: Vec<String>,
    access_server: Option<String>,
    pub(super) scope: Option<String>,
    /// The metadata of another provider, as JSON.
    #[cfg(feature = "openid")]
    pub(super) metadata: Option<String>,
    #[cfg(all(feature = "native", not(target_arch = "wasm32")))]
    pub(crate) native: crate::rim::native::Options,
    provider: PhantomData<P>,
}

impl Config {
    /// Starts a configuration with the redirect URI: the URL of the callback page, registered letter for letter.
    pub fn builder(redirect_uri: impl Into<String>) -> ConfigBuilder {
        ConfigBuilder::new(redirect_uri.into())
    }

    /// Returns the service's URL, without a slash at its end.
    pub fn base_url(&self) -> &str {
        &self.core.base_url
    }

    /// Returns the URL of the access server, without a slash at its end.
    pub fn access_server(&self) -> Option<&str> {
        self.access_server.as_deref()
    }
}

impl<P> Config<P> {
    /// Returns the redirect URI.
    pub fn redirect_uri(&self) -> &str {
        &self.core.redirect_uri
    }
}

impl<P> fmt::Debug for Config<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("Config");
        fields.field("core", &self.core).field("origins", &self.origins).field("access_server", &self.access_server);
        fields.finish_non_exhaustive()
    }
}

impl<P> fmt::Debug for ConfigBuilder<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConfigBuilder").field("raw", &self.raw).finish_non_exhaustive()
    }
}

impl ConfigBuilder {
    /// Sets the key of the registered app. Either this or [`ConfigBuilder::app_name`] is needed.
    #[must_use]
    pub fn api_key(mut self, api_key: impl Into<String>) -> Self {
        self.raw.api_key = RawValue::Text(api_key.into());
        self
    }

    /// Sets the name of an app without a key, which the user sees. Such an app can only ask for
    /// [`Scope::Read`](crate::Scope::Read).
    #[must_use]
    pub fn app_name(mut self, app_name: impl Into<String>) -> Self {
        self.raw.app_name = RawValue::Text(app_name.into());
        self
    }

    /// Sets the service's URL, with its version segment. Required.
    #[must_use]
    pub fn base_url(mut self, base_url: impl Into<String>) -> Self {
        self.raw.base_url = RawValue::Text(base_url.into());
        self
    }

    /// Sends requests to the token endpoint as forms (RFC 6749 section 4.1.3), which every OAuth server takes. Default:
    /// JSON, unless the service says that it takes forms, as a Stagepass service does.
    #[must_use]
    pub fn token_forms(mut self) -> Self {
        self.raw.token_format = RawValue::Text("form".to_owned());
        self
    }

    /// Sets the URL of the access server of gated tracks.
    #[must_use]
    pub fn access_server(mut self, access_server: impl Into<String>) -> Self {
        self.access_server = Some(access_server.into());
        self
    }

    /// Checks each field.
    ///
    /// # Errors
    /// [`Code::ConfigInvalid`] for the first field that is not valid. [`Error::field`] returns it.
    pub fn build(self) -> Result<Config, Error> {
        let core = config::Config::parse(&self.raw, page().as_deref())?;
        self.with_core(core)
    }
}

impl<P> ConfigBuilder<P> {
    /// Starts a configuration with this redirect URI.
    pub(super) fn new(redirect_uri: String) -> Self {
        Self {
            raw: RawConfig { redirect_uri: RawValue::Text(redirect_uri), ..RawConfig::default() },
            storage: None,
            origins: Vec::new(),
            access_server: None,
            scope: None,
            #[cfg(feature = "openid")]
            metadata: None,
            #[cfg(all(feature = "native", not(target_arch = "wasm32")))]
            native: crate::rim::native::Options::default(),
            provider: PhantomData,
        }
    }

    /// Sets whether an authorization response without `iss` is refused (RFC 9207). Default: no.
    #[must_use]
    pub fn require_iss(mut self, require_iss: bool) -> Self {
        self.raw.require_iss = RawValue::Flag(require_iss);
        self
    }

    /// Separates several sessions of one app, such as one for each account. At most 200 bytes.
    #[must_use]
    pub fn account_key(mut self, account_key: impl Into<String>) -> Self {
        self.raw.account_key = RawValue::Text(account_key.into());
        self
    }

    /// Stores the session for one tab, while it is open. Default: in localStorage, shared by all tabs.
    #[must_use]
    pub fn session_storage(self) -> Self {
        self.area("session")
    }

    /// Keeps the session in memory: it ends with the page or process.
    #[must_use]
    pub fn memory_storage(self) -> Self {
        self.area("memory")
    }

    /// Stores the session in a store of the app's own.
    #[must_use]
    pub fn storage(mut self, storage: impl Storage + 'static) -> Self {
        self.raw.storage = RawValue::Other;
        self.storage = Some(Shared::new(storage));
        self
    }

    fn area(mut self, name: &str) -> Self {
        self.raw.storage = RawValue::Text(name.to_owned());
        self.storage = None;
        self
    }

    /// Adds another origin to which [`Client::fetch`](crate::Client::fetch) may send the access token.
    #[must_use]
    pub fn origin(mut self, origin: impl Into<String>) -> Self {
        self.origins.push(origin.into());
        self
    }

    /// Checks the fields that the core does not check. `core` has the others.
    pub(super) fn with_core(self, core: config::Config) -> Result<Config<P>, Error> {
        if core.redirect_uri.is_empty() {
            return Err(InvalidField(Field::RedirectUri, Fault::Missing).into_error(Code::ConfigInvalid).into());
        }
        let invalid = |fault| InvalidField(Field::Origins, fault).into_error(Code::ConfigInvalid);
        let mut origins = Vec::new();
        for origin in self.origins {
            origins.push(checked_origin(&origin).ok_or_else(|| invalid(Fault::WrongType))?.to_owned());
        }
        let access_server = self.access_server.map(|url| url.strip_suffix('/').unwrap_or(&url).to_owned());
        #[cfg(all(feature = "native", not(target_arch = "wasm32")))]
        self.native.check()?;
        Ok(Config {
            core,
            storage: self.storage,
            origins,
            access_server,
            scope: self.scope,
            #[cfg(all(feature = "native", not(target_arch = "wasm32")))]
            native: self.native,
            provider: PhantomData,
        })
    }
}

/// Returns the URL of this page, if there is one.
#[cfg(target_arch = "wasm32")]
pub(super) fn page() -> Option<String> {
    Some(crate::rim::web::address()).filter(|page| !page.is_empty())
}

/// Returns the URL of this page. There is none.
#[cfg(not(target_arch = "wasm32"))]
pub(super) const fn page() -> Option<String> {
    None
}

/// Returns an origin, written with or without a slash at its end, over https or on localhost.
fn checked_origin(written: &str) -> Option<&str> {
    redirect_uri::check(written).ok()?;
    let origin = redirect_uri::origin(written)?;
    (redirect_uri::is_private(origin) && written.strip_suffix('/').unwrap_or(written) == origin).then_some(origin)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use stagepass_core::effect::Area;

    fn builder() -> ConfigBuilder {
        Config::builder("https://app.example/callback").base_url("https://api.example/v1/").app_name("Demo")
    }

    #[test]
    fn every_field_reaches_the_core() {
        let config = builder().require_iss(true).account_key("a b").session_storage().build().unwrap();
        assert_eq!(
            (config.base_url(), config.redirect_uri()),
            ("https://api.example/v1", "https://app.example/callback")
        );
        assert!(config.core.require_iss && config.core.storage == Area::Session);
        assert_eq!(config.core.account_key, "a%20b");
        assert_eq!(builder().memory_storage().build().unwrap().core.storage, Area::Memory);
        assert_eq!(builder().build().unwrap().core.storage, Area::Local);
    }

    #[test]
    fn wrong_fields_are_named() {
        let key = "my key";
        for (builder, field) in [
            (Config::builder("https://app.example/callback").app_name("Demo"), Field::BaseUrl),
            (Config::builder("").base_url("https://api.example/v1").app_name("Demo"), Field::RedirectUri),
            (builder().api_key(key), Field::ApiKey),
            (builder().origin("https://other.example/path"), Field::Origins),
            (builder().origin("http://other.example"), Field::Origins),
        ] {
            let error = builder.build().unwrap_err();
            assert_eq!((error.code(), error.field().unwrap().0), (Code::ConfigInvalid, field));
            assert!(error.to_string().contains(field.name()), "{error}");
        }
    }

    #[test]
    fn an_origin_may_end_with_a_slash() {
        let config = builder().origin("https://other.example/").origin("http://localhost:8080").build().unwrap();
        assert_eq!(config.origins, ["https://other.example", "http://localhost:8080"]);
    }
}
