//! Refreshes at two services with one database, of which one is killed and started again. Every token family continues,
//! and none splits.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::load::client::{App, Client, Failure, Listener, Tokens};
use crate::load::counts::Counts;
use crate::load::random::Random;
use crate::load::step_error::{StepError, expect_refusal, expect_success};

/// A replaced refresh token gets its successor again for 10 s. After this time it certainly still does.
const REPEATS: Duration = Duration::from_secs(7);
/// How long a refresh may find no service that executes it.
const NO_SERVICE_TIMEOUT: Duration = Duration::from_secs(20);
const TRY_AGAIN: Duration = Duration::from_millis(20);

/// How much is done.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    /// The families of each client.
    pub(crate) families: usize,
    /// Refreshes in all, at least. They continue until the services are left alone.
    pub(crate) refreshes: u64,
    /// The seed of the choices.
    pub(crate) seed: u64,
}

/// How many refreshes have been answered so far.
pub(crate) type Progress = watch::Receiver<u64>;

/// Two services with one database.
#[derive(Debug, Clone)]
pub(crate) struct Replicas {
    /// A registered app.
    pub(crate) app: Arc<App>,
    /// The users who approve, each at a client.
    pub(crate) listeners: Vec<Listener>,
    /// Where the two listen.
    pub(crate) addresses: [SocketAddr; 2],
}

impl Replicas {
    /// Executes the plan while `meanwhile`, which receives the progress, acts on the services. Then checks every
    /// family. Returns the counts, and the result of `meanwhile`.
    ///
    /// # Errors
    /// If a family was lost or split, with a line for each client that noticed it.
    pub(crate) async fn refresh<T, F: Future<Output = Result<T, String>>>(
        &self,
        plan: Plan,
        meanwhile: impl FnOnce(Progress) -> F,
    ) -> Result<(Counts, T), String> {
        let [home, _] = self.addresses;
        let mut random = Random::new(plan.seed);
        let mut logging_in = JoinSet::new();
        for (number, listener) in self.listeners.iter().enumerate() {
            let clients = self.addresses.map(|address| Client::new(Arc::clone(&self.app), address));
            // One after another, because many sign-ins at once from one address look like password guessing.
            let signed_in = Client::new(Arc::clone(&self.app), home).sign_in(listener).await;
            let session = expect_success(signed_in, "signing in")?;
            let mut client = ReplicaClient {
                number,
                clients,
                user_id: listener.user_id,
                families: Vec::new(),
                random: random.split(),
                counts: Counts::default(),
            };
            logging_in.spawn(async move { client.log_in(&session, plan.families).await.map(|()| client) });
        }
        // All logins come before the first refresh. A login needs both services, and the refreshes' progress decides
        // when one is killed.
        let logged_in = all(logging_in).await?;
        let (done, progress) = watch::channel(0);
        let (done, is_over, mut working) = (Arc::new(done), Arc::new(AtomicBool::new(false)), JoinSet::new());
        for mut client in logged_in {
            let (done, is_over) = (Arc::clone(&done), Arc::clone(&is_over));
            working.spawn(async move { client.refresh_until(&done, plan.refreshes, &is_over).await.map(|()| client) });
        }
        // The progress ends when the last client has ended.
        drop(done);
        let meanwhile = async {
            let happened = meanwhile(progress).await;
            is_over.store(true, Ordering::Relaxed);
            happened
        };
        let (worked, happened) = tokio::join!(all(working), meanwhile);
        // The first failure has the cause. The other may be a consequence.
        let (worked, happened) = (worked?, happened?);
        let mut looking = JoinSet::new();
        for mut client in worked {
            looking.spawn(async move { client.look_at_all().await.map(|()| client) });
        }
        let mut counts = Counts::default();
        all(looking).await?.iter_mut().for_each(|client| counts.take(&mut client.counts));
        Ok((counts, happened))
    }
}

async fn all(mut away: JoinSet<Result<ReplicaClient, String>>) -> Result<Vec<ReplicaClient>, String> {
    let (mut back, mut wrong) = (Vec::new(), Vec::new());
    while let Some(one) = away.join_next().await {
        match one.map_err(|error| error.to_string())? {
            Ok(client) => back.push(client),
            Err(what) => wrong.push(what),
        }
    }
    if wrong.is_empty() { Ok(back) } else { Err(wrong.join("\n")) }
}

/// One client that knows both services.
#[derive(Debug)]
struct ReplicaClient {
    number: usize,
    clients: [Client; 2],
    user_id: u64,
    families: Vec<TokenFamily>,
    random: Random,
    counts: Counts,
}

/// A family: its tokens, the two refresh tokens before, and when the current ones came.
#[derive(Debug)]
struct TokenFamily {
    tokens: Tokens,
    replaced: Vec<String>,
    arrived: Instant,
}

impl ReplicaClient {
    async fn log_in(&mut self, session: &str, families: usize) -> Result<(), String> {
        let [one, other] = &mut self.clients;
        for _ in 0..families {
            // One service must find what the other has written.
            let verifier = self.random.digits();
            let code = expect_success(one.approve(session, &verifier).await, "approving")?;
            let tokens = expect_success(other.exchange(&code, &verifier).await, "an exchange at the other replica")?;
            self.families.push(TokenFamily { tokens, replaced: Vec::new(), arrived: Instant::now() });
            std::mem::swap(one, other);
        }
        Ok(())
    }

