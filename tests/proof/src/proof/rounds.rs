//! Kills the service at random moments under load, and checks that it keeps every response. All rounds use one
//! database.

use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use rustix::process::Signal;
use stagepass_programs::process::{self, Service};
use tokio::runtime::Runtime;

use crate::installation::Installation;
use crate::load::counts::Counts;
use crate::load::population::Population;
use crate::load::random::Random;

const CLIENTS: usize = 12;
/// The time before the first kill, in which all clients sign in.
const WARM_UP: Duration = Duration::from_millis(1_500);
/// In milliseconds since the load began.
const EARLIEST: u64 = 5;
const LATEST: u64 = 500;

/// The target of a kill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KillTarget {
    Service,
    /// Every process of the database's server, by this signal; the service has to get over it.
    Database(Signal),
}

impl KillTarget {
    fn of(round: u32, database_is_a_server: bool) -> Self {
        match round % 4 {
            2 if database_is_a_server => Self::Database(Signal::QUIT),
            0 if database_is_a_server => Self::Database(Signal::KILL),
            _ => Self::Service,
        }
    }
}

/// Runs this many rounds.
///
/// # Errors
/// At the first answer that did not hold: whose, in which round, and by which seed.
pub(super) fn run(installation: &mut Installation, rounds: u32, seed: u64, runtime: &Runtime) -> Result<Counts> {
    let listeners = (0..CLIENTS).map(|number| installation.add_listener(&format!("listener-{number}")));
    let listeners: Vec<_> = listeners.collect::<Result<_>>()?;
    let app = installation.add_app(listeners.first().context("there is nobody")?)?;
    let mut random = Random::new(seed);
    let mut population = Population::new(&app, installation.address, &listeners, random.number());
    let mut counts = Counts::default();

    let mut service = Some(installation.start()?);
    let worked = runtime.block_on(population.work_until(async { tokio::time::sleep(WARM_UP).await }));
    worked
        .and_then(|()| runtime.block_on(population.check(false)))
        .map_err(|what| anyhow!("before anything was killed: {what}"))?;
    for round in 1..=rounds {
        let moment = Duration::from_millis(EARLIEST + random.below(LATEST - EARLIEST + 1));
        let target = KillTarget::of(round, installation.database.is_a_server());
        let went = one(installation, &mut service, &mut population, (target, moment, runtime));
        went.with_context(|| format!("round {round} ({target:?} killed after {moment:?}), seed {seed}"))?;
        counts.take(&mut population.take_counts());
        counts.add(if target == KillTarget::Service {
            "rounds: service killed"
        } else {
            "rounds: database server killed"
        });
        process::not_stopped()?;
    }
    runtime.block_on(population.check(true)).map_err(|what| anyhow!("at the end, seed {seed}: {what}"))?;
    counts.take(&mut population.take_counts());
    installation.database.look(true)?;
    Ok(counts)
}

fn one(
    installation: &mut Installation,
    service: &mut Option<Service>,
    population: &mut Population,
    (target, moment, runtime): (KillTarget, Duration, &Runtime),
) -> Result<()> {
    let database = &mut installation.database;
    let kill = async {
        tokio::time::sleep(moment).await;
        match target {
            KillTarget::Service => service.take().map_or(Ok(()), Service::kill),
            KillTarget::Database(signal) => database.kill(signal),
        }
    };
    runtime.block_on(population.work_until(kill)).map_err(|what| anyhow!("under load: {what}"))??;
    match target {
        KillTarget::Service => *service = Some(installation.start()?),
        KillTarget::Database(_) => installation.database.start_again()?,
    }
    runtime.block_on(population.wait_until_well()).map_err(|what| anyhow!(what))?;
    runtime.block_on(population.check(false)).map_err(|what| anyhow!("afterwards: {what}"))?;
    installation.database.look(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SIGQUIT and SIGKILL kill the database in turn. Without a database server, each round kills the service.
    #[test]
    fn rounds_alternate_between_killing_service_and_database() {
        let targets = [1, 2, 3, 4].map(|round| KillTarget::of(round, true));
        assert_eq!(
            targets,
            [
                KillTarget::Service,
                KillTarget::Database(Signal::QUIT),
                KillTarget::Service,
                KillTarget::Database(Signal::KILL)
            ]
        );
        assert_eq!(KillTarget::of(2, false), KillTarget::Service);
    }
}
