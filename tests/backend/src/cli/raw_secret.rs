//! A secret of the command line.

use zeroize::Zeroizing;

/// A secret as it was given, or what may hold one. Not parsed by clap, whose error messages repeat what they could not
/// parse.
#[derive(Clone)]
pub(super) struct RawSecret(pub(super) Zeroizing<String>);

impl From<String> for RawSecret {
    fn from(text: String) -> Self {
        Self(Zeroizing::new(text))
    }
}

impl std::fmt::Debug for RawSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RawSecret(…)")
    }
}
