//! A PostgreSQL of our own: a cluster in a temporary folder, on a free port of this machine.

use std::fs::{self, File, Permissions};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use rustix::process::{Pid, Signal, geteuid, kill_process};
use tempfile::TempDir;

use crate::process;
use crate::tools::{self, Postgres};

const USER: &str = "stagepass";
/// PostgreSQL refuses to run as root; Debian's package makes this user for it.
const SYSTEM_USER: &str = "postgres";
const READY: &str = "database system is ready to accept connections";
const PATIENCE: Duration = Duration::from_mins(1);
const TIME_TO_STOP: Duration = Duration::from_secs(10);
/// For every service of tests that run side by side.
const CONNECTIONS: u32 = 400;
const LOG: &str = "log";

/// Whether committed transactions survive a power loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// All of them, as PostgreSQL has it by default.
    Full,
    /// Nothing need be: for tests, whose database is thrown away anyway.
    None,
}

/// A running cluster. When it is dropped, the server is stopped, even with open connections, and all its data is
/// removed.
pub struct Cluster {
    server: Option<Server>,
    url: String,
    launch: Launch,
    folder: TempDir,
}

/// How its server is started, any number of times.
struct Launch {
    programs: Postgres,
    account: Account,
    port: u16,
    durability: Durability,
}

impl Cluster {
    /// Makes a cluster and starts it; PostgreSQL itself is installed if it is missing and we may.
    ///
    /// # Errors
    /// If it cannot be started, with PostgreSQL's message.
    pub fn start(durability: Durability) -> Result<Self> {
        let programs = tools::postgres()?;
        // Not in the checkout: a folder above it may be closed to the other user.
        let folder = tempfile::Builder::new().prefix("stagepass-postgres-").tempdir();
        let folder = folder.context("cannot make a temporary folder")?;
        let account = Account::for_server()?;
        account.give(folder.path())?;
        let password = password()?;
        make(&programs, &account, folder.path(), &password)?;
        let port = tools::free_port()?;
        let url = format!("postgresql://{USER}:{password}@127.0.0.1:{port}/postgres");
        let launch = Launch { programs, account, port, durability };
        let server = Some(launch.server(folder.path())?);
        Ok(Self { server, url, launch, folder })
    }

    /// Ends all processes of the server with `signal`: `QUIT` is PostgreSQL's immediate shutdown, `KILL` a crash.
    ///
    /// # Errors
    /// If it is not running.
    pub fn kill(&mut self, signal: Signal) -> Result<()> {
        let server = self.server.take().context("postgres is not running")?;
        let pid = Pid::from_child(&server.child);
        // Read this before the kill, because orphans get another parent.
        let children = process::children(pid);
        kill_process(pid, signal).context("cannot kill postgres")?;
        if signal == Signal::KILL {
            for child in children {
                // Without a parent it ends by itself, and may have done so.
                let _ = kill_process(child, Signal::KILL);
            }
        }
        drop(server);
        Ok(())
    }

    /// Starts the server after it was killed: on the same port, with the same data.
    ///
    /// # Errors
    /// If it cannot be started, with PostgreSQL's message.
    pub fn start_again(&mut self) -> Result<()> {
        self.server = Some(self.launch.server(self.folder.path())?);
        Ok(())
    }

    /// Another program of PostgreSQL's: beside the first, wherever a link on the `PATH` leads to.
    pub fn program(&self, name: &str) -> PathBuf {
        let initdb = &self.launch.programs.initdb;
        fs::canonicalize(initdb).unwrap_or_else(|_| initdb.clone()).with_file_name(name)
    }

    /// The address of its first database, with a password, for a user who may do anything.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The server's process, if it is running.
    pub fn id(&self) -> Option<u32> {
        self.server.as_ref().map(|server| server.child.id())
    }
}

impl Launch {
    fn server(&self, folder: &Path) -> Result<Server> {
        let mut command = self.account.command(&self.programs.server, folder);
        command.arg("-D").arg("data").args(settings(self.port, self.durability));
        Server::start(&mut command, &folder.join(LOG))
    }
}

fn settings(port: u16, durability: Durability) -> Vec<String> {
    let mut settings = vec![
        format!("port={port}"),
        "listen_addresses=127.0.0.1".to_owned(),
        "unix_socket_directories=".to_owned(),
        format!("max_connections={CONNECTIONS}"),
    ];
    match durability {
        Durability::Full => {}
        Durability::None => {
            settings.extend(["fsync=off", "synchronous_commit=off", "full_page_writes=off"].map(str::to_owned));
            // Each test makes a role of its own, and each of its connections would take thousands of hashes to check.
            settings.push("password_encryption=md5".to_owned());
        }
    }
    settings.into_iter().flat_map(|setting| ["-c".to_owned(), setting]).collect()
}

/// Makes the cluster's files in `folder`.
fn make(programs: &Postgres, account: &Account, folder: &Path, password: &str) -> Result<()> {
    let file = folder.join("password");
    fs::write(&file, password).with_context(|| format!("cannot write {}", file.display()))?;
    account.give(&file)?;
    let mut command = account.command(&programs.initdb, folder);
    command.args(["-D", "data", "-U", USER, "--encoding=UTF8", "--locale=C.UTF-8", "--no-instructions", "--no-sync"]);
    // All users of this machine can reach the port, and a superuser of PostgreSQL can run programs. Not SCRAM, because
    // a debug build takes a third of a second for it.
    process::output(command.args(["--auth=password", "--pwfile=password"])).context("no cluster could be made")?;
    fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))
}

