//! Two programs race to migrate a new database, and are killed meanwhile.

use std::process::Stdio;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::installation::Installation;
use crate::load::counts::Counts;
use crate::load::random::Random;

/// In milliseconds: about as long as a migration takes.
const LATEST: u64 = 200;

/// Runs this many races: two programs migrate a new database at once, and are killed meanwhile. After each race, a
/// third must finish it, and two services must start and work.
pub(super) fn run(installation: &mut Installation, races: u32, seed: u64) -> Result<Counts> {
    let mut counts = Counts::default();
    let mut random = Random::new(seed);
    for race in 1..=races {
        installation.database.renew(&format!("race_{race}"))?;
        let moments = [random.below(LATEST), random.below(LATEST)];
        one(installation, moments, &format!("racer-{race}"))
            .with_context(|| format!("race {race}, killed after {moments:?} ms, seed {seed}"))?;
        counts.add("races: two services up, database whole");
    }
    Ok(counts)
}

fn one(installation: &Installation, moments: [u64; 2], handle: &str) -> Result<()> {
    let mut racers = Vec::new();
    for _ in moments {
        let mut command = installation.migration()?;
        racers.push(command.stdout(Stdio::null()).spawn().context("cannot start the migration")?);
    }
    thread::scope(|scope| {
        for (racer, moment) in racers.iter_mut().zip(moments) {
            scope.spawn(move || {
                thread::sleep(Duration::from_millis(moment));
                // It may have ended by itself, which is checked below.
                let _ = racer.kill();
                racer.wait()
            });
        }
    });
    installation.migrate()?;
    let both = installation.start_two()?;
    let listener = installation.add_listener(handle)?;
    installation.add_app(&listener)?;
    installation.database.look(true)?;
    drop(both);
    Ok(())
}
