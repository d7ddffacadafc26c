//! A service under abusive clients: they are refused, other clients do not notice, and the service's memory does not
//! grow.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use serde_json::{Value, json};
use stagepass_music::Piece;
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::process::Service;
use tokio::runtime::Runtime;

use super::access::{self, WORST};
use super::figures::Verdict;
use super::memory::{forget_peak, peak_of, resident_of};
use super::worker::Worker;
use crate::installation::{Installation, Kind, Synchronous, free_address, start};
use crate::load::client::Listener;
use crate::load::limits::{FloodFigures, LargeFigures, NeighbourFigures, Setup, SlowFigures};
use crate::load::logins::log_in;

/// The service's defaults.
const RATE: u32 = 20;
const BURST: u32 = 200;
/// The time for which that is meant. With fewer seconds, the burst is proportionally smaller.
const SECONDS: u64 = 30;
/// The time of an attack.
const ATTACK_SECONDS: u64 = 60;
/// Normal clients, each with its own token.
const TOKENS: usize = 25;
const CONNECTIONS: usize = 1_000;
const LOGINS: usize = 20;
const WARM_UP: usize = 40;
const WARM_UPS: usize = 4;
const OF_EACH: usize = 20;
/// MiB that memory may grow by while a service is treated badly: what its allocator keeps of the worst moment.
const GROWTH: f64 = 16.0;
const LOG: &str = "warn";
/// The number of tracks that are requested.
const TRACKS: usize = 5;
/// Who may hear them.
const RULE: &str = r#"{"signed_in": {}}"#;
/// The attacker's tracks: a page of them. A user may have 20 tracks of the same audio.
const ATTACKER_TRACKS: usize = 50;
const PIECES: [&Piece; 3] =
    [&stagepass_music::BACKSTAGE_ONLY, &stagepass_music::HOUSE_LIGHTS, &stagepass_music::AFTER_HOURS];
/// What abusive clients do beside a normal one: a description, and its name in `crate::load::limits::Scenario`.
const BESIDE: [(&str, &str); 6] = [
    ("junk in place of a ticket, from one address", "junk 1"),
    ("junk in place of a ticket, from 50 addresses", "junk 50"),
    ("junk of a ticket's form, from one address", "tickets 1"),
    ("junk of a ticket's form, from 50 addresses", "tickets 50"),
    ("two addresses that listen", "listens 2"),
    // Last: this user's budget is empty afterwards, and the others need it for a ticket.
    ("one user's loop", "calls 1"),
];

/// Attacks of one address, or of one user at 16 addresses, and their names in `crate::load::limits::Attack`.
const ATTACKS: [(&str, &str); 5] = [
    ("no attack", "none"),
    ("230 connections of one address that leave answers unread", "unread"),
    ("one user's codes, as fast as possible", "codes"),
    ("one user's sign-ins, as fast as possible", "sessions"),
    ("one owner's lists of tracks, as fast as possible", "owner-tracks"),
];

/// MiB that the service or the access server may have at most during an attack.
const PEAK: f64 = 512.0;
/// The longest that 99 of 100 requests of the neighbour may take during an attack, in milliseconds.
const SLOWEST: f64 = 2_000.0;

