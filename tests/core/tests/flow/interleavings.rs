//! Whatever the order of events: one code, at most one token request; and everything comes to an end.
//!
//! No network: the token endpoint is a model. Everything else is decided by chance, and a failure is shrunk to the
//! shortest order of events that fails.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::Config as Cases;
use stagepass_core::client::{AccessToken, Ending, HandleRedirect, TokenRequest};
use stagepass_core::config::Config;
use stagepass_core::effect::Request;
use stagepass_core_tests::browser::{Browser, Window};
use stagepass_core_tests::clock::SharedClock;
use stagepass_core_tests::effect::{Answer, Outcome};
use stagepass_core_tests::fixture::{CALLBACK, SHOP, is_receive, login, popup, registered};
use stagepass_core_tests::flow::{Actor, Flow, settle};
use stagepass_core_tests::model_service::{ModelService, json_answer};
use stagepass_core_tests::network::{Network, Progress, kind};

/// The login that all of it is about.
const LOGIN: usize = 1;

/// The model of the service, and what it was sent.
#[derive(Debug)]
struct ModelNetwork {
    clock: Arc<SharedClock>,
    service: RefCell<ModelService>,
    /// The codes that were sent, in order.
    codes: RefCell<Vec<String>>,
    /// How all requests for tokens go wrong, if they do.
    fails: Cell<Option<Failure>>,
}

#[derive(Clone, Copy, Debug)]
enum Failure {
    Offline,
    Refuses,
    Nonsense,
}

