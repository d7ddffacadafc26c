//! The address of a bucket: `s3://BUCKET` or `s3://BUCKET/PREFIX`.

use std::fmt;
use std::str::FromStr;

const SCHEME: &str = "s3://";

/// A bucket, and the prefix of this service's objects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BucketAddress {
    bucket: String,
    prefix: String,
}

/// A text that is not the address of a bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a bucket is given as s3://BUCKET or s3://BUCKET/PREFIX: BUCKET of 3 to 63 small letters, digits, \".\" and \"-\"; PREFIX of letters, digits, \
     \".\", \"_\", \"-\" and single \"/\""
)]
pub struct NoBucketAddress;

impl BucketAddress {
    /// Returns whether the text begins like an address, and is therefore not a folder.
    pub fn is_meant(text: &str) -> bool {
        text.contains("://")
    }

    /// The name of the bucket.
    pub fn bucket(&self) -> &str {
        &self.bucket
    }

    /// The prefix of every object, without surrounding slashes. Empty for the whole bucket.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }
}

impl FromStr for BucketAddress {
    type Err = NoBucketAddress;

    /// Parses `s3://BUCKET[/PREFIX]`. A trailing slash is dropped.
    fn from_str(text: &str) -> Result<Self, NoBucketAddress> {
        let rest = text.strip_prefix(SCHEME).ok_or(NoBucketAddress)?;
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let (bucket, prefix) = rest.split_once('/').map_or((rest, None), |(bucket, prefix)| (bucket, Some(prefix)));
        let is_good = is_bucket(bucket) && prefix.is_none_or(|prefix| prefix.split('/').all(is_part));
        if !is_good {
            return Err(NoBucketAddress);
        }
        Ok(Self { bucket: bucket.to_owned(), prefix: prefix.unwrap_or_default().to_owned() })
    }
}

impl fmt::Display for BucketAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slash = if self.prefix.is_empty() { "" } else { "/" };
        write!(f, "{SCHEME}{}{slash}{}", self.bucket, self.prefix)
    }
}

fn is_bucket(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let has_plain_ends = name.bytes().next().is_some_and(is_plain) && name.bytes().last().is_some_and(is_plain);
    (3..=63).contains(&name.len()) && has_plain_ends && name.bytes().all(|byte| is_plain(byte) || b".-".contains(&byte))
}

/// Not `..`, which could leave the folder if the name becomes a path.
fn is_part(part: &str) -> bool {
    let is_plain = part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
    !part.is_empty() && is_plain && !part.bytes().all(|byte| byte == b'.')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn its_parts() {
        for (text, bucket, prefix) in [
            ("s3://audio", "audio", ""),
            ("s3://audio/", "audio", ""),
            ("s3://my.audio-1/label/one", "my.audio-1", "label/one"),
            ("s3://audio/A_b.c-d/", "audio", "A_b.c-d"),
        ] {
            let address: BucketAddress = text.parse().unwrap();
            assert_eq!((address.bucket(), address.prefix()), (bucket, prefix), "{text}");
            assert_eq!(address.to_string(), text.trim_end_matches('/'));
        }
    }

    #[test]
    fn malformed_bucket_address_is_rejected() {
        let malformed = "|s3://|s3:///audio|s3:audio|S3://audio|https://audio|s3://ab|s3://Audio|s3://-audio|\
                         s3://audio.|s3://au_dio|s3://user:secret@audio|s3://audio//a|s3://audio/a//|\
                         s3://audio/../a|s3://audio/a?b|s3://audio/a b|s3://audio/ä";
        for text in malformed.split('|') {
            assert_eq!(text.parse::<BucketAddress>(), Err(NoBucketAddress), "{text}");
        }
    }

    proptest! {
        #[test]
        fn bucket_address_round_trips_without_trailing_slash(text in "s3://[a-z0-9.-]{1,8}(/[A-Za-z0-9._-]{0,4}){0,3}") {
            if let Ok(address) = text.parse::<BucketAddress>() {
                prop_assert_eq!(address.to_string(), text.strip_suffix('/').unwrap_or(&text));
                prop_assert_eq!(address.to_string().parse(), Ok(address));
            }
        }

        #[test]
        fn no_prefix_climbs(text in ".*") {
            if let Ok(address) = format!("s3://audio/{text}").parse::<BucketAddress>() {
                prop_assert!(address.prefix().split('/').all(|part| part != ".." && part != "."));
                prop_assert!(address.prefix().is_ascii());
            }
        }
    }
}
