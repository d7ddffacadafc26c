//! The details of tracks, and creating tracks from local files for the command line and tests.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use data_encoding::HEXLOWER;
use serde::Serialize;
use stagepass_gate::{Address, AddressError};

use stagepass_kit::clock::Clock;
use stagepass_kit::entropy::{self, Entropy, EntropyError};
use stagepass_kit::private;
use stagepass_media::uploads::{LIFETIME, Uploads, UploadsError};
use stagepass_media::{MediaError, MediaStore};
use stagepass_store::{AudioContent, Maker, NewTrackRecord, NewUpload, Store, StoreError, TrackLimit};

/// The longest title in characters.
pub const MAX_TITLE: usize = 200;
/// The longest genre in characters.
pub const MAX_GENRE: usize = 100;
/// The longest description in characters.
pub const MAX_DESCRIPTION: usize = 2_000;
/// The most access authorities of a track.
pub const MAX_AUTHORITIES: usize = 20;

/// The validated details of a track.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrackDetails {
    title: String,
    genre: Option<String>,
    description: Option<String>,
    authorities: Vec<String>,
}

/// Why details of a track are invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DetailsError {
    /// Empty, too long, or with control characters.
    #[error("title must be 1 to 200 characters without control characters")]
    Title,
    /// Too long, or with control characters.
    #[error("genre must be at most 100 characters without control characters")]
    Genre,
    /// Too long, or with control characters other than line breaks and tabs.
    #[error("description must be at most 2,000 characters without control characters")]
    Description,
    /// More than [`MAX_AUTHORITIES`].
    #[error("access_authorities has more than 20 entries")]
    TooManyAuthorities,
    /// An invalid authority. It is an error instead of being ignored, because an empty list would make the track
    /// public.
    #[error("access_authorities: {text:?}: {error}")]
    Authority {
        /// As it was given.
        text: String,
        /// What is wrong with it.
        error: AddressError,
    },
}

impl TrackDetails {
    /// Validates the details. White space around texts is removed. A genre or description of white space only is
    /// removed, too.
    ///
    /// # Errors
    /// The first [`DetailsError`].
    pub fn new(
        title: &str,
        genre: Option<&str>,
        description: Option<&str>,
        authorities: &[String],
    ) -> Result<Self, DetailsError> {
        let unless_empty = |text: String| Some(text).filter(|text| !text.is_empty());
        Ok(Self {
            title: self::title(title)?,
            genre: unless_empty(self::genre(genre.unwrap_or_default())?),
            description: unless_empty(self::description(description.unwrap_or_default())?),
            authorities: self::authorities(authorities)?,
        })
    }

    /// Returns what to store.
    pub(crate) fn record<'a>(
        &'a self,
        owner_id: i64,
        cid: &'a str,
        created_at: i64,
        made_by: Option<&'a Maker>,
    ) -> NewTrackRecord<'a> {
        NewTrackRecord {
            owner_id,
            title: &self.title,
            genre: self.genre.as_deref(),
            description: self.description.as_deref(),
            cid,
            authorities: &self.authorities,
            created_at,
            made_by,
        }
    }
}

/// Returns `given` as a title, without surrounding white space.
///
/// # Errors
/// [`DetailsError::Title`].
pub(crate) fn title(given: &str) -> Result<String, DetailsError> {
    let title = text(given, MAX_TITLE, &[]).filter(|title| !title.is_empty());
    title.map(str::to_owned).ok_or(DetailsError::Title)
}

/// Returns `given` as a genre, without surrounding white space. It can be empty.
///
/// # Errors
/// [`DetailsError::Genre`].
pub(crate) fn genre(given: &str) -> Result<String, DetailsError> {
    text(given, MAX_GENRE, &[]).map(str::to_owned).ok_or(DetailsError::Genre)
}

/// Returns `given` as a description, without surrounding white space. It can be empty.
///
/// # Errors
/// [`DetailsError::Description`].
pub(crate) fn description(given: &str) -> Result<String, DetailsError> {
    text(given, MAX_DESCRIPTION, &['\n', '\r', '\t']).map(str::to_owned).ok_or(DetailsError::Description)
}

/// Returns `given` as authorities without duplicates, in the form of EIP-55.
///
/// # Errors
/// [`DetailsError::TooManyAuthorities`] or [`DetailsError::Authority`].
pub(crate) fn authorities(given: &[String]) -> Result<Vec<String>, DetailsError> {
    if given.len() > MAX_AUTHORITIES {
        return Err(DetailsError::TooManyAuthorities);
    }
    let mut checked: Vec<String> = Vec::with_capacity(given.len());
    for text in given {
        let address = Address::authority(text)
            .map_err(|error| DetailsError::Authority { text: text.chars().take(80).collect(), error })?
            .to_string();
        if !checked.contains(&address) {
            checked.push(address);
        }
    }
    Ok(checked)
}

/// Returns `given` without surrounding white space. `None` if it is invalid.
fn text<'a>(given: &'a str, longest: usize, allowed: &[char]) -> Option<&'a str> {
    let text = given.trim();
    let is_refused = |c: char| c.is_control() && !allowed.contains(&c);
    (text.chars().count() <= longest && !text.contains(is_refused)).then_some(text)
}

/// Creates tracks from files.
#[derive(Debug, Clone)]
pub struct Tracks {
    /// The database.
    pub store: Store,
    /// Where audio is stored.
    pub media: Arc<MediaStore>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The source of random bytes for upload IDs.
    pub entropy: Arc<dyn Entropy>,
}

