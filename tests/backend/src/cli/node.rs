//! `stagepass-backend node`.

mod source;

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use stagepass_gate::Signer;

pub(crate) use self::source::NodeSource;
use super::media::MediaArgs;
use super::network::{DatabaseLineArgs, ServiceLineArgs};
use super::outcome::Outcome;
use super::raw_secret::RawSecret;
use super::secret_file;
use super::server::{ServerArgs, run};
use stagepass_kit::clock::SystemClock;
use stagepass_kit::secret::Secret;
use stagepass_node::{NodeSettings, RemoteSettings, start};
use stagepass_server::base_url::BaseUrl;
use stagepass_server::serve::Limits;
use stagepass_server::settings::ServerSettings;

/// Its own port, unless it is told another.
const PORT: u16 = 8788;

#[derive(Debug, Args)]
pub(crate) struct NodeArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    /// A file with the tracks: a JSON list of `{"trackId", "cid", "path", "duration"?, "upload_id"?,
    /// "access_authorities"?, "delisted"?, "owner_uploaded"?}`. Paths are relative to the file, durations are in
    /// seconds. Without authorities, a track is public. With `owner_uploaded`, a public track is served at its own
    /// address (`track_id`) even if another track with the same audio is gated. The file is read once, at the start.
    #[arg(long, env = "STAGEPASS_CATALOG", value_name = "FILE", required_unless_present_any = ["database", "database_file", "service"])]
    catalog: Option<PathBuf>,
    /// Instead of a catalogue: the database of a service, as `sqlite:PATH` or `postgresql://…`. Changes apply after a
    /// second. The audio is read from where that service stores it (`--media`).
    #[arg(
        long,
        env = "STAGEPASS_NODE_DATABASE",
        hide_env_values = true,
        value_name = "ADDRESS",
        conflicts_with = "catalog"
    )]
    database: Option<RawSecret>,
    /// A file with that address, if it has a password.
    #[arg(
        long,
        env = "STAGEPASS_NODE_DATABASE_FILE",
        value_name = "FILE",
        conflicts_with_all = ["catalog", "database"]
    )]
    database_file: Option<PathBuf>,
    #[command(flatten)]
    database_line: DatabaseLineArgs,
    #[command(flatten)]
    alone: RemoteServiceArgs,
    #[command(flatten)]
    media: MediaArgs,
    /// The longest time in seconds for which a signed URL is valid, for a track of any duration: at most 6 hours.
    #[arg(long, env = "STAGEPASS_LONGEST_SIGNATURE", default_value_t = 21_600, value_name = "SECONDS")]
    longest_signature: u64,
}

/// A node on another machine than its service.
#[derive(Debug, Args)]
struct RemoteServiceArgs {
    /// Instead of a catalogue: the base URL of a service on another machine, from which the node gets tracks and audio.
    /// The service must be configured with the address of this node's key (`service --node-address`). With `https:`,
    /// the certificate of the service must be trusted by this system.
    #[arg(
        long,
        env = "STAGEPASS_NODE_SERVICE",
        value_name = "URL",
        value_parser = BaseUrl::parse,
        conflicts_with_all = ["catalog", "database", "database_file"],
        requires = "cache"
    )]
    service: Option<BaseUrl>,
    #[command(flatten)]
    line: ServiceLineArgs,
    /// The key with which the node signs its requests to the service: 64 hexadecimal digits, as `gate keygen` prints
    /// them. By the variable or a file.
    #[arg(long, env = "STAGEPASS_NODE_KEY", hide_env_values = true, value_name = "HEX")]
    node_key: Option<Secret>,
    /// A file with that key.
    #[arg(long, env = "STAGEPASS_NODE_KEY_FILE", value_name = "FILE", conflicts_with = "node_key")]
    node_key_file: Option<PathBuf>,
    /// The folder in which the node caches audio. Created if missing. Each node needs its own.
    #[arg(long, env = "STAGEPASS_NODE_CACHE", value_name = "DIR")]
    cache: Option<PathBuf>,
    /// The largest size of the cache in bytes.
    #[arg(long, env = "STAGEPASS_NODE_CACHE_SIZE", value_name = "BYTES", default_value_t = 10_000_000_000)]
    cache_size: u64,
}

impl RemoteServiceArgs {
    fn settings(self, service: BaseUrl) -> Result<RemoteSettings, Box<dyn Error>> {
        self.line.check(&service)?;
        let key = match (self.node_key_file, self.node_key) {
            (Some(file), _) => Secret::from(secret_file::read(&file)?.to_string()),
            (None, Some(key)) => key,
            (None, None) => return Err("the node key is missing: set STAGEPASS_NODE_KEY or --node-key-file".into()),
        };
        let signer = Signer::from_hex(key.expose().trim()).map_err(|error| format!("the node's key: {error}"))?;
        Ok(RemoteSettings {
            service,
            signer: Arc::new(signer),
            cache: self.cache.unwrap_or_default(),
            cache_size: self.cache_size,
            clock: Arc::new(SystemClock),
        })
    }
}

impl NodeArgs {
    pub(super) async fn run(self) -> Outcome {
        let stop = self.server.stop;
        run(&stop, Box::pin(async { Ok::<_, Box<dyn Error>>(start(self.settings().await?).await?) })).await
    }

    /// What the node shares with the other servers.
    pub(crate) fn listener(&self) -> ServerSettings {
        self.server.settings(PORT, Limits::NODE)
    }

    pub(crate) async fn settings(self) -> Result<NodeSettings, Box<dyn Error>> {
        let longest_signature = Duration::from_secs(self.longest_signature);
        let server = self.listener();
        let settings = NodeSettings::new(self.source()?.open().await?);
        Ok(NodeSettings { server, longest_signature, ..settings })
    }

    /// Returns where the node gets its tracks. Opens nothing.
    pub(crate) fn source(mut self) -> Result<NodeSource, Box<dyn Error>> {
        if let Some(service) = self.alone.service.take() {
            return Ok(NodeSource::Service(self.alone.settings(service)?));
        }
        let address = match (self.database, self.database_file) {
            (Some(RawSecret(address)), _) => address,
            (None, Some(file)) => secret_file::read(&file)?,
            (None, None) => return Ok(NodeSource::Catalog(self.catalog.unwrap_or_default())),
        };
        let address = self.database_line.address(&address)?;
        if !address.is_lasting() {
            return Err(
                "a node cannot read a database in memory: use the database of a service, in a file or PostgreSQL"
                    .into(),
            );
        }
        Ok(NodeSource::Database { address, media: self.media.setting()? })
    }
}
