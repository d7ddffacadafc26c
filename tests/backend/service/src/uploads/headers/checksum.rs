//! `Upload-Checksum`: the checksum of a request's bytes. It detects transmission errors, and is not a secret.

use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha1::Sha1;
use sha2::{Digest as _, Sha256};

use crate::uploads::headers::header_names::UPLOAD_CHECKSUM;
use crate::uploads::refusal::UploadError;

/// The supported algorithms, as in `Tus-Checksum-Algorithm`.
pub(crate) const ALGORITHMS: &str = "sha1,sha256";

/// The expected checksum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Checksum {
    Sha1([u8; 20]),
    Sha256([u8; 32]),
}

/// The running hash and the expected checksum.
#[derive(Debug)]
pub(crate) enum ChecksumHasher {
    Sha1(Sha1, [u8; 20]),
    Sha256(Sha256, [u8; 32]),
}

impl Checksum {
    /// Parses a request's headers. `None` if there is no checksum.
    pub(crate) fn read(headers: &HeaderMap) -> Result<Option<Self>, UploadError> {
        let mut values = headers.get_all(UPLOAD_CHECKSUM).into_iter();
        let Some(value) = values.next() else { return Ok(None) };
        let text = value.to_str().ok().filter(|_| values.next().is_none());
        text.and_then(Self::parse).map(Some).ok_or(UploadError::Checksum)
    }

    /// `sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=`
    fn parse(text: &str) -> Option<Self> {
        let (algorithm, sum) = text.split_once(' ')?;
        let sum = STANDARD.decode(sum).ok()?;
        match algorithm {
            "sha1" => Some(Self::Sha1(sum.try_into().ok()?)),
            "sha256" => Some(Self::Sha256(sum.try_into().ok()?)),
            _ => None,
        }
    }

    pub(crate) fn begin(&self) -> ChecksumHasher {
        match self {
            Self::Sha1(sum) => ChecksumHasher::Sha1(Sha1::default(), *sum),
            Self::Sha256(sum) => ChecksumHasher::Sha256(Sha256::default(), *sum),
        }
    }
}

impl ChecksumHasher {
    /// Adds the next bytes.
    pub(crate) fn update(&mut self, bytes: &[u8]) {
        match self {
            Self::Sha1(hash, _) => hash.update(bytes),
            Self::Sha256(hash, _) => hash.update(bytes),
        }
    }

    /// Returns whether the bytes match the checksum.
    pub(crate) fn fits(self) -> bool {
        match self {
            Self::Sha1(hash, sum) => hash.finalize()[..] == sum,
            Self::Sha256(hash, sum) => hash.finalize()[..] == sum,
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Result<Option<Checksum>, UploadError> {
        Checksum::read(&HeaderMap::from_iter([(UPLOAD_CHECKSUM, HeaderValue::from_bytes(text.as_bytes()).unwrap())]))
    }

    fn fits(checksum: &Checksum, pieces: &[&[u8]]) -> bool {
        let mut sum = checksum.begin();
        for piece in pieces {
            sum.update(piece);
        }
        sum.fits()
    }

    #[test]
    fn malformed_checksum_header_is_rejected() {
        let sum = "Kq5sNclPz7QV2+lfQIuc6R7oRu0=";
        let (short, typed) = (&sum[..27], |algorithm: &str| format!("{algorithm} {sum}"));
        let of_other_algorithms = ["SHA1", "md5", "sha256", "sha1 "].map(typed);
        let of_sha1 = ["", "AAAA", "ä", short, &format!("{sum} ")].map(|sum| format!("sha1 {sum}"));
        for text in of_other_algorithms.into_iter().chain(of_sha1).chain([String::new(), "sha1".to_owned()]) {
            assert!(matches!(read(&text), Err(UploadError::Checksum)), "{text}");
        }
        let mut twice = HeaderMap::new();
        twice.append(UPLOAD_CHECKSUM, HeaderValue::from_static("sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0="));
        assert!(Checksum::read(&twice).is_ok());
        twice.append(UPLOAD_CHECKSUM, HeaderValue::from_static("sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0="));
        assert!(Checksum::read(&twice).is_err());
        assert_eq!(Checksum::read(&HeaderMap::new()).unwrap(), None);
    }

    proptest! {
        #[test]
        fn of_whatever_bytes_in_whatever_pieces(pieces in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..50), 0..6), flip in any::<prop::sample::Index>()) {
            let bytes = pieces.concat();
            let pieces: Vec<&[u8]> = pieces.iter().map(Vec::as_slice).collect();
            for text in [
                format!("sha1 {}", STANDARD.encode(Sha1::digest(&bytes))),
                format!("sha256 {}", STANDARD.encode(Sha256::digest(&bytes))),
            ] {
                let checksum = read(&text).unwrap().unwrap();
                prop_assert!(fits(&checksum, &pieces));
                if !bytes.is_empty() {
                    let mut broken = bytes.clone();
                    broken[flip.index(bytes.len())] ^= 1;
                    prop_assert!(!fits(&checksum, &[&broken]));
                }
            }
        }

        #[test]
        fn no_header_makes_it_panic(text in "(sha1|sha256|.{0,8}) ?.{0,60}") {
            if let Ok(value) = HeaderValue::from_bytes(text.as_bytes()) {
                let _ = Checksum::read(&HeaderMap::from_iter([(UPLOAD_CHECKSUM, value)]));
            }
        }
    }
}
