//! Starting and stopping the service, and its background tasks.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;

use crate::accounts::Accounts;
use crate::accounts::password::{PasswordError, Passwords};
use crate::router;
use crate::settings::Settings;
use crate::token::key_file::{self, KeyFileError};
use crate::tracks::Tracks;
use stagepass_kit::clock::Clock;
use stagepass_media::picture::Pictures;
use stagepass_media::{AudioSource, MediaError, MediaStore};
use stagepass_server::base_url::{BaseUrl, BaseUrlError};
use stagepass_server::health::Readiness;
use stagepass_server::serve::{BoundListener, ListenError};
use stagepass_server::server_handle::BackgroundWork;
use stagepass_server::telemetry::Telemetry;
use stagepass_store::{Store, StoreError};

use crate::api::last_uses::LastUses;
use crate::limits::app_limit::AppLimit;
use crate::limits::rate_limited;
use crate::limits::user_slots::UserSlots;
use crate::nodes::known_nodes::KnownNodes;
use crate::state::{Backend, SignInPolicy};
use crate::uploads::state::UploadState;
use crate::uploads::sweep as uploads_sweep;

/// How often expired rows are deleted.
const SWEEP_EVERY: Duration = Duration::from_mins(10);
/// How long shutdown waits for received upload bytes to be stored.
const UPLOADS_END: Duration = Duration::from_secs(10);
/// How often the last uses of apps are written, and the rate limits of apps are read again.
const WRITE_USES_EVERY: Duration = Duration::from_mins(1);

/// The handle of a running service.
pub type ServiceHandle = stagepass_server::server_handle::ServerHandle<Service>;

/// A service and its background tasks.
#[derive(Debug)]
pub struct Service {
    pub(crate) backend: Arc<Backend>,
    sweeper: JoinHandle<()>,
    recorder: JoinHandle<()>,
}

