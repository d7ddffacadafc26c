//! The service's refreshes and profiles beside oidc-provider's: requests per second, latency and CPU time.
//!
//! # Design
//!
//! Every server runs through all rounds, and is idle while another is measured. The clients are one thread of this
//! process. Client and server share the processors, for both servers. oidc-provider stores all data in memory, and
//! loses it when it ends. Our service writes to a disk, whose write latency is printed.

use std::fs::{self, File};
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, bail};
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::process::Service;
use stagepass_programs::{checkout, tools};
use tokio::runtime::Runtime;

use super::figures::{Limit, ROUNDS, Spread, Verdict, shown};
use super::live_grants::{self, GRANTS};
use super::server_process::{memory, processor_time};
use crate::installation::{Installation, Kind, start_at_any_port};
use crate::load::client::Tokens;
use crate::load::service_load::{Outcome, RequestKind, ServiceLoad, Target};

const CASES: [(&str, RequestKind); 2] = [("refresh", RequestKind::Refresh), ("me", RequestKind::Me)];
const CONNECTIONS: usize = 32;
const TIME: Duration = Duration::from_secs(2);
const WARM_UP: Duration = Duration::from_secs(1);
/// MiB of our service, without PostgreSQL's.
const MOST_MEMORY: f64 = 60.0;
/// Logging takes time as well, and oidc-provider logs nothing.
const LOG: &str = "warn";
/// The public client that oidc-provider knows.
const CLIENT: &str = "bench";

/// Prints the tables and judges ours.
pub(super) fn measure(verdict: &mut Verdict) -> Result<()> {
    let [program] = binaries::build([Binary::Backend], Profile::Release)?;
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("there is no runtime")?;
    let mut servers = vec![reference(folder.path())?];
    let mut sync = 0.0;
    for (kind, name) in [(Kind::Sqlite, "ours, SQLite"), (Kind::Postgres, "ours, PostgreSQL")] {
        if kind == Kind::Postgres
            && let Err(reason) = tools::postgres()
        {
            verdict.not_run(name, &format!("{reason:#}"));
            continue;
        }
        let installation = Installation::make(&program, kind, LOG)?;
        sync = time_of_sync(installation.folder())?;
        let (client_id, tokens) = live_grants::fill(&installation)?;
        let target = Target {
            address: installation.address,
            token_path: "/v1/oauth/token",
            client_id,
            me_path: "/v1/me",
            me_mark: "\"userId\":",
            renews_access: true,
        };
        let (process, load) = (installation.start()?, ServiceLoad::new(target, tokens, CONNECTIONS));
        servers.push(Server { name, process, load, figures: Default::default(), installation: Some(installation) });
    }
    for server in &mut servers {
        for (_, kind) in CASES {
            server.ask(&runtime, kind, WARM_UP)?;
        }
    }
    for _ in 0..ROUNDS {
        for (at, (_, kind)) in CASES.into_iter().enumerate() {
            for server in &mut servers {
                server.measure(&runtime, at, kind)?;
            }
        }
    }
    println!("\na synced write of 4 KiB takes this disk {sync:.0} µs; ours has {GRANTS} live grants");
    print(&servers);
    judge(&servers, verdict)
}

/// A server, its clients, and the results.
struct Server {
    name: &'static str,
    process: Service,
    load: ServiceLoad,
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
    p50: Vec<f64>,
    p99: Vec<f64>,
}

/// Starts oidc-provider with a grant for each connection: the fewer grants it has to search, the faster it is.
fn reference(folder: &Path) -> Result<Server> {
    let tokens = folder.join("tokens");
    let provider = checkout::root().join("tests/proof/peers/oidc-provider");
    tools::npm_packages(&provider)?;
    let mut node = checkout::node(&provider);
    node.arg("server.mjs").arg(&tokens).arg(CONNECTIONS.to_string()).env("NODE_ENV", "production");
    let (process, address) = start_at_any_port(&mut node)?;
    let target = Target {
        address,
        token_path: "/token",
        client_id: CLIENT.to_owned(),
        me_path: "/me",
        me_mark: "\"sub\":",
        renews_access: false,
    };
    let text = fs::read_to_string(&tokens).with_context(|| format!("cannot read {}", tokens.display()))?;
    // The lines are `refresh access`.
    let pairs = text.lines().filter_map(|line| line.split_once(' '));
    let tokens = pairs.map(|(refresh, access)| Tokens { access: access.to_owned(), refresh: refresh.to_owned() });
    let load = ServiceLoad::new(target, tokens.collect(), CONNECTIONS);
    let name = "oidc-provider, in memory";
    Ok(Server { name, process, load, figures: Default::default(), installation: None })
}

