//! Web origins, as text.

use url::Url;

/// `http://host[:port]` or `https://host[:port]`, exactly as the URL standard serializes it (URL §4.7, HTML §7.1.1):
/// lower case, no default port, nothing after the host. Each origin has only one such text, so origins are equal if
/// their texts are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin(String);

/// A text that is not an origin in this form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an origin is http(s)://host[:port] in lower case, without a default port, a path or a slash at its end")]
pub struct OriginError;

impl Origin {
    /// Parses `text`, which must be in this form already.
    ///
    /// # Errors
    /// [`OriginError`].
    pub fn parse(text: &str) -> Result<Self, OriginError> {
        let url = Url::parse(text).map_err(|_| OriginError)?;
        let is_web = matches!(url.scheme(), "http" | "https");
        if is_web && url.origin().ascii_serialization() == text { Ok(Self(text.to_owned())) } else { Err(OriginError) }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins() {
        for text in
            ["http://127.0.0.1:8790", "https://access.example", "https://access.example:8443", "http://[::1]:8790"]
        {
            assert_eq!(Origin::parse(text).unwrap().as_str(), text);
        }
    }

    #[test]
    fn texts_that_are_none() {
        let others = "|null|https://access.example/|https://access.example:443|HTTPS://access.example|\
                      https://Access.example|https://access.example/v1|https://access.example?x|\
                      https://access.example#x|access.example|https://u@access.example| https://access.example|ftp://access.example|file:///x";
        for text in others.split('|') {
            assert_eq!(Origin::parse(text), Err(OriginError), "{text:?}");
        }
    }
}
