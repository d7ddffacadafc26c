//! The client: signs a user in, and makes calls for that user.

use core::fmt;
use core::time::Duration;
#[cfg(feature = "openid")]
use std::sync::OnceLock;

use stagepass_core::client::{self, Ending, TokenRequest};
use stagepass_core::code_exchange::CompletedLogin;
use stagepass_core::config;
use stagepass_core::effect::Machine;
#[cfg(feature = "openid")]
use stagepass_core::openid::{config::with_metadata, discovery::Discovery};
use stagepass_core::provider;
use stagepass_core::session::Session;
use stagepass_core::text::secret::Secret;

use super::call::Call;
use super::environment::Environment as _;
use super::fetch_target::Target;
use super::here::Here;
use super::music::ticket_cache::TicketCache;
use super::provider::{Provider, Stagepass};
use super::user::of_response;
use super::{AppState, Config, LoginOptions, User};
use crate::error::{Code, Error};
use crate::rim::drive::drive;
use crate::rim::parsed::Parsed;
use crate::rim::platform::Abort;
use crate::rim::storage::Stores;
use crate::shared::Shared;

/// How long a page may take to leave for the service.
const LEAVES_WITHIN: Duration = Duration::from_mins(1);

/// Signs a user in, and makes calls for that user. Clones are cheap, and share one session.
///
/// `Client` signs in with the music account of a Stagepass service. With the feature `openid`, `Client<OpenId>` signs
/// in at any OAuth 2.0 or OpenID provider. It has the same methods, but those of music.
#[derive(Clone, Debug)]
pub struct Client<P = Stagepass>(Shared<Inner<P>>);

struct Inner<P> {
    config: Config<P>,
    /// The configuration with the endpoints that discovery has found.
    #[cfg(feature = "openid")]
    discovered: OnceLock<config::Config>,
    environment: Here,
    stores: Stores,
    tickets: TicketCache,
}

/// The user is signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SignedIn<U = User> {
    /// The user who signed in. `None` if the profile could not be read, or if another provider has sent no ID token:
    /// [`Client::user`] asks again.
    pub user: Option<U>,
    /// The value that was passed as [`LoginOptions::app_state`].
    pub app_state: Option<AppState>,
}

/// An access token. `Debug` does not show it.
#[derive(Clone, Debug)]
pub struct AccessToken(Secret);

impl AccessToken {
    /// Returns the token. Never put it into a URL or a log.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}

impl Client {
    /// Returns the tickets that this client has.
    pub(super) fn tickets(&self) -> &TicketCache {
        &self.0.tickets
    }
}

impl<P: Provider> Client<P> {
    /// Creates the client of this configuration. No request is made.
    pub fn new(config: Config<P>) -> Self {
        let environment = Here::of(&config);
        Self::within(config, environment)
    }

    /// Creates a client in this environment.
    pub(crate) fn within(config: Config<P>, environment: Here) -> Self {
        let stores = Stores { custom: config.storage.clone(), ..environment.stores() };
        Self::of(config, environment, stores)
    }

    fn of(config: Config<P>, environment: Here, stores: Stores) -> Self {
        Self(Shared::new(Inner {
            config,
            #[cfg(feature = "openid")]
            discovered: OnceLock::new(),
            environment,
            stores,
            tickets: TicketCache::default(),
        }))
    }

    /// Returns the configuration.
    pub fn config(&self) -> &Config<P> {
        &self.0.config
    }

    /// Returns the configuration of the machines, with the provider's endpoints if they are known.
    pub(crate) fn core(&self) -> &config::Config {
        #[cfg(feature = "openid")]
        if let Some(core) = self.0.discovered.get() {
            return core;
        }
        &self.0.config.core
    }

    /// Loads the endpoints of the provider, unless they are known.
    ///
    /// # Errors
    /// Those of [`Client::ready`].
    #[cfg(feature = "openid")]
    pub(crate) async fn load_endpoints(&self, abort: Option<&Abort>) -> Result<(), Error> {
        if !self.core().has_endpoints() {
            let metadata = self.run(Discovery::new(&self.core().base_url), abort).await?;
            // Another call may have been faster.
            let _ = self.0.discovered.set(with_metadata(&self.config().core, *metadata));
        }
        Ok(())
    }

