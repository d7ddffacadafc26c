//! The contact for users who have forgotten the password.

use std::fmt;

use url::Url;

/// An `https` address, or an e-mail address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupportContact {
    shown: String,
    address: String,
}

/// A text that is no contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a contact is an https address or an e-mail address, for example help@music.example")]
pub struct NoSupportContact;

impl SupportContact {
    /// Parses an address.
    ///
    /// # Errors
    /// [`NoSupportContact`].
    pub fn parse(text: &str) -> Result<Self, NoSupportContact> {
        let is_mail = text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
            && !text.contains(|c: char| c.is_whitespace() || c.is_control() || "/?#:".contains(c));
        let address = if is_mail { format!("mailto:{text}") } else { text.to_owned() };
        let url = Url::parse(&address).map_err(|_| NoSupportContact)?;
        let is_web = url.scheme() == "https" && url.has_host();
        if is_mail || is_web { Ok(Self { shown: text.to_owned(), address: url.into() }) } else { Err(NoSupportContact) }
    }

    /// The address that a link leads to.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }
}

impl fmt::Display for SupportContact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_and_web_addresses_are_contacts() {
        for (text, address) in [
            ("help@music.example", "mailto:help@music.example"),
            ("https://music.example/help", "https://music.example/help"),
        ] {
            let contact = SupportContact::parse(text).unwrap();
            assert_eq!((contact.address(), contact.to_string().as_str()), (address, text));
        }
        for text in ["", "help", "@music.example", "http://music.example", "javascript:alert(1)", "a b@music.example"] {
            assert_eq!(SupportContact::parse(text), Err(NoSupportContact), "{text}");
        }
    }
}
