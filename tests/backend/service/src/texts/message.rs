//! A text with its values.

use std::fmt::{self, Display};

use askama::filters::HtmlSafe;
use fluent_bundle::{FluentArgs, FluentValue};

use super::current;
use super::language::escape;

/// A text of the pages. Its `Display` is HTML in the language of the request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Message {
    key: &'static str,
    values: Vec<(&'static str, Value)>,
}

/// A value in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Value {
    /// HTML, in which the text from outside is escaped.
    Html(String),
    /// A number, which may select a plural.
    Number(i64),
}

impl Message {
    /// The text with this key of `texts/en.ftl`.
    pub(crate) const fn new(key: &'static str) -> Self {
        Self { key, values: Vec::new() }
    }

    /// Adds text from outside as the variable `name`.
    pub(crate) fn value(self, name: &'static str, text: &impl Display) -> Self {
        self.with(name, Value::Html(quoted(text)))
    }

    /// Adds a number as the variable `name`.
    pub(crate) fn number(self, name: &'static str, number: i64) -> Self {
        self.with(name, Value::Number(number))
    }

    /// Adds HTML.
    pub(super) fn html(self, name: &'static str, html: String) -> Self {
        self.with(name, Value::Html(html))
    }

    fn with(mut self, name: &'static str, value: Value) -> Self {
        self.values.push((name, value));
        self
    }
}

/// Returns text from outside as HTML.
pub(super) fn quoted(text: &impl Display) -> String {
    escape(&text.to_string()).replace('\'', "&#39;")
}

impl Display for Message {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut values = FluentArgs::with_capacity(self.values.len());
        for (name, value) in &self.values {
            values.set(
                *name,
                match value {
                    Value::Html(html) => FluentValue::from(html.as_str()),
                    Value::Number(number) => FluentValue::from(*number),
                },
            );
        }
        formatter.write_str(&current::with(|current| current.language.format(self.key, &values)))
    }
}

impl HtmlSafe for Message {}
