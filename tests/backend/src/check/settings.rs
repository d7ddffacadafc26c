//! Checks of the settings, and of the files, disks and databases that they name.

use std::path::{Path, PathBuf};

use stagepass_access::AccessSettings;
use stagepass_kit::disk::Disks;
use stagepass_kit::private::{self, SecretFileError};
use stagepass_media::Media;
use stagepass_server::base_url::BaseUrl;
use stagepass_server::settings::ServerSettings;
use stagepass_service::{Settings, TokenKeys};
use stagepass_store::{ACCESS, Database, DatabaseAddress, Migrations, SERVICE};

use super::finding::Finding;
use crate::cli::access::AccessArgs;
use crate::cli::node::NodeArgs;
use crate::cli::outcome::Outcome;
use crate::cli::service::ServiceArgs;
use crate::settings_file::SettingsFile;

/// The settings of the servers that the file has tables of, if they are valid.
pub(super) struct Deployment {
    pub(super) service: Option<Settings>,
    pub(super) node: Option<ServerSettings>,
    pub(super) access: Option<AccessSettings>,
}

/// Checks the files with secrets that the settings file names.
pub(super) fn secret_files(file: &SettingsFile) -> Vec<Finding> {
    let unusable = |(table, key, path): (String, String, PathBuf)| {
        let checked = format!("[{table}] {key}");
        match private::read_secret(&path) {
            Ok(_) => None,
            Err(SecretFileError::Wide { mode, .. }) => Some(Finding::new(
                "secret_exposed",
                checked,
                format!("other users of this machine have permissions on {} (mode {mode:04o})", path.display()),
                format!("chmod 600 {}", path.display()),
            )),
            Err(SecretFileError::File { error, .. }) => Some(Finding::new(
                "secret_unreadable",
                checked,
                format!("{}: {error}", path.display()),
                "correct the path, or run this command as the user of the servers",
            )),
        }
    };
    file.secret_files().filter_map(unusable).collect()
}

impl Deployment {
    /// Reads the settings. A table that cannot be used is a finding, unless its secrets are one already.
    pub(super) fn read(file: &SettingsFile, findings: &mut Vec<Finding>) -> Self {
        let has_secrets = findings.is_empty();
        let mut valid = |table: &str, outcome: Outcome| match outcome {
            Err(error) if has_secrets => findings.push(Finding::new(
                "settings_invalid",
                format!("[{table}] of {}", file.path().display()),
                error.to_string(),
                "correct the setting",
            )),
            _ => {}
        };
        let mut deployment = Self { service: None, node: None, access: None };
        if file.has_table("service") {
            valid(
                "service",
                file.server::<ServiceArgs>("service")
                    .map_err(Into::into)
                    .and_then(ServiceArgs::settings)
                    .map(|settings| deployment.service = Some(settings)),
            );
        }
        if file.has_table("node") {
            let node = file.server::<NodeArgs>("node").map_err(Into::into);
            valid("node", node.map(|node| deployment.node = Some(node.listener())));
        }
        if file.has_table("access") {
            valid(
                "access",
                file.server::<AccessArgs>("access")
                    .map_err(Into::into)
                    .and_then(AccessArgs::settings)
                    .map(|settings| deployment.access = Some(settings)),
            );
        }
        deployment
    }

    pub(super) async fn check(&self) -> Vec<Finding> {
        let mut findings = self.check_urls();
        findings.extend(self.check_proxies());
        if let Some(service) = &self.service {
            findings.extend(check_folders(service));
            findings.extend(check_database("[service] database", &service.database, &SERVICE).await);
        }
        if let Some(access) = &self.access {
            findings.extend(check_database("[access] database", &access.database, &ACCESS).await);
        }
        findings
    }

    /// The base URL of the service. Without one, clients are on this machine.
    pub(super) fn base_url(&self) -> Option<&BaseUrl> {
        self.service.as_ref().and_then(|service| service.base_url.as_ref())
    }

