//! The one thread that writes to a database of SQLite's.
//!
//! It commits whatever has queued up while it was committing: under load many requests share one commit, and one wait for the disk. Each is
//! answered after the commit it is in, and one that fails takes back what it did itself and nothing of the others.

use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::checkpoint::Checkpoints;
use super::{Statement, StoreError, Written, run};

/// How many may wait to be written before the next has to wait for its place.
const QUEUED: usize = 1024;
/// How many share one commit at most: a bound on how long the first of them waits.
const TOGETHER: usize = 256;

/// A handle to the thread. It ends when the last handle is gone, or at [`Writer::close`].
#[derive(Debug)]
pub(super) struct Writer {
    jobs: mpsc::Sender<Job>,
}

#[derive(Debug)]
enum Job {
    Write { statements: Vec<Statement>, answer: Answer },
    Close { closed: oneshot::Sender<()> },
}

type Answer = oneshot::Sender<Result<Vec<Written>, StoreError>>;

impl Writer {
    pub(super) fn start(connection: Arc<Mutex<Connection>>, checkpoints: Option<Checkpoints>) -> Self {
        let (jobs, queue) = mpsc::channel(QUEUED);
        std::thread::spawn(move || write_all(connection, queue, checkpoints));
        Self { jobs }
    }

    /// Returns when all of it is committed. Who stops waiting takes nothing back.
    pub(super) async fn write(&self, statements: Vec<Statement>) -> Result<Vec<Written>, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.jobs.send(Job::Write { statements, answer }).await.map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    /// Writes what is queued, and nothing more.
    pub(super) async fn close(&self) {
        let (closed, closing) = oneshot::channel();
        if self.jobs.send(Job::Close { closed }).await.is_ok() {
            // An error says as well that the thread has ended.
            let _ = closing.await;
        }
    }
}

fn write_all(connection: Arc<Mutex<Connection>>, mut queue: mpsc::Receiver<Job>, mut checkpoints: Option<Checkpoints>) {
    let mut closed = None;
    while let Some(job) = queue.blocking_recv() {
        match job {
            Job::Write { statements, answer } => {
                let connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
                closed = write_batch(&connection, (statements, answer), &mut queue);
                if let Some(checkpoints) = &mut checkpoints {
                    checkpoints.after_commit(&connection);
                }
            }
            Job::Close { closed: tell } => closed = Some(tell),
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
    if let Some(tell) = closed {
        // Nobody waits for it any more: no harm.
        let _ = tell.send(());
    }
}

/// Writes `first` and what has queued up behind it in one commit. Returns whom to tell, if the queue ended with the wish to close.
fn write_batch(
    connection: &Connection,
    first: (Vec<Statement>, Answer),
    queue: &mut mpsc::Receiver<Job>,
) -> Option<oneshot::Sender<()>> {
    if let Err(error) = connection.execute_batch("BEGIN IMMEDIATE") {
        // Whoever has hung up does not need to know.
        let _ = first.1.send(Err(error.into()));
        return None;
    }
    let (mut closed, mut outcomes) = (None, Vec::new());
    let mut next = Some(first);
    while let Some((statements, answer)) = next.take() {
        outcomes.push((answer, write_one(connection, &statements)));
        // SQLite takes everything back by itself where it can't go on, as with a full disk.
        if connection.is_autocommit() || outcomes.len() == TOGETHER {
            break;
        }
        match queue.try_recv() {
            Ok(Job::Write { statements, answer }) => next = Some((statements, answer)),
            Ok(Job::Close { closed: tell }) => closed = Some(tell),
            Err(_) => {}
        }
    }
    let failure = commit(connection, &outcomes).err();
    for (answer, outcome) in outcomes {
        let outcome = match (&failure, outcome) {
            (Some(why), Ok(_)) => Err(StoreError::NotCommitted(why.clone())),
            (_, outcome) => outcome,
        };
        let _ = answer.send(outcome);
    }
    closed
}

fn commit(connection: &Connection, outcomes: &[(Answer, Result<Vec<Written>, StoreError>)]) -> Result<(), String> {
    if connection.is_autocommit() {
        let why = outcomes.iter().find_map(|(_, outcome)| outcome.as_ref().err());
        return Err(why.map_or_else(String::new, ToString::to_string));
    }
    connection.execute_batch("COMMIT").map_err(|error| {
        if !connection.is_autocommit()
            && let Err(error) = connection.execute_batch("ROLLBACK")
        {
            tracing::error!(%error, "could not take back what could not be committed");
        }
        error.to_string()
    })
}

/// A single statement takes effect as a whole or not at all; several are made to.
fn write_one(connection: &Connection, statements: &[Statement]) -> Result<Vec<Written>, StoreError> {
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
