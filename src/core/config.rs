//! The configuration, parsed once. A [`Config`] is valid, and is not checked again.

mod client_id;
mod field;
mod raw;
mod session_key;

use core::ops::Deref;

use crate::document::Document;
use crate::dpop::Dpop;
use crate::effect::Area;
use crate::error::{Code, Error};
use crate::provider::Provider;
use crate::redirect_uri;
use crate::text::ascii_split;
use crate::text::percent;
use crate::text::record;
use std::sync::Arc;

#[cfg(feature = "openid")]
pub(crate) use client_id::check as check_client_id;
pub use field::{Fault, Field, InvalidField};
pub(crate) use raw::required;
use raw::text;
pub use raw::{RawConfig, RawValue};

/// A valid configuration. Every machine has one, and clones share its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config(Arc<Values>);

/// The values of a [`Config`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    /// The service's URL without a trailing slash, which is also the issuer (RFC 9207).
    pub base_url: String,
    /// The API key. Without one, the app's name.
    pub client_id: String,
    /// Whether `client_id` is an API key.
    pub registered: bool,
    /// The redirect URI, letter for letter. Empty: none, so that no login can begin.
    pub redirect_uri: String,
    /// Whether a callback without `iss` is rejected.
    pub require_iss: bool,
    /// Where the session is stored.
    pub storage: Area,
    /// Separates the app's sessions, percent-encoded. Empty: none.
    pub account_key: String,
    /// Whether new sessions are bound to a key.
    pub dpop: Dpop,
    /// Whether the service is known to take token requests as forms (RFC 6749 section 4.1.3).
    pub takes_forms: bool,
    /// The provider, with its endpoints if it is not a service of Stagepass.
    pub provider: Provider,
}

impl From<Values> for Config {
    fn from(values: Values) -> Self {
        Self(Arc::new(values))
    }
}

impl Deref for Config {
    type Target = Values;

    fn deref(&self) -> &Values {
        &self.0
    }
}

impl Config {
    /// Checks each field of `raw`. `page` is the URL of the calling page, if there is one. The redirect URI must then
    /// be on its origin, because no other page could read what this one stores.
    ///
    /// # Errors
    /// [`Code::ConfigInvalid`] for the first field that is not valid, with the field and its fault.
    pub fn parse(raw: &RawConfig, page: Option<&str>) -> Result<Self, Error> {
        Self::read(raw, page).map_err(|wrong| wrong.into_error(Code::ConfigInvalid))
    }

    fn read(raw: &RawConfig, page: Option<&str>) -> Result<Self, InvalidField> {
        let base_url = required(&raw.base_url, Field::BaseUrl)?;
        let base_url = base_url.strip_suffix("/").unwrap_or(base_url);
        check_base_url(base_url).map_err(|fault| InvalidField(Field::BaseUrl, fault))?;
        let (api_key, app_name) = (text(&raw.api_key, Field::ApiKey)?, text(&raw.app_name, Field::AppName)?);
        let (client_id, registered) = client_id::read(api_key, app_name)?;
        Ok(Self::from(Values {
            base_url: base_url.to_owned(),
            client_id: client_id.to_owned(),
            registered,
            ..read_common(raw, page)?
        }))
    }

    /// Returns the URL of an endpoint of the service. `path` starts with a slash.
    pub fn endpoint(&self, path: &str) -> String {
        ascii_split::joined(&[&self.base_url, path])
    }

    /// Adds what a transaction stores, so that its callback page needs no configuration.
    pub(crate) fn add_to<D: Document>(&self, record: &mut D) {
        record.set_text("baseUrl", &self.base_url);
        record.set_text("clientId", &self.client_id);
        record.set_flag("isRegistered", self.registered);
        record.set_text("redirectUri", &self.redirect_uri);
        record.set_flag("requireIss", self.require_iss);
        record.set_text("storage", self.storage.name());
        record.set_text("accountKey", &self.account_key);
        record.set_text("dpop", self.dpop.name());
        record.set_flag("takesForms", self.takes_forms);
        self.provider.add_to(record);
    }

    /// Reads what [`Config::add_to`] added. This origin checked it before it was stored.
    /// `None` if only a build for other providers can use it.
    pub(crate) fn from_record<D: Document>(record: &D) -> Option<Self> {
        let text = |name| record::text(record, name);
        Some(Self::from(Values {
            base_url: text("baseUrl"),
            client_id: text("clientId"),
            registered: record.flag("isRegistered"),
            redirect_uri: text("redirectUri"),
            require_iss: record.flag("requireIss"),
            storage: Area::from_name(&text("storage")),
            account_key: text("accountKey"),
            dpop: Dpop::from_name(&text("dpop")),
            takes_forms: record.flag("takesForms"),
            provider: Provider::from_record(record)?,
        }))
    }
}

