//! A finished span. Its texts are of the program and its settings, except for IDs of a known form.

use std::time::Duration;

use super::span_context::SpanContext;

/// A finished span.
#[derive(Debug)]
pub(crate) struct Span {
    pub(crate) context: SpanContext,
    /// The ID of the calling span.
    pub(crate) parent: Option<u64>,
    pub(crate) kind: SpanKind,
    pub(crate) name: String,
    /// Since the Unix epoch.
    pub(crate) began: Duration,
    pub(crate) took: Duration,
    pub(crate) attributes: Vec<(&'static str, Attribute)>,
    pub(crate) has_failed: bool,
}

/// The side of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SpanKind {
    /// A request that this server answers.
    Server,
    /// A call to another server or to the database.
    Client,
}

/// The value of an attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Attribute {
    Text(String),
    Number(i64),
    /// A list with one text, as it is for headers.
    Texts(String),
}

impl From<&str> for Attribute {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<u16> for Attribute {
    fn from(number: u16) -> Self {
        Self::Number(number.into())
    }
}
