//! A file of the cache that is not what it is called: whatever has become of it, and whenever, every byte that is
//! served is right.

use std::fs::{self, File};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::join_all;
use tokio::io::AsyncReadExt as _;

use crate::support::alone::{Alone, BLOCK, Sound};
use crate::support::half_read;

/// A manipulation of a file: gets its path and its right content.
type Deed = (&'static str, fn(&Path, &[u8]));

/// In place, with the time of before: nothing but the bytes says so.
fn overwrite(path: &Path, at: usize, bytes: &[u8]) {
    let mut file = File::options().write(true).open(path).unwrap();
    let modified = file.metadata().unwrap().modified().unwrap();
    file.seek(SeekFrom::Start(at as u64)).unwrap();
    file.write_all(bytes).unwrap();
    file.set_modified(modified).unwrap();
}

/// Replaces a file by another.
fn replace(path: &Path, bytes: &[u8]) {
    let other = path.with_extension("other");
    fs::write(&other, bytes).unwrap();
    fs::rename(other, path).unwrap();
}

fn flipped(bytes: &[u8], at: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at] ^= 0x10;
    bytes
}

const DEEDS: [Deed; 11] = [
    ("a bit in the middle", |path, bytes| {
        let at = bytes.len() / 2;
        overwrite(path, at, &flipped(bytes, at)[at..=at]);
    }),
    ("a byte of each block", |path, bytes| {
        for at in (7..bytes.len()).step_by(BLOCK) {
            overwrite(path, at, &[!bytes[at]]);
        }
    }),
    ("the end is missing", |path, bytes| {
        File::options().write(true).open(path).unwrap().set_len(bytes.len() as u64 / 2).unwrap();
    }),
    ("the end is missing, and zeros in its place", |path, bytes| {
        let file = File::options().write(true).open(path).unwrap();
        file.set_len(bytes.len() as u64 / 2).unwrap();
        file.set_len(bytes.len() as u64).unwrap();
    }),
    ("nothing is in it", |path, _| drop(File::create(path).unwrap())),
    ("more is in it", |path, bytes| overwrite(path, bytes.len(), b"more")),
    ("another file of its length", |path, bytes| replace(path, &flipped(bytes, bytes.len() / 3))),
    ("no file", |path, _| fs::remove_file(path).unwrap()),
    ("a folder", |path, _| {
        fs::remove_file(path).unwrap();
        fs::create_dir(path).unwrap();
    }),
    #[cfg(unix)]
    ("a link to another file", |path, bytes| {
        let other = path.with_file_name("elsewhere");
        fs::write(&other, flipped(bytes, bytes.len() / 2)).unwrap();
        fs::remove_file(path).unwrap();
        std::os::unix::fs::symlink(other, path).unwrap();
    }),
    #[cfg(unix)]
    ("a link to a device without an end", |path, _| {
        fs::remove_file(path).unwrap();
        std::os::unix::fs::symlink("/dev/zero", path).unwrap();
    }),
];

/// The file is right again, unless a folder is in its place: the node does not touch a folder's content.
async fn is_mended(alone: &Alone, sound: &Sound) {
    if !alone.file(sound).is_dir() {
        alone.until_kept(sound).await;
    }
}

/// Where a folder was in its place, it could not be fetched: this node tries it again after half a minute, the next one
/// at once.
async fn clear(alone: &mut Alone, path: &Path) {
    if path.is_dir() {
        alone.restarted(|| fs::remove_dir(path).unwrap()).await;
    }
}

#[tokio::test]
async fn before_the_node_starts_or_while_it_runs() {
    for (restarts, last) in [(true, 5), (false, 24)] {
        let mut alone = Alone::new().await;
        let sound = alone.public(1, last * BLOCK + 99).await;
        let path = alone.file(&sound);
        for (what, deed) in DEEDS {
            if restarts {
                assert!(alone.hears(&sound).await);
                alone.until_kept(&sound).await;
                alone.restarted(|| deed(&path, &sound.bytes)).await;
            } else {
                assert!(alone.on_disk_alone(&sound).await < 10, "most of it is not in memory");
                deed(&path, &sound.bytes);
            }
            for number in [last, last / 2, last / 2 + 1] {
                assert!(alone.hears_block(&sound, number).await, "{what}");
            }
            assert!(alone.hears(&sound).await, "{what}");
            is_mended(&alone, &sound).await;
            clear(&mut alone, &path).await;
        }
    }
}

#[tokio::test]
async fn while_a_user_listens() {
    let mut alone = Alone::new().await;
    // More than the buffers on the way hold.
    let sound = alone.public(1, 12 << 20).await;
    alone.on_disk_alone(&sound).await;
    let origin = alone.node().origin();
    let (mut stream, mut received) = half_read(&origin, &sound.cid, sound.bytes.len() / 4).await;
    for at in (0..sound.bytes.len()).step_by(BLOCK) {
        overwrite(&alone.file(&sound), at, &[!sound.bytes[at]]);
    }
    stream.read_to_end(&mut received).await.unwrap();
    let body = received.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap() + 4;
    assert!(received[body..] == sound.bytes);
    alone.until_kept(&sound).await;
}

#[tokio::test]
async fn again_and_again_while_many_listen() {
    let mut alone = Alone::new().await;
    let sound = alone.public(1, 48 * BLOCK).await;
    alone.on_disk_alone(&sound).await;
    let (path, is_over) = (alone.file(&sound), Arc::new(AtomicBool::new(false)));
    let stopped = Arc::clone(&is_over);
    let vandal = std::thread::spawn(move || {
        let mut at = 1_usize;
        let mut done = 0;
        while !stopped.load(Ordering::SeqCst) {
            at = (at * 48_271) % 2_147_483_647;
            // The file comes and goes.
            if let Ok(mut file) = File::options().write(true).open(&path)
                && file.seek(SeekFrom::Start((at % (48 * BLOCK)) as u64)).is_ok()
                && file.write_all(&[at.to_le_bytes()[0]]).is_ok()
            {
                done += 1;
            }
        }
        done
    });
    for round in 0..12 {
        // Nothing of it is in memory.
        alone.restarted(|| ()).await;
        let listeners = (0..12).map(|number| alone.hears_block(&sound, (number * 5 + round) % 48));
        assert!(join_all(listeners).await.into_iter().all(|is_right| is_right), "round {round}");
        assert!(alone.hears(&sound).await, "round {round}");
    }
    is_over.store(true, Ordering::SeqCst);
    assert!(vandal.join().unwrap() > 12);
    alone.restarted(|| ()).await;
    assert!(alone.hears(&sound).await);
    alone.until_kept(&sound).await;
}
