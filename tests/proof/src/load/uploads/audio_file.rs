//! The files that are uploaded: valid audio with noise, reproducible from a number.

use data_encoding::BASE32_NOPAD;
use sha2::{Digest as _, Sha256};
use stagepass_test_support::wav::{self, HEADER};

use crate::load::random::Random;

/// All files have the same noise, except for a number, because new noise would take longer to make than to send.
const BLOCK: usize = 64 << 10;
/// Version 1, codec `raw`, multihash SHA-256 of 32 bytes (the CID specification, and the multicodec table).
const PREFIX: [u8; 4] = [0x01, 0x55, 0x12, 0x20];

/// A WAV file, of 16 bits and one channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AudioFile {
    seed: u64,
    samples: u32,
}

impl AudioFile {
    /// A unique file of about `bytes` bytes.
    pub(super) fn with_size(bytes: u64, random: &mut Random) -> Self {
        let samples = bytes.saturating_sub(HEADER as u64) / 2;
        Self { seed: random.number(), samples: u32::try_from(samples).unwrap_or(u32::MAX).max(1) }
    }

    /// Its bytes.
    pub(super) fn size(self) -> u64 {
        HEADER as u64 + u64::from(self.samples) * 2
    }

    /// The file.
    pub(super) fn bytes(self) -> Vec<u8> {
        let length = self.samples * 2;
        let mut file = Vec::with_capacity(HEADER + length as usize + BLOCK);
        file.extend(wav::header(44_100, 16, length));
        let mut random = Random::new(self.seed);
        let noise: Vec<u8> = (0..BLOCK / 8).flat_map(|_| random.number().to_le_bytes()).collect();
        for block in 0..(length as usize).div_ceil(BLOCK) {
            // No two blocks are the same: one in the place of another would be found out.
            file.extend(block.to_le_bytes());
            file.extend(noise.get(8..).unwrap_or_default());
        }
        file.truncate(HEADER + length as usize);
        file
    }
}

/// The name of these bytes, by our own reckoning.
pub(crate) fn cid(bytes: &[u8]) -> String {
    let name = [&PREFIX[..], &Sha256::digest(bytes)].concat();
    // Multibase: "b" is base32 (RFC 4648 §6) in lower case, without padding.
    format!("b{}", BASE32_NOPAD.encode(&name).to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_that_everybody_gives() {
        assert_eq!(cid(b"hello world\n"), "bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4");
    }

    #[test]
    fn audio_file_is_reproducible_and_has_declared_size() {
        let mut random = Random::new(7);
        for size in [0, 46, 101, 4_097, 300_001] {
            let audio = AudioFile::with_size(size, &mut random);
            let file = audio.bytes();
            assert_eq!(file.len() as u64, audio.size());
            assert!(file == audio.bytes() && audio.size().abs_diff(size.max(46)) < 2);
            assert_eq!(file[4..8], u32::try_from(file.len() - 8).unwrap().to_le_bytes());
            assert_eq!(file[40..44], u32::try_from(file.len() - 44).unwrap().to_le_bytes());
        }
        assert_ne!(AudioFile::with_size(500, &mut random).bytes(), AudioFile::with_size(500, &mut random).bytes());
    }
}
