//! Many clients that upload until the service is killed under them, and what they hold it to when it is up again.
//!
//! | where | what |
//! |---|---|
//! | here | all clients, round by round, and what there has to be in the end |
//! | `lane` | one client at work |
//! | `upload` | what a client knows of one upload |
//! | `check` | what is looked at after a kill |
//! | `listed` | the service's own list |
//! | `listening` | what a node serves of it |
//! | `sound` | the files |

mod check;
mod lane;
mod listed;
mod listening;
mod sizes;
mod sound;
mod upload;

pub(crate) use sizes::Sizes;

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::watch;
use tokio::task::JoinSet;

use self::lane::{Lane, Shared};
use self::listed::Listed;
use self::listening::Listening;
pub(crate) use self::sound::cid;
use self::upload::Stage;
use crate::load::client::App;
use crate::load::counts::Counts;
use crate::load::random::Random;
use crate::load::tus::Tus;

/// Where everything is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Places {
    /// The service, now and after each start.
    pub(crate) service: SocketAddr,
    /// A node beside it, which nobody kills.
    pub(crate) node: SocketAddr,
}

/// The clients. They know the service by its answers alone.
#[derive(Debug)]
pub(crate) struct Uploads {
    lanes: Vec<Lane>,
    /// One for each listener: for what is asked once for all of its clients.
    listeners: Vec<Tus>,
    endings: watch::Sender<u64>,
    enough: Arc<AtomicBool>,
    counts: Counts,
}

impl Uploads {
    /// So many clients. They act for the listeners whose access tokens these are, in turns.
    pub(crate) fn new(
        app: &App,
        places: Places,
        (clients, tokens): (usize, &[String]),
        (sizes, seed): (Sizes, u64),
    ) -> Self {
        let mut random = Random::new(seed);
        let endings = watch::Sender::new(0);
        let shared = Shared { known: Arc::default(), endings: endings.clone(), sizes };
        let tus = |token: &String| Tus::new(places.service, &app.base, token.clone());
        let dealt = tokens.iter().enumerate().cycle().take(clients).enumerate();
        let lanes = dealt.map(|(number, (listener, token))| {
            let listening = Listening::at(places.node);
            Lane::new(number, (tus(token), listener), listening, (random.split(), shared.clone()))
        });
        let lanes = lanes.collect();
        let listeners = tokens.iter().map(tus).collect();
        Self { lanes, listeners, endings, enough: Arc::default(), counts: Counts::default() }
    }

    /// New access tokens of the same listeners', before the old ones expire.
    pub(crate) fn renew(&mut self, tokens: &[String]) {
        for lane in &mut self.lanes {
            if let Some(token) = tokens.get(lane.listener) {
                lane.tus.renew(token.clone());
            }
        }
        for (tus, token) in self.listeners.iter_mut().zip(tokens) {
            tus.renew(token.clone());
        }
    }

    /// Counts up whenever the last bytes of an upload go out.
    pub(crate) fn endings(&self) -> watch::Receiver<u64> {
        self.endings.subscribe()
    }

    /// Has all of them work until `end` is over and whatever that does to the service has reached them.
    ///
    /// # Errors
    /// Where the service broke its word, a line for each client that it was broken to.
    pub(crate) async fn work_until<T>(&mut self, end: impl Future<Output = T>) -> Result<T, String> {
        self.enough.store(false, Ordering::Relaxed);
        let enough = Arc::clone(&self.enough);
        let working = self.send_out(move |mut lane| {
            let enough = Arc::clone(&enough);
            async move {
                lane.tus.reset();
                let worked = lane.work(&enough).await;
                (lane, worked)
            }
        });
        let ended = end.await;
        self.enough.store(true, Ordering::Relaxed);
        self.all_back(working).await.map(|()| ended)
    }

    /// Holds the service to what it answered, and a node to what it has to serve of that; to all of it, if `everything`.
    ///
    /// # Errors
    /// As [`Uploads::work_until`].
    pub(crate) async fn check(&mut self, everything: bool) -> Result<(), String> {
        let checking = self.send_out(move |mut lane| async move {
            let checked = match lane.check(everything).await {
                Ok(()) => lane.hear(everything).await,
                wrong => wrong,
            };
            (lane, checked)
        });
        self.all_back(checking).await
    }

