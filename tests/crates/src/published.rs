//! Which crates are published.

/// The crates, and the folder of the sources in each package.
pub(crate) const CRATES: [(&str, &str); 4] =
    [("stagepass", "src/"), ("stagepass-core", ""), ("stagepass-gate", "src/"), ("stagepass-rules", "src/")];
