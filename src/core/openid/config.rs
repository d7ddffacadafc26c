//! The configuration of a client of any provider.

use crate::config::{self, Config, Fault, Field, InvalidField, RawConfig, RawValue, Values};
use crate::document::Document;
use crate::dpop::Dpop;
use crate::error::{Code, Error};
use crate::openid::metadata::Metadata;
use crate::provider::Provider;

/// Checks a configuration: `issuer` is in the place of `base_url`, and `client_id` in that of `api_key`. `metadata` is
/// what [`super::discovery`] has returned, or none, as long as no endpoint is needed. `page` as for [`Config::parse`].
///
/// # Errors
/// [`Code::ConfigInvalid`] for the first field that is not valid, with the field and its fault.
pub fn parse(raw: &RawConfig, metadata: Option<Metadata>, page: Option<&str>) -> Result<Config, Error> {
    read(raw, metadata.unwrap_or_default(), page).map_err(|wrong| wrong.into_error(Code::ConfigInvalid))
}

fn read(raw: &RawConfig, metadata: Metadata, page: Option<&str>) -> Result<Config, InvalidField> {
    let issuer = issuer(&raw.base_url)?;
    let client_id = config::required(&raw.api_key, Field::ClientId)?;
    config::check_client_id(client_id).map_err(|fault| InvalidField(Field::ClientId, fault))?;
    let common = config::read_common(raw, page)?;
    Ok(Config::from(Values {
        base_url: issuer.to_owned(),
        client_id: client_id.to_owned(),
        registered: true,
        require_iss: common.require_iss || metadata.has_iss,
        dpop: decided(common.dpop, &metadata),
        takes_forms: true,
        provider: Provider::OpenId(Box::new(metadata)),
        ..common
    }))
}

/// Returns the configuration with the metadata that [`super::discovery`] has returned since it was checked.
pub fn with_metadata(config: &Config, metadata: Metadata) -> Config {
    Config::from(Values {
        require_iss: config.require_iss || metadata.has_iss,
        dpop: decided(config.dpop, &metadata),
        provider: Provider::OpenId(Box::new(metadata)),
        ..Values::clone(config)
    })
}

/// The metadata says what a service of Stagepass is asked for. Without metadata, it is not decided.
fn decided(dpop: Dpop, metadata: &Metadata) -> Dpop {
    match dpop {
        Dpop::Offered if metadata.offers_dpop => Dpop::Always,
        Dpop::Offered if !metadata.token_endpoint.is_empty() => Dpop::Never,
        dpop => dpop,
    }
}

/// Reads the issuer, which is kept letter for letter: a slash at its end makes it another one.
fn issuer(value: &RawValue) -> Result<&str, InvalidField> {
    let issuer = config::required(value, Field::Issuer)?;
    match config::check_base_url(issuer) {
        Ok(()) => Ok(issuer),
        Err(fault) => Err(InvalidField(Field::Issuer, fault)),
    }
}

/// Reads the issuer of a configuration, for [`super::discovery`].
///
/// # Errors
/// [`Code::ConfigInvalid`].
pub fn read_issuer(value: &RawValue) -> Result<&str, Error> {
    issuer(value).map_err(|wrong| wrong.into_error(Code::ConfigInvalid))
}

/// Reads the metadata that an app gives by hand, in place of discovery.
///
/// # Errors
/// [`Code::ConfigInvalid`] for the field `metadata`.
pub fn read_metadata<D: Document>(metadata: &D, issuer: &str) -> Result<Metadata, Error> {
    Metadata::read(metadata, issuer)
        .map_err(|_| InvalidField(Field::Metadata, Fault::UnknownValue).into_error(Code::ConfigInvalid))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::config::tests::raw_text;
    use crate::document::Json;
    use crate::error::About;
    use crate::openid::metadata::tests::{ISSUER, document};
    use crate::text::record;

    pub(crate) fn metadata() -> Metadata {
        Metadata::read(&document(""), ISSUER).unwrap()
    }

    fn good() -> RawConfig {
        RawConfig {
            base_url: raw_text(ISSUER),
            api_key: raw_text("app"),
            redirect_uri: raw_text("https://app.example/callback"),
            ..RawConfig::default()
        }
    }

    pub(crate) fn config(metadata: Metadata) -> Config {
        parse(&good(), Some(metadata), None).unwrap()
    }

    #[test]
    fn configuration_is_stored_with_its_endpoints() {
        let config = config(metadata());
        let mut record: Json = record::new();
        config.add_to(&mut record);
        assert_eq!(Config::from_record(&record), Some(config.clone()));
        let key = config.session_key();
        let found = Config::from_session_key(&key).unwrap();
        assert_eq!((found.session_key(), &found.client_id), (key, &config.client_id));
        assert!(matches!(found.provider, Provider::OpenId(_)));
    }

    #[test]
    fn issuer_is_kept_with_its_slash() {
        let raw = RawConfig { base_url: raw_text("https://id.example/"), ..good() };
        assert_eq!(parse(&raw, None, None).unwrap().base_url, "https://id.example/");
        assert_eq!(read_issuer(&raw.base_url).unwrap(), "https://id.example/");
    }

    #[test]
    fn each_field_is_named_with_its_fault() {
        for (raw, field, fault) in [
            (RawConfig { base_url: RawValue::Absent, ..good() }, Field::Issuer, Fault::Missing),
            (RawConfig { base_url: raw_text("http://id.example"), ..good() }, Field::Issuer, Fault::Scheme),
            (RawConfig { base_url: raw_text("https://id.example?a"), ..good() }, Field::Issuer, Fault::Query),
            (RawConfig { api_key: RawValue::Absent, ..good() }, Field::ClientId, Fault::Missing),
            (RawConfig { api_key: raw_text("a b"), ..good() }, Field::ClientId, Fault::UnknownValue),
            (RawConfig { redirect_uri: raw_text("/cb"), ..good() }, Field::RedirectUri, Fault::Malformed),
        ] {
            let error = parse(&raw, None, None).unwrap_err();
            assert_eq!((error.code, error.about), (Code::ConfigInvalid, About::Field(field, fault)));
        }
    }

    #[test]
    fn dpop_auto_follows_the_metadata() {
        let raw = RawConfig { dpop: raw_text("auto"), ..good() };
        let dpop = |offers_dpop| parse(&raw, Some(Metadata { offers_dpop, ..metadata() }), None).unwrap().dpop;
        assert_eq!((dpop(true), dpop(false)), (Dpop::Always, Dpop::Never));
    }

    #[test]
    fn later_metadata_has_the_same_effect() {
        let raw = RawConfig { dpop: raw_text("auto"), ..good() };
        let early = parse(&raw, None, None).unwrap();
        assert!(!early.has_endpoints());
        for offers_dpop in [true, false] {
            let metadata = Metadata { offers_dpop, has_iss: true, ..metadata() };
            let config = with_metadata(&early, metadata.clone());
            assert!(config.has_endpoints() && config.require_iss);
            assert_eq!(config, parse(&raw, Some(metadata), None).unwrap());
        }
    }
}
