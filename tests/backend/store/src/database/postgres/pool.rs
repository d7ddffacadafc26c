//! A pool of connections. A statement is one round trip: sqlx's own pool asks a connection whether it works before and
//! after each use, which is two more.
//!
//! A connection goes back to the pool when PostgreSQL has answered, even with an error. A connection that failed is
//! closed, and so are all idle ones, because the server has probably restarted. A connection whose user has gone in the
//! middle of a statement is asked whether it works before it goes back.

use std::fmt;
use std::io::ErrorKind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, timeout};

use crate::database::error::StoreError;

/// The most connections.
const CONNECTIONS: u32 = 16;
/// How long to wait for a connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// A connection that was idle for longer is asked whether it works before it is used. A write on a connection that
/// PostgreSQL has closed fails, because it may have taken effect. A restart takes longer than this, and under load no
/// connection is idle for so long.
const TRUSTED: Duration = Duration::from_millis(100);
/// A connection that is older is replaced, because PostgreSQL's process for it never gives memory back.
const MAX_AGE: Duration = Duration::from_mins(30);
/// How long a connection may take to say that it works. If one does not, there is time to open another one.
const PING_TIMEOUT: Duration = Duration::from_secs(2);
/// How long a connection may take to become usable after its user has gone.
const RECOVERY: Duration = Duration::from_secs(5);
/// How long an answer may take. PostgreSQL itself aborts a statement earlier. A server that has vanished with its
/// machine does not, and closes no connection.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// The time between attempts to connect to a server that is starting.
const RETRY: Duration = Duration::from_millis(50);
/// No statement should take long. One that does waits for a lock, and is aborted. All find rows by an index, whatever
/// the values are, so none is planned again for other values.
const SETTINGS: &str = "SET statement_timeout = '20s'; SET idle_in_transaction_session_timeout = '60s';
                        SET plan_cache_mode = force_generic_plan";

/// Connections to one database. Clones share them.
#[derive(Clone)]
pub(super) struct Pool(Arc<Shared>);

struct Shared {
    options: PgConnectOptions,
    permits: Arc<Semaphore>,
    idle: Mutex<Vec<Idle>>,
}

struct Idle {
    connection: PgConnection,
    opened: Instant,
    used: Instant,
}

/// A connection in use.
pub(super) struct Lease {
    connection: Option<PgConnection>,
    opened: Instant,
    /// Whether it was used before, so that the server may have closed it.
    pub(super) is_reused: bool,
    is_done: bool,
    pool: Pool,
    permit: Option<OwnedSemaphorePermit>,
}

/// Without the address, which may have a password.
impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").finish_non_exhaustive()
    }
}

impl Pool {
    pub(super) fn new(options: PgConnectOptions) -> Self {
        let permits = Arc::new(Semaphore::new(CONNECTIONS as usize));
        let options = options.disable_statement_logging();
        Self(Arc::new(Shared { options, permits, idle: Mutex::default() }))
    }

    /// Returns an idle connection, or opens one.
    pub(super) async fn acquire(&self) -> Result<Lease, StoreError> {
        timeout(ACQUIRE_TIMEOUT, self.lease()).await.map_err(|_| sqlx::Error::PoolTimedOut)?
    }

    async fn lease(&self) -> Result<Lease, StoreError> {
        let permit = Arc::clone(&self.0.permits).acquire_owned().await.map_err(|_| StoreError::Closed)?;
        let lease = |connection, opened, is_reused| Lease {
            connection: Some(connection),
            opened,
            is_reused,
            is_done: false,
            pool: self.clone(),
            permit: Some(permit),
        };
        while let Some(Idle { mut connection, opened, used }) = self.take_idle() {
            if opened.elapsed() >= MAX_AGE {
                continue;
            }
            if used.elapsed() < TRUSTED || responds(&mut connection, PING_TIMEOUT).await {
                return Ok(lease(connection, opened, true));
            }
            // The others have probably failed as well.
            self.idle().clear();
        }
        // Boxed, because few statements need so large a future.
        let connection = Box::pin(self.connect()).await?;
        Ok(lease(connection, Instant::now(), false))
    }

    async fn connect(&self) -> Result<PgConnection, StoreError> {
        loop {
            match self.0.options.connect().await {
                Ok(mut connection) => {
                    connection.execute(SETTINGS).await?;
                    return Ok(connection);
                }
                Err(error) if is_starting(&error) => sleep(RETRY).await,
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Waits for running statements, and closes all connections.
    pub(super) async fn close(&self) {
        let all = self.0.permits.acquire_many(CONNECTIONS).await;
        self.0.permits.close();
        drop(all);
        while let Some(Idle { connection, .. }) = self.take_idle() {
            // An error means that it is closed already.
            let _ = connection.close().await;
        }
    }

    fn take_idle(&self) -> Option<Idle> {
        self.idle().pop()
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Idle>> {
        self.0.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lease {
    /// The connection.
    pub(super) fn connection(&mut self) -> Result<&mut PgConnection, StoreError> {
        self.connection.as_mut().ok_or(StoreError::Closed)
    }

    /// Ends the use with this outcome. Returns whether the connection failed.
    pub(super) fn end<T>(mut self, outcome: &Result<T, sqlx::Error>) -> bool {
        let is_broken = outcome.as_ref().err().is_some_and(is_broken);
        if is_broken {
            self.connection = None;
            self.pool.idle().clear();
        }
        self.is_done = true;
        is_broken
    }

    fn give_back(&mut self) {
        if let Some(connection) = self.connection.take() {
            self.pool.idle().push(Idle { connection, opened: self.opened, used: Instant::now() });
        }
        // After the connection: the next user finds it.
        drop(self.permit.take());
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if self.is_done {
            return self.give_back();
        }
        // Its user has gone in the middle of a statement. Outside of a runtime, it is closed.
        let (Some(mut connection), Ok(runtime)) = (self.connection.take(), Handle::try_current()) else { return };
        let (pool, permit, opened) = (self.pool.clone(), self.permit.take(), self.opened);
        runtime.spawn(async move {
            if responds(&mut connection, RECOVERY).await {
                pool.idle().push(Idle { connection, opened, used: Instant::now() });
            }
            drop(permit);
        });
    }
}

/// Returns whether a connection works, after at most `within`.
async fn responds(connection: &mut PgConnection, within: Duration) -> bool {
    matches!(timeout(within, Box::pin(connection.ping())).await, Ok(Ok(())))
}

/// Waits for the answer to one statement. After [`ANSWER_TIMEOUT`], the connection has failed.
pub(super) async fn answer<T>(statement: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, sqlx::Error> {
    timeout(ANSWER_TIMEOUT, statement).await.unwrap_or_else(|_| Err(sqlx::Error::Io(ErrorKind::TimedOut.into())))
}

/// Returns whether the connection cannot be used any more. All other errors are answers of PostgreSQL, or of the
/// program.
pub(super) fn is_broken(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) | sqlx::Error::WorkerCrashed => true,
        // The server stops, or has ended this connection: `admin_shutdown` and others.
        sqlx::Error::Database(error) => error.code().is_some_and(|code| code.starts_with("57P")),
        _ => false,
    }
}

/// Returns whether the server is starting, or has no free connection: connection refused, `cannot_connect_now`,
/// `too_many_connections`.
fn is_starting(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(error) => error.kind() == ErrorKind::ConnectionRefused,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| matches!(&*code, "57P03" | "53300")),
        _ => false,
    }
}
