//! Group commit: statements of the same text that arrive while one of them runs are executed together, as one statement
//! with arrays. They share a round trip, a transaction and a sync of the disk. Without load, each runs alone, at once.
//!
//! A failed batch is repeated one statement at a time, so none fails because of another. If the connection failed, it
//! is not repeated, because it may have taken effect. `Postgres::read` repeats a read.

use std::collections::HashMap;
use std::mem::replace;
use std::pin::pin;
use std::slice;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::postgres::{PgArguments, PgRow};
use sqlx::{Arguments as _, Error};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::execute::{row, write};
use super::pool::{Pool, answer, is_broken};
use crate::database::error::{RowError, StoreError};
use crate::database::statement::{Parameter, Statement, WriteResult};

/// The most statements of a batch.
const TOGETHER: usize = 256;
/// If a batch takes longer, because it waits for a lock or the line is slow, the next one does not wait for it.
const SLOW: Duration = Duration::from_millis(10);

/// The statements that wait, by the text of their batches. Clones share them.
#[derive(Debug, Clone)]
pub(super) struct Batches {
    pool: Pool,
    queues: Arc<Mutex<HashMap<&'static str, Queue>>>,
}

#[derive(Debug, Default)]
struct Queue {
    jobs: Vec<Job>,
    /// Whether a task executes them.
    is_served: bool,
}

#[derive(Debug)]
struct Job {
    statement: Statement,
    answer: oneshot::Sender<Result<WriteResult, StoreError>>,
}

impl Batches {
    pub(super) fn new(pool: Pool) -> Self {
        Self { pool, queues: Arc::default() }
    }

    /// Returns the result of a read, or of a write that is committed. Dropping the future does not cancel it.
    pub(super) async fn execute(&self, text: &'static str, statement: Statement) -> Result<WriteResult, StoreError> {
        let (answer, answered) = oneshot::channel();
        let is_served = {
            let mut queues = self.queues();
            let queue = queues.entry(text).or_default();
            queue.jobs.push(Job { statement, answer });
            replace(&mut queue.is_served, true)
        };
        if !is_served {
            self.clone().serve(text);
        }
        answered.await.map_err(|_| StoreError::Closed)?
    }

    /// Starts a task that executes what waits, until nothing does.
    fn serve(self, text: &'static str) {
        tokio::spawn(async move {
            while let Some(jobs) = self.take(text) {
                let mut executing = pin!(execute(&self.pool, text, jobs));
                if timeout(SLOW, &mut executing).await.is_err() {
                    self.clone().serve(text);
                    return executing.await;
                }
            }
        });
    }

    fn take(&self, text: &'static str) -> Option<Vec<Job>> {
        let mut queues = self.queues();
        let queue = queues.get_mut(text)?;
        queue.is_served = !queue.jobs.is_empty();
        let first = queue.jobs.len().min(TOGETHER);
        queue.is_served.then(|| queue.jobs.drain(..first).collect())
    }

    fn queues(&self) -> MutexGuard<'_, HashMap<&'static str, Queue>> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Job {
    async fn execute_alone(self, pool: &Pool) {
        let outcome = write(pool, slice::from_ref(&self.statement)).await;
        self.complete(outcome.and_then(|results| results.into_iter().next().ok_or(StoreError::Closed)));
    }

    fn complete(self, outcome: Result<WriteResult, StoreError>) {
        // It is fine if the receiver is gone.
        let _ = self.answer.send(outcome);
    }
}

async fn execute(pool: &Pool, text: &'static str, mut jobs: Vec<Job>) {
    if jobs.len() == 1
        && let Some(job) = jobs.pop()
    {
        return job.execute_alone(pool).await;
    }
    jobs.sort_unstable_by(|one, other| one.statement.parameters.cmp(&other.statement.parameters));
    match execute_together(pool, text, &jobs).await {
        Ok(results) => jobs.into_iter().zip(results).for_each(|(job, result)| job.complete(Ok(result))),
        Err(StoreError::Postgres(error)) if error.as_database_error().is_some() && !is_broken(&error) => {
            tracing::warn!(%error, "a batch of statements failed: each is repeated by itself");
            for job in jobs {
                let pool = pool.clone();
                tokio::spawn(async move { job.execute_alone(&pool).await });
            }
        }
        Err(StoreError::Postgres(error)) => {
            for job in jobs {
                job.complete(Err(StoreError::Postgres(Arc::clone(&error))));
            }
        }
        // The receivers see that nothing was sent.
        Err(_) => drop(jobs),
    }
}

/// Returns the result of each job.
async fn execute_together(pool: &Pool, text: &'static str, jobs: &[Job]) -> Result<Vec<WriteResult>, StoreError> {
    let arguments = arguments(jobs).map_err(Error::Encode)?;
    let mut lease = pool.acquire().await?;
    let outcome = answer(sqlx::query_with(text, arguments).fetch_all(lease.connection()?)).await;
    lease.end(&outcome);
    distribute(&outcome?, jobs.len())
}

fn arguments(jobs: &[Job]) -> Result<PgArguments, sqlx::error::BoxDynError> {
    let mut arguments = PgArguments::default();
    let of = |index: usize| jobs.iter().filter_map(move |job| job.statement.parameters.get(index));
    for index in 0.. {
        match of(index).next() {
            None => break,
            Some(Parameter::Integer(_)) => arguments.add(column(of(index), |value| match value {
                Parameter::Integer(number) => *number,
                _ => None,
            }))?,
            Some(Parameter::Boolean(_)) => arguments.add(column(of(index), |value| match value {
                Parameter::Boolean(value) => Some(*value),
                _ => None,
            }))?,
            Some(Parameter::Text(_)) => arguments.add(column(of(index), |value| match value {
                Parameter::Text(text) => text.as_deref(),
                _ => None,
            }))?,
            Some(Parameter::Bytes(_)) => arguments.add(column(of(index), |value| match value {
                Parameter::Bytes(bytes) => bytes.as_deref(),
                _ => None,
            }))?,
        }
    }
    Ok(arguments)
}

fn column<'a, T>(
    values: impl Iterator<Item = &'a Parameter>,
    read: impl Fn(&'a Parameter) -> Option<T>,
) -> Vec<Option<T>> {
    values.map(read).collect()
}

fn distribute(rows: &[PgRow], count: usize) -> Result<Vec<WriteResult>, StoreError> {
    let mut results: Vec<_> = (0..count).map(|_| WriteResult { changed: 0, rows: Vec::new() }).collect();
    for found in rows {
        let mut row = row(found)?;
        let position = row.take::<i64>()?.checked_sub(1).and_then(|position| usize::try_from(position).ok());
        let result = position.and_then(|position| results.get_mut(position)).ok_or(RowError::Type)?;
        result.changed += 1;
        result.rows.push(row);
    }
    Ok(results)
}
