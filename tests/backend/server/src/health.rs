//! Liveness and readiness, for process managers and proxies.

use std::fmt::Display;
use std::time::Duration;

use axum::Json;
use axum::http::{HeaderName, StatusCode, header};
use serde_json::Value;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::serve::DrainMarker;

/// The timeout of checking a component.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long the result is reused. Any client can send the request, and the checks put load on the disk and the
/// database.
const GOOD_FOR: Duration = Duration::from_millis(250);

/// The response to `GET /healthz` or `GET /readyz`, which is not cached.
pub type Health = (StatusCode, [(HeaderName, &'static str); 1], Json<Value>);

/// `GET /healthz`: the response itself proves that the server is alive.
#[expect(clippy::unused_async, reason = "a handler of axum's is asynchronous")]
pub async fn alive() -> Health {
    health(StatusCode::OK, [("status", "ok")])
}

/// A component of a server, and whether it was usable when last checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    name: &'static str,
    is_usable: bool,
    /// Whether the server cannot work without it, and another one could.
    is_needed: bool,
}

/// The components of a server with the results of their last checks.
#[derive(Debug, Default)]
pub struct Readiness(Mutex<Option<(Instant, Vec<Part>)>>);

impl Readiness {
    /// Responds to `GET /readyz`: 200, or 503 if a needed component is not usable or the server is draining. `ask`
    /// checks the components.
    pub async fn answer(&self, draining: Option<DrainMarker>, ask: impl AsyncFnOnce() -> Vec<Part>) -> Health {
        readiness(&self.parts(Instant::now(), ask).await, draining.is_some())
    }

    async fn parts(&self, now: Instant, ask: impl AsyncFnOnce() -> Vec<Part>) -> Vec<Part> {
        // Concurrent requests wait for the same result.
        let mut last = self.0.lock().await;
        let parts = match last.take() {
            Some((at, parts)) if now.saturating_duration_since(at) < GOOD_FOR => (at, parts),
            _ => (now, ask().await),
        };
        last.insert(parts).1.clone()
    }
}

impl Part {
    /// Checks a component without which the server is not ready. It must succeed in time. The reason of a failure is
    /// only logged.
    pub async fn needed<E: Display>(name: &'static str, check: impl Future<Output = Result<(), E>>) -> Self {
        Self { name, is_usable: is_usable(PATIENCE, name, check).await, is_needed: true }
    }

    /// Checks a component that does not affect readiness: all replicas share it, or most requests work without it.
    pub async fn useful<E: Display>(name: &'static str, check: impl Future<Output = Result<(), E>>) -> Self {
        Self { is_needed: false, ..Self::needed(name, check).await }
    }
}

async fn is_usable<E: Display>(
    patience: Duration,
    part: &'static str,
    check: impl Future<Output = Result<(), E>>,
) -> bool {
    match tokio::time::timeout(patience, check).await {
        Ok(Ok(())) => return true,
        Ok(Err(error)) => tracing::error!(part, %error, "a component of the server is not usable"),
        Err(_) => tracing::error!(part, "a component of the server does not respond"),
    }
    false
}

fn readiness(parts: &[Part], draining: bool) -> Health {
    let is_ready = !draining && parts.iter().all(|part| part.is_usable || !part.is_needed);
    let (status, text) =
        if is_ready { (StatusCode::OK, "ready") } else { (StatusCode::SERVICE_UNAVAILABLE, "not ready") };
    let server = ("server", if draining { "stopping" } else { "ok" });
    let parts = parts.iter().map(|part| (part.name, if part.is_usable { "ok" } else { "can't be used" }));
    let members = [("status", text), server].into_iter().chain(parts);
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

    const DATABASE: Part = Part { name: "database", is_usable: true, is_needed: true };
    const MEDIA: Part = Part { name: "media", is_usable: false, is_needed: true };

    /// A failed part that is not needed is shown, with status 200.
    #[test]
    fn failed_needed_part_or_draining_returns_503() {
        let (status, _, Json(body)) = readiness(&[DATABASE], false);
        assert_eq!(status, 200);
        assert_eq!(body, json!({ "status": "ready", "server": "ok", "database": "ok" }));
        let (status, _, Json(body)) = readiness(&[DATABASE, MEDIA], false);
        assert_eq!(status, 503);
        let expected = json!({ "status": "not ready", "server": "ok", "database": "ok", "media": "can't be used" });
        assert_eq!(body, expected);
        let (status, _, Json(body)) = readiness(&[DATABASE, Part { is_needed: false, ..MEDIA }], false);
        assert_eq!(status, 200);
        let expected = json!({ "status": "ready", "server": "ok", "database": "ok", "media": "can't be used" });
        assert_eq!(body, expected);
        let (status, _, Json(body)) = readiness(&[], true);
        assert_eq!((status.as_u16(), body), (503, json!({ "status": "not ready", "server": "stopping" })));
    }

    #[tokio::test]
    async fn check_is_repeated_only_after_a_while() {
        let (readiness, calls, begin) = (Readiness::default(), Cell::new(0), Instant::now());
        let part = |is_usable| vec![Part { is_usable, ..DATABASE }];
        let ask = async || {
            calls.set(calls.get() + 1);
            part(calls.get() == 1)
        };
        for (millis, usable, times) in [(0, true, 1), (249, true, 1), (250, false, 2), (499, false, 2)] {
            let parts = readiness.parts(begin + Duration::from_millis(millis), ask).await;
            assert_eq!((parts, calls.get()), (part(usable), times), "{millis}");
        }
        assert_eq!(readiness.answer(Some(DrainMarker), async || vec![]).await.0, 503);
    }

    #[tokio::test]
    async fn failed_or_timed_out_check_is_not_usable() {
        let never = std::future::pending::<Result<(), String>>();
        assert!(!is_usable(Duration::from_millis(1), "database", never).await);
        assert_eq!(Part::needed("media", async { Err("full") }).await, MEDIA);
        assert_eq!(Part::useful("media", async { Err("full") }).await, Part { is_needed: false, ..MEDIA });
        assert_eq!(Part::needed("database", async { Ok::<(), String>(()) }).await, DATABASE);
    }
}
