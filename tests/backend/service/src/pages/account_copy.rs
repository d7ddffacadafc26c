//! The texts that explain rules to users: see `accounts` and `display_name` for the rules.

use crate::accounts::PasswordRule;
use crate::texts::message::Message;
use stagepass_kit::display_name::NameError;

pub(crate) const HANDLE: Message = Message::new("handle-characters");
pub(crate) const NAME_CHARACTERS: Message = Message::new("name-characters");

/// Returns the text for the rule that a new password breaks.
pub(crate) fn password_problem(rule: PasswordRule) -> Message {
    match rule {
        PasswordRule::Form => Message::new("password-form"),
        PasswordRule::Common => Message::new("password-common"),
    }
}

/// Returns the text for the rule that a name breaks.
pub(crate) fn name_problem(error: NameError) -> Message {
    match error {
        NameError::Empty => Message::new("name-empty"),
        NameError::TooLong => Message::new("name-too-long"),
        NameError::Deceptive => NAME_CHARACTERS,
    }
}
