//! An access server's decisions: the time of one, and whether others wait for a slow geolocation service or slow rules.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, ensure};
use axum::Router;
use axum::routing::get;
use serde_json::{Value, json};
use stagepass_demo::serving;
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::process::Service;
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::figures::{ROUNDS, Spread, Verdict};
use super::ranges;
use crate::installation::{self, Installation, Kind, Synchronous};
use crate::load::http::Connection;
use crate::load::logins::log_in;

/// The decisions of a round.
const DECISIONS: u32 = 100_000;
/// A second, on one core, at least.
const AT_LEAST: f64 = 10_000.0;

/// The refusals of a round by the rule that takes longest, and what one may take, in milliseconds.
const REFUSALS: u32 = 1_000;
const REFUSAL: f64 = 4.0;
/// That rule.
pub(super) const WORST: &str = include_str!("../../../vectors/worst-rule.json");

/// How long the geolocation service takes.
const SLOWNESS: Duration = Duration::from_secs(1);
/// Quick decisions, whose rule needs no country: connections, and requests of each.
const QUICK: usize = 4;
const QUESTIONS: usize = 5_000;
/// Decisions beside them that wait for the geolocation service.
const WAITING: usize = 16;
/// Refusals beside them by the slowest rule, all at once.
const BURST: usize = 180;
/// The limit for quick decisions beside slow ones, in milliseconds: far less than the slow ones wait.
const P99: f64 = 250.0;

const WITHOUT_COUNTRY: &str =
    r#"{"any": [{"signed_in": {}}, {"schedule": {"from": "2020-01-01", "zone": "Europe/Stockholm"}}]}"#;
const WITH_COUNTRY: &str = r#"{"geo": {"in": ["US"]}}"#;

/// Prints the figures and judges them.
///
/// # Errors
/// If something can't be measured.
pub(super) fn measure(verdict: &mut Verdict) -> Result<()> {
    decisions(verdict)?;
    refusals(verdict)?;
    let setup = AccessSetup::start()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("there is no runtime")?;
    let alone = runtime.block_on(setup.quick(setup.with_country, 0))?;
    let beside = runtime.block_on(setup.quick(setup.with_country, WAITING))?;
    let burst = runtime.block_on(setup.quick(setup.worst, BURST))?;
    println!("\n/tracks/ID/access of a rule that asks for no country, {QUICK} connections: p50, p99 in ms\n");
    for (what, [p50, p99]) in [
        ("alone", alone),
        ("beside others who wait for a country", beside),
        ("beside refusals by the worst rule", burst),
    ] {
        println!("{what:<40} {p50:>7.2} {p99:>7.2}");
    }
    println!("({WAITING} and {BURST} others; their geolocation service takes {} s)", SLOWNESS.as_secs());
    verdict.at_most("p99 beside those who wait for a country, ms", beside[1], P99);
    verdict.at_most("p99 beside refusals by the worst rule, ms", burst[1], P99);
    Ok(())
}

/// The time of a decision by a rule of ten conditions with all facts known.
fn decisions(verdict: &mut Verdict) -> Result<()> {
    let mut worker = ranges::rust_worker()?;
    worker.time(&format!("decide {}", DECISIONS / 10))?;
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let nanoseconds = worker.time(&format!("decide {DECISIONS}"))?;
        rounds.push(f64::from(DECISIONS) * 1e9 / nanoseconds);
    }
    let spread = Spread::of(&rounds);
    let shown = spread.map(|spread| spread.to_string()).unwrap_or_default();
    println!("\ndecisions a second on one core, by a rule of ten conditions: {shown}");
    verdict.judge("decisions a second", spread, super::figures::Limit::AtLeast(AT_LEAST));
    Ok(())
}

/// The time of a refusal by the slowest rule that may be stored.
fn refusals(verdict: &mut Verdict) -> Result<()> {
    let mut worker = ranges::rust_worker()?;
    worker.time(&format!("refuse {}", REFUSALS / 10))?;
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        rounds.push(worker.time(&format!("refuse {REFUSALS}"))? / f64::from(REFUSALS) / 1e6);
    }
    let spread = Spread::of(&rounds);
    println!("a refusal by the worst rule, ms: {}", spread.map(|spread| spread.to_string()).unwrap_or_default());
    verdict.judge("a refusal by the worst rule, ms", spread, super::figures::Limit::AtMost(REFUSAL));
    Ok(())
}

/// A service, and an access server whose geolocation service is slow; three gated tracks.
struct AccessSetup {
    // Dropped in this order: who asks ends before who is asked, and both still use the folder.
    _access: Service,
    _service: Service,
    _installation: Installation,
    address: SocketAddr,
    without_country: u64,
    with_country: u64,
    worst: u64,
}

