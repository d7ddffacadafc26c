//! Logins and nothing else: tokens for whoever goes on with them.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::task::JoinSet;

use crate::client::{App, Client, Listener, Tokens};
use crate::random::Random;
use crate::verdict::given;

/// Clients at once.
const CLIENTS: usize = 16;

/// Logs `listener` in so many times, and a few more, to make it the same for each client.
///
/// # Errors
/// At the first login that fails.
pub async fn log_in(
    app: &Arc<App>,
    address: SocketAddr,
    listener: &Listener,
    count: usize,
) -> Result<Vec<Tokens>, String> {
    let mut random = Random::new(count as u64);
    let session = given(Client::new(Arc::clone(app), address).sign_in(listener).await, "signing in")?;
    let mut working = JoinSet::new();
    for _ in 0..CLIENTS {
        let (mut client, session, mut random) =
            (Client::new(Arc::clone(app), address), session.clone(), random.split());
        working.spawn(async move {
            let mut issued = Vec::new();
            for _ in 0..count.div_ceil(CLIENTS) {
                let verifier = random.digits();
                let code = given(client.approve(&session, &verifier).await, "approving")?;
                issued.push(given(client.exchange(&code, &verifier).await, "an exchange")?);
            }
            Ok::<_, String>(issued)
        });
    }
    let mut all = Vec::new();
    while let Some(worked) = working.join_next().await {
        all.extend(worked.map_err(|error| error.to_string())??);
    }
    Ok(all)
}
