//! Servers for as long as a command or a suite of tests runs.

use std::fs::File;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};
use stagepass_programs::process::Service;

use super::servers::Servers;
use super::{App, Backend, HANDLE, PASSWORD, Ports, Tracks};

const PATIENCE: Duration = Duration::from_secs(20);

/// Servers in a temporary folder of their own, with the demo user, two apps, of which the first has the access server, and two tracks.
pub(crate) struct Seeded {
    // Dropped in this order: the servers still use the folder.
    servers: Servers,
    _geo_server: Service,
    _folder: tempfile::TempDir,
    geo: String,
    apps: [(App, String); 2],
    tracks: Tracks,
}

impl Seeded {
    /// Builds, fills and starts it; the two apps have these redirect URIs, of which each must have at least one. With a `log`, everything is logged, and there.
    pub(crate) fn start(redirect_uris: &[Vec<String>; 2], log: Option<File>) -> Result<Self> {
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        let backend = Backend::build(folder.path(), log)?;
        backend.add_demo_user()?;
        let app = |name: &str, uris: &[String]| {
            let redirect_uri = uris.first().with_context(|| format!("{name} has no redirect URI"))?;
            Ok::<_, anyhow::Error>((backend.add_app(name, uris)?, redirect_uri.clone()))
        };
        let [first, second] = redirect_uris;
        let apps = [app("Demo App", first)?, app("Another Demo App", second)?];
        let tracks = backend.add_tracks()?;
        let (geo_server, origin) = Service::start(Command::new(&backend.demo).arg("geo"), "listening on ", PATIENCE)?;
        let geo = format!("{}/geo", origin.trim());
        let [(owner, _), _] = &apps;
        let servers = backend.start(Ports::default(), owner, &format!("{geo}/json"))?;
        Ok(Self { servers, _geo_server: geo_server, _folder: folder, geo, apps, tracks })
    }

    /// Tells `command` about it by the environment.
    pub(crate) fn tell(&self, command: &mut Command) {
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
