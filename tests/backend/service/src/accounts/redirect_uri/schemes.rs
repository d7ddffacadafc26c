//! Schemes that an app cannot use as its own.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Schemes that run code or open other apps.
const DANGEROUS: [&str; 7] =
    ["javascript", "vbscript", "livescript", "mocha", "intent", "moz-extension", "x-apple.systempreferences"];

/// Prefixes of registered schemes: those of one vendor's system, and those that web sites can register in a browser.
const FAMILIES: [&str; 3] = ["ms-", "microsoft.", "web+"];

/// The registry grows over time. Only a reversed domain name of the app's own (RFC 8252 §7.1) cannot collide with it.
static TAKEN: LazyLock<HashSet<&str>> = LazyLock::new(|| schemes(REGISTERED).chain(schemes(UNREGISTERED)).collect());
const REGISTERED: &str = include_str!("iana-uri-schemes.txt");
const UNREGISTERED: &str = include_str!("unregistered-schemes.txt");

/// Returns whether `scheme` (in lower case) is dangerous or registered for something else.
pub(super) fn belongs_to_something_else(scheme: &str) -> bool {
    DANGEROUS.contains(&scheme) || FAMILIES.iter().any(|family| scheme.starts_with(family)) || TAKEN.contains(scheme)
}

fn schemes(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().filter(|line| !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scheme_lists_are_sorted_and_lower_case() {
        for (list, least) in [(REGISTERED, 400), (UNREGISTERED, 40)] {
            assert!(schemes(list).is_sorted());
            assert!(schemes(list).all(|scheme| scheme == scheme.to_ascii_lowercase()));
            assert!(schemes(list).count() > least);
        }
    }

    #[test]
    fn an_apps_own_are_left_to_it() {
        for scheme in ["com.example.app", "myapp", "exp+myapp", "stagepass-demo"] {
            assert!(!belongs_to_something_else(scheme), "{scheme}");
        }
        let others = "mailto chrome ms-settings web+music intent mocha spotify z39.50r upn android-app \
                      machineprovisioningprogressreporter";
        for scheme in others.split(' ') {
            assert!(belongs_to_something_else(scheme), "{scheme}");
        }
    }
}
