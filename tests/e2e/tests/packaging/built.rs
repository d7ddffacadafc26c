//! The built apps of the consumers.

use std::fs;
use std::path::{Path, PathBuf};

/// The consumers' folder.
pub(crate) fn folder() -> PathBuf {
    root().join("tests/consumers/packaging")
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
    assert_is_current(consumer);
    output().join(consumer)
}

/// The folder of what was built, and of logs.
pub(crate) fn output() -> PathBuf {
    folder().join("built")
}

/// `build.mjs` copies the hashes of the package's files next to each app that it has built.
pub(crate) fn assert_is_current(consumer: &str) {
    let read = |file: PathBuf| fs::read_to_string(file).ok();
    let packed = read(package().join("integrity.json"));
    assert!(packed.is_some(), "there is no package: run `cargo xtask test --only packaging`");
    assert!(
        packed == read(output().join(format!("{consumer}.json"))),
        "{consumer} is not built from the package as it is: run `cargo xtask test --only packaging`"
    );
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_path_buf()
}