/// Reads what clients of every provider have. The values that name provider and app are empty.
pub(crate) fn read_common(raw: &RawConfig, page: Option<&str>) -> Result<Values, InvalidField> {
    let redirect_uri = text(&raw.redirect_uri, Field::RedirectUri)?.unwrap_or_default();
    check_redirect_uri(redirect_uri, page).map_err(|fault| InvalidField(Field::RedirectUri, fault))?;
    let require_iss = match raw.require_iss {
        RawValue::Absent => false,
        RawValue::Flag(flag) => flag,
        RawValue::Text(_) | RawValue::Other => return Err(InvalidField(Field::RequireIss, Fault::WrongType)),
    };
    Ok(Values {
        base_url: String::new(),
        client_id: String::new(),
        registered: false,
        redirect_uri: redirect_uri.to_owned(),
        require_iss,
        storage: storage(&raw.storage).map_err(|fault| InvalidField(Field::Storage, fault))?,
        account_key: account_key(&raw.account_key)?,
        dpop: dpop(&raw.dpop)?,
        takes_forms: takes_forms(&raw.token_format)?,
        provider: Provider::Stagepass,
    })
}

/// A client without a redirect URI can do everything but begin a login.
fn check_redirect_uri(redirect_uri: &str, page: Option<&str>) -> Result<(), Fault> {
    if redirect_uri.is_empty() {
        return Ok(());
    }
    redirect_uri::check(redirect_uri)?;
    if page.is_some_and(|page| !redirect_uri::is_same_origin(redirect_uri, page)) {
        return Err(Fault::OtherOrigin);
    }
    Ok(())
}

/// Tokens are sent to this URL: https, or plain http to this machine.
pub(crate) fn check_base_url(base_url: &str) -> Result<(), Fault> {
    redirect_uri::check(base_url)?;
    if !redirect_uri::is_private(base_url) {
        return Err(Fault::Scheme);
    }
    if ascii_split::once(base_url, b"?").is_some() { Err(Fault::Query) } else { Ok(()) }
}

fn storage(value: &RawValue) -> Result<Area, Fault> {
    match value {
        RawValue::Absent => Ok(Area::Local),
        RawValue::Text(text) => match Area::from_name(text) {
            Area::Custom => Err(Fault::UnknownValue),
            area => Ok(area),
        },
        RawValue::Flag(_) => Err(Fault::WrongType),
        RawValue::Other => Ok(Area::Custom),
    }
}

fn account_key(value: &RawValue) -> Result<String, InvalidField> {
    let raw = text(value, Field::AccountKey)?.unwrap_or_default();
    if raw.len() > 200 {
        return Err(InvalidField(Field::AccountKey, Fault::TooLong));
    }
    let mut account_key = String::new();
    percent::encode(&mut account_key, raw);
    Ok(account_key)
}

fn dpop(value: &RawValue) -> Result<Dpop, InvalidField> {
    match value {
        RawValue::Absent | RawValue::Flag(false) => Ok(Dpop::Never),
        RawValue::Flag(true) => Ok(Dpop::Always),
        RawValue::Text(text) if text == "auto" => Ok(Dpop::Offered),
        RawValue::Text(_) | RawValue::Other => Err(InvalidField(Field::Dpop, Fault::UnknownValue)),
    }
}

