//! The provider that a client signs in with, and its endpoints.

use crate::config::Config;
use crate::document::Document;
#[cfg(feature = "openid")]
use crate::openid::metadata::Metadata;

/// The provider of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Provider {
    /// A service of Stagepass. Its endpoints are paths below its base URL.
    Stagepass,
    /// Any OAuth 2.0 or OpenID provider, with the endpoints of its metadata.
    #[cfg(feature = "openid")]
    OpenId(Box<Metadata>),
}

/// An endpoint that takes requests of the core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// The token endpoint (RFC 6749 section 3.2).
    Token,
    /// The revocation endpoint (RFC 7009).
    Revocation,
}

impl Provider {
    /// Adds what a transaction stores of it.
    #[cfg_attr(not(feature = "openid"), expect(unused_variables, reason = "there is one provider"))]
    pub(crate) fn add_to<D: Document>(&self, record: &mut D) {
        match self {
            Self::Stagepass => {}
            #[cfg(feature = "openid")]
            Self::OpenId(metadata) => {
                record.set_flag("isOpenId", true);
                metadata.add_to(record);
            }
        }
    }

    /// Reads what [`Provider::add_to`] added.
    #[cfg_attr(not(feature = "openid"), expect(unused_variables, reason = "there is one provider"))]
    pub(crate) fn from_record<D: Document>(record: &D) -> Self {
        #[cfg(feature = "openid")]
        if record.flag("isOpenId") {
            return Self::OpenId(Box::new(Metadata::from_record(record)));
        }
        Self::Stagepass
    }
}

impl Config {
    /// Returns the URL of an endpoint of the provider. Empty if the provider has none.
    pub fn url_of(&self, endpoint: Endpoint) -> String {
        match &self.provider {
            Provider::Stagepass => self.endpoint(match endpoint {
                Endpoint::Token => "/oauth/token",
                Endpoint::Revocation => "/oauth/revoke",
            }),
            #[cfg(feature = "openid")]
            Provider::OpenId(metadata) => match endpoint {
                Endpoint::Token => &metadata.token_endpoint,
                Endpoint::Revocation => &metadata.revocation_endpoint,
            }
            .clone(),
        }
    }

    /// Returns whether the provider can revoke tokens.
    pub(crate) fn can_revoke(&self) -> bool {
        match &self.provider {
            Provider::Stagepass => true,
            #[cfg(feature = "openid")]
            Provider::OpenId(metadata) => !metadata.revocation_endpoint.is_empty(),
        }
    }
}
