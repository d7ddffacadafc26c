//! Signing out.

use core::time::Duration;

use stagepass_core::client::{Logout, Revocation};
use stagepass_core::session::Revocable;

use super::call::Call;
use super::client::Client;
use super::environment::Environment as _;
use super::here::Here;
use super::provider::Provider;
#[cfg(feature = "openid")]
use crate::rim::platform::Abort;

/// The first delay before the service is asked again to revoke a session. It doubles with each one.
const SHORTEST: Duration = Duration::from_secs(1);

/// The longest delay.
const LONGEST: Duration = Duration::from_mins(1);

/// How long a sign-out waits for the provider's endpoints: without them, nothing is revoked.
#[cfg(feature = "openid")]
const ENDPOINTS_WITHIN: Duration = Duration::from_secs(3);

/// The result of [`Client::logout`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoggedOut {
    /// Whether the service has revoked the session. Also true if there was none. False if another provider cannot
    /// revoke tokens.
    pub revoked: bool,
}

impl<P: Provider> Client<P> {
    /// Signs the user out: deletes the tokens at once, then asks the service to revoke the session (RFC 7009). Never
    /// fails because of the service.
    ///
    /// If the service cannot be reached, the result has `revoked: false`. The client then tries again with growing
    /// delays, as long as the page or process lives. The token is then only in memory. Dropping the call ends only this
    /// wait: the user is signed out.
    ///
    /// # Errors
    /// [`Code::Unsupported`](crate::Code::Unsupported) without a window.
    pub fn logout(&self) -> Call<LoggedOut> {
        let client = self.clone();
        Call::start(move |_| async move {
            #[cfg(feature = "openid")]
            client.load_endpoints_soon().await;
            let revocation = client.run(Logout::new(client.core()), None).await?;
            let revoked = matches!(revocation, Revocation::Done) && client.core().can_revoke();
            if let Revocation::Pending(revocable) = revocation {
                Here::spawn(Box::pin(revoke_later(client, revocable)));
            }
            Ok(LoggedOut { revoked })
        })
    }

    /// Loads the endpoints, if that does not take long.
    #[cfg(feature = "openid")]
    async fn load_endpoints_soon(&self) {
        if self.core().has_endpoints() {
            return;
        }
        let late = Abort::default();
        let (environment, timer) = (self.environment().clone(), late.clone());
        Here::spawn(Box::pin(async move {
            environment.sleep(ENDPOINTS_WITHIN).await;
            timer.abort();
        }));
        // The sign-out does not depend on it.
        let _ = self.load_endpoints(Some(&late)).await;
    }
}

/// Revokes a session that was signed out while the service could not be reached.
async fn revoke_later<P: Provider>(client: Client<P>, mut revocable: Vec<Revocable>) {
    let mut delay = SHORTEST;
    loop {
        client.environment().sleep(delay).await;
        delay = (delay * 2).min(LONGEST);
        match client.run(Logout::retry(client.core(), revocable), None).await {
            Ok(Revocation::Pending(again)) => revocable = again,
            Ok(Revocation::Done | Revocation::Refused) | Err(_) => return,
        }
    }
}