fn password() -> Result<String> {
    let mut octets = [0; 16];
    let read = File::open("/dev/urandom").and_then(|mut file| file.read_exact(&mut octets));
    read.context("the system gives no random octets")?;
    Ok(octets.iter().fold(String::new(), |text, octet| text + &format!("{octet:02x}")))
}

/// The account that the server runs as.
enum Account {
    Ourselves,
    Other { user: u32, group: u32 },
}

impl Account {
    fn for_server() -> Result<Self> {
        if !geteuid().is_root() {
            return Ok(Self::Ourselves);
        }
        let id = |option| {
            let printed = process::output(Command::new("id").args([option, SYSTEM_USER]));
            let printed = printed.with_context(|| format!("PostgreSQL cannot run as root, nor as {SYSTEM_USER}"))?;
            printed.trim().parse().with_context(|| format!("the id of {SYSTEM_USER} is no number"))
        };
        Ok(Self::Other { user: id("-u")?, group: id("-g")? })
    }

    /// Makes the account the owner of `path`, and the only user who may access it.
    fn give(&self, path: &Path) -> Result<()> {
        let mode = if path.is_dir() { 0o700 } else { 0o600 };
        let given = match *self {
            Self::Ourselves => Ok(()),
            Self::Other { user, group } => chown(path, Some(user), Some(group)),
        };
        given
            .and_then(|()| fs::set_permissions(path, Permissions::from_mode(mode)))
            .with_context(|| format!("cannot hand over {}", path.display()))
    }

    /// `program` as this account, in `folder`. Ignores `PG…` variables, which are for the developer's own databases.
    fn command(&self, program: &Path, folder: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(folder).env("LC_ALL", "C.UTF-8");
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("PG")) {
            command.env_remove(name);
        }
        if let Self::Other { user, group } = *self {
            command.uid(user).gid(group);
        }
        command
    }
}

struct Server {
    child: Child,
    /// Disconnected once its output has ended, and it with that.
    output: Receiver<()>,
}

impl Server {
    /// Starts `command` and waits until it accepts connections. It logs to the file `log`.
    fn start(command: &mut Command, log: &Path) -> Result<Self> {
        process::not_stopped()?;
        // In a group of its own, Ctrl-C does not end it before the tests that use it.
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).process_group(0);
        let mut child = command.spawn().context("cannot start postgres")?;
        let stderr = child.stderr.take().context("its output is not ours")?;
        let file = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
        let server = Self { child, output: listen(stderr, file) };
        let printed = || fs::read_to_string(log).unwrap_or_default();
        match server.output.recv_timeout(PATIENCE) {
            Ok(()) => Ok(server),
            Err(RecvTimeoutError::Timeout) => bail!("postgres was not ready within {PATIENCE:?}:\n{}", printed()),
            Err(RecvTimeoutError::Disconnected) => bail!("postgres ended before it was ready:\n{}", printed()),
        }
    }
}

/// Writes the server's output to `log`. The receiver gets a message when the server is ready.
fn listen(stderr: ChildStderr, mut log: File) -> Receiver<()> {
    let (ready, output) = channel();
    thread::spawn(move || {
        for line in BufReader::new(stderr).lines().map_while(Result::ok) {
            // To lose the log is better than to stop a server whose pipe is full.
            let _ = writeln!(log, "{line}");
            if line.ends_with(READY) {
                let _ = ready.send(());
            }
        }
    });
    output
}

impl Drop for Server {
    /// Requests a fast shutdown, which does not wait for open connections, and kills the server if it takes too long.
    fn drop(&mut self) {
        // It may have ended by itself: then there is nothing to do. Its id is not used again before it is waited for.
        let _ = kill_process(Pid::from_child(&self.child), Signal::INT);
        let end = loop {
            if let Err(end) = self.output.recv_timeout(TIME_TO_STOP) {
                break end;
            }
        };
        if end == RecvTimeoutError::Timeout {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(script: &str, folder: &TempDir) -> Result<Server> {
        Server::start(Command::new("sh").args(["-c", script]), &folder.path().join(LOG))
    }

    #[test]
    fn start_awaits_readiness_and_drop_sends_interrupt() {
        let folder = tempfile::tempdir().unwrap();
        let script =
            format!("trap 'echo fast >&2; exit 0' INT; echo 'LOG:  {READY}' >&2; while :; do sleep 0.01; done");
        drop(server(&script, &folder).unwrap());
        let log = fs::read_to_string(folder.path().join(LOG)).unwrap();
        assert!(log.contains(READY) && log.ends_with("fast\n"), "{log}");
    }

    #[test]
    fn one_that_cannot_start_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let error = server("echo 'FATAL:  no memory' >&2", &folder).err().unwrap().to_string();
        assert!(error.contains("ended before") && error.contains("no memory"), "{error}");
    }

    #[test]
    fn only_the_cluster_of_tests_forgets() {
        assert!(!settings(5432, Durability::Full).contains(&"fsync=off".to_owned()));
        assert!(settings(5432, Durability::None).contains(&"fsync=off".to_owned()));
    }
}
