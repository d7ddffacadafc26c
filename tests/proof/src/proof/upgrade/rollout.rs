//! The upgrade: a migration while the older servers run, and then one restart after the other.

use std::net::SocketAddr;
use std::path::Path;
use std::thread;

use anyhow::{Context as _, Result, anyhow, ensure};
use serde_json::Value;
use stagepass_programs::process;
use tokio::sync::oneshot;

use super::cast::{Cast, Program};
use super::user::User;
use crate::installation::{Installation, free_address};
use crate::load::counts::Counts;
use crate::load::replicas::{Plan, Replicas};
use crate::proof::conditions::runtime;

const CLIENTS: usize = 8;
const FAMILIES: usize = 16;
/// At least: they continue until the upgrade is over.
const REFRESHES: u64 = 1_000;

/// Upgrades an installation of an older program while its users refresh tokens, upload and listen.
///
/// # Errors
/// If a user was signed out, an upload or a gated track failed, or both programs have the same schema.
pub(super) fn run(installation: &mut Installation, newer: &Path, restarts: u32) -> Result<Counts> {
    let listener = installation.add_listener("everywhere")?;
    let app = installation.add_app(&listener)?;
    // Before the migration, by the older program.
    let listeners = (0..CLIENTS).map(|number| installation.add_listener(&format!("client-{number}")));
    let listeners = listeners.collect::<Result<_>>()?;
    let addresses = [installation.address, free_address()?];
    let mut cast = Cast::start(installation, newer, addresses, &app, &listener)?;
    let replicas = Replicas { app: app.clone(), listeners, addresses };
    let plan = Plan { families: FAMILIES, refreshes: REFRESHES, seed: u64::from(restarts) };
    let (tell, told) = oneshot::channel::<(Cast, Result<Counts>)>();
    let (begin, signed_in) = std::sync::mpsc::channel();
    let mut counts = thread::scope(|scope| {
        // On a thread of its own, because a restart takes a while and the clients must not stand still.
        scope.spawn(move || {
            let user = signed_in.recv().map_err(|_| anyhow!("the clients did not sign in")).and_then(|()| {
                runtime()?.block_on(User::sign_in(&app, addresses, &listener, &cast.second_piece, restarts))
            });
            let upgraded = user.and_then(|user| roll(&mut cast, user, addresses, restarts));
            // The servers run until the clients have ended. If these have failed, there is no receiver.
            let _ = tell.send((cast, upgraded));
        });
        let meanwhile = |_| async move {
            begin.send(()).map_err(|_| "the upgrade did not begin".to_owned())?;
            told.await.map_err(|_| "the upgrade ended early".to_owned())
        };
        let refreshed = runtime()?.block_on(replicas.refresh(plan, meanwhile));
        let (mut counts, (_cast, upgraded)) = refreshed.map_err(|what| anyhow!(what))?;
        counts.take(&mut upgraded?);
        Ok::<_, anyhow::Error>(counts)
    })?;
    installation.database.look(true)?;
    counts.add("databases whole");
    Ok(counts)
}

/// Migrates, and then restarts the replicas in turns: for the first half, one with the newer program and one with the
/// older.
fn roll(cast: &mut Cast, mut user: User, addresses: [SocketAddr; 2], restarts: u32) -> Result<Counts> {
    let runtime = runtime()?;
    let mut counts = Counts::default();
    runtime.block_on(user.go_on(addresses, cast, &mut counts)).context("before the migration")?;
    let migrated: Value = process::json(&mut cast.migration)?;
    let version = |name| migrated.get("service").and_then(|part| part.get(name)).and_then(Value::as_i64);
    let (before, schema) = version("before").zip(version("schema")).context("`migrate` prints no versions")?;
    ensure!(before < schema, "both programs have schema {schema}: there is no migration between");
    println!("{before:>8} is the schema of the older program, {schema} that of the newer");
    runtime.block_on(user.go_on(addresses, cast, &mut counts)).context("after the migration")?;
    for restart in 0..restarts {
        let replica = usize::from(restart % 2 == 1);
        let is_mixed = restart < restarts / 2 && replica == 1;
        let program = if is_mixed { Program::Older } else { Program::Newer };
        cast.restart(replica, program)?;
        counts.add(match program {
            Program::Older => "restarts of a replica with the older program",
            Program::Newer => "restarts of a replica with the newer program",
        });
        if restart == restarts / 4 {
            cast.upgrade_node()?;
        }
        if restart == restarts / 2 {
            cast.upgrade_access()?;
        }
        let went = runtime.block_on(user.go_on(addresses, cast, &mut counts));
        went.with_context(|| format!("after restart {restart}, with the {program:?} program"))?;
    }
    runtime.block_on(user.finish(addresses, &mut counts)).context("after all restarts")?;
    Ok(counts)
}
