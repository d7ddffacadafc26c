//! `GET {base}/account/export`: a ZIP file with the user's data: profile, tracks with their audio, and library. It is
//! made while it is sent, so it takes a few buffers of memory and the CIDs of the user's tracks, whatever its size.
//!
//! A user may delete the account after the download, so a file that looks complete must be complete. If anything cannot
//! be read, the connection is aborted, and the file has no end.

mod download;

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use axum::body::{Body, BodyDataStream};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use serde_json::json;
use tokio::runtime::Handle;
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::ReceiverStream;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

use self::download::Download;
use crate::pages::page;
use crate::pages::problem::Problem;
use crate::pages::session::Session;
use crate::state::Backend;
use stagepass_media::audio::{AudioError, Part, answer};
use stagepass_media::{AudioSource, audio_path};
use stagepass_server::serve::Streamed;
use stagepass_store::{StoreError, TrackRecord, UserRecord};

/// The size of a buffer that is sent.
const BUFFER: usize = 64 << 10;
/// The tracks that are read at once.
const PAGE: i64 = 100;
/// `Retry-After`, in seconds, if there is no slot.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("60");

/// Why an export ends early. The connection is aborted then.
#[derive(Debug, thiserror::Error)]
enum ExportError {
    #[error("the client: {0}")]
    Client(#[from] io::Error),
    #[error("audio {cid}: {error}")]
    Audio { cid: String, error: Box<dyn Error + Send + Sync> },
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
    let Ok(slot) = backend.export_slots.take(session.user.user_id) else {
        let mut response = Problem::export_running().respond(base);
        response.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
        return response;
    };
    let disposition = format!("attachment; filename=\"{}.zip\"", session.user.handle);
    let (download, receiver) = Download::begin(Handle::current());
    let exporting = Arc::clone(&backend);
    tokio::task::spawn_blocking(move || {
        let _slot = slot;
        match write(&exporting, &session.user, &download) {
            Ok(()) => download.complete(),
            Err(error @ ExportError::Client(_)) => tracing::debug!(%error, "an export ended early"),
            Err(error) => tracing::warn!(%error, "an export failed"),
        }
    });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/zip")),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::try_from(disposition).unwrap_or(HeaderValue::from_static("attachment")),
        ),
    ];
    let mut response = (headers, Body::from_stream(ReceiverStream::new(receiver))).into_response();
    response.extensions_mut().insert(Streamed);
    response
}

fn write(backend: &Backend, user: &UserRecord, download: &Download) -> Result<(), ExportError> {
    let mut export = Export {
        backend,
        download,
        zip: ZipWriter::new_stream(BufWriter::with_capacity(BUFFER, download)),
        // Audio is compressed already. Its size is not limited.
        options: SimpleFileOptions::default().compression_method(CompressionMethod::Stored).large_file(true),
    };
    if let Err(error) = export.add_all(user) {
        // Dropping the writer would complete the file.
        download.discard();
        return Err(error);
    }
    export.zip.finish()?.flush()?;
    Ok(download.check()?)
}

/// An export in progress.
struct Export<'a> {
    backend: &'a Backend,
    download: &'a Download,
    zip: ZipWriter<StreamWriter<BufWriter<&'a Download>>>,
    options: SimpleFileOptions,
}

/// A track in a list.
#[derive(Serialize)]
struct Entry<'a> {
    id: i64,
    title: &'a str,
    genre: Option<&'a str>,
    description: Option<&'a str>,
    /// The file in the ZIP file. Only in the list of the user's own tracks.
    #[serde(skip_serializing_if = "Option::is_none")]
    audio: Option<String>,
}

fn without_audio(track: &TrackRecord) -> Entry<'_> {
    let TrackRecord { track_id, title, genre, description, .. } = track;
    Entry { id: *track_id, title, genre: genre.as_deref(), description: description.as_deref(), audio: None }
}

