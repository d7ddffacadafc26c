//! The built apps of the consumers.

use std::fs;
use std::path::{Path, PathBuf};

/// The consumers' folder.
pub(crate) fn folder() -> PathBuf {
    root().join("tests/packaging")
}

/// The package's own files, as they were packed.
pub(crate) fn package() -> PathBuf {
    root().join("pkg/dist")
}

/// The built app of this consumer.
///
/// # Panics
/// If it was not built, or from another package than the current one.
pub(crate) fn built(consumer: &str) -> PathBuf {
    assert_is_current();
    folder().join("built").join(consumer)
}

/// The package is copied to its last consumer once all others have been built from it.
pub(crate) fn assert_is_current() {
    let copy = folder().join("built/import-map/package/dist");
    let (ours, theirs) = (contents(&package()), contents(&copy));
    assert!(!ours.is_empty(), "there is no package: run `cargo xtask test --only packaging`");
    assert!(
        ours == theirs,
        "the consumers are not built from the package as it is: run `cargo xtask test --only packaging`"
    );
}

/// Each file's name and bytes.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let Ok(entries) = fs::read_dir(folder) else { return vec![] };
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| (file.file_name().unwrap().into(), fs::read(file).unwrap())).collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_path_buf()
}
