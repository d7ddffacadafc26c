//! A service's database with as many grants as a service in use has.

use anyhow::{Context as _, Result};

use crate::installation::{Database, Installation};
use crate::load::client::{Client, Tokens};
use crate::load::random::Random;

/// Grants that are never used.
pub(super) const GRANTS: usize = 200_000;
/// The users and the grants of each, whose tokens are used in turns: 100 for each connection, so that more than one
/// page of the database is measured. An account has up to 50 sessions of an app.
const LISTENERS: usize = 80;
const OF_LISTENER: usize = 40;

/// Logs in at the service of `installation`, which it starts and stops, and copies the grants in the database. The
/// copies are never used, and are stored between the used ones. Returns the API key of the app, and the tokens.
pub(super) fn fill(installation: &Installation) -> Result<(String, Vec<Tokens>)> {
    let listeners = installation.add_listeners(LISTENERS)?;
    let app = installation.add_app(&listeners)?;
    let service = installation.start()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("there is no runtime")?;
    let tokens = runtime.block_on(async {
        let (mut tokens, mut random) = (Vec::new(), Random::new(1));
        let mut client = Client::new(&app, installation.address);
        for listener in &listeners {
            let session = client.sign_in(listener).await?;
            for _ in 0..OF_LISTENER {
                tokens.push(client.log_in(&session, &mut random).await?);
            }
        }
        Ok::<_, anyhow::Error>(tokens)
    })?;
    drop(service);
    multiply(&installation.database)?;
    Ok((app.api_key.clone(), tokens))
}

/// In the order of their random names, so that those that are used lie wherever chance has it.
fn multiply(database: &Database) -> Result<()> {
    if database.is_a_server() {
        let columns = "SELECT string_agg(column_name, ', ') FROM information_schema.columns
                       WHERE table_name = 'grants' AND column_name <> 'grant_id'";
        let columns = database.query(columns)?.concat();
        database.execute(&format!(
            "INSERT INTO grants (grant_id, {columns}) SELECT uuid_send(gen_random_uuid()), {columns}
             FROM (SELECT * FROM grants LIMIT 1) one, generate_series(1, {GRANTS})"
        ))?;
        // Each by itself, because none can run in a transaction.
        let statements = ["CLUSTER grants USING grants_pkey", "VACUUM ANALYZE", "CHECKPOINT"];
        return statements.into_iter().try_for_each(|statement| database.execute(statement));
    }
    let columns = "SELECT group_concat(name, ', ') FROM pragma_table_info('grants') WHERE name <> 'grant_id'";
    let columns = database.query(columns)?.concat();
    database.execute(&format!(
        "BEGIN;
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {GRANTS})
         INSERT INTO grants (grant_id, {columns})
         SELECT randomblob(16), {columns} FROM (SELECT * FROM grants LIMIT 1), n;
         CREATE TEMP TABLE mixed AS SELECT * FROM grants ORDER BY grant_id;
         DELETE FROM grants;
         INSERT INTO grants SELECT * FROM mixed ORDER BY rowid;
         COMMIT;
         PRAGMA wal_checkpoint(TRUNCATE);"
    ))
}
