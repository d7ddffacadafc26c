//! `cargo xtask size`: what a browser loads for `stagepass` and its callback page, and what an app takes along for React Native, against a budget.

use std::fs;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use stagepass_programs::core_build::Build;
use stagepass_programs::{checkout, process};

use crate::package;

/// The release build's ceiling, in bytes of brotli for everything. A decision, not a measurement: `--write` does not move it.
const CEILING: u64 = 30_500;

const BUDGET: &str = "size-budget.json";
/// What the budget allows beyond what was measured, in percent.
const ALLOWANCE: u64 = 3;

/// The last two are no part of the total: `core.js` is loaded in place of the wasm, or not at all; and no browser loads `react-native/index.js`.
const PARTS: [&str; 5] = ["wasm", "javascript", "total", "core.js", "react-native"];

/// Builds both packages, loads them, prints their sizes, and compares them with the budget; with `write`, makes the budget from them. With `tested`, the stable
/// one is what the suites have left behind.
///
/// # Errors
/// When a part is over its budget, or the release build over the ceiling; and when the suites have left nothing behind.
pub(crate) fn size(write: bool, tested: bool) -> Result<()> {
    let (stable, release) = if tested {
        package::stable(true)?;
        let (stable, release) = (measured()?, measure(Build::Release)?);
        if stable == release {
            // As after a first time: it would pass for a small stable build.
            bail!("pkg held the release build: run `cargo xtask test` before, or leave --tested out");
        }
        (stable, release)
    } else {
        // The stable build last: it is the one that the demo and the tests use.
        let release = measure(Build::Release)?;
        (measure(Build::Stable)?, release)
    };
    print_table(&[("stable", &stable), ("release", &release)]);
    if write {
        write_budget(&stable, &release)?;
    }
    let file = checkout::root().join(BUDGET);
    let text =
        fs::read_to_string(&file).with_context(|| format!("no {BUDGET}: make it with `cargo xtask size --write`"))?;
    let budget: Value = serde_json::from_str(&text).with_context(|| format!("{BUDGET} is no JSON"))?;
    let mut over = excess("stable", &stable, &budget)?;
    over.extend(excess("release", &release, &budget)?);
    let all = brotli(&release, "total")?;
    if all > CEILING {
        over.push(format!("the release build has {all} bytes of brotli, the ceiling is {CEILING}"));
    }
    if !over.is_empty() {
        bail!(
            "{}\nMake it smaller; or, if it is worth its bytes, run `cargo xtask size --write` and say why",
            over.join("\n")
        );
    }
    Ok(())
}

/// Packs and loads a build (packing does), then measures it.
fn measure(build: Build) -> Result<Value> {
    package::package(build)?;
    measured()
}

/// The files that were packed last: `{"wasm": {"raw", "gzip", "brotli"}, …, "files": […]}`.
fn measured() -> Result<Value> {
    let script = tempfile::Builder::new().suffix(".mjs").tempfile().context("cannot make a temporary file")?;
    fs::write(&script, include_str!("size/measure.mjs")).context("cannot write a temporary file")?;
    let mut node = checkout::node(&checkout::template());
    let json = process::output(node.arg(script.path()).arg(checkout::package().join("dist")))?;
    serde_json::from_str(&json).context("cannot read what was measured")
}

fn print_table(builds: &[(&str, &Value)]) {
    println!("\n{:20} {:>10} {:>10} {:>10}", "bytes", "raw", "gzip 9", "brotli 11");
    for (name, sizes) in builds {
        for part in ["wasm", "javascript", "total", "core.js", "glue alone", "react-native"] {
            let size = |form: &str| {
                sizes.get(part).and_then(|part| part.get(form)).and_then(Value::as_u64).unwrap_or_default()
            };
            println!("{:20} {:>10} {:>10} {:>10}", format!("{name} {part}"), size("raw"), size("gzip"), size("brotli"));
        }
        println!("{:20} {}\n", format!("{name} files"), sizes.get("files").unwrap_or(&Value::Null));
    }
    println!(
        "JavaScript is the facade and the glue, bundled together; core.js is loaded in place of the wasm where there is no WebAssembly. \"Glue alone\" is the glue minified by itself, and part of it. react-native is react-native/index.js, all that the package adds to an app's bundle; its core is JavaScript."
    );
}

fn write_budget(stable: &Value, release: &Value) -> Result<()> {
    let budget = |sizes: &Value| {
        let allowed = |part: &&str| Ok(((*part).to_owned(), json!(brotli(sizes, part)? * (100 + ALLOWANCE) / 100)));
        PARTS.iter().map(allowed).collect::<Result<serde_json::Map<_, _>>>()
    };
    let text = serde_json::to_string_pretty(&json!({ "stable": budget(stable)?, "release": budget(release)? }))?;
    fs::write(checkout::root().join(BUDGET), text + "\n").with_context(|| format!("cannot write {BUDGET}"))
}

/// What is over its budget, in words.
fn excess(build: &str, sizes: &Value, budget: &Value) -> Result<Vec<String>> {
    let mut over = Vec::new();
    for part in PARTS {
        let allowed = budget.get(build).and_then(|build| build.get(part)).and_then(Value::as_u64);
        let allowed =
            allowed.with_context(|| format!("{BUDGET} has no {build}.{part}: run `cargo xtask size --write`"))?;
        let size = brotli(sizes, part)?;
        if size > allowed {
            over.push(format!("{build}: {part} has {size} bytes of brotli, its budget is {allowed}"));
        }
    }
    Ok(over)
}

fn brotli(sizes: &Value, part: &str) -> Result<u64> {
    let bytes = sizes.get(part).and_then(|part| part.get("brotli")).and_then(Value::as_u64);
    bytes.with_context(|| format!("{part} was not measured"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(wasm: u64) -> Value {
        json!({ "wasm": { "brotli": wasm }, "javascript": { "brotli": 50 }, "total": { "brotli": wasm + 50 }, "core.js": { "brotli": 70 }, "react-native": { "brotli": 90 } })
    }

    #[test]
    fn a_part_over_its_budget_is_named() {
        let budget =
            json!({ "stable": { "wasm": 100, "javascript": 60, "total": 160, "core.js": 70, "react-native": 90 } });
        assert!(excess("stable", &sizes(100), &budget).unwrap().is_empty());
        assert_eq!(
            excess("stable", &sizes(101), &budget).unwrap(),
            ["stable: wasm has 101 bytes of brotli, its budget is 100"]
        );
        assert!(excess("release", &sizes(1), &budget).is_err());
        let tight =
            json!({ "stable": { "wasm": 100, "javascript": 60, "total": 160, "core.js": 70, "react-native": 89 } });
        assert_eq!(
            excess("stable", &sizes(100), &tight).unwrap(),
            ["stable: react-native has 90 bytes of brotli, its budget is 89"]
        );
    }
}
