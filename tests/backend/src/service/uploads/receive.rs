//! A PATCH's bytes, to the disk, and what happens after the last of them.

use std::io::{Error, ErrorKind};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use http_body_util::BodyExt as _;
use tokio::fs::{self, File};
use tokio::io::AsyncWriteExt as _;
use tokio::time::Instant;

use super::refusal::UploadError;
use super::turns::{Turn, WAIT};
use crate::media::MediaError;
use crate::service::Backend;
use crate::store::UploadRecord;

/// How long a client may send nothing while another request for the same upload waits: that is the same client, come back over a new
/// connection while the old one hangs.
const PATIENCE_WHILE_WANTED: Duration = Duration::from_secs(2);

/// What has to come within a client's patience, or all of the rest: a byte now and then is no upload, it only holds a connection.
const LEAST: u64 = 4 << 10;

/// What a PATCH says in its headers.
#[derive(Debug)]
pub(super) struct Patch {
    pub(super) upload_id: String,
    pub(super) user_id: i64,
    pub(super) offset: u64,
    /// Content-Length.
    pub(super) length: Option<u64>,
}

/// Appends the body, and returns the offset that has been reached. All that it counts is on the disk.
///
/// After the last byte the upload is looked at: it becomes audio, or is gone.
pub(super) async fn receive(backend: Arc<Backend>, patch: Patch, body: Body) -> Result<u64, UploadError> {
    // For an upload of somebody else's, no turn is taken.
    super::find(&backend, &patch.upload_id, patch.user_id).await?;
    let turn = backend.uploads.turns.take(&patch.upload_id, WAIT).await.ok_or(UploadError::Locked)?;
    // Asked again: while this one waited, another may have completed it.
    let upload = super::find(&backend, &patch.upload_id, patch.user_id).await?;
    let (arrived, size) = (arrived(&backend, &upload).await?, size_of(&upload));
    if patch.offset != arrived {
        return Err(UploadError::Offset { arrived });
    }
    if patch.length.is_some_and(|length| length > size - arrived) {
        return Err(UploadError::Excess);
    }
    if upload.cid.is_some() {
        return Ok(arrived);
    }
    let patience = backend.uploads.limits.patience;
    let mut incoming = Incoming { body, turn, patience, heard: Instant::now(), came: 0, is_wanted: false };
    let arrived = incoming.append(&backend, &upload.upload_id, arrived, size).await?;
    if arrived == size {
        complete(&backend, &upload.upload_id).await?;
    }
    Ok(arrived)
}

/// How much of an upload there is: what the file says, not what anybody has noted.
pub(super) async fn arrived(backend: &Backend, upload: &UploadRecord) -> Result<u64, UploadError> {
    if upload.cid.is_some() {
        return Ok(size_of(upload));
    }
    match fs::metadata(backend.media.draft(&upload.upload_id)).await {
        Ok(metadata) => Ok(metadata.len()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(0),
        Err(error) => Err(error.into()),
    }
}

/// The upload, with its check done if all of it has arrived: the service may have stopped between the last byte and that, and a client
/// that finds nothing missing sends nothing more.
pub(super) async fn settled(
    backend: &Arc<Backend>,
    upload_id: &str,
    user_id: i64,
) -> Result<(UploadRecord, u64), UploadError> {
    let upload = super::find(backend, upload_id, user_id).await?;
    let offset = arrived(backend, &upload).await?;
    if upload.cid.is_some() || offset < size_of(&upload) {
        return Ok((upload, offset));
    }
    let turn = backend.uploads.turns.take(upload_id, WAIT).await.ok_or(UploadError::Locked)?;
    let upload = super::find(backend, upload_id, user_id).await?;
    if upload.cid.is_some() {
        return Ok((upload, offset));
    }
    // A task of its own, that has the turn: were it dropped between moving the file and recording it, all would have to be sent again.
    let (service, id) = (Arc::clone(backend), upload_id.to_owned());
    let completing = tokio::spawn(async move {
        let _turn = turn;
        complete(&service, &id).await
    });
    completing.await??;
    Ok((super::find(backend, upload_id, user_id).await?, offset))
}

/// Forgets an unfinished upload, its file first: a row without a file is an upload that begins anew, a file without a row stays for ever.
pub(super) async fn give_up(backend: &Backend, upload_id: &str) -> Result<(), UploadError> {
    match fs::remove_file(backend.media.draft(upload_id)).await {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    Ok(backend.store.delete_upload(upload_id).await?)
}

async fn complete(backend: &Backend, upload_id: &str) -> Result<(), UploadError> {
    match backend.media.keep(upload_id).await {
        Ok(audio) => Ok(backend.store.complete_upload(upload_id, &audio, backend.clock.now()).await?),
        Err(MediaError::NotAudio(reason)) => {
            give_up(backend, upload_id).await?;
            Err(reason.into())
        }
        Err(error) => Err(error.into()),
    }
}

fn size_of(upload: &UploadRecord) -> u64 {
    u64::try_from(upload.size).unwrap_or_default()
}

struct Incoming {
    body: Body,
    turn: Turn,
    patience: Duration,
    /// When enough had come for the last time, and what has come since.
    heard: Instant,
    came: u64,
    is_wanted: bool,
}

impl Incoming {
    /// Whatever ends the body, what has come before stays, and is flushed.
    async fn append(&mut self, backend: &Backend, upload_id: &str, from: u64, size: u64) -> Result<u64, UploadError> {
        let mut file = File::options().append(true).create(true).open(backend.media.draft(upload_id)).await?;
        let mut at = from;
        let ended = loop {
            match self.next().await {
                Ok(None) => break Ok(()),
                Ok(Some(bytes)) if bytes.len() as u64 > size - at => break Err(UploadError::Excess),
                Ok(Some(bytes)) => match file.write_all(&bytes).await {
                    Ok(()) => {
                        at += bytes.len() as u64;
                        backend.metrics.uploaded(bytes.len());
                    }
                    Err(error) => break Err(error.into()),
                },
                // Nothing was missing any more but the end of the request.
                Err(_) if at == size => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        file.flush().await?;
        file.sync_data().await?;
        ended.map(|()| at)
    }

    /// The next bytes; `None` at the end.
    async fn next(&mut self) -> Result<Option<Bytes>, UploadError> {
        loop {
            let patience = if self.is_wanted { self.patience.min(PATIENCE_WHILE_WANTED) } else { self.patience };
            tokio::select! {
                // What has come has come, however long the disk took over what came before.
                biased;
                frame = self.body.frame() => match frame.transpose() {
                    Ok(None) => return Ok(None),
                    Ok(Some(frame)) => if let Ok(bytes) = frame.into_data() {
                        self.hear(bytes.len() as u64);
                        return Ok(Some(bytes));
                    },
                    Err(error) => return Err(UploadError::Interrupted(Error::other(error))),
                },
                () = tokio::time::sleep_until(self.heard + patience) => return Err(UploadError::Idle),
                () = self.turn.wanted(), if !self.is_wanted => self.is_wanted = true,
            }
        }
    }

    fn hear(&mut self, count: u64) {
        self.came += count;
        if self.came >= LEAST {
            (self.heard, self.came) = (Instant::now(), 0);
        }
    }
}
