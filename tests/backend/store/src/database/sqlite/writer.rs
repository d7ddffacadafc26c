//! The thread that writes to an SQLite database.
//!
//! It commits everything that was queued during the previous commit. Under load, many requests share one commit and one
//! sync of the disk. Each gets its result after its commit, and a failed one does not affect the others.

use std::sync::{Arc, Mutex};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::checkpoint::{Checkpoints, give_back};
use super::connection::{lock, run};
use crate::database::error::StoreError;
use crate::database::statement::{Statement, WriteResult};

/// The most writes in the queue.
const QUEUED: usize = 1024;
/// The most writes in a commit, which bounds how long the first of them waits.
const TOGETHER: usize = 256;

/// A handle of the thread. The thread ends when the last handle is dropped, or at [`Writer::close`].
#[derive(Debug)]
pub(super) struct Writer {
    jobs: mpsc::Sender<Job>,
}

#[derive(Debug)]
enum Job {
    Write(Write),
    Close { closed: oneshot::Sender<()> },
}

#[derive(Debug)]
struct Write {
    statements: Vec<Statement>,
    answer: oneshot::Sender<Result<Vec<WriteResult>, StoreError>>,
}

impl Writer {
    pub(super) fn start(connection: Arc<Mutex<Connection>>, checkpoints: Option<Checkpoints>) -> Self {
        let (jobs, queue) = mpsc::channel(QUEUED);
        std::thread::spawn(move || write_all(connection, queue, checkpoints));
        Self { jobs }
    }

    /// Returns when the write is committed. Dropping the future does not cancel it.
    pub(super) async fn write(&self, statements: Vec<Statement>) -> Result<Vec<WriteResult>, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.jobs.send(Job::Write(Write { statements, answer })).await.map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    /// Writes what is queued, and stops.
    pub(super) async fn close(&self) {
        let (closed, closing) = oneshot::channel();
        if self.jobs.send(Job::Close { closed }).await.is_ok() {
            // An error also means that the thread has ended.
            let _ = closing.await;
        }
    }
}

fn write_all(connection: Arc<Mutex<Connection>>, mut queue: mpsc::Receiver<Job>, mut checkpoints: Option<Checkpoints>) {
    let mut closed = None;
    while let Some(job) = queue.blocking_recv() {
        match job {
            Job::Write(write) => {
                let connection = lock(&connection);
                let (writes, close_request) = write_batch(&connection, write, &mut queue);
                closed = close_request;
                if let Some(checkpoints) = &mut checkpoints {
                    checkpoints.after_commit(&connection, writes);
                }
            }
            Job::Close { closed: sender } => closed = Some(sender),
        }
        if closed.is_some() {
            break;
        }
    }
    drop(queue);
    if let Some(checkpoints) = checkpoints {
        checkpoints.stop();
    }
    drop(connection);
    if let Some(sender) = closed {
        // It is fine if the receiver is gone.
        let _ = sender.send(());
    }
}

/// Writes `first` and the queued writes in one commit. Returns the number of writes, and the channel to notify if the
/// queue ended with a request to close.
fn write_batch(
    connection: &Connection,
    first: Write,
    queue: &mut mpsc::Receiver<Job>,
) -> (usize, Option<oneshot::Sender<()>>) {
    let (mut closed, mut batch) = (None, vec![first]);
    while batch.len() < TOGETHER && closed.is_none() {
        match queue.try_recv() {
            Ok(Job::Write(write)) => batch.push(write),
            Ok(Job::Close { closed: sender }) => closed = Some(sender),
            Err(_) => break,
        }
    }
    let writes = batch.len();
    match commit_with_room(connection, &batch) {
        Ok(outcomes) => batch.into_iter().zip(outcomes).for_each(|(write, outcome)| write.complete(outcome)),
        // A single write may be the cause, for example if it is too large for the disk. So each is tried separately.
        Err(_) if batch.len() > 1 => {
            for write in batch {
                let outcome = commit_with_room(connection, std::slice::from_ref(&write));
                write.complete(outcome.and_then(|outcomes| outcomes.into_iter().next().ok_or(StoreError::Closed)?));
            }
        }
        Err(error) => {
            if let Some(only) = batch.pop() {
                only.complete(Err(error));
            }
        }
    }
    (writes, closed)
}

/// Commits like [`commit`]. If the disk is full, truncates the log and tries again.
fn commit_with_room(
    connection: &Connection,
    batch: &[Write],
) -> Result<Vec<Result<Vec<WriteResult>, StoreError>>, StoreError> {
    match commit(connection, batch) {
        Err(error) if error.is_full() && give_back(connection) => {
            tracing::warn!("the database's disk is full: the write-ahead log was truncated to free space");
            commit(connection, batch)
        }
        outcome => outcome,
    }
}

/// Commits all writes except those that fail by themselves, or none.
fn commit(connection: &Connection, batch: &[Write]) -> Result<Vec<Result<Vec<WriteResult>, StoreError>>, StoreError> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let mut outcomes = Vec::with_capacity(batch.len());
    for write in batch {
        let outcome = write_one(connection, &write.statements);
        // If SQLite cannot continue, for example because the disk is full, it rolls back by itself.
        match outcome {
            Err(error) if connection.is_autocommit() => return Err(error),
            outcome => outcomes.push(outcome),
        }
    }
    connection.execute_batch("COMMIT").inspect_err(|_| {
        if !connection.is_autocommit()
            && let Err(error) = connection.execute_batch("ROLLBACK")
        {
            tracing::error!(%error, "could not roll back a failed transaction");
        }
    })?;
    Ok(outcomes)
}

impl Write {
    fn complete(self, outcome: Result<Vec<WriteResult>, StoreError>) {
        // It is fine if the receiver is gone.
        let _ = self.answer.send(outcome);
    }
}

/// A single statement is atomic. Several are executed within a savepoint.
fn write_one(connection: &Connection, statements: &[Statement]) -> Result<Vec<WriteResult>, StoreError> {
    if let [statement] = statements {
        return Ok(vec![run(connection, statement)?]);
    }
    connection.execute_batch("SAVEPOINT job")?;
    let written: Result<Vec<_>, _> = statements.iter().map(|statement| run(connection, statement)).collect();
    if !connection.is_autocommit() {
        connection.execute_batch(if written.is_ok() { "RELEASE job" } else { "ROLLBACK TO job; RELEASE job" })?;
    }
    Ok(written?)
}
