//! Tracks: what one may say of itself, and making them out of files that are on this machine, as the command line and tests do.

use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;
use stagepass_gate::{Address, AddressError};

use crate::clock::Clock;
use crate::entropy::{self, Entropy, EntropyError};
use crate::hex;
use crate::media::{self, MediaError, MediaStore};
use crate::store::{NewTrackRecord, NewUpload, Store, StoreError};

/// The longest title, in characters.
pub const MAX_TITLE: usize = 200;
/// The longest genre, in characters.
pub const MAX_GENRE: usize = 100;
/// The longest description, in characters.
pub const MAX_DESCRIPTION: usize = 2_000;
/// The most authorities of a track.
pub const MAX_AUTHORITIES: usize = 20;

/// What a track says of itself, found to be in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrackDetails {
    title: String,
    genre: Option<String>,
    description: Option<String>,
    authorities: Vec<String>,
}

/// What a track can't say of itself.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DetailsError {
    /// Empty, too long, or with control characters.
    #[error("title has to be 1 to 200 characters, none of them a control character")]
    Title,
    /// Too long, or with control characters.
    #[error("genre has to be at most 100 characters, none of them a control character")]
    Genre,
    /// Too long, or with control characters other than line breaks and tabs.
    #[error("description has to be at most 2,000 characters, none of them a control character")]
    Description,
    /// More than [`MAX_AUTHORITIES`].
    #[error("access_authorities has more than 20 entries")]
    TooManyAuthorities,
    /// One that can't be an authority. An empty list would make the track public: so a broken entry is never left out.
    #[error("access_authorities: {text:?}: {error}")]
    Authority {
        /// As it was given.
        text: String,
        /// What is wrong with it.
        error: AddressError,
    },
}

impl TrackDetails {
    /// Checks all of it. White space around texts is dropped, and with it a genre or a description that is nothing else.
    ///
    /// # Errors
    /// The first [`DetailsError`].
    pub fn new(
        title: &str,
        genre: Option<&str>,
        description: Option<&str>,
        authorities: &[String],
    ) -> Result<Self, DetailsError> {
        let title = text(title, MAX_TITLE, &[]).filter(|title| !title.is_empty()).ok_or(DetailsError::Title)?;
        let genre = text(genre.unwrap_or_default(), MAX_GENRE, &[]).ok_or(DetailsError::Genre)?;
        let description = text(description.unwrap_or_default(), MAX_DESCRIPTION, &['\n', '\r', '\t']);
        let description = description.ok_or(DetailsError::Description)?;
        let unless_empty = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        if authorities.len() > MAX_AUTHORITIES {
            return Err(DetailsError::TooManyAuthorities);
        }
        let mut checked: Vec<String> = Vec::with_capacity(authorities.len());
        for text in authorities {
            let address = Address::authority(text)
                .map_err(|error| DetailsError::Authority { text: text.chars().take(80).collect(), error })?
                .to_string();
            if !checked.contains(&address) {
                checked.push(address);
            }
        }
        let (genre, description) = (unless_empty(genre), unless_empty(description));
        Ok(Self { title: title.to_owned(), genre, description, authorities: checked })
    }

    pub(crate) fn record<'a>(&'a self, owner_id: i64, cid: &'a str, created_at: i64) -> NewTrackRecord<'a> {
        NewTrackRecord {
            owner_id,
            title: &self.title,
            genre: self.genre.as_deref(),
            description: self.description.as_deref(),
            cid,
            authorities: &self.authorities,
            created_at,
        }
    }
}

/// `given` without the white space around it; `None` if it is refused.
fn text<'a>(given: &'a str, longest: usize, allowed: &[char]) -> Option<&'a str> {
    let text = given.trim();
    let is_refused = |c: char| c.is_control() && !allowed.contains(&c);
    (text.chars().count() <= longest && !text.contains(is_refused)).then_some(text)
}

/// Makes tracks out of files.
#[derive(Debug, Clone)]
pub struct Tracks {
    pub(crate) store: Store,
    pub(crate) media: Arc<MediaStore>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) entropy: Arc<dyn Entropy>,
}

/// A track to be made out of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTrack {
    /// The handle of the listener who owns it.
    pub owner: String,
    /// Its audio. It is copied.
    pub file: PathBuf,
    /// What it says of itself.
    pub details: TrackDetails,
}

/// A track that was made.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AddedTrack {
    /// Its number.
    pub track_id: i64,
    /// Its audio.
    pub track_cid: String,
    /// Seconds.
    pub duration: f64,
    /// What a node serves it as.
    pub mime_type: &'static str,
}

/// A track that was not made.
#[derive(Debug, thiserror::Error)]
pub enum AddTrackError {
    /// Nobody has that handle.
    #[error("there is no listener with the handle {0:?} to own the track")]
    NoOwner(String),
    /// The file can't be read, or copied into the media folder.
    #[error("{}: {error}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// See [`Store::insert_track`].
    #[error("somebody else's track has made this audio public: it can't be gated")]
    PublicElsewhere,
    /// It is not audio, or could not be kept.
    #[error(transparent)]
    Media(#[from] MediaError),
    /// No random bytes for a name.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Tracks {
    /// Makes a track, after the checks that an upload goes through. Its owner can make more tracks of the same audio afterwards.
    ///
    /// # Errors
    /// [`AddTrackError`]; then there is no such track.
    pub async fn add(&self, new: NewTrack) -> Result<AddedTrack, AddTrackError> {
        let owner = self.store.credentials(&new.owner).await?;
        let (owner_id, _) = owner.ok_or_else(|| AddTrackError::NoOwner(new.owner.clone()))?;
        let upload_id = upload_id(&*self.entropy)?;
        let draft = self.media.draft(&upload_id);
        let kept = match tokio::fs::copy(&new.file, &draft).await {
            Ok(_) => self.media.keep(&upload_id).await.map_err(AddTrackError::from),
            Err(error) => Err(AddTrackError::File { path: new.file, error }),
        };
        if kept.is_err() {
            // The reason is what counts; the draft may never have been made.
            let _ = tokio::fs::remove_file(&draft).await;
        }
        let (audio, now) = (kept?, self.clock.now());
        let size = i64::try_from(audio.size).unwrap_or(i64::MAX);
        let (upload_id, user_id) = (upload_id.as_str(), owner_id);
        let upload = NewUpload { upload_id, user_id, size, metadata: None, created_at: now, expires_at: now };
        self.store.insert_upload(&upload).await?;
        self.store.complete_upload(upload_id, &audio, now).await?;
        let inserted = self.store.insert_track(&new.details.record(owner_id, &audio.cid, now)).await?;
        let track_id = inserted.ok_or(AddTrackError::PublicElsewhere)?;
        let duration = media::seconds(audio.duration_ms);
        Ok(AddedTrack { track_id, track_cid: audio.cid, duration, mime_type: audio.mime_type })
    }
}

/// A new name for an upload. Nobody guesses one.
pub(crate) fn upload_id(entropy: &dyn Entropy) -> Result<String, EntropyError> {
    Ok(hex::encode(&entropy::random::<16>(entropy)?))
}
