//! The calls of `tracing::error!`, `warn!`, `info!` and `debug!` in a source.

use proc_macro2::{TokenStream, TokenTree};

/// From the one that an operator should notice first.
const LEVELS: [&str; 5] = ["error", "warn", "info", "debug", "trace"];

/// A line of the log. Ordered as the page has them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Event {
    /// The position in [`LEVELS`].
    level: usize,
    pub(super) target: String,
    pub(super) message: String,
    pub(super) fields: Vec<String>,
}

impl Event {
    /// As the log has it.
    pub(super) fn level(&self) -> String {
        LEVELS.get(self.level).map(|level| level.to_uppercase()).unwrap_or_default()
    }

    pub(super) fn is(&self, level: &str) -> bool {
        self.level() == level
    }
}

/// Adds the events of a source, except those in its tests.
pub(super) fn find(tokens: TokenStream, target: &str, found: &mut Vec<Event>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let word = |at: usize| tokens.get(at).map(ToString::to_string).unwrap_or_default();
    let mut is_test = false;
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let before = |back: usize| at.checked_sub(back).map(word).unwrap_or_default();
        if before(1) == "tests" && before(2) == "mod" {
            is_test = true;
        }
        if std::mem::take(&mut is_test) {
            continue;
        }
        let level =
            LEVELS.iter().position(|level| before(2) == *level).filter(|_| before(1) == "!" && before(5) == "tracing");
        match level {
            Some(level) => found.extend(event(level, target, group.stream())),
            None => find(group.stream(), target, found),
        }
    }
}

fn event(level: usize, target: &str, arguments: TokenStream) -> Option<Event> {
    let tokens: Vec<_> = arguments.into_iter().collect();
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
    let mut fields = Vec::new();
    for argument in tokens.split(is_comma) {
        match argument {
            [] => {}
            [TokenTree::Literal(literal)] => {
                let text = literal.to_string();
                // A line break that is escaped, and the white space after it, are not in the message.
                let lines = text.split("\\\n").map(str::trim_start).collect::<String>();
                let quoted = lines.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'))?;
                let message = quoted.replace("\\\"", "\"");
                return Some(Event { level, target: target.to_owned(), message, fields });
            }
            argument => fields.push(field(argument)),
        }
    }
    None
}

/// The name of a field: of `name = value`, `%name`, `?name` or `name`.
fn field(argument: &[TokenTree]) -> String {
    let is_punct = |token: &TokenTree, char: char| matches!(token, TokenTree::Punct(punct) if punct.as_char() == char);
    let name = argument.split(|token| is_punct(token, '=')).next().unwrap_or_default();
    let name: String =
        name.iter().filter(|token| !is_punct(token, '%') && !is_punct(token, '?')).map(ToString::to_string).collect();
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(source: &str) -> Vec<(String, String, String)> {
        let mut found = Vec::new();
        find(source.parse().unwrap(), "x", &mut found);
        found.into_iter().map(|event| (event.level(), event.message.clone(), event.fields.join(" "))).collect()
    }

    #[test]
    fn fields_and_message_are_found() {
        let source =
            r#"fn f() { if true { tracing::warn!(%error, ?state, part, drain = ?self.drain, "it \"failed\""); } }"#;
        let expected = ("WARN".to_owned(), r#"it "failed""#.to_owned(), "error state part drain".to_owned());
        assert_eq!(of(source), [expected]);
    }

    #[test]
    fn tests_and_other_macros_are_not() {
        assert_eq!(of(r#"mod tests { fn f() { tracing::info!("x"); } } fn g() { log::info!("y"); panic!("z") }"#), []);
    }
}
