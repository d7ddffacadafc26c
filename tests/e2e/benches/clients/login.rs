//! What is measured of one user of an app: the first page, a login by popup, a reload, a login by full-page redirect.

use std::collections::BTreeSet;
use std::time::{Duration, SystemTime};

use serde::Serialize;
use stagepass_e2e_tests::fault_proxy::RecordedRequest;
use tokio::time::{Instant, sleep};

use crate::page_cost::PageCost;
use crate::stage::Stage;

/// How long anything may take, on the slow network and a busy machine.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Files of every app, which belong to no client.
const SHARED: [&str; 5] = ["/", "/glue.js", "/config.js", "/page.js", "/index.html"];

/// All of it. Times are in milliseconds.
#[derive(Clone, Debug)]
pub(crate) struct Login {
    pub(crate) user_agent: String,
    pub(crate) by_popup: Option<SignIn>,
    pub(crate) by_page: SignIn,
    /// `None` if no user is signed in after it.
    pub(crate) reload: Option<Reload>,
    /// The bytes of the responses before the app knows whether a user is signed in.
    pub(crate) bytes_until_known: f64,
    pub(crate) cost: Option<PageCost>,
    /// The client's scripts and modules.
    pub(crate) files: BTreeSet<String>,
}

/// A reload, until the page shows the name of the user.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reload {
    pub(crate) took: f64,
    /// The bytes of the responses until then, without files of every app.
    pub(crate) bytes: f64,
}

/// The end of a login.
#[derive(Clone, Debug)]
pub(crate) struct SignIn {
    /// From the click to the authorization request at the service. Measured of popups.
    pub(crate) to_service: Option<f64>,
    /// From the click that approves until the user is signed in.
    pub(crate) from_approval: f64,
    /// From the service's response to it.
    pub(crate) from_answer: f64,
    /// All requests in between, with the one that approves, without files of every app.
    pub(crate) requests: Vec<Exchange>,
}

/// A request, as the page about the comparison lists it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Exchange {
    request: String,
    status: u16,
    sent: u64,
    received: u64,
}

/// Measures everything once.
pub(crate) async fn measure(stage: Stage) -> Login {
    let cost = PageCost::begin(&stage).await;
    stage.visitor.go("/").await;
    comes(&stage, "window.knownAt", "the app to know its state").await;
    let cost = match cost {
        Some(cost) => Some(cost.end().await),
        None => None,
    };
    let known: f64 = stage.visitor.run("return window.knownAt").await;
    let bytes_until_known = bytes_between(&stage, 0.0, known);
    let user_agent = stage.visitor.run("return navigator.userAgent").await;

    let (mut by_popup, mut reloaded) = (None, None);
    if stage.client.has_popups() {
        by_popup = Some(sign_in(&stage, Way::Popup).await);
        reloaded = Some(reload(&stage).await);
        forget(&stage).await;
    }
    let by_page = sign_in(&stage, Way::Page).await;
    let reload = match reloaded {
        Some(reload) => reload,
        None => reload(&stage).await,
    };
    let files = stage.visitor.site.pages_proxy.requests.records().into_iter();
    let files = files.filter_map(|seen| Some(seen.request.strip_prefix("GET /")?.to_owned()));
    let is_clients = |name: &String| {
        let is_code = [".js", ".wasm"].iter().any(|end| name.ends_with(end));
        is_code && !SHARED.iter().any(|shared| shared.strip_prefix('/') == Some(name))
    };
    let files = files.filter(is_clients).collect();
    Login { user_agent, by_popup, by_page, reload, bytes_until_known, cost, files }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Popup,
    Page,
}

