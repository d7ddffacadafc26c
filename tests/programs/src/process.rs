//! Running other programs so that none of them outlives this one.
//!
//! # Design
//!
//! A browser under a driver under a test under cargo does not end with its parent. Its driver starts it in its own
//! session, so neither a process group nor a guard's `drop` reaches it.
//!
//! On Linux a program therefore runs as two processes. Both are child subreapers: descendants that lose their parent
//! become their children. When the inner process ends, for whatever reason, the outer one ends all that is left. When
//! the outer one is killed, the kernel sends SIGTERM to the inner one, which does the same. On other systems there is
//! one process, which ends the process tree that it can see.

mod descendants;
mod service;

use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, ExitCode, ExitStatus, Output, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use rustix::process::{Pid, Signal, getpid, kill_process};
use serde::de::DeserializeOwned;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

pub use service::Service;

/// Set, to the outer process's id, in the inner process's environment.
const OUTER: &str = "STAGEPASS_OUTER_PROCESS";

/// How long the main thread may clean up after a signal, once its children are gone.
const GRACE: Duration = Duration::from_secs(3);

static STOPPED_BY: AtomicI32 = AtomicI32::new(0);
static INTERRUPT_PASSES: AtomicBool = AtomicBool::new(false);
static OWN_PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Runs `main`, then ends every process that it left behind. A signal to stop ends them too. The exit code is then 128
/// plus the signal's number.
pub fn supervise(main: impl FnOnce() -> Result<ExitCode>) -> ExitCode {
    let outcome = match own_program().and_then(|_| outer()) {
        Ok(Some(code)) => return code,
        Ok(None) => listen().and_then(|()| main()),
        Err(error) => Err(error),
    };
    descendants::end_all();
    match (STOPPED_BY.load(Ordering::SeqCst), outcome) {
        (0, Ok(code)) => code,
        (0, Err(error)) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
        (signal, _) => exit_code_of_signal(signal),
    }
}

/// Runs the outer process: starts the inner one, forwards signals, waits. Returns `None` in the inner process, and if
/// there is only one.
#[cfg(target_os = "linux")]
fn outer() -> Result<Option<ExitCode>> {
    use rustix::process::{getppid, set_child_subreaper, set_parent_process_death_signal};

    set_child_subreaper(Some(getpid())).context("cannot become a child subreaper")?;
    if let Some(outer) = std::env::var(OUTER).ok().filter(|outer| Some(outer.as_str()) == parent().as_deref()) {
        set_parent_process_death_signal(Some(Signal::TERM)).context("cannot ask for a signal when the parent dies")?;
        if getppid().map(|pid| pid.as_raw_nonzero().to_string()) != Some(outer) {
            bail!("the process that started this one is gone");
        }
        return Ok(None);
    }
    let mut command = Command::new(own_program()?);
    command.args(std::env::args_os().skip(1)).env(OUTER, getpid().as_raw_nonzero().to_string());
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).context("cannot listen for signals")?;
    let mut inner = command.spawn().context("cannot start the inner process")?;
    let pid = Pid::from_child(&inner);
    let handle = signals.handle();
    let forwarding = thread::spawn(move || {
        for signal in signals.forever() {
            send(pid, signal);
        }
    });
    let status = inner.wait().context("cannot wait for the inner process")?;
    handle.close();
    drop(forwarding.join());
    descendants::end_all();
    Ok(Some(exit_code(status)))
}

#[cfg(target_os = "linux")]
fn parent() -> Option<String> {
    rustix::process::getppid().map(|pid| pid.as_raw_nonzero().to_string())
}

#[cfg(not(target_os = "linux"))]
#[expect(clippy::unnecessary_wraps, reason = "the signature of the other platform")]
fn outer() -> Result<Option<ExitCode>> {
    Ok(None)
}

/// Ends all descendants at the first signal. The main thread then finds its child gone, cleans up and returns.
fn listen() -> Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).context("cannot listen for signals")?;
    thread::spawn(move || {
        for signal in signals.forever() {
            if signal == SIGINT && INTERRUPT_PASSES.load(Ordering::SeqCst) {
                continue;
            }
            STOPPED_BY.store(signal, Ordering::SeqCst);
            descendants::end_all();
            thread::sleep(GRACE);
            descendants::end_all();
            std::process::exit(128 + signal);
        }
    });
    Ok(())
}

