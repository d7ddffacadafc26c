//! The store of an app, with the session of a user.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex};

use stagepass::Storage;
use stagepass_backend::clock::{Clock as _, SystemClock};
use stagepass_core::config;
use stagepass_core::document::Json;
use stagepass_core::openid::identity::Identity;
use stagepass_core::scope::Scope;
use stagepass_core::session::Session;
use stagepass_core::text::secret::Secret;
use stagepass_test_support::Tokens;

/// Values by key. Clones share them, as windows of one app do.
#[derive(Clone, Default)]
pub(crate) struct Store(Arc<Mutex<BTreeMap<String, String>>>);

impl Store {
    /// Returns the store of an app to which a user with these tokens has signed in.
    pub(crate) fn signed_in(config: &config::Config, tokens: Tokens) -> Self {
        let now = u64::try_from(SystemClock.now()).unwrap() * 1000;
        let session = Session {
            access_token: Secret::from(tokens.access),
            refresh_token: Secret::from(tokens.refresh),
            scope: Scope::Write.into(),
            expires_in: 3_600_000,
            obtained_at: now,
            state: "sp1.p.Zm9vYmFyYmF6".to_owned(),
            is_form: false,
            is_bound: false,
            ends_at: 0,
            is_replacement: false,
            is_adopted: false,
            identity: Identity::default(),
        };
        let store = Self::default();
        store.set(&config.session_key(), &session.to_record::<Json>()).unwrap();
        store
    }
}

impl Storage for Store {
    fn get(&self, key: &str) -> io::Result<Option<String>> {
        Ok(self.0.lock().unwrap().get(key).cloned())
    }

    fn set(&self, key: &str, value: &str) -> io::Result<()> {
        self.0.lock().unwrap().insert(key.to_owned(), value.to_owned());
        Ok(())
    }

    fn remove(&self, key: &str) -> io::Result<()> {
        self.0.lock().unwrap().remove(key);
        Ok(())
    }

    fn keys(&self, prefix: &str) -> Vec<String> {
        self.0.lock().unwrap().keys().filter(|key| key.starts_with(prefix)).cloned().collect()
    }
}
