//! A wrong set-up is never silent: each has an error, or a finding in the console in time. `diagnose()` never returns
//! `ok` for a login that fails.
//!
//! Each row of the modules' tables is a set-up with one mistake. The story makes the mistake, signs in, and compares
//! what the developer sees. docs/reference/set-ups.md is written from the same rows.

mod base_url;
mod browser;
mod callback_page;
mod configuration;
mod document;
mod files;
mod network;
mod observe;
mod policies;
mod redirect_uri;
mod row;

use std::fmt::Write as _;
use std::time::Duration;

use stagepass_e2e_tests::browser::Browser;
use stagepass_e2e_tests::engine::Engine;
use stagepass_e2e_tests::pages::PagePatch;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;
use tokio::time::Instant;

use observe::{Observed, observe};
use row::{Sees, Setup};

/// The timeout of a table: some rows wait for several seconds, to see that a callback page is silent.
const TIMEOUT: Duration = Duration::from_mins(4);

/// A page with only a client in a developer's browser. The service approves each authorization request.
fn approving(patches: &'static [PagePatch]) -> Setting {
    let engine = (Engine::from_environment() == Engine::Js).then_some(Engine::Js);
    Setting { has_own_engines: true, engine, takes: Some(TIMEOUT), ..Setting::client(patches) }
}

/// The same, with the service's pages.
fn asking() -> Setting {
    Setting { auto_consent: false, ..approving(&[PagePatch::Development]) }
}

/// Checks the rows that may differ in this browser. With the other engine of the core, none does.
async fn check(setting: Setting, setups: &'static [Setup]) {
    if Engine::from_environment() == Engine::Wasm {
        check_here(setting, setups).await;
    }
}

async fn check_here(setting: Setting, setups: &'static [Setup]) {
    let is_chromium = Browser::from_environment() == Browser::Chromium;
    let here: Vec<&'static Setup> = setups.iter().filter(|setup| is_chromium || setup.is_everywhere).collect();
    if here.is_empty() {
        return;
    }
    visit(setting, async move |visitor: Visitor| {
        let mut problems = String::new();
        for setup in here {
            let begun = Instant::now();
            let observed = observe(&visitor, setup).await;
            println!("{:.2?} {}", begun.elapsed(), setup.mistake);
            if let Some(problem) = differs(setup, &observed) {
                let _ = writeln!(problems, "{}: {problem}: {observed:#?}\n", setup.mistake);
            }
        }
        assert!(problems.is_empty(), "{problems}");
    })
    .await;
}

/// Returns how what was observed differs from the row.
fn differs(setup: &Setup, observed: &Observed) -> Option<String> {
    let expected = setup.sees.observed();
    if observed.seen != expected {
        return Some(format!("{} in place of {expected}", observed.seen));
    }
    if observed.diagnosis.codes != setup.findings {
        return Some(format!("{:?} in place of {:?}", observed.diagnosis.codes, setup.findings));
    }
    if observed.diagnosis.messages.contains("secret") {
        return Some("a password of a URL is in a message".to_owned());
    }
    if let Some(call) = setup.findings.first()
        && call.starts_with("rejects")
    {
        return None;
    }
    let is_ok = setup.sees == Sees::SignsIn || setup.undetected.is_some();
    (observed.diagnosis.ok != is_ok).then(|| format!("ok is {}", observed.diagnosis.ok))
}
