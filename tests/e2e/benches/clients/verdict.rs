//! The verdict on a client for a line.

use std::fmt;

use crate::client::Choice;

/// It.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It does what the line says, with an optional note.
    Passes(String),
    /// It does not, and this was seen instead.
    Fails(String),
    /// Nothing that it offers does this, for this reason.
    NotOffered(String),
    /// Nothing can be said: the bench itself has failed.
    NotJudged,
}

impl Verdict {
    pub(crate) fn passes() -> Self {
        Self::Passes(String::new())
    }

    pub(crate) fn fails(seen: impl fmt::Display) -> Self {
        Self::Fails(seen.to_string())
    }

    /// Passes if nothing else was seen.
    pub(crate) fn unless(seen: Option<String>) -> Self {
        seen.map_or_else(Self::passes, Self::Fails)
    }

    /// The verdict if the client fails by default, and `other` was seen with an option.
    pub(crate) fn or_with(self, choice: Choice, other: Self) -> Self {
        match (&self, other) {
            (Self::Fails(seen), Self::Passes(_)) => Self::Passes(format!("with `{}`; without: {seen}", choice.name)),
            _ => self,
        }
    }

    pub(crate) const fn word(&self) -> &'static str {
        match self {
            Self::Passes(_) => "pass",
            Self::Fails(_) => "fail",
            Self::NotOffered(_) => "not offered",
            Self::NotJudged => "not judged",
        }
    }

    pub(crate) fn note(&self) -> &str {
        match self {
            Self::Passes(note) | Self::Fails(note) | Self::NotOffered(note) => note,
            Self::NotJudged => "",
        }
    }
}
