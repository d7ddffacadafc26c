//! Browsers and their drivers.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyhow::{Context as _, Result, bail};

use super::{debian_packages, may_install, on_path};
use crate::browser::Browser;
use crate::{checkout, process};

/// Debian 12 has no package of it.
const GECKODRIVER: &str = "geckodriver@0.37.1";

/// Chromium without the browser around it, which takes half as much processor time: Debian's package and its program.
const HEADLESS_SHELL: &str = "chromium-headless-shell";

/// The program of Chromium's headless shell. If it is missing, installs it, if it may. Without it, tests use the whole
/// browser.
pub fn headless_shell() -> Option<&'static Path> {
    static FOUND: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
        if on_path(HEADLESS_SHELL).is_none() && may_install() {
            // Not every distribution has the package.
            let _ = debian_packages(&[HEADLESS_SHELL]);
        }
        on_path(HEADLESS_SHELL)
    });
    FOUND.as_deref()
}

/// A requirement of a run: any of these programs. Debian's packages have one of them.
struct Need {
    programs: &'static [&'static str],
    packages: &'static [&'static str],
}

/// The driver of `browser`: what the environment names, or what is found on the PATH. If it or the browser is missing,
/// installs them, if it may.
///
/// # Errors
/// If something is missing. Says what, and what to do.
pub fn driver(browser: Browser) -> Result<PathBuf> {
    let named = env::var_os(browser.driver_variable()).filter(|path| !path.is_empty()).map(PathBuf::from);
    let is_named = named.is_some();
    install(browser, |need| !(is_named && need.programs.contains(&browser.driver_program())))?;
    if let Some(driver) = named.or_else(|| installed(browser.driver_program())) {
        return Ok(driver);
    }
    if browser == Browser::Firefox {
        // Unoptimized: it only passes commands on, and its optimization would take minutes.
        process::run(checkout::cargo().args(["install", "--locked", "--debug", GECKODRIVER]))
            .with_context(|| format!("there is no geckodriver: `cargo install {GECKODRIVER}`, or set GECKODRIVER"))?;
    }
    installed(browser.driver_program())
        .with_context(|| format!("{} was installed, but is not on the PATH", browser.driver_program()))
}

fn needs(browser: Browser) -> &'static [Need] {
    match browser {
        Browser::Chromium => &[Need { programs: &["chromedriver"], packages: &["chromium", "chromium-driver"] }],
        // Elsewhere geckodriver knows where it is.
        Browser::Firefox if cfg!(target_os = "linux") => {
            &[Need { programs: &["firefox", "firefox-esr"], packages: &["firefox-esr"] }]
        }
        Browser::Firefox => &[],
        Browser::Webkit => &[
            Need { programs: &["WebKitWebDriver"], packages: &["webkit2gtk-driver"] },
            Need { programs: &["Xvfb"], packages: &["xvfb"] },
        ],
    }
}

/// Installs what is missing of all that is `wanted`.
fn install(browser: Browser, wanted: impl Fn(&Need) -> bool) -> Result<()> {
    let is_missing = |need: &&Need| need.programs.iter().all(|program| on_path(program).is_none());
    let missing: Vec<_> = needs(browser).iter().filter(|need| wanted(need)).filter(is_missing).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<_> = missing.iter().flat_map(|need| need.packages).copied().collect();
    if !may_install() {
        bail!("{}", advice(browser, &missing, &packages));
    }
    debian_packages(&packages)
}

fn advice(browser: Browser, missing: &[&Need], packages: &[&str]) -> String {
    let programs: Vec<_> = missing.iter().map(|need| need.programs.join(" or ")).collect();
    let driver = browser.driver_program();
    let lacks_driver = missing.iter().any(|need| need.programs.contains(&driver));
    let or_name_it =
        if lacks_driver { format!(", or name the driver by {}", browser.driver_variable()) } else { String::new() };
    format!("no {} on the PATH: install it (Debian: {}){or_name_it}", programs.join(", no "), packages.join(" "))
}

/// On the PATH, or where cargo installs programs, which need not be on it.
fn installed(program: &str) -> Option<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cargo")));
    on_path(program).or_else(|| home.map(|home| home.join("bin").join(program)).filter(|file| file.is_file()))
}
