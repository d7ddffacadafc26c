//! The provider that a client signs in with, and its endpoints.

use crate::config::Config;
use crate::document::Document;
#[cfg(feature = "openid")]
use crate::openid::metadata::Metadata;
#[cfg(feature = "openid")]
use crate::redirect_uri;
#[cfg(feature = "openid")]
use crate::text::ascii_split;

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

    /// Reads what [`Provider::add_to`] added. `None` if only a build for other providers can use it.
    #[cfg_attr(feature = "openid", expect(clippy::unnecessary_wraps, reason = "this is that build"))]
    pub(crate) fn from_record<D: Document>(record: &D) -> Option<Self> {
        if !record.flag("isOpenId") {
            return Some(Self::Stagepass);
        }
        #[cfg(not(feature = "openid"))]
        return None;
        #[cfg(feature = "openid")]
        Some(Self::OpenId(Box::new(Metadata::from_record(record))))
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

    /// Returns whether a response without `iss` at this address may be the provider's. Of two providers in one app,
    /// each has a redirect URI of its own (RFC 9700 section 4.4.2.2). Servers of static files redirect to other forms
    /// of an address: with or without `/`, `index.html` or `.html` at its end.
    #[cfg_attr(not(feature = "openid"), expect(unused_variables, reason = "there is one provider"))]
    pub(crate) fn may_omit_iss(&self, address: &str) -> bool {
        match &self.provider {
            Provider::Stagepass => true,
            #[cfg(feature = "openid")]
            Provider::OpenId(_) => {
                let path = |url| {
                    let start = redirect_uri::origin(url).map_or(0, str::len);
                    let path = ascii_split::at(url.get(start..).unwrap_or_default(), b"?#").0;
                    let ends = ["/index.html", ".html", "/"];
                    ends.iter().find_map(|end| path.strip_suffix(end)).unwrap_or(path)
                };
                redirect_uri::is_same_origin(address, &self.redirect_uri) && path(address) == path(&self.redirect_uri)
            }
        }
    }

    /// Returns whether the endpoints of the provider are known.
    #[cfg(feature = "openid")]
    pub fn has_endpoints(&self) -> bool {
        !self.url_of(Endpoint::Token).is_empty()
    }

    /// Returns the URL that describes the user. Empty if the provider has none.
    pub fn user_url(&self) -> String {
        match &self.provider {
            Provider::Stagepass => self.endpoint("/me"),
            #[cfg(feature = "openid")]
            Provider::OpenId(metadata) => metadata.userinfo_endpoint.clone(),
        }
    }

    /// Returns whether the provider can revoke tokens.
    pub fn can_revoke(&self) -> bool {
        match &self.provider {
            Provider::Stagepass => true,
            #[cfg(feature = "openid")]
            Provider::OpenId(metadata) => !metadata.revocation_endpoint.is_empty(),
        }
    }
}
