//! Compares Stagepass with other clients in a real browser, by the same criteria ("lines").
//! `cargo xtask bench clients` builds the apps of `tests/clients`, runs this program, and writes its output, lines of
//! JSON, into docs/comparison.md.
//!
//! | module | what it has |
//! |---|---|
//! | [`client`] | the clients, and the options that each has besides its defaults |
//! | [`fake_provider`] | the service of those that cannot use ours |
//! | [`real_provider`] | a provider of `OpenID` Connect, for some of the figures |
//! | [`stage`], [`verdict`] | a user of an app, and the verdict on the app |
//! | [`lines`] | the criteria |
//! | [`popup`], [`answers`], [`windows`] | how they are tested |
//! | [`figures`], [`login`], [`page_cost`] | times, requests, bytes, memory |
//!
//! [`stagepass_e2e_tests`] explains how to choose the browser and its driver. Arguments select the lines that
//! have one of them in their names. `figures` selects the figures, and `--logins=9` is how often each is taken.
//! `--client=NAME` selects a client, and may be repeated.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a bench: what can't be set up must stop it, loudly"
)]

mod answers;
mod client;
mod fake_provider;
mod figures;
mod lines;
mod login;
mod page_cost;
mod popup;
mod real_provider;
mod stage;
mod verdict;
mod windows;

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use stagepass_e2e_tests::fault_proxy;
use stagepass_e2e_tests::pages::Pages;
use stagepass_e2e_tests::server::Server;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;
use tokio::sync::oneshot;
use tokio::time::timeout;

use client::{Choice, Client};
use lines::Line;
use stage::Stage;
use verdict::Verdict;

/// The timeout of a story with its servers and its browser.
const LONGEST: Duration = Duration::from_mins(8);

#[tokio::main]
async fn main() {
    let (options, words): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|word| word.starts_with("--"));
    let logins = options.iter().find_map(|option| option.strip_prefix("--logins="));
    let logins = logins.map_or(figures::LOGINS, |logins| logins.parse().expect("--logins is a number"));
    let is_chosen = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    let only: Vec<_> = options.iter().filter_map(|option| option.strip_prefix("--client=")).collect();
    let [clients, measured] = [&Client::ALL[..], &Client::MEASURED].map(|clients| {
        clients.iter().copied().filter(|client| only.is_empty() || only.contains(&client.name())).collect::<Vec<_>>()
    });
    for line in lines::all().iter().filter(|line| is_chosen(line.name)) {
        let verdicts = join_all(clients.iter().map(|client| judge(line, *client))).await;
        for (client, verdict) in clients.iter().zip(verdicts) {
            let (verdict, note) = (verdict.word(), verdict.note());
            println!("{}", json!({ "line": line.name, "client": client.name(), "verdict": verdict, "note": note }));
        }
    }
    if is_chosen("figures") {
        figures::print(logins, &measured).await;
    }
}

async fn judge(line: &Line, client: Client) -> Verdict {
    if line.needs_popup && !client.has_popups() {
        return Verdict::NotOffered("it has no popups".to_owned());
    }
    let verdict = try_with(line, client, None).await;
    match ((line.choice)(client), &verdict) {
        (Some(choice), Verdict::Fails(_)) => {
            let other = try_with(line, client, Some(choice)).await;
            verdict.or_with(choice, other)
        }
        _ => verdict,
    }
}

/// Tries it, and once more if the bench itself has failed.
async fn try_with(line: &Line, client: Client, choice: Option<Choice>) -> Verdict {
    match try_once(line, client, choice).await {
        Verdict::NotJudged => try_once(line, client, choice).await,
        verdict => verdict,
    }
}

async fn try_once(line: &Line, client: Client, choice: Option<Choice>) -> Verdict {
    let mut setting = Setting { isolation: line.isolation, ..client.setting() };
    if client.has_popups() {
        setting.callback_path = line.callback_path;
    }
    let (send, received) = oneshot::channel();
    let story = line.story;
    let report_verdict = async move |stage: Stage| {
        // Fails only if the receiver no longer waits.
        let _ = send.send(story(Stage { choice, ..stage }).await);
    };
    run_story(client, setting, report_verdict).await;
    received.await.unwrap_or(Verdict::NotJudged)
}

/// Runs `story` with its own browser and the app of this client. Prints a failure to standard error.
pub(crate) async fn run_story<F>(client: Client, setting: Setting, story: impl FnOnce(Stage) -> F + Send + 'static)
where
    F: Future<Output = ()> + Send + 'static,
{
    let listener = fault_proxy::listen().await;
    let pages = Pages::Server(format!("http://{}", listener.local_addr().expect("it is bound")));
    let _server = Server::start(listener, client.files());
    let task = tokio::spawn(visit(Setting { pages, ..setting }, move |visitor: Visitor| {
        story(Stage { visitor, client, choice: None })
    }));
    // Stories have a timeout of their own. A browser that does not start has none.
    let stop = task.abort_handle();
    match timeout(LONGEST, task).await {
        Ok(Ok(())) => {}
        Ok(Err(_)) => eprintln!("{} could not be judged: see above", client.name()),
        Err(_) => {
            stop.abort();
            eprintln!("{} could not be judged: nothing has ended after {} s", client.name(), LONGEST.as_secs());
        }
    }
}
