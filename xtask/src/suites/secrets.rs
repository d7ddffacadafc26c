//! Searches the logs of all servers that the suites started for secrets: those that the tests recorded, and anything
//! that looks like one.
//!
//! Tests that use `tests/support` write to `logs` and `secrets` in the [`TestFolder`]. Servers of xtask write to
//! `logs`.

mod patterns;
mod search;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use tempfile::TempDir;

use super::run::Run;
use super::statuses::Statuses;
use super::tally::Tally;
use crate::backend;
use search::{Searcher, Secret};

/// Tests record at least one of each, on any database.
const KINDS: [&str; 15] = [
    "password",
    "code",
    "code verifier",
    "access token",
    "refresh token",
    "ticket",
    "API secret",
    "bearer token",
    "credential",
    "cookie",
    "CSRF token",
    "token key",
    "private key",
    "bucket key",
    "invitation",
];
/// On PostgreSQL they also record this.
const POSTGRES_KIND: &str = "database password";
const MAX_SHOWN: usize = 20;

/// A temporary folder of logs and secrets. It is removed when this is dropped.
pub(crate) struct TestFolder(TempDir);

/// The databases that tests ran on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Databases {
    pub(crate) sqlite: bool,
    pub(crate) postgres: bool,
}

impl TestFolder {
    pub(crate) fn new() -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("stagepass-tests-").tempdir()?;
        for part in ["logs", "secrets"] {
            fs::create_dir(folder.path().join(part)).context("cannot make a temporary folder")?;
        }
        Ok(Self(folder))
    }

    /// Has the tests that `command` runs write here.
    pub(crate) fn set_env(&self, command: &mut Command) {
        command.env("STAGEPASS_TEST_FOLDER", self.0.path());
    }

    /// Opens a log for a server.
    pub(crate) fn log(&self, name: &str) -> Result<fs::File> {
        let path = self.0.path().join("logs").join(name);
        let file = fs::OpenOptions::new().create(true).append(true).open(&path);
        file.with_context(|| format!("cannot write {}", path.display()))
    }

    /// Searches all logs. Each kind of secret is a test: it fails if one is in a log, or if none was recorded. Another
    /// test compares the logged statuses with the `OpenAPI` documents.
    pub(crate) fn search(&self, tested: Databases) -> Result<Run> {
        let secrets = recorded_secrets(&self.0.path().join("secrets"))?;
        let logs = files(&self.0.path().join("logs"))?;
        let searcher = Searcher::new(&secrets)?;
        let statuses = Statuses::read()?;
        let (mut findings, mut undocumented, mut bytes) = (Vec::new(), BTreeSet::new(), 0);
        for path in &logs {
            let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            bytes += text.len();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            findings.extend(searcher.search(&name, &text));
            undocumented.extend(statuses.undocumented(&String::from_utf8_lossy(&text)));
        }
        println!("searched {} logs ({bytes} bytes) for {} secrets:", logs.len(), secrets.len());
        let mut tally = Tally::default();
        let mut check = |what: &str, is_good: bool| {
            println!("{what} ... {}", if is_good { "ok" } else { "FAILED" });
            *(if is_good { &mut tally.passed } else { &mut tally.failed }) += 1;
        };
        let is_absent = |kind: &str| findings.iter().all(|finding| finding.kind != kind);
        check("the services have logged something", bytes > 0);
        for (kind, count) in kinds(&secrets, tested) {
            check(&format!("{kind}: {count} recorded"), count > 0 && is_absent(kind));
        }
        for kind in patterns::KINDS {
            check(kind, is_absent(kind));
        }
        check("every logged status is documented", undocumented.is_empty());
        for response in &undocumented {
            println!("not in docs/reference/openapi*.json: {response}");
        }
        for finding in findings.iter().take(MAX_SHOWN) {
            println!("{finding}");
        }
        println!("{} secrets found", findings.len());
        Ok(Run { tally, ..Run::default() })
    }
}

/// How many secrets of each kind were recorded; 0 if a kind is missing.
fn kinds(secrets: &[Secret], tested: Databases) -> BTreeMap<&str, usize> {
    let expected = KINDS.into_iter().filter(|_| tested.sqlite || tested.postgres);
    let expected = expected.chain(tested.postgres.then_some(POSTGRES_KIND));
    let mut kinds: BTreeMap<&str, usize> = expected.map(|kind| (kind, 0)).collect();
    for secret in secrets {
        *kinds.entry(&secret.kind).or_default() += 1;
    }
    kinds
}

/// Reads what tests recorded, a line each. Adds the password of the demo user.
fn recorded_secrets(folder: &Path) -> Result<Vec<Secret>> {
    let mut secrets = vec![Secret { kind: "password".to_owned(), text: backend::PASSWORD.to_owned() }];
    for path in files(folder)? {
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        for line in text.lines() {
            let Some((kind, text)) = line.split_once('\t') else { bail!("{} has a line without kind", path.display()) };
            if !KINDS.contains(&kind) && kind != POSTGRES_KIND {
                bail!("{} has a secret of an unknown kind, {kind}", path.display());
            }
            secrets.push(Secret { kind: kind.to_owned(), text: text.to_owned() });
        }
    }
    Ok(secrets)
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records one secret of each kind, and searches `log`.
    fn search(log: &str, tested: Databases) -> Tally {
        let folder = TestFolder::new().unwrap();
        let secrets: Vec<_> = KINDS.iter().map(|kind| format!("{kind}\tthe {kind} & more\n")).collect();
        fs::write(folder.0.path().join("secrets/1"), secrets.concat()).unwrap();
        std::io::Write::write_all(&mut folder.log("service.log").unwrap(), log.as_bytes()).unwrap();
        folder.search(tested).unwrap().tally
    }

    const SQLITE: Databases = Databases { sqlite: true, postgres: false };

    #[test]
    fn a_log_without_secrets_passes() {
        let all = u32::try_from(2 + KINDS.len() + patterns::KINDS.len()).unwrap();
        assert_eq!(search("path=\"/v1/me\"", SQLITE), Tally { passed: all, failed: 0, skipped: 0 });
    }

    #[test]
    fn a_recorded_secret_is_found_in_every_encoding() {
        for kind in KINDS {
            let plain = format!("the {kind} & more");
            let form: String = format!("the {kind} ").replace(' ', "+") + "%26+more";
            let percent = plain.replace(' ', "%20").replace('&', "%26");
            for written in [plain, form, percent] {
                assert_eq!(search(&format!("one\ngot {written}!"), SQLITE).failed, 1, "{written}");
            }
        }
    }

    #[test]
    fn unrecorded_secret_is_found_by_its_pattern() {
        let octets = "aB3-_x7Q".repeat(11);
        assert_eq!(search(&format!("token={}&x", &octets[..86]), SQLITE).failed, 1);
        assert_eq!(search(&format!("secret=\"{}\"", &octets[..43]), SQLITE).failed, 1);
        assert_eq!(search(&format!("signature=0x{}", "0b".repeat(65)), SQLITE).failed, 1);
    }

    #[test]
    fn a_search_without_logs_or_secrets_fails() {
        assert_eq!(search("", SQLITE).failed, 1, "nothing is logged");
        let both = Databases { sqlite: true, postgres: true };
        assert_eq!(search("a line", both).failed, 1, "no database password is recorded");
    }
}
