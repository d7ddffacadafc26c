//! Displayed names: of users, of apps, and those that unregistered apps give themselves.

/// The longest name in characters.
pub const MAX_NAME: usize = 50;

/// Why a name cannot be displayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Empty, or only white space.
    #[error("it is empty")]
    Empty,
    /// More than [`MAX_NAME`] characters.
    #[error("it is longer than 50 characters")]
    TooLong,
    /// Control, bidirectional or invisible characters, which can make a name look like another one.
    #[error("it has control, invisible or direction-changing characters")]
    Deceptive,
}

/// Returns `name` without surrounding white space, if it can be displayed.
///
/// # Errors
/// [`NameError`] with the rule.
pub fn display_name(name: &str) -> Result<&str, NameError> {
    let name = name.trim();
    match name {
        "" => Err(NameError::Empty),
        _ if name.chars().any(is_deceptive) => Err(NameError::Deceptive),
        _ if name.chars().count() > MAX_NAME => Err(NameError::TooLong),
        _ => Ok(name),
    }
}

/// Returns whether a character is invisible, or can make a text look like another one.
pub fn is_deceptive(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_any_script_are_fine() {
        for name in ["Stagepass Demo", "Bücher & Töne", "音楽", "موسيقى", "<b>Loud</b>"] {
            assert_eq!(display_name(name), Ok(name));
        }
        assert_eq!(display_name("  Loud  "), Ok("Loud"));
    }

    #[test]
    fn names_that_are_not() {
        assert_eq!(display_name(" \t"), Err(NameError::Empty));
        assert_eq!(display_name(&"é".repeat(51)), Err(NameError::TooLong));
        assert!(display_name(&"é".repeat(50)).is_ok());
        for deceptive in ["a\u{202e}b", "a\u{200b}b", "a\nb", "a\0b", "\u{2066}a", "\u{e0041}"] {
            assert_eq!(display_name(deceptive), Err(NameError::Deceptive), "{deceptive:?}");
        }
    }
}
