//! Two services with one PostgreSQL: refreshes over both, one killed and started again meanwhile.

use std::sync::mpsc;
use std::thread;

use anyhow::{Context as _, Result, anyhow};
use stagepass_programs::process::Service;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use crate::installation::{self, Installation, free_address};
use crate::load::counts::Counts;
use crate::load::replicas::{Plan, Progress, Replicas};

const CLIENTS: usize = 16;
const FAMILIES: usize = 16;

/// Runs this many refreshes. The second service is killed after a third of them, and started again after half.
///
/// # Errors
/// If a family was lost or split.
pub(super) fn run(installation: &Installation, refreshes: u64, seed: u64, runtime: &Runtime) -> Result<Counts> {
    let listeners = (0..CLIENTS).map(|number| installation.add_listener(&format!("everywhere-{number}")));
    let listeners: Vec<_> = listeners.collect::<Result<_>>()?;
    let app = installation.add_app(listeners.first().context("there is no listener")?)?;
    let addresses = [installation.address, free_address()?];
    let [mut one, mut other] = [installation.service(addresses[0])?, installation.service(addresses[1])?];
    let (_stays, goes) = (installation::start(&mut one)?, installation::start(&mut other)?);
    let replicas = Replicas { app, listeners, addresses };
    let plan = Plan { families: FAMILIES, refreshes, seed };
    let (ask, asked) = mpsc::channel();
    let (give, given) = oneshot::channel();
    let meanwhile = |mut progress: Progress| async move {
        reached(&mut progress, refreshes / 3).await?;
        goes.kill().map_err(|error| format!("{error:#}"))?;
        reached(&mut progress, refreshes / 2).await?;
        ask.send(()).map_err(|_| "nobody starts it again".to_owned())?;
        let again: Result<Service> = given.await.map_err(|_| "nobody started it again".to_owned())?;
        again.map_err(|error| format!("{error:#}"))
    };
    thread::scope(|scope| {
        // On a thread of its own: to start takes a while, and the clients must not stand still meanwhile.
        scope.spawn(move || asked.recv().is_ok() && give.send(installation::start(&mut other)).is_ok());
        let went = runtime.block_on(replicas.refresh(plan, meanwhile));
        let (counts, _came_again) = went.map_err(|what| anyhow!("seed {seed}: {what}"))?;
        Ok(counts)
    })
}

async fn reached(progress: &mut Progress, count: u64) -> Result<(), String> {
    progress.wait_for(|done| *done >= count).await.map(drop).map_err(|_| "the clients ended early".to_owned())
}