/// A track to create from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTrack {
    /// The handle of the owner.
    pub owner: String,
    /// The audio file. It is copied.
    pub file: PathBuf,
    /// Its details.
    pub details: TrackDetails,
}

/// A track that was created.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AddedTrack {
    /// Its ID.
    pub track_id: i64,
    /// The CID of its audio.
    pub track_cid: String,
    /// The duration in seconds.
    pub duration: f64,
    /// The media type that a node serves it with.
    pub mime_type: &'static str,
}

/// Why a track was not created.
#[derive(Debug, thiserror::Error)]
pub enum AddTrackError {
    /// No user has this handle.
    #[error("no user has the handle {0:?}")]
    NoOwner(String),
    /// The file cannot be read, or not be copied into the media folder.
    #[error("{}: {error}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// See [`Store::insert_track`].
    #[error("another user's public track has the same audio, so it cannot be gated")]
    PublicElsewhere,
    /// There are too many tracks.
    #[error(transparent)]
    TooMany(#[from] TrackLimit),
    /// The file is not audio, or could not be stored.
    #[error(transparent)]
    Media(#[from] MediaError),
    /// Another service with the same database is changing the same audio.
    #[error("the track was not created, because another request changed the same audio: try again")]
    Disturbed,
    /// There are no random bytes for an ID.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<UploadsError> for AddTrackError {
    fn from(error: UploadsError) -> Self {
        match error {
            UploadsError::Media(error) => error.into(),
            UploadsError::Store(error) => error.into(),
            UploadsError::Moved
            | UploadsError::Gone
            | UploadsError::Interrupted
            | UploadsError::Dropping
            | UploadsError::Lost => Self::Disturbed,
        }
    }
}

impl Tracks {
    /// Creates a track, with the same checks as for an upload. Afterwards its owner can create more tracks from the
    /// same audio.
    ///
    /// # Errors
    /// [`AddTrackError`]. In this case no track was created.
    pub async fn add(&self, new: NewTrack) -> Result<AddedTrack, AddTrackError> {
        let owner = self.store.credentials(&new.owner).await?;
        let (owner_id, _) = owner.ok_or_else(|| AddTrackError::NoOwner(new.owner.clone()))?;
        let upload_id = upload_id(&*self.entropy)?;
        let size = tokio::fs::metadata(&new.file).await.map_err(|error| failed(&new.file, error))?.len();
        let (upload_id, user_id, now) = (upload_id.as_str(), owner_id, self.clock.now());
        let size = i64::try_from(size).unwrap_or(i64::MAX);
        let expires_at = now.saturating_add(LIFETIME);
        let upload = NewUpload { upload_id, user_id, size, metadata: None, created_at: now, expires_at };
        self.store.insert_upload(&upload, None).await?;
        // The future is large, so it is boxed.
        let audio = Box::pin(self.become_audio(upload_id, &new.file)).await?;
        let inserted = self.store.insert_track(&new.details.record(owner_id, &audio.cid, now, None)).await?;
        let Some(track_id) = inserted else {
            let limit = self.store.track_limit(owner_id, &audio.cid).await?;
            return Err(limit.map_or(AddTrackError::PublicElsewhere, AddTrackError::from));
        };
        let duration = stagepass_media::seconds(audio.duration_ms);
        Ok(AddedTrack { track_id, track_cid: audio.cid, duration, mime_type: audio.mime_type })
    }

    /// Copies `file` to the place of an upload and completes the upload. Removes the upload if that fails.
    async fn become_audio(&self, upload_id: &str, file: &Path) -> Result<AudioContent, AddTrackError> {
        let (store, media, clock) = (self.store.clone(), Arc::clone(&self.media), Arc::clone(&self.clock));
        let uploads = Uploads { store, media, clock };
        let mut upload = self.store.any_upload(upload_id).await?.ok_or(UploadsError::Gone)?;
        let draft = self.media.draft(upload_id);
        let audio = match copied(file, &draft).await {
            Ok(size) if size == upload.bytes() => {
                uploads.complete(&mut upload, None).await.map_err(AddTrackError::from)
            }
            Ok(_) => Err(failed(file, std::io::Error::other("it has changed while it was read"))),
            Err(error) => Err(failed(file, error)),
        };
        if audio.is_err()
            && let Err(error) = uploads.give_up(&upload).await
        {
            tracing::warn!(%error, upload_id, "a failed upload could not be removed: it stays until it expires");
        }
        audio
    }
}

/// Copies a file and syncs it to the disk. Returns its size.
async fn copied(from: &Path, to: &Path) -> std::io::Result<u64> {
    let mut from = tokio::fs::File::open(from).await?;
    let mut to = tokio::fs::OpenOptions::from(private::options().create_new(true).clone()).open(to).await?;
    let size = tokio::io::copy(&mut from, &mut to).await?;
    to.sync_all().await?;
    Ok(size)
}

fn failed(file: &Path, error: std::io::Error) -> AddTrackError {
    AddTrackError::File { path: file.to_owned(), error }
}

/// Returns a new upload ID that cannot be guessed.
pub(crate) fn upload_id(entropy: &dyn Entropy) -> Result<String, EntropyError> {
    Ok(HEXLOWER.encode(&entropy::random::<16>(entropy)?))
}
