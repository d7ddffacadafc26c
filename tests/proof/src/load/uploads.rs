//! Many clients that upload until the service is killed under them, and what they hold it to when it is up again.
//!
//! | where | what |
//! |---|---|
//! | here | all clients, round by round, and what there has to be in the end |
//! | `upload_client` | one client at work |
//! | `upload` | what a client knows of one upload |
//! | `check` | what is looked at after a kill |
//! | `upload_list` | the service's own list |
//! | `node_client` | what a node serves of it |
//! | `audio_file` | the files |

mod audio_file;
mod check;
mod node_client;
mod sizes;
mod upload;
mod upload_client;
mod upload_list;

pub(crate) use sizes::Sizes;

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::watch;
use tokio::task::JoinSet;

pub(crate) use self::audio_file::cid;
use self::node_client::NodeClient;
use self::upload::UploadState;
use self::upload_client::{SharedState, UploadClient};
use self::upload_list::UploadList;
use crate::load::client::App;
use crate::load::counts::Counts;
use crate::load::random::Random;
use crate::load::tus::Tus;

/// Where everything is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ServerAddresses {
    /// The service, now and after each start.
    pub(crate) service: SocketAddr,
    /// A stream node beside it, which is not killed.
    pub(crate) node: SocketAddr,
}

/// The clients. They know the service only by its responses.
#[derive(Debug)]
pub(crate) struct Uploads {
    clients: Vec<UploadClient>,
    /// One for each listener: for what is asked once for all of its clients.
    listeners: Vec<Tus>,
    endings: watch::Sender<u64>,
    enough: Arc<AtomicBool>,
    counts: Counts,
}

impl Uploads {
    /// Creates clients, which use these access tokens in turns.
    pub(crate) fn new(
        app: &App,
        addresses: ServerAddresses,
        (count, tokens): (usize, &[String]),
        (sizes, seed): (Sizes, u64),
    ) -> Self {
        let mut random = Random::new(seed);
        let endings = watch::Sender::new(0);
        let shared = SharedState { known: Arc::default(), endings: endings.clone(), sizes };
        let tus = |token: &String| Tus::new(addresses.service, &app.base, token.clone());
        let dealt = tokens.iter().enumerate().cycle().take(count).enumerate();
        let clients = dealt.map(|(number, (listener, token))| {
            let node = NodeClient::new(addresses.node);
            UploadClient::new(number, (tus(token), listener), node, (random.split(), shared.clone()))
        });
        let clients = clients.collect();
        let listeners = tokens.iter().map(tus).collect();
        Self { clients, listeners, endings, enough: Arc::default(), counts: Counts::default() }
    }

