//! All servers behind nginx or Caddy with the shipped configuration and TLS: `check` finds nothing, a gated track
//! plays, and no log has a query.

mod caddy;
mod deployment;
mod nginx;
mod proxy;
mod tls;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};

use self::deployment::{Deployment, PASSWORD, REDIRECT_URI};
use self::proxy::Proxy;
use self::tls::Authority;
use super::conditions::runtime;
use crate::load::client::{App, Client, Listener};
use crate::load::counts::Counts;

/// In a query, which no log may have.
const SECRET: &str = "code-that-no-log-may-hold";

/// The longest state and the longest query of an authorization request.
const MAX_STATE: usize = 2_000;
const MAX_QUERY: usize = 16 << 10;

/// How long a line of the log may take, in steps of [`POLL`].
const POLLS: u32 = 1_000;
const POLL: Duration = Duration::from_millis(20);

/// A proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Nginx,
    Caddy,
}

/// Starts everything and uses it once.
///
/// # Errors
/// If `check` finds a problem, the track does not play, or the log has a query.
pub(super) fn run(program: &Path, kind: Kind) -> Result<Counts> {
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    let authority = Authority::create(scratch.path())?;
    let deployment = Deployment::init(program, scratch.path(), &authority)?;
    let proxy: Box<dyn Proxy> = match kind {
        Kind::Nginx => Box::new(nginx::start(&deployment, &authority, scratch.path())?),
        Kind::Caddy => Box::new(caddy::start(&deployment, &authority, scratch.path())?),
    };
    let servers = deployment.start()?;
    let [_, gated] = deployment.add_tracks()?;

    let mut counts = Counts::default();
    let mut check = deployment.command(&["check", "--json"]);
    let found = check.output().context("`check` does not run")?;
    let findings = String::from_utf8_lossy(&found.stdout);
    ensure!(found.status.success(), "`check` finds {findings}; the proxy logs {}", proxy.log()?);
    counts.add("checks from outside that find nothing");

    runtime()?.block_on(request_much(&deployment, &authority))?;
    counts.add("requests with a long query");
    runtime()?.block_on(play(&deployment, &authority, gated))?;
    counts.add("gated tracks heard over TLS");

    servers.stop()?;
    let [service, ..] = deployment.public_ports;
    let (status, ..) =
        runtime()?.block_on(authority.ask(service, ("GET", &format!("/v1/me?code={SECRET}")), "", ""))?;
    ensure!([502, 503].contains(&status), "without servers, the proxy answers {status}");
    let log = logged(&*proxy, status)?;
    for secret in [SECRET, "signature=", "Ticket ", "state="] {
        ensure!(!log.contains(secret), "the log has {secret}");
    }
    counts.add("logs without a query");
    Ok(counts)
}

/// Waits for the line about the last request, which is written after the response. Returns the whole log.
fn logged(proxy: &dyn Proxy, status: u16) -> Result<String> {
    for _ in 0..POLLS {
        let log = proxy.log()?;
        if log.lines().any(|line| line.contains("/v1/me") && line.contains(&status.to_string())) {
            return Ok(log);
        }
        thread::sleep(POLL);
    }
    bail!("the log does not have the last request: {}", proxy.log()?)
}

/// Sends an authorization request with the longest state and query. The redirect to the sign-in page has the state,
/// encoded twice. Also requests `/readyz`, which is not public.
async fn request_much(deployment: &Deployment, authority: &Authority) -> Result<()> {
    let [service, node, access] = deployment.public_ports;
    let query = form_urlencoded::Serializer::new(String::new())
        .extend_pairs([("response_type", "code"), ("scope", "write"), ("api_key", &deployment.api_key)])
        .extend_pairs([("redirect_uri", REDIRECT_URI), ("state", &"%".repeat(MAX_STATE))])
        .extend_pairs([("code_challenge", &*"A".repeat(43)), ("code_challenge_method", "S256"), ("padding", "")])
        .finish();
    let path = format!("/v1/oauth/authorize?{query:A<MAX_QUERY$}");
    let (status, location, _) = authority.ask(service, ("GET", &path), "", "").await?;
    let location = location.with_context(|| format!("the authorization request is answered {status}"))?;
    ensure!(location.starts_with("/v1/sign-in?next=") && location.len() > 5 * MAX_STATE, "it leads to {location}");
    for (port, path) in [(service, "/v1/readyz"), (node, "/readyz"), (access, "/readyz")] {
        let (status, ..) = authority.ask(port, ("GET", path), "", "").await?;
        ensure!(status == 404, "{path} is answered {status}");
    }
    Ok(())
}

async fn play(deployment: &Deployment, authority: &Authority, track: u64) -> Result<()> {
    let [service, node, access] = deployment.public_ports;
    let app = App {
        origin: deployment.origin(0),
        base: "/v1".to_owned(),
        api_key: deployment.api_key.clone(),
        redirect_uri: REDIRECT_URI.to_owned(),
    };
    let listener = Listener { handle: "ada".to_owned(), password: PASSWORD.to_owned(), user_id: 1 };
    // The pages are asked for without the proxy. `check` has seen that it passes on what they need.
    let mut client = Client::new(Arc::new(app), deployment.service_address());
    let session = client.sign_in(&listener).await?;
    let verifier = "0123456789".repeat(5);
    let code = client.approve(&session, &verifier).await?;
    let tokens = client.exchange(&code, &verifier).await?;
    let bearer = format!("Authorization: Bearer {}\r\n", tokens.access);
    let body = json!({ "audience": deployment.origin(2) , "scope": "write" }).to_string();
    let (_, _, answer) = authority.ask(service, ("POST", "/v1/tickets"), &bearer, &body).await?;
    let answer: Value = serde_json::from_slice(&answer)?;
    let ticket = answer.get("ticket").and_then(Value::as_str).with_context(|| format!("no ticket: {answer}"))?;
    let ticket = format!("Authorization: Ticket {ticket}\r\n");
    let rule = json!({ "rule": { "signed_in": {} } }).to_string();
    let (status, ..) = authority.ask(access, ("PUT", &format!("/tracks/{track}/rule")), &ticket, &rule).await?;
    ensure!(status == 200, "the rule is answered {status}");
    let (status, location, _) = authority.ask(access, ("GET", &format!("/stream/{track}")), &ticket, "").await?;
    let location = location.with_context(|| format!("the access server answers {status}"))?;
    let path = location.strip_prefix(&deployment.origin(1)).with_context(|| format!("a node at {location}"))?;
    let (status, _, audio) = authority.ask(node, ("GET", path), "Range: bytes=0-\r\n", "").await?;
    let expected = fs::read(deployment.audio()).context("cannot read the audio")?;
    ensure!(status == 206 && audio == expected, "the node answers {status} with {} bytes", audio.len());
    Ok(())
}
