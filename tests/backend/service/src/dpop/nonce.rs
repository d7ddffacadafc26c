//! Nonces of the service (RFC 9449 §8 and §9). They are signed and not stored, so every replica knows them.

use crate::token::Claims;
use crate::token::keys::{KeyRing, Purpose};
use stagepass_store::GrantId;

/// The lifetime of a nonce in seconds.
pub(crate) const NONCE_LIFETIME: i64 = 300;

/// Returns a new nonce.
pub(super) fn issue(keys: &KeyRing, now: i64) -> String {
    let claims = Claims { grant: GrantId([0; 16]), generation: 0, expires_at: now.saturating_add(NONCE_LIFETIME) };
    keys.seal(Purpose::Nonce, claims)
}

/// Returns whether the service issued this nonce, and it has not expired.
pub(super) fn is_valid(keys: &KeyRing, nonce: &str, now: i64) -> bool {
    keys.open(Purpose::Nonce, nonce, now).is_ok()
}
