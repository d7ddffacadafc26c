//! The span of a database operation.

use std::time::Duration;

use stagepass_kit::clock::SystemClock;
use stagepass_kit::store_observer::StoreWork;

use super::current::{CURRENT, CurrentSpan};
use super::span::{Attribute, Span, SpanKind};

/// Records an operation of the current request that has just ended. `system` is the kind of database.
pub(crate) fn record_store_work(system: &'static str, work: StoreWork, took: Duration, failed: bool) {
    let record = |CurrentSpan { queue, context }: &CurrentSpan| {
        if !context.is_sampled {
            return;
        }
        let name = match work {
            StoreWork::Read => "read",
            StoreWork::Write => "write",
        };
        let mut attributes = vec![("db.system.name", Attribute::from(system)), ("db.operation.name", name.into())];
        if failed {
            attributes.push(("error.type", "_OTHER".into()));
        }
        queue.record(Span {
            context: context.child(),
            parent: Some(context.span_id),
            kind: SpanKind::Client,
            name: format!("database {name}"),
            began: SystemClock::since_epoch().saturating_sub(took),
            took,
            attributes,
            has_failed: failed,
        });
    };
    // Work that no request waits for has no span.
    let _ = CURRENT.try_with(record);
}
