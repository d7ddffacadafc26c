//! What the stories' own pages have to have built: see `tests/native/pages`.

use anyhow::Result;
use stagepass_programs::{checkout, process};

/// Builds them against the package as it is now, with the tools that it is developed with.
pub(crate) fn build() -> Result<()> {
    process::run(checkout::node(&checkout::template()).arg("../tests/native/pages/build.mjs"))
}
