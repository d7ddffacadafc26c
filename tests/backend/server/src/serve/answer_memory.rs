//! The bytes of answers in memory. An answer that its client does not read stays there until the write timeout, so one
//! client could fill the memory with answers that it requested on many connections.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use hyper::body::Body as _;
use serde_json::json;
use stagepass_kit::rate::Block;

/// Smaller answers, also to refused requests, are not counted: the limits of connections bound them.
const SMALL: u64 = 16 << 10;

/// Marks a response whose body is read from a file or a bucket, a buffer at a time.
#[derive(Debug, Clone, Copy)]
pub struct Streamed;

/// The counted bytes, and how many there may be.
#[derive(Debug)]
pub(super) struct AnswerMemory {
    of_address: u64,
    in_all: u64,
    used: Mutex<Used>,
}

#[derive(Debug, Default)]
struct Used {
    in_all: u64,
    by_address: HashMap<Block, u64>,
}

/// The bytes of one answer, until this is dropped.
#[derive(Debug)]
pub(super) struct AnswerBytes {
    memory: Arc<AnswerMemory>,
    address: Block,
    bytes: u64,
}

impl AnswerMemory {
    /// For `in_all` bytes, of one address at most a sixteenth of them.
    pub(super) fn new(in_all: u64) -> Self {
        Self { of_address: in_all / 16, in_all, used: Mutex::default() }
    }

    /// Counts the body of `response` to `address`, unless it is small or [`Streamed`].
    ///
    /// # Errors
    /// The response to send instead, if there are too many bytes. Pages of other origins cannot read it yet.
    pub(super) fn count(
        self: &Arc<Self>,
        address: Block,
        response: &Response,
    ) -> Result<Option<AnswerBytes>, Box<Response>> {
        let bytes = response.body().size_hint().lower();
        if bytes <= SMALL || response.extensions().get::<Streamed>().is_some() {
            return Ok(None);
        }
        self.take(address, bytes).map(Some).ok_or_else(|| Box::new(refusal()))
    }

    fn take(self: &Arc<Self>, address: Block, bytes: u64) -> Option<AnswerBytes> {
        let mut used = self.lock();
        let of_address = used.by_address.get(&address).copied().unwrap_or_default();
        if of_address + bytes > self.of_address || used.in_all + bytes > self.in_all {
            return None;
        }
        used.in_all += bytes;
        used.by_address.insert(address, of_address + bytes);
        Some(AnswerBytes { memory: Arc::clone(self), address, bytes })
    }

    fn lock(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for AnswerBytes {
    fn drop(&mut self) {
        let mut used = self.memory.lock();
        used.in_all -= self.bytes;
        if let Some(of_address) = used.by_address.get_mut(&self.address) {
            *of_address -= self.bytes;
            if *of_address == 0 {
                used.by_address.remove(&self.address);
            }
        }
    }
}

fn refusal() -> Response {
    let description = "too many answers that were not read yet: read them, then try again";
    let body = Json(json!({ "error": "too_many_requests", "error_description": description }));
    let retry_after = [(header::RETRY_AFTER, HeaderValue::from_static("1"))];
    (StatusCode::TOO_MANY_REQUESTS, retry_after, body).into_response()
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use axum::body::Body;

    use super::*;

    const IN_ALL: u64 = 16 << 20;

    fn address(last: u8) -> Block {
        Block::of(IpAddr::from([192, 0, 2, last]))
    }

    fn answer(bytes: u64) -> Response {
        Response::new(Body::from(vec![0; usize::try_from(bytes).unwrap()]))
    }

    #[test]
    fn address_has_a_sixteenth_until_its_answers_are_written() {
        let memory = Arc::new(AnswerMemory::new(IN_ALL));
        let held: Vec<_> =
            (0..4).map(|_| memory.count(address(1), &answer(IN_ALL / 64)).unwrap().expect("it is counted")).collect();
        let refused = memory.count(address(1), &answer(SMALL + 1)).unwrap_err();
        assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(refused.headers()[header::RETRY_AFTER], "1");
        assert!(memory.count(address(2), &answer(SMALL + 1)).is_ok());
        drop(held);
        assert!(memory.count(address(1), &answer(SMALL + 1)).is_ok());
        assert_eq!(memory.lock().in_all, 0);
        assert!(memory.lock().by_address.is_empty());
    }

    #[test]
    fn all_addresses_have_a_limit() {
        let memory = Arc::new(AnswerMemory::new(IN_ALL));
        let _held: Vec<_> = (0..16).map(|last| memory.count(address(last), &answer(IN_ALL / 16)).unwrap()).collect();
        assert!(memory.count(address(99), &answer(SMALL + 1)).is_err());
    }

    #[test]
    fn small_and_streamed_answers_are_not_counted() {
        let memory = Arc::new(AnswerMemory::new(0));
        assert!(memory.count(address(1), &answer(SMALL)).unwrap().is_none());
        let mut streamed = answer(SMALL + 1);
        streamed.extensions_mut().insert(Streamed);
        assert!(memory.count(address(1), &streamed).unwrap().is_none());
    }
}
