//! Checkpoints: what has been committed is moved from the log beside the file into the file.
//!
//! SQLite would do it within a commit (`wal_autocheckpoint`), and every request of that commit would wait for it. Here a thread of its own copies the bulk beside
//! the writer, and the writer does what has come since, so that the log begins anew: else it would grow for as long as there is something
//! to write.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::Connection;

use super::connection::BUSY_TIMEOUT;
use stagepass_kit::disk;

/// After so many writes. Each is a page of 4 KiB or two, or shares them with others of its commit.
const EVERY: usize = 4000;
/// After so many the writer waits for no thread that the machine gives no time to: the log has an end.
const AT_MOST: usize = 3 * EVERY;
/// If the disk has no more left than this, in bytes, the log gives its space back …
const LITTLE: u64 = 64 << 20;
/// … after so many writes: what is left is for the file to grow by.
const LOOK_EVERY: usize = 50;
/// Where somebody still reads what is in the log, so many more are made before the next try.
const AGAIN: usize = 200;

/// The writer's view of the thread.
#[derive(Debug)]
pub(super) struct Checkpoints {
    /// Since the log began.
    writes: usize,
    /// When to ask the thread next, counted as they are.
    ask_at: usize,
    /// No try to begin the log anew before so many.
    not_before: usize,
    /// When to look next at what is left of the disk, counted likewise.
    look_at: usize,
    path: PathBuf,
    ask: SyncSender<()>,
    copied: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Checkpoints {
    pub(super) fn start(connection: Connection, path: &Path) -> Self {
        let (ask, asked) = sync_channel(1);
        let copied = Arc::new(AtomicBool::new(false));
        let thread = {
            let copied = Arc::clone(&copied);
            std::thread::spawn(move || copy_when_asked(&connection, &asked, &copied))
        };
        let path = path.to_owned();
        Self { writes: 0, ask_at: EVERY, not_before: 0, look_at: LOOK_EVERY, path, ask, copied, thread }
    }

    /// To be called by the writer, on its own connection, after every commit of so many writes.
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
            // Full where the thread has been asked already.
            let _ = self.ask.try_send(());
        }
    }

    fn reset(&mut self) {
        self.copied.store(false, Ordering::Release);
        (self.writes, self.ask_at, self.not_before, self.look_at) = (0, EVERY, 0, LOOK_EVERY);
    }

    /// Waits for the checkpoint that is under way.
    pub(super) fn stop(self) {
        drop(self.ask);
        if self.thread.join().is_err() {
            tracing::error!("the thread that makes checkpoints has panicked");
        }
    }
}

fn copy_when_asked(connection: &Connection, asked: &Receiver<()>, copied: &AtomicBool) {
    while asked.recv().is_ok() {
        if checkpoint(connection, "PRAGMA wal_checkpoint(PASSIVE)") {
            copied.store(true, Ordering::Release);
        }
    }
}

/// Whether the log begins anew. Not where somebody is at it: whoever reads for long, to keep a copy perhaps, must not hold up those who write.
fn restart(connection: &Connection) -> bool {
    without_waiting(connection, "PRAGMA wal_checkpoint(RESTART)")
}

fn without_waiting(connection: &Connection, pragma: &str) -> bool {
    let made = connection.busy_timeout(Duration::ZERO).is_ok() && checkpoint(connection, pragma);
    if let Err(error) = connection.busy_timeout(BUSY_TIMEOUT) {
        tracing::error!(%error, "the writer no longer waits for others who write");
    }
    made
}

/// Moves all of the log into the file and truncates it. Returns whether it did: not while another connection reads it.
pub(super) fn give_back(connection: &Connection) -> bool {
    without_waiting(connection, "PRAGMA wal_checkpoint(TRUNCATE)")
}

/// Whether it was made. One that was not is made later: nothing is lost but room on the disk.
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
