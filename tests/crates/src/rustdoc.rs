//! The documentation of the published crates as JSON, by a stable rustdoc.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use stagepass_programs::checkout::{self, WASM};
use stagepass_programs::process;

use crate::published::CRATES;

/// JSON is an unstable format, which only rustdoc must allow. The variable in cargo's own environment would compile
/// every crate with a build script again.
const UNSTABLE_RUSTDOC: &str = "#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec rustdoc \"$@\"\n";

/// The JSON of one crate on one target.
pub(crate) struct Document {
    /// The crate's name. On wasm32, with the target.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
}

/// Documents the crates, with their hidden items. Writes the JSON into `folder`. Dependencies are those that
/// `cargo doc` has checked.
pub(crate) fn documents(folder: &Path) -> Result<Vec<Document>> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let rustdoc = folder.join("rustdoc");
    fs::write(&rustdoc, UNSTABLE_RUSTDOC).context("cannot write a script")?;
    fs::set_permissions(&rustdoc, fs::Permissions::from_mode(0o755)).context("cannot make a script executable")?;
    let target_dir = checkout::target_dir()?;
    // Another one for each run: two checkouts may share a target folder, and cargo does not know that.
    let run = format!("--cfg=run=\"{}\"", folder.display());
    // Warnings, because the step `documentation` cannot see the links in hidden modules.
    let flags = ["-Zunstable-options", "--output-format=json", "--document-hidden-items", "-Dwarnings", &run];
    let mut documents = Vec::new();
    for (target, names) in [(None, &CRATES.map(|(name, _)| name)[..]), (Some(WASM), &["stagepass"][..])] {
        let mut cargo = checkout::cargo();
        cargo.args(["doc", "--quiet", "--no-deps", "--target-dir"]).arg(&target_dir);
        cargo.args(names.iter().flat_map(|name| ["--package", name]));
        cargo.arg("--all-features").args(target.iter().flat_map(|target| ["--target", target]));
        cargo
            .env_remove("RUSTDOCFLAGS")
            .env("CARGO_ENCODED_RUSTDOCFLAGS", flags.join("\u{1f}"))
            .env("RUSTDOC", &rustdoc);
        process::run(&mut cargo)?;
        for name in names {
            let file = format!("{}.json", name.replace('-', "_"));
            let name = target.map_or_else(|| (*name).to_owned(), |_| format!("{name}.wasm32"));
            let path = folder.join(format!("{name}.json"));
            let written = target_dir.join(target.unwrap_or_default()).join("doc").join(file);
            fs::copy(&written, &path).with_context(|| format!("cannot read {}", written.display()))?;
            documents.push(Document { name, path });
        }
    }
    Ok(documents)
}
