//! `GET {base}/account/export`: a ZIP file with the user's data: profile, tracks with their audio, and library. It is
//! made while it is sent, so it takes a few buffers of memory, whatever its size.

use std::collections::HashSet;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Sender, channel};
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::ReceiverStream;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::limits::rate_limited;
use crate::pages::page;
use crate::pages::problem::Problem;
use crate::pages::session::Session;
use crate::state::Backend;
use stagepass_kit::rate::RateLimited;
use stagepass_media::audio::{Part, answer};
use stagepass_media::{AudioSource, audio_path};
use stagepass_server::serve::Streamed;
use stagepass_store::{StoreError, TrackRecord, UserRecord};

/// The size of a buffer, and how many wait to be sent.
const BUFFER: usize = 64 << 10;
const BUFFERS: usize = 4;
/// The tracks that are read at once.
const PAGE: i64 = 100;
const WAIT: std::time::Duration = std::time::Duration::from_secs(10);

/// Why an export ends early. The client then gets an incomplete file.
#[derive(Debug, thiserror::Error)]
enum ExportError {
    #[error(transparent)]
    Write(#[from] io::Error),
    #[error(transparent)]
    Zip(#[from] zip::result::ZipError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

pub(crate) async fn show(State(backend): State<Arc<Backend>>, headers: HeaderMap) -> Response {
    let base = backend.base_url.path();
    let session = match Session::find(&backend, &headers).await {
        Ok(Some(session)) => session,
        Ok(None) => return page::see_other(&format!("{base}/sign-in")),
        Err(error) => {
            tracing::error!(%error, "the store failed");
            return Problem::internal().respond(base);
        }
    };
    let Some(slot) = backend.export_slots.take(session.user.user_id) else {
        return rate_limited::of_user(base, RateLimited::for_time(WAIT));
    };
    let disposition = format!("attachment; filename=\"{}.zip\"", session.user.handle);
    let (sender, receiver) = channel(BUFFERS);
    let (exporting, runtime) = (Arc::clone(&backend), Handle::current());
    tokio::task::spawn_blocking(move || {
        let _slot = slot;
        if let Err(error) = write(&exporting, &runtime, &session.user, Output(sender)) {
            tracing::debug!(%error, "an export ended early");
        }
    });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/zip")),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::try_from(disposition).unwrap_or(HeaderValue::from_static("attachment")),
        ),
    ];
    let mut response = (headers, Body::from_stream(ReceiverStream::new(receiver).map(io::Result::Ok))).into_response();
    response.extensions_mut().insert(Streamed);
    response
}

fn write(backend: &Backend, runtime: &Handle, user: &UserRecord, output: Output) -> Result<(), ExportError> {
    let mut zip = ZipWriter::new_stream(BufWriter::with_capacity(BUFFER, output));
    // Audio is compressed already. Its size is not limited.
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored).large_file(true);
    let mut add = |name: &str, value: &Value| -> Result<(), ExportError> {
        zip.start_file(name, options)?;
        Ok(serde_json::to_writer_pretty(&mut zip, value)?)
    };
    let UserRecord { user_id, handle, name, verified, .. } = user;
    add("profile.json", &json!({ "userId": user_id, "handle": handle, "name": name, "verified": verified }))?;
    let own = runtime.block_on(all(|after| backend.store.tracks_of(*user_id, Some(*user_id), after, PAGE)))?;
    let saved = runtime.block_on(all(|after| backend.store.saved_tracks(*user_id, after, PAGE)))?;
    add("library.json", &saved.iter().map(of_track).collect())?;
    add("tracks.json", &own.iter().map(of_track).collect())?;
    let mut written = HashSet::new();
    for track in own.iter().filter(|track| written.insert(track.cid.clone())) {
        let Some(mut audio) = runtime.block_on(open(backend, &track.cid)) else { continue };
        zip.start_file(format!("audio/{}", track.cid), options)?;
        while let Some(bytes) = runtime.block_on(audio.next()) {
            zip.write_all(&bytes.map_err(io::Error::other)?)?;
        }
    }
    zip.finish()?.flush()?;
    Ok(())
}

/// Reads a list to its end.
async fn all<F: Future<Output = Result<Vec<(i64, TrackRecord)>, StoreError>>>(
    page: impl Fn(Option<i64>) -> F,
) -> Result<Vec<TrackRecord>, StoreError> {
    let (mut tracks, mut after) = (Vec::new(), None);
    loop {
        let found = page(after).await?;
        let Some((last, _)) = found.last() else { return Ok(tracks) };
        after = Some(*last);
        tracks.extend(found.into_iter().map(|(_, track)| track));
    }
}

fn of_track(track: &TrackRecord) -> Value {
    let TrackRecord { track_id, title, genre, description, cid, .. } = track;
    json!({ "id": track_id, "title": title, "genre": genre, "description": description, "audio": format!("audio/{cid}") })
}

/// Opens the audio. `None` if it is not there.
async fn open(backend: &Backend, cid: &str) -> Option<axum::body::BodyDataStream> {
    let (open_audio, now) = (&backend.nodes.open_audio, backend.clock.now());
    let audio = match backend.media.audio() {
        AudioSource::Folder(media) => open_audio.file(&audio_path(&media, cid), now, None).await,
        AudioSource::Bucket(bucket) => open_audio.object(&bucket, cid, now).await,
    };
    let audio = audio.inspect_err(|error| tracing::warn!(%error, cid, "an export lacks this audio")).ok()?;
    let media_type = HeaderValue::from_static("application/octet-stream");
    let response = answer(Response::builder(), Part::Whole, audio, media_type, false).await.ok()?;
    Some(response.into_body().into_data_stream())
}

/// Passes buffers to the connection. Waits while it has enough.
struct Output(Sender<Bytes>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.0.blocking_send(Bytes::copy_from_slice(bytes));
        sent.map(|()| bytes.len()).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
