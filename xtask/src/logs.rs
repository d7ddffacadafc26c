//! `cargo xtask logs`: writes docs/reference/logs.md, the events that the servers log, from their sources.

mod events;
mod page;

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use stagepass_programs::checkout;

use crate::check::source_files::source_files;
use events::Event;

const PAGE: &str = "docs/reference/logs.md";
/// What the servers are made of.
const SOURCES: [&str; 9] = [
    "tests/backend/access/src/*.rs",
    "tests/backend/kit/src/*.rs",
    "tests/backend/media/src/*.rs",
    "tests/backend/music/src/*.rs",
    "tests/backend/node/src/*.rs",
    "tests/backend/server/src/*.rs",
    "tests/backend/service/src/*.rs",
    "tests/backend/src/*.rs",
    "tests/backend/store/src/*.rs",
];

/// Writes the page.
///
/// # Errors
/// If a source cannot be read, or the page not be written.
pub(crate) fn write() -> Result<()> {
    let root = checkout::root();
    fs::write(root.join(PAGE), page::markdown(&all(&root)?)).with_context(|| format!("cannot write {PAGE}"))?;
    println!("wrote {PAGE}");
    Ok(())
}

/// Returns a problem if the page is outdated.
///
/// # Errors
/// If a source cannot be read.
pub(crate) fn outdated(root: &Path) -> Result<Vec<String>> {
    let is_current = fs::read_to_string(root.join(PAGE)).unwrap_or_default() == page::markdown(&all(root)?);
    let problem = || format!("{PAGE} is out of date: run `cargo xtask logs` and commit the result");
    Ok(if is_current { Vec::new() } else { vec![problem()] })
}

/// All events, without duplicates.
fn all(root: &Path) -> Result<Vec<Event>> {
    let mut found = Vec::new();
    for (name, text) in source_files(root, &SOURCES)? {
        if name.ends_with("/tests.rs") {
            continue;
        }
        let tokens = text.parse().map_err(|error| anyhow!("cannot read {name}: {error}"))?;
        events::find(tokens, &target(&name), &mut found);
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// The path of a file's module, as the log has it: `stagepass_service::oauth::token`.
fn target(file: &str) -> String {
    let file = file.trim_start_matches("tests/backend/").trim_end_matches(".rs");
    let (package, module) = file.split_once("src/").unwrap_or(("", file));
    let package = match package.trim_end_matches('/') {
        "" => "backend",
        package => package,
    };
    let module = match module {
        "lib" | "main" => String::new(),
        module => format!("::{}", module.replace('/', "::")),
    };
    format!("stagepass_{package}{module}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn target_is_that_of_the_module() {
        for (file, expected) in [
            ("tests/backend/service/src/oauth/token.rs", "stagepass_service::oauth::token"),
            ("tests/backend/src/cli/stop.rs", "stagepass_backend::cli::stop"),
            ("tests/backend/store/src/lib.rs", "stagepass_store"),
        ] {
            assert_eq!(target(file), expected);
        }
    }
}
