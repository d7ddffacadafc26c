//! A program that runs beside us until we end it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use rustix::process::{Pid, Signal, kill_process};

/// A service that announced itself. Ended when dropped: first asked, then killed.
pub struct Service {
    name: String,
    pid: Pid,
    ended: Receiver<ExitStatus>,
}

const TIME_TO_STOP: Duration = Duration::from_secs(5);
/// For one that ends what is under way first.
const TIME_TO_DRAIN: Duration = Duration::from_secs(20);
/// Polled, since each has a channel of its own.
const LOOK_EVERY: Duration = Duration::from_millis(100);

impl Service {
    /// Starts `command` and waits until it writes a line that begins with `greeting` to its standard output. Returns
    /// the rest of that line. Later output goes to our standard error.
    ///
    /// # Errors
    /// If it cannot be started, or does not write that line within `patience`.
    pub fn start(command: &mut Command, greeting: &'static str, patience: Duration) -> Result<(Self, String)> {
        super::not_stopped()?;
        let name = name(command);
        // In a group of its own, Ctrl-C does not end it before the command that uses it.
        command.stdin(Stdio::null()).stdout(Stdio::piped()).process_group(0);
        let mut child = command.spawn().with_context(|| super::cannot_start(command))?;
        let pid = Pid::from_child(&child);
        let stdout = child.stdout.take().context("its output is not ours")?;
        let (greeted, greetings) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                match line.strip_prefix(greeting) {
                    // Fails after the first such line, because the receiver is dropped: then it is only output.
                    Some(rest) if greeted.send(rest.to_owned()).is_ok() => {}
                    _ => drop(writeln!(std::io::stderr(), "{line}")),
                }
            }
        });
        let (ending, ended) = channel();
        thread::spawn(move || child.wait().map(|status| ending.send(status)));
        let service = Self { name, pid, ended };
        match greetings.recv_timeout(patience) {
            Ok(rest) => Ok((service, rest)),
            Err(RecvTimeoutError::Timeout) => bail!("`{}` was not ready within {patience:?}", service.name),
            Err(RecvTimeoutError::Disconnected) => bail!("`{}` ended before it was ready; see above", service.name),
        }
    }

    /// Its process.
    pub fn id(&self) -> u32 {
        self.pid.as_raw_nonzero().get().unsigned_abs()
    }

    /// Asks it to stop, as a service manager does, and waits until it has.
    ///
    /// # Errors
    /// If it was gone already, does not go, or says that it failed.
    pub fn stop(self) -> Result<()> {
        if let Ok(status) = self.ended.try_recv() {
            bail!("`{}` had ended before it was stopped ({status})", self.name);
        }
        let _ = kill_process(self.pid, Signal::TERM);
        match self.ended.recv_timeout(TIME_TO_DRAIN) {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => bail!("`{}` did not stop well ({status})", self.name),
            Err(_) => bail!("`{}` does not stop", self.name),
        }
    }

    /// Ends it as a crash would: by a signal that it cannot take notice of. It is gone when this returns.
    ///
    /// # Errors
    /// If it was gone already, or does not go.
    pub fn kill(self) -> Result<()> {
        if let Ok(status) = self.ended.try_recv() {
            bail!("`{}` had ended before it was killed ({status})", self.name);
        }
        // Its exit status is not collected yet, so the process ID is still its own.
        let _ = kill_process(self.pid, Signal::KILL);
        match self.ended.recv_timeout(TIME_TO_STOP) {
            Ok(_) => Ok(()),
            Err(_) => bail!("`{}` does not end", self.name),
        }
    }

    /// Waits until one of them ends by itself.
    ///
    /// # Errors
    /// If it ended with another status than 0; it is named.
    pub fn wait_for_first(services: &[&Self]) -> Result<()> {
        for service in services.iter().cycle() {
            match service.ended.recv_timeout(LOOK_EVERY) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(status) if status.success() => return Ok(()),
                Ok(status) => bail!("`{}` ended ({status})", service.name),
                Err(RecvTimeoutError::Disconnected) => bail!("cannot wait for `{}`", service.name),
            }
        }
        bail!("there is no service to wait for")
    }
}

/// The program and its subcommand, because one program may run as several services.
fn name(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = [program].into_iter().chain(command.get_args().take(1));
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

impl Drop for Service {
    fn drop(&mut self) {
        if !matches!(self.ended.try_recv(), Err(std::sync::mpsc::TryRecvError::Empty)) {
            return;
        }
        for signal in [Signal::TERM, Signal::KILL] {
            // Between the look above and this it may have ended: then there is nothing to do.
            let _ = kill_process(self.pid, signal);
            if self.ended.recv_timeout(TIME_TO_STOP) != Err(RecvTimeoutError::Timeout) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(10);

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    /// The greeting is the rest of the line that shows readiness.
    #[test]
    fn start_returns_greeting_and_drop_ends_process() {
        let mut command = shell("echo starting; echo listening on here; exec sleep 60");
        let (service, rest) = Service::start(&mut command, "listening on ", PATIENCE).unwrap();
        assert_eq!(rest, "here");
        let pid = service.pid;
        drop(service);
        assert!(kill_process(pid, Signal::CONT).is_err());
    }

    #[test]
    fn killed_service_gets_no_signal_to_end() {
        let script = "trap 'echo asked' TERM; echo ready; while :; do sleep 0.01; done";
        let (service, _) = Service::start(&mut shell(script), "ready", PATIENCE).unwrap();
        let pid = service.pid;
        service.kill().unwrap();
        assert!(kill_process(pid, Signal::CONT).is_err());
    }

    #[test]
    fn wait_for_first_names_the_service_that_failed() {
        let start = |script| Service::start(&mut shell(script), "ready", PATIENCE).unwrap().0;
        let (stays, fails) = (start("echo ready; exec sleep 60"), start("echo ready; exit 3"));
        let error = Service::wait_for_first(&[&stays, &fails]).unwrap_err().to_string();
        assert!(error.starts_with("`sh -c` ended") && error.contains('3'), "{error}");
        Service::wait_for_first(&[&stays, &start("echo ready")]).unwrap();
    }

    #[test]
    fn early_end_and_slow_start_have_different_errors() {
        let early = Service::start(&mut shell("exit 3"), "ready", PATIENCE).err().unwrap();
        assert!(early.to_string().contains("ended before"), "{early}");
        let slow = Service::start(&mut shell("exec sleep 60"), "ready", Duration::from_millis(50)).err().unwrap();
        assert!(slow.to_string().contains("not ready"), "{slow}");
    }
}
