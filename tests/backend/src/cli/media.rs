//! `stagepass-backend media`, and where audio is kept.

use std::error::Error;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::outcome::Outcome;
use super::secret_file;
use stagepass_kit::secret::Secret;
use stagepass_media::Media;
use stagepass_media::{Bucket, BucketAddress, BucketSettings, PATIENCE};

/// Where audio is kept.
#[derive(Debug, Args)]
pub(super) struct MediaArgs {
    /// Where audio is stored: a folder, which is created if missing, or a bucket of an S3-compatible service, as
    /// `s3://BUCKET[/PREFIX]` [default: `media` beside the database].
    #[arg(long, env = "STAGEPASS_MEDIA", value_name = "PLACE")]
    media: Option<PathBuf>,
    #[command(flatten)]
    s3: S3Args,
}

/// Where what is not in the bucket yet is kept.
#[derive(Debug, Args)]
pub(super) struct DraftsArgs {
    /// If audio is stored in a bucket: the folder for the parts of unfinished uploads that are not in the bucket yet.
    /// Created if missing [default: `media` beside the database].
    #[arg(long = "media-drafts", env = "STAGEPASS_MEDIA_DRAFTS", value_name = "DIR")]
    drafts: Option<PathBuf>,
}

/// The service of a bucket, and the key to it.
#[derive(Debug, Args)]
struct S3Args {
    /// The URL of the S3-compatible service, for example `https://s3.example` [default: Amazon S3 in the region].
    #[arg(long = "s3-endpoint", env = "STAGEPASS_S3_ENDPOINT", value_name = "URL")]
    endpoint: Option<String>,
    /// The region of the bucket.
    #[arg(long = "s3-region", env = "AWS_REGION", default_value = "us-east-1", value_name = "REGION")]
    region: String,
    /// The ID of the access key. It needs permission to list the bucket and to get objects. Except for nodes, it also
    /// needs permission to put and delete objects and to abort multipart uploads.
    #[arg(long = "s3-access-key-id", env = "AWS_ACCESS_KEY_ID", value_name = "ID")]
    access_key_id: Option<String>,
    /// The secret access key: by the variable or a file.
    #[arg(long = "s3-secret-access-key", env = "AWS_SECRET_ACCESS_KEY", hide_env_values = true, value_name = "KEY")]
    secret_access_key: Option<Secret>,
    /// A file with the secret access key.
    #[arg(
        long = "s3-secret-access-key-file",
        env = "AWS_SECRET_ACCESS_KEY_FILE",
        value_name = "FILE",
        conflicts_with = "secret_access_key"
    )]
    secret_access_key_file: Option<PathBuf>,
    /// Connect to an S3-compatible service on another machine without TLS. Only for a private network.
    #[arg(long = "s3-allow-http", env = "STAGEPASS_S3_ALLOW_HTTP")]
    allow_http: bool,
}

#[derive(Debug, Subcommand)]
pub(super) enum MediaCommand {
    /// Copy the audio of a media folder to a bucket. Files that are there already are skipped, and the size of each
    /// copy is checked. The folder is not changed. Afterwards, start the servers with `--media s3://…`.
    Copy(CopyArgs),
}

#[derive(Debug, Args)]
pub(super) struct CopyArgs {
    /// The media folder.
    #[arg(long, value_name = "DIR")]
    from: PathBuf,
    /// The bucket: `s3://BUCKET[/PREFIX]`.
    #[arg(long, value_name = "BUCKET")]
    to: BucketAddress,
    #[command(flatten)]
    s3: S3Args,
}

impl MediaArgs {
    pub(super) fn setting(self) -> Result<Media, Box<dyn Error>> {
        let Some(place) = self.media else { return Ok(Media::BesideDatabase) };
        match place.to_str().filter(|text| BucketAddress::is_meant(text)) {
            Some(text) => Ok(Media::Bucket(self.s3.bucket(text.parse()?)?)),
            None => Ok(Media::Folder(place)),
        }
    }
}

impl DraftsArgs {
    pub(super) fn setting(self) -> Option<PathBuf> {
        self.drafts
    }
}

impl S3Args {
    fn bucket(self, address: BucketAddress) -> Result<BucketSettings, Box<dyn Error>> {
        let secret_access_key = match self.secret_access_key_file {
            Some(file) => Some(Secret::from(secret_file::read(&file)?)),
            None => self.secret_access_key,
        };
        let is_given = |secret: &Secret| !secret.expose().is_empty();
        let access_key_id = self.access_key_id.filter(|id| !id.is_empty());
        let missing = "the access key of the bucket is missing: set AWS_ACCESS_KEY_ID, and AWS_SECRET_ACCESS_KEY or AWS_SECRET_ACCESS_KEY_FILE";
        let (Some(access_key_id), Some(secret_access_key)) = (access_key_id, secret_access_key.filter(is_given)) else {
            return Err(missing.into());
        };
        Ok(BucketSettings {
            address,
            endpoint: self.endpoint,
            region: self.region,
            access_key_id,
            secret_access_key,
            allow_http: self.allow_http,
            patience: PATIENCE,
        })
    }
}

impl MediaCommand {
    pub(super) async fn run(self) -> Outcome {
        match self {
            Self::Copy(args) => args.run().await,
        }
    }
}

impl CopyArgs {
    async fn run(self) -> Outcome {
        let bucket = Bucket::open(&self.s3.bucket(self.to)?)?;
        bucket.check().await?;
        let copied = stagepass_media::copy(&self.from, &bucket).await?;
        println!("{}", serde_json::to_string(&copied)?);
        Ok(())
    }
}
