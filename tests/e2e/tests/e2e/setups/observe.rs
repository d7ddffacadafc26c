//! Makes a set-up wrong, signs in, and observes what the developer sees.

use std::time::Duration;

use serde::Deserialize;
use serde_json::json;
use stagepass_e2e_tests::pages::EMPTY_PAGE;
use stagepass_e2e_tests::visitor::Visitor;

use super::row::{Change, Sees, Setup};

/// The time within which something must be seen. In the page, a login is explained after half a second in place of ten.
const WITHIN: Duration = Duration::from_secs(15);

/// What was seen.
#[derive(Debug)]
#[expect(dead_code, reason = "the lines are for the report of a failed test")]
pub(super) struct Observed {
    /// In the form of [`Sees::observed`](super::row::Sees::observed).
    pub(super) seen: String,
    /// What `diagnose()` found, or its error.
    pub(super) diagnosis: Diagnosis,
    /// The lines in the console.
    pub(super) lines: Vec<String>,
}

/// What `diagnose()` returned, or what the console has of it.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Diagnosis {
    pub(super) ok: bool,
    pub(super) codes: Vec<String>,
    pub(super) messages: String,
}

/// Signs in with this set-up, and puts everything right again.
pub(super) async fn observe(visitor: &Visitor, setup: &Setup) -> Observed {
    break_setup(visitor, setup).await;
    let opens_elsewhere = open_broken(visitor, setup).await;
    begin_client(visitor, setup).await;
    let seen = sign_in_and_see(visitor, setup).await;
    visitor.turn_to_app().await;
    if opens_elsewhere {
        visitor.turn_to_frame().await;
    }
    let lines: Vec<String> = visitor.run("return window.lines ?? []").await;
    let diagnosis = match explanation(&lines) {
        Some(explanation) if seen == "explained" => explanation,
        _ if seen.starts_with("throws") => Diagnosis::default(),
        _ => diagnose_setup(visitor, setup).await,
    };
    mend(visitor, setup).await;
    Observed { seen, diagnosis, lines }
}

/// Reads the findings that are written to the console.
fn explanation(lines: &[String]) -> Option<Diagnosis> {
    let line = lines.iter().find(|line| line.starts_with("[stagepass]"))?;
    let found = line.lines().filter_map(|line| line.strip_prefix("- ")?.split_once(':'));
    let codes = found.map(|(code, _)| code.to_owned()).collect();
    Some(Diagnosis { ok: line.contains("can work"), codes, messages: line.clone() })
}

async fn break_setup(visitor: &Visitor, setup: &Setup) {
    for change in setup.changes {
        let (proxy, request, fault) = match *change {
            Change::App(request, fault) => (&visitor.site.pages_proxy, request, fault),
            Change::Service(request, fault) => (&visitor.site.service_proxy, request, fault),
            Change::Access(request, fault) => (&visitor.site.access_proxy, request, fault),
            Change::ServiceIsDown => {
                visitor.site.service.go_down().await;
                continue;
            }
            _ => continue,
        };
        proxy.inject(request, fault);
    }
}

/// Opens the page. Returns whether it is in a frame.
async fn open_broken(visitor: &Visitor, setup: &Setup) -> bool {
    let has = |wanted: fn(&Change) -> bool| setup.changes.iter().any(wanted);
    if has(|change| matches!(change, Change::ForeignFrame)) {
        visitor.goto(&format!("{}/", visitor.site.frame())).await;
        visitor.turn_to_frame().await;
    } else if has(|change| matches!(change, Change::OpenedByAddress)) {
        visitor.goto(&format!("{}/", visitor.site.app().replace("localhost", "127.0.0.1"))).await;
    } else {
        visitor.go("/").await;
    }
    let sandbox = setup.changes.iter().find_map(|change| match change {
        Change::Sandbox(sandbox) => Some(sandbox),
        _ => None,
    });
    if let Some(sandbox) = sandbox {
        let script = format!("document.body.innerHTML = `<iframe src='/' sandbox='{sandbox}'></iframe>`");
        let _: Option<bool> = visitor.run(&script).await;
        visitor.turn_to_frame().await;
    }
    visitor.wait_until("window.sp").await;
    sandbox.is_some() || has(|change| matches!(change, Change::ForeignFrame))
}

