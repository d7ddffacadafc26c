//! Deleting expired rows.

use crate::tracks::listens::REPORTS_KEPT;
use crate::{GrantId, Store, StoreError, sql};

/// The longest window of a counter of attempts, in seconds.
pub const LONGEST_WINDOW: i64 = 60 * 60;

/// How long it is remembered what a user has allowed by a click, in seconds.
pub const CONSENT_REMEMBERED: i64 = 30 * 24 * 60 * 60;

impl Store {
    /// Deletes what has expired by `now`. Returns the number of deleted rows.
    ///
    /// Grants are deleted in slices, by the first byte of their random IDs. So no index by expiry is needed, which
    /// every rotation would have to update, and other writes only wait for one slice.
    ///
    /// Of a consent, only the memory of the click expires. The consent itself stays, so the app can still act for the
    /// user.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn sweep(&self, now: i64) -> Result<u64, StoreError> {
        let sessions = sql("DELETE FROM sessions WHERE expires_at <= $1").bind(now);
        let tries = sql("DELETE FROM tries WHERE since <= $1").bind(now.saturating_sub(LONGEST_WINDOW));
        let reports = sql("DELETE FROM listen_reports WHERE received_at <= $1").bind(now.saturating_sub(REPORTS_KEPT));
        let clicks = sql("DELETE FROM consent_redirect_uris WHERE granted_at <= $1");
        let clicks = clicks.bind(now.saturating_sub(CONSENT_REMEMBERED));
        let mut swept = 0;
        for expired in [sessions, tries, reports, clicks] {
            swept += self.database.write(expired).await?.changed;
        }
        for (first, end) in GrantId::slices() {
            let slice = sql("DELETE FROM grants WHERE grant_id >= $1 AND grant_id < $2 AND expires_at <= $3");
            let slice = slice.bind(&first[..]).bind(&end[..]).bind(now);
            swept += self.database.write(slice).await?.changed;
        }
        Ok(swept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::with_demo;
    use crate::{AppRecord, DatabaseAddress, NewAppRecord, NewGrant, SessionLimits};

    fn grant(id: GrantId, user_id: i64, expires_at: i64) -> NewGrant<'static> {
        NewGrant {
            id,
            user_id,
            api_key: None,
            app_name: Some("App"),
            scope: "read",
            redirect_uri: "",
            code_challenge: "",
            code_jkt: None,
            key: 0,
            created_at: 0,
            expires_at,
            authenticated_at: 0,
            device: None,
            terms_hash: None,
        }
    }

    #[tokio::test]
    async fn every_expired_grant_goes_and_no_other() {
        let (store, user_id) = with_demo().await;
        for byte in [0, 1, 127, 254, 255] {
            let (id, mut other) = ([byte; 16], [byte; 16]);
            other[15] ^= 1;
            for (id, expires_at) in [(id, 10), (other, 11)] {
                store.insert_grant(&grant(GrantId(id), user_id, expires_at)).await.unwrap();
            }
        }
        assert_eq!(store.sweep(9).await.unwrap(), 0);
        assert_eq!(store.sweep(10).await.unwrap(), 5);
        assert_eq!(store.sweep(11).await.unwrap(), 5);
    }

    #[tokio::test]
    async fn click_is_forgotten_after_30_days() {
        let (store, user_id) = with_demo().await;
        let app = AppRecord {
            api_key: "a".to_owned(),
            name: "App".to_owned(),
            description: None,
            redirect_uris: Vec::new(),
            sessions: SessionLimits::default(),
            bound_tokens_only: false,
        };
        let new = NewAppRecord {
            app: &app,
            name_skeleton: "app",
            owner_id: user_id,
            api_secret_hash: &[1; 32],
            bearer_token_hash: &[2; 32],
            created_at: 0,
        };
        assert!(store.insert_app(&new, 1).await.unwrap());
        for (id, redirect_uri, created_at) in [(1, "https://a.example/", 100), (2, "https://b.example/", 101)] {
            let (api_key, terms_hash) = (Some("a"), Some(&[3; 32][..]));
            let other = grant(GrantId([id; 16]), user_id, i64::MAX);
            let grant = NewGrant { api_key, app_name: None, redirect_uri, created_at, terms_hash, ..other };
            assert!(store.insert_grant(&grant).await.unwrap());
        }
        assert_eq!(store.sweep(100 + CONSENT_REMEMBERED - 1).await.unwrap(), 0);
        assert_eq!(store.sweep(100 + CONSENT_REMEMBERED).await.unwrap(), 1);
        assert_eq!(store.remembered_consents(user_id, "a", "https://b.example/", 100).await.unwrap().len(), 1);
        assert_eq!(store.sweep(101 + CONSENT_REMEMBERED).await.unwrap(), 1);
        assert_eq!(store.consented_scope(user_id, "a").await.unwrap().as_deref(), Some("read"));
    }

    #[tokio::test]
    async fn old_reports_and_tries_are_forgotten() {
        let store = Store::open(&DatabaseAddress::Memory).await.unwrap();
        for (byte, now) in [(1, 100), (2, 101)] {
            store.add_report([byte; 16], &[], now).await.unwrap();
        }
        assert_eq!(store.sweep(100 + REPORTS_KEPT - 1).await.unwrap(), 0);
        assert_eq!(store.sweep(100 + REPORTS_KEPT).await.unwrap(), 1);

        let store = Store::open(&DatabaseAddress::Memory).await.unwrap();
        for (byte, now) in [(1, 100), (2, 101)] {
            store.count_try(&[byte; 32], now, LONGEST_WINDOW).await.unwrap();
        }
        assert_eq!(store.sweep(100 + LONGEST_WINDOW - 1).await.unwrap(), 0);
        assert_eq!(store.sweep(100 + LONGEST_WINDOW).await.unwrap(), 1);
    }
}
