//! A native app as host.

use core::time::Duration;
use std::time::{SystemTime, UNIX_EPOCH};

use http::{Request, Response};

use crate::config::Config;
use crate::effect::{Effect, Outcome};
use crate::error::{Code, Error};
use crate::sdk::platform::{Bounds, Environment, Platform, Task};
use crate::sdk::storage::Stores;

/// A native app.
#[derive(Clone, Debug, Default)]
pub(crate) struct Native;

/// What performs the effects of one flow.
pub(crate) struct Flow;

impl Platform for Flow {
    async fn perform(&mut self, effect: Effect) -> Outcome {
        match effect {
            Effect::Now => Outcome::Now(u64::try_from(since_1970().as_millis()).unwrap_or_default()),
            _ => Outcome::Refused,
        }
    }
}

impl Environment for Native {
    type Flow = Flow;

    fn flow(&self, _: Option<&Config>) -> Result<Flow, Error> {
        Ok(Flow)
    }

    fn stores(&self) -> Stores {
        Stores::default()
    }

    fn page(&self) -> String {
        String::new()
    }

    fn absolute(&self, url: String) -> String {
        url
    }

    fn now(&self) -> f64 {
        since_1970().as_secs_f64() * 1000.0
    }

    fn jitter(&self) -> f64 {
        f64::from(since_1970().subsec_nanos() % 1000) / 1000.0
    }

    async fn sleep(&self, time: Duration) {
        tokio::time::sleep(time).await;
    }

    async fn send(&self, _: Request<Vec<u8>>, _: Bounds) -> Result<Response<Vec<u8>>, Error> {
        Err(Code::Unsupported.into())
    }

    fn is_running() -> bool {
        tokio::runtime::Handle::try_current().is_ok()
    }

    fn watch_sessions() {}

    fn spawn(task: Task<()>) {
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(task);
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the clock")]
fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}
