//! What can go wrong between a browser and a server.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CONTENT_TYPE};
use axum::http::{HeaderValue, Response};
use futures_util::stream;
use tokio::sync::Notify;
use tokio::time::sleep;

/// How often a byte drips.
const DRIPS_EVERY: Duration = Duration::from_millis(500);

/// What becomes of a request.
#[derive(Clone, Copy, Debug)]
pub enum Spoil {
    /// Something in between answers, and the server hears nothing of it. The app may read the answer: CORS allows it.
    Answer {
        /// Its status.
        status: u16,
        /// Its media type.
        content_type: &'static str,
        /// Its body.
        body: &'static str,
    },
    /// The server's answer, called by another media type than it has.
    Type(&'static str),
    /// An answer begins at once, a byte comes now and then, and never the last.
    Drip,
    /// Nothing happens until it is mended; then the server is asked.
    Hold,
}

impl Spoil {
    /// A proxy's own page, where JSON is expected.
    pub const HTML: Self = Self::Answer {
        status: 200,
        content_type: "text/html; charset=utf-8",
        body: "<!doctype html><title>Welcome to our Wi-Fi</title>",
    };

    /// A status, and nothing in words.
    pub const fn status(status: u16) -> Self {
        Self::Answer { status, content_type: "text/plain", body: "" }
    }

    /// What it says in the server's place, if anything.
    fn answer(self) -> Option<Response<Body>> {
        let response = |status: u16, content_type: &str, body: Body| {
            let response = Response::builder().status(status).header(CONTENT_TYPE, content_type);
            response.header(ACCESS_CONTROL_ALLOW_ORIGIN, "*").body(body).expect("it is an answer")
        };
        match self {
            Self::Answer { status, content_type, body } => Some(response(status, content_type, body.into())),
            Self::Drip => {
                let drips = stream::unfold((), async |()| {
                    sleep(DRIPS_EVERY).await;
                    Some((Ok::<_, std::io::Error>(" "), ()))
                });
                Some(response(200, "application/json", Body::from_stream(drips)))
            }
            Self::Type(_) | Self::Hold => None,
        }
    }
}

/// What is spoiled now.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Spoiled(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    requests: Mutex<HashMap<String, Spoil>>,
    changed: Notify,
}

impl Spoiled {
    pub(super) fn spoil(&self, request: &str, spoil: Spoil) {
        self.lock().insert(request.to_owned(), spoil);
        self.0.changed.notify_waiters();
    }

    pub(super) fn mend(&self) {
        self.lock().clear();
        self.0.changed.notify_waiters();
    }

    /// What is said to `request` (`METHOD /path`) in the server's place, once it is known whether anything is.
    pub(super) async fn answer(&self, request: &str) -> Option<Response<Body>> {
        loop {
            // Before the look: what changes in between must not be missed.
            let changed = self.0.changed.notified();
            let spoil = self.lock().get(request).copied();
            match spoil {
                Some(Spoil::Hold) => changed.await,
                spoil => return spoil.and_then(Spoil::answer),
            }
        }
    }

    /// The server's `answer` to `request`, by the media type that it is to have.
    pub(super) fn labelled(&self, request: &str, mut answer: Response<Body>) -> Response<Body> {
        if let Some(Spoil::Type(media_type)) = self.lock().get(request) {
            answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
        }
        answer
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Spoil>> {
        self.0.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
