//! A rolling upgrade from an older program, with a migration between: `cargo xtask proof upgrade --from PROGRAM`.

mod servers;
mod user;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::process;

use self::servers::{Program, Servers};
use self::user::User;
use super::conditions::{Tally, on_each_database, runtime};
use crate::installation::{Installation, Kind, free_address};
use crate::load::counts::Counts;

/// Users, each with tokens, an unfinished upload and a gated track.
const USERS: usize = 4;

/// What to do.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct UpgradeArgs {
    /// The program to upgrade from: `stagepass-backend` of an earlier commit, whose schema is older
    #[arg(long, value_name = "PROGRAM")]
    from: PathBuf,
    /// How often a replica is restarted after the migration
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(4..))]
    restarts: u32,
    /// Only on this database
    #[arg(long)]
    database: Option<Kind>,
}

/// Upgrades an installation on each database.
pub(super) fn proof(args: &UpgradeArgs) -> Result<Tally> {
    let from = args.from.canonicalize().with_context(|| format!("there is no {}", args.from.display()))?;
    let [program] = binaries::build([Binary::Backend], Profile::Debug)?;
    on_each_database("upgraded", &from, args.database, |installation| upgrade(installation, &program, args.restarts))
}

/// Upgrades an installation of an older program while its users refresh tokens, upload and listen: migrates while the
/// older servers run, and then restarts the replicas in turns. For the first half, one restarts with the newer program
/// and one with the older.
fn upgrade(installation: &mut Installation, newer: &Path, restarts: u32) -> Result<Counts> {
    let (runtime, mut counts) = (runtime()?, Counts::default());
    // Before the migration, by the older program.
    let listeners = installation.add_listeners(USERS)?;
    let app = installation.add_app(&listeners)?;
    let addresses = [installation.address, free_address()?];
    let mut servers = Servers::start(installation, newer, addresses, &app, &listeners)?;
    let mut users = Vec::new();
    for listener in &listeners {
        users.push(runtime.block_on(User::sign_in(&app, addresses, listener, &servers, restarts))?);
    }
    let mut go_on = |servers: &Servers, counts: &mut Counts| {
        users.iter_mut().try_for_each(|user| runtime.block_on(user.go_on(addresses, servers, counts)))
    };
    go_on(&servers, &mut counts).context("before the migration")?;
    let migrated: Value = process::json(&mut servers.migration)?;
    let version = |name| migrated.get("service").and_then(|part| part.get(name)).and_then(Value::as_i64);
    let (before, schema) = version("before").zip(version("schema")).context("`migrate` prints no versions")?;
    ensure!(before < schema, "both programs have schema {schema}: there is no migration between");
    println!("{before:>8} is the schema of the older program, {schema} that of the newer");
    go_on(&servers, &mut counts).context("after the migration")?;
    for restart in 0..restarts {
        let replica = usize::from(restart % 2 == 1);
        let is_mixed = restart < restarts / 2 && replica == 1;
        let program = if is_mixed { Program::Older } else { Program::Newer };
        servers.restart(replica, program)?;
        counts.add(match program {
            Program::Older => "restarts of a replica with the older program",
            Program::Newer => "restarts of a replica with the newer program",
        });
        if restart == restarts / 4 {
            servers.upgrade_node()?;
        }
        if restart == restarts / 2 {
            servers.upgrade_access()?;
        }
        go_on(&servers, &mut counts)
            .with_context(|| format!("after restart {restart}, with the {program:?} program"))?;
        process::not_stopped()?;
    }
    for user in &mut users {
        runtime.block_on(user.finish(addresses, &mut counts)).context("at the end")?;
    }
    drop(servers);
    installation.database.look(true)?;
    Ok(counts)
}
