//! Kills the service at random moments during many uploads. Interrupted uploads resume, and at the end exactly the
//! uploaded files are stored. All rounds use one installation.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, ensure};
use stagepass_programs::process::{self, Service};
use tokio::runtime::Runtime;

use super::kill_point::KillPoint;
use super::leftovers::{self, Contents};
use crate::installation::{self, Installation};
use crate::load::client::{App, Listener};
use crate::load::counts::Counts;
use crate::load::logins::log_in;
use crate::load::random::Random;
use crate::load::uploads::{ServerAddresses, Sizes, Uploads};

const CLIENTS: usize = 6;
const LISTENERS: usize = 3;
/// The time before a kill, so that all clients are uploading.
const WARM_UP: Duration = Duration::from_millis(800);
/// A part of a multipart upload: what has been put into a bucket, of what arrived.
const PART: u64 = 8 << 20;
const SIZES: Sizes = Sizes { small: 3 << 20, part: PART };
/// An access token is good for an hour.
const LOG_IN_EVERY: u32 = 100;

/// The counts that the summary reports.
pub(super) const KILLS: &str = "kills of the service";
pub(super) const COMPLETE: &str = "uploads complete, with the right CID";
pub(super) const HEARD: &str = "contents heard whole, byte by byte";

/// Runs this many rounds.
///
/// # Errors
/// At the first answer that did not hold, or the first thing that is left over: in which round, and by which seed.
pub(super) fn run(installation: &Installation, rounds: u32, seed: u64, runtime: &Runtime) -> Result<Counts> {
    let mut rounds_state = UploadRounds::set(installation, seed, runtime)?;
    for round in 1..=rounds {
        let moment = KillPoint::of(&mut rounds_state.random);
        let went = rounds_state.round(moment, round);
        went.with_context(|| format!("round {round} (killed at {moment:?}), seed {seed}"))?;
        process::not_stopped()?;
    }
    rounds_state.end().with_context(|| format!("at the end, seed {seed}"))
}

struct UploadRounds<'a> {
    installation: &'a Installation,
    runtime: &'a Runtime,
    service: Option<Service>,
    _node: Service,
    app: Arc<App>,
    listeners: Vec<Listener>,
    uploads: Uploads,
    contents: Contents,
    random: Random,
    counts: Counts,
}

impl<'a> UploadRounds<'a> {
    fn set(installation: &'a Installation, seed: u64, runtime: &'a Runtime) -> Result<Self> {
        let listeners = (0..LISTENERS).map(|number| installation.add_listener(&format!("listener-{number}")));
        let listeners: Vec<_> = listeners.collect::<Result<_>>()?;
        let app = installation.add_app(listeners.first().context("there is nobody")?)?;
        let service = Some(start(installation)?);
        let (node, at) = Service::start(&mut installation.node()?, "listening on http://", Duration::from_mins(1))?;
        let node_at = at.trim().parse().context("the node does not say where it listens")?;
        let tokens = log_all_in(&app, installation, &listeners, runtime)?;
        let mut random = Random::new(seed);
        let places = ServerAddresses { service: installation.address, node: node_at };
        let uploads = Uploads::new(&app, places, (CLIENTS, &tokens), (SIZES, random.number()));
        let (contents, counts) = (Contents::default(), Counts::default());
        let mut rounds_state =
            Self { installation, runtime, service, _node: node, app, listeners, uploads, contents, random, counts };
        let worked = runtime.block_on(rounds_state.uploads.work_until(async { tokio::time::sleep(WARM_UP).await }));
        worked
            .and_then(|()| runtime.block_on(rounds_state.uploads.check(false)))
            .map_err(|what| anyhow!("before anything was killed, seed {seed}: {what}"))?;
        Ok(rounds_state)
    }

