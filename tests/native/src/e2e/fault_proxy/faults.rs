//! What can go wrong between a browser and a server.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, CONTENT_TYPE, LOCATION, RETRY_AFTER,
};
use axum::http::{HeaderName, HeaderValue, Response};
use futures_util::future::BoxFuture;
use futures_util::stream;
use tokio::time::sleep;

/// How often a byte drips.
const DRIPS_EVERY: Duration = Duration::from_millis(500);

/// How long after its beginning an answer is cut.
const CUT_AFTER: Duration = Duration::from_millis(50);

/// What becomes of a request.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
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
    /// The server's answer with one more header.
    With(&'static str, &'static str),
    /// The server's answer without this header.
    Without(&'static str),
    /// An answer begins at once, a byte comes now and then, and never the last.
    Drip,
    /// Something in between is too busy, says when to come again (`Retry-After`), and the app may read that.
    Busy {
        /// Its status.
        status: u16,
        /// Its `Retry-After`.
        retry_after: &'static str,
    },
    /// Something in between says to go there instead. The app could read the answer, and there they let everybody in.
    Redirect(&'static str),
    /// The server hears of it and does it; its answer breaks off after a byte.
    Cut,
}

impl Fault {
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
    pub(super) fn answer(self) -> Option<Response<Body>> {
        let response = |status: u16, content_type: &str, body: Body| {
            let response = Response::builder().status(status).header(CONTENT_TYPE, content_type);
            response.header(ACCESS_CONTROL_ALLOW_ORIGIN, "*").body(body).expect("it is an answer")
        };
        match self {
            Self::Answer { status, content_type, body } => Some(response(status, content_type, body.into())),
            Self::Busy { status, retry_after } => {
                let mut answer = response(status, "text/plain", Body::empty());
                answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static(retry_after));
                answer.headers_mut().insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("retry-after"));
                Some(answer)
            }
            Self::Redirect(to) => {
                let mut answer = response(307, "text/plain", Body::empty());
                answer.headers_mut().insert(LOCATION, HeaderValue::from_static(to));
                Some(answer)
            }
            Self::Type(_) | Self::With(..) | Self::Without(_) | Self::Cut => None,
            Self::Drip => {
                let drips = stream::unfold((), async |()| {
                    sleep(DRIPS_EVERY).await;
                    Some((Ok::<_, io::Error>(" "), ()))
                });
                Some(response(200, "application/json", Body::from_stream(drips)))
            }
        }
    }
}

impl Fault {
    /// What it makes of the server's answer.
    pub(super) fn apply(self, mut answer: Response<Body>) -> Response<Body> {
        match self {
            Self::Type(media_type) => {
                answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
                answer
            }
            Self::With(name, value) => {
                answer.headers_mut().append(HeaderName::from_static(name), HeaderValue::from_static(value));
                answer
            }
            Self::Without(name) => {
                answer.headers_mut().remove(name);
                answer
            }
            Self::Cut => {
                // A connection that ends before anything has come is one that a browser may try again by itself: so the beginning goes out first.
                let cut = stream::unfold(true, async |begins| {
                    if begins {
                        return Some((Ok("{"), false));
                    }
                    sleep(CUT_AFTER).await;
                    Some((Err(io::Error::other("cut")), false))
                });
                answer.map(|_| Body::from_stream(cut))
            }
            _ => answer,
        }
    }
}

/// What is spoiled now, and what is to be done first.
#[derive(Clone, Default)]
pub(in super::super) struct Faults(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    faults: HashMap<String, (Fault, Times)>,
    before: HashMap<String, BoxFuture<'static, ()>>,
    after: HashMap<String, BoxFuture<'static, ()>>,
}

/// How often still; `None`: until it is mended.
type Times = Option<usize>;

impl Faults {
    pub(super) fn inject(&self, request: &str, fault: Fault, times: Times) {
        self.lock().faults.insert(request.to_owned(), (fault, times));
    }

    pub(super) fn clear_faults(&self) {
        self.lock().faults.clear();
    }

    pub(super) fn before_next(&self, request: &str, errand: BoxFuture<'static, ()>) {
        self.lock().before.insert(request.to_owned(), errand);
    }

    pub(super) fn after_next(&self, request: &str, errand: BoxFuture<'static, ()>) {
        self.lock().after.insert(request.to_owned(), errand);
    }

    /// Does what is to be done before `request` (`METHOD /path`), and tells what becomes of it, if it is spoiled.
    pub(super) async fn begin(&self, request: &str) -> Option<Fault> {
        let errand = self.lock().before.remove(request);
        if let Some(errand) = errand {
            errand.await;
        }
        let mut inner = self.lock();
        let (fault, times) = inner.faults.get_mut(request)?;
        if let Some(times) = times {
            *times = times.checked_sub(1)?;
        }
        Some(*fault)
    }

    /// Does what is to be done when `request` has been answered, before anybody gets the answer.
    pub(super) async fn end(&self, request: &str) {
        let errand = self.lock().after.remove(request);
        if let Some(errand) = errand {
            errand.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Faults {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Faults").field(&self.lock().faults).finish()
    }
}
