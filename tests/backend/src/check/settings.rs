//! Checks of the settings.

use std::path::PathBuf;

use stagepass_access::AccessSettings;
use stagepass_kit::private::{self, SecretFileError};
use stagepass_server::base_url::BaseUrl;
use stagepass_server::settings::ServerSettings;
use stagepass_service::Settings;

use super::finding::Finding;
use crate::cli::access::AccessArgs;
use crate::cli::node::{NodeArgs, NodeSource};
use crate::cli::outcome::Outcome;
use crate::cli::service::ServiceArgs;
use crate::settings_file::SettingsFile;

/// The settings of the servers that the file has tables of, if they are valid.
pub(super) struct Deployment {
    pub(super) service: Option<Settings>,
    pub(super) node: Option<NodeDeployment>,
    pub(super) access: Option<AccessSettings>,
}

/// The settings of a stream node.
pub(super) struct NodeDeployment {
    pub(super) server: ServerSettings,
    pub(super) source: NodeSource,
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
            valid(
                "node",
                file.server::<NodeArgs>("node")
                    .map_err(Into::into)
                    .and_then(|node| Ok(NodeDeployment { server: node.listener(), source: node.source()? }))
                    .map(|node| deployment.node = Some(node)),
            );
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

    /// Checks what the settings say about each other.
    pub(super) fn check(&self) -> Vec<Finding> {
        let mut findings = self.check_urls();
        findings.extend(self.check_proxies());
        findings
    }

    /// The base URL of the service. Without one, clients are on this machine.
    pub(super) fn base_url(&self) -> Option<&BaseUrl> {
        self.service.as_ref().and_then(|service| service.base_url.as_ref())
    }

    /// Returns the base URL of the service: its own, or the one that the other servers call.
    pub(super) fn service_url(&self) -> Option<&BaseUrl> {
        if self.service.is_some() {
            return self.base_url();
        }
        let of_node = || match &self.node.as_ref()?.source {
            NodeSource::Service(settings) => Some(&settings.service),
            NodeSource::Catalog(_) | NodeSource::Database { .. } => None,
        };
        self.access.as_ref().map(|access| &access.service).or_else(of_node)
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
            ("node", self.node.as_ref().map(|node| &node.server), self.node_url()),
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
