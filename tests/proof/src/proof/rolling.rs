//! nginx in front of two services with one PostgreSQL. The services are replaced one after the other while users log in
//! and send pictures. No request may fail, and no log of nginx may contain a query.

use std::net::SocketAddr;
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use stagepass_programs::process::Service;
use tokio::runtime::Runtime;
use tokio::sync::watch;

use super::proxy_logs;
use crate::installation::{self, Installation, free_address};
use crate::load::client::{App, Listener};
use crate::load::counts::Counts;
use crate::load::logins::{log_in_until, send_pictures_until};
use crate::nginx::{Backends, LOGS, Nginx, shipped};

/// A picture, and how many bytes it is made to have: nearly the 5,000,000 that are promised.
const PICTURE: &[u8] = include_bytes!("../../../backend/assets/demo-picture.png");
const PICTURE_SIZE: usize = 4_999_000;
/// How long both are there, before the first goes and between two.
const MEANWHILE: Duration = Duration::from_millis(500);

/// Replaces each service this many times.
///
/// # Errors
/// If anything of any login failed, a picture was refused, or a log holds a query.
pub(super) fn run(installation: &Installation, restarts: u32, runtime: &Runtime) -> Result<Counts> {
    let listener = installation.add_listener("everywhere")?;
    let app = installation.add_app(&listener)?;
    let track = add_track(installation, &listener)?;
    let addresses = [free_address()?, free_address()?];
    let mut commands = [installation.service(addresses[0])?, installation.service(addresses[1])?];
    let mut replicas = Vec::new();
    for command in &mut commands {
        // With the default drain, because this tests the time that they take to stop.
        command.args(["--trusted-proxy", "127.0.0.1/32", "--drain", "1"]);
        replicas.push(installation::start(command)?);
    }
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    let backends =
        Backends { replicas: addresses, node: free_address()?, access: free_address()?, media: &installation.media() };
    let configuration = shipped(installation.address, &backends)?;
    let nginx = Nginx::start(&configuration, installation.address, scratch.path())?;
    let (stop, stopped) = watch::channel(false);
    let counts = thread::scope(|scope| {
        let replacing = scope.spawn(move || {
            let replaced = replace(&mut commands, replicas, restarts);
            stop.send_replace(true);
            replaced
        });
        let went = runtime.block_on(use_it(&app, installation.address, (&listener, track), stopped));
        let _replicas = replacing.join().map_err(|_| anyhow!("a thread panicked"))??;
        let mut counts = went.map_err(|what| anyhow!(what))?;
        (0..restarts * 2).for_each(|_| counts.add("replicas replaced"));
        Ok::<_, anyhow::Error>(counts)
    })?;
    // The replicas are gone: nginx has something to complain of.
    proxy_logs::hold_no_query(nginx.address, &scratch.path().join(LOGS))?;
    Ok(counts)
}

fn add_track(installation: &Installation, owner: &Listener) -> Result<u64> {
    let file = installation.folder().join("piece.wav");
    stagepass_music::write(&stagepass_music::BACKSTAGE_ONLY, &file)?;
    let (_, authority) = installation.make_signer()?;
    installation.add_gated_track(owner, &authority, &file)
}

async fn use_it(
    app: &Arc<App>,
    address: SocketAddr,
    (listener, track): (&Listener, u64),
    stop: watch::Receiver<bool>,
) -> Result<Counts, String> {
    // Nothing of a PNG comes after its end: what does is not looked at.
    let mut picture = PICTURE.to_vec();
    picture.resize(PICTURE_SIZE, 0);
    let pictures = send_pictures_until(app, address, (listener, track), &picture, stop.clone());
    let (mut counts, mut pictures) = tokio::try_join!(log_in_until(app, address, listener, stop), pictures)?;
    counts.take(&mut pictures);
    Ok(counts)
}

fn replace(commands: &mut [Command; 2], mut replicas: Vec<Service>, restarts: u32) -> Result<Vec<Service>> {
    for _ in 0..restarts {
        for command in &mut *commands {
            thread::sleep(MEANWHILE);
            // The one that has run for longer.
            replicas.remove(0).stop()?;
            replicas.push(installation::start(command)?);
        }
    }
    thread::sleep(MEANWHILE);
    Ok(replicas)
}
