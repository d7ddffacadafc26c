//! A schedule: what the tabs do, in what order, and what goes wrong. Plain data, so that it can be made by chance, shrunk,
//! and run again.

use proptest::collection::vec;
use proptest::prelude::*;

/// All that chance decides.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    pub(crate) browser: BrowserVariant,
    pub(crate) initial_session: InitialSession,
    /// What each tab does, one after the other.
    pub(crate) tabs: Vec<Vec<Act>>,
    pub(crate) events: Vec<Event>,
}

/// How the browser treats the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BrowserVariant {
    pub(crate) has_locks: bool,
    /// Whether it keeps what a page stores. If not, it is gone with the page, and no other page sees it.
    pub(crate) keeps_storage: bool,
    /// Whether tabs are processes of their own: another one may act between any two effects. If not, a script runs on until
    /// it waits.
    pub(crate) many_processes: bool,
}

/// Who is signed in when it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InitialSession {
    SignedOut,
    /// Somebody whose tokens are so many milliseconds old.
    SignedIn(u64),
}

/// What a page asks the core for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// A call to the service: with a token; after a 401 with another one, once.
    Call,
    /// The same, with a new token, whatever is there.
    CallRenewed,
    Logout,
    /// A login comes back with its code.
    Login,
}

/// What happens next. A tab is meant by its number, modulo how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// The tab performs one effect; if it has nothing to do, it begins its next act.
    Turn(usize),
    /// The tab goes on until it waits.
    Task(usize),
    /// So many milliseconds pass.
    Pass(u64),
    /// The machine sleeps for so many milliseconds. Its timers stand still, its connections are gone.
    Sleep(u64),
    /// Somebody sets the browser's clock, by so many milliseconds.
    SetClock(i64),
    /// The tab is gone, with its memory and its locks. Another one comes up in its storage.
    Crash(usize),
    /// The app no longer wants what the tab does.
    Abort(usize),
    /// So the next request fares that leaves.
    Next(RequestFault),
    /// The service goes down, or comes up again.
    Down(bool),
    /// A request whose page has gone, or no longer waits, arrives after all; or one for the second time.
    Stray(usize),
    /// The person takes the app's permission away, at the service.
    Withdraw,
}

/// What becomes of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RequestFault {
    /// It never leaves.
    Unreachable,
    /// It is served, and its answer gets lost.
    AnswerLost,
    /// It arrives twice, the second time whenever it likes.
    Doubled,
    /// Something on the way answers in the service's storage.
    Misanswered,
}

pub(crate) const MINUTE: u64 = 60_000;
pub(crate) const HOUR: u64 = 60 * MINUTE;
pub(crate) const DAY: u64 = 24 * HOUR;

/// Schedules of 2 to 8 tabs.
pub(crate) fn schedules() -> impl Strategy<Value = Schedule> {
    let tabs = vec(vec(act(), 1..5), 2..9);
    (variant(), initial_session(), tabs, vec(event(), 0..240))
        .prop_map(|(browser, initial_session, tabs, events)| Schedule { browser, initial_session, tabs, events })
}

fn variant() -> impl Strategy<Value = BrowserVariant> {
    let often = prop::bool::weighted(0.75);
    (often, prop::bool::weighted(0.85), often).prop_map(|(has_locks, keeps_storage, many_processes)| BrowserVariant {
        has_locks,
        keeps_storage,
        many_processes,
    })
}

fn initial_session() -> impl Strategy<Value = InitialSession> {
    prop_oneof![
        1 => Just(InitialSession::SignedOut),
        2 => Just(InitialSession::SignedIn(0)),
        6 => Just(InitialSession::SignedIn(2 * HOUR)),
        2 => Just(InitialSession::SignedIn(HOUR - 31_000)),
        1 => Just(InitialSession::SignedIn(40 * DAY)),
    ]
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![8 => Just(Act::Call), 1 => Just(Act::CallRenewed), 2 => Just(Act::Logout), 1 => Just(Act::Login)]
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        60 => (0_usize..8).prop_map(Event::Turn),
        20 => (0_usize..8).prop_map(Event::Task),
        7 => passes().prop_map(Event::Pass),
        1 => prop_oneof![Just(2 * HOUR), Just(3 * DAY), Just(40 * DAY)].prop_map(Event::Sleep),
        1 => prop_oneof![Just(HOUR), Just(5 * HOUR), Just(3 * DAY)].prop_flat_map(set_by).prop_map(Event::SetClock),
        2 => (0_usize..8).prop_map(Event::Crash),
        1 => (0_usize..8).prop_map(Event::Abort),
        5 => fault().prop_map(Event::Next),
        1 => any::<bool>().prop_map(Event::Down),
        2 => (0_usize..4).prop_map(Event::Stray),
        1 => prop::bool::weighted(0.1).prop_map(|withdraws| if withdraws { Event::Withdraw } else { Event::Pass(1) }),
    ]
}

fn passes() -> impl Strategy<Value = u64> {
    prop_oneof![
        3 => Just(1_u64), 3 => Just(90), 3 => Just(1_000), 3 => Just(9_000), 3 => Just(16_000), 1 => Just(MINUTE), 2 => Just(HOUR)
    ]
}

fn set_by(by: u64) -> impl Strategy<Value = i64> {
    let by = i64::try_from(by).unwrap_or_default();
    prop_oneof![Just(by), Just(-by)]
}

fn fault() -> impl Strategy<Value = RequestFault> {
    prop_oneof![
        Just(RequestFault::Unreachable),
        Just(RequestFault::AnswerLost),
        Just(RequestFault::Doubled),
        Just(RequestFault::Misanswered)
    ]
}
