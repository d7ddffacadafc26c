//! Measures the Rust implementations for `cargo xtask bench`. One request a line on stdin, one response a line on
//! stdout:
//!
//! | request | answer |
//! |---|---|
//! | `signatures NAME` | the signatures that the contender makes of all documents, v as 0/1, with commas between |
//! | `sign NAME COUNT`, `verify NAME COUNT` | the nanoseconds of processor time that so many took |
//! | `decide COUNT`, `refuse COUNT` | the same of so many decisions, by a usual rule and by the one that takes longest |
//! | `ranges ORIGIN TARGET COUNT SEED` | `done`, once so many ranges were fetched and looked at |
//!
//! It fails at the first request that it cannot execute.

mod contenders;
mod decisions;
mod documents;
mod ranges;

use std::hint::black_box;
use std::io::Write as _;

use anyhow::{Context as _, Result, bail};
use rustix::time::{ClockId, clock_gettime};

use contenders::{Alloy, Contender, Ours, Raw};
use decisions::{Decisions, Refusals};

fn main() -> Result<()> {
    let contenders: [(&str, Box<dyn Contender>); 3] =
        [("ours", Box::new(Ours::new()?)), ("raw", Box::new(Raw::new()?)), ("alloy", Box::new(Alloy::new()?))];
    let named = |name: &str| {
        let found = contenders.iter().find(|(known, _)| *known == name);
        found.map(|(_, contender)| contender).with_context(|| format!("no contender is called {name:?}"))
    };
    let mut stdout = std::io::stdout().lock();
    for line in std::io::stdin().lines() {
        let line = line?;
        let answer = match *line.split(' ').collect::<Vec<_>>() {
            ["signatures", name] => named(name)?.signatures()?.join(","),
            ["sign", name, count] => {
                let contender = named(name)?;
                time(count.parse()?, |at| contender.sign(at))?
            }
            ["verify", name, count] => {
                let contender = named(name)?;
                time(count.parse()?, |at| contender.verify(at))?
            }
            ["decide", count] => {
                let decisions = Decisions::new()?;
                time(count.parse()?, |_| decisions.decide())?
            }
            ["refuse", count] => {
                let refusals = Refusals::new()?;
                time(count.parse()?, |_| refusals.refuse())?
            }
            ["ranges", origin, target, count, seed] => {
                ranges::fetch(origin, target, count.parse()?, seed.parse()?)?;
                "done".to_owned()
            }
            _ => bail!("{line:?} is no request"),
        };
        writeln!(stdout, "{answer}")?;
        stdout.flush()?;
    }
    Ok(())
}

fn time(count: usize, mut operation: impl FnMut(usize) -> Result<()>) -> Result<String> {
    let started = clock_gettime(ClockId::ThreadCPUTime);
    for at in 0..count {
        operation(black_box(at % documents::COUNT))?;
    }
    let taken = clock_gettime(ClockId::ThreadCPUTime) - started;
    Ok((i128::from(taken.tv_sec) * 1_000_000_000 + i128::from(taken.tv_nsec)).to_string())
}
