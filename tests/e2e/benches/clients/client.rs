//! The clients that are held against each other.

use std::path::PathBuf;

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::middleware::map_response;
use axum::response::Response;
use stagepass_e2e_tests::setting::Setting;
use tower_http::services::ServeDir;

use crate::{fake_provider, real_provider};

/// A library by which browsers sign people in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Client {
    Stagepass,
    /// The same with `responseMode: "web_message"`, for the figures.
    StagepassWebMessage,
    /// The same with sessions that are bound to a key (`dpop: true`), for the figures.
    StagepassDpop,
    /// The same whose callback page is a page of the app, for the figures.
    StagepassRoute,
    /// `stagepass/oauth` at the real provider, for the figures.
    StagepassOauth,
    OidcClientTs,
    /// The same with a provider of `OpenID` Connect, for the figures.
    OidcClientTsOpenId,
    /// The same at the real provider, for the figures.
    OidcClientTsProvider,
    Auth0SpaJs,
    /// The same with a stored session, for the figures.
    Auth0SpaJsStored,
    OktaAuthJs,
    OidcSpa,
    /// The same at the real provider, for the figures.
    OidcSpaProvider,
    MsalBrowser,
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
    /// Those of the lines.
    pub(crate) const ALL: [Self; 6] =
        [Self::Stagepass, Self::OidcClientTs, Self::Auth0SpaJs, Self::OktaAuthJs, Self::OidcSpa, Self::MsalBrowser];

    /// Those of the figures.
    pub(crate) const MEASURED: [Self; 14] = [
        Self::Stagepass,
        Self::StagepassWebMessage,
        Self::StagepassDpop,
        Self::StagepassRoute,
        Self::StagepassOauth,
        Self::OidcClientTs,
        Self::OidcClientTsOpenId,
        Self::OidcClientTsProvider,
        Self::Auth0SpaJs,
        Self::Auth0SpaJsStored,
        Self::OktaAuthJs,
        Self::OidcSpa,
        Self::OidcSpaProvider,
        Self::MsalBrowser,
    ];

    /// The folder of its app.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Stagepass => "stagepass",
            Self::StagepassWebMessage => "stagepass-web-message",
            Self::StagepassDpop => "stagepass-dpop",
            Self::StagepassRoute => "stagepass-route",
            Self::StagepassOauth => "stagepass-oauth",
            Self::OidcClientTs => "oidc-client-ts",
            Self::OidcClientTsOpenId => "oidc-client-ts-openid",
            Self::OidcClientTsProvider => "oidc-client-ts-provider",
            Self::Auth0SpaJs => "auth0-spa-js",
            Self::Auth0SpaJsStored => "auth0-spa-js-stored",
            Self::OktaAuthJs => "okta-auth-js",
            Self::OidcSpa => "oidc-spa",
            Self::OidcSpaProvider => "oidc-spa-provider",
            Self::MsalBrowser => "msal-browser",
        }
    }

    /// Its app, as built.
    fn folder(self) -> PathBuf {
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../clients/built")).join(self.name())
    }

    /// Whether it uses our service, and not the fake.
    const fn uses_our_service(self) -> bool {
        matches!(
            self,
            Self::Stagepass
                | Self::StagepassWebMessage
                | Self::StagepassDpop
                | Self::StagepassRoute
                | Self::OidcClientTs
        )
    }

    /// Whether it uses the real provider.
    const fn uses_real_provider(self) -> bool {
        matches!(self, Self::StagepassOauth | Self::OidcClientTsProvider | Self::OidcSpaProvider)
    }

    /// Whether it can sign in by popup.
    pub(crate) const fn has_popups(self) -> bool {
        !matches!(self, Self::OidcSpa | Self::OidcSpaProvider)
    }

    /// The path of its redirect URI.
    pub(crate) const fn callback_path(self) -> &'static str {
        if self.has_popups() { "/callback.html" } else { "/" }
    }

    /// The service that it uses.
    pub(crate) fn setting(self) -> Setting {
        let stand_in = match self {
            _ if self.uses_our_service() => None,
            _ if self.uses_real_provider() => Some(real_provider::router()),
            _ => Some(fake_provider::router()),
        };
        let callback_path = Some(self.callback_path());
        // Nothing that others have done in a browser may tell for or against a client.
        Setting { has_own_engines: true, callback_path, stand_in, whole_browser: true, ..Setting::default() }
    }

    /// Its app's files, compressed, and cached as apps of bundlers usually are.
    pub(crate) fn files(self) -> Router {
        let files = ServeDir::new(self.folder()).precompressed_br();
        Router::new().fallback_service(files).layer(map_response(async |mut answer: Response| {
            let is_page = answer.headers().get(CONTENT_TYPE).is_some_and(|content_type| content_type == "text/html");
            let cached = HeaderValue::from_static(if is_page { "no-cache" } else { "max-age=3600" });
            answer.headers_mut().insert(CACHE_CONTROL, cached);
            answer
        }))
    }

    /// The request that an authorization begins with.
    pub(crate) const fn authorization(self) -> &'static str {
        match self {
            _ if self.uses_our_service() => "GET /v1/oauth/authorize",
            _ if self.uses_real_provider() => "GET /auth",
            Self::OktaAuthJs => "GET /oauth2/v1/authorize",
            _ => "GET /authorize",
        }
    }

    /// The request by which the user consents.
    pub(crate) const fn consent(self) -> &'static str {
        match self {
            _ if self.uses_our_service() => "POST /v1/oauth/consent",
            _ if self.uses_real_provider() => "POST /interaction/consent",
            _ => "POST /u/consent",
        }
    }

    /// The request for tokens.
    pub(crate) const fn token(self) -> &'static str {
        match self {
            _ if self.uses_our_service() => "POST /v1/oauth/token",
            _ if self.uses_real_provider() => "POST /token",
            Self::OktaAuthJs => "POST /oauth2/v1/token",
            _ => "POST /oauth/token",
        }
    }
}

/// Options.
impl Client {
    /// The option for which it notices a closed popup.
    pub(crate) const fn to_notice_closing(self) -> Option<Choice> {
        match self {
            Self::OidcClientTs => Some(Choice {
                name: "popupAbortOnClose: true",
                settings: "{}",
                options: "{\"popupAbortOnClose\":true}",
            }),
            Self::MsalBrowser => Some(Choice {
                name: "enableLegacyPolling: true",
                settings: "{\"system\":{\"enableLegacyPolling\":true}}",
                options: "{}",
            }),
            _ => None,
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
            Self::OktaAuthJs => Some(Choice {
                name: "responseMode: \"fragment\"",
                settings: "{\"responseMode\":\"fragment\"}",
                options: "{}",
            }),
            _ => None,
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
            Self::MsalBrowser => Some(Choice {
                name: "OIDCOptions: { responseMode: \"query\" }",
                settings: "{\"auth\":{\"OIDCOptions\":{\"responseMode\":\"query\"}}}",
                options: "{}",
            }),
            _ => None,
        }
    }

    /// The option for a second login while the first one's popup is open.
    pub(crate) const fn to_begin_again(self) -> Option<Choice> {
        match self {
            Self::MsalBrowser => Some(Choice {
                name: "overrideInteractionInProgress: true",
                settings: "{}",
                options: "{\"overrideInteractionInProgress\":true}",
            }),
            _ => None,
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
            _ => None,
        }
    }
}
