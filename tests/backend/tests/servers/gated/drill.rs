//! A backup of running servers, the loss of everything, and a restore.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use stagepass_backend::TokenKeys;
use stagepass_backend::clock::Clock as _;
use stagepass_backend::store::{ACCESS, SERVICE};
use stagepass_test_support::secrets::note;
use stagepass_test_support::{TestStorage, Tokens, log, migrate};

use super::{ApiClient, Duration, IN_AUSTRALIA, Method, SECONDS, Settings, Stage, Value, json, location, sent, wav};

const ACCESS_KEY: &str = "0101010101010101010101010101010101010101010101010101010101010101";

/// Where the data of all servers is.
struct Storage {
    service: TestStorage,
    access: TestStorage,
}

impl Storage {
    fn new() -> Self {
        let storage = Self::empty();
        migrate(&storage.service.database(), SERVICE);
        migrate(&storage.access.database(), ACCESS);
        storage
    }

    fn empty() -> Self {
        Self { service: TestStorage::empty(), access: TestStorage::empty() }
    }

    /// A command for both databases and the media.
    fn command(&self, name: &str) -> Command {
        let mut command = self.service.command(&[name]);
        command.env("STAGEPASS_ACCESS_DATABASE", self.access.address()).env("SIGNER_PRIVATE_KEY", ACCESS_KEY);
        command
    }
}

/// What a command prints.
async fn done(mut command: Command) -> Value {
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    log::keep(&output.stderr);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

async fn back_up(storage: &Storage, to: &Path) -> Value {
    let mut command = storage.command("backup");
    command.arg("--with-keys").arg("--to").arg(to);
    done(command).await
}

impl Stage {
    async fn put(&self, path: &str, ticket: &str, body: &Value) {
        let put = self.send(Method::PUT, path, ticket, body).await;
        assert_eq!(put.status, 200, "{path}: {}", put.body);
    }

    /// A track of `demo` for users who have bought the album, and `user_id` has.
    async fn sold(&self, user_id: i64) -> u64 {
        let (track_id, _) = self.gated().await;
        let owner = self.good_ticket().await;
        self.put("/owner/products/album", &owner, &json!({ "name": "Album" })).await;
        self.put(&format!("/tracks/{track_id}/rule"), &owner, &json!({ "rule": { "paid": "album" } })).await;
        let hook = self.send(Method::POST, "/owner/webhooks", &owner, &json!({ "kind": "stagepass" })).await.json();
        let (hook, secret) = (hook["webhookId"].as_str().unwrap(), hook["secret"].as_str().unwrap());
        note("API secret", secret);
        self.pay(hook, secret, user_id).await;
        track_id
    }

    async fn pay(&self, hook: &str, secret: &str, user_id: i64) {
        let now = self.scene.world.clock.now();
        let data = json!({ "purchaseId": "order-1", "product": "album", "userId": user_id });
        let body = json!({ "id": "e1", "type": "purchase.paid", "created": now, "data": data }).to_string();
        let mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap().chain_update(format!("{now}.{body}"));
        let tag = mac.finalize().into_bytes().iter().fold(String::new(), |text, octet| text + &format!("{octet:02x}"));
        let request = self.scene.world.http.post(format!("{}/webhooks/{hook}", self.access.origin()));
        let request = request.header("stagepass-signature", format!("t={now},v1={tag}"));
        let sent = sent(request.header("content-type", "application/json").body(body)).await;
        assert_eq!(sent.status, 200, "{}", sent.body);
    }

    /// What a user of the app hears of a track after the tokens were refreshed.
    async fn hears(&self, tokens: &Tokens, track_id: u64) -> (u16, Vec<u8>) {
        let refreshed = Tokens::of(&self.scene.world.refresh(&tokens.refresh).await);
        let ticket = self.ticket(&refreshed.access, self.access.audience()).await;
        let reply = self.stream(IN_AUSTRALIA, track_id, &format!("Ticket {ticket}")).await;
        self.fetch_audio(location(&reply)).await
    }
}

/// Uploads and deletes audio of `demo` until `is_over`, so that audio vanishes during the backup.
async fn upload_and_delete(scene: &ApiClient, is_over: &AtomicBool) {
    for length in (300..).step_by(10).take_while(|_| !is_over.load(Ordering::Relaxed)) {
        let sound = wav(Duration::from_millis(length));
        let upload = scene.begin(sound.len()).await;
        assert_eq!(scene.append(&upload, 0, &sound).await.status, 204);
        assert_eq!(scene.terminate(&upload).await.status, 204);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn total_loss_is_restored_from_live_backup() {
    let (storage, backups) = (Storage::new(), tempfile::tempdir().unwrap());
    let stage = Stage::with(storage.service.settings(), storage.access.database()).await;
    let (_, buyer) = stage.scene.add_user("buyer", "read").await;
    let tokens = stage.scene.tokens("buyer", "read").await;
    let track_id = stage.sold(buyer).await;
    let unfinished = stage.scene.begin(100_000).await;
    stage.scene.append(&unfinished, 0, &[0; 1_000]).await;

    let is_over = AtomicBool::new(false);
    let backup = async {
        let made = back_up(&storage, backups.path()).await;
        is_over.store(true, Ordering::Relaxed);
        made
    };
    let (first, ()) = tokio::join!(backup, upload_and_delete(&stage.scene, &is_over));
    let second = back_up(&storage, backups.path()).await;
    assert!(first["audio"]["files"].as_u64() >= Some(1), "{first}");
    assert_eq!((&second["audio"]["copied"], &second["audio"]["files"]), (&json!(0), &json!(1)), "{second}");

    drop(storage);
    let restored = Storage::empty();
    let keys = restored.service.folder().join("token-key");
    let restore = |more: &[&str]| {
        let mut command = restored.command("restore");
        command.arg("--from").arg(backups.path()).arg("--expect").arg(second["sha256"].as_str().unwrap());
        command.arg("--token-key-file").arg(&keys);
        command.arg("--signer-private-key-file").arg(restored.service.folder().join("access-key")).args(more);
        command
    };
    let tried = done(restore(&["--dry-run"])).await;
    assert_eq!((&tried["problems"], &tried["backup"]), (&json!([]), &second["backup"]), "{tried}");
    assert!(!keys.exists(), "nothing was changed");
    let made = done(restore(&[])).await;
    assert_eq!(made["audio"]["files"], 1, "{made}");
    let restored_key = std::fs::read_to_string(restored.service.folder().join("access-key")).unwrap();
    assert_eq!(restored_key.trim(), ACCESS_KEY);

    let settings = Settings { token_keys: TokenKeys::File(keys.clone()), ..restored.service.settings() };
    let stage = stage.restarted(settings, restored.access.database()).await;
    assert_eq!(stage.hears(&tokens, track_id).await, (200, wav(Duration::from_secs(SECONDS))));
    let demo = stage.scene.tokens("demo", "write").await.access;
    let ticket = stage.ticket(&demo, stage.access.audience()).await;
    let purchases = stage.send(Method::GET, "/owner/products/album/purchases", &ticket, &Value::Null).await.json();
    assert_eq!(
        (&purchases["purchases"][0]["userId"], &purchases["purchases"][0]["state"]),
        (&json!(buyer), &json!("paid"))
    );
    assert_eq!(stage.scene.files("audio"), 1);
    let list = stage.scene.get("/uploads", &demo).await.json();
    assert_eq!(list["data"].as_array().map(Vec::len), Some(1), "the unfinished upload is not in the backup: {list}");
}
