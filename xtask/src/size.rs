//! `cargo xtask size`: compares what a browser loads for `stagepass` and its callback page, and what a React Native app
//! bundles, with a budget.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use stagepass_programs::core_build::Build;
use stagepass_programs::{binaries, checkout, process};

use crate::package;

/// The limit of the release build, in bytes of brotli for everything. It is a decision, so `--write` does not change
/// it.
const CEILING: u64 = 48_000;

const BUDGET: &str = "size-budget.json";
/// What the budget allows beyond what was measured, in percent, so that a feature is not paid for in tricks.
const ALLOWANCE: u64 = 10;

/// The last three are not part of the total. A page loads `oauth` in place of the total, and `core.js` in place of the
/// wasm, or not at all. No browser loads `react-native/index.js`.
const PARTS: [&str; 6] = ["wasm", "javascript", "total", "oauth", "core.js", "react-native"];

/// What `measure.mjs` prints.
#[derive(Debug, PartialEq, Eq, Deserialize)]
struct Measurement {
    files: Vec<String>,
    #[serde(flatten)]
    parts: BTreeMap<String, Size>,
}

/// In bytes: as it is, and compressed.
#[derive(Debug, PartialEq, Eq, Deserialize)]
struct Size {
    raw: u64,
    gzip: u64,
    brotli: u64,
}

/// Bytes of brotli that a part may have, by build and part.
type Budget = BTreeMap<String, BTreeMap<String, u64>>;

/// Builds both packages, imports them, prints their sizes, and compares them with the budget. With `write`, sets the
/// budget from them. With `tested`, uses the stable package that the suites built.
///
/// # Errors
/// If a part is over its budget, or the release build over the ceiling.
pub(crate) fn size(write: bool, tested: bool) -> Result<()> {
    let (stable, release) = if tested {
        package::built()?;
        binaries::skip_debug_builds();
        let (stable, release) = (measure()?, build_and_measure(Build::Release)?);
        if stable == release {
            bail!("pkg has the release build: run `cargo xtask test` first, or omit --tested");
        }
        (stable, release)
    } else {
        // The stable build last: it is the one that the demo and the tests use.
        let release = build_and_measure(Build::Release)?;
        (build_and_measure(Build::Stable)?, release)
    };
    let builds = [("stable", &stable), ("release", &release)];
    print_table(&builds);
    let file = checkout::root().join(BUDGET);
    if write {
        let budget = builds.into_iter().map(|(name, sizes)| Ok((name.to_owned(), new_budget(sizes)?)));
        let text = serde_json::to_string_pretty(&budget.collect::<Result<Budget>>()?)?;
        fs::write(&file, text + "\n").with_context(|| format!("cannot write {BUDGET}"))?;
    }
    let text = fs::read_to_string(&file).with_context(|| format!("no {BUDGET}: run `cargo xtask size --write`"))?;
    let budget: Budget = serde_json::from_str(&text).with_context(|| format!("cannot read {BUDGET}"))?;
    let mut problems = [excess("stable", &stable, &budget)?, excess("release", &release, &budget)?].concat();
    let total = brotli(&release, "total")?;
    if total > CEILING {
        problems.push(format!("release: total has {total} bytes of brotli, the ceiling is {CEILING}"));
    }
    if !problems.is_empty() {
        problems
            .push("Make it smaller. If it is worth its bytes, run `cargo xtask size --write` and explain why".into());
        bail!("{}", problems.join("\n"));
    }
    Ok(())
}

fn build_and_measure(build: Build) -> Result<Measurement> {
    package::package(build)?;
    measure()
}

/// Measures the package that was built last.
fn measure() -> Result<Measurement> {
    let script = checkout::root().join("xtask/src/size/measure.mjs");
    process::json(checkout::node(&checkout::template()).arg(script).arg(checkout::package().join("dist")))
}

fn print_table(builds: &[(&str, &Measurement)]) {
    println!("\n{:20} {:>10} {:>10} {:>10}", "bytes", "raw", "gzip 9", "brotli 11");
    for (name, sizes) in builds {
        for (part, Size { raw, gzip, brotli }) in &sizes.parts {
            println!("{:20} {raw:>10} {gzip:>10} {brotli:>10}", format!("{name} {part}"));
        }
        println!("{:20} {}\n", format!("{name} files"), sizes.files.join(", "));
    }
    println!(
        "javascript: the facade and the glue, in one bundle. core.js: loaded in place of the wasm where there is no WebAssembly. glue alone: the glue, minified by itself; a part of javascript. react-native: react-native/index.js, all that the package adds to an app; its core is JavaScript."
    );
}

fn new_budget(sizes: &Measurement) -> Result<BTreeMap<String, u64>> {
    let allowed = |part: &str| Ok((part.to_owned(), brotli(sizes, part)? * (100 + ALLOWANCE) / 100));
    PARTS.into_iter().map(allowed).collect()
}

/// A problem for each part that is over its budget.
fn excess(build: &str, sizes: &Measurement, budget: &Budget) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for part in PARTS {
        let allowed = *budget
            .get(build)
            .and_then(|parts| parts.get(part))
            .with_context(|| format!("{BUDGET} has no {build}.{part}: run `cargo xtask size --write`"))?;
        let size = brotli(sizes, part)?;
        if size > allowed {
            problems.push(format!("{build}: {part} has {size} bytes of brotli, its budget is {allowed}"));
        }
    }
    Ok(problems)
}

fn brotli(sizes: &Measurement, part: &str) -> Result<u64> {
    sizes.parts.get(part).map(|size| size.brotli).with_context(|| format!("{part} was not measured"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(wasm: u64) -> Measurement {
        let sizes = [wasm, 50, wasm + 50, 80, 70, 90].map(|brotli| Size { raw: 0, gzip: 0, brotli });
        Measurement { files: vec![], parts: PARTS.map(str::to_owned).into_iter().zip(sizes).collect() }
    }

    fn budget(react_native: u64) -> Budget {
        let parts = PARTS.map(str::to_owned).into_iter().zip([100, 60, 160, 80, 70, react_native]);
        Budget::from([("stable".to_owned(), parts.collect())])
    }

    #[test]
    fn a_part_over_its_budget_is_named() {
        assert!(excess("stable", &sizes(100), &budget(90)).unwrap().is_empty());
        assert_eq!(
            excess("stable", &sizes(101), &budget(90)).unwrap(),
            ["stable: wasm has 101 bytes of brotli, its budget is 100"]
        );
        assert!(excess("release", &sizes(1), &budget(90)).is_err());
        assert_eq!(
            excess("stable", &sizes(100), &budget(89)).unwrap(),
            ["stable: react-native has 90 bytes of brotli, its budget is 89"]
        );
    }
}