impl AccessSetup {
    fn start() -> Result<Self> {
        let [program] = binaries::build([Binary::Backend], Profile::Release)?;
        let installation = Installation::make(&program, Kind::Sqlite(Synchronous::Normal), "warn")?;
        let owner = installation.add_listener("owner")?;
        let app = installation.add_app(&owner)?;
        let (signer, authority) = installation.make_signer()?;
        let mut tracks = [0; 3];
        for (track, piece) in tracks.iter_mut().zip([
            &stagepass_music::BACKSTAGE_ONLY,
            &stagepass_music::HOUSE_LIGHTS,
            &stagepass_music::HOUSE_LIGHTS,
        ]) {
            let file = installation.folder().join("piece.wav");
            stagepass_music::write(piece, &file)?;
            *track = installation.add_gated_track(&owner, &authority, &file)?;
        }
        let [without_country, with_country, worst] = tracks;
        let service = installation.start()?;
        let geo = serving::start(Router::new().route("/json/{address}", get(locate)))?;
        let listen = installation::free_address()?.to_string();
        let credential = installation.add_access_server(&owner, &app, &format!("http://{listen}"))?;
        let geo = format!("{geo}/json");
        let mut command = installation.access((&app, &credential), &listen, &signer, &geo)?;
        let (access, origin) = Service::start(&mut command, "listening on ", Duration::from_mins(1))?;
        let origin = origin.trim().to_owned();
        let address = origin.trim_start_matches("http://").parse().context("the access server has no address")?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("no runtime")?;
        runtime.block_on(async {
            let issued = log_in(&app, installation.address, &owner, 1).await.map_err(|what| anyhow!(what))?;
            let token = issued.into_iter().next().context("no token was issued")?.access;
            let audience = json!({ "audience": origin , "scope": "write" });
            let bearer = format!("Bearer {token}");
            let answer = ask(installation.address, "POST", "/v1/tickets", &bearer, &audience).await?;
            let ticket = answer.get("ticket").and_then(Value::as_str).context("no ticket was given")?;
            let ticket = format!("Ticket {ticket}");
            for (track, rule) in [(without_country, WITHOUT_COUNTRY), (with_country, WITH_COUNTRY), (worst, WORST)] {
                let rule = json!({ "rule": serde_json::from_str::<Value>(rule)? });
                ask(address, "PUT", &format!("/tracks/{track}/rule"), &ticket, &rule).await?;
            }
            Ok::<_, anyhow::Error>(())
        })?;
        Ok(Self {
            _access: access,
            _service: service,
            _installation: installation,
            address,
            without_country,
            with_country,
            worst,
        })
    }

    /// The 50th and the 99th percentile, in milliseconds, of decisions without a country, while `waiting` others
    /// request the track `other`.
    async fn quick(&self, other: u64, waiting: usize) -> Result<[f64; 2]> {
        let is_over = Arc::new(AtomicBool::new(false));
        let mut others = JoinSet::new();
        for _ in 0..waiting {
            let (is_over, request, address) = (Arc::clone(&is_over), self.question(other), self.address);
            others.spawn(async move {
                let mut connection = Connection::open(address).await?;
                while !is_over.load(Ordering::Relaxed) {
                    ensure!(connection.ask(&request).await?.status == 200, "one who waits was not answered");
                }
                Ok(())
            });
        }
        let mut asking = JoinSet::new();
        for _ in 0..QUICK {
            let (request, address) = (self.question(self.without_country), self.address);
            asking.spawn(async move {
                let mut connection = Connection::open(address).await?;
                let mut taken = Vec::with_capacity(QUESTIONS);
                for _ in 0..QUESTIONS {
                    let begun = Instant::now();
                    let answer = connection.ask(&request).await?;
                    ensure!(answer.text() == r#"{"allowed":true}"#, "{} {}", answer.status, answer.text());
                    taken.push(begun.elapsed().as_secs_f64() * 1e3);
                }
                Ok(taken)
            });
        }
        let mut all = Vec::new();
        while let Some(taken) = asking.join_next().await {
            all.extend(taken.context("a client panicked")??);
        }
        is_over.store(true, Ordering::Relaxed);
        while let Some(waited) = others.join_next().await {
            waited.context("a client panicked")??;
        }
        all.sort_by(f64::total_cmp);
        let at = |part: usize| all.get((all.len() * part / 100).min(all.len().saturating_sub(1))).copied();
        at(50).zip(at(99)).map(|(p50, p99)| [p50, p99]).context("nothing was measured")
    }

    fn question(&self, track: u64) -> Vec<u8> {
        format!("GET /tracks/{track}/access HTTP/1.1\r\nHost: {}\r\n\r\n", self.address).into_bytes()
    }
}

/// In the form of ip-api.com.
async fn locate() -> &'static str {
    tokio::time::sleep(SLOWNESS).await;
    r#"{"status":"success","countryCode":"US","country":"United States","city":"Honolulu"}"#
}

/// The response, which must be 200 with a JSON body.
pub(super) async fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    authorization: &str,
    body: &Value,
) -> Result<Value> {
    let body = body.to_string();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: {authorization}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut connection = Connection::open(address).await?;
    let answer = connection.ask(request.as_bytes()).await?;
    ensure!(answer.status == 200, "{method} {path} was answered {}: {}", answer.status, answer.text());
    serde_json::from_slice(answer.body).with_context(|| format!("{method} {path} gave no JSON"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_rule_has_a_country_condition() {
        let asks = |rule: &str| serde_json::from_str::<Value>(rule).unwrap().to_string().contains("geo");
        assert_eq!([asks(WITHOUT_COUNTRY), asks(WITH_COUNTRY)], [false, true]);
    }
}