    /// Returns what this client runs in.
    pub(crate) fn environment(&self) -> &Here {
        &self.0.environment
    }

    /// Returns where this client stores values.
    pub(super) fn stores(&self) -> &Stores {
        &self.0.stores
    }

    /// Returns a client of the same stores for the client that a transaction names.
    pub(super) fn of_login(&self, core: config::Config) -> Self {
        let Inner { config, environment, stores, .. } = &*self.0;
        Self::of(Config { core, ..config.clone() }, environment.clone(), stores.clone())
    }

    /// Signs the user in with an authorization code and PKCE (RFC 6749 section 4.1, RFC 7636).
    ///
    /// Call it in the click handler before any `await`. The popup opens before this returns, because browsers open one
    /// only there. A full-page login leaves the page, and its call does not end before that.
    ///
    /// A native app opens the system's browser. It waits for the response on the first free port of its redirect URIs,
    /// which are like `http://127.0.0.1:8910/callback` (RFC 8252 section 7.3). Display and response mode have no effect.
    ///
    /// Never fails once the user is signed in. If only the profile cannot be read, the result has no user. Dropping the
    /// call aborts the login and closes the popup.
    ///
    /// At another provider, the user is in the ID token. If the provider's endpoints are not known yet, the popup is
    /// blank until they are: `Client::ready` loads them before the click.
    ///
    /// # Errors
    /// [`Code::OptionInvalid`], [`Code::PopupBlocked`], [`Code::PopupClosed`], [`Code::Superseded`] (a newer login has
    /// replaced this one), [`Code::RequestRefused`] (popup only), [`Code::AccessDenied`],
    /// [`Code::InteractionRequired`] (only with [`Prompt::None`](crate::Prompt::None)), [`Code::AuthorizationFailed`],
    /// [`Code::Timeout`], [`Code::Network`], [`Code::ExchangeRefused`], [`Code::BadResponse`], [`Code::RequestFailed`],
    /// [`Code::StorageUnavailable`] (full page only), [`Code::IssuerMismatch`] and [`Code::Unsupported`]. At another
    /// provider, also [`Code::ProviderInvalid`] and [`Code::IdTokenInvalid`].
    pub fn login(&self, options: LoginOptions) -> Call<SignedIn<P::User>> {
        let (client, options) = (self.clone(), options.or_scope(self.config().scope.as_deref()));
        Call::start(move |abort| async move {
            let environment = client.environment();
            #[cfg(feature = "openid")]
            let options = if client.core().has_endpoints() {
                options
            } else {
                Box::pin(environment.hold_popup(options, client.load_endpoints(Some(&abort)))).await?
            };
            let (flow, login) = environment.login_flow(client.core(), options)?;
            let ending = drive(login, flow, Some(&client.0.stores), Some(&abort)).await?;
            if let Ending::SignedIn(completed) = ending {
                return Ok(client.signed_in(*completed, &abort).await);
            }
            // The page is leaving.
            abort.or(environment.sleep(LEAVES_WITHIN)).await;
            Err(Code::Timeout.into())
        })
    }

    /// Returns the signed-in user, from the service. At another provider, the user has the claims of the ID token and
    /// those of the userinfo endpoint, if there is one (OpenID Connect Core section 5.3).
    ///
    /// # Errors
    /// [`Code::NotSignedIn`], [`Code::SessionExpired`], [`Code::Network`], [`Code::Timeout`], [`Code::BadResponse`] and
    /// [`Code::RequestFailed`]. At another provider, [`Code::OptionInvalid`] if there is neither an ID token nor such
    /// an endpoint, and [`Code::ProviderInvalid`].
    pub fn user(&self) -> Call<P::User> {
        let client = self.clone();
        Call::start(move |abort| async move { client.ask_user(&abort).await })
    }

