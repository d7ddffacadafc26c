//! The one story of all consumers.

use stagepass_e2e_tests::engine::Engine;
use stagepass_e2e_tests::fault_proxy::Fault;
use stagepass_e2e_tests::pages::callback_page;
use stagepass_e2e_tests::visitor::Visitor;

use crate::loaded::LoadedFiles;

const POLICY: &str = "content-security-policy";

/// The hash of the script inside the callback page, as in `docs/guides/csp.md`.
const INLINE_SCRIPT: &str = "'sha256-ezAEXpUUpji2P/ssSrcVXSnS4A5g42lFlOrBxdMBTUk='";

/// An app, as a tool builds or serves it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Consumer {
    /// The name of its folder.
    pub(crate) name: &'static str,
    /// The `script-src` of its page, without `'wasm-unsafe-eval'`. That of its callback page is always `'self'` and a
    /// hash.
    pub(crate) page_scripts: &'static str,
    /// The Trusted Types policies that its page needs. `None`: the tool does not support Trusted Types.
    pub(crate) trusted_types: Option<&'static str>,
    /// The path of a callback page that the tool builds, if the test has one. It has the same `page_scripts`.
    pub(crate) own_callback: Option<&'static str>,
    /// Whether its page imports the scripts that are copied for the callback page.
    pub(crate) shares_scripts: bool,
}

impl Consumer {
    /// A page whose scripts are all files of its own.
    pub(crate) const fn strict(name: &'static str) -> Self {
        Self { name, page_scripts: "'self'", trusted_types: Some("'none'"), own_callback: None, shares_scripts: false }
    }
}

/// Signs in by popup and with a full-page redirect, under a policy that allows WebAssembly and under one that refuses
/// it. The callback page is the documented one. No error may occur.
pub(crate) async fn run_story(visitor: &Visitor, consumer: Consumer) {
    is_the_documented_page(visitor).await;
    sets_policy(visitor, consumer, Engine::Wasm);
    uses_both_engines(visitor, consumer.name).await;
    if !consumer.shares_scripts {
        has_callback_loaded(visitor, &[Engine::Wasm]);
    }
    sets_policy(visitor, consumer, Engine::Js);
    signs_in_twice(visitor, "/").await;
    if !consumer.shares_scripts {
        has_callback_loaded(visitor, &[Engine::Wasm, Engine::Js]);
    }
    if let Some(path) = consumer.own_callback {
        signs_in_twice(visitor, &format!("/?callback={path}")).await;
        assert!(visitor.site.pages_proxy.requests.count(&format!("GET {path}")) >= 2);
    }
    assert_eq!(visitor.console_errors().await, Vec::<String>::new());
}

/// The callback page is served letter for letter as the package has it.
async fn is_the_documented_page(visitor: &Visitor) {
    let served = reqwest::get(format!("{}/callback.html", visitor.site.app())).await.unwrap().text().await.unwrap();
    assert_eq!(served, callback_page());
}

/// Signs in by popup, calls the API, returns with the other engine, signs out, and signs in with a full-page redirect.
async fn uses_both_engines(visitor: &Visitor, consumer: &str) {
    visitor.go("/").await;
    visitor.wait_for_status("signed-out").await;
    opens_popup_before_login_returns(visitor).await;
    visitor.sign_in_by_popup().await;
    visitor.wait_until_signed_in().await;
    let loaded = LoadedFiles::with_engine(visitor).await;
    loaded.assert_engine(Engine::Wasm);
    loaded.keep(consumer);

    // The package loads this part when it is first used.
    visitor.click("#count-tracks").await;
    visitor.wait_until("document.querySelector('#tracks').textContent === '0 tracks'").await;

    visitor.go("/?engine=js").await;
    visitor.wait_until_signed_in().await;
    LoadedFiles::with_engine(visitor).await.assert_engine(Engine::Js);
    visitor.sign_out().await;
    visitor.click("#sign-in-page").await;
    visitor.approve().await;
    visitor.wait_for_address("/?engine=js").await;
    visitor.wait_until_signed_in().await;
    assert_eq!(visitor.site.token_requests(), 2);
}

/// Browsers open a popup only in the click, and a driven browser also opens a late one. So the page's `open` is
/// replaced while its script handles a click, and the login then finds its popup blocked.
async fn opens_popup_before_login_returns(visitor: &Visitor) {
    let is_opened: bool = visitor.run(CLICK_WITH_BLOCKED_POPUP).await;
    assert!(is_opened);
    visitor.wait_for_status("signed-out").await;
}

const CLICK_WITH_BLOCKED_POPUP: &str = "const { open } = window;
    let isOpened = false;
    window.open = () => { isOpened = true; return null; };
    document.querySelector('#sign-in-popup').click();
    window.open = open;
    return isOpened";

/// Signs in by popup and with a full-page redirect, from this page, which WebAssembly is refused to.
async fn signs_in_twice(visitor: &Visitor, path: &str) {
    let before = visitor.site.token_requests();
    visitor.go(path).await;
    visitor.wait_until_signed_in().await;
    LoadedFiles::with_engine(visitor).await.assert_engine(Engine::Js);
    visitor.sign_out().await;
    visitor.click_and_turn_to_popup("#sign-in-popup").await;
    visitor.approve().await;
    visitor.wait_until_popup_is_closed().await;
    visitor.wait_until_signed_in().await;
    visitor.sign_out().await;
    visitor.click("#sign-in-page").await;
    visitor.approve().await;
    visitor.wait_for_address(path).await;
    visitor.wait_until_signed_in().await;
    assert_eq!(visitor.site.token_requests(), before + 2);
}

/// From now on, pages are served with a policy that lets them load this engine.
fn sets_policy(visitor: &Visitor, consumer: Consumer, engine: Engine) {
    let wasm = if engine == Engine::Wasm { " 'wasm-unsafe-eval'" } else { "" };
    let trusted_types = consumer
        .trusted_types
        .map(|policies| format!("; require-trusted-types-for 'script'; trusted-types {policies}"))
        .unwrap_or_default();
    let page: &str = format!("script-src {}{wasm}{trusted_types}", consumer.page_scripts).leak();
    let service = visitor.site.base_url().trim_end_matches("/v1");
    let callback: &str = format!(
        "default-src 'none'; script-src 'self' {INLINE_SCRIPT}{wasm}; style-src 'self'; img-src 'self'; \
         connect-src 'self' {service}; base-uri 'none'; form-action 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'"
    )
    .leak();
    let pages = ["/"].into_iter().chain(consumer.own_callback);
    for path in pages {
        visitor.site.pages_proxy.inject(&format!("GET {path}"), Fault::Header(POLICY, page));
    }
    visitor.site.pages_proxy.inject("GET /callback.html", Fault::Header(POLICY, callback));
}

/// Checks which engines the callback page has loaded so far, in this order.
fn has_callback_loaded(visitor: &Visitor, engines: &[Engine]) {
    let requests = visitor.site.pages_proxy.requests.all();
    let mut loaded = requests
        .iter()
        .filter(|(request, _)| request.starts_with("GET /stagepass/core."))
        .filter_map(|(request, _)| Engine::of(request))
        .collect::<Vec<_>>();
    loaded.dedup();
    assert_eq!(loaded, engines);
}
