//! A schedule: what the tabs do, in what order, and which faults occur. Plain data, so that it can be generated, shrunk
//! and repeated.

use proptest::collection::vec;
use proptest::prelude::*;

/// A random schedule.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    pub(crate) browser: BrowserVariant,
    pub(crate) initial_session: InitialSession,
    /// The acts of each tab, in order.
    pub(crate) tabs: Vec<Vec<Act>>,
    pub(crate) events: Vec<Event>,
}

/// The features of the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BrowserVariant {
    pub(crate) has_locks: bool,
    /// Whether it has storage. Without it, each page stores values in its own memory.
    pub(crate) keeps_storage: bool,
    /// Whether tabs are separate processes: another tab may act between any two effects. If not, a script runs until it
    /// waits.
    pub(crate) many_processes: bool,
}

/// Whether the user is signed in at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InitialSession {
    SignedOut,
    /// Signed in, with tokens that are so many milliseconds old.
    SignedIn(u64),
}

/// An action of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// A call to the service with an access token. After a 401, it is sent again with another token.
    Call,
    /// The same with a new token.
    CallRenewed,
    Logout,
    /// The callback of a login.
    Login,
}

/// An event. A tab is selected by its number, modulo the number of tabs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// The tab performs one effect, or begins its next act.
    Turn(usize),
    /// The tab runs until it waits.
    Task(usize),
    /// Time passes, in milliseconds.
    Pass(u64),
    /// The machine sleeps, in milliseconds: timers stop, and connections break.
    Sleep(u64),
    /// The browser's clock is set forward or back, in milliseconds.
    SetClock(i64),
    /// The tab crashes, and loses its memory and locks. It loads the app again.
    Crash(usize),
    /// The app aborts the tab's act.
    Abort(usize),
    /// The next request has this fault.
    Next(RequestFault),
    /// The service goes down, or up again.
    Down(bool),
    /// A request without a waiting page arrives, or a duplicate.
    Stray(usize),
    /// The user withdraws the app's consent at the service.
    Withdraw,
}

/// A fault of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RequestFault {
    /// It is not sent.
    Unreachable,
    /// The service handles it, and its response gets lost.
    AnswerLost,
    /// It arrives twice, the second time at any moment.
    Doubled,
    /// A proxy responds in the service's place.
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
