//! The service's refreshes and profiles beside oidc-provider's: requests per second, latency and CPU time.
//!
//! # Design
//!
//! Every server runs through all rounds, and is idle while another is measured. The clients are one thread. Client and
//! server share the processors, for both servers. oidc-provider stores all data in memory, and loses it when it ends.
//! Requests with proofs (RFC 9449) are signed while it is measured, by the one thread of the clients. So their rate is
//! also the clients', and the server's processor time says more.
//! Our service writes to a disk, whose write latency is printed.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, bail};
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::process::Service;
use stagepass_programs::tools;

use super::figures::{Limit, ROUNDS, Spread, Verdict};
use super::live_grants::{self, GRANTS};
use super::memory::Resident;
use super::worker::Worker;
use super::{cpu, oidc_provider};
use crate::installation::{Database, Installation, Kind, Synchronous};
use crate::load::client::App;
use crate::load::proofs::ProofSigner;

/// The request, and the number of connections.
const CASES: [(&str, usize); 6] =
    [("refresh", 16), ("refresh", 32), ("me", 16), ("me", 32), ("refresh with proofs", 32), ("me with proofs", 32)];
/// The end of the name of a request with a token that is bound to a key (RFC 9449).
const PROVEN: &str = " with proofs";
const MILLISECONDS: u32 = 2_000;
const WARM_UP: u32 = 1_000;
/// One for each connection: the fewer grants it has to search, the faster it is.
const THEIR_GRANTS: usize = 32;
/// MiB of our service, without PostgreSQL's.
const MOST_MEMORY: f64 = 60.0;
/// Logging takes time as well, and oidc-provider logs nothing.
const LOG: &str = "warn";

/// One of our servers, and its limits: ours ÷ theirs.
#[derive(Clone, Copy)]
struct Ours {
    name: &'static str,
    limits: Limits,
}

#[derive(Clone, Copy, Default)]
struct Limits {
    /// At least, of requests a second.
    refresh: Option<f64>,
    me: Option<f64>,
    /// At most.
    refresh_cpu: Option<f64>,
}

const NORMAL: Ours = Ours {
    name: "ours, SQLite, synchronous=normal",
    limits: Limits { refresh: Some(4.0), me: Some(4.0), refresh_cpu: Some(1.0 / 3.0) },
};
const FULL: Ours = Ours {
    name: "ours, SQLite, synchronous=full",
    limits: Limits { refresh: Some(2.0), me: Some(4.0), refresh_cpu: None },
};
const POSTGRES: Ours =
    Ours { name: "ours, PostgreSQL", limits: Limits { refresh: Some(2.0), me: None, refresh_cpu: None } };

impl Limits {
    fn rate_of(&self, subject: &str) -> Option<f64> {
        if subject == "refresh" { self.refresh } else { self.me }
    }
}

/// Prints the tables and judges ours.
///
/// # Errors
/// If a server can't be started or measured.
pub(super) fn measure(verdict: &mut Verdict) -> Result<()> {
    let [program] = binaries::build([Binary::Backend], Profile::Release)?;
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let mut servers = vec![theirs(folder.path())?];
    let normal = Installation::make(&program, Kind::Sqlite(Synchronous::Normal), LOG)?;
    let tokens = folder.path().join("ours");
    let app = live_grants::fill(&normal, &tokens)?;
    let full = copy(&program, &normal)?;
    let sync = time_of_sync(full.folder())?;
    servers.push(ours(NORMAL, normal, (&app, &tokens))?);
    servers.push(ours(FULL, full, (&app, &tokens))?);
    match tools::postgres() {
        Ok(_) => {
            let installation = Installation::make(&program, Kind::Postgres, LOG)?;
            let tokens = folder.path().join("postgres");
            let app = live_grants::fill(&installation, &tokens)?;
            servers.push(ours(POSTGRES, installation, (&app, &tokens))?);
        }
        Err(reason) => verdict.not_run(POSTGRES.name, &format!("{reason:#}")),
    }
    for server in &mut servers {
        for (subject, connections) in CASES {
            server.ask(subject, connections, WARM_UP)?;
        }
    }
    for _ in 0..ROUNDS {
        for (at, (subject, connections)) in CASES.into_iter().enumerate() {
            for server in &mut servers {
                server.measure(at, subject, connections)?;
            }
        }
    }
    println!("\na synced write of 4 KiB takes this disk {sync:.0} µs; ours has {GRANTS} live grants");
    print(&servers)?;
    judge(&servers, verdict)
}