    /// New access tokens of the same listeners', before the old ones expire.
    pub(crate) fn renew(&mut self, tokens: &[String]) {
        for client in &mut self.clients {
            if let Some(token) = tokens.get(client.listener) {
                client.tus.renew(token.clone());
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

    /// Runs all of them until `end` has resolved and they have noticed its effect on the service.
    ///
    /// # Errors
    /// If the service did not keep a response, with a line for each client that noticed it.
    pub(crate) async fn work_until<T>(&mut self, end: impl Future<Output = T>) -> Result<T, String> {
        self.enough.store(false, Ordering::Relaxed);
        let enough = Arc::clone(&self.enough);
        let working = self.spawn_all(move |mut client| {
            let enough = Arc::clone(&enough);
            async move {
                client.tus.reset();
                let worked = client.work(&enough).await;
                (client, worked)
            }
        });
        let ended = end.await;
        self.enough.store(true, Ordering::Relaxed);
        self.join_all(working).await.map(|()| ended)
    }

    /// Checks that the service keeps its responses, and that a node serves what it must. Checks all of it, if
    /// `everything`.
    ///
    /// # Errors
    /// As [`Uploads::work_until`].
    pub(crate) async fn check(&mut self, everything: bool) -> Result<(), String> {
        let checking = self.spawn_all(move |mut client| async move {
            let checked = match client.check(everything).await {
                Ok(()) => client.check_streams(everything).await,
                wrong => wrong,
            };
            (client, checked)
        });
        self.join_all(checking).await
    }

    /// Finishes all uploads, while no server is killed.
    ///
    /// # Errors
    /// As [`Uploads::work_until`].
    pub(crate) async fn end(&mut self) -> Result<(), String> {
        let ending = self.spawn_all(|mut client| async move {
            let ended = client.end().await;
            (client, ended)
        });
        self.join_all(ending).await
    }

    /// Checks that abandoned uploads have expired.
    ///
    /// # Errors
    /// As [`Uploads::work_until`].
    pub(crate) async fn expect_expired(&mut self) -> Result<(), String> {
        let missing = self.spawn_all(|mut client| async move {
            let missed = client.expect_expired().await;
            (client, missed)
        });
        self.join_all(missing).await
    }

    /// Call this after a disk loss, when bytes that were not in the bucket are lost: only whole parts of `part` bytes
    /// count.
    pub(crate) fn lose_tails(&mut self, part: u64) {
        self.clients.iter_mut().for_each(|client| client.lose_tails(part));
    }

    /// The CIDs that must be stored: those of all complete uploads, by the service's own list, which must agree with
    /// ours.
    ///
    /// # Errors
    /// If an upload is missing in the list, differs there, or must not be there.
    pub(crate) async fn complete_cids(&mut self) -> Result<BTreeSet<String>, String> {
        let mut kept = BTreeSet::new();
        for listener in 0..self.listeners.len() {
            let Some(tus) = self.listeners.get_mut(listener) else { continue };
            tus.reset();
            let listed = UploadList::read(tus).await?;
            self.compare(listener, &listed)?;
            kept.extend(listed.complete.into_iter().map(|(_, cid)| cid));
        }
        Ok(kept)
    }

    fn compare(&mut self, listener: usize, listed: &UploadList) -> Result<(), String> {
        let mut complete: BTreeMap<&str, &str> =
            listed.complete.iter().map(|(id, cid)| (id.as_str(), cid.as_str())).collect();
        let mut unfinished: BTreeSet<&str> = listed.unfinished.iter().map(String::as_str).collect();
        let mut lost = BTreeSet::new();
        for client in self.clients.iter().filter(|client| client.listener == listener) {
            lost.extend(client.lost.iter().map(|audio| audio_file::cid(&audio.bytes())));
            let current = client.current.iter().map(|(upload, _)| upload);
            for upload in client.past.iter().chain(current) {
                let id = upload.path.rsplit('/').next().unwrap_or_default();
                let is_right = match upload.state {
                    UploadState::Complete => complete.remove(id) == Some(&*upload.cid),
                    UploadState::Open => unfinished.remove(id),
                    UploadState::Deleted => !complete.contains_key(id) && !unfinished.contains(id),
                    UploadState::Deleting => complete.remove(id).is_some() | unfinished.remove(id) | true,
                };
                if !is_right {
                    return Err(format!("upload {} ({:?}) is not listed as what it is", upload.name, upload.state));
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

    /// The counts since the last call.
    pub(crate) fn take_counts(&mut self) -> Counts {
        let mut all = std::mem::take(&mut self.counts);
        self.clients.iter_mut().for_each(|client| all.take(&mut client.counts));
        all
    }

    fn spawn_all<F: Future<Output = ClientOutcome> + Send + 'static>(
        &mut self,
        work: impl Fn(UploadClient) -> F,
    ) -> JoinSet<ClientOutcome> {
        self.clients.drain(..).map(work).collect()
    }

    async fn join_all(&mut self, mut away: JoinSet<ClientOutcome>) -> Result<(), String> {
        let mut wrong = Vec::new();
        while let Some(back) = away.join_next().await {
            let (client, outcome) = back.map_err(|error| error.to_string())?;
            wrong.extend(outcome.err());
            self.clients.push(client);
        }
        // A seed does not determine which client is back first.
        self.clients.sort_by_key(|client| client.number);
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
    }
}

/// A client that is back, and how it went.
type ClientOutcome = (UploadClient, Result<(), String>);
