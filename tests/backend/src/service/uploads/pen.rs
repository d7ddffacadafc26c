//! Writes to a draft what has come, while more comes: on threads that may wait for the disk.

use axum::body::Bytes;
use tokio::task::{JoinHandle, spawn_blocking};

use super::checksum::RunningSum;
use super::refusal::UploadError;
use stagepass_kit::disk::Disks;
use stagepass_media::{Draft, RunningName};

/// What is written to, and what is counted along.
#[derive(Debug)]
pub(super) struct Pen {
    pub(super) draft: Draft,
    /// What the draft is on.
    pub(super) disks: Disks,
    /// Of everything that is in the draft.
    pub(super) name: Option<RunningName>,
    /// Of what has been written by this pen.
    pub(super) sum: Option<RunningSum>,
}

/// A pen that writes, or waits to. At most one piece is being written, and whoever hands over the next waits for it.
#[derive(Debug)]
pub(super) struct Writing {
    /// `None` while it writes, and after it has been lost.
    pen: Option<Pen>,
    job: Option<JoinHandle<(Pen, std::io::Result<()>)>>,
}

impl Pen {
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

impl Writing {
    pub(super) fn new(pen: Pen) -> Self {
        Self { pen: Some(pen), job: None }
    }

    /// The pen, once it has written what it was handed. What failed is told once; what came before that is written.
    pub(super) async fn pen(&mut self) -> Result<&mut Pen, UploadError> {
        if let Some(job) = self.job.take() {
            let (pen, written) = job.await?;
            self.pen = Some(pen);
            written?;
        }
        self.pen.as_mut().ok_or(UploadError::Internal)
    }

    /// Has `frames` written after what was handed over before, and waits for that alone.
    pub(super) async fn hand_over(&mut self, frames: Vec<Bytes>) -> Result<(), UploadError> {
        self.pen().await?;
        let Some(mut pen) = self.pen.take() else { return Err(UploadError::Internal) };
        self.job = Some(spawn_blocking(move || {
            let written = pen.write(&frames);
            (pen, written)
        }));
        Ok(())
    }

    /// The pen, with nothing to write any more.
    pub(super) async fn lay_down(mut self) -> (Option<Pen>, Result<(), UploadError>) {
        let written = self.pen().await.map(drop);
        (self.pen, written)
    }
}
