//! How something that a client tried is to be taken.

use crate::load::client::Failure;

/// Why a client stops.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum StepError {
    /// The service is gone, or reports a failure. The pending request may have been executed or not.
    Interrupted,
    /// The service has broken its word.
    Violation(String),
}

impl From<Failure> for StepError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Lost(_) | Failure::Broken { .. } => Self::Interrupted,
            Failure::Refused { .. } => Self::Violation(failure.to_string()),
        }
    }
}

/// The result of a call that must succeed, because no server is being killed.
pub(crate) fn expect_success<T>(result: Result<T, Failure>, what: &str) -> Result<T, String> {
    result.map_err(|failure| format!("{what}: {failure}"))
}

/// Checks that a call was refused because of an invalid grant or access token.
pub(crate) fn expect_refusal<T>(result: Result<T, Failure>, what: &str) -> Result<(), String> {
    match result {
        Err(Failure::Refused { status: 400 | 401, error, .. })
            if error == "invalid_grant" || error == "invalid_token" =>
        {
            Ok(())
        }
        Err(failure) => Err(format!("{what}: {failure}")),
        Ok(_) => Err(format!("{what}: it was taken")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(status: u16, error: &str) -> Failure {
        Failure::Refused { what: "x", status, error: error.to_owned() }
    }

    #[test]
    fn only_a_refusal_is_the_services_word() {
        let broken = Failure::Broken { what: "x", status: 500 };
        assert_eq!(StepError::from(broken), StepError::Interrupted);
        assert_eq!(StepError::from(Failure::Lost(std::io::ErrorKind::BrokenPipe.into())), StepError::Interrupted);
        assert_eq!(StepError::from(refusal(400, "e")), StepError::Violation("x was refused: 400 e".to_owned()));
    }

    #[test]
    fn another_refusal_than_the_right_one_is_wrong() {
        assert!(expect_refusal::<()>(Err(refusal(400, "invalid_grant")), "x").is_ok());
        assert!(expect_refusal::<()>(Err(refusal(401, "invalid_token")), "x").is_ok());
        assert!(expect_refusal::<()>(Err(refusal(400, "invalid_request")), "x").is_err());
        assert!(expect_refusal::<()>(Err(Failure::Broken { what: "x", status: 500 }), "x").is_err());
        assert!(expect_refusal(Ok(()), "x").is_err());
    }
}