/// Prints the figures and judges them. `given` is how long a scenario takes, if not as usual.
///
/// # Errors
/// If the service can't be started, or answers what it should not.
pub(super) fn measure(given: Option<u64>, verdict: &mut Verdict) -> Result<()> {
    let seconds = given.unwrap_or(SECONDS);
    let [program] = binaries::build([Binary::Backend], Profile::Release)?;
    let installation = Installation::make(&program, Kind::Sqlite(Synchronous::Full), LOG)?;
    let file = installation.folder().join("setup.json");
    let Prepared { setup, access, rules } = prepare(&installation)?;
    fs::write(&file, serde_json::to_string(&setup)?).context("cannot write the setup")?;
    let burst = u32::try_from(u64::from(BURST) * seconds.min(SECONDS) / SECONDS)?.max(1);
    let service = serve(&installation, burst)?;
    let mut worker = Worker::of_load("limits", [&file])?;

    // Memory for many requests at once is kept for later ones, so growth shows only after a warm-up. A password check
    // takes the most memory.
    worker.ask(&format!("slow 0 {WARM_UP}"))?;
    for _ in 0..WARM_UPS {
        worker.ask(&format!("slow {CONNECTIONS} 2"))?;
    }
    let mut memory = Memory { service: &service, before: resident_of(service.id())? };
    let flood: FloodFigures = serde_json::from_str(&worker.ask(&format!("flood {seconds} {RATE} {burst}"))?)?;
    println!(
        "\n20 addresses that ask twice as often as they may, for {seconds} s: {} asked, {} refused",
        flood.asked, flood.refused
    );
    let [p50, p99] = flood.polite_ms;
    println!("5 others beside them: {} asked, p50 {p50:.2} ms, p99 {p99:.2} ms", flood.polite_asked);
    verdict.at_least("requests refused of those who ask too often", of(flood.refused, flood.asked), 0.1);
    verdict.at_most("let in, of what the rate and the burst come to", flood.most_let_in, 1.02);
    verdict.at_most("requests refused of the others", of(flood.polite_refused, flood.polite_asked), 0.0);
    verdict.at_most("the others' p99, ms", p99, 50.0);
    memory.judge("the flood", verdict)?;

    let slow: SlowFigures = serde_json::from_str(&worker.ask(&format!("slow {CONNECTIONS} {LOGINS}"))?)?;
    let [half, longest] = slow.login_ms;
    println!(
        "{} logins beside {} connections that say nothing: p50 {half:.1} ms, at most {longest:.1} ms",
        slow.logins, slow.connections
    );
    verdict.at_least("connections that say nothing", of(slow.connections as u64, CONNECTIONS as u64), 1.0);
    verdict.at_most("the longest login beside them, ms", longest, 2_000.0);
    memory.judge("them", verdict)?;

    let large: LargeFigures = serde_json::from_str(&worker.ask(&format!("large {OF_EACH}"))?)?;
    println!(
        "10 MB bodies: {:?}; 100,000 headers: {:?}; JSON 30,000 and 100,000 deep: {:?}",
        large.bodies, large.headers, large.depths
    );
    let refused = [large.bodies.get(&413), large.headers.get(&431), large.depths.get(&400), large.depths.get(&413)];
    let refused: u64 = refused.into_iter().flatten().sum();
    verdict.at_least("requests refused of those that are too large", of(refused, 4 * OF_EACH as u64), 1.0);
    memory.judge("those", verdict)?;
    drop((worker, service));
    let mut servers = Servers::start(&installation, access, setup)?;
    servers.set_rules(&rules)?;
    servers.attacks(given.unwrap_or(ATTACK_SECONDS), verdict)?;
    servers.beside(seconds, verdict)
}

/// A setup, and what its servers need.
struct Prepared {
    setup: Setup,
    /// The command of the access server.
    access: Command,
    rules: Vec<OwnedTracks>,
}

/// Tracks, and the rule that they are to have.
struct OwnedTracks {
    /// An access token of the owner.
    access: String,
    tracks: Vec<u64>,
    rule: &'static str,
}

/// A service, an access server and a stream node with the default limits, and clients of them.
struct Servers {
    // Dropped in this order: each ends before the servers that it asks.
    worker: Worker,
    access: Service,
    service: Service,
    _node: Service,
    setup: Setup,
}

impl Servers {
    fn start(installation: &Installation, mut access: Command, mut setup: Setup) -> Result<Self> {
        let (node, origin) = serve_by_default(&mut installation.node()?)?;
        setup.node = origin.trim_start_matches("http://").parse().context("the node has no address")?;
        let mut command = installation.service(installation.address)?;
        let (service, _) = serve_by_default(command.args(["--node-url", &origin]))?;
        let (access, origin) = serve_by_default(&mut access)?;
        setup.access_server = origin.trim_start_matches("http://").parse().context("it has no address")?;
        let file = installation.folder().join("beside.json");
        fs::write(&file, serde_json::to_string(&setup)?).context("cannot write the setup")?;
        let worker = Worker::of_load("limits", [&file])?;
        Ok(Self { worker, access, service, _node: node, setup })
    }