/// The clients of the server at `address`: without proofs, and with proofs. `arguments` describe its requests.
fn workers(address: &str, arguments: &[&str], tokens: &Path) -> Result<[Worker; 2]> {
    let of_all = || [address].into_iter().chain(arguments.iter().copied()).map(OsStr::new);
    let [bound, key] = live_grants::bound_files(tokens);
    let proofs = [bound.as_os_str(), OsStr::new("--proof-key"), key.as_os_str()];
    Ok([
        Worker::of_load("service", of_all().chain([tokens.as_os_str()]))?,
        Worker::of_load("service", of_all().chain(proofs))?,
    ])
}

/// A server, who asks it, and what came out.
struct Server {
    name: &'static str,
    limits: Limits,
    service: Service,
    /// Without proofs, and with proofs.
    workers: [Worker; 2],
    /// By case.
    figures: [Figures; CASES.len()],
    /// The programs beside it.
    installation: Option<Installation>,
}

/// A figure a round.
#[derive(Default)]
struct Figures {
    rate: Vec<f64>,
    /// µs of the server's processor time a request, with that of its database server, if there is one.
    cpu: Vec<f64>,
    /// Without it.
    own_cpu: Vec<f64>,
    /// µs.
    percentiles: [Vec<f64>; 2],
}

fn theirs(folder: &Path) -> Result<Server> {
    let tokens = folder.join("theirs");
    let [bound, key] = live_grants::bound_files(&tokens);
    let signer = ProofSigner::create(&key).map_err(|what| anyhow!(what))?;
    let (service, address) = oidc_provider::start(&tokens, (&bound, signer.thumbprint()), THEIR_GRANTS)?;
    let workers = workers(&address, &["/token", oidc_provider::CLIENT, "/me", "\"sub\":"], &tokens)?;
    let (name, limits) = ("oidc-provider, in memory", Limits::default());
    Ok(Server { name, limits, service, workers, figures: Default::default(), installation: None })
}

fn ours(server: Ours, installation: Installation, (app, tokens): (&App, &Path)) -> Result<Server> {
    let Ours { name, limits } = server;
    let service = installation.start()?;
    let arguments = ["/v1/oauth/token", &app.api_key, "/v1/me", "\"userId\":", "--renews-access"];
    let workers = workers(&installation.address.to_string(), &arguments, tokens)?;
    Ok(Server { name, limits, service, workers, figures: Default::default(), installation: Some(installation) })
}

/// One with the same content, which waits for the disk at every commit.
fn copy(program: &Path, from: &Installation) -> Result<Installation> {
    let to = Installation::make(program, Kind::Sqlite(Synchronous::Full), LOG)?;
    let (Database::Sqlite(from, _), Database::Sqlite(copy, _)) = (&from.database, &to.database) else {
        bail!("only files can be copied");
    };
    fs::copy(from, copy).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(to)
}

impl Server {
    /// Sends requests for this time.
    fn ask(&mut self, subject: &str, connections: usize, milliseconds: u32) -> Result<String> {
        let [without, with] = &mut self.workers;
        let (kind, worker) = subject.strip_suffix(PROVEN).map_or((subject, without), |kind| (kind, with));
        worker.ask(&format!("{kind} {connections} {milliseconds}"))
    }

    fn measure(&mut self, case: usize, subject: &str, connections: usize) -> Result<()> {
        let before = self.processor_times()?;
        let answer = self.ask(subject, connections, MILLISECONDS)?;
        let [own, beside] = self.processor_times()?;
        let taken =
            [own.saturating_sub(before[0]), beside.saturating_sub(before[1])].map(|time| time.as_secs_f64() * 1e6);
        let numbers: Vec<f64> = answer.split(' ').map(str::parse).collect::<Result<_, _>>().context("no figures")?;
        let (Ok([count, elapsed, p50, p99]), Some(figures)) =
            (<[f64; 4]>::try_from(numbers), self.figures.get_mut(case))
        else {
            bail!("{answer:?} are no figures");
        };
        figures.rate.push(count / elapsed * 1e6);
        figures.cpu.push((taken[0] + taken[1]) / count);
        figures.own_cpu.push(taken[0] / count);
        figures.percentiles[0].push(p50);
        figures.percentiles[1].push(p99);
        Ok(())
    }

    /// Its CPU time, and that of its database server, if there is one.
    fn processor_times(&self) -> Result<[Duration; 2]> {
        let beside = self.database().map_or(Ok(Duration::ZERO), cpu::taken_by)?;
        Ok([cpu::taken_by(self.service.id())?, beside])
    }

