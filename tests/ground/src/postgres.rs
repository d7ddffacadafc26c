//! Schemas of a PostgreSQL cluster that was started for the tests.

use std::env;
use std::thread;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection};
use tokio::runtime::Builder;

use crate::place::random;
use crate::secrets::{Kind, note};

const CLUSTER: &str = "STAGEPASS_TEST_POSTGRES";

/// The address of a new schema, for a user who may do nothing elsewhere. `None` where there is no cluster.
///
/// A role finds the schema of its own name first, so its address is one like any other. A database each would be 15 MB each.
pub(crate) fn schema() -> Option<String> {
    let cluster = env::var(CLUSTER).ok().filter(|url| !url.is_empty())?;
    let (name, password) = (format!("service_{}", random::<8>()), random::<16>());
    note(Kind::DatabasePassword, &password);
    let (_, server) = cluster.split_once('@').expect("the URL of a cluster names a user");
    let url = format!("postgresql://{name}:{password}@{server}");
    let statements = format!("CREATE ROLE {name} LOGIN PASSWORD '{password}'; CREATE SCHEMA AUTHORIZATION {name}");
    // Whoever asks may be within a runtime of their own, which must not be blocked on.
    thread::spawn(move || execute(&cluster, statements)).join().expect("a new schema");
    Some(url)
}

fn execute(cluster: &str, statements: String) {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        // Its statements are not the service's, and must not be in the same log.
        let options = cluster.parse::<PgConnectOptions>().expect("the URL of a cluster").disable_statement_logging();
        let mut connection = PgConnection::connect_with(&options).await.expect("the cluster answers");
        sqlx::raw_sql(AssertSqlSafe(statements)).execute(&mut connection).await.expect("a new schema");
        connection.close().await.expect("the connection closes");
    });
}
