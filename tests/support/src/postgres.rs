//! Schemas of a PostgreSQL cluster that was started for the tests.

use std::env;
use std::thread;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection};
use tokio::runtime::Builder;

use crate::random::random;
use crate::secrets::note;

const CLUSTER: &str = "STAGEPASS_TEST_POSTGRES";

/// The address of a new schema, for a role that has no rights elsewhere. `None` if there is no cluster.
///
/// A role uses the schema of its own name first, so the address needs no special parameters. A database for each test
/// would take 15 MB each.
pub(crate) fn schema() -> Option<String> {
    let cluster = env::var(CLUSTER).ok().filter(|url| !url.is_empty())?;
    let (name, password) = (format!("service_{}", random::<8>()), random::<16>());
    note("database password", &password);
    let (_, server) = cluster.split_once('@').expect("the URL of a cluster names a user");
    let url = format!("postgresql://{name}:{password}@{server}");
    execute(&cluster, format!("CREATE ROLE {name} LOGIN PASSWORD '{password}'; CREATE SCHEMA AUTHORIZATION {name}"));
    Some(url)
}

/// Runs statements without parameters.
pub(crate) fn execute(url: &str, statements: String) {
    run(url, async |connection| {
        sqlx::raw_sql(AssertSqlSafe(statements)).execute(connection).await.expect("the statements run");
    });
}

/// Does `work` while the transaction that `begin` begins is open. PostgreSQL ends it after a minute, so that nothing
/// waits for it without end.
pub(crate) fn while_open<T: Send>(url: &str, begin: &str, work: impl FnOnce() -> T + Send) -> T {
    run(url, async |connection| {
        let begin = format!("SET idle_in_transaction_session_timeout = '60s'; {begin}");
        sqlx::raw_sql(AssertSqlSafe(begin)).execute(&mut *connection).await.expect("the statements run");
        let done = work();
        sqlx::raw_sql("COMMIT").execute(connection).await.expect("the transaction is still open");
        done
    })
}

/// Runs `work` with a connection in a separate thread, because the caller may be in a runtime, which must not be
/// blocked.
pub(crate) fn run<T: Send>(url: &str, work: impl AsyncFnOnce(&mut PgConnection) -> T + Send) -> T {
    // Its statements are not the service's, and must not be in the same log.
    let options = url.parse::<PgConnectOptions>().expect("the URL of a database").disable_statement_logging();
    let work = || {
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let mut connection = PgConnection::connect_with(&options).await.expect("the database answers");
            let done = work(&mut connection).await;
            connection.close().await.expect("the connection closes");
            done
        })
    };
    thread::scope(|scope| scope.spawn(work).join()).expect("the work is done")
}
