//! Measures the Rust implementations for `cargo xtask bench`. One request a line on stdin, one response a line on
//! stdout:
//!
//! | request | answer |
//! |---|---|
//! | `signatures NAME` | the signatures that the contender makes of all documents, v as 0/1, with commas between |
//! | `sign NAME COUNT`, `verify NAME COUNT` | the nanoseconds of processor time that so many took |
//!
//! It fails at the first request that it cannot execute.

mod contenders;

use std::hint::black_box;
use std::io::Write as _;

use anyhow::{Result, bail};
use rustix::time::{ClockId, clock_gettime};

use contenders::{Contender, Ours, Raw};

fn main() -> Result<()> {
    let (ours, raw) = (Ours::new()?, Raw::new()?);
    let named = |name: &str| -> Result<&dyn Contender> {
        match name {
            "ours" => Ok(&ours),
            "raw" => Ok(&raw),
            _ => bail!("no contender is called {name:?}"),
        }
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
        operation(black_box(at % contenders::COUNT))?;
    }
    let taken = clock_gettime(ClockId::ThreadCPUTime) - started;
    Ok((i128::from(taken.tv_sec) * 1_000_000_000 + i128::from(taken.tv_nsec)).to_string())
}
