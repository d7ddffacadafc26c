//! Whether a server lives, and whether it should be sent requests: for whoever starts it, and for the proxies in front of it.

use std::time::Duration;

use axum::Json;
use axum::http::{HeaderName, StatusCode, header};
use serde_json::Value;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::serve::Draining;

/// How long a part of a server may take to show that it can be used.
const PATIENCE: Duration = Duration::from_secs(1);
/// For how long that is not asked again: anybody may ask, and asking costs the disk and the database something.
const GOOD_FOR: Duration = Duration::from_millis(250);

/// An answer to `GET /healthz` or `GET /readyz`, which is good for this moment.
pub(crate) type Health = (StatusCode, [(HeaderName, &'static str); 1], Json<Value>);

/// `GET /healthz`: that this is answered says it all.
pub(crate) async fn alive() -> Health {
    health(StatusCode::OK, [("status", "ok")])
}

/// The parts of a server that have to be usable, each with its name, and whether they were when they were last asked.
#[derive(Debug, Default)]
pub(crate) struct Readiness(Mutex<Option<(Instant, Parts)>>);

/// Each by its name, and whether it is usable.
type Parts = Vec<(&'static str, bool)>;

impl Readiness {
    /// `GET /readyz`: 200, or 503 with the part that can't be used, or that the server is about to stop. `ask` asks the parts.
    pub(crate) async fn answer(&self, draining: Option<Draining>, ask: impl AsyncFnOnce() -> Parts) -> Health {
        told(&self.parts(Instant::now(), ask).await, draining.is_some())
    }

    async fn parts(&self, now: Instant, ask: impl AsyncFnOnce() -> Parts) -> Parts {
        // Whoever else asks meanwhile waits for the same answer.
        let mut last = self.0.lock().await;
        let parts = match last.take() {
            Some((at, parts)) if now.saturating_duration_since(at) < GOOD_FOR => (at, parts),
            _ => (now, ask().await),
        };
        last.insert(parts).1.clone()
    }
}

/// Whether `check` succeeds, and in time. Why not is logged, and told to nobody.
pub(crate) async fn is_usable<E: std::fmt::Display>(
    part: &'static str,
    check: impl Future<Output = Result<(), E>>,
) -> (&'static str, bool) {
    is_usable_within(PATIENCE, part, check).await
}

async fn is_usable_within<E: std::fmt::Display>(
    patience: Duration,
    part: &'static str,
    check: impl Future<Output = Result<(), E>>,
) -> (&'static str, bool) {
    match tokio::time::timeout(patience, check).await {
        Ok(Ok(())) => return (part, true),
        Ok(Err(error)) => tracing::error!(part, %error, "not ready: it can't be used"),
        Err(_) => tracing::error!(part, "not ready: it does not answer"),
    }
    (part, false)
}

fn told(parts: &[(&'static str, bool)], draining: bool) -> Health {
    let is_ready = !draining && parts.iter().all(|(_, usable)| *usable);
    let (status, word) =
        if is_ready { (StatusCode::OK, "ready") } else { (StatusCode::SERVICE_UNAVAILABLE, "not ready") };
    let server = ("server", if draining { "stopping" } else { "ok" });
    let parts = parts.iter().map(|(part, usable)| (*part, if *usable { "ok" } else { "can't be used" }));
    let members = [("status", word), server].into_iter().chain(parts);
    health(status, members)
}

fn health(status: StatusCode, members: impl IntoIterator<Item = (&'static str, &'static str)>) -> Health {
    let members = members.into_iter().map(|(name, value)| (name.to_owned(), Value::from(value)));
    (status, [(header::CACHE_CONTROL, "no-store")], Json(Value::Object(members.collect())))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_told() {
        let (status, _, Json(body)) = told(&[("database", true)], false);
        assert_eq!(status, 200);
        assert_eq!(body, json!({ "status": "ready", "server": "ok", "database": "ok" }));
        let (status, _, Json(body)) = told(&[("database", true), ("media", false)], false);
        assert_eq!(status, 503);
        let expected = json!({ "status": "not ready", "server": "ok", "database": "ok", "media": "can't be used" });
        assert_eq!(body, expected);
        let (status, _, Json(body)) = told(&[], true);
        assert_eq!((status.as_u16(), body), (503, json!({ "status": "not ready", "server": "stopping" })));
    }

    #[tokio::test]
    async fn it_is_asked_again_after_a_while_only() {
        let (readiness, asked, begin) = (Readiness::default(), Cell::new(0), Instant::now());
        let ask = async || {
            asked.set(asked.get() + 1);
            vec![("database", asked.get() == 1)]
        };
        for (millis, usable, times) in [(0, true, 1), (249, true, 1), (250, false, 2), (499, false, 2)] {
            let parts = readiness.parts(begin + Duration::from_millis(millis), ask).await;
            assert_eq!((parts, asked.get()), (vec![("database", usable)], times), "{millis}");
        }
        assert_eq!(readiness.answer(Some(Draining), async || vec![]).await.0, 503);
    }

    #[tokio::test]
    async fn what_fails_or_does_not_answer_in_time_is_not_usable() {
        let never = std::future::pending::<Result<(), String>>();
        let patience = Duration::from_millis(1);
        assert_eq!(is_usable_within(patience, "database", never).await, ("database", false));
        assert_eq!(is_usable("media", async { Err("full") }).await, ("media", false));
        assert_eq!(is_usable("media", async { Ok::<(), String>(()) }).await, ("media", true));
    }
}
