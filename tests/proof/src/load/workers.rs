//! Clients that work at the same time, on a thread of their own, while servers are killed and started again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Context as _, Result, anyhow};
use tokio::task::JoinSet;

/// A client. It knows the service only by its responses, and repeats what gets none.
pub(crate) trait Worker: Send + 'static {
    /// Does the next thing. Fails if the service did not keep a response.
    fn step(&mut self) -> impl Future<Output = Result<(), String>> + Send;

    /// Closes the connections, which belong to the thread.
    fn disconnect(&mut self);
}

/// Runs one step of each after another until `meanwhile` returns. If a client fails, the flag is set that `meanwhile`
/// gets. Returns the clients, whose last steps have ended.
pub(crate) fn work<W: Worker>(workers: Vec<W>, meanwhile: impl FnOnce(&AtomicBool) -> Result<()>) -> Result<Vec<W>> {
    let enough = Arc::new(AtomicBool::new(false));
    let of_workers = Arc::clone(&enough);
    let working = thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.context("there is no runtime")?.block_on(run(workers, of_workers))
    });
    let result = meanwhile(&enough);
    enough.store(true, Ordering::Relaxed);
    let workers = working.join().map_err(|_| anyhow!("a client panicked"))?;
    result.and(workers)
}

async fn run<W: Worker>(workers: Vec<W>, enough: Arc<AtomicBool>) -> Result<Vec<W>> {
    let mut working = JoinSet::new();
    for (number, mut worker) in workers.into_iter().enumerate() {
        let enough = Arc::clone(&enough);
        working.spawn(async move {
            while !enough.load(Ordering::Relaxed) {
                if let Err(what) = worker.step().await {
                    enough.store(true, Ordering::Relaxed);
                    return Err(anyhow!("client {number}: {what}"));
                }
            }
            worker.disconnect();
            Ok(worker)
        });
    }
    let mut back = Vec::new();
    while let Some(worker) = working.join_next().await {
        back.push(worker?);
    }
    back.into_iter().collect()
}