    pub(super) fn node_url(&self) -> Option<BaseUrl> {
        self.service.as_ref().and_then(|service| BaseUrl::parse(service.node_url.as_deref()?).ok())
    }

    pub(super) fn access_url(&self) -> Option<BaseUrl> {
        self.access.as_ref().and_then(|access| BaseUrl::parse(access.origin.as_ref()?.as_str()).ok())
    }

    fn check_urls(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        let (base, node, access) = (self.base_url(), self.node_url(), self.access_url());
        for (setting, url) in
            [("[service] base-url", base), ("[service] node-url", node.as_ref()), ("[access] origin", access.as_ref())]
        {
            if let Some(url) = url.filter(|url| !url.is_https() && !url.is_on_this_machine()) {
                let found = format!("{} is not https: passwords and tokens can be read on the way", url.as_str());
                findings.push(Finding::new(
                    "not_https",
                    setting,
                    found,
                    "use a reverse proxy with TLS, and an https URL",
                ));
            }
        }
        if base.is_some_and(|base| base.path().is_empty()) {
            let remedy = "end it with a version, for example /v1, and register that URL in your apps";
            findings.push(Finding::new(
                "base_url_without_version",
                "[service] base-url",
                "the URL has no path",
                remedy,
            ));
        }
        if base.is_none() && self.service.is_some() {
            let found = "there is none, so only clients on this machine can sign in";
            findings.push(Finding::new(
                "base_url_missing",
                "[service] base-url",
                found,
                "set the public URL, for example https://service.example/v1",
            ));
        }
        if let (Some(base), Some(settings)) = (base, &self.access) {
            if settings.service != *base {
                let found = format!("{} is not [service] base-url, {}", settings.service.as_str(), base.as_str());
                findings.push(Finding::new("service_differs", "[access] service", found, "use the same URL in both"));
            }
            if access.is_some_and(|access| access.as_str() == base.origin()) {
                let found = format!("{} is the origin of the service, too", base.origin());
                let remedy =
                    "give the access server a host name or port of its own, because tickets are bound to origins";
                findings.push(Finding::new("same_origin", "[access] origin", found, remedy));
            }
        }
        findings
    }

    /// A server whose public port is not the one it listens on is behind a proxy.
    fn check_proxies(&self) -> Vec<Finding> {
        let service = self.service.as_ref().map(|service| &service.server);
        let access = self.access.as_ref().map(|access| &access.server);
        let servers = [
            ("service", service, self.base_url().cloned()),
            ("node", self.node.as_ref(), self.node_url()),
            ("access", access, self.access_url()),
        ];
        let untrusting = |(table, server, url): (&str, Option<&ServerSettings>, Option<BaseUrl>)| {
            let (server, url) = (server?, url?);
            let is_direct = port(&url) == Some(server.listen.port()) && !url.is_https();
            (!is_direct && server.trusted_proxies.is_empty()).then(|| {
                Finding::new(
                    "proxy_not_trusted",
                    format!("[{table}] trusted-proxy"),
                    format!(
                        "{} leads to a proxy, and none is trusted: all clients share the rate limit of its address",
                        url.as_str()
                    ),
                    "set the address from which the proxy connects, for example trusted-proxy = [\"127.0.0.1/32\"]",
                )
            })
        };
        servers.into_iter().filter_map(untrusting).collect()
    }
}

pub(super) fn port(url: &BaseUrl) -> Option<u16> {
    url::Url::parse(url.as_str()).ok()?.port_or_known_default()
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
        let Some(Err(error)) = folder.map(tempfile::tempfile_in) else { continue };
        let found = format!("{}: {error}", folder.unwrap_or(Path::new("")).display());
        let remedy = "create the folder, and let the user of the servers write to it; run this command as that user";
        findings.push(Finding::new("folder_not_writable", setting, found, remedy));
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
