//! Secrets that are given as text.

use std::fmt;

use zeroize::Zeroizing;

/// A secret. Its memory is wiped when it is dropped, and it is never printed. clap does not parse it, because its error
/// messages repeat the text.
#[derive(Clone)]
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// The text without surrounding white space (a file ends with a line break).
    pub fn expose(&self) -> &str {
        self.0.trim()
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(Zeroizing::new(text))
    }
}

impl From<Zeroizing<String>> for Secret {
    fn from(text: Zeroizing<String>) -> Self {
        Self(text)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_not_shown() {
        let secret = Secret::from("hunter2\n".to_owned());
        assert_eq!(secret.expose(), "hunter2");
        assert_eq!(format!("{secret:?}"), "Secret(…)");
    }
}