/// Signs in from the app's page.
async fn sign_in(stage: &Stage, way: Way) -> SignIn {
    let consents = stage.visitor.site.service_proxy.requests.count(stage.client.consent());
    match way {
        Way::Popup => stage.open_popup().await,
        Way::Page => stage.visitor.click_and_leave("#page").await,
    }
    stage.visitor.sign_in_at_service().await;
    // The page that approves is gone afterwards. Its origin's storage remains.
    let note = "addEventListener('submit', ({ timeStamp }) =>
        localStorage.setItem('approvedAt', performance.timeOrigin + timeStamp), true)";
    let _: Option<bool> = stage.visitor.run(note).await;
    let consent = stage.visitor.address().await;
    stage.visitor.approve().await;
    let mut to_service = None;
    let signed_in: f64 = match way {
        Way::Popup => {
            stage.visitor.turn_to_app().await;
            let outcome = stage.outcome(TIMEOUT).await;
            let outcome = outcome.unwrap_or_else(|| panic!("the popup's login has not ended after {TIMEOUT:?}"));
            assert!(outcome.ok, "the popup's login has failed: {outcome}");
            stage.windows_left().await;
            let clicked: f64 = stage.visitor.run("return window.clickedAt").await;
            let request = records(stage)
                .into_iter()
                .find(|seen| seen.request == stage.client.authorization() && time(seen.at) >= clicked);
            to_service = request.map(|seen| time(seen.at) - clicked);
            outcome.at
        }
        Way::Page => {
            comes(stage, "window.shownAt", "the name of the user after a full-page login").await;
            stage.visitor.run("return window.shownAt").await
        }
    };
    let app = stage.visitor.address().await;
    stage.visitor.goto(&consent).await;
    let approved: String = stage.visitor.run("return localStorage.getItem('approvedAt')").await;
    let approved: f64 = approved.parse().expect("a page of the service has stored a number");
    stage.visitor.goto(&app).await;
    comes(stage, "window.client", "the app after the login").await;

    let requests = records(stage).into_iter().filter(|seen| (approved..=signed_in).contains(&time(seen.at)));
    let own = requests.filter(|seen| !is_shared(seen)).map(Exchange::from).collect();
    let answered = stage.visitor.site.service_proxy.requests.records().into_iter();
    let answered = answered.filter(|seen| seen.request == stage.client.consent()).nth(consents);
    let answered = answered.and_then(|seen| seen.answered_at).expect("the service has answered");
    SignIn { to_service, from_approval: signed_in - approved, from_answer: signed_in - time(answered), requests: own }
}

/// Reloads the page of a signed-in user.
async fn reload(stage: &Stage) -> Option<Reload> {
    let is_settled = "window.shownAt || window.knownAt && !window.isSignedIn";
    comes(stage, is_settled, "the app to know its state").await;
    let script = "setTimeout(() => {
        sessionStorage.setItem('reloadedAt', performance.timeOrigin + performance.now());
        location.reload();
    })";
    let _: Option<f64> = stage.visitor.run(&format!("window.isOld = true; {script}")).await;
    comes(stage, &format!("!window.isOld && ({is_settled})"), "the app to know its state after a reload").await;
    let times = "return window.shownAt ? [+sessionStorage.getItem('reloadedAt'), window.shownAt] : null";
    let (reloaded, shown): (f64, f64) = stage.visitor.run::<Option<_>>(times).await?;
    Some(Reload { took: shown - reloaded, bytes: bytes_between(stage, reloaded, shown) })
}

/// Signs the user out of the app, but not of the service.
async fn forget(stage: &Stage) {
    let _: Option<bool> = stage.visitor.run("localStorage.clear(); sessionStorage.clear()").await;
    stage.visitor.driver().delete_all_cookies().await.expect("the app's cookies can be deleted");
    stage.visitor.go("/").await;
    comes(stage, "window.knownAt", "the app to know its state").await;
}

/// Waits until this is true in the page. Panics after a while.
async fn comes(stage: &Stage, condition: &str, what: &str) {
    let begun = Instant::now();
    while !stage.comes_true(condition, Duration::ZERO).await {
        let address = stage.visitor.address().await;
        assert!(begun.elapsed() < TIMEOUT, "waited {TIMEOUT:?} in vain for {what}, at {address}");
        sleep(Duration::from_millis(20)).await;
    }
}

/// All requests of the browser, in order.
fn records(stage: &Stage) -> Vec<RecordedRequest> {
    let site = &stage.visitor.site;
    let mut all = [site.pages_proxy.requests.records(), site.service_proxy.requests.records()].concat();
    all.sort_by_key(|seen| seen.at);
    all
}

/// The bytes of the responses to what was requested in between, without files of every app.
fn bytes_between(stage: &Stage, from: f64, to: f64) -> f64 {
    let requests = records(stage).into_iter().filter(|seen| (from..=to).contains(&time(seen.at)) && !is_shared(seen));
    bytes(requests.map(|seen| seen.received).sum())
}

fn is_shared(seen: &RecordedRequest) -> bool {
    SHARED.iter().any(|path| seen.request.strip_prefix("GET ") == Some(path))
}

impl From<RecordedRequest> for Exchange {
    fn from(seen: RecordedRequest) -> Self {
        Self { request: seen.request, status: seen.answered, sent: seen.sent, received: seen.received }
    }
}

/// As a figure. No response has as many bytes as would be rounded.
fn bytes(count: u64) -> f64 {
    u32::try_from(count).map_or(f64::INFINITY, f64::from)
}

/// As browsers have it: milliseconds since 1970.
fn time(at: SystemTime) -> f64 {
    at.duration_since(SystemTime::UNIX_EPOCH).expect("it is after 1970").as_secs_f64() * 1000.0
}
