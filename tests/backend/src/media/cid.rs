//! Content identifiers (CIDv1): a name that follows from the bytes, so that nobody can put other bytes under it.

use data_encoding::BASE32_NOPAD;
use sha2::Sha256;
use sha2::digest::Output;

/// Version 1, codec `raw`, multihash sha2-256 of 32 bytes.
const PREFIX: [u8; 4] = [0x01, 0x55, 0x12, 0x20];

/// The CID of the bytes with this SHA-256, in base32: `bafkrei…`.
pub(super) fn of_sha256(digest: &Output<Sha256>) -> String {
    // Multibase: "b" is base32 (RFC 4648 §6) in lower case, without padding.
    let bytes = [&PREFIX[..], digest].concat();
    format!("b{}", BASE32_NOPAD.encode(&bytes).to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use sha2::Digest as _;

    use super::*;

    #[test]
    fn of_known_bytes() {
        // As `ipfs add --cid-version 1 --raw-leaves` names an empty file, and one that says "hello world\n".
        let cid = |bytes: &[u8]| of_sha256(&Sha256::digest(bytes));
        assert_eq!(cid(b""), "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku");
        assert_eq!(cid(b"hello world\n"), "bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4");
    }
}
