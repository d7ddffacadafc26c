//! Saves all logs, so that `cargo xtask test` can search them for secrets.

use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, Once};

use tracing_subscriber::util::SubscriberInitExt as _;

use crate::folder;

/// All levels of all targets, except the tests' own clients and the audio decoder, which know no secrets of a service.
const FILTER: &str = "trace,symphonia=off,reqwest=off,cookie_store=off,thirtyfour=off,s3s=off,s3s_fs=off";

/// Saves this process's log from now on, if a folder was named. Does not replace a test's own subscriber.
pub fn listen() {
    static LISTENING: Once = Once::new();
    let Some(folder) = folder() else { return };
    LISTENING.call_once(|| {
        let file = File::create(path(&folder, "process")).expect("a file for the log");
        let subscriber = tracing_subscriber::fmt().with_env_filter(FILTER).with_ansi(false);
        let _ = subscriber.with_writer(Mutex::new(file)).finish().try_init();
    });
}

/// Saves a program's standard error, if a folder was named.
pub fn keep(log: impl AsRef<[u8]>) {
    let Some(folder) = folder() else { return };
    let file = OpenOptions::new().create(true).append(true).open(path(&folder, "programs"));
    let log = [log.as_ref(), b"\n"].concat();
    file.and_then(|mut file| file.write_all(&log)).expect("a file for the log");
}

/// The path of a log, named after the test program.
fn path(folder: &Path, what: &str) -> PathBuf {
    let logs = folder.join("logs");
    fs::create_dir_all(&logs).expect("a folder for logs");
    let own = std::env::current_exe().expect("a program");
    let own = own.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    logs.join(format!("{own}-{}-{what}.log", process::id()))
}
