//! A session as the SDK stores it, without a browser: the core makes the authorization request, reads the response,
//! and writes the record.

use reqwest::Client;
use stagepass_backend::clock::{Clock as _, SystemClock};
use stagepass_backend::entropy::{SystemEntropy, random};
use stagepass_core::authorize::{self, Options, RawOptions};
use stagepass_core::callback::Callback;
use stagepass_core::config::{Config, RawConfig};
use stagepass_core::document::Json;
use stagepass_core::effect::Effect;
use stagepass_core::error::Code;
use stagepass_core::session::{self, Session};
use stagepass_core::token;
use stagepass_core::transaction::Transaction;
use stagepass_core_tests::effect::Outcome;
use stagepass_core_tests::fixture::text;
use stagepass_core_tests::network;

use super::Site;

/// What the SDK stores of a session.
#[derive(Clone, Debug)]
pub struct StoredSession {
    /// The keys in localStorage and their values: the session, and its hint.
    pub entries: [(String, String); 2],
}

impl Site {
    /// Signs [`Ada`](stagepass_core_tests::service::HANDLE) in to the app over HTTP, with this scope. The token request
    /// is counted as one of the app's.
    pub async fn seed_session(&self, scope: &str) -> StoredSession {
        let config = self.client_config();
        let options = RawOptions { scope: text(scope), ..RawOptions::default() };
        let options = Options::parse(&options, &config, self.app()).expect("the options are valid");
        let random = random(&SystemEntropy).expect("random bytes");
        let transaction = Transaction::new(&config, &options, options.display, &random, now());
        let request =
            authorize::url(&config, &options, options.display, &transaction.state, &transaction.code_verifier);
        let callback = Callback::read(&self.answer_to(&request).await).expect("an authorization response");
        let is_form = callback.takes_forms();
        let code = callback.validate(&transaction).expect("a code of this login");
        let exchange = token::exchange(code, &transaction, is_form);
        let answer = network::send(&Client::new(), &exchange).await.expect("the service responds");
        let tokens = token::read(Outcome::Answer(answer), Code::ExchangeRefused, options.scope, config.dpop);
        let session = Session::begin(tokens.expect("tokens"), &transaction.state, is_form, now());
        match session::write::<Json>(&config, &session) {
            Effect::Write { key, value, hint: Some(hint), .. } => {
                StoredSession { entries: [(key, value), (hint.key, hint.value)] }
            }
            other => panic!("a session is stored with its hint, not {other:?}"),
        }
    }

    fn client_config(&self) -> Config {
        let raw = RawConfig {
            base_url: text(&self.base_url),
            api_key: text(&self.api_key),
            redirect_uri: text(&self.addresses.redirect_uri),
            ..RawConfig::default()
        };
        Config::parse(&raw, None).expect("the configuration is valid")
    }
}

/// Returns the time of the browser, in milliseconds since 1970.
fn now() -> u64 {
    SystemClock.now().cast_unsigned() * 1000
}
