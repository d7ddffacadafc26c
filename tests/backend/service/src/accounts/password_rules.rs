//! The rules for new passwords: a length, and none of the most common ones. There are no others (NIST SP 800-63B
//! §3.1.1).

use zxcvbn::matching::patterns::MatchPattern;
use zxcvbn::zxcvbn;

use crate::accounts::password::MAX_PASSWORD;

/// The shortest password in characters.
pub const MIN_PASSWORD: usize = 8;
/// How many of the most common passwords, words and names are refused.
const COMMON: usize = 10_000;
/// No common password is longer. A longer text is not compared, which would take long.
const LONGEST_COMMON: usize = 40;

/// Why a text cannot be a new password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordRule {
    /// Too short or too long, or with characters that a form cannot send.
    #[error("a password must have at least 8 characters and at most 1,024 bytes, without control characters")]
    Form,
    /// One of the most common passwords, in any case.
    #[error("this is one of the most common passwords, which attackers try first: choose another one")]
    Common,
}

/// Checks a new password.
///
/// # Errors
/// The broken [`PasswordRule`].
pub fn check_password(password: &str) -> Result<(), PasswordRule> {
    let unsendable = |c: char| c.is_control() || c == char::REPLACEMENT_CHARACTER;
    let length = password.chars().count();
    if length < MIN_PASSWORD || password.len() > MAX_PASSWORD || password.contains(unsendable) {
        return Err(PasswordRule::Form);
    }
    if length <= LONGEST_COMMON && is_common(password) { Err(PasswordRule::Common) } else { Ok(()) }
}

/// Returns whether the whole password is a common one, a common word or name, or a short part again and again.
fn is_common(password: &str) -> bool {
    let estimate = zxcvbn(password, &[]);
    let [whole] = estimate.sequence() else { return false };
    match &whole.pattern {
        MatchPattern::Dictionary(found) => found.rank <= COMMON && !found.reversed && !found.l33t,
        MatchPattern::Repeat(_) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_of_eight_characters_are_accepted() {
        for good in ["correct horse", "пароль-123", "k3!vTq9z", "12345678 and more", &"é".repeat(512)] {
            assert_eq!(check_password(good), Ok(()), "{good}");
        }
        for bad in ["1234567", "1234\t5678", "k3!vTq9z\0", "1234567\u{fffd}", &"é".repeat(513)] {
            assert_eq!(check_password(bad), Err(PasswordRule::Form), "{bad:?}");
        }
    }

    #[test]
    fn common_passwords_are_refused_in_any_case() {
        for bad in ["12345678", "password", "PASSWORD", "iloveyou", "qwertyuiop", "football", "sunshine", "11111111"] {
            assert_eq!(check_password(bad), Err(PasswordRule::Common), "{bad}");
        }
    }
}