    async fn refresh_until(
        &mut self,
        done: &watch::Sender<u64>,
        refreshes: u64,
        is_over: &AtomicBool,
    ) -> Result<(), String> {
        while *done.borrow() < refreshes || !is_over.load(Ordering::Relaxed) {
            let at = self.random.place(self.families.len());
            let answered = self.step(at).await.map_err(|what| format!("family {}.{at}: {what}", self.number))?;
            done.send_modify(|done| *done += answered);
        }
        Ok(())
    }

    /// Returns how many refreshes got a response.
    async fn step(&mut self, at: usize) -> Result<u64, String> {
        let Self { clients: [one, other], families, random, counts, user_id, .. } = self;
        let Some(family) = families.get_mut(at) else { return Ok(0) };
        if random.once_in(2) {
            std::mem::swap(one, other);
        }
        let token = family.tokens.refresh.clone();
        match random.below(20) {
            0..4 => {
                let (here, there) = tokio::join!(one.refresh(&token), other.refresh(&token));
                let (here, there) = (answered(here)?, answered(there)?);
                if here.as_ref().zip(there.as_ref()).is_some_and(|(here, there)| here.refresh != there.refresh) {
                    return Err("it was split: two replicas handed out two successors of one refresh token".to_owned());
                }
                counts.add(if here.is_some() && there.is_some() {
                    "refreshes sent to both at once"
                } else {
                    "refreshes of which one of two was answered"
                });
                let answered = u64::from(here.is_some()) + u64::from(there.is_some());
                let tokens = match here.or(there) {
                    Some(tokens) => tokens,
                    // Whether it was done is open: nothing older may be sent before this is known.
                    None => anybody([one, other], &token, counts).await?,
                };
                family.adopt(tokens);
                Ok(answered)
            }
            4..6 => {
                let before = family.replaced.last().filter(|_| family.arrived.elapsed() < REPEATS);
                let Some(before) = before else { return Ok(0) };
                let Some(again) = answered(one.refresh(before).await)? else { return Ok(0) };
                counts.add("refreshes sent again");
                if again.refresh == family.tokens.refresh {
                    Ok(1)
                } else {
                    Err("it was split: a refresh sent again has another successor".to_owned())
                }
            }
            6 => {
                let Some(known) = answered(one.me(&family.tokens.access).await)? else { return Ok(0) };
                counts.add("/me answered");
                if known == *user_id { Ok(0) } else { Err(format!("/me is listener {known}, not {user_id}")) }
            }
            _ => {
                let tokens = anybody([one, other], &token, counts).await?;
                family.adopt(tokens);
                Ok(1)
            }
        }
    }

    /// Every family is alive at both, has one successor, and dies at both when a token of it is used twice.
    async fn look_at_all(&mut self) -> Result<(), String> {
        let Self { clients: [one, other], families, random, counts, user_id, number } = self;
        for (at, family) in families.iter_mut().enumerate() {
            let name = |what: &str| format!("family {number}.{at}: {what}");
            let here = expect_success(one.refresh(&family.tokens.refresh).await, &name("the last refresh"))?;
            let there =
                expect_success(other.refresh(&family.tokens.refresh).await, &name("the last refresh, at the other"))?;
            if here.refresh != there.refresh {
                return Err(name("it was split at the end"));
            }
            if expect_success(other.me(&here.access).await, &name("the last access token"))? != *user_id {
                return Err(name("the access token is another listener's"));
            }
            counts.add("families alive, with one current token");
            if let Some(oldest) = family.replaced.first().filter(|_| random.once_in(4)) {
                expect_refusal(one.refresh(oldest).await, &name("a replaced refresh token"))?;
                expect_refusal(
                    other.refresh(&here.refresh).await,
                    &name("at the other, after a replaced token was used"),
                )?;
                expect_refusal(other.me(&here.access).await, &name("at the other, after a replaced token was used"))?;
                counts.add("replaced tokens used at one: family dead at both");
            }
            std::mem::swap(one, other);
        }
        Ok(())
    }
}

impl TokenFamily {
    fn adopt(&mut self, tokens: Tokens) {
        let before = std::mem::replace(&mut self.tokens, tokens).refresh;
        self.replaced.push(before);
        if self.replaced.len() > 2 {
            self.replaced.remove(0);
        }
        self.arrived = Instant::now();
    }
}

/// `None` where the service is gone; an error where it refuses.
fn answered<T>(result: Result<T, Failure>) -> Result<Option<T>, String> {
    match result.map_err(StepError::from) {
        Ok(answer) => Ok(Some(answer)),
        Err(StepError::Interrupted) => Ok(None),
        Err(StepError::Violation(what)) => Err(what),
    }
}

/// Sends a refresh to the first, and on to the other where that is gone, until one carries it out.
async fn anybody(clients: [&mut Client; 2], token: &str, counts: &mut Counts) -> Result<Tokens, String> {
    let [one, other] = clients;
    let begun = Instant::now();
    while begun.elapsed() < NO_SERVICE_TIMEOUT {
        for client in [&mut *one, &mut *other] {
            if let Some(tokens) = answered(client.refresh(token).await)? {
                counts.add("refreshes answered");
                return Ok(tokens);
            }
            counts.add("refreshes sent on to the other");
        }
        tokio::time::sleep(TRY_AGAIN).await;
    }
    Err("neither replica carries a refresh out".to_owned())
}
