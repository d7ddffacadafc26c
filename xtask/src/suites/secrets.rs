//! The logs of all that the suites have started, searched for every secret that the tests noted, and for whatever looks like one.
//!
//! Tests that use `tests/support` write to `logs` and `secrets` in the folder of [`Evidence`]; servers of xtask's own write to `logs`.

mod form;
mod search;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use tempfile::TempDir;

use super::run::Run;
use super::tally::Tally;
use crate::backend;
use search::{Found, Searcher, Secret};

/// What tests must have noted at least one of, on whatever database they ran.
const KINDS: [&str; 14] = [
    "password",
    "code",
    "code verifier",
    "access token",
    "refresh token",
    "ticket",
    "API secret",
    "bearer token",
    "cookie",
    "CSRF token",
    "token key",
    "private key",
    "bucket key",
    "invitation",
];
/// And where PostgreSQL was one of them.
const OF_POSTGRES: &str = "database password";
/// More are not shown.
const SHOWN: usize = 20;

/// The folder that logs and secrets are written to. It is gone when this is dropped: it is full of secrets.
pub(crate) struct Evidence {
    folder: TempDir,
}

/// What tests have run on by now.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RanOn {
    pub(crate) sqlite: bool,
    pub(crate) postgres: bool,
}

impl Evidence {
    pub(crate) fn new() -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("stagepass-evidence-").tempdir();
        let folder = folder.context("cannot make a temporary folder")?;
        for part in ["logs", "secrets"] {
            fs::create_dir(folder.path().join(part)).context("cannot make a temporary folder")?;
        }
        Ok(Self { folder })
    }

    /// Has the tests that `command` runs write here.
    pub(crate) fn tell(&self, command: &mut Command) {
        command.env("STAGEPASS_TEST_FOLDER", self.folder.path());
    }

    /// A new log for a server of this name.
    pub(crate) fn log(&self, name: &str) -> Result<fs::File> {
        let path = self.folder.path().join("logs").join(name);
        let file = fs::OpenOptions::new().create(true).append(true).open(&path);
        file.with_context(|| format!("cannot write {}", path.display()))
    }

    /// Searches everything that is here: a failure for each kind of secret that is in a log, and for each that could not have been found.
    pub(crate) fn search(&self, ran_on: RanOn) -> Result<Run> {
        search(self.folder.path(), ran_on)
    }
}

fn search(folder: &Path, ran_on: RanOn) -> Result<Run> {
    let secrets = noted(&folder.join("secrets"))?;
    let logs = files(&folder.join("logs"))?;
    let searcher = Searcher::new(&secrets)?;
    let (mut found, mut octets) = (Vec::new(), 0);
    for path in &logs {
        let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        octets += text.len();
        found.extend(searcher.search(&name(path), &text));
    }
    println!("{octets} octets of {} logs searched for {} secrets:", logs.len(), secrets.len());
    let mut tally = Tally::default();
    let mut check = |what: &str, is_good: bool, otherwise: &str| {
        println!("{what} ... {}", if is_good { "ok" } else { otherwise });
        *(if is_good { &mut tally.passed } else { &mut tally.failed }) += 1;
    };
    check("the services have logged something", octets > 0, "FAILED: all logs are empty");
    for (kind, noted) in kinds(&secrets, ran_on) {
        let is_found = found.iter().any(|one| one.kind == kind);
        check(
            &format!("{kind}: {noted} noted"),
            noted > 0 && !is_found,
            if noted == 0 { "FAILED: none" } else { "FAILED" },
        );
    }
    for kind in form::KINDS {
        check(kind, found.iter().all(|one| one.kind != kind), "FAILED");
    }
    show(&found);
    Ok(Run { tally, ..Run::default() })
}

/// How many of each kind there are, those that are missing among them.
fn kinds(secrets: &[Secret], ran_on: RanOn) -> BTreeMap<&str, usize> {
    let wanted = KINDS.into_iter().filter(|_| ran_on.sqlite || ran_on.postgres);
    let wanted = wanted.chain(ran_on.postgres.then_some(OF_POSTGRES));
    let mut kinds: BTreeMap<&str, usize> = wanted.map(|kind| (kind, 0)).collect();
    for secret in secrets {
        *kinds.entry(&secret.kind).or_default() += 1;
    }
    kinds
}

fn show(found: &[Found]) {
    for Found { log, line, kind, masked } in found.iter().take(SHOWN) {
        println!("{log}:{line}: {kind}: {masked}");
    }
    if found.len() > SHOWN {
        println!("and {} more", found.len() - SHOWN);
    }
}

/// What the tests noted, a line each, and what everybody knows.
fn noted(folder: &Path) -> Result<Vec<Secret>> {
    let mut secrets = vec![Secret { kind: "password".to_owned(), text: backend::PASSWORD.to_owned() }];
    for path in files(folder)? {
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        for line in text.lines() {
            let Some((kind, text)) = line.split_once('\t') else { bail!("{} has a line of no kind", path.display()) };
            if !KINDS.contains(&kind) && kind != OF_POSTGRES {
                bail!("{} has secrets of an unknown kind, {kind}", path.display());
            }
            secrets.push(Secret { kind: kind.to_owned(), text: text.to_owned() });
        }
    }
    Ok(secrets)
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
    files.sort();
    Ok(files)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notes one of each kind, and runs the search over `log`.
    fn searched(log: &str, ran_on: RanOn) -> Tally {
        let evidence = Evidence::new().unwrap();
        let notes: Vec<_> = KINDS.iter().map(|kind| format!("{kind}\tthe {kind} & more\n")).collect();
        fs::write(evidence.folder.path().join("secrets/1"), notes.concat()).unwrap();
        std::io::Write::write_all(&mut evidence.log("service.log").unwrap(), log.as_bytes()).unwrap();
        evidence.search(ran_on).unwrap().tally
    }

    const SQLITE: RanOn = RanOn { sqlite: true, postgres: false };

    #[test]
    fn a_log_without_secrets_passes() {
        let all = u32::try_from(1 + KINDS.len() + form::KINDS.len()).unwrap();
        assert_eq!(searched("path=\"/v1/me\"", SQLITE), Tally { passed: all, failed: 0, skipped: 0 });
    }

    #[test]
    fn a_planted_secret_is_found_however_it_is_written() {
        for kind in KINDS {
            let plain = format!("the {kind} & more");
            let form: String = format!("the {kind} ").replace(' ', "+") + "%26+more";
            let percent = plain.replace(' ', "%20").replace('&', "%26");
            for written in [plain, form, percent] {
                assert_eq!(searched(&format!("one\ngot {written}!"), SQLITE).failed, 1, "{written}");
            }
        }
    }

    #[test]
    fn one_that_nobody_noted_is_found_by_its_form() {
        let octets = "aB3-_x7Q".repeat(11);
        assert_eq!(searched(&format!("token={}&x", &octets[..86]), SQLITE).failed, 1);
        assert_eq!(searched(&format!("secret=\"{}\"", &octets[..43]), SQLITE).failed, 1);
        assert_eq!(searched(&format!("signature=0x{}", "0b".repeat(65)), SQLITE).failed, 1);
    }

    #[test]
    fn what_proves_nothing_fails() {
        assert_eq!(searched("", SQLITE).failed, 1, "nothing is logged");
        assert_eq!(
            searched("a line", RanOn { sqlite: true, postgres: true }).failed,
            1,
            "no database's password is noted"
        );
    }
}
