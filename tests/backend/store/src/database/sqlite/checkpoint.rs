//! Checkpoints, which move committed pages from the write-ahead log to the file.
//!
//! SQLite would do this during a commit (`wal_autocheckpoint`), and every request in that commit would wait. Here, a
//! separate thread copies most pages concurrently. The writer then copies the rest, so that the log can restart.
//! Otherwise it would grow as long as there are writes.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::Connection;

use super::connection::BUSY_TIMEOUT;
use stagepass_kit::disk;

/// The writes between checkpoints. Each changes one or two pages of 4 KiB, possibly shared with other writes in its
/// commit.
const EVERY: usize = 4000;
/// After this many writes, the writer does not wait for the thread any longer, so that the log is bounded.
const AT_MOST: usize = 3 * EVERY;
/// If the disk has less free space than this, in bytes, the log is truncated.
const LITTLE: u64 = 64 << 20;
/// The writes between two such checks. The remaining space is for the file to grow.
const LOOK_EVERY: usize = 50;
/// The writes until the next attempt if a connection is still reading from the log.
const AGAIN: usize = 200;

/// The writer's handle of the thread.
#[derive(Debug)]
pub(super) struct Checkpoints {
    /// The writes since the log was restarted.
    writes: usize,
    /// When to notify the thread next, in writes.
    ask_at: usize,
    /// When to try to restart the log next, in writes.
    not_before: usize,
    /// When to check the free space next, in writes.
    look_at: usize,
    path: PathBuf,
    ask: SyncSender<()>,
    copied: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Checkpoints {
    pub(super) fn start(connection: Connection, path: &Path) -> Self {
        let (ask, requests) = sync_channel(1);
        let copied = Arc::new(AtomicBool::new(false));
        let thread = {
            let copied = Arc::clone(&copied);
            std::thread::spawn(move || copy_on_request(&connection, &requests, &copied))
        };
        let path = path.to_owned();
        Self { writes: 0, ask_at: EVERY, not_before: 0, look_at: LOOK_EVERY, path, ask, copied, thread }
    }

    /// Called by the writer, on its own connection, after every commit of this many writes.
    pub(super) fn after_commit(&mut self, connection: &Connection, writes: usize) {
        self.writes += writes;
        let wanted = self.copied.load(Ordering::Acquire) || self.writes >= AT_MOST;
        if self.writes >= self.look_at {
            self.look_at = self.writes + LOOK_EVERY;
            if disk::has_less_than(&self.path, LITTLE) && give_back(connection) {
                return self.reset();
            }
        }
        if wanted && self.writes >= self.not_before {
            if restart(connection) {
                self.reset();
            } else {
                self.not_before = self.writes + AGAIN;
            }
        } else if self.writes >= self.ask_at {
            self.ask_at += EVERY;
            // The channel is full if the thread was already notified.
            let _ = self.ask.try_send(());
        }
    }

    fn reset(&mut self) {
        self.copied.store(false, Ordering::Release);
        (self.writes, self.ask_at, self.not_before, self.look_at) = (0, EVERY, 0, LOOK_EVERY);
    }

    /// Waits for the running checkpoint.
    pub(super) fn stop(self) {
        drop(self.ask);
        if self.thread.join().is_err() {
            tracing::error!("the thread that makes checkpoints has panicked");
        }
    }
}

fn copy_on_request(connection: &Connection, requests: &Receiver<()>, copied: &AtomicBool) {
    while requests.recv().is_ok() {
        if checkpoint(connection, "PRAGMA wal_checkpoint(PASSIVE)") {
            copied.store(true, Ordering::Release);
        }
    }
}

/// Restarts the log. Returns false if a connection is reading it: a long read, for example a backup, must not block
/// writers.
fn restart(connection: &Connection) -> bool {
    without_waiting(connection, "PRAGMA wal_checkpoint(RESTART)")
}

fn without_waiting(connection: &Connection, pragma: &str) -> bool {
    let made = connection.busy_timeout(Duration::ZERO).is_ok() && checkpoint(connection, pragma);
    if let Err(error) = connection.busy_timeout(BUSY_TIMEOUT) {
        tracing::error!(%error, "the busy timeout of the writer could not be restored");
    }
    made
}

/// Moves the whole log into the file and truncates it. Returns whether it did, which is not possible while another
/// connection reads it.
pub(super) fn give_back(connection: &Connection) -> bool {
    without_waiting(connection, "PRAGMA wal_checkpoint(TRUNCATE)")
}

/// Runs a checkpoint and returns whether it succeeded. If not, it is repeated later. Only disk space is wasted.
fn checkpoint(connection: &Connection, pragma: &str) -> bool {
    let busy = connection.query_row(pragma, [], |row| row.get::<_, i64>(0));
    match busy {
        Ok(busy) => busy == 0,
        Err(error) => {
            tracing::warn!(%error, "could not make a checkpoint");
            false
        }
    }
}
