//! Audio, for `tests/fuzz`.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Write as _};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tempfile::NamedTempFile;

use super::MediaError;
use super::audio::{self, Audio};

/// Inspects `bytes` as an uploaded file, in this process.
///
/// # Panics
/// If the file's size, type or duration is not one that the service may store.
pub fn audio(bytes: &[u8]) {
    thread_local! {
        static FILE: RefCell<Option<NamedTempFile>> = const { RefCell::new(None) };
    }
    FILE.with_borrow_mut(|file| {
        if let Ok(file) = written(file, bytes) {
            inspect(file, bytes.len());
        }
    });
}

fn inspect(file: &NamedTempFile, size: usize) {
    match audio::read(file.path(), None, &Arc::new(AtomicBool::new(false))) {
        Ok(Audio { cid, mime_type, size: counted, duration_ms }) => {
            assert_eq!(counted, size as u64);
            assert!(cid.starts_with("bafkrei") && mime_type.starts_with("audio/"), "{cid} {mime_type}");
            assert!((0..=48 * 60 * 60 * 1000).contains(&duration_ms), "{duration_ms} ms");
        }
        Err(MediaError::NotAudio(_)) => {}
        Err(error) => assert!(size == 0, "not the file's fault: {error}"),
    }
}

/// One file for all inputs, with `bytes` in it.
fn written<'a>(file: &'a mut Option<NamedTempFile>, bytes: &[u8]) -> io::Result<&'a NamedTempFile> {
    let file = match file {
        Some(file) => file,
        None => file.insert(NamedTempFile::new()?),
    };
    File::create(file.path())?.write_all(bytes)?;
    Ok(file)
}