impl Export<'_> {
    fn add_all(&mut self, user: &UserRecord) -> Result<(), ExportError> {
        let (backend, user_id) = (self.backend, user.user_id);
        let UserRecord { handle, name, verified, .. } = user;
        let profile = json!({ "userId": user_id, "handle": handle, "name": name, "verified": verified });
        self.zip.start_file("profile.json", self.options)?;
        serde_json::to_writer_pretty(&mut self.zip, &profile)?;
        let saved = |after| backend.store.saved_tracks(user_id, after, PAGE);
        self.add_list("library.json", saved, without_audio)?;
        // The tracks of each audio.
        let mut own = BTreeMap::<String, Vec<i64>>::new();
        let tracks = |after| backend.store.tracks_of(user_id, Some(user_id), after, PAGE);
        self.add_list("tracks.json", tracks, |track| {
            own.entry(track.cid.clone()).or_default().push(track.track_id);
            Entry { audio: Some(file_name(&track.cid)), ..without_audio(track) }
        })?;
        self.add_audio(&own)
    }

    /// Adds a list of tracks as JSON, a page at a time, so that only one page is in memory.
    fn add_list<F: Future<Output = Result<Vec<(i64, TrackRecord)>, StoreError>>>(
        &mut self,
        name: &str,
        page: impl Fn(Option<i64>) -> F,
        mut entry: impl for<'t> FnMut(&'t TrackRecord) -> Entry<'t>,
    ) -> Result<(), ExportError> {
        self.zip.start_file(name, self.options)?;
        self.zip.write_all(b"[")?;
        let (mut after, mut separator) = (None, "\n");
        loop {
            let found = self.download.wait(page(after))?;
            let Some((last, _)) = found.last() else { break };
            after = Some(*last);
            for (_, track) in &found {
                self.zip.write_all(separator.as_bytes())?;
                serde_json::to_writer(&mut self.zip, &entry(track))?;
                separator = ",\n";
            }
            self.download.check()?;
        }
        Ok(self.zip.write_all(b"\n]\n")?)
    }

    /// Adds the audio of these tracks, and `missing.txt` with the CIDs of audio that was deleted meanwhile.
    fn add_audio(&mut self, own: &BTreeMap<String, Vec<i64>>) -> Result<(), ExportError> {
        let mut missing = String::new();
        for (cid, tracks) in own {
            match self.download.wait(open(self.backend, cid)) {
                Ok(audio) => self.add_one(cid, audio)?,
                Err(error) if error.is_missing() && self.are_deleted(tracks)? => missing.extend([cid.as_str(), "\n"]),
                Err(error) => return Err(ExportError::Audio { cid: cid.clone(), error: error.into() }),
            }
        }
        if !missing.is_empty() {
            self.zip.start_file("missing.txt", self.options)?;
            self.zip.write_all(missing.as_bytes())?;
        }
        Ok(())
    }

    fn add_one(&mut self, cid: &str, mut audio: BodyDataStream) -> Result<(), ExportError> {
        self.zip.start_file(file_name(cid), self.options)?;
        while let Some(bytes) = self.download.wait(audio.next()) {
            let bytes = bytes.map_err(|error| ExportError::Audio { cid: cid.to_owned(), error: error.into() })?;
            self.zip.write_all(&bytes)?;
            self.download.check()?;
        }
        Ok(())
    }

    /// Returns whether the user has deleted these tracks since they were listed. Only then may their audio be gone: the
    /// audio of a track that exists is always stored.
    fn are_deleted(&self, tracks: &[i64]) -> Result<bool, StoreError> {
        for track_id in tracks {
            if self.download.wait(self.backend.store.track(*track_id))?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn file_name(cid: &str) -> String {
    format!("audio/{cid}")
}

async fn open(backend: &Backend, cid: &str) -> Result<BodyDataStream, AudioError> {
    let (open_audio, now) = (&backend.nodes.open_audio, backend.clock.now());
    let audio = match backend.media.audio() {
        AudioSource::Folder(media) => open_audio.file(&audio_path(&media, cid), now, None).await?,
        AudioSource::Bucket(bucket) => open_audio.object(&bucket, cid, now).await?,
    };
    let media_type = HeaderValue::from_static("application/octet-stream");
    let response = answer(Response::builder(), Part::Whole, audio, media_type, false).await?;
    Ok(response.into_body().into_data_stream())
}
