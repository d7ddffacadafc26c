//! Uploads, also over a bad line.

use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use stagepass::{Code, FileSource, Reading, UploadOptions, UploadProgress, UploadSource};
use stagepass_test_support::api_client::wav;

use crate::stage::Stage;

/// Two parts of a megabyte and a bit.
fn song() -> Vec<u8> {
    wav(Duration::from_secs(140))
}

fn named() -> UploadOptions {
    UploadOptions::new().filename("song.wav")
}

/// Returns options that record the progress.
fn watched() -> (UploadOptions, Arc<Mutex<Vec<UploadProgress>>>) {
    let seen = Arc::<Mutex<Vec<UploadProgress>>>::default();
    let record = Arc::clone(&seen);
    (named().on_progress(move |progress| record.lock().unwrap().push(progress)), seen)
}

/// Returns the uploads of `demo`, as the service lists them.
async fn uploads(stage: &Stage) -> Vec<Value> {
    stage.scene.get("/uploads", &stage.scene.token).await.json()["data"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_file_is_uploaded_in_parts() {
    let stage = Stage::new().await;
    let tracks = stage.owner().await.tracks();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("song.wav");
    std::fs::write(&path, song()).unwrap();
    let (options, seen) = watched();
    let file = FileSource::open(&path).await.unwrap();
    let upload = tracks.upload(file, options).await.unwrap();
    assert_eq!(upload.mime_type, "audio/wav");
    let seen = seen.lock().unwrap().clone();
    let sent: Vec<_> = seen.iter().map(|progress| progress.sent).collect();
    assert_eq!((sent.first(), sent.get(1), sent.last()), (Some(&0), Some(&(1 << 20)), Some(&(song().len() as u64))));
    assert!(seen.iter().all(|progress| progress.resumed_from.is_none()));
    let uploads = uploads(&stage).await;
    let [stored] = uploads.as_slice() else { panic!("{uploads:?}") };
    assert_eq!((stored["id"].as_str(), stored["filename"].as_str()), (Some(&*upload.upload_id), Some("song.wav")));
    assert_eq!(stored["track_cid"], upload.track_cid);
}

#[tokio::test]
async fn an_upload_continues_after_a_lost_connection() {
    let stage = Stage::new().await;
    let tracks = stage.owner().await.tracks();
    stage.link.lose_after(600_000);
    let (options, seen) = watched();
    tracks.upload(song(), options).await.unwrap();
    assert_eq!(stage.link.losses(), 1);
    let seen = seen.lock().unwrap().clone();
    // The service has kept what had arrived, so less than the whole part was sent again.
    assert!(seen.iter().any(|progress| progress.sent > 0 && progress.sent < 1 << 20), "{seen:?}");
    assert_eq!(uploads(&stage).await.len(), 1);
}

#[tokio::test]
async fn an_aborted_upload_resumes_in_another_client() {
    let stage = Stage::new().await;
    let store = stage.store("demo").await;
    let tracks = stage.client(store.clone()).tracks();
    let (enough, mut has_enough) = tokio::sync::mpsc::unbounded_channel();
    let options = named().on_progress(move |progress| {
        if progress.sent > 0 {
            let _ = enough.send(progress.sent);
        }
    });
    let sent = tokio::select! {
        result = tracks.upload(song(), options) => panic!("{result:?}"),
        sent = has_enough.recv() => sent.unwrap(),
    };
    // The file of another name starts again.
    let again = stage.client(store).tracks();
    again.upload(song(), UploadOptions::new().filename("other.wav")).await.unwrap();
    assert_eq!(uploads(&stage).await.len(), 2);

    let (options, seen) = watched();
    again.upload(song(), options).await.unwrap();
    let resumed_from = seen.lock().unwrap().first().unwrap().resumed_from.unwrap();
    assert!(resumed_from >= sent, "{resumed_from} {sent}");
    assert_eq!(uploads(&stage).await.len(), 2);
}

#[tokio::test]
async fn a_file_that_is_no_audio_is_refused() {
    let stage = Stage::new().await;
    let tracks = stage.owner().await.tracks();
    let error = tracks.upload(b"Not audio at all.".to_vec(), named()).await.unwrap_err();
    assert_eq!(error.code(), Code::UploadRefused, "{error}");
    assert!(error.description().is_some());
    assert_eq!(stage.visitor().tracks().upload(song(), named()).await.unwrap_err().code(), Code::NotSignedIn);
}

/// A file that is gone.
struct Gone;

impl UploadSource for Gone {
    fn size(&self) -> u64 {
        9
    }

    fn read(&self, _: u64, _: usize) -> Reading<'_> {
        Box::pin(async { Err(io::ErrorKind::NotFound.into()) })
    }
}

#[tokio::test]
async fn unreadable_file_is_reported_with_its_cause() {
    let stage = Stage::new().await;
    let error = stage.owner().await.tracks().upload(Gone, UploadOptions::new()).await.unwrap_err();
    assert_eq!(error.code(), Code::OptionInvalid);
    let cause = std::error::Error::source(&error).unwrap().downcast_ref::<io::Error>().unwrap();
    assert_eq!(cause.kind(), io::ErrorKind::NotFound);
}
