//! Kills the service and its database at random moments under load. It must keep every response.

use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use rustix::process::Signal;
use stagepass_programs::process::{self, Service};

use super::conditions::runtime;
use crate::installation::Installation;
use crate::load::account::Account;
use crate::load::counts::Counts;
use crate::load::random::Random;
use crate::load::workers::work;

const CLIENTS: usize = 12;
/// The time before the first kill, in which all clients sign in.
const WARM_UP: Duration = Duration::from_millis(1_500);
/// In milliseconds since the service was up.
const EARLIEST: u64 = 5;
const LATEST: u64 = 500;

/// Kills this many times. All rounds use one database.
pub(super) fn run(installation: &mut Installation, rounds: u32, seed: u64) -> Result<Counts> {
    let listeners = installation.add_listeners(CLIENTS)?;
    let app = installation.add_app(&listeners)?;
    let mut random = Random::new(seed);
    let account = |listener| Account::new(&app, installation.address, listener, random.split());
    let accounts: Vec<_> = listeners.iter().map(account).collect();
    let mut service = Some(installation.start()?);
    let mut counts = Counts::default();
    let accounts = work(accounts, |is_over| {
        sleep(WARM_UP);
        for round in 1..=rounds {
            let moment = Duration::from_millis(EARLIEST + random.below(LATEST - EARLIEST + 1));
            sleep(moment);
            if is_over.load(Ordering::Relaxed) {
                break;
            }
            let outcome = kill(installation, &mut service, round, &mut counts);
            outcome.with_context(|| format!("round {round}, killed after {moment:?}"))?;
            process::not_stopped()?;
        }
        Ok(())
    });
    let mut accounts = accounts.with_context(|| format!("seed {seed}"))?;
    let runtime = runtime()?;
    for account in &mut accounts {
        runtime.block_on(account.check_all()).map_err(|what| anyhow!("at the end, seed {seed}: {what}"))?;
        counts.take(&mut account.counts);
    }
    installation.database.look(true)?;
    Ok(counts)
}

/// Kills the service, or every process of the database's server, by SIGQUIT and SIGKILL in turns. The service has to
/// recover from that. Starts again what was killed.
fn kill(installation: &mut Installation, service: &mut Option<Service>, round: u32, counts: &mut Counts) -> Result<()> {
    let signal = match round % 4 {
        2 => Some(Signal::QUIT),
        0 => Some(Signal::KILL),
        _ => None,
    };
    if let Some((signal, cluster)) = signal.zip(installation.database.server()) {
        cluster.kill(signal)?;
        cluster.start_again()?;
        counts.add("kills of the database server");
    } else {
        service.take().map_or(Ok(()), Service::kill)?;
        *service = Some(installation.start()?);
        counts.add("kills of the service");
    }
    installation.database.look(false)
}