    /// Returns the access token, for calls that [`Client::fetch`] cannot make. Refreshes it first if it expires within
    /// 30 seconds (RFC 6749 section 6). Simultaneous calls, in all tabs, share one refresh. The token of a session that
    /// is bound to a key (RFC 9449) works only with proofs, as `fetch` sends them.
    ///
    /// # Errors
    /// [`Code::NotSignedIn`], [`Code::SessionExpired`], [`Code::Network`], [`Code::Timeout`], [`Code::BadResponse`] and
    /// [`Code::RequestFailed`].
    pub fn access_token(&self) -> Call<AccessToken> {
        let client = self.clone();
        Call::start(move |_| async move { client.token(TokenRequest::default()).await.map(AccessToken) })
    }

    /// Returns an access token that is still valid for so long. See [`Client::access_token`]. A session without a
    /// refresh token lasts until its token expires, whatever `validity` is.
    ///
    /// # Errors
    /// Those of [`Client::access_token`].
    pub fn access_token_valid_for(&self, validity: Duration) -> Call<AccessToken> {
        let validity = u64::try_from(validity.as_millis()).unwrap_or(u64::MAX);
        let (client, request) = (self.clone(), TokenRequest { validity, ..TokenRequest::default() });
        Call::start(move |_| async move { client.token(request).await.map(AccessToken) })
    }

    /// Refreshes the access token in any case, and returns the new one. Without a refresh token, returns the old one.
    ///
    /// # Errors
    /// Those of [`Client::access_token`].
    pub fn refresh_access_token(&self) -> Call<AccessToken> {
        let (client, request) = (self.clone(), TokenRequest { new: true, ..TokenRequest::default() });
        Call::start(move |_| async move { client.token(request).await.map(AccessToken) })
    }

    /// Returns a token that meets `request`. Not aborted: a refresh whose response is not stored would end the session.
    pub(super) async fn token(&self, request: TokenRequest) -> Result<Secret, Error> {
        Ok(self.fresh_session(request).await?.access_token)
    }

    /// Returns the session, whose token meets `request`. Not aborted either.
    pub(super) async fn fresh_session(&self, request: TokenRequest) -> Result<Box<Session>, Error> {
        #[cfg(feature = "openid")]
        self.load_endpoints(None).await?;
        self.run(client::AccessToken::new(self.core(), request), None).await
    }

    /// Drives `machine` to its end.
    pub(crate) async fn run<M: Machine<Parsed>>(&self, machine: M, abort: Option<&Abort>) -> Result<M::Output, Error> {
        let flow = self.0.environment.flow(Some(self.core()))?;
        Ok(drive(machine, flow, Some(&self.0.stores), abort).await?)
    }

    /// Returns the result of a login of this client, with the user: from the response to the code exchange, or else
    /// from `/me`. Another provider sends its user only with an ID token.
    pub(super) async fn signed_in(&self, completed: CompletedLogin, abort: &Abort) -> SignedIn<P::User> {
        let CompletedLogin { config, app_state, profile, .. } = completed;
        let user = match P::read_user("", &profile) {
            None if config.provider == provider::Provider::Stagepass => {
                self.of_login(config).ask_user(abort).await.ok()
            }
            user => user,
        };
        SignedIn { user, app_state: (!app_state.is_empty()).then_some(AppState(app_state)) }
    }

    async fn ask_user(&self, abort: &Abort) -> Result<P::User, Error> {
        #[cfg(feature = "openid")]
        self.load_endpoints(Some(abort)).await?;
        #[cfg(feature = "openid")]
        let known = self.claims().await?;
        #[cfg(not(feature = "openid"))]
        let known = String::new();
        let url = self.core().user_url();
        if url.is_empty() {
            if known.is_empty() {
                // Without a session, this fails.
                self.token(TokenRequest::default()).await?;
            }
            let cause = "the provider has no userinfo endpoint: sign in with the scope openid";
            return P::read_user("", &known).ok_or_else(|| Error::from(Code::OptionInvalid).because(cause));
        }
        let request = http::Request::get(&url).body(Vec::new()).map_err(internal)?;
        let is_service = self.core().provider == provider::Provider::Stagepass;
        let response = self.send_to(Target { url, is_service }, request, abort).await?;
        of_response(&response, |text| P::read_user(&known, text))
    }
}

fn internal(cause: http::Error) -> Error {
    Error::from(Code::Internal).because(cause)
}

impl<P> fmt::Debug for Inner<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.config.fmt(f)
    }
}
