//! Reads values of a JSON document. Every error names the path of its value.

use std::fmt;

use crate::error::RuleError;
use crate::id::Id;
use crate::json::Json;

/// How much of a text an error quotes, in characters.
const MAX_REPEATED: usize = 80;

/// A value of the document and its path, for example `all[1].geo`.
#[derive(Debug)]
pub(crate) struct Cursor<'a> {
    value: &'a Json,
    path: String,
}

impl<'a> Cursor<'a> {
    /// The whole document.
    pub(crate) fn root(value: &'a Json) -> Self {
        Self { value, path: String::new() }
    }

    /// Returns an error at this path.
    pub(crate) fn error(&self, problem: impl fmt::Display) -> RuleError {
        RuleError { path: self.path.clone(), problem: problem.to_string() }
    }

    fn expected(&self, what: &str) -> RuleError {
        self.error(format_args!("has to be {what}, not {}", self.value.kind()))
    }

    /// Returns the text.
    pub(crate) fn text(&self) -> Result<&'a str, RuleError> {
        if let Json::Text(text) = self.value { Ok(text) } else { Err(self.expected("a text")) }
    }

    /// Returns the id of a group, a product or a site key.
    pub(crate) fn id(&self) -> Result<Id, RuleError> {
        let text = self.text()?;
        text.parse().map_err(|error| self.error(format_args!("{}: {error}", repeated(text))))
    }

    /// Checks that the value is `true`. The meaning of `false` would be ambiguous.
    pub(crate) fn is_true(&self) -> Result<(), RuleError> {
        match self.value {
            Json::Bool(true) => Ok(()),
            Json::Bool(false) => Err(self.error("has to be true, or left out")),
            _ => Err(self.expected("true")),
        }
    }

    /// Returns the values of a list of 1 to `max` `what`.
    pub(crate) fn list(&self, what: &str, max: usize) -> Result<Vec<Self>, RuleError> {
        let Json::List(items) = self.value else { return Err(self.expected(&format!("a list of {what}"))) };
        if items.is_empty() {
            return Err(self.error(format_args!("the list of {what} is empty")));
        }
        if items.len() > max {
            return Err(self.error(format_args!("a list of at most {max} {what}, not {}", items.len())));
        }
        let at = |(index, value)| Self { value, path: format!("{}[{index}]", self.path) };
        Ok(items.iter().enumerate().map(at).collect())
    }

    /// Returns the members called `names`, in that order. The object must not have other or repeated members.
    pub(crate) fn members<const N: usize>(&self, names: [&str; N]) -> Result<[Option<Self>; N], RuleError> {
        let Json::Object(members) = self.value else {
            return Err(self.expected(&format!("an object with {}", listed(&names))));
        };
        let mut found = [const { None }; N];
        for (name, value) in members {
            let place = names.iter().zip(&mut found).find(|(known, _)| *known == name);
            let Some((_, place)) = place else {
                return Err(self.error(format_args!("{} is not known here, {} is", repeated(name), listed(&names))));
            };
            if place.is_some() {
                return Err(self.error(format_args!("{} is there twice", repeated(name))));
            }
            *place = Some(self.member(name, value));
        }
        Ok(found)
    }

    /// Returns the name and the value of the object's only member, which has to be one of `names`.
    pub(crate) fn only_member(&self, names: &[&'static str]) -> Result<(&'static str, Self), RuleError> {
        let one = || format!("an object with exactly one of {}", listed(names));
        let Json::Object(members) = self.value else { return Err(self.expected(&one())) };
        let [(name, value)] = members.as_slice() else {
            return Err(self.error(format_args!("has to be {}, not with {} members", one(), members.len())));
        };
        let Some(known) = names.iter().find(|known| *known == name) else {
            return Err(self.error(format_args!("{} is not known here, {} is", repeated(name), listed(names))));
        };
        Ok((known, self.member(known, value)))
    }

    fn member(&self, name: &str, value: &'a Json) -> Self {
        let dot = if self.path.is_empty() { "" } else { "." };
        Self { value, path: format!("{}{dot}{name}", self.path) }
    }
}

/// Quotes a text of the document. Shortens it if it is long.
pub(crate) fn repeated(text: &str) -> String {
    format!("{:?}", text.chars().take(MAX_REPEATED).collect::<String>())
}

fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).to_owned(),
        [names @ .., last] => format!("{} or {last}", names.join(", ")),
    }
}
