//! Checks of the files, disks, databases and buckets that the settings name. Each is opened as its server would.

use std::path::Path;

use stagepass_access::geo::GeoError;
use stagepass_access::{AccessSettings, AccessStartError};
use stagepass_kit::disk::Disks;
use stagepass_media::{AudioSource, Media};
use stagepass_node::FileCatalog;
use stagepass_service::{KeyFileError, Settings, TokenKeys, existing_token_keys};
use stagepass_store::{ACCESS, Database, DatabaseAddress, Migrations, SERVICE};

use super::finding::Finding;
use super::settings::Deployment;
use crate::cli::node::NodeSource;

/// Opens everything, and changes nothing.
pub(super) async fn check(deployment: &Deployment) -> Vec<Finding> {
    let mut findings = Vec::new();
    let service = deployment.service.as_ref();
    if let Some(service) = service {
        findings.extend(check_folders(service));
        findings.extend(check_database("[service] database", &service.database, &SERVICE).await);
        findings.extend(check_bucket("[service] media", &service.media, &service.database).await);
        findings.extend(check_token_keys(service));
    }
    if let Some(node) = &deployment.node {
        findings.extend(check_source(&node.source, service).await);
    }
    if let Some(access) = &deployment.access {
        findings.extend(check_database("[access] database", &access.database, &ACCESS).await);
        findings.extend(check_access(access));
    }
    findings
}

fn check_folders(service: &Settings) -> Vec<Finding> {
    let database = service.database.file();
    let media = match &service.media {
        Media::Folder(folder) => Some(folder.clone()),
        Media::Bucket(_) => service.drafts.clone(),
        Media::BesideDatabase => None,
    };
    let beside = database.map(|file| file.parent().unwrap_or(Path::new("")).join("media"));
    let Some(media) = media.or(beside) else { return Vec::new() };
    let database_folder = database.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    let mut findings = Vec::new();
    for (setting, folder) in [("[service] media", Some(media.as_path())), ("[service] database", database_folder)] {
        findings.extend(folder.and_then(|folder| not_writable(setting, folder)));
    }
    if matches!(service.token_keys, TokenKeys::BesideDatabase) && !service.database.is_lasting() {
        let found = "the database is in memory: all data is lost when the service stops";
        findings.push(Finding::new("database_not_lasting", "[service] database", found, "use a file or PostgreSQL"));
    }
    if findings.is_empty()
        && Disks::new(&media, database, service.uploads.disk_reserve).room().is_ok_and(|room| room == 0)
    {
        let found = "no more space is free than the reserve: uploads are refused";
        findings.push(Finding::new(
            "disk_full",
            "the disks of [service] media and database",
            found,
            "free space, or set a smaller disk-reserve",
        ));
    }
    findings
}

fn not_writable(setting: &str, folder: &Path) -> Option<Finding> {
    let error = tempfile::tempfile_in(folder).err()?;
    let found = format!("{}: {error}", folder.display());
    let remedy = "create the folder, and let the user of the servers write to it; run this command as that user";
    Some(Finding::new("folder_not_writable", setting, found, remedy))
}

fn check_token_keys(service: &Settings) -> Option<Finding> {
    // A file that cannot be read is a finding already, or is created at the first start.
    match existing_token_keys(&service.token_keys, &service.database) {
        Err(error @ (KeyFileError::Key(_) | KeyFileError::NotGiven)) => Some(Finding::new(
            "token_keys_unusable",
            "[service] token-key-file",
            error.to_string(),
            "name the file with the token keys: 64 hexadecimal digits a line",
        )),
        _ => None,
    }
}

/// Checks what the node reads, unless the service has the same.
async fn check_source(source: &NodeSource, service: Option<&Settings>) -> Vec<Finding> {
    match source {
        NodeSource::Catalog(file) => {
            let remedy = "correct the path or the file: see \"Run a standalone node\" in docs/guides/streaming.md";
            let unusable = |error| Finding::new("catalog_unusable", "[node] catalog", error, remedy);
            FileCatalog::read(file).err().map(|error| unusable(error.to_string())).into_iter().collect()
        }
        NodeSource::Database { address, media } => {
            let mut findings: Vec<_> = check_folder_of_node(media, address, service).into_iter().collect();
            if service.is_none_or(|service| service.database != *address) {
                findings.extend(check_database("[node] database", address, &SERVICE).await);
                findings.extend(check_bucket("[node] media", media, address).await);
            }
            findings
        }
        // It is created if it is missing.
        NodeSource::Service(settings) if settings.cache.exists() => {
            not_writable("[node] cache", &settings.cache).into_iter().collect()
        }
        NodeSource::Service(_) => vec![],
    }
}

/// Checks that a node can read the folder with the audio. That of the service is created at its first start.
fn check_folder_of_node(media: &Media, database: &DatabaseAddress, service: Option<&Settings>) -> Option<Finding> {
    let folder = |media, database| match AudioSource::of(media, database) {
        Ok(AudioSource::Folder(folder)) => Some(folder),
        _ => None,
    };
    let of_service = service.and_then(|service| folder(&service.media, &service.database));
    let folder = folder(media, database).filter(|folder| of_service.as_ref() != Some(folder))?;
    let error = std::fs::read_dir(&folder).err()?;
    let remedy = "name the media folder of the service, and let the user of the node read it";
    Some(Finding::new("media_unusable", "[node] media", format!("{}: {error}", folder.display()), remedy))
}

fn check_access(access: &AccessSettings) -> Vec<Finding> {
    let finding = |error: AccessStartError| {
        let (code, setting, remedy) = match &error {
            AccessStartError::ApiKey => {
                ("settings_invalid", "[access] api-key", "set the API key of an app: `stagepass-backend app list`")
            }
            AccessStartError::Credential => (
                "settings_invalid",
                "[access] bearer-token-file",
                "name the file with the credential: `stagepass-backend access-server rotate` makes another",
            ),
            AccessStartError::Geo(GeoError::Database(_)) => (
                "geo_database_unusable",
                "[access] geo-database",
                "name a file of the kind City or Country, and download it again if it is damaged",
            ),
            _ => ("settings_invalid", "[access] geo-url", "correct the URL"),
        };
        Finding::new(code, setting, error.to_string(), remedy)
    };
    stagepass_access::problems(access).into_iter().map(finding).collect()
}

async fn check_bucket(setting: &str, media: &Media, database: &DatabaseAddress) -> Option<Finding> {
    let checked = async { AudioSource::of(media, database)?.check().await };
    let error = checked.await.err()?;
    let remedy = "correct the place of audio, the endpoint and the access key";
    Some(Finding::new("media_unusable", setting, error.to_string(), remedy))
}

async fn check_database(setting: &str, address: &DatabaseAddress, schema: &Migrations) -> Option<Finding> {
    match Database::pending(address, schema).await {
        Ok((_, pending)) if pending.is_empty() => None,
        Ok((_, pending)) => {
            let found = format!("the database lacks {} migration(s) of this program", pending.len());
            Some(Finding::new(
                "database_not_migrated",
                setting,
                found,
                "make a backup, then run `stagepass-backend migrate`: see \"Upgrade\" in docs/guides/self-hosting.md",
            ))
        }
        Err(error) => {
            let remedy = "start the database, or correct its address; `stagepass-backend init` creates new ones";
            Some(Finding::new("database_unusable", setting, error.to_string(), remedy))
        }
    }
}
