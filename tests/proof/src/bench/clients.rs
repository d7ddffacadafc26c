//! Stagepass beside other clients in a real browser: failures during a sign-in, times, and bytes that a page loads.
//!
//! The criteria are in `tests/e2e/benches/clients`, the apps in `tests/clients`. The results of each run are saved,
//! so that the document has every browser in which this package was tested.

mod document;
mod results;

use std::env;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use clap::ValueEnum as _;
use serde_json::{Value, json};
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::browser::Browser;
use stagepass_programs::display::Display;
use stagepass_programs::{checkout, process, tools};

use super::figures::Verdict;
use results::{Figures, Results, Size};

const BENCH: [&str; 8] =
    ["bench", "--quiet", "--profile", "dev", "--package", "stagepass-e2e-tests", "--bench", "clients"];

/// Runs it in the browser that `STAGEPASS_BROWSER` names, Chromium by default, and writes docs/comparison.md. Each
/// client signs in `logins` times on each network, or as often as the program does by itself.
pub(super) fn measure(logins: Option<usize>, verdict: &mut Verdict) -> Result<()> {
    let browser = browser()?;
    let driver = tools::driver(browser)?;
    let versions = build_apps()?;
    let printed = run(browser, &driver, logins)?;
    let mut results = Results::read(browser, &printed)?;
    for figures in &mut results.figures {
        figures.size = Some(size(figures)?);
    }
    for (line, client, word) in results.problems() {
        verdict.not_run(&format!("{client}, {line}"), word);
    }
    let folder = checkout::target_dir()?.join("bench-clients");
    let runs = keep(&folder, &results, &versions)?;
    let document = checkout::root().join("docs/comparison.md");
    fs::write(&document, document::written(&runs, &versions))
        .with_context(|| format!("cannot write {}", document.display()))?;
    println!("written: {}", document.display());
    Ok(())
}

fn browser() -> Result<Browser> {
    match env::var("STAGEPASS_BROWSER") {
        Ok(name) if !name.is_empty() => match Browser::from_str(&name, true) {
            Ok(browser) => Ok(browser),
            Err(_) => bail!("STAGEPASS_BROWSER is {name:?}: it should be chromium, firefox or webkit"),
        },
        _ => Ok(Browser::Chromium),
    }
}

fn folder() -> PathBuf {
    checkout::root().join("tests/clients")
}

/// Builds the package and the apps. Returns the clients' versions, and a value that identifies this build of the
/// package.
fn build_apps() -> Result<Value> {
    let tarball = package()?;
    tools::install(&tarball, &folder())?;
    process::run(checkout::node(&folder()).arg("build.mjs")).context("an app of a client's cannot be built")?;
    let version = |package: &str| -> Result<Value> {
        let manifest = folder().join("node_modules").join(package).join("package.json");
        let text = fs::read_to_string(&manifest).with_context(|| format!("cannot read {}", manifest.display()))?;
        let manifest: Value = serde_json::from_str(&text).context("a package.json is no JSON")?;
        Ok(manifest.get("version").cloned().unwrap_or_default())
    };
    let mut package = Vec::new();
    for file in ["core.wasm", "index.js", "callback.js"] {
        package.extend(fs::read(checkout::package().join("dist").join(file)).context("the package lacks a file")?);
    }
    Ok(json!({
        "stagepass": version("stagepass")?, "oidc-client-ts": version("oidc-client-ts")?,
        "auth0-spa-js": version("@auth0/auth0-spa-js")?, "okta-auth-js": version("@okta/okta-auth-js")?,
        "oidc-spa": version("oidc-spa")?, "msal-browser": version("@azure/msal-browser")?,
        "package": fingerprint(&package),
    }))
}

/// Builds the package and returns the path of its tarball, which is the last thing that is printed.
fn package() -> Result<PathBuf> {
    let printed = process::output(checkout::cargo().args(["xtask", "package"]))?;
    printed.lines().last().map(PathBuf::from).context("`cargo xtask package` names no tarball")
}

/// Enough to tell one build from another.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Its output, which is shown as it comes.
fn run(browser: Browser, driver: &Path, logins: Option<usize>) -> Result<String> {
    binaries::build([Binary::Backend], Profile::Debug)?;
    let display = if browser == Browser::Webkit { Some(Display::start()?) } else { None };
    let mut cargo = checkout::cargo();
    cargo
        .args(BENCH)
        .arg("--")
        .args(logins.map(|logins| format!("--logins={logins}")))
        .env("STAGEPASS_BROWSER", browser.name())
        .env(browser.driver_variable(), driver);
    if let Some(display) = &display {
        display.configure(&mut cargo);
    }
    let (status, printed) = process::read_output(&mut cargo, |stdout| {
        let mut all = String::new();
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            // The line is parsed even if it cannot be printed.
            let _ = writeln!(std::io::stdout(), "{}", results::shown(&line));
            all.push_str(&line);
            all.push('\n');
        }
        all
    })?;
    if !status.success() {
        bail!("`{}` failed ({status})", process::shown(&cargo));
    }
    Ok(printed)
}

/// The bytes of a client that a page has loaded, uncompressed and with brotli at 11.
fn size(figures: &Figures) -> Result<Size> {
    let mut node: Command = checkout::node(&folder());
    node.arg("measure.mjs").arg(Path::new("built").join(&figures.client)).args(&figures.files);
    process::json(&mut node)
}

/// Saves these, and returns all saved results of the same packages, browser by browser.
fn keep(folder: &Path, results: &Results, versions: &Value) -> Result<Vec<Results>> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let file = |browser: Browser| folder.join(format!("{browser}.json"));
    let kept = json!({ "versions": versions, "results": results });
    fs::write(file(results.browser), kept.to_string()).context("cannot keep what was seen")?;
    let mut runs = Vec::new();
    for browser in Browser::value_variants() {
        let Ok(text) = fs::read_to_string(file(*browser)) else { continue };
        let mut kept: Value = serde_json::from_str(&text).context("what was kept is no JSON")?;
        if kept.get("versions") == Some(versions) {
            let results = kept.get_mut("results").map(Value::take).unwrap_or_default();
            runs.push(serde_json::from_value(results).context("what was kept are no results")?);
        }
    }
    Ok(runs)
}