/// The path of this program's file at its start. Later, Linux appends "(deleted)" if cargo has built the file again.
///
/// # Errors
/// If the system does not know it.
pub fn own_program() -> Result<&'static Path> {
    if let Some(path) = OWN_PROGRAM.get() {
        return Ok(path);
    }
    let path = std::env::current_exe().context("cannot find this program's own file")?;
    Ok(OWN_PROGRAM.get_or_init(|| path))
}

/// Leaves Ctrl-C to the command in the foreground, because an interactive shell handles it itself.
pub fn let_interrupts_pass() {
    INTERRUPT_PASSES.store(true, Ordering::SeqCst);
}

/// Runs `command` to its end; its output goes where ours goes.
///
/// # Errors
/// If it cannot be started, or ends with another status than 0.
pub fn run(command: &mut Command) -> Result<()> {
    let status = status(command)?;
    if !status.success() {
        bail!("`{}` failed ({status})", shown(command));
    }
    Ok(())
}

/// Runs `command` to its end and returns its status.
///
/// # Errors
/// If it cannot be started, and after a signal.
pub fn status(command: &mut Command) -> Result<ExitStatus> {
    not_stopped()?;
    let status = command.status().with_context(|| cannot_start(command))?;
    not_stopped()?;
    Ok(status)
}

/// Runs `command` and returns its standard output. Standard error is inherited. Standard input is what the caller
/// chose, or empty.
///
/// # Errors
/// If it cannot be started, or ends with another status than 0.
pub fn output(command: &mut Command) -> Result<String> {
    not_stopped()?;
    let output = command.stderr(Stdio::inherit()).output().with_context(|| cannot_start(command))?;
    text_of(command, output)
}

/// Reads what `command` wrote on standard output as JSON.
///
/// # Errors
/// As [`output`], and if it is other JSON than `T`.
pub fn json<T: DeserializeOwned>(command: &mut Command) -> Result<T> {
    let text = output(command)?;
    serde_json::from_str(&text).with_context(|| format!("`{}` did not write the expected JSON", shown(command)))
}

/// As [`output`], with `input` on its standard input.
///
/// # Errors
/// As [`output`], and if it does not read its input.
pub fn output_for(command: &mut Command, input: &str) -> Result<String> {
    not_stopped()?;
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    let mut child = command.spawn().with_context(|| cannot_start(command))?;
    let mut stdin = child.stdin.take().context("its input is not ours")?;
    // On a thread, because a program that writes while it reads would wait for us, and we for it.
    let (written, output) = thread::scope(|scope| {
        let writing = scope.spawn(move || stdin.write_all(input.as_bytes()));
        let output = child.wait_with_output();
        (writing.join(), output)
    });
    // A program that ends without reading its input says why by its status.
    let text = text_of(command, output?)?;
    match written {
        Ok(written) => written.with_context(|| format!("`{}` did not read its input", shown(command)))?,
        Err(_) => bail!("the thread that writes the input panicked"),
    }
    Ok(text)
}

