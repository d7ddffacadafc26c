//! The callback page.

use stagepass_e2e_tests::fault_proxy::Fault;

use super::row::Change::{App, Before, Options};
use super::row::Sees::{Explained, Shows, SignsIn};
use super::row::Setup;

const PAGE: &str = "GET /callback.html";

const fn html(body: &'static str) -> Fault {
    Fault::Answer { status: 200, content_type: "text/html", body }
}

/// The app itself, as a server for a single-page app sends it for each unknown path. It does not call `handleRedirect`.
const APP: Fault = html(
    "<!doctype html><script src=/patches/development.js></script><script type=module src=/main.js></script>\
     <button id=popup></button>",
);

/// A page like that of the package.
const WORKING: Fault = html(
    "<!doctype html><meta name=referrer content=no-referrer><script type=module src=/stagepass/callback.js></script>",
);

/// A page that names a file which is not there.
const WITHOUT_ITS_FILE: &str =
    "<!doctype html><meta name=referrer content=no-referrer><script type=module src=stagepass-callback.js></script>";

/// A page whose `callback.js` says that it has another version.
const OLD_COPY: Fault = html(
    "<!doctype html><meta name=referrer content=no-referrer><script>
        const { documentElement: { dataset } } = document;
        const age = () => { if (dataset.stagepass !== '0.0.9') dataset.stagepass = '0.0.9'; };
        new MutationObserver(age).observe(document.documentElement, { attributes: true });
    </script><script type=module src=/stagepass/callback.js></script>",
);

const LEAKING: Fault = html("<!doctype html><script type=module src=/stagepass/callback.js></script>");

const BLANK: &str = "<!doctype html><meta name=referrer content=no-referrer><p>Signing in…";

const SCRIPT: &str = "GET /stagepass/callback.js";

pub(super) const PAGES: &[Setup] = &[
    Setup::new("No page: status 404", &[App(PAGE, Fault::status(404))], Explained, &["callback_missing"]).everywhere(),
    Setup::new(
        "The app itself in place of a page (a single-page app's fallback)",
        &[App(PAGE, APP)],
        Explained,
        &["callback_silent", "callback_leaks"],
    )
    .everywhere(),
    Setup::new(
        "The same, with a full-page redirect",
        &[App(PAGE, APP), Options("{ display: 'redirect' }")],
        Explained,
        &["callback_silent", "callback_leaks"],
    )
    .everywhere(),
    Setup::new(
        "Its Content-Security-Policy blocks requests to the service, and the login is a full-page redirect",
        &[App(PAGE, Fault::With("content-security-policy", "connect-src 'self'")), Options("{ display: 'redirect' }")],
        Shows("network"),
        &["callback_refused_by_policy"],
    )
    .everywhere(),
    Setup::new(
        "It does not load in time",
        &[App(PAGE, Fault::Drip), Before("waits[4_500] = 1_500;")],
        Explained,
        &["callback_missing"],
    ),
    Setup::new(
        "It redirects to the app's start page",
        &[App(PAGE, Fault::Redirect("/"))],
        Explained,
        &["callback_silent", "callback_redirects", "callback_leaks"],
    ),
    Setup::new(
        "It redirects to another origin",
        &[App(PAGE, Fault::Redirect("https://elsewhere.example/"))],
        Explained,
        &["callback_missing"],
    ),
];

pub(super) const SCRIPTS: &[Setup] = &[
    Setup::new("A page without a script", &[App(PAGE, html(BLANK))], Explained, &["callback_silent"]),
    Setup::new(
        "A page without a script that cannot be tested in a frame",
        &[App(PAGE, Fault::Page { header: ("x-frame-options", "DENY"), body: BLANK })],
        Explained,
        &["callback_silent"],
    ),
    Setup::new(
        "Its script is missing: status 404",
        &[App(SCRIPT, Fault::status(404))],
        Explained,
        &["callback_silent"],
    ),
    Setup::new(
        "Its script is an HTML page (a single-page app's fallback)",
        &[App(SCRIPT, Fault::HTML)],
        Explained,
        &["callback_silent"],
    ),
    Setup::new(
        "The page was copied to another folder without its script",
        &[App(PAGE, html(WITHOUT_ITS_FILE))],
        Explained,
        &["callback_silent"],
    ),
    Setup::new(
        "Its script is missing, and the page cannot be tested in a frame",
        &[App(PAGE, Fault::Page { header: ("x-frame-options", "DENY"), body: WITHOUT_ITS_FILE })],
        Explained,
        &["callback_silent"],
    ),
    Setup::new(
        "Its Content-Security-Policy blocks its script",
        &[App(PAGE, Fault::With("content-security-policy", "script-src 'none'"))],
        Explained,
        &["callback_silent"],
    )
    .everywhere(),
];

/// With these, signing in works.
pub(super) const DISADVANTAGES: &[Setup] = &[
    Setup::new(
        "It redirects to itself without `.html`, and the response is in the fragment",
        &[App(PAGE, Fault::Redirect("/callback")), App("GET /callback", WORKING)],
        SignsIn,
        &["callback_redirects"],
    ),
    Setup::new("An old copy of the page", &[App(PAGE, OLD_COPY)], SignsIn, &["callback_stale"]),
    Setup::new("It has no referrer policy", &[App(PAGE, LEAKING)], SignsIn, &["callback_leaks"]),
    Setup::new(
        "It cannot be tested in a frame (`X-Frame-Options: DENY`)",
        &[App(PAGE, Fault::With("x-frame-options", "DENY"))],
        SignsIn,
        &["callback_untested"],
    ),
    Setup::new(
        "It cannot be tested in a frame (`frame-ancestors 'none'`)",
        &[App(PAGE, Fault::With("content-security-policy", "frame-ancestors 'none'"))],
        SignsIn,
        &["callback_untested"],
    ),
    Setup::new(
        "It cannot be tested in a frame (`frame-ancestors` of another site)",
        &[App(PAGE, Fault::With("content-security-policy", "frame-ancestors https://elsewhere.example"))],
        SignsIn,
        &["callback_untested"],
    ),
    Setup::new(
        "Only its own origin may show it in a frame (`frame-ancestors 'self'`)",
        &[App(PAGE, Fault::With("content-security-policy", "frame-ancestors 'self'"))],
        SignsIn,
        &[],
    ),
    Setup::new(
        "It has a Cross-Origin-Opener-Policy of `same-origin`",
        &[App(PAGE, Fault::With("cross-origin-opener-policy", "same-origin"))],
        SignsIn,
        &[],
    )
    .everywhere(),
];

#[tokio::test(flavor = "multi_thread")]
async fn wrong_callback_page_is_never_silent() {
    super::check(super::approving(&[super::PagePatch::Development]), PAGES).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn callback_page_without_working_script_is_reported() {
    super::check(super::approving(&[super::PagePatch::Development]), SCRIPTS).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn callback_page_with_a_disadvantage_is_found() {
    super::check(super::approving(&[super::PagePatch::Development]), DISADVANTAGES).await;
}
