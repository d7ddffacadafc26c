//! A service's database with as many grants as a service in use has.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, anyhow};
use rusqlite::Connection;
use stagepass_programs::process;

use crate::installation::{Database, Installation};
use crate::load::client::{App, Listener};
use crate::load::logins::log_in;
use crate::load::proofs::ProofSigner;

/// Grants that are never used.
pub(super) const GRANTS: usize = 200_000;
/// Grants whose tokens are used, in turns: 100 for each connection, so that more than one page of the database is
/// measured.
const USED: usize = 3_200;

/// Grants that are bound to a key, and are used with proofs.
const BOUND: usize = 320;

/// Grants of each listener. An account has up to 50 sessions of an app.
const OF_LISTENER: usize = 40;

/// The files of the tokens of bound grants and of their key, beside the file `tokens`.
pub(super) fn bound_files(tokens: &Path) -> [PathBuf; 2] {
    ["bound", "key"].map(|extension| tokens.with_extension(extension))
}

/// Logs in at the service of `installation`, which it starts and stops, and copies the grants in the database. The
/// copies are never used, and are stored between the used ones. Writes the tokens to `tokens`, and those of bound
/// grants to [`bound_files`].
pub(super) fn fill(installation: &Installation, tokens: &Path) -> Result<App> {
    let listeners = (0..(USED + BOUND).div_ceil(OF_LISTENER))
        .map(|number| installation.add_listener(&format!("listener-{number}")));
    let listeners: Vec<_> = listeners.collect::<Result<_>>()?;
    let app = installation.add_app(listeners.first().context("there is no listener")?)?;
    let (of_used, of_bound) = listeners.split_at(USED.div_ceil(OF_LISTENER));
    let service = installation.start()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("there is no runtime")?;
    let log_in_all = async |listeners: &[Listener]| {
        let mut issued = Vec::new();
        for listener in listeners {
            issued
                .extend(log_in(&app, installation.address, listener, OF_LISTENER).await.map_err(|what| anyhow!(what))?);
        }
        Ok::<_, anyhow::Error>(issued)
    };
    let issued = runtime.block_on(log_in_all(of_used))?;
    run(&installation.database, "CREATE TABLE unbound AS SELECT grant_id FROM grants")?;
    let bound = runtime.block_on(log_in_all(of_bound))?;
    drop(service);
    let [bound_file, key] = bound_files(tokens);
    let signer = ProofSigner::create(&key).map_err(|what| anyhow!(what))?;
    // As if each code had been exchanged with a proof. The tokens would be the same.
    let bind = format!(
        "UPDATE grants SET jkt = '{}' WHERE grant_id NOT IN (SELECT grant_id FROM unbound); DROP TABLE unbound",
        signer.thumbprint()
    );
    run(&installation.database, &bind)?;
    for (file, issued) in [(tokens, issued), (&*bound_file, bound)] {
        let lines: String = issued.iter().flat_map(|tokens| [&tokens.refresh, " ", &tokens.access, "\n"]).collect();
        fs::write(file, lines).with_context(|| format!("cannot write {}", file.display()))?;
    }
    multiply(&installation.database)?;
    Ok(App::clone(&app))
}

/// Runs statements.
fn run(database: &Database, statements: &str) -> Result<()> {
    match database {
        Database::Sqlite(file, _) => {
            let database = Connection::open(file).with_context(|| format!("cannot open {}", file.display()))?;
            Ok(database.execute_batch(statements)?)
        }
        Database::Postgres { cluster, url } => {
            let mut psql = Command::new(cluster.program("psql"));
            psql.args(["--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--command", statements]);
            process::output(psql.arg(url)).map(drop)
        }
    }
}

/// In the order of their random names, so that those that are used lie wherever chance has it.
fn multiply(database: &Database) -> Result<()> {
    match database {
        Database::Sqlite(file, _) => {
            let database = Connection::open(file).with_context(|| format!("cannot open {}", file.display()))?;
            let columns: String = database.query_row(
                "SELECT group_concat(name, ', ') FROM pragma_table_info('grants') WHERE name <> 'grant_id'",
                [],
                |row| row.get(0),
            )?;
            database.execute_batch(&format!(
                "BEGIN;
                 WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {GRANTS})
                 INSERT INTO grants (grant_id, {columns}) SELECT randomblob(16), {columns} FROM (SELECT * FROM grants LIMIT 1), n;
                 CREATE TEMP TABLE mixed AS SELECT * FROM grants ORDER BY grant_id;
                 DELETE FROM grants;
                 INSERT INTO grants SELECT * FROM mixed ORDER BY rowid;
                 COMMIT;
                 PRAGMA wal_checkpoint(TRUNCATE);"
            ))?;
            Ok(())
        }
        Database::Postgres { cluster, url } => {
            let sql = format!(
                "DO $$ DECLARE columns text; BEGIN
                   SELECT string_agg(column_name, ', ') INTO columns FROM information_schema.columns
                     WHERE table_name = 'grants' AND column_name <> 'grant_id';
                   EXECUTE format('INSERT INTO grants (grant_id, %s) SELECT uuid_send(gen_random_uuid()), %s
                                   FROM (SELECT * FROM grants LIMIT 1) one, generate_series(1, {GRANTS})', columns, columns);
                 END $$;"
            );
            let mut psql = Command::new(cluster.program("psql"));
            psql.args(["--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--command", &sql]);
            psql.args(["--command", "CLUSTER grants USING grants_pkey", "--command", "VACUUM ANALYZE"]);
            process::output(psql.args(["--command", "CHECKPOINT"]).arg(url)).map(drop)
        }
    }
}
