//! Secret text: tokens, codes, verifiers.

use core::fmt;

/// A secret. `Debug` never shows its text. It can be compared only with [`Secret::is`].
///
/// No `PartialEq`, because an `==` that ends at the first difference leaks where it was.
#[derive(Clone, Default)]
pub struct Secret(String);

impl Secret {
    /// Returns the text, for the code that sends or stores it.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Returns whether this is `other`, in a time that depends only on the lengths.
    pub fn is(&self, other: &str) -> bool {
        same(&self.0, other)
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[redacted]")
    }
}

/// Returns whether `a` and `b` are the same text, in a time that depends only on their lengths.
pub fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |difference, (x, y)| difference | (x ^ y)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_never_printed() {
        let secret = Secret::from("hunter2".to_owned());
        assert_eq!(format!("{secret:?}"), "[redacted]");
        assert!(secret.is("hunter2"));
    }

    #[test]
    fn same_is_equality() {
        for (a, b) in [("", ""), ("a", "a"), ("a", "b"), ("ab", "a"), ("abc", "abx")] {
            assert_eq!(same(a, b), a == b, "{a:?} {b:?}");
        }
    }
}
