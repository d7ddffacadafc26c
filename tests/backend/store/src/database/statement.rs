//! A statement with its parameters.

use std::borrow::Cow;

use super::row::Row;

/// SQL that both databases understand, with its parameters. Parameters are never part of the text.
#[derive(Debug, Clone)]
pub struct Statement {
    pub(super) text: Cow<'static, str>,
    pub(super) parameters: Vec<Parameter>,
    /// See [`Statement::in_batches`].
    pub(super) batch: Option<&'static str>,
}

/// The result of a statement that writes.
#[derive(Debug)]
pub struct WriteResult {
    /// The number of inserted, updated or deleted rows.
    pub changed: u64,
    /// The returned rows.
    pub rows: Vec<Row>,
}

/// The value of `$N`. PostgreSQL also needs the type of a NULL.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Parameter {
    Integer(Option<i64>),
    Boolean(bool),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
}

/// Returns a statement without parameters.
pub fn sql(text: &'static str) -> Statement {
    Statement { text: Cow::Borrowed(text), parameters: Vec::new(), batch: None }
}

/// Returns a statement whose text was built from names in the schema, and nothing else.
pub(super) fn built(text: String) -> Statement {
    Statement { text: Cow::Owned(text), parameters: Vec::new(), batch: None }
}

impl Statement {
    /// Binds the next parameter. The first call binds `$1`.
    #[must_use]
    pub fn bind(mut self, value: impl Into<Parameter>) -> Self {
        self.parameters.push(value.into());
        self
    }

    /// Adds the text that does the same for many at once, on PostgreSQL. Its `$N` is an array of the values of `$N`.
    /// Each row that it returns begins with the position of its values in the arrays, from 1. The first parameter is
    /// the key of the row to change: batches are sorted by it, so that two of them lock rows in the same order.
    pub(crate) fn in_batches(self, text: &'static str) -> Self {
        Self { batch: Some(text), ..self }
    }
}

/// Values may be hashes and personal data, so they are not printed.
impl std::fmt::Debug for Parameter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("…")
    }
}

macro_rules! parameters {
    ($($kind:ty => |$value:ident| $parameter:expr,)+) => {
        $(impl From<$kind> for Parameter {
            fn from($value: $kind) -> Self {
                $parameter
            }
        })+
    };
}

parameters! {
    i64 => |number| Self::Integer(Some(number)),
    u32 => |number| Self::Integer(Some(number.into())),
    Option<i64> => |number| Self::Integer(number),
    bool => |value| Self::Boolean(value),
    &str => |text| Self::Text(Some(text.to_owned())),
    String => |text| Self::Text(Some(text)),
    &String => |text| Self::Text(Some(text.clone())),
    Option<&str> => |text| Self::Text(text.map(str::to_owned)),
    &[u8] => |bytes| Self::Bytes(Some(bytes.to_owned())),
    Option<&[u8]> => |bytes| Self::Bytes(bytes.map(<[u8]>::to_owned)),
}
