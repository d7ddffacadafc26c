//! A program that takes figures when it is asked to.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result, bail};
use stagepass_programs::process;

/// One that answers a line on its standard input by a line on its standard output. It ends when dropped.
pub(super) struct Worker {
    name: String,
    child: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Worker {
    /// Starts this program's own clients: `load` is the name of those that are meant, which `arguments` tell the rest.
    pub(super) fn of_load(load: &str, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<Self> {
        Self::start(Command::new(process::own_program()?).args(["load", load]).args(arguments))
    }

    pub(super) fn start(command: &mut Command) -> Result<Self> {
        process::not_stopped()?;
        let name = process::shown(command);
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.with_context(|| format!("cannot start `{name}`"))?;
        let requests = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().context("its output is not ours")?);
        Ok(Self { name, child, requests, answers })
    }

    /// # Errors
    /// If it has ended, because it cannot do this. The reason is on its standard error.
    pub(super) fn ask(&mut self, request: &str) -> Result<String> {
        process::not_stopped()?;
        let failed = || format!("`{}` could not do {request:?}; see above", self.name);
        let mut requests = self.requests.as_ref().context("it takes no more requests")?;
        writeln!(requests, "{request}").with_context(failed)?;
        let mut answer = String::new();
        if self.answers.read_line(&mut answer).with_context(failed)? == 0 {
            bail!(failed());
        }
        Ok(answer.trim_end().to_owned())
    }

    /// Asks for nanoseconds.
    pub(super) fn time(&mut self, request: &str) -> Result<f64> {
        let answer = self.ask(request)?;
        answer.parse().with_context(|| format!("`{}` answered {request:?} by {answer:?}, which is no time", self.name))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The end of its input is its end.
        self.requests = None;
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worker(script: &str) -> Worker {
        Worker::start(Command::new("sh").args(["-c", script])).unwrap()
    }

    #[test]
    fn it_answers_line_by_line_until_it_ends() {
        let mut worker = worker("read a; echo $((a * 2)); read b; echo \"no $b\"");
        assert!((worker.time("21").unwrap() - 42.0).abs() < f64::EPSILON);
        let reason = worker.time("time").unwrap_err().to_string();
        assert!(reason.contains("\"no time\", which is no time"), "{reason}");
        let reason = worker.ask("more").unwrap_err().to_string();
        assert!(reason.contains("could not do \"more\""), "{reason}");
    }
}
