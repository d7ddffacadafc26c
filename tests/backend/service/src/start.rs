//! How the service starts and stops, and what it does between requests.

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
use stagepass_server::{exporter::Exporter, metrics::Metrics};
use stagepass_store::{Store, StoreError};

use crate::api::last_uses::LastUses;
use crate::limits::app_limit::AppLimit;
use crate::limits::rate_limited;
use crate::nodes::known_nodes::KnownNodes;
use crate::state::Backend;
use crate::uploads::state::UploadState;
use crate::uploads::sweep as uploads_sweep;

/// How often what has expired is deleted.
const SWEEP_EVERY: Duration = Duration::from_mins(10);
/// How long what has arrived of uploads may take to be kept, at the end.
const UPLOADS_END: Duration = Duration::from_secs(10);
/// How often it is written down when apps have last done something, and read what the operator has changed.
const WRITE_USES_EVERY: Duration = Duration::from_mins(1);

/// A service that is accepting connections.
pub type ServiceHandle = stagepass_server::server_handle::ServerHandle<Service>;

/// A service, and what it does between requests.
#[derive(Debug)]
pub struct Service {
    pub(crate) backend: Arc<Backend>,
    sweeper: JoinHandle<()>,
    recorder: JoinHandle<()>,
}

/// A service that did not start.
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

/// Starts a service and returns once it accepts connections. Has to be called within a tokio runtime.
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
            "the database and the uploads are on one disk: uploads leave a reserve free, and other programs do not know of it. Keep audio on another disk (--media), or \
             limit all uploads together (--uploads-ceiling)"
        );
    }
    let metrics = Metrics::default();
    metrics.watch(media.disks());
    let exporter = Exporter::start(settings.server.metrics_listen, &metrics).await?;
    let store = Store::open(&settings.database).await?;
    let store = if exporter.is_some() { store.observed(Arc::new(metrics.clone())) } else { store };
    let listener = BoundListener::at(settings.server.listen).await?;
    let address = listener.address();
    let backend = Arc::new(Backend {
        store,
        keys,
        passwords,
        pictures: Pictures::new(&settings.decoder),
        picture_mirrors: settings.picture_mirrors,
        longest_sign_in: i64::try_from(settings.longest_sign_in.as_secs()).unwrap_or(i64::MAX / 4),
        sign_up: settings.sign_up,
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
        is_measured: exporter.is_some(),
        metrics,
        app_limit: AppLimit::new(settings.per_app, settings.per_user),
        app_servers: Arc::default(),
        request_timeout: settings.request_timeout,
    });
    load_app_rates(&backend).await?;
    let guard = rate_limited::guard(&backend, &settings.server.limits);
    let server = listener.serve(router::routes(Arc::clone(&backend)), router::response_defaults(&backend), guard);
    tracing::info!(%address, base_url = backend.base_url.as_str(), "the service is listening");
    let sweeper = tokio::spawn(sweep_forever(Arc::clone(&backend)));
    let recorder = tokio::spawn(write_uses_forever(Arc::clone(&backend)));
    Ok(ServiceHandle::new(Service { backend, sweeper, recorder }, server, exporter))
}

impl Service {
    /// The address that the service is known by: the issuer, e.g. `http://127.0.0.1:8787/v1`.
    pub fn base_url(&self) -> &str {
        self.backend.base_url.as_str()
    }

    /// Makes listeners and apps in this service's store.
    pub fn accounts(&self) -> Accounts {
        self.backend.accounts()
    }

    /// Makes tracks out of files, in this service's store and media folder.
    pub fn tracks(&self) -> Tracks {
        Tracks {
            store: self.backend.store.clone(),
            media: Arc::clone(&self.backend.media),
            clock: Arc::clone(&self.backend.clock),
            entropy: Arc::clone(&self.backend.entropy),
        }
    }

    /// The folder of its unfinished uploads and, unless that is in a bucket, of its audio.
    pub fn media(&self) -> &Path {
        self.backend.media.path()
    }

    /// Where its audio is: what a node is told.
    pub fn audio(&self) -> AudioSource {
        self.backend.media.audio()
    }

    /// Its database.
    pub fn store(&self) -> Store {
        self.backend.store.clone()
    }

    /// Its time.
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.backend.clock)
    }

    /// Deletes what has expired, as the service does every 10 minutes.
    pub async fn sweep(&self) {
        sweep(&self.backend).await;
    }
}

impl BackgroundWork for Service {
    async fn end(&mut self) {
        self.sweeper.abort();
        // What has arrived is being noted for those whose connections have just been cut.
        if tokio::time::timeout(UPLOADS_END, self.backend.uploads.locks.all_over()).await.is_err() {
            tracing::warn!("uploads are cut off in the midst of being kept: they go on from what was noted last");
        }
        for task in [&mut self.sweeper, &mut self.recorder] {
            task.abort();
            // Awaited, so that nothing is in use any more when this returns.
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
        if let Err(error) = load_app_rates(&backend).await {
            tracing::error!(%error, "could not read the rate limits of apps: those that were read before count");
        }
    }
}

/// Reads which apps have rate limits of their own.
async fn load_app_rates(backend: &Backend) -> Result<(), StoreError> {
    backend.app_limit.set_own_rates(backend.store.app_rates().await?);
    Ok(())
}

async fn write_uses(backend: &Backend) {
    if let Err(error) = backend.last_uses.write(&backend.store).await {
        tracing::error!(%error, "could not write down when apps have last done something");
    }
}

async fn sweep(backend: &Arc<Backend>) {
    let _sweeping = backend.sweeping.lock().await;
    match backend.store.sweep(backend.clock.now()).await {
        Ok(rows) => tracing::debug!(rows, "deleted what had expired"),
        Err(error) => tracing::error!(%error, "could not delete what had expired"),
    }
    uploads_sweep::sweep(backend).await;
}
