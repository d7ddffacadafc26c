//! Errors of a bucket. They contain neither keys nor the service's message, which quotes what was signed.

use std::error::Error;
use std::io;
use std::iter::successors;
use std::path::PathBuf;

use super::BucketAddress;
use stagepass_server::tls::TlsError;

/// Why a bucket cannot be used, or has no such object.
#[derive(Debug, thiserror::Error)]
pub enum BucketError {
    /// An invalid endpoint.
    #[error("the S3 endpoint must be like https://HOST or http://HOST:PORT: no user name, no query")]
    Endpoint,
    /// No TLS over a network.
    #[error(
        "the S3 endpoint {0} is not on this machine: give an https address, or allow http where the network is your own"
    )]
    Unencrypted(String),
    /// An invalid region.
    #[error("the S3 region must be like us-east-1: letters, digits and \"-\"")]
    Region,
    /// No calls over TLS can be made.
    #[error("calls to the S3 service: {0}")]
    Tls(#[from] TlsError),
    /// There is no object with this name.
    #[error("{0}: there is no such object")]
    Missing(BucketAddress),
    /// There is no bucket with this name.
    #[error("{0}: there is no such bucket")]
    NoBucket(BucketAddress),
    /// The access key is unknown, or may not do this.
    #[error("{bucket}: the S3 service refuses the access key ({code})")]
    Refused {
        /// Which bucket.
        bucket: BucketAddress,
        /// The service's error code, for example `SignatureDoesNotMatch`, or the status.
        code: String,
    },
    /// No connection, no response, or an unexpected one.
    #[error("{bucket}: the S3 service can't be used: {reason}")]
    Failed {
        /// Which bucket.
        bucket: BucketAddress,
        /// Why.
        reason: String,
    },
    /// The call timed out.
    #[error("{0}: the S3 service did not answer in time")]
    Late(BucketAddress),
    /// An object is shorter than before.
    #[error("{0}: an object is shorter than it was said to be")]
    Short(BucketAddress),
    /// The file to upload cannot be read.
    #[error("{}: {error}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

impl BucketError {
    /// Returns whether the service is the problem, and not the object. The call may succeed later.
    pub fn is_of_the_service(&self) -> bool {
        !matches!(self, Self::Missing(_) | Self::Short(_) | Self::File { .. })
    }

    pub(super) fn of(bucket: &BucketAddress, error: &object_store::Error) -> Self {
        let message = innermost(error);
        let code = between(&message, "<Code>", "</Code>").filter(|code| is_code(code));
        let bucket = bucket.clone();
        // Not by the error's variant: an error of a list call is always `Generic`.
        match (status(&message), code) {
            (Some("404"), Some("NoSuchBucket")) => Self::NoBucket(bucket),
            (Some("404"), _) => Self::Missing(bucket),
            (Some(refused @ ("401" | "403")), code) => {
                Self::Refused { bucket, code: code.unwrap_or(refused).to_owned() }
            }
            (Some(status), Some(code)) => Self::Failed { bucket, reason: format!("status {status}, {code}") },
            (Some(status), None) => Self::Failed { bucket, reason: format!("status {status}") },
            (None, Some(code)) => Self::Failed { bucket, reason: code.to_owned() },
            // An error of this machine, for example a refused connection.
            (None, None) => Self::Failed { bucket, reason: message.chars().take(200).collect() },
        }
    }
}

/// Returns the innermost error. The outer ones only say that there was one.
fn innermost(error: &object_store::Error) -> String {
    let causes = successors(Some(error as &(dyn Error + 'static)), |&error| error.source());
    causes.last().map(ToString::to_string).unwrap_or_default()
}

/// Returns the status from the text of `object_store`, because the error type that has it is private.
fn status(message: &str) -> Option<&str> {
    message.split_once("status code: ")?.1.get(..3)
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    Some(text.split_once(start)?.1.split_once(end)?.0)
}

fn is_code(text: &str) -> bool {
    !text.is_empty() && text.len() <= 64 && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(status: u16, body: &str) -> object_store::Error {
        let source = format!("Server returned non-2xx status code: {status} Reason: {body}").into();
        object_store::Error::Generic { store: "S3", source }
    }

    fn of(error: &object_store::Error) -> String {
        BucketError::of(&"s3://audio/x".parse().unwrap(), error).to_string()
    }

    #[test]
    fn in_words_and_without_what_was_signed() {
        let body = |code: &str| format!("<Error><Code>{code}</Code><StringToSign>hunter2</StringToSign></Error>");
        for (error, expected) in [
            (answered(403, &body("SignatureDoesNotMatch")), "refuses the access key (SignatureDoesNotMatch)"),
            (answered(403, ""), "refuses the access key (403)"),
            (answered(404, &body("NoSuchBucket")), "s3://audio/x: there is no such bucket"),
            (answered(404, &body("NoSuchKey")), "s3://audio/x: there is no such object"),
            (answered(503, &body("SlowDown")), "can't be used: status 503, SlowDown"),
            (answered(500, "<html>hunter2"), "can't be used: status 500"),
            (answered(500, &body("<script>")), "can't be used: status 500"),
            (answered(401, ""), "refuses the access key (401)"),
            (object_store::Error::Generic { store: "S3", source: "Connection refused".into() }, "Connection refused"),
        ] {
            let words = of(&error);
            assert!(words.ends_with(expected) && !words.contains("hunter2"), "{words}");
        }
    }
}
