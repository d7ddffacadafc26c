//! The core for hosts that are not browsers: one module with the engine and its glue, which loads nothing and uses no
//! platform.

use anyhow::{Result, bail};

/// What the glue calls instead of the platform.
const BESIDE: &str = include_str!("host_module/beside.js");

/// Names that React Native's engines lack or implement partly, and that an app's bundle cannot use. No text of the core
/// contains them by chance. wasm-bindgen looks for `FinalizationRegistry` and `queueMicrotask` before it uses them.
const ABSENT: [&str; 11] = [
    "import(",
    "import.",
    "import {",
    "fetch(",
    "new URL",
    "crypto.",
    "setTimeout(",
    "TextDecoder(",
    "TextEncoder(",
    "WebAssembly",
    "BigInt",
];

/// Joins the engine, a module that exports `instantiate`, and the glue, one that exports `instance`.
///
/// # Errors
/// If the result names something that not every host has.
pub(crate) fn join(engine: &str, glue: &str) -> Result<String> {
    let module = format!("{BESIDE}\n{engine}\n{glue}");
    if let Some(named) = ABSENT.iter().find(|absent| module.contains(**absent)) {
        bail!("the core for hosts has `{named}`, which not every host has");
    }
    Ok(module)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGINE: &str = "export const instantiate = asmFunc;\n";
    const GLUE: &str = "export function instance() {}\n";

    #[test]
    fn engine_and_glue_become_one_module_with_helpers() {
        let module = join(ENGINE, GLUE).unwrap();
        let exports: Vec<_> = module.lines().filter(|line| line.starts_with("export ")).collect();
        assert_eq!(exports, [ENGINE.trim_end(), GLUE.trim_end()]);
        for function in ["encodeUtf8(text)", "decodeUtf8(octets)"] {
            assert!(module.contains(&format!("function {function} {{")), "{function}");
        }
    }

    #[test]
    fn api_missing_on_some_hosts_fails_build() {
        for named in ["new TextEncoder()", "import('./core.js')", "import { a } from 'b'", "new URL('a')", "BigInt(1)"]
        {
            let error = join(ENGINE, &format!("{GLUE}{named};\n")).unwrap_err().to_string();
            assert!(error.contains("not every host has"), "{error}");
        }
    }
}
