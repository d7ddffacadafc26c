//! Kills the service at random moments during many uploads. Interrupted uploads resume, and at the end exactly the
//! uploaded files are stored.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, ensure};
use stagepass_programs::process::{self, Service};

use super::conditions::runtime;
use super::leftovers::{self, Contents};
use crate::installation::{self, Installation};
use crate::load::client::Client;
use crate::load::counts::Counts;
use crate::load::http::Http;
use crate::load::random::Random;
use crate::load::tus::Tus;
use crate::load::upload_list::complete_cids;
use crate::load::uploader::{Shared, Uploader};
use crate::load::workers::{Worker as _, work};

/// Each has so many clients. Their access tokens are good for an hour.
const LISTENERS: usize = 3;
const OF_LISTENER: usize = 2;
/// The time before the first kill, so that all clients are uploading.
const WARM_UP: Duration = Duration::from_millis(800);
/// In milliseconds since the service was up.
const EARLIEST: u64 = 5;
const LATEST: u64 = 900;
/// How many milliseconds an upload is waited for that ends.
const PATIENCE: u64 = 3_000;

/// Kills this many times. All rounds use one installation.
pub(super) fn run(installation: &Installation, rounds: u32, seed: u64) -> Result<Counts> {
    let (runtime, mut random, mut counts) = (runtime()?, Random::new(seed), Counts::default());
    let mut service = Some(start(installation)?);
    let (_node, node) = installation::start_at_any_port(&mut installation.node()?)?;
    let (shared, mut contents) = (Arc::new(Shared::default()), Contents::default());
    let uploaders = runtime.block_on(uploaders(installation, node, &shared, &mut random))?;
    let uploaders = work(uploaders, |is_over| {
        sleep(WARM_UP);
        for round in 1..=rounds {
            wait(&mut random, &shared);
            if is_over.load(Ordering::Relaxed) {
                break;
            }
            service.take().map_or(Ok(()), Service::kill)?;
            counts.add("kills of the service");
            contents.check(installation).with_context(|| format!("round {round}"))?;
            if installation.bucket.is_some() && random.once_in(8) {
                lose_drafts(installation)?;
                shared.losses.fetch_add(1, Ordering::Relaxed);
                counts.add("machines lost, with what was not in the bucket");
            }
            leftovers::expire_deletions(installation)?;
            service = Some(start(installation)?);
            installation.database.look(false)?;
            process::not_stopped()?;
        }
        Ok(())
    });
    let mut uploaders = uploaders.with_context(|| format!("seed {seed}"))?;
    // They are back in any order.
    uploaders.sort_by_key(|uploader| uploader.listener);
    let check_all = |uploaders: &mut [Uploader]| {
        let checked = runtime.block_on(check(uploaders));
        checked.map_err(|what| anyhow!("at the end, seed {seed}: {what}"))
    };
    let before = check_all(&mut uploaders)?;
    service.take().map_or(Ok(()), Service::kill)?;
    contents.check(installation)?;
    leftovers::expire_all(installation)?;
    let _service = start(installation)?;
    leftovers::wait_for_cleanup(installation)?;
    uploaders.iter_mut().for_each(Uploader::expire);
    // An upload whose last response was lost may be complete: the service completes it, however old it is.
    let kept = check_all(&mut uploaders)?;
    ensure!(kept.is_superset(&before), "as time passed, something was lost: {:?}", before.difference(&kept));
    leftovers::compare(installation, &kept)?;
    if let Some(bucket) = &installation.bucket {
        // The service was killed between the S3 service's response and its record. It cannot know of these uploads, and
        // the bucket's own rule for unfinished uploads removes them.
        let begun = bucket.multiparts()?.begun;
        ensure!(begun <= rounds as usize + 1, "{begun} multipart uploads were begun and never ended");
    }
    installation.database.look(true)?;
    for uploader in &mut uploaders {
        counts.take(&mut uploader.counts);
    }
    Ok(counts)
}

/// Signs the users in, and returns their clients.
async fn uploaders(
    installation: &Installation,
    node: SocketAddr,
    shared: &Arc<Shared>,
    random: &mut Random,
) -> Result<Vec<Uploader>> {
    let listeners = installation.add_listeners(LISTENERS)?;
    let app = installation.add_app(&listeners)?;
    let mut uploaders = Vec::new();
    for listener in &listeners {
        let mut client = Client::new(&app, installation.address);
        let session = client.sign_in(listener).await?;
        let token = client.log_in(&session, random).await?.access;
        uploaders.extend((0..OF_LISTENER).map(|_| Uploader {
            listener: listener.user_id,
            tus: Tus::new(installation.address, &token),
            node: Http::new(node),
            random: random.split(),
            counts: Counts::default(),
            shared: Arc::clone(shared),
            past: Vec::new(),
            lost: Vec::new(),
        }));
    }
    Ok(uploaders)
}

/// Checks all uploads, and returns the CIDs of the complete ones.
async fn check(uploaders: &mut [Uploader]) -> Result<BTreeSet<String>, String> {
    let mut kept = BTreeSet::new();
    for of_listener in uploaders.chunk_by_mut(|one, other| one.listener == other.listener) {
        for uploader in &mut *of_listener {
            uploader.disconnect();
            uploader.check_all().await?;
        }
        kept.extend(complete_cids(of_listener).await?);
    }
    Ok(kept)
}

/// Waits for any time, or until just after the last bytes of some uploads were sent, when most can go wrong.
fn wait(random: &mut Random, shared: &Shared) {
    if random.once_in(3) {
        return sleep(Duration::from_millis(EARLIEST + random.below(LATEST - EARLIEST + 1)));
    }
    let until = shared.endings.load(Ordering::Relaxed) + 1 + random.below(4);
    // If none ends in time, now is as good as any other moment.
    for _ in 0..PATIENCE {
        if shared.endings.load(Ordering::Relaxed) >= until {
            break;
        }
        sleep(Duration::from_millis(1));
    }
    // While the last bytes arrive, while the file is checked, while it is stored as audio, and soon after.
    let latest = [3, 30, 150, 600].get(random.place(4)).copied().unwrap_or_default();
    sleep(Duration::from_micros(random.below(latest * 1_000)));
}

/// The service comes up on another machine: what is not in the bucket is not there.
fn lose_drafts(installation: &Installation) -> Result<()> {
    let drafts = installation.drafts();
    match fs::remove_dir_all(&drafts) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", drafts.display()))
        }
        _ => Ok(()),
    }
}

/// The default command, with higher upload limits per user, because uploads whose creation response is lost stay until
/// they expire.
fn start(installation: &Installation) -> Result<Service> {
    let mut command = installation.service(installation.address)?;
    command.env("STAGEPASS_UNFINISHED_UPLOADS", "100000").env("STAGEPASS_UPLOAD_QUOTA", "1000000000000");
    installation::start(&mut command)
}
