//! The status of a refresh token, compared with the newest token of its grant.

use stagepass_store::Grant;

/// For this many seconds, a replaced token returns the same successor again, even if the successor's access token was
/// used.
pub(crate) const REPEAT_WINDOW: i64 = 10;
/// After that, it does so as long as nothing shows that the successor arrived, but for this many seconds at most.
pub(crate) const REPEAT_LIMIT: i64 = 24 * 60 * 60;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RefreshTokenStatus {
    /// The newest token of its grant. It is rotated.
    Current,
    /// The previous token, whose successor may not have arrived. The same successor is returned again.
    Repeatable,
    /// A replaced token whose successor is in use. Two clients have the token, so one of them stole it.
    Replayed,
    /// Its generation has not been issued, because the database is older than the token.
    Unissued,
}

pub(crate) fn classify(grant: &Grant, presented: u32, now: i64) -> RefreshTokenStatus {
    let age = now - grant.rotated_at;
    match grant.generation.checked_sub(presented) {
        Some(0) if presented > 0 => RefreshTokenStatus::Current,
        Some(1) if presented > 0 && age < REPEAT_WINDOW => RefreshTokenStatus::Repeatable,
        Some(1) if presented > 0 && age < REPEAT_LIMIT && !grant.generation_used => RefreshTokenStatus::Repeatable,
        Some(1..) if presented > 0 => RefreshTokenStatus::Replayed,
        _ => RefreshTokenStatus::Unissued,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stagepass_store::GrantId;

    fn grant(generation: u32, generation_used: bool) -> Grant {
        Grant {
            id: GrantId([0; 16]),
            user_id: 1,
            api_key: None,
            app_name: Some("App".to_owned()),
            scope: "read".to_owned(),
            redirect_uri: String::new(),
            code_challenge: String::new(),
            generation,
            generation_key: 0,
            generation_used,
            rotated_at: 1_000,
            expires_at: i64::MAX,
            jkt: None,
            code_jkt: None,
            authenticated_at: 900,
        }
    }

    #[test]
    fn by_generation() {
        let family = grant(3, true);
        for (presented, expected) in [
            (3, RefreshTokenStatus::Current),
            (2, RefreshTokenStatus::Repeatable),
            (1, RefreshTokenStatus::Replayed),
            (4, RefreshTokenStatus::Unissued),
            (0, RefreshTokenStatus::Unissued),
        ] {
            assert_eq!(classify(&family, presented, 1_005), expected, "{presented}");
        }
        assert_eq!(
            classify(&grant(0, false), 0, 1_000),
            RefreshTokenStatus::Unissued,
            "the code's generation has no refresh token"
        );
        assert_eq!(classify(&grant(1, false), 0, 1_000), RefreshTokenStatus::Unissued);
    }

    #[test]
    fn by_age_and_use() {
        for (used, age, expected) in [
            (true, REPEAT_WINDOW - 1, RefreshTokenStatus::Repeatable),
            (true, REPEAT_WINDOW, RefreshTokenStatus::Replayed),
            (false, REPEAT_WINDOW, RefreshTokenStatus::Repeatable),
            (false, REPEAT_LIMIT - 1, RefreshTokenStatus::Repeatable),
            (false, REPEAT_LIMIT, RefreshTokenStatus::Replayed),
        ] {
            assert_eq!(classify(&grant(3, used), 2, 1_000 + age), expected, "{used} {age}");
        }
    }
}
