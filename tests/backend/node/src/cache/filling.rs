//! Fills the cache in the background: checks files, and fetches contents.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};

use tokio::task::spawn_blocking;

use super::cache_index::Presence;
use super::check::{self, BlockHashes, IntegrityError};
use super::fetch::fetch;
use super::work::MOST;
use super::{Content, Inner};

/// For how many seconds a content is not fetched again after a failure.
const REST: i64 = 30;

/// A content that is being checked or fetched. Dropping this removes it, and wakes those who wait for it.
struct FillGuard {
    cache: Weak<Inner>,
    content: Arc<Content>,
}

impl Drop for FillGuard {
    fn drop(&mut self) {
        if let Some(cache) = self.cache.upgrade() {
            cache.work.cids().remove(&self.content.cid);
        }
        self.content.checked.notify_waiters();
    }
}

impl Inner {
    /// Checks or fetches the content's file in the background. Returns whether that is in progress.
    pub(super) fn want(self: &Arc<Self>, content: &Arc<Content>) -> bool {
        if self.clock.now() < content.rests_until.load(Ordering::Relaxed) {
            return false;
        }
        let mut cids = self.work.cids();
        if cids.contains(&content.cid) {
            return true;
        }
        if cids.len() >= MOST {
            return false;
        }
        cids.insert(content.cid.clone());
        drop(cids);
        let turn = FillGuard { cache: Arc::downgrade(self), content: Arc::clone(content) };
        let turns = Arc::clone(&self.work.turns);
        let mut tasks = self.work.tasks();
        while tasks.try_join_next().is_some() {}
        tasks.spawn(async move {
            let Ok(_place) = turns.acquire().await else { return };
            if let Some(cache) = turn.cache.upgrade() {
                cache.make_ready(&turn.content).await;
            }
        });
        true
    }

    async fn make_ready(&self, content: &Content) {
        if matches!(self.index.presence(&content.cid), Presence::Unchecked) {
            match self.look_at(content).await {
                Ok(blocks) => self.index.set_checked(&content.cid, blocks),
                Err(bad) => self.discard(content, None, &bad).await,
            }
            content.checked.notify_waiters();
        }
        if matches!(self.index.presence(&content.cid), Presence::Absent) {
            self.fetch(content).await;
        }
    }

    async fn look_at(&self, content: &Content) -> Result<BlockHashes, IntegrityError> {
        let (path, size, digest) = (self.folder.files().path(&content.cid), content.size, content.digest);
        let looking = spawn_blocking(move || check::whole(&path, size, &digest));
        looking.await.map_err(std::io::Error::from)?
    }

    async fn fetch(&self, content: &Content) {
        let Some((reservation, evicted)) = self.index.reserve(content.size) else {
            tracing::debug!(cid = content.cid, size = content.size, "a content is too large for the cache");
            self.rest(content);
            return;
        };
        self.remove_all(evicted).await;
        match fetch(&self.service, self.folder.files(), &content.cid, content.size, content.digest).await {
            Ok(blocks) => {
                reservation.fill(&content.cid, blocks);
                tracing::debug!(cid = content.cid, size = content.size, "a content is in the cache");
            }
            Err(error) => {
                tracing::error!(cid = content.cid, %error, "a content could not be fetched into the cache");
                if error.is_of_another_content() {
                    self.spoil(content);
                }
                self.rest(content);
            }
        }
    }

    /// Removes a file that failed its check.
    pub(super) async fn discard(&self, content: &Content, blocks: Option<&Arc<BlockHashes>>, bad: &IntegrityError) {
        if !self.index.remove(&content.cid, blocks) {
            return;
        }
        tracing::error!(cid = content.cid, %bad, "a cached file is damaged: it is removed and fetched again");
        self.remove_all(vec![content.cid.clone()]).await;
    }

    async fn remove_all(&self, cids: Vec<String>) {
        if cids.is_empty() {
            return;
        }
        let files = self.folder.files().clone();
        let removing = spawn_blocking(move || {
            for cid in &cids {
                files.remove(cid);
            }
        });
        if let Err(error) = removing.await {
            tracing::error!(%error, "cached files could not be removed");
        }
    }

    fn rest(&self, content: &Content) {
        content.rests_until.store(self.clock.now().saturating_add(REST), Ordering::Relaxed);
    }
}
