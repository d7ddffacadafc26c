//! Many clients at work until the service is killed under them, and what they hold it to when it is up again.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;

use crate::load::client::{App, Client, Listener};
use crate::load::counts::Counts;
use crate::load::random::Random;
use crate::load::worker::Worker;

/// How long a service may take to become ready.
const TO_BE_WELL: Duration = Duration::from_secs(15);
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// The clients. They know the service only by its responses.
#[derive(Debug)]
pub(crate) struct Population {
    workers: Vec<Worker>,
    probe: Client,
    enough: Arc<AtomicBool>,
}

impl Population {
    /// A client of each listener. They are clients of `app` at the service that listens at `address`, now and after
    /// each restart.
    pub(crate) fn new(app: &Arc<App>, address: SocketAddr, listeners: &[Listener], seed: u64) -> Self {
        let mut random = Random::new(seed);
        let client = || Client::new(Arc::clone(app), address);
        let numbered = listeners.iter().enumerate();
        let workers =
            numbered.map(|(number, listener)| Worker::new(number, client(), listener.clone(), random.split()));
        Self { workers: workers.collect(), probe: client(), enough: Arc::default() }
    }

    /// Runs all of them until `end` has resolved and they have noticed its effect on the service.
    ///
    /// # Errors
    /// If the service did not keep a response, with a line for each client that noticed it.
    pub(crate) async fn work_until<T>(&mut self, end: impl Future<Output = T>) -> Result<T, String> {
        self.enough.store(false, Ordering::Relaxed);
        let mut working = JoinSet::new();
        for mut worker in self.workers.drain(..) {
            let enough = Arc::clone(&self.enough);
            worker.client.reset();
            working.spawn(async move {
                let worked = worker.work(&enough).await;
                (worker, worked)
            });
        }
        let ended = end.await;
        self.enough.store(true, Ordering::Relaxed);
        self.all_back(working).await.map(|()| ended)
    }

    /// Waits until the service is ready.
    ///
    /// # Errors
    /// If it is not ready in time.
    pub(crate) async fn wait_until_well(&mut self) -> Result<(), String> {
        self.probe.reset();
        let well = async {
            while !self.probe.is_well().await {
                tokio::time::sleep(LOOK_EVERY).await;
            }
        };
        tokio::time::timeout(TO_BE_WELL, well)
            .await
            .map_err(|_| format!("the service was not well within {TO_BE_WELL:?}"))
    }

    /// Checks that the service keeps its responses since the last check, or all its responses, if `everything`.
    ///
    /// # Errors
    /// If the service did not keep a response, with a line for each client that noticed it.
    pub(crate) async fn check(&mut self, everything: bool) -> Result<(), String> {
        let mut checking = JoinSet::new();
        for mut worker in self.workers.drain(..) {
            worker.client.reset();
            checking.spawn(async move {
                let checked = if everything { worker.check_all().await } else { worker.check().await };
                (worker, checked)
            });
        }
        self.all_back(checking).await
    }

    async fn all_back(&mut self, mut away: JoinSet<(Worker, Result<(), String>)>) -> Result<(), String> {
        let mut wrong = Vec::new();
        while let Some(back) = away.join_next().await {
            let (worker, outcome) = back.map_err(|error| error.to_string())?;
            wrong.extend(outcome.err());
            self.workers.push(worker);
        }
        // A seed does not determine which client is back first.
        self.workers.sort_by_key(Worker::number);
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
    }

    /// Their counts since the last call.
    pub(crate) fn take_counts(&mut self) -> Counts {
        let mut all = Counts::default();
        self.workers.iter_mut().for_each(|worker| all.take(&mut worker.counts));
        all
    }
}
