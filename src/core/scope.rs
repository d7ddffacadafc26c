//! Scopes: what an app asks for, and what a token allows.

use crate::text::ascii_split;

/// Scope tokens, separated by single spaces (RFC 6749 section 3.3). Empty: unknown, which allows nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scopes(String);

impl Scopes {
    /// Reads a list of scope tokens. Returns the empty one if there is another character.
    pub fn parse(text: String) -> Self {
        let is_valid = ascii_split::all(&text, |byte| matches!(byte, b' ' | b'!' | b'#'..=b'[' | b']'..=b'~'));
        if is_valid { Self(text) } else { Self::default() }
    }

    /// Returns the list as it is sent and stored.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A scope of a Stagepass service. It grants one, and [`Scope::Write`] includes [`Scope::Read`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Read the user's profile and what the user may hear.
    Read,
    /// Act for the user.
    Write,
}

impl Scope {
    /// Returns the name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
        }
    }

    /// Returns the one of these scopes. `None` for any other, also for both.
    pub fn of(scopes: &Scopes) -> Option<Self> {
        match scopes.as_str() {
            "read" => Some(Self::Read),
            "write" => Some(Self::Write),
            _ => None,
        }
    }
}

impl From<Scope> for Scopes {
    fn from(scope: Scope) -> Self {
        Self(scope.name().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_read_or_write_alone_maps_to_scope() {
        for (text, scope) in
            [("read", Some(Scope::Read)), ("write", Some(Scope::Write)), ("read write", None), ("", None)]
        {
            assert_eq!(Scope::of(&Scopes::parse(text.to_owned())), scope, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn tokens_are_kept_and_other_characters_are_unknown(text in "[ -~é\\n]{0,12}") {
            let valid = text.chars().all(|c| (c.is_ascii_graphic() && c != '"' && c != '\\') || c == ' ');
            prop_assert_eq!(Scopes::parse(text.clone()).0, if valid { text } else { String::new() });
        }
    }
}
