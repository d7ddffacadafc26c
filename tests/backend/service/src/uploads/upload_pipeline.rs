//! From the request's body to the disk, the bucket and the store, concurrently: while bytes are received, those before
//! them are written, and those before these are made durable.
//!
//! The offset of durable bytes is recorded in the store. If the service is killed, at most [`STEP`] bytes, or the bytes
//! of [`NOTED_EVERY`], are lost beyond those in flight.
//!
//! Two pieces of an upload are in memory, and one part that is sent to the bucket, however large the upload is.

use std::mem;
use std::time::Duration;

use axum::body::Bytes;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::Instant;

use crate::uploads::draft_writer::{BackgroundWriter, DraftWriter};
use crate::uploads::refusal::UploadError;
use crate::uploads::upload_body::UploadBody;
use stagepass_media::uploads::{Uploads, UploadsError};
use stagepass_media::{ContentHasher, Draft, DraftSync, PART};
use stagepass_server::metrics::Metrics;
use stagepass_store::UploadRecord;

/// The size of a write, in bytes and in frames of the body. Each frame may keep a larger buffer in memory.
const PIECE: usize = 512 << 10;
const FRAMES: usize = 64;
/// How many bytes are made durable at once.
const STEP: u64 = PART as u64;
/// How many received bytes may not be durable yet.
const AHEAD: u64 = 3 * STEP;
/// How long bytes of a slow client wait to be written and made durable.
const WRITTEN_EVERY: Duration = Duration::from_secs(5);
const NOTED_EVERY: Duration = Duration::from_secs(10);

/// Receives the bytes of one request.
pub(super) struct UploadPipeline {
    uploads: Uploads,
    metrics: Metrics,
    size: u64,
    /// The offset of the next byte.
    at: u64,
    gathered: Vec<Bytes>,
    gathered_bytes: usize,
    gathered_since: Instant,
    background: BackgroundWriter,
    durable: DurableProgress,
}

/// The durable part of an upload.
struct DurableProgress {
    uploads: Uploads,
    /// The record in the store. While a step is running, the record before it.
    upload: UploadRecord,
    job: Option<JoinHandle<(UploadRecord, Result<(), UploadsError>)>>,
    noted_at: Instant,
}

/// The outcome of a request.
pub(super) struct PipelineOutput {
    /// The record in the store.
    pub(super) upload: UploadRecord,
    /// The writer of the draft.
    pub(super) writer: DraftWriter,
}

impl UploadPipeline {
    /// Prepares to append at `from`, the current offset. `name` is the running hash of the bytes before, if it is
    /// known.
    pub(super) async fn open(
        uploads: &Uploads,
        metrics: &Metrics,
        mut upload: UploadRecord,
        from: u64,
        name: Option<ContentHasher>,
    ) -> Result<Self, UploadError> {
        if uploads.media.bucket().is_none() && upload.in_parts > 0 {
            // Its parts were in a bucket that this service no longer has.
            uploads.store.restart_upload(&upload.upload_id, upload.arrived).await?;
            (upload.arrived, upload.in_parts) = (0, 0);
        }
        let path = uploads.media.draft(&upload.upload_id);
        let mut draft = spawn_blocking(move || Draft::open(&path, from)).await??;
        if upload.durable() != from {
            // From now on the file is longer than its durable part, also if nothing was recorded yet, or more than the
            // disk still has.
            synced(draft.begin_sync()?).await?;
            uploads.note(&mut upload, from).await?;
        }
        let size = upload.bytes();
        let background = BackgroundWriter::new(DraftWriter { draft, disks: uploads.media.disks().clone(), name });
        let durable = DurableProgress { uploads: uploads.clone(), upload, job: None, noted_at: Instant::now() };
        let (uploads, metrics) = (uploads.clone(), metrics.clone());
        let (gathered, gathered_bytes, gathered_since) = (Vec::new(), 0, Instant::now());
        Ok(Self { uploads, metrics, size, at: from, gathered, gathered_bytes, gathered_since, background, durable })
    }