    /// The process of its database server.
    fn database(&self) -> Option<u32> {
        self.installation.as_ref().and_then(|installation| installation.database.id())
    }

    fn resident(&self) -> Result<Resident> {
        Resident::of(self.service.id()).with_context(|| self.name)
    }
}

fn print(servers: &[Server]) -> Result<()> {
    let shown = |figures: &[f64]| Spread::of(figures).map(|spread| spread.to_string()).unwrap_or_default();
    println!("median of {ROUNDS} rounds of {MILLISECONDS} ms (least–greatest); times in µs\n");
    for (at, (subject, connections)) in CASES.iter().enumerate() {
        println!(
            "{:<36} {:<26} {:<22} {:<22} {:<26} ÷ oidc-provider",
            format!("{subject}, {connections} at once"),
            "a second",
            "p50",
            "p99",
            "processor a request"
        );
        for server in servers {
            let (Some(figures), Some(their)) =
                (server.figures.get(at), servers.first().and_then(|their| their.figures.get(at)))
            else {
                continue;
            };
            let [p50, p99] = figures.percentiles.each_ref().map(|figures| shown(figures));
            let (rate, cpu) = (shown(&figures.rate), shown(&figures.cpu));
            let ratio =
                Spread::of_ratios(&figures.rate, &their.rate).map(|spread| spread.to_string()).unwrap_or_default();
            println!("  {:<34} {rate:<26} {p50:<22} {p99:<22} {cpu:<26} {ratio}", server.name);
            if server.database().is_some() {
                println!("  {:<34} {:<72} {}", "", "of it the service, without PostgreSQL", shown(&figures.own_cpu));
            }
        }
    }
    for server in servers {
        for (at, (subject, connections)) in CASES.iter().enumerate() {
            let plain = subject.strip_suffix(PROVEN).map(|plain| (plain, *connections));
            let beside =
                CASES.iter().position(|case| Some(*case) == plain).and_then(|beside| server.figures.get(beside));
            let (Some(figures), Some(beside)) = (server.figures.get(at), beside) else { continue };
            let [rate, cpu] = [(&figures.rate, &beside.rate), (&figures.cpu, &beside.cpu)]
                .map(|(with, without)| Spread::of_ratios(with, without).map(|spread| spread.to_string()));
            let (rate, cpu) = (rate.unwrap_or_default(), cpu.unwrap_or_default());
            println!("{}: {subject} ÷ without: {rate} a second, {cpu} processor", server.name);
        }
        println!("{}: {}", server.name, server.resident()?);
    }
    Ok(())
}

fn judge(servers: &[Server], verdict: &mut Verdict) -> Result<()> {
    let [theirs, ours @ ..] = servers else { bail!("no server was measured") };
    for (at, (subject, connections)) in CASES.into_iter().enumerate() {
        if subject.ends_with(PROVEN) {
            continue;
        }
        let Some(their) = theirs.figures.get(at) else { continue };
        for server in ours {
            let Some(figures) = server.figures.get(at) else { continue };
            let what = |figure: &str| format!("{subject}, {connections} at once, {}, {figure}÷ theirs", server.name);
            if let Some(least) = server.limits.rate_of(subject) {
                verdict.judge(&what(""), Spread::of_ratios(&figures.rate, &their.rate), Limit::AtLeast(least));
            }
            if let Some(most) = server.limits.refresh_cpu.filter(|_| subject == "refresh") {
                verdict.judge(&what("processor, "), Spread::of_ratios(&figures.cpu, &their.cpu), Limit::AtMost(most));
            }
        }
    }
    for server in ours {
        verdict.at_most(&format!("{}, MiB", server.name), server.resident()?.all, MOST_MEMORY);
    }
    Ok(())
}

/// The median of 200, in µs: 4 KiB written to one place, and on the disk when that returns.
pub(super) fn time_of_sync(folder: &Path) -> Result<f64> {
    let path = folder.join("sync");
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut times = Vec::new();
    for _ in 0..200 {
        #[expect(clippy::disallowed_methods, reason = "this is what is measured")]
        let begun = Instant::now();
        file.write_all_at(&[7; 4096], 0).and_then(|()| file.sync_data()).context("cannot write to the disk")?;
        times.push(begun.elapsed().as_secs_f64() * 1e6);
    }
    Spread::of(&times).map(|spread| spread.median).context("no figures")
}
