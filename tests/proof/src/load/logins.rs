//! Logins: to get tokens for other modules, or to check that no login fails.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::load::client::{App, Client, Listener, Tokens};
use crate::load::counts::Counts;
use crate::load::random::Random;
use crate::load::step_error::expect_success;

/// Pictures of each kind at most: an account may change 20 an hour.
const PICTURES: usize = 8;
/// Clients at once. An account has up to 10 codes of an app at once.
const CLIENTS: usize = 8;

/// Logs `listener` in this many times, and a few more, so that each client has the same number.
///
/// # Errors
/// At the first login that fails.
pub(crate) async fn log_in(
    app: &Arc<App>,
    address: SocketAddr,
    listener: &Listener,
    count: usize,
) -> Result<Vec<Tokens>, String> {
    let mut random = Random::new(count as u64);
    let session = expect_success(Client::new(Arc::clone(app), address).sign_in(listener).await, "signing in")?;
    let mut working = JoinSet::new();
    for _ in 0..CLIENTS {
        let (mut client, session, mut random) =
            (Client::new(Arc::clone(app), address), session.clone(), random.split());
        working.spawn(async move {
            let mut issued = Vec::new();
            for _ in 0..count.div_ceil(CLIENTS) {
                let verifier = random.digits();
                let code = expect_success(client.approve(&session, &verifier).await, "approving")?;
                issued.push(expect_success(client.exchange(&code, &verifier).await, "an exchange")?);
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

/// Logs `listener` in over and over until told to stop: an approval, an exchange, a call, a refresh, a logout. Nothing
/// is retried.
///
/// # Errors
/// At the first response that is not as expected.
pub(crate) async fn log_in_until(
    app: &Arc<App>,
    address: SocketAddr,
    listener: &Listener,
    stop: watch::Receiver<bool>,
) -> Result<Counts, String> {
    let mut random = Random::new(u64::from(address.port()));
    let mut signed_in = Vec::new();
    for _ in 0..CLIENTS {
        let mut client = Client::new(Arc::clone(app), address);
        // One after another, because many sign-ins at once, of one account and address, look like password guessing.
        let session = expect_success(client.sign_in(listener).await, "signing in")?;
        signed_in.push((client, session));
    }
    let mut working = JoinSet::new();
    for (client, session) in signed_in {
        working.spawn(go_on(client, session, listener.user_id, random.split(), stop.clone()));
    }
    let mut all = Counts::default();
    while let Some(worked) = working.join_next().await {
        all.take(&mut worked.map_err(|error| error.to_string())??);
    }
    Ok(all)
}

/// Replaces the artwork of a track and the profile picture of its owner, once at least, and again until told to stop.
///
/// # Errors
/// At the first picture that is not taken.
pub(crate) async fn send_pictures_until(
    app: &Arc<App>,
    address: SocketAddr,
    (owner, track): (&Listener, u64),
    picture: &[u8],
    stop: watch::Receiver<bool>,
) -> Result<Counts, String> {
    let mut client = Client::new(Arc::clone(app), address);
    let session = expect_success(client.sign_in(owner).await, "signing in")?;
    let verifier = Random::new(track).digits();
    let code = expect_success(client.approve(&session, &verifier).await, "approving")?;
    let tokens = expect_success(client.exchange(&code, &verifier).await, "an exchange")?;
    let mut counts = Counts::default();
    for _ in 0..PICTURES {
        expect_success(client.replace_artwork(&tokens.access, track, picture).await, "artwork")?;
        expect_success(client.replace_picture(&session, picture).await, "a profile picture")?;
        counts.add("pairs of artwork and profile picture");
        if *stop.borrow() {
            break;
        }
    }
    Ok(counts)
}

async fn go_on(
    mut client: Client,
    session: String,
    user_id: u64,
    mut random: Random,
    stop: watch::Receiver<bool>,
) -> Result<Counts, String> {
    let mut counts = Counts::default();
    while !*stop.borrow() {
        let verifier = random.digits();
        let code = expect_success(client.approve(&session, &verifier).await, "approving")?;
        let tokens = expect_success(client.exchange(&code, &verifier).await, "an exchange")?;
        let next = expect_success(client.refresh(&tokens.refresh).await, "a refresh")?;
        if expect_success(client.me(&next.access).await, "/me")? != user_id {
            return Err("/me is of another listener".to_owned());
        }
        expect_success(client.revoke(&next.refresh).await, "a logout")?;
        counts.add("logins, from the approval to the logout");
    }
    Ok(counts)
}