async fn begin_client(visitor: &Visitor, setup: &Setup) {
    let (mut config, mut options, mut scripts, mut before) = ("{}", "{}", String::new(), String::new());
    for change in setup.changes {
        match *change {
            Change::Config(expression) => config = expression,
            Change::Options(expression) => options = expression,
            Change::Script(script) => scripts += script,
            Change::Before(script) => before += script,
            Change::Offline => set_offline(visitor, true).await,
            _ => {}
        }
    }
    let script = format!(
        "window.seen = undefined;
         window.lines.length = 0;
         {scripts}
         window.options = {options};
         try {{ begin({config}); }} catch (error) {{ window.seen = `throws ${{error.code ?? error}}`; }}
         {before}"
    );
    let _: Option<bool> = visitor.run(&script).await;
}

async fn sign_in_and_see(visitor: &Visitor, setup: &Setup) -> String {
    let follow = "
        document.querySelector('#popup').addEventListener('click', () => pending.then(
            ({ kind, user }) => {
                if (kind !== 'signed-in') return;
                window.seen = user ? 'signs in' : `signs in without user, ${heard.at(-1)}`;
            },
            (error) => { window.seen = `rejects ${error.code ?? error}`; },
        ), { once: true });
        return window.seen ?? null";
    if let Some(thrown) = visitor.run::<Option<String>>(follow).await {
        return thrown;
    }
    if setup.changes.iter().any(|change| matches!(change, Change::NoClick)) {
        let _: Option<bool> = visitor.run("document.querySelector('#popup').click()").await;
    } else {
        visitor.click("#popup").await;
    }
    // A login that ends may take longer than the half second after which it is explained.
    let explained = if setup.sees == Sees::Explained { "'explained'" } else { "null" };
    let seen = format!(
        "(() => {{
            const shown = document.querySelector('[role=alert]')?.textContent.match(/\\((\\w+)\\)$/)?.[1];
            const isExplained = window.lines?.some((line) => line.startsWith('[stagepass]'));
            return window.seen ?? (isExplained ? {explained} : shown ? `shows ${{shown}}` : null);
        }})()"
    );
    if visitor.becomes_true(&seen, WITHIN).await {
        return visitor.run(&format!("return {seen}")).await;
    }
    "nothing".to_owned()
}

async fn diagnose_setup(visitor: &Visitor, setup: &Setup) -> Diagnosis {
    if !visitor.run::<bool>("return !!window.sp").await {
        open_broken(visitor, setup).await;
        begin_client(visitor, setup).await;
    }
    let script = "return sp.oauth.diagnose().then(
        ({ ok, findings }) => ({
            ok,
            codes: findings.map(({ code }) => code),
            messages: findings.map(({ message }) => message).join('\\n'),
        }),
        ({ code, message }) => ({ ok: false, codes: [`rejects ${code}`], messages: message }),
    )";
    visitor.run(script).await
}

#[expect(clippy::expect_used, reason = "a test stops if its browser does not obey")]
async fn mend(visitor: &Visitor, setup: &Setup) {
    for change in setup.changes {
        match change {
            Change::ServiceIsDown => visitor.site.service.come_back().await,
            Change::Offline => set_offline(visitor, false).await,
            _ => {}
        }
    }
    for proxy in [&visitor.site.pages_proxy, &visitor.site.service_proxy, &visitor.site.access_proxy] {
        proxy.clear_faults();
    }
    let app = visitor.window().await;
    for window in visitor.driver().windows().await.expect("the browser runs") {
        if window != app {
            visitor.turn_to(&window).await;
            visitor.close_window().await;
        }
    }
    visitor.turn_to_app().await;
    // The client has to be gone, or it could store more.
    visitor.go(EMPTY_PAGE).await;
    let _: Option<bool> = visitor.run("try { localStorage.clear(); } catch {}").await;
}

#[expect(clippy::expect_used, reason = "a test stops if its browser does not obey")]
async fn set_offline(visitor: &Visitor, offline: bool) {
    let tools = visitor.driver().cdp();
    let conditions = json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
    for (command, parameters) in [("Network.enable", json!({})), ("Network.emulateNetworkConditions", conditions)] {
        tools.send_raw(command, parameters).await.expect("Chromium knows the command");
    }
}
