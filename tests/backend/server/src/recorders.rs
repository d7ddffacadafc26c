//! What records requests and database operations.

use std::sync::Arc;
use std::time::Duration;

use stagepass_kit::store_observer::{StoreObserver, StoreWork};

use crate::metrics::Metrics;
use crate::traces::{Tracer, record_store_work};

/// What records requests. By default, nothing does.
#[derive(Debug, Clone, Default)]
pub struct Recorders {
    /// The metrics, if they are served.
    pub metrics: Option<Metrics>,
    /// The traces, if they are sent to a collector.
    pub tracer: Option<Tracer>,
}

impl Recorders {
    /// Returns what records the operations of a database of this kind (`db.system.name`), if anything does.
    pub fn of_store(&self, system: &'static str) -> Option<Arc<dyn StoreObserver>> {
        let is_observed = self.metrics.is_some() || self.tracer.is_some();
        is_observed.then(|| Arc::new(StoreRecorder { metrics: self.metrics.clone(), system }) as Arc<dyn StoreObserver>)
    }
}

/// Records database operations.
#[derive(Debug)]
struct StoreRecorder {
    metrics: Option<Metrics>,
    system: &'static str,
}

impl StoreObserver for StoreRecorder {
    fn observe(&self, work: StoreWork, took: Duration, failed: bool) {
        if let Some(metrics) = &self.metrics {
            metrics.observe(work, took, failed);
        }
        record_store_work(self.system, work, took, failed);
    }
}
