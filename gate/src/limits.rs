//! Limits of the format.

/// The maximum length of the parameter's percent-decoded value, in bytes.
pub const MAX_LENGTH: usize = 4096;
/// The largest whole number that every JSON reader reads exactly: 2^53 - 1 (RFC 7493 section 2.2).
pub(crate) const MAX_INTEGER: u64 = (1 << 53) - 1;
