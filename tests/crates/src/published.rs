//! Which crates are published.

pub(crate) const CRATES: [&str; 3] = ["stagepass", "stagepass-gate", "stagepass-rules"];
