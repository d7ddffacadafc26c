//! Accessibility checks with axe.

use std::fs;

use serde::Deserialize;

use super::Visitor;

const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../pkg-template/node_modules/axe-core/axe.min.js");

#[derive(Debug, Deserialize)]
struct AxeReport {
    /// The number of rules that the page passes.
    kept: usize,
    /// Each violated rule, with its elements.
    broken: Vec<String>,
}

impl Visitor {
    /// Returns the violated rules of serious or critical impact, with their elements.
    pub async fn accessibility_violations(&self) -> Vec<String> {
        let axe = fs::read_to_string(AXE).unwrap_or_else(|error| panic!("{AXE} is not installed: {error}"));
        // Waits for colour transitions, and for guarded controls, which are enabled half a second after the page loads
        // (see `assets/guard.js`). In Firefox, transitions in a closed `<details>` do not end.
        let script = format!(
            "{axe};
             const isGuarded = () => document.querySelector('[data-act]:disabled');
             for (let looks = 0; looks < 40 && isGuarded(); looks += 1) await new Promise((resolve) => setTimeout(resolve, 25));
             const transitions = Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
             await Promise.race([transitions, new Promise((resolve) => setTimeout(resolve, 2000))]);
             const {{ passes, violations }} = await window.axe.run(document);
             const serious = violations.filter(({{ impact }}) => ['serious', 'critical'].includes(impact));
             const where = (nodes) => nodes.map(({{ target, any }}) => `${{target.join(' ')}} (${{any[0]?.message ?? ''}})`);
             return {{ kept: passes.length, broken: serious.map(({{ id, nodes }}) => `${{id}}: ${{where(nodes).join(', ')}}`) }};"
        );
        let examined: AxeReport = self.run(&format!("return (async () => {{ {script} }})()")).await;
        assert!(examined.kept > 5, "axe has looked at nothing: {examined:?}");
        examined.broken
    }
}
