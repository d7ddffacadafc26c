//! Signing out.

use core::time::Duration;

use stagepass_core::client::{Logout, Revocation};
use stagepass_core::session::Revocable;

use super::call::Call;
use super::client::Client;
use super::environment::Environment as _;
use super::here::Here;

/// The first delay before the service is asked again to revoke a session. It doubles with each one.
const SHORTEST: Duration = Duration::from_secs(1);

/// The longest delay.
const LONGEST: Duration = Duration::from_mins(1);

/// The result of [`Client::logout`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoggedOut {
    /// Whether the service has revoked the session. Also true if there was none.
    pub revoked: bool,
}

impl Client {
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
            let revocation = client.run(Logout::new(&client.config().core), None).await?;
            let revoked = matches!(revocation, Revocation::Done);
            if let Revocation::Pending(revocable) = revocation {
                Here::spawn(Box::pin(revoke_later(client, revocable)));
            }
            Ok(LoggedOut { revoked })
        })
    }
}

/// Revokes a session that was signed out while the service could not be reached.
async fn revoke_later(client: Client, mut revocable: Vec<Revocable>) {
    let mut delay = SHORTEST;
    loop {
        client.environment().sleep(delay).await;
        delay = (delay * 2).min(LONGEST);
        match client.run(Logout::retry(&client.config().core, revocable), None).await {
            Ok(Revocation::Pending(again)) => revocable = again,
            Ok(Revocation::Done | Revocation::Refused) | Err(_) => return,
        }
    }
}
