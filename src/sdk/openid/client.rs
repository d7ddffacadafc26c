//! What only a client of another provider can do.

use stagepass_core::client::{SessionStatus, TokenRequest};
use stagepass_core::openid::end_session::EndSession;
use stagepass_core::text::secret::Secret;

use super::claims::OpenId;
use crate::sdk::call::Call;
use crate::sdk::client::Client;
use crate::sdk::environment::Environment as _;

/// An ID token, for a server that takes one. `Debug` does not show it.
#[derive(Clone, Debug)]
pub struct IdToken(Secret);

impl IdToken {
    /// Returns the token. Never put it into a log.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}

/// For other providers (feature `openid`).
impl Client<OpenId> {
    /// Loads the provider's metadata, unless it is known (OpenID Connect Discovery section 4, RFC 8414 section 3).
    ///
    /// Each call that needs the metadata loads it too. Call this when the app starts: the popup of a login is then at
    /// the provider at once, and is not blank first.
    ///
    /// # Errors
    /// [`Code::ProviderInvalid`](crate::Code::ProviderInvalid), whose description has the name of the member that
    /// cannot be used, [`Code::Network`](crate::Code::Network), [`Code::Timeout`](crate::Code::Timeout),
    /// [`Code::BadResponse`](crate::Code::BadResponse) and [`Code::RequestFailed`](crate::Code::RequestFailed).
    pub fn ready(&self) -> Call<()> {
        let client = self.clone();
        Call::start(move |abort| async move { client.load_endpoints(Some(&abort)).await })
    }

    /// Returns whether the user is signed in and has allowed `scope`, which is one scope. No request is made.
    ///
    /// # Errors
    /// Those of [`Client::session`].
    pub fn has_scope(&self, scope: impl Into<String>) -> Call<bool> {
        let (client, scope) = (self.clone(), scope.into());
        Call::start(move |_| async move {
            Ok(match client.status().await? {
                SessionStatus::SignedIn(session) => session.scope.as_str().split(' ').any(|granted| granted == scope),
                SessionStatus::SignedOut | SessionStatus::Expired => false,
            })
        })
    }

    /// Returns the ID token of the session. Refreshes the session first if its access token expires within 30 seconds,
    /// and the provider may send a new ID token then. `None` without the scope `openid`.
    ///
    /// Its claims were checked (OpenID Connect Core section 3.1.3.7), but not its signature: it came from the token
    /// endpoint over TLS. Your server must verify it.
    ///
    /// # Errors
    /// Those of [`Client::access_token`].
    pub fn id_token(&self) -> Call<Option<IdToken>> {
        let client = self.clone();
        Call::start(move |_| async move {
            let session = client.fresh_session(TokenRequest::default()).await?;
            let id_token = session.identity.id_token;
            Ok((!id_token.expose().is_empty()).then_some(IdToken(id_token)))
        })
    }

    /// Returns the URL at which the user also signs out of the provider (OpenID Connect RP-Initiated Logout 1.0 section
    /// 2). Call it before [`Client::logout`], because the session has the ID token that names the user, and open the
    /// URL after it. `None` if the provider has no such page.
    ///
    /// The user then returns to `return_to`, which must be registered at the provider for this. In a browser, it can be
    /// a path. `None`: the user stays at the provider.
    ///
    /// # Errors
    /// Those of [`Client::ready`].
    pub fn logout_url(&self, return_to: Option<&str>) -> Call<Option<String>> {
        let client = self.clone();
        let return_to = return_to.map(|url| self.environment().absolute(url.to_owned())).unwrap_or_default();
        Call::start(move |abort| async move {
            client.load_endpoints(Some(&abort)).await?;
            let url = client.run(EndSession::new(client.core(), &return_to), Some(&abort)).await?;
            Ok((!url.is_empty()).then_some(url))
        })
    }
}
