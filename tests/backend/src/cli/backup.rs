//! `stagepass-backend backup` and `stagepass-backend restore`.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Value;
use stagepass_kit::clock::{Clock as _, SystemClock};
use stagepass_kit::secret::Secret;
use stagepass_media::{AudioSource, Bucket, BucketAddress, FilePlace};
use stagepass_service::{TokenKeys, token_key_file};
use stagepass_store::DatabaseAddress;
use zeroize::Zeroizing;

use super::database::DatabaseArgs;
use super::media::{MediaArgs, S3Args, S3Overrides};
use super::network::DatabaseLineArgs;
use super::outcome::Outcome;
use super::raw_secret::RawSecret;
use super::secret_file;
use crate::backup::{Authenticity, BackupKey, RestoreOptions, Sources, create, restore};

#[derive(Debug, Args)]
pub(super) struct BackupArgs {
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    media: MediaArgs,
    /// The keys that sign tokens: by the variable or a file.
    #[arg(long, env = "STAGEPASS_TOKEN_KEY", hide_env_values = true, value_name = "HEX")]
    token_key: Option<RawSecret>,
    /// A file with these keys, one a line [default: the file beside the database].
    #[arg(long, env = "STAGEPASS_TOKEN_KEY_FILE", value_name = "FILE", conflicts_with = "token_key")]
    token_key_file: Option<PathBuf>,
    #[command(flatten)]
    access: AccessDatabaseArgs,
    /// The key of the access server that signs URLs: by the variable or a file.
    #[arg(long, env = "SIGNER_PRIVATE_KEY", hide_env_values = true, value_name = "HEX")]
    signer_private_key: Option<Secret>,
    /// A file with that key.
    #[arg(long, env = "SIGNER_PRIVATE_KEY_FILE", value_name = "FILE", conflicts_with = "signer_private_key")]
    signer_private_key_file: Option<PathBuf>,
    /// Include the keys of the servers. A thief of such a backup can create tokens and sign URLs.
    #[arg(long)]
    with_keys: bool,
    /// A file with a key of at least 32 characters, which is not stored with the backups. `restore` knows by it that a
    /// backup is yours.
    #[arg(long, env = "STAGEPASS_BACKUP_KEY_FILE", value_name = "FILE")]
    backup_key_file: Option<PathBuf>,
    /// The place of all backups: a folder, which is created if missing, or a bucket, as `s3://BUCKET[/PREFIX]`. Only one
    /// backup at a time can be written to it.
    #[arg(long, env = "STAGEPASS_BACKUP", value_name = "PLACE")]
    to: PathBuf,
    /// Afterwards, delete all backups but this many, and audio that only the deleted refer to [default: delete
    /// nothing].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    keep: Option<u16>,
    #[command(flatten)]
    backup_s3: S3Overrides,
}

#[derive(Debug, Args)]
pub(super) struct RestoreArgs {
    /// The place of the backups: a folder, or a bucket, as `s3://BUCKET[/PREFIX]`.
    #[arg(long, env = "STAGEPASS_BACKUP", value_name = "PLACE")]
    from: PathBuf,
    /// The ID of the backup [default: the newest].
    #[arg(long, value_name = "ID")]
    backup: Option<String>,
    /// The file with the key with which the backup was created.
    #[arg(long, env = "STAGEPASS_BACKUP_KEY_FILE", value_name = "FILE", required_unless_present = "expect")]
    backup_key_file: Option<PathBuf>,
    /// The `sha256` that `backup` printed, instead of a key.
    #[arg(long, value_name = "SHA256")]
    expect: Option<String>,
    /// Read and check every file, and report what would be done. Nothing is changed.
    #[arg(long)]
    dry_run: bool,
    /// Replace databases and keys. Existing files are renamed: `.before-ID` is appended to their names. Tables of
    /// PostgreSQL are never replaced.
    #[arg(long)]
    replace: bool,
    /// Continue if audio of the backup is missing or damaged.
    #[arg(long)]
    without_damaged_audio: bool,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    media: MediaArgs,
    /// The file for the token keys [default: the file beside the database].
    #[arg(long, env = "STAGEPASS_TOKEN_KEY_FILE", value_name = "FILE")]
    token_key_file: Option<PathBuf>,
    #[command(flatten)]
    access: AccessDatabaseArgs,
    /// The file for the key of the access server that signs URLs.
    #[arg(long, env = "SIGNER_PRIVATE_KEY_FILE", value_name = "FILE")]
    signer_private_key_file: Option<PathBuf>,
    #[command(flatten)]
    backup_s3: S3Overrides,
}

