//! Webhooks, for `tests/fuzz`.

use super::events::{Event, NEVER};
use super::signature::Signature;
use super::{own_event, stripe};

/// When the fuzzed events arrive, in Unix seconds.
const NOW: i64 = 1_800_000_000;
const SECRET: &[u8] = b"whsec_fuzz";

/// Parses `bytes` as a webhook: the value of its signature header, a line break, and its body.
///
/// # Panics
/// If a forged signature is accepted, or an event has times or numbers that the database cannot store.
pub fn webhook(bytes: &[u8]) {
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let (header, body) = bytes.split_at(end);
    let body = body.get(1..).unwrap_or_default();
    if let Some(signature) = str::from_utf8(header).ok().and_then(Signature::parse) {
        assert!(!signature.is_of(SECRET, body), "a signature that nobody made");
        let _ = signature.check_time(NOW);
    }
    for event in [own_event::read(body).ok(), stripe::read(body).ok()].into_iter().flatten().flatten() {
        is_storable(&event);
    }
}

fn is_storable(event: &Event) {
    if event.problem(NOW).is_some() {
        return;
    }
    assert!((0..=NOW + 300).contains(&event.created));
    assert!(event.user.is_none_or(|user| (1..1 << 53).contains(&user)));
    assert!(event.ends.is_none_or(|ends| ends.at >= 0 && (ends.at == NEVER || ends.at < 1 << 53)));
    assert!(![&event.id, &event.purchase].iter().any(|id| id.is_empty() || id.contains('\0')));
}
