//! Writes to a draft what has come, while more comes: on threads that may wait for the disk.

use axum::body::Bytes;
use tokio::task::{JoinHandle, spawn_blocking};

use crate::uploads::headers::checksum::ChecksumHasher;
use crate::uploads::refusal::UploadError;
use stagepass_kit::disk::Disks;
use stagepass_media::{ContentHasher, Draft};

/// What is written to, and what is counted along.
#[derive(Debug)]
pub(super) struct DraftWriter {
    pub(super) draft: Draft,
    /// What the draft is on.
    pub(super) disks: Disks,
    /// Of everything that is in the draft.
    pub(super) name: Option<ContentHasher>,
    /// Of what has been written by this writer.
    pub(super) sum: Option<ChecksumHasher>,
}

/// A writer that writes, or waits to. At most one piece is being written, and whoever hands over the next waits for it.
#[derive(Debug)]
pub(super) struct BackgroundWriter {
    /// `None` while it writes, and after it has been lost.
    writer: Option<DraftWriter>,
    job: Option<JoinHandle<(DraftWriter, std::io::Result<()>)>>,
}

impl DraftWriter {
    fn write(&mut self, frames: &[Bytes]) -> std::io::Result<()> {
        let _claim = self.disks.claim(frames.iter().map(|frame| frame.len() as u64).sum())?;
        self.draft.append(frames)?;
        for frame in frames {
            if let Some(name) = &mut self.name {
                name.update(frame);
            }
            if let Some(sum) = &mut self.sum {
                sum.update(frame);
            }
        }
        Ok(())
    }
}

impl BackgroundWriter {
    pub(super) fn new(writer: DraftWriter) -> Self {
        Self { writer: Some(writer), job: None }
    }

    /// The writer, once it has written what it was handed. What failed is told once; what came before that is written.
    pub(super) async fn writer(&mut self) -> Result<&mut DraftWriter, UploadError> {
        if let Some(job) = self.job.take() {
            let (writer, written) = job.await?;
            self.writer = Some(writer);
            written?;
        }
        self.writer.as_mut().ok_or(UploadError::Internal)
    }

    /// Has `frames` written after what was handed over before, and waits for that alone.
    pub(super) async fn write(&mut self, frames: Vec<Bytes>) -> Result<(), UploadError> {
        self.writer().await?;
        let Some(mut writer) = self.writer.take() else { return Err(UploadError::Internal) };
        self.job = Some(spawn_blocking(move || {
            let written = writer.write(&frames);
            (writer, written)
        }));
        Ok(())
    }

    /// The writer, with nothing to write any more.
    pub(super) async fn finish(mut self) -> (Option<DraftWriter>, Result<(), UploadError>) {
        let written = self.writer().await.map(drop);
        (self.writer, written)
    }
}