    fn set_rules(&self, owned: &[OwnedTracks]) -> Result<()> {
        let (service, access_server) = (self.setup.address, self.setup.access_server);
        runtime()?.block_on(async {
            for OwnedTracks { access, tracks, rule } in owned {
                let audience = json!({ "audience": format!("http://{access_server}"), "scope": "write" });
                let bearer = format!("Bearer {access}");
                let answer = access::ask(service, "POST", "/v1/tickets", &bearer, &audience).await?;
                let ticket = answer.get("ticket").and_then(Value::as_str).context("there is no ticket")?;
                let ticket = format!("Ticket {ticket}");
                let rule = json!({ "rule": serde_json::from_str::<Value>(rule)? });
                for track in tracks {
                    access::ask(access_server, "PUT", &format!("/tracks/{track}/rule"), &ticket, &rule).await?;
                }
            }
            Ok(())
        })
    }

    fn attacks(&mut self, seconds: u64, verdict: &mut Verdict) -> Result<()> {
        for (what, attack) in ATTACKS {
            let servers = [&self.service, &self.access];
            servers.into_iter().try_for_each(|server| forget_peak(server.id()))?;
            let before = [resident_of(self.service.id())?, resident_of(self.access.id())?];
            let figures = self.worker.ask(&format!("attack {seconds} {attack}"))?;
            let NeighbourFigures { attack, neighbour, neighbour_ms, .. } = serde_json::from_str(&figures)?;
            let [p50, p99, longest] = neighbour_ms;
            let peaks = [peak_of(self.service.id())?, peak_of(self.access.id())?];
            let [asked, refused] = sums(&neighbour);
            println!("\n{what}, for {seconds} s: {attack:?}");
            println!("beside it [asked, refused]: [{asked}, {refused}], {neighbour:?}");
            println!("p50 {p50:.1} ms, p99 {p99:.1} ms, at most {longest:.1} ms");
            println!(
                "memory before, and at most: service {:.1}, {:.1} MiB; access server {:.1}, {:.1} MiB",
                before[0], peaks[0], before[1], peaks[1]
            );
            verdict.at_most(&format!("refused beside {what}"), of(refused, asked), 0.0);
            verdict.at_most(&format!("p99 beside {what}, ms"), p99, SLOWEST);
            verdict.at_most(&format!("MiB of memory beside {what}"), peaks[0].max(peaks[1]), PEAK);
        }
        Ok(())
    }

    fn beside(&mut self, seconds: u64, verdict: &mut Verdict) -> Result<()> {
        for (what, others) in BESIDE {
            let (others, addresses) = others.split_once(' ').context("it names no number of addresses")?;
            let figures = self.worker.ask(&format!("beside {seconds} {others} {addresses}"))?;
            let NeighbourFigures { others: [asked, refused], neighbour, .. } = serde_json::from_str(&figures)?;
            println!(
                "\n{what}, for {seconds} s: {asked} asked, {refused} refused; beside it [asked, refused]: {neighbour:?}"
            );
            let [of_neighbour, refused_to_neighbour] = sums(&neighbour);
            verdict.at_most(&format!("refused beside {what}"), of(refused_to_neighbour, of_neighbour), 0.0);
            if others == "listens" {
                verdict.at_most("refused of those who listen", of(refused, asked), 0.0);
            }
        }
        Ok(())
    }
}

/// The requests of all kinds, and how many were refused.
fn sums(counts: &BTreeMap<String, [u64; 2]>) -> [u64; 2] {
    counts.values().fold([0; 2], |sum, counts| [sum[0] + counts[0], sum[1] + counts[1]])
}

fn runtime() -> Result<Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().context("there is no runtime")
}

