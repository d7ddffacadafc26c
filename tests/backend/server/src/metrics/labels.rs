//! The labels of metrics.

use axum::http::{Method, StatusCode};
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use stagepass_kit::store_observer::StoreWork;

/// The outcome of an attempt to sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SignIn {
    /// The user is signed in.
    Succeeded,
    /// Unknown handle, or wrong password.
    Refused,
    /// Too many attempts.
    Throttled,
    /// An internal error.
    Failed,
}

/// An event of a grant's tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenEvent {
    /// The first tokens were issued for a code.
    Issued,
    /// The tokens were refreshed.
    Refreshed,
    /// An app or a user revoked them.
    Revoked,
    /// A code or refresh token was used twice, so the grant was revoked.
    Replayed,
}

/// Implements a label whose values are words.
macro_rules! words {
    ($kind:ty: $($value:ident => $word:literal),+ $(,)?) => {
        impl $kind {
            /// All values.
            pub(super) const ALL: &[Self] = &[$(Self::$value),+];
        }

        impl EncodeLabelValue for $kind {
            fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> Result<(), std::fmt::Error> {
                match self { $(Self::$value => $word),+ }.encode(encoder)
            }
        }
    };
}

words!(SignIn: Succeeded => "succeeded", Refused => "refused", Throttled => "throttled", Failed => "failed");
words!(TokenEvent: Issued => "issued", Refreshed => "refreshed", Revoked => "revoked", Replayed => "replayed");

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct OutcomeLabel {
    pub(super) outcome: SignIn,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct EventLabel {
    pub(super) event: TokenEvent,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct WorkLabel {
    kind: &'static str,
}

impl WorkLabel {
    pub(super) fn of(work: StoreWork) -> Self {
        let kind = match work {
            StoreWork::Read => "read",
            StoreWork::Write => "write",
        };
        Self { kind }
    }
}

/// The template of a route. `none` if no route matched.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct RouteLabel {
    route: String,
}

impl RouteLabel {
    pub(super) fn of(route: Option<&str>) -> Self {
        Self { route: route.unwrap_or("none").to_owned() }
    }
}

/// Returns the name of a method, if a route can have it. Other names are made up by clients.
fn known_method(method: &Method) -> Option<&'static str> {
    let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    known.into_iter().find(|known| method.as_str() == *known)
}

/// The labels of a request.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct RequestLabel {
    method: &'static str,
    route: String,
    status: &'static str,
}

impl RequestLabel {
    pub(super) fn of(method: &Method, RouteLabel { route }: RouteLabel, status: StatusCode) -> Self {
        let method = known_method(method).unwrap_or("other");
        let status = match status.as_u16() / 100 {
            1 => "1xx",
            2 => "2xx",
            3 => "3xx",
            4 => "4xx",
            _ => "5xx",
        };
        Self { method, route, status }
    }
}
