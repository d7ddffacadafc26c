//! The client: signs a user in, and makes calls for that user.

use core::fmt;
use core::time::Duration;

use stagepass_core::client::{self, Ending, TokenRequest};
use stagepass_core::code_exchange::CompletedLogin;
use stagepass_core::effect::Machine;
use stagepass_core::session::Session;
use stagepass_core::text::secret::Secret;

use super::call::Call;
use super::environment::Environment as _;
use super::here::Here;
use super::music::ticket_cache::TicketCache;
use super::{AppState, Config, LoginOptions, User};
use crate::error::{Code, Error};
use crate::rim::drive::drive;
use crate::rim::parsed::Parsed;
use crate::rim::platform::Abort;
use crate::rim::storage::Stores;
use crate::shared::Shared;

/// How long a page may take to leave for the service.
const LEAVES_WITHIN: Duration = Duration::from_mins(1);

/// Signs a user in with the music account, and makes calls for that user. Clones are cheap, and share one session.
#[derive(Clone, Debug)]
pub struct Client(Shared<Inner>);

struct Inner {
    config: Config,
    environment: Here,
    stores: Stores,
    tickets: TicketCache,
}

/// The user is signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SignedIn {
    /// The user who signed in. `None` if the profile could not be read: [`Client::user`] asks again.
    pub user: Option<User>,
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
    /// Creates the client of this configuration. No request is made.
    pub fn new(config: Config) -> Self {
        let environment = Here::of(&config);
        Self::within(config, environment)
    }

    /// Creates a client in this environment.
    pub(crate) fn within(config: Config, environment: Here) -> Self {
        let stores = Stores { custom: config.storage.clone(), ..environment.stores() };
        Self(Shared::new(Inner { config, environment, stores, tickets: TicketCache::default() }))
    }

    /// Returns the configuration.
    pub fn config(&self) -> &Config {
        &self.0.config
    }

    /// Returns what this client runs in.
    pub(crate) fn environment(&self) -> &Here {
        &self.0.environment
    }

    /// Returns where this client stores values.
    pub(super) fn stores(&self) -> &Stores {
        &self.0.stores
    }

    /// Returns the tickets that this client has.
    pub(super) fn tickets(&self) -> &TicketCache {
        &self.0.tickets
    }

    /// Returns a client of the same stores for the client that a transaction names.
    pub(super) fn of_login(&self, core: stagepass_core::config::Config) -> Self {
        let Inner { config, environment, stores, .. } = &*self.0;
        let (config, environment, stores) = (config.clone(), environment.clone(), stores.clone());
        let tickets = TicketCache::default();
        Self(Shared::new(Inner { config: Config { core, ..config }, environment, stores, tickets }))
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
    /// # Errors
    /// [`Code::OptionInvalid`], [`Code::PopupBlocked`], [`Code::PopupClosed`], [`Code::Superseded`] (a newer login has
    /// replaced this one), [`Code::RequestRefused`] (popup only), [`Code::AccessDenied`],
    /// [`Code::InteractionRequired`] (only with [`Prompt::None`](crate::Prompt::None)), [`Code::AuthorizationFailed`],
    /// [`Code::Timeout`], [`Code::Network`], [`Code::ExchangeRefused`], [`Code::BadResponse`], [`Code::RequestFailed`],
    /// [`Code::StorageUnavailable`] (full page only), [`Code::IssuerMismatch`] and [`Code::Unsupported`].
    pub fn login(&self, options: LoginOptions) -> Call<SignedIn> {
        let client = self.clone();
        Call::start(move |abort| async move {
            let Inner { config, environment, .. } = &*client.0;
            let (flow, login) = environment.login_flow(&config.core, options)?;
            let ending = drive(login, flow, Some(&client.0.stores), Some(&abort)).await?;
            if let Ending::SignedIn(completed) = ending {
                return Ok(client.signed_in(*completed, &abort).await);
            }
            // The page is leaving.
            abort.or(environment.sleep(LEAVES_WITHIN)).await;
            Err(Code::Timeout.into())
        })
    }

    /// Returns the signed-in user, from the service.
    ///
    /// # Errors
    /// [`Code::NotSignedIn`], [`Code::SessionExpired`], [`Code::Network`], [`Code::Timeout`], [`Code::BadResponse`] and
    /// [`Code::RequestFailed`].
    pub fn user(&self) -> Call<User> {
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
        self.run(client::AccessToken::new(&self.config().core, request), None).await
    }

    /// Drives `machine` to its end.
    pub(crate) async fn run<M: Machine<Parsed>>(&self, machine: M, abort: Option<&Abort>) -> Result<M::Output, Error> {
        let flow = self.0.environment.flow(Some(&self.config().core))?;
        Ok(drive(machine, flow, Some(&self.0.stores), abort).await?)
    }

    /// Returns the result of a login of this client: with the user, from the response to the code exchange or else
    /// from `/me`.
    pub(super) async fn signed_in(&self, completed: CompletedLogin, abort: &Abort) -> SignedIn {
        let CompletedLogin { config, app_state, profile, .. } = completed;
        let user = match User::read(&profile) {
            Some(user) => Some(user),
            None => self.of_login(config).ask_user(abort).await.ok(),
        };
        SignedIn { user, app_state: (!app_state.is_empty()).then_some(AppState(app_state)) }
    }

    async fn ask_user(&self, abort: &Abort) -> Result<User, Error> {
        let response = self.send(http::Request::get("/me").body(Vec::new()).map_err(internal)?, abort).await?;
        User::of_response(&response)
    }
}

fn internal(cause: http::Error) -> Error {
    Error::from(Code::Internal).because(cause)
}

impl fmt::Debug for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.config.fmt(f)
    }
}