fn takes_forms(value: &RawValue) -> Result<bool, InvalidField> {
    match text(value, Field::TokenFormat)? {
        None | Some("json") => Ok(false),
        Some("form") => Ok(true),
        Some(_) => Err(InvalidField(Field::TokenFormat, Fault::UnknownValue)),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::document::Json;
    use crate::error::About;

    const API_KEY: &str = "0x58802e7a660990622B728BF06ae9361BC9403eb7";

    pub(crate) fn raw_text(text: &str) -> RawValue {
        RawValue::Text(text.to_owned())
    }

    pub(crate) fn good() -> RawConfig {
        RawConfig {
            app_name: raw_text("Demo"),
            api_key: raw_text(API_KEY),
            redirect_uri: raw_text("https://app.example/callback"),
            base_url: raw_text("https://api.example/v1/"),
            ..RawConfig::default()
        }
    }

    fn fault(raw: &RawConfig) -> (Field, Fault) {
        let error = Config::parse(raw, Some("https://app.example/")).unwrap_err();
        assert_eq!(error.code, Code::ConfigInvalid);
        let About::Field(field, fault) = error.about else { panic!("it is about a field") };
        (field, fault)
    }

    #[test]
    fn a_good_configuration() {
        let config = Config::parse(&good(), Some("https://app.example/shop?item=1")).unwrap();
        assert_eq!(config.base_url, "https://api.example/v1");
        assert_eq!(config.endpoint("/me"), "https://api.example/v1/me");
        assert_eq!((config.client_id.as_str(), config.registered), (API_KEY, true));
        let mut record: Json = record::new();
        config.add_to(&mut record);
        assert_eq!(Config::from_record(&record), Some(config));
    }

    #[test]
    fn origins_in_capitals_are_accepted_and_kept() {
        let (redirect, base) = ("HTTP://LOCALHOST:5173/callback", "Http://Localhost:8787/v1");
        let raw = RawConfig { redirect_uri: raw_text(redirect), base_url: raw_text(base), ..good() };
        let config = Config::parse(&raw, Some("http://localhost:5173/shop")).unwrap();
        assert_eq!((config.redirect_uri.as_str(), config.base_url.as_str()), (redirect, base));
        let raw = RawConfig { redirect_uri: raw_text("https://app.example:443/cb"), ..good() };
        assert!(Config::parse(&raw, Some("https://app.example/")).is_ok());
        let raw = RawConfig { base_url: raw_text("HTTP://api.example/v1"), ..good() };
        assert_eq!(fault(&raw), (Field::BaseUrl, Fault::Scheme));
    }

    #[test]
    fn app_name_is_client_id_without_api_key() {
        let config = Config::parse(&RawConfig { api_key: RawValue::Absent, ..good() }, None).unwrap();
        assert_eq!((config.client_id.as_str(), config.registered), ("Demo", false));
    }

    #[test]
    fn redirect_uri_may_be_omitted() {
        let config = Config::parse(&RawConfig { redirect_uri: RawValue::Absent, ..good() }, None).unwrap();
        assert_eq!(config.redirect_uri, "");
    }

    #[test]
    fn each_field_is_named_with_its_fault() {
        let cases: [(RawConfig, Field, Fault); 24] = [
            (RawConfig { base_url: RawValue::Absent, ..good() }, Field::BaseUrl, Fault::Missing),
            (RawConfig { base_url: raw_text("/v1"), ..good() }, Field::BaseUrl, Fault::Malformed),
            (RawConfig { base_url: raw_text("http://api.example/v1"), ..good() }, Field::BaseUrl, Fault::Scheme),
            (RawConfig { base_url: raw_text("myapp://api/v1"), ..good() }, Field::BaseUrl, Fault::Scheme),
            (RawConfig { base_url: raw_text("https://api.example/v1?a=b"), ..good() }, Field::BaseUrl, Fault::Query),
            (RawConfig { base_url: RawValue::Other, ..good() }, Field::BaseUrl, Fault::WrongType),
            (RawConfig { api_key: raw_text("my key"), ..good() }, Field::ApiKey, Fault::UnknownValue),
            (RawConfig { api_key: raw_text("schlüssel"), ..good() }, Field::ApiKey, Fault::UnknownValue),
            (RawConfig { api_key: raw_text(&"k".repeat(257)), ..good() }, Field::ApiKey, Fault::TooLong),
            (RawConfig { api_key: RawValue::Other, ..good() }, Field::ApiKey, Fault::WrongType),
            (
                RawConfig { api_key: RawValue::Absent, app_name: RawValue::Absent, ..good() },
                Field::ApiKey,
                Fault::Missing,
            ),
            (
                RawConfig { api_key: raw_text(""), app_name: raw_text(API_KEY), ..good() },
                Field::AppName,
                Fault::IsApiKey,
            ),
            (
                RawConfig { api_key: raw_text(""), app_name: raw_text("a\u{202e}b"), ..good() },
                Field::AppName,
                Fault::ControlCharacter,
            ),
            (
                RawConfig { api_key: raw_text(""), app_name: raw_text(&"a".repeat(201)), ..good() },
                Field::AppName,
                Fault::TooLong,
            ),
            (
                RawConfig { redirect_uri: raw_text("https://app.example/cb#"), ..good() },
                Field::RedirectUri,
                Fault::Fragment,
            ),
            (
                RawConfig { redirect_uri: raw_text("https://other.example/cb"), ..good() },
                Field::RedirectUri,
                Fault::OtherOrigin,
            ),
            (
                RawConfig { redirect_uri: raw_text("myapp://callback"), ..good() },
                Field::RedirectUri,
                Fault::OtherOrigin,
            ),
            (RawConfig { require_iss: raw_text("yes"), ..good() }, Field::RequireIss, Fault::WrongType),
            (RawConfig { storage: raw_text("cookie"), ..good() }, Field::Storage, Fault::UnknownValue),
            (RawConfig { storage: RawValue::Flag(true), ..good() }, Field::Storage, Fault::WrongType),
            (RawConfig { dpop: raw_text("true"), ..good() }, Field::Dpop, Fault::UnknownValue),
            (RawConfig { token_format: raw_text("xml"), ..good() }, Field::TokenFormat, Fault::UnknownValue),
            (RawConfig { account_key: RawValue::Other, ..good() }, Field::AccountKey, Fault::WrongType),
            (RawConfig { account_key: raw_text(&"a".repeat(201)), ..good() }, Field::AccountKey, Fault::TooLong),
        ];
        for (raw, field, expected) in cases {
            assert_eq!(fault(&raw), (field, expected), "{raw:?}");
        }
    }

    #[test]
    fn plain_http_only_to_this_machine() {
        for base_url in ["http://127.0.0.1:8787/v1", "http://localhost/v1", "http://[::1]:1/v1"] {
            assert!(Config::parse(&RawConfig { base_url: raw_text(base_url), ..good() }, None).is_ok(), "{base_url}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_parse_panic(a in any::<String>(), b in any::<String>(), c in any::<String>(), d in any::<String>()) {
            let raw = RawConfig { app_name: raw_text(&a), api_key: raw_text(&b), redirect_uri: raw_text(&c), base_url: raw_text(&d), account_key: raw_text(&b), ..RawConfig::default() };
            let _ = Config::parse(&raw, Some(&a));
        }
    }
}
