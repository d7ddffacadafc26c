//! `tests/backend/tests/postgres.json`: which native tests run again on PostgreSQL.

use std::fs;

use anyhow::{Context as _, Result};
use serde::Deserialize;
use stagepass_programs::checkout;

use super::extent::Extent;

const FILE: &str = "tests/backend/tests/postgres.json";

/// Beginnings of `target::module::test`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PostgresTests {
    /// What depends on the database: `cargo xtask test`.
    test: Vec<String>,
    /// What cannot depend on it: the test starts no service, or is about the client or the command line.
    never: Vec<String>,
}

impl PostgresTests {
    pub(super) fn read() -> Result<Self> {
        let text = fs::read_to_string(checkout::root().join(FILE)).with_context(|| format!("cannot read {FILE}"))?;
        serde_json::from_str(&text).with_context(|| format!("{FILE} is not valid"))
    }

    /// Whether this test of a target runs on PostgreSQL. Tests about SQLite have it in their names.
    pub(super) fn select(&self, target: &str, test: &str, extent: Extent) -> bool {
        let path = format!("{target}::{test}");
        let is_in = |list: &[String]| list.iter().any(|entry| is_beginning(entry, &path));
        let is_possible = !test.contains("sqlite") && !is_in(&self.never);
        is_possible && (extent == Extent::Whole || is_in(&self.test))
    }
}

fn is_beginning(entry: &str, path: &str) -> bool {
    path.strip_prefix(entry).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suites::sources::rust_tests;

    #[test]
    fn essential_tests_are_those_of_the_list() {
        let tests = PostgresTests { test: vec!["service::oauth".to_owned()], never: vec!["flow".to_owned()] };
        for (target, test, extents) in [
            ("service", "oauth::token::expires", [true, true]),
            ("service", "oauths::token", [false, true]),
            ("service", "oauth::sqlite_is_locked", [false, false]),
            ("flow", "popup::opens", [false, false]),
        ] {
            let selected = [Extent::Essential, Extent::Whole].map(|extent| tests.select(target, test, extent));
            assert_eq!(selected, extents, "{target}::{test}");
        }
    }

    #[test]
    fn every_entry_names_tests() {
        let tests = PostgresTests::read().unwrap();
        for entry in tests.test.iter().chain(&tests.never) {
            let (target, name) = entry.split_once("::").unwrap_or((entry, ""));
            let found = rust_tests(checkout::metadata().unwrap(), name).unwrap();
            assert!(found.iter().any(|tests| tests.target == target), "{entry}");
        }
    }
}