    fn round(&mut self, kill_point: KillPoint, round: u32) -> Result<()> {
        let endings = self.uploads.endings();
        let service = &mut self.service;
        let kill = async {
            kill_point.wait(endings).await;
            service.take().map_or(Ok(()), Service::kill)
        };
        let worked = self.runtime.block_on(self.uploads.work_until(kill));
        worked.map_err(|what| anyhow!("under load: {what}"))??;
        self.counts.add(KILLS);
        self.contents.check(self.installation)?;
        if self.installation.bucket.is_some() && self.random.once_in(8) {
            self.lose_drafts()?;
        }
        leftovers::expire_deletions(self.installation)?;
        self.service = Some(start(self.installation)?);
        if round.is_multiple_of(LOG_IN_EVERY) {
            let tokens = log_all_in(&self.app, self.installation, &self.listeners, self.runtime)?;
            self.uploads.renew(&tokens);
        }
        self.runtime.block_on(self.uploads.check(false)).map_err(|what| anyhow!("afterwards: {what}"))?;
        self.counts.take(&mut self.uploads.take_counts());
        self.installation.database.look(false)
    }

    /// The service comes up on another machine: what is not in the bucket is not there.
    fn lose_drafts(&mut self) -> Result<()> {
        let drafts = self.installation.drafts();
        match fs::remove_dir_all(&drafts) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("cannot remove {}", drafts.display()));
            }
            _ => {}
        }
        self.uploads.lose_tails(PART);
        self.counts.add("machines lost, with what was not in the bucket");
        Ok(())
    }

    /// Finishes all uploads and checks them. Abandoned uploads expire, and nothing of them is left.
    fn end(mut self) -> Result<Counts> {
        let wrong = |what: String| anyhow!(what);
        self.runtime.block_on(self.uploads.end()).map_err(wrong)?;
        self.runtime.block_on(self.uploads.check(true)).map_err(wrong)?;
        let before = self.runtime.block_on(self.uploads.complete_cids()).map_err(wrong)?;
        self.service.take().map_or(Ok(()), Service::kill)?;
        self.contents.check(self.installation)?;
        leftovers::expire_all(self.installation)?;
        self.service = Some(start(self.installation)?);
        leftovers::wait_for_cleanup(self.installation)?;
        self.runtime.block_on(self.uploads.expect_expired()).map_err(wrong)?;
        // An upload whose last response was lost may be complete: the service completes it, however old it is.
        let kept = self.runtime.block_on(self.uploads.complete_cids()).map_err(wrong)?;
        ensure!(kept.is_superset(&before), "as time passed, something was lost: {:?}", before.difference(&kept));
        leftovers::compare(self.installation, &kept)?;
        self.runtime.block_on(self.uploads.check(true)).map_err(wrong)?;
        self.counts.take(&mut self.uploads.take_counts());
        if let Some(bucket) = &self.installation.bucket {
            // The service was killed between the S3 service's response and its record. It cannot know of these uploads,
            // and the bucket's own rule for unfinished uploads removes them.
            let begun = bucket.multiparts()?.begun as u64;
            let kills = self.counts.of(KILLS);
            ensure!(begun <= kills, "{begun} multipart uploads were begun and never ended, by {kills} kills");
            (0..begun).for_each(|_| self.counts.add("multipart uploads without a part, left to the bucket's rule"));
        }
        self.installation.database.look(true)?;
        Ok(self.counts)
    }
}

/// The default command, with higher upload limits per user, because uploads whose creation response is lost stay until
/// they expire.
fn start(installation: &Installation) -> Result<Service> {
    let mut command = installation.service(installation.address)?;
    command.env("STAGEPASS_UNFINISHED_UPLOADS", "100000").env("STAGEPASS_UPLOAD_QUOTA", "1000000000000");
    installation::start(&mut command)
}

fn log_all_in(
    app: &Arc<App>,
    installation: &Installation,
    listeners: &[Listener],
    runtime: &Runtime,
) -> Result<Vec<String>> {
    let mut all = Vec::new();
    for listener in listeners {
        let issued = runtime.block_on(log_in(app, installation.address, listener, 1)).map_err(|what| anyhow!(what))?;
        all.push(issued.into_iter().next().context("no token was issued")?.access);
    }
    Ok(all)
}
