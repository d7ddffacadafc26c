//! Where a node gets its tracks and their audio.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

use stagepass_kit::clock::SystemClock;
use stagepass_media::{AudioSource, Media};
use stagepass_node::{Catalog, FileCatalog, RemoteCatalog, RemoteSettings, StoreCatalog};
use stagepass_store::{DatabaseAddress, PlayableStore};

/// The source of a node's tracks.
#[derive(Debug)]
pub(crate) enum NodeSource {
    /// A file, which names those with the audio.
    Catalog(PathBuf),
    /// The database of a service, and where that service stores audio.
    Database { address: DatabaseAddress, media: Media },
    /// A service on another machine.
    Service(RemoteSettings),
}

impl NodeSource {
    /// Opens it.
    ///
    /// # Errors
    /// If a file, the database, the bucket or the cache cannot be used.
    pub(super) async fn open(self) -> Result<Arc<dyn Catalog>, Box<dyn Error>> {
        match self {
            Self::Catalog(file) => Ok(Arc::new(FileCatalog::read(&file)?)),
            Self::Service(settings) => Ok(Arc::new(RemoteCatalog::open(settings).await?)),
            Self::Database { address, media } => {
                let audio = AudioSource::of(&media, &address)?;
                audio.check().await?;
                let store = PlayableStore::open(&address).await?;
                Ok(Arc::new(StoreCatalog::new(store, audio, Arc::new(SystemClock))))
            }
        }
    }
}
