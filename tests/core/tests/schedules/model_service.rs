//! The model service responds like the reference service, to random requests at random times.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::Config as Cases;
use stagepass_core::document::Document as _;
use stagepass_core::dpop::Proof;
use stagepass_core::effect::Request;
use stagepass_core::session::Revocable;
use stagepass_core::text::secret::Secret;
use stagepass_core::token;
use stagepass_core_tests::effect::{Answer, Outcome};
use stagepass_core_tests::fixture::Fixture;
use stagepass_core_tests::model_service::ModelService;
use stagepass_core_tests::network::{BEARER, empty_request};

use crate::schedule::{DAY, HOUR};

/// A random action. A token is selected by its age: the number of newer tokens.
#[derive(Clone, Copy, Debug)]
enum Action {
    Refresh(usize),
    Call(usize),
    Revoke(usize),
    /// Advances the clock by so many milliseconds.
    Pass(u64),
}

fn action() -> impl Strategy<Value = Action> {
    let age = || prop_oneof![6 => Just(0_usize), 4 => Just(1), 1 => Just(2)];
    let time = prop_oneof![
        2 => Just(1_000_u64), 3 => Just(9_000), 1 => Just(10_000), 1 => Just(HOUR), 1 => Just(DAY - 1_000), 1 => Just(29 * DAY)
    ];
    prop_oneof![
        20 => age().prop_map(Action::Refresh),
        12 => age().prop_map(Action::Call),
        1 => age().prop_map(Action::Revoke),
        12 => time.prop_map(Action::Pass),
    ]
}

/// Both services, and the tokens that each has issued, in order.
struct ServicePair {
    fixture: Fixture,
    memory: ModelService,
    refresh: Vec<(Secret, Secret)>,
    access: Vec<(Secret, Secret)>,
}

impl ServicePair {
    fn new() -> Self {
        let fixture = Fixture::new();
        fixture.sign_in();
        let session = fixture.session().expect("somebody is signed in");
        let mut memory = ModelService::default();
        let code = Secret::from(memory.approve(1, fixture.clock.now()));
        let grant_type = Secret::from("authorization_code".to_owned());
        let request =
            Request { body: vec![("grant_type", grant_type), ("code", code)], ..empty_request(String::new()) };
        let answer = memory.serve(&request, fixture.clock.now());
        Self {
            refresh: vec![(session.refresh_token, text(&answer, "refresh_token"))],
            access: vec![(session.access_token, text(&answer, "access_token"))],
            fixture,
            memory,
        }
    }

    fn present(&mut self, action: Action) {
        let app = &self.fixture.app;
        let call =
            |token: &Secret| Request { body: vec![(BEARER, token.clone())], ..empty_request(app.endpoint("/me")) };
        let (real, memory) = match action {
            Action::Pass(milliseconds) => return self.fixture.clock.advance(milliseconds),
            Action::Refresh(age) => of(&self.refresh, age, |token| token::refresh(app, token, true, Proof::default())),
            Action::Revoke(age) => of(&self.refresh, age, |token| {
                token::revoke(app, &Revocable { token: token.clone(), is_form: false, key: String::new() })
            }),
            Action::Call(age) => of(&self.access, age, call),
        };
        let Outcome::Answer(real) = self.fixture.network.send(&real) else { panic!("the service answers") };
        let memory = self.memory.serve(&memory, self.fixture.clock.now());
        assert_eq!((real.status, error(&real)), (memory.status, error(&memory)), "{action:?}");
        if matches!(action, Action::Refresh(_)) && real.status == 200 {
            self.given(&real, &memory);
        }
    }

    /// Checks that each token is new for both services, or an earlier one of both.
    fn given(&mut self, real: &Answer, memory: &Answer) {
        for (name, tokens) in [("refresh_token", &mut self.refresh), ("access_token", &mut self.access)] {
            let (real, memory) = (text(real, name), text(memory, name));
            let known = tokens.iter().position(|(known, _)| known.is(real.expose()));
            assert_eq!(known, tokens.iter().position(|(_, known)| known.is(memory.expose())), "{name}");
            if known.is_none() {
                tokens.push((real, memory));
            }
        }
    }
}

fn of(tokens: &[(Secret, Secret)], age: usize, request: impl Fn(&Secret) -> Request) -> (Request, Request) {
    let (real, memory) = &tokens[tokens.len().saturating_sub(age + 1)];
    (request(real), request(memory))
}

fn text(answer: &Answer, name: &str) -> Secret {
    Secret::from(answer.body.as_ref().and_then(|body| body.text(name)).expect("a token"))
}

fn error(answer: &Answer) -> Option<String> {
    answer.body.as_ref().and_then(|body| body.text("error"))
}

proptest! {
    #![proptest_config(Cases { cases: 24, failure_persistence: None, ..Cases::default() })]

    #[test]
    fn the_service_from_memory_is_the_reference_service(all in vec(action(), 10..80)) {
        let mut services = ServicePair::new();
        for action in all {
            services.present(action);
        }
    }
}
