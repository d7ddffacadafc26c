//! How a request failed, and how that is to be taken.

use std::time::Duration;

/// How long a service may be unavailable while it or its database is started again.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);
pub(crate) const TRY_AGAIN: Duration = Duration::from_millis(20);

/// A request that did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// No complete response came: it may have been done or not.
    #[error("no complete response: {0}")]
    Lost(#[from] std::io::Error),
    /// The service reports a failure: the request may have been executed or not.
    #[error("{what} was answered {status}")]
    Broken { what: &'static str, status: u16 },
    /// The service refuses, by a status below 500 and the `error` of its body.
    #[error("{what} was refused: {status} {error}")]
    Refused { what: &'static str, status: u16, error: String },
}

/// Repeats what a [`Client`](super::client::Client) asks until the service answers. Evaluates to the result, and to
/// whether an attempt before was interrupted, which may have been executed.
macro_rules! until_answered {
    ($client:expr, $ask:expr) => {{
        let (begun, mut is_repeated) = (tokio::time::Instant::now(), false);
        loop {
            match $ask.await {
                Err($crate::load::failure::Failure::Lost(_) | $crate::load::failure::Failure::Broken { .. })
                    if begun.elapsed() < $crate::load::failure::PATIENCE =>
                {
                    is_repeated = true;
                    $client.http.reset();
                    tokio::time::sleep($crate::load::failure::TRY_AGAIN).await;
                }
                answered => break (answered, is_repeated),
            }
        }
    }};
}
pub(crate) use until_answered;

/// The result of a call that must succeed.
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