fn text_of(command: &Command, output: Output) -> Result<String> {
    not_stopped()?;
    if !output.status.success() {
        bail!("`{}` failed ({})\n{}", shown(command), output.status, String::from_utf8_lossy(&output.stdout));
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{}` did not write UTF-8", shown(command)))
}

/// Runs `command` to its end and hands its standard output to `read` meanwhile.
///
/// # Errors
/// If it cannot be started, and after a signal.
pub fn read_output<T>(command: &mut Command, read: impl FnOnce(ChildStdout) -> T) -> Result<(ExitStatus, T)> {
    not_stopped()?;
    let mut child = command.stdout(Stdio::piped()).spawn().with_context(|| cannot_start(command))?;
    let read = read(child.stdout.take().context("its output is not ours")?);
    let status = child.wait().with_context(|| format!("cannot wait for `{}`", shown(command)))?;
    not_stopped()?;
    Ok((status, read))
}

/// How a command ended that [`read_output_until_silent`] ran.
#[derive(Debug)]
pub struct Ended {
    /// Its status.
    pub status: ExitStatus,
    /// Whether it was ended because it was silent for too long.
    pub was_silent: bool,
}

/// As [`read_output`], but ends `command` and every process below it once it has written nothing for `silence`.
///
/// # Errors
/// If it cannot be started, and after a signal.
pub fn read_output_until_silent<T>(
    command: &mut Command,
    silence: Duration,
    read: impl FnOnce(&mut dyn Read) -> T,
) -> Result<(Ended, T)> {
    not_stopped()?;
    let mut child = command.stdout(Stdio::piped()).spawn().with_context(|| cannot_start(command))?;
    let stdout = child.stdout.take().context("its output is not ours")?;
    let pid = Pid::from_child(&child);
    let (beat, beats) = mpsc::channel();
    let watch = thread::spawn(move || {
        loop {
            match beats.recv_timeout(silence) {
                Ok(()) => {}
                Err(RecvTimeoutError::Disconnected) => return false,
                Err(RecvTimeoutError::Timeout) => {
                    descendants::end(pid);
                    return true;
                }
            }
        }
    });
    let read = read(&mut Watched { stdout, beat });
    let status = child.wait().with_context(|| format!("cannot wait for `{}`", shown(command)))?;
    not_stopped()?;
    Ok((Ended { status, was_silent: watch.join().unwrap_or_default() }, read))
}

/// The output of a child, of which every read is reported.
struct Watched {
    stdout: ChildStdout,
    beat: Sender<()>,
}

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.stdout.read(buffer);
        // The thread that watches has ended once it was silent for too long.
        let _ = self.beat.send(());
        read
    }
}

/// The exit code that says how a child ended: its own, or `128 + signal`.
pub fn exit_code(status: ExitStatus) -> ExitCode {
    use std::os::unix::process::ExitStatusExt as _;
    match (status.code(), status.signal()) {
        (Some(code), _) => u8::try_from(code).map_or(ExitCode::FAILURE, ExitCode::from),
        (None, Some(signal)) => exit_code_of_signal(signal),
        (None, None) => ExitCode::FAILURE,
    }
}

fn exit_code_of_signal(signal: i32) -> ExitCode {
    u8::try_from(128 + signal).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// Fails if this process was asked to stop.
///
/// # Errors
/// After a signal, so that nothing new is started.
pub fn not_stopped() -> Result<()> {
    match STOPPED_BY.load(Ordering::SeqCst) {
        0 => Ok(()),
        signal => bail!("stopped by signal {signal}"),
    }
}

fn send(pid: Pid, signal: i32) {
    if let Some(signal) = Signal::from_named_raw(signal) {
        // It may be gone already, which is what the signal was for.
        let _ = kill_process(pid, signal);
    }
}

fn cannot_start(command: &Command) -> String {
    format!("cannot start `{}`: is it installed?", command.get_program().to_string_lossy())
}

/// Every process below `pid` that runs now.
pub fn children(pid: Pid) -> Vec<Pid> {
    descendants::of(pid)
}

/// The command as one would type it.
pub fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::io::Seek as _;

    use super::*;

    #[test]
    fn the_callers_standard_input_is_kept() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"one line\n").unwrap();
        file.rewind().unwrap();
        assert_eq!(output(Command::new("cat").stdin(file)).unwrap(), "one line\n");
    }

    #[test]
    fn without_a_callers_input_there_is_none() {
        assert_eq!(output(&mut Command::new("cat")).unwrap(), "");
        assert_eq!(output_for(&mut Command::new("cat"), "text").unwrap(), "text");
    }

    #[test]
    fn only_a_silent_command_is_ended() {
        let run = |script: &str, silence| {
            let mut text = String::new();
            let read = |output: &mut dyn Read| output.read_to_string(&mut text).map(|_| text);
            read_output_until_silent(Command::new("sh").args(["-c", script]), silence, read).unwrap()
        };
        let (ended, text) = run("echo one; sleep 600 & sleep 600", Duration::from_millis(200));
        assert!(ended.was_silent && !ended.status.success());
        assert_eq!(text.unwrap(), "one\n");
        let (ended, text) = run("echo one; sleep 0.2; echo two", Duration::from_mins(1));
        assert!(!ended.was_silent && ended.status.success());
        assert_eq!(text.unwrap(), "one\ntwo\n");
    }

    #[test]
    fn input_and_output_may_exceed_pipe_capacity() {
        let text = "a line\n".repeat(100_000);
        assert_eq!(output_for(&mut Command::new("cat"), &text).unwrap(), text);
    }
}
