//! A transaction: a login in progress, stored under its `state` until its callback claims it.

use core::mem;

use crate::authorize::{Display, Options};
use crate::border::LOGIN_PREFIX;
use crate::config::Config;
use crate::document::Document;
use crate::effect::{Area, Effect, Machine, Outcome, Step};
use crate::error::Error;
#[cfg(feature = "openid")]
use crate::openid;
use crate::pkce;
use crate::scope::Scopes;
use crate::text::ascii_split;
use crate::text::record;
use crate::text::secret::Secret;

/// How long a login may take, in milliseconds. Users may sign up on the way.
pub const LIFETIME: u64 = 60 * 60 * 1000;

/// Where transactions are stored, wherever sessions are: a callback page must find them without a configuration.
pub const AREA: Area = Area::Local;

/// What a login stores until its callback.
#[derive(Clone, Debug)]
pub struct Transaction {
    /// The `state` that was sent (RFC 6749 section 10.12): unpredictable, used once.
    pub state: String,
    /// The PKCE verifier of the challenge that was sent.
    pub code_verifier: Secret,
    /// The requested scope.
    pub scope: Scopes,
    /// Where a full-page login ends. Empty: on the callback page.
    pub return_to: String,
    /// The app's own value, as JSON. Empty: none.
    pub app_state: String,
    /// When it started, in milliseconds since 1970.
    pub born_at: u64,
    /// The client's configuration, so that a callback page needs none.
    pub config: Config,
    /// How long ago the user may have signed in, in seconds, if the app asked for that.
    #[cfg(feature = "openid")]
    pub max_age: Option<u64>,
}

impl Transaction {
    /// Creates a transaction from 32 random bytes for its verifier and 16 for its state.
    pub fn new(config: &Config, options: &Options, display: Display, random: &[u8; 48], born_at: u64) -> Self {
        let (verifier, state) = random.split_first_chunk::<32>().unwrap_or((&[0; 32], random));
        let prefix = match display {
            Display::Popup => "sp1.p.",
            Display::FullScreen => "sp1.f.",
        };
        Self {
            state: ascii_split::joined(&[prefix, &pkce::base64url(state)]),
            code_verifier: pkce::code_verifier(verifier),
            scope: options.scope.clone(),
            return_to: options.return_to.clone(),
            app_state: options.app_state.clone(),
            born_at,
            config: config.clone(),
            #[cfg(feature = "openid")]
            max_age: openid::authorize::max_age(options),
        }
    }

    /// Returns the record to store.
    pub fn to_record<D: Document>(&self) -> String {
        let mut record: D = record::new();
        record.set_text("codeVerifier", self.code_verifier.expose());
        record.set_text("scope", self.scope.as_str());
        record.set_text("returnTo", &self.return_to);
        record.set_text("appState", &self.app_state);
        record.set_number("bornAt", self.born_at);
        self.config.add_to(&mut record);
        #[cfg(feature = "openid")]
        if let Some(max_age) = self.max_age {
            record.set_number("maxAge", max_age);
        }
        record.to_text()
    }

    /// Reads what [`Transaction::to_record`] wrote under this `state`. `None` for anything else.
    pub fn from_record<D: Document>(state: &str, text: &str) -> Option<Self> {
        let record = &record::read::<D>(text)?;
        let scope = Scopes::parse(record::text(record, "scope"));
        if scope == Scopes::default() {
            return None;
        }
        Some(Self {
            scope,
            state: state.to_owned(),
            code_verifier: record::text(record, "codeVerifier").into(),
            return_to: record::text(record, "returnTo"),
            app_state: record::text(record, "appState"),
            born_at: record::number(record, "bornAt"),
            config: Config::from_record(record)?,
            #[cfg(feature = "openid")]
            max_age: record.number("maxAge").map(|_| record::number(record, "maxAge")),
        })
    }

    /// Returns whether it has expired. A start more than a lifetime in the future means that the clock was set back. It
    /// is removed too, or it would stay forever.
    pub fn is_over(&self, now: u64) -> bool {
        now.abs_diff(self.born_at) > LIFETIME
    }
}

