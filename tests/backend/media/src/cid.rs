//! Content identifiers (CIDv1): names computed from the bytes, so that a name always means the same bytes.

use data_encoding::BASE32_NOPAD;
use sha2::digest::Output;
use sha2::{Digest as _, Sha256};

/// Version 1, codec `raw`, multihash sha2-256 of 32 bytes.
const PREFIX: [u8; 4] = [0x01, 0x55, 0x12, 0x20];

/// The length of such a CID in characters.
const LENGTH: usize = 59;

/// Computes the name of a content while its bytes are received.
#[derive(Debug, Clone, Default)]
pub struct ContentHasher {
    hash: Sha256,
    size: u64,
}

/// The CID and the size of a content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentName {
    pub(super) cid: String,
    pub(super) size: u64,
}

impl ContentHasher {
    /// Adds the next bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        self.size += bytes.len() as u64;
    }

    /// The number of bytes so far.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Returns the name of all bytes.
    pub fn finish(self) -> ContentName {
        ContentName { cid: of_sha256(&self.hash.finalize()), size: self.size }
    }
}

/// Returns the CID of the bytes with this SHA-256, in base32: `bafkrei…`.
pub fn of_sha256(digest: &Output<Sha256>) -> String {
    // Multibase: "b" is base32 (RFC 4648 §6) in lower case, without padding.
    let bytes = [&PREFIX[..], digest].concat();
    format!("b{}", BASE32_NOPAD.encode(&bytes).to_ascii_lowercase())
}

/// Returns the SHA-256 of the bytes with this CID. `None` if [`of_sha256`] would not return this CID. Only such a text
/// may become the name of a file.
pub fn sha256_of(cid: &str) -> Option<[u8; 32]> {
    let digits = cid.strip_prefix('b').filter(|_| cid.len() == LENGTH)?;
    if digits.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return None;
    }
    let bytes = BASE32_NOPAD.decode(digits.to_ascii_uppercase().as_bytes()).ok()?;
    bytes.strip_prefix(&PREFIX)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn malformed_or_unsupported_cid_is_rejected() {
        let cid = of_sha256(&Sha256::digest(b""));
        for text in [
            "",
            "b",
            "baeaaademo",
            &cid[1..],
            &cid[..58],
            &format!("{cid}a"),
            &format!("{}b", &cid[..58]),
            &cid.to_ascii_uppercase(),
            &cid.replacen("bafkrei", "bafybei", 1),
            &cid.replacen('h', "/", 1),
            "../../../../../../../../../../../../../../../../etc/passwd",
        ] {
            assert_eq!(sha256_of(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn digest_round_trips_through_cid(digest in any::<[u8; 32]>()) {
            prop_assert_eq!(sha256_of(&of_sha256(&digest.into())), Some(digest));
        }

        #[test]
        fn one_text_for_each(text in "bafkrei[a-z2-7]{51,53}|[a-zA-Z2-7/.]{58,60}") {
            if let Some(digest) = sha256_of(&text) {
                prop_assert_eq!(of_sha256(&digest.into()), text);
            }
        }

        #[test]
        fn in_whatever_pieces_they_come(pieces in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..100), 0..8)) {
            let mut name = ContentHasher::default();
            for piece in &pieces {
                name.update(piece);
            }
            let bytes = pieces.concat();
            prop_assert_eq!(name.size(), bytes.len() as u64);
            prop_assert_eq!(name.finish(), ContentName { cid: of_sha256(&Sha256::digest(&bytes)), size: bytes.len() as u64 });
        }
    }
}
