//! The formats of identifiers: for the service, which creates them, and for servers that receive them.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// The longest handle in bytes.
pub const MAX_HANDLE: usize = 30;
/// The length of every code, token and ticket in bytes.
pub const TOKEN_BYTES: usize = 64;
/// The length of every code, token and ticket in characters.
pub const TOKEN_LENGTH: usize = TOKEN_BYTES.div_ceil(3) * 4 - 2;
/// The first characters of an access server's credential.
pub const CREDENTIAL_PREFIX: &str = "as_";
/// The length of an access server's credential in characters: the prefix, and the base64url of 32 bytes.
pub const CREDENTIAL_LENGTH: usize = 46;

/// Returns whether `handle` is well-formed: ASCII letters, digits, `_`, `-` and `.`, beginning with a letter or digit.
pub fn is_handle(handle: &str) -> bool {
    handle.len() <= MAX_HANDLE
        && handle.starts_with(|c: char| c.is_ascii_alphanumeric())
        && handle.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
}

/// Returns whether `text` is formatted like an API key: 20 bytes in hexadecimal, with or without `0x`.
pub fn is_api_key(text: &str) -> bool {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    digits.is_some_and(|digits| digits.len() == 40 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Returns whether `text` is formatted like a code, token or ticket. Servers that cannot verify the signature can
/// refuse others.
pub fn is_token(text: &str) -> bool {
    token_bytes(text).is_some()
}

/// Returns the bytes of a code, token or ticket. `None` if `text` is not canonical base64url of [`TOKEN_LENGTH`]
/// characters.
pub fn token_bytes(text: &str) -> Option<Vec<u8>> {
    if text.len() == TOKEN_LENGTH { URL_SAFE_NO_PAD.decode(text).ok() } else { None }
}

/// Returns whether `text` is formatted like an access server's credential. Every other secret has another length.
pub fn is_credential(text: &str) -> bool {
    let secret = text.strip_prefix(CREDENTIAL_PREFIX).filter(|_| text.len() == CREDENTIAL_LENGTH);
    secret.is_some_and(|secret| secret.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)))
}
