//! The texts that explain rules to users: see `accounts` and `display_name` for the rules.

use crate::accounts::PasswordRule;
use stagepass_kit::display_name::NameError;

pub(crate) const HANDLE: &str =
    "A handle is 1 to 30 letters (a–z), digits, “_”, “-” or “.”, and begins with a letter or a digit.";
pub(crate) const NAME_CHARACTERS: &str =
    "The name has invisible characters, or some that change its direction. Leave them out.";
const PASSWORD: &str =
    "A password has at least 8 characters and at most 1,024 bytes, without tabs and other control characters.";

/// Returns the text for the rule that a new password breaks.
pub(crate) fn password_problem(rule: PasswordRule) -> &'static str {
    match rule {
        PasswordRule::Form => PASSWORD,
        PasswordRule::Common => {
            "This is one of the most common passwords, which attackers try first. Choose another one."
        }
    }
}

/// Returns the text for the rule that a name breaks.
pub(crate) fn name_problem(error: NameError) -> &'static str {
    match error {
        NameError::Empty => "Enter a name.",
        NameError::TooLong => "A name has at most 50 characters.",
        NameError::Deceptive => NAME_CHARACTERS,
    }
}