impl Server {
    /// Sends requests for this time.
    fn ask(&mut self, runtime: &Runtime, kind: RequestKind, time: Duration) -> Result<Outcome> {
        runtime.block_on(self.load.run(kind, time)).map_err(|error| anyhow!("{}: {error}", self.name))
    }

    fn measure(&mut self, runtime: &Runtime, at: usize, kind: RequestKind) -> Result<()> {
        let [own_before, beside_before] = self.processor_times()?;
        let Outcome { count, elapsed, percentiles: [p50, p99] } = self.ask(runtime, kind, TIME)?;
        let [own, beside] = self.processor_times()?;
        let micros = |time: Duration| time.as_secs_f64() * 1e6;
        let (count, figures) = (f64::from(count), self.figures.get_mut(at).context("there is no such case")?);
        let own = micros(own.saturating_sub(own_before)) / count;
        figures.rate.push(count / elapsed.as_secs_f64());
        figures.cpu.push(own + micros(beside.saturating_sub(beside_before)) / count);
        figures.own_cpu.push(own);
        figures.p50.push(micros(p50));
        figures.p99.push(micros(p99));
        Ok(())
    }

    /// Its processor time, and that of its database server, if there is one.
    fn processor_times(&self) -> Result<[Duration; 2]> {
        let beside = self.database().map_or(Ok(Duration::ZERO), processor_time)?;
        Ok([processor_time(self.process.id())?, beside])
    }

    /// The process of its database server.
    fn database(&self) -> Option<u32> {
        self.installation.as_ref().and_then(|installation| installation.database.id())
    }
}

fn print(servers: &[Server]) {
    println!("median of {ROUNDS} rounds of {TIME:?} (least–greatest), {CONNECTIONS} at once; times in µs\n");
    let spread = |figures: &[f64]| shown(Spread::of(figures));
    for (at, (what, _)) in CASES.iter().enumerate() {
        println!(
            "{what:<36} {:<26} {:<22} {:<22} {:<26} ÷ oidc-provider",
            "a second", "p50", "p99", "processor a request"
        );
        let their = servers.first().and_then(|their| their.figures.get(at));
        let their = their.map(|their| their.rate.as_slice()).unwrap_or_default();
        for server in servers {
            let Some(figures) = server.figures.get(at) else { continue };
            let all = [&figures.rate, &figures.p50, &figures.p99, &figures.cpu];
            let [rate, p50, p99, cpu] = all.map(|all| spread(all));
            let ratio = shown(Spread::of_ratios(&figures.rate, their));
            println!("  {:<34} {rate:<26} {p50:<22} {p99:<22} {cpu:<26} {ratio}", server.name);
            if server.database().is_some() {
                println!("  {:<34} {:<72} {}", "", "of it the service, without PostgreSQL", spread(&figures.own_cpu));
            }
        }
    }
}

fn judge(servers: &[Server], verdict: &mut Verdict) -> Result<()> {
    let [reference, ours @ ..] = servers else { bail!("no server was measured") };
    for server in ours {
        let [refresh, me] = &server.figures;
        let [their_refresh, their_me] = &reference.figures;
        let is_sqlite = server.database().is_none();
        let mut judge = |what: &str, limit, ours: &[f64], reference: &[f64]| {
            verdict.judge(&format!("{}, {what} ÷ theirs", server.name), Spread::of_ratios(ours, reference), limit);
        };
        judge("refreshes a second", Limit::AtLeast(2.0), &refresh.rate, &their_refresh.rate);
        if is_sqlite {
            judge("/me a second", Limit::AtLeast(4.0), &me.rate, &their_me.rate);
            judge("processor time of a refresh", Limit::AtMost(1.0 / 3.0), &refresh.cpu, &their_refresh.cpu);
        }
        let resident = memory(server.process.id())?;
        verdict.at_most(&format!("{}, MiB", server.name), resident, MOST_MEMORY);
    }
    println!("oidc-provider: {:.0} MiB", memory(reference.process.id())?);
    Ok(())
}

/// The median of 200, in µs: 4 KiB written to one place, and on the disk when that returns.
fn time_of_sync(folder: &Path) -> Result<f64> {
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
