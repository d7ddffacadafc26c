//! The child's side: reads one file, and writes one result.

use std::fs::File;
use std::io::{self, Write as _};
use std::os::fd::AsFd as _;
use std::process::ExitCode;

use crate::confine::confine;
use crate::decoder::{Job, NOT_CONFINED};
use crate::{inspect, picture};

/// Decodes stdin and writes to stdout, if the command line says so. Otherwise returns `None`. Must be called before the
/// process starts a thread, opens a file or reads a secret.
pub fn run_if_requested() -> Option<ExitCode> {
    let argument = std::env::args_os().nth(1)?;
    let job = Job::ALL.into_iter().find(|job| argument == job.name())?;
    Some(run(job))
}

fn run(job: Job) -> ExitCode {
    let Ok(file) = stdin() else { return ExitCode::from(NOT_CONFINED) };
    if confine(&job.limits()).is_err() {
        return ExitCode::from(NOT_CONFINED);
    }
    let answer = match job {
        Job::Audio => inspect::verdict_of(file),
        Job::Waveform => Ok(inspect::peaks_of(file)),
        Job::Picture => picture::verdict_of(file),
    };
    let written = answer.and_then(|answer| {
        let mut stdout = io::stdout().lock();
        stdout.write_all(&answer)?;
        stdout.flush()
    });
    if written.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns stdin as a file, because decoding audio needs to seek.
fn stdin() -> io::Result<File> {
    Ok(File::from(io::stdin().as_fd().try_clone_to_owned()?))
}