/// Why a service did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The token keys.
    #[error(transparent)]
    Keys(#[from] KeyFileError),
    /// The password cost.
    #[error(transparent)]
    Passwords(#[from] PasswordError),
    /// The media folder, or the bucket.
    #[error(transparent)]
    Media(#[from] MediaError),
    /// The node's address.
    #[error("the node's address: {0}")]
    NodeUrl(BaseUrlError),
    /// The address to listen at.
    #[error(transparent)]
    Listen(#[from] ListenError),
}

/// Starts a service and returns once it accepts connections. Must be called within a tokio runtime.
///
/// # Errors
/// [`StartError`] if the database can't be opened, the keys can't be read or the address is taken.
pub async fn start(settings: Settings) -> Result<ServiceHandle, StartError> {
    let keys = key_file::load(&settings.token_keys, &settings.database, &*settings.entropy)?;
    let passwords = Passwords::new(settings.password_cost, &*settings.entropy)?;
    let node_url = settings.node_url.as_deref().map(BaseUrl::parse).transpose().map_err(StartError::NodeUrl)?;
    let media = MediaStore::open(&settings.media, settings.drafts.as_deref(), &settings.database, &settings.decoder)?;
    let media = media.with_reserve(settings.uploads.disk_reserve, &settings.database);
    media.check().await?;
    if settings.uploads.ceiling.is_none() && media.disks().is_shared() {
        tracing::warn!(
            "the database and the uploads are on one disk: uploads keep a reserve free, but other programs may use it. Keep audio on another disk (--media), or \
             limit all uploads together (--uploads-ceiling)"
        );
    }
    let telemetry = Telemetry::start(&settings.server, Some(media.disks())).await?;
    let store = Store::open(&settings.database).await?;
    let store = match telemetry.exported() {
        Some(metrics) => store.observed(Arc::new(metrics)),
        None => store,
    };
    let listener = BoundListener::at(settings.server.listen).await?;
    let address = listener.address();
    let backend = Arc::new(Backend {
        store,
        keys,
        passwords,
        pictures: Pictures::new(&settings.decoder),
        // A picture has 5 MB in memory until it is stored, and an export has a thread for about six hours at most.
        picture_slots: UserSlots::new(2, 16),
        export_slots: UserSlots::new(1, 8),
        picture_mirrors: settings.picture_mirrors,
        access_token_lifetime: seconds(settings.access_token_lifetime),
        sign_in: SignInPolicy {
            idle: seconds(settings.idle_sign_in),
            longest: seconds(settings.longest_sign_in),
            recent: seconds(settings.recent_sign_in),
            ends_apps: settings.sign_out_apps,
        },
        sign_up: settings.sign_up,
        support_contact: settings.support_contact,
        texts: settings.texts,
        look: Arc::new(settings.look),
        last_uses: LastUses::default(),
        base_url: settings.base_url.unwrap_or_else(|| BaseUrl::of_listener(address)),
        nodes: Arc::new(KnownNodes::new(settings.node_addresses, Arc::clone(&settings.clock))),
        clock: settings.clock,
        entropy: settings.entropy,
        media: Arc::new(media),
        node_url,
        trusted_proxies: settings.server.trusted_proxies,
        uploads: UploadState::new(settings.uploads, settings.sign_up),
        sweeping: tokio::sync::Mutex::default(),
        readiness: Readiness::default(),
        metrics: telemetry.metrics().clone(),
        app_limit: AppLimit::new(settings.per_app, settings.per_user),
        app_servers: Arc::default(),
        request_timeout: settings.request_timeout,
        dpop_nonce: settings.dpop_nonce,
    });
    load_app_rates(&backend).await?;
    let guard = rate_limited::guard(&backend, &settings.server.limits);
    let server = listener.serve(
        router::routes(Arc::clone(&backend)),
        router::response_defaults(&backend, telemetry.exported()),
        guard,
    );
    tracing::info!(%address, base_url = backend.base_url.as_str(), "the service is listening");
    let sweeper = tokio::spawn(sweep_forever(Arc::clone(&backend)));
    let recorder = tokio::spawn(write_uses_forever(Arc::clone(&backend)));
    Ok(ServiceHandle::new(Service { backend, sweeper, recorder }, server, telemetry))
}

/// Returns a lifetime in seconds that can be added to any time.
fn seconds(lifetime: Duration) -> i64 {
    i64::try_from(lifetime.as_secs()).map_or(i64::MAX / 4, |seconds| seconds.min(i64::MAX / 4))
}

impl Service {
    /// The URL of the service, which is also the issuer, for example `http://127.0.0.1:8787/v1`.
    pub fn base_url(&self) -> &str {
        self.backend.base_url.as_str()
    }

    /// Returns the administration of users and apps in this service's store.
    pub fn accounts(&self) -> Accounts {
        self.backend.accounts()
    }

    /// Returns what creates tracks from files, in this service's store and media folder.
    pub fn tracks(&self) -> Tracks {
        Tracks {
            store: self.backend.store.clone(),
            media: Arc::clone(&self.backend.media),
            clock: Arc::clone(&self.backend.clock),
            entropy: Arc::clone(&self.backend.entropy),
        }
    }

    /// The folder of unfinished uploads and, unless that is in a bucket, of audio.
    pub fn media(&self) -> &Path {
        self.backend.media.path()
    }

    /// Where its audio is, for a node on the same machine.
    pub fn audio(&self) -> AudioSource {
        self.backend.media.audio()
    }

    /// Its database.
    pub fn store(&self) -> Store {
        self.backend.store.clone()
    }

    /// Its clock.
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.backend.clock)
    }

    /// Deletes expired rows, as the service does every 10 minutes.
    pub async fn sweep(&self) {
        sweep(&self.backend).await;
    }
}

impl BackgroundWork for Service {
    async fn end(&mut self) {
        self.sweeper.abort();
        // The last received bytes of uploads are being stored, although their connections are closed.
        if tokio::time::timeout(UPLOADS_END, self.backend.uploads.locks.all_over()).await.is_err() {
            tracing::warn!(
                "uploads were stopped while their bytes were being stored: they resume from the last stored offset"
            );
        }
        for task in [&mut self.sweeper, &mut self.recorder] {
            task.abort();
            // Waits for the task, so that it no longer uses the store below.
            let _ = task.await;
        }
        write_uses(&self.backend).await;
        self.backend.store.close().await;
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.sweeper.abort();
        self.recorder.abort();
        self.backend.media.close();
    }
}

async fn sweep_forever(backend: Arc<Backend>) {
    let mut ticks = tokio::time::interval(SWEEP_EVERY);
    loop {
        ticks.tick().await;
        sweep(&backend).await;
    }
}

async fn write_uses_forever(backend: Arc<Backend>) {
    let mut ticks = tokio::time::interval(WRITE_USES_EVERY);
    loop {
        ticks.tick().await;
        write_uses(&backend).await;
        forget_proofs(&backend).await;
        if let Err(error) = load_app_rates(&backend).await {
            tracing::error!(%error, "could not read the rate limits of apps: the previous ones stay in use");
        }
    }
}

/// How long after the moment until which an account can be kept it is deleted, in seconds: the clocks of several
/// services differ.
const DELETED_AFTER: i64 = 60;

/// Deletes the accounts whose users asked for it a week ago. One that cannot be deleted stops no other.
async fn delete_accounts(backend: &Backend) -> Result<(), StoreError> {
    let now = backend.clock.now();
    for user_id in backend.store.due_deletions(now.saturating_sub(DELETED_AFTER)).await? {
        match backend.store.delete_user(user_id, now).await {
            Ok(true) => tracing::info!(user_id, "deleted an account, as its user asked a week ago"),
            Ok(false) => {} // Another service was faster.
            Err(error) => tracing::error!(%error, user_id, "could not delete an account whose user asked for it"),
        }
    }
    Ok(())
}

/// Reads the apps that have their own rate limits.
async fn load_app_rates(backend: &Backend) -> Result<(), StoreError> {
    backend.app_limit.set_own_rates(backend.store.app_rates().await?);
    Ok(())
}

/// Deletes expired DPoP proofs. Every request with a proof adds one, so this is done more often than a sweep.
async fn forget_proofs(backend: &Backend) {
    if let Err(error) = backend.store.forget_proofs(backend.clock.now()).await {
        tracing::error!(%error, "could not delete expired DPoP proofs");
    }
}

async fn write_uses(backend: &Backend) {
    if let Err(error) = backend.last_uses.write(&backend.store).await {
        tracing::error!(%error, "could not store the last uses of apps");
    }
}

async fn sweep(backend: &Arc<Backend>) {
    let _sweeping = backend.sweeping.lock().await;
    match backend.store.sweep(backend.clock.now()).await {
        Ok(rows) => tracing::debug!(rows, "deleted expired rows"),
        Err(error) => tracing::error!(%error, "could not delete expired rows"),
    }
    if let Err(error) = delete_accounts(backend).await {
        tracing::error!(%error, "could not look for accounts to delete");
    }
    forget_proofs(backend).await;
    uploads_sweep::sweep(backend).await;
}