/// Starts a server with the default limits. Returns it and its origin.
fn serve_by_default(command: &mut Command) -> Result<(Service, String)> {
    let started = Service::start(command.env_remove("STAGEPASS_DEV"), "listening on ", Duration::from_mins(1));
    started.map(|(server, origin)| (server, origin.trim().to_owned()))
}

/// Users who have signed in at a service without limits, which is stopped then, and the command of an access server of
/// the same app.
fn prepare(installation: &Installation) -> Result<Prepared> {
    let (listener, attacker) = (installation.add_listener("listener")?, installation.add_listener("attacker")?);
    let app = installation.add_app(&listener)?;
    let (signer, authority) = installation.make_signer()?;
    let audio = |number: usize| installation.folder().join(format!("piece-{number}.wav"));
    for (number, piece) in PIECES.into_iter().enumerate() {
        stagepass_music::write(piece, &audio(number))?;
    }
    let add = |owner: &Listener, count: usize| {
        let added =
            (0..count).map(|track| installation.add_gated_track(owner, &authority, &audio(track % PIECES.len())));
        added.collect::<Result<Vec<_>>>()
    };
    let (tracks, of_attacker) = (add(&listener, TRACKS)?, add(&attacker, ATTACKER_TRACKS)?);
    // No rule of these tracks needs the user's country.
    let listen = free_address()?.to_string();
    let credential = installation.add_access_server(&listener, &app, &format!("http://{listen}"))?;
    let access = installation.access((&app, &credential), &listen, &signer, "http://127.0.0.1:9/json")?;
    let service = installation.start()?;
    let log_in_often = async |user, count| {
        let issued = log_in(&app, installation.address, user, count).await.map_err(|what| anyhow!(what))?;
        Ok::<_, anyhow::Error>(issued.into_iter().map(|tokens| tokens.access).collect::<Vec<_>>())
    };
    let (of_listener, of_owner) = runtime()?.block_on(async {
        Ok::<_, anyhow::Error>((log_in_often(&listener, TOKENS).await?, log_in_often(&attacker, 1).await?))
    })?;
    drop(service);
    let first = |tokens: &[String]| tokens.first().cloned().context("there are no tokens");
    let rules = vec![
        OwnedTracks { access: first(&of_listener)?, tracks: tracks.clone(), rule: RULE },
        OwnedTracks { access: first(&of_owner)?, tracks: of_attacker, rule: WORST },
    ];
    let setup = Setup {
        address: installation.address,
        api_key: app.api_key.clone(),
        redirect_uri: app.redirect_uri.clone(),
        access: of_listener,
        visitor: installation.add_listener("visitor")?,
        attacker,
        neighbour: installation.add_listener("neighbour")?,
        // Known once they run.
        access_server: ([127, 0, 0, 1], 0).into(),
        node: ([127, 0, 0, 1], 0).into(),
        tracks,
    };
    Ok(Prepared { setup, access, rules })
}

/// With the default rate limits per address. The limits per app and per user are raised, because all clients here are
/// one user of one app.
fn serve(installation: &Installation, burst: u32) -> Result<Service> {
    let mut command = installation.service(installation.address)?;
    command.env_remove("STAGEPASS_DEV").args(["--burst-per-address", &burst.to_string()]);
    command.args(["--rate-per-app", "1000000", "--burst-per-app", "1000000"]);
    command.args(["--rate-per-user", "1000000", "--burst-per-user", "1000000"]);
    start(&mut command)
}

struct Memory<'a> {
    service: &'a Service,
    before: f64,
}

impl Memory<'_> {
    fn judge(&mut self, what: &str, verdict: &mut Verdict) -> Result<()> {
        let now = resident_of(self.service.id())?;
        println!("memory: {:.1} MiB before, {now:.1} MiB after", self.before);
        verdict.at_most(&format!("MiB of memory more after {what}"), now - self.before, GROWTH);
        self.before = now;
        Ok(())
    }
}

fn of(part: u64, whole: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "they are thousands")]
    let ratio = part as f64 / whole.max(1) as f64;
    ratio
}
