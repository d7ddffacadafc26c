//! Verifies files. The bytes that are served are the bytes in memory that were checked.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use axum::body::Bytes;
use sha2::{Digest as _, Sha256};

/// The size of a block in bytes.
pub(super) const BLOCK: u64 = 64 << 10;

/// The SHA-256 of each block of a verified file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BlockHashes(Vec<[u8; 32]>);

/// Why a file is not served.
#[derive(Debug, thiserror::Error)]
pub(super) enum IntegrityError {
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    #[error("it is not a regular file")]
    NoFile,
    #[error("it has a wrong length of {0} bytes")]
    Length(u64),
    #[error("its content does not match its CID")]
    Content,
}

/// Computes the hash of a content and of each of its blocks.
#[derive(Debug, Default)]
pub(super) struct FileHasher {
    whole: Sha256,
    block: Sha256,
    in_block: u64,
    blocks: Vec<[u8; 32]>,
}

impl BlockHashes {
    /// Returns the number of blocks.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }
}

impl FileHasher {
    /// Adds the next bytes.
    pub(super) fn take(&mut self, mut bytes: &[u8]) {
        self.whole.update(bytes);
        while !bytes.is_empty() {
            let room = usize::try_from(BLOCK - self.in_block).unwrap_or(usize::MAX);
            let (now, later) = bytes.split_at(room.min(bytes.len()));
            self.block.update(now);
            self.in_block += now.len() as u64;
            if self.in_block == BLOCK {
                self.end_block();
            }
            bytes = later;
        }
    }

    /// Returns the hashes of the blocks, if the content has this hash.
    pub(super) fn end(mut self, digest: &[u8; 32]) -> Result<BlockHashes, IntegrityError> {
        if self.in_block > 0 {
            self.end_block();
        }
        let whole: [u8; 32] = self.whole.finalize().into();
        if whole == *digest { Ok(BlockHashes(self.blocks)) } else { Err(IntegrityError::Content) }
    }

    fn end_block(&mut self) {
        self.blocks.push(self.block.finalize_reset().into());
        self.in_block = 0;
    }
}

/// Reads and verifies a file, which should have this length and this SHA-256.
pub(super) fn whole(path: &Path, size: u64, digest: &[u8; 32]) -> Result<BlockHashes, IntegrityError> {
    let mut file = open(path, size)?;
    let mut hashes = FileHasher::default();
    let mut buffer = vec![0; usize::try_from(BLOCK).unwrap_or_default()];
    loop {
        match file.read(&mut buffer)? {
            0 => return hashes.end(digest),
            count => hashes.take(buffer.get(..count).unwrap_or_default()),
        }
    }
}

/// Reads and verifies a block of `count` bytes. Opens the file again, because it may have been replaced.
pub(super) fn block(
    path: &Path,
    size: u64,
    blocks: &BlockHashes,
    number: u64,
    count: usize,
) -> Result<Bytes, IntegrityError> {
    let mut file = open(path, size)?;
    file.seek(SeekFrom::Start(number.saturating_mul(BLOCK)))?;
    let mut bytes = vec![0; count];
    file.read_exact(&mut bytes)?;
    let hash: [u8; 32] = Sha256::digest(&bytes).into();
    let known = usize::try_from(number).ok().and_then(|number| blocks.0.get(number));
    if known == Some(&hash) { Ok(bytes.into()) } else { Err(IntegrityError::Content) }
}

/// Opens a regular file. A link could point elsewhere, and opening a pipe would block.
fn open(path: &Path, size: u64) -> Result<File, IntegrityError> {
    if !path.symlink_metadata()?.is_file() {
        return Err(IntegrityError::NoFile);
    }
    let file = File::open(path)?;
    match file.metadata()?.len() {
        length if length == size => Ok(file),
        length => Err(IntegrityError::Length(length)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn bytes(length: usize) -> Vec<u8> {
        (0..length).map(|at| (at * at / 7).to_le_bytes()[0]).collect()
    }

    fn digest(bytes: &[u8]) -> [u8; 32] {
        Sha256::digest(bytes).into()
    }

    #[test]
    fn each_block_is_what_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let content = bytes(150_000);
        std::fs::write(&path, &content).unwrap();
        let blocks = whole(&path, 150_000, &digest(&content)).unwrap();
        assert_eq!(blocks.count(), 3);
        for (number, count) in [(0, 65_536), (1, 65_536), (2, 18_928)] {
            let start = usize::try_from(number * BLOCK).unwrap();
            assert_eq!(block(&path, 150_000, &blocks, number, count).unwrap(), content[start..start + count]);
        }
        let mut altered = content.clone();
        altered[70_000] ^= 1;
        std::fs::write(&path, &altered).unwrap();
        assert!(block(&path, 150_000, &blocks, 0, 65_536).is_ok());
        assert!(matches!(block(&path, 150_000, &blocks, 1, 65_536), Err(IntegrityError::Content)));
        assert!(matches!(whole(&path, 150_000, &digest(&content)), Err(IntegrityError::Content)));
        assert!(matches!(block(&path, 150_000, &blocks, 3, 0), Err(IntegrityError::Content)), "there is none");
    }

    #[test]
    fn missing_irregular_or_wrong_length_file_is_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let content = bytes(1000);
        let hash = digest(&content);
        assert!(matches!(whole(&path, 1000, &hash), Err(IntegrityError::Unreadable(_))));
        std::fs::write(&path, &content[..999]).unwrap();
        assert!(matches!(whole(&path, 1000, &hash), Err(IntegrityError::Length(999))));
        std::fs::write(&path, [&content[..], b"more"].concat()).unwrap();
        assert!(matches!(whole(&path, 1000, &hash), Err(IntegrityError::Length(1004))));
        assert!(matches!(whole(folder.path(), 1000, &hash), Err(IntegrityError::NoFile)));
        let elsewhere = folder.path().join("b");
        std::fs::write(&elsewhere, &content).unwrap();
        std::fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink(elsewhere, &path).unwrap();
        assert!(matches!(whole(&path, 1000, &hash), Err(IntegrityError::NoFile)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn block_hashes_do_not_depend_on_chunking(length in 0..200_000_usize, cuts in proptest::collection::vec(1..90_000_usize, 0..8)) {
            let content = bytes(length);
            let mut hashes = FileHasher::default();
            let mut rest = content.as_slice();
            for cut in cuts {
                let (now, later) = rest.split_at(cut.min(rest.len()));
                hashes.take(now);
                rest = later;
            }
            hashes.take(rest);
            let expected: Vec<[u8; 32]> = content.chunks(65_536).map(digest).collect();
            prop_assert_eq!(hashes.end(&digest(&content)).unwrap(), BlockHashes(expected));
        }

        #[test]
        fn one_bit_is_enough(length in 1..200_000_usize, at in any::<prop::sample::Index>(), bit in 0..8_u32) {
            let content = bytes(length);
            let mut altered = content.clone();
            altered[at.index(length)] ^= 1_u8 << bit;
            let mut hashes = FileHasher::default();
            hashes.take(&altered);
            prop_assert!(hashes.end(&digest(&content)).is_err());
        }
    }
}