/// Returns the key of the transaction of this `state`.
pub fn key(state: &str) -> String {
    ascii_split::joined(&[LOGIN_PREFIX, state])
}

/// Stores a transaction.
pub fn write<D: Document>(transaction: &Transaction) -> Effect {
    let (key, value) = (key(&transaction.state), transaction.to_record::<D>());
    Effect::Write { area: AREA, key, value, hint: None }
}

/// Deletes the transaction under this key.
pub fn delete(key: String) -> Effect {
    Effect::Delete { area: AREA, key, hint: None }
}

/// Returns the lock under which the transaction of this `state` is claimed.
pub fn lock_name(state: &str) -> String {
    ascii_split::joined(&["stagepass/claim/", state])
}

/// Returns the name of the channel between the two windows of a login, for when `opener` is cut off. It is a hash,
/// because code that may list channels must not learn a state.
pub fn channel_name(state: &str) -> String {
    ascii_split::joined(&["stagepass/", &pkce::digest(state)])
}

/// Deletes expired and malformed transactions.
#[derive(Debug)]
pub struct Sweep {
    now: u64,
    at: At,
}

/// A variant is named by the effect whose outcome it awaits, or by what that is for.
#[derive(Debug, Default)]
enum At {
    Begin,
    Keys,
    Read {
        key: String,
        others: Vec<String>,
    },
    Delete {
        others: Vec<String>,
    },
    #[default]
    Ended,
}

impl Sweep {
    /// Creates a sweep at this time (milliseconds since 1970).
    pub fn new(now: u64) -> Self {
        Self { now, at: At::Begin }
    }

    fn ask(&mut self, at: At, effect: Effect) -> Result<Step<()>, Error> {
        Step::ask(&mut self.at, at, effect)
    }

    fn read_next(&mut self, mut keys: Vec<String>) -> Result<Step<()>, Error> {
        match keys.pop() {
            Some(key) => self.ask(At::Read { key: key.clone(), others: keys }, Effect::Read { area: AREA, key }),
            None => Ok(Step::Done(())),
        }
    }
}

impl<D: Document> Machine<D> for Sweep {
    type Output = ();

