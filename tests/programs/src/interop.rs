//! Third-party libraries that our gate and our service must work with: ethers and OAuth clients from npm, and
//! eth-account in a Python environment of its own. Go compiles a server of the guide. Providers that our client signs
//! in at have a Python environment too.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::{checkout, process, tools};

/// The oldest version that eth-account supports.
const OLDEST_PYTHON: (u32, u32) = (3, 10);
/// Prints the version. Fails if Debian's separate package for environments is missing.
const PROBE: &str = "import ensurepip, sys, venv; print(*sys.version_info[:2])";

/// The folder of the programs that use them.
pub fn folder() -> PathBuf {
    checkout::root().join("tests/consumers/interop")
}

/// The Python of an environment in the target folder with the packages of `tests/consumers/interop/requirements.txt`.
/// Creates it if necessary.
///
/// # Errors
/// If there is none. Says why, and what to do.
pub fn python() -> Result<PathBuf> {
    environment(&folder(), "interop-python")
}

/// As [`python`], with the packages of `tests/providers/requirements.txt`.
///
/// # Errors
/// If there is none. Says why, and what to do.
pub fn providers_python() -> Result<PathBuf> {
    environment(&checkout::root().join("tests/providers"), "providers-python")
}

/// The Python of an environment of this name, with the packages of the tests in `folder`.
fn environment(folder: &Path, name: &str) -> Result<PathBuf> {
    let requirements = folder.join("requirements.txt");
    let wanted =
        fs::read_to_string(&requirements).with_context(|| format!("cannot read {}", requirements.display()))?;
    let environment = checkout::target_dir()?.join(name);
    let python = environment.join("bin/python");
    // Written last, so that an interrupted installation is repeated.
    let installed = environment.join("installed.txt");
    if fs::read_to_string(&installed).is_ok_and(|installed| installed == wanted) && version(&python).is_some() {
        return Ok(python);
    }
    let system = system_python()?;
    process::run(Command::new(system).args(["-m", "venv", "--clear"]).arg(&environment))
        .context("no Python environment could be made")?;
    let mut pip = Command::new(&python);
    // Nothing but what is listed, and nothing that runs a build of its own.
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"]);
    process::run(pip.arg("--requirement").arg(&requirements)).context("Python's packages could not be installed")?;
    fs::write(&installed, wanted).with_context(|| format!("cannot write {}", installed.display()))?;
    Ok(python)
}

/// Makes sure that there is `go` on the PATH. If there is none, installs Debian's package, if it may.
///
/// # Errors
/// If there is none. Says what to do.
pub fn go() -> Result<()> {
    if tools::on_path("go").is_none() && tools::may_install() {
        tools::debian_packages(&["golang-go"])?;
    }
    tools::on_path("go").map(drop).context("no Go: install version 1.19 or newer (Debian: golang-go)")
}

/// A Python that can make environments. If there is none, installs Debian's packages, if it may.
fn system_python() -> Result<&'static Path> {
    let python = Path::new("python3");
    if version(python).is_none() && tools::may_install() {
        tools::debian_packages(&["python3", "python3-venv"])?;
    }
    let (major, minor) = OLDEST_PYTHON;
    match version(python) {
        Some(version) if version >= OLDEST_PYTHON => Ok(python),
        Some((its_major, its_minor)) => {
            bail!("Python {its_major}.{its_minor} is too old: install version {major}.{minor} or newer")
        }
        None => {
            bail!(
                "no Python that can make environments: install version {major}.{minor} or newer (Debian: python3 python3-venv)"
            )
        }
    }
}

fn version(python: &Path) -> Option<(u32, u32)> {
    let output = Command::new(python).args(["-c", PROBE]).stderr(Stdio::null()).output().ok()?;
    parse_version(&String::from_utf8(output.stdout).ok()?).filter(|_| output.status.success())
}

fn parse_version(printed: &str) -> Option<(u32, u32)> {
    let (major, minor) = printed.trim().split_once(' ')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
