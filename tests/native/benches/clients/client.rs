//! The clients that are held against each other.

use std::path::PathBuf;

use axum::Router;
use stagepass_native_tests::e2e::setting::Setting;
use tower_http::services::ServeDir;

use crate::auth0;

/// A library by which browsers sign people in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Client {
    Stagepass,
    OidcClientTs,
    Auth0SpaJs,
}

/// An option of a client that is not its default, for one line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// As in its documentation.
    pub(crate) name: &'static str,
    /// JSON, for the client as it begins.
    pub(crate) settings: &'static str,
    /// JSON, for the call.
    pub(crate) options: &'static str,
}

impl Client {
    pub(crate) const ALL: [Self; 3] = [Self::Stagepass, Self::OidcClientTs, Self::Auth0SpaJs];

    /// As npm knows it, and the folder of its app.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Stagepass => "stagepass",
            Self::OidcClientTs => "oidc-client-ts",
            Self::Auth0SpaJs => "auth0-spa-js",
        }
    }

    /// Its app, as built.
    pub(crate) fn folder(self) -> PathBuf {
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../clients/built")).join(self.name())
    }

    /// The service that it uses.
    pub(crate) fn setting(self) -> Setting {
        let stand_in = (self == Self::Auth0SpaJs).then(auth0::router);
        // Nothing that others have done in a browser may tell for or against a client.
        Setting { has_own_engines: true, stand_in, fresh: true, ..Setting::default() }
    }

    /// Its app's files, as they are.
    pub(crate) fn files(self) -> Router {
        Router::new().fallback_service(ServeDir::new(self.folder()))
    }

    /// The request that an authorization begins with.
    pub(crate) const fn authorization(self) -> &'static str {
        match self {
            Self::Stagepass | Self::OidcClientTs => "GET /v1/oauth/authorize",
            Self::Auth0SpaJs => "GET /authorize",
        }
    }

    /// The request by which the user consents.
    pub(crate) const fn consent(self) -> &'static str {
        match self {
            Self::Stagepass | Self::OidcClientTs => "POST /v1/oauth/consent",
            Self::Auth0SpaJs => "POST /u/consent",
        }
    }

    /// The request for tokens.
    pub(crate) const fn token(self) -> &'static str {
        match self {
            Self::Stagepass | Self::OidcClientTs => "POST /v1/oauth/token",
            Self::Auth0SpaJs => "POST /oauth/token",
        }
    }

    /// The option for which it notices a closed popup.
    pub(crate) const fn to_notice_closing(self) -> Option<Choice> {
        match self {
            Self::OidcClientTs => Some(Choice {
                name: "popupAbortOnClose: true",
                settings: "{}",
                options: "{\"popupAbortOnClose\":true}",
            }),
            Self::Stagepass | Self::Auth0SpaJs => None,
        }
    }

    /// The option for a response in the fragment.
    pub(crate) const fn to_have_a_fragment(self) -> Option<Choice> {
        match self {
            Self::OidcClientTs => Some(Choice {
                name: "response_mode: \"fragment\"",
                settings: "{\"response_mode\":\"fragment\"}",
                options: "{}",
            }),
            Self::Stagepass | Self::Auth0SpaJs => None,
        }
    }

    /// The option for a response in the query.
    pub(crate) const fn to_have_a_query(self) -> Option<Choice> {
        match self {
            Self::Stagepass => Some(Choice {
                name: "responseMode: \"query\"",
                settings: "{}",
                options: "{\"responseMode\":\"query\"}",
            }),
            Self::OidcClientTs | Self::Auth0SpaJs => None,
        }
    }

    /// The option for a callback page that needs no stored data.
    pub(crate) const fn to_post_unseen(self) -> Option<Choice> {
        match self {
            Self::OidcClientTs => Some(Choice {
                name: "signinPopupCallback()",
                settings: "{\"handler\":\"signinPopupCallback\"}",
                options: "{}",
            }),
            Self::Stagepass | Self::Auth0SpaJs => None,
        }
    }
}
