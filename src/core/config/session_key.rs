//! The key under which a session is stored. It identifies the client, as far as a call or a refresh needs it.

use super::{Config, Values};
use crate::border::{HINT_PREFIX, SESSION_PREFIX};
use crate::dpop::Dpop;
use crate::effect::Area;
use crate::provider::Provider;
use crate::text::ascii_split;

impl Config {
    /// Returns the key of this client's session. It includes the service, because one service's tokens must never go to
    /// another.
    pub fn session_key(&self) -> String {
        self.key(SESSION_PREFIX)
    }

    /// Returns the key of what a page reads of the session before the core is loaded.
    pub(crate) fn hint_key(&self) -> String {
        self.key(HINT_PREFIX)
    }

    fn key(&self, prefix: &str) -> String {
        let area = self.storage.name();
        let identity = match &self.provider {
            Provider::Stagepass if self.registered => " key ",
            Provider::Stagepass => " name ",
            #[cfg(feature = "openid")]
            Provider::OpenId(_) => " openid ",
        };
        let (base_url, account_key) = (&self.base_url, &self.account_key);
        ascii_split::joined(&[prefix, area, " ", base_url, " ", account_key, identity, &self.client_id])
    }

    /// Returns the client of the session under `key`, as far as a call or a refresh needs it.
    pub fn from_session_key(key: &str) -> Option<Self> {
        // Only the last part, which may be a name, can have a space.
        let (area, rest) = ascii_split::once(key.strip_prefix(SESSION_PREFIX)?, b" ")?;
        let (base_url, rest) = ascii_split::once(rest, b" ")?;
        let (account_key, rest) = ascii_split::once(rest, b" ")?;
        let (identity, client_id) = ascii_split::once(rest, b" ")?;
        let (registered, provider) = match identity {
            "key" => (true, Provider::Stagepass),
            "name" => (false, Provider::Stagepass),
            #[cfg(feature = "openid")]
            "openid" => (true, Provider::OpenId(Box::default())),
            _ => return None,
        };
        Some(Self::from(Values {
            base_url: base_url.to_owned(),
            client_id: client_id.to_owned(),
            registered,
            redirect_uri: String::new(),
            require_iss: false,
            storage: Area::from_name(area),
            account_key: account_key.to_owned(),
            dpop: Dpop::Never,
            takes_forms: false,
            provider,
        }))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::config::tests::{good, raw_text};
    use crate::config::{RawConfig, RawValue};
    use crate::effect::Area;

    #[test]
    fn session_key_is_unique_and_restores_its_client() {
        let client = |storage: &str, account_key: &str, app_name: &str| {
            let (storage, account_key) = (raw_text(storage), raw_text(account_key));
            let raw =
                RawConfig { api_key: RawValue::Absent, app_name: raw_text(app_name), storage, account_key, ..good() };
            Config::parse(&raw, None).unwrap()
        };
        let clients = [
            client("local", "", "a b"),
            client("session", "", "a b"),
            client("memory", "", "a b"),
            client("local", "a", "b"),
            client("local", "a ", "b"),
            client("local", "é\n", "b"),
        ];
        for (index, one) in clients.iter().enumerate() {
            let read = Config::from_session_key(&one.session_key()).unwrap();
            assert_eq!((&read.base_url, &read.client_id), (&one.base_url, &one.client_id));
            assert_eq!((read.storage, &read.account_key), (one.storage, &one.account_key));
            for other in clients.iter().skip(index + 1) {
                assert_ne!(one.session_key(), other.session_key());
            }
        }
        let custom = Config::parse(&RawConfig { storage: RawValue::Other, ..good() }, None).unwrap();
        assert_eq!(Config::from_session_key(&custom.session_key()).unwrap().storage, Area::Custom);
    }

    proptest! {
        #[test]
        fn no_text_makes_from_session_key_panic(a in any::<String>(), b in any::<String>(), c in any::<String>()) {
            let _ = Config::from_session_key(&a);
            let _ = Config::from_session_key(&format!("{SESSION_PREFIX}{a} {b} {c}"));
        }
    }
}
