//! The core's machines. Everything that depends on the core's interface is here.

use std::marker::PhantomData;

use stagepass_core::callback::Callback;
use stagepass_core::client::{AccessToken, Logout, TokenRequest};
use stagepass_core::code_exchange::{CodeExchange, Role};
use stagepass_core::config::Config;
use stagepass_core::document::Json;
use stagepass_core::effect::{Effect, Machine, Request, Step};
use stagepass_core::error::Error;
use stagepass_core::scope::Scope;
use stagepass_core::session::{self, Session};
use stagepass_core::text::secret::Secret;
use stagepass_core::transaction::{self, Transaction};
use stagepass_core_tests::effect::Outcome;
use stagepass_core_tests::fixture::{CALLBACK, registered};
use stagepass_core_tests::network::{BEARER, empty_request};

/// The output of a machine.
#[derive(Debug)]
pub(crate) enum FlowOutput {
    Token(Box<Session>),
    LoggedOut,
    LoggedIn,
}

/// Any machine of the core.
pub(crate) type Core = Box<dyn Machine<Json, Output = FlowOutput>>;

/// The app of all tabs.
pub(crate) fn app() -> Config {
    registered("https://api.example/v1", "0x58802e7a660990622B728BF06ae9361BC9403eb7")
}

/// Gets an access token, another one than `refused`.
pub(crate) fn token(app: &Config, refused: Option<Secret>) -> Core {
    map_output(
        AccessToken::new(app, TokenRequest { other_than: refused, ..TokenRequest::default() }),
        FlowOutput::Token,
    )
}

/// Gets a new access token, even if the stored one is valid.
pub(crate) fn new_token(app: &Config) -> Core {
    map_output(AccessToken::new(app, TokenRequest { new: true, ..TokenRequest::default() }), FlowOutput::Token)
}

pub(crate) fn logout(app: &Config) -> Core {
    map_output(Logout::new(app), |_| FlowOutput::LoggedOut)
}

/// Expires the session, after the token that the call has refreshed was refused as well.
pub(crate) fn expire(app: &Config, refused: Secret) -> Core {
    map_output(Logout::expire(app, refused), |_| FlowOutput::LoggedOut)
}

/// Handles the callback of the login with this `state`, with `code`.
pub(crate) fn login(state: &str, code: &str) -> Core {
    let answer = Callback::read(&format!("{CALLBACK}#code={code}&state={state}")).expect("an answer of ours");
    map_output(CodeExchange::new(Role::Page, state, answer), |_| FlowOutput::LoggedIn)
}

/// Returns the transaction that the login has stored: key and value.
pub(crate) fn transaction(app: &Config, state: &str, now: u64) -> (String, String) {
    let transaction = Transaction {
        state: state.to_owned(),
        code_verifier: Secret::from("v".repeat(43)),
        scope: Scope::Read.into(),
        return_to: String::new(),
        app_state: String::new(),
        born_at: now,
        config: app.clone(),
        max_age: None,
    };
    (transaction::key(state), transaction.to_record::<Json>())
}

/// A call to the service.
pub(crate) fn call(app: &Config, token: &Session) -> Effect {
    Effect::Http(Request { body: vec![(BEARER, token.access_token.clone())], ..empty_request(app.endpoint("/me")) })
}

/// Deletes the session.
pub(crate) fn discard() -> Effect {
    session::delete(&app())
}

/// Returns the session's storage key.
pub(crate) fn session_key(app: &Config) -> String {
    app.session_key()
}

/// Parses a stored session.
pub(crate) fn session(record: &str) -> Option<Session> {
    Session::from_record::<Json>(record)
}

struct MapOutput<M, F, T>(M, F, PhantomData<T>);

fn map_output<T: 'static, M: Machine<Json, Output = T> + 'static>(machine: M, to: fn(T) -> FlowOutput) -> Core {
    Box::new(MapOutput(machine, to, PhantomData::<T>))
}

impl<T, M: Machine<Json, Output = T>, F: Fn(T) -> FlowOutput> Machine<Json> for MapOutput<M, F, T> {
    type Output = FlowOutput;

    fn step(&mut self, outcome: Outcome) -> Result<Step<FlowOutput>, Error> {
        Ok(match self.0.step(outcome)? {
            Step::Do(effect) => Step::Do(effect),
            Step::Done(output) => Step::Done((self.1)(output)),
        })
    }
}

/// The result of a flow.
pub(crate) type End = Result<FlowOutput, Error>;
