//! A statement and what is bound to it.

use std::borrow::Cow;

use super::row::Row;

/// SQL that both databases read, and its parameters. All of it is ours but the parameters, which are never written into the text.
#[derive(Debug, Clone)]
pub struct Statement {
    pub(super) text: Cow<'static, str>,
    pub(super) parameters: Vec<Parameter>,
}

/// What a statement that writes has done.
#[derive(Debug)]
pub struct WriteResult {
    /// How many rows it has inserted, updated or deleted.
    pub changed: u64,
    /// What it returns.
    pub rows: Vec<Row>,
}

/// What stands for `$N`. PostgreSQL wants to know the type of a NULL as well.
#[derive(Clone)]
pub enum Parameter {
    Integer(Option<i64>),
    Boolean(bool),
    Text(Option<String>),
    Bytes(Vec<u8>),
}

/// A statement to which nothing is bound yet.
pub fn sql(text: &'static str) -> Statement {
    Statement { text: Cow::Borrowed(text), parameters: Vec::new() }
}

/// A statement that was put together: of names in our own schema, and of nothing that came from elsewhere.
pub(super) fn built(text: String) -> Statement {
    Statement { text: Cow::Owned(text), parameters: Vec::new() }
}

impl Statement {
    /// Binds the next parameter: the first call is `$1`.
    #[must_use]
    pub fn bind(mut self, value: impl Into<Parameter>) -> Self {
        self.parameters.push(value.into());
        self
    }
}

/// Values may be hashes and personal data: none is shown.
impl std::fmt::Debug for Parameter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("…")
    }
}

impl From<i64> for Parameter {
    fn from(number: i64) -> Self {
        Self::Integer(Some(number))
    }
}

impl From<u32> for Parameter {
    fn from(number: u32) -> Self {
        Self::Integer(Some(number.into()))
    }
}

impl From<Option<i64>> for Parameter {
    fn from(number: Option<i64>) -> Self {
        Self::Integer(number)
    }
}

impl From<bool> for Parameter {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}

impl From<&str> for Parameter {
    fn from(text: &str) -> Self {
        Self::Text(Some(text.to_owned()))
    }
}

impl From<String> for Parameter {
    fn from(text: String) -> Self {
        Self::Text(Some(text))
    }
}

impl From<&String> for Parameter {
    fn from(text: &String) -> Self {
        Self::Text(Some(text.clone()))
    }
}

impl From<Option<&str>> for Parameter {
    fn from(text: Option<&str>) -> Self {
        Self::Text(text.map(str::to_owned))
    }
}

impl From<&[u8]> for Parameter {
    fn from(bytes: &[u8]) -> Self {
        Self::Bytes(bytes.to_owned())
    }
}