    fn step(&mut self, outcome: Outcome<D>) -> Result<Step<()>, Error> {
        match mem::take(&mut self.at) {
            At::Begin => self.ask(At::Keys, Effect::Keys { prefix: LOGIN_PREFIX }),
            At::Keys => self.read_next(outcome.keys()?),
            At::Read { key, others } => {
                let transaction = outcome.text()?.and_then(|text| Transaction::from_record::<D>("", &text));
                if transaction.is_none_or(|transaction| transaction.is_over(self.now)) {
                    self.ask(At::Delete { others }, delete(key))
                } else {
                    self.read_next(others)
                }
            }
            At::Delete { others } => self.read_next(others),
            At::Ended => Err(outcome.unexpected()),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::authorize::ResponseMode;
    use crate::config::Values;
    use crate::document::Json;
    use crate::dpop::Dpop;
    use crate::provider::Provider;
    use crate::scope::Scope;

    /// Returns a transaction whose random bytes are all `seed`.
    pub(crate) fn transaction(display: Display, seed: u8) -> Transaction {
        let config = Config::from(Values {
            base_url: "https://api.example/v1".to_owned(),
            client_id: "0x58802e7a660990622B728BF06ae9361BC9403eb7".to_owned(),
            registered: true,
            redirect_uri: "https://app.example/callback".to_owned(),
            require_iss: false,
            storage: Area::Local,
            account_key: String::new(),
            dpop: Dpop::Never,
            takes_forms: false,
            provider: Provider::Stagepass,
        });
        let options = Options {
            scope: Scope::Read.into(),
            display,
            response_mode: ResponseMode::Fragment,
            full_screen_fallback: false,
            return_to: String::new(),
            app_state: "{\"a\":1}".to_owned(),
            parameters: String::new(),
        };
        Transaction::new(&config, &options, display, &[seed; 48], 1_000)
    }

    #[test]
    fn it_comes_back_as_it_was_stored() {
        let stored = transaction(Display::Popup, 7);
        let read = Transaction::from_record::<Json>(&stored.state, &stored.to_record::<Json>()).unwrap();
        assert_eq!(read.state, stored.state);
        assert!(read.code_verifier.is(stored.code_verifier.expose()));
        assert_eq!((read.scope, read.app_state, read.born_at), (stored.scope, stored.app_state, stored.born_at));
        assert_eq!(read.config, stored.config);
    }

    /// The callback page needs it.
    #[test]
    fn stored_transaction_keeps_the_dpop_mode() {
        for dpop in [Dpop::Never, Dpop::Offered, Dpop::Always] {
            let stored = transaction(Display::FullScreen, 7);
            let config = Values { dpop, ..Values::clone(&stored.config) }.into();
            let record = Transaction { config, ..stored.clone() }.to_record::<Json>();
            assert_eq!(Transaction::from_record::<Json>(&stored.state, &record).unwrap().config.dpop, dpop);
        }
    }

    /// The name of the channel must not reveal the state.
    #[test]
    fn each_login_has_own_lock_and_hashed_channel() {
        let names = ["one", "two"].map(|state| (lock_name(state), channel_name(state)));
        assert_eq!(names.each_ref().map(|(lock, _)| lock.as_str()), ["stagepass/claim/one", "stagepass/claim/two"]);
        let channels = names.map(|(_, channel)| channel);
        assert_ne!(channels[0], channels[1]);
        assert!(channels.iter().all(|name| name.starts_with("stagepass/") && name.len() == "stagepass/".len() + 43));
    }

    #[test]
    fn verifier_and_state_use_separate_random_bytes() {
        let mut random = [0; 48];
        for (index, octet) in random.iter_mut().enumerate() {
            *octet = u8::try_from(index).unwrap();
        }
        let stored = transaction(Display::FullScreen, 0);
        let options = Options {
            scope: Scope::Read.into(),
            display: Display::FullScreen,
            response_mode: ResponseMode::Query,
            full_screen_fallback: false,
            return_to: String::new(),
            app_state: String::new(),
            parameters: String::new(),
        };
        let made = Transaction::new(&stored.config, &options, Display::FullScreen, &random, 0);
        assert!(made.code_verifier.is(&pkce::base64url(&random[..32])));
        assert_eq!(made.state, format!("sp1.f.{}", pkce::base64url(&random[32..])));
    }

    #[test]
    fn an_hour_is_its_life() {
        let stored = transaction(Display::Popup, 7);
        assert!(!stored.is_over(1_000 + LIFETIME));
        assert!(stored.is_over(1_001 + LIFETIME));
        // The clock was set back.
        let later = Transaction { born_at: 1_000 + LIFETIME, ..stored };
        assert!(!later.is_over(1_000));
        assert!(later.is_over(999));
    }

    #[test]
    fn sweep_deletes_expired_and_broken_transactions() {
        let old = transaction(Display::Popup, 1).to_record::<Json>();
        let live = old.replace(":1000,", ":9000,");
        let mut sweep = Sweep::new(1_001 + LIFETIME);
        let mut deleted = Vec::new();
        let mut outcome = Outcome::<Json>::Begin;
        while let Step::Do(effect) = sweep.step(outcome).unwrap() {
            outcome = match effect {
                Effect::Keys { prefix } => {
                    Outcome::Keys(["live", "old", "broken"].map(|end| format!("{prefix}{end}")).to_vec())
                }
                Effect::Read { key, .. } if key.ends_with("live") => Outcome::Text(Some(live.clone())),
                Effect::Read { key, .. } if key.ends_with("old") => Outcome::Text(Some(old.clone())),
                Effect::Read { .. } => Outcome::Text(Some("what is this".to_owned())),
                Effect::Delete { key, .. } => {
                    deleted.push(key);
                    Outcome::Done
                }
                other => panic!("{other:?}"),
            };
        }
        deleted.sort();
        assert_eq!(deleted, ["stagepass/login/broken", "stagepass/login/old"]);
    }

    proptest! {
        #[test]
        fn no_text_makes_from_record_panic(text in any::<String>()) {
            prop_assert!(Transaction::from_record::<Json>("sp1.p.x", &text).is_none());
        }
    }
}
