//! The limits of an app's sessions.

use crate::{Row, StoreError};

/// After how many seconds the sessions of an app end. `None`, or more than the service allows: as for all apps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SessionLimits {
    /// Since the last refresh.
    pub idle: Option<i64>,
    /// Since the consent.
    pub longest: Option<i64>,
}

impl SessionLimits {
    /// Parses the columns `session_idle` and `session_longest`.
    pub(crate) fn take(row: &mut Row) -> Result<Self, StoreError> {
        Ok(Self { idle: row.take()?, longest: row.take()? })
    }
}

/// When the next refresh token of a grant expires, in SQL: the earliest of `$latest`, which is the service's limit of
/// unused sessions, of the service's absolute end, `$longest` seconds after the consent, and of the app's own limits,
/// counted from `$now` and from the consent.
macro_rules! session_end {
    ($now:literal, $latest:literal, $longest:literal) => {
        concat!(
            "(SELECT MIN(ends_at) FROM (
                 SELECT ",
            $latest,
            " AS ends_at
                 UNION ALL SELECT grants.created_at + ",
            $longest,
            "
                 UNION ALL SELECT ",
            $now,
            " + session_idle FROM apps WHERE apps.api_key = grants.api_key
                 UNION ALL SELECT grants.created_at + session_longest FROM apps WHERE apps.api_key = grants.api_key
             ) AS ends)"
        )
    };
}
pub(crate) use session_end;
