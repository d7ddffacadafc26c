//! The files that are uploaded: valid audio with noise, reproducible from a number.

use data_encoding::BASE32_NOPAD;
use sha2::{Digest as _, Sha256};
use stagepass_test_support::wav::{self, HEADER};

use crate::load::random::Random;

/// A part of a multipart upload: what has been put into a bucket, of what arrived.
pub(crate) const PART: u64 = 8 << 20;
/// The largest of most files.
const SMALL: u64 = 3 << 20;
/// All files have the same noise, except for a number, because new noise would take longer to make than to send.
const BLOCK: usize = 64 << 10;
/// Version 1, codec `raw`, multihash SHA-256 of 32 bytes (the CID specification, and the multicodec table).
const PREFIX: [u8; 4] = [0x01, 0x55, 0x12, 0x20];

/// A WAV file, of 16 bits and one channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AudioFile {
    seed: u64,
    samples: u32,
}

impl AudioFile {
    /// A unique file. Most are small, some are larger than a part of a multipart upload, and a few larger than two.
    pub(crate) fn new(random: &mut Random) -> Self {
        let bytes = match random.below(10) {
            // A part to the byte, or as good as that.
            0 => PART - 1 + random.below(3),
            1 => PART + random.below(PART),
            2 => PART * 2 + random.below(PART / 2),
            // None so small that two could be the same.
            _ => 1_000 + random.below(SMALL),
        };
        let samples = u32::try_from((bytes - HEADER as u64) / 2).unwrap_or(u32::MAX);
        Self { seed: random.number(), samples }
    }

    pub(crate) fn size(self) -> u64 {
        HEADER as u64 + u64::from(self.samples) * 2
    }

    pub(crate) fn bytes(self) -> Vec<u8> {
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

/// The CID of these bytes, by our own calculation.
pub(crate) fn cid(bytes: &[u8]) -> String {
    let name = [&PREFIX[..], &Sha256::digest(bytes)].concat();
    // Multibase: "b" is base32 (RFC 4648 section 6) in lower case, without padding.
    format!("b{}", BASE32_NOPAD.encode(&name).to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cid_is_that_of_other_implementations() {
        assert_eq!(cid(b"hello world\n"), "bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4");
    }
}