    /// Brings everything under way to its end, while nobody kills anything.
    ///
    /// # Errors
    /// As [`Uploads::work_until`].
    pub(crate) async fn end(&mut self) -> Result<(), String> {
        let ending = self.send_out(|mut lane| async move {
            let ended = lane.end().await;
            (lane, ended)
        });
        self.all_back(ending).await
    }

    /// What was abandoned has expired, and is gone.
    ///
    /// # Errors
    /// As [`Uploads::work_until`].
    pub(crate) async fn miss_the_abandoned(&mut self) -> Result<(), String> {
        let missing = self.send_out(|mut lane| async move {
            let missed = lane.miss().await;
            (lane, missed)
        });
        self.all_back(missing).await
    }

    /// The disk with what was not in the bucket yet is gone: what was answered counts as far as whole parts of so many bytes go.
    pub(crate) fn lose_tails(&mut self, part: u64) {
        self.lanes.iter_mut().for_each(|lane| lane.lose_tails(part));
    }

    /// The CIDs of what has to be kept: that of every upload that is complete, by the service's own list, which has to be ours.
    ///
    /// # Errors
    /// Where an upload is missing in it, or is another there, or is there and can't be.
    pub(crate) async fn kept(&mut self) -> Result<BTreeSet<String>, String> {
        let mut kept = BTreeSet::new();
        for listener in 0..self.listeners.len() {
            let Some(tus) = self.listeners.get_mut(listener) else { continue };
            tus.reset();
            let listed = Listed::read(tus).await?;
            self.compare(listener, &listed)?;
            kept.extend(listed.complete.into_iter().map(|(_, cid)| cid));
        }
        Ok(kept)
    }

    fn compare(&mut self, listener: usize, listed: &Listed) -> Result<(), String> {
        let mut complete: BTreeMap<&str, &str> =
            listed.complete.iter().map(|(id, cid)| (id.as_str(), cid.as_str())).collect();
        let mut unfinished: BTreeSet<&str> = listed.unfinished.iter().map(String::as_str).collect();
        let mut lost = BTreeSet::new();
        for lane in self.lanes.iter().filter(|lane| lane.listener == listener) {
            lost.extend(lane.lost.iter().map(|sound| sound::cid(&sound.file())));
            let current = lane.current.iter().map(|(upload, _)| upload);
            for upload in lane.past.iter().chain(current) {
                let id = upload.path.rsplit('/').next().unwrap_or_default();
                let is_right = match upload.stage {
                    Stage::Complete => complete.remove(id) == Some(&*upload.cid),
                    Stage::Open => unfinished.remove(id),
                    Stage::Gone => !complete.contains_key(id) && !unfinished.contains(id),
                    Stage::Leaving => complete.remove(id).is_some() | unfinished.remove(id) | true,
                };
                if !is_right {
                    return Err(format!("upload {} ({:?}) is not listed as what it is", upload.name, upload.stage));
                }
            }
        }
        if let Some((id, _)) = complete.iter().find(|(_, cid)| !lost.contains(**cid)) {
            return Err(format!("upload {id} is listed as complete, which nobody has uploaded"));
        }
        for _ in 0..complete.len() + unfinished.len() {
            self.counts.add("uploads whose creation was not answered, found in the list");
        }
        Ok(())
    }

    /// What was counted since the last time.
    pub(crate) fn take_counts(&mut self) -> Counts {
        let mut all = std::mem::take(&mut self.counts);
        self.lanes.iter_mut().for_each(|lane| all.take(&mut lane.counts));
        all
    }

    fn send_out<F: Future<Output = Back> + Send + 'static>(&mut self, work: impl Fn(Lane) -> F) -> JoinSet<Back> {
        self.lanes.drain(..).map(work).collect()
    }

    async fn all_back(&mut self, mut away: JoinSet<Back>) -> Result<(), String> {
        let mut wrong = Vec::new();
        while let Some(back) = away.join_next().await {
            let (lane, outcome) = back.map_err(|error| error.to_string())?;
            wrong.extend(outcome.err());
            self.lanes.push(lane);
        }
        // Who is back first is not chance that a seed makes again.
        self.lanes.sort_by_key(|lane| lane.number);
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
    }
}

/// A client that is back, and how it went.
type Back = (Lane, Result<(), String>);
