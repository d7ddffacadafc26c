//! Uploads, also over a bad line.

use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use stagepass::{Code, FileSource, PageOptions, Reading, UploadOptions, UploadProgress, UploadSource, UploadStatus};
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

#[tokio::test]
async fn a_file_is_uploaded_and_listed() {
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
    assert!(seen.iter().all(|progress| progress.upload_id.as_ref() == Some(&upload.upload_id)));
    assert!(seen.iter().all(|progress| progress.resumed_from.is_none()));

    let page = tracks.uploads(PageOptions::new()).await.unwrap();
    let [entry] = page.items.as_slice() else { panic!("{page:?}") };
    assert_eq!(
        (entry.filename.as_deref(), entry.sent, entry.total),
        (Some("song.wav"), entry.total, song().len() as u64)
    );
    assert_eq!(entry.status, UploadStatus::Completed(upload.clone()));
    assert_eq!(page.quota.used, song().len() as u64);
    tracks.discard_upload(&upload.upload_id).await.unwrap();
    assert_eq!(tracks.uploads(PageOptions::new()).await.unwrap().quota.used, 0);
    assert_eq!(tracks.discard_upload("a/b").await.unwrap_err().code(), Code::OptionInvalid);
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
    let page = tracks.uploads(PageOptions::new()).await.unwrap();
    assert_eq!(page.items.len(), 1);
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
    let again = stage.client(store).tracks();
    let (options, seen) = watched();
    again.upload(song(), options).await.unwrap();
    let resumed_from = seen.lock().unwrap().first().unwrap().resumed_from.unwrap();
    assert!(resumed_from >= sent, "{resumed_from} {sent}");
    assert_eq!(again.uploads(PageOptions::new()).await.unwrap().items.len(), 1);

    // With `resume(false)` it starts again. So does the file of another name.
    for options in [named().resume(false), UploadOptions::new().filename("other.wav")] {
        again.upload(song(), options).await.unwrap();
    }
    assert_eq!(again.uploads(PageOptions::new()).await.unwrap().items.len(), 3);
}

#[tokio::test]
async fn concurrent_uploads_of_same_file_return_one_cid() {
    let stage = Stage::new().await;
    let tracks = stage.owner().await.tracks();
    let (first, second) = tokio::join!(tracks.upload(song(), named()), tracks.upload(song(), named()));
    assert_eq!(first.unwrap().track_cid, second.unwrap().track_cid);
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
