//! Errors in the details of an app.

use stagepass_kit::display_name::NameError;

use crate::accounts::redirect_uri::Rule;

/// The rule that an app's details break.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AppDetailsError {
    /// The name cannot be displayed.
    #[error("{}", match .0 {
        NameError::Empty => "enter a name".to_owned(),
        error => format!("the name is refused: {error}"),
    })]
    Name(NameError),
    /// The description cannot be displayed.
    #[error("the description is refused: {}", match .0 {
        NameError::TooLong => "it is longer than 160 characters",
        _ => "it has control, invisible or direction-changing characters",
    })]
    Description(NameError),
    /// The name has letters of several scripts.
    #[error("the name is refused: it mixes letters of several scripts; use one, so that no letter passes for another")]
    MixedScripts,
    /// The name looks like the service's own, or like that of another developer's app.
    #[error("the name is refused: it looks like the name of the service or of another developer's app; choose another")]
    LookAlike,
    /// None, or more than 50.
    #[error("an app has 1 to 50 redirect URIs")]
    RedirectUriCount,
    /// One of them is longer than 2,000 characters.
    #[error("the redirect URI {text:?}… is refused: it is longer than 2,000 characters")]
    RedirectUriTooLong {
        /// Its index, counted from 0.
        position: usize,
        /// The beginning of the URI.
        text: String,
    },
    /// One of them breaks a rule.
    #[error("the redirect URI {text:?} is refused: {rule}")]
    RedirectUri {
        /// Its index, counted from 0.
        position: usize,
        /// The beginning of the URI.
        text: String,
        /// The rule.
        rule: Rule,
    },
}