    /// Receives the whole body. However it ends, the bytes before are written and made durable, unless they are more
    /// than the upload lacks. The error states how the body ended.
    pub(super) async fn run(mut self, body: &mut UploadBody) -> (Option<PipelineOutput>, Result<(), UploadError>) {
        let ended = loop {
            match body.next().await {
                Ok(None) => break Ok(()),
                Ok(Some(bytes)) if bytes.len() as u64 > self.size - self.at => break Err(UploadError::Excess),
                Ok(Some(bytes)) => {
                    if let Err(error) = self.push(bytes).await {
                        break Err(error);
                    }
                }
                // Only the end of the request was missing.
                Err(_) if self.at == self.size => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        self.end(ended).await
    }

    async fn push(&mut self, bytes: Bytes) -> Result<(), UploadError> {
        if self.gathered.is_empty() {
            self.gathered_since = Instant::now();
        }
        (self.at, self.gathered_bytes) = (self.at + bytes.len() as u64, self.gathered_bytes + bytes.len());
        self.gathered.push(bytes);
        let is_enough = self.gathered_bytes >= PIECE || self.gathered.len() >= FRAMES;
        if is_enough || self.gathered_since.elapsed() >= WRITTEN_EVERY {
            self.write().await?;
        }
        Ok(())
    }

    async fn write(&mut self) -> Result<(), UploadError> {
        let (frames, count) = (mem::take(&mut self.gathered), mem::take(&mut self.gathered_bytes));
        let writer = self.background.writer().await?;
        self.durable.advance(&mut writer.draft).await?;
        self.background.write(frames).await?;
        self.metrics.uploaded(count);
        Ok(())
    }

    async fn end(mut self, ended: Result<(), UploadError>) -> (Option<PipelineOutput>, Result<(), UploadError>) {
        let written = if self.gathered.is_empty() { Ok(()) } else { self.write().await };
        let (writer, finished) = self.background.finish().await;
        let sure = self.durable.finish().await;
        let ended = ended.and(written).and(finished).and(sure);
        let Some(mut writer) = writer else { return (None, ended.and(Err(UploadError::Internal))) };
        if matches!(ended, Err(UploadError::Excess)) {
            cut_off(&mut writer, &self.durable.upload);
        }
        let (end, mut upload) = (writer.draft.end(), self.durable.upload);
        // A complete upload is synced while it is inspected.
        let is_inspected_next = ended.is_ok() && end == self.size && !self.uploads.media.is_put_in_parts(self.size);
        let sure = match &ended {
            Ok(()) if is_inspected_next => Ok(()),
            Err(UploadError::Excess) => Ok(()),
            // Bytes in the bucket survive the loss of this machine.
            Ok(()) | Err(UploadError::Interrupted(_) | UploadError::Idle) => {
                make_durable(&self.uploads, &mut upload, &mut writer.draft).await
            }
            Err(_) => note_all(&self.uploads, &mut upload, &mut writer.draft).await,
        };
        (Some(PipelineOutput { upload, writer }), ended.and(sure))
    }
}

/// Syncs the draft, and records its offset.
async fn note_all(uploads: &Uploads, upload: &mut UploadRecord, draft: &mut Draft) -> Result<(), UploadError> {
    synced(draft.begin_sync()?).await?;
    Ok(uploads.note(upload, draft.end()).await?)
}

/// Syncs the draft, and also sends complete parts to the bucket.
async fn make_durable(uploads: &Uploads, upload: &mut UploadRecord, draft: &mut Draft) -> Result<(), UploadError> {
    note_all(uploads, upload, draft).await?;
    while uploads.media.is_put_in_parts(upload.bytes()) && behind(upload, draft.end()) >= STEP {
        uploads.put_part(upload, STEP).await?;
    }
    Ok(())
}

/// Cuts off what was not recorded. If a request has more bytes than the upload lacks, only those recorded before this
/// was noticed are kept, which is never all of them.
fn cut_off(writer: &mut DraftWriter, upload: &UploadRecord) {
    writer.name = None;
    // If this fails, the next request cuts it off, because it was not recorded.
    if let Err(error) = writer.draft.cut(upload.durable()) {
        tracing::warn!(%error, "discarded bytes stay on the disk for now");
    }
}

pub(super) async fn synced(sync: DraftSync) -> Result<(), UploadError> {
    Ok(spawn_blocking(move || sync.run()).await??)
}

/// Returns how many bytes are not in the bucket.
fn behind(upload: &UploadRecord, end: u64) -> u64 {
    end.saturating_sub(u64::try_from(upload.in_parts).unwrap_or_default())
}

impl DurableProgress {
    /// Starts to make the draft durable, if that is worth it and no step is running. Only waits if too many bytes are
    /// not durable yet.
    async fn advance(&mut self, draft: &mut Draft) -> Result<(), UploadError> {
        let end = draft.end();
        if self.job.as_ref().is_some_and(|job| job.is_finished() || self.lag(end) >= AHEAD) {
            self.finish().await?;
        }
        let is_part = self.uploads.media.is_put_in_parts(self.upload.bytes());
        let (lag, is_late) = (self.lag(end), self.noted_at.elapsed() >= NOTED_EVERY);
        let is_more = self.upload.durable() < end;
        // The body may have more bytes than the upload lacks. So it is only complete when the request has ended.
        if self.job.is_some() || end == self.upload.bytes() || (lag < STEP && !(is_late && is_more)) {
            return Ok(());
        }
        let (uploads, mut upload) = (self.uploads.clone(), self.upload.clone());
        let sync = if is_part && lag >= STEP { None } else { Some(draft.begin_sync()?) };
        self.job = Some(tokio::spawn(async move {
            let done = match sync {
                None => uploads.put_part(&mut upload, STEP).await,
                Some(sync) => note(&uploads, &mut upload, sync, end).await,
            };
            (upload, done)
        }));
        Ok(())
    }

    /// Waits for the running step.
    async fn finish(&mut self) -> Result<(), UploadError> {
        if let Some(job) = self.job.take() {
            let (upload, done) = job.await?;
            (self.upload, self.noted_at) = (upload, Instant::now());
            done?;
        }
        Ok(())
    }

    /// Returns how many bytes are not durable. For an upload to a bucket, these are the bytes not in the bucket.
    fn lag(&self, end: u64) -> u64 {
        if self.uploads.media.is_put_in_parts(self.upload.bytes()) {
            return behind(&self.upload, end);
        }
        end.saturating_sub(self.upload.durable())
    }
}

async fn note(uploads: &Uploads, upload: &mut UploadRecord, sync: DraftSync, end: u64) -> Result<(), UploadsError> {
    let synced = spawn_blocking(move || sync.run()).await.map_err(std::io::Error::from).flatten();
    let path = || uploads.media.draft(&upload.upload_id);
    synced.map_err(|error| stagepass_media::MediaError::Folder { path: path(), error })?;
    uploads.note(upload, end).await
}
