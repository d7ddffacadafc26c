//! Writes received bytes to a draft while more are received, on threads that may block on the disk.

use axum::body::Bytes;
use tokio::task::{JoinHandle, spawn_blocking};

use crate::uploads::refusal::UploadError;
use stagepass_kit::disk::Disks;
use stagepass_media::{ContentHasher, Draft};

/// A draft with its running hash.
#[derive(Debug)]
pub(super) struct DraftWriter {
    pub(super) draft: Draft,
    /// The disks with the draft.
    pub(super) disks: Disks,
    /// Hashes the whole draft.
    pub(super) name: Option<ContentHasher>,
}

/// Writes in the background. One piece is written at a time, and handing over the next one waits for it.
#[derive(Debug)]
pub(super) struct BackgroundWriter {
    /// `None` while it writes, and after it was lost.
    writer: Option<DraftWriter>,
    job: Option<JoinHandle<(DraftWriter, std::io::Result<()>)>>,
}

impl DraftWriter {
    fn write(&mut self, frames: &[Bytes]) -> std::io::Result<()> {
        let _claim = self.disks.claim(frames.iter().map(|frame| frame.len() as u64).sum())?;
        self.draft.append(frames)?;
        if let Some(name) = &mut self.name {
            for frame in frames {
                name.update(frame);
            }
        }
        Ok(())
    }
}

impl BackgroundWriter {
    pub(super) fn new(writer: DraftWriter) -> Self {
        Self { writer: Some(writer), job: None }
    }

    /// Waits for the current write and returns the writer. A failure is returned once, and what was written before is
    /// kept.
    pub(super) async fn writer(&mut self) -> Result<&mut DraftWriter, UploadError> {
        if let Some(job) = self.job.take() {
            let (writer, written) = job.await?;
            self.writer = Some(writer);
            written?;
        }
        self.writer.as_mut().ok_or(UploadError::Internal)
    }

    /// Waits for the current write, and starts to write `frames`.
    pub(super) async fn write(&mut self, frames: Vec<Bytes>) -> Result<(), UploadError> {
        self.writer().await?;
        let Some(mut writer) = self.writer.take() else { return Err(UploadError::Internal) };
        self.job = Some(spawn_blocking(move || {
            let written = writer.write(&frames);
            (writer, written)
        }));
        Ok(())
    }

    /// Waits for the current write, and returns the writer.
    pub(super) async fn finish(mut self) -> (Option<DraftWriter>, Result<(), UploadError>) {
        let written = self.writer().await.map(drop);
        (self.writer, written)
    }
}
