//! The core's machines, as a schedule asks for them. All that depends on the core's own interface is here.

use std::marker::PhantomData;

use stagepass::authorize::Scope;
use stagepass::callback::Callback;
use stagepass::client::{AccessToken, Logout, TokenRequest};
use stagepass::config::Config;
use stagepass::effect::{Effect, Machine, Outcome, Request, Step};
use stagepass::error::Error;
use stagepass::redeem::{Redeem, Role};
use stagepass::session::{self, Session};
use stagepass::text::secret::Secret;
use stagepass::transaction::{self, Transaction};
use stagepass_native_tests::fixture::{CALLBACK, registered};
use stagepass_native_tests::network::BEARER;

/// What a machine comes to.
#[derive(Debug)]
pub(crate) enum FlowOutput {
    Token(Box<Session>),
    LoggedOut,
    LoggedIn,
}

/// A machine of the core's, whichever.
pub(crate) type Core = Box<dyn Machine<Output = FlowOutput>>;

/// The app that all tabs show.
pub(crate) fn app() -> Config {
    registered("https://api.example/v1", "0x58802e7a660990622B728BF06ae9361BC9403eb7")
}

/// The token to call with; another one than `refused`.
pub(crate) fn token(app: &Config, refused: Option<Secret>) -> Core {
    map_output(
        AccessToken::new(app, TokenRequest { other_than: refused, ..TokenRequest::default() }),
        FlowOutput::Token,
    )
}

/// A new token, whatever is there.
pub(crate) fn new_token(app: &Config) -> Core {
    map_output(AccessToken::new(app, TokenRequest { new: true, ..TokenRequest::default() }), FlowOutput::Token)
}

pub(crate) fn logout(app: &Config) -> Core {
    map_output(Logout::new(app), |()| FlowOutput::LoggedOut)
}

/// The end of the session whose renewed token was refused as well.
pub(crate) fn expire(app: &Config, refused: Secret) -> Core {
    map_output(Logout::expire(app, refused), |()| FlowOutput::LoggedOut)
}

/// The callback page of the login of this `state`, which was answered with `code`.
pub(crate) fn login(state: &str, code: &str) -> Core {
    let answer = Callback::read(&format!("{CALLBACK}#code={code}&state={state}")).expect("an answer of ours");
    map_output(Redeem::new(Role::Page, state, answer), |_| FlowOutput::LoggedIn)
}

/// What was stored when that login began: key and value.
pub(crate) fn transaction(app: &Config, state: &str, now: u64) -> (String, String) {
    let transaction = Transaction {
        state: state.to_owned(),
        code_verifier: Secret::from("v".repeat(43)),
        scope: Scope::Read,
        return_to: String::new(),
        app_state: String::new(),
        born_at: now,
        config: app.clone(),
    };
    (transaction::key(state), transaction.to_record())
}

/// A call to the service, as the facade makes it.
pub(crate) fn call(app: &Config, token: &Session) -> Effect {
    Effect::Http(Request { url: app.endpoint("/me"), body: vec![(BEARER, token.access_token.clone())] })
}

/// That the session be deleted.
pub(crate) fn discard() -> Effect {
    session::delete(&app())
}

/// Where the session is stored.
pub(crate) fn session_key(app: &Config) -> String {
    app.session_key()
}

/// The session in what is stored, if that is one.
pub(crate) fn session(record: &str) -> Option<Session> {
    Session::from_record(record)
}

struct MapOutput<M, F, T>(M, F, PhantomData<T>);

fn map_output<T: 'static, M: Machine<Output = T> + 'static>(machine: M, to: fn(T) -> FlowOutput) -> Core {
    Box::new(MapOutput(machine, to, PhantomData::<T>))
}

impl<T, M: Machine<Output = T>, F: Fn(T) -> FlowOutput> Machine for MapOutput<M, F, T> {
    type Output = FlowOutput;

    fn step(&mut self, outcome: Outcome) -> Result<Step<FlowOutput>, Error> {
        Ok(match self.0.step(outcome)? {
            Step::Do(effect) => Step::Do(effect),
            Step::Done(output) => Step::Done((self.1)(output)),
        })
    }
}

/// How a flow has ended.
pub(crate) type End = Result<FlowOutput, Error>;
