//! Servers for as long as a command or a suite of tests runs.

use std::fs::File;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};
use stagepass_programs::backend::AppCredentials;
use stagepass_programs::process::Service;
use tempfile::TempDir;

use super::servers::Servers;
use super::{Backend, HANDLE, PASSWORD, Ports, Tracks};

const START_TIMEOUT: Duration = Duration::from_secs(20);

/// Servers with the demo user, two apps and two tracks in a temporary folder. The access server is the first app's.
pub(crate) struct TemporaryBackend {
    // Dropped in this order: the servers still use the folder.
    servers: Servers,
    _geo_server: Service,
    _folder: TempDir,
    geo: String,
    apps: [(AppCredentials, String); 2],
    tracks: Tracks,
}

impl TemporaryBackend {
    /// Builds and starts the servers. Each app has at least one redirect URI. With a `log`, everything is logged to
    /// this file.
    pub(crate) fn start(redirect_uris: &[Vec<String>; 2], log: Option<File>) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let backend = Backend::build(folder.path(), log)?;
        backend.add_demo_user()?;
        let app = |name: &str, uris: &[String]| {
            let redirect_uri = uris.first().with_context(|| format!("{name} has no redirect URI"))?;
            Ok::<_, anyhow::Error>((backend.add_app(name, uris)?, redirect_uri.clone()))
        };
        let [first, second] = redirect_uris;
        let apps = [app("Demo App", first)?, app("Another Demo App", second)?];
        let tracks = backend.add_tracks()?;
        let (geo_server, origin) = Service::start(backend.demo().arg("geo"), "listening on ", START_TIMEOUT)?;
        let geo = format!("{}/geo", origin.trim());
        let [(owner, _), _] = &apps;
        let servers = backend.start(Ports::default(), owner, &format!("{geo}/json"))?;
        Ok(Self { servers, _geo_server: geo_server, _folder: folder, geo, apps, tracks })
    }

    /// Sets the variables by which `command` knows the servers.
    pub(crate) fn set_env(&self, command: &mut Command) {
        let [(first, redirect_uri), (second, redirect_uri_2)] = &self.apps;
        let addresses = &self.servers.addresses;
        command.envs([
            ("STAGEPASS_BASE_URL", addresses.base_url.as_str()),
            ("STAGEPASS_NODE_URL", &addresses.node),
            ("STAGEPASS_ACCESS_URL", &addresses.access),
            ("STAGEPASS_GEO_URL", &self.geo),
            ("STAGEPASS_API_KEY", &first.api_key),
            ("STAGEPASS_REDIRECT_URI", redirect_uri),
            ("STAGEPASS_API_KEY_2", &second.api_key),
            ("STAGEPASS_REDIRECT_URI_2", redirect_uri_2),
            ("STAGEPASS_USER", HANDLE),
            ("STAGEPASS_PASSWORD", PASSWORD),
            ("STAGEPASS_PUBLIC_TRACK", &self.tracks.public.to_string()),
            ("STAGEPASS_GATED_TRACK", &self.tracks.gated.to_string()),
        ]);
    }
}
