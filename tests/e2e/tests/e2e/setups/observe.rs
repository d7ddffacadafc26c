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
    visitor.break_setup(setup).await;
    let opens_elsewhere = visitor.open_broken(setup).await;
    visitor.begin_client(setup).await;
    let seen = visitor.sign_in_and_see(setup).await;
    visitor.turn_to_app().await;
    if opens_elsewhere {
        visitor.turn_to_frame().await;
    }
    let lines: Vec<String> = visitor.run("return window.lines ?? []").await;
    let diagnosis = match explanation(&lines) {
        Some(explanation) if seen == "explained" => explanation,
        _ if seen.starts_with("throws") => Diagnosis::default(),
        _ => visitor.diagnose_setup(setup).await,
    };
    visitor.mend(setup).await;
    Observed { seen, diagnosis, lines }
}

/// Reads the findings that are written to the console.
fn explanation(lines: &[String]) -> Option<Diagnosis> {
    let line = lines.iter().find(|line| line.starts_with("[stagepass]"))?;
    let found = line.lines().filter_map(|line| line.strip_prefix("- ")?.split_once(':'));
    let codes = found.map(|(code, _)| code.to_owned()).collect();
    Some(Diagnosis { ok: line.contains("can work"), codes, messages: line.clone() })
}

trait SetupSteps {
    async fn break_setup(&self, setup: &Setup);

    /// Opens the page. Returns whether it is in a frame.
    async fn open_broken(&self, setup: &Setup) -> bool;

    async fn begin_client(&self, setup: &Setup);

    async fn sign_in_and_see(&self, setup: &Setup) -> String;

    async fn diagnose_setup(&self, setup: &Setup) -> Diagnosis;

    async fn mend(&self, setup: &Setup);

    async fn set_offline(&self, offline: bool);
}

#[expect(clippy::expect_used, reason = "a test stops if its browser does not obey")]
impl SetupSteps for Visitor {
    async fn break_setup(&self, setup: &Setup) {
        for change in setup.changes {
            let (proxy, request, fault) = match *change {
                Change::App(request, fault) => (&self.site.pages_proxy, request, fault),
                Change::Service(request, fault) => (&self.site.service_proxy, request, fault),
                Change::Access(request, fault) => (&self.site.access_proxy, request, fault),
                Change::ServiceIsDown => {
                    self.site.service.go_down().await;
                    continue;
                }
                _ => continue,
            };
            proxy.inject(request, fault);
        }
    }

    async fn open_broken(&self, setup: &Setup) -> bool {
        let has = |wanted: fn(&Change) -> bool| setup.changes.iter().any(wanted);
        if has(|change| matches!(change, Change::ForeignFrame)) {
            self.goto(&format!("{}/", self.site.frame())).await;
            self.turn_to_frame().await;
        } else if has(|change| matches!(change, Change::OpenedByAddress)) {
            self.goto(&format!("{}/", self.site.app().replace("localhost", "127.0.0.1"))).await;
        } else {
            self.go("/").await;
        }
        let sandbox = setup.changes.iter().find_map(|change| match change {
            Change::Sandbox(sandbox) => Some(sandbox),
            _ => None,
        });
        if let Some(sandbox) = sandbox {
            let script = format!("document.body.innerHTML = `<iframe src='/' sandbox='{sandbox}'></iframe>`");
            let _: Option<bool> = self.run(&script).await;
            self.turn_to_frame().await;
        }
        self.wait_until("window.sp").await;
        sandbox.is_some() || has(|change| matches!(change, Change::ForeignFrame))
    }

    async fn begin_client(&self, setup: &Setup) {
        let (mut config, mut options, mut scripts, mut before) = ("{}", "{}", String::new(), String::new());
        for change in setup.changes {
            match *change {
                Change::Config(expression) => config = expression,
                Change::Options(expression) => options = expression,
                Change::Script(script) => scripts += script,
                Change::Before(script) => before += script,
                Change::Offline => self.set_offline(true).await,
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
        let _: Option<bool> = self.run(&script).await;
    }

    async fn sign_in_and_see(&self, setup: &Setup) -> String {
        let follow = "
            document.querySelector('#popup').addEventListener('click', () => pending.then(
                ({ kind, user }) => {
                    if (kind !== 'signed-in') return;
                    window.seen = user ? 'signs in' : `signs in without user, ${heard.at(-1)}`;
                },
                (error) => { window.seen = `rejects ${error.code ?? error}`; },
            ), { once: true });
            return window.seen ?? null";
        if let Some(thrown) = self.run::<Option<String>>(follow).await {
            return thrown;
        }
        if setup.changes.iter().any(|change| matches!(change, Change::NoClick)) {
            let _: Option<bool> = self.run("document.querySelector('#popup').click()").await;
        } else {
            self.click("#popup").await;
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
        if self.becomes_true(&seen, WITHIN).await {
            return self.run(&format!("return {seen}")).await;
        }
        "nothing".to_owned()
    }

    async fn diagnose_setup(&self, setup: &Setup) -> Diagnosis {
        if !self.run::<bool>("return !!window.sp").await {
            self.open_broken(setup).await;
            self.begin_client(setup).await;
        }
        let script = "return sp.oauth.diagnose().then(
            ({ ok, findings }) => ({
                ok,
                codes: findings.map(({ code }) => code),
                messages: findings.map(({ message }) => message).join('\\n'),
            }),
            ({ code, message }) => ({ ok: false, codes: [`rejects ${code}`], messages: message }),
        )";
        self.run(script).await
    }

    async fn mend(&self, setup: &Setup) {
        for change in setup.changes {
            match change {
                Change::ServiceIsDown => self.site.service.come_back().await,
                Change::Offline => self.set_offline(false).await,
                _ => {}
            }
        }
        for proxy in [&self.site.pages_proxy, &self.site.service_proxy, &self.site.access_proxy] {
            proxy.clear_faults();
        }
        let app = self.window().await;
        for window in self.driver().windows().await.expect("the browser runs") {
            if window != app {
                self.turn_to(&window).await;
                self.close_window().await;
            }
        }
        self.turn_to_app().await;
        // The client has to be gone, or it could store more.
        self.go(EMPTY_PAGE).await;
        let _: Option<bool> = self.run("try { localStorage.clear(); } catch {}").await;
    }

    async fn set_offline(&self, offline: bool) {
        let tools = self.driver().cdp();
        let conditions = json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        for (command, parameters) in [("Network.enable", json!({})), ("Network.emulateNetworkConditions", conditions)] {
            tools.send_raw(command, parameters).await.expect("Chromium knows the command");
        }
    }
}
