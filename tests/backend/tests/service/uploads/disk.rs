//! A full disk: uploads are refused, everything else continues to work, and deleting uploads makes room.
//!
//! Each test needs a small file system. So it runs itself again, in a mount namespace of its own where a tmpfs of 64 MB
//! is mounted over the temporary folder: no other process sees it, and it ends with the process.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use stagepass_backend::node::{self, NodeSettings};
use stagepass_backend::{Settings, UploadLimits};
use stagepass_test_support::api_client::{ApiClient, id, sent, wav};
use stagepass_test_support::{PASSWORD, Reply, TestStorage, Tokens};

/// The environment variable that is set if the temporary folder is a file system of 64 MB.
const IS_SMALL: &str = "STAGEPASS_TEST_SMALL_DISK";
/// Mounts it, and runs what comes after.
const MOUNT: &str = "mount -t tmpfs -o size=64m,mode=0700 tmpfs \"$TMPDIR\" && exec \"$@\"";
const MB: usize = 1 << 20;

/// Whether this is the process that has the small disk. If not, runs the test of this name in one that has.
fn has_small_disk(test: &str) -> bool {
    if std::env::var_os(IS_SMALL).is_some() {
        return true;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", MOUNT, "sh"]);
    command.arg(std::env::current_exe().unwrap()).arg("--exact").arg(format!("uploads::disk::{test}"));
    command.env("TMPDIR", folder.path()).env(IS_SMALL, "1");
    let output = command.output().expect("unshare, of util-linux");
    let printed = [output.stdout, output.stderr].map(|printed| String::from_utf8_lossy(&printed).into_owned()).concat();
    // A machine that allows no namespaces shows nothing, and must not look as if it had.
    assert!(output.status.success() && printed.contains("1 passed"), "{test}: {printed}");
    false
}

fn settings(place: &TestStorage) -> Settings {
    let uploads = UploadLimits::default();
    Settings { uploads, ..place.settings() }
}

/// Takes all the space of the disk but so many bytes, as another program could.
fn fill(place: &TestStorage, but: u64) -> PathBuf {
    let path = place.folder().join("of-another-program");
    let free = free(place.folder());
    let size = free.saturating_sub(but);
    let done = Command::new("fallocate").arg("--length").arg(size.to_string()).arg(&path).status().unwrap();
    assert!(done.success(), "{size} of {free}");
    path
}

pub(crate) fn free(path: &Path) -> u64 {
    let output = Command::new("df").args(["--output=avail", "--block-size=1"]).arg(path).output().unwrap();
    String::from_utf8_lossy(&output.stdout).lines().nth(1).unwrap().trim().parse().unwrap()
}

/// Signs in, exchanges a code, refreshes, revokes and asks who it is: all that a user does.
async fn sign_in_and_out(scene: &ApiClient) {
    let tokens = scene.tokens("demo", "write").await;
    refresh_and_sign_out(scene, &tokens).await;
}

async fn refresh_and_sign_out(scene: &ApiClient, tokens: &Tokens) {
    let refreshed = Tokens::of(&scene.world.refresh(&tokens.refresh).await);
    assert_eq!(scene.world.me(&refreshed.access).await.status, 200);
    let revoked = scene.world.revoke(&refreshed.refresh, &json!(scene.world.app.api_key)).await;
    assert_eq!(revoked.status, 200, "{}", revoked.body);
}

/// The address of an upload at whichever port the service has.
fn path(upload: &str) -> String {
    format!("/uploads/{}", id(upload))
}

async fn ready(scene: &ApiClient) -> Reply {
    sent(scene.world.http.get(scene.world.url("/readyz"))).await
}

/// Uploads sounds of so many bytes, each another, until one is refused. Returns the addresses of the others, and the
/// refusal.
async fn fill_by_uploads(scene: &ApiClient) -> (Vec<String>, Reply) {
    let mut uploads = Vec::new();
    for number in 0..100 {
        let sound = wav(Duration::from_millis(200_000 + number));
        let reply = scene.create(&scene.token, sound.len()).await;
        if reply.status != 201 {
            return (uploads, reply);
        }
        let upload = reply.header("location").to_owned();
        let reply = scene.append(&upload, 0, &sound).await;
        if reply.status != 204 {
            return (uploads, reply);
        }
        uploads.push(upload);
    }
    panic!("a disk of 64 MB takes 100 uploads of 3 MB");
}

#[tokio::test]
async fn full_disk_refuses_uploads_while_sqlite_keeps_working() {
    if !has_small_disk("full_disk_refuses_uploads_while_sqlite_keeps_working") {
        return;
    }
    let place = TestStorage::new();
    let scene = ApiClient::with(settings(&place)).await;
    let sound = wav(Duration::from_secs(1));
    let cid = scene.cid(Duration::from_secs(1)).await;
    scene.track("One", &cid).await;
    let node =
        node::start(NodeSettings::new(Arc::new(stagepass_backend::catalog(&scene.world.service)))).await.unwrap();
    let begun = scene.begin(8 * MB).await;
    assert_eq!(scene.append(&begun, 0, &vec![0; MB]).await.status, 204);

    let (uploads, refused) = fill_by_uploads(&scene).await;
    refused.is_error(507, "storage_full");
    assert!(uploads.len() > 3, "{}", uploads.len());
    // An upload that has begun had space counted for it.
    assert_eq!(scene.append(&begun, MB, &vec![0; MB]).await.status, 204);
    // Everything else continues to work, however many requests follow: the size of the database's log is limited.
    for _ in 0..200 {
        sign_in_and_out(&scene).await;
    }
    let audio = reqwest::get(format!("{}/tracks/cidstream/{cid}", node.origin())).await.unwrap();
    assert_eq!((audio.status().as_u16(), audio.bytes().await.unwrap().to_vec()), (200, sound));
    assert_eq!(ready(&scene).await.status, 200);

    for upload in &uploads[..2] {
        assert_eq!(scene.terminate(upload).await.status, 204);
    }
    assert_eq!(scene.create(&scene.token, 3 * MB).await.status, 201, "there is room again");
    node.shutdown().await;
    let scene = scene.restarted(settings(&place)).await;
    for upload in &uploads[2..] {
        assert_eq!(scene.shown(&path(upload)).await["status"], "completed", "nothing is lost");
    }
    assert_eq!(scene.offset(&path(&begun)).await, Some(2 * MB));
}

#[tokio::test]
async fn deleting_uploads_frees_disk_too_full_for_sqlite() {
    if !has_small_disk("deleting_uploads_frees_disk_too_full_for_sqlite") {
        return;
    }
    let place = TestStorage::new();
    let scene = ApiClient::with(settings(&place)).await;
    let sound = wav(Duration::from_secs(200));
    let open = scene.begin(8 * MB).await;
    assert_eq!(scene.append(&open, 0, &vec![0; 4 * MB]).await.status, 204);
    let done = scene.begin(sound.len()).await;
    assert_eq!(scene.append(&done, 0, &sound).await.status, 204);
    let begun = scene.begin(sound.len()).await;
    assert_eq!(scene.append(&begun, 0, &sound[..MB]).await.status, 204);
    for _ in 0..20 {
        sign_in_and_out(&scene).await;
    }
    let tokens = scene.tokens("demo", "write").await;
    // Of the reserve, a little is left: uploads and sign-ins are over, and the rest is not.
    let other = fill(&place, 2 * MB as u64);
    scene.append(&begun, MB, &sound[MB..]).await.is_error(507, "storage_full");
    assert_eq!(scene.offset(&begun).await, Some(MB), "what had arrived is kept");
    assert_eq!(scene.create(&scene.token, 100).await.status, 507);
    let refused = scene.world.browser().try_sign_in("demo", PASSWORD, "/v1/account").await;
    refused.is_page(503, "sign-in");
    assert!(refused.alert().contains("no space left"), "{}", refused.alert());
    refresh_and_sign_out(&scene, &tokens).await;
    let readiness = ready(&scene).await;
    assert_eq!(
        (readiness.status, readiness.json()["uploads"].as_str()),
        (200, Some("can't be used")),
        "{}",
        readiness.body
    );
    // No space is left at all. Unfinished uploads can be deleted, and then everything else works again.
    let last = place.folder().join("the-last-of-it");
    while let Err(error) = std::fs::write(&last, vec![0; usize::try_from(free(place.folder())).unwrap()]) {
        assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
    }
    assert_eq!(scene.terminate(&open).await.status, 204);
    assert!(free(place.folder()) > 3 * MB as u64, "{}", free(place.folder()));
    std::fs::remove_file(&last).unwrap();
    for _ in 0..100 {
        sign_in_and_out(&scene).await;
    }
    assert_eq!(scene.terminate(&done).await.status, 204);
    std::fs::remove_file(other).unwrap();
    assert_eq!(scene.append(&begun, MB, &sound[MB..]).await.status, 204, "an upload resumes where it was");
    assert_eq!(scene.shown(&begun).await["status"], "completed");
}