/// The database of an access server.
#[derive(Debug, Args)]
struct AccessDatabaseArgs {
    /// The database of the access server, if there is one: `sqlite:PATH` or `postgresql://…`.
    #[arg(long, env = "STAGEPASS_ACCESS_DATABASE", hide_env_values = true, value_name = "ADDRESS")]
    access_database: Option<RawSecret>,
    /// A file with that address, if it has a password.
    #[arg(long, env = "STAGEPASS_ACCESS_DATABASE_FILE", value_name = "FILE", conflicts_with = "access_database")]
    access_database_file: Option<PathBuf>,
}

impl BackupArgs {
    pub(super) async fn run(self) -> Outcome {
        let to = place(&self.to, self.media.s3().or_else(self.backup_s3.clone())).await?;
        let database = self.database.address()?;
        let keep = self.keep.map(usize::from);
        let sources = Sources {
            token_keys: self.token_keys(&database)?,
            access_key: self.access_key()?,
            access_database: self.access.address(self.database.line())?,
            backup_key: self.backup_key_file.as_deref().map(backup_key).transpose()?,
            audio: audio(self.media, &database).await?,
            database,
        };
        println!("{}", create(&sources, &to, keep, SystemClock.now()).await?);
        Ok(())
    }

    fn token_keys(&self, database: &DatabaseAddress) -> Outcome<Option<Zeroizing<String>>> {
        if !self.with_keys {
            return Ok(None);
        }
        if let Some(RawSecret(keys)) = &self.token_key {
            return Ok(Some(keys.clone()));
        }
        let file = key_file(self.token_key_file.clone(), database);
        let file = file.ok_or("the token keys are missing: name a --token-key-file, or leave out --with-keys")?;
        Ok(Some(secret_file::read(&file)?))
    }

    fn access_key(&self) -> Outcome<Option<Zeroizing<String>>> {
        if !self.with_keys {
            return Ok(None);
        }
        match (&self.signer_private_key_file, &self.signer_private_key) {
            (Some(file), _) => Ok(Some(secret_file::read(file)?)),
            (None, Some(key)) => Ok(Some(Zeroizing::new(key.expose().to_owned()))),
            (None, None) if self.access.is_given() => {
                let words = "name a --signer-private-key-file, or leave out --with-keys";
                Err(format!("the key of the access server is missing: {words}").into())
            }
            (None, None) => Ok(None),
        }
    }
}

impl RestoreArgs {
    pub(super) async fn run(self) -> Outcome {
        let from = place(&self.from, self.media.s3().or_else(self.backup_s3)).await?;
        let database = self.database.address()?;
        let authenticity = match (self.expect, self.backup_key_file) {
            (Some(hash), _) => Authenticity::Hash(hash),
            (None, Some(file)) => Authenticity::Key(backup_key(&file)?),
            (None, None) => return Err("name a --backup-key-file, or the SHA-256 to --expect".into()),
        };
        let options = RestoreOptions {
            backup: self.backup,
            authenticity,
            token_key_file: key_file(self.token_key_file, &database),
            access_database: self.access.address(self.database.line())?,
            access_key_file: self.signer_private_key_file,
            audio: audio(self.media, &database).await?,
            database,
            dry_run: self.dry_run,
            replace: self.replace,
            without_damaged_audio: self.without_damaged_audio,
        };
        let done = restore(&from, &options).await?;
        println!("{done}");
        match done.get("problems").and_then(Value::as_array).map_or(0, Vec::len) {
            0 => Ok(()),
            count => Err(format!("{count} problems: see `problems`").into()),
        }
    }
}

impl AccessDatabaseArgs {
    fn is_given(&self) -> bool {
        self.access_database.is_some() || self.access_database_file.is_some()
    }

    fn address(&self, line: DatabaseLineArgs) -> Outcome<Option<DatabaseAddress>> {
        match (&self.access_database_file, &self.access_database) {
            (Some(file), _) => line.address(&secret_file::read(file)?).map(Some),
            (None, Some(RawSecret(text))) => line.address(text).map(Some),
            (None, None) => Ok(None),
        }
    }
}

fn backup_key(file: &Path) -> Outcome<BackupKey> {
    BackupKey::new(&secret_file::read(file)?).map_err(|error| format!("{}: {error}", file.display()).into())
}

fn key_file(given: Option<PathBuf>, database: &DatabaseAddress) -> Option<PathBuf> {
    token_key_file(&given.map_or(TokenKeys::BesideDatabase, TokenKeys::File), database)
}

async fn audio(media: MediaArgs, database: &DatabaseAddress) -> Outcome<FilePlace> {
    let audio = AudioSource::of(&media.setting()?, database)?;
    audio.check().await?;
    Ok(audio.into())
}

async fn place(path: &Path, s3: S3Args) -> Outcome<FilePlace> {
    match path.to_str().filter(|text| BucketAddress::is_meant(text)) {
        None => Ok(FilePlace::Folder(path.to_owned())),
        Some(text) => {
            let bucket = Bucket::open(&s3.bucket(text.parse()?)?)?;
            bucket.check().await?;
            Ok(FilePlace::Bucket(bucket))
        }
    }
}
