//! Why a text is no signature.

use crate::limits::MAX_LENGTH;

/// Why a text is no signature of this format. To whoever sent it all of these are one: `invalid signature`
/// ([`Refusal::Invalid`](crate::Refusal::Invalid)); the difference is for logs and tools.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Invalid {
    /// Longer than [`MAX_LENGTH`].
    #[error("longer than {MAX_LENGTH} bytes")]
    TooLong,
    /// The query has the parameter twice: two readers could read two signatures.
    #[error("the parameter is given twice")]
    Twice,
    /// The percent-encoded bytes are no UTF-8.
    #[error("not UTF-8")]
    NotUtf8,
    /// Not JSON, or JSON that two readers could read as two things: a member twice, a lone surrogate.
    #[error("not well-formed JSON: {0}")]
    Json(String),
    /// The parameter's value lacks a member, or it is no string.
    #[error("no member {0:?} that is a string")]
    Member(&'static str),
    /// The signed document is no object, or a known member is not of its type.
    #[error("data that is not of its form: {0}")]
    Data(String),
    /// A whole number that a double can't tell from its neighbours (RFC 8785 section 3.2.2.3 writes every number as a double).
    #[error("a number beyond 2^53 - 1")]
    Number,
    /// Not `0x` and 130 hexadecimal digits.
    #[error("the signature is not 0x and 130 hexadecimal digits")]
    NotHexadecimal,
    /// v is none of 0, 1, 27, 28.
    #[error("v is none of 0, 1, 27, 28")]
    RecoveryId,
    /// s is in the upper half: the same signature, written in its other form (EIP-2). One signature has one text.
    #[error("s is in the upper half")]
    HighS,
    /// r or s is zero or not below the group's order, or no public key fits them.
    #[error("no public key fits the signature")]
    Unrecoverable,
}
