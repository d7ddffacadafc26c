//! A service under abusive clients: they are refused, other clients do not notice, and the service's memory does not
//! grow.

use std::fs;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::process::Service;

use super::figures::Verdict;
use super::memory::{forget_peak, peak_of, resident_of};
use super::worker::Worker;
use crate::installation::{Installation, Kind, Synchronous, free_address, start};
use crate::load::limits::{FloodFigures, LargeFigures, NeighbourFigures, Setup, SlowFigures};
use crate::load::logins::log_in;

/// The service's defaults.
const RATE: u32 = 20;
const BURST: u32 = 200;
/// The time for which that is meant. With fewer seconds, the burst is proportionally smaller.
pub(super) const SECONDS: u64 = 30;
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
/// The number of tracks that are requested, and the size of their audio, which is not played.
const TRACKS: usize = 5;
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

/// Attacks of one account or address, and their names in `crate::load::limits::Attack`.
const ATTACKS: [(&str, &str); 5] = [
    ("no attack", "none"),
    ("230 connections of one address that read nothing", "unread"),
    ("one user's codes, as fast as possible", "codes"),
    ("one user's sign-ins, as fast as possible", "sessions"),
    ("one owner's lists of tracks, as fast as possible", "owner-tracks"),
];

/// MiB that the service or the access server may have at most during an attack.
const PEAK: f64 = 512.0;
/// The longest that 99 of 100 requests of the neighbour may take during an attack, in milliseconds.
const SLOWEST: f64 = 2_000.0;

/// Prints the figures and judges them.
///
/// # Errors
/// If the service can't be started, or answers what it should not.
pub(super) fn measure(seconds: u64, verdict: &mut Verdict) -> Result<()> {
    let [program] = binaries::build([Binary::Backend], Profile::Release)?;
    let installation = Installation::make(&program, Kind::Sqlite(Synchronous::Full), LOG)?;
    let file = installation.folder().join("setup.json");
    let (setup, access) = prepare(&installation)?;
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
    beside(&installation, access, setup, seconds, verdict)
}

/// With all limits as they are where nothing is asked for, at the service and at the access server.
fn beside(
    installation: &Installation,
    mut access: Command,
    mut setup: Setup,
    seconds: u64,
    verdict: &mut Verdict,
) -> Result<()> {
    let mut command = installation.service(installation.address)?;
    let service = start(command.env_remove("STAGEPASS_DEV"))?;
    let access = Service::start(access.env_remove("STAGEPASS_DEV"), "listening on ", Duration::from_mins(1))?;
    let (access, origin) = access;
    let address = origin.trim().trim_start_matches("http://");
    setup.access_server = address.parse().context("the access server has no address")?;
    let file = installation.folder().join("beside.json");
    fs::write(&file, serde_json::to_string(&setup)?).context("cannot write the setup")?;
    let mut worker = Worker::of_load("limits", [&file])?;
    for (what, attack) in ATTACKS {
        [&service, &access].into_iter().try_for_each(|server| forget_peak(server.id()))?;
        let figures = worker.ask(&format!("attack {seconds} {attack}"))?;
        let NeighbourFigures { others: [asked, refused], neighbour, neighbour_ms } = serde_json::from_str(&figures)?;
        let [p50, p99, longest] = neighbour_ms;
        let peaks = [peak_of(service.id())?, peak_of(access.id())?];
        println!("\n{what}, for {seconds} s: {asked} asked, {refused} refused");
        println!(
            "beside it [asked, refused]: {neighbour:?}; p50 {p50:.1} ms, p99 {p99:.1} ms, at most {longest:.1} ms"
        );
        println!("peak memory: service {:.1} MiB, access server {:.1} MiB", peaks[0], peaks[1]);
        let sum = |at: usize| neighbour.values().filter_map(|counts| counts.get(at)).sum::<u64>();
        verdict.at_most(&format!("refused beside {what}"), of(sum(1), sum(0)), 0.0);
        verdict.at_most(&format!("p99 beside {what}, ms"), p99, SLOWEST);
        verdict.at_most(&format!("MiB of memory beside {what}"), peaks[0].max(peaks[1]), PEAK);
    }
    for (what, others) in BESIDE {
        let (others, addresses) = others.split_once(' ').context("it names no number of addresses")?;
        let figures = worker.ask(&format!("beside {seconds} {others} {addresses}"))?;
        let NeighbourFigures { others: [asked, refused], neighbour, .. } = serde_json::from_str(&figures)?;
        println!(
            "\n{what}, for {seconds} s: {asked} asked, {refused} refused; beside it [asked, refused]: {neighbour:?}"
        );
        let sum = |at: usize| neighbour.values().filter_map(|counts| counts.get(at)).sum::<u64>();
        verdict.at_most(&format!("refused beside {what}"), of(sum(1), sum(0)), 0.0);
        if others == "listens" {
            verdict.at_most("refused of those who listen", of(refused, asked), 0.0);
        }
    }
    Ok(())
}

/// A user who has signed in at a service without limits, which is stopped then, and the command of an access server of
/// the same app.
fn prepare(installation: &Installation) -> Result<(Setup, Command)> {
    let listener = installation.add_listener("listener")?;
    let app = installation.add_app(&listener)?;
    let (signer, authority) = installation.make_signer()?;
    let audio = installation.folder().join("piece.wav");
    stagepass_music::write(&stagepass_music::BACKSTAGE_ONLY, &audio)?;
    let tracks = (0..TRACKS).map(|_| installation.add_gated_track(&listener, &authority, &audio));
    let tracks = tracks.collect::<Result<Vec<_>>>()?;
    // No rule of these tracks needs the user's country.
    let listen = free_address()?.to_string();
    let credential = installation.add_access_server(&listener, &app, &format!("http://{listen}"))?;
    let access = installation.access((&app, &credential), &listen, &signer, "http://127.0.0.1:9/json")?;
    let service = installation.start()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("there is no runtime")?;
    let issued =
        runtime.block_on(log_in(&app, installation.address, &listener, TOKENS)).map_err(|what| anyhow!(what))?;
    drop(service);
    let setup = Setup {
        address: installation.address,
        api_key: app.api_key.clone(),
        redirect_uri: app.redirect_uri.clone(),
        access: issued.into_iter().map(|tokens| tokens.access).collect(),
        visitor: installation.add_listener("visitor")?,
        attacker: installation.add_listener("attacker")?,
        neighbour: installation.add_listener("neighbour")?,
        // Known once it runs.
        access_server: ([127, 0, 0, 1], 0).into(),
        tracks,
    };
    Ok((setup, access))
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
