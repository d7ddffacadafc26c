//! Which status of a response is which error.

use serde::Deserialize;

use super::denied::Denied;
use super::json::{self, lenient};
use crate::error::{Code, Error};

/// The kind of server that has responded. The same status can mean different things.
#[derive(Clone, Copy, Debug)]
pub(super) enum Responder {
    /// The service.
    Service,
    /// The service, after a part of an upload was sent.
    Uploads,
    /// An access server.
    AccessServer,
}

/// The server errors that mean [`Code::QuotaExceeded`], with any status.
const QUOTA_ERRORS: [&str; 3] = ["quota_exceeded", "too_many_uploads", "storage_full"];

impl Responder {
    /// Returns the code of an error status.
    ///
    /// Not of the service's 401, which follows a refresh: whether the session has expired is decided by the refresh.
    fn code(self, status: u16) -> Code {
        use Responder::{AccessServer, Service, Uploads};
        match (self, status) {
            (_, 400) => Code::InputInvalid,
            (_, 404) => Code::NotFound,
            (AccessServer, 401 | 403) => Code::AccessRefused,
            (_, 403) => Code::Forbidden,
            // 423: another request for the same upload is running.
            (Service | Uploads, 409) | (Uploads, 423) => Code::Conflict,
            (Uploads, 413 | 415 | 422) => Code::UploadRefused,
            _ => Code::RequestFailed,
        }
    }

    /// Returns the error of a response with this status and body.
    pub(super) fn refusal(self, status: u16, body: &[u8]) -> Error {
        let RawFailure { error, error_description, detail } = json::parse(body).unwrap_or_default();
        let is_quota = error.as_deref().is_some_and(|error| QUOTA_ERRORS.contains(&error));
        let code = if is_quota { Code::QuotaExceeded } else { self.code(status) };
        let words = [error_description, detail, error].into_iter().flatten().find(|text| !text.is_empty());
        let error = Error::from(code).with_status(status).with_description(words);
        let denied = || json::parse::<Denied>(body).unwrap_or_default();
        if code == Code::AccessRefused { error.because(denied()) } else { error }
    }
}

/// The members of an error response. Another server than ours may have other types.
#[derive(Default, Deserialize)]
struct RawFailure {
    #[serde(default, deserialize_with = "lenient")]
    error: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    error_description: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    detail: Option<String>,
}

impl Error {
    /// Returns the denial reasons of [`Code::AccessRefused`].
    pub fn denied(&self) -> Option<&Denied> {
        std::error::Error::source(self)?.downcast_ref()
    }
}

/// Returns the error of an argument that cannot be used.
pub(super) fn option_invalid(message: &'static str) -> Error {
    Error::from(Code::OptionInvalid).because(message)
}

/// Returns the error of a response that cannot be read, with this status.
pub(super) fn bad_response(status: u16) -> Error {
    Error::from(Code::BadResponse).with_status(status)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    #[test]
    fn statuses_have_codes_by_the_server_that_responds() {
        use Responder::{AccessServer, Service, Uploads};
        let cases = [
            (Service, 400, Code::InputInvalid),
            (Service, 401, Code::RequestFailed),
            (Service, 403, Code::Forbidden),
            (Service, 404, Code::NotFound),
            (Service, 409, Code::Conflict),
            (Service, 413, Code::RequestFailed),
            (Service, 423, Code::RequestFailed),
            (Service, 500, Code::RequestFailed),
            (Uploads, 409, Code::Conflict),
            (Uploads, 423, Code::Conflict),
            (Uploads, 413, Code::UploadRefused),
            (Uploads, 415, Code::UploadRefused),
            (Uploads, 422, Code::UploadRefused),
            (Uploads, 410, Code::RequestFailed),
            (AccessServer, 400, Code::InputInvalid),
            (AccessServer, 401, Code::AccessRefused),
            (AccessServer, 403, Code::AccessRefused),
            (AccessServer, 404, Code::NotFound),
            (AccessServer, 409, Code::RequestFailed),
        ];
        for (responder, status, code) in cases {
            let error = responder.refusal(status, b"");
            assert_eq!((error.code(), error.status()), (code, Some(status)), "{responder:?} {status}");
        }
    }

    #[test]
    fn quota_error_has_own_code_with_any_status() {
        for (status, error) in [(413, "quota_exceeded"), (429, "too_many_uploads"), (507, "storage_full")] {
            let body = format!(r#"{{"error":"{error}","error_description":"Full."}}"#);
            let error = Responder::Uploads.refusal(status, body.as_bytes());
            assert_eq!(
                (error.code(), error.status(), error.description()),
                (Code::QuotaExceeded, Some(status), Some("Full."))
            );
        }
    }

    #[test]
    fn description_is_the_message_of_the_server() {
        let description =
            |body: &str| Responder::Service.refusal(404, body.as_bytes()).description().map(str::to_owned);
        let cases = [
            (r#"{"error":"not_found","error_description":"No such track."}"#, Some("No such track.")),
            (r#"{"error":"Unauthorized","detail":"signature too old"}"#, Some("signature too old")),
            (r#"{"error":"There is no such track.","error_description":""}"#, Some("There is no such track.")),
            (r#"{"error":{"message":"x"},"detail":7}"#, None),
            ("[]", None),
            ("null", None),
            ("<html>", None),
            ("", None),
        ];
        for (body, expected) in cases {
            assert_eq!(description(body).as_deref(), expected, "{body}");
        }
    }

    #[test]
    fn only_access_server_refusals_have_denial_reasons() {
        let body = br#"{"error":"Buy it.","code":"not_paid","refusals":[{"rule":"paid","code":"not_paid","error":"Buy it."}]}"#;
        let error = Responder::AccessServer.refusal(403, body);
        let denied = error.denied().unwrap();
        assert_eq!((denied.message.as_str(), denied.refusals.len()), ("Buy it.", 1));
        assert_eq!(Responder::Service.refusal(403, body).denied(), None);
        assert!(Responder::AccessServer.refusal(403, b"no JSON").denied().unwrap().refusals.is_empty());
    }
}
