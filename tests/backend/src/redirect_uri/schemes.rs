//! Schemes that no app may claim as its own.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Not in the registry, and run code or open other apps all the same.
const DANGEROUS: [&str; 6] =
    ["javascript", "vbscript", "livescript", "intent", "moz-extension", "x-apple.systempreferences"];

/// Whole families of registered schemes: the parts of one vendor's system, and those that web sites may claim in a browser.
const FAMILIES: [&str; 3] = ["ms-", "microsoft.", "web+"];

/// Schemes with a meaning of their own, most of them in the IANA registry "URI Schemes" (RFC 7595); one a line, in lower case. It has the
/// permanent ones and the provisional ones in wide use; the registry itself grows first come, first served.
static REGISTERED: LazyLock<HashSet<&str>> = LazyLock::new(|| include_str!("registered-schemes.txt").lines().collect());

/// Whether `scheme` (in lower case) is dangerous or registered for something else.
pub(super) fn belongs_to_something_else(scheme: &str) -> bool {
    DANGEROUS.contains(&scheme)
        || FAMILIES.iter().any(|family| scheme.starts_with(family))
        || REGISTERED.contains(scheme)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_in_order_and_in_lower_case() {
        let lines: Vec<&str> = include_str!("registered-schemes.txt").lines().collect();
        assert!(lines.is_sorted());
        assert!(lines.iter().all(|line| *line == line.to_ascii_lowercase() && *line != "https" && *line != "http"));
        assert!(lines.len() > 150);
    }

    #[test]
    fn an_apps_own_are_left_to_it() {
        for scheme in ["com.example.app", "myapp", "exp+myapp", "stagepass-demo"] {
            assert!(!belongs_to_something_else(scheme), "{scheme}");
        }
        for scheme in ["mailto", "chrome", "ms-settings", "web+music", "intent", "spotify"] {
            assert!(belongs_to_something_else(scheme), "{scheme}");
        }
    }
}
