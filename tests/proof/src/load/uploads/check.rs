//! Checks after a kill that the service keeps every response.

use std::time::Duration;

use tokio::time::Instant;

use super::upload::{Intent, Upload, UploadState};
use super::upload_client::UploadClient;
use crate::load::step_error::StepError;
use crate::load::tus::Tus;

/// How long a service may be busy with what was under way.
const PATIENCE: Duration = Duration::from_secs(15);
const LOOK_AGAIN: Duration = Duration::from_millis(100);
/// How many past uploads are checked again after each round, and how many contents are played.
const OLD_UPLOADS: usize = 4;

impl UploadClient {
    /// Checks the current uploads, and some of the past ones, or all of them if `everything`. Call it while no requests
    /// are pending.
    ///
    /// # Errors
    /// If the service did not keep a response.
    pub(super) async fn check(&mut self, everything: bool) -> Result<(), String> {
        self.tus.reset();
        if let Some((mut upload, file)) = self.current.take() {
            let looked = check_upload(&mut self.tus, &mut upload).await;
            self.keep(upload, file);
            looked.map_err(|stop| describe(self.number, stop))?;
            self.counts.add("uploads under way, looked at after a kill");
        }
        let places: Vec<usize> = if everything {
            (0..self.past.len()).collect()
        } else {
            // The newest were done in the last round.
            let newest = self.past.len().saturating_sub(OLD_UPLOADS)..self.past.len();
            newest.chain((0..OLD_UPLOADS).map(|_| self.random.place(self.past.len()))).collect()
        };
        for place in places {
            let Some(upload) = self.past.get_mut(place) else { continue };
            check_upload(&mut self.tus, upload).await.map_err(|stop| describe(self.number, stop))?;
            self.counts.add("uploads of before, looked at");
        }
        Ok(())
    }

    /// Hears what tracks were made of: one content, or all if `everything`.
    ///
    /// # Errors
    /// If a node serves anything but the file, byte by byte.
    pub(super) async fn check_streams(&mut self, everything: bool) -> Result<(), String> {
        let heard: Vec<usize> =
            if everything { (0..self.past.len()).collect() } else { vec![self.random.place(self.past.len())] };
        for place in heard {
            let Some(upload) = self.past.get(place).filter(|upload| upload.has_track) else { continue };
            self.node.expect_content(&upload.cid, upload.audio).await.map_err(|stop| describe(self.number, stop))?;
            self.counts.add("contents heard whole, byte by byte");
        }
        Ok(())
    }

    /// Checks that abandoned uploads are gone.
    ///
    /// # Errors
    /// If it is there still.
    pub(super) async fn expect_expired(&mut self) -> Result<(), String> {
        self.tus.reset();
        for upload in self.past.iter_mut().filter(|upload| matches!(upload.intent, Intent::AbandonAt(_))) {
            upload.state = UploadState::Deleted;
            check_upload(&mut self.tus, upload).await.map_err(|stop| describe(self.number, stop))?;
            self.counts.add("abandoned uploads that have expired");
        }
        Ok(())
    }

    /// Call this after a disk loss, when bytes that were not in the bucket are lost. An upload's offset is then at the
    /// end of a part of `part` bytes. The bytes of an interrupted request need not be in the bucket.
    pub(super) fn lose_tails(&mut self, part: u64) {
        let current = self.current.iter_mut().map(|(upload, _)| upload);
        for upload in current.chain(&mut self.past).filter(|upload| upload.state == UploadState::Open) {
            upload.floor = upload.taken - upload.taken.checked_rem(part).unwrap_or_default();
            upload.at = None;
        }
    }
}

/// While the service finishes what was interrupted by the kill, it may ask to retry.
async fn check_upload(tus: &mut Tus, upload: &mut Upload) -> Result<(), StepError> {
    let begun = Instant::now();
    loop {
        match check_once(tus, upload).await {
            Err(StepError::Interrupted) if begun.elapsed() < PATIENCE => tokio::time::sleep(LOOK_AGAIN).await,
            looked => return looked,
        }
    }
}

async fn check_once(tus: &mut Tus, upload: &mut Upload) -> Result<(), StepError> {
    let name = upload.name.clone();
    let gone = |error| StepError::Violation(format!("upload {name}: no answer: {error}"));
    let reply = tus.offset(&upload.path).await.map_err(gone)?;
    upload.read_head(&reply)?;
    if upload.state == UploadState::Complete {
        let reply = tus.get(&upload.path).await.map_err(gone)?;
        upload.read_get(&reply)?;
    }
    Ok(())
}

fn describe(client: usize, stop: StepError) -> String {
    match stop {
        StepError::Interrupted => format!(
            "client {client}: for {PATIENCE:?} the service can't say how an upload stands, though nobody has killed it"
        ),
        StepError::Violation(what) => format!("client {client}: {what}"),
    }
}
