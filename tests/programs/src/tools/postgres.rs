//! PostgreSQL's programs.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::{debian_packages, may_install, on_path};

const PACKAGE: &str = "postgresql";
/// Where Debian puts the programs of each version: in `VERSION/bin`, and not on the PATH.
const VERSIONS: &str = "/usr/lib/postgresql";
/// Read by Debian's package when it is installed for the first time.
const SETTINGS: &str = "/etc/postgresql-common/createcluster.d";

/// The programs that make a database cluster and serve it.
pub struct Postgres {
    /// Makes a cluster.
    pub initdb: PathBuf,
    /// Serves it.
    pub server: PathBuf,
}

/// The programs on the PATH, or the newest of Debian's. If there are none, installs them, if it may.
///
/// # Errors
/// If something is missing. Says what, and what to do.
pub fn postgres() -> Result<Postgres> {
    if let Some(found) = installed() {
        return Ok(found);
    }
    if !may_install() {
        bail!("no initdb, no postgres: install PostgreSQL (Debian: {PACKAGE}), and put its programs on the PATH");
    }
    install()?;
    installed().with_context(|| format!("{PACKAGE} was installed, but there is no initdb"))
}

fn installed() -> Option<Postgres> {
    if let (Some(initdb), Some(server)) = (on_path("initdb"), on_path("postgres")) {
        return Some(Postgres { initdb, server });
    }
    newest(Path::new(VERSIONS))
}

fn newest(versions: &Path) -> Option<Postgres> {
    let version = |folder: PathBuf| Some((folder.file_name()?.to_str()?.parse::<u32>().ok()?, folder));
    let folders = fs::read_dir(versions).ok()?.flatten().filter_map(|entry| version(entry.path()));
    let of = |folder: PathBuf| Postgres { initdb: folder.join("bin/initdb"), server: folder.join("bin/postgres") };
    let whole = folders.map(|(version, folder)| (version, of(folder)));
    let whole = whole.filter(|(_, programs)| programs.initdb.is_file() && programs.server.is_file());
    whole.max_by_key(|(version, _)| *version).map(|(_, programs)| programs)
}

/// Installs Debian's package. A setting prevents that the package creates and starts a cluster for the whole machine.
fn install() -> Result<()> {
    let setting = Path::new(SETTINGS).join("no-cluster-for-tests.conf");
    fs::create_dir_all(SETTINGS)
        .and_then(|()| fs::write(&setting, "create_main_cluster = off\n"))
        .with_context(|| format!("cannot write {}", setting.display()))?;
    let outcome = debian_packages(&[PACKAGE]);
    // A later installation may create one.
    fs::remove_file(&setting).with_context(|| format!("cannot remove {}", setting.display()))?;
    outcome
}