impl Network for ModelNetwork {
    fn start(&self, request: &Request) -> Progress {
        let kind = kind(request);
        let code = request.body.iter().find(|(member, _)| *member == "code");
        self.codes.borrow_mut().extend(code.map(|(_, value)| value.expose().to_owned()));
        let answer = self.service.borrow_mut().serve(request, self.clock.now());
        Progress::Done(match self.fails.get().filter(|_| kind != "revoke") {
            None => Outcome::Answer(answer),
            Some(Failure::Offline) => Outcome::Offline,
            Some(Failure::Nonsense) => Outcome::Answer(Answer { status: 200, body: None }),
            Some(Failure::Refuses) => Outcome::Answer(json_answer(400, r#"{"error":"invalid_grant"}"#)),
        })
    }
}

struct Setup {
    clock: Arc<SharedClock>,
    network: Rc<ModelNetwork>,
    browser: Browser,
    app: Config,
    /// The authorization response after the user's approval.
    code: String,
}

impl Setup {
    fn new() -> Self {
        let clock = SharedClock::new();
        let mut service = ModelService::default();
        let code = service.approve(LOGIN, clock.now());
        let network = Rc::new(ModelNetwork {
            clock: Arc::clone(&clock),
            service: RefCell::new(service),
            codes: RefCell::default(),
            fails: Cell::default(),
        });
        let browser = Browser::new(Arc::clone(&clock), Rc::clone(&network) as _);
        let app = registered("https://api.example/v1", "0x58802e7a660990622B728BF06ae9361BC9403eb7");
        Self { clock, network, browser, app, code }
    }
}

/// The circumstances of a sign-in by popup.
#[derive(Clone, Debug)]
struct Circumstances {
    has_locks: bool,
    keeps_storage: bool,
    link: WindowLink,
    stays_open: bool,
    fails: Option<Failure>,
}

/// How the two windows are connected.
#[derive(Clone, Copy, Debug, PartialEq)]
enum WindowLink {
    Both,
    /// The opener is in a frame of another site: messages alone.
    Frame,
    /// The service's pages have a Cross-Origin-Opener-Policy: the channel alone.
    CutOff,
}

/// What happens next.
#[derive(Clone, Copy, Debug)]
enum Event {
    Opener,
    Callback,
    /// The same page handles its answer a second time.
    CallbackAgain,
    Deliver(usize),
    Pass(u64),
    Abort,
    ClosePopup,
    ReloadOpener,
}

fn circumstances() -> impl Strategy<Value = Circumstances> {
    let link = prop_oneof![Just(WindowLink::Both), Just(WindowLink::Frame), Just(WindowLink::CutOff)];
    let failure = prop_oneof![Just(Failure::Offline), Just(Failure::Refuses), Just(Failure::Nonsense)];
    let fails = prop::option::weighted(0.25, failure);
    (any::<bool>(), any::<bool>(), link, any::<bool>(), fails).prop_map(
        |(has_locks, keeps_storage, link, stays_open, fails)| Circumstances {
            has_locks,
            keeps_storage,
            link,
            stays_open,
            fails,
        },
    )
}

fn peaceful() -> impl Strategy<Value = Event> {
    prop_oneof![
        6 => Just(Event::Opener),
        6 => Just(Event::Callback),
        2 => Just(Event::CallbackAgain),
        4 => (0_usize..8).prop_map(Event::Deliver),
        2 => prop_oneof![Just(1), Just(250), Just(1_000), Just(2_000), Just(9_000)].prop_map(Event::Pass),
    ]
}

fn any_event() -> impl Strategy<Value = Event> {
    prop_oneof![
        30 => peaceful(),
        1 => Just(Event::Abort),
        1 => Just(Event::ClosePopup),
        1 => Just(Event::ReloadOpener),
    ]
}

/// These events, as long as no window sleeps through all the time that another waits for its lock (30 s).
fn awake(events: Vec<Event>) -> impl Iterator<Item = Event> {
    let mut passed = 0;
    events.into_iter().filter(move |event| {
        if let Event::Pass(milliseconds) = event {
            passed += milliseconds;
        }
        passed < 25_000 || !matches!(event, Event::Pass(_))
    })
}

/// A sign-in by popup, from the service's answer on.
struct SignIn {
    setup: Setup,
    tab: Window,
    popup: Window,
    answer: String,
    opener: Flow<Ending>,
    callback: Flow<Ending>,
    again: Option<Flow<Ending>>,
}

impl SignIn {
    fn begin(circumstances: &Circumstances) -> Self {
        let setup = Setup::new();
        setup.network.fails.set(circumstances.fails);
        setup.browser.set_features(|features| {
            features.has_locks = circumstances.has_locks;
            features.keeps_storage = circumstances.keeps_storage;
        });
        let tab = match circumstances.link {
            WindowLink::Frame => setup.browser.open_foreign_frame(SHOP),
            WindowLink::Both | WindowLink::CutOff => setup.browser.open_tab(SHOP),
        };
        let mut opener = login(&tab, &setup.app, &popup());
        opener.run_until(is_receive);
        let popup = tab.popup();
        if circumstances.link == WindowLink::CutOff {
            popup.cut_off();
        }
        if circumstances.stays_open {
            popup.refuse_to_close();
        }
        let state = popup.address().split("state=").nth(1).unwrap().split('&').next().unwrap().to_owned();
        let answer = format!("{CALLBACK}#code={}&state={state}", setup.code);
        popup.go(&answer);
        let callback = popup.start(HandleRedirect::new(&answer));
        Self { setup, tab, popup, answer, opener, callback, again: None }
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Opener => drop(self.opener.turn()),
            Event::Callback => drop(self.callback.turn()),
            Event::CallbackAgain => match &mut self.again {
                Some(again) => drop(again.turn()),
                None => self.again = Some(self.popup.start(HandleRedirect::new(&self.answer))),
            },
            Event::Deliver(which) => self.setup.browser.deliver(which),
            Event::Pass(milliseconds) => self.setup.clock.advance(milliseconds),
            Event::Abort => self.opener.abort(),
            Event::ClosePopup => self.popup.close(),
            Event::ReloadOpener => self.tab.reload(),
        }
    }

    fn end(&mut self) {
        let mut flows: Vec<&mut dyn Actor> = vec![&mut self.opener, &mut self.callback];
        flows.extend(self.again.as_mut().map(|again| again as _));
        settle(&mut flows);
    }

    fn is_signed_in(&self) -> bool {
        let call =
            |window: &Window| window.start(AccessToken::new(&self.setup.app, TokenRequest::default())).finish().is_ok();
        call(&self.tab) || (!self.popup.is_closed() && call(&self.popup))
    }
}

proptest! {
    #![proptest_config(Cases { cases: 1_000, failure_persistence: None, ..Cases::default() })]

    #[test]
    fn any_interleaving_ends_with_at_most_one_exchange(
        circumstances in circumstances(),
        events in vec(any_event(), 0..120),
    ) {
        let mut sign_in = SignIn::begin(&circumstances);
        let page_stays = !events.iter().any(|event| matches!(event, Event::ReloadOpener));
        for event in events {
            sign_in.happen(event);
        }
        sign_in.end();
        prop_assert!(sign_in.setup.network.codes.borrow().len() <= 1, "{:?}", sign_in.setup.network.codes);
        if matches!(sign_in.opener.ended(), Some(Ok(Ending::SignedIn(_)))) && (page_stays || circumstances.keeps_storage) {
            prop_assert!(sign_in.is_signed_in());
        }
    }

    #[test]
    fn user_is_signed_in_without_faults(
        circumstances in circumstances().prop_map(|circumstances| Circumstances { fails: None, ..circumstances }),
        events in vec(peaceful(), 0..120),
    ) {
        let mut sign_in = SignIn::begin(&circumstances);
        for event in awake(events) {
            sign_in.happen(event);
        }
        sign_in.end();
        prop_assert!(sign_in.is_signed_in(), "{:?} {:?}", sign_in.opener.ended(), sign_in.callback.ended());
        prop_assert_eq!(sign_in.setup.network.codes.borrow().len(), 1);
        let left: Vec<_> =
            sign_in.setup.browser.stored_keys().into_iter().filter(|key| key.starts_with("stagepass/login/")).collect();
        prop_assert!(left.is_empty(), "{:?}", left);
    }
}
