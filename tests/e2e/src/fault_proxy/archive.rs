//! Whole requests with their responses, like a browser's HAR file: everything that a thief can read in one.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, Response};

/// The archive of a proxy. Records nothing until [`Archive::begin`].
#[derive(Clone, Debug, Default)]
pub struct Archive(Arc<Mutex<Option<Vec<ArchivedRequest>>>>);

/// A whole request with its response.
#[derive(Clone, Debug)]
pub struct ArchivedRequest {
    /// The method.
    pub method: String,
    /// The path with the query.
    pub path: String,
    /// The headers of the request.
    pub headers: HeaderMap,
    /// The body of the request.
    pub body: Bytes,
    /// The status of the response.
    pub status: u16,
    /// The headers of the response.
    pub response_headers: HeaderMap,
    /// The body of the response.
    pub response: Bytes,
}

impl Archive {
    /// Records all requests from now on. Forgets earlier ones.
    pub fn begin(&self) {
        *self.lock() = Some(Vec::new());
    }

    /// Stops, and returns the recorded requests in order of their responses.
    pub fn end(&self) -> Vec<ArchivedRequest> {
        self.lock().take().unwrap_or_default()
    }

    /// Returns the request with a body that can be read twice, and the record to complete. `None` if nothing is
    /// recorded.
    pub(super) async fn request(&self, request: Request) -> (Request, Option<ArchivedRequest>) {
        if self.lock().is_none() {
            return (request, None);
        }
        let (head, body) = request.into_parts();
        let body = to_bytes(body, usize::MAX).await.expect("the browser sends the whole body");
        let record = ArchivedRequest {
            method: head.method.to_string(),
            path: head.uri.path_and_query().map_or("/", |path| path.as_str()).to_owned(),
            headers: head.headers.clone(),
            body: body.clone(),
            status: 0,
            response_headers: HeaderMap::new(),
            response: Bytes::new(),
        };
        (Request::from_parts(head, Body::from(body)), Some(record))
    }

    /// Adds the response to the record of its request.
    pub(super) async fn answer(&self, record: ArchivedRequest, answer: Response<Body>) -> Response<Body> {
        let (head, body) = answer.into_parts();
        let body = to_bytes(body, usize::MAX).await.expect("the service sends the whole body");
        let (status, response_headers) = (head.status.as_u16(), head.headers.clone());
        if let Some(records) = &mut *self.lock() {
            records.push(ArchivedRequest { status, response_headers, response: body.clone(), ..record });
        }
        Response::from_parts(head, Body::from(body))
    }

    fn lock(&self) -> MutexGuard<'_, Option<Vec<ArchivedRequest>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
