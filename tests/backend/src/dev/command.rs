//! The command that runs beside the servers.

use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::path::Path;
use std::process::ExitStatus;
use std::time::Duration;

use tokio::process::{Child, Command};

use crate::cli::outcome::Outcome;
use crate::cli::stop::Signals;

/// How long the command may take to stop before it is killed.
const TIME_TO_STOP: Duration = Duration::from_secs(5);

/// Runs the command in `folder` to its end. SIGTERM ends it, and so does SIGINT, unless the command has a terminal: a
/// terminal sends Ctrl-C to the command itself, which may be a shell that handles it.
pub(super) async fn run(
    words: &[OsString],
    folder: &Path,
    variables: &[(String, String)],
    signals: &mut Signals,
) -> Outcome {
    let [program, arguments @ ..] = words else { return Ok(()) };
    let shown = program.to_string_lossy();
    let has_terminal = std::io::stdin().is_terminal();
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).envs(variables.iter().cloned()).kill_on_drop(true);
    if !has_terminal {
        // Ended as a whole: `npm run` starts further processes.
        command.process_group(0);
    }
    let mut child = command.spawn().map_err(|error| format!("cannot start `{shown}`: {error}: is it installed?"))?;
    let stopped = async { if has_terminal { signals.terminate().await } else { signals.next().await } };
    tokio::select! {
        status = child.wait() => match status? {
            status if status.success() || (has_terminal && was_interrupted(status)) => Ok(()),
            status => Err(format!("`{shown}` failed ({status})").into()),
        },
        () = stopped => {
            ask_to_stop(&child, !has_terminal);
            if tokio::time::timeout(TIME_TO_STOP, child.wait()).await.is_err() {
                child.kill().await?;
            }
            Ok(())
        }
    }
}

/// Whether Ctrl-C has ended it, or it says so as shells do.
fn was_interrupted(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt as _;
    status.signal() == Some(2) || status.code() == Some(128 + 2)
}

/// Sends SIGTERM, to the process group if the command has one of its own.
fn ask_to_stop(child: &Child, has_group: bool) {
    use rustix::process::{Pid, Signal, kill_process, kill_process_group};
    let pid = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
    let kill = if has_group { kill_process_group } else { kill_process };
    if let Some(Err(error)) = pid.map(|pid| kill(pid, Signal::TERM)) {
        tracing::warn!(%error, "the command cannot be asked to stop");
    }
}
