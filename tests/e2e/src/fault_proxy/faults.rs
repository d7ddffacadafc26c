//! Faults between a browser and a server.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CONTENT_TYPE, LOCATION};
use axum::http::{HeaderName, HeaderValue, Response};
use futures_util::future::BoxFuture;
use futures_util::stream;
use tokio::time::sleep;

/// The time between two bytes of [`Fault::Drip`].
const DRIPS_EVERY: Duration = Duration::from_millis(500);

/// The time from the start of a response until [`Fault::Cut`] ends it.
const CUT_AFTER: Duration = Duration::from_millis(50);

/// A fault of a request.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    /// The proxy responds in the server's place. The app may read the response: CORS allows it.
    Answer {
        /// Its status.
        status: u16,
        /// Its media type.
        content_type: &'static str,
        /// Its body.
        body: &'static str,
    },
    /// The proxy responds with an HTML page that has an additional header.
    Page {
        /// The header's name and value.
        header: (&'static str, &'static str),
        /// The page.
        body: &'static str,
    },
    /// The server's response with another media type.
    Type(&'static str),
    /// The server's response with an additional header.
    With(&'static str, &'static str),
    /// The server's response with another value of this header.
    Header(&'static str, &'static str),
    /// The server's response without this header.
    Without(&'static str),
    /// A response that starts at once, continues byte by byte, and never ends.
    Drip,
    /// The proxy redirects. The app may read the response, and the target allows every origin.
    Redirect(&'static str),
    /// The server handles the request. Its response breaks off after one byte.
    Cut,
}

impl Fault {
    /// An HTML page where JSON is expected, as from a captive portal.
    pub const HTML: Self = Self::Answer {
        status: 200,
        content_type: "text/html; charset=utf-8",
        body: "<!doctype html><title>Welcome to our Wi-Fi</title>",
    };

    /// A status with an empty body.
    pub const fn status(status: u16) -> Self {
        Self::Answer { status, content_type: "text/plain", body: "" }
    }

    /// Returns the response in the server's place, if the fault has one.
    pub(super) fn answer(self) -> Option<Response<Body>> {
        let response = |status: u16, content_type: &str, body: Body| {
            let response = Response::builder().status(status).header(CONTENT_TYPE, content_type);
            response.header(ACCESS_CONTROL_ALLOW_ORIGIN, "*").body(body).expect("it is an answer")
        };
        match self {
            Self::Answer { status, content_type, body } => Some(response(status, content_type, body.into())),
            Self::Page { header: (name, value), body } => {
                let mut answer = response(200, "text/html", body.into());
                answer.headers_mut().insert(name, HeaderValue::from_static(value));
                Some(answer)
            }
            Self::Redirect(to) => {
                let mut answer = response(307, "text/plain", Body::empty());
                answer.headers_mut().insert(LOCATION, HeaderValue::from_static(to));
                Some(answer)
            }
            Self::Type(_) | Self::With(..) | Self::Header(..) | Self::Without(_) | Self::Cut => None,
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
    /// Applies the fault to the server's response.
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
            Self::Header(name, value) => {
                answer.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
                answer
            }
            Self::Without(name) => {
                answer.headers_mut().remove(name);
                answer
            }
            Self::Cut => {
                // A browser may retry a connection that ends before the first byte, so one byte is sent.
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

/// The injected faults, and what runs after requests.
#[derive(Clone, Default)]
pub(crate) struct Faults(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    faults: HashMap<String, (Fault, Times)>,
    after: HashMap<String, BoxFuture<'static, ()>>,
}

/// How many requests are left. `None`: until the faults are cleared.
type Times = Option<usize>;

impl Faults {
    pub(super) fn inject(&self, request: &str, fault: Fault, times: Times) {
        self.lock().faults.insert(request.to_owned(), (fault, times));
    }

    pub(super) fn clear_faults(&self) {
        self.lock().faults.clear();
    }

    pub(super) fn after_next(&self, request: &str, errand: BoxFuture<'static, ()>) {
        self.lock().after.insert(request.to_owned(), errand);
    }

    /// Returns the fault of `request` (`METHOD /path`), if any.
    pub(super) fn begin(&self, request: &str) -> Option<Fault> {
        let mut inner = self.lock();
        let (fault, times) = inner.faults.get_mut(request)?;
        if let Some(times) = times {
            *times = times.checked_sub(1)?;
        }
        Some(*fault)
    }

    /// Runs what was registered to run after `request`.
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
