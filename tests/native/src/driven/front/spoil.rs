//! What can go wrong between a browser and a server.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CONTENT_TYPE};
use axum::http::{HeaderValue, Response};
use futures_util::future::BoxFuture;
use futures_util::stream;
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
            Self::Type(_) => None,
            Self::Drip => {
                let drips = stream::unfold((), async |()| {
                    sleep(DRIPS_EVERY).await;
                    Some((Ok::<_, std::io::Error>(" "), ()))
                });
                Some(response(200, "application/json", Body::from_stream(drips)))
            }
        }
    }
}

/// What is spoiled now, and what is to be done first.
#[derive(Clone, Default)]
pub(in super::super) struct Spoiled(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    spoils: HashMap<String, Spoil>,
    errands: HashMap<String, BoxFuture<'static, ()>>,
}

impl Spoiled {
    pub(super) fn spoil(&self, request: &str, spoil: Spoil) {
        self.lock().spoils.insert(request.to_owned(), spoil);
    }

    pub(super) fn mend(&self) {
        self.lock().spoils.clear();
    }

    pub(super) fn before_next(&self, request: &str, errand: BoxFuture<'static, ()>) {
        self.lock().errands.insert(request.to_owned(), errand);
    }

    /// Does what is to be done before `request` (`METHOD /path`), and gives what is said to it in the server's place, if anything.
    pub(super) async fn answer(&self, request: &str) -> Option<Response<Body>> {
        let errand = self.lock().errands.remove(request);
        if let Some(errand) = errand {
            errand.await;
        }
        self.lock().spoils.get(request).copied().and_then(Spoil::answer)
    }

    /// The server's `answer` to `request`, by the media type that it is to have.
    pub(super) fn labelled(&self, request: &str, mut answer: Response<Body>) -> Response<Body> {
        if let Some(Spoil::Type(media_type)) = self.lock().spoils.get(request) {
            answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
        }
        answer
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Spoiled {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Spoiled").field(&self.lock().spoils).finish()
    }
}
