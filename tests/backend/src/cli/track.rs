//! `stagepass-backend track`.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, Subcommand};

use super::database::DatabaseArgs;
use super::database::decoder;
use super::media::{DraftsArgs, MediaArgs};
use super::outcome::Outcome;
use stagepass_kit::clock::SystemClock;
use stagepass_kit::entropy::SystemEntropy;
use stagepass_media::MediaStore;
use stagepass_service::tracks::{NewTrack, TrackDetails, Tracks};
use stagepass_store::Store;

#[derive(Debug, Subcommand)]
pub(super) enum TrackCommand {
    /// Create a track from an audio file, with the same checks as for an upload.
    Add(AddTrack),
}

#[derive(Debug, Args)]
pub(super) struct AddTrack {
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    media: MediaArgs,
    #[command(flatten)]
    drafts: DraftsArgs,
    /// The handle of the owner.
    #[arg(long, value_name = "HANDLE")]
    owner: String,
    /// The audio file, which is copied: WAV, MP3, FLAC, Ogg (Vorbis or Opus), AAC, M4A or WebM.
    #[arg(long, value_name = "FILE")]
    file: PathBuf,
    /// 1 to 200 characters.
    #[arg(long)]
    title: String,
    /// At most 100 characters.
    #[arg(long)]
    genre: Option<String>,
    /// At most 2,000 characters.
    #[arg(long)]
    description: Option<String>,
    /// The address of a key that may sign for the track. Can be repeated up to 20 times. Without any, the track is
    /// public.
    #[arg(long = "access-authority", value_name = "ADDRESS")]
    access_authorities: Vec<String>,
}

impl TrackCommand {
    pub(super) async fn run(self) -> Outcome {
        match self {
            Self::Add(args) => args.run().await,
        }
    }
}

impl AddTrack {
    async fn run(self) -> Outcome {
        let (genre, description) = (self.genre.as_deref(), self.description.as_deref());
        let details = TrackDetails::new(&self.title, genre, description, &self.access_authorities)?;
        let database = self.database.address()?;
        let drafts = self.drafts.setting();
        let media = Arc::new(MediaStore::open(&self.media.setting()?, drafts.as_deref(), &database, &decoder()?)?);
        let store = Store::open(&database).await?;
        let (clock, entropy) = (Arc::new(SystemClock), Arc::new(SystemEntropy));
        let tracks = Tracks { store: store.clone(), media, clock, entropy };
        let added = tracks.add(NewTrack { owner: self.owner, file: self.file, details }).await;
        store.close().await;
        println!("{}", serde_json::to_string(&added?)?);
        Ok(())
    }
}
