//! Why a signature is malformed.

use crate::limits::MAX_LENGTH;

/// Why a signature is malformed. The sender only learns `invalid signature`
/// ([`Refusal::Invalid`](crate::Refusal::Invalid)). The reason is for logs and tools.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Invalid {
    /// Longer than [`MAX_LENGTH`].
    #[error("longer than {MAX_LENGTH} bytes")]
    TooLong,
    /// The query has the parameter twice, so two readers could use different signatures.
    #[error("the parameter is given twice")]
    Twice,
    /// The percent-decoded bytes are not UTF-8.
    #[error("not UTF-8")]
    NotUtf8,
    /// Not JSON, or JSON that two readers could read differently: a repeated member or a lone surrogate.
    #[error("not well-formed JSON: {0}")]
    Json(String),
    /// A member of the parameter's value is missing or is not a string.
    #[error("no member {0:?} that is a string")]
    Member(&'static str),
    /// The signed document is not an object, or a known member has the wrong type.
    #[error("data that is not of its form: {0}")]
    Data(String),
    /// A number beyond 2^53 - 1, which a double does not represent exactly. RFC 8785 section 3.2.2.3 writes every
    /// number as a double.
    #[error("a number beyond 2^53 - 1")]
    Number,
    /// Not `0x` and 130 hexadecimal digits.
    #[error("the signature is not 0x and 130 hexadecimal digits")]
    NotHexadecimal,
    /// v is none of 0, 1, 27, 28.
    #[error("v is none of 0, 1, 27, 28")]
    RecoveryId,
    /// s is in the upper half (EIP-2). Only one of the two forms of a signature is accepted.
    #[error("s is in the upper half")]
    HighS,
    /// r or s is zero or not below the group's order, or no public key matches them.
    #[error("no public key fits the signature")]
    Unrecoverable,
}
